"""A kernel is one roll: played as its own rolls, enumerated as one die whose faces are its results."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.dice.exact import MAX_PATHS, Counted, CountedKernel, Distribution, Residual, results_of, settled
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
    odds = Distribution.of(lambda dice: dice.settle(STRIKE, roll_hit, one) + dice.settle(STRIKE, roll_hit, other))
    assert odds == rolled


def test_what_is_not_followed_stays_residual() -> None:
    """The residual of a kernel is the residual of whatever settles it."""
    odds = Distribution.of(lambda dice: dice.settle(DAMAGE, explode, 2))
    assert odds.residual == Fraction(1, 2**31)
    assert sum(odds.chances.values()) + odds.residual == 1


def test_equal_arguments_are_worked_out_once() -> None:
    """The results of a kernel are remembered by its arguments."""
    results_of.cache_clear()
    Distribution.of(lambda dice: sum(dice.settle(STRIKE, roll_hit, 3) for _ in range(3)))
    assert results_of.cache_info().misses == 1


@given(st.integers(0, 6))
def test_what_follows_one_kernel_is_counted_without_paths(target: int) -> None:
    """What comes after a kernel has the weights of its paths, states that are equal being added up."""

    def halved(damage: int) -> int:
        return damage // 2

    rolled = Counted.of(lambda dice: halved(dice.settle(STRIKE, roll_hit, target)))
    assert settled(STRIKE, roll_hit, target, halved, MAX_PATHS, {}) == rolled


def test_what_follows_one_kernel_leaves_its_residual() -> None:
    """What a kernel does not follow is residual after it, too."""
    counted = settled(DAMAGE, explode, 2, bool, MAX_PATHS, {})
    assert Fraction(counted.residual, counted.whole) == Fraction(1, 2**31)
    assert counted.weights == {True: counted.whole - counted.residual}


def test_what_follows_equal_results_is_worked_out_once() -> None:
    """What is known to come after a result is not worked out again, and what is new is added to it."""
    known: dict[int, str] = {}
    first = settled(STRIKE, roll_hit, 3, str, MAX_PATHS, known)
    assert known == {damage: str(damage) for damage in range(7)}
    known[0] = "miss"
    again = settled(STRIKE, roll_hit, 3, str, MAX_PATHS, known)
    assert again.weights == {"miss" if after == "0" else after: weight for after, weight in first.weights.items()}


def test_too_many_results() -> None:
    """A kernel with more results than the budget is refused, naming the rule that settles it."""
    with pytest.raises(OddsTooLarge, match="Strike"):
        settled(STRIKE, roll_hit, 3, str, 6, {})
    assert settled(STRIKE, roll_hit, 3, str, 7, {}).paths == 7


def test_too_many_paths() -> None:
    """A kernel with too many paths has no odds, and the refusal names the rule that branched last."""
    with pytest.raises(OddsTooLarge, match="Strike"):
        Distribution.of(lambda dice: dice.settle(STRIKE, roll_for_ever, 10))


def test_recorded_dice_roll_it_out() -> None:
    """Dice that record write a step for each roll of a kernel."""
    dice = SuppliedDice([2, 5], (), WhenExhausted.ASK)
    assert dice.settle(STRIKE, roll_hit, 3) == 5
    assert [step.rule for step in dice.steps] == [STRIKE.id, DAMAGE.id]


def test_counted_kernels_tell_what_they_leave_out() -> None:
    """The results of a kernel with chances of its own are those chances, and last what it does not follow."""
    chances = Distribution({0: Fraction(1, 2), 2: Fraction(1, 3)}, Fraction(1, 6))
    results, whole = results_of(CountedKernel(explode, lambda _: chances), 6)
    assert (results[:-1], whole) == (((0, 3), (2, 2)), 6)
    assert (type(results[-1][0]), results[-1][1]) == (Residual, 1)
