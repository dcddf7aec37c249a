"""How an actor in the form `dnd5e` becomes a participant, approximately."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from service.rules.kernel.family import Converted
from service.rules.laurels.book.words import LaurelsDie, LaurelsWeaponKind
from service.rules.sheets.loose import Loose, system_of, within

ABILITIES: Final = {"strength": "str", "dexterity": "dex", "awareness": "wis"}
"""Abilities, and the scores that their bonuses are made of."""
AVERAGE: Final = 10
"""A score without a bonus, an armor class without armor, and the injury slots of somebody without a level."""
MOST_LEVEL: Final = 40
MOST_STAMINA: Final = 1000
STAMINA_A_LEVEL: Final = 6
USUAL_MOVE: Final = 30
FEET_A_METRE: Final = 10 / 3
SHIELD: Final = "shield"
WORN: Final = frozenset({"light", "medium", "heavy", "natural"})
OTHERWISE: Final = "If it should be otherwise, change `{field}`."
GENERAL: Final = (
    "The figure is approximate: these rules have no roll to hit and no armor class. Attack bonuses, proficiency, saves "
    "and resistances are left out."
)

Notes = list[tuple[str, str]]


def participant_of(source: Any) -> Converted:
    """Return a participant, without id, side and place: what the sheet does not say is a guess, and has a note."""
    actor, notes = Loose(source), [("/system", GENERAL)]
    system = system_of(actor)
    items = [each for each in actor.at("items").rows() if isinstance(each.value, dict)]
    level = _level_of(system, items, notes)
    figure = {
        "name": actor.at("name").text("figure")[:100],
        "level": level,
        **{ours: _bonus_of(system, theirs) for ours, theirs in ABILITIES.items()},
        "armor_points": _armor_of(system, items, notes),
        **_stamina_of(system, level, notes),
        "injury_slots": _slots_of(level, notes),
        "move_ft": _move_of(system),
        "weapon": _weapon_of(items, notes),
    }
    _note_rest(items, notes)
    return Converted(figure, tuple(dict.fromkeys(notes)), approximate=True)


SHEETS: Final[Mapping[str, Callable[[Any], Converted]]] = {"dnd5e": participant_of}


def _level_of(system: Loose, items: list[Loose], notes: Notes) -> int:
    """Return the level: as the sheet says, else that of all classes, else the challenge rating."""
    said = system.at("details", "level")
    found = said.number() if said.number() is not None else said.at("value").number()
    if found is None:
        classes = [system_of(each).at("levels").whole() for each in items if each.at("type").text() == "class"]
        found = float(sum(classes)) or None
    rating = system.at("details", "cr").number() or 0
    level = within(round(rating if found is None else found), 1, MOST_LEVEL)
    if found is None:
        notes.append(("/system/details/cr", f"Challenge rating {rating:g} is read as level {level}."))
    return level


def _bonus_of(system: Loose, ability: str) -> int:
    return within((system.at("abilities", ability, "value").whole(AVERAGE) - AVERAGE) // 2, -10, 30)


def _armor_of(system: Loose, items: list[Loose], notes: Notes) -> int:
    """Return the armor points: what is worn is above 10, else what the armor class is above 10 and Dexterity."""
    worn, shields = 0, 0
    for each in items:
        data = system_of(each)
        kind = data.at("type", "value").text() or data.at("armor", "type").text()
        if each.at("type").text() != "equipment" or data.at("equipped").value is False:
            continue
        if kind in WORN:
            worn = max(worn, data.at("armor", "value").whole(AVERAGE) - AVERAGE)
        elif kind == SHIELD:
            shields = max(shields, data.at("armor", "value").whole())
    if not worn:
        armor_class = system.at("attributes", "ac")
        said = armor_class.at("flat").number() or armor_class.at("value").number() or AVERAGE
        worn = int(said) - AVERAGE - max(0, _bonus_of(system, "dex")) - shields
    points = within(max(0, worn) + shields, 0, 40)
    text = f"Armor points {points} are a guess from the armor, or from the armor class without Dexterity."
    notes.append(("/system/attributes/ac", f"{text} {OTHERWISE.format(field='armor_points')}"))
    return points


def _stamina_of(system: Loose, level: int, notes: Notes) -> dict[str, int]:
    """Return the stamina: hit points as they are; without any, what figures of the level have."""
    hp = system.at("attributes", "hp")
    most, now = hp.at("max").number(), hp.at("value").number()
    if not most and not now:
        stamina = STAMINA_A_LEVEL * level
        text = f"The sheet has no hit points: stamina {stamina} is {STAMINA_A_LEVEL} a level."
        notes.append(("/system/attributes/hp", f"{text} {OTHERWISE.format(field='stamina')}"))
        return {"stamina": stamina}
    stamina = within(int((most if now is None else now) or 0), 0, MOST_STAMINA)
    return {"stamina": stamina, "stamina_max": within(int(most or stamina), stamina, MOST_STAMINA)}


def _slots_of(level: int, notes: Notes) -> int:
    slots = AVERAGE + level // 2
    text = f"Injury slots {slots} are a guess: {AVERAGE} and half the level."
    notes.append(("", f"{text} {OTHERWISE.format(field='injury_slots')}"))
    return slots


def _move_of(system: Loose) -> int:
    speed = system.at("attributes", "movement")
    walks = speed.at("walk").number()
    if walks is None:
        walks = system.at("attributes", "speed", "value").number()
    feet = (USUAL_MOVE if walks is None else walks) * (FEET_A_METRE if speed.at("units").text() == "m" else 1)
    return within(round(feet), 0, 500)


def _weapon_of(items: list[Loose], notes: Notes) -> dict[str, Any]:
    """Return the first weapon that is in hand and does damage; all others have notes."""
    weapons = [each for each in items if each.at("type").text() == "weapon" and _dice_of(system_of(each)) is not None]
    held = [each for each in weapons if system_of(each).at("equipped").value is not False] or weapons
    if not held:
        notes.append(("/items", "No weapon does damage: it strikes unarmed, with d4."))
        return {"die": LaurelsDie.D4.value}
    taken, name = system_of(held[0]), held[0].at("name").text("weapon")[:60]
    for each in weapons:
        if each is not held[0]:
            text = f"{each.at('name').text('weapon')[:60]} is left out: a figure has one weapon, here {name}."
            notes.append(("/items", text))
    number, sides = _dice_of(taken) or (1, 4)
    die = max(
        (each for each in LaurelsDie if int(each.value[1:]) <= max(sides, 4)), key=lambda each: int(each.value[1:])
    )
    if (number, f"d{sides}") != (1, die.value):
        notes.append(
            (
                "/items",
                f"{name}: {number}d{sides} is read as {die.value}; how many dice are rolled depends on the level.",
            )
        )
    kind = _kind_of(taken)
    harm = taken.at("damage", "base", "types").rows()
    return {
        "die": die.value,
        "kind": kind.value,
        "finesse": "fin" in _properties_of(taken),
        "magic_bonus": within(taken.at("magicalBonus").whole(), 0, 5),
        **({"reach_ft": 10} if kind is LaurelsWeaponKind.REACH else {}),
        **({"damage_type": harm[0].text()[:64]} if harm and harm[0].text() else {}),
    }


def _dice_of(data: Loose) -> tuple[int, int] | None:
    """Return the number of dice and their sides: of the base damage, or of the first part in older sheets."""
    base = data.at("damage", "base")
    number, sides = base.at("number").number(), base.at("denomination").number()
    if number and sides:
        return within(int(number), 1, 99), within(int(sides), 2, 100)
    parts = data.at("damage", "parts").rows()
    first = parts[0].rows()[0].text() if parts and parts[0].rows() else ""
    count, mark, rest = first.partition("d")
    found = Loose(rest).number()
    if not mark or found is None:
        return None
    return within(Loose(count).whole(1), 1, 99), within(int(found), 2, 100)


def _kind_of(data: Loose) -> LaurelsWeaponKind:
    kind = data.at("type", "value").text() or data.at("weaponType").text()
    if kind in {"simpleR", "martialR"} or data.at("actionType").text() == "rwak":
        return LaurelsWeaponKind.RANGED
    if kind == "natural":
        return LaurelsWeaponKind.NATURAL
    return LaurelsWeaponKind.REACH if "rch" in _properties_of(data) else LaurelsWeaponKind.MELEE


def _properties_of(data: Loose) -> set[str]:
    """Return the properties of a weapon: a list, or in older sheets an object of switches."""
    said = data.at("properties")
    return {name for name, each in said.members() if each.is_set} or {each.text() for each in said.rows()}


def _note_rest(items: list[Loose], notes: Notes) -> None:
    counted = {"spell": "spell", "feat": "feature"}
    for kind, word in counted.items():
        found = [each.at("name").text() for each in items if each.at("type").text() == kind]
        if found:
            named = ", ".join(_first_names(found))
            notes.append(("/items", f"{len(found)} {word}{'' if len(found) == 1 else 's'} left out: {named}."))


def _first_names(names: list[str], most: int = 8) -> Iterator[str]:
    yield from [each[:40] or "without a name" for each in names[:most]]
    if len(names) > most:
        yield f"and {len(names) - most} more"
