"""Melee on the map: into which sector a blow goes, with which reach, past whom, and whether it is a wild swing."""

from typing import Final, NamedTuple, NoReturn

from service.dice.model import Cites
from service.rules.kernel.hexes import Hex, distance, hex_text
from service.rules.tactical.attack.sight.sight import is_unseen
from service.rules.tactical.attack.situation import situation
from service.rules.tactical.book import attack_rules, movement_rules, refusals, rulebook, words
from service.rules.tactical.book.maneuvers import KINDS
from service.rules.tactical.book.options import TacticalMeleeLine
from service.rules.tactical.book.tables import IN_THE_WAY, is_in_the_way
from service.rules.tactical.figures import standing
from service.rules.tactical.figures.equipment import TacticalWeapon
from service.rules.tactical.figures.field import ALLY, Field, fills
from service.rules.tactical.figures.models import TacticalFigure
from service.rules.tactical.map.lines import Segment, candidate_segments, items, segment_between, stopped_by
from service.rules.tactical.map.sectors import melee_sector

OWN, FRONT, RIGHT, LEFT, BACK = words.TacticalSector
SIDES: Final = {RIGHT: words.TacticalLimb.RIGHT, LEFT: words.TacticalLimb.LEFT}
BOTH_SIDES: Final = frozenset({words.TacticalLimb.BOTH, words.TacticalLimb.LEGS})
"""The limbs that strike to either side alike; a head is of neither side."""

THRUST, REAR = words.TacticalStrikeKind.THRUST, words.TacticalTechnique.REAR
PERIPHERAL: Final = words.TacticalVision.PERIPHERAL

ORDINARY: Final = {FRONT: attack_rules.MELEE_FRONT_ONLY, BACK: attack_rules.WILD_TECHNIQUES}
"""The rules of ordinary blows to the front and, with a technique, to the back; vision is that of those to the sides."""
REACH_RULES: Final = (
    attack_rules.MELEE_REACH_C,
    attack_rules.MELEE_REACH_1,
    attack_rules.MELEE_REACH_2,
    attack_rules.MELEE_REACH_3,
)
"""The rule of each reach; the last one is that of all longer ones."""


class Spot(NamedTuple):
    """A hex of the target's body, as the attacker sees it, and what kind of blow goes there."""

    hex: Hex
    zone: words.TacticalSector
    swing: words.TacticalSwing
    distance: int


class Passage(NamedTuple):
    """How many foes' hexes a blow goes through, between how many pairs of them, and the rules behind that."""

    people: int
    pairs: int
    cites: Cites


PASSES_NOBODY: Final = Passage(0, 0, ())


# Reach


def _refuse_reach(attempt: situation.Attempt, needed: int, *, meant: bool) -> NoReturn:
    """Refuse a blow over a distance in hexes, 0 being close combat, that a weapon cannot strike as it is held.

    `meant` says that no other reach is ordered.
    """
    attacker, weapon, wanted = attempt.attacker, attempt.weapon, attempt.order.reach
    if attacker.posture is standing.CRAWLING and needed > 0:
        message = (
            f"{standing.name_of(attacker)} crawls, and the target is {needed} yd away: only reach C while crawling."
        )
        raise refusals.CrawlReach(message, pointer="/reach")
    reaches = standing.reach_with_size(attempt.mode.reaches, attacker.sm)
    name, has = standing.weapon_name(weapon), spoken_reaches(reaches)
    if wanted is not None and wanted not in reaches:
        message = f"{name} has reach {has}, not {spoken_reaches((wanted,))}."
        raise refusals.ReachNotAvailable(message, pointer="/reach")
    if meant and needed in reaches:
        held = spoken_reaches((standing.held_reach(attacker, weapon, reaches),))
        message = f"{name} is held at reach {held}; changing it to {spoken_reaches((needed,))} takes a Ready."
        raise refusals.GripChangeNeedsReady(message, pointer="/reach")
    if needed == 0 and 0 not in reaches:
        where = f"{standing.name_of(attacker)} and the target are in close combat"
        message = f"{name} has reach {has}; {where}, where only reach C serves."
        raise refusals.WeaponTooLong(message, pointer="/weapon")
    reach, pointer = (has, "/target") if wanted is None else (spoken_reaches((wanted,)), "/reach")
    message = f"The target is {needed} yd from {standing.name_of(attacker)}; {name} strikes at reach {reach}."
    raise refusals.TacticalOutOfReach(message, pointer=pointer)


def spoken_reaches(reaches: tuple[int, ...]) -> str:
    """Say reaches as the source writes them: "C, 1"."""
    return ", ".join(["C" if each == 0 else str(each) for each in reaches]) or "none"


def _reach_cites(attempt: situation.Attempt, reach: int) -> Cites:
    """Return the rules behind a reach."""
    reaches = attempt.mode.reaches
    cites: Cites = (REACH_RULES[min(reach, len(REACH_RULES) - 1)],)
    if len(reaches) > 1:
        grip = attack_rules.MELEE_GRIP_CHANGE if attempt.weapon.grip_ready else attack_rules.MELEE_GRIP_FREE
        cites += (attack_rules.MELEE_REACH_SETS, grip)
    return cites if reach in reaches else (*cites, attack_rules.MELEE_SIZE_REACH)


# Wild swings


def striking_limb(attacker: TacticalFigure, weapon: TacticalWeapon) -> words.TacticalLimb:
    """Return what strikes with a weapon: the hand or hands that hold it, or the part of the body that it is."""
    if weapon.limb is not None:
        return weapon.limb
    if weapon.hands > 1 or attacker.ready.both == weapon.id:
        return words.TacticalLimb.BOTH
    return words.TacticalLimb(standing.hand_of(attacker, weapon) or attacker.handedness)


def swing_class(
    zone: words.TacticalSector, limb: words.TacticalLimb, vision: words.TacticalVision, *, rear: bool = False
) -> words.TacticalSwing:
    """Return whether a blow into a sector at somebody who is seen is ordinary, hindered, or a wild swing.

    `rear` stands for a technique that strikes behind.
    Source: Wild Swings.
    """
    if zone is FRONT or zone is OWN or (rear and zone is BACK):
        return situation.NORMAL
    same_side = zone is not BACK and (limb in BOTH_SIDES or limb is SIDES[zone])
    if vision is words.TacticalVision.ALL_AROUND:
        return situation.NORMAL if same_side else situation.CLUMSY
    return situation.NORMAL if same_side and vision is PERIPHERAL else situation.WILD


def _swing_cites(spot: Spot, attempt: situation.Attempt) -> Cites:
    """Return the rules that say what kind of blow goes into a sector."""
    if spot.swing is situation.WILD:
        cites: Cites = (attack_rules.WILD_DEFINITION, attack_rules.WILD_NO_LOCATION)
        if attempt.mode.kind is THRUST:
            cites += (attack_rules.WILD_THRUST_RANGE,)
        rule = KINDS[attempt.conduct.maneuver].wild
        return cites if rule is None else (*cites, rule)
    if spot.zone is OWN or spot.swing is situation.CLUMSY:
        return ()
    peripheral = attempt.attacker.vision is PERIPHERAL
    sideways = attack_rules.WILD_PERIPHERAL if peripheral else attack_rules.WILD_360
    return (ORDINARY.get(spot.zone, sideways),)


def stroke_of(field: Field, attempt: situation.Attempt) -> situation.Way:
    """Work out where a melee attack goes; without a target it goes into the hex of the order."""
    attacker, target = attempt.attacker, attempt.target
    origin = standing.origin_of(attacker, attempt.weapon)
    body = (attempt.order.hex or origin,) if target is None else field.body(target)
    close = body[0] == origin if target is None else situation.is_close(field, attacker, target)
    spot = _spot(field, attempt, origin, body)
    struck, zone, swing, apart = spot
    needed = 0 if close else apart
    meant = attempt.order.reach in (None, needed)
    if not meant or needed not in standing.reaches_now(attacker, attempt.weapon, attempt.mode.name):
        _refuse_reach(attempt, needed, meant=meant)
    if swing is situation.WILD and attempt.mode.kind is THRUST and apart > 1:
        message = f"A wild thrust reaches 1 yd, and the target is {apart} yd away; a swing may reach farther."
        raise refusals.WildThrustTooFar(message, pointer="/mode")
    line, passage = None, PASSES_NOBODY
    if not close and (apart > 1 or field.ground.opaque):
        line, passage = _line(field, attacker, target, origin, spot)
    cites = _swing_cites(spot, attempt) + _reach_cites(attempt, needed) + passage.cites
    if target is not None and len(body) > 1:
        cites += (movement_rules.POSTURE_PRONE_TARGETED if standing.is_low(target) else rulebook.MULTIHEX_TARGET,)
    if close:
        cites += (rulebook.CLOSE_WEAPONS_MELEE, rulebook.CLOSE_ADJACENT_DECLARE)[: 1 + apart]
    if attempt.weapon.origin is not None or len(field.body(attacker)) > 1:
        cites += (rulebook.MULTIHEX_ATTACK_ORIGIN,)
    return situation.Way(origin, struck, apart, zone, swing, close, cites, needed, line, passage.people, passage.pairs)


def _spot(field: Field, attempt: situation.Attempt, origin: Hex, body: tuple[Hex, ...]) -> Spot:
    """Return the hex of a body that is struck: one in reach, into which the swing is least hindered, the nearest."""
    attacker, order = attempt.attacker, attempt.order
    rear, vision, facing = order.technique is REAR, attacker.vision, attacker.facing
    found = []
    for here in body:
        zone = melee_sector(origin, facing, here, vision)
        if order.blind or is_unseen(field, attacker, here):
            swing = situation.WILD
        elif zone is FRONT:
            swing = situation.NORMAL
        else:
            swing = swing_class(zone, striking_limb(attacker, attempt.weapon), vision, rear=rear)
        found.append(Spot(here, zone, swing, distance(origin, here)))
    if len(found) == 1:
        return found[0]
    usable = (
        (order.reach,) if order.reach is not None else standing.reaches_now(attacker, attempt.weapon, attempt.mode.name)
    )
    return min(found, key=lambda each: (each.distance not in usable, situation.SWINGS.index(each.swing), each.distance))


# Past whom a blow goes


def _line(
    field: Field, attacker: TacticalFigure, target: TacticalFigure | None, origin: Hex, spot: Spot
) -> tuple[Segment, Passage]:
    """Return the line of a blow, and past whom it goes.

    Ruling: tactical/ruling/through-line.
    """
    there = spot.hex
    lines = [segment_between(origin, there)]
    if field.rulings.melee_line is TacticalMeleeLine.BEST:
        lines = [each for _, _, each in candidate_segments((origin,), (there,))]
    clear = [each for each in lines if stopped_by(each, field.ground) is None]
    if not clear:
        message = f"A barrier stands between {standing.name_of(attacker)} and hex {hex_text(there)}."
        raise refusals.LineBlocked(message, pointer="/target", rule=attack_rules.MELEE_THROUGH_SOLID)
    passed = [(each, _passage(field, attacker, target, each)) for each in clear]
    line, passage = min(passed, key=lambda each: each[1].people + each[1].pairs)
    if field.ground.opaque:
        passage = passage._replace(cites=(*passage.cites, attack_rules.MELEE_THROUGH_SOLID))
    return line, passage


def _passage(field: Field, attacker: TacticalFigure, target: TacticalFigure | None, line: Segment) -> Passage:
    """Return past whom a blow goes along a line; a foe whom it meets twice counts once.

    Ruling: tactical/ruling/through-many, through-posture.
    """
    ends = {*field.body(attacker), *(field.body(target) if target is not None else ()), line.goal}
    met: set[str] = set()
    foes = pairs = 0
    cites: Cites = ()
    for item in items(line)[1:-1]:
        people = [_people(field, attacker, target, each) for each in item if each not in ends]
        hostile = [[each.id for each in some if field.relation(attacker, each) is not ALLY] for some in people]
        if len(item) > 1:
            cites += (attack_rules.MELEE_THROUGH_PAIR,) if any(people) else ()
            new = len(hostile) == len(item) and all(not met.issuperset(some) for some in hostile)
            pairs += new
        else:
            new = any(not met.issuperset(some) for some in hostile)
            foes += new
            cites += (attack_rules.MELEE_THROUGH_FRIEND,) if any(people) and not any(hostile) else ()
        if new:
            met.update(*hostile)
    if field.rulings.through_once and foes + pairs > 1:
        foes, pairs = min(foes, 1), 0 if foes else 1
    return Passage(foes, pairs, cites)


def _people(field: Field, attacker: TacticalFigure, target: TacticalFigure | None, hex: Hex) -> list[TacticalFigure]:
    """Return the figures in a hex that are not too low to be in the way of a blow."""
    posture = attacker.posture if target is None else target.posture
    rows = IN_THE_WAY[field.rulings.posture_rule]
    return [
        each
        for each in field.occupants(hex)
        if fills(each) and is_in_the_way(rows, each.posture, attacker.posture, posture)
    ]
