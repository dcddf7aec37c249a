"""What an order of a turn is refused for before its first die, or before the first die of the round."""

from typing import Final, NamedTuple

from service.dice.model import Dice
from service.errors import RulesRefuse
from service.rules.tactical.attack.mishaps import without
from service.rules.tactical.book import movement_rules as rules
from service.rules.tactical.book import rulebook
from service.rules.tactical.book.refusals import (
    AoaAttackThenMove,
    FigureUnable,
    ManeuverConflict,
    NotInCloseCombat,
    WeaponNotReady,
)
from service.rules.tactical.book.words import TacticalFollowUp, TacticalManeuver, TacticalStepTiming
from service.rules.tactical.close.passage import Way, enter, rehearse
from service.rules.tactical.close.slam import SlamConduct
from service.rules.tactical.figures.field import Field, size_of
from service.rules.tactical.figures.models import TacticalFigure
from service.rules.tactical.figures.pairs import leave_behind, let_go
from service.rules.tactical.figures.standing import grip_on, holds, name_of
from service.rules.tactical.movement.advance import take, turn_to
from service.rules.tactical.movement.allowance import has_step, refuse_option, refuse_unable
from service.rules.tactical.movement.models import TacticalMoveOrder
from service.rules.tactical.movement.path_plan import plan_path
from service.rules.tactical.movement.steps import MovePlan
from service.rules.tactical.rounds.maneuvers import (
    AIM,
    ALL_OUT,
    ATTACK,
    EVALUATE,
    MOVING,
    READY,
    STRIKING,
    WAIT,
    refuse_act,
)
from service.rules.tactical.rounds.models import (
    TacticalDeedKind,
    TacticalFreeAction,
    TacticalFreeKind,
    TacticalIntent,
)
from service.rules.tactical.rounds.turn import Orders, first_postures, in_intent, move_order

AFTER: Final = TacticalStepTiming.AFTER
STOP, SLAM = TacticalFollowUp.STOP, TacticalFollowUp.SLAM
CHANGE_POSTURE: Final = TacticalManeuver.CHANGE_POSTURE

MANEUVERS_OF: Final = {
    "attack": STRIKING,
    "deed": frozenset({ATTACK, ALL_OUT, MOVING, READY}),
    "target": frozenset({AIM, EVALUATE}),
    "aim_hex": frozenset({AIM}),
    "item": frozenset({READY}),
    "reach": frozenset({READY}),
    "load": frozenset({READY}),
    "wait": frozenset({WAIT}),
    "strike_after": frozenset({MOVING, ALL_OUT}),
}
"""The maneuvers that a part of an intent belongs to; parts that are not listed go with any."""

DEEDS_OF: Final = {
    TacticalDeedKind.GRAB: frozenset({ATTACK, ALL_OUT, MOVING}),
    TacticalDeedKind.TAKEDOWN: frozenset({ATTACK, ALL_OUT}),
    TacticalDeedKind.PIN: frozenset({ATTACK, ALL_OUT}),
    TacticalDeedKind.BREAK_FREE: frozenset({ATTACK, ALL_OUT}),
    TacticalDeedKind.DROP_SHIELD: frozenset({READY}),
}
"""The maneuvers that each action in close combat takes."""


class Approved(NamedTuple):
    """An order that is legal as things are: how the figure moves, the plan of that, and how it slams on the way."""

    order: TacticalMoveOrder
    plan: MovePlan
    conduct: SlamConduct


def approve(field: Field, id: str, intent: TacticalIntent, orders: Orders, dice: Dice) -> Approved:
    """Judge an order of a figure whose turn it is, on the field as it is; nothing is changed, and no die is rolled.

    Raises: every refusal of a round, with a pointer into the intent.
    """
    refuse_misfits(field[id], intent)
    refuse_free(field[id], intent)
    if intent.free:
        field = field.copy()
        for free in intent.free:
            loosen(field, id, free)
    order, plan = _planned(field, field[id], intent)
    conduct = SlamConduct(intent.maneuver, intent.option, intent.shield_rush, (), orders.defenses)
    stage, entered = field, list[str]()
    if plan.slams:
        rehearse(field, id, Way(plan, conduct))
    if plan.steps or plan.end_turn:
        stage = field.copy()
        entered = _rehearse(stage, id, intent, plan)
    refuse_act(stage, id, intent, orders, tuple(entered), dice)
    return Approved(order, plan, conduct)


def _planned(field: Field, figure: TacticalFigure, intent: TacticalIntent) -> tuple[TacticalMoveOrder, MovePlan]:
    order = move_order(intent)
    try:
        return order, plan_path(field, figure, order)
    except RulesRefuse as fault:
        raise in_intent(fault, intent) from None


def strike_at(intent: TacticalIntent, entries: int) -> int:
    """Return after how many entries of its path a figure does what its maneuver is for."""
    if intent.step is AFTER:
        return len(first_postures(intent))
    return entries if intent.strike_after is None else min(intent.strike_after + len(first_postures(intent)), entries)


def _rehearse(stage: Field, id: str, intent: TacticalIntent, plan: MovePlan) -> list[str]:
    """Move a figure on a stage to where it acts, if nobody hinders it, and return those whose hexes it has entered."""
    until = strike_at(intent, len(plan.steps))
    entered = []
    for step in plan.steps[:until]:
        origin = stage[id].hex
        take(stage, id, step)
        leave_behind(stage, id)
        for contact in step.contacts:
            if contact.follow_up is STOP:
                enter(stage, id, contact.foe, origin)
                entered.append(contact.foe)
    if until == len(plan.steps) and intent.step is not AFTER:
        turn_to(stage, id, plan.facing)
    return entered


# What belongs to a maneuver


def refuse_misfits(figure: TacticalFigure, intent: TacticalIntent) -> None:
    """Refuse what a figure cannot do at all, and parts of an intent that do not belong to its maneuver.

    Raises: FigureUnable, ManeuverConflict, AoaAttackThenMove.
    """
    maneuver = intent.maneuver
    deed = intent.deed
    frees = deed is not None and deed.action is TacticalDeedKind.BREAK_FREE
    pinned = bool(figure.state.pinned_by)
    if not pinned or not (frees or maneuver is TacticalManeuver.DO_NOTHING):
        refuse_unable(figure, maneuver)
    elif intent.path or intent.end_facing is not None:
        raise FigureUnable(f"{name_of(figure)} is pinned and cannot move.", pointer="/path")
    refuse_option(maneuver, intent.option)
    for part, maneuvers in MANEUVERS_OF.items():
        if getattr(intent, part) is not None and maneuver not in maneuvers:
            names = ", ".join(sorted([each.value for each in maneuvers]))
            message = f"{part} does not go with {maneuver.value}; it goes with {names}."
            raise ManeuverConflict(message, pointer=f"/{part}")
    if deed is not None and maneuver not in DEEDS_OF[deed.action]:
        names = ", ".join(sorted([each.value for each in DEEDS_OF[deed.action]]))
        message = f"{deed.action.value} does not go with {maneuver.value}; it goes with {names}."
        raise ManeuverConflict(message, pointer="/deed/action")
    _refuse_lacking(intent)
    _refuse_order(intent)
    _refuse_two_attacks(figure, intent)


def _refuse_lacking(intent: TacticalIntent) -> None:
    """Refuse a maneuver that lacks what it is for.

    Raises: ManeuverConflict.
    """
    maneuver, lacks = intent.maneuver, None
    slams = any(each.follow_up is SLAM for each in intent.follow_ups)
    if maneuver in STRIKING and intent.attack is None and intent.deed is None and not slams:
        lacks = "attack"
    elif maneuver is WAIT and intent.wait is None:
        lacks = "wait"
    elif maneuver is CHANGE_POSTURE and not any(each.posture for each in move_order(intent).path):
        lacks = "posture"
    if lacks is not None:
        message = f"The maneuver {maneuver.value} needs the field {lacks}, which is missing."
        raise ManeuverConflict(message, pointer=f"/{lacks}")


def _refuse_order(intent: TacticalIntent) -> None:
    """Refuse an attack before the movement of an All-Out Attack, and a step where the maneuver has none.

    Raises: AoaAttackThenMove, ManeuverConflict.
    """
    maneuver, strike = intent.maneuver, intent.strike_after
    later = intent.step is AFTER or (strike is not None and strike < len(intent.path))
    if maneuver is ALL_OUT and later and (intent.path or intent.end_facing is not None):
        at = "/step" if intent.step is AFTER else "/strike_after"
        raise AoaAttackThenMove("An All-Out Attack moves first and attacks after it.", pointer=at)
    if intent.step is AFTER and intent.path and not has_step(maneuver, intent.option):
        message = f"{maneuver.value} has no step that could come after it."
        raise ManeuverConflict(message, pointer="/step", rule=rules.STEP_LENGTH)


def _refuse_two_attacks(figure: TacticalFigure, intent: TacticalIntent) -> None:
    """Refuse an attack besides an action in close combat, or besides a slam of a figure that is no larger one.

    Raises: ManeuverConflict.
    """
    slams = [each.foe for each in intent.follow_ups if each.follow_up is SLAM]
    other = None if intent.deed is None else intent.deed.action.value
    if slams and size_of(figure) == 1:
        other = f"a slam into {slams[0]!r}"
    if intent.attack is not None and other is not None:
        message = f"{name_of(figure)} attacks once: it has an attack and {other}."
        raise ManeuverConflict(message, pointer="/attack")


def refuse_free(figure: TacticalFigure, intent: TacticalIntent) -> None:
    """Refuse to drop a weapon that is in no hand, and to let go of somebody who is not held.

    Raises: WeaponNotReady, NotInCloseCombat.
    """
    held = {weapon.id for weapon, _ in holds(figure)}
    for place, free in enumerate(intent.free):
        at, name = f"/free/{place}", name_of(figure)
        if free.kind is TacticalFreeKind.DROP and free.weapon not in held:
            message = f"{name} cannot drop {free.weapon!r}, which it does not hold."
            raise WeaponNotReady(message, pointer=f"{at}/weapon", rule=rules.TURN_FREE_ACTIONS)
        if free.kind is TacticalFreeKind.RELEASE and grip_on(figure, free.foe or "") is None:
            message = f"{name} does not hold {free.foe!r} and cannot let go."
            raise NotInCloseCombat(message, pointer=f"{at}/foe", rule=rulebook.GRAPPLE_RELEASE)


def loosen(field: Field, id: str, free: TacticalFreeAction) -> None:
    """Drop a weapon or let go of a foe on the field; other free actions are part of the path."""
    figure = field[id]
    if free.kind is TacticalFreeKind.DROP:
        weapon = next(each for each in figure.weapons if each.id == free.weapon)
        field.put(without(figure, weapon))
    elif free.kind is TacticalFreeKind.RELEASE and free.foe is not None:
        let_go(field, id, free.foe)
