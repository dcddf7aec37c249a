"""The search finds the smallest value that is enough, with few trials, and says if its assumption does not hold."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.forecasts.search import Search


@given(st.integers(-50, 50), st.integers(0, 200), st.integers(-60, 260))
def test_the_smallest_that_is_enough_is_found(lowest: int, width: int, enough: int) -> None:
    """Of chances that rise, the first that is high enough is found, after the ends and the logarithm of the range."""
    highest = lowest + width
    search = Search(0.5)
    search.run(lowest, highest, lambda value: 0.6 if value >= enough else 0.4)
    assert search.found == (None if enough > highest else max(lowest, enough))
    assert len(search.shares) <= 2 + width.bit_length()
    assert search.is_monotone


def test_both_ends_are_tried_whatever_they_are() -> None:
    """If the lowest value is enough, the highest is tried nevertheless, to see whether the chance falls."""
    search = Search(0.5)
    search.run(1, 9, lambda value: 1 - value / 10)
    assert (search.found, search.is_monotone, list(search.shares)) == (1, False, [1, 9])


def test_a_range_of_one_value() -> None:
    """One value is tried once."""
    for share, found in ((0.4, None), (0.5, 3)):
        search = Search(0.5)
        search.run(3, 3, {3: share}.__getitem__)
        assert (search.found, search.shares) == (found, {3: share})


def test_refused_values_are_not_enough() -> None:
    """A value between the ends that is refused is passed over, and does not make the chances fall."""
    search = Search(0.5)
    search.run(0, 8, lambda value: None if value == 4 else value / 10)
    assert (search.found, search.is_monotone) == (5, True)
    assert search.shares[4] is None


@pytest.mark.parametrize(("dip", "is_monotone"), [(0.65, True), (0.3, False)])
def test_chances_that_fall_are_seen(dip: float, is_monotone: bool) -> None:
    """A value in the middle whose chance is below that of a smaller one is told."""
    search = Search(0.6)
    search.run(0, 4, {0: 0.4, 1: 0.5, 2: dip, 3: 0.7, 4: 0.8}.__getitem__)
    assert search.is_monotone is is_monotone
