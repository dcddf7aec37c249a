"""Ranged attacks on the map: whom a figure may aim at, from how far, past whom, and what its aim is worth."""

from dataclasses import replace
from math import isqrt
from typing import Final

from service.dice.model import Cited, Cites
from service.dice.transcript import Term
from service.rules.kernel.hexes import Hex, distance
from service.rules.kernel.tally import term
from service.rules.tactical.attack.bystanders import elevation_of
from service.rules.tactical.attack.conduct import Attempt, Way
from service.rules.tactical.attack.melee import BLIND, NORMAL, is_close, is_unseen
from service.rules.tactical.attack.sight import Shot, best_line, hexes_of, in_arc
from service.rules.tactical.book import attack_rules, movement_rules, rulebook
from service.rules.tactical.book.refusals import (
    AimNotAllowed,
    LineBlocked,
    OutsideArc,
    TacticalOutOfRange,
    WeaponTooLong,
)
from service.rules.tactical.book.rulings import Rulings
from service.rules.tactical.book.words import TacticalManeuver, TacticalVision, TacticalWeaponKind
from service.rules.tactical.figures.field import Field
from service.rules.tactical.figures.models import TacticalFigure
from service.rules.tactical.figures.standing import name_of, weapon_name
from service.rules.tactical.map.sectors import arc_sector

UNLIMITED: Final = 10_000
"""The yards that a weapon carries whose range is not given."""

UNAIMED: Final[tuple[list[Term], Cites]] = ([], ())

SIGHTS: Final = {
    TacticalVision.NORMAL: movement_rules.SIGHT_ARC_NORMAL,
    TacticalVision.PERIPHERAL: movement_rules.SIGHT_ARC_PERIPHERAL,
    TacticalVision.ALL_AROUND: movement_rules.SIGHT_ARC_360,
}
"""The rule of each arc of vision; the others are restricted."""


def flight_of(field: Field, attempt: Attempt) -> Way:
    """Work out where a shot goes; without a target it goes into the hex of the order.

    Raises: OutsideArc, WeaponTooLong, LineBlocked, BadAnchor, TacticalOutOfRange.
    """
    attacker, target, weapon = attempt.attacker, attempt.target, attempt.weapon
    aimed = target or attempt.order.hex or attacker.hex
    close = target is not None and is_close(field, attacker, target)
    _refuse_unseen(field, attempt, aimed)
    if close and weapon.kind is TacticalWeaponKind.THROWN and 0 not in attempt.mode.reaches:
        message = f"{weapon_name(weapon)} has no reach C: in close combat it cannot be thrown."
        raise WeaponTooLong(message, pointer="/weapon", rule=rulebook.CLOSE_WEAPONS_RANGED)
    shot = None if close else best_line(field, attacker, aimed, attempt.order.line)
    if shot is not None and shot.blocked is not None:
        raise LineBlocked(f"{name_of(attacker)} has no clear line: {shot.blocked}", pointer="/target")
    goal = hexes_of(field, aimed)[0] if shot is None else shot.segment.goal
    yards = 0 if shot is None else range_between(field, attacker, aimed)
    if yards > (weapon.max_range or UNLIMITED):
        message = f"The target is {yards} yd away; {weapon_name(weapon)} has range {weapon.max_range or UNLIMITED} yd."
        raise TacticalOutOfRange(message, pointer="/target")
    zone = arc_sector(attacker.hex, attacker.facing, goal, attacker.vision, field.rulings.arc)
    swing = BLIND if attempt.order.blind else NORMAL
    halved = weapon.half_range is not None and yards > weapon.half_range
    cites = _cites(field, attempt, close=close, halved=halved)
    way = Way(attacker.hex, goal, yards, zone, swing, close, cites, ranged=True, halved=halved)
    return way if shot is None else along(way, shot)


def along(way: Way, shot: Shot) -> Way:
    """Return the way of a shot along a line, past those who are in the way of it."""
    in_way = tuple([each.id for each in shot.in_way])
    return replace(way, line=shot.segment, people=shot.people, pairs=shot.pairs, in_way=in_way)


def range_between(field: Field, attacker: TacticalFigure, aimed: TacticalFigure | Hex) -> int:
    """Return the yards from a shooter's head to the nearest hex of a target, counting differences in height.

    Source: Firing Through an Occupied Hex; heights are ours.
    """
    yards = min([distance(attacker.hex, each) for each in hexes_of(field, aimed)])
    below = elevation_of(field, aimed) if isinstance(aimed, TacticalFigure) else field.ground.cell(aimed).elevation
    height = elevation_of(field, attacker) - below
    return (isqrt(4 * (yards * yards + height * height)) + 1) // 2 if height else yards


def _refuse_unseen(field: Field, attempt: Attempt, aimed: TacticalFigure | Hex) -> None:
    """Refuse an aimed shot at somebody outside the arc of vision, or in the dark.

    Raises: OutsideArc.
    """
    if attempt.order.blind:
        return
    attacker, body = attempt.attacker, hexes_of(field, aimed)
    if all(is_unseen(field, attacker, each) for each in body):
        why = "is blind" if attacker.vision is TacticalVision.BLIND else "sees nothing in total darkness"
        message = f"{name_of(attacker)} {why}; set blind to true to shoot all the same."
        raise OutsideArc(message, pointer="/blind", rule=attack_rules.RANGED_BLIND)
    if not in_arc(field, attacker, aimed):
        zone = arc_sector(attacker.hex, attacker.facing, body[0], attacker.vision, field.rulings.arc)
        message = f"The target lies in the {zone.value} sector of {name_of(attacker)}, outside the arc of vision; turn,"
        raise OutsideArc(f"{message} or set blind to true.", pointer="/target")


def _cites(field: Field, attempt: Attempt, *, close: bool, halved: bool) -> Cites:
    """Return the rules behind where a shot goes that are no modifiers of it."""
    attacker = attempt.attacker
    cites: Cites = ()
    if attempt.order.blind:
        cites += (attack_rules.RANGED_BLIND_NO_AIM,)
    else:
        cites += (attack_rules.RANGED_ARC, SIGHTS.get(attacker.vision, movement_rules.SIGHT_ARC_RESTRICTED))
    cites += (rulebook.CLOSE_WEAPONS_RANGED,) if close else (attack_rules.RANGED_LINE, attack_rules.RANGED_RANGE_HEXES)
    if len(field.body(attacker)) > 1:
        cites += (rulebook.MULTIHEX_SIGHT,)
    conduct = attempt.conduct
    if conduct.popup:
        cites += (attack_rules.POPUP_WEAPONS,)
    if conduct.watched is not None or conduct.watched_line:
        cites += (attack_rules.OPPORTUNITY_MODIFIERS,)
        cites += () if conduct.watched_line else (attack_rules.OPPORTUNITY_PENALTY,)
    return (*cites, attack_rules.ATTACK_RANGE_LIMITS) if halved else cites


# Aim


def aim_of(field: Field, attempt: Attempt, way: Way) -> tuple[list[Term], Cites]:
    """Return what aiming, and watching one hex, adds to a shot, and the rules behind it.

    A Move and Attack has no use of it.

    Raises: AimNotAllowed.
    """
    seconds = _aimed_seconds(attempt)
    total = seconds + (attempt.conduct.aim_seconds if attempt.order.aim else 0)
    if not total:
        return UNAIMED
    _refuse_aim(total, attempt, way)
    if attempt.conduct.maneuver is TacticalManeuver.MOVE_AND_ATTACK:
        return [], (movement_rules.MANEUVER_AIM,)
    aim = attempt.attacker.state.aim
    braced = seconds > 0 and aim is not None and aim.braced
    accurate = field.rulings.acc_beyond_half or not way.halved
    bonus = aim_bonus(attempt.weapon.acc, total, braced=braced, accurate=accurate)
    rule = movement_rules.MANEUVER_AIM if seconds else attack_rules.OPPORTUNITY_AIM_AND_WAIT
    return [term(rule, bonus)] if bonus else [], (rule,)


def _aimed_seconds(attempt: Attempt) -> int:
    """Return the seconds for which a figure has aimed this weapon at this target, or at its hex."""
    aim, target, order = attempt.attacker.state.aim, attempt.target, attempt.order
    if aim is None or not order.aim or aim.weapon != attempt.weapon.id:
        return 0
    if aim.target is not None:
        return aim.seconds if target is not None and aim.target == target.id else 0
    return aim.seconds if aim.hex == (order.hex if target is None else target.hex) else 0


def aim_bonus(acc: int, seconds: int, *, braced: bool = False, accurate: bool = True) -> int:
    """Return what seconds of aim add to skill: Accuracy, then 1 and 2 more, 1 for bracing, and twice Accuracy at most.

    `accurate` is false beyond half range where Accuracy does not count there.
    """
    if seconds == 0:
        return 0
    bonus = min(acc + min(seconds, 3) - 1 + braced, 2 * acc)
    return bonus if accurate else bonus - acc


def _refuse_aim(seconds: int, attempt: Attempt, way: Way) -> None:
    """Refuse an aim where it does not count.

    Raises: AimNotAllowed.
    """
    rule: Cited
    conduct = attempt.conduct
    if attempt.order.blind:
        rule, why = attack_rules.RANGED_BLIND_NO_AIM, "a blind shot has no use of it"
    elif conduct.popup:
        rule, why = attack_rules.POPUP_NO_AIM, "a pop-up attack has no use of it"
    elif way.close:
        rule, why = Rulings.CLOSE_AIM, "nobody aims in close combat"
    elif conduct.watched_line or conduct.watched not in (None, 1):
        rule, why = attack_rules.OPPORTUNITY_MODIFIERS, "opportunity fire aims at one watched hex only"
    else:
        return
    message = f"The shot is aimed for {seconds} s, but {why}; set aim to false to shoot without."
    raise AimNotAllowed(message, pointer="/aim", rule=rule)
