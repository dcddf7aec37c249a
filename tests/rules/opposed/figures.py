"""The two figures that stories and odds are told of: Ash with a sword, and Orc, who defends."""

from typing import Any

from service.rules.opposed.book.options import OpposedRulings
from service.rules.opposed.figures.models import OpposedAttack
from service.wire import to_json

SWORD = {"base_chance": 45, "rank": 6, "damage_modifier": 4, "weapon_class": "B"}
ASH: dict[str, Any] = {
    "id": "Ash",
    "perception": 12,
    "agility": 15,
    "manual_dexterity": 18,
    "physical_strength": 17,
    "willpower": 14,
    "fatigue": 20,
    "endurance": 18,
    "endurance_max": 18,
    "weapon": SWORD,
}
"""Strike Chance 45 + 18 + 24 = 87; damage d10 + 4."""
ORC: dict[str, Any] = {
    "id": "Orc",
    "perception": 11,
    "agility": 16,
    "manual_dexterity": 15,
    "physical_strength": 14,
    "willpower": 14,
    "fatigue": 18,
    "endurance": 20,
    "endurance_max": 20,
    "armour_ft": 5,
    "armour_en": 2,
    "damage_reduction": 1,
    "shield_defence": 8,
    "weapon": {"base_chance": 40, "rank": 4},
}
"""Defence 16 + 11 + 8 = 35; armour 6 against fatigue, 3 against endurance damage."""


def attack(
    attacker: dict[str, Any] | None = None, defender: dict[str, Any] | None = None, **changes: Any
) -> OpposedAttack:
    """Ash strikes at Orc, with changes to either and to the strike."""
    document = {"attacker": ASH | (attacker or {}), "defender": ORC | (defender or {})} | changes
    return OpposedAttack.model_validate_json(to_json(document))


def rulings(**options: Any) -> OpposedRulings:
    """The family's rulings, with some decided otherwise."""
    return OpposedRulings.model_validate_json(to_json(options))
