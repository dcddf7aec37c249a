"""Meeting foes on the way: entering their hexes, evading or slamming into them, and leaving close combat."""

from typing import NamedTuple

from service.dice.model import Rule
from service.rules.kernel.hexes import Hex
from service.rules.tactical.book import movement_rules as rules
from service.rules.tactical.book import refusals, rulebook
from service.rules.tactical.book.maneuvers import KINDS, Gait
from service.rules.tactical.book.words import TacticalFollowUp
from service.rules.tactical.figures.models import TacticalFigure
from service.rules.tactical.figures.pairs import in_the_way_out
from service.rules.tactical.figures.standing import name_of
from service.rules.tactical.movement.costs import Going
from service.rules.tactical.movement.records import TacticalMoveOrder

STOP, EVADE, SLAM = TacticalFollowUp


class Contact(NamedTuple):
    """A foe whose hex is entered, what is done then, and whether a large figure overruns it."""

    foe: str
    follow_up: TacticalFollowUp
    overrun: bool = False


def wishes_of(order: TacticalMoveOrder) -> dict[str, TacticalFollowUp]:
    """Return what an order says of each foe."""
    return {each.foe: each.follow_up for each in order.follow_ups}


def exit_of(
    going: Going, direction: int, into: Hex, order: TacticalMoveOrder
) -> tuple[tuple[str, ...], tuple[Rule, ...]]:
    """Return the foes to evade first to leave the close combats that a movement begins in, and the rules.

    Source: Leaving Close Combat.
    Ruling: tactical/ruling/close-aoa-leave.
    """
    figure = going.figure
    pairs = figure.state.close
    if not pairs:
        return (), ()
    against = guards_of(going, direction, into)
    step = going.gait is Gait.STEP
    own = rulebook.CLOSE_LEAVE_STEP if step else rulebook.CLOSE_LEAVE_OWN_SIDE
    several = (rulebook.CLOSE_MULTI_HALVES,) if len(pairs) > 1 else ()
    if not against:
        return (), (own, rulebook.CLOSE_HALVES, *several)
    wishes = wishes_of(order)
    if step or any(wishes.get(each) is not EVADE for each in against):
        names = " and ".join([repr(each) for each in against])
        message = f"{name_of(figure)} would leave its hex in direction {direction}, on the side of {names}"
        hint = "a step leaves on its own side" if step else "it must evade first"
        rule = rulebook.CLOSE_LEAVE_STEP if step else rulebook.CLOSE_LEAVE_FOE_SIDE
        raise refusals.LeaveWrongSide(f"{message}: {hint}.", rule=rule)
    return against, (rulebook.CLOSE_LEAVE_FOE_SIDE, rulebook.CLOSE_FRONT_EXIT, rulebook.EVADE_POINTS, *several)


def guards_of(going: Going, direction: int, into: Hex) -> tuple[str, ...]:
    """Return the opponents on whose side of the hex a direction lies, but for those whose own hex it leads into.

    A low figure that has only its feet in the hex of the close combat leaves in any direction.
    """
    figure = going.figure
    if going.body.stretched and all(pair.hex != figure.hex for pair in figure.state.close):
        return ()
    entered = {each.id for each in going.foes(into)}
    return tuple([each for each in in_the_way_out(figure, direction) if each not in entered])


def contact_with(going: Going, foe: TacticalFigure, order: TacticalMoveOrder, *, goes_on: bool) -> Contact:
    """Return what is done with a foe whose hex is entered: as ordered, else evade if the path goes on, else stop.

    Ruling: tactical/ruling/overrun-choice, overrun-maneuver.
    """
    wish = wishes_of(order).get(foe.id)
    name = name_of(going.figure)
    if going.overruns(foe):
        if wish not in (None, SLAM):
            message = f"{foe.id!r} is smaller than {name}, which slams into it and cannot {wish} it."
            raise refusals.ManeuverConflict(message, rule=rulebook.SLAM_MULTI_HEX_THROUGH)
        return Contact(foe.id, SLAM, overrun=True)
    if wish is None:
        return Contact(foe.id, EVADE if goes_on else STOP)
    if wish is EVADE and not goes_on:
        message = f"{name} cannot evade {foe.id!r}: its path ends in the hex of {foe.id!r} and needs to go on."
        raise refusals.EvadeNeedsPoints(message)
    if wish is SLAM and not KINDS[order.maneuver].slams:
        message = f"{name} cannot slam into {foe.id!r} with {order.maneuver.value}"
        allowed = ", ".join(sorted([each.value for each, kind in KINDS.items() if kind.slams]))
        raise refusals.ManeuverConflict(f"{message}: it takes {allowed}.", rule=rulebook.SLAM_ATTEMPT)
    return Contact(foe.id, wish)


def refuse_going_on(figure: TacticalFigure, contacts: tuple[Contact, ...]) -> None:
    """Refuse to go on from a foe's hex in which the figure has stopped."""
    stopped = [each.foe for each in contacts if each.follow_up is STOP]
    if stopped:
        message = f"{name_of(figure)} stops in the hex of {stopped[0]!r}: to go on it must evade it or slam into it."
        raise refusals.LeaveWrongSide(message, rule=rulebook.CLOSE_PASS_CHOICE)


def rules_of(contacts: tuple[Contact, ...]) -> tuple[Rule, ...]:
    """Return the rules that contacts with foes follow."""
    if not contacts:
        return ()
    found: list[Rule] = [rules.MOVEMENT_ENEMY_HEX, rulebook.CLOSE_ENTER, rulebook.CLOSE_DEFINITION]
    kinds = {each.follow_up for each in contacts}
    if STOP in kinds:
        found += [rulebook.CLOSE_RUN_IN, rulebook.CLOSE_START, rulebook.CLOSE_HALVES]
    if EVADE in kinds:
        found += [rulebook.CLOSE_PASS_CHOICE, rulebook.CLOSE_FRONT_EXIT, rulebook.EVADE_POINTS]
    if SLAM in kinds:
        overrun = any(each.overrun for each in contacts)
        slam = rulebook.SLAM_MULTI_HEX_THROUGH if overrun else rulebook.SLAM_ATTEMPT
        found += [rulebook.CLOSE_PASS_CHOICE, slam]
    return tuple(found)
