"""Intervals have their known ends, and cover the truth as often as they say, where the stop rule looks at them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.forecasts.counting.intervals import Interval, deviations_of, wilson
from service.forecasts.counting.stopping import StopRule, widest_of
from service.forecasts.counting.tally import Ending, Kind, Tally, Weight
from tests.forecasts.covering import CHANCES, coverage, lean, won


@pytest.mark.parametrize(
    ("hits", "fights", "level", "low", "high"),
    [
        (81, 263, 0.95, 0.2553, 0.3662),
        (15, 148, 0.95, 0.0624, 0.1605),
        (0, 20, 0.95, 0.0, 0.1611),
        (1, 29, 0.95, 0.0018, 0.1718),
        (2, 29, 0.95, 0.0123, 0.2196),
        (3, 100, 0.95, 0.0082, 0.0845),
        (4, 100, 0.95, 0.0157, 0.0984),
        (97, 100, 0.95, 0.9155, 0.9918),
        (28, 29, 0.95, 0.8282, 0.9982),
        (29, 29, 0.95, 0.8830, 1.0),
        (50, 100, 0.99, 0.3753, 0.6247),
    ],
)
def test_known_intervals(hits: int, fights: int, level: float, low: float, high: float) -> None:
    """The first three are Newcombe's examples of 1998; one hit in 29 has its lower end at -ln 0.95 / 29.

    Three hits have that of a Poisson variable that reaches 3 with 5 %: 0.8177; four have Wilson's own.
    """
    interval = wilson(hits, fights, level)
    assert (round(interval.low, 4), round(interval.high, 4)) == (low, high)


def test_without_fights_nothing_is_known() -> None:
    """Before the first fight, any chance is possible."""
    assert wilson(0, 0, 0.95) == Interval(0.0, 1.0)
    assert wilson(0, 0, 0.95).half_width == 0.5


def test_deviations() -> None:
    """95 % of a normal variable lie within 1.96 standard deviations, and 99 % within 2.58."""
    assert round(deviations_of(0.95), 3) == 1.96
    assert round(deviations_of(0.99), 3) == 2.576


@given(st.integers(1, 5000), st.data(), st.floats(0.5, 0.999))
def test_an_interval_holds_the_share(fights: int, data: st.DataObject, level: float) -> None:
    """An interval is within 0 and 1, holds the share that was seen, and mirrors that of the misses."""
    hits = data.draw(st.integers(0, fights))
    interval, mirrored = wilson(hits, fights, level), wilson(fights - hits, fights, level)
    assert 0 <= interval.low <= hits / fights <= interval.high <= 1
    assert interval.low == pytest.approx(1 - mirrored.high, abs=1e-12)


@pytest.mark.parametrize(
    ("max_fights", "looks"),
    [(1, [1]), (64, [64]), (65, [64, 65]), (1000, [64, 128, 256, 512, 1000]), (256, [64, 128, 256])],
)
def test_looks(max_fights: int, looks: list[int]) -> None:
    """It is looked at 64 fights, at each doubling, and at the most fights that were asked for."""
    assert list(StopRule(0.1, 0.95, max_fights).looks()) == looks


def test_the_widest_interval_decides() -> None:
    """A side that wins half its fights is known worst; draws and fights without end count, too."""
    assert widest_of(won(50, 100), 0.95) == wilson(50, 100, 0.95).half_width
    ends: dict[Ending, Weight] = {
        (Kind.UNDECIDED, None, 9): 30,
        (Kind.STALEMATE, None, 9): 20,
        (Kind.DRAW, None, 2): 30,
        (Kind.WON, "red", 2): 20,
    }
    assert widest_of(Tally(100, ends), 0.95) == wilson(50, 100, 0.95).half_width
    ends |= {(Kind.UNDECIDED, None, 9): 10, (Kind.DRAW, None, 2): 50}
    assert widest_of(Tally(100, ends), 0.95) == wilson(50, 100, 0.95).half_width


def test_it_stops_at_the_first_look_that_is_narrow_enough() -> None:
    """A tenth to both sides takes 128 fights of an even match, and 64 of a foregone one."""
    rule = StopRule(0.1, 0.95, 10_000)
    assert not rule.is_met(won(32, 64))
    assert rule.is_met(won(64, 128))
    assert rule.is_met(won(64, 64))


@pytest.mark.parametrize("chance", CHANCES)
def test_coverage(chance: float) -> None:
    """95 % intervals have the true chance in them about as often, however rare the outcome is."""
    assert coverage(chance, StopRule(0.05, 0.95, 2048), range(400)) >= 0.935


@pytest.mark.parametrize("half_width", [0.1, 0.05])
@pytest.mark.parametrize("chance", [0.03, 0.1, 0.2, 0.3, 0.4])
def test_estimates_lean_as_little_as_is_said(chance: float, half_width: float) -> None:
    """Where fights stop at a half width, estimates lean to the nearer of 0 and 1 by less than a fifth of it."""
    rule = StopRule(half_width, 0.95, 1024)
    assert -half_width / 5 < lean(chance, rule) < 1e-6
    assert lean(1 - chance, rule) == pytest.approx(-lean(chance, rule), abs=1e-9)


def test_all_fights_do_not_lean() -> None:
    """Where all fights are played, whatever they show, the estimate is right on average."""
    assert lean(0.1, StopRule(0.0, 0.95, 128)) == pytest.approx(0, abs=1e-9)
