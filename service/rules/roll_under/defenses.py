"""Active defences: what each may be used against, and what lowers them."""

from collections.abc import Mapping
from typing import Final

from service.rules.roll_under.words import DamageType

DODGE: Final = "dodge"
PARRY: Final = "parry"
BLOCK: Final = "block"
EVERY_DEFENSE: Final[frozenset[str]] = frozenset({DODGE, PARRY, BLOCK})
ONLY_DODGE: Final[frozenset[str]] = frozenset({DODGE})
AGAINST_MISSILES: Final[Mapping[str, frozenset[str]]] = {
    "thrown": EVERY_DEFENSE,
    "muscle": frozenset({DODGE, BLOCK}),
    "firearm": ONLY_DODGE,
    "beam": ONLY_DODGE,
    "other": ONLY_DODGE,
}
"""The defences that work against a ranged attack, by what drives it; against melee all of them do."""

GRAPPLED: Final = -2
STUNNED: Final = -4
UNSEEING: Final = -4
THROWN_WEAPON: Final = -1
BARE_HANDS: Final = -3


def is_swung(weapon: str | None, damage: DamageType | None) -> bool:
    """Return whether a melee attack is made with a weapon that does not thrust; what impales is thrust."""
    return weapon is not None and damage is not DamageType.IMPALING
