"""What each maneuver is for, apart from movement: to aim, to evaluate, to attack, to feint, to make something ready."""

from collections.abc import Callable, Mapping, Sequence
from itertools import compress
from operator import is_not
from typing import Final

from service.dice.model import Dice
from service.errors import RulesRefuse
from service.rules.kernel.hexes import Hex, hex_text
from service.rules.kernel.telling import amount
from service.rules.tactical.attack.attack import strike, summary_of
from service.rules.tactical.attack.plan import AttackPlan, plan_attack
from service.rules.tactical.attack.records import TacticalAttackOrder
from service.rules.tactical.attack.sight.sight import sees
from service.rules.tactical.attack.situation.legality import ranged_weapon
from service.rules.tactical.attack.situation.situation import Conduct
from service.rules.tactical.book import attack_rules, rulebook
from service.rules.tactical.book import movement_rules as rules
from service.rules.tactical.book.maneuvers import KINDS as MANEUVERS
from service.rules.tactical.book.refusals import AimNotAllowed, ManeuverConflict, OutsideArc
from service.rules.tactical.book.rulings import Rulings
from service.rules.tactical.book.words import TacticalCloseAction, TacticalManeuver, TacticalWaitKind
from service.rules.tactical.close.acts import Act
from service.rules.tactical.close.close_combat import KINDS, act_of, refuse_action
from service.rules.tactical.close.models import TacticalCloseInput
from service.rules.tactical.close.moves import declare
from service.rules.tactical.figures.condition import TacticalAim, TacticalEvaluation, TacticalWait, TacticalZone
from service.rules.tactical.figures.equipment import TacticalWeapon
from service.rules.tactical.figures.field import Field, refuse_off_map
from service.rules.tactical.figures.models import TacticalFigure
from service.rules.tactical.figures.standing import name_of, weapon_name, with_state
from service.rules.tactical.rounds.records import TacticalDeed, TacticalDeedKind, TacticalIntent, TacticalPopupTurn
from service.rules.tactical.rounds.turn.events import EventKind, exposed_text
from service.rules.tactical.rounds.turn.readying import Preparation, plan_drawing, plan_ready, prepare
from service.rules.tactical.rounds.turn.turn import Foreseen, Orders, Turn
from service.rules.tactical.rounds.turn.windows import governed
from service.rules.tactical.rounds.waiting.popup import come_out, cover_text, go_back, out_text, refuse_way
from service.rules.tactical.rounds.waiting.watch import refuse_wait, watch_text, watches_one_hex

GRAB = TacticalCloseAction.GRAB


def _input_of(actor: str, intent: TacticalIntent, deed: TacticalDeed, orders: Orders) -> TacticalCloseInput:
    """Return an action as resolve-close-combat takes it; the field takes the place of its map and figures."""
    order = TacticalAttackOrder(target=deed.target, modifiers=deed.modifiers)
    return TacticalCloseInput.model_construct(
        action=TacticalCloseAction(deed.action.value),
        actor=actor,
        target=deed.target,
        helpers=deed.helpers,
        maneuver=intent.maneuver,
        option=intent.option,
        attack=orders.defended(order) if deed.target is not None else order,
        hands=deed.hands,
        modifiers=() if deed.action.value == GRAB.value else deed.modifiers,
        map=None,
        figures=(),
    )


def plan_deed(field: Field, actor: str, intent: TacticalIntent, deed: TacticalDeed, orders: Orders, dice: Dice) -> Act:
    """Return an action in close combat that is legal on the field as it is; nothing is changed, and no die rolled.

    Out of close combat a shield is dropped in a Ready without a roll.
    """
    asked = _input_of(actor, intent, deed, orders)
    act = act_of(asked, field, dice)
    sheds = deed.action is TacticalDeedKind.DROP_SHIELD and not act.actor.state.close
    try:
        if not sheds:
            refuse_action(field, asked)
        for check in KINDS[asked.action].checks:
            check(act)
    except RulesRefuse as fault:
        raise fault.pointing(lambda at: "/figure" if at == "/actor" else f"/deed{at}") from None
    return act


def perform(turn: Turn, act: Act) -> None:
    """Carry out an action in close combat.

    Dice: those of `resolve-close-combat`.
    """
    pain = turn.figure.state.shock
    done = KINDS[act.input.action].do(act)
    turn.hurt_since(pain)
    turn.attacks = (*turn.attacks, *done.attacks)
    turn.contest = done.contest or turn.contest
    turn.told.append(done.summary)
    turn.followed()


# Maneuvers

ATTACKS: Final = EventKind.ATTACKS
AIM, EVALUATE = TacticalManeuver.AIM, TacticalManeuver.EVALUATE
ATTACK, FEINT = TacticalManeuver.ATTACK, TacticalManeuver.FEINT
READY, CONCENTRATE, WAIT = TacticalManeuver.READY, TacticalManeuver.CONCENTRATE, TacticalManeuver.WAIT
ALL_OUT: Final = TacticalManeuver.ALL_OUT_ATTACK
MOST_EVALUATED: Final = 3
LONGEST_AIM: Final = 1000
DECLARED: Final = "/declare_adjacent"


def refuse_act(
    field: Field, id: str, intent: TacticalIntent, orders: Orders, entered: Sequence[str], dice: Dice
) -> Foreseen | None:
    """Refuse what a maneuver cannot do as things are on the field; nothing is changed, and no die is rolled.

    An attack is planned for that, which is returned.
    """
    if intent.declare_adjacent is not None:
        field = field.copy()
        declare(field, id, intent.declare_adjacent, DECLARED)
    if MANEUVERS[intent.maneuver].strikes and intent.fast_draw:
        field = field.copy()
        field.put(plan_drawing(field[id], intent).after)
    if intent.popup is not None:
        field = field.copy()
        _come_out(field, id, intent.popup)
    if intent.attack is not None:
        return Foreseen(plan_blow(field, id, intent, orders, entered), field.figures(), tuple(entered))
    if intent.deed is not None:
        plan_deed(field, id, intent, intent.deed, orders, dice)
    elif intent.maneuver in PLANS:
        PLANS[intent.maneuver](field, field[id], intent, orders)
    return None


def act(turn: Turn, intent: TacticalIntent) -> None:
    """Do what a maneuver is for.

    Dice: those of a feint, an attack, an action in close combat or a Ready in close combat.
    """
    if intent.declare_adjacent is not None:
        declare(turn.field, turn.id, intent.declare_adjacent, DECLARED)
        foe = turn.field.name_of(intent.declare_adjacent)
        text = f"{turn.name} declared close combat with {foe} from the adjacent hex."
        turn.say(rulebook.CLOSE_ADJACENT_DECLARE, text)
    if MANEUVERS[intent.maneuver].strikes and intent.fast_draw and not _draws_fast(turn, intent):
        return
    if intent.popup is not None:
        _pop_up(turn, intent, intent.popup)
    elif intent.attack is not None:
        attack(turn, intent)
    elif intent.deed is not None:
        perform(turn, plan_deed(turn.field, turn.id, intent, intent.deed, turn.orders, turn.dice))
    elif intent.maneuver in PLANS:
        prepare(turn, PLANS[intent.maneuver](turn.field, turn.figure, intent, turn.orders))


# Attacks and feints


def conduct_of(intent: TacticalIntent, entered: Sequence[str]) -> Conduct:
    """Return under which circumstances an intent attacks."""
    target = None if intent.attack is None else intent.attack.target
    return Conduct(intent.maneuver, intent.option, popup=intent.popup is not None, entered=target in entered)


def plan_blow(field: Field, id: str, intent: TacticalIntent, orders: Orders, entered: Sequence[str]) -> AttackPlan:
    """Plan the attack or the feint of an intent."""
    try:
        order = orders.defended(intent.attack or TacticalAttackOrder())
        return plan_attack(field, id, order, conduct_of(intent, entered))
    except RulesRefuse as fault:
        own = ("/attacker", "/maneuver", "/option")
        raise fault.pointing(lambda at: at if at in own else f"/attack{at}") from None


def attack(turn: Turn, intent: TacticalIntent) -> None:
    """Declare an attack or a feint, let those who wait answer, and make it if it still can be made.

    Dice: those of `resolve-attack`.
    """
    field, heard = turn.field, len(turn.interrupts)
    plan = _foreseen(turn, intent) or plan_blow(field, turn.id, intent, turn.orders, turn.entered)
    if not turn.happens(ATTACKS, turn.figure, target=plan.target):
        return
    if len(turn.interrupts) > heard:
        plan = plan_blow(field, turn.id, intent, turn.orders, turn.entered)
    pain = turn.figure.state.shock
    feint, attacks = strike(field, plan, turn.dice)
    turn.feint = feint
    turn.attacks = (*turn.attacks, *attacks)
    if turn.dice.tells:
        turn.told.append(summary_of(field, attacks, feint))
    turn.hurt_since(pain)
    turn.followed()


def _foreseen(turn: Turn, intent: TacticalIntent) -> AttackPlan | None:
    """Return the plan of an attack that was made when its order was judged, or None if anything else has changed since.

    The figure itself has chosen its maneuver since then, which no plan of its own attacks depends on.
    """
    foreseen, field = turn.foreseen, turn.field
    if foreseen is None or foreseen.entered != tuple(turn.entered):
        return None
    figures = field.figures()
    for then, now in compress(zip(foreseen.figures, figures, strict=True), map(is_not, foreseen.figures, figures)):
        if now.id != turn.id or not _has_only_chosen(turn, intent, then, now):
            return None
    return foreseen.plan


def _has_only_chosen(turn: Turn, intent: TacticalIntent, then: TacticalFigure, now: TacticalFigure) -> bool:
    """Return whether choosing its maneuver is all that a figure has done since it was as it was then."""
    if turn.governed is not None and then is turn.governed[0] and now is turn.governed[1]:
        return True
    return now == governed(then, intent.maneuver, intent.option)


def _come_out(field: Field, id: str, popup: TacticalPopupTurn) -> None:
    """Put a figure where it shoots from in a pop-up attack."""
    try:
        refuse_way(field, field[id], popup.fire_hex)
    except RulesRefuse as fault:
        raise fault.pointing(lambda at: "/figure" if at == "/attacker" else f"/popup{at}") from None
    come_out(field, id, popup.fire_hex, popup.facing)


def _pop_up(turn: Turn, intent: TacticalIntent, popup: TacticalPopupTurn) -> None:
    """Come out of cover, let those who watch answer, attack if that still can be done, and go back.

    Dice: those of `resolve-attack`.
    Ruling: tactical/ruling/popup-timing, popup-zone, popup-distance.
    """
    before, heard = turn.figure, len(turn.interrupts)
    _come_out(turn.field, turn.id, popup)
    turn.say(attack_rules.POPUP_DEFINITION, out_text(before, popup.fire_hex), (attack_rules.POPUP_WEAPONS,))
    going_on = turn.happens(EventKind.APPEARS, before, popup=True)
    if any(each.kind is TacticalWaitKind.OPPORTUNITY for each in turn.interrupts[heard:]):
        turn.note(attack_rules.POPUP_EXPOSED, exposed_text(turn.name), (attack_rules.POPUP_DODGE_ONLY,))
    try:
        if going_on:
            attack(turn, intent)
    finally:
        in_cover = go_back(turn.field, before, popup.fire_hex, None, turn.dice)
        turn.field.unheard()  # the way back is no appearance of its own
        turn.told.append(cover_text(turn.figure, in_cover=in_cover))


def _draws_fast(turn: Turn, intent: TacticalIntent) -> bool:
    """Draw a weapon with Fast-Draw before an attack; if that takes time, the maneuver was a Ready.

    Dice: 3D6 against DX, 3D6 against Fast-Draw.
    """
    if prepare(turn, plan_drawing(turn.figure, intent)):
        return True
    turn.field.put(with_state(turn.figure, maneuver=READY, option=None))
    turn.ended = "Drawing the weapon took the whole turn."
    return False


# Maneuvers without an attack


def plan_aim(field: Field, figure: TacticalFigure, intent: TacticalIntent) -> Preparation:
    """Work out another second of aiming.

    Ruling: tactical/ruling/close-aim.
    """
    name, weapon = name_of(figure), aimed_weapon(figure, intent)
    if figure.state.close:
        message = f"{name} is in close combat and cannot aim."
        raise AimNotAllowed(message, pointer="/maneuver", rule=Rulings.CLOSE_AIM)
    if (intent.target is None) == (intent.aim_hex is None):
        both = "neither" if intent.target is None else "both"
        raise ManeuverConflict(f"Aim has either a target or an aim_hex; {both} is given.", pointer="/target")
    goal: TacticalFigure | Hex
    if intent.aim_hex is not None:
        goal, what, at = intent.aim_hex, f"hex {hex_text(intent.aim_hex)}", "/aim_hex"
        refuse_off_map(field, goal, at)
    else:
        goal = _other(field, figure, intent.target or "")
        what, at = name_of(goal), "/target"
    if not sees(field, figure, goal):
        raise OutsideArc(f"{name} does not see {what}, and cannot aim at it.", pointer=at)
    known = figure.state.aim
    same = known is not None and (known.weapon, known.target, known.hex) == (weapon.id, intent.target, intent.aim_hex)
    seconds = min(known.seconds + 1, LONGEST_AIM) if known is not None and same else 1
    aim = TacticalAim(target=intent.target, hex=intent.aim_hex, weapon=weapon.id, seconds=seconds, braced=intent.braced)
    text = f"{name} aimed the {weapon_name(weapon)} at {what}: {amount(seconds, 'second')}."
    return Preparation(with_state(figure, aim=aim), rules.MANEUVER_AIM, text)


def aimed_weapon(figure: TacticalFigure, intent: TacticalIntent) -> TacticalWeapon:
    """Return the weapon that a figure aims."""
    return ranged_weapon(figure, intent.weapon, "to aim with")


def plan_evaluation(field: Field, figure: TacticalFigure, intent: TacticalIntent) -> Preparation:
    """Work out another second of studying a foe."""
    if intent.target is None:
        raise ManeuverConflict("Evaluate needs a target.", pointer="/target", rule=rules.MANEUVER_EVALUATE)
    foe = _other(field, figure, intent.target)
    known = figure.state.evaluate
    bonus = min(known.bonus + 1 if known is not None and known.foe == foe.id else 1, MOST_EVALUATED)
    after = with_state(figure, evaluate=TacticalEvaluation(foe=foe.id, bonus=bonus))
    text = f"{name_of(figure)} studied {name_of(foe)}, for +{bonus} to the next attack."
    return Preparation(after, rules.MANEUVER_EVALUATE, text)


def plan_wait(field: Field, figure: TacticalFigure, intent: TacticalIntent, waited: TacticalWait | None) -> Preparation:
    """Work out how a figure begins to wait, or goes on watching.

    Turns in the same watch without a break are counted, and one hex keeps an aim.

    Ruling: tactical/ruling/aim-wait-count, aim-wait-keep.
    """
    wait = intent.wait or TacticalWait()
    try:
        refuse_wait(field, figure, wait)
    except RulesRefuse as fault:
        raise fault.below("/wait") from None
    changes: dict[str, object] = {"moved": figure.state.moved_hexes > 0}
    zone, aim = wait.zone, None
    if zone is not None:
        before = None if waited is None else waited.zone
        seconds = 1 if before is None or not _is_same_watch(zone, before) else before.seconds_watched + 1
        changes["zone"] = zone.model_copy(update={"seconds_watched": seconds})
        aim = figure.state.aim if watches_one_hex(zone) else None
    wait = wait.model_copy(update=changes)
    text = watch_text(figure, wait)
    return Preparation(with_state(figure, wait=wait, aim=aim), rules.MANEUVER_WAIT_GENERAL, text)


def _is_same_watch(zone: TacticalZone, before: TacticalZone) -> bool:
    return zone.model_copy(update={"seconds_watched": before.seconds_watched}) == before


def plan_concentration(figure: TacticalFigure) -> Preparation:
    """Work out a second of concentrating."""
    return Preparation(figure, rules.MANEUVER_CONCENTRATE, f"{name_of(figure)} concentrated.")


PLANS: Final[Mapping[TacticalManeuver, Callable[[Field, TacticalFigure, TacticalIntent, Orders], Preparation]]] = {
    AIM: lambda field, figure, intent, _: plan_aim(field, figure, intent),
    EVALUATE: lambda field, figure, intent, _: plan_evaluation(field, figure, intent),
    READY: lambda field, figure, intent, orders: plan_ready(field, figure, intent, orders.taken),
    CONCENTRATE: lambda _, figure, __, ___: plan_concentration(figure),
    WAIT: lambda field, figure, intent, orders: plan_wait(field, figure, intent, orders.waited),
}
"""What works out a maneuver that neither attacks nor acts in close combat."""


def _other(field: Field, figure: TacticalFigure, id: str) -> TacticalFigure:
    if id == figure.id:
        raise ManeuverConflict(f"{name_of(figure)} cannot be its own target.", pointer="/target")
    return field.find(id, "/target")
