"""How far a maneuver moves a figure: a step, movement points, or nothing."""

from enum import Enum
from typing import Final

from service.dice.model import Rule
from service.rules.roll_under.exertion import half_up
from service.rules.roll_under.words import Posture
from service.rules.tactical.book import movement_rules as rules
from service.rules.tactical.book import refusals
from service.rules.tactical.book.options import TacticalAllOutFloor, TacticalRulings
from service.rules.tactical.book.words import TacticalManeuver, TacticalManeuverOption
from service.rules.tactical.figures.models import TacticalFigure
from service.rules.tactical.figures.standing import is_conscious, move_of, name_of

HALVES: Final = 2
"""Movement points are counted in halves."""
HEXES_A_STEP_PER_MOVE: Final = 10
LEAST_ALL_OUT: Final = 2
"""Movement points of an All-Out Attack at the least, and hexes of one by the option `hexes`."""
SPRINT_PART: Final = 5


class Gait(Enum):
    """How a maneuver moves: not at all, by a step, for movement points, or for points and forward only."""

    NONE = 0
    STEP = 1
    POINTS = 2
    FORWARD = 3


GAITS: Final = {
    TacticalManeuver.DO_NOTHING: Gait.NONE,
    TacticalManeuver.MOVE: Gait.POINTS,
    TacticalManeuver.CHANGE_POSTURE: Gait.NONE,
    TacticalManeuver.AIM: Gait.STEP,
    TacticalManeuver.EVALUATE: Gait.STEP,
    TacticalManeuver.ATTACK: Gait.STEP,
    TacticalManeuver.FEINT: Gait.STEP,
    TacticalManeuver.ALL_OUT_ATTACK: Gait.FORWARD,
    TacticalManeuver.MOVE_AND_ATTACK: Gait.POINTS,
    TacticalManeuver.ALL_OUT_DEFENSE: Gait.STEP,
    TacticalManeuver.CONCENTRATE: Gait.STEP,
    TacticalManeuver.READY: Gait.STEP,
    TacticalManeuver.WAIT: Gait.NONE,
}
MANEUVER_RULES: Final[dict[TacticalManeuver, Rule]] = {
    TacticalManeuver.DO_NOTHING: rules.MANEUVER_DO_NOTHING,
    TacticalManeuver.MOVE: rules.MANEUVER_MOVE,
    TacticalManeuver.CHANGE_POSTURE: rules.MANEUVER_CHANGE_POSTURE,
    TacticalManeuver.AIM: rules.MANEUVER_AIM,
    TacticalManeuver.EVALUATE: rules.MANEUVER_EVALUATE,
    TacticalManeuver.ATTACK: rules.MANEUVER_ATTACK,
    TacticalManeuver.FEINT: rules.MANEUVER_FEINT,
    TacticalManeuver.ALL_OUT_ATTACK: rules.MANEUVER_ALL_OUT_ATTACK_MOVE,
    TacticalManeuver.MOVE_AND_ATTACK: rules.MANEUVER_MOVE_AND_ATTACK,
    TacticalManeuver.ALL_OUT_DEFENSE: rules.MANEUVER_ALL_OUT_DEFENSE_OTHER,
    TacticalManeuver.CONCENTRATE: rules.MANEUVER_CONCENTRATE,
    TacticalManeuver.READY: rules.MANEUVER_READY_RELOAD,
    TacticalManeuver.WAIT: rules.MANEUVER_WAIT_GENERAL,
}
OPTIONS: Final[dict[TacticalManeuver, frozenset[TacticalManeuverOption | None]]] = {
    TacticalManeuver.ALL_OUT_ATTACK: frozenset(
        {
            None,
            TacticalManeuverOption.DETERMINED,
            TacticalManeuverOption.DOUBLE,
            TacticalManeuverOption.FEINT,
            TacticalManeuverOption.STRONG,
        }
    ),
    TacticalManeuver.ALL_OUT_DEFENSE: frozenset(
        {
            TacticalManeuverOption.DODGE,
            TacticalManeuverOption.PARRY,
            TacticalManeuverOption.BLOCK,
            TacticalManeuverOption.DOUBLE_DEFENSE,
        }
    ),
}
NO_OPTION: Final[frozenset[TacticalManeuverOption | None]] = frozenset({None})


def gait_of(maneuver: TacticalManeuver, option: TacticalManeuverOption | None) -> Gait:
    """Return how a maneuver moves; an All-Out Defense with Increased Dodge moves for points."""
    if maneuver is TacticalManeuver.ALL_OUT_DEFENSE and option is TacticalManeuverOption.DODGE:
        return Gait.POINTS
    return GAITS[maneuver]


def has_step(maneuver: TacticalManeuver, option: TacticalManeuverOption | None) -> bool:
    """Tell whether a maneuver has a step."""
    return gait_of(maneuver, option) is Gait.STEP


def maneuver_rule(maneuver: TacticalManeuver, option: TacticalManeuverOption | None) -> Rule:
    """Return the rule of a maneuver."""
    if option is TacticalManeuverOption.DODGE:
        return rules.MANEUVER_ALL_OUT_DEFENSE_DODGE
    return MANEUVER_RULES[maneuver]


def step_length(figure: TacticalFigure, rulings: TacticalRulings) -> int:
    """Return the hexes of a step: a tenth of the current Move, rounded up, at least 1; of a lying figure 1.

    Ruling: tactical/ruling/step-length, lying-step.
    """
    length = rulings.step_hexes or max(-(-move_of(figure) // HEXES_A_STEP_PER_MOVE), 1)
    return 1 if figure.posture is Posture.LYING else length


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
    if gait is Gait.NONE:
        return 0
    if gait is Gait.STEP:
        return HALVES * step_length(figure, rulings)
    move = move_of(figure)
    if gait is Gait.FORWARD:
        least = LEAST_ALL_OUT if rulings.aoa_floor is TacticalAllOutFloor.POINTS and move else 0
        return HALVES * max(half_up(move), least)
    return HALVES * (half_up(move) if maneuver is TacticalManeuver.ALL_OUT_DEFENSE else move)


def sprint_points(figure: TacticalFigure, rulings: TacticalRulings) -> int:
    """Return the half points that a sprint straight ahead adds to a Move: a fifth of it, at least one point.

    It takes a run straight ahead in the second before, in the direction in which the figure faces.
    Ruling: tactical/ruling/sprint.
    """
    velocity = figure.state.velocity
    if not rulings.sprint or not figure.state.sprinting or velocity is None or velocity.direction != figure.facing:
        return 0
    return HALVES * max(move_of(figure) // SPRINT_PART, 1)


def end_turn_limit(maneuver: TacticalManeuver, option: TacticalManeuverOption | None, points: int, spent: int) -> int:
    """Return how many hexsides a figure may turn for free at the end of its movement, from 0 to 3.

    After a move for points that has spent more than half of them it is 1. Of an All-Out Attack it is 3 before it moves
    and 0 afterwards; a wait may turn, as only hexes count as movement.
    Ruling: tactical/ruling/aod-end-turn.
    """
    gait = gait_of(maneuver, option)
    if gait is Gait.NONE:
        return 3 if maneuver is TacticalManeuver.WAIT else 0
    if gait is Gait.FORWARD:
        return 0 if spent else 3
    if gait is Gait.STEP or maneuver is TacticalManeuver.ALL_OUT_DEFENSE:
        return 3
    return 3 if 2 * spent <= points else 1


def refuse_unable(figure: TacticalFigure, maneuver: TacticalManeuver, at: str = "/figure") -> None:
    """Refuse a figure that cannot act, or can only do nothing.

    Raises: FigureUnable.
    """
    name, state = name_of(figure), figure.state
    if not is_conscious(figure):
        raise refusals.FigureUnable(f"{name} is {'dead' if state.dead else 'unconscious'} and cannot act.", pointer=at)
    if state.pinned_by:
        raise refusals.FigureUnable(f"{name} is pinned and cannot move.", pointer=at)
    if maneuver is TacticalManeuver.DO_NOTHING:
        return
    if state.stunned and not state.stun_ending:
        message = f"{name} is stunned: its only maneuver is do_nothing, not {maneuver.value}."
        raise refusals.FigureUnable(message, pointer=at, rule=rules.TURN_STUN)
    if state.must_do_nothing:
        raise refusals.FigureUnable(f"{name} must do nothing in this turn, not {maneuver.value}.", pointer=at)


def refuse_option(maneuver: TacticalManeuver, option: TacticalManeuverOption | None, at: str = "") -> None:
    """Refuse an option that does not belong to a maneuver.

    Raises: ManeuverConflict.
    """
    allowed = OPTIONS.get(maneuver, NO_OPTION)
    if option not in allowed:
        given = "no option" if option is None else f"the option {option.value}"
        names = ", ".join(sorted([each.value for each in allowed if each is not None])) or "none"
        message = f"{maneuver.value} cannot be made with {given}; its options are: {names}."
        raise refusals.ManeuverConflict(message, pointer=f"{at}/option")
