"""Tallies add up in any order, and say after each round what was so in all fights."""

import json
from fractions import Fraction
from functools import reduce
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.forecasts.counting.tally import Kind, RaceRound, Tally, Weight, kind_of, measures_of
from service.rules.kernel.verdict import Fate, FigureFate, SkirmishVerdict, sides_of

SIDES = ("red", "blue")


def verdict(rounds: int, red: int, blue: int, *, is_over: bool = True) -> SkirmishVerdict:
    """Return the verdict on a duel, with what is left of both figures; a figure with nothing left is down."""
    figures = tuple(
        FigureFate(
            id=f"{side}-1",
            side=side,
            fate=Fate.STANDING if left else Fate.DOWN,
            standing=int(left > 0),
            lost=int(left == 0),
            left=left,
        )
        for side, left in zip(SIDES, (red, blue), strict=True)
    )
    standing = [figure.side for figure in figures if figure.standing]
    return SkirmishVerdict(
        winner=standing[0] if len(standing) == 1 else None,
        draw=not standing,
        undecided=not is_over,
        rounds=rounds,
        sides=sides_of(figures),
        figures=figures,
    )


def uncounted(rounds: int) -> SkirmishVerdict:
    """Return the verdict on a lone figure of which nobody counts what is left."""
    figure = FigureFate(id="it", side="red", fate=Fate.STANDING, standing=1, lost=0, left=None)
    sides = sides_of((figure,))
    return SkirmishVerdict(winner="red", draw=False, undecided=False, rounds=rounds, sides=sides, figures=(figure,))


def story(*lines: tuple[int, int], weight: Weight = 1, index: int | None = None) -> Tally:
    """Tally one fight by what is left of both figures at the start and after each round."""
    tally = Tally()
    for number, (red, blue) in enumerate(lines[:-1]):
        tally.go_on(number, measures_of(verdict(number, red, blue, is_over=False).figures), weight)
    tally.add(verdict(len(lines) - 1, *lines[-1], is_over=0 in lines[-1]), weight, index)
    return tally


RED_WINS = story((5, 5), (4, 2), (4, 0), index=7)
BLUE_WINS = story((5, 5), (0, 3), index=3)
DRAW = story((5, 5), (0, 0), index=5)
GOES_ON = story((5, 5), (5, 4), (4, 4), (4, 3), index=1)

STORIES = st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4)), min_size=1, max_size=4).map(lambda x: story(*x))
WEIGHTS = st.one_of(st.integers(1, 9), st.fractions(0, 1), st.floats(0, 1))


def test_one_fight() -> None:
    """A fight is counted by its ending, its survivors, its fates, and what is left of each figure."""
    assert RED_WINS.fights == 1
    assert RED_WINS.endings == {(Kind.WON, "red", 2): 1}
    assert RED_WINS.firsts == {(Kind.WON, "red", 2): 7}
    assert RED_WINS.survivors == {(Kind.WON, "red", "red", 1): 1, (Kind.WON, "red", "blue", 0): 1}
    assert RED_WINS.fates == {("red-1", Fate.STANDING): 1, ("blue-1", Fate.DOWN): 1}
    assert RED_WINS.left == {("red-1", 4): 1, ("blue-1", 0): 1}


@pytest.mark.parametrize(
    ("how", "kind"),
    [
        (verdict(2, 1, 0), Kind.WON),
        (verdict(2, 0, 0), Kind.DRAW),
        (verdict(2, 1, 1, is_over=False), Kind.UNDECIDED),
    ],
)
def test_kinds(how: SkirmishVerdict, kind: Kind) -> None:
    """A fight is won, a draw or undecided by its verdict."""
    assert kind_of(how) is kind


def test_a_stalemate_is_told_apart_and_counts_from_where_nothing_changed() -> None:
    """A stalemate is not undecided, and its last numbers are those after the round from which nothing changed."""
    tally = Tally()
    tally.go_on(0, measures_of(verdict(0, 5, 5, is_over=False).figures))
    tally.add(verdict(4, 3, 3, is_over=False), settled=1)
    assert tally.endings == {(Kind.STALEMATE, None, 4): 1}
    assert tally.race() == (
        RaceRound(0, 0, {"red": 1, "blue": 1}, {"red": 5, "blue": 5}),
        RaceRound(1, 0, {"red": 1, "blue": 1}, {"red": 3, "blue": 3}),
    )


def test_the_lowest_index_of_an_ending_is_kept() -> None:
    """Of fights that ended alike, the one with the lowest index is the example, in whatever order they are added."""
    one, other = story((5, 5), (4, 0), index=9), story((5, 5), (2, 0), index=4)
    assert one.merged(other).firsts == other.merged(one).firsts == {(Kind.WON, "red", 1): 4}
    one.add(verdict(1, 3, 0), index=2)
    one.add(verdict(1, 3, 0), index=6)
    assert one.firsts == {(Kind.WON, "red", 1): 2}


def test_the_race() -> None:
    """After each round, fights that are over count with their last numbers, and undecided ones are never decided."""
    both = reduce(Tally.merged, (RED_WINS, BLUE_WINS, DRAW, GOES_ON))
    assert both.race() == (
        RaceRound(0, 0, {"red": 4, "blue": 4}, {"red": 20, "blue": 20}),
        RaceRound(1, 2, {"red": 2, "blue": 3}, {"red": 9, "blue": 9}),
        RaceRound(2, 3, {"red": 2, "blue": 2}, {"red": 8, "blue": 7}),
        RaceRound(3, 3, {"red": 2, "blue": 2}, {"red": 8, "blue": 6}),
    )


def test_a_race_without_fights() -> None:
    """Without fights there is no race."""
    assert Tally().race() == ()


def test_what_nobody_counts_is_not_left() -> None:
    """A side whose figures count nothing has no sum of what is left, and its figures have none either."""
    tally = Tally()
    tally.add(uncounted(1), 3)
    assert tally.left == {}
    assert tally.race() == (RaceRound(1, 3, {"red": 3}, {}),)


def test_weights_by_winner() -> None:
    """The weight of an ending is summed over its numbers of rounds."""
    tally = RED_WINS.merged(story((5, 5), (4, 0), weight=2)).merged(BLUE_WINS).merged(DRAW)
    assert tally.weight_of(Kind.WON, "red") == 3
    assert tally.weight_of(Kind.WON, "blue") == 1
    assert tally.weight_of(Kind.DRAW) == 1
    assert tally.weight_of(Kind.UNDECIDED) == 0


def test_order_does_not_matter() -> None:
    """Tallies merge to the same one in every order, and to the one that all fights were added to."""
    told = [reduce(Tally.merged, order).to_data() for order in permutations((RED_WINS, BLUE_WINS, DRAW, GOES_ON))]
    assert all(each == told[0] for each in told)


def test_merging_leaves_both_as_they_were() -> None:
    """A merged tally is a new one."""
    one, other = story((5, 5), (4, 0), index=1), story((5, 5), (4, 0), index=0)
    before = one.to_data(), other.to_data()
    one.merged(other).add(verdict(1, 4, 0), index=0)
    assert (one.to_data(), other.to_data()) == before


@given(STORIES, STORIES, STORIES)
def test_merging_is_associative(one: Tally, two: Tally, three: Tally) -> None:
    """How tallies are grouped does not matter, and an empty one adds nothing."""
    assert one.merged(two).merged(three) == one.merged(two.merged(three))
    assert one.merged(Tally()) == Tally().merged(one) == one


@given(st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4)), min_size=1, max_size=4), WEIGHTS, st.integers(0, 9))
def test_json_and_back(lines: list[tuple[int, int]], weight: Weight, index: int) -> None:
    """A tally survives being written as JSON, whatever its weights are."""
    tally = story(*lines, weight=weight, index=index)
    back = Tally.of_data(json.loads(json.dumps(tally.to_data())))
    assert back == tally
    assert type(back.fights) is type(tally.fights)


def test_fractions_add_up_exactly() -> None:
    """Chances are added as fractions: thirds make a whole."""
    third = story((5, 5), (4, 0), weight=Fraction(1, 3))
    assert third.merged(third).merged(third).fights == 1


def test_equal_tallies_are_written_alike() -> None:
    """Whatever was added first, equal tallies are the same JSON."""
    assert json.dumps(RED_WINS.merged(DRAW).to_data()) == json.dumps(DRAW.merged(RED_WINS).to_data())
