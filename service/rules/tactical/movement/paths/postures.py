"""Changes of posture in a movement: by their own maneuver, in place of a step, or for free."""

from typing import Final, NamedTuple

from service.dice.model import Rule
from service.rules.kernel.hexes import hex_text
from service.rules.kernel.telling import amount
from service.rules.roll_under.words import Posture
from service.rules.tactical.book import movement_rules as rules
from service.rules.tactical.book import refusals
from service.rules.tactical.book.maneuvers import Gait
from service.rules.tactical.book.words import TacticalManeuver
from service.rules.tactical.figures.field import Field
from service.rules.tactical.figures.filled_hexes import is_stretched
from service.rules.tactical.figures.models import TacticalFigure
from service.rules.tactical.figures.placement import fall_down, get_up
from service.rules.tactical.figures.standing import name_of, step_length
from service.rules.tactical.movement.costs import Going
from service.rules.tactical.movement.records import TacticalMoveOrder

CROUCHES: Final = frozenset({Posture.STANDING, Posture.CROUCHING})
KNEELS: Final = frozenset({Posture.STANDING, Posture.KNEELING})


class PostureEntry(NamedTuple):
    """A change of posture in a path: to which, from which at the start of the path, and how far that has come.

    `moved` and `spent` are the hexes and the half points of this turn before it.
    """

    posture: Posture
    started: Posture
    moved: int
    spent: int


def posture_rule(going: Going, order: TacticalMoveOrder, entry: PostureEntry) -> Rule:
    """Return the rule by which a figure changes its posture."""
    figure, posture = going.figure, entry.posture
    change = f"{name_of(figure)} cannot go from {figure.posture.value} to {posture.value}"
    both = {figure.posture, posture}
    if len(both) == 1:
        raise refusals.PostureChangeInvalid(f"{name_of(figure)} is {posture.value} already.")
    if order.maneuver is TacticalManeuver.CHANGE_POSTURE:
        rule, fault = rules.MANEUVER_CHANGE_POSTURE, _change_fault(figure, entry)
    elif both == CROUCHES:
        rule, fault = rules.MANEUVER_CROUCH_FREE, _crouch_fault(entry, step_length(figure, going.field.rulings))
    elif both == KNEELS and going.gait is Gait.STEP:
        rule = rules.MANEUVER_KNEEL_AS_STEP
        fault = "it takes the place of the step, which is made already" if entry.spent else None
    else:
        rule, fault = rules.MANEUVER_CHANGE_POSTURE, f"with {order.maneuver.value} it cannot, that takes change_posture"
    if fault is not None:
        raise refusals.PostureChangeInvalid(f"{change}: {fault}.", rule=rule)
    return rule


def _change_fault(figure: TacticalFigure, entry: PostureEntry) -> str | None:
    """Return why a Change Posture does not lead to a posture."""
    if figure.posture is not entry.started:
        return "it has changed its posture in this turn already"
    if figure.posture is Posture.LYING and entry.posture is Posture.STANDING:
        return "it has to kneel, crawl or sit first"
    return None


def _crouch_fault(entry: PostureEntry, step: int) -> str | None:
    """Return why a figure does not crouch, or rise from a crouch, for free."""
    if entry.moved == 0 or (entry.posture is Posture.CROUCHING and entry.moved <= step):
        return None
    if entry.posture is Posture.STANDING:
        return f"it has to rise before it moves, not after {amount(entry.moved, 'hex')}"
    return f"it can crouch after {amount(step, 'hex')} at most, not after {entry.moved}"


def in_posture(field: Field, figure: TacticalFigure, order: TacticalMoveOrder, posture: Posture) -> TacticalFigure:
    """Return a figure in another posture, where its body then is; the field is not changed.

    Who lies down, or begins to crawl in two hexes, keeps the feet where it stood. Who rises stays in the hex of the
    feet or in that of the head.
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
            raise refusals.HexOccupied(f"{message}: {reason}.", rule=rules.POSTURE_LIE_DOWN)
        return fallen.model_copy(update={"posture": posture})
    body = trial.body(trial[figure.id])
    if order.rise_in is not None and order.rise_in not in body:
        hexes = " and ".join([hex_text(each) for each in body])
        message = f"{name_of(figure)} cannot rise in hex {hex_text(order.rise_in)}: it lies in {hexes}."
        raise refusals.PostureChangeInvalid(message, rule=rules.POSTURE_GET_UP)
    return get_up(trial, figure, posture, order.rise_in)
