"""A kernel is one roll: played as its own rolls, enumerated as one die whose faces are its results."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.dice.exact import Distribution, results_of
from service.dice.model import D6, Dice, DicePool
from service.dice.supplied import SuppliedDice, WhenExhausted
from service.errors import OddsTooLarge
from tests.dice.rules_to_roll import DAMAGE, INITIATIVE, STRIKE

POOLS = st.builds(DicePool, st.integers(1, 2), st.integers(1, 4))


def roll_hit(target: int, dice: Dice) -> int:
    """Roll a strike, and damage if it hits; return the damage."""
    if dice.roll(STRIKE, D6).total > target:
        return 0
    return dice.roll(DAMAGE, D6).total


def explode(sides: int, dice: Dice) -> int:
    """Roll a die that explodes, and return its total up to 2."""
    return min(2, dice.explode(DAMAGE, DicePool(1, sides), again=INITIATIVE, limit=40).total)


def roll_for_ever(sides: int, dice: Dice) -> int:
    """Roll many dice one after the other."""
    return sum(dice.roll(STRIKE, DicePool(1, sides)).total for _ in range(9))


@given(st.integers(0, 6), st.integers(0, 6))
def test_settled_odds_are_those_of_the_rolls(one: int, other: int) -> None:
    """Settling two kernels one after the other has the odds of rolling both out."""
    rolled = Distribution.of(lambda dice: roll_hit(one, dice) + roll_hit(other, dice))
    settled = Distribution.of(lambda dice: dice.settle(STRIKE, roll_hit, one) + dice.settle(STRIKE, roll_hit, other))
    assert settled == rolled


def test_what_is_not_followed_stays_residual() -> None:
    """The residual of a kernel is the residual of whatever settles it."""
    settled = Distribution.of(lambda dice: dice.settle(DAMAGE, explode, 2))
    assert settled.residual == Fraction(1, 2**31)
    assert sum(settled.chances.values()) + settled.residual == 1


def test_equal_arguments_are_worked_out_once() -> None:
    """The results of a kernel are remembered by its arguments."""
    results_of.cache_clear()
    Distribution.of(lambda dice: sum(dice.settle(STRIKE, roll_hit, 3) for _ in range(3)))
    assert results_of.cache_info().misses == 1


def test_too_many_paths() -> None:
    """A kernel with too many paths has no odds, and the refusal names the rule that kept forking."""
    with pytest.raises(OddsTooLarge, match="Strike"):
        Distribution.of(lambda dice: dice.settle(STRIKE, roll_for_ever, 10))


def test_recorded_dice_roll_it_out() -> None:
    """Dice that record write a step for each roll of a kernel."""
    dice = SuppliedDice([2, 5], (), WhenExhausted.ASK)
    assert dice.settle(STRIKE, roll_hit, 3) == 5
    assert [step.rule for step in dice.steps] == [STRIKE.id, DAMAGE.id]
