"""Melee on the map: into which sector a blow goes, with which reach, past whom, and whether it is a wild swing."""

from functools import lru_cache
from typing import Final

from service.dice.model import Cites, Rule
from service.rules.kernel.hexes import Hex, distance
from service.rules.kernel.value import value
from service.rules.roll_under.modifiers import measure_of
from service.rules.roll_under.words import Posture
from service.rules.tactical.attack.models import TacticalAttackOrder
from service.rules.tactical.attack.sight import counts_in_way
from service.rules.tactical.book import attack_rules, movement_rules, rulebook
from service.rules.tactical.book.options import TacticalMeleeLine
from service.rules.tactical.book.refusals import (
    CrawlReach,
    GripChangeNeedsReady,
    LineBlocked,
    ReachNotAvailable,
    TacticalOutOfReach,
    WeaponTooLong,
    WildThrustTooFar,
)
from service.rules.tactical.book.words import (
    TacticalLimb,
    TacticalRelationKind,
    TacticalSector,
    TacticalStrikeKind,
    TacticalSwing,
    TacticalTechnique,
    TacticalVision,
    TacticalWeaponKind,
)
from service.rules.tactical.figures.field import Field
from service.rules.tactical.figures.models import TacticalFigure
from service.rules.tactical.figures.standing import close_with, hand_of, name_of, weapon_name
from service.rules.tactical.figures.weapons import TacticalMode, TacticalWeapon
from service.rules.tactical.map.footprints import rotated
from service.rules.tactical.map.lines import Segment, candidate_segments, items, segment_between, stopped_by
from service.rules.tactical.map.sectors import melee_sector

OWN, FRONT, RIGHT, LEFT, BACK = TacticalSector
NORMAL, CLUMSY, WILD, _ = TacticalSwing
SIDES: Final = {RIGHT: TacticalLimb.RIGHT, LEFT: TacticalLimb.LEFT}
BOTH_SIDES: Final = frozenset({TacticalLimb.BOTH, TacticalLimb.LEGS})
"""The limbs that strike to either side alike; a head is of neither side."""

TOTAL_DARKNESS: Final = -10
SIZE_BELOW: Final = 3
"""A figure's reach grows by as many hexes as measure, in yards, a size that is so much smaller than its own."""

REACH_RULES: Final = (
    attack_rules.MELEE_REACH_C,
    attack_rules.MELEE_REACH_1,
    attack_rules.MELEE_REACH_2,
    attack_rules.MELEE_REACH_3,
)


@value
class Passage:
    """How many foes' hexes a blow goes through, and the rules behind that."""

    foes: int
    cites: Cites


PASSES_NOBODY: Final = Passage(0, ())


@value
class Stroke:
    """Where a melee attack goes.

    `hex` is the hex of the target's body that is struck, `distance` that to it, and `reach` the one that is used: 0 in
    close combat, which `close` stands for, even if the opponent is in the next hex.
    """

    origin: Hex
    hex: Hex
    distance: int
    reach: int
    zone: TacticalSector
    swing: TacticalSwing
    close: bool
    line: Segment | None
    passage: Passage
    cites: Cites


# Reach


@lru_cache(maxsize=256)
def reach_with_size(reaches: tuple[int, ...], sm: int) -> tuple[int, ...]:
    """Return the reaches of a weapon in the hands of a figure of a Size Modifier, in hexes, shortest first.

    Every reach stays; the longest one grows with size, and the gap is filled.
    Source: Reach of a Weapon.
    """
    if sm <= 0 or not reaches:
        return tuple(sorted(reaches))
    top = max(reaches)
    longest = max(top, 1) if sm == 1 else top + int(measure_of(sm - SIZE_BELOW))
    return tuple(sorted({*reaches, *range(top, longest + 1)}))


def held_reach(attacker: TacticalFigure, weapon: TacticalWeapon, reaches: tuple[int, ...]) -> int:
    """Return the reach at which a weapon is held: its lowest one unless the state says another."""
    return next((each.reach for each in attacker.state.weapon_reach if each.weapon == weapon.id), reaches[0])


def refuse_reach(
    attacker: TacticalFigure, weapon: TacticalWeapon, mode: TacticalMode, needed: int, wanted: int | None
) -> None:
    """Refuse a blow over a distance in hexes, 0 being close combat, that a weapon cannot strike as it is held.

    Raises: CrawlReach, ReachNotAvailable, WeaponTooLong, TacticalOutOfReach, GripChangeNeedsReady.
    """
    reaches = reach_with_size(mode.reaches, attacker.sm)
    name, has = weapon_name(weapon), spoken_reaches(reaches)
    if attacker.posture is Posture.CRAWLING and needed > 0:
        message = f"{name_of(attacker)} crawls, and the target is {needed} yd away: only reach C while crawling."
        raise CrawlReach(message, pointer="/reach")
    if wanted is not None and wanted not in reaches:
        message = f"{name} has reach {has}, not {spoken_reaches((wanted,))}."
        raise ReachNotAvailable(message, pointer="/reach")
    if needed == 0 and 0 not in reaches:
        message = f"{name} has reach {has}; in close combat only reach C serves."
        raise WeaponTooLong(message, pointer="/weapon")
    if needed not in reaches or (wanted is not None and wanted != needed):
        reach = f"reach {has}" if wanted is None else f"reach {spoken_reaches((wanted,))} of {has}"
        message = f"The target is {needed} yd from {name_of(attacker)}, out of {reach} of {name}."
        raise TacticalOutOfReach(message, pointer="/target" if wanted is None else "/reach")
    held = held_reach(attacker, weapon, reaches)
    if weapon.grip_ready and held != needed:
        message = f"{name} is held at reach {spoken_reaches((held,))}; a Ready changes it to"
        raise GripChangeNeedsReady(f"{message} {spoken_reaches((needed,))}.", pointer="/reach")


def spoken_reaches(reaches: tuple[int, ...]) -> str:
    """Say reaches as the source writes them: "C, 1"."""
    return ", ".join(["C" if each == 0 else str(each) for each in reaches]) or "none"


# Wild swings


def striking_limb(attacker: TacticalFigure, weapon: TacticalWeapon) -> TacticalLimb:
    """Return what strikes with a weapon: the hand or hands that hold it, or the part of the body that it is."""
    if weapon.limb is not None:
        return weapon.limb
    if weapon.hands > 1 or attacker.ready.both == weapon.id:
        return TacticalLimb.BOTH
    return TacticalLimb(hand_of(attacker, weapon) or attacker.handedness)


def swing_class(
    zone: TacticalSector, limb: TacticalLimb, vision: TacticalVision, *, rear: bool = False
) -> TacticalSwing:
    """Return whether a blow into a sector at somebody who is seen is ordinary, hindered, or a wild swing.

    `rear` stands for a technique that strikes behind.
    Source: Wild Swings.
    """
    if zone is FRONT or zone is OWN or (rear and zone is BACK):
        return NORMAL
    same_side = zone is not BACK and (limb in BOTH_SIDES or limb is SIDES[zone])
    if vision is TacticalVision.ALL_AROUND:
        return NORMAL if same_side else CLUMSY
    return NORMAL if same_side and vision is TacticalVision.PERIPHERAL else WILD


def is_unseen(field: Field, attacker: TacticalFigure, hex: Hex, *, blind: bool) -> bool:
    """Tell whether whoever is in a hex cannot be seen at all: the attacker is blind, or it is pitch-dark there."""
    return blind or attacker.vision is TacticalVision.BLIND or field.ground.visibility(hex) <= TOTAL_DARKNESS


# Where a blow goes


def origin_of(attacker: TacticalFigure, weapon: TacticalWeapon) -> Hex:
    """Return the hex that a figure strikes from: that of its head, unless the weapon names another of its body."""
    if weapon.origin is None:
        return attacker.hex
    q, r = rotated(weapon.origin, attacker.facing)
    return attacker.hex[0] + q, attacker.hex[1] + r


def is_close(field: Field, attacker: TacticalFigure, target: TacticalFigure) -> bool:
    """Tell whether two figures share a hex, or have declared close combat from one hex to the next."""
    if attacker.state.close and close_with(attacker, target.id) is not None:
        return True
    if attacker.hex == target.hex:
        return True
    body, other = field.body(attacker), field.body(target)
    return len(body) + len(other) > 2 and not set(body).isdisjoint(other)


def stroke_of(
    field: Field,
    attacker: TacticalFigure,
    target: TacticalFigure | None,
    weapon: TacticalWeapon,
    mode: TacticalMode,
    order: TacticalAttackOrder,
) -> Stroke:
    """Work out where a melee attack goes; without a target it goes into the hex of the order.

    Raises: CrawlReach, ReachNotAvailable, WeaponTooLong, TacticalOutOfReach, GripChangeNeedsReady, WildThrustTooFar,
    LineBlocked.
    """
    origin = origin_of(attacker, weapon)
    body = field.body(target) if target is not None else (order.hex or origin,)
    close = is_close(field, attacker, target) if target is not None else body[0] == origin
    hex, zone, swing = _struck(field, attacker, weapon, mode, order, body, origin)
    apart = distance(origin, hex)
    needed = 0 if close else apart
    refuse_reach(attacker, weapon, mode, needed, order.reach)
    if swing is WILD and mode.kind is TacticalStrikeKind.THRUST and apart > 1:
        message = f"The target is {apart} yd away in the {zone.value} zone; a wild thrust goes 1 yd far, a swing farther."
        raise WildThrustTooFar(message, pointer="/mode")
    line, passage = _line(field, attacker, target, origin, hex)
    cites = _cites(field, attacker, weapon, mode, order, swing, zone, needed)
    if target is not None and len(body) > 1:
        stretched = target.posture in (Posture.LYING, Posture.CRAWLING)
        cites += (movement_rules.POSTURE_PRONE_TARGETED if stretched else rulebook.MULTIHEX_TARGET,)
    return Stroke(origin, hex, apart, needed, zone, swing, close, line, passage, cites)


def _struck(
    field: Field,
    attacker: TacticalFigure,
    weapon: TacticalWeapon,
    mode: TacticalMode,
    order: TacticalAttackOrder,
    body: tuple[Hex, ...],
    origin: Hex,
) -> tuple[Hex, TacticalSector, TacticalSwing]:
    """Return the hex of a body that is struck: one in reach, into which the swing is least hindered, the nearest."""
    limb, rear = striking_limb(attacker, weapon), order.technique is TacticalTechnique.REAR
    reaches = reach_with_size(mode.reaches, attacker.sm)
    best: tuple[tuple[bool, int, int], Hex, TacticalSector, TacticalSwing] | None = None
    for here in body:
        zone = melee_sector(origin, attacker.facing, here, attacker.vision)
        swing = swing_class(zone, limb, attacker.vision, rear=rear)
        if is_unseen(field, attacker, here, blind=order.blind):
            swing = WILD
        apart = distance(origin, here)
        rank = (apart not in reaches, SWINGS.index(swing), apart)
        if best is None or rank < best[0]:
            best = (rank, here, zone, swing)
    assert best is not None
    return best[1:]
