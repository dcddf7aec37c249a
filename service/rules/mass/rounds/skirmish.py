"""Skirmish: a battle without players, rounds by policy until one side is left."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Annotated, Final

from pydantic import Field

from service.dice.model import Dice
from service.rules.kernel.chain import Chain
from service.rules.kernel.verdict import Fate, FigureFate, SkirmishVerdict, sides_of
from service.rules.mass.battle.state import Battle, MassEvent
from service.rules.mass.book import rulebook
from service.rules.mass.book.options import MassRulings
from service.rules.mass.book.refusals import MassPcInSkirmish
from service.rules.mass.book.words import MassStatus
from service.rules.mass.figures.orders import MassSkirmish
from service.rules.mass.figures.standing import MassComparison, MassUnitState
from service.rules.mass.figures.text import counted
from service.rules.mass.rounds.policy import declare, followable
from service.rules.mass.rounds.round import Declared, Played, begun, play_round
from service.wire import record


@record
class MassRoundLog:
    """One round of a skirmish."""

    events: Annotated[tuple[MassEvent, ...], Field(description="What happened on the commanders' counts.")]
    battle: Annotated[tuple[MassComparison, ...], Field(description="The scores of each engaged pair.")]


@record
class MassSkirmishOutcome:
    """The outcome of a skirmish."""

    summary: Annotated[str, Field(description="The skirmish in a sentence.")]
    order: Annotated[tuple[tuple[str, ...], ...], Field(description="In what order commanders acted, by round.")]
    log: Annotated[tuple[MassRoundLog, ...], Field(description="What happened, by round.")]
    state: Annotated[tuple[MassUnitState, ...], Field(description="Every unit as it now is; post them back.")]
    verdict: Annotated[SkirmishVerdict, Field(description="How it ended; a unit counts as one.")]


def resolve_skirmish(input: MassSkirmish, rulings: MassRulings, dice: Dice) -> MassSkirmishOutcome:
    """Play rounds, commanders deciding by a fixed policy, until at most one side has a unit in the battle.

    The policy: volleys at the nearest enemies, else gouts of flame that strike enemies alone, else a march towards the
    nearest enemy, else shield walls, else a rally. Other powers on command are used by standing orders only.

    Dice: as in a round, round after round, each from a fresh deck.
    Raises: MassPcInSkirmish, and what `resolve_round` raises.
    Source: none; the family's own policy.
    """
    for position, commander in enumerate(input.commanders):
        if commander.is_pc:
            pointer = f"/commanders/{position}/is_pc"
            raise MassPcInSkirmish(f"{commander.id} is played by a person.", pointer=pointer)
    battle, orders = begun(input, None, rulings, dice)
    chain = Chain(partial(_next_round, orders), partial(_is_over, input.max_rounds), partial(_verdict_of, battle))
    end = chain.play(Skirmish(battle), dice)
    verdict = chain.verdict(end)
    after = f"after {counted(verdict.rounds, 'round', 'rounds')}"
    won = f"{verdict.winner} won {after}." if verdict.winner else f"Nobody was left {after}."
    summary = f"Undecided {after}." if verdict.undecided else won
    dice.note(rulebook.SKIRMISH_END, summary)
    return MassSkirmishOutcome(
        summary=summary,
        order=tuple([each.initiative.order for each in end.rounds]),
        log=tuple([MassRoundLog(events=each.battle.events, battle=each.comparisons) for each in end.rounds]),
        state=end.battle.states(),
        verdict=verdict,
    )


@dataclass(frozen=True, slots=True, eq=False)
class Skirmish:
    """A battle between rounds, and the rounds that led to it."""

    battle: Battle
    rounds: tuple[Played, ...] = ()


def _next_round(orders: Declared, skirmish: Skirmish, dice: Dice) -> Skirmish:
    battle, rounds = skirmish.battle, skirmish.rounds
    dice.note(rulebook.ROUND_PHASES, f"Round {len(rounds) + 1}.")
    declared = declare(battle, followable(battle, orders, first=not rounds), dice)
    played = play_round(battle.without_events(), declared, None, dice)
    return Skirmish(played.battle, (*rounds, played))


def _is_over(max_rounds: int, skirmish: Skirmish) -> bool:
    return len(skirmish.rounds) == max_rounds or len(skirmish.battle.sides()) < 2


def _verdict_of(before: Battle, skirmish: Skirmish) -> SkirmishVerdict:
    sides = skirmish.battle.sides()
    figures = tuple([_fate_of(unit, before) for unit in skirmish.battle.states()])
    return SkirmishVerdict(
        winner=min(sides) if len(sides) == 1 else None,
        draw=not sides,
        undecided=len(sides) > 1,
        rounds=len(skirmish.rounds),
        sides=sides_of(figures),
        figures=figures,
    )


FATES: Final[Mapping[MassStatus, Fate]] = {
    MassStatus.ACTIVE: Fate.STANDING,
    MassStatus.PURSUING: Fate.STANDING,
    MassStatus.ROUTED: Fate.ROUTED,
    MassStatus.DESTROYED: Fate.DESTROYED,
}
"""What became of a unit; who is away in pursuit stands."""


def _fate_of(unit: MassUnitState, before: Battle) -> FigureFate:
    """Return what became of a unit, which may have come into being during the skirmish."""
    fate, began = FATES[unit.status], before.units.get(unit.id)
    stands = fate is Fate.STANDING
    stood = began is None or FATES[began.status] is Fate.STANDING
    return FigureFate(
        id=unit.id, side=unit.side, fate=fate, standing=int(stands), lost=int(stood and not stands), left=unit.morale
    )
