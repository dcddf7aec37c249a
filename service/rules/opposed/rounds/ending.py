"""Who is left in a fight between two rounds: its end, and its situation."""

from collections.abc import Sequence

from service.rules.kernel.turns.situations import Fighter, Turn, ending_of, refuse_ended, situation_of
from service.rules.kernel.verdict import Ending, Situation
from service.rules.opposed.attack.legality import called, is_able
from service.rules.opposed.battle.judging import forced_on
from service.rules.opposed.battle.models import OpposedCombatant
from service.rules.opposed.battle.plans import condition_of
from service.rules.opposed.book import rulebook


def end_of(figures: Sequence[OpposedCombatant], known: Ending | None = None) -> Ending:
    """Return whether a fight is over: at most one side has a figure that is neither down nor gone."""
    return ending_of(
        [Fighter(each.side, called(each), condition_of(each), is_able(each)) for each in figures], known=known
    )


def refuse_over(figures: Sequence[OpposedCombatant]) -> None:
    """Refuse a round of a fight that is over."""
    refuse_ended(end_of(figures), rulebook.SKIRMISH_END, "/participants")


def situation_in(figures: Sequence[OpposedCombatant], known: Ending | None = None) -> Situation:
    """Return the situation of a fight between two rounds."""
    return situation_of([_turn_of(each) for each in figures], end_of(figures, known))


def _turn_of(figure: OpposedCombatant) -> Turn:
    able = is_able(figure)
    forced = forced_on(figure) if able else None
    return Turn(
        id=figure.id,
        side=figure.side,
        name=called(figure),
        fate=condition_of(figure),
        chooses=able,
        has_player=figure.is_pc,
        forced=None if forced is None else forced.value,
    )
