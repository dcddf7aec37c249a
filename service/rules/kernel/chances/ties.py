"""Orders of those who roll a die each, and roll again with whom they tie, until nobody does: exact chances."""

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import permutations
from math import factorial
from typing import Final

from service.dice.exact import MAX_PATHS, Distribution
from service.dice.model import D6, Dice, Rule
from service.errors import OddsTooLarge

Group = tuple[int, ...]
"""Positions of some who roll."""
Groups = tuple[Group, ...]
"""Positions of those with equal totals, the highest total first."""

CACHED: Final = 256


@lru_cache(maxsize=CACHED)
def groups_rolled(bonuses: tuple[int, ...], rule: Rule) -> dict[Groups, Fraction]:
    """Return the chances of who ties with whom once each has rolled a die and added a bonus of its own.

    Raises: OddsTooLarge, naming the rule, if too many roll.
    """

    def roll(dice: Dice) -> Groups:
        totals = [dice.roll(rule, D6).total + bonus for bonus in bonuses]
        return tuple(
            [
                tuple([place for place, total in enumerate(totals) if total == level])
                for level in sorted(set(totals), reverse=True)
            ]
        )

    return Distribution.of(roll).chances


@lru_cache(maxsize=CACHED)
def order_chances(bonuses: tuple[int, ...], rule: Rule) -> dict[Group, Fraction]:
    """Return the chances of each order of some who roll until each has a total of its own.

    Among those with equal bonuses every order is equally likely; else that all tie again is conditioned away.
    Raises: OddsTooLarge, naming the rule, if too many roll.
    """
    if len(set(bonuses)) == 1:
        many = factorial(len(bonuses))
        _refuse_many(many, rule)
        return dict.fromkeys(permutations(range(len(bonuses))), Fraction(1, many))
    chances: dict[Group, Fraction] = {}
    again = Fraction(0)
    for groups, chance in groups_rolled(bonuses, rule).items():
        if len(groups) == 1:
            again = chance
            continue
        for order, likely in joined_orders(groups, bonuses, rule).items():
            chances[order] = chances.get(order, Fraction(0)) + chance * likely
    return {order: chance / (1 - again) for order, chance in chances.items()}


def joined_orders(groups: Sequence[Group], bonuses: tuple[int, ...], rule: Rule) -> dict[Group, Fraction]:
    """Return the chances of each order of all, group after group, in which those of one group roll for their order.

    Raises: OddsTooLarge, naming the rule, if there are too many orders.
    """
    found: dict[Group, Fraction] = {(): Fraction(1)}
    for group in groups:
        orders = order_chances(tuple([bonuses[place] for place in group]), rule)
        _refuse_many(len(found) * len(orders), rule)
        found = {
            (*before, *[group[at] for at in order]): chance * likely
            for before, chance in found.items()
            for order, likely in orders.items()
        }
    return found


def _refuse_many(orders: int, rule: Rule) -> None:
    if orders > MAX_PATHS:
        message = f"There are more than {MAX_PATHS} orders in which {rule.title} ({rule.id}) can end."
        raise OddsTooLarge(message, rule=rule)
