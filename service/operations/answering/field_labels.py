"""What people call the fields of figures, for stat blocks: "ST" for `st`, "armour against Fatigue" for `armour_ft`."""

from collections.abc import Mapping
from typing import Any, Final

CAPITALS: Final = frozenset({"db", "dr", "dx", "fp", "hp", "ht", "iq", "rof", "sm", "st"})
"""Words of fields that are abbreviations on character sheets."""
NAMES: Final = {
    "acc": "accuracy",
    "armour_en": "armour against Endurance damage",
    "armour_ft": "armour against Fatigue damage",
    "attack_modes": "attacks",
    "damage_modifier": "damage",
    "half_range": "half damage from",
    "injury_slots": "injury slots",
    "magic_bonus": "magic",
    "max_range": "range",
    "min_st": "needs ST",
    "move_ft": "move",
    "per": "perception",
    "range_half": "half damage from",
    "range_max": "range",
    "ranged_class": "class",
    "rcl": "recoil",
    "reaches": "reach",
    "reload_s": "reload",
    "size_hexes": "size",
    "tmr": "move",
    "weapon_class": "class",
}
"""Fields whose names say too little or too much."""
UNITS: Final = {
    "base_chance": " %",
    "half_range": " yards",
    "height": " inches",
    "max_range": " yards",
    "move_ft": " feet",
    "range_half": " yards",
    "range_max": " yards",
    "reload_s": " s",
    "shield_defence": " %",
    "size_hexes": " hexes",
    "tmr": " hexes",
}
"""What the numbers of fields are counted in, where their labels do not say it."""
SIGNED: Final = frozenset({"damage_modifier", "magic_bonus", "parry"})
"""Numbers that are added to others."""


def label_of(field: str) -> str:
    """Return what people call a field of a figure, a weapon or a shield."""
    words = NAMES.get(field) or field.removesuffix("_max").replace("_", " ")
    return " ".join([word.upper() if word in CAPITALS else word for word in words.split()])


def is_nested(value: object) -> bool:
    """Return whether a value has fields of its own: an object, or a list of such."""
    return isinstance(value, dict) or (isinstance(value, list) and any(isinstance(each, dict) for each in value))


def repeats(fields: Mapping[str, Any], field: str) -> bool:
    """Return whether a field is the highest value of a number, which is told beside it: `endurance_max`."""
    stem = field.removesuffix("_max")
    return stem != field and fields.get(stem) is not None


def value_in_words(field: str, value: object) -> str:
    """Return the value of a field, which is no list: a number with its sign or unit, or words."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return str(value).replace("_", " ")
    return f"{value:+}" if field in SIGNED else f"{value:g}{UNITS.get(field, '')}"
