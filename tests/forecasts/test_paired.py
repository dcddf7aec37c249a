"""Paired differences are those of brute force, their intervals cover, and common dice need fewer fights."""

from fractions import Fraction
from itertools import product
from random import Random
from statistics import pvariance

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.forecasts.counting.paired import Pairs
from service.forecasts.counting.tally import Kind
from service.forecasts.deadlines import Deadline
from service.forecasts.outcomes import Outcomes, play_together
from tests.forecasts.brute import played_out
from tests.forecasts.toys import Toy

COUNTS = st.integers(0, 12)


def listed(pairs: Pairs) -> tuple[list[str | None], list[str | None]]:
    """The winners of fights that are counted so."""
    kinds: list[tuple[str | None, str | None, int]] = [
        ("red", "red", pairs.both),
        ("red", "blue", pairs.first_only),
        (None, "red", pairs.second_only),
        ("blue", None, pairs.neither),
    ]
    ways = [(one, other) for one, other, many in kinds for _ in range(many)]
    return [one for one, _ in ways], [other for _, other in ways]


@given(COUNTS, COUNTS, COUNTS, COUNTS)
def test_pairs_are_counted(both: int, first: int, second: int, neither: int) -> None:
    """Each pair of fights is in one of four counts; chances and their difference follow from these."""
    pairs = Pairs(both, first, second, neither)
    one, other = listed(pairs)
    assert Pairs.of("red", one, other) == pairs
    assert (pairs.first, pairs.second) == (one.count("red"), other.count("red"))
    assert pairs.fights == len(one)
    if one:
        assert pairs.difference == pytest.approx((pairs.second - pairs.first) / len(one))


def test_only_whole_pairs_count() -> None:
    """A fight that only one of both has played has no pair."""
    assert Pairs.of("red", ["red", "blue", "red"], ["red"]) == Pairs(1, 0, 0, 0)


@given(COUNTS, st.integers(0, 5), st.integers(0, 5), COUNTS)
def test_p_value_is_that_of_coins(both: int, first: int, second: int, neither: int) -> None:
    """It is the share of all rows of tosses that are as one-sided or more, to either side."""
    tosses = first + second
    rows = [abs(tosses - 2 * sum(row)) >= abs(first - second) for row in product((0, 1), repeat=tosses)]
    assert Pairs(both, first, second, neither).p_value == pytest.approx(sum(rows) / len(rows))


def test_known_p_values() -> None:
    """Ten against one by luck has 12 of 1,024 rows on each side, and many tosses do not overflow."""
    assert Pairs(0, 1, 10, 5).p_value == 2 * 12 / 2**11
    assert Pairs(0, 5_000, 5_000, 0).p_value == 1.0
    assert 0 < Pairs(0, 4_000, 4_300, 0).p_value < 0.002


@pytest.mark.parametrize(
    ("pairs", "low", "high"),
    [
        (Pairs(1, 7, 1, 12), -0.517, -0.026),
        (Pairs(0, 0, 0, 9), -0.299, 0.299),
        (Pairs(0, 0, 9, 0), 0.402, 1.0),
        (Pairs(0, 0, 0, 0), -1.0, 1.0),
    ],
)
def test_known_intervals(pairs: Pairs, low: float, high: float) -> None:
    """The first is in Fagerland, Lydersen and Laake (2014); of pairs that all agree, the ends are z² / (n + z²)."""
    interval = pairs.interval(0.95)
    assert (round(interval.low, 3), round(interval.high, 3)) == (low, high)


@given(COUNTS, COUNTS, COUNTS, COUNTS, st.floats(0.5, 0.999))
def test_an_interval_holds_the_difference(both: int, first: int, second: int, neither: int, level: float) -> None:
    """An interval is within -1 and 1, holds the difference that was counted, and turns round with the bodies."""
    pairs, turned = Pairs(both, first, second, neither), Pairs(both, second, first, neither)
    interval, mirrored = pairs.interval(level), turned.interval(level)
    assert -1 <= interval.low <= pairs.difference + 1e-9
    assert pairs.difference - 1e-9 <= interval.high <= 1
    assert interval.low == pytest.approx(-mirrored.high)


@pytest.mark.parametrize(
    "chances", [(0.4, 0.03, 0.06, 0.51), (0.9, 0.0, 0.02, 0.08), (0.5, 0.0, 0.1, 0.4), (0.25, 0.25, 0.25, 0.25)]
)
def test_coverage(chances: tuple[float, ...]) -> None:
    """95 % intervals of 100 pairs have the true difference in them about as often."""
    random = Random(f"{chances}")
    true = chances[2] - chances[1]
    covered = 0
    for _ in range(1_000):
        drawn = random.choices(range(4), chances, k=100)
        interval = Pairs(*[drawn.count(each) for each in range(4)]).interval(0.95)
        covered += interval.low <= true <= interval.high
    assert covered >= 935


@given(COUNTS, COUNTS, COUNTS, COUNTS)
def test_gain_is_a_ratio_of_variances(both: int, first: int, second: int, neither: int) -> None:
    """It is the variance of both shares, added up, over that of the differences of pairs."""
    pairs = Pairs(both, first, second, neither)
    one, other = [[int(each == "red") for each in winners] for winners in listed(pairs)]
    paired = pvariance([new - old for old, new in zip(one, other, strict=True)]) if one else 0
    if paired < 1e-12:
        assert pairs.gain is None or pairs.gain > 1e9
    else:
        assert pairs.gain == pytest.approx((pvariance(one) + pvariance(other)) / paired)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (Toy(), Toy(red=3)),
        (Toy(drawn=True, most_rounds=2), Toy(drawn=True, armour=1, most_rounds=2)),
        (Toy(at_once=True), Toy(at_once=True, blue=3)),
    ],
)
def test_differences_are_those_of_brute_force(one: Toy, other: Toy) -> None:
    """The true difference of tiny fights, of which every path was played, is in the interval of paired fights."""
    fights = [Outcomes(each.fight(), "sha256ctr1:pairs") for each in (one, other)]
    assert play_together(fights, 2_000, Deadline(600)) == 2_000
    pairs = Pairs.of("red", fights[0].winners, fights[1].winners)
    chances = [Fraction(played_out(each.fight()).weight_of(Kind.WON, "red")) for each in (one, other)]
    interval = pairs.interval(0.99)
    assert interval.low <= chances[1] - chances[0] <= interval.high


def test_common_dice_need_fewer_fights() -> None:
    """One hit point more changes few fights, if the dice are the same; two thirds as many know the difference."""
    one, other = [Outcomes(Toy(red=red, most_rounds=30).fight(), "sha256ctr1:pairs") for red in (6, 7)]
    play_together([one, other], 1_000, Deadline(600))
    gain = Pairs.of("red", one.winners, other.winners).gain
    assert gain is not None
    assert gain > 1.5
    strange = Outcomes(Toy(red=7, most_rounds=30).fight(), "sha256ctr1:others")
    strange.play(1_000)
    apart = Pairs.of("red", one.winners, strange.winners).gain
    assert apart is not None
    assert 0.8 < apart < 1.25
