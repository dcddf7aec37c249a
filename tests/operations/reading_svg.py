"""Reading maps: SVG as a tree, and the hexes of its paths."""

import re
from collections.abc import Iterator
from typing import Final
from xml.etree.ElementTree import Element, XMLPullParser

from service.operations.maps.shapes import STEP_X, STEP_Y
from service.rules.kernel.hexes import Hex

NAMESPACE: Final = "{http://www.w3.org/2000/svg}"
ROUND_HEX: Final = re.compile(r"M(-?[0-9.]+) (-?[0-9.]+)l-15 25\.98h-30l-15-25\.98 15-25\.98h30z")
"""A hex from its right corner."""
WAY: Final = re.compile(r"M([^z]+)z")


def tree_of(svg: str) -> Element:
    """The root of a file, as an XML parser reads it."""
    parser: XMLPullParser[Element] = XMLPullParser(["end"])
    parser.feed(svg.encode())
    parser.close()
    root = [part for event in parser.read_events() for part in event if isinstance(part, Element)][-1]
    assert root.tag == f"{NAMESPACE}svg"
    return root


def found(root: Element, **attributes: str) -> list[Element]:
    """The elements with some attributes; `class_` is one of the classes of an element."""
    return [each for each in root.iter() if all(_has(each, name, value) for name, value in attributes.items())]


def _has(element: Element, name: str, value: str) -> bool:
    given = element.get(name.rstrip("_").replace("_", "-"))
    return given is not None and (value in given.split() if name == "class_" else given == value)


def figures_in(root: Element) -> dict[str, Element]:
    """The figures by id; none is drawn twice."""
    drawn = [each for each in root.iter() if each.get("data-figure") is not None]
    figures = {str(each.get("data-figure")): each for each in drawn}
    assert len(figures) == len(drawn)
    return figures


def said(element: Element) -> str:
    """The title of an element."""
    title = element.find(f"{NAMESPACE}title")
    return "" if title is None else str(title.text)


def hexes_of(element: Element) -> list[Hex]:
    """The hexes that a path draws one by one."""
    path = element.get("d") or ""
    hexes = [hex_at(float(x) - 2 * STEP_X, float(y)) for x, y in ROUND_HEX.findall(path)]
    assert ROUND_HEX.sub("", path) == ""
    return hexes


def hex_at(x: float, y: float) -> Hex:
    """The hex at whose centre a point is."""
    across, down = round(x / STEP_X), round(y / STEP_Y)
    assert abs(across * STEP_X - x) < 0.02
    assert abs(down * STEP_Y - y) < 0.02
    assert across % 3 == 0
    q = across // 3
    assert (down - q) % 2 == 0
    return q, (down - q) // 2


def place_of(element: Element) -> tuple[float, float]:
    """Where an element is moved to."""
    moved = re.match(r"translate\(([^ )]+) ([^ )]+)\)", element.get("transform") or "")
    assert moved is not None
    return float(moved[1]), float(moved[2])


def corners_of(element: Element) -> list[list[tuple[float, float]]]:
    """The corners of each closed way of an outline."""
    return [
        [(float(point.split()[0]), float(point.split()[1])) for point in way.split("L")]
        for way in WAY.findall(element.get("d") or "")
    ]


def points_of(root: Element) -> Iterator[tuple[float, float]]:
    """Every point at which a path of ground, areas, bodies or lines begins or turns."""
    for group in root:
        if group.get("class") in ("ground", "areas", "bodies", "lines"):
            for path in group.iter(f"{NAMESPACE}path"):
                for x, y in re.findall(r"[ML](-?[0-9.]+) (-?[0-9.]+)", path.get("d") or ""):
                    if path.get("class") != "tip":
                        yield float(x), float(y)
