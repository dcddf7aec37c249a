"""Contests: two numbers rolled against each other once, or again and again until one side alone succeeds."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Annotated, Final

from pydantic import Field

from service.dice.exact import Distribution
from service.dice.model import THREE_D6, Dice
from service.dice.transcript import Tally
from service.rules.kernel.chain import Chain
from service.rules.kernel.figure import Name
from service.rules.kernel.tally import spoken, tally
from service.rules.roll_under.rolls import Contestant, expected_of, roll_contest, succeeds, success_bands
from service.rules.tactical.book import movement_rules
from service.rules.tactical.book.options import TacticalRulings
from service.rules.tactical.book.words import TacticalContestKind
from service.rules.tactical.close.numbers import own_terms
from service.rules.tactical.figures.models import TacticalModifier
from service.wire import WHOLE, Frozen, record

MOST_ROUNDS: Final = 20
LEAST_NUMBER: Final = 3
RULES: Final = {
    TacticalContestKind.QUICK: movement_rules.CORE_QUICK_CONTEST,
    TacticalContestKind.REGULAR: movement_rules.CORE_REGULAR_CONTEST,
}
ContestNumber = Annotated[int, Field(ge=-100, le=1000), WHOLE]


class TacticalContestWinner(StrEnum):
    """Who wins a contest: the first side, the second, or neither."""

    FIRST = "first"
    SECOND = "second"
    TIE = "tie"


FIRST, SECOND, TIE = TacticalContestWinner


class TacticalContestSide(Frozen):
    """One side of a contest."""

    name: Name | None = Field(default=None, description="What players call it; null: its place in the request.")
    number: ContestNumber = Field(description="What it rolls against, before modifiers.")
    modifiers: Annotated[tuple[TacticalModifier, ...], Field(max_length=20)] = Field(
        default=(), description="What is added to the number."
    )


class TacticalContest(Frozen):
    """A contest of any two numbers."""

    kind: TacticalContestKind = Field(
        default=TacticalContestKind.QUICK, description="One pair of rolls, or as many as it takes."
    )
    first: TacticalContestSide = Field(description="The side that rolls first.")
    second: TacticalContestSide = Field(description="The side that rolls second.")


@record
class TacticalContestRound:
    """Two rolls against each other; a margin is the number less the roll."""

    first_roll: Annotated[int, Field(description="The first side's 3d.")]
    first_margin: Annotated[int, Field(description="Its margin; negative if it failed.")]
    second_roll: Annotated[int, Field(description="The second side's 3d.")]
    second_margin: Annotated[int, Field(description="Its margin; negative if it failed.")]


@record
class TacticalContestReport:
    """A contest as it went."""

    kind: Annotated[TacticalContestKind, Field(description="Quick or Regular.")]
    first: Annotated[str, Field(description="Who rolled first.")]
    first_number: Annotated[Tally, Field(description="The number it rolled against.")]
    second: Annotated[str, Field(description="Who rolled second.")]
    second_number: Annotated[Tally, Field(description="The number it rolled against.")]
    rounds: Annotated[tuple[TacticalContestRound, ...], Field(description="The pairs of rolls, in order.")]
    winner: Annotated[TacticalContestWinner, Field(description="Who won.")]
    margin: Annotated[
        int, Field(description="The first side's last margin less the second's; it decides a Quick Contest only.")
    ]


@record
class TacticalContestVerdict:
    """Who won a contest, by how much, and after how many rounds."""

    winner: Annotated[TacticalContestWinner, Field(description="Who won.")]
    margin: Annotated[int | None, Field(description="Margin of victory of a Quick Contest; null for a Regular one.")]
    rounds: Annotated[int, Field(description="Pairs of rolls it took.")]


@record
class TacticalContestOutcome:
    """What came of a contest."""

    summary: Annotated[str, Field(description="What happened, in a sentence.")]
    verdict: TacticalContestVerdict
    contest: TacticalContestReport


def resolve_contest(input: TacticalContest, rulings: TacticalRulings, dice: Dice) -> TacticalContestOutcome:
    """Roll a Quick Contest or a Regular one of any two numbers.

    In a Quick Contest the larger margin wins, by the difference; in a Regular one whoever succeeds alone, or nobody
    after 20 rounds. A number below 3 is rolled against like any other, with a warning.

    Dice: 3D6 first, 3D6 second; in a Regular Contest again until exactly one succeeds.
    Source: the base game.
    """
    first, second = contestants_of(input)
    for each in (first, second):
        if each.number.total < LEAST_NUMBER:
            dice.warn(f"{each.name} rolls against {each.number.total}, which is below 3.")
    contest = quick_contest if input.kind is TacticalContestKind.QUICK else regular_contest
    report = contest(first, second, dice)
    return TacticalContestOutcome(summary=_summary(report), verdict=contest_verdict(report), contest=report)


def contest_odds(input: TacticalContest, rulings: TacticalRulings) -> Distribution[TacticalContestVerdict]:
    """Return the exact chances of each verdict of a contest."""
    first, second = contestants_of(input)
    if input.kind is TacticalContestKind.QUICK:
        return Distribution.of(lambda dice: contest_verdict(quick_contest(first, second, dice)))
    return struggle_of(first, second).odds(Struggle())


def contestants_of(input: TacticalContest) -> tuple[Contestant, Contestant]:
    """Return both sides of a contest."""
    first, second = input.first, input.second
    names = first.name or "The first", second.name or "The second"
    one, other = [tally(each.number, own_terms(each.modifiers)) for each in (first, second)]
    rule = RULES[input.kind]
    return Contestant(rule, names[0], names[0], one), Contestant(rule, names[1], names[1], other)


# Contests of any two


def quick_contest(first: Contestant, second: Contestant, dice: Dice) -> TacticalContestReport:
    """Roll a Quick Contest; of equal margins neither wins.

    Dice: 3D6 first, 3D6 second.
    """
    rolled = roll_contest(first, second, dice)
    winner = TIE if rolled.margin == 0 else FIRST if rolled.margin > 0 else SECOND
    played = _round_of(first, second, rolled.first_roll, rolled.second_roll)
    return _report(TacticalContestKind.QUICK, first, second, (played,), winner)


@dataclass(frozen=True, slots=True)
class Struggle:
    """A Regular Contest under way: how many rounds it has had, and who has won; a tie while nobody has.

    `rounds` are answered, but never compared.
    """

    many: int = 0
    winner: TacticalContestWinner = TIE
    rounds: tuple[TacticalContestRound, ...] = field(default=(), compare=False)


def regular_contest(first: Contestant, second: Contestant, dice: Dice) -> TacticalContestReport:
    """Roll a Regular Contest, for 20 rounds at most.

    Dice: for each round 3D6 first, 3D6 second, until exactly one side succeeds.
    """
    ended = struggle_of(first, second).play(Struggle(), dice)
    return _report(TacticalContestKind.REGULAR, first, second, ended.rounds, ended.winner)


def struggle_of(first: Contestant, second: Contestant) -> Chain[Struggle, TacticalContestVerdict]:
    """Return the rounds of a Regular Contest, one after another."""

    def advance(struggle: Struggle, dice: Dice) -> Struggle:
        dice.expect(lambda: [expected_of(first, second.name), expected_of(second, first.name)])
        one, other = _attempt(first, dice), _attempt(second, dice)
        mine, theirs = succeeds(first.number.total, one), succeeds(second.number.total, other)
        winner = TIE if mine == theirs else FIRST if mine else SECOND
        return Struggle(struggle.many + 1, winner, (*struggle.rounds, _round_of(first, second, one, other)))

    return Chain(
        advance,
        lambda struggle: struggle.winner is not TIE or struggle.many == MOST_ROUNDS,
        lambda struggle: TacticalContestVerdict(winner=struggle.winner, margin=None, rounds=struggle.many),
    )


def _attempt(side: Contestant, dice: Dice) -> int:
    """Roll one side of a round, and return its roll.

    Dice: 3D6; only success depends on it.
    """
    number = side.number.total
    roll = dice.roll(side.rule, THREE_D6, actor=side.actor, target=side.number, bands=success_bands(number))
    outcome = "success" if succeeds(number, roll.total) else "failure"
    text = f"{side.name} rolled {roll.total} against {spoken(side.number)}: {outcome}."
    roll.tell(text, margin=number - roll.total, cites=side.cites)
    return roll.total


def _round_of(first: Contestant, second: Contestant, one: int, other: int) -> TacticalContestRound:
    return TacticalContestRound(
        first_roll=one,
        first_margin=first.number.total - one,
        second_roll=other,
        second_margin=second.number.total - other,
    )


def _report(
    kind: TacticalContestKind,
    first: Contestant,
    second: Contestant,
    rounds: tuple[TacticalContestRound, ...],
    winner: TacticalContestWinner,
) -> TacticalContestReport:
    last = rounds[-1]
    return TacticalContestReport(
        kind=kind,
        first=first.actor,
        first_number=first.number,
        second=second.actor,
        second_number=second.number,
        rounds=rounds,
        winner=winner,
        margin=last.first_margin - last.second_margin,
    )


def contest_verdict(report: TacticalContestReport) -> TacticalContestVerdict:
    """Return what players care about in a contest."""
    quick = report.kind is TacticalContestKind.QUICK
    return TacticalContestVerdict(
        winner=report.winner, margin=report.margin if quick else None, rounds=len(report.rounds)
    )


def _summary(report: TacticalContestReport) -> str:
    if report.winner is TIE:
        return f"{report.first} and {report.second} tied."
    names = (report.first, report.second) if report.winner is FIRST else (report.second, report.first)
    if report.kind is TacticalContestKind.QUICK:
        return f"{names[0]} beat {names[1]} by {abs(report.margin)}."
    rounds = len(report.rounds)
    return f"{names[0]} beat {names[1]} in {'one round' if rounds == 1 else f'{rounds} rounds'}."
