"""The graph of a search for paths: its nodes as whole numbers, and the edges between them.

A node is the number of its hex, shifted by `LAYER_BITS`, plus that of its layer. A dictionary of numbers is read in
half the time that one of tuples takes, and a search reads it ten thousand times.
"""

from functools import cache
from itertools import product
from operator import attrgetter
from typing import Final, NamedTuple

from service.rules.kernel.hexes import DIRECTIONS, Hex, turned
from service.rules.tactical.book.maneuvers import Gait
from service.rules.tactical.movement.costs import WAYS_OF, Way
from service.rules.tactical.movement.poses import NO_AXIS

LAYER_BITS: Final = 10
NUMBER: Final = (1 << LAYER_BITS) - 1
"""The bits of a node that are the number of its layer."""

ROW_BITS: Final = 12
MIDDLE: Final = 1 << (ROW_BITS - 1)
"""What is added to both coordinates, which lie between -1001 and 1001, so that they are positive."""

OVERRUN: Final = 1
HELD: Final = 2


class Layer(NamedTuple):
    """What tells the nodes of one hex apart: the facing, the axis of a low body, and what has happened on the way.

    `hexes` is 0 before the figure leaves its hex, and then counts to 1, or to 2 where an All-Out Attack goes that far
    at any cost. `met` is `OVERRUN` if a large figure has just come upon smaller foes only, and `HELD` upon any other.
    `bound` is true after a turn that one may not end with (in a foe's hex) or not go on from (in an All-Out Attack).
    """

    facing: int
    axis: int
    hexes: int = 0
    met: int = 0
    bound: bool = False


LAYERS: Final = tuple(
    [
        Layer(facing, axis, hexes, met, bound)
        for bound, met, hexes, axis, facing in product(
            (False, True), (0, OVERRUN, HELD), range(3), range(NO_AXIS, 6), range(6)
        )
    ]
)
"""All layers by their numbers, the facing changing first."""

NUMBERS: Final = {layer: number for number, layer in enumerate(LAYERS)}


def code_of(hex: Hex) -> int:
    """Return the number of a hex; those of neighbours differ by the numbers of the steps to them."""
    return (hex[0] + MIDDLE << ROW_BITS) + hex[1] + MIDDLE


def step_code(step: Hex) -> int:
    """Return what a step adds to the number of a hex."""
    return (step[0] << ROW_BITS) + step[1]


def hex_of(code: int) -> Hex:
    """Return the hex of a number."""
    return (code >> ROW_BITS) - MIDDLE, (code & (1 << ROW_BITS) - 1) - MIDDLE


class Departure(NamedTuple):
    """A way out of a hex: what it adds to the hex and to the node, direction, half points, facing then, and way."""

    step: int
    shift: int
    direction: int
    cost: int
    facing: int
    way: Way


ALL_FACINGS: Final = (0, 1, 2, 3, 4, 5)
NEAR_FACINGS: Final = tuple([tuple(sorted([(facing - 1) % 6, facing, (facing + 1) % 6])) for facing in range(6)])
NO_WAYS: Final = ((),) * 6


@cache
def ways_of(gait: Gait) -> tuple[tuple[Departure, ...], ...]:
    """Return the ways out of a hex for each facing, the cheapest first; of those to one state only the first."""
    return tuple([_ways_from(facing, gait) for facing in range(6)])


def _ways_from(facing: int, gait: Gait) -> tuple[Departure, ...]:
    found: dict[int, Departure] = {}
    for side, ways in enumerate(WAYS_OF[gait]):
        direction = turned(facing, side)
        step = step_code(DIRECTIONS[direction])
        for way in ways:
            faced = turned(facing, way.turn)
            shift = (step << LAYER_BITS) + NUMBERS[Layer(faced, NO_AXIS, 1)]
            found.setdefault(shift, Departure(step, shift, direction, way.cost, faced, way))
    return tuple(sorted(found.values(), key=attrgetter("cost")))
