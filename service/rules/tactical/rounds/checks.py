"""What an order of a turn is refused for, before the first die of the turn, or of the round where that can be judged."""

from typing import Final, NamedTuple

from service.errors import RulesRefuse
from service.rules.tactical.attack.legality import find_weapon, refuse_maneuver, refuse_shooting
from service.rules.tactical.attack.plan import Conduct, plan_attack
from service.rules.tactical.book import movement_rules as rules
from service.rules.tactical.book.refusals import AoaAttackThenMove, FigureUnable, ManeuverConflict
from service.rules.tactical.book.words import (
    TacticalFollowUp,
    TacticalManeuver,
    TacticalStepTiming,
)
from service.rules.tactical.figures.field import Field, size_of
from service.rules.tactical.figures.models import TacticalFigure
from service.rules.tactical.figures.pairs import join
from service.rules.tactical.figures.standing import is_conscious, is_ranged, name_of, with_state
from service.rules.tactical.movement.advance import take, turn_to
from service.rules.tactical.movement.allowance import has_step, refuse_option, refuse_unable
from service.rules.tactical.movement.models import TacticalMoveOrder
from service.rules.tactical.movement.plan import plan_path
from service.rules.tactical.movement.steps import MovePlan
from service.rules.tactical.rounds.deeds import refuse_deed
from service.rules.tactical.rounds.maneuvers import conduct_of, refuse_adjacent, refuse_free, refuse_studies
from service.rules.tactical.rounds.models import TacticalDeedKind, TacticalIntent
from service.rules.tactical.rounds.readying import plan_drawing, plan_ready
from service.rules.tactical.rounds.turn import Orders, first_postures, in_intent, move_order

ATTACK, FEINT = TacticalManeuver.ATTACK, TacticalManeuver.FEINT
ALL_OUT, MOVING = TacticalManeuver.ALL_OUT_ATTACK, TacticalManeuver.MOVE_AND_ATTACK
AIM, EVALUATE = TacticalManeuver.AIM, TacticalManeuver.EVALUATE
READY, WAIT = TacticalManeuver.READY, TacticalManeuver.WAIT
STRIKING: Final = frozenset({ATTACK, FEINT, ALL_OUT, MOVING})

MANEUVERS_OF: Final = {
    "attack": STRIKING,
    "deed": frozenset({ATTACK, ALL_OUT, MOVING, READY}),
    "target": frozenset({AIM, EVALUATE}),
    "aim_hex": frozenset({AIM}),
    "item": frozenset({READY}),
    "reach": frozenset({READY}),
    "load": frozenset({READY}),
    "wait": frozenset({WAIT}),
    "strike_after": frozenset({MOVING}),
}
"""The maneuvers that each part of an intent belongs to; parts that are not listed go with any."""

DEEDS_OF: Final = {
    TacticalDeedKind.GRAB: frozenset({ATTACK, ALL_OUT, MOVING}),
    TacticalDeedKind.TAKEDOWN: frozenset({ATTACK, ALL_OUT}),
    TacticalDeedKind.PIN: frozenset({ATTACK, ALL_OUT}),
    TacticalDeedKind.BREAK_FREE: frozenset({ATTACK, ALL_OUT}),
    TacticalDeedKind.DROP_SHIELD: frozenset({READY}),
}


class Approved(NamedTuple):
    """An order that is legal as things are: how the figure moves, and the plan of it."""

    order: TacticalMoveOrder
    plan: MovePlan


def approve(field: Field, id: str, intent: TacticalIntent, orders: Orders) -> Approved:
    """Judge an order of a figure whose turn it is, on the field as it is, which is not changed.

    Raises: every refusal of a round, with a pointer into the intent.
    """
    figure = field[id]
    refuse_misfits(figure, intent)
    order = move_order(intent)
    try:
        plan = plan_path(field, figure, order)
    except RulesRefuse as fault:
        raise in_intent(fault, intent) from None
    stage, entered = field, ()
    if plan.steps or plan.end_turn:
        stage, entered = _stage(field, id, intent, plan)
    _refuse_act(stage, id, intent, orders, entered)
    return Approved(order, plan)


def _stage(field: Field, id: str, intent: TacticalIntent, plan: MovePlan) -> tuple[Field, tuple[str, ...]]:
    """Return the field as it would be when the figure acts, if nobody hinders it, and whose hexes it has entered."""
    if intent.step is TacticalStepTiming.AFTER:
        return field, ()
    until = len(plan.steps)
    if intent.strike_after is not None:
        until = min(intent.strike_after + len(first_postures(intent)), until)
    stage = field.copy()
    entered = []
    for step in plan.steps[:until]:
        take(stage, id, step)
        for contact in step.contacts:
            if contact.follow_up is TacticalFollowUp.STOP:
                join(stage, id, contact.foe, step.hex, step.facing)
                entered.append(contact.foe)
    if until == len(plan.steps):
        turn_to(stage, id, plan.facing)
    return stage, tuple(entered)
