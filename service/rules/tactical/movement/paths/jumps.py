"""Jumps over hexes that cannot be walked through."""

from typing import Final, NamedTuple

from service.rules.kernel import hexes
from service.rules.roll_under.words import Posture
from service.rules.tactical.book import refusals
from service.rules.tactical.figures.field import fills
from service.rules.tactical.figures.standing import UPRIGHT, basic_move_of, name_of
from service.rules.tactical.movement.costs import FRONT, Going, refuse
from service.rules.tactical.movement.poses import Pose

FEET: Final = 3
"""Feet in a hex."""
BROAD: Final = (2, 3)
HIGH: Final = (6, 10)
"""A jump is so many times Basic Move, less a number: of feet for a broad jump, of inches for a high one."""


class Leap(NamedTuple):
    """How far and how high one can jump, in feet and inches."""

    feet: int
    inches: int


def leap_of(basic_move: int, run: int = 0) -> Leap:
    """Return how far and how high a figure jumps after a run of some yards: at most double its standing jump."""
    feet, inches = (max(factor * basic_move - less, 0) for factor, less in (BROAD, HIGH))
    far, high = (max(factor * (basic_move + run) - less, 0) for factor, less in (BROAD, HIGH))
    return Leap(min(far, 2 * feet), min(high, 2 * inches))


def jumped(going: Going, pose: Pose, to: hexes.Hex, run: int) -> tuple[int, tuple[hexes.Hex, ...]]:
    """Return the direction of a jump, and the hexes that it crosses, without the one it lands in.

    `run` is the yards run straight in that direction this turn, before the jump.
    Source: Movement Point Costs; the distances are those of the base game.
    Ruling: tactical/ruling/jump.
    """
    figure, here = going.figure, pose.hex
    where = f"from hex {hexes.hex_text(here)} to hex {hexes.hex_text(to)}"
    name = name_of(figure)
    direction = hexes.direction_of(here, to)
    if direction is None or hexes.distance(here, to) < 2:
        message = f"{name} cannot jump {where}: a jump goes straight over one hex or more."
        raise refusals.JumpTooFar(message)
    if hexes.turned(direction, -pose.facing) not in FRONT:
        message = f"{name} cannot jump {where}: it faces {pose.facing}, and a jump goes to the front."
        raise refusals.NotAFrontHex(message)
    if figure.posture not in UPRIGHT:
        raise refusals.JumpTooFar(f"{name} cannot jump while {figure.posture.value}.")
    crossed = hexes.ahead(here, direction, hexes.distance(here, to) - 1)
    leap = leap_of(basic_move_of(figure), run)
    needed = FEET * len(crossed)
    if leap.feet < needed:
        message = f"{name} cannot jump {where}: that takes {needed} feet, and it jumps {leap.feet} after {run} yards."
        raise refusals.JumpTooFar(message)
    for each in crossed:
        _refuse_obstacle(going, each, leap.inches)
    for each in (here, *crossed):
        refuse(going.edge_fault(each, direction))
    refuse(going.barrier(to))
    return direction, crossed


def _refuse_obstacle(going: Going, hex: hexes.Hex, inches: int) -> None:
    """Refuse to jump over a hex that is solid, higher than the jump, or in which somebody stands."""
    name, where = name_of(going.figure), f"hex {hexes.hex_text(hex)}"
    ground = going.field.ground
    if not ground.contains(hex):
        raise refusals.OffMap(f"{where} is off the map.")
    if ground.is_solid(hex):
        raise refusals.BlockedByBarrier(f"{where} is solid: {name} cannot jump over it.")
    height = ground.cell(hex).barrier_height
    if height > inches:
        message = f"{name} cannot jump over {where}: what is in it is {height} inches high, and it jumps {inches}."
        raise refusals.JumpTooFar(message)
    upright = [each.id for each in going.others(hex) if fills(each) and each.posture is not Posture.LYING]
    if upright:
        message = f"{name} cannot jump over {where}: {upright[0]!r} is in it and does not lie."
        raise refusals.HexOccupied(message)
