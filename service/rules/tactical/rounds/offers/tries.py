"""What a figure could try in its turn: each kind of maneuver, against every foe where it has one."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final

from service.rules.kernel.hexes import neighbour
from service.rules.roll_under.words import Posture
from service.rules.tactical.attack.records import TacticalAttackOrder, TacticalSecondBlow
from service.rules.tactical.book.words import (
    TacticalManeuver,
    TacticalManeuverOption,
    TacticalWaitEvent,
    TacticalWaitKind,
)
from service.rules.tactical.figures import standing
from service.rules.tactical.figures.condition import TacticalResponse, TacticalTrigger, TacticalWait, TacticalZone
from service.rules.tactical.figures.equipment import TacticalWeapon
from service.rules.tactical.figures.models import TacticalFigure
from service.rules.tactical.rounds.policy import missiles
from service.rules.tactical.rounds.policy import proposals as ways
from service.rules.tactical.rounds.policy.arms import blow_of
from service.rules.tactical.rounds.policy.view import IDLE, View
from service.rules.tactical.rounds.records import TacticalDeed, TacticalDeedKind, TacticalIntent
from service.rules.tactical.rounds.turn.readying import things_on_the_ground

MANEUVER, OPTION = TacticalManeuver, TacticalManeuverOption
BLOWS: Final = (
    (MANEUVER.ATTACK, None),
    (MANEUVER.FEINT, None),
    (MANEUVER.ALL_OUT_ATTACK, OPTION.DETERMINED),
    (MANEUVER.ALL_OUT_ATTACK, OPTION.STRONG),
    (MANEUVER.ALL_OUT_ATTACK, OPTION.DOUBLE),
    (MANEUVER.ALL_OUT_ATTACK, OPTION.FEINT),
    (MANEUVER.MOVE_AND_ATTACK, None),
)
"""The ways to strike a foe who is in reach."""
SHOTS: Final = (
    (MANEUVER.ATTACK, None),
    (MANEUVER.ALL_OUT_ATTACK, OPTION.DETERMINED),
    (MANEUVER.MOVE_AND_ATTACK, None),
)
"""The ways to shoot."""
HOLDS: Final = (
    TacticalDeedKind.GRAB,
    TacticalDeedKind.TAKEDOWN,
    TacticalDeedKind.PIN,
    TacticalDeedKind.BREAK_FREE,
)
AGAIN: Final = TacticalSecondBlow()
APPROACH: Final = TacticalTrigger(event=TacticalWaitEvent.ENTERS_REACH)


def attacks(view: View, foes: Sequence[TacticalFigure]) -> Iterator[TacticalIntent]:
    """Yield attacks on foes from here, and after a step, a run or a rush on those whom no blow reaches from here."""
    weapons = standing.ready_weapons(view.figure)
    for foe in foes:
        for weapon in weapons:
            yield from _shots(view, weapon, foe) if standing.is_ranged(weapon) else _blows(view, weapon, foe)
    near = [] if _is_idle(view) else [each for each in view.targets if not _is_in_reach(view, each)]
    for movement in (ways.STEP, ways.RUN, ways.RUSH):
        for foe in near:
            yield from ways.striking_after(view, movement, [foe])


def _is_in_reach(view: View, foe: TacticalFigure) -> bool:
    return any(ways.facing_for(view, each, foe) is not None for each in view.blows)


def _is_idle(view: View) -> bool:
    """Return whether a figure cannot go anywhere: it is stunned, dazed or pinned."""
    state = view.figure.state
    return bool(state.stunned or state.must_do_nothing or state.pinned_by)


def _blows(view: View, weapon: TacticalWeapon, foe: TacticalFigure) -> Iterator[TacticalIntent]:
    """Yield blows with a weapon, turned to the foe; if he is out of reach, a plain one alone, which is barred."""
    figure = view.figure
    view.apart.setdefault(foe.id, view.field.distance(figure, foe))
    for mode in weapon.modes:
        blow = blow_of(figure, weapon, mode)
        facing = ways.facing_for(view, blow, foe) if blow.reaches else None
        turn: dict[str, object] = {} if facing in (None, figure.facing) else {"end_facing": facing}
        for maneuver, option in BLOWS if facing is not None else BLOWS[:1]:
            second = AGAIN if option is OPTION.DOUBLE else None
            order = _blow_order(foe.id, weapon.id, mode.name, second)
            yield view.intent(maneuver, option=option, attack=order, **turn)


@lru_cache(maxsize=4096)
def _blow_order(target: str, weapon: str, mode: str, second: TacticalSecondBlow | None) -> TacticalAttackOrder:
    return TacticalAttackOrder(target=target, weapon=weapon, mode=mode, second=second)


def _shots(view: View, weapon: TacticalWeapon, foe: TacticalFigure) -> Iterator[TacticalIntent]:
    order, facing = missiles.shot_at(view, weapon, foe)
    for maneuver, option in SHOTS:
        yield view.intent(maneuver, option=option, attack=order, end_facing=facing)
    yield view.intent(MANEUVER.AIM, target=foe.id, weapon=weapon.id, end_facing=facing)


def studies(view: View, foes: Sequence[TacticalFigure]) -> Iterator[TacticalIntent]:
    """Yield evaluations of foes."""
    for foe in foes:
        yield view.intent(MANEUVER.EVALUATE, target=foe.id)


def deeds(view: View, foes: Sequence[TacticalFigure]) -> Iterator[TacticalIntent]:
    """Yield what a figure does in close combat with near foes; if none is near, a grab at the nearest, to be barred."""
    apart = sorted(zip(view.field.distances(view.figure, foes), range(len(foes)), strict=True))
    near = [foes[place] for far, place in apart if far <= 1]
    for foe in near or [foes[place] for _, place in apart[:1]]:
        for action in HOLDS if near else HOLDS[:1]:
            yield view.intent(MANEUVER.ATTACK, deed=TacticalDeed(action=action, target=foe.id))
    if view.figure.shield is not None:
        yield view.intent(MANEUVER.READY, deed=TacticalDeed(action=TacticalDeedKind.DROP_SHIELD))


def defenses(view: View) -> Iterator[TacticalIntent]:
    """Yield the options of an All-Out Defense."""
    for option in (OPTION.DODGE, OPTION.PARRY, OPTION.BLOCK, OPTION.DOUBLE_DEFENSE):
        yield view.intent(MANEUVER.ALL_OUT_DEFENSE, option=option)


def postures(view: View) -> Iterator[TacticalIntent]:
    """Yield changes of posture."""
    for posture in Posture:
        if posture is not view.figure.posture:
            yield IDLE.model_copy(
                update={"figure": view.figure.id, "maneuver": MANEUVER.CHANGE_POSTURE, "posture": posture}
            )


def readying(view: View) -> Iterator[TacticalIntent]:
    """Yield what can be made ready: weapons, other grips, shots, and what lies on the ground."""
    figure = view.figure
    held = {each.id for each, _ in standing.holds(figure)}
    for weapon in figure.weapons:
        if weapon.kind is not standing.NATURAL:
            yield view.intent(MANEUVER.READY, weapon=weapon.id)
    for weapon in [each for each in figure.weapons if each.id in held]:
        reaches = sorted({reach for mode in weapon.modes for reach in mode.reaches})
        for reach in reaches if weapon.grip_ready else ():
            yield view.intent(MANEUVER.READY, weapon=weapon.id, reach=reach)
        if standing.is_ranged(weapon) and weapon.shots is not None:
            yield view.intent(MANEUVER.READY, weapon=weapon.id, load=weapon.rof)
    for item in things_on_the_ground(view.field, figure):
        yield view.intent(MANEUVER.READY, item=item)


def movements(view: View) -> Iterator[TacticalIntent]:
    """Yield a turn on the spot: to the nearest foe, or round if it faces him already. Ways to hexes are places."""
    figure = view.figure
    to_foe = view.facing_to(view.targets[0], figure.hex) if view.targets else figure.facing
    yield view.intent(MANEUVER.MOVE, end_facing=(to_foe + 3) % 6 if to_foe == figure.facing else to_foe)


def waits(view: View) -> Iterator[TacticalIntent]:
    """Yield waits for a foe to come within reach of a blow, and opportunity fire, whose hexes have to be said."""
    figure = view.figure
    for weapon in standing.ready_weapons(figure):
        if standing.is_ranged(weapon):
            zone = TacticalZone(hexes=(neighbour(figure.hex, figure.facing),), weapon=weapon.id)
            wait = TacticalWait(kind=TacticalWaitKind.OPPORTUNITY, zone=zone)
            yield view.intent(MANEUVER.WAIT, wait=wait)
            continue
        for mode in weapon.modes:
            response = TacticalResponse(weapon=weapon.id, mode=mode.name)
            yield view.intent(MANEUVER.WAIT, wait=TacticalWait(trigger=APPROACH, response=response))


def others(view: View) -> Iterator[TacticalIntent]:
    """Yield what needs nothing: to concentrate, and to do nothing."""
    yield view.intent(MANEUVER.CONCENTRATE)
    yield IDLE.model_copy(update={"figure": view.figure.id})
