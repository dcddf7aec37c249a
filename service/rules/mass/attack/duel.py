"""Duel: two units fight round after round until one is routed."""

from dataclasses import field
from functools import partial
from itertools import chain
from typing import Annotated

from pydantic import Field

from service.dice.exact import Distribution
from service.dice.model import Dice
from service.rules.kernel.chances.chain import Chain
from service.rules.kernel.telling import sentence
from service.rules.mass.attack.attack import hit_of, morale_of, note_loss, refuse_mismatched
from service.rules.mass.attack.battle_dice import fight, losses_of
from service.rules.mass.book import rulebook
from service.rules.mass.book.options import MassRulings
from service.rules.mass.book.refusals import MassDuplicateId
from service.rules.mass.figures.changes import BATTLE, ROUND_END, Changes, changes_between, lost_by, placing_of
from service.rules.mass.figures.models import MassFighter
from service.rules.mass.figures.presence import refuse_inactive
from service.rules.mass.figures.standing import MassComparison, MassHit
from service.rules.mass.figures.text import called, counted, morale
from service.wire import Frozen, record, value_class


class MassDuel(Frozen):
    """Two units that are engaged with each other and nobody else."""

    first: MassFighter = Field(description="One of the two; it rolls first.")
    second: MassFighter = Field(description="The other.")


@record
class MassDuelVerdict:
    """The end of a duel: who won, and with how much morale."""

    winner: Annotated[str, Field(description="Id of the unit that is left.")]
    first_won: Annotated[bool, Field(description="Whether that is the first of the two.")]
    second_won: Annotated[bool, Field(description="Whether that is the second.")]
    morale_left: Annotated[int, Field(description="Morale Points that it has left.")]


@record
class MassDuelOutcome:
    """The outcome of a duel."""

    summary: Annotated[str, Field(description="The duel in a sentence.")]
    rounds: Annotated[int, Field(description="How many rounds were fought.")]
    battle: Annotated[tuple[MassComparison, ...], Field(description="The scores of each round.")]
    units: Annotated[tuple[MassHit, ...], Field(description="What became of the two.")]
    changes: Changes
    verdict: Annotated[MassDuelVerdict, Field(description="How it ended.")]


Fighters = tuple[MassFighter, MassFighter]
Pair = tuple[int, int]
"""Morale Points of the first unit and of the second."""


@value_class
class Exchange:
    """The losses of the two in a round; the scores are for the log of a played duel."""

    losses: Pair
    comparison: MassComparison = field(compare=False)


@value_class
class Standing:
    """The morale left to two units, and whether this is the first round; the rounds so far are for the log."""

    left: Pair
    is_first: bool = True
    log: tuple[Exchange, ...] = field(default=(), compare=False)


def resolve_duel(input: MassDuel, rulings: MassRulings, dice: Dice) -> MassDuelOutcome:
    """Let two engaged units fight round after round until one is routed.

    Nobody commands them and no power is used; shield walls raised at the start stand for the first round.

    Dice: each round the first unit's battle dice, then the second's, as in a clash.
    Raises: UnitNotActive, MassDuplicateId, TargetNotEnemy, EngagementNotAdjacent.
    Source: Ending the Round.
    """
    fighters, start = _matched(input)
    end = _chain_of(fighters, rulings).play(start, dice)
    verdict = _verdict_of(fighters, end)
    winner = called(fighters[not verdict.first_won])
    rounds = len(end.log)
    when = counted(rounds, "round", "rounds")
    summary = sentence(f"{winner} won after {when} with {morale(verdict.morale_left)} left")
    dice.note(rulebook.ROUT_REMOVAL, summary, actor=verdict.winner)
    hits = {
        name: hit_of(name, 0, left).status for name, left in zip([each.id for each in fighters], end.left, strict=True)
    }
    lowered = [each.model_copy(update={"shield_wall": False}) for each in fighters]
    walls = [
        changes_between(was.id, placing_of(was), placing_of(now), ROUND_END)
        for was, now in zip(fighters, lowered, strict=True)
    ]
    lost = [sum(losses) for losses in zip(*[each.losses for each in end.log], strict=True)]
    return MassDuelOutcome(
        summary=summary,
        rounds=rounds,
        battle=tuple([each.comparison for each in end.log]),
        units=tuple([hit_of(unit.id, *each) for unit, *each in zip(fighters, lost, end.left, strict=True)]),
        changes=(*chain.from_iterable(walls), *lost_by(lowered, hits, BATTLE)),
        verdict=verdict,
    )


def duel_odds(input: MassDuel, rulings: MassRulings) -> Distribution[MassDuelVerdict]:
    """Return the exact chances of how a duel ends, after any number of rounds.

    A round's losses do not depend on morale, so they are enumerated once.
    Raises: as `resolve_duel`.
    """
    fighters, start = _matched(input)
    return _chain_of(fighters, rulings).endless_odds(start)


def _chain_of(fighters: Fighters, rulings: MassRulings) -> Chain[Standing, MassDuelVerdict]:
    walls_down = tuple([each.model_copy(update={"shield_wall": False}) for each in fighters])

    def advance(standing: Standing, dice: Dice) -> Standing:
        dice.note(rulebook.ROUND_PHASES, f"Round {len(standing.log) + 1}.")
        behind = fighters if standing.is_first else walls_down
        exchange = dice.settle(rulebook.BATTLE_ROLL, _roll_exchange, (behind, rulings))
        first, second = [max(before - loss, 0) for before, loss in zip(standing.left, exchange.losses, strict=True)]
        for unit, loss, left in zip(fighters, exchange.losses, (first, second), strict=True):
            if loss:
                note_loss(unit, loss, left, dice)
        return Standing((first, second), is_first=False, log=(*standing.log, exchange))

    return Chain(advance, lambda standing: not all(standing.left), partial(_verdict_of, fighters))


def _roll_exchange(arguments: tuple[tuple[MassFighter, ...], MassRulings], dice: Dice) -> Exchange:
    (first, second), rulings = arguments
    comparisons = fight((first, second), ((first.id, second.id),), rulings, dice)
    losses = losses_of(comparisons, (first, second), rulings, dice)
    return Exchange((losses[first.id], losses[second.id]), comparisons[0])


def _verdict_of(fighters: Fighters, standing: Standing) -> MassDuelVerdict:
    first, second = standing.left
    winner = fighters[0 if first else 1]
    return MassDuelVerdict(winner=winner.id, first_won=bool(first), second_won=not first, morale_left=first or second)


def _matched(input: MassDuel) -> tuple[Fighters, Standing]:
    """Return two units that can fight each other, and the Morale Points they begin with."""
    first, second = input.first, input.second
    if first.id == second.id:
        raise MassDuplicateId(f"Both units are called {first.id!r}.", pointer="/second/id")
    refuse_inactive(first, "/first")
    refuse_inactive(second, "/second")
    refuse_mismatched(first, second, "/second")
    return (first, second), Standing((morale_of(first), morale_of(second)))
