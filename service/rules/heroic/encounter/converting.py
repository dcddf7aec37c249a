"""How a sheet of another program becomes a unit of one member."""

import re
from typing import Any, Final

from service.rules.roll_under.damage import DIVISORS
from service.rules.roll_under.sheets.places import protection_in
from service.rules.roll_under.sheets.sheet import (
    TYPES,
    Sheet,
    SheetAttack,
    SheetDamage,
    SheetNote,
    ranges_in,
    reaches_in,
    slug_of,
)
from service.rules.sheets.loose import within

LEVELS: Final = ("none", "light", "medium", "heavy", "x_heavy")
TRAITS: Final = {
    "extra attack": "extra_attack",
    "altered time rate": "altered_time_rate",
    "fearlessness": "fearlessness",
}
SELF_CONTROL: Final = (6, 9, 12, 15)
MOST_MODES: Final = 30
MOST_PARRIES: Final = 20
USUAL: Final = 10
USUAL_DODGE: Final = 8


def unit_of(sheet: Sheet) -> dict[str, Any]:
    """Return a unit, without id, side and place; what is left out has notes."""
    attacks = sheet.fights_with()
    hp = sheet.number("hp_max", 1, 10_000) or sheet.number("st", 1, 50) or USUAL
    unit: dict[str, Any] = {
        "name": sheet.name,
        "sm": sheet.sm,
        "hp": hp,
        "hp_pool": sheet.number("hp", -50_000, hp),
        **{name: sheet.number(name, 1, 50) for name in ("st", "dx", "iq", "will", "per")},
        "ht": sheet.number("ht", 1, 50) or USUAL,
        "basic_speed": None
        if "basic_speed" not in sheet.numbers
        else max(0.0, min(500.0, sheet.numbers["basic_speed"])),
        "basic_move": sheet.number("basic_move", 0, 1000),
        "move": sheet.move,
        "encumbrance": LEVELS[sheet.load],
        "fp": sheet.number("fp_max", 0, 1000),
        "fp_current": sheet.number("fp", -1000, 1000),
        "important": True,
        "attack_modes": _modes_of(attacks, sheet),
        "defenses": _defenses_of(attacks, sheet),
        "shield": None
        if sheet.shield is None
        else {"name": sheet.shield.name or "shield", "db": within(sheet.shield.db, 0, 4)},
        "armour": _armour_of(sheet),
        **{ours: within(sheet.level_of(trait), 0, 5) for trait, ours in TRAITS.items() if sheet.level_of(trait)},
    }
    if sheet.cowardice is not None:
        unit["cowardice"] = min(SELF_CONTROL, key=lambda each: abs(each - (sheet.cowardice or 0)))
    return {name: value for name, value in unit.items() if value is not None}


def _modes_of(attacks: list[tuple[SheetAttack, SheetDamage]], sheet: Sheet) -> list[dict[str, Any]]:
    found: dict[str, dict[str, Any]] = {}
    for attack, damage in attacks:
        mode = _mode_of(attack, damage)
        if mode["id"] in found:  # sheets that name no usage tell two of them by their damage
            mode["id"] = slug_of(f"{mode['id']}-{mode['type']}", "_")
        found.setdefault(mode["id"], {name: value for name, value in mode.items() if value is not None})
    for each in list(found)[MOST_MODES:]:
        sheet.notes.append(SheetNote(each, f"{each}: more than {MOST_MODES} ways to attack, left out."))
    return list(found.values())[:MOST_MODES]


def _mode_of(attack: SheetAttack, damage: SheetDamage) -> dict[str, Any]:
    return {
        "id": slug_of(f"{attack.name}-{attack.usage}-{'' if attack.melee else 'ranged'}", "_"),
        "weapon": slug_of(attack.name),
        "kind": "melee" if attack.melee else "ranged",
        "skill": attack.level,
        "damage": damage.dice,
        "type": damage.type.value,
        "armor_divisor": _divisor_of(damage.divisor),
        **(_striking(attack) if attack.melee else _shooting(attack)),
    }


def _divisor_of(divisor: float) -> str:
    """Return the word for a divisor; one that the rules do not know counts as none."""
    known = {each.value: float("inf") if number is None else float(number) for each, number in DIVISORS.items()}
    return next((word for word, number in known.items() if number == divisor), "one")


def _striking(attack: SheetAttack) -> dict[str, Any]:
    return {"reach": reaches_in(attack.reach)[0], "unwieldy": "‡" in attack.st}


def _shooting(attack: SheetAttack) -> dict[str, Any]:
    half, most = ranges_in(attack.range)
    reload = re.search(r"\((\d{1,3})", attack.shots)
    driven = "thrown" if attack.is_thrown else "firearm" if "gun" in attack.words else "muscle"
    return {
        "acc": within(attack.acc, 0, 20),
        "bulk": attack.bulk,
        "rof": attack.rof,
        "range_half": half,
        "range_max": most,
        "reload_s": int(reload[1]) if reload else 0,
        "propulsion": driven,
    }


def _defenses_of(attacks: list[tuple[SheetAttack, SheetDamage]], sheet: Sheet) -> dict[str, Any]:
    """Return defences as the sheet has them, the best parry of each weapon."""
    best: dict[str, tuple[int, str]] = {}
    for attack, _ in attacks:
        if attack.melee and attack.parry is not None:
            value, kind = within(attack.parry.value, 0, 40), "unarmed" if attack.is_natural else "weapon"
            best[attack.name] = max(best.get(attack.name, (value, kind)), (value, kind))
    parries = [{"name": name, "value": value, "kind": kind} for name, (value, kind) in best.items()][:MOST_PARRIES]
    block = None if sheet.shield is None else sheet.shield.block
    return {
        "dodge": within(USUAL_DODGE if sheet.dodge is None else sheet.dodge, 0, 40),
        "parries": parries,
        **({} if block is None else {"block": within(block, 0, 40)}),
    }


def _armour_of(sheet: Sheet) -> list[dict[str, Any]]:
    """Return armour by location; of the right and the left side the weaker one counts."""
    lines: dict[str, dict[str, Any]] = {}
    for place, dr, changes in protection_in(sheet):
        location = place.removeprefix("right_").removeprefix("left_")
        vs = [
            {"type": TYPES.get(name, name), "delta": within(more, -100, 100)}
            for name, more in changes.items()
            if name in {*TYPES, *TYPES.values()}
        ]
        line = {"location": location, "dr": dr, **({"vs": vs[:12]} if vs else {})}
        if location not in lines or lines[location]["dr"] > dr:
            lines[location] = line
    return list(lines.values())
