"""What a figure that plays by itself may do, kind by kind: to free itself, to rise, to flee, to strike, to shoot.

Each function yields intents, the better ones first; those that are illegal as things are get sorted out later.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from service.errors import RulesRefuse
from service.rules.kernel.hexes import Hex, distance
from service.rules.roll_under.words import Posture
from service.rules.tactical.attack.conduct import Conduct
from service.rules.tactical.attack.melee import is_unseen
from service.rules.tactical.attack.models import TacticalAttackOrder
from service.rules.tactical.attack.plan import plan_attack
from service.rules.tactical.book.words import (
    TacticalFollowUp,
    TacticalLocation,
    TacticalManeuver,
    TacticalManeuverOption,
    TacticalWeaponKind,
)
from service.rules.tactical.figures.equipment import TacticalWeapon
from service.rules.tactical.figures.models import TacticalFigure
from service.rules.tactical.figures.pairs import binders_of
from service.rules.tactical.figures.standing import grip_on, holds, is_able, is_ranged
from service.rules.tactical.map.sectors import can_see
from service.rules.tactical.movement.advance import turn_to
from service.rules.tactical.movement.models import TacticalFoeFollowUp, TacticalPathEntry
from service.rules.tactical.movement.search import Reached
from service.rules.tactical.rounds.models import (
    TacticalDeed,
    TacticalDeedKind,
    TacticalFreeAction,
    TacticalFreeKind,
    TacticalIntent,
)
from service.rules.tactical.rounds.readying import own_drops
from service.rules.tactical.rounds.view import Blow, View

Intents = Iterator[TacticalIntent]

ATTACK, MOVE = TacticalManeuver.ATTACK, TacticalManeuver.MOVE
ALL_OUT, RUNNING = TacticalManeuver.ALL_OUT_ATTACK, TacticalManeuver.MOVE_AND_ATTACK
DEFENSE, READY, AIM = TacticalManeuver.ALL_OUT_DEFENSE, TacticalManeuver.READY, TacticalManeuver.AIM
DETERMINED, DODGE = TacticalManeuverOption.DETERMINED, TacticalManeuverOption.DODGE
DOWN: Final = frozenset({Posture.LYING, Posture.SITTING, Posture.CRAWLING})
UPRIGHT: Final = frozenset({Posture.STANDING, Posture.CROUCHING})
AT_HAND: Final = 2
"""A foe within so many hexes is too near to aim in peace."""
RUN_UP: Final = 3
"""Hexes that make a good run at a foe."""
LITTLE_ACC: Final = 1
"""With this Accuracy or less nobody aims first."""
NATURAL: Final = TacticalWeaponKind.NATURAL


# To free oneself, to rise, to flee


def freeing(view: View) -> Intents:
    """Break free of those who hold or pin the figure."""
    for holder in binders_of(view.field, view.figure):
        deed = TacticalDeed(action=TacticalDeedKind.BREAK_FREE, target=holder)
        yield view.intent(ATTACK, deed=deed)


def rising(view: View) -> Intents:
    """Get up: who lies kneels first, in either of its hexes."""
    if view.figure.posture in DOWN:
        upper = view.figure.posture is not Posture.LYING
        posture = Posture.STANDING if upper else Posture.KNEELING
        for place in (None, *view.field.body(view.figure)):
            yield view.intent(TacticalManeuver.CHANGE_POSTURE, posture=posture, hex=place)


def straightening(view: View) -> Intents:
    """Stand up from the knees before going anywhere."""
    if view.figure.posture is Posture.KNEELING:
        yield view.intent(TacticalManeuver.CHANGE_POSTURE, posture=Posture.STANDING)


def fleeing(view: View) -> Intents:
    """Move as far away from foes as possible with Increased Dodge, and face the nearest; nothing if cornered."""
    here = view.nearest()
    search, states = view.search(DEFENSE, DODGE), view.reached(DEFENSE, DODGE)
    away = [(_gap(view, each.hex), each) for each in states if view.is_free(each, search)]
    for gap, state in sorted(away, key=lambda each: (-each[0], each[1]))[:AT_HAND]:
        if gap > here:
            facing = view.facing_to(state.hex, view.targets[0], state.end_facings)
            yield view.intent(DEFENSE, option=DODGE, path=search.path_to(state), end_facing=facing)


def _gap(view: View, here: Hex) -> int:
    return min([distance(here, each) for foe in view.targets for each in view.field.body(foe)])


# To strike


def striking_here(view: View, targets: Sequence[TacticalFigure]) -> Intents:
    """Strike from here, after a free turn; who is reckless strikes with all its might, and who kneels stands up."""
    figure = view.figure
    for target in targets:
        for blow, where in view.useful(target):
            facing = _facing_for(view, blow, target)
            if facing is None:
                continue
            turn = {} if facing == figure.facing else {"end_facing": facing}
            order = _blow_at(blow, where, target)
            if view.is_reckless:
                yield view.intent(ALL_OUT, option=DETERMINED, attack=order, **turn)
            if figure.posture is Posture.KNEELING:
                yield view.intent(ATTACK, attack=order, posture=Posture.STANDING, **turn)
            yield view.intent(ATTACK, attack=order, **turn)


def _facing_for(view: View, blow: Blow, target: TacticalFigure) -> int | None:
    """Return the facing in which a blow reaches a target from here: the present one, else the one that leads to it."""
    figure = view.figure
    if view.field.distance(figure, target) == 0:
        return figure.facing if 0 in blow.reaches else None
    fits = [each for each in range(6) if view.reaches_from(blow, figure.hex, each, target)]
    if not fits:
        return None
    return figure.facing if figure.facing in fits else view.facing_to(figure.hex, target, fits)


def _blow_at(blow: Blow, where: TacticalLocation | None, target: TacticalFigure) -> TacticalAttackOrder:
    return TacticalAttackOrder(target=target.id, weapon=blow.weapon.id, mode=blow.mode.name, location=where)


def striking_after_move(
    view: View,
    targets: Sequence[TacticalFigure],
    maneuver: TacticalManeuver,
    option: TacticalManeuverOption | None = None,
) -> Intents:
    """Move to the nearest hex that a maneuver leads to from which a foe can be struck, and strike."""
    search = view.search(maneuver, option)
    for target in targets:
        for state, blow, where, facing in _spots(view, target, maneuver, option):
            turn = {} if facing == state.facing else {"end_facing": facing}
            order = _blow_at(blow, where, target)
            yield view.intent(maneuver, option=option, path=search.path_to(state), attack=order, **turn)


def _spots(
    view: View, target: TacticalFigure, maneuver: TacticalManeuver, option: TacticalManeuverOption | None = None
) -> list[tuple[Reached, Blow, TacticalLocation | None, int]]:
    """Return the nearest place from which a target can be struck after a movement, if there is one.

    With it are the blow, where it hits, and the facing.
    """
    search, useful = view.search(maneuver, option), view.useful(target)
    body = view.field.body(target)
    far = max([reach for blow, _ in useful for reach in blow.reaches], default=-1) + len(view.field.body(view.figure))
    near = [
        each
        for each in view.reached(maneuver, option)
        if each.spent and min([distance(each.hex, there) for there in body]) <= far and view.is_free(each, search)
    ]
    for state in near if useful else ():
        for blow, where in useful:
            fits = [each for each in state.end_facings if view.reaches_from(blow, state.hex, each, target)]
            if fits:
                return [(state, blow, where, view.facing_to(state.hex, target, fits))]
    return []


def running_down(view: View) -> Intents:
    """Strike on the run at a foe who flees, and whom no step would reach."""
    fleeing_foes = [each for each in view.targets if each.state.maneuver is DEFENSE and each.state.moved_hexes]
    if fleeing_foes:
        yield from striking_after_move(view, fleeing_foes, RUNNING)


# To wrestle


def wrestling(view: View) -> Intents:
    """Throw and pin a foe in the same hex, or break off for a run at him; run into one whom no weapon could hurt."""
    no_shot = not view.missiles or view.nearest() <= AT_HAND
    for foe in view.targets:
        if view.field.distance(view.figure, foe) == 0:
            yield from _holds(view, foe)
        elif no_shot and not view.useful(foe):
            yield from _charges(view, foe, RUNNING, TacticalFollowUp.SLAM)
            yield from _charges(view, foe, MOVE, TacticalFollowUp.STOP)


def _holds(view: View, foe: TacticalFigure) -> Intents:
    """Pin a foe who lies; else throw him if a friend is there to make use of it, or break off.

    Who is thrown gets up before he can be pinned by the same figure.
    """
    if foe.posture is Posture.LYING and view.figure.id not in foe.state.pinned_by:
        yield from _deeds(view, TacticalDeedKind.PIN, foe)
    if foe.state.pinned_by:
        return
    if not _is_helped(view, foe):
        yield from breaking_off(view)
    if foe.posture in UPRIGHT:
        yield from _deeds(view, TacticalDeedKind.TAKEDOWN, foe)
    if grip_on(view.figure, foe.id) is None:
        yield from _deeds(view, TacticalDeedKind.GRAB, foe)


def _deeds(view: View, kind: TacticalDeedKind, foe: TacticalFigure) -> Intents:
    deed = TacticalDeed(action=kind, target=foe.id)
    yield view.intent(ATTACK, deed=deed)
    yield view.intent(ATTACK, deed=deed, free=_drops(view))


def _is_helped(view: View, foe: TacticalFigure) -> bool:
    """Tell whether a friend is near a foe."""
    others = [each for each in view.field if each.id != view.figure.id and is_able(each)]
    return any(each.side == view.figure.side and view.field.distance(each, foe) <= 1 for each in others)


def breaking_off(view: View) -> Intents:
    """Leave the hex of a foe for a run at him in the next turn, facing him."""
    search = view.search(MOVE)
    away = [(-min(_gap(view, each.hex), RUN_UP), each) for each in view.reached(MOVE) if view.is_free(each, search)]
    if away:
        _, state = min(away)
        yield _move(view, search.path_to(state), state, view.facing_to(state.hex, view.targets[0], state.end_facings))


def _charges(view: View, foe: TacticalFigure, maneuver: TacticalManeuver, follow_up: TacticalFollowUp) -> Intents:
    """Run into a foe's hex, the cheapest way."""
    body = view.field.body(foe)
    search = view.search(maneuver)
    state = next((each for each in view.reached(maneuver) if each.hex in body), None)
    if state is not None:
        ends = (TacticalFoeFollowUp(foe=foe.id, follow_up=follow_up),)
        yield view.intent(maneuver, path=search.path_to(state), follow_ups=ends)


# To shoot


def shooting(view: View) -> Intents:
    """Reload, aim for a second, and shoot, as long as no foe is at hand."""
    for weapon in view.missiles:
        yield from reloading(view, weapon)
        for target in view.targets:
            shot = shot_at(view, weapon, target)
            if shot is None:
                continue
            aim = view.figure.state.aim
            aimed = aim is not None and aim.target == target.id and aim.weapon == weapon.id
            if not aimed and weapon.acc > LITTLE_ACC:
                yield view.intent(AIM, target=target.id, weapon=weapon.id, end_facing=shot.end_facing)
            yield shot


def shooting_at_once(view: View, *, past_friends: bool = False) -> Intents:
    """Shoot without aiming, at somebody who is at hand, or even past friends."""
    for weapon in view.missiles:
        for target in view.targets:
            shot = shot_at(view, weapon, target, past_friends=past_friends)
            if shot is not None:
                yield shot


def reloading(view: View, weapon: TacticalWeapon) -> Intents:
    """Reload a weapon that has no shots left."""
    if weapon.shots == 0:
        yield view.intent(READY, weapon=weapon.id, load=weapon.rof)


def shot_at(
    view: View, weapon: TacticalWeapon, target: TacticalFigure, *, past_friends: bool = False
) -> TacticalIntent | None:
    """Return a shot at a target after a free turn; None if there is none, or if a friend is in its way."""
    figure, field = view.figure, view.field
    facings = [figure.facing, view.facing_to(figure.hex, target, range(6))]
    facing = next((each for each in facings if _is_ahead(view, each, target)), facings[1])
    blind = all(is_unseen(field, figure, each) for each in field.body(target))
    shots = min(weapon.rof, weapon.rof if weapon.shots is None else weapon.shots)
    order = TacticalAttackOrder(target=target.id, weapon=weapon.id, shots=max(shots, 1), blind=blind, aim=not blind)
    stage = field.copy()
    turn_to(stage, figure.id, facing)
    try:
        plan = plan_attack(stage, figure.id, order, Conduct())
    except RulesRefuse:
        return None
    if not past_friends and any(not field.is_foe(figure, field[each]) for each in plan.way.in_way):
        return None
    return view.intent(ATTACK, attack=order, end_facing=facing)


def _is_ahead(view: View, facing: int, target: TacticalFigure) -> bool:
    figure, rulings = view.figure, view.field.rulings
    return any(can_see(figure.hex, facing, each, figure.vision, rulings.arc) for each in view.field.body(target))


# To arm oneself


def arming(view: View) -> Intents:
    """Make a melee weapon ready: one in hand, one that has been dropped within reach, one that is carried."""
    figure = view.figure
    turn = {"end_facing": view.facing_to(figure.hex, view.targets[0], range(6))}
    for weapon in _to_ready(view):
        yield view.intent(READY, weapon=weapon, **turn)
    for weapon in own_drops(figure):
        yield view.intent(READY, item=weapon, **turn)
    for weapon in _carried(view):
        yield view.intent(READY, weapon=weapon, free=_drops(view), **turn)


def _drops(view: View) -> tuple[TacticalFreeAction, ...]:
    """Return what empties the hands of a figure."""
    held = [weapon.id for weapon, _ in holds(view.figure) if weapon.kind is not NATURAL]
    return tuple([TacticalFreeAction(kind=TacticalFreeKind.DROP, weapon=each) for each in held])


def _to_ready(view: View) -> list[str]:
    """Return the melee weapons that a Ready makes ready: in hand and unready, then those that are carried."""
    held = [weapon for weapon, _ in holds(view.figure)]
    unready = [each.id for each in held if each.id in view.figure.state.unready and not is_ranged(each)]
    return unready + _carried(view)


def _carried(view: View) -> list[str]:
    state = view.figure.state
    gone = {*state.dropped, *state.broken, *[weapon.id for weapon, _ in holds(view.figure)]}
    carried = [each for each in view.figure.weapons if each.id not in gone and each.kind is not NATURAL]
    short = bool(view.opponents)
    fits = [each for each in carried if not is_ranged(each) and (not short or _is_short(each))]
    return [each.id for each in fits]


def _is_short(weapon: TacticalWeapon) -> bool:
    return any(0 in mode.reaches for mode in weapon.modes)


def carrying_missiles(view: View) -> Intents:
    """Make a ranged weapon ready, if there is time for it."""
    state = view.figure.state
    gone = {*state.dropped, *state.broken, *[weapon.id for weapon, _ in holds(view.figure)]}
    unready = [weapon.id for weapon, _ in holds(view.figure) if weapon.id in state.unready]
    for weapon in view.figure.weapons:
        if is_ranged(weapon) and (weapon.id not in gone or weapon.id in unready):
            yield view.intent(READY, weapon=weapon.id)


# To get there


def closing_in(view: View, *, to_strike: bool) -> Intents:
    """Move to where a foe can be struck in the next turn, facing him; or else nearer, round what is in the way."""
    states, search = view.reached(MOVE), view.search(MOVE)
    for target in view.targets:
        if to_strike:
            for state, _, _, facing in _spots(view, target, MOVE):
                yield _move(view, search.path_to(state), state, facing)
        lengths = view.lengths_to(target)
        here = lengths.get(view.figure.hex)
        nearer = [
            (lengths[each.hex], each)
            for each in states
            if each.hex in lengths and (here is None or lengths[each.hex] < here) and view.is_free(each, search)
        ]
        if nearer:
            _, state = min(nearer)
            yield _move(view, search.path_to(state), state, view.facing_to(state.hex, target, state.end_facings))


def _move(view: View, path: tuple[TacticalPathEntry, ...], state: Reached, facing: int) -> TacticalIntent:
    turn = {} if facing == state.facing else {"end_facing": facing}
    return view.intent(MOVE, path=path, **turn)
