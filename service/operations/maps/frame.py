"""Which hexes of a map are drawn: all within its bounds, or those around what is on it."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Final

from service.errors import AnswerTooLarge
from service.operations.maps.asked import MAX_HEXES, WIDEST, MapOverlays
from service.rules.kernel.hexes import Hex, neighbour
from service.rules.kernel.picture import Bounds, Picture, pairs_in

MARGIN: Final = 2
"""How many hexes are drawn around what is on a map without end."""
SPARSEST: Final = 4
"""A large map is drawn without the hexes around it if it describes at least one hex of so many."""


@dataclass(frozen=True, slots=True)
class Frame:
    """The hexes that are drawn, and what of a picture and its overlays is in them."""

    hexes: frozenset[Hex]
    picture: Picture
    overlays: MapOverlays


def frame_of(picture: Picture, overlays: MapOverlays) -> Frame:
    """Choose the hexes to draw.

    Raises: AnswerTooLarge, naming the limit.
    """
    if overlays.part is not None:
        part = Bounds.around(overlays.part.centre, overlays.part.radius).hexes()
        bounds = picture.bounds
        return _cut(part if bounds is None else frozenset(filter(bounds.contains, part)), picture, overlays)
    return Frame(_all_hexes(picture, overlays), _with_pairs(picture), overlays)


def _all_hexes(picture: Picture, overlays: MapOverlays) -> frozenset[Hex]:
    """Return the hexes within the bounds, or those around what is on the map."""
    bounds = picture.bounds
    if bounds is not None and bounds.size <= MAX_HEXES:
        return bounds.hexes()
    around = _rectangle(list(_content(picture, overlays)) or [(0, 0)])
    size = sum([high - low + 1 for _, low, high in around])
    if size > MAX_HEXES:
        return _described(picture, size)
    hexes = [(q, r) for q, low, high in around for r in range(low, high + 1)]
    return frozenset(hexes if bounds is None else filter(bounds.contains, hexes))


def _described(picture: Picture, size: int) -> frozenset[Hex]:
    """Return the hexes that a large map describes, if they are not a few far apart.

    Raises: AnswerTooLarge.
    """
    described = frozenset([each.hex for each in picture.hexes])
    if len(described) > MAX_HEXES or len(described) * SPARSEST < size:
        raise AnswerTooLarge(
            f"What is on the map lies so far apart that {size:,} hexes would be drawn; at most {MAX_HEXES:,} are. "
            f"Post `part` with a centre and a radius of at most {WIDEST}."
        )
    return described


def _content(picture: Picture, overlays: MapOverlays) -> Iterator[Hex]:
    """Yield every hex on which something is."""
    for figure in picture.figures:
        yield from figure.hexes
    yield from [each.hex for each in picture.hexes]
    yield from [each.hex for each in picture.items]
    for edge in picture.edges:
        yield from (edge.hex, neighbour(edge.hex, edge.direction))
    for line in overlays.lines:
        yield from (line.start, line.goal, *line.passed)
    for area in overlays.areas:
        yield from area.hexes


def _rectangle(content: Iterable[Hex]) -> list[tuple[int, int, int]]:
    """Return the columns of a rectangle around hexes, as q and the lowest and highest r."""
    columns = [q for q, _ in content]
    heights = [2 * r + q for q, r in content]
    low, high = min(heights) - 2 * MARGIN, max(heights) + 2 * MARGIN
    return [(q, -((q - low) // 2), (high - q) // 2) for q in range(min(columns) - MARGIN, max(columns) + MARGIN + 1)]


def _cut(hexes: frozenset[Hex], picture: Picture, overlays: MapOverlays) -> Frame:
    """Leave out what is not in a part of the map; of lines, those that begin or end outside."""
    cut = replace(
        picture,
        hexes=tuple([each for each in picture.hexes if each.hex in hexes]),
        edges=tuple([e for e in picture.edges if e.hex in hexes or neighbour(e.hex, e.direction) in hexes]),
        items=tuple([each for each in picture.items if each.hex in hexes]),
        figures=tuple([each for each in picture.figures if each.hexes[0] in hexes]),
    )
    lines = tuple([each for each in overlays.lines if {each.start, each.goal} <= hexes])
    areas = [
        each.model_copy(update={"hexes": tuple([there for there in each.hexes if there in hexes])})
        for each in overlays.areas
    ]
    return Frame(hexes, _with_pairs(cut), overlays.model_copy(update={"lines": lines, "areas": tuple(areas)}))


def _with_pairs(picture: Picture) -> Picture:
    """Leave out pairs of whom not both are drawn."""
    return replace(picture, pairs=pairs_in(picture.pairs, [each.id for each in picture.figures]))
