"""Whoever stands where nobody can is told the nearest hex on which it could stand."""

import pytest

from tests.operations.asking import ask, first_example

OPERATION = "mass/resolve-round"
HELD = [[0, 0], [0, 2]]


@pytest.mark.parametrize(
    ("free", "says"),
    [([[1, 0], [2, 0]], " The nearest hex that it could stand on is [2, 0]."), ([], "")],
    ids=["free", "none"],
)
def test_a_unit_off_the_map(free: list[list[int]], says: str) -> None:
    """A unit off the map is told the nearest hex that is free; if there is none, it is told none."""
    bounds = {"kind": "hexes", "hexes": [*HELD, *free]}
    request = first_example(OPERATION)
    answer = ask(OPERATION, {**request, "input": {**request["input"], "bounds": bounds}})
    assert answer["errors"][0]["message"] == f"pikes stands on [4, 0], which is impassable or off the map.{says}"
