"""What a figure that plays by itself may do, kind by kind: to free itself, to rise, to flee, to strike, to shoot.

Each function yields intents, the better ones first; those that are illegal as things are get sorted out later.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache, partial
from itertools import islice
from typing import Final

from service.rules.kernel.hexes import Hex, distance
from service.rules.roll_under.words import Posture
from service.rules.tactical.attack.records import TacticalAttackOrder
from service.rules.tactical.book import words
from service.rules.tactical.figures import standing
from service.rules.tactical.figures.condition import TacticalResponse, TacticalTrigger, TacticalWait
from service.rules.tactical.figures.equipment import TacticalWeapon
from service.rules.tactical.figures.models import TacticalFigure
from service.rules.tactical.figures.pairs import binders_of
from service.rules.tactical.movement.records import TacticalFoeFollowUp
from service.rules.tactical.movement.search.nodes import ALL_FACINGS
from service.rules.tactical.movement.search.search import Goal, Reached, Search
from service.rules.tactical.rounds import records
from service.rules.tactical.rounds.policy.arms import Aimed, Blow, arms_of
from service.rules.tactical.rounds.policy.view import FARTHEST_WAY, WALK, Movement, View
from service.rules.tactical.rounds.turn.readying import own_drops

Intents = Iterator[records.TacticalIntent]

STANDING, KNEELING = Posture.STANDING, Posture.KNEELING
ATTACK, READY, AIM = words.TacticalManeuver.ATTACK, words.TacticalManeuver.READY, words.TacticalManeuver.AIM
STEP: Final = Movement(ATTACK)
RUN: Final = Movement(words.TacticalManeuver.MOVE_AND_ATTACK)
RUSH: Final = Movement(words.TacticalManeuver.ALL_OUT_ATTACK, words.TacticalManeuverOption.DETERMINED)
FLIGHT: Final = Movement(words.TacticalManeuver.ALL_OUT_DEFENSE, words.TacticalManeuverOption.DODGE)
WAYS_TO_FLEE: Final = 2
"""How many hexes are considered to flee to."""
RUN_UP: Final = 3
"""Hexes that make a good run at a foe."""
NEARER: Final = 3
"""How many hexes farther it is looked each time for a way nearer to a foe."""
MOST_MARKS: Final = 2
"""How many foes are looked at who may come on, or whom a clear shot may be found at after a step."""
FAR_TO_FETCH: Final = 10
"""How many hexes away a weapon may lie to be fetched."""


# To free oneself, to rise, to flee


def freeing(view: View) -> Intents:
    """Break free of those who hold or pin the figure."""
    for holder in binders_of(view.field, view.figure):
        yield view.intent(ATTACK, deed=records.TacticalDeed(action=records.TacticalDeedKind.BREAK_FREE, target=holder))


def rising(view: View) -> Intents:
    """Get up: who lies kneels first, in either of its hexes."""
    posture = KNEELING if view.figure.posture is Posture.LYING else STANDING
    for place in (None, *view.field.body(view.figure)):
        yield view.intent(words.TacticalManeuver.CHANGE_POSTURE, posture=posture, hex=place)


def straightening(view: View) -> Intents:
    """Stand up from the knees before going anywhere."""
    if view.figure.posture is KNEELING:
        yield view.intent(words.TacticalManeuver.CHANGE_POSTURE, posture=STANDING)


def fleeing(view: View) -> Intents:
    """Move as far away from foes as possible with Increased Dodge, and face the nearest; nothing if cornered."""
    here = min(view.apart.values())
    away = [(-gap, each) for each in view.reached(FLIGHT) if (gap := view.gap(each.hex)) > here]
    search = view.search(FLIGHT)
    for _, state in [each for each in sorted(away) if view.is_free(each[1], search)][:WAYS_TO_FLEE]:
        yield view.going(search, state, view.facing_to(view.targets[0], state.hex, state.end_facings))


# To strike


def striking(view: View, targets: Sequence[TacticalFigure]) -> Intents:
    """Strike from here, after a free turn; who is reckless strikes with all its might, and who kneels stands up."""
    figure = view.figure
    near = [each for each in targets if view.apart[each.id] <= view.longest]
    for target in near:
        for aimed in view.useful(target):
            facing = facing_for(view, aimed[0], target)
            if facing is None:
                continue
            parts: dict[str, object] = {"attack": order_of(aimed, target.id)}
            if facing != figure.facing:
                parts["end_facing"] = facing
            if view.is_reckless():
                yield view.intent(RUSH.maneuver, option=RUSH.option, **parts)
            if figure.posture is KNEELING:
                yield view.intent(ATTACK, posture=STANDING, **parts)
            yield view.intent(ATTACK, **parts)


def facing_for(view: View, blow: Blow, target: TacticalFigure) -> int | None:
    """Return the facing in which a blow reaches a target from here: the present one, else the one that leads to it."""
    figure = view.figure
    apart = view.apart[target.id]
    if apart == 0:
        return figure.facing if 0 in blow.reaches else None
    near = apart <= view.reach_of(blow)
    fits = view.facings_from(blow, figure.hex, ALL_FACINGS, target) if near else []
    if not fits:
        return None
    return figure.facing if figure.facing in fits else view.facing_to(target, figure.hex, fits)


def order_of(aimed: Aimed, target: str) -> TacticalAttackOrder:
    """Return the order to strike a target with a blow."""
    blow, where = aimed
    return _order_of(target, blow.weapon.id, blow.mode.name, where)


@lru_cache(maxsize=1024)
def _order_of(target: str, weapon: str, mode: str, location: words.TacticalLocation | None) -> TacticalAttackOrder:
    return TacticalAttackOrder(target=target, weapon=weapon, mode=mode, location=location)


def striking_after(view: View, movement: Movement, targets: Sequence[TacticalFigure]) -> Intents:
    """Move to the nearest hex from which one of some foes can be struck, and strike."""
    for target in targets:
        for search, state, facing, aimed in _spots(view, movement, target):
            yield view.going(search, state, facing, attack=order_of(aimed, target.id))


def _spots(view: View, movement: Movement, target: TacticalFigure) -> Iterator[tuple[Search, Reached, int, Aimed]]:
    """Yield the nearest place from which a target can be struck after a movement, with the facing and the blow.

    Before it is the search that has found the place.
    """
    if view.apart[target.id] > view.longest + view.farthest(movement):
        return  # before it is worked out which blows could hurt him
    useful, body = view.useful(target), view.field.body(target)
    far = max([view.reach_of(blow) for blow, _ in useful], default=-1)
    if not useful or view.apart[target.id] > far + view.farthest(movement):
        return
    goal = view.goal_at(body, far, movement)
    if not goal.hexes:
        return
    for search, state in view.reached_directly_first(movement, goal):
        if not state.spent or min([distance(state.hex, each) for each in body]) > far:
            continue
        for facing, aimed in blows_from(view, state, target, useful) if view.is_free(state, search) else ():
            yield search, state, facing, aimed
            return


def blows_from(
    view: View, state: Reached, target: TacticalFigure, useful: Sequence[Aimed]
) -> Iterator[tuple[int, Aimed]]:
    """Yield those of some blows that reach a target from a place, in their order, each with the facing for it."""
    for aimed in useful:
        fits = view.facings_from(aimed[0], state.hex, state.end_facings, target)
        if fits:
            yield view.facing_to(target, state.hex, fits), aimed


# To wrestle


def wrestling(view: View) -> Intents:
    """Throw and pin a foe in the same hex, or break off for a run at him; run into one whom no weapon could hurt."""
    no_shot = not view.missiles or view.has_foe_at_hand()
    for foe in view.targets:
        if foe in view.opponents:
            yield from _holds(view, foe)
        elif no_shot and not view.useful(foe):
            yield from _charges(view, RUN, foe, words.TacticalFollowUp.SLAM)
            yield from _charges(view, WALK, foe, words.TacticalFollowUp.STOP)


def _holds(view: View, foe: TacticalFigure) -> Intents:
    """Pin a foe who lies; else throw him if a friend is there to make use of it, or break off.

    Who is thrown gets up before he can be pinned by the same figure.
    """
    if foe.posture is Posture.LYING and view.figure.id not in foe.state.pinned_by:
        yield from _deeds(view, records.TacticalDeedKind.PIN, foe)
    if foe.state.pinned_by:
        return
    if not _is_helped(view, foe):
        yield from _breaking_off(view)
    if foe.posture in standing.UPRIGHT:
        yield from _deeds(view, records.TacticalDeedKind.TAKEDOWN, foe)
    if standing.grip_on(view.figure, foe.id) is None:
        yield from _deeds(view, records.TacticalDeedKind.GRAB, foe)


def _deeds(view: View, kind: records.TacticalDeedKind, foe: TacticalFigure) -> Intents:
    deed = records.TacticalDeed(action=kind, target=foe.id)
    yield view.intent(ATTACK, deed=deed)
    yield view.intent(ATTACK, deed=deed, free=_drops(view))


def _is_helped(view: View, foe: TacticalFigure) -> bool:
    """Return whether a friend is near a foe."""
    friends = [each for each in view.field if each.side == view.figure.side and each.id != view.figure.id]
    return any(standing.is_able(each) and view.field.distance(each, foe) <= 1 for each in friends)


def _breaking_off(view: View) -> Intents:
    """Leave the hex of a foe for a run at him in the next turn, facing him."""
    away = sorted([(-min(view.gap(each.hex), RUN_UP), each) for each in view.reached(WALK)])
    search = view.search(WALK)
    for state in [each for _, each in away if view.is_free(each, search)][:1]:
        yield view.going(search, state, view.facing_to(view.targets[0], state.hex, state.end_facings))


def _charges(view: View, movement: Movement, foe: TacticalFigure, follow_up: words.TacticalFollowUp) -> Intents:
    """Run into a foe's hex, the cheapest way."""
    body = view.field.body(foe)
    near = view.apart[foe.id] <= view.farthest(movement)
    found = view.reached_directly_first(movement, Goal(body, 0)) if near else ()
    spot = next((each for each in found if each[1].hex in body), None)
    if spot is not None:
        search, state = spot
        ends = (TacticalFoeFollowUp(foe=foe.id, follow_up=follow_up),)
        yield view.going(search, state, state.facing, follow_ups=ends)


# To arm oneself


def arming(view: View) -> Intents:
    """Make a melee weapon ready: one in hand, one that is carried, one that has been dropped within reach."""
    held = [weapon.id for weapon, _ in standing.holds(view.figure)]
    drawn = [
        each.id for each in _unready(view, ranged=False) if each.id in held or not view.opponents or _is_short(each)
    ]
    carried = [each for each in drawn if each not in held]
    facing = view.facing_to(view.targets[0], view.figure.hex)
    for weapon in sorted(drawn, key=carried.__contains__):
        yield view.intent(READY, weapon=weapon, end_facing=facing)
    for weapon in [each for each in own_drops(view.figure) if each not in view.figure.items]:
        yield view.intent(READY, item=weapon, end_facing=facing)
    for weapon in carried:
        yield view.intent(READY, weapon=weapon, free=_drops(view), end_facing=facing)


def fetching(view: View) -> Intents:
    """Go to where a weapon of its own lies."""
    figure = view.figure
    lying = [each for name, each in own_drops(figure).items() if name not in figure.items]
    here = figure.hex
    for where in sorted(lying, key=lambda each: (distance(here, each), each)):
        if 0 < distance(here, where) <= FAR_TO_FETCH:
            for search, state in _nearer_to(view, (where,), partial(distance, where)):
                yield view.going(search, state, view.facing_to(view.targets[0], state.hex, state.end_facings))


def carrying_missiles(view: View) -> Intents:
    """Make a ranged weapon ready."""
    for weapon in _unready(view, ranged=True):
        yield view.intent(READY, weapon=weapon.id)


def _unready(view: View, *, ranged: bool) -> list[TacticalWeapon]:
    """Return the weapons that a Ready makes ready: those in hand and unready, and those that are carried."""
    state = view.figure.state
    ready = [weapon.id for weapon, _ in standing.holds(view.figure) if weapon.id not in state.unready]
    gone = {*state.dropped, *state.broken, *ready}
    mine = [each for each in view.figure.weapons if each.id not in gone and each.kind is not standing.NATURAL]
    return [each for each in mine if standing.is_ranged(each) is ranged]


def _is_short(weapon: TacticalWeapon) -> bool:
    return any(0 in mode.reaches for mode in weapon.modes)


def _drops(view: View) -> tuple[records.TacticalFreeAction, ...]:
    """Return what empties the hands of a figure."""
    held = [weapon.id for weapon, _ in standing.holds(view.figure) if weapon.kind is not standing.NATURAL]
    held += [item for item, _ in standing.held_items(view.figure)]
    return tuple([records.TacticalFreeAction(kind=records.TacticalFreeKind.DROP, weapon=each) for each in held])


# To get there


def closing_in(view: View) -> Intents:
    """Move to where a foe can be struck in the next turn, facing him; or else nearer, round what is in the way.

    Who has nothing but ranged weapons goes nearer only.
    """
    to_strike = not (view.is_unarmed and view.missiles)
    for target in view.targets:
        for search, state, facing, _ in _spots(view, WALK, target) if to_strike else ():
            yield view.going(search, state, facing)
        for search, state in _nearer(view, target):
            yield view.going(search, state, view.facing_to(target, state.hex, state.end_facings))


def _nearer(view: View, target: TacticalFigure) -> Iterator[tuple[Search, Reached]]:
    """Yield the state that is nearest to a target of those that are nearer than the figure is now.

    Before it is the search that has found it. The nearest hexes that the figure could come to are looked for first,
    since a search for them leaves out all detours; only then those that are farther off.
    """
    return _nearer_to(view, view.field.body(target), view.length_to(target))


def _nearer_to(
    view: View, body: Sequence[Hex], length: Callable[[Hex], int | None]
) -> Iterator[tuple[Search, Reached]]:
    """Yield the state that is nearest to some hexes of those that are nearer than the figure is now."""
    here = length(view.figure.hex)
    bounds: Sequence[int] = (FARTHEST_WAY if here is None else here,)
    if here is not None and not view.is_cut_off(WALK):
        bounds = (*range(max(here - view.farthest(WALK), 0) + NEARER, here, NEARER), here)
    found = (_nearest_below(view, body, length, bound) for bound in bounds)
    yield from islice(filter(None, found), 1)


def _nearest_below(
    view: View, body: Sequence[Hex], length: Callable[[Hex], int | None], bound: int
) -> tuple[Search, Reached] | None:
    """Return the state that is nearest to a target of those that are nearer than so many hexes, or None.

    Before it is the search that has found it, which looks for nearer ones only as soon as it has found one.
    """
    least, nearest = bound, None
    search, states = view.reached_near(WALK, Goal(tuple(body), least - 1))
    for state in states:
        far = length(state.hex)
        if far is not None and far < least and view.is_free(state, search):
            least, nearest = far, state
            search.narrow(far - 1)
    return None if nearest is None else (search, nearest)


# To wait


def receiving(view: View) -> Intents:
    """Wait for a foe who comes on and whose reach is shorter, facing him."""
    for foe in view.targets[:MOST_MARKS]:
        if is_charging(view, foe):
            facing = view.facing_to(foe, view.figure.hex)
            trigger = TacticalTrigger(event=words.TacticalWaitEvent.ENTERS_REACH)
            for blow in [each for each in view.blows if max(each.reaches) > longest_of(foe)]:
                response = TacticalResponse(weapon=blow.weapon.id, mode=blow.mode.name)
                wait = TacticalWait(trigger=trigger, response=response)
                yield view.intent(words.TacticalManeuver.WAIT, wait=wait, end_facing=facing)


def is_charging(view: View, foe: TacticalFigure) -> bool:
    """Return whether a foe has come on in its last turn, and can strike in its next one but is not in reach yet."""
    apart = view.apart[foe.id]
    comes = foe.state.maneuver in (WALK.maneuver, RUN.maneuver) and foe.state.moved_hexes > 0
    return comes and view.longest < apart <= standing.move_of(foe) + longest_of(foe)


def longest_of(figure: TacticalFigure) -> int:
    """Return how far a figure can strike at most."""
    return max([max(each.reaches) for each in arms_of(figure).blows], default=0)


def waiting(view: View) -> Intents:
    """Wait for a foe to come within reach, facing the nearest."""
    trigger = TacticalTrigger(event=words.TacticalWaitEvent.ENTERS_REACH)
    facing = view.facing_to(view.targets[0], view.figure.hex)
    for blow in view.blows:
        wait = TacticalWait(trigger=trigger, response=TacticalResponse(weapon=blow.weapon.id, mode=blow.mode.name))
        yield view.intent(words.TacticalManeuver.WAIT, wait=wait, end_facing=facing)


def turning(view: View) -> Intents:
    """Turn to face a foe."""
    yield view.intent(WALK.maneuver, end_facing=view.facing_to(view.targets[0], view.figure.hex))
