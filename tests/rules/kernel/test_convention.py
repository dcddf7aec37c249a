"""The published convention of maps: its formulas are worked out as they are printed and give the bearings it names."""

import ast
import operator
from collections.abc import Callable, Iterator
from heapq import heappop, heappush
from math import atan2, degrees, isclose, sqrt
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.rules.kernel.hexes import (
    CONVENTION,
    CONVENTION_IN_SHORT,
    DIRECTIONS,
    LOOKED_AROUND,
    Drawing,
    Hex,
    Offset,
    reachable,
    turned,
)

OPERATORS: dict[type[Any], Callable[[float, float], float]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.BitAnd: lambda one, other: int(one) & int(other),
}
FORMER: tuple[Hex, ...] = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))
"""The steps as directions were numbered before: south-east 0, then to the left."""
HEXES = st.tuples(st.integers(-30, 30), st.integers(-30, 30))


def worked_out(formula: str, **values: float) -> float:
    """The value of a printed formula."""
    return _value_of(ast.parse(formula, mode="eval").body, values)


def _value_of(node: ast.expr, values: dict[str, float]) -> float:
    match node:
        case ast.BinOp():
            return OPERATORS[type(node.op)](_value_of(node.left, values), _value_of(node.right, values))
        case ast.Name():
            return values[node.id]
        case ast.Constant(value=int() | float() as number):
            return number
        case ast.Call(func=ast.Name(id="sqrt"), args=[of]):
            return sqrt(_value_of(of, values))
        case _:
            raise AssertionError(ast.dump(node))


def centre(drawing: Drawing, here: Hex) -> tuple[float, float]:
    """The centre of a hex on a drawn map, x to the right and y down."""
    q, r = here
    return worked_out(drawing.x, a=1, q=q, r=r), worked_out(drawing.y, a=1, q=q, r=r)


def bearing(drawing: Drawing, step: Hex) -> int:
    """The bearing of a step, in whole degrees clockwise from up."""
    x, y = centre(drawing, step)
    return round(degrees(atan2(x, -y))) % 360


def test_directions_are_clockwise_from_north() -> None:
    """Direction 0 is north, and each next one is 60 degrees clockwise from the one before."""
    flat, pointy = CONVENTION.drawings
    assert [each.number for each in CONVENTION.directions] == list(range(6))
    assert tuple(each.step for each in CONVENTION.directions) == DIRECTIONS
    assert DIRECTIONS[0] == (0, -1)
    assert [bearing(flat, each.step) for each in CONVENTION.directions] == [0, 60, 120, 180, 240, 300]
    for each in CONVENTION.directions:
        assert (bearing(flat, each.step), bearing(pointy, each.step)) == (each.flat_top, each.pointy_top)
        assert (each.flat_top - each.pointy_top) % 360 == 30


def test_names_of_directions() -> None:
    """A direction is called by where its hex lies on the flat-top map."""
    flat = CONVENTION.drawings[0]
    for each in CONVENTION.directions:
        x, y = centre(flat, each.step)
        letters = ("N" if y < 0 else "S") + ("" if isclose(x, 0, abs_tol=1e-9) else "E" if x > 0 else "W")
        assert each.letters == letters
        words = each.name.split("-")
        assert "".join(word[0].upper() for word in words) == letters


@pytest.mark.parametrize("drawing", CONVENTION.drawings, ids=lambda each: each.name)
def test_neighbours_are_drawn_alike(drawing: Drawing) -> None:
    """On both maps the centres of neighbours are as far apart as two hexes that share a side: the root of 3."""
    for step in DIRECTIONS:
        assert isclose(sum(each**2 for each in centre(drawing, step)), 3)


def test_formulas_are_in_the_paragraphs() -> None:
    """The paragraphs print the formulas of the rows, and the sentence names the same direction 0."""
    text = " ".join(CONVENTION.paragraphs)
    for drawing in CONVENTION.drawings:
        assert f"x = {drawing.x}" in text
        assert f"y = {drawing.y}" in text
    assert "0 north [0, -1] and then clockwise" in CONVENTION_IN_SHORT


def axial(offset: Offset, col: int, row: int) -> Hex:
    """The axial hex of a column and a row."""
    q, r = worked_out(offset.q, col=col, row=row), worked_out(offset.r, col=col, row=row)
    assert (q, r) == (int(q), int(r))
    return int(q), int(r)


@pytest.mark.parametrize(
    ("name", "shift"), [("odd-q", (0.5, 0)), ("even-q", (0, 0.5)), ("odd-r", (0.5, 0)), ("even-r", (0, 0.5))]
)
def test_offsets(name: str, shift: tuple[float, float]) -> None:
    """A rectangular map becomes axial so that odd or even columns, or rows, are drawn half a hex farther."""
    offset = next(each for each in CONVENTION.offsets if each.name == name)
    by_column = name.endswith("q")
    drawing = CONVENTION.drawings[not by_column]
    start = centre(drawing, axial(offset, 0, 0))
    for col in range(-5, 6):
        for row in range(-5, 6):
            x, y = [there - here for there, here in zip(centre(drawing, axial(offset, col, row)), start, strict=True)]
            odd, even = shift
            along, other = (col, row) if by_column else (row, col)
            farther = other + (odd if along % 2 else even) - even
            assert isclose((x if by_column else y), 1.5 * along, abs_tol=1e-9)
            assert isclose((y if by_column else x), sqrt(3) * farther, abs_tol=1e-9)
    assert ("odd" if shift[0] else "even") in offset.shifted


def test_new_numbers() -> None:
    """A direction's number is 2 less its former number, and the order of looking around is the former one."""
    assert [DIRECTIONS[(2 - former) % 6] for former in range(6)] == list(FORMER)
    assert tuple(DIRECTIONS[each] for each in LOOKED_AROUND) == FORMER
    for former in range(6):
        assert DIRECTIONS[turned((2 - former) % 6, -1)] == FORMER[(former + 1) % 6]


def formerly_reachable(costs: dict[Hex, int], speed: int, ends: frozenset[Hex]) -> dict[Hex, tuple[Hex, ...]]:
    """The paths as they were found when directions were numbered otherwise."""
    paths: dict[Hex, tuple[Hex, ...]] = {}
    waiting: list[tuple[int, int, tuple[Hex, ...]]] = [(0, 0, ())]
    order = 0
    while waiting:
        spent, _, path = heappop(waiting)
        here = path[-1] if path else (0, 0)
        if here in paths:
            continue
        paths[here] = path
        if path and here in ends:
            continue
        for there in _around(here):
            after = spent + costs.get(there, 1)
            if after <= speed and there not in paths:
                order += 1
                heappush(waiting, (after, order, (*path, there)))
    del paths[0, 0]
    return paths


def _around(here: Hex) -> Iterator[Hex]:
    for q, r in FORMER:
        yield here[0] + q, here[1] + r


NEAR = st.tuples(st.integers(-4, 4), st.integers(-4, 4))


@given(st.dictionaries(NEAR, st.integers(1, 9), max_size=25), st.integers(0, 5), st.frozensets(NEAR, max_size=6))
def test_the_same_paths_are_found(costs: dict[Hex, int], speed: int, ends: frozenset[Hex]) -> None:
    """Of equally cheap paths the same one is found as before directions were numbered from north, in the same order."""

    def enter(there: Hex, spent: int) -> int | None:
        after = spent + costs.get(there, 1)
        return after if after <= speed else None

    found = reachable((0, 0), enter, ends.__contains__)
    assert [(there, way.path) for there, way in found.items()] == [*formerly_reachable(costs, speed, ends).items()]
