"""The nodes of a search for ways: whole numbers, each for a hex and what tells the states in it apart.

A node is the number of its hex, shifted by `LAYER_BITS`, plus that of its layer. A dictionary of numbers is read in
half the time that one of tuples takes, and a search reads it ten thousand times.
"""

from itertools import product
from typing import Final, NamedTuple

from service.rules.kernel.hexes import Hex
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
