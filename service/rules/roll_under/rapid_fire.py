"""The bonus for many shots at one target."""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class RapidFireRow:
    """Shots, from and to, and what they add to skill."""

    lowest: int
    highest: int
    bonus: int


RAPID_FIRE: Final = (
    RapidFireRow(1, 4, 0),
    RapidFireRow(5, 8, 1),
    RapidFireRow(9, 12, 2),
    RapidFireRow(13, 16, 3),
    RapidFireRow(17, 24, 4),
    RapidFireRow(25, 49, 5),
    RapidFireRow(50, 99, 6),
    RapidFireRow(100, 199, 7),
)
DOUBLES_FROM: Final = 25


def rapid_fire_bonus(shots: int) -> int:
    """Return what a number of shots adds to skill; from 25 on, each doubling adds one more."""
    if shots >= DOUBLES_FROM:
        return 4 + (shots // DOUBLES_FROM).bit_length()
    return next(row.bonus for row in RAPID_FIRE if shots <= row.highest)
