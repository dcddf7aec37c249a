"""Pursuit on open ground: no dice, the faster one wins."""

from typing import Final, NamedTuple

from service.rules.tactical.figures.models import TacticalFigure
from service.rules.tactical.figures.standing import can_run, is_ranged, move_of, reaches_now, ready_weapons
from service.rules.tactical.pursuit.models import TacticalPursuit

ADJACENT: Final = 1
"""The hexes at which everybody has caught whom he goes after."""


class OpenRun(NamedTuple):
    """Who of the quarry was caught on open ground by which pursuer, in the order of the quarry, and after how long."""

    by: dict[int, int]
    seconds: int


def catch_seconds(gap: int, reach: int, pursuer_move: int, quarry_move: int) -> int | None:
    """Return after how many seconds a pursuer has come within reach, in hexes; None if it never does.

    Moves are in yards a second.
    """
    if gap <= reach:
        return 0
    faster = pursuer_move - quarry_move
    return -(-(gap - reach) // faster) if faster > 0 else None


def reach_of(figure: TacticalFigure) -> int:
    """Return the longest reach of the melee weapons that a figure has ready, in hexes, at least 1."""
    reaches = [
        each for weapon in ready_weapons(figure) if not is_ranged(weapon) for each in reaches_now(figure, weapon)
    ]
    return max([ADJACENT, *reaches])


def run_on_open_ground(input: TacticalPursuit, gap: int, prey: tuple[int, ...]) -> OpenRun:
    """Return who is caught, each by the first pursuer that comes within reach.

    `prey` are the members of a scattered quarry that each pursuer goes after. A group that keeps together moves at the
    pace of its slowest.
    """
    by: dict[int, int] = {}
    last = 0
    chasing = [(chaser, each) for chaser, each in enumerate(input.pursuers) if can_run(each)]
    paces = [move_of(each) if can_run(each) else 0 for each in input.quarry]
    slowest = min([each for each in paces if each], default=0)
    for place, pace in enumerate(paces):
        moves = pace if input.scatter else min(pace, slowest)
        times = []
        for chaser, each in chasing:
            reach = reach_of(each) if input.reach is None else input.reach
            seconds = catch_seconds(gap, reach, move_of(each), moves)
            if seconds is not None and (not input.scatter or prey[chaser] == place):
                times.append((seconds, chaser))
        if times:
            seconds, by[place] = min(times)
            last = max(last, seconds)
    return OpenRun(by, last)
