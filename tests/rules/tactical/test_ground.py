"""The ground: what each hex and edge of a map is like."""

from typing import Any

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from service.rules.kernel.hexes import Hex, neighbour, turned
from service.rules.tactical.book.refusals import TacticalDuplicateId
from service.rules.tactical.book.words import TacticalEdgeKind
from service.rules.tactical.map.ground import Ground
from service.rules.tactical.map.models import MOST_CELLS, TacticalEdge, TacticalMap
from tests.rules.tactical.grids import FACINGS, HEXES, ORIGIN, ground_of

WALL, CLOSED_DOOR, WINDOW, LOW_WALL = TacticalEdgeKind
ONE_HEX = {"kind": "limits", "q_min": 0, "q_max": 0, "r_min": 0, "r_max": 0}


def map_of(**facts: Any) -> TacticalMap:
    """A map as a request has it."""
    return TacticalMap.model_validate_json(orjson.dumps(facts))


def ground(**facts: Any) -> Ground:
    """The ground of such a map."""
    return Ground.of(map_of(**facts))


def edged(kind: TacticalEdgeKind, **facts: Any) -> Ground:
    """A ground with something on the north edge of [0, 0]."""
    return ground(edges=[{"hex": [0, 0], "direction": 0, "kind": kind} | facts])


@given(HEXES, FACINGS)
def test_without_a_map_the_ground_is_open(here: Hex, direction: int) -> None:
    """Without a map everything is open, level ground without walls."""
    plain = Ground.of(None)
    assert plain.contains(here)
    assert (plain.is_solid(here), plain.is_usable(here), plain.is_severe(here)) == (False, True, False)
    assert (plain.minor_obstructions(here), plain.visibility(here), plain.edge(here, direction)) == (0, 0, None)
    assert (plain.blocks_move(here, direction), plain.blocks_sight(here, direction)) == (False, False)
    assert (plain.cell(here).footing, plain.is_low_wall(here, direction), plain.opaque, plain.items) == (
        0,
        False,
        {},
        {},
    )


@pytest.mark.parametrize("far", [(1001, 0), (0, -1001), (-1001, 5)])
def test_an_endless_map_ends_where_coordinates_do(far: Hex) -> None:
    """A map without bounds reaches as far as hexes can be written."""
    assert not Ground.of(None).contains(far)
    assert Ground.of(None).contains((1000, -1000))


@given(st.lists(st.integers(-9, 9), min_size=4, max_size=4), st.tuples(st.integers(-12, 12), st.integers(-12, 12)))
def test_limits(numbers: list[int], here: Hex) -> None:
    """A map with limits has the hexes whose coordinates are within them."""
    low_q, high_q, low_r, high_r = numbers
    bounds = {"kind": "limits", "q_min": low_q, "q_max": high_q, "r_min": low_r, "r_max": high_r}
    inside = here[0] in range(low_q, high_q + 1) and here[1] in range(low_r, high_r + 1)
    assert ground(bounds=bounds).contains(here) == inside


@given(st.sets(HEXES, min_size=1), HEXES)
def test_a_map_of_listed_hexes(hexes: set[Hex], here: Hex) -> None:
    """A map of listed hexes has these and no others."""
    listed = ground(bounds={"kind": "hexes", "hexes": sorted(hexes)})
    assert listed.contains(here) == (here in hexes)
    assert all(listed.contains(each) for each in hexes)


def test_how_far_a_map_reaches() -> None:
    """Refusals tell how far the map reaches: by its limits, or how many hexes are listed."""
    limits = {"kind": "limits", "q_min": -3, "q_max": 4, "r_min": -5, "r_max": 6}
    assert ground(bounds=limits).extent == "q goes from -3 to 4, r from -5 to 6"
    none = ground(bounds={"kind": "limits", "q_min": 1, "q_max": 0, "r_min": 0, "r_max": 0})
    assert none.off_map(ORIGIN) == "off the map: q goes from 1 to 0, r from 0 to 0."
    listed = {"kind": "hexes", "hexes": [[0, 0], [0, 1]]}
    assert ground(bounds=listed).extent == "it has only the 2 hexes that `bounds` lists"


def test_what_a_cell_is_like() -> None:
    """A cell tells what its hex is like; what it leaves out is as everywhere."""
    pillar = {"hex": [1, 0], "solid": True}
    rubble = {"hex": [2, 0], "obstruction": "minor", "minor_count": 2, "footing": 1, "visibility": -3}
    barricade = {"hex": [3, 0], "obstruction": "severe", "usable": False}
    here = ground(cells=[pillar, rubble, barricade], visibility=-1)
    assert [here.is_solid((q, 0)) for q in range(4)] == [False, True, False, False]
    assert [here.is_usable((q, 0)) for q in range(4)] == [True, True, True, False]
    assert [here.minor_obstructions((q, 0)) for q in range(4)] == [0, 0, 2, 0]
    assert [here.is_severe((q, 0)) for q in range(4)] == [False, False, False, True]
    assert [here.visibility((q, 0)) for q in range(4)] == [-1, -1, -3, -1]
    assert not here.is_dark_somewhere
    assert ground(visibility=-10).is_dark_somewhere
    assert ground(cells=[{"hex": [0, 0], "visibility": -10}]).is_dark_somewhere
    assert [here.cell((q, 0)).footing for q in range(4)] == [0, 0, 1, 0]


@pytest.mark.parametrize(
    ("kind", "bars", "screens"),
    [(WALL, True, True), (CLOSED_DOOR, True, True), (WINDOW, True, False), (LOW_WALL, False, False)],
)
def test_what_an_edge_blocks(kind: TacticalEdgeKind, bars: bool, screens: bool) -> None:
    """Walls and closed doors block movement and sight, windows movement, low walls neither, seen from either side."""
    here = edged(kind)
    for side, direction in ((ORIGIN, 0), ((0, -1), 3)):
        assert (here.blocks_move(side, direction), here.blocks_sight(side, direction)) == (bars, screens)
        assert here.is_low_wall(side, direction) == (kind is LOW_WALL)
        found = here.edge(side, direction)
        assert found is not None
        assert found.kind is kind
        others = [turned(direction, turn) for turn in range(1, 6)]
        assert not any(here.blocks_move(side, each) or here.blocks_sight(side, each) for each in others)
        assert not any(here.edge(side, each) or here.is_low_wall(side, each) for each in others)
    assert not here.is_solid(ORIGIN)


@pytest.mark.parametrize("kind", TacticalEdgeKind)
@pytest.mark.parametrize("blocks", [True, False])
def test_a_request_may_say_what_an_edge_blocks(kind: TacticalEdgeKind, blocks: bool) -> None:
    """What an edge is said to block counts more than what it is."""
    here = edged(kind, blocks_move=blocks, blocks_sight=blocks)
    assert (here.blocks_move(ORIGIN, 0), here.blocks_sight(ORIGIN, 0)) == (blocks, blocks)
    half = edged(kind, blocks_move=blocks, blocks_sight=not blocks)
    assert (half.blocks_move((0, -1), 3), half.blocks_sight((0, -1), 3)) == (blocks, not blocks)


@given(st.sets(st.tuples(HEXES, FACINGS)), st.sets(HEXES))
def test_every_edge_is_seen_from_both_sides(walls: set[tuple[Hex, int]], solid: set[Hex]) -> None:
    """A wall is on both hexes that it stands between, whichever of them the request names; solid hexes are no walls."""
    here = ground_of(solid, walls)
    both = walls | {(neighbour(each, direction), turned(direction, 3)) for each, direction in walls}
    for each in {each for each, _ in both} | solid:
        for direction in range(6):
            walled = (each, direction) in both
            assert (here.blocks_move(each, direction), here.blocks_sight(each, direction)) == (walled, walled)
        assert here.is_solid(each) == (each in solid)


@pytest.mark.parametrize(
    ("facts", "sentence", "pointer"),
    [
        (
            {"cells": [{"hex": [1, 2]}, {"hex": [0, 0]}, {"hex": [1, 2], "solid": True}]},
            "Hex [1, 2] is described twice.",
            "/map/cells/2/hex",
        ),
        (
            {"edges": [{"hex": [0, 0], "direction": d, "kind": "wall"} for d in (4, 1, 4)]},
            "The edge of hex [0, 0] in direction 4 is described twice.",
            "/map/edges/2/direction",
        ),
        (
            {
                "edges": [
                    {"hex": [0, 0], "direction": 0, "kind": "low_wall"},
                    {"hex": [0, -1], "direction": 3, "kind": "low_wall"},
                ]
            },
            "The edge of hex [0, -1] in direction 3 is described twice.",
            "/map/edges/1/direction",
        ),
        (
            {"items": [{"id": "key", "hex": [0, 0]}, {"id": "key", "hex": [0, 1], "weight": 0.5}]},
            "'key' is named twice.",
            "/map/items/1/id",
        ),
    ],
)
def test_what_is_described_twice(facts: dict[str, Any], sentence: str, pointer: str) -> None:
    """A hex, an edge (from the same side or from the other) and an item are described once at most."""
    with pytest.raises(TacticalDuplicateId) as refused:
        ground(**facts)
    assert (str(refused.value), refused.value.pointer) == (sentence, pointer)


def test_items() -> None:
    """Items are found by their ids."""
    here = ground(items=[{"id": "rope", "hex": [2, 1], "weight": 5}])
    assert (here.items["rope"].hex, here.items["rope"].weight) == ((2, 1), 5)


@pytest.mark.parametrize(
    "facts",
    [
        {"cells": [{"hex": [1001, 0]}]},
        {"cells": [{"hex": [0, 0]}] * (MOST_CELLS + 1)},
        {"edges": [{"hex": [0, 0], "direction": 6, "kind": "wall"}]},
        {"edges": [{"hex": [0, 0], "direction": 0}]},
        {"visibility": 1},
        {"visibility": -11},
        {"bounds": {"kind": "hexes", "hexes": []}},
        {"bounds": {"kind": "hexes", "hexes": [[0, 0], [0, 0]]}},
        {"bounds": {**ONE_HEX, "hexes": [[0, 0]]}},
        {"relations": [{"sides": ["red"], "relation": "ally"}]},
        {"relations": [{"sides": ["red", "red"], "relation": "ally"}]},
        {"scale": 2},
    ],
)
def test_what_is_no_map(facts: dict[str, Any]) -> None:
    """Maps have limits, and no fields but their own."""
    with pytest.raises(ValidationError):
        map_of(**facts)


def test_the_largest_map() -> None:
    """A map with as many cells and edges as are allowed is indexed whole."""
    hexes = [(q, r) for q in range(100) for r in range(MOST_CELLS // 100)]
    cells = [{"hex": each, "footing": 1} for each in hexes]
    edges = [{"hex": each, "direction": 1, "kind": "window"} for each in hexes]
    here = ground(bounds={"kind": "hexes", "hexes": hexes}, cells=cells, edges=edges)
    assert all(here.contains(each) and here.cell(each).footing == 1 for each in hexes)
    assert all(here.blocks_move(each, 1) and not here.blocks_sight(each, 1) for each in hexes)
    assert isinstance(here.edge((0, 0), 1), TacticalEdge)
