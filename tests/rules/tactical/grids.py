"""Hexes and grounds for tests of geometry, and a way to carry them elsewhere: turned about [0, 0], then shifted."""

from collections.abc import Iterable, Sequence

from hypothesis import strategies as st

from service.rules.kernel.hexes import Hex
from service.rules.tactical.book.words import TacticalEdgeKind
from service.rules.tactical.map.ground import Ground
from service.rules.tactical.map.lines import Point
from service.rules.tactical.map.models import TacticalCell, TacticalEdge, TacticalMap
from tests.rules.tactical import reference

Wall = tuple[Hex, int]
Journey = tuple[int, Hex]
"""How many sixths to turn, and how far to shift."""

ORIGIN = (0, 0)
HEXES = st.tuples(st.integers(-20, 20), st.integers(-20, 20))
NEAR = st.tuples(st.integers(-5, 5), st.integers(-5, 5))
FACINGS = st.integers(0, 5)
JOURNEYS = st.tuples(FACINGS, HEXES)


def within(radius: int) -> list[Hex]:
    """The hexes up to a distance from [0, 0]."""
    span = range(-radius, radius + 1)
    return [(q, r) for q in span for r in span if abs(q + r) <= radius]


def carried(here: Hex, journey: Journey) -> Hex:
    """A hex, taken elsewhere."""
    turn, shift = journey
    return reference.add(reference.rotate(here, turn), shift)


def carried_point(point: Point, journey: Journey) -> Point:
    """A point in twelfths, taken elsewhere."""
    turn, (q, r) = journey
    return reference.add(reference.rotate(point, turn), (12 * q, 12 * r))


def all_carried(hexes: Iterable[Hex], journey: Journey) -> list[Hex]:
    """Several hexes, taken elsewhere."""
    return [carried(each, journey) for each in hexes]


def ground_of(solid: Iterable[Hex] = (), walls: Iterable[Wall] = ()) -> Ground:
    """A ground with solid hexes and walls; a wall that is given from both sides is one wall."""
    edges = {frozenset((here, reference.beside(here, direction))): (here, direction) for here, direction in walls}
    return Ground.of(
        TacticalMap(
            cells=tuple(TacticalCell(hex=each, solid=True) for each in sorted(set(solid))),
            edges=tuple(
                TacticalEdge(hex=here, direction=direction, kind=TacticalEdgeKind.WALL)
                for here, direction in edges.values()
            ),
        )
    )


def lists(value: object) -> object:
    """A value as a file has it: tuples as lists."""
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [lists(each) for each in value]
    return {key: lists(each) for key, each in value.items()} if isinstance(value, dict) else value
