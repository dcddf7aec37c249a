"""What injury does to whoever has hit points of his own: shock, knockback, knockdown and death checks."""

from typing import Final

from service.dice.model import Bands
from service.rules.roll_under.rolls import failure_bands

MOST_SHOCK: Final = 4
MOST_DOUBLE_SHOCK: Final = 8
SCALED_FROM: Final = 20
"""Hit points from which on shock counts tenths of them."""
WEAK_ST: Final = 3
"""ST up to which every point of damage knocks back a yard."""
DEATH_CHECKS: Final = 4
MORTAL_BY: Final = 2
KNOCKED_OUT_BY: Final = 5


def shock_for(injury: int, full: int, doublings: int = 0) -> int:
    """Return the shock of one injury, 0 or negative: a point for each hit point, or for each tenth of 20 or more."""
    points = min(injury // (full // 10) if full >= SCALED_FROM else injury, MOST_SHOCK)
    return -min(points << doublings, MOST_DOUBLE_SHOCK)


def knockback_of(basic: int, st: int) -> int:
    """Return the yards that basic damage knocks a body of this ST back."""
    return basic if st <= WEAK_ST else basic // (st - 2)


def is_beyond_life(left: int, full: int) -> bool:
    """Return whether so few hit points mean death without a roll: five times the full ones below zero."""
    return left <= -(DEATH_CHECKS + 1) * full


def death_checks(before: int, left: int, full: int) -> list[int]:
    """Return the hit points at which death checks are due: the multiples of the full ones below zero newly reached."""
    return [-times * full for times in range(1, DEATH_CHECKS + 1) if left <= -times * full < before]


def death_bands(ht: int) -> Bands:
    """Return the totals up to which a death check succeeds, leaves a mortal wound, and kills."""
    return failure_bands(ht, MORTAL_BY)


def knockdown_bands(number: int) -> Bands:
    """Return the totals up to which a figure keeps its feet, is stunned and falls, and is knocked out."""
    return failure_bands(number, KNOCKED_OUT_BY - 1)
