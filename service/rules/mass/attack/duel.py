"""A duel: two units fight round after round until one is routed."""

from dataclasses import dataclass
from typing import Annotated

from pydantic import Field

from service.dice.exact import Distribution, ExactDice
from service.dice.model import Dice
from service.rules.kernel.absorbing import absorbed
from service.rules.mass.attack.attack import morale_of, refuse_inactive, refuse_mismatched, tell_loss
from service.rules.mass.attack.battle_dice import fight, losses_of
from service.rules.mass.book import rulebook
from service.rules.mass.book.options import MassRulings
from service.rules.mass.book.refusals import MassDuplicateId
from service.rules.mass.book.words import MassDuelist, MassStatus
from service.rules.mass.figures.models import MassFighter
from service.rules.mass.figures.standing import MassComparison, MassHit
from service.rules.mass.figures.text import counted, morale
from service.wire import Frozen, record


class MassDuel(Frozen):
    """Two units that are engaged with each other and nobody else."""

    first: MassFighter = Field(description="One of the two; it rolls first.")
    second: MassFighter = Field(description="The other.")


@record
class MassDuelVerdict:
    """How a duel ended."""

    winner: Annotated[MassDuelist, Field(description="Which of the two is left.")]
    morale_left: Annotated[int, Field(description="Morale Points that it has left.")]


@record
class MassDuelOutcome:
    """What came of a duel."""

    summary: Annotated[str, Field(description="The duel in a sentence.")]
    winner: Annotated[str, Field(description="Id of the unit that is left.")]
    rounds: Annotated[int, Field(description="How many rounds were fought.")]
    battle: Annotated[tuple[MassComparison, ...], Field(description="The scores of each round.")]
    units: Annotated[tuple[MassHit, ...], Field(description="What became of the two.")]
    verdict: Annotated[MassDuelVerdict, Field(description="How it ended.")]


@dataclass(frozen=True, slots=True)
class Standing:
    """What is left of two units, and whether this is the first round: later their shield walls are down."""

    first: int
    second: int
    opening: bool

    @property
    def is_over(self) -> bool:
        """Whether one of them is routed."""
        return not self.first or not self.second

    def after(self, losses: tuple[int, int]) -> "Standing":
        """Return what is left after a round's losses."""
        return Standing(max(self.first - losses[0], 0), max(self.second - losses[1], 0), opening=False)

    @property
    def verdict(self) -> MassDuelVerdict:
        """How the duel ended."""
        winner = MassDuelist.FIRST if self.first else MassDuelist.SECOND
        return MassDuelVerdict(winner=winner, morale_left=self.first or self.second)


Fighters = tuple[MassFighter, MassFighter]


def resolve_duel(input: MassDuel, rulings: MassRulings, dice: Dice) -> MassDuelOutcome:
    """Let two engaged units fight round after round until one is routed.

    Nobody commands them and no power is used; shield walls raised at the start stand for the first round.

    Dice: each round the first unit's battle dice, then the second's, as in a clash.
    Raises: UnitNotActive, MassDuplicateId, TargetNotEnemy, EngagementNotAdjacent.
    Source: Ending the Round.
    """
    fighters = refuse_unmatched(input)
    standing = beginning(input)
    lost = (0, 0)
    battle: list[MassComparison] = []
    while not standing.is_over:
        dice.note(rulebook.ROUND_PHASES, f"Round {len(battle) + 1}.")
        comparison, losses = roll_exchange(fighters, standing, rulings, dice)
        standing = standing.after(losses)
        for fighter, loss, left in zip(fighters, losses, (standing.first, standing.second), strict=True):
            if loss:
                tell_loss(fighter.id, loss, left, dice)
        lost = (lost[0] + losses[0], lost[1] + losses[1])
        battle.append(comparison)
    verdict = standing.verdict
    winner = fighters[verdict.winner is MassDuelist.SECOND].id
    summary = f"{winner} won after {counted(len(battle), 'round', 'rounds')} with {morale(verdict.morale_left)} left."
    dice.note(rulebook.ROUT_REMOVAL, summary, actor=winner)
    return MassDuelOutcome(
        summary=summary,
        winner=winner,
        rounds=len(battle),
        battle=tuple(battle),
        units=(_hit(fighters[0], lost[0], standing.first), _hit(fighters[1], lost[1], standing.second)),
        verdict=verdict,
    )


def duel_odds(input: MassDuel, rulings: MassRulings) -> Distribution[MassDuelVerdict]:
    """Return the exact chances of how a duel ends.

    A round's losses do not depend on morale, so they are enumerated once; from one standing to the next the chance
    that nothing happens is conditioned away.
    Raises: as `resolve_duel`.
    """
    fighters = refuse_unmatched(input)
    start = beginning(input)
    exchanges = {
        opening: _losses(fighters, Standing(start.first, start.second, opening=opening), rulings)
        for opening in (True, False)
    }

    def advance(standing: Standing) -> Distribution[Standing]:
        return exchanges[standing.opening].then(lambda losses, _: standing.after(losses))

    ended = absorbed(start, advance, lambda standing: standing.is_over)
    return ended.then(lambda standing, _: standing.verdict)


def _losses(fighters: Fighters, standing: Standing, rulings: MassRulings) -> Distribution[tuple[int, int]]:
    def lose(dice: ExactDice) -> tuple[int, int]:
        return roll_exchange(fighters, standing, rulings, dice)[1]

    return Distribution.of(lose)


def roll_exchange(
    fighters: Fighters, standing: Standing, rulings: MassRulings, dice: Dice
) -> tuple[MassComparison, tuple[int, int]]:
    """Fight one round and say what each of the two loses."""
    first, second = fighters
    comparisons = fight(fighters, ((first.id, second.id),), rulings, dice)
    behind = fighters if standing.opening else tuple([each.model_copy(update=WALL_DOWN) for each in fighters])
    losses = losses_of(comparisons, behind, rulings, dice)
    return comparisons[0], (losses[first.id], losses[second.id])


WALL_DOWN = {"shield_wall": False}


def refuse_unmatched(input: MassDuel) -> Fighters:
    """Refuse two units that cannot fight each other.

    Raises: UnitNotActive, MassDuplicateId, TargetNotEnemy, EngagementNotAdjacent.
    """
    first, second = input.first, input.second
    if first.id == second.id:
        raise MassDuplicateId(f"Both units are called {first.id!r}.", pointer="/second/id")
    refuse_inactive(first, "/first")
    refuse_inactive(second, "/second")
    refuse_mismatched(first, second, "/second")
    return first, second


def beginning(input: MassDuel) -> Standing:
    """Return what two units begin with."""
    return Standing(morale_of(input.first), morale_of(input.second), opening=True)


def _hit(unit: MassFighter, damage: int, morale: int) -> MassHit:
    status = MassStatus.ACTIVE if morale else MassStatus.ROUTED
    return MassHit(unit=unit.id, damage=damage, morale=morale, status=status)
