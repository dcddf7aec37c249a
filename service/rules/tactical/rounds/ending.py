"""Who is left in a fight between two rounds: its end, and its situation."""

from collections.abc import Callable, Sequence

from service.rules.kernel.turns import Fighter, Turn, ending_of, refuse_ended, situation_of
from service.rules.kernel.verdict import Ending, Fate, Situation
from service.rules.tactical.book import rulebook
from service.rules.tactical.book.words import TacticalRelationKind
from service.rules.tactical.figures.field import relations_of
from service.rules.tactical.figures.models import TacticalFigure, TacticalScene
from service.rules.tactical.figures.standing import is_able, is_conscious, name_of

FOE = TacticalRelationKind.FOE
BREAKS_FREE, DOES_NOTHING = "break_free", "do_nothing"
"""What a figure must do that is pinned, or stunned."""


def fate_of(figure: TacticalFigure) -> Fate:
    """Return what has become of a figure that is on the map; who is pinned is captured."""
    if figure.state.dead:
        return Fate.DEAD
    if not is_conscious(figure):
        return Fate.DOWN
    return Fate.STANDING if is_able(figure) else Fate.CAPTURED


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
    scene: TacticalScene,
    gone: Sequence[TacticalFigure],
    order: Sequence[str] | None,
    number: int,
    known: Ending | None = None,
) -> Situation:
    """Return the situation of a fight between two rounds, before the second of a number.

    `order` has the ids of figures in the order of their turns, if that is known.
    """
    everybody = {each.id: each for each in (*scene.figures, *gone)}
    names = list(everybody) if order is None else [*order, *[each for each in everybody if each not in order]]
    away = {each.id for each in gone}
    return situation_of(
        [_turn_of(everybody[name], is_away=name in away) for name in names],
        end_of(scene, gone, known=known),
        number=number,
        unit="Second",
        order_known=order is not None,
    )


def _turn_of(figure: TacticalFigure, *, is_away: bool) -> Turn:
    awake = is_conscious(figure) and not is_away
    forced = BREAKS_FREE if figure.state.pinned_by else DOES_NOTHING if figure.state.stunned else None
    return Turn(
        id=figure.id,
        side=figure.side,
        name=name_of(figure),
        fate=Fate.FLED if is_away else fate_of(figure),
        chooses=awake,
        forced=forced if awake else None,
    )
