"""How a sheet of another program becomes a figure."""

import re
from typing import Any, Final

from service.rules.roll_under.sheets.places import protection_in
from service.rules.roll_under.sheets.sheet import (
    Sheet,
    SheetAttack,
    SheetDamage,
    SheetNote,
    SheetShield,
    ranges_in,
    reaches_in,
    slug_of,
)
from service.rules.sheets.loose import within
from service.rules.tactical.figures.equipment import MOST_DIVISOR

SKILLS: Final = frozenset({"Brawling", "Wrestling", "Judo", "Boxing", "Karate", "Running", "Sumo Wrestling", "Shield"})
"""The skills that the rules ask for beside those of weapons."""
CLASSES: Final = {"crossbow": "crossbow", "bow": "bow", "sling": "sling", "gun": "firearm", "beam": "beam"}
OF_WEAPONS: Final = ("level", "hands")
"""What is the same in all modes of a weapon."""
MOST_WEAPONS: Final = 20
MOST_MODES: Final = 10
NUMBERS: Final = {
    "st": (1, 1000),
    **dict.fromkeys(("dx", "iq", "ht", "per", "will"), (1, 50)),
    "hp_max": (1, 10_000),
    "hp": (-50_000, 10_000),
    "fp_max": (1, 1000),
    "fp": (-1000, 1000),
    "basic_move": (0, 1000),
}


def figure_of(sheet: Sheet) -> dict[str, Any]:
    """Return a figure, without id, side and place; what is left out has notes."""
    weapons = _weapons_of(sheet)
    held = _held(weapons, sheet)
    speed = sheet.numbers.get("basic_speed")
    figure = {name: sheet.number(name, *limits) for name, limits in NUMBERS.items()}
    return {
        "name": sheet.name,
        "sm": sheet.sm,
        "encumbrance": sheet.load,
        **{name: value for name, value in figure.items() if value is not None},
        **({} if speed is None else {"basic_speed": within(round(speed * 4), 0, 400) / 4}),
        "combat_reflexes": sheet.level_of("combat reflexes") > 0,
        "ambidextrous": sheet.level_of("ambidext") > 0,
        "pain": _pain_of(sheet),
        "handedness": "left" if sheet.is_left_handed else "right",
        **({"vision": "peripheral"} if sheet.level_of("peripheral vision") else {}),
        "weapons": weapons,
        **({} if held is None else {"ready": held}),
        **({} if sheet.shield is None else {"shield": _shield_of(sheet.shield)}),
        "armour": _armour_of(sheet),
        "skills": [
            {"name": name, "level": within(level, 0, 60)} for name, level in sheet.skills.items() if name in SKILLS
        ],
    }


def _pain_of(sheet: Sheet) -> str:
    if sheet.level_of("high pain"):
        return "high"
    return "low" if sheet.level_of("low pain") else "normal"


def _shield_of(shield: SheetShield) -> dict[str, Any]:
    return {"db": within(shield.db, 0, 5), "level": within(shield.level, 0, 60)}


def _armour_of(sheet: Sheet) -> list[dict[str, Any]]:
    lines = []
    for place, dr, changes in protection_in(sheet):
        lines.append({"location": place, "dr": dr})
        if changes:
            text = f"{place}: DR by types of damage ({', '.join(changes)}) is left out; there is one DR."
            sheet.notes.append(SheetNote(place, text))
    return lines[:20]


def _weapons_of(sheet: Sheet) -> list[dict[str, Any]]:
    """Return weapons: usages of one thing in melee are modes of one weapon, those at range of a second one.

    A usage with another level, or in another number of hands, is a weapon of its own, since these are numbers of
    weapons and not of modes.
    """
    found: dict[str, dict[str, Any]] = {}
    for attack, damage in sheet.fights_with():
        weapon = _found(found, attack, sheet)
        mode = _mode_of(attack, damage)
        if attack.melee:
            weapon["grip_ready"] = weapon.get("grip_ready", False) or reaches_in(attack.reach)[1]
        taken = {each["name"] for each in weapon["modes"]}
        if mode["name"] in taken:  # sheets that name no usage tell two of them by their damage
            mode["name"] = f"{mode['name']}-{slug_of(mode['type'])}"[:40]
        if mode["name"] not in taken and len(weapon["modes"]) < MOST_MODES:
            weapon["modes"].append(mode)
    ranked = sorted(found.values(), key=lambda each: each["kind"] == "natural")
    for each in ranked[MOST_WEAPONS:]:
        sheet.notes.append(SheetNote(each["id"], f"{each['name']}: more than {MOST_WEAPONS} weapons, left out."))
    return ranked[:MOST_WEAPONS]


def _found(found: dict[str, dict[str, Any]], attack: SheetAttack, sheet: Sheet) -> dict[str, Any]:
    """Return the weapon that a usage belongs to: the one of its name, if level and hands are the same, else its own."""
    key = slug_of(attack.name) + ("" if attack.melee else "-ranged")
    weapon = _weapon_of(key, attack)
    first = found.setdefault(key, weapon)
    if all(first[name] == weapon[name] for name in OF_WEAPONS):
        return first
    own = slug_of(f"{key} {attack.usage}")
    if own not in found:
        found[own] = weapon | {"id": own, "name": f"{attack.name} ({attack.usage.lower()})"[:60]}
        if weapon["kind"] != "natural":
            text = f"{attack.name}, {attack.usage}: a weapon of its own, since its level or its hands are others."
            sheet.notes.append(SheetNote(attack.path, text))
    return found[own]


def _weapon_of(key: str, attack: SheetAttack) -> dict[str, Any]:
    natural = attack.melee and attack.is_natural
    needs = re.search(r"\d{1,3}", attack.st)
    return {
        "id": key,
        "name": attack.name,
        "skill": attack.skill or attack.name,
        "level": attack.level,
        "kind": "natural" if natural else "melee" if attack.melee else "thrown" if attack.is_thrown else "ranged",
        "hands": 0 if natural else _hands_of(attack),
        "modes": [],
        **({"min_st": within(int(needs[0]), 1, 1000)} if needs and not natural else {}),
        **({} if attack.melee else _shooting(attack)),
    }


def _hands_of(attack: SheetAttack) -> int:
    marked = "†" in attack.st or "‡" in attack.st or re.search(r"two.?hand", attack.words) is not None
    return 2 if marked or (not attack.melee and "bow" in attack.name.lower()) else 1


def _shooting(attack: SheetAttack) -> dict[str, Any]:
    half, most = ranges_in(attack.range)
    driven = next((ours for word, ours in CLASSES.items() if word in attack.words), "other")
    loaded = re.match(r"\d{1,4}", attack.shots)
    return {
        "ranged_class": "thrown" if attack.is_thrown else driven,
        "acc": attack.acc,
        "bulk": attack.bulk,
        "rof": attack.rof,
        "rcl": attack.rcl,
        "shots": int(loaded[0]) if loaded else None,
        "half_range": half,
        "max_range": most,
    }


def _mode_of(attack: SheetAttack, damage: SheetDamage) -> dict[str, Any]:
    own = attack.own_parry
    swings = attack.swings or "swing" in attack.usage.lower() or "swung" in attack.usage.lower()
    return {
        "name": slug_of(attack.usage),
        "kind": "swing" if swings else "thrust",
        "damage": damage.dice,
        "type": damage.type.value,
        "armor_divisor": max(0.01, min(float(MOST_DIVISOR), damage.divisor)),
        "reaches": reaches_in(attack.reach)[0] if attack.melee else [],
        "parry": None if own is None else within(own.value, -5, 5),
        "parry_unbalanced": own is not None and own.unbalanced,
        "fencing": own is not None and own.fencing,
    }


def _held(weapons: list[dict[str, Any]], sheet: Sheet) -> dict[str, str] | None:
    """Return what is in hand: the first weapon that fits beside the shield."""
    fitting = [each for each in weapons if each["hands"] == 1 or (each["hands"] == 2 and sheet.shield is None)]
    if not fitting:
        return None
    one = "left" if sheet.is_left_handed and sheet.shield is None else "right"
    return {"both" if fitting[0]["hands"] == 2 else one: fitting[0]["id"]}
