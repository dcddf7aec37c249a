"""The page about maps of hexes: the convention of all families, with a picture."""

import re
from math import sqrt
from typing import Final

from service.api.documents.site.html import Html, code, join, link, table, tag
from service.api.documents.site.layout import Page, section
from service.rules.kernel.hexes import CONVENTION

FACING: Final = 2
"""The direction of the line in the picture."""
CORNERS: Final = tuple([(x, y * sqrt(0.75)) for x, y in ((1, 0), (0.5, 1), (-0.5, 1), (-1, 0), (-0.5, -1), (0.5, -1))])


def maps_page() -> Page:
    """Write the page about maps."""
    facing = CONVENTION.directions[FACING]
    caption = (
        f"A hex and its neighbours with their directions; the line faces {facing.name}, direction {facing.number}."
    )
    body = join(
        tag("p", "All families and all clients use one convention for maps of hexes."),
        [tag("p", _typeset(each)) for each in CONVENTION.paragraphs],
        tag("figure", _picture(), tag("figcaption", caption), class_="figure"),
        section(2, "Directions and facings", "directions", _directions()),
        section(2, "Centres", "centres", _centres()),
        section(2, "From columns and rows", "offsets", _offsets()),
        tag("p", "A page that draws such a map: ", link("A page for viewers", "/docs/viewers"), "."),
    )
    return Page("Maps of hexes", "Axial coordinates, directions and facings of all families, with a picture.", body)


def _directions() -> Html:
    heads = ("Direction", "Name", "Letters", "Step [q, r]", "Degrees on a flat-top map", "Degrees on a pointy-top map")
    rows = [
        (str(each.number), each.name, each.letters, _pair(each.step), f"{each.flat_top}°", f"{each.pointy_top}°")
        for each in CONVENTION.directions
    ]
    return join(table(heads, rows, "Directions"), tag("p", "Degrees are clockwise from the top of the map."))


def _centres() -> Html:
    rows = [(each.name, code(_typeset(each.x)), code(_typeset(each.y))) for each in CONVENTION.drawings]
    return join(table(("Map", "x", "y"), rows, "Centres"), tag("p", "Here a is the length of a side of a hex."))


def _offsets() -> Html:
    rows = [(each.name, each.shifted, code(_typeset(each.q)), code(_typeset(each.r))) for each in CONVENTION.offsets]
    about = (
        "Many programs count hexes by columns and rows. In the formulas, & 1 is 1 for odd numbers, also negative ones."
    )
    return join(tag("p", about), table(("Offset", "Shifted", "q", "r"), rows, "From columns and rows"))


def _picture() -> Html:
    """Draw the hex [0, 0], its neighbours with their directions, and a line for a facing."""
    neighbours = [_hex(each.step, str(each.number)) for each in CONVENTION.directions]
    x, y = _centre(CONVENTION.directions[FACING].step)
    line = tag("path", class_="hex-arrow", d=f"M0 0L{0.45 * x:.3f} {0.45 * y:.3f}")
    title = tag("title", "A hex and its six neighbours, flat-top, numbered clockwise from north", id="hexes-title")
    shapes = (title, _hex((0, 0), ""), *neighbours, line)
    return tag("svg", *shapes, role="img", aria_labelledby="hexes-title", viewBox="-2.7 -2.8 5.4 5.6")


def _hex(place: tuple[int, int], side: str) -> Html:
    x, y = _centre(place)
    points = " ".join(f"{x + dx:.3f},{y + dy:.3f}" for dx, dy in CORNERS)
    return join(
        tag("polygon", class_="hex", points=points),
        tag("text", _pair(place), class_="hex-name", x=f"{x:.3f}", y=f"{y - 0.1:.3f}"),
        tag("text", side, class_="hex-side", x=f"{x:.3f}", y=f"{y + 0.45:.3f}") if side else None,
    )


def _centre(place: tuple[int, int]) -> tuple[float, float]:
    """Return the centre of a hex whose side is 1."""
    q, r = place
    return 1.5 * q, sqrt(3) * (r + q / 2)


def _pair(place: tuple[int, int]) -> str:
    return f"[{place[0]}, {place[1]}]".replace("-", "−")


def _typeset(formula: str) -> str:
    """Write a formula with the signs of mathematics."""
    return re.sub(r"(?<= )-(?= )", "−", formula.replace(" * ", "·").replace("sqrt(3)", "√3"))
