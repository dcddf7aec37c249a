"""Waits before they are set off: what may be declared, what opportunity fire watches, and what it says of itself."""

from typing import Final

from service.errors import RulesRefuse
from service.rules.kernel.hexes import Hex, distance, hex_text
from service.rules.kernel.telling import amount
from service.rules.tactical.attack.records import TacticalAttackOrder, TacticalSecondBlow
from service.rules.tactical.attack.situation.legality import fitting_weapon, ranged_weapon
from service.rules.tactical.attack.situation.situation import Conduct
from service.rules.tactical.book import attack_rules, refusals, words
from service.rules.tactical.book.maneuvers import KINDS
from service.rules.tactical.book.tables import LARGEST_ZONE
from service.rules.tactical.close.close_readying import plan_draw
from service.rules.tactical.figures.condition import TacticalResponse, TacticalTrigger, TacticalWait, TacticalZone
from service.rules.tactical.figures.equipment import TacticalWeapon
from service.rules.tactical.figures.field import Field, refuse_off_map
from service.rules.tactical.figures.models import TacticalFigure
from service.rules.tactical.figures.standing import is_ranged, name_of, ready_weapons, weapon_name
from service.rules.tactical.map.sectors import can_see
from service.rules.tactical.movement.allowance import points_of
from service.rules.tactical.movement.costs import POINT
from service.rules.tactical.movement.triggers import watched_line

ATTACK, FEINT = words.TacticalManeuver.ATTACK, words.TacticalManeuver.FEINT
ALL_OUT_ATTACK, READY = words.TacticalManeuver.ALL_OUT_ATTACK, words.TacticalManeuver.READY
PLACED: Final = frozenset({words.TacticalWaitEvent.ENTERS_HEXES, words.TacticalWaitEvent.LEAVES_HEX})
"""The events that happen in hexes which the trigger lists."""
LINE: Final = words.TacticalZoneKind.LINE


# What may be declared


def refuse_wait(field: Field, figure: TacticalFigure, wait: TacticalWait) -> None:
    """Refuse a wait that cannot be declared; pointers are within the wait.

    Source: Wait; Opportunity Fire.
    Ruling: tactical/ruling/wait-trigger.
    """
    if wait.kind is words.TacticalWaitKind.OPPORTUNITY:
        _refuse_opportunity(field, figure, wait)
        return
    if wait.trigger is None:
        message = "The wait does not say what it waits for; the event 'any' waits for everything."
        raise refusals.TriggerRequired(message, pointer="/trigger")
    if wait.response is None:
        raise refusals.ResponseRequired("The wait does not say what it does once it is set off.", pointer="/response")
    _refuse_trigger(field, wait.trigger)
    _refuse_response(figure, wait.response)
    if wait.step_to is not None:
        _refuse_step(field, figure, wait, wait.step_to)


def _refuse_trigger(field: Field, trigger: TacticalTrigger) -> None:
    if trigger.event in PLACED and not trigger.hexes:
        message = f"The event {trigger.event.value!r} needs the hexes that it happens in."
        raise refusals.TriggerRequired(message, pointer="/trigger/hexes")
    for place, each in enumerate(trigger.who):
        field.find(each, f"/trigger/who/{place}")


def _refuse_response(figure: TacticalFigure, response: TacticalResponse) -> None:
    if not KINDS[response.maneuver].responds:
        names = "attack, feint, all_out_attack or ready"
        message = f"A wait turns into {names}, not into {response.maneuver.value}."
        raise refusals.ManeuverConflict(message, pointer="/response/maneuver")
    try:
        if response.maneuver is READY:
            plan_draw(figure, response.weapon, None, fast=False)
            return
        weapon, _ = fitting_weapon(figure, order_of(response, ""), conduct_of(response))
    except RulesRefuse as fault:
        raise fault.below("/response") from None
    if is_ranged(weapon):
        message = f"{weapon_name(weapon)} is a ranged weapon: it waits with the kind 'opportunity' and a zone."
        raise refusals.ManeuverConflict(message, pointer="/response/weapon", rule=attack_rules.OPPORTUNITY_PRECISE)


def conduct_of(response: TacticalResponse, stop_thrust: int = 0) -> Conduct:
    """Return the circumstances of a response."""
    return Conduct(response.maneuver, response.option, stop_thrust=stop_thrust)


def order_of(response: TacticalResponse, target: str) -> TacticalAttackOrder:
    """Return the attack of a response; both blows of an All-Out Attack (Double) are alike."""
    double = response.option is words.TacticalManeuverOption.DOUBLE
    return TacticalAttackOrder(
        target=target or None,
        weapon=response.weapon,
        mode=response.mode,
        location=response.location,
        second=TacticalSecondBlow(location=response.location) if double else None,
    )


def _refuse_step(field: Field, figure: TacticalFigure, wait: TacticalWait, to: Hex) -> None:
    """Refuse a step of a wait that is too long, or is not free any more."""
    if has_moved(figure, wait):
        message = f"{name_of(figure)} has moved in its turn: its wait does not step."
        raise refusals.StepTooLong(message, pointer="/step_to", rule=attack_rules.WAIT_STEP)
    response = wait.response or TacticalResponse()
    most = points_of(figure, response.maneuver, response.option, field.rulings) // POINT
    far = distance(figure.hex, to)
    if far > most:
        message = f"Hex {hex_text(to)} is {far} hexes away; {name_of(figure)} goes {most} in a wait."
        raise refusals.StepTooLong(message, pointer="/step_to", rule=attack_rules.WAIT_STEP)


def has_moved(figure: TacticalFigure, wait: TacticalWait) -> bool:
    """Return whether a figure has moved in its own turn; a turn in place is no movement.

    Ruling: tactical/ruling/wait-moved.
    """
    return wait.moved or figure.state.moved_hexes > 0


def _refuse_opportunity(field: Field, figure: TacticalFigure, wait: TacticalWait) -> None:
    if wait.zone is None:
        message = "Opportunity fire needs a zone: the hexes that are watched, or both ends of a line."
        raise refusals.ZoneRequired(message, pointer="/zone")
    if has_moved(figure, wait):
        raise refusals.OpportunityMoved(
            f"{name_of(figure)} has moved: it cannot watch for opportunity fire.", pointer="/moved"
        )
    if wait.step_to is not None:
        message = f"{name_of(figure)} stands still for opportunity fire: step_to must be null."
        raise refusals.OpportunityMoved(message, pointer="/step_to")
    response = wait.response
    if response is not None and (response.maneuver is not ATTACK or response.option is not None):
        message = f"Opportunity fire is a plain attack, not {(response.option or response.maneuver).value}."
        raise refusals.ManeuverConflict(message, pointer="/response", rule=attack_rules.OPPORTUNITY_WAIT)
    try:
        refuse_zone(field, figure, wait.zone)
    except RulesRefuse as fault:
        raise fault.below("/zone") from None


# Zones


def refuse_zone(field: Field, figure: TacticalFigure, zone: TacticalZone) -> TacticalWeapon:
    """Return the weapon that watches a zone, or refuse the zone; pointers are within it."""
    for each in hexes_of(zone):
        refuse_off_map(field, each, _where(zone))
        if not can_see(figure.hex, figure.facing, each, figure.vision, field.rulings.arc):
            message = (
                f"Hex {hex_text(each)} lies outside the arc of vision of {name_of(figure)}, who faces {figure.facing}."
            )
            raise refusals.ZoneOutsideArc(message, pointer=_where(zone))
    return weapon_of(figure, zone)


def _where(zone: TacticalZone) -> str:
    return "/end" if zone.kind is LINE else "/hexes"


def hexes_of(zone: TacticalZone) -> tuple[Hex, ...]:
    """Return every hex that a zone watches; of a line those that it passes, and both of those that it runs between."""
    if zone.kind is not LINE:
        if not zone.hexes:
            raise refusals.ZoneRequired(
                "A zone lists the hexes that are watched, one by one; there is none.", pointer="/hexes"
            )
        if len(zone.hexes) > LARGEST_ZONE:
            message = f"{len(zone.hexes)} hexes are watched; at most {LARGEST_ZONE} can be."
            raise refusals.ZoneTooLarge(message, pointer="/hexes")
        return zone.hexes
    if zone.start is None or zone.end is None:
        missing = "start" if zone.start is None else "end"
        raise refusals.ZoneRequired(f"A line has two ends; {missing} is missing.", pointer=f"/{missing}")
    length = distance(zone.start, zone.end) + 1
    if length > LARGEST_ZONE:
        raise refusals.ZoneTooLarge(f"The line is {length} hexes long; at most {LARGEST_ZONE} can be.", pointer="/end")
    single, pairs = watched_line(zone.start, zone.end)
    return tuple(sorted({*single, *[each for pair in pairs for each in pair]}))


def weapon_of(figure: TacticalFigure, zone: TacticalZone) -> TacticalWeapon:
    """Return the ranged weapon that watches: the one that is named, or the first that is ready."""
    if zone.weapon is None:
        weapon = next((each for each in ready_weapons(figure) if is_ranged(each)), None)
        if weapon is None:
            message = f"{name_of(figure)} has no ranged weapon ready for opportunity fire."
            raise refusals.WeaponNotRanged(message, pointer="/weapon")
        return weapon
    return ranged_weapon(figure, zone.weapon, "for opportunity fire")


def refuse_zone_aim(figure: TacticalFigure, zone: TacticalZone) -> None:
    """Refuse to count an aim where more than one hex is watched, or a line.

    Ruling: tactical/ruling/aim-wait-keep.
    """
    if figure.state.aim is not None and not watches_one_hex(zone):
        message = f"{name_of(figure)} has aimed, but opportunity fire aims at one watched hex only; set aim to false."
        raise refusals.AimNotAllowed(message, pointer="/aim")


def watched_hexes(field: Field, zone: TacticalZone) -> int:
    """Count the hexes of an area that are watched, solid ones left out.

    Ruling: tactical/ruling/zone-count.
    """
    return len([each for each in zone.hexes if not field.ground.is_solid(each)])


def watches_one_hex(zone: TacticalZone) -> bool:
    """Return whether a zone is exactly one hex and no line."""
    return zone.kind is not LINE and len(zone.hexes) == 1


def seconds_of_aim(zone: TacticalZone) -> int:
    """Return the seconds of aim that watching one hex is worth: own turns begun in the watch, less one.

    Ruling: tactical/ruling/aim-wait-count.
    """
    return max(zone.seconds_watched - 1, 0) if watches_one_hex(zone) else 0


def watching(field: Field, zone: TacticalZone, *, dodge_only: bool = False) -> Conduct:
    """Return the circumstances of a shot out of a zone; its target can only dodge during a pop-up attack.

    Ruling: tactical/ruling/opportunity-maneuver, line-length.
    """
    line = zone.kind is LINE
    return Conduct(
        watched=None if line else watched_hexes(field, zone),
        watched_line=line,
        discriminates=zone.discriminate,
        aim_seconds=seconds_of_aim(zone),
        dodge_only=dodge_only,
    )


def watch_text(figure: TacticalFigure, wait: TacticalWait) -> str:
    """Say what a figure waits for; a secret zone is not told."""
    name = name_of(figure)
    zone = wait.zone
    if wait.kind is words.TacticalWaitKind.MELEE or zone is None:
        return f"{name} waited."
    if zone.secret:
        return f"{name} watched for a target."
    if zone.kind is LINE and zone.start is not None and zone.end is not None:
        return f"{name} watched the line from {hex_text(zone.start)} to {hex_text(zone.end)}."
    return f"{name} watched {amount(len(zone.hexes), 'hex')}."
