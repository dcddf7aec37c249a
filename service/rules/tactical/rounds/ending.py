"""Who is left in a fight between two rounds: its end, and its situation."""

from collections.abc import Callable, Sequence

from service.rules.kernel.turns.situations import Fighter, Turn, ending_of, refuse_ended, turn_situation_of
from service.rules.kernel.verdict import Ending, Fate, Situation
from service.rules.tactical.book import rulebook
from service.rules.tactical.book.options import TacticalTie
from service.rules.tactical.book.words import TacticalRelationKind
from service.rules.tactical.figures.field import relations_of
from service.rules.tactical.figures.models import TacticalFigure, TacticalScene
from service.rules.tactical.figures.standing import is_able, is_conscious, name_of
from service.rules.tactical.rounds.order import completed, foreseen_order, left_in, next_of
from service.rules.tactical.rounds.records import TacticalTurns

FOE = TacticalRelationKind.FOE
BREAKS_FREE, DOES_NOTHING = "break_free", "do_nothing"
"""What a figure must do that is pinned, or stunned."""


def fate_of(figure: TacticalFigure) -> Fate:
    """Return what has become of a figure that is on the map; who is pinned is captured."""
    state = figure.state
    if state.dead:
        return Fate.DEAD
    if state.unconscious:
        return Fate.DOWN
    return Fate.CAPTURED if state.pinned_by else Fate.STANDING


def end_of(
    scene: TacticalScene,
    gone: Sequence[TacticalFigure] = (),
    stays: Callable[[TacticalFigure], bool] = is_able,
    known: Ending | None = None,
) -> Ending:
    """Return whether a fight is over: no two sides that are foes have a figure on the map that can act.

    `gone` are the figures that have left the map; `stays` is whether one on the map keeps its side in the fight.
    """
    relations = relations_of(scene.map)
    return ending_of(
        [
            *[Fighter(each.side, name_of(each), fate_of(each), stays(each)) for each in scene.figures],
            *[Fighter(each.side, name_of(each), Fate.FLED, stays=False) for each in gone],
        ],
        are_foes=lambda one, other: relations.get(frozenset((one, other)), FOE) is FOE,
        known=known,
    )


def refuse_over(scene: TacticalScene, gone: Sequence[TacticalFigure] = ()) -> None:
    """Refuse a round of a fight that is over; those who are pinned may still try to break free."""
    refuse_ended(end_of(scene, gone, is_conscious), rulebook.NPC_STOP, "/figures")


def situation_in(
    round: TacticalTurns, gone: Sequence[TacticalFigure], tie: TacticalTie, known: Ending | None = None
) -> Situation:
    """Return the situation of a fight between two turns: in a round that is under way, or before the first turn."""
    figures = round.figures
    acting = left_in(figures, round.order, round.waiting)
    first = next_of(acting, round, tie)
    order = foreseen_order(figures, tie) if round.order is None else completed(round.order, figures)
    left, by_id = {each.id for each in acting}, {each.id: each for each in figures}
    present = figures if order is None else [by_id[each] for each in order]
    turns = [_turn_of(each, has_acted=each.id not in left, has_player=each.id not in round.npc) for each in present]
    return turn_situation_of(
        [*turns, *[_turn_of(each, is_away=True) for each in gone]],
        first,
        end_of(round, gone, known=known),
        number=round.round,
        unit="Second",
        order_known=order is not None,
    )


def _turn_of(
    figure: TacticalFigure, *, is_away: bool = False, has_acted: bool = False, has_player: bool = False
) -> Turn:
    awake = is_conscious(figure) and not is_away
    forced = BREAKS_FREE if figure.state.pinned_by else DOES_NOTHING if figure.state.stunned else None
    return Turn(
        id=figure.id,
        side=figure.side,
        name=name_of(figure),
        fate=Fate.FLED if is_away else fate_of(figure),
        chooses=awake,
        has_player=has_player,
        acted=has_acted,
        forced=forced if awake else None,
    )
