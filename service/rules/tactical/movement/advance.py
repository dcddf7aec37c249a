"""Moving a figure on a field: one step of a plan, or a turn."""

from functools import lru_cache

from service.rules.kernel.hexes import Hex, direction_of, distance
from service.rules.tactical.figures.condition import TacticalVelocity
from service.rules.tactical.figures.field import Field
from service.rules.tactical.figures.filled_hexes import is_stretched
from service.rules.tactical.figures.models import TacticalFigure
from service.rules.tactical.figures.standing import changed
from service.rules.tactical.movement.costs import POINT
from service.rules.tactical.movement.models import TacticalEntryKind
from service.rules.tactical.movement.poses import Body
from service.rules.tactical.movement.steps import MoveStep

MOVES = (TacticalEntryKind.ENTER, TacticalEntryKind.JUMP)


def take(field: Field, figure_id: str, step: MoveStep) -> TacticalFigure:
    """Put a figure where a step of its plan leads, and return it.

    Its state counts hexes and points, and how far it has run straight: a turn on the way ends a run. Who is in close
    combat with whom does not change here.
    """
    figure = field[figure_id]
    state = figure.state
    changes: dict[str, object] = {"mp_spent": step.spent / POINT, "huddled": step.huddled}
    if step.kind in MOVES:
        hexes = distance(figure.hex, step.hex)
        changes["moved_hexes"] = state.moved_hexes + hexes
        changes["velocity"] = _velocity(figure, step.hex, hexes)
    elif step.kind is TacticalEntryKind.TURN:
        changes["velocity"] = None
    return field.put(
        changed(
            figure,
            hex=step.hex,
            facing=step.facing,
            upper_direction=step.upper_direction,
            posture=step.posture,
            state=state.model_copy(update=changes),
        )
    )


def _velocity(figure: TacticalFigure, to: Hex, hexes: int) -> TacticalVelocity | None:
    """Return the straight run of a figure that enters a hex or lands in it, so many hexes away."""
    direction = direction_of(figure.hex, to)
    if direction is None:
        return None
    before = figure.state.velocity
    run = before.yards if before is not None and before.direction == direction and figure.state.moved_hexes else 0
    return _straight(direction, run + hexes)


@lru_cache(maxsize=256)
def _straight(direction: int, yards: int) -> TacticalVelocity:
    return TacticalVelocity(direction=direction, yards=yards)


def turn_to(field: Field, figure_id: str, facing: int) -> TacticalFigure:
    """Turn a figure to a facing where it is, as at the end of its movement, and return it.

    The feet of a lying figure swing about its head; those of a crawling one stay.
    """
    figure = field[figure_id]
    update: dict[str, object] = {"facing": facing}
    if is_stretched(figure, field.rulings):
        body = Body(field, figure)
        update["upper_direction"] = body.turn(body.pose(), facing).axis
    return field.put(changed(figure, **update))
