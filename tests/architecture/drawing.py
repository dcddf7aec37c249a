"""The drawing of a folder: boxes are the files and folders directly in it, arrows the imports between them."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

from tests.architecture.source import ROOT, SERVICE, Module, modules

LARGE: Final = 8
"""Folders with more files than that are drawn."""
ROOM: Final = (14, 8, 40)
"""The bars of boxes, floors and arrows in a room."""


def rooms() -> Iterator[tuple[Path, int, int, int]]:
    """Each folder of the service that is drawn, with its boxes, floors (in a circle more than the bar) and arrows."""
    for folder in sorted({each.path.parent for each in modules(SERVICE)}):
        if len(list(folder.glob("*.py"))) > LARGE:
            boxes, arrows = boxes_of(folder), arrows_of(folder)
            try:
                floors = floors_of(boxes, arrows)
            except AssertionError:
                floors = max(len(boxes), ROOM[1] + 1)
            yield folder, len(boxes), floors, len(arrows)


def boxes_of(folder: Path) -> set[str]:
    """The names of the files and folders directly in a folder."""
    files = {path.stem for path in folder.glob("*.py") if path.stem not in ("__init__", "__main__")}
    return files | {path.parent.name for path in folder.glob("*/__init__.py")}


@cache
def imported(module: Module) -> tuple[str, ...]:
    """The dotted names that a module imports, with the names it takes out of them."""
    return tuple(_imported(module.tree))


def _imported(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module:
            yield from (f"{node.module}.{each.name}" for each in node.names)
        elif isinstance(node, ast.Import):
            yield from (each.name for each in node.names)


def arrows_of(folder: Path) -> set[tuple[str, str]]:
    """Which boxes import which others."""
    boxes, inside = boxes_of(folder), ".".join(folder.relative_to(ROOT).parts) + "."
    arrows = set()
    for module in modules(folder):
        box = module.path.relative_to(folder).parts[0].removesuffix(".py")
        for name in imported(module):
            other = name.removeprefix(inside).split(".")[0] if name.startswith(inside) else box
            if box in boxes and other in boxes and other != box:
                arrows.add((box, other))
    return arrows


def floors_of(boxes: set[str], arrows: set[tuple[str, str]]) -> int:
    """How many floors the boxes need if every arrow points down; boxes that are left over stand in a circle."""
    floors, left = 0, set(boxes)
    while left:
        lowest = {box for box in left if not any(one == box and other in left for one, other in arrows)}
        assert lowest, f"import each other in a circle: {', '.join(sorted(left))}"
        floors, left = floors + 1, left - lowest
    return floors
