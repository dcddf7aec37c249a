"""The page about maps of hexes: the convention of all families, with a picture."""

from math import sqrt
from typing import Final

from service.api.documents.site.html import Html, code, join, link, prose, table, tag
from service.api.documents.site.layout import Page, crumbs, section

CONVENTION: Final = """\
A hex is `[q, r]`, in axial coordinates. The map is drawn flat-top, with x to the right and y down: the centre of a
hex is at x = 1.5·a·q and y = √3·a·(r + q/2), where a is the length of a side.

Directions and facings are hexsides 0 to 5, clockwise from north: 0 north [0, −1], 1 north-east [1, −1], 2 south-east
[1, 0], 3 south [0, 1], 4 south-west [−1, 1], 5 north-west [−1, 0]. Adding 1 turns right, subtracting 1 turns left.
"""
OTHER_MAPS: Final = """\
Rules depend on the grid alone. Who prefers pointy-top hexes draws the centre at x = √3·a·(q + r/2) and y = 1.5·a·r:
the same picture, turned by 30° to the left. On a map whose y points up, negate y; otherwise left and right are
exchanged.
"""

STEPS: Final = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
NAMES: Final = ("north", "north-east", "south-east", "south", "south-west", "north-west")
DEGREES: Final = (0, 60, 120, 180, 240, 300)
OFFSETS: Final = (
    ("odd-q (columns, odd ones shifted down)", "q = col, r = row − (col − (col & 1))/2"),
    ("even-q (columns, even ones shifted down)", "q = col, r = row − (col + (col & 1))/2"),
    ("odd-r (rows, odd ones shifted right; pointy-top)", "q = col − (row − (row & 1))/2, r = row"),
    ("even-r (rows, even ones shifted right; pointy-top)", "q = col − (row + (row & 1))/2, r = row"),
)


def maps_page() -> Page:
    """Write the page about maps."""
    offsets = [(name, code(formula)) for name, formula in OFFSETS]
    body = join(
        crumbs(("Umpire", "/docs")),
        tag("p", "All families and all clients use one convention for maps of hexes."),
        [tag("p", prose(each)) for each in CONVENTION.split("\n\n")],
        tag(
            "figure",
            _picture(),
            tag("figcaption", "Seven hexes; the red line faces south-east, direction 2."),
            class_="figure",
        ),
        section(2, "Directions", "directions", _directions()),
        section(2, "Other ways to draw", "other", tag("p", prose(OTHER_MAPS))),
        section(
            2,
            "From offset coordinates",
            "offset",
            tag(
                "p",
                "Many programs count hexes by columns and rows. ",
                code("& 1"),
                " is 1 for odd numbers, also for negative ones.",
            ),
            table(("Offset", "Axial"), offsets, "Offset to axial"),
        ),
        tag("p", "A page that draws such a map: ", link("A page for viewers", "/docs/viewers"), "."),
    )
    return Page("Maps of hexes", "Axial coordinates, directions and facings of all families, with a picture.", body)


def _directions() -> Html:
    rows = [
        (str(number), NAMES[number], f"[{step[0]}, {step[1]}]", f"{DEGREES[number]}°")
        for number, step in enumerate(STEPS)
    ]
    return table(("Direction", "Towards", "Step [q, r]", "Degrees, clockwise from north"), rows, "Directions")


def _picture() -> Html:
    """Draw the hex [0, 0], its neighbours with their directions, and a line for a facing."""
    hexes = [_hex(0, 0, None), *[_hex(q, r, number) for number, (q, r) in enumerate(STEPS)]]
    x, y = _centre(*STEPS[2])
    line = tag("path", class_="hex-arrow", d=f"M0 0L{0.45 * x:.3f} {0.45 * y:.3f}")
    title = tag("title", "A hex and its six neighbours, flat-top, numbered clockwise from north", id="hexes-title")
    return tag("svg", title, hexes, line, role="img", aria_labelledby="hexes-title", viewBox="-2.7 -2.8 5.4 5.6")


def _hex(q: int, r: int, direction: int | None) -> Html:
    x, y = _centre(q, r)
    corners = ((1, 0), (0.5, sqrt(0.75)), (-0.5, sqrt(0.75)), (-1, 0), (-0.5, -sqrt(0.75)), (0.5, -sqrt(0.75)))
    points = " ".join(f"{x + dx:.3f},{y + dy:.3f}" for dx, dy in corners)
    side = (
        None if direction is None else tag("text", str(direction), class_="hex-side", x=f"{x:.3f}", y=f"{y + 0.45:.3f}")
    )
    return join(
        tag("polygon", class_="hex", points=points),
        tag("text", f"{q}, {r}", class_="hex-name", x=f"{x:.3f}", y=f"{y - 0.1:.3f}"),
        side,
    )


def _centre(q: int, r: int) -> tuple[float, float]:
    """Return the centre of a hex whose side is 1."""
    return 1.5 * q, sqrt(3) * (r + q / 2)
