"""Confidence intervals of chances that were sampled: Wilson's, mended for rare outcomes."""

from dataclasses import dataclass
from functools import lru_cache
from math import exp, factorial, sqrt
from statistics import NormalDist
from typing import Final

RARE: Final = 3
PRECISION: Final = 1e-12


@dataclass(frozen=True, slots=True)
class Interval:
    """The range in which a chance lies at some level of confidence."""

    low: float
    high: float

    @property
    def half_width(self) -> float:
        """Half the distance of its ends."""
        return (self.high - self.low) / 2


@lru_cache(maxsize=64)
def deviations_of(level: float) -> float:
    """Return how many standard deviations to both sides a normal variable stays within, at a level above 0, below 1."""
    return NormalDist().inv_cdf((1 + level) / 2)


def wilson(hits: float, fights: int, level: float) -> Interval:
    """Return Wilson's score interval of a chance after so many hits in so many fights; without fights, all is open.

    Where one to three were hit or missed, the near end is the bound for rare events instead, as Brown, Cai and DasGupta
    advise (2001): Wilson's own would leave out chances of which one hit in few fights is just luck. Half a hit counts
    as none for it.
    """
    if not fights:
        return Interval(0.0, 1.0)
    z = deviations_of(level)
    share, scale = hits / fights, 1 + z * z / fights
    middle = (share + z * z / (2 * fights)) / scale
    half = z * sqrt(share * (1 - share) / fights + (z / (2 * fights)) ** 2) / scale
    least = _least(int(hits), level) / fights if hits <= RARE else 1.0
    most = _least(int(fights - hits), level) / fights if fights - hits <= RARE else 1.0
    return Interval(min(least, max(0.0, middle - half)), 1 - min(most, max(0.0, 1 - middle - half)))


@lru_cache(maxsize=256)
def _least(hits: int, level: float) -> float:
    """Return the mean of a Poisson variable that reaches this number with a chance of 1 - level; 0 for 0."""
    low, high = 0.0, float(hits)
    while high - low > PRECISION:
        mean = (low + high) / 2
        below = exp(-mean) * sum([mean**many / factorial(many) for many in range(hits)])
        low, high = (mean, high) if below > level else (low, mean)
    return low
