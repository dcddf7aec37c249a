"""Lines of fire: which hexes they pass, and what stops them."""

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from service.rules.kernel.hexes import Hex, distance
from service.rules.tactical.map.lines import (
    CENTRE,
    Obstacle,
    Point,
    Segment,
    TacticalAnchor,
    anchor,
    candidate_segments,
    corner,
    is_inside,
    items,
    items_beyond,
    segment_between,
    segment_of,
    stopped_by,
)
from tests.rings import many
from tests.rules.tactical import reference
from tests.rules.tactical.grids import (
    FACINGS,
    HEXES,
    JOURNEYS,
    NEAR,
    ORIGIN,
    Journey,
    Wall,
    carried,
    carried_point,
    ground_of,
)

ANCHORS = st.sampled_from(TacticalAnchor)
WEDGE = [(q, r) for r in range(0, -7, -1) for q in range(-r + 1)]
"""The hexes up to 6 away between north and north-east."""

INSIDE = [(x, y) for x, y in product(range(-12, 13), repeat=2) if is_inside((x, y), ORIGIN)]
SLOW = settings(max_examples=many(40))


@st.composite
def segments(draw: st.DrawFn) -> Segment:
    """A line between any two points in two hexes."""
    start, goal, (x, y), (to_x, to_y) = draw(st.tuples(NEAR, NEAR, st.sampled_from(INSIDE), st.sampled_from(INSIDE)))
    from_point = 12 * start[0] + x, 12 * start[1] + y
    return segment_of(start, from_point, goal, (12 * goal[0] + to_x, 12 * goal[1] + to_y))


@st.composite
def barriers(draw: st.DrawFn, segment: Segment) -> tuple[set[Hex], set[Wall]]:
    """Solid hexes and walls near a line."""
    passed = sorted({each for item in items(segment) for each in item})
    near = sorted({reference.beside(each, direction) for each in passed for direction in range(6)} | set(passed))
    inner = sorted(set(near) - {segment.start, segment.goal}) or near
    solid = draw(st.sets(st.sampled_from(inner), max_size=4))
    walls = draw(st.sets(st.tuples(st.sampled_from(near), FACINGS), max_size=12))
    return solid, walls


def turned_round(segment: Segment) -> Segment:
    """The same line from its other end."""
    return segment_of(segment.goal, segment.to_point, segment.start, segment.from_point)


def elsewhere(segment: Segment, journey: Journey) -> Segment:
    """The same line on a map that is turned and shifted."""
    return segment_of(
        carried(segment.start, journey),
        carried_point(segment.from_point, journey),
        carried(segment.goal, journey),
        carried_point(segment.to_point, journey),
    )


def carried_walls(walls: set[Wall], journey: Journey) -> set[Wall]:
    """Walls on a map that is turned and shifted."""
    return {(carried(here, journey), (direction + journey[0]) % 6) for here, direction in walls}


@pytest.mark.parametrize("goal", WEDGE)
def test_what_lines_pass(goal: Hex) -> None:
    """All 49 lines to each hex up to 6 away pass exactly what the inventory's function tells."""
    for _, _, segment in candidate_segments([ORIGIN], [goal]):
        assert items(segment) == reference.trace(segment.from_point, segment.to_point)


@given(segments())
def test_what_any_line_passes(segment: Segment) -> None:
    """So does a line between any two points inside hexes."""
    assert items(segment) == reference.trace(segment.from_point, segment.to_point)


@SLOW
@given(NEAR, st.data())
def test_what_stops_lines(goal: Hex, data: st.DataObject) -> None:
    """Among any walls and solid hexes, those of the 49 lines are stopped that the inventory's function tells."""
    solid, walls = data.draw(barriers(segment_between(ORIGIN, goal)))
    ground = ground_of(solid, walls)
    for _, _, segment in candidate_segments([ORIGIN], [goal]):
        blocked = reference.is_blocked(segment.from_point, segment.to_point, solid, walls)
        assert (stopped_by(segment, ground) is not None) == blocked


@given(segments(), st.data())
def test_what_stops_any_line(segment: Segment, data: st.DataObject) -> None:
    """So does a line between any two points, and the obstacle is a solid hex or a wall that there is."""
    solid, walls = data.draw(barriers(segment))
    obstacle = stopped_by(segment, ground_of(solid, walls))
    blocked = reference.is_blocked(segment.from_point, segment.to_point, solid, walls)
    assert (obstacle is not None) == blocked
    if obstacle is not None and obstacle.direction is None:
        assert obstacle.hex in solid
    elif obstacle is not None and obstacle.direction is not None:
        there = reference.beside(obstacle.hex, obstacle.direction), (obstacle.direction + 3) % 6
        assert walls & {(obstacle.hex, obstacle.direction), there}


@given(segments(), JOURNEYS, st.data())
def test_lines_turn_with_the_map(segment: Segment, journey: Journey, data: st.DataObject) -> None:
    """Turning and shifting the whole map changes neither what a line passes nor whether it is stopped."""
    solid, walls = data.draw(barriers(segment))
    moved = elsewhere(segment, journey)
    assert items(moved) == tuple([tuple(sorted(carried(each, journey) for each in item)) for item in items(segment)])
    there = ground_of({carried(each, journey) for each in solid}, carried_walls(walls, journey))
    assert (stopped_by(moved, there) is None) == (stopped_by(segment, ground_of(solid, walls)) is None)


@given(segments(), st.data())
def test_lines_are_the_same_both_ways(segment: Segment, data: st.DataObject) -> None:
    """From the other end a line passes the same in the other order, and is stopped or not just as well."""
    solid, walls = data.draw(barriers(segment))
    ground = ground_of(solid, walls)
    assert items(turned_round(segment)) == items(segment)[::-1]
    assert (stopped_by(turned_round(segment), ground) is None) == (stopped_by(segment, ground) is None)


@given(HEXES, HEXES, ANCHORS, ANCHORS)
def test_ends_of_lines(start: Hex, goal: Hex, from_anchor: TacticalAnchor, to_anchor: TacticalAnchor) -> None:
    """A line begins in its first hex and ends in its last, at anchors inside them, and never leaves a hex out."""
    segment = segment_between(start, goal, from_anchor, to_anchor)
    passed = items(segment)
    assert (passed[0], passed[-1]) == ((start,), (goal,))
    assert is_inside(segment.from_point, start)
    assert is_inside(segment.to_point, goal)
    assert [each for item in passed for each in item] == list(segment.hexes)
    assert len(passed) > distance(start, goal) // 2


@given(HEXES, ANCHORS)
def test_anchors(here: Hex, at: TacticalAnchor) -> None:
    """The anchors are the centre and points three quarters of the way to the corners, and no corner is inside."""
    k = None if at is CENTRE else at.rank - 1
    assert anchor(here, at) == reference.anchor(here, k)
    if k is not None:
        assert corner(here, k) == corner(here, k + 6) == reference.corner(here, k)
        assert not is_inside(corner(here, k), here)


@pytest.mark.parametrize(("point", "inside"), [((11, 0), False), ((5, 0), True), ((6, 0), False), ((4, 3), True)])
def test_points_inside_a_hex(point: Point, inside: bool) -> None:
    """A point is inside a hex if it is within all six edges, and on none of them."""
    assert is_inside(point, ORIGIN) == inside


def test_the_order_of_candidates() -> None:
    """Lines are tried from each hex to each, the anchor of the first hex changing last, centres first."""
    tried = [
        (segment.start, segment.goal, from_anchor, to_anchor)
        for from_anchor, to_anchor, segment in candidate_segments([(5, 5), ORIGIN], iter([(0, -2), (3, 1)]))
    ]
    assert tried == [
        (start, goal, one, other)
        for start in ((5, 5), ORIGIN)
        for goal in ((0, -2), (3, 1))
        for one, other in product(TacticalAnchor, repeat=2)
    ]


@pytest.mark.parametrize(
    ("goal", "solid", "walls", "obstacle"),
    [
        ((0, -3), [(0, -2), (0, -1)], [], Obstacle((0, -1), None)),
        ((0, -3), [(0, -2)], [((0, 0), 0)], Obstacle((0, 0), 0)),
        ((0, -3), [(0, -2)], [((0, -1), 3)], Obstacle((0, 0), 0)),
        ((0, -3), [(0, -3)], [], Obstacle((0, -3), None)),
        ((1, -2), [(0, -1), (1, -1)], [], Obstacle((0, -1), None)),
        ((1, -2), [(0, -1)], [((0, 0), 1)], Obstacle((0, -1), None)),
        ((1, -2), [], [((1, -2), 3), ((1, -2), 4)], Obstacle((0, -1), 1)),
        ((2, -4), [(1, -2)], [], Obstacle((1, -2), None)),
        ((0, -3), [(1, -1), (1, -2)], [((0, -1), 1)], None),
        ((1, -2), [(0, -1)], [((0, -1), 2)], None),
    ],
)
def test_the_obstacle(goal: Hex, solid: list[Hex], walls: list[Wall], obstacle: Obstacle | None) -> None:
    """The nearest obstacle is named: a solid hex, or a wall by the hex before it and the direction."""
    assert stopped_by(segment_between(ORIGIN, goal), ground_of(solid, walls)) == obstacle


def passing_a_corner() -> Segment:
    """A line that leaves [0, 0] to the north exactly over the corner of its edges 0 and 1."""
    end = corner(ORIGIN, 0)
    return segment_of(ORIGIN, (end[0] - 1, end[1] + 5), (0, -1), (end[0] + 1, end[1] - 5))


@pytest.mark.parametrize(
    ("solid", "walls", "stops"),
    [
        ([], [(ORIGIN, 0)], False),
        ([], [(ORIGIN, 1)], False),
        ([(1, -1)], [], False),
        ([(1, -1)], [(ORIGIN, 0)], True),
        ([], [(ORIGIN, 0), (ORIGIN, 1)], True),
        ([], [(ORIGIN, 0), ((0, -1), 2)], True),
        ([], [(ORIGIN, 1), ((0, -1), 2)], False),
        ([], [(ORIGIN, 0), (ORIGIN, 5)], False),
    ],
)
def test_passing_a_corner(solid: list[Hex], walls: list[Wall], stops: bool) -> None:
    """A line slips by the end of a wall unless a wall or a solid hex meets it there from the other side."""
    segment = passing_a_corner()
    assert items(segment) == ((ORIGIN,), ((0, -1),))
    assert reference.side_of(segment.from_point, segment.to_point, corner(ORIGIN, 0)) == 0
    assert reference.is_blocked(segment.from_point, segment.to_point, solid, walls) == stops
    assert (stopped_by(segment, ground_of(solid, walls)) is not None) == stops


@given(segments().filter(lambda segment: segment.start != segment.goal), st.integers(0, 8))
def test_what_a_line_passes_behind_its_goal(segment: Segment, reach: int) -> None:
    """Behind its goal a line goes on as one that ends farther on, as far as it reaches."""
    (x, y), (to_x, to_y) = segment.from_point, segment.to_point
    times = 2 + 12 * (reach + 2) // max(abs(to_x - x), abs(to_y - y))
    longer = reference.trace((x, y), (x + times * (to_x - x), y + times * (to_y - y)))
    behind = longer[len(items(segment)) :]
    expected = [item for item in behind if distance(segment.start, item[0]) <= reach]
    assert list(items_beyond(segment, reach, ground_of())) == expected


@pytest.mark.parametrize(
    ("goal", "reach", "solid", "walls", "beyond"),
    [
        ((0, -1), 3, [], [], (((0, -2),), ((0, -3),))),
        ((0, -1), 4, [(0, -3)], [], (((0, -2),),)),
        ((0, -1), 4, [], [((0, -2), 0)], (((0, -2),),)),
        ((0, -1), 4, [], [((0, -1), 0)], ()),
        ((0, -1), 1, [], [], ()),
        ((1, -2), 3, [], [], (((1, -3), (2, -3)),)),
        ((1, -2), 4, [], [], (((1, -3), (2, -3)), ((2, -4),))),
        ((1, -2), 4, [(1, -3), (2, -3)], [], ()),
        ((1, -2), 4, [(1, -3)], [((2, -3), 5)], (((1, -3), (2, -3)), ((2, -4),))),
        ((1, -2), 4, [(1, -3)], [((2, -3), 0)], (((1, -3), (2, -3)),)),
    ],
)
def test_what_stops_a_line_behind_its_goal(
    goal: Hex, reach: int, solid: list[Hex], walls: list[Wall], beyond: tuple[tuple[Hex, ...], ...]
) -> None:
    """Behind its goal a line passes what lies before the first obstacle."""
    assert items_beyond(segment_between(ORIGIN, goal), reach, ground_of(solid, walls)) == beyond
