"""Sums of independent numbers, from the chances of each."""

from fractions import Fraction
from typing import Final

from service.dice.exact import Distribution
from service.dice.model import Rule
from service.errors import OddsTooLarge

MAX_SUMS: Final = 20_000
CERTAIN: Final = Distribution({0: Fraction(1)})


def sum_of(first: Distribution[int], second: Distribution[int], rule: Rule) -> Distribution[int]:
    """Return the chances of each sum of two independent numbers.

    Raises: OddsTooLarge, naming the rule, if there are too many different ones.
    """
    chances: dict[int, Fraction] = {}
    for one, chance in first.chances.items():
        for other, likely in second.chances.items():
            total = one + other
            chances[total] = chances.get(total, Fraction(0)) + chance * likely
    if len(chances) > MAX_SUMS:
        message = f"The odds have more than {MAX_SUMS} different sums; {rule.title} ({rule.id}) kept adding."
        raise OddsTooLarge(message, rule=rule.id)
    return Distribution(chances)


def sum_of_equals(one: Distribution[int], count: int, rule: Rule) -> Distribution[int]:
    """Return the chances of each sum of so many independent numbers with the same chances.

    Raises: OddsTooLarge, naming the rule, if there are too many different ones.
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
    """Return the chances of each multiple of a number by a factor."""
    if factor == 0:
        return CERTAIN
    return Distribution({value * factor: chance for value, chance in one.chances.items()})
