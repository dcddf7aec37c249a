"""Ranged attacks on the map: whom a figure may aim at, from how far, and past whom."""

from dataclasses import replace

from service.dice.model import Cites
from service.rules.kernel.hexes import Hex
from service.rules.tactical.attack.sight import sight
from service.rules.tactical.attack.situation import situation
from service.rules.tactical.book import attack_rules, movement_rules, rulebook
from service.rules.tactical.book.refusals import LineBlocked, OutsideArc, TacticalOutOfRange, WeaponTooLong
from service.rules.tactical.book.words import TacticalVision, TacticalWeaponKind
from service.rules.tactical.figures.field import Field
from service.rules.tactical.figures.models import TacticalFigure
from service.rules.tactical.figures.standing import name_of, weapon_name
from service.rules.tactical.map.sectors import arc_sector


def flight_of(field: Field, attempt: situation.Attempt) -> situation.Way:
    """Work out where a shot goes; without a target it goes into the hex of the order."""
    attacker, target, weapon = attempt.attacker, attempt.target, attempt.weapon
    aimed = target or attempt.order.hex or attacker.hex
    close = target is not None and situation.is_close(field, attacker, target)
    _refuse_unseen(field, attempt, aimed)
    if close and weapon.kind is TacticalWeaponKind.THROWN and 0 not in attempt.mode.reaches:
        message = f"{weapon_name(weapon)} has no reach C: in close combat it cannot be thrown."
        raise WeaponTooLong(message, pointer="/weapon", rule=rulebook.CLOSE_WEAPONS_RANGED)
    shot = None if close else sight.best_line(field, attacker, aimed, attempt.order.line)
    if shot is not None and shot.blocked is not None:
        raise LineBlocked(f"{name_of(attacker)} has no clear line: {shot.blocked}", pointer="/target")
    goal = sight.hexes_of(field, aimed)[0] if shot is None else shot.segment.goal
    yards = 0 if shot is None else sight.range_between(field, attacker, aimed)
    if yards > (weapon.max_range or sight.UNLIMITED):
        message = (
            f"The target is {yards} yd away; {weapon_name(weapon)} has range {weapon.max_range or sight.UNLIMITED} yd."
        )
        raise TacticalOutOfRange(message, pointer="/target")
    zone = arc_sector(attacker.hex, attacker.facing, goal, attacker.vision, field.rulings.arc)
    swing = situation.BLIND if attempt.order.blind else situation.NORMAL
    halved = weapon.half_range is not None and yards > weapon.half_range
    cites = _cites(field, attempt, close=close, halved=halved)
    way = situation.Way(attacker.hex, goal, yards, zone, swing, close, cites, ranged=True, halved=halved)
    return way if shot is None else along(way, shot)


def along(way: situation.Way, shot: sight.Shot) -> situation.Way:
    """Return the way of a shot along a line, past those who are in the way of it."""
    in_way = tuple([each.id for each in shot.in_way])
    return replace(way, line=shot.segment, people=shot.people, pairs=shot.pairs, in_way=in_way)


def _refuse_unseen(field: Field, attempt: situation.Attempt, aimed: TacticalFigure | Hex) -> None:
    """Refuse an aimed shot at somebody outside the arc of vision, or in the dark."""
    if attempt.order.blind:
        return
    attacker, body = attempt.attacker, sight.hexes_of(field, aimed)
    if all(sight.is_unseen(field, attacker, each) for each in body):
        why = "is blind" if attacker.vision is TacticalVision.BLIND else "sees nothing in total darkness"
        message = f"{name_of(attacker)} {why}; set blind to true to shoot all the same."
        raise OutsideArc(message, pointer="/blind", rule=attack_rules.RANGED_BLIND)
    if not sight.in_arc(field, attacker, aimed):
        zone = arc_sector(attacker.hex, attacker.facing, body[0], attacker.vision, field.rulings.arc)
        message = f"The target lies in the {zone.value} sector of {name_of(attacker)}, outside the arc of vision; turn,"
        raise OutsideArc(f"{message} or set blind to true.", pointer="/target")


def _cites(field: Field, attempt: situation.Attempt, *, close: bool, halved: bool) -> Cites:
    """Return the rules behind where a shot goes that are no modifiers of it."""
    attacker = attempt.attacker
    cites: Cites = ()
    if attempt.order.blind:
        cites += (attack_rules.RANGED_BLIND_NO_AIM,)
    else:
        cites += (attack_rules.RANGED_ARC, sight.SIGHTS.get(attacker.vision, movement_rules.SIGHT_ARC_RESTRICTED))
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
