"""Figures of several hexes: which hexes they fill, what lies around them, and what they sweep over as they turn.

Bodies are lists of hexes, head first; shapes are drawn facing north, relative to the head.
Source: Multi-Hex Figures; the shapes are ours.
"""

from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache
from typing import Final

from service.rules.kernel.hexes import DIRECTIONS, Hex, distance, neighbour, neighbours, turned
from service.rules.tactical.book.words import TacticalSector, TacticalShape
from service.rules.tactical.map.ground import Ground

MOST_HEXES: Final = 64
"""How many hexes a custom shape may have."""

SHAPES: Final[dict[TacticalShape, tuple[Hex, ...]]] = {
    TacticalShape.SINGLE: ((0, 0),),
    TacticalShape.LINE2: ((0, 0), (0, 1)),
    TacticalShape.LINE3: ((0, 0), (0, 1), (0, 2)),
    TacticalShape.DIAMOND4: ((0, 0), (1, 0), (0, 1), (-1, 1)),
    TacticalShape.DISC7: ((0, 0), (1, 0), (-1, 1), (0, 1), (1, 1), (-1, 2), (0, 2)),
    TacticalShape.LONG10: ((0, 0), (0, 1), (0, 2), (0, 3), (1, 0), (1, 1), (1, 2), (-1, 1), (-1, 2), (-1, 3)),
}
"""The hexes of each shape but `custom`, relative to the head, facing north."""

BEST_FIRST: Final = (TacticalSector.FRONT, TacticalSector.RIGHT, TacticalSector.LEFT, TacticalSector.BACK)
"""The sectors from which an attack can come, best for the defender first."""


def rotated(step: Hex, hexsides: int) -> Hex:
    """Turn a step to the right by some hexsides, or to the left by negative ones."""
    (east_q, east_r), (south_q, south_r) = DIRECTIONS[(2 + hexsides) % 6], DIRECTIONS[(3 + hexsides) % 6]
    return step[0] * east_q + step[1] * south_q, step[0] * east_r + step[1] * south_r


FORM: Final = f"body must list 1 to {MOST_HEXES} connected hexes without repeats, the head [0, 0] first."
"""What is said of a custom shape that is none."""


def is_footprint(body: Sequence[Hex]) -> bool:
    """Return whether a custom shape is one: 1 to 64 connected hexes without repeats, the head [0, 0] first."""
    return 1 <= len(body) <= MOST_HEXES and body[0] == (0, 0) and len(set(body)) == len(body) and is_connected(body)


def is_connected(body: Collection[Hex]) -> bool:
    """Return whether every hex of a body can be reached from every other without leaving it."""
    left = set(body)
    waiting = [left.pop()]
    while waiting:
        found = left.intersection(neighbours(waiting.pop()))
        left -= found
        waiting += found
    return not left


def footprint(head: Hex, facing: int, shape: TacticalShape | Sequence[Hex]) -> tuple[Hex, ...]:
    """Return the hexes that a figure fills, its head first; a custom shape is given as its list of hexes."""
    steps = SHAPES[shape] if isinstance(shape, TacticalShape) else shape
    turned_steps = [rotated(step, facing) for step in steps]
    return tuple([(head[0] + q, head[1] + r) for q, r in turned_steps])


def surround(body: Sequence[Hex], facing: int) -> dict[Hex, TacticalSector]:
    """Return the hexes around a body, each with the sector that it is in: never `own`."""
    inside = set(body)
    touched: dict[Hex, set[int]] = {}
    for each in body:
        for direction in range(6):
            there = neighbour(each, direction)
            if there not in inside:
                touched.setdefault(there, set()).add(turned(direction, -facing))
    return {there: _kind(directions) for there, directions in touched.items()}


def _kind(directions: set[int]) -> TacticalSector:
    """Classify a hex by the directions, seen by a body that faces 0, in which the body's hexes have it beside them."""
    if 0 in directions:
        return TacticalSector.FRONT
    if 3 in directions or directions >= {2, 4}:
        return TacticalSector.BACK
    if 2 in directions:
        return TacticalSector.RIGHT
    return TacticalSector.LEFT if 4 in directions else TacticalSector.FRONT


def body_arc(body: Sequence[Hex], facing: int, there: Hex) -> TacticalSector:
    """Return the sector of a large figure from which an attack out of another hex comes.

    It is that of the hex around the body that is nearest to the attacker; of several, the best for the defender.
    """
    q, r = body[0]
    return _arc_around(tuple([(each[0] - q, each[1] - r) for each in body]), facing, (there[0] - q, there[1] - r))


@lru_cache(maxsize=4096)
def _arc_around(body: tuple[Hex, ...], facing: int, there: Hex) -> TacticalSector:
    """Return the sector of a body with its head in [0, 0] from which an attack out of another hex comes."""
    if there in body:
        return TacticalSector.OWN
    around = surround(body, facing)
    near = min([distance(each, there) for each in around])
    return min([sector for each, sector in around.items() if distance(each, there) == near], key=BEST_FIRST.index)


def swept(head: Hex, step: Hex, hexsides: int) -> tuple[Hex, ...]:
    """Return the hexes that one hex of a body passes over when the body turns about its head, the first and last too.

    `step` leads from the head to that hex before the turn; `hexsides` is positive to the right. The hex moves along the
    ring around the head, so it travels its distance from the head in yards for each hexside.
    """
    path = [step]
    for _ in range(distance((0, 0), step) * abs(hexsides)):
        path.append(_along_the_ring(path[-1], clockwise=hexsides > 0))
    return tuple([(head[0] + q, head[1] + r) for q, r in path])


def _along_the_ring(step: Hex, *, clockwise: bool) -> Hex:
    """Return the next hex on the ring around [0, 0]."""
    direction = 0
    q, r = step
    while not (q >= 0 and q + r < 0 if clockwise else q > 0 and q + r <= 0):
        direction, (q, r) = direction + 1, rotated((q, r), -1)
    return neighbour(step, turned(direction, 2 if clockwise else 5))


def inner_edges(body: Collection[Hex]) -> Iterator[tuple[Hex, int]]:
    """Yield the edges between two hexes of a body, each once, as a hex and a direction from 0 to 2."""
    inside = frozenset(body)
    for each in body:
        for direction in range(3):
            if neighbour(each, direction) in inside:
                yield each, direction


def walled_hexes(ground: Ground, body: Sequence[Hex]) -> int:
    """Count the hexes of a body that overlap walls, and the edges inside it that something seals.

    A gap is too narrow for the figure if the head is solid, or if more is counted than the rulings let overlap.
    """
    solid = sum([ground.is_solid(each) for each in body])
    return solid + sum([ground.blocks_move(here, direction) for here, direction in inner_edges(body)])
