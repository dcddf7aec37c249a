"""What each maneuver is for, apart from movement: to aim, to evaluate, to attack, to feint, to make something ready."""

from collections.abc import Callable, Mapping
from typing import Final

from service.dice.model import Dice
from service.errors import RulesRefuse
from service.rules.kernel.hexes import SIDES, Hex, distance
from service.rules.tactical.attack.attack import strike
from service.rules.tactical.attack.legality import find_weapon
from service.rules.tactical.attack.models import TacticalAttackOrder
from service.rules.tactical.attack.plan import AttackPlan, Conduct, plan_attack
from service.rules.tactical.attack.sentences import summary_of
from service.rules.tactical.attack.sight import sees
from service.rules.tactical.book import movement_rules as rules
from service.rules.tactical.book import rulebook
from service.rules.tactical.book.refusals import (
    AimNotAllowed,
    ManeuverConflict,
    NotAdjacent,
    OffMap,
    OutsideArc,
    WeaponNotRanged,
)
from service.rules.tactical.book.rulings import Rulings
from service.rules.tactical.book.words import TacticalManeuver
from service.rules.tactical.figures.condition import TacticalAim, TacticalEvaluation, TacticalWait, TacticalZone
from service.rules.tactical.figures.equipment import TacticalWeapon
from service.rules.tactical.figures.field import Field
from service.rules.tactical.figures.models import TacticalFigure
from service.rules.tactical.figures.pairs import join
from service.rules.tactical.figures.standing import close_with, is_ranged, name_of, weapon_name, with_state
from service.rules.tactical.rounds.deeds import perform, plan_deed
from service.rules.tactical.rounds.models import TacticalDeed, TacticalIntent
from service.rules.tactical.rounds.readying import plan_drawing, plan_ready, prepare
from service.rules.tactical.rounds.turn import Orders, Turn
from service.rules.tactical.rounds.watch import refuse_wait, watch_text, watches_one_hex
from service.rules.tactical.rounds.watched_events import EventKind

AIM, EVALUATE = TacticalManeuver.AIM, TacticalManeuver.EVALUATE
ATTACK, FEINT = TacticalManeuver.ATTACK, TacticalManeuver.FEINT
READY, CONCENTRATE, WAIT = TacticalManeuver.READY, TacticalManeuver.CONCENTRATE, TacticalManeuver.WAIT
ALL_OUT, MOVING = TacticalManeuver.ALL_OUT_ATTACK, TacticalManeuver.MOVE_AND_ATTACK
STRIKING: Final = frozenset({ATTACK, FEINT, ALL_OUT, MOVING})
MOST_EVALUATED: Final = 3
LONGEST_AIM: Final = 1000


def refuse_act(
    field: Field, id: str, intent: TacticalIntent, orders: Orders, entered: tuple[str, ...], dice: Dice
) -> None:
    """Refuse what a maneuver cannot do as things are on the field; nothing is changed, and no die is rolled.

    Raises: every refusal of what the maneuver does, with a pointer into the intent.
    """
    figure = field[id]
    if intent.declare_adjacent is not None:
        where, direction = contact_between(field, figure, intent.declare_adjacent)
        field = field.copy()
        join(field, id, intent.declare_adjacent, where, direction, adjacent=True)
    if intent.maneuver in STRIKING and intent.fast_draw:
        field = field.copy()
        field.put(plan_drawing(field[id], intent).after)
    if intent.attack is not None:
        plan_blow(field, id, intent, orders, entered)
    elif intent.deed is not None:
        plan_deed(field, id, intent, intent.deed, orders, dice)
    elif intent.maneuver in PLANS:
        PLANS[intent.maneuver](field, field[id], intent, orders)


PLANS: Final[Mapping[TacticalManeuver, Callable[[Field, TacticalFigure, TacticalIntent, Orders], object]]] = {
    AIM: lambda field, figure, intent, _: plan_aim(field, figure, intent),
    EVALUATE: lambda field, figure, intent, _: studied(field, figure, intent),
    READY: lambda field, figure, intent, orders: plan_ready(field, figure, intent, orders.taken),
    WAIT: lambda field, figure, intent, _: planned_wait(field, figure, intent),
}
"""What judges maneuvers that neither attack nor act in close combat."""


def act(turn: Turn, intent: TacticalIntent) -> None:
    """Do what a maneuver is for.

    Raises: every refusal of what the maneuver does, before its first die.
    Dice: those of a feint, an attack, an action in close combat or a Ready in close combat.
    """
    if intent.declare_adjacent is not None:
        declare_adjacent(turn, intent.declare_adjacent)
    doing = DOINGS.get(intent.maneuver)
    if doing is not None:
        doing(turn, intent)


def _fight(turn: Turn, intent: TacticalIntent) -> None:
    if intent.fast_draw and not _draws_fast(turn, intent):
        return
    if intent.attack is not None:
        attack(turn, intent)
    elif intent.deed is not None:
        _do(turn, intent, intent.deed)


def _ready(turn: Turn, intent: TacticalIntent) -> None:
    if intent.deed is not None:
        _do(turn, intent, intent.deed)
    else:
        prepare(turn, plan_ready(turn.field, turn.figure, intent, turn.orders.taken))


def _do(turn: Turn, intent: TacticalIntent, deed: TacticalDeed) -> None:
    perform(turn, plan_deed(turn.field, turn.id, intent, deed, turn.orders, turn.dice))


def _concentrate(turn: Turn, intent: TacticalIntent) -> None:
    turn.say(rules.MANEUVER_CONCENTRATE, f"{turn.name} concentrated.")


# Attacks and feints


def conduct_of(intent: TacticalIntent, entered: tuple[str, ...]) -> Conduct:
    """Return under which circumstances an intent attacks."""
    target = None if intent.attack is None else intent.attack.target
    return Conduct(intent.maneuver, intent.option, entered=target in entered)


def plan_blow(field: Field, id: str, intent: TacticalIntent, orders: Orders, entered: tuple[str, ...]) -> AttackPlan:
    """Plan the attack or the feint of an intent.

    Raises: every refusal of an attack, with a pointer into the intent.
    """
    try:
        order = orders.defended(intent.attack or TacticalAttackOrder())
        return plan_attack(field, id, order, conduct_of(intent, entered))
    except RulesRefuse as fault:
        own = ("/attacker", "/maneuver", "/option")
        raise fault.pointing(lambda at: at if at in own else f"/attack{at}") from None


def attack(turn: Turn, intent: TacticalIntent) -> None:
    """Declare an attack or a feint, let those who wait answer, and make it if it still can be made.

    Raises: every refusal of an attack.
    Dice: those of `resolve-attack`.
    """
    field, heard = turn.field, len(turn.interrupts)
    plan = plan_blow(field, turn.id, intent, turn.orders, turn.entered)
    if not turn.happens(EventKind.ATTACKS, turn.figure, target=plan.target):
        return
    if len(turn.interrupts) > heard:
        plan = plan_blow(field, turn.id, intent, turn.orders, turn.entered)
    pain = turn.figure.state.shock
    feint, attacks = strike(field, plan, turn.dice)
    turn.feint = feint
    turn.attacks = (*turn.attacks, *attacks)
    turn.told.append(summary_of(field, attacks, feint))
    turn.hurt(turn.figure.state.shock - pain)


def _draws_fast(turn: Turn, intent: TacticalIntent) -> bool:
    """Draw a weapon with Fast-Draw before an attack; if that takes time, the maneuver was a Ready.

    Dice: 3D6 against DX, 3D6 against Fast-Draw.
    """
    if prepare(turn, plan_drawing(turn.figure, intent)):
        return True
    turn.field.put(with_state(turn.figure, maneuver=READY, option=None))
    turn.ended = "Drawing the weapon took the whole turn."
    return False


# Aim and Evaluate


def plan_aim(field: Field, figure: TacticalFigure, intent: TacticalIntent) -> tuple[TacticalWeapon, TacticalAim]:
    """Return the weapon that a figure aims, and its aim after this second.

    Raises: UnknownWeapon, WeaponNotReady, WeaponUnready, WeaponNotRanged, ManeuverConflict, TacticalUnknownFigure,
    OffMap, OutsideArc, AimNotAllowed.
    Ruling: tactical/ruling/close-aim.
    """
    name = name_of(figure)
    weapon, _ = find_weapon(figure, TacticalAttackOrder(weapon=intent.weapon))
    if not is_ranged(weapon):
        raise WeaponNotRanged(f"{weapon_name(weapon)} is no ranged weapon to aim with.", pointer="/weapon")
    if figure.state.close:
        message = f"{name} is in close combat and cannot aim."
        raise AimNotAllowed(message, pointer="/maneuver", rule=Rulings.CLOSE_AIM)
    if (intent.target is None) == (intent.aim_hex is None):
        both = "neither" if intent.target is None else "both"
        raise ManeuverConflict(f"Aim has a target or an aim_hex, and {both} is given.", pointer="/target")
    goal: TacticalFigure | Hex
    if intent.aim_hex is not None:
        goal = intent.aim_hex
        if not field.ground.contains(goal):
            raise OffMap(f"Hex [{goal[0]}, {goal[1]}] is off the map.", pointer="/aim_hex")
    else:
        goal = _other(field, figure, intent.target or "")
    if not sees(field, figure, goal):
        what = name_of(goal) if isinstance(goal, TacticalFigure) else f"hex [{goal[0]}, {goal[1]}]"
        at = "/target" if isinstance(goal, TacticalFigure) else "/aim_hex"
        raise OutsideArc(f"{name} does not see {what}, and cannot aim at it.", pointer=at)
    known = figure.state.aim
    same = known is not None and (known.weapon, known.target, known.hex) == (weapon.id, intent.target, intent.aim_hex)
    seconds = min(known.seconds + 1, LONGEST_AIM) if known is not None and same else 1
    aimed = TacticalAim(
        target=intent.target, hex=intent.aim_hex, weapon=weapon.id, seconds=seconds, braced=intent.braced
    )
    return weapon, aimed


def aim(turn: Turn, intent: TacticalIntent) -> None:
    """Aim for a second."""
    weapon, aimed = plan_aim(turn.field, turn.figure, intent)
    turn.field.put(with_state(turn.figure, aim=aimed))
    what = f"hex [{aimed.hex[0]}, {aimed.hex[1]}]" if aimed.hex else name_of(turn.field[aimed.target or ""])
    seconds = f"{aimed.seconds} second{'' if aimed.seconds == 1 else 's'}"
    turn.say(rules.MANEUVER_AIM, f"{turn.name} aimed {weapon_name(weapon)} at {what}: {seconds}.")


def studied(field: Field, figure: TacticalFigure, intent: TacticalIntent) -> TacticalEvaluation:
    """Return what a figure knows of a foe after another second.

    Raises: ManeuverConflict, TacticalUnknownFigure.
    """
    if intent.target is None:
        raise ManeuverConflict("Evaluate needs a target.", pointer="/target", rule=rules.MANEUVER_EVALUATE)
    foe = _other(field, figure, intent.target)
    known = figure.state.evaluate
    bonus = known.bonus + 1 if known is not None and known.foe == foe.id else 1
    return TacticalEvaluation(foe=foe.id, bonus=min(bonus, MOST_EVALUATED))


def evaluate(turn: Turn, intent: TacticalIntent) -> None:
    """Study a foe for a second."""
    known = studied(turn.field, turn.figure, intent)
    turn.field.put(with_state(turn.figure, evaluate=known))
    text = f"{turn.name} studied {name_of(turn.field[known.foe])}: +{known.bonus} to the next attack on him."
    turn.say(rules.MANEUVER_EVALUATE, text)


def _other(field: Field, figure: TacticalFigure, id: str) -> TacticalFigure:
    if id == figure.id:
        raise ManeuverConflict(f"{name_of(figure)} cannot be its own target.", pointer="/target")
    return field.find(id, "/target")


# Close combat that is declared


def contact_between(field: Field, figure: TacticalFigure, foe_id: str) -> tuple[Hex, int]:
    """Return the hex of an adjacent foe with whom close combat is declared, and the direction to it.

    Raises: TacticalUnknownFigure, ManeuverConflict, NotAdjacent.
    Ruling: tactical/ruling/adjacent-hex.
    """
    at, rule = "/declare_adjacent", rulebook.CLOSE_ADJACENT_DECLARE
    foe = field.find(foe_id, at)
    if not field.is_foe(figure, foe):
        raise ManeuverConflict(f"{name_of(foe)} is no foe of {name_of(figure)}.", pointer=at, rule=rule)
    if close_with(figure, foe_id) is not None:
        message = f"{name_of(figure)} and {name_of(foe)} are in close combat already."
        raise ManeuverConflict(message, pointer=at, rule=rule)
    for here in field.body(figure):
        for there in field.body(foe):
            if distance(here, there) == 1:
                return there, SIDES[there[0] - here[0], there[1] - here[1]]
    raise NotAdjacent(f"{name_of(foe)} is not adjacent to {name_of(figure)}.", pointer=at, rule=rule)


def declare_adjacent(turn: Turn, foe: str) -> None:
    """Declare close combat with an adjacent foe, from the figure's own hex."""
    where, direction = contact_between(turn.field, turn.figure, foe)
    join(turn.field, turn.id, foe, where, direction, adjacent=True)
    text = f"{turn.name} declared close combat with {name_of(turn.field[foe])} from the adjacent hex."
    turn.say(rulebook.CLOSE_ADJACENT_DECLARE, text)


def planned_wait(field: Field, figure: TacticalFigure, intent: TacticalIntent) -> TacticalWait:
    """Return the wait that an intent declares.

    Raises: ZoneRefusal and the refusals of a response, with a pointer into the intent.
    """
    wait = intent.wait or TacticalWait()
    try:
        refuse_wait(field, figure, wait)
    except RulesRefuse as fault:
        raise fault.below("/wait") from None
    return wait


def declare_wait(turn: Turn, intent: TacticalIntent) -> None:
    """Begin to wait, or go on watching: turns in the same watch without a break are counted, and one hex keeps an aim.

    Raises: ZoneRefusal and the refusals of a response.
    Ruling: tactical/ruling/aim-wait-count, aim-wait-keep.
    """
    figure = turn.figure
    wait = planned_wait(turn.field, figure, intent).model_copy(update={"moved": figure.state.moved_hexes > 0})
    zone = wait.zone
    if zone is not None:
        before = None if turn.waited is None else turn.waited.zone
        seconds = 1 if before is None or not _is_same_watch(zone, before) else before.seconds_watched + 1
        wait = wait.model_copy(update={"zone": zone.model_copy(update={"seconds_watched": seconds})})
    aim = figure.state.aim if zone is not None and watches_one_hex(zone) else None
    turn.field.put(with_state(figure, wait=wait, aim=aim))
    turn.say(rules.MANEUVER_WAIT_GENERAL, watch_text(figure, wait))


def _is_same_watch(zone: TacticalZone, before: TacticalZone) -> bool:
    return zone.model_copy(update={"seconds_watched": before.seconds_watched}) == before


DOINGS: Final[Mapping[TacticalManeuver, Callable[[Turn, TacticalIntent], None]]] = {
    AIM: aim,
    EVALUATE: evaluate,
    READY: _ready,
    CONCENTRATE: _concentrate,
    WAIT: declare_wait,
    ATTACK: _fight,
    FEINT: _fight,
    ALL_OUT: _fight,
    MOVING: _fight,
}
"""What does the part of a maneuver that is no movement; the others have none."""
