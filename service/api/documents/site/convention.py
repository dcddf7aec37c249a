"""The convention of maps as data, as `service/rules/kernel/hexes.py` is to publish it."""

from dataclasses import dataclass
from typing import Final

Hex = tuple[int, int]
"""Axial coordinates (q, r)."""


@dataclass(frozen=True, slots=True)
class Direction:
    """A hexside: its number, its name, the step over it, and its bearing in degrees clockwise from up on both maps."""

    number: int
    name: str
    letters: str
    step: Hex
    flat_top: int
    pointy_top: int


@dataclass(frozen=True, slots=True)
class Drawing:
    """How a map is drawn: the centre of hex [q, r], where `a` is the length of a side, x to the right and y down."""

    name: str
    x: str
    y: str


@dataclass(frozen=True, slots=True)
class Offset:
    """How a column and a row of a rectangular map become axial; `& 1` is 1 for odd numbers, also negative ones."""

    name: str
    shifted: str
    q: str
    r: str


@dataclass(frozen=True, slots=True)
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
