"""Responses of waits: which one is possible now, with or without its step, and what a stop thrust is worth."""

from typing import Final, NamedTuple

from service.errors import RulesRefuse
from service.rules.kernel.hexes import distance, line
from service.rules.tactical.attack.plan import AttackPlan, plan_attack
from service.rules.tactical.attack.situation.situation import unforced
from service.rules.tactical.book.words import TacticalStrikeKind
from service.rules.tactical.close.close_readying import Draw, plan_draw
from service.rules.tactical.figures.condition import TacticalResponse, TacticalWait
from service.rules.tactical.figures.equipment import TacticalWeapon
from service.rules.tactical.figures.field import Field
from service.rules.tactical.figures.models import TacticalFigure
from service.rules.tactical.figures.reaches import reaches_now
from service.rules.tactical.figures.standing import mode_of, ready_weapons, with_state
from service.rules.tactical.movement.advance import take
from service.rules.tactical.movement.models import TacticalMoveOrder, TacticalPathEntry
from service.rules.tactical.movement.path_plan import plan_path
from service.rules.tactical.movement.steps import MovePlan
from service.rules.tactical.rounds.shots import Defended
from service.rules.tactical.rounds.watch import READY, conduct_of, has_moved, order_of

YARDS_FOR_POINT: Final = 2
"""Full yards of a foe's run for each point of damage of a stop thrust."""


class Reply(NamedTuple):
    """A response that is possible: the step before it, if there is one, and the attack, or the weapon made ready."""

    step: MovePlan | None
    plan: AttackPlan | None
    draw: Draw | None


def reply_of(
    field: Field,
    waiter: TacticalFigure,
    wait: TacticalWait,
    response: TacticalResponse,
    target: str,
    defended: Defended,
) -> Reply | None:
    """Return the response that is possible, with its step if that is possible, too; None if there is none.

    Pain since the last turn of the waiting figure does not count yet.
    """
    if response.maneuver is READY:
        try:
            return Reply(None, None, plan_draw(waiter, response.weapon, None, fast=False))
        except RulesRefuse:
            return None
    for step in _steps(field, waiter, wait, response):
        stage = field.copy()
        stage.put(with_state(waiter, shock=0))
        for each in () if step is None else step.steps:
            take(stage, waiter.id, each)
        plan = planned(stage, waiter.id, response, target, defended)
        if plan is not None:
            return Reply(step, plan, None)
    return None


def _steps(
    field: Field, waiter: TacticalFigure, wait: TacticalWait, response: TacticalResponse
) -> list[MovePlan | None]:
    """Return the steps to try: that of the wait, unless the figure has moved or it cannot be made now, and none.

    Nobody steps into the hex of a foe in a wait.
    Ruling: tactical/ruling/wait-step-order, wait-moved.
    """
    if wait.step_to is None or has_moved(waiter, wait):
        return [None]
    path = tuple([TacticalPathEntry(to=each) for each in line(waiter.hex, wait.step_to)[1:]])
    order = TacticalMoveOrder(maneuver=response.maneuver, option=response.option, path=path)
    try:
        step = plan_path(field, waiter, order)
    except RulesRefuse:
        return [None]
    return [None] if any(each.contacts or each.exits for each in step.steps) else [step, None]


def planned(
    field: Field, waiter: str, response: TacticalResponse, target: str, defended: Defended
) -> AttackPlan | None:
    """Plan the attack or the feint of a response; None if it is not possible."""
    order = unforced(defended(order_of(response, target)))
    conduct = conduct_of(response, stop_thrust_of(field[waiter], field[target], response))
    try:
        return plan_attack(field, waiter, order, conduct)
    except RulesRefuse:
        return None


def weapon_of_response(waiter: TacticalFigure, response: TacticalResponse) -> TacticalWeapon | None:
    """Return the weapon that a response strikes with: the one that is named, or the first that is ready."""
    return next((each for each in ready_weapons(waiter) if response.weapon in (None, each.id)), None)


def reach_of(waiter: TacticalFigure, response: TacticalResponse) -> int:
    """Return the longest reach, in hexes, at which a figure can respond without changing its grip; 0 without any."""
    weapon = weapon_of_response(waiter, response)
    return 0 if weapon is None else max(reaches_now(waiter, weapon, response.mode), default=0)


def stop_thrust_of(waiter: TacticalFigure, mover: TacticalFigure, response: TacticalResponse) -> int:
    """Return the bonus to damage of a stop thrust: a point for each two full yards that the target came nearer.

    Source: base game.
    """
    weapon, start = weapon_of_response(waiter, response), mover.state.turn_start
    mode = None if weapon is None else mode_of(weapon, response.mode)
    if start is None or mode is None or mode.kind is not TacticalStrikeKind.THRUST:
        return 0
    return stop_thrust_bonus(distance(start.hex, waiter.hex) - distance(mover.hex, waiter.hex))


def stop_thrust_bonus(yards: int) -> int:
    """Return the bonus to damage for the yards that a target has come nearer in its turn."""
    return max(yards, 0) // YARDS_FOR_POINT
