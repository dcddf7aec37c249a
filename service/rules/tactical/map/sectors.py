"""Sectors around a figure: arcs of vision, melee zones, reach, and the hexes to retreat to, all in whole numbers.

A hex that lies exactly on the border of two sectors belongs to the one nearer to straight ahead.
Source: Facing; Reach; Ranged Attacks; the tests of angles are ours.
Ruling: tactical/ruling/arc-width, fan-vs-arc, boundary.
"""

from functools import lru_cache
from typing import Final

from service.rules.kernel.hexes import DIRECTIONS, Hex, ahead, distance, neighbour, turned
from service.rules.tactical.book.options import TacticalArcWidth, TacticalRetreatDirection
from service.rules.tactical.book.words import TacticalSector, TacticalVision

OWN, FRONT, RIGHT, LEFT, BACK = TacticalSector
HERE: Final[Hex] = (0, 0)

Widths = tuple[int, int]
"""How far front and sides reach: a hex is in it whose forward component is at least this multiple of its sideways one.

The multiple is 3 for 30 degrees from straight ahead, 1 for 60, 0 for 90, -1 for 120 and -3 for 150.
"""

ARCS: Final[dict[TacticalArcWidth, Widths]] = {
    TacticalArcWidth.PUBLISHED: (0, -1),
    TacticalArcWidth.HEX_SECTOR: (0, -3),
}
MELEE: Final[Widths] = (1, -1)
RESTRICTED: Final[dict[TacticalVision, Widths]] = {
    TacticalVision.NO_PERIPHERAL: (1, 1),
    TacticalVision.TUNNEL: (3, 1),
}
"""The widths of restricted vision, in place of all others; without peripheral vision the sides count as back."""

SEEN: Final[dict[TacticalVision, frozenset[TacticalSector]]] = {
    TacticalVision.NORMAL: frozenset({OWN, FRONT}),
    TacticalVision.PERIPHERAL: frozenset({OWN, FRONT, RIGHT, LEFT}),
    TacticalVision.ALL_AROUND: frozenset(TacticalSector),
    TacticalVision.NO_PERIPHERAL: frozenset({OWN, FRONT}),
    TacticalVision.TUNNEL: frozenset({OWN, FRONT}),
    TacticalVision.BLIND: frozenset(),
}
"""The sectors that a figure sees, and where it may aim ranged weapons at."""


def forward_and_side(origin: Hex, facing: int, there: Hex) -> tuple[int, int]:
    """Return how far a hex lies ahead and to the right, negative for behind and to the left.

    Both numbers have units of their own: the hex is straight ahead if the second is 0, and 60 degrees off if both are
    equal.
    """
    q, r = there[0] - origin[0], there[1] - origin[1]
    ahead_q, ahead_r = DIRECTIONS[facing]
    return twice_dot((ahead_q, ahead_r), (q, r)), ahead_q * r - ahead_r * q


def twice_dot(one: Hex, other: Hex) -> int:
    """Return twice the dot product of two steps, in squares of the distance between neighbours."""
    return 2 * one[0] * other[0] + 2 * one[1] * other[1] + one[0] * other[1] + one[1] * other[0]


def arc_sector(
    origin: Hex,
    facing: int,
    there: Hex,
    vision: TacticalVision = TacticalVision.NORMAL,
    width: TacticalArcWidth = TacticalArcWidth.PUBLISHED,
) -> TacticalSector:
    """Return the sector of a hex for sight, ranged attacks and defense: the front reaches 90 degrees to each side."""
    way = there[0] - origin[0], there[1] - origin[1]
    return _sector(facing, way, RESTRICTED.get(vision) or ARCS[width])


def melee_sector(
    origin: Hex, facing: int, there: Hex, vision: TacticalVision = TacticalVision.NORMAL
) -> TacticalSector:
    """Return the sector of a hex for melee attacks: the front reaches 60 degrees to each side."""
    return _sector(facing, (there[0] - origin[0], there[1] - origin[1]), RESTRICTED.get(vision, MELEE))


@lru_cache(maxsize=8192)
def _sector(facing: int, way: Hex, widths: Widths) -> TacticalSector:
    """Return the sector of a hex that lies so many rows and columns away."""
    if way == HERE:
        return OWN
    forward, side = forward_and_side(HERE, facing, way)
    front, sides = widths
    if forward >= front * abs(side):
        return FRONT
    if forward < sides * abs(side):
        return BACK
    return RIGHT if side > 0 else LEFT


@lru_cache(maxsize=2048)
def facings_ahead(way: Hex, vision: TacticalVision) -> frozenset[int]:
    """Return the facings in which a hex that lies so many rows and columns away is in front for a melee attack."""
    return frozenset([each for each in range(6) if melee_sector(HERE, each, way, vision) is FRONT])


@lru_cache(maxsize=512)
def nearest_facing(wanted: int, facings: tuple[int, ...]) -> int:
    """Return the one of some facings that is nearest to another one, the first of equal ones."""
    return min(facings, key=lambda each: (min((each - wanted) % 6, (wanted - each) % 6), each))


def can_see(
    origin: Hex,
    facing: int,
    there: Hex,
    vision: TacticalVision = TacticalVision.NORMAL,
    width: TacticalArcWidth = TacticalArcWidth.PUBLISHED,
) -> bool:
    """Return whether a hex is in a figure's arc of vision, so that it may aim a ranged weapon there.

    A blind figure sees nothing, its own hex included. What stands between is not considered.
    """
    return _is_seen(facing, (there[0] - origin[0], there[1] - origin[1]), vision, width)


@lru_cache(maxsize=8192)
def _is_seen(facing: int, way: Hex, vision: TacticalVision, width: TacticalArcWidth) -> bool:
    return arc_sector(HERE, facing, way, vision, width) in SEEN[vision]


def ring(origin: Hex, radius: int) -> tuple[Hex, ...]:
    """Return the hexes at a distance, clockwise from north."""
    if radius == 0:
        return (origin,)
    here = origin[0], origin[1] - radius
    hexes = []
    for direction in (2, 3, 4, 5, 0, 1):
        hexes.append(here)
        hexes += ahead(here, direction, radius - 1)
        here = hexes[-1][0] + DIRECTIONS[direction][0], hexes[-1][1] + DIRECTIONS[direction][1]
    return tuple(hexes)


def reach_hexes(origin: Hex, facing: int, reach: int) -> tuple[Hex, ...]:
    """Return the hexes that a weapon reaches at exactly this distance in front, from left to right.

    They are 3, 5 and 7 at 1, 2 and 3 yards; reach 0, that of close combat, is the figure's own hex.
    """
    if reach == 0:
        return (origin,)
    left = ahead(origin, turned(facing, -1), reach)[-1]
    middle = ahead(left, turned(facing, 1), reach)
    return left, *middle, *ahead(middle[-1], turned(facing, 2), reach)


def retreat_hexes(defender: Hex, attacker: Hex, rule: TacticalRetreatDirection) -> tuple[Hex, ...]:
    """Return the hexes that a figure may retreat to, clockwise from north; all six if the attacker shares its hex."""
    if rule is TacticalRetreatDirection.STRICT:
        return away_hexes(defender, attacker)
    around = [neighbour(defender, direction) for direction in range(6)]
    return tuple([each for each in around if distance(each, attacker) > distance(defender, attacker)])


def away_hexes(defender: Hex, attacker: Hex) -> tuple[Hex, ...]:
    """Return the adjacent hexes most nearly straight away from another hex, clockwise from north.

    It is one, or two if the line away runs between them; all six if the other hex is the same.
    """
    away = defender[0] - attacker[0], defender[1] - attacker[1]
    return tuple([neighbour(defender, each) for each in _along(away)])


@lru_cache(maxsize=4096)
def _along(way: Hex) -> tuple[int, ...]:
    """Return the directions most nearly along a way."""
    along = [twice_dot(step, way) for step in DIRECTIONS]
    farthest = max(along)
    return tuple([each for each in range(6) if along[each] == farthest])


def own_side(entered_from: int) -> tuple[int, int, int]:
    """Return the directions of the three hexes on a figure's side of a hex of close combat, that of its entry first."""
    return turned(entered_from, 0), turned(entered_from, 1), turned(entered_from, -1)


def towards(here: Hex, there: Hex) -> int:
    """Return the direction that leads most nearly from one hex to another; of two that tie the lower one."""
    return _along((there[0] - here[0], there[1] - here[1]))[0]
