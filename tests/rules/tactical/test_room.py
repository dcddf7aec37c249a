"""Room for bodies of several hexes: what the search looks up is what the hexes and their edges say one by one."""

from itertools import pairwise
from typing import Any, Final

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from service.rules.kernel.hexes import DIRECTIONS, Hex, neighbour, turned
from service.rules.tactical.book.refusals import TooNarrow
from service.rules.tactical.figures.field import Field, misplaced
from service.rules.tactical.map.footprints import swept
from service.rules.tactical.map.ground import Ground
from service.rules.tactical.movement.poses import NO_AXIS, Body, Pose, shortest_turn
from tests.rings import many
from tests.rules.tactical.grids import FACINGS, ORIGIN, within
from tests.rules.tactical.scenes import OPEN, figure, scene
from tests.rules.tactical.test_footprints import grown

AROUND: Final = within(4)
NEAR: Final = st.sampled_from([each for each in AROUND if each != ORIGIN])
CELLS: Final = st.dictionaries(NEAR, st.sampled_from([{"solid": True}, {"solid": True}, {"usable": False}]), max_size=4)
WALLS: Final = st.tuples(st.sampled_from(within(2)), st.integers(0, 2))
BOUNDS: Final = st.sampled_from(
    [
        None,
        {"kind": "limits", "q_min": -2, "q_max": 4, "r_min": -4, "r_max": 2},
        {"kind": "hexes", "hexes": [list(each) for each in within(3)]},
    ]
)


@st.composite
def bodies(draw: st.DrawFn) -> tuple[Field, Body]:
    """A body of up to eight hexes with its head at [0, 0], where it has room, among walls and solid hexes."""
    body = grown(draw(st.lists(FACINGS, min_size=1, max_size=7)))
    ash = figure(shape="custom", body=[list(each) for each in body], facing=draw(FACINGS))
    walls = draw(st.sets(WALLS, max_size=6))
    ground = {
        "bounds": draw(BOUNDS),
        "cells": [{"hex": list(here)} | facts for here, facts in draw(CELLS).items()],
        "edges": [{"hex": list(here), "direction": side, "kind": "wall"} for here, side in sorted(walls)],
    }
    asked = scene(ash, map=ground)
    rulings = OPEN.model_copy(update={"wall_overlap": draw(st.sampled_from([0, 0, 1, 2]))})
    field = Field(Ground.of(asked.map), {}, (ash,), rulings)
    assume(misplaced(field, ash, field.body(ash)) is None)
    return field, Body(field, ash)


def stops(field: Field, path: tuple[Hex, ...]) -> bool:
    """Whether something stops a part of a body on its way from hex to hex."""
    ground = field.ground
    return any(
        ground.is_solid(there)
        or not ground.contains(there)
        or ground.blocks_move(here, DIRECTIONS.index((there[0] - here[0], there[1] - here[1])))
        for here, there in pairwise(path)
    )


def turns(field: Field, body: Body, pose: Pose, side: int) -> tuple[bool, int]:
    """Whether there is room for a turn by a hexside, and how many parts something stops."""
    parts = body.hexes(pose)[1:]
    count = sum(stops(field, swept(pose.hex, (q - pose.hex[0], r - pose.hex[1]), side)) for q, r in parts)
    there = pose._replace(facing=turned(pose.facing, side))
    fits = misplaced(field, field["ash"], body.hexes(there)) is None
    return count <= field.rulings.wall_overlap and fits, count


@given(bodies(), st.sampled_from([1, -1]))
@settings(max_examples=many(200))
def test_a_body_turns_where_each_of_its_hexes_does(placed: tuple[Field, Body], side: int) -> None:
    """A turn needs room for every part on its way, but for so many as may overlap, and where it ends."""
    field, body = placed
    pose = body.pose()
    jam = body.turn_jam(pose, side)
    free, count = turns(field, body, pose, side)
    assert (jam is None) == free
    if jam is not None and count > field.rulings.wall_overlap:
        assert jam.turning == count
    assert (body.explained(jam) is None) == free


@given(bodies(), FACINGS, FACINGS)
@settings(max_examples=many(200))
def test_a_body_enters_a_hex_where_it_turns_and_is_shifted(
    placed: tuple[Field, Body], direction: int, facing: int
) -> None:
    """To enter a hex a body turns hexside by hexside, is shifted where no wall holds back too many, and fits there."""
    field, body = placed
    pose, ground = body.pose(), field.ground
    head = neighbour(ORIGIN, direction)
    assume(ground.contains(head) and not ground.is_solid(head))
    sides = shortest_turn(pose.facing, facing)
    free = True
    for _ in range(abs(sides)):
        free = free and turns(field, body, pose, 1 if sides > 0 else -1)[0]
        pose = pose._replace(facing=turned(pose.facing, 1 if sides > 0 else -1))
    inside = set(body.hexes(pose))
    held: list[Any] = [
        each
        for each in body.hexes(pose)[1:]
        if ground.blocks_move(each, direction) and neighbour(each, direction) not in inside
    ]
    there = Pose(head, facing, NO_AXIS)
    free = free and len(held) <= field.rulings.wall_overlap
    free = free and misplaced(field, field["ash"], body.hexes(there)) is None
    jam = body.entry_jam(body.pose(), direction, facing)
    assert (jam is None) == free
    if jam is not None and jam.shifting:
        assert jam.shifting == len(held)
        assert isinstance(body.explained(jam), TooNarrow)
