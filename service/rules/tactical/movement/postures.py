"""Changes of posture in a movement: by their own maneuver, in place of a step, or for free."""

from typing import Final

from service.dice.model import Rule
from service.rules.roll_under.words import Posture
from service.rules.tactical.book import movement_rules as rules
from service.rules.tactical.book import refusals
from service.rules.tactical.book.words import TacticalManeuver
from service.rules.tactical.figures.field import Field, is_stretched
from service.rules.tactical.figures.models import TacticalFigure
from service.rules.tactical.figures.placement import fall_down, get_up
from service.rules.tactical.figures.standing import name_of
from service.rules.tactical.movement.allowance import Gait
from service.rules.tactical.movement.costs import Going
from service.rules.tactical.movement.models import TacticalMoveOrder

CROUCHES: Final = frozenset({Posture.STANDING, Posture.CROUCHING})
KNEELS: Final = frozenset({Posture.STANDING, Posture.KNEELING})


def posture_rule(going: Going, order: TacticalMoveOrder, posture: Posture, moved: int, step: int, at: str) -> Rule:
    """Return the rule by which a figure changes its posture, after so many hexes of this turn.

    Raises: PostureChangeInvalid.
    """
    figure = going.figure
    change = f"{name_of(figure)} cannot go from {figure.posture.value} to {posture.value}"
    if posture is figure.posture:
        raise refusals.PostureChangeInvalid(f"{name_of(figure)} is {posture.value} already.", pointer=at)
    if order.maneuver is TacticalManeuver.CHANGE_POSTURE:
        if figure.posture is Posture.LYING and posture is Posture.STANDING:
            message = f"{change} in one go: it rises to kneeling, crawling or sitting first."
            raise refusals.PostureChangeInvalid(message, pointer=at)
        return rules.MANEUVER_CHANGE_POSTURE
    both = {figure.posture, posture}
    if both == CROUCHES:
        if moved == 0 or (posture is Posture.CROUCHING and moved <= step):
            return rules.MANEUVER_CROUCH_FREE
        most = (
            "rises from a crouch before it moves" if posture is Posture.STANDING else f"crouches after {step} at most"
        )
        message = f"{change} for free after {moved} hexes: it {most}."
        raise refusals.PostureChangeInvalid(message, pointer=at, rule=rules.MANEUVER_CROUCH_FREE)
    if both == KNEELS and going.gait is Gait.STEP:
        if moved == 0:
            return rules.MANEUVER_KNEEL_AS_STEP
        message = f"{change} after a step: it would replace the step."
        raise refusals.PostureChangeInvalid(message, pointer=at, rule=rules.MANEUVER_KNEEL_AS_STEP)
    message = f"{change} with {order.maneuver.value}: it takes change_posture."
    raise refusals.PostureChangeInvalid(message, pointer=at)


def in_posture(
    field: Field, figure: TacticalFigure, order: TacticalMoveOrder, posture: Posture, at: str
) -> TacticalFigure:
    """Return a figure in another posture, where its body then is; the field is not changed.

    Who lies down, or begins to crawl in two hexes, keeps the feet where it stood. Who rises stays in the hex of the
    feet or in that of the head.
    Raises: HexOccupied, PostureChangeInvalid.
    Ruling: tactical/ruling/upper-half, prone-facing, crawl-hexes, get-up-occupied.
    """
    trial = field.copy()
    trial.put(figure)
    changed = figure.model_copy(update={"posture": posture})
    if is_stretched(changed, field.rulings) and not is_stretched(figure, field.rulings):
        fallen = fall_down(trial, figure, upper_direction=order.upper_direction)
        if order.upper_direction is not None and fallen.upper_direction != order.upper_direction:
            message = f"{name_of(figure)} cannot lie with its head in direction {order.upper_direction}"
            reason = "that hex is taken, or a wall or a solid hex is there"
            raise refusals.HexOccupied(f"{message}: {reason}.", pointer=at, rule=rules.POSTURE_LIE_DOWN)
        return fallen.model_copy(update={"posture": posture})
    body = trial.body(trial[figure.id])
    if order.rise_in is not None and order.rise_in not in body:
        hexes = " and ".join([f"[{each[0]}, {each[1]}]" for each in body])
        message = f"{name_of(figure)} cannot rise in hex [{order.rise_in[0]}, {order.rise_in[1]}]: it lies in {hexes}."
        raise refusals.PostureChangeInvalid(message, pointer=at, rule=rules.POSTURE_GET_UP)
    return get_up(trial, figure, posture, order.rise_in)
