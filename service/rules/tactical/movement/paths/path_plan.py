"""A path judged entry by entry: what each one costs and why, or why the first illegal one is refused."""

from typing import Final

from service.dice.model import Rule
from service.rules.kernel.hexes import Hex, facing_name, turned
from service.rules.tactical.book import movement_rules as rules
from service.rules.tactical.book import refusals, rulebook
from service.rules.tactical.book.maneuvers import BY_STEP, FOR_POINTS, FORWARD_ONLY, STILL
from service.rules.tactical.figures.field import Field, crowded
from service.rules.tactical.figures.models import TacticalFigure
from service.rules.tactical.figures.standing import is_badly_hurt, is_weary, name_of, with_state
from service.rules.tactical.movement.allowance import maneuver_rule, refuse_option
from service.rules.tactical.movement.costs import refuse
from service.rules.tactical.movement.paths.steps import MovePlan, sides_text, spoken_points
from service.rules.tactical.movement.paths.walk import Walk
from service.rules.tactical.movement.poses import NO_AXIS, shortest_turn
from service.rules.tactical.movement.records import TacticalMoveOrder

HALF_TURN: Final = 3


def plan_path(field: Field, figure: TacticalFigure, order: TacticalMoveOrder, *, spent: int = 0) -> MovePlan:
    """Judge a path of a figure on a field, which is not changed; `spent` are half points spent before it.

    Each entry is checked in order, and the first illegal one is refused with a pointer to it.
    Source: Movement Points; Facing Changes and Movement.
    """
    refuse_option(order.maneuver, order.option)
    walk = Walk(field, figure, order, spent)
    at = ""
    try:
        for index, entry in enumerate(order.path):
            at = f"/path/{index}"
            walk.take(index, entry)
        last, at = at, "/end_facing"
        sides = _turn_at_end(walk)
        facing = turned(walk.pose.facing, sides)
        pose = walk.going.body.turn(walk.pose, facing)
        body = walk.going.body.hexes(pose)
        at = last or at
        _refuse_rest(walk, body, sides)
    except refusals.MoveRefusal as fault:
        raise fault.pointing(lambda _: at) from None
    return MovePlan(
        points=walk.points,
        spent=walk.spent,
        steps=tuple(walk.steps),
        hex=walk.pose.hex,
        facing=facing,
        upper_direction=walk.figure.upper_direction if pose.axis == NO_AXIS else pose.axis,
        end_turn=sides,
        evades=tuple(walk.evades),
        slams=tuple(walk.slams),
        body=body,
        cites=_cites(walk, sides),
    )


def _turn_at_end(walk: Walk) -> int:
    """Return the hexsides of the turn at the end, from -2 to 3.

    Ruling: tactical/ruling/aod-end-turn, end-turn-timing, aoa-turn.
    """
    order, pose = walk.order, walk.pose
    sides = 0 if order.end_facing is None else shortest_turn(pose.facing, order.end_facing)
    if sides == 0:
        return 0
    limit = walk.going.end_turn_limit(walk.points, walk.spent, walk.moved, held=bool(walk.held()))
    if abs(sides) > limit:
        raise _too_big(walk, sides, limit)
    body = walk.going.body
    jam = body.turn_jam(pose, sides)
    if sides == HALF_TURN and jam:
        jam = body.turn_jam(pose, -sides) and jam
    refuse(body.explained(jam))
    return sides


def _too_big(walk: Walk, sides: int, limit: int) -> refusals.MoveRefusal:
    order, name = walk.order, name_of(walk.figure)
    turn = f"{name} cannot turn by {sides_text(sides)} to face {facing_name(turned(walk.pose.facing, sides))}"
    if walk.going.gait is STILL:
        rule = maneuver_rule(order.maneuver, order.option)
        return refusals.NoMovementAllowed(f"{turn} with {order.maneuver.value}.", rule=rule)
    if walk.going.gait is FORWARD_ONLY:
        why = "it has moved" if walk.moved else "a turn in place costs points: make it an entry of the path"
        return refusals.AoaNoEndTurn(f"{turn} at the end of an All-Out Attack: {why}.")
    if walk.held():
        message = f"{turn}: it has run into the hex of {walk.held()[0].foe!r} and faces it."
        return refusals.EndTurnTooBig(message, rule=rulebook.CLOSE_RUN_IN)
    spent = f"it has spent {spoken_points(walk.spent)} of {spoken_points(walk.points)} movement points"
    return refusals.EndTurnTooBig(f"{turn}: {spent}, and may turn by {limit}.")


def _refuse_rest(walk: Walk, body: tuple[Hex, ...], sides: int) -> None:
    """Refuse to end where others are whom the figure cannot share a hex with."""
    if not (walk.steps or sides) or not walk.going.has_company(body):
        return
    alone = with_state(walk.figure, close=(), sharing=False) if walk.entered else walk.figure
    refuse(crowded(walk.field, alone, body))


def _cites(walk: Walk, sides: int) -> tuple[Rule, ...]:
    """Return the rules that a whole movement follows, those of its entries aside."""
    order, gait, figure = walk.order, walk.going.gait, walk.figure
    found = [rules.MOVEMENT_PATH_LEGALITY, maneuver_rule(order.maneuver, order.option)]
    if gait is BY_STEP:
        found += [rules.STEP_LENGTH, rules.STEP_IGNORES_COST] if walk.entered else [rules.STEP_LENGTH]
    elif gait is not STILL:
        found += [rules.MOVEMENT_POINTS, rules.MOVEMENT_COST_SUM]
    if is_badly_hurt(figure) or is_weary(figure):
        found.append(rules.MOVEMENT_INJURY_HALVES)
    if walk.sprint:
        found.append(rules.MOVEMENT_SPRINT)
    if sides:
        found += [rules.STEP_FACING_FREE] if gait is BY_STEP else [rules.MOVEMENT_TURN_AT_END]
        found += [rules.MOVEMENT_HALF_TEST] if gait is FOR_POINTS else []
    found += _body_cites(walk)
    if figure.swarm:
        found.append(rules.FIGURES_SWARM)
    elif not figure.fighting and walk.going.has_company((walk.pose.hex,)):
        found.append(rules.FIGURES_CROWDING)
    return tuple(found)


def _body_cites(walk: Walk) -> list[Rule]:
    """Return the rules of a body that fills more than one hex."""
    if walk.going.body.stretched:
        return [rules.FIGURES_LYING_TWO_HEXES]
    if not walk.going.body.large:
        return []
    found = [rules.FIGURES_HORIZONTAL_TWO_HEXES] if walk.figure.horizontal else [rulebook.MULTIHEX_MARKER]
    return [*found, rulebook.MULTIHEX_OVERLAP] if walk.field.rulings.wall_overlap else found
