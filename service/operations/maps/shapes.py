"""Where hexes lie in a drawing, and their outlines as paths of SVG.

A side of a hex is 30 units. The corners of all hexes lie on a lattice of whole numbers: a step to the right is half a
side, a step down is half a hexside's distance. Only what is written is rounded.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import lru_cache
from math import cos, pi, sin, sqrt
from typing import Final, NamedTuple

from service.operations.maps.markup import number
from service.rules.kernel.hexes import Hex, neighbour

SIDE: Final = 30
STEP_X: Final = SIDE / 2
STEP_Y: Final = SIDE * sqrt(3) / 2
"""The steps of the lattice of corners: to the right and down."""

CORNERS: Final[tuple[Hex, ...]] = ((-1, -1), (1, -1), (2, 0), (1, 1), (-1, 1), (-2, 0))
"""The corners of a hex on the lattice, from its centre; hexside k leads from corner k to the next, clockwise."""

ROUND: Final = (
    f"l-{number(STEP_X)} {number(STEP_Y)}h-{SIDE}l-{number(STEP_X)}-{number(STEP_Y)}"
    f" {number(STEP_X)}-{number(STEP_Y)}h{SIDE}z"
)
"""The way around a hex from its right corner."""


SIDES_IN_STEPS: Final = (
    f"h{SIDE}",
    f"l{number(STEP_X)} {number(STEP_Y)}",
    f"l-{number(STEP_X)} {number(STEP_Y)}",
    f"h-{SIDE}",
    f"l-{number(STEP_X)}-{number(STEP_Y)}",
    f"l{number(STEP_X)}-{number(STEP_Y)}",
)
"""Each hexside as a line from where it begins."""


class Box(NamedTuple):
    """A rectangle: its upper left corner, its width and its height."""

    x: float
    y: float
    width: float
    height: float

    def shared_with(self, other: "Box") -> float:
        """Return the area that two rectangles share."""
        width = min(self.x + self.width, other.x + other.width) - max(self.x, other.x)
        height = min(self.y + self.height, other.y + other.height) - max(self.y, other.y)
        return width * height if width > 0 and height > 0 else 0

    def around(self, others: Iterable["Box"], border: float) -> "Box":
        """Return the rectangle that holds this one, and others with a border."""
        all_boxes = [self, *[Box(x - border, y - border, w + 2 * border, h + 2 * border) for x, y, w, h in others]]
        left, top = min([each.x for each in all_boxes]), min([each.y for each in all_boxes])
        right, bottom = (
            max([each.x + each.width for each in all_boxes]),
            max([each.y + each.height for each in all_boxes]),
        )
        return Box(left, top, right - left, bottom - top)


class Crowd(NamedTuple):
    """Where a figure is drawn in a hex that it shares with others: its place among so many, clockwise from the top."""

    place: int
    size: int

    @property
    def angle(self) -> float:
        """The direction from the centre of the hex, in radians clockwise from the right."""
        return 2 * pi * self.place / self.size - pi / 2

    @property
    def x(self) -> float:
        """How far to the right of the centre of the hex."""
        return 0 if self.size == 1 else APART * cos(self.angle)

    @property
    def y(self) -> float:
        """How far below the centre of the hex."""
        return 0 if self.size == 1 else APART * sin(self.angle)

    @property
    def scale(self) -> float:
        """How large it is drawn, compared with a figure that has its hex for itself."""
        return 1 if self.size == 1 else 0.6 if self.size <= 3 else 0.45 if self.size <= 6 else 0.3


APART: Final = 13
"""How far from the centre of their hex figures are that share it."""


def crowds_of(hexes: Sequence[Hex]) -> list[Crowd]:
    """Choose where figures are drawn, so that those in one hex are seen side by side."""
    sizes, seen, crowds = Counter(hexes), Counter[Hex](), []
    for each in hexes:
        crowds.append(Crowd(seen[each], sizes[each]))
        seen[each] += 1
    return crowds


def lattice(hex: Hex) -> Hex:
    """Return the centre of a hex on the lattice."""
    return 3 * hex[0], 2 * hex[1] + hex[0]


def centre(hex: Hex) -> tuple[float, float]:
    """Return the centre of a hex in the drawing: x to the right, y down."""
    x, y = lattice(hex)
    return x * STEP_X, y * STEP_Y


@lru_cache(maxsize=8_192)
def _down(steps: int) -> str:
    return number(steps * STEP_Y)


def at(point: Hex) -> str:
    """Write a point of the lattice."""
    return f"{number(point[0] * STEP_X)} {_down(point[1])}"


def hexes_path(hexes: Iterable[Hex]) -> str:
    """Write the outlines of hexes, one after the other, in the order of their columns."""
    return "".join([f"M{45 * q + SIDE} {_down(2 * r + q)}{ROUND}" for q, r in sorted(hexes)])


def corner(hex: Hex, k: int) -> Hex:
    """Return the corner of a hex on the lattice at which hexside k begins, clockwise."""
    x, y = lattice(hex)
    dx, dy = CORNERS[k % 6]
    return x + dx, y + dy


def side_path(hex: Hex, direction: int) -> str:
    """Write a hexside as a line."""
    return f"M{at(corner(hex, direction))}{SIDES_IN_STEPS[direction]}"


def outline_path(hexes: Collection[Hex]) -> str:
    """Write the outline of hexes that are joined: only hexsides between them and others, as closed ways."""
    inside = frozenset(hexes)
    leads: dict[Hex, Hex] = {}
    for each in sorted(inside):
        for direction in range(6):
            if neighbour(each, direction) not in inside:
                leads[corner(each, direction)] = corner(each, direction + 1)
    return "".join([f"M{'L'.join([at(point) for point in way])}z" for way in _ways(leads)])


def _ways(leads: dict[Hex, Hex]) -> Iterator[Sequence[Hex]]:
    """Yield the closed ways of a boundary; at each corner exactly one hexside begins, as three hexes meet there."""
    while leads:
        start, there = next(iter(leads.items()))
        way = [start]
        while there != start:
            way.append(there)
            there = leads[there]
        for point in way:
            del leads[point]
        yield way
