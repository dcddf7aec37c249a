"""How much work requests are, beyond the items that they list: what is much is done in a worker process.

Estimates take any input, also one that will be refused.
"""

from collections.abc import Iterable, Sequence
from typing import Any, Final

from service.rules.kernel.hexes import Hex
from service.rules.kernel.verdict import Until
from service.rules.tactical.figures.standing import move_of
from service.rules.tactical.movement.records import MOST_STATES

STATES_A_SQUARE: Final = 6
"""About how many states a search looks at, times the square of the Move."""
STATES_AN_ITEM: Final = 30
"""How many states of a search, or hexes of a sector, are as much work as one listed item."""
HEXES_AN_ITEM: Final = 20
"""How many hexes of a line of fire are as much work as one listed item."""
WORK_OF_A_TURN: Final = 2
"""How many listed items a turn on the map is worth."""


def scene_work(input: Any) -> int:
    """Estimate lines of fire and searches by the hexes of large bodies, and by how far apart the figures are."""
    bodies: int = sum([len(each.body) for each in input.figures])
    return bodies + span_work([each.hex for each in input.figures])


def span_work(hexes: Sequence[Hex]) -> int:
    """Estimate the longest line between some hexes."""
    if not hexes:
        return 0
    across, along = [each[0] for each in hexes], [each[1] for each in hexes]
    return (max(across) - min(across) + max(along) - min(along)) // HEXES_AN_ITEM


def line_work(input: Any) -> int:
    """Estimate a line of fire, whose ends may be hexes, by its length, once for each hex of a large target."""
    places = {each.id: each for each in input.figures}
    ends = [places.get(end.figure) if end.kind == "figure" else end for end in (input.shooter, input.target)]
    large = max([len(getattr(end, "body", ())) for end in ends])
    return scene_work(input) + max(large, 1) * span_work([end.hex for end in ends if end is not None])


def search_work(moves: Iterable[int], most: int = MOST_STATES) -> int:
    """Estimate searches by the hexes within the Moves of the figures that move."""
    return sum([min(STATES_A_SQUARE * each**2, most) // STATES_AN_ITEM for each in moves])


def reachable_work(input: Any) -> int:
    """Estimate a search by the hexes within the Move of the figure that moves; to list them is as much work again."""
    moves = [move_of(each) for each in input.figures if each.id == input.figure]
    return scene_work(input) + 2 * search_work(moves, input.max_results)


def arcs_work(input: Any) -> int:
    """Estimate sectors by the hexes within their radius."""
    hexes: int = 3 * input.radius**2
    return hexes // STATES_AN_ITEM


def round_work(input: Any) -> int:
    """Estimate a round by its turns and paths, and by how far the figures can move that play by themselves."""
    paths = sum([len(each.path) for each in input.intents])
    moves = [move_of(each) for each in input.figures if each.id in input.served]
    return scene_work(input) + paths + WORK_OF_A_TURN * (len(input.figures) + len(moves)) + search_work(moves)


def turn_work(input: Any) -> int:
    """Estimate turns as a round of those who play by themselves, and of the figure that is next."""
    has_order = input.intent is not None
    most = {Until.TURN: 1, Until.PLAYER: len(input.npc) + 1, Until.ROUND: len(input.figures)}
    turns = min(most[input.until], len(input.figures))
    moves = sorted([move_of(each) for each in input.figures], reverse=True)[: turns - has_order]
    path = len(input.intent.path) if has_order else 0
    return scene_work(input) + path + WORK_OF_A_TURN * (turns + len(moves)) + search_work(moves)


def skirmish_work(input: Any) -> int:
    """Estimate a skirmish by its rounds, in which all figures play by themselves."""
    turns = 2 * WORK_OF_A_TURN * len(input.figures)
    rounds: int = input.max_rounds
    return rounds * (scene_work(input) + turns + search_work([move_of(each) for each in input.figures]))
