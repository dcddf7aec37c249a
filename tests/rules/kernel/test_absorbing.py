"""Chains that end with certainty are solved exactly."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.dice.exact import Distribution
from service.errors import OddsTooLarge
from service.rules.kernel.chances.absorbing import MAX_STATES, absorbed

HALF = Fraction(1, 2)


def walk(state: int) -> Distribution[int]:
    """One step up or down, or none, a third each."""
    return Distribution({state - 1: Fraction(1, 3), state: Fraction(1, 3), state + 1: Fraction(1, 3)})


def test_over_from_the_start() -> None:
    """What is over before it begins ends where it stands."""
    assert absorbed(0, walk, lambda state: state == 0).chances == {0: Fraction(1)}


def test_staying_is_conditioned_away() -> None:
    """A state that is left with a chance of one in three for good and for bad ends in each by half."""
    chances = absorbed(1, walk, lambda state: state in {0, 2}).chances
    assert chances == {0: HALF, 2: HALF}


@given(st.integers(2, 12).flatmap(lambda goal: st.tuples(st.integers(1, goal - 1), st.just(goal))))
def test_fair_walk(walked: tuple[int, int]) -> None:
    """A fair walk, back and forth, reaches the far end as often as it starts near to it."""
    start, goal = walked
    chances = absorbed(start, walk, lambda state: state in {0, goal}).chances
    assert chances == {0: Fraction(goal - start, goal), goal: Fraction(start, goal)}


def test_round_trips() -> None:
    """Two states that lead to each other end all the same: 1 + 1/4 + 1/16 ... of a half here, the rest there."""
    rows = {
        "here": Distribution({"there": HALF, "won": HALF}),
        "there": Distribution({"here": HALF, "lost": HALF}),
    }
    chances = absorbed("here", rows.__getitem__, lambda state: state in {"won", "lost"}).chances
    assert chances == {"won": Fraction(2, 3), "lost": Fraction(1, 3)}


def test_never_ending() -> None:
    """A chain that may go on for ever has no odds."""
    with pytest.raises(OddsTooLarge, match="without end"):
        absorbed(0, lambda state: Distribution({1 - state: Fraction(1)}), lambda state: state > 1)


def test_too_many_states() -> None:
    """A chain with too many states is refused."""
    with pytest.raises(OddsTooLarge, match=str(MAX_STATES)):
        absorbed(0, lambda state: Distribution({state + 1: Fraction(1)}), lambda state: state < 0)
