"""Sums of independent numbers, from the chances of each."""

from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Final

from service.dice.exact import Distribution
from service.dice.model import Rule
from service.errors import OddsTooLarge

MAX_PAIRS: Final = 500_000
MAX_EFFORT: Final = 1_000_000
CERTAIN: Final = Distribution({0: Fraction(1)})


@dataclass(slots=True)
class Effort:
    """What one request's odds may still cost, in numbers combined; shared by everything that is added up for them."""

    left: int = MAX_EFFORT

    def spend(self, numbers: int, rule: Rule) -> None:
        """Count some more numbers.

        Raises: OddsTooLarge, naming the rule, if they are too many.
        """
        self.left -= numbers
        if self.left < 0:
            message = f"The odds combine more than {MAX_EFFORT} numbers; {rule.title} ({rule.id}) added the last."
            raise OddsTooLarge(message, rule=rule)


def sum_of(first: Distribution[int], second: Distribution[int], rule: Rule) -> Distribution[int]:
    """Return the chances of each sum of two independent numbers.

    Raises: OddsTooLarge, naming the rule, if there are too many pairs of them.
    """
    if len(first.chances) * len(second.chances) > MAX_PAIRS:
        message = f"The odds have more than {MAX_PAIRS} pairs of numbers; {rule.title} ({rule.id}) added the last."
        raise OddsTooLarge(message, rule=rule)
    ones, whole = _weights(first)
    others, part = _weights(second)
    sums: dict[int, int] = {}
    for one, weight in ones:
        for other, likely in others:
            sums[one + other] = sums.get(one + other, 0) + weight * likely
    return Distribution({value: Fraction(weight, whole * part) for value, weight in sums.items()})


def _weights(of: Distribution[int]) -> tuple[list[tuple[int, int]], int]:
    """Return whole weights of each number, and their sum."""
    whole = lcm(*[chance.denominator for chance in of.chances.values()])
    return [(value, chance.numerator * (whole // chance.denominator)) for value, chance in of.chances.items()], whole


def sum_of_equals(one: Distribution[int], count: int, rule: Rule) -> Distribution[int]:
    """Return the chances of each sum of so many independent numbers with the same chances.

    Raises: OddsTooLarge, naming the rule, if there are too many pairs of them.
    """
    total, power = CERTAIN, one
    while count:
        if count & 1:
            total = sum_of(total, power, rule)
        count >>= 1
        if count:
            power = sum_of(power, power, rule)
    return total


def multiple_of(one: Distribution[int], factor: int) -> Distribution[int]:
    """Return the chances of each multiple of a number by a factor from 1."""
    return Distribution({value * factor: chance for value, chance in one.chances.items()})
