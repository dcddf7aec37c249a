"""Forecasts are enumerated or sampled, say which and how sure they are, and are the same whenever asked for."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import count
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.dice.seeded import SeededDice
from service.forecasts.counting.stopping import FIRST_LOOK, Stopped
from service.forecasts.counting.tally import Kind, Tally
from service.forecasts.enumerated.enumeration import enumerate_fight
from service.forecasts.enumerated.states import Clock
from service.forecasts.forecast import USUAL_SEED, Choice, Options, forecast
from service.forecasts.reading import Forecast, Given, MethodKind, quantile, spread_of
from service.rules.kernel.verdict import Fate
from tests.forecasts.toys import Toy

DUEL = Toy(red=3, blue=2, sides=6, armour=3, most_rounds=20)
ENOUGH = 1_000_000


def stopped_clock() -> float:
    """Return the same time always."""
    return 0.0


def of(toy: Toy, **options: Any) -> Forecast:
    """Forecast a duel with time standing still."""
    return forecast(toy.fight(), Options(**options), stopped_clock)


def test_what_is_quick_is_enumerated() -> None:
    """A duel of few states is worked out in full, with fractions whose bounds are the chances themselves."""
    told = of(DUEL)
    assert told.method.kind is MethodKind.EXACT
    assert told.method.stopped is Stopped.COMPLETE
    assert told.method.unresolved == 0
    assert told.method.fights is None
    assert told.tally == enumerate_fight(DUEL.fight(), ENOUGH).tally
    chances = [told.wins("red"), told.wins("blue"), told.ends(Kind.UNDECIDED)]
    assert all(isinstance(each.value, Fraction) and each.low == each.value == each.high for each in chances)
    assert sum(each.value for each in chances) == 1


def test_what_is_asked_for_is_sampled() -> None:
    """If fights are to be sampled, so many are played that no interval is wider than was asked for, and no more."""
    told = of(DUEL, method=Choice.SAMPLED, half_width=0.05)
    method = told.method
    assert method.kind is MethodKind.SAMPLED
    assert method.stopped is Stopped.HALF_WIDTH
    assert method.fights == told.tally.fights == FIRST_LOOK << ((method.looks or 0) - 1) > FIRST_LOOK
    assert (method.seed, method.level) == (USUAL_SEED, 0.95)
    widths = [each.high - each.low for each in (told.wins("red"), told.wins("blue"), told.ends(Kind.DRAW))]
    assert max(widths) <= 0.1
    fewer = of(DUEL, method=Choice.SAMPLED, max_fights=method.fights // 2)
    assert max(each.high - each.low for each in (fewer.wins("red"), fewer.wins("blue"))) > 0.1


def test_fights_are_limited() -> None:
    """No more fights are played than were asked for, however wide the intervals are."""
    told = of(DUEL, method=Choice.SAMPLED, half_width=0.001, max_fights=100)
    assert told.method.stopped is Stopped.MAX_FIGHTS
    assert told.method.fights == 100
    assert told.method.looks == 2


def test_time_is_limited() -> None:
    """When the time is up, what was played until then is told, and that the time was up.

    The clock is read after each slow fight, and after 16 quick ones; with these, readings take up all of the time.
    """
    for tick, seconds, fights in ((1.0, 6.0, 3), (0.001, 0.03, 176)):
        ticks: Iterator[float] = count(step=tick)
        options = Options(method=Choice.SAMPLED, half_width=0.001, max_seconds=seconds)
        told = forecast(DUEL.fight(), options, ticks.__next__)
        assert (told.method.stopped, told.method.fights) == (Stopped.MAX_SECONDS, fights)


def late_after(readings: int) -> Clock:
    """Return a clock whose time for steps is up after so many readings, and whose time to follow them never is."""
    seconds: Iterator[int] = count()
    return Clock(lambda: float(next(seconds)), readings, ENOUGH)


def test_enumeration_is_limited_in_time() -> None:
    """When the time is up, the odds are bounded by what is known by then; without a limit no clock is looked at."""
    whole = enumerate_fight(DUEL.fight(), ENOUGH)
    known = 0.0
    for readings in (2, 20, 200, 2_000):
        part = enumerate_fight(DUEL.fight(), ENOUGH, late_after(readings))
        assert part.tally.fights + part.unresolved == 1
        assert part.tally.fights >= known
        known = float(part.tally.fights)
        for ending, weight in part.tally.endings.items():
            assert weight <= whole.tally.endings[ending]
        assert part.was_late is (part.unresolved > 0)
    assert known == 1
    assert whole.tally == enumerate_fight(DUEL.fight(), ENOUGH, Clock(pytest.fail)).tally


def test_what_is_known_may_be_followed_in_part() -> None:
    """When even the time to follow known steps is up, later rounds stay unresolved."""
    seconds: Iterator[int] = count()
    clock = Clock(lambda: float(next(seconds)), ENOUGH, 0.5)
    part = enumerate_fight(DUEL.fight(), ENOUGH, clock)
    assert part.was_late
    assert part.unresolved == 1


def test_a_forecast_is_exact_for_as_long_as_there_is_time() -> None:
    """Asked for exact odds, the answer is bounded when the time is up, and says why; no fights take their place."""
    seconds: Iterator[int] = count()
    options = Options(method=Choice.EXACT, max_seconds=40.0)
    told = forecast(DUEL.fight(), options, lambda: float(next(seconds)))
    assert (told.method.kind, told.method.stopped) == (MethodKind.BOUNDED, Stopped.MAX_SECONDS)
    assert 0 < float(told.method.unresolved or 0) <= 1
    patient = forecast(DUEL.fight(), Options(method=Choice.EXACT, max_seconds=None), lambda: float(next(seconds)))
    assert (patient.method.kind, patient.method.stopped) == (MethodKind.EXACT, Stopped.COMPLETE)


@pytest.mark.parametrize("method", list(Choice))
def test_the_same_request_has_the_same_answer(method: Choice) -> None:
    """Equal options give equal forecasts, and another seed plays other fights."""
    assert of(DUEL, method=method) == of(DUEL, method=method)
    assert of(DUEL, method=method).played != of(DUEL, method=method, seed="sha512ctr1:other").played


def test_too_few_paths_leave_bounds() -> None:
    """What was asked to be enumerated with too few paths says what is unresolved, and its bounds hold the chance."""
    whole = of(DUEL, method=Choice.EXACT)
    part = of(DUEL, method=Choice.EXACT, max_paths=60)
    assert part.method.kind is MethodKind.BOUNDED
    assert part.method.stopped is Stopped.MAX_PATHS
    assert 0 < (part.method.unresolved or 0) < 1
    for side in ("red", "blue"):
        assert part.wins(side).low <= whole.wins(side).value <= part.wins(side).high
        truth = dict(whole.survivors(side, Given.WINS))
        for standing, chance in part.survivors(side, Given.WINS):
            assert chance.low <= truth[standing].value <= chance.high
    assert part.race()[0].standing == {"red": 1.0, "blue": 1.0}


def test_nothing_known() -> None:
    """Without any path, every chance lies between 0 and 1, and there is nothing to take a mean of."""
    told = of(DUEL, method=Choice.EXACT, max_paths=0)
    assert (told.wins("red").low, told.wins("red").high) == (0, 1)
    assert told.rounds_spread() is None
    assert told.survivors("red", Given.WINS) == []
    among_none = of(DUEL).chance(0, among=0)
    assert (among_none.low, among_none.high) == (0, 1)
    assert told.race() == []
    assert told.typical() is not None


def test_many_states_are_sampled() -> None:
    """A duel that goes through many states is not enumerated unless that is asked for."""
    assert of(Toy(red=60, blue=60, armour=1, most_rounds=200)).method.kind is MethodKind.SAMPLED


def test_what_leaves_much_open_is_sampled(monkeypatch: pytest.MonkeyPatch) -> None:
    """If a try with few paths leaves more open than sampling would, fights are sampled."""
    monkeypatch.setattr("service.forecasts.forecast.TRIED_PATHS", 60)
    assert of(DUEL).method.kind is MethodKind.SAMPLED
    assert of(DUEL, half_width=0.49).method.kind is MethodKind.BOUNDED


def test_sampled_chances_hold_the_exact_ones() -> None:
    """At a level of 99.99 %, the intervals of a sample hold what enumerating gives."""
    whole, sample = of(DUEL), of(DUEL, method=Choice.SAMPLED, level=0.9999, half_width=0.03)
    for side in ("red", "blue"):
        assert sample.wins(side).low <= whole.wins(side).value <= sample.wins(side).high
        assert sample.survives(side).low <= whole.survives(side).value <= sample.survives(side).high
        given_win = dict(sample.survivors(side, Given.WINS))
        assert given_win[1].value == 1
        assert given_win[1].low < 1
    assert sum(each.value for _, each in sample.rounds()) == 1


def test_readings_of_a_duel_worked_by_hand() -> None:
    """Both have one point and strike at once on an even die: each round ends it with 3/4, and a draw is 1/3 of that."""
    told = of(Toy(red=1, blue=1, armour=2, at_once=True, most_rounds=2))
    assert [told.wins("red").value, told.wins("blue").value] == [Fraction(5, 16)] * 2
    assert told.ends(Kind.DRAW).value == Fraction(5, 16)
    assert told.ends(Kind.UNDECIDED).value == Fraction(1, 16)
    assert told.ends(Kind.STALEMATE).value == 0
    assert [(rounds, each.value) for rounds, each in told.rounds()] == [(1, Fraction(3, 4)), (2, Fraction(1, 4))]
    spread = told.rounds_spread()
    assert spread is not None
    assert spread.mean == 1.25
    assert spread.quantiles == {"p5": 1, "p50": 1, "p95": 2}
    assert told.survives("red").value == Fraction(6, 16)
    assert told.fates("red") == {Fate.STANDING: told.survives("red"), Fate.DOWN: told.chance(Fraction(10, 16))}
    survivors = {given: [(n, each.value) for n, each in told.survivors("red", given)] for given in Given}
    assert survivors[Given.ANY] == [(0, Fraction(10, 16)), (1, Fraction(6, 16))]
    assert survivors[Given.WINS] == [(1, 1)]
    assert survivors[Given.LOSES] == [(0, 1)]
    left = told.left("blue")
    assert left is not None
    assert left.mean == 6 / 16
    assert told.left("nobody") is None
    race = told.race()
    assert [(each.round, each.decided.value) for each in race] == [(0, 0), (1, Fraction(3, 4)), (2, Fraction(15, 16))]
    assert [each.standing["red"] for each in race] == [1, 0.5, 6 / 16]
    assert [each.left["blue"] for each in race] == [1, 0.5, 6 / 16]


@pytest.mark.parametrize("method", list(Choice))
def test_examples_can_be_watched(method: Choice) -> None:
    """Each example is a fight of the sample that ends as it says when played with its seed, the first of its kind."""
    told = of(DUEL, method=method)
    fight = DUEL.fight()
    ends = [fight.play(SeededDice(f"{USUAL_SEED}/{number}")) for number in range(int(told.played.fights))]
    verdicts = [fight.verdict(*end) for end in ends]
    examples = [told.typical(), told.longest(), told.upset()]
    for example in examples:
        assert example is not None
        same = [
            verdicts.index(each) for each in verdicts if (each.winner, each.rounds) == (example.winner, example.rounds)
        ]
        assert example.fight == same[0]
    typical, longest, upset = examples
    assert typical is not None
    assert longest is not None
    assert upset is not None
    assert longest.rounds == max(each.rounds for each in verdicts)
    winners = sorted(each.rounds for each in verdicts if each.winner == "red")
    assert typical.winner == "red"
    assert typical.rounds == winners[(len(winners) - 1) // 2]
    assert upset.winner == "blue"
    assert upset.fight == min(number for number, each in enumerate(verdicts) if each.winner == "blue")


def test_no_upset_without_a_second_winner() -> None:
    """If only one side ever wins there is no upset; if nobody does, the usual ending is typical."""
    certain = of(Toy(red=1, blue=1, armour=0))
    assert certain.upset() is None
    assert certain.typical() == certain.longest()
    endless = of(Toy(armour=4, most_rounds=5))
    typical = endless.typical()
    assert typical is not None
    assert (typical.fight, typical.winner, typical.rounds) == (0, None, 5)
    unplayed = Forecast(Tally(), endless.method, Tally(), (), ())
    assert unplayed.typical() is None
    assert unplayed.longest() is None


@given(st.lists(st.integers(-5, 30), min_size=1, max_size=30), st.fractions(0, 1).filter(bool))
def test_quantiles(numbers: list[int], share: Fraction) -> None:
    """A quantile is the least number below which, with itself, lies at least its share."""
    weights = sorted((number, numbers.count(number)) for number in set(numbers))
    found = quantile(weights, share)
    assert sum(number <= found for number in numbers) >= share * len(numbers)
    assert sum(number < found for number in numbers) < share * len(numbers)
    spread = spread_of(weights)
    assert spread is not None
    assert spread.mean == pytest.approx(sum(numbers) / len(numbers))
