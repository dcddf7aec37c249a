"""What an order is refused for: before the first die of its turn, and before that of the round whatever others do."""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple, NoReturn

from service.dice.model import Dice
from service.errors import RulesRefuse
from service.errors.spelling import meant
from service.rules.tactical.attack.situation.legality import fitting_weapon
from service.rules.tactical.attack.wounds.hits import without
from service.rules.tactical.book import attack_rules, refusals, rulebook
from service.rules.tactical.book import movement_rules as rules
from service.rules.tactical.book.maneuvers import DRAWING, KINDS
from service.rules.tactical.book.options import TacticalEndTurn
from service.rules.tactical.book.rulings import Rulings
from service.rules.tactical.book.words import (
    TacticalCloseAction,
    TacticalFollowUp,
    TacticalManeuver,
    TacticalStepTiming,
)
from service.rules.tactical.close.passage import rehearse
from service.rules.tactical.close.slam import SlamConduct
from service.rules.tactical.figures import standing
from service.rules.tactical.figures.field import Field
from service.rules.tactical.figures.filled_hexes import size_of
from service.rules.tactical.figures.models import TacticalFigure
from service.rules.tactical.figures.pairs import let_go
from service.rules.tactical.movement.allowance import has_step, refuse_option
from service.rules.tactical.movement.paths.steps import MovePlan, turn_to
from service.rules.tactical.movement.records import TacticalMoveOrder
from service.rules.tactical.rounds import records
from service.rules.tactical.rounds.acting import maneuvers
from service.rules.tactical.rounds.acting.unread import refuse_unread_parts
from service.rules.tactical.rounds.turn import turn
from service.rules.tactical.rounds.turn.readying import plan_ready
from service.rules.tactical.rounds.turn.windows import begin

AFTER: Final = TacticalStepTiming.AFTER
STOP, SLAM = TacticalFollowUp.STOP, TacticalFollowUp.SLAM
CHANGE_POSTURE: Final = TacticalManeuver.CHANGE_POSTURE

PARTS: Final = (
    *("attack", "deed", "target", "aim_hex", "item", "reach", "load", "wait", "popup"),
    *(*DRAWING, "braced", "shield_rush"),
)
"""The parts of an intent that belong to some maneuvers, in the order in which they are looked at."""

UNSAID: Final = (None, False)

MISFITS_OF: Final = {
    maneuver: tuple([part for part in PARTS if part not in kind.parts]) for maneuver, kind in KINDS.items()
}
"""The parts of an intent that do not go with a maneuver."""


class Approved(NamedTuple):
    """An order that is legal as things are: how the figure moves, the plan of that, and how it slams on the way.

    `figure` is the one that has the order, as its turn has begun. What its maneuver is for it does after `acts_at`
    entries of its path; `turns_first` says whether it has turned to its last facing then. `foreseen` is the plan of its
    attack.
    """

    figure: TacticalFigure
    intent: records.TacticalIntent
    order: TacticalMoveOrder
    plan: MovePlan
    conduct: SlamConduct
    acts_at: int
    turns_first: bool
    foreseen: turn.Foreseen | None


def approve(field: Field, id: str, intent: records.TacticalIntent, orders: turn.Orders, dice: Dice) -> Approved:
    """Judge an order of a figure whose turn it is, on the field as it is; nothing is changed, and no die is rolled.

    Ruling: tactical/ruling/end-turn-timing, step-split.
    """
    begun = field[id]
    field = _begun(field, id, intent)
    order, figure = turn.move_order(intent), field[id]
    plan = turn.planned_path(field, figure, intent, order)
    conduct = SlamConduct(intent.maneuver, intent.option, intent.shield_rush, (), orders.defenses, figure.state.shock)
    entries, postures = len(plan.steps), len(order.path) - len(intent.path)
    later = 0 if intent.step is AFTER else entries if intent.strike_after is None else intent.strike_after
    acts_at = min(postures + later, entries)
    faces_late = intent.maneuver is TacticalManeuver.MOVE_AND_ATTACK and field.rulings.end_turn is TacticalEndTurn.TURN
    turns_first = acts_at == entries and not (intent.step is AFTER or intent.popup is not None or faces_late)
    stage, entered = field, tuple[str, ...]()
    if plan.steps or plan.end_turn:
        stage = field.copy()
        entered = rehearse(stage, id, plan.steps[:acts_at], conduct)
        if turns_first:
            turn_to(stage, id, plan.facing)
        elif plan.slams:
            rehearse(stage.copy(), id, plan.steps[acts_at:], conduct)
    foreseen = maneuvers.refuse_act(stage, id, intent, orders, entered, dice)
    return Approved(begun, intent, order, plan, conduct, acts_at, turns_first, foreseen)


def _begun(field: Field, id: str, intent: records.TacticalIntent) -> Field:
    """Return the field once a figure has done what costs no time, refusing what does not belong to its maneuver."""
    refuse_misfits(field[id], intent)
    if intent.free:
        field = field.copy()
    for place, free in enumerate(intent.free):
        try:
            loosen(field, id, free)
        except RulesRefuse as fault:
            raise fault.below(f"/free/{place}") from None
    return field


# What belongs to a maneuver


def refuse_misfits(figure: TacticalFigure, intent: records.TacticalIntent) -> None:
    """Refuse what a figure cannot do at all, and parts of an intent that do not belong to its maneuver."""
    maneuver = intent.maneuver
    deed = intent.deed
    frees = deed is not None and deed.action is records.TacticalDeedKind.BREAK_FREE
    pinned = bool(figure.state.pinned_by)
    stays = frees or maneuver is turn.DO_NOTHING
    standing.refuse_unable(figure, maneuver, "/figure", (standing.PINNED,) if stays else ())
    if pinned and (intent.path or intent.end_facing is not None):
        raise refusals.FigureUnable(f"{standing.name_of(figure)} is pinned and cannot move.", pointer="/path")
    refuse_option(maneuver, intent.option)
    for part in MISFITS_OF[maneuver]:
        if getattr(intent, part) not in UNSAID:
            _refuse_misfit(part, maneuver, [each for each, kind in KINDS.items() if part in kind.parts], f"/{part}")
    if deed is not None:
        action = TacticalCloseAction(deed.action.value)
        if action not in KINDS[maneuver].deeds:
            fitting = [each for each, kind in KINDS.items() if action in kind.deeds]
            _refuse_misfit(action.value, maneuver, fitting, "/deed/action")
    _refuse_drawing(intent)
    _refuse_lacking(intent)
    _refuse_order(intent)
    _refuse_two_attacks(figure, intent)
    refuse_unread_parts(figure, intent)


def _refuse_misfit(part: str, maneuver: TacticalManeuver, fitting: list[TacticalManeuver], pointer: str) -> NoReturn:
    names = ", ".join(sorted([each.value for each in fitting]))
    raise refusals.ManeuverConflict(f"{part} does not go with {maneuver.value}; it goes with {names}.", pointer=pointer)


def _refuse_drawing(intent: records.TacticalIntent) -> None:
    """Refuse what an attack draws if it draws nothing."""
    if not KINDS[intent.maneuver].strikes or intent.fast_draw:
        return
    for part in DRAWING:
        if getattr(intent, part) not in UNSAID:
            how = f"{part} goes with {intent.maneuver.value} only with fast_draw"
            message = f"{how}; an attack names its weapon in attack.weapon."
            raise refusals.ManeuverConflict(message, pointer=f"/{part}")


def _refuse_lacking(intent: records.TacticalIntent) -> None:
    """Refuse a maneuver that lacks what it is for."""
    maneuver, lacks = intent.maneuver, None
    if KINDS[maneuver].strikes:
        slams = any(each.follow_up is SLAM for each in intent.follow_ups)
        acts = intent.attack or (intent.popup is None and (intent.deed or slams))
        lacks = None if acts else "attack"
    elif maneuver is maneuvers.WAIT and intent.wait is None:
        lacks = "wait"
    elif maneuver is CHANGE_POSTURE and not any(each.posture for each in turn.move_order(intent).path):
        lacks = "posture"
    if lacks is not None:
        message = f"The maneuver {maneuver.value} needs the field {lacks}, which is missing."
        raise refusals.ManeuverConflict(message, pointer=f"/{lacks}")


def _refuse_order(intent: records.TacticalIntent) -> None:
    """Refuse an attack before the movement of an All-Out Attack, and a step that is split, or that there is none of.

    Ruling: tactical/ruling/step-split.
    """
    maneuver, strike = intent.maneuver, intent.strike_after
    if strike is None and intent.popup is None and intent.step is not AFTER:
        return
    steps = has_step(maneuver, intent.option)
    if strike is not None and not KINDS[maneuver].splits:
        message = "A step is not interrupted by the attack: strike_after belongs to Move and Attack."
        raise refusals.ManeuverConflict(message, pointer="/strike_after", rule=Rulings.STEP_SPLIT if steps else None)
    if intent.popup is not None and turn.move_order(intent).path:
        message = "A pop-up attack takes the place of the step: path must be empty, and posture null."
        raise refusals.ManeuverConflict(message, pointer="/path", rule=attack_rules.POPUP_NO_STEP)
    later = intent.step is AFTER or (strike is not None and strike < len(intent.path))
    if maneuver is maneuvers.ALL_OUT and later and (intent.path or intent.end_facing is not None):
        at = "/step" if intent.step is AFTER else "/strike_after"
        raise refusals.AoaAttackThenMove("An All-Out Attack moves first and attacks after it.", pointer=at)
    if intent.step is AFTER and intent.path and not steps:
        message = f"{maneuver.value} has no step that could come after it."
        raise refusals.ManeuverConflict(message, pointer="/step", rule=rules.STEP_LENGTH)


def _refuse_two_attacks(figure: TacticalFigure, intent: records.TacticalIntent) -> None:
    """Refuse an attack besides an action in close combat, or besides a slam of a figure that is no larger one."""
    slams = [each.foe for each in intent.follow_ups if each.follow_up is SLAM]
    other = None if intent.deed is None else intent.deed.action.value
    if slams and size_of(figure) == 1:
        other = f"a slam into {slams[0]!r}"
    if intent.attack is not None and other is not None:
        message = f"{standing.name_of(figure)} can attack only once; the order has an attack and {other}."
        raise refusals.ManeuverConflict(message, pointer="/attack")


def loosen(field: Field, id: str, free: records.TacticalFreeAction) -> str | None:
    """Drop something or let go of a foe on the field, and say what is done; other free actions are part of the path."""
    figure, name, foe = field[id], field.name_of(id), free.foe or ""
    if free.kind is records.TacticalFreeKind.DROP:
        return f"{name} dropped the {_dropped(field, figure, free.weapon)}."
    if free.kind is not records.TacticalFreeKind.RELEASE:
        return None
    if standing.grip_on(figure, foe) is None:
        message = f"{name} does not hold {free.foe!r} and cannot let go."
        raise refusals.NotInCloseCombat(message, pointer="/foe", rule=rulebook.GRAPPLE_RELEASE)
    let_go(field, id, foe)
    return f"{name} let go of {field.name_of(foe) if foe in field else foe}."


def _dropped(field: Field, figure: TacticalFigure, thing: str | None) -> str:
    """Drop a weapon or an item on the field, and return what players call it."""
    held = {each.id: standing.weapon_name(each) for each, _ in standing.holds(figure)}
    held |= {item: item for item, _ in standing.held_items(figure)}
    if thing is None or thing not in held:
        close = meant(thing or "", held)
        message = f"{standing.name_of(figure)} cannot drop {thing!r}, which it does not hold.{close}"
        raise refusals.WeaponNotReady(message, pointer="/weapon", rule=rules.TURN_FREE_ACTIONS)
    field.put(without(figure, thing))
    return held[thing]


# Before the first turn


def refuse_early(
    field: Field, given: Mapping[str, records.TacticalIntent], first: Sequence[str], orders: turn.Orders, dice: Dice
) -> None:
    """Refuse every order that can be judged before the turns: all of the first to act, and of others what is their own.

    That is their maneuver and what goes with it, their weapons, and their path over the ground without anybody on it.
    `given` has orders by the pointers to them, `first` the ids of those who may act first.
    """
    for pointer, intent in given.items():
        try:
            if [intent.figure] == [*first]:
                judge(field, intent, orders, dice)
            else:
                stage = field.copy()
                begin(stage, intent.figure)
                _refuse_strangers(field, intent)
                _judge_alone(stage, intent)
        except RulesRefuse as fault:
            raise fault.below(pointer) from None


def judge(field: Field, intent: records.TacticalIntent, orders: turn.Orders, dice: Dice) -> Approved:
    """Judge an order of the figure that is next, as its turn is about to begin; nothing is changed, and no die rolled.

    Raises: what its turn is refused for.
    """
    stage = field.copy()
    begin(stage, intent.figure)
    return judge_begun(field, stage, intent, orders, dice)


def judge_begun(
    field: Field, stage: Field, intent: records.TacticalIntent, orders: turn.Orders, dice: Dice
) -> Approved:
    """Judge an order as `judge` does, on a stage on which the turn of its figure has begun."""
    _refuse_strangers(field, intent)
    return approve(stage, intent.figure, intent, orders, dice)


def _refuse_strangers(field: Field, intent: records.TacticalIntent) -> None:
    """Refuse ids of figures that are not on the map."""
    for foe, at in _named(intent):
        if foe is not None:
            field.find(foe, at)


def _named(intent: records.TacticalIntent) -> Sequence[tuple[str | None, str]]:
    """Return the ids that an intent names, with pointers to them."""
    named = [(intent.target, "/target"), (intent.declare_adjacent, "/declare_adjacent")]
    named += [(each.foe, f"/follow_ups/{place}/foe") for place, each in enumerate(intent.follow_ups)]
    named += [(each, f"/lets_pass/{place}") for place, each in enumerate(intent.lets_pass)]
    if intent.attack is not None:
        named.append((intent.attack.target, "/attack/target"))
    if intent.deed is not None:
        named.append((intent.deed.target, "/deed/target"))
        named += [(each, f"/deed/helpers/{place}") for place, each in enumerate(intent.deed.helpers)]
    return named


def _judge_alone(field: Field, intent: records.TacticalIntent) -> None:
    """Refuse what is illegal in an order whatever the others do."""
    field = _begun(field, intent.figure, intent)
    figure = field[intent.figure]
    entangled = figure.state.close or figure.state.grapples or figure.state.grappled_by
    stage = field.alone(standing.with_state(figure, close=(), grapples=(), grappled_by=()))
    if not entangled and not _meets_foes(field, figure, intent):
        turn.planned_path(stage, stage[figure.id], intent, turn.move_order(intent))
    _judge_weapon(stage, figure, intent)


def _meets_foes(field: Field, figure: TacticalFigure, intent: records.TacticalIntent) -> bool:
    """Return whether a path leads through hexes of foes as they stand now."""
    hexes = [each.to or each.jump_to for each in intent.path]
    return any(field.is_foe(figure, other) for each in hexes if each is not None for other in field.occupants(each))


def _judge_weapon(stage: Field, figure: TacticalFigure, intent: records.TacticalIntent) -> None:
    """Refuse a weapon that cannot be used for what is ordered."""
    if intent.maneuver is maneuvers.READY and intent.deed is None and not figure.state.close:
        plan_ready(stage, figure, intent, [])
    elif intent.maneuver is maneuvers.AIM:
        maneuvers.aimed_weapon(figure, intent)
    elif intent.attack is not None and not intent.fast_draw:
        try:
            fitting_weapon(figure, intent.attack, maneuvers.conduct_of(intent, ()))
        except RulesRefuse as fault:
            own = ("/maneuver", "/option")
            raise fault.pointing(lambda at: at if at in own else f"/attack{at}") from None
