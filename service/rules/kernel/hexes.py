"""A grid of hexes in axial coordinates: distance, neighbours, facing, arcs, lines, and what can be reached.

A hex is a pair (q, r); a direction is a hexside from 0 to 5, north first and then clockwise. `CONVENTION` says so to
readers of the documentation, and `CONVENTION_IN_SHORT` to readers of a schema.
"""

from collections.abc import Callable, Iterable, Sequence
from enum import StrEnum
from heapq import heappop, heappush
from typing import Annotated, Final, NamedTuple

from pydantic import Field, WithJsonSchema

from service.wire import WHOLE, value_class

Hex = tuple[int, int]
"""Axial coordinates (q, r)."""


@value_class
class Direction:
    """A hexside: its number, its name, the step over it, and its bearing in degrees clockwise from up on both maps."""

    number: int
    name: str
    letters: str
    step: Hex
    flat_top: int
    pointy_top: int


@value_class
class Drawing:
    """How a map is drawn: the centre of hex [q, r], where `a` is the length of a side, x to the right and y down."""

    name: str
    x: str
    y: str


@value_class
class Offset:
    """How a column and a row of a rectangular map become axial; `& 1` is 1 for odd numbers, also negative ones."""

    name: str
    shifted: str
    q: str
    r: str


@value_class
class Convention:
    """The convention of all maps, to be published: paragraphs, then the rows of three tables."""

    paragraphs: tuple[str, ...]
    directions: tuple[Direction, ...]
    drawings: tuple[Drawing, ...]
    offsets: tuple[Offset, ...]


CONVENTION: Final = Convention(
    paragraphs=(
        (
            "A hex is [q, r], axial. The map is drawn flat-top, with x to the right and y down: the centre of a hex is "
            "at x = 1.5 * a * q and y = sqrt(3) * a * (r + q / 2), where a is the length of a side."
        ),
        (
            "Directions and facings are hexsides from 0 to 5, clockwise from north. Adding 1 turns right, taking 1 "
            "away turns left, and 3 is a half turn."
        ),
        (
            "Rules depend on the grid alone. If you prefer a pointy-top map, draw the centres at "
            "x = sqrt(3) * a * (q + r / 2) and y = 1.5 * a * r: the same picture, turned by 30 degrees to the left."
        ),
        "If y points up on your map, negate y; otherwise left and right are exchanged.",
    ),
    directions=(
        Direction(0, "north", "N", (0, -1), 0, 330),
        Direction(1, "north-east", "NE", (1, -1), 60, 30),
        Direction(2, "south-east", "SE", (1, 0), 120, 90),
        Direction(3, "south", "S", (0, 1), 180, 150),
        Direction(4, "south-west", "SW", (-1, 1), 240, 210),
        Direction(5, "north-west", "NW", (-1, 0), 300, 270),
    ),
    drawings=(
        Drawing("flat-top", "1.5 * a * q", "sqrt(3) * a * (r + q / 2)"),
        Drawing("pointy-top", "sqrt(3) * a * (q + r / 2)", "1.5 * a * r"),
    ),
    offsets=(
        Offset("odd-q", "odd columns, down; flat-top", "col", "row - (col - (col & 1)) / 2"),
        Offset("even-q", "even columns, down; flat-top", "col", "row - (col + (col & 1)) / 2"),
        Offset("odd-r", "odd rows, to the right; pointy-top", "col - (row - (row & 1)) / 2", "row"),
        Offset("even-r", "even rows, to the right; pointy-top", "col - (row + (row & 1)) / 2", "row"),
    ),
)
"""What every map and every facing of the service means; the one place where it is said in full."""

CONVENTION_IN_SHORT: Final = (
    "Hexes are [q, r], axial, flat-top, with r growing downwards; directions and facings are hexsides from 0 to 5, "
    "0 north [0, -1] and then clockwise."
)
"""The convention in a sentence, for the description of each field that holds a hex or a facing."""


def facing_name(facing: int) -> str:
    """Return a facing in words: "north-east"."""
    return CONVENTION.directions[facing].name


def hex_text(hex: Hex) -> str:
    """Return a hex in words: "[2, -1]"."""
    return f"[{hex[0]}, {hex[1]}]"


DIRECTIONS: Final[tuple[Hex, ...]] = tuple([each.step for each in CONVENTION.directions])
SIDES: Final = {step: direction for direction, step in enumerate(DIRECTIONS)}
LOOKED_AROUND: Final = (2, 1, 0, 5, 4, 3)
"""The directions in the order in which hexes are looked around from, which decides between ways that cost the same.

It begins at south-east and goes to the left, and not from 0 on, because the cases of the rule inventories were worked
out so: a march between two hexes equally near to its goal takes the same hex as before directions were numbered from
north.
"""


class Arc(StrEnum):
    """Where another hex lies as seen by someone who faces a hexside: three hexes ahead, two beside, one behind."""

    FRONT = "front"
    FLANK = "flank"
    REAR = "rear"


ARCS: Final = (Arc.FRONT, Arc.FRONT, Arc.FLANK, Arc.REAR, Arc.FLANK, Arc.FRONT)


def distance(one: Hex, other: Hex) -> int:
    """Count the steps from hex to hex."""
    q, r = other[0] - one[0], other[1] - one[1]
    return (abs(q) + abs(r) + abs(q + r)) // 2


def nearest_to(here: Hex, hexes: Iterable[Hex]) -> Hex:
    """Return the nearest of some hexes; of equally near ones, the lowest."""
    return min(hexes, key=lambda each: (distance(here, each), each))


def neighbour(here: Hex, direction: int) -> Hex:
    """Return the hex beyond a hexside."""
    q, r = DIRECTIONS[direction]
    return here[0] + q, here[1] + r


def neighbours(here: Hex) -> tuple[Hex, ...]:
    """Return the six hexes around, in the order of `LOOKED_AROUND`."""
    q, r = here
    return (q + 1, r), (q + 1, r - 1), (q, r - 1), (q - 1, r), (q - 1, r + 1), (q, r + 1)


def turned(facing: int, hexsides: int) -> int:
    """Turn to the right by some hexsides, or to the left by negative ones."""
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


class Way(NamedTuple):
    """A cheapest path to a hex, without the one it starts from, and what it costs."""

    path: tuple[Hex, ...]
    cost: int


def reachable(start: Hex, enter: Enter, ends: Callable[[Hex], bool]) -> dict[Hex, Way]:
    """Return a cheapest way to every hex that can be reached, the cheapest first.

    `ends` says where a move cannot go on. Of equally cheap paths it is the one found first, hexes being looked
    around from in the order in which they were reached and in that of `LOOKED_AROUND`.
    """
    ways: dict[Hex, Way] = {}
    order = 0
    waiting: list[tuple[int, int, Hex, tuple[Hex, ...]]] = [(0, order, start, ())]
    while waiting:
        spent, _, here, path = heappop(waiting)
        if here in ways:
            continue
        ways[here] = Way(path, spent)
        if path and ends(here):
            continue
        for there in neighbours(here):
            after = None if there in ways else enter(there, spent)
            if after is not None:
                order += 1
                heappush(waiting, (after, order, there, (*path, there)))
    del ways[start]
    return ways


# Ranks: where sides stand that face each other before a fight

FRONT: Final = 10
"""How many stand side by side in a rank."""


def ranks_of(numbers: Sequence[int], apart: int) -> tuple[tuple[tuple[Hex, int], ...], ...]:
    """Return for each of up to six sides the hexes and facings of so many figures, in ranks that face the centre.

    `apart` counts hexes from the first rank of a side to that of the one across. The first side stands in the south.
    Three and more sides stand so far from the centre that their ranks do not meet.
    """
    step = 3 if len(numbers) == 2 else 6 // len(numbers)
    wide = 0 if len(numbers) == 2 else min(FRONT, max(numbers))
    nearest = [max(wide, (apart + 1) // 2 if at == 0 else apart // 2) for at in range(len(numbers))]
    return tuple(
        [
            tuple([(_turned_about(_in_rank(place, away), at * step), at * step) for place in range(number)])
            for at, (number, away) in enumerate(zip(numbers, nearest, strict=True))
        ]
    )


def _in_rank(place: int, away: int) -> Hex:
    """Return a hex of ranks south of the centre: the middle of the first rank, then by turns right and left of it."""
    rank, at = divmod(place, FRONT)
    q = (at + 1) // 2 * (1 if at % 2 else -1)
    return q, away + rank - q // 2


def _turned_about(here: Hex, hexsides: int) -> Hex:
    """Return where a hex comes to lie if the map is turned about the centre, clockwise."""
    q, r = here
    for _ in range(hexsides):
        q, r = -r, q + r
    return q, r


# Types of requests that say where something is, and which way it faces

FARTHEST: Final = 1_000
"""How far from the origin the map can reach, in either coordinate."""

Coordinate = Annotated[int, Field(ge=-FARTHEST, le=FARTHEST), WHOLE]
HexAddress = Annotated[
    tuple[Coordinate, Coordinate],
    WithJsonSchema(
        {
            "title": "Hex",
            "type": "array",
            "items": {"type": "integer", "minimum": -FARTHEST, "maximum": FARTHEST},
            "minItems": 2,
            "maxItems": 2,
            "description": CONVENTION_IN_SHORT,
        }
    ),
]
Facing = Annotated[int, Field(ge=0, le=5), WHOLE]
