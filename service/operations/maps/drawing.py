"""The drawing of a map: a picture and its overlays become one SVG file, byte for byte the same each time."""

from collections.abc import Iterable, Mapping
from typing import Annotated, Any, Final, Literal

from pydantic import Field

from service.errors import AnswerTooLarge, MapMissing
from service.operations.maps.asked import WIDEST, MapOverlays
from service.operations.maps.description import description_of, title_of
from service.operations.maps.frame import Frame, frame_of
from service.operations.maps.layers.figures import body_layer, figure_layer, name_layer
from service.operations.maps.layers.ground import (
    coordinate_layer,
    edge_layer,
    ground_layer,
    grounds,
    item_layer,
    note_layer,
)
from service.operations.maps.layers.ground import tiles as ground_tiles
from service.operations.maps.layers.labels import labels_of
from service.operations.maps.layers.legend import legend_of
from service.operations.maps.layers.overlays import area_layer, hatching, line_layer, pair_layer
from service.operations.maps.markup import element, number, shortened, text_of
from service.operations.maps.scheme import SCOPE, STYLE, marks_of
from service.operations.maps.shapes import SIDE, STEP_Y, Box, centre
from service.rules.kernel.family import Family
from service.rules.kernel.hexes import Hex
from service.rules.kernel.picture import MapDrawing, Picture, Seen
from service.wire import record

MAP_BYTES: Final = 2_500_000
"""The most bytes of a map."""

EDGE: Final = 14
"""How far the border of the picture is from what is drawn."""
LABEL_EDGE: Final = 4
"""How far the border is from a name at least."""
HEADING: Final = 28
NARROWEST: Final = 180
"""The least width, so that an entry of the legend fits."""
ENLARGED: Final = 1.5
FULL_SIZE: Final = 2_400
"""By how much a map is enlarged, and how long it then is at most."""
HEADING_LENGTH: Final = 60
TITLE: Final = "umpire-map-title"
DESCRIPTION: Final = "umpire-map-description"


@record
class DrawnMap:
    """A map that was drawn."""

    status: Annotated[Literal["drawn"], Field(description="The map is drawn.")]
    svg: Annotated[str, Field(description="The map as an SVG file, without scripts and without links.")]


class Maps:
    """The maps of all families that have them."""

    def __init__(self, families: Iterable[Family]) -> None:
        """Index the drawings of families by name."""
        self.drawings: dict[str, MapDrawing] = {
            family.name: family.drawing for family in families if family.drawing is not None
        }

    def require(self, family: str) -> MapDrawing:
        """Return how a family's map is drawn.

        Raises: MapMissing.
        """
        drawing = self.drawings.get(family)
        if drawing is None:
            known = ", ".join(self.drawings)
            raise MapMissing(f"The fights of {family} have no map of hexes; those of {known} have one.")
        return drawing

    def draw(self, family: str, seen: Seen, rulings: Any, overlays: MapOverlays) -> DrawnMap:
        """Draw what somebody sees of a family's scene or state.

        Raises: MapMissing; AnswerTooLarge.
        """
        return DrawnMap(status="drawn", svg=drawn(self.require(family).picture(seen, rulings), overlays))


def drawn(picture: Picture, overlays: MapOverlays) -> str:
    """Draw a picture.

    Raises: AnswerTooLarge, naming the limit.
    """
    frame = frame_of(picture, overlays)
    svg = _document(frame)
    size = len(svg.encode())
    if size > MAP_BYTES:
        raise AnswerTooLarge(
            f"The map has {size:,} bytes; at most {MAP_BYTES:,} are sent. Post `part` with a centre and a radius below "
            f"{WIDEST}, or smaller areas."
        )
    return svg


def _document(frame: Frame) -> str:
    figures = frame.picture.figures
    sides = marks_of([each.side for each in figures])
    kinds = grounds(frame)
    labels, taken = labels_of(figures)
    box = _box(_covered(frame), [each.box for each in labels], with_heading=frame.overlays.title is not None)
    legend = legend_of(frame, kinds, sides, box.width - 2 * EDGE)
    whole = box._replace(height=box.height + legend.height + (EDGE if legend.markup else 0))
    patterns = [*ground_tiles(dict.fromkeys([look for look, _ in kinds])), *hatching(len(frame.overlays.areas))]
    layers = (
        element("rect", class_="paper", **_placed(whole)),
        _heading(frame, box),
        ground_layer(kinds),
        area_layer(frame.overlays.areas),
        body_layer(figures, sides),
        edge_layer(frame.picture.edges),
        coordinate_layer(frame.hexes, taken),
        note_layer(frame.picture.hexes, frame.hexes),
        item_layer(frame.picture.items),
        pair_layer(frame.picture),
        figure_layer(figures, sides),
        line_layer(frame.overlays.lines),
        name_layer(labels),
        _moved(legend.markup, box.x + EDGE, box.y + box.height),
    )
    head = (
        element("title", text_of(title_of(frame)), id=TITLE),
        element("desc", text_of(description_of(frame)), id=DESCRIPTION),
        element("style", STYLE),
        element("defs", *patterns) if patterns else "",
    )
    return f"{_root(whole, [*head, *layers])}\n"


def _root(box: Box, children: Iterable[str]) -> str:
    scale = min(ENLARGED, FULL_SIZE / max(box.width, box.height))
    return element(
        "svg",
        *children,
        xmlns="http://www.w3.org/2000/svg",
        class_=SCOPE,
        viewBox=" ".join([number(each) for each in box]),
        width=number(box.width * scale),
        height=number(box.height * scale),
        role="img",
        aria_labelledby=TITLE,
        aria_describedby=DESCRIPTION,
    )


def _covered(frame: Frame) -> frozenset[Hex]:
    """Return every hex that something is drawn in, on the map or beside it."""
    lines = [there for each in frame.overlays.lines for there in (each.start, each.goal, *each.passed)]
    areas = [there for each in frame.overlays.areas for there in each.hexes]
    bodies = [there for each in frame.picture.figures for there in each.hexes]
    items = [each.hex for each in frame.picture.items]
    edges = [each.hex for each in frame.picture.edges]
    return frame.hexes.union(lines, areas, bodies, items, edges) or frozenset([(0, 0)])


def _box(hexes: Iterable[Hex], labels: Iterable[Box], *, with_heading: bool) -> Box:
    """Return the rectangle around hexes and labels, with a border, and room for a heading."""
    xs, ys = zip(*[centre(each) for each in hexes], strict=True)
    left, right = min(xs) - SIDE - EDGE, max(xs) + SIDE + EDGE
    top, bottom = min(ys) - STEP_Y - EDGE, max(ys) + STEP_Y + EDGE
    whole = Box(left, top, right - left, bottom - top).around(labels, LABEL_EDGE)
    heading = HEADING if with_heading else 0
    return Box(whole.x, whole.y - heading, max(whole.width, NARROWEST + 2 * EDGE), whole.height + heading)


def _heading(frame: Frame, box: Box) -> str:
    if frame.overlays.title is None:
        return ""
    fitting = min(HEADING_LENGTH, int((box.width - 2 * EDGE) / 9))
    where = {"x": number(box.x + EDGE), "y": number(box.y + EDGE + 12)}
    return element("text", text_of(shortened(frame.overlays.title, fitting)), class_="heading", **where)


def _moved(markup: str, x: float, y: float) -> str:
    return element("g", markup, transform=f"translate({number(x)} {number(y)})") if markup else ""


def _placed(box: Box) -> Mapping[str, str]:
    return {name: number(value) for name, value in zip(("x", "y", "width", "height"), box, strict=True)}
