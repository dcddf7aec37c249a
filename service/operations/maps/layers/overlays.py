"""What is laid over a map as markup: areas, lines with the hexes that they pass, and who fights whom."""

from collections.abc import Iterable, Sequence
from math import atan2, cos, degrees, sin

from service.operations.maps.asked import MapArea, MapLine
from service.operations.maps.description import label_of_area, label_of_line
from service.operations.maps.layers.ground import pattern_id
from service.operations.maps.markup import element, isolated, number, text_of
from service.operations.maps.scheme import AREA_PATTERNS, TILE, pattern
from service.operations.maps.shapes import centre, hexes_path, outline_path
from service.rules.kernel.picture import Picture

TIP = "M0 0-12-5v10z"
"""The tip of a line that leads to the right."""
GAP = 13
"""How far a line keeps from the centres of the hexes where it begins and ends."""


def hatching(areas: int) -> list[str]:
    """Write the patterns of so many areas; they begin again when they have run out."""
    shown = AREA_PATTERNS[:areas]
    return [pattern(_hatch_id(place), TILE, TILE, "hatch", each) for place, each in enumerate(shown)]


def hatch_of(place: int) -> str:
    """Return the `fill` of the area at a place."""
    return f"url(#{_hatch_id(place % len(AREA_PATTERNS))})"


def _hatch_id(place: int) -> str:
    return pattern_id(f"area-{place}")


def area_layer(areas: Sequence[MapArea]) -> str:
    """Write areas: their outlines, hatched inside."""
    written = [
        element(
            "path",
            element("title", text_of(isolated(label_of_area(each)))),
            class_="area",
            data_area=str(place),
            fill=hatch_of(place),
            d=outline_path(each.hexes),
        )
        for place, each in enumerate(areas)
        if each.hexes
    ]
    return element("g", *written, class_="areas") if written else ""


def line_layer(lines: Iterable[MapLine]) -> str:
    """Write lines with their tips, and the hexes that they pass."""
    written = [part for each in lines for part in _line(each)]
    return element("g", *written, class_="lines") if written else ""


def _line(asked: MapLine) -> list[str]:
    passed = set(asked.passed)
    hexes = [element("path", class_="passed", d=hexes_path(passed))] if passed else []
    return hexes if asked.start == asked.goal else [*hexes, *_shot(asked)]


def _shot(asked: MapLine) -> list[str]:
    """Write a line from figure to figure, so that it covers neither."""
    (x, y), (to_x, to_y) = centre(asked.start), centre(asked.goal)
    angle = atan2(to_y - y, to_x - x)
    x, y = x + GAP * cos(angle), y + GAP * sin(angle)
    to_x, to_y = to_x - GAP * cos(angle), to_y - GAP * sin(angle)
    turned = f"translate({number(to_x)} {number(to_y)}) rotate({number(degrees(angle))})"
    title = element("title", text_of(isolated(label_of_line(asked))))
    shot = f"M{number(x)} {number(y)}L{number(to_x)} {number(to_y)}"
    return [element("path", title, class_="shot", d=shot), element("path", class_="tip", d=TIP, transform=turned)]


def pair_layer(picture: Picture) -> str:
    """Write a band between each two figures that fight hand to hand."""
    places = {each.id: centre(each.hexes[0]) for each in picture.figures}
    written = []
    for one, other in picture.pairs:
        (x, y), (to_x, to_y) = places[one], places[other]
        way = f"M{number(x)} {number(y)}L{number(to_x)} {number(to_y)}"
        written.append(element("path", class_="pair", data_pair=f"{one} {other}", d=way))
    return element("g", *written, class_="pairs") if written else ""
