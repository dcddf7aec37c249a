"""Golden requests that are moved to the edges of an endless map: where coordinates end, nothing fails."""

from collections.abc import Iterator
from random import Random
from typing import Any, Final

import pytest

from service.app import registry
from service.rules.kernel.hexes import FARTHEST, Hex
from tests.contract.sending import answer_of
from tests.golden import goldens_of
from tests.rings import many, thinned

SEEDED: Final = {"kind": "seeded", "seed": "sha256ctr1:edge"}
BOUNDS: Final = "bounds"
"""The field of a map that says where it ends."""


def _hexes_in(part: Any) -> Iterator[Hex]:
    """Yield the hexes in a part of a request: all lists of two whole numbers."""
    if _is_hex(part):
        yield part[0], part[1]
    elif isinstance(part, dict | list):
        for each in part.values() if isinstance(part, dict) else part:
            yield from _hexes_in(each)


def _moved(part: Any, by: Hex) -> Any:
    """Return a part of a request with all its hexes moved, and maps without end."""
    if _is_hex(part):
        return [part[0] + by[0], part[1] + by[1]]
    if isinstance(part, list):
        return [_moved(each, by) for each in part]
    if isinstance(part, dict):
        return {name: None if name == BOUNDS else _moved(each, by) for name, each in part.items()}
    return part


def _is_hex(part: Any) -> bool:
    return isinstance(part, list) and len(part) == 2 and all(type(each) is int for each in part)


def _at_edges(request: dict[str, Any]) -> list[dict[str, Any]]:
    """Return a request moved as far as its hexes can be, to each of the four ends of the coordinates.

    One that names dice is sent with others as well.
    """
    found = list(_hexes_in(request["input"]))
    if not found:
        return []
    all_q, all_r = zip(*found, strict=True)
    ways = [(FARTHEST - max(all_q), 0), (-FARTHEST - min(all_q), 0)]
    ways += [(0, FARTHEST - max(all_r)), (0, -FARTHEST - min(all_r))]
    others = [request, {**request, "dice": SEEDED}] if "dice" in request else [request]
    return [{**each, "input": _moved(each["input"], by)} for by in ways for each in others]


ON_MAPS: Final = sorted(
    {
        each.name
        for each in registry()
        if each.is_stateless
        and each.name.startswith(("tactical/", "mass/"))
        and any(True for golden in goldens_of(each.name) for _ in _hexes_in(golden.request.get("input")))
    }
)


@pytest.mark.parametrize("name", thinned(ON_MAPS, 12))
def test_nothing_fails_at_the_edges_of_a_map(name: str) -> None:
    """A request whose figures would be pushed, thrown or led out of the coordinates is answered or refused."""
    moved = _moved_requests(name)
    for request in Random(name).sample(moved, min(len(moved), many(2_000, 30))):
        answer_of(registry()[name], request)


def test_most_requests_are_answered_at_the_edges() -> None:
    """Moving a request does not make it refused, unless it leads off the map."""
    moved = Random("edges").sample(_moved_requests("tactical/resolve-slam"), 40)
    assert sum([answer_of(registry()["tactical/resolve-slam"], each) is not None for each in moved]) > 20


@pytest.mark.parametrize(
    ("name", "facing"), [("tactical/reachable", 0), ("tactical/legal-moves", 0), ("tactical/legal-moves", 3)]
)
def test_a_sprint_ends_where_coordinates_end(name: str, facing: int) -> None:
    """A figure that sprints is offered no hex beyond them, and no way that is too long for an order."""
    running = {"sprinting": 1, "velocity": {"direction": facing, "yards": 940}}
    runner = {"id": "ash", "side": "red", "hex": [0, -FARTHEST], "facing": facing, "basic_move": 940, "state": running}
    orc = {"id": "orc", "side": "blue", "hex": [5, -FARTHEST], "facing": 3, "basic_speed": 1}
    state = {"figures": [runner, orc], "map": {}}
    asked = {"figure": "ash", "maneuver": "move", **state} if name == "tactical/reachable" else {"state": state}
    assert answer_of(registry()[name], {"input": asked, "rulings": {"sprint": True}}) is not None


def _moved_requests(name: str) -> list[dict[str, Any]]:
    """Return the goldens of an operation, moved to the edges."""
    return [each for golden in goldens_of(name) if "input" in golden.request for each in _at_edges(golden.request)]
