"""A grid of hexes in axial coordinates: distance, neighbours, facing, arcs, lines, and what can be reached.

A hex is a pair (q, r); a direction is a hexside, counted from 0 to 5, each one the next to the left of the one before.
"""

from collections.abc import Callable, Iterator
from enum import StrEnum
from heapq import heappop, heappush
from typing import Final

Hex = tuple[int, int]
"""Axial coordinates (q, r)."""

DIRECTIONS: Final[tuple[Hex, ...]] = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))


SIDES: Final = {step: direction for direction, step in enumerate(DIRECTIONS)}


class Arc(StrEnum):
    """Where another hex lies as seen by someone who faces a hexside: three hexes ahead, two beside, one behind."""

    FRONT = "front"
    FLANK = "flank"
    REAR = "rear"


ARCS: Final = (Arc.FRONT, Arc.FRONT, Arc.FLANK, Arc.REAR, Arc.FLANK, Arc.FRONT)


def distance(one: Hex, other: Hex) -> int:
    """Count the steps from hex to hex."""
    q, r = other[0] - one[0], other[1] - one[1]
    return max(abs(q), abs(r), abs(q + r))


def neighbour(here: Hex, direction: int) -> Hex:
    """Return the hex beyond a hexside."""
    q, r = DIRECTIONS[direction]
    return here[0] + q, here[1] + r


def neighbours(here: Hex) -> tuple[Hex, ...]:
    """Return the six hexes around, in the order of the directions."""
    q, r = here
    return (q + 1, r), (q + 1, r - 1), (q, r - 1), (q - 1, r), (q - 1, r + 1), (q, r + 1)


def turned(facing: int, hexsides: int) -> int:
    """Turn to the left by some hexsides, or to the right by negative ones."""
    return (facing + hexsides) % 6


def direction_of(here: Hex, there: Hex) -> int | None:
    """Return the direction in which another hex lies straight ahead, or None if it lies in none."""
    q, r = there[0] - here[0], there[1] - here[1]
    side = SIDES.get((q, r))
    if side is None and (q or r):
        length = max(abs(q), abs(r), abs(q + r))
        return None if q % length or r % length else SIDES[q // length, r // length]
    return side


def arc_of(facing: int, direction: int) -> Arc:
    """Say in which arc of someone who faces a hexside another direction is."""
    return ARCS[(direction - facing) % 6]


def ahead(here: Hex, direction: int, length: int) -> tuple[Hex, ...]:
    """Return the hexes of a straight line, without the one it starts from, nearest first."""
    q, r = DIRECTIONS[direction]
    return tuple([(here[0] + q * step, here[1] + r * step) for step in range(1, length + 1)])


def line(here: Hex, there: Hex) -> tuple[Hex, ...]:
    """Return the hexes that a line from centre to centre passes, both ends included.

    Where the line runs along the edge between two hexes, it passes the one with the larger q, or of two with the same q
    the one with the larger r; the way back passes the same hexes.
    """
    steps = distance(here, there)
    return tuple([_nearest(here, there, step, steps) for step in range(steps + 1)])


def _nearest(here: Hex, there: Hex, step: int, steps: int) -> Hex:
    """Round the point `step` of `steps` along a line to its hex, in whole numbers.

    Of the three coordinates q, r and -q - r one is whole at every step; the two others are rounded, halves up.
    """
    whole = max(steps, 1)
    q, r = (there[0] - here[0]) * step, (there[1] - here[1]) * step
    near_q, near_r = (2 * q + whole) // (2 * whole), (2 * r + whole) // (2 * whole)
    if (q + r) % whole == 0:
        near_r = (q + r) // whole - near_q
    return here[0] + near_q, here[1] + near_r


Enter = Callable[[Hex, int], int | None]
"""What has been spent after entering a hex with so much spent before, or None if that is impossible."""


def reachable(start: Hex, enter: Enter, ends: Callable[[Hex], bool]) -> dict[Hex, tuple[Hex, ...]]:
    """Return a cheapest path to every hex that can be reached, the cheapest first; a path leaves out the start.

    `ends` says where a move cannot go on. Of equally cheap paths it is the one found first, hexes being looked
    around from in the order in which they were reached and in the order of the directions.
    """
    paths: dict[Hex, tuple[Hex, ...]] = {}
    order = 0
    waiting: list[tuple[int, int, Hex, tuple[Hex, ...]]] = [(0, order, start, ())]
    while waiting:
        spent, _, here, path = heappop(waiting)
        if here in paths:
            continue
        paths[here] = path
        if path and ends(here):
            continue
        for there, after in _entered(here, spent, enter):
            if there not in paths:
                order += 1
                heappush(waiting, (after, order, there, (*path, there)))
    del paths[start]
    return paths


def _entered(here: Hex, spent: int, enter: Enter) -> Iterator[tuple[Hex, int]]:
    for there in neighbours(here):
        after = enter(there, spent)
        if after is not None:
            yield there, after
