"""Whoever stands off the map is told how far it reaches, and which hex on it is the nearest."""

from typing import Any, Final

import pytest

from tests.encounters.plays import changed
from tests.operations.asking import ask, first_example

HEXES: Final = {"kind": "hexes", "hexes": [[0, 0], [0, 1], [2, 0]]}


def message(operation: str, path: tuple[str | int, ...], value: Any) -> str:
    """What is said of an example with a change."""
    said: str = ask(operation, changed(first_example(operation), ("input", *path), value))["errors"][0]["message"]
    return said


@pytest.mark.parametrize(("hex", "nearest"), [([90, 0], [10, 0]), ([12, -99], [10, -10]), ([0, 11], [0, 10])])
def test_a_figure_off_the_map(hex: list[int], nearest: list[int]) -> None:
    """The nearest hex within the limits of a map is named."""
    said = message("tactical/resolve-attack", ("figures", 0, "hex"), hex)
    assert f"which is off the map: q goes from -10 to 10, r from -10 to 10. The nearest hex on it is {nearest}." in said


def test_a_figure_off_a_map_of_some_hexes() -> None:
    """The nearest of the hexes of a map is named."""
    said = message("tactical/resolve-attack", ("map", "bounds"), HEXES)
    assert "it has only the 3 hexes that `bounds` lists. The nearest hex on it is [" in said
