"""Orders of those who roll until nobody ties: exact chances, though the dice may be rolled again without end."""

from collections import Counter
from fractions import Fraction

import pytest

from service.dice.model import Rule
from service.errors import OddsTooLarge
from service.rules.kernel.chances.ties import groups_rolled, joined_orders, order_chances

RULE = Rule("test/ties", "Ties", "somewhere")


def test_equals_are_in_any_order() -> None:
    """Among those who add nothing every order is equally likely."""
    assert order_chances((0, 0, 0), RULE) == dict.fromkeys(
        [(0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0)], Fraction(1, 6)
    )


def test_a_bonus() -> None:
    """Who adds 1 wins 21 of 36 rolls of two, loses 10, and rolls again after the other 5."""
    assert order_chances((1, 0), RULE) == {(0, 1): Fraction(21, 31), (1, 0): Fraction(10, 31)}


def test_a_bonus_among_three() -> None:
    """The chances of all orders add up to 1, and those without a bonus are alike."""
    chances = order_chances((0, 1, 0), RULE)
    assert sum(chances.values()) == 1
    assert chances[0, 1, 2] == chances[2, 1, 0]
    assert chances[1, 0, 2] > chances[0, 1, 2] > chances[0, 2, 1]


def test_who_ties_with_whom() -> None:
    """The groups of equal totals are as likely as the rolls that make them."""
    counted = Counter(
        [
            ((0, 1),) if one == other else ((0,), (1,)) if one > other else ((1,), (0,))
            for one in range(1, 7)
            for other in range(1, 7)
        ]
    )
    assert groups_rolled((0, 0), RULE) == {groups: Fraction(many, 36) for groups, many in counted.items()}


def test_group_after_group() -> None:
    """Those of one group act before those of the next, whatever they roll."""
    assert joined_orders([(2,), (0, 1)], (0, 0, 0), RULE) == {(2, 0, 1): Fraction(1, 2), (2, 1, 0): Fraction(1, 2)}


@pytest.mark.parametrize("groups", [[tuple(range(8))], [tuple(range(5)), tuple(range(5, 11))]])
def test_too_many_orders(groups: list[tuple[int, ...]]) -> None:
    """More orders than are enumerated are refused, naming the rule."""
    with pytest.raises(OddsTooLarge, match="test/ties"):
        joined_orders(groups, (0,) * 11, RULE)
