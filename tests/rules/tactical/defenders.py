"""Defenders for tests: figures with a weapon and a shield, what they face, and what their defenses are worth."""

from typing import Any, Final

from service.rules.tactical.attack.defense.exposure import Threat
from service.rules.tactical.book.words import TacticalRangedClass
from service.rules.tactical.figures.field import Field
from tests.rules.tactical.attacks import AROUND, armed, blade, defense, terms
from tests.rules.tactical.scenes import field, figure, foe

SHIELD: Final[dict[str, Any]] = {"db": 2, "level": 14}

NORTH: Final = Threat("orc", (0, -1))

THROWN, BOW, SLING, CROSSBOW, FIREARM, BEAM, OTHER = TacticalRangedClass

STAYS: Final[dict[str, Any]] = {"state": {"retreat": {"foe": "elk"}}}
"""The state of a figure that has retreated already."""


def shot(kind: TacticalRangedClass, **facts: Any) -> Threat:
    """A shot from the north."""
    return Threat("orc", (0, -5), ranged=kind, **facts)


def defender(side: str = "front", **facts: Any) -> tuple[Field, Threat]:
    """A figure with a sword at 14 and a shield that cannot retreat, and the orc at a side of it."""
    plain = armed(blade(level=14)) | {"shield": SHIELD} | STAYS
    return field(figure(**(plain | facts)), foe(hex=AROUND[side])), Threat("orc", AROUND[side])


def value(ground: Field, threat: Threat, kind: str, **wanted: Any) -> tuple[int, dict[str, int]] | None:
    """A defense and its modifiers, or None if it is not legal."""
    planned = defense(ground, threat, {"kind": kind} | wanted)
    return None if planned is None else (planned.number.base, terms(planned))


def state(**facts: Any) -> dict[str, Any]:
    """The state of a figure that has retreated already, and more."""
    return {"state": STAYS["state"] | facts}
