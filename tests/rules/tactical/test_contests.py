"""Contests of any two numbers, quick and regular, and their odds."""

from fractions import Fraction

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.rules.tactical.book.options import TacticalRulings
from service.rules.tactical.close.contest import (
    FIRST,
    MOST_ROUNDS,
    SECOND,
    TIE,
    TacticalContest,
    TacticalContestOutcome,
    contest_odds,
    resolve_contest,
)
from tests.rules.tactical.falls import falling, named, supplied, told

RULINGS = TacticalRulings()


def contest(
    first: int, second: int, kind: str = "quick", name: str | None = None, modifier: int = 0
) -> TacticalContest:
    """A contest of two numbers; the first side has the name, the second the modifier."""
    dark = [{"label": "Dark", "value": modifier}] if modifier else []
    document = {
        "kind": kind,
        "first": {"name": name, "number": first},
        "second": {"number": second, "modifiers": dark},
    }
    return TacticalContest.model_validate_json(orjson.dumps(document))


def resolved(input: TacticalContest, *faces: int) -> TacticalContestOutcome:
    """What comes of a contest with these dice."""
    with falling(*faces) as dice:
        return resolve_contest(input, RULINGS, dice)


@pytest.mark.parametrize(
    ("faces", "winner", "margin", "summary"),
    [
        ((2, 2, 3, 3, 3, 4), TIE, 0, "The first and The second tied."),
        ((2, 2, 2, 3, 3, 4), FIRST, 1, "The first beat The second by 1."),
        ((2, 2, 4, 3, 3, 4), SECOND, -1, "The second beat The first by 1."),
        ((6, 6, 6, 6, 6, 5), SECOND, -4, "The second beat The first by 4."),
    ],
)
def test_quick_contest(faces: tuple[int, ...], winner: str, margin: int, summary: str) -> None:
    """The larger margin wins by the difference, if both fail as well; equal margins tie."""
    outcome = resolved(contest(8, 11), *faces)
    assert (outcome.verdict.winner, outcome.verdict.margin, outcome.verdict.rounds) == (winner, margin, 1)
    assert outcome.summary == summary


def test_regular_contest() -> None:
    """Rounds go on while both succeed or both fail; whoever succeeds alone wins."""
    outcome = resolved(contest(10, 10, "regular"), *(3, 3, 3, 1, 1, 1), *(6, 6, 6, 5, 5, 5), *(4, 4, 4, 3, 3, 3))
    assert (outcome.verdict.winner, outcome.verdict.margin, outcome.verdict.rounds) == (SECOND, None, 3)
    assert outcome.summary == "The second beat The first in 3 rounds."
    assert [each.first_margin for each in outcome.contest.rounds] == [1, -8, -2]


def test_regular_contest_in_one_round() -> None:
    """A Regular Contest may be over at once."""
    outcome = resolved(contest(12, 9, "regular"), 3, 3, 3, 4, 4, 4)
    assert outcome.summary == "The first beat The second in one round."


def test_endless_contest() -> None:
    """After 20 rounds a Regular Contest is a tie."""
    outcome = resolved(contest(18, 18, "regular"), *(3, 3, 3, 3, 3, 3) * MOST_ROUNDS)
    assert (outcome.verdict.winner, outcome.verdict.rounds) == (TIE, 20)
    assert outcome.summary == "The first and The second tied."


def test_numbers_below_three() -> None:
    """A number below 3 is warned of and rolled against; 3 and 4 still succeed in a Regular Contest."""
    low = contest(10, 12, "regular", modifier=-10)
    dice = supplied(6, 6, 6, 1, 1, 2)
    outcome = resolve_contest(low, RULINGS, dice)
    assert outcome.verdict.winner is SECOND
    assert dice.warnings == ["The second rolls against 2, which is below 3."]
    assert "The second rolled 4 against 2 (12 - 10 Dark): success." in told(dice)


def test_names_and_rules() -> None:
    """Sentences use the names of the request, and steps name the kind of contest."""
    quick = supplied(3, 3, 3, 4, 4, 4)
    assert resolve_contest(contest(10, 10, name="Ash"), RULINGS, quick).summary == ("Ash beat The second by 3.")
    assert named(quick) == {"tactical/core/quick-contest"}
    regular = supplied(3, 3, 3, 4, 4, 4)
    resolve_contest(contest(10, 10, "regular"), RULINGS, regular)
    assert named(regular) == {"tactical/core/regular-contest"}


def test_odds_of_equals() -> None:
    """Equals tie as often in a Quick Contest as two rolls are equal, and else win alike."""
    odds = contest_odds(contest(10, 10), RULINGS)
    wins = {
        winner: sum(chance for each, chance in odds.chances.items() if each.winner is winner)
        for winner in (FIRST, SECOND)
    }
    assert wins[FIRST] == wins[SECOND]
    ties = sum(chance for each, chance in odds.chances.items() if each.winner is TIE)
    assert ties == sum(Fraction(many, 216) ** 2 for many in (1, 3, 6, 10, 15, 21, 25, 27) * 2)


@given(st.integers(-3, 25), st.integers(-3, 25), st.sampled_from(["quick", "regular"]))
def test_odds_add_up(first: int, second: int, kind: str) -> None:
    """The chances of all verdicts add up to one, and exchanging the sides exchanges them."""
    odds = contest_odds(contest(first, second, kind), RULINGS)
    assert sum(odds.chances.values()) == 1
    other = contest_odds(contest(second, first, kind), RULINGS)
    for mine, theirs in ((FIRST, SECOND), (TIE, TIE)):
        assert sum(chance for each, chance in odds.chances.items() if each.winner is mine) == sum(
            chance for each, chance in other.chances.items() if each.winner is theirs
        )
