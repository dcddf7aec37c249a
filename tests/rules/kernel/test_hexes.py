"""The grid of hexes: distances, directions, arcs, lines and what can be reached."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.rules.kernel.hexes import (
    DIRECTIONS,
    LOOKED_AROUND,
    Arc,
    Hex,
    ahead,
    arc_of,
    direction_of,
    distance,
    line,
    neighbour,
    neighbours,
    reachable,
    turned,
)

HEXES = st.tuples(st.integers(-30, 30), st.integers(-30, 30))
DIRECTION = st.integers(0, 5)
ORIGIN = (0, 0)


def cube(here: Hex) -> tuple[int, int, int]:
    """The three coordinates of a hex that add up to nothing."""
    return here[0], here[1], -here[0] - here[1]


@given(HEXES, HEXES)
def test_distance(one: Hex, other: Hex) -> None:
    """The distance is half of what the three coordinates change together, the same both ways, and 0 to itself only."""
    changes = sum(abs(a - b) for a, b in zip(cube(one), cube(other), strict=True))
    assert distance(one, other) == distance(other, one) == changes // 2
    assert (distance(one, other) == 0) == (one == other)
    assert distance(one, one) == 0


@given(HEXES, HEXES, HEXES)
def test_no_way_round_is_shorter(one: Hex, other: Hex, third: Hex) -> None:
    """Going by a third hex is never shorter."""
    assert distance(one, other) <= distance(one, third) + distance(third, other)


@given(HEXES)
def test_neighbours(here: Hex) -> None:
    """The six neighbours are the hexes at distance 1, in the order in which hexes are looked around from."""
    assert neighbours(here) == tuple(neighbour(here, direction) for direction in LOOKED_AROUND)
    assert {distance(here, each) for each in neighbours(here)} == {1}
    assert len(set(neighbours(here))) == 6


@given(DIRECTION, st.integers(-12, 12))
def test_turning(facing: int, hexsides: int) -> None:
    """Turning right and left by as much changes nothing, and six hexsides are a full turn."""
    assert turned(turned(facing, hexsides), -hexsides) == facing == turned(facing, 6)


def test_right_is_the_next_direction() -> None:
    """The directions beside a direction are one hexside to its right and left: together they lead where it leads."""
    for direction in range(6):
        right, left = DIRECTIONS[turned(direction, 1)], DIRECTIONS[turned(direction, -1)]
        assert (left[0] + right[0], left[1] + right[1]) == DIRECTIONS[direction]


@given(HEXES, DIRECTION, st.integers(1, 12))
def test_straight_ahead(here: Hex, direction: int, length: int) -> None:
    """A straight line leads from hex to hex in one direction, and that direction is found again."""
    path = ahead(here, direction, length)
    assert [distance(here, each) for each in path] == list(range(1, length + 1))
    assert {direction_of(here, each) for each in path} == {direction}
    assert line(here, path[-1]) == (here, *path)


@pytest.mark.parametrize("there", [ORIGIN, (2, -1), (1, 1), (3, -4)])
def test_not_straight_ahead(there: Hex) -> None:
    """A hex itself, and one between two directions, lies in none."""
    assert direction_of(ORIGIN, there) is None


def test_arcs() -> None:
    """Of the six hexes around, three are in front, two beside and one behind."""
    around = [arc_of(2, direction) for direction in range(6)]
    assert around == [Arc.FLANK, Arc.FRONT, Arc.FRONT, Arc.FRONT, Arc.FLANK, Arc.REAR]


@given(DIRECTION, DIRECTION, DIRECTION)
def test_arcs_turn_along(facing: int, direction: int, hexsides: int) -> None:
    """Who turns by as much as everything else sees it in the same arc."""
    assert arc_of(turned(facing, hexsides), turned(direction, hexsides)) is arc_of(facing, direction)


@given(HEXES, HEXES)
def test_lines(here: Hex, there: Hex) -> None:
    """A line goes hex by hex, is as long as the distance, and passes the same hexes on the way back."""
    path = line(here, there)
    assert (path[0], path[-1], len(path)) == (here, there, distance(here, there) + 1)
    assert all(distance(*step) == 1 for step in pairwise(path))
    assert line(there, here) == path[::-1]


@pytest.mark.parametrize(("there", "between"), [((1, 1), (1, 0)), ((2, -1), (1, 0)), ((1, -2), (1, -1))])
def test_lines_along_an_edge(there: Hex, between: Hex) -> None:
    """Of two hexes that a line runs between, it passes the one with the larger q, or else the larger r."""
    assert line(ORIGIN, there) == (ORIGIN, between, there)


def test_reachable_on_open_ground() -> None:
    """On open ground every hex within the allowance can be reached, by a path as long as the distance."""
    ways = reachable(ORIGIN, lambda _, spent: spent + 1 if spent < 3 else None, lambda _: False)
    assert len(ways) == 6 + 12 + 18
    assert all(len(path) == distance(ORIGIN, there) and path[-1] == there for there, (path, _) in ways.items())
    assert ORIGIN not in ways


def test_reachable_goes_the_cheapest_way() -> None:
    """A way round is taken where it costs less than the way through."""
    costs = {(1, 0): 5}
    ways = reachable(ORIGIN, lambda there, spent: spent + costs.get(there, 1) if spent < 6 else None, lambda _: False)
    assert ways[2, 0] == (((1, -1), (2, -1), (2, 0)), 3)
    assert ways[1, 0] == (((1, 0),), 5)


def test_reachable_stops_where_moves_end() -> None:
    """Where a move ends it does not go on, but it can go round; what cannot be entered is not reached."""
    wall = {(1, -1), (0, 1)}
    paths = reachable(
        ORIGIN, lambda there, spent: spent + 1 if spent < 2 and there not in wall else None, lambda here: here == (1, 0)
    )
    assert (1, 0) in paths
    assert (2, 0) not in paths
    assert wall.isdisjoint(paths)


@given(st.frozensets(HEXES, max_size=30), st.integers(0, 5))
def test_paths_are_walked(closed: frozenset[Hex], allowance: int) -> None:
    """Every path leads from the start to its hex by neighbours that can be entered."""
    ways = reachable(
        ORIGIN, lambda there, spent: spent + 1 if spent < allowance and there not in closed else None, lambda _: False
    )
    for there, (path, cost) in ways.items():
        assert path[-1] == there
        assert len(path) == cost <= allowance
        assert closed.isdisjoint(path)
        assert all(distance(*step) == 1 for step in pairwise((ORIGIN, *path)))
