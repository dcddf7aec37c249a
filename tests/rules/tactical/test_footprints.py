"""Figures of several hexes: what they fill, what lies around them, what they sweep over, and where they fit."""

from itertools import pairwise

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from service.rules.kernel.hexes import DIRECTIONS, Hex, distance, neighbours, turned
from service.rules.tactical.book.words import TacticalSector, TacticalShape
from service.rules.tactical.map.footprints import (
    BEST_FIRST,
    MOST_HEXES,
    SHAPES,
    body_arc,
    footprint,
    inner_edges,
    is_connected,
    is_footprint,
    rotated,
    surround,
    swept,
    walled_hexes,
)
from tests.rules.tactical import reference
from tests.rules.tactical.grids import (
    FACINGS,
    HEXES,
    JOURNEYS,
    NEAR,
    ORIGIN,
    Journey,
    all_carried,
    carried,
    ground_of,
    within,
)

BODIES = st.sampled_from(sorted(SHAPES))


def grown(steps: list[int]) -> tuple[Hex, ...]:
    """A custom shape: each step goes on from the hex before."""
    here, body = ORIGIN, [ORIGIN]
    for direction in steps:
        here = reference.beside(here, direction)
        body += [] if here in body else [here]
    return tuple(body)


CUSTOM = st.lists(FACINGS, max_size=20).map(grown)


@pytest.mark.parametrize("shape", sorted(SHAPES))
def test_shapes_are_footprints(shape: TacticalShape) -> None:
    """Every shape is connected, begins with the head, and has as many hexes as its name says."""
    assert is_footprint(SHAPES[shape])
    assert str(len(SHAPES[shape])) == (shape.value.lstrip("abcdefghijklmnopqrstuvwxyz") or "1")
    assert set(SHAPES) == set(TacticalShape) - {TacticalShape.CUSTOM}


@given(CUSTOM)
def test_custom_shapes(body: tuple[Hex, ...]) -> None:
    """A list of connected hexes is a footprint if the head is first and none is repeated."""
    assert is_footprint(body)
    assert not is_footprint((*body, body[-1]))
    assert not is_footprint(body[1:])
    assert not is_footprint(tuple(reference.add(each, (0, 1)) for each in body))


def test_what_is_no_footprint() -> None:
    """More than 64 hexes are none, and neither are hexes that are not connected."""
    assert is_footprint([(q, 0) for q in range(MOST_HEXES)])
    assert not is_footprint([(q, 0) for q in range(MOST_HEXES + 1)])
    assert not is_footprint([ORIGIN, (0, 1), (0, 3)])


@given(HEXES, st.integers(-9, 9))
def test_rotation(step: Hex, hexsides: int) -> None:
    """Steps turn as in the inventory, and directions turn into directions."""
    assert rotated(step, hexsides) == reference.rotate(step, hexsides)
    assert rotated(DIRECTIONS[0], hexsides) == DIRECTIONS[turned(0, hexsides)]


@given(HEXES, FACINGS, st.one_of(BODIES, CUSTOM), JOURNEYS)
def test_bodies_turn_with_the_map(
    head: Hex, facing: int, shape: TacticalShape | tuple[Hex, ...], journey: Journey
) -> None:
    """Turning and shifting the map turns and shifts bodies, and what lies around them keeps its sectors."""
    body = footprint(head, facing, shape)
    there = footprint(carried(head, journey), turned(facing, journey[0]), shape)
    assert list(there) == all_carried(body, journey)
    assert (body[0], is_connected(body)) == (head, True)
    around = surround(there, turned(facing, journey[0]))
    assert around == {carried(each, journey): sector for each, sector in surround(body, facing).items()}


@given(FACINGS, st.one_of(BODIES, CUSTOM))
def test_what_surrounds_a_body(facing: int, shape: TacticalShape | tuple[Hex, ...]) -> None:
    """Around a body are all hexes that touch it and are none of it; what lies ahead of a hex of it is front."""
    body = footprint(ORIGIN, facing, shape)
    around = surround(body, facing)
    assert set(around) == {each for part in body for each in neighbours(part)} - set(body)
    ahead = {reference.beside(each, facing) for each in body} - set(body)
    assert {around[each] for each in ahead} == {TacticalSector.FRONT}
    assert set(around.values()) <= set(BEST_FIRST)


@pytest.mark.parametrize(
    ("shape", "counts"),
    [
        (TacticalShape.SINGLE, (3, 1, 1, 1)),
        (TacticalShape.LINE2, (3, 2, 2, 1)),
        (TacticalShape.LINE3, (3, 3, 3, 1)),
        (TacticalShape.DIAMOND4, (5, 1, 1, 3)),
        (TacticalShape.DISC7, (5, 2, 2, 3)),
        (TacticalShape.LONG10, (5, 3, 3, 3)),
    ],
)
def test_how_many_hexes_surround_a_shape(shape: TacticalShape, counts: tuple[int, ...]) -> None:
    """Each shape has so many hexes in front of it, to its right, to its left and behind it."""
    found = list(surround(SHAPES[shape], 0).values())
    assert tuple(found.count(sector) for sector in BEST_FIRST) == counts


def test_a_hex_between_both_flanks_is_behind() -> None:
    """A hex that the body has both to its right and to its left is behind, though no hex of it lies straight ahead."""
    body = [ORIGIN, (1, 0), (2, 0), (2, 1), (0, 2), (0, 1)]
    assert surround(body, 0)[1, 1] is TacticalSector.BACK
    assert surround([ORIGIN, (0, -1), (1, -1), (2, -1), (2, -2)], 0)[1, -2] is TacticalSector.FRONT


@given(NEAR, FACINGS, BODIES, NEAR, JOURNEYS)
def test_the_side_that_is_attacked(head: Hex, facing: int, shape: TacticalShape, there: Hex, journey: Journey) -> None:
    """A body is attacked from the sector of the hex around it that is nearest, wherever the map is."""
    body = footprint(head, facing, shape)
    sector = body_arc(body, facing, there)
    assert (sector is TacticalSector.OWN) == (there in body)
    assert body_arc(all_carried(body, journey), turned(facing, journey[0]), carried(there, journey)) is sector
    around = surround(body, facing)
    if there in around:
        assert sector is around[there]


def test_of_two_sides_the_better_one_is_attacked() -> None:
    """Between two sectors the better one for the defender counts."""
    assert body_arc([ORIGIN], 0, (1, 1)) is TacticalSector.RIGHT
    assert body_arc([ORIGIN], 0, (2, -1)) is TacticalSector.FRONT


@given(NEAR, NEAR, st.sampled_from((-1, 1)))
def test_sweeping(head: Hex, step: Hex, turn: int) -> None:
    """A hex of a turning body passes over the hexes that the inventory's function tells."""
    assert list(swept(head, step, turn)) == reference.swept(head, step, turn)


@given(NEAR, NEAR, st.integers(-3, 3), JOURNEYS)
def test_sweeping_turns_with_the_map(head: Hex, step: Hex, turn: int, journey: Journey) -> None:
    """A hex stays at its distance from the head, goes step by step, ends where it is turned to, wherever the map is."""
    path = swept(head, step, turn)
    assert {distance(head, each) for each in path} == {distance(ORIGIN, step)}
    assert {distance(one, other) for one, other in pairwise(path)} <= {1}
    assert path[-1] == reference.add(head, reference.rotate(step, turn))
    assert len(path) == 1 + abs(turn) * distance(ORIGIN, step)
    there = swept(carried(head, journey), reference.rotate(step, journey[0]), turn)
    assert list(there) == all_carried(path, journey)


@given(CUSTOM)
def test_edges_inside_a_body(body: tuple[Hex, ...]) -> None:
    """The edges inside a body are those between two of its hexes, each once."""
    edges = [frozenset((here, reference.beside(here, direction))) for here, direction in inner_edges(body)]
    assert len(edges) == len(set(edges))
    assert set(edges) == {frozenset((one, other)) for one in body for other in body if distance(one, other) == 1}


@given(CUSTOM, FACINGS, st.sets(st.sampled_from(within(3))), st.data())
def test_walls_in_a_body(body: tuple[Hex, ...], facing: int, solid: set[Hex], data: st.DataObject) -> None:
    """A body overlaps as many walls as it has solid hexes and walled edges inside it; others do not matter."""
    inside = list(inner_edges(body))
    assume(inside)
    walls = data.draw(st.sets(st.sampled_from(inside)))
    around = [(here, turned(direction, 3)) for here in body for direction in range(6)]
    outside = {(here, direction) for here, direction in around if reference.beside(here, direction) not in body}
    ground = ground_of(solid, walls | outside)
    assert walled_hexes(ground, body) == len(solid.intersection(body)) + len(walls)
