"""How far a maneuver moves a figure: a step, movement points, or nothing."""

from typing import Final

from service.dice.model import Rule
from service.rules.roll_under.exertion import half_up
from service.rules.tactical.book import maneuvers, refusals
from service.rules.tactical.book import movement_rules as rules
from service.rules.tactical.book.options import TacticalAllOutFloor, TacticalRulings
from service.rules.tactical.book.words import TacticalManeuver, TacticalManeuverOption
from service.rules.tactical.figures.models import TacticalFigure
from service.rules.tactical.figures.standing import move_of, step_length

HALVES: Final = 2
"""Movement points are counted in halves."""
LEAST_ALL_OUT: Final = 2
"""Movement points of an All-Out Attack at the least, and hexes of one by the option `hexes`."""
SPRINT_PART: Final = 5


MOVE, DEFENDING = TacticalManeuver.MOVE, TacticalManeuver.ALL_OUT_DEFENSE


def gait_of(maneuver: TacticalManeuver, option: TacticalManeuverOption | None) -> maneuvers.Gait:
    """Return how a maneuver moves; an All-Out Defense with Increased Dodge moves for points."""
    if maneuver is DEFENDING and option is maneuvers.DODGE:
        return maneuvers.FOR_POINTS
    return maneuvers.KINDS[maneuver].gait


def has_step(maneuver: TacticalManeuver, option: TacticalManeuverOption | None) -> bool:
    """Return whether a maneuver has a step."""
    return gait_of(maneuver, option) is maneuvers.BY_STEP


def maneuver_rule(maneuver: TacticalManeuver, option: TacticalManeuverOption | None) -> Rule:
    """Return the rule of a maneuver."""
    return rules.MANEUVER_ALL_OUT_DEFENSE_DODGE if option is maneuvers.DODGE else maneuvers.KINDS[maneuver].rule


def points_of(
    figure: TacticalFigure,
    maneuver: TacticalManeuver,
    option: TacticalManeuverOption | None,
    rulings: TacticalRulings,
) -> int:
    """Return the movement points of a maneuver, in half points; each hex of a step counts one point.

    Ruling: tactical/ruling/aoa-floor.
    """
    gait = gait_of(maneuver, option)
    if gait is maneuvers.STILL:
        return 0
    if gait is maneuvers.BY_STEP:
        return HALVES * step_length(figure, rulings)
    move = move_of(figure)
    if gait is maneuvers.FORWARD_ONLY:
        least = LEAST_ALL_OUT if rulings.aoa_floor is TacticalAllOutFloor.POINTS and move else 0
        return HALVES * max(half_up(move), least)
    return HALVES * (half_up(move) if maneuver is DEFENDING else move)


def sprint_points(figure: TacticalFigure, rulings: TacticalRulings) -> int:
    """Return the half points that a sprint straight ahead adds to a Move: a fifth of it, at least one point.

    It takes a run straight ahead in the second before, in the direction in which the figure faces.
    Ruling: tactical/ruling/sprint.
    """
    velocity = figure.state.velocity
    if not rulings.sprint or not figure.state.sprinting or velocity is None or velocity.direction != figure.facing:
        return 0
    return HALVES * max(move_of(figure) // SPRINT_PART, 1)


def farthest_of(
    figure: TacticalFigure,
    maneuver: TacticalManeuver,
    option: TacticalManeuverOption | None,
    rulings: TacticalRulings,
) -> int:
    """Return how many hexes a figure can go at most under a maneuver: one at any cost, in an All-Out Attack two."""
    points = points_of(figure, maneuver, option, rulings)
    if maneuver is MOVE:
        points += sprint_points(figure, rulings)
    return max(points // HALVES, LEAST_ALL_OUT if gait_of(maneuver, option) is maneuvers.FORWARD_ONLY else 1)


def end_turn_limit(maneuver: TacticalManeuver, option: TacticalManeuverOption | None, points: int, spent: int) -> int:
    """Return how many hexsides a figure may turn for free at the end of its movement, from 0 to 3.

    After a move for points that has spent more than half of them it is 1. Of an All-Out Attack it is 3 before it moves
    and 0 afterwards; a wait may turn, as only hexes count as movement.
    Ruling: tactical/ruling/aod-end-turn.
    """
    gait = gait_of(maneuver, option)
    if gait is maneuvers.STILL:
        return 3 if maneuver is TacticalManeuver.WAIT else 0
    if gait is maneuvers.FORWARD_ONLY:
        return 0 if spent else 3
    if gait is maneuvers.BY_STEP or maneuver is DEFENDING:
        return 3
    return 3 if 2 * spent <= points else 1


def refuse_option(maneuver: TacticalManeuver, option: TacticalManeuverOption | None) -> None:
    """Refuse an option that does not belong to a maneuver."""
    allowed = maneuvers.KINDS[maneuver].options
    if option not in allowed:
        given = "no option" if option is None else f"the option {option.value}"
        names = ", ".join(sorted([each.value for each in allowed if each is not None])) or "none"
        message = f"{maneuver.value} cannot be made with {given}; its options are: {names}."
        raise refusals.ManeuverConflict(message, pointer="/option")
