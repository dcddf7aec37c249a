"""Pairs of fights with the same dice: what one request wins that another loses, and how sure that difference is.

Fight i of both requests has the seed `seed`/i (common random numbers). What both win, or neither, says nothing of their
difference and adds nothing to its error, so far fewer fights are needed than with dice of their own.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Final

from service.forecasts.counting.intervals import Interval, deviations_of

PRECISION: Final = 1e-12


@dataclass(frozen=True, slots=True)
class Pairs:
    """How many pairs of fights a side wins in both requests, only in the first, only in the second, or in neither."""

    both: int
    first_only: int
    second_only: int
    neither: int

    @classmethod
    def of(cls, side: str, first: Sequence[str | None], second: Sequence[str | None]) -> "Pairs":
        """Count the pairs by the winners of each fight; what is left over of the longer list has no pair."""
        counted = {(one, other): 0 for one in (True, False) for other in (True, False)}
        for one, other in zip(first, second, strict=False):
            counted[one == side, other == side] += 1
        return cls(counted[True, True], counted[True, False], counted[False, True], counted[False, False])

    @property
    def fights(self) -> int:
        """How many pairs there are."""
        return self.both + self.first_only + self.second_only + self.neither

    @property
    def first(self) -> int:
        """How many fights of the first request the side wins."""
        return self.both + self.first_only

    @property
    def second(self) -> int:
        """How many fights of the second request the side wins."""
        return self.both + self.second_only

    @property
    def difference(self) -> float:
        """The chance in the second request less that in the first; 0 without fights."""
        return (self.second_only - self.first_only) / self.fights if self.fights else 0.0

    def interval(self, level: float) -> Interval:
        """Return the interval of the difference at a level of confidence: Tango's score interval for matched pairs.

        It holds all differences that the pairs do not contradict (Statistics in Medicine 17, 1998). Unlike the adjusted
        Wald interval of Agresti and Min it covers well where few pairs differ, as is usual with common dice.
        """
        z = deviations_of(level)
        return Interval(
            _lowest(self.second_only, self.first_only, self.fights, z),
            -_lowest(self.first_only, self.second_only, self.fights, z),
        )

    @property
    def p_value(self) -> float:
        """How probable so great a difference is between requests with equal chances (exact McNemar test, two-sided).

        Pairs that only one of them wins are then like tosses of a fair coin.
        """
        tosses = self.first_only + self.second_only
        rarer = min(self.first_only, self.second_only)
        ways = total = 1
        for heads in range(rarer):
            ways = ways * (tosses - heads) // (heads + 1)
            total += ways
        return min(1.0, 2 * total / (1 << tosses))

    @property
    def gain(self) -> float | None:
        """How many times as many fights with dice of their own would know the difference as well; None if all agree."""
        fights = self.fights
        if not fights:
            return None
        discordant = self.first_only + self.second_only
        paired = discordant / fights - self.difference**2
        own = sum([wins / fights * (1 - wins / fights) for wins in (self.first, self.second)])
        return own / paired if paired > 0 else None


def _lowest(gained: int, lost: int, pairs: int, z: float) -> float:
    """Return the least difference from which pairs are at most z standard deviations away."""
    if not pairs:
        return -1.0
    low, high = -1.0, (gained - lost) / pairs
    while high - low > PRECISION:
        middle = (low + high) / 2
        is_too_far = gained - lost - pairs * middle > z * _deviation(gained, lost, pairs, middle)
        low, high = (middle, high) if is_too_far else (low, middle)
    return low


def _deviation(gained: int, lost: int, pairs: int, difference: float) -> float:
    """Return the standard deviation of gained less lost pairs, if the true difference of the chances is this one.

    The chance that a pair is lost is then the likeliest one: the root of a quadratic equation.
    """
    a = 2 * pairs
    b = (2 * pairs - gained + lost) * difference - gained - lost
    c = -lost * difference * (1 - difference)
    likeliest = (sqrt(max(0.0, b * b - 4 * a * c)) - b) / (2 * a)
    return sqrt(max(0.0, pairs * (2 * likeliest + difference * (1 - difference))))
