"""Nodes of the search for what can be reached: a hex, a facing and what else counts, as one whole number.

A dictionary of numbers is read in half the time that one of tuples takes, and a search reads it ten thousand times.
"""

from functools import cache
from typing import Final, NamedTuple

from service.rules.kernel.hexes import Hex

LAYER_BITS: Final = 10
LAYERS: Final = (1 << LAYER_BITS) - 1
"""The bits of a node that are its layer."""

ROW_BITS: Final = 12
MIDDLE: Final = 1 << (ROW_BITS - 1)
"""What is added to both coordinates, which lie between -1001 and 1001, so that they are positive."""


class Layer(NamedTuple):
    """What tells the nodes of one hex apart: the facing, the axis of a low body, and what has happened on the way.

    `hexes` counts those entered, up to 2, where an All-Out Attack goes that far at any cost. `met` is 1 if a large
    figure has just come upon smaller foes only, and 2 upon any other. `bound` is 1 after a turn that one may not end
    with (in a foe's hex) or not go on from (in an All-Out Attack).
    """

    facing: int
    axis: int
    hexes: int = 0
    met: int = 0
    bound: int = 0


@cache
def layer_of(number: int) -> Layer:
    """Return what the number of a layer says."""
    rest, facing = divmod(number, 6)
    rest, axis = divmod(rest, 7)
    rest, hexes = divmod(rest, 3)
    bound, met = divmod(rest, 3)
    return Layer(facing, axis - 1, hexes, met, bound)


def number_of(layer: Layer) -> int:
    """Return the number of a layer, below 1024; of a facing alone it is the facing."""
    return layer.facing + 6 * (layer.axis + 1 + 7 * (layer.hexes + 3 * (layer.met + 3 * layer.bound)))


def code_of(hex: Hex) -> int:
    """Return the number of a hex; those of neighbours differ by the numbers of the steps to them."""
    return (hex[0] + MIDDLE << ROW_BITS) + hex[1] + MIDDLE


def step_code(step: Hex) -> int:
    """Return what a step adds to the number of a hex."""
    return (step[0] << ROW_BITS) + step[1]


def hex_of(code: int) -> Hex:
    """Return the hex of a number."""
    return (code >> ROW_BITS) - MIDDLE, (code & (1 << ROW_BITS) - 1) - MIDDLE


def node_of(code: int, number: int) -> int:
    """Return the node of a hex and a layer, both as numbers."""
    return (code << LAYER_BITS) + number
