"""Who is left in a fight between two rounds: its end, and its situation."""

from collections.abc import Sequence
from typing import Final

from service.rules.kernel.turns.situations import Fighter, Turn, ending_of, refuse_ended, situation_of
from service.rules.kernel.verdict import Ending, Fate, Situation
from service.rules.laurels.attack.legality import called
from service.rules.laurels.battle.initiative import SPOKEN
from service.rules.laurels.battle.models import LaurelsCombatant
from service.rules.laurels.book import rulebook
from service.rules.laurels.book.words import LaurelsRole, LaurelsStatus
from service.rules.laurels.figures.vitals import rested_status

FATES: Final = {LaurelsStatus.DEAD: Fate.DEAD, LaurelsStatus.FLED: Fate.FLED}


def fate_of(status: LaurelsStatus) -> Fate:
    """Return what has become of a participant with a status."""
    return FATES.get(status, Fate.STANDING)


def end_of(figures: Sequence[LaurelsCombatant], known: Ending | None = None) -> Ending:
    """Return whether a fight is over: at most one side has somebody who is neither dead nor fled."""
    fates = [fate_of(rested_status(each)) for each in figures]
    return ending_of(
        [
            Fighter(each.role.value, called(each), fate, fate is Fate.STANDING)
            for each, fate in zip(figures, fates, strict=True)
        ],
        lambda side: SPOKEN[LaurelsRole(side)],
        known=known,
    )


def refuse_over(figures: Sequence[LaurelsCombatant]) -> None:
    """Refuse a round of a fight that is over."""
    refuse_ended(end_of(figures), rulebook.SKIRMISH_END, "/participants")


def situation_in(figures: Sequence[LaurelsCombatant], number: int, known: Ending | None = None) -> Situation:
    """Return the situation of a fight between two rounds, before the round of a number."""
    return situation_of([_turn_of(each) for each in figures], end_of(figures, known), number=number)


def _turn_of(figure: LaurelsCombatant) -> Turn:
    fate = fate_of(rested_status(figure))
    return Turn(
        id=figure.id,
        side=figure.role.value,
        name=called(figure),
        fate=fate,
        chooses=fate is Fate.STANDING,
        has_player=figure.is_pc,
    )
