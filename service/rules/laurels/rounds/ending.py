"""Who is left in a fight between two turns: its end, and its situation."""

from collections.abc import Collection, Sequence
from typing import Final

from service.rules.kernel.turns.situations import Fighter, Turn, ending_of, has_player, refuse_ended, turn_situation_of
from service.rules.kernel.verdict import Ending, Fate, Situation
from service.rules.laurels.attack.legality import called
from service.rules.laurels.battle.initiative import SPOKEN
from service.rules.laurels.battle.models import LaurelsCombatant, LaurelsUnderWay
from service.rules.laurels.battle.state import begun
from service.rules.laurels.book import rulebook
from service.rules.laurels.book.words import LaurelsRole, LaurelsStatus
from service.rules.laurels.figures.vitals import rested_status
from service.rules.laurels.rounds.order import acted_in, firsts_in, has_turn, waiting_in

FATES: Final = {LaurelsStatus.DEAD: Fate.DEAD, LaurelsStatus.FLED: Fate.FLED}
LOSES_TURN: Final = "pass"
"""What a participant must do that is surprised."""


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


def situation_in(
    figures: Sequence[LaurelsCombatant],
    number: int,
    under_way: LaurelsUnderWay | None = None,
    known: Ending | None = None,
) -> Situation:
    """Return the situation of a fight between two turns: in a round that is under way, or before one of a number."""
    battle = begun(tuple(figures), {each.id: place for place, each in enumerate(figures)})
    acted = () if under_way is None else acted_in(battle, under_way)
    waiting = () if under_way is None else waiting_in(battle, under_way)
    line = dict.fromkeys([*acted, *waiting, *range(len(figures))])
    firsts = firsts_in(battle, under_way)
    is_unseen = under_way is None and len(firsts) == 1  # viewers see one side only, and dice decide
    surprised = None if under_way is None else under_way.surprised
    turns = [
        _turn_of(each, figures, acted=place in acted, is_surprised=place in waiting and not has_turn(each, surprised))
        for place, each in [(place, battle.figures[place]) for place in line]
    ]
    return turn_situation_of(
        turns,
        () if is_unseen else [each.id for each in firsts],
        end_of(figures, known),
        number=number,
        order_known=under_way is not None,
    )


def _turn_of(
    figure: LaurelsCombatant, figures: Collection[LaurelsCombatant], *, acted: bool, is_surprised: bool
) -> Turn:
    fate = fate_of(figure.status)
    return Turn(
        id=figure.id,
        side=figure.role.value,
        name=called(figure),
        fate=fate,
        chooses=fate is Fate.STANDING,
        has_player=has_player(figure, figures),
        forced=LOSES_TURN if is_surprised and fate is Fate.STANDING else None,
        acted=acted,
    )
