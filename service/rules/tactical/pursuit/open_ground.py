"""Pursuit on open ground: no dice, the faster one wins."""

from typing import Final, NamedTuple

from service.rules.tactical.figures.models import TacticalFigure
from service.rules.tactical.figures.reaches import reaches_now
from service.rules.tactical.figures.standing import is_ranged, move_of, ready_weapons
from service.rules.tactical.pursuit.models import TacticalPursuit
from service.rules.tactical.pursuit.race import can_run

ADJACENT: Final = 1
"""The hexes at which everybody has caught whom he goes after."""


class Caught(NamedTuple):
    """Who was caught on open ground, by whom, and after how many seconds."""

    quarry: int
    pursuer: int
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


def run_on_open_ground(input: TacticalPursuit, gap: int, after: tuple[tuple[int, ...], ...]) -> list[Caught]:
    """Return who is caught, each by the first pursuer that comes within reach, in the order of the quarry.

    `after` are the members of the quarry that each pursuer goes after. A group that keeps together moves at the pace
    of its slowest.
    """
    caught = []
    paces = [move_of(each) if can_run(each) else 0 for each in input.quarry]
    running = [each for each in paces if each]
    for place, pace in enumerate(paces):
        moves = min(running) if pace and not input.scatter else pace
        times = [
            (seconds, chaser)
            for chaser, figure in enumerate(input.pursuers)
            if place in after[chaser] and can_run(figure)
            for seconds in [_seconds(input, gap, figure, moves)]
            if seconds is not None
        ]
        if times:
            seconds, chaser = min(times)
            caught.append(Caught(place, chaser, seconds))
    return caught


def _seconds(input: TacticalPursuit, gap: int, pursuer: TacticalFigure, quarry_move: int) -> int | None:
    reach = reach_of(pursuer) if input.reach is None else input.reach
    return catch_seconds(gap, reach, move_of(pursuer), quarry_move)
