"""The procedure plan-move: a path judged entry by entry, without dice and without moving anybody."""

from service.dice.model import Rule, ids_of
from service.rules.kernel.hexes import facing_name, hex_text
from service.rules.kernel.telling import sentence
from service.rules.tactical.book import attack_rules
from service.rules.tactical.book.options import TacticalRulings
from service.rules.tactical.book.refusals import MoveRefusal
from service.rules.tactical.book.words import TacticalWaitEvent, TacticalWaitKind, TacticalZoneKind
from service.rules.tactical.figures.condition import TacticalWait
from service.rules.tactical.figures.field import Field
from service.rules.tactical.figures.models import TacticalFigure
from service.rules.tactical.figures.pairs import field_of
from service.rules.tactical.figures.standing import hindrance_of, name_of, refuse_unable
from service.rules.tactical.movement import records
from service.rules.tactical.movement.allowance import has_step
from service.rules.tactical.movement.costs import PER_POINT
from service.rules.tactical.movement.paths.path_plan import plan_path
from service.rules.tactical.movement.paths.steps import MovePlan, MoveStep, spoken_points
from service.rules.tactical.movement.triggers import first_trigger, passages_of


def plan_move(input: records.TacticalMoveInput, rulings: TacticalRulings) -> records.TacticalMoveOutcome:
    """Judge how a figure would move: each entry of its path with its cost and reasons, and where it leads.

    The first illegal entry is refused, with the points needed and left; nothing is rolled, and nobody is moved.
    Raises: MoveRefusal.
    Source: Movement Points; Facing Changes and Movement; Entering a Foe's Hex; Leaving Close Combat.
    """
    field = field_of(input, rulings)
    order = input.order
    figure = field.find(input.figure, "/figure")
    for place, each in enumerate(order.follow_ups):
        field.find(each.foe, f"/order/follow_ups/{place}/foe")
    refuse_unable(figure, order.maneuver, "/figure")
    try:
        plan = plan_path(field, figure, order)
    except MoveRefusal as fault:
        raise fault.below("/order") from None
    last = plan.steps[-1] if plan.steps else None
    return records.TacticalMoveOutcome(
        summary=_summary(figure, order, plan),
        verdict=records.TacticalMoveVerdict(
            hex=plan.hex,
            facing=plan.facing,
            spent=plan.spent / PER_POINT,
            points=plan.points / PER_POINT,
            evades=plan.evades,
            slams=plan.slams,
        ),
        entries=tuple([_entry(step) for step in plan.steps]),
        footprint=plan.body,
        posture=figure.posture if last is None else last.posture,
        upper_direction=plan.upper_direction,
        provokes=_provoked(field, figure, plan),
        cites=ids_of(plan.cites),
    )


def _entry(step: MoveStep) -> records.TacticalMoveEntry:
    return records.TacticalMoveEntry(
        kind=step.kind,
        hex=step.hex,
        facing=step.facing,
        cost=step.cost / PER_POINT,
        spent=step.spent / PER_POINT,
        terms=tuple(
            [
                records.TacticalMoveCost(rule=each.rule, label=each.label, points=each.value / PER_POINT)
                for each in step.terms
            ]
        ),
        contacts=tuple([records.TacticalMoveContact(foe=each.foe, follow_up=each.follow_up) for each in step.contacts]),
        exits=step.exits,
        sweeps=tuple([records.TacticalSweptFoe(foe=each.foe, yards=each.yards) for each in step.sweeps]),
        roll=step.roll,
        cites=ids_of(step.cites),
    )


def _summary(figure: TacticalFigure, order: records.TacticalMoveOrder, plan: MovePlan) -> str:
    """Say what a movement is: "Ash ends in hex [2, 0], facing south, for 4.5 of 5 movement points; it evades orc."."""
    spent, points = spoken_points(plan.spent), spoken_points(plan.points)
    unit = "hexes of its step" if has_step(order.maneuver, order.option) else "movement points"
    said = f"{name_of(figure)} ends in hex {hex_text(plan.hex)}, facing {facing_name(plan.facing)}"
    said += f", for {spent} of {points} {unit}"
    for verb, foes in (("evades", plan.evades), ("slams into", plan.slams)):
        if foes:
            said += f"; it {verb} {' and '.join(foes)} on the way"
    return sentence(said)


def _provoked(field: Field, figure: TacticalFigure, plan: MovePlan) -> tuple[records.TacticalProvoked, ...]:
    """Return the waits that a path sets off, as far as the mover's side may know of them."""
    passages = passages_of(field, figure, plan)
    hexes = {step.index: step.hex for step in plan.steps}
    found = []
    for waiter in field:
        wait = waiter.state.wait
        secret = waiter.side != figure.side and wait is not None and wait.zone is not None and wait.zone.secret
        if wait is None or secret or hindrance_of(waiter) is not None:
            continue
        entry = first_trigger(field, waiter, figure, passages)
        if entry is not None:
            found.append(
                records.TacticalProvoked(figure=waiter.id, entry=entry, hex=hexes[entry], rule=_rule_of(wait).id)
            )
    return tuple(found)


def _rule_of(wait: TacticalWait) -> Rule:
    """Return the rule by which a wait is set off."""
    if wait.kind is TacticalWaitKind.OPPORTUNITY and wait.zone is not None:
        line = wait.zone.kind is TacticalZoneKind.LINE
        return attack_rules.OPPORTUNITY_CROSS if line else attack_rules.OPPORTUNITY_APPEAR
    reach = wait.trigger is not None and wait.trigger.event is TacticalWaitEvent.ENTERS_REACH
    return attack_rules.WAIT_REACH if reach else attack_rules.WAIT_INTERRUPT
