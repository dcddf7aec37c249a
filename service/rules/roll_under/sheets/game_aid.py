"""Actors in the form `gga`: objects keyed by numbers, which nest in `contains`, and numbers that are often texts."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from service.rules.roll_under.sheets.sheet import (
    Sheet,
    SheetArmour,
    SheetAttack,
    SheetParry,
    SheetShield,
    parry_in,
)
from service.rules.sheets.loose import Loose, nested, system_of, within

ATTRIBUTES: Final = ("st", "dx", "iq", "ht", "will", "per")
POOLS: Final = {"hp": ("HP", "value"), "hp_max": ("HP", "max"), "fp": ("FP", "value"), "fp_max": ("FP", "max")}
BONE: Final = {"skull": 2}
REFLEXES: Final = "combat reflexes"


def read_gga(source: Loose) -> Sheet:
    """Read an actor; the parry of a weapon is the whole one, of which its own share is worked out."""
    system = system_of(source)
    traits = {each.at("name").text().lower(): each for each in _rows(system, "ads")}
    now = next((each for each in _rows(system, "encumbrance") if each.at("current").is_set), Loose(None))
    reflexes = int(any(name.startswith(REFLEXES) for name in traits))
    shield = next(_shields(system, reflexes), None)
    added = 3 + reflexes + (0 if shield is None else shield.db)
    usual = _parry_of_all(system)
    attacks = [
        _attack_of(each, number, melee=melee, added=added, usual=usual)
        for melee in (True, False)
        for number, each in _numbered(system, melee=melee)
    ]
    cowards = [each for name, each in traits.items() if name.startswith("cowardice")]
    return Sheet(
        name=source.at("name").text("figure")[:100],
        sm=within(system.at("traits", "sizemod").whole(), -10, 20),
        load=_load_of(system, now),
        move=_first(now.at("currentmove"), now.at("move"), system.at("currentmove")),
        dodge=_first(now.at("currentdodge"), now.at("dodge"), system.at("dodge", "value")),
        numbers=_numbers_in(system),
        attacks=tuple(attacks),
        shield=shield,
        armour=tuple([_armour_of(each) for each in _rows(system, "hitlocations")]),
        traits={name: each.at("level").whole(1) for name, each in traits.items()},
        skills={each.at("name").text(): _level_of(each) for each in _rows(system, "skills")},
        cowardice=cowards[0].at("cr").whole(12) if cowards else None,
        is_left_handed=system.at("traits", "hand").text().lower().startswith("l"),
    )


def _load_of(system: Loose, now: Loose) -> int:
    """Return the level of encumbrance: of the row that is current, or, exactly between two, what Dodge counts."""
    level = now.at("level")
    return within((system.at("dodge", "enc_level") if level.number() is None else level).whole(), 0, 4)


def _rows(system: Loose, name: str) -> Iterator[Loose]:
    return nested(system.at(name).rows(), "contains")


def _numbered(system: Loose, *, melee: bool) -> Iterator[tuple[int, Loose]]:
    return enumerate(_rows(system, "melee" if melee else "ranged"))


def _numbers_in(system: Loose) -> dict[str, float]:
    found = {name: _value_of(system.at("attributes", name.upper())) for name in ATTRIBUTES}
    found |= {ours: system.at(*way).number() for ours, way in POOLS.items()}
    found |= {"basic_speed": _value_of(system.at("basicspeed")), "basic_move": _value_of(system.at("basicmove"))}
    return {name: value for name, value in found.items() if value is not None}


def _value_of(part: Loose) -> float | None:
    found = part.at("value").number()
    return part.at("import").number() if found is None else found


def _first(*parts: Loose) -> int | None:
    found = [number for number in [each.number() for each in parts] if number is not None]
    return within(int(found[0]), 0, 100) if found else None


def _level_of(row: Loose) -> int:
    """Return a level: what the system has worked out, or, where that is nothing yet, what was imported."""
    return within(int(row.at("level").number() or row.at("import").number() or 0), 0, 60)


def _shields(system: Loose, reflexes: int) -> Iterator[SheetShield]:
    for each in _rows(system, "melee"):
        block, name = each.at("block").number(), each.at("name").text()
        if block is not None and "shield" in f"{name} {each.at('mode').text()}".lower():
            level = _level_of(each)
            yield SheetShield(name[:60], within(int(block) - 3 - level // 2 - reflexes, 0, 4), level, int(block))


def _parry_of_all(system: Loose) -> SheetParry | None:
    """Return the parry that a short sheet says once for all that it fights with; None: weapons have their own."""
    said = system.at("equippedparry").number() or system.at("parry").number() or 0
    if said <= 0 or any(parry_in(each.at("parry").text()) for _, each in _numbered(system, melee=True)):
        return None
    return SheetParry(int(said), fencing=False, unbalanced=False)


def _attack_of(row: Loose, number: int, *, melee: bool, added: int, usual: SheetParry | None) -> SheetAttack:
    level, parry, name = _level_of(row), parry_in(row.at("parry").text()), row.at("name").text("attack")[:60]
    own = None if parry is None else SheetParry(within(parry.value - level // 2 - added, -5, 5), *parry[1:])
    attack = SheetAttack(
        name=name,
        usage=row.at("mode").text("attack")[:40],
        melee=melee,
        level=level,
        damage=_damage_of(row.at("damage")),
        path=f"/system/{'melee' if melee else 'ranged'}/{number}",
        reach=row.at("reach").text(),
        parry=parry,
        own_parry=own,
        acc=within(row.at("acc").whole(), 0, 20),
        range=row.at("range").text(),
        rof=within(row.at("rof").whole(1), 1, 1000),
        shots=row.at("shots").text(),
        bulk=within(row.at("bulk").whole(), -15, 0),
        rcl=within(row.at("rcl").whole(1), 1, 50),
        st=row.at("st").text(),
        skill=name,
    )
    if usual is None or not melee or attack.is_natural:
        return attack
    return replace(attack, parry=usual, own_parry=SheetParry(0, fencing=False, unbalanced=False))


def _damage_of(part: Loose) -> str:
    """Return damage: one text, or a list of what an attack does at once."""
    return part.text() or " + ".join([each.text() for each in part.rows() if each.text()])


def _armour_of(row: Loose) -> SheetArmour:
    place = row.at("where").text().lower().rstrip("* ")
    found = row.at("dr").number()
    worn = row.at("import").whole() if found is None else int(found)
    changes = {name: each.whole() - worn for name, each in row.at("split").members()}
    return SheetArmour(
        place, within(worn - BONE.get(place, 0), 0, 1000), {name: more for name, more in changes.items() if more}
    )
