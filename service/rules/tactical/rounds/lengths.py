"""The lengths of the shortest ways to a goal, round barriers."""

from collections.abc import Sequence
from typing import Final

from service.rules.kernel.hexes import Hex, distance
from service.rules.tactical.figures.field import Field
from service.rules.tactical.figures.models import TacticalFigure

FARTHEST_WAY: Final = 4_000
"""How many hexes a way to a foe is looked for in."""
FARTHEST_DETOUR: Final = 100
"""How many hexes a foe may be away for ways round barriers to be looked for; who is farther is approached straight."""
DETOUR: Final = 2
"""How many hexes a way may be longer than the straight one without a search of the whole map."""


def lengths_of_ways(field: Field, goals: Sequence[Hex], figure: TacticalFigure, reach: int) -> dict[Hex, int]:
    """Return how many hexes lie between goals and the hexes that are nearer to them than a figure's own.

    Barriers and severe obstructions are gone round; who stands where is not considered. `reach` is how far from the
    figure the hexes are that are asked for; others may be left out, and so are all that a very long way leads to.
    """
    straight = min([distance(figure.hex, each) for each in goals])
    known = _lengths_within(field, goals, figure, straight + DETOUR + reach)
    if known.get(figure.hex, FARTHEST_WAY) <= straight + DETOUR:
        return known
    return _lengths_within(field, goals, figure, FARTHEST_WAY)


def _lengths_within(field: Field, goals: Sequence[Hex], figure: TacticalFigure, most: int) -> dict[Hex, int]:
    """Return the lengths of ways to hexes from which it is at most so many hexes to the goals and to a figure."""
    exits, here, known, waiting = field.ground.exits, figure.hex, dict.fromkeys(goals, 0), list(goals)
    for each in waiting:
        if each == here or len(known) > FARTHEST_WAY:
            break
        far = known[each] + 1
        for other in exits(each):
            if other in known or far + distance(other, here) > most:
                continue
            if not (figure.grounded and field.is_severe(other)):
                known[other] = far
                waiting.append(other)
    return known
