"""Contests: two numbers rolled against each other once, or again and again until one side alone succeeds."""

from dataclasses import field
from enum import StrEnum
from typing import Annotated, Final

from pydantic import Field

from service.dice.exact import Distribution
from service.dice.model import THREE_D6, Dice
from service.dice.transcript import Tally
from service.rules.kernel.chances.chain import Chain
from service.rules.kernel.figures import Name
from service.rules.kernel.tally import spoken, tally
from service.rules.kernel.telling import sentence
from service.rules.roll_under import rolls
from service.rules.tactical.book import movement_rules
from service.rules.tactical.book.options import TacticalRulings
from service.rules.tactical.book.words import TacticalContestKind
from service.rules.tactical.close.numbers import own_terms
from service.rules.tactical.figures.models import TacticalModifier
from service.wire import WHOLE, Frozen, record, value_class

QUICK, REGULAR = TacticalContestKind
MOST_ROUNDS: Final = 20
LEAST_NUMBER: Final = 3
RULES: Final = {QUICK: movement_rules.CORE_QUICK_CONTEST, REGULAR: movement_rules.CORE_REGULAR_CONTEST}


class TacticalContestWinner(StrEnum):
    """Who wins a contest: the first side, the second, or neither."""

    FIRST = "first"
    SECOND = "second"
    TIE = "tie"


FIRST, SECOND, TIE = TacticalContestWinner


class TacticalContestSide(Frozen):
    """One side of a contest."""

    name: Name | None = Field(default=None, description="What players call it; null: its place in the request.")
    number: Annotated[int, Field(ge=-100, le=1000), WHOLE] = Field(
        description="What it rolls against, before modifiers."
    )
    modifiers: Annotated[tuple[TacticalModifier, ...], Field(max_length=20)] = Field(
        default=(), description="What is added to the number."
    )


class TacticalContest(Frozen):
    """A contest of any two numbers."""

    kind: TacticalContestKind = Field(default=QUICK, description="One pair of rolls, or pairs until one side wins.")
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
    """The result of a contest."""

    summary: Annotated[str, Field(description="What happened, in a sentence.")]
    verdict: TacticalContestVerdict
    contest: TacticalContestReport


@value_class
class Contested:
    """A contest under way: its verdict so far, and its rounds, which are answered, but never compared."""

    verdict: TacticalContestVerdict
    rounds: tuple[TacticalContestRound, ...] = field(default=(), compare=False)


UNBEGUN: Final = Contested(TacticalContestVerdict(winner=TIE, margin=None, rounds=0))


def resolve_contest(input: TacticalContest, rulings: TacticalRulings, dice: Dice) -> TacticalContestOutcome:
    """Roll a Quick Contest or a Regular one of any two numbers.

    In a Quick Contest the larger margin wins, by the difference; in a Regular one the only one who succeeds
    wins, or nobody after 20 rounds. A number below 3 is rolled against like any other, with a warning.

    Dice: 3D6 first, 3D6 second; in a Regular Contest again until exactly one succeeds.
    Source: the base game.
    """
    first, second = _sides(input)
    for each in (first, second):
        if each.number.total < LEAST_NUMBER:
            dice.warn(f"{each.name} rolls against {each.number.total}, which is below 3.")
    ended = rounds_of(input.kind, first, second).play(UNBEGUN, dice)
    report = _report(input.kind, first, second, ended)
    return TacticalContestOutcome(summary=_summary(report), verdict=ended.verdict, contest=report)


def contest_odds(input: TacticalContest, rulings: TacticalRulings) -> Distribution[TacticalContestVerdict]:
    """Return the exact chances of each verdict of a contest."""
    return rounds_of(input.kind, *_sides(input)).odds(UNBEGUN)


def _sides(input: TacticalContest) -> tuple[rolls.Contestant, rolls.Contestant]:
    rule, (first, second) = RULES[input.kind], (input.first, input.second)
    names = first.name or "The first", second.name or "The second"
    one, other = [tally(each.number, own_terms(each.modifiers)) for each in (first, second)]
    return rolls.Contestant(rule, names[0], names[0], one), rolls.Contestant(rule, names[1], names[1], other)


def contest(
    kind: TacticalContestKind, first: rolls.Contestant, second: rolls.Contestant, dice: Dice
) -> TacticalContestReport:
    """Roll a contest of any two.

    Dice: for each round 3D6 first, 3D6 second.
    """
    return _report(kind, first, second, rounds_of(kind, first, second).play(UNBEGUN, dice))


def rounds_of(
    kind: TacticalContestKind, first: rolls.Contestant, second: rolls.Contestant
) -> Chain[Contested, TacticalContestVerdict]:
    """Return the rounds of a contest: one that the margin decides, or up to 20 until one side alone succeeds."""
    quick = kind is QUICK
    most, numbers = 1 if quick else MOST_ROUNDS, (first.number.total, second.number.total)

    def advance(before: Contested, dice: Dice) -> Contested:
        if quick:
            one, _, other, _, lead = rolls.roll_contest(first, second, dice)
        else:
            dice.expect(lambda: [rolls.expected_of(first, second.name), rolls.expected_of(second, first.name)])
            one, other = _attempt(first, dice), _attempt(second, dice)
            lead = rolls.succeeds(numbers[0], one) - rolls.succeeds(numbers[1], other)
        winner = TIE if lead == 0 else FIRST if lead > 0 else SECOND
        rolled = TacticalContestRound(
            first_roll=one, first_margin=numbers[0] - one, second_roll=other, second_margin=numbers[1] - other
        )
        many = before.verdict.rounds + 1
        verdict = TacticalContestVerdict(winner=winner, margin=lead if quick else None, rounds=many)
        return Contested(verdict, (*before.rounds, rolled))

    return Chain(
        advance,
        lambda state: state.verdict.winner is not TIE or state.verdict.rounds == most,
        lambda state: state.verdict,
    )


def _attempt(side: rolls.Contestant, dice: Dice) -> int:
    """Roll one side of a round of a Regular Contest; only success depends on it."""
    number = side.number.total
    roll = dice.roll(side.rule, THREE_D6, actor=side.actor, target=side.number, bands=rolls.success_bands(number))
    outcome = "success" if rolls.succeeds(number, roll.total) else "failure"
    text = f"{side.name} rolled {roll.total} against {spoken(side.number)}: {outcome}."
    roll.tell(text, margin=number - roll.total, cites=side.cites)
    return roll.total


def _report(
    kind: TacticalContestKind, first: rolls.Contestant, second: rolls.Contestant, ended: Contested
) -> TacticalContestReport:
    last = ended.rounds[-1]
    return TacticalContestReport(
        kind=kind,
        first=first.actor,
        first_number=first.number,
        second=second.actor,
        second_number=second.number,
        rounds=ended.rounds,
        winner=ended.verdict.winner,
        margin=last.first_margin - last.second_margin,
    )


def _summary(report: TacticalContestReport) -> str:
    if report.winner is TIE:
        return sentence(f"{report.first} and {report.second} tied")
    won, lost = (report.first, report.second) if report.winner is FIRST else (report.second, report.first)
    rounds = len(report.rounds)
    regular = f"in {'one round' if rounds == 1 else f'{rounds} rounds'}"
    return sentence(f"{won} beat {lost} {f'by {abs(report.margin)}' if report.kind is QUICK else regular}")
