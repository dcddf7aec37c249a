"""Encumbrance and fatigue: what a load takes from a body, and what it can do when it has little left."""

from typing import Final

from service.wire import value_class


@value_class
class EncumbranceRow:
    """A load up to this many times the basic lift: what is left of Move in fifths, Dodge, and fatigue of a fight."""

    encumbrance: str
    lifts: int
    move_fifths: int
    dodge: int
    fatigue: int


ENCUMBRANCES: Final = (  # a level is a position here
    EncumbranceRow("none", 1, 5, 0, 1),
    EncumbranceRow("light", 2, 4, -1, 2),
    EncumbranceRow("medium", 3, 3, -2, 3),
    EncumbranceRow("heavy", 6, 2, -3, 4),
    EncumbranceRow("x_heavy", 10, 1, -4, 5),
)
FIGHT_FATIGUE: Final = ENCUMBRANCES[0].fatigue
LOAD_FATIGUE: Final = {row.encumbrance: row.fatigue - FIGHT_FATIGUE for row in ENCUMBRANCES}
SUFFOCATION_FP: Final = 10
WEAK_BELOW: Final = 3


def is_weak(left: int, full: int) -> bool:
    """Return whether less than a third of the points is left, so that Move and Dodge are halved."""
    return WEAK_BELOW * left < full


def half_up(value: int) -> int:
    """Return a half, rounded up."""
    return -(-value // 2)


def fatigue_after(left: int, lost: int, full: int) -> int:
    """Return the fatigue points left after a loss: never below the full score below 0."""
    return max(left - lost, min(-full, left))
