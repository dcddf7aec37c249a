"""Sheets in the form `gcs`: a JSON file with the values of a figure, and beside them those that were calculated."""

from collections.abc import Iterator
from typing import Final

from service.rules.roll_under.sheets.sheet import Sheet, SheetArmour, SheetAttack, SheetShield, parry_in
from service.rules.sheets.loose import Loose, nested, within

NUMBERS: Final = {
    **{name: name for name in ("st", "dx", "iq", "ht", "will", "per", "basic_speed", "basic_move")},
    "hp_max": "hp",
    "fp_max": "fp",
}
BEARS: Final = (1, 2, 3, 6, 10)
"""How many times the basic lift a load of each level may be."""
BONE: Final = {"skull": 2}
"""What the files add to armour for the body itself, which the families add by themselves."""


def read_gcs(source: Loose) -> Sheet:
    """Read a sheet; the level of encumbrance is not in it, and is worked out of what is carried."""
    calc, values = (
        source.at("calc"),
        {each.at("attr_id").text(): each.at("calc") for each in source.at("attributes").rows()},
    )
    nothing = Loose(None)
    numbers = {ours: values.get(theirs, nothing).at("value").number() for ours, theirs in NUMBERS.items()}
    numbers |= {name: values.get(name, nothing).at("current").number() for name in ("hp", "fp")}
    load = _load_of(source)
    traits = {each.at("name").text().lower(): each for each in _worn(source.at("traits"))}
    owners = [each for name in ("traits", "skills", "equipment") for each in _worn(source.at(name))]
    return Sheet(
        name=source.at("profile", "name").text("figure")[:100],
        sm=within(source.at("profile", "SM").whole() + _added_to("sm", source), -10, 20),
        load=load,
        move=_at_level(calc.at("move"), load),
        dodge=_at_level(calc.at("dodge"), load),
        numbers={name: value for name, value in numbers.items() if value is not None},
        attacks=tuple([attack for owner in owners for attack in _attacks_of(owner)]),
        shield=next((shield for owner in owners for shield in _shields_of(owner)), None),
        armour=tuple([_armour_of(each) for each in source.at("settings", "body_type", "locations").rows()]),
        traits={name: each.at("levels").whole(1) for name, each in traits.items()},
        skills={each.at("name").text(): each.at("calc", "level").whole() for each in _worn(source.at("skills"))},
        cowardice=None if "cowardice" not in traits else traits["cowardice"].at("cr").whole(12),
        is_left_handed=source.at("profile", "handedness").text().lower().startswith("l"),
    )


def _worn(rows: Loose) -> Iterator[Loose]:
    """Yield rows and those inside them, without those that are switched off or put away."""
    for each in nested(rows.rows(), "children"):
        if not each.at("disabled").is_set and each.at("equipped").value is not False:
            yield each


def _added_to(attribute: str, source: Loose) -> int:
    """Return what traits, what is worn, and their modifiers add to an attribute that has no line of its own."""
    owners = [each for name in ("traits", "equipment") for each in _worn(source.at(name))]
    parts = [part for owner in owners for part in (owner, *_worn(owner.at("modifiers")))]
    return sum(
        [
            feature.at("amount").whole() * (part.at("levels").whole(1) if feature.at("per_level").is_set else 1)
            for part in parts
            for feature in part.at("features").rows()
            if feature.at("attribute").text() == attribute
        ]
    )


def _load_of(source: Loose) -> int:
    carried = sum([each.at("calc", "extended_weight").number() or 0 for each in source.at("equipment").rows()])
    lift = source.at("calc", "basic_lift").number() or 0
    return next((level for level, factor in enumerate(BEARS) if carried <= lift * factor), len(BEARS) - 1)


def _at_level(levels: Loose, load: int) -> int | None:
    rows = levels.rows()
    found = rows[min(load, len(rows) - 1)].number() if rows else None
    return None if found is None else within(int(found), 0, 100)


def _shields_of(owner: Loose) -> Iterator[SheetShield]:
    """Yield the shield that a row is: its features add to Block, and it blocks with a weapon's skill."""
    features = [each for each in owner.at("features").rows() if each.at("attribute").text() == "block"]
    bonus = sum([each.at("amount").whole() for each in features])
    if bonus > 0:
        for weapon in owner.at("weapons").rows()[:1]:
            level, block = weapon.at("calc", "level").whole(), weapon.at("calc", "block").number()
            yield SheetShield(_name_of(owner), bonus, level, None if block is None else int(block))


def _name_of(owner: Loose) -> str:
    return (owner.at("description").text() or owner.at("name").text("attack"))[:60]


def _attacks_of(owner: Loose) -> Iterator[SheetAttack]:
    name = _name_of(owner)
    for number, each in enumerate(owner.at("weapons").rows()):
        if each.at("hide").is_set:
            continue
        own = parry_in(each.at("parry").text())
        skills = [row.at("name", "qualifier").text() or row.at("name").text() for row in each.at("defaults").rows()]
        yield SheetAttack(
            name=name,
            usage=each.at("usage").text("attack")[:40],
            melee=each.at("id").text("w").startswith("w"),
            level=within(each.at("calc", "level").whole(), 0, 60),
            damage=each.at("calc", "damage").text(),
            path=f"{name}/weapons/{number}",
            reach=_said(each, "reach"),
            parry=None if own is None else parry_in(each.at("calc", "parry").text()),
            own_parry=own,
            acc=within(int(Loose(_said(each, "accuracy")).number() or 0), 0, 20),
            range=_said(each, "range"),
            rof=within(int(Loose(_said(each, "rate_of_fire")).number() or 1), 1, 1000),
            shots=_said(each, "shots"),
            bulk=within(int(Loose(_said(each, "bulk")).number() or 0), -15, 0),
            rcl=within(int(Loose(_said(each, "recoil")).number() or 1), 1, 50),
            st=_said(each, "strength"),
            skill=next((skill for skill in skills if skill), name)[:60],
            swings=each.at("damage", "st").text().startswith("sw"),
        )


def _said(weapon: Loose, name: str) -> str:
    """Return what a weapon says of itself: worked out, where that differs from the sheet's own."""
    return weapon.at("calc", name).text() or weapon.at(name).text()


def _armour_of(location: Loose) -> SheetArmour:
    place = location.at("id").text().lower()
    worn = {name: each.whole() for name, each in location.at("calc", "dr").members()}
    dr = within(worn.pop("all", 0) - BONE.get(place, 0), 0, 1000)
    return SheetArmour(place, dr, {name: more for name, more in worn.items() if more})
