"""Lines of fire: which hexes a straight line passes, and what stops it; exact, and all in whole numbers.

A point is a pair (x, y) in twelfths of a step between hexes: the centre of hex (q, r) is (12 q, 12 r). Axial
coordinates are an affine picture of the plane, so it can be told exactly on which side of a line a point is.
Source: Ranged Attacks; the anchors and the walk along the line are ours.
Ruling: tactical/ruling/line-anchors, corner-grazing.
"""

from collections.abc import Iterable, Iterator, Mapping
from itertools import takewhile
from typing import Final, NamedTuple

from service.rules.kernel.hexes import DIRECTIONS, SIDES, Hex, distance, neighbour
from service.rules.tactical.map.ground import SOLID, Ground
from service.wire import Ranked

Point = tuple[int, int]
"""A point of the plane, in twelfths of a step between hexes."""

Crossed = tuple[Hex, ...]
"""What a line passes: one hex, whose inside it crosses, or the two hexes along whose common edge it runs."""


class TacticalAnchor(Ranked):
    """A point of a hex: its centre, or three quarters of the way to a corner; `corner_0` is between edges 0 and 1."""

    CENTRE = "centre"
    CORNER_0 = "corner_0"
    CORNER_1 = "corner_1"
    CORNER_2 = "corner_2"
    CORNER_3 = "corner_3"
    CORNER_4 = "corner_4"
    CORNER_5 = "corner_5"


CENTRE: Final = TacticalAnchor.CENTRE
CORNERS: Final[tuple[Point, ...]] = tuple(
    [(DIRECTIONS[k][0] + DIRECTIONS[k - 5][0], DIRECTIONS[k][1] + DIRECTIONS[k - 5][1]) for k in range(6)]
)
"""From the centre of a hex a quarter of the way to each corner."""

ANCHORS: Final[tuple[Point, ...]] = ((0, 0), *[(3 * x, 3 * y) for x, y in CORNERS])
"""From the centre of a hex to each anchor, in the order of `TacticalAnchor`."""

FORWARD: Final[tuple[tuple[Hex, Hex, Hex], ...]] = tuple(
    [(DIRECTIONS[k - 1], DIRECTIONS[k], DIRECTIONS[k - 5]) for k in range(6)]
)
"""The steps that a line can take whose direction is nearest to each direction: to the left, ahead, and to the right."""


class Obstacle(NamedTuple):
    """What stops a line: a solid hex, or what stands on a hexside of it."""

    hex: Hex
    direction: int | None


class Segment(NamedTuple):
    """A straight line from a point strictly inside one hex to a point strictly inside another, or the same.

    `hexes` are those that it passes, in order, both ends included. If it runs `between` hexes, then of every three
    the first is one whose inside it crosses, and the two others are those that it runs between.
    """

    start: Hex
    from_point: Point
    goal: Hex
    to_point: Point
    hexes: tuple[Hex, ...]
    between: bool


def anchor(hex: Hex, at: TacticalAnchor = CENTRE) -> Point:
    """Return an anchor of a hex as a point."""
    x, y = ANCHORS[at.rank]
    return 12 * hex[0] + x, 12 * hex[1] + y


def corner(hex: Hex, k: int) -> Point:
    """Return the corner of a hex between its edges k and k + 1."""
    x, y = CORNERS[k % 6]
    return 12 * hex[0] + 4 * x, 12 * hex[1] + 4 * y


def is_inside(point: Point, hex: Hex) -> bool:
    """Return whether a point is strictly inside a hex, not on its edge."""
    x, y = point[0] - 12 * hex[0], point[1] - 12 * hex[1]
    return -12 < x - y < 12 and -12 < x + 2 * y < 12 and -12 < 2 * x + y < 12


def segment_between(
    start: Hex, goal: Hex, from_anchor: TacticalAnchor = CENTRE, to_anchor: TacticalAnchor = CENTRE
) -> Segment:
    """Return the line between anchors of two hexes, of their centres if none are given."""
    return segment_of(start, anchor(start, from_anchor), goal, anchor(goal, to_anchor))


def segment_of(start: Hex, from_point: Point, goal: Hex, to_point: Point) -> Segment:
    """Return the line between two points that are strictly inside two hexes, as `is_inside` tells."""
    way = _passed(start, from_point, to_point)
    hexes = (*takewhile(goal.__ne__, way), goal)
    return Segment(start, from_point, goal, to_point, hexes, _runs_between(start, goal, from_point, to_point))


def candidate_segments(
    from_hexes: Iterable[Hex], to_hexes: Iterable[Hex]
) -> Iterator[tuple[TacticalAnchor, TacticalAnchor, Segment]]:
    """Yield the 49 lines from each hex to each other, with their anchors, in the order in which the ruling prefers.

    The hexes are taken as they come; for each two, the anchor in the first hex changes last, and centres come first.
    Ruling: tactical/ruling/line-choice.
    """
    goals = [(each, [(at, anchor(each, at)) for at in TacticalAnchor]) for each in to_hexes]
    for start in from_hexes:
        starts = [(at, anchor(start, at)) for at in TacticalAnchor]
        for goal, ends in goals:
            for from_anchor, from_point in starts:
                for to_anchor, to_point in ends:
                    yield from_anchor, to_anchor, segment_of(start, from_point, goal, to_point)


def items(segment: Segment) -> tuple[Crossed, ...]:
    """Return what a line passes, nearest to its start first; of two that it runs between the lower (q, r) first."""
    hexes = segment.hexes
    if not segment.between:
        return tuple([(each,) for each in hexes])
    pairs = zip(hexes[1::3], hexes[2::3], hexes[3::3], strict=True)
    passed: list[Crossed] = [hexes[:1]]
    for one, other, beyond_them in pairs:
        passed += [(one, other), (beyond_them,)]
    return tuple(passed)


def stopped_by(segment: Segment, ground: Ground) -> Obstacle | None:
    """Return the first obstacle that stops a line, or None if it is clear.

    A line is stopped by a solid hex, by two solid hexes that it runs between, by a wall on an edge that it crosses, and
    at a corner that has walls or sides of solid hexes both to its left and to its right. A line is not stopped that
    just touches a corner, or runs along a wall.
    """
    if not ground.opaque or ground.opaque.keys().isdisjoint(segment.hexes):
        return None
    stop = _first_stop(segment, ground.opaque)
    return stop and stop[1]


def items_beyond(segment: Segment, reach: int, ground: Ground) -> tuple[Crossed, ...]:
    """Return what a line passes behind its goal, up to a number of hexes from its start or the first obstacle."""
    start = segment.start
    bound = reach + reach % 2 if segment.between else reach
    way = _passed(start, segment.from_point, segment.to_point)
    longer = segment._replace(hexes=tuple(takewhile(lambda here: distance(start, here) <= bound, way)))
    stop = _first_stop(longer, ground.opaque)
    passed = items(longer) if stop is None else items(longer)[: stop[0]]
    return tuple([each for each in passed[len(items(segment)) :] if distance(start, each[0]) <= reach])


def _passed(start: Hex, from_point: Point, to_point: Point) -> Iterator[Hex]:
    """Yield the hexes that a line passes, without end; two that it runs between one after the other.

    `offset` is the cross product of the line's direction with the way from the line to the centre of the hex that it is
    in: positive if the centre lies to the right. The line leaves the hex over the edge ahead if one corner of that edge
    is to its left and the other to its right, and over the edge beside it if both are on one side. Of the directions it
    has, `ahead` is the nearest; if two are, it is the left one, so that a line can run between `ahead` and `right`.
    """
    dx, dy = to_point[0] - from_point[0], to_point[1] - from_point[1]
    along = (-dx - 2 * dy, dx - dy, 2 * dx + dy, dx + 2 * dy, dy - dx, -2 * dx - dy)
    nearest = along.index(max(along))
    if nearest == 0 and along[5] == along[0]:
        nearest = 5
    (left_q, left_r), (ahead_q, ahead_r), (right_q, right_r) = FORWARD[nearest]
    to_left = 12 * (dx * left_r - dy * left_q)
    to_ahead = 12 * (dx * ahead_r - dy * ahead_q)
    to_right = 12 * (dx * right_r - dy * right_q)
    leftmost, rightmost = -(to_left + to_ahead) // 3, -(to_ahead + to_right) // 3
    q, r = start
    offset = dx * (12 * r - from_point[1]) - dy * (12 * q - from_point[0])
    while True:
        yield q, r
        if offset > leftmost:
            q, r, offset = q + left_q, r + left_r, offset + to_left
        elif offset < rightmost:
            q, r, offset = q + right_q, r + right_r, offset + to_right
        elif offset or rightmost:
            q, r, offset = q + ahead_q, r + ahead_r, offset + to_ahead
        else:
            yield from sorted([(q + ahead_q, r + ahead_r), (q + right_q, r + right_r)])
            q, r = q + ahead_q + right_q, r + ahead_r + right_r


def _runs_between(start: Hex, goal: Hex, from_point: Point, to_point: Point) -> bool:
    """Return whether a line is parallel to edges and passes the centre of its first hex: then it runs between hexes."""
    dx, dy = to_point[0] - from_point[0], to_point[1] - from_point[1]
    if start == goal or (dx != dy and dx != -2 * dy and dy != -2 * dx):
        return False
    return dx * (12 * start[1] - from_point[1]) == dy * (12 * start[0] - from_point[0])


Opaque = Mapping[Hex, int]
"""The solid hexes and edges that block sight, as `Ground.opaque` has them."""


def _first_stop(segment: Segment, opaque: Opaque) -> tuple[int, Obstacle] | None:
    """Return the first obstacle on a line, and how many of its items it passes before."""
    return _stop_between(items(segment), opaque) if segment.between else _stop_across(segment, opaque)


def _stop_across(segment: Segment, opaque: Opaque) -> tuple[int, Obstacle] | None:
    """Return the first stop of a line that leaves each hex over an edge, or over the end of one."""
    hexes = segment.hexes
    for place, here in enumerate(hexes):
        closed = opaque.get(here, 0)
        if closed & SOLID:
            return place, Obstacle(here, None)
        if closed and place + 1 < len(hexes):
            there = hexes[place + 1]
            direction = SIDES[there[0] - here[0], there[1] - here[1]]
            if closed >> direction & 1 and not _slips_by(segment, here, direction, opaque):
                return place + 1, Obstacle(here, direction)
    return None


def _slips_by(segment: Segment, here: Hex, direction: int, opaque: Opaque) -> bool:
    """Return whether a line passes the end of a walled edge, and nothing shuts the corner on its other side."""
    for side in (-1, 1):
        end = corner(here, direction - 1 if side < 0 else direction)
        if _side(segment, end) == 0:
            beside = (direction + side) % 6
            shut = SOLID | 1 << (beside + 3) % 6 | 1 << (direction - side) % 6
            return not opaque.get(neighbour(here, beside), 0) & shut
    return False


def _side(segment: Segment, point: Point) -> int:
    """Return on which side of a line a point is: positive to the right, 0 on the line."""
    (x, y), (to_x, to_y) = segment.from_point, segment.to_point
    return (to_x - x) * (point[1] - y) - (to_y - y) * (point[0] - x)


def _stop_between(passed: tuple[Crossed, ...], opaque: Opaque) -> tuple[int, Obstacle] | None:
    """Return the first stop of a line that runs between hexes: there it passes a corner before and after each two."""
    for place, item in enumerate(passed):
        if len(item) == 1:
            if opaque.get(item[0], 0) & SOLID:
                return place, Obstacle(item[0], None)
            continue
        for count, before in ((place, place - 1), (place + 1, place + 1)):
            shut = [_closes(each, passed[before][0], opaque) for each in item]
            if shut[0] and shut[1]:
                return count, shut[0]
    return None


def _closes(hex: Hex, corner_hex: Hex, opaque: Opaque) -> Obstacle | None:
    """Return what is, at a corner, beside a line that runs along a hex: its solid side, or the wall to the next hex."""
    closed = opaque.get(hex, 0)
    if closed & SOLID:
        return Obstacle(hex, None)
    direction = SIDES[corner_hex[0] - hex[0], corner_hex[1] - hex[1]]
    return Obstacle(hex, direction) if closed >> direction & 1 else None
