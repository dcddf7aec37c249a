"""A chain is played, or enumerated, by the same steps."""

from fractions import Fraction

import pytest

from service.dice.exact import Distribution
from service.dice.model import D6, Dice, DicePool, Rule
from service.dice.supplied import SuppliedDice, WhenExhausted
from service.errors import OddsTooLarge
from service.rules.kernel.chances.chain import Chain

STEP = Rule("test/step", "Step", cites="Tests")
COIN = DicePool(1, 2)


def toss(state: int, dice: Dice) -> int:
    """Go one up or one down."""
    return state + (1 if dice.roll(STEP, COIN).total == 2 else -1)


def climb(state: int, dice: Dice) -> int:
    """Go up by one roll, but never past 6."""
    return min(6, state + dice.roll(STEP, D6).total)


WALK = Chain(toss, lambda state: state in {0, 3}, lambda state: "up" if state else "down")
CLIMB = Chain(climb, lambda state: state >= 6, lambda state: state)


def test_played() -> None:
    """It goes on until it is over."""
    assert WALK.play(1, SuppliedDice([2, 1, 1, 1], (), WhenExhausted.ASK)) == 0


def test_bounded_odds() -> None:
    """A chain of a bounded number of steps is enumerated to its end."""
    assert CLIMB.odds(0).chances == {6: Fraction(1)}


def test_odds_from_a_first_state_of_chance() -> None:
    """The chances of the first states and those of the steps after them are multiplied."""
    once = Chain(toss, lambda state: state not in {0, 10}, lambda state: state)
    first = Distribution({0: Fraction(1, 4), 10: Fraction(1, 2), 20: Fraction(1, 8)}, Fraction(1, 8))
    odds = once.odds_from(first)
    assert odds.chances == {
        20: Fraction(1, 8),
        -1: Fraction(1, 8),
        1: Fraction(1, 8),
        9: Fraction(1, 4),
        11: Fraction(1, 4),
    }
    assert odds.residual == Fraction(1, 8)


def test_endless_odds() -> None:
    """A chain that may go on for ever ends with exact chances: a fair walk from 1 of 3 goes up once in three."""
    assert WALK.endless_odds(1).chances == {"up": Fraction(1, 3), "down": Fraction(2, 3)}


def test_paths_of_all_steps_together() -> None:
    """A chain may be given a number of paths that all its steps together must not exceed."""
    assert CLIMB.odds(0, 96).chances == {6: Fraction(1)}  # a die from 0; then from 1 to 5, from 2 to 5, ... from 5
    with pytest.raises(OddsTooLarge):
        CLIMB.odds(0, 95)
