"""Maps in words, for those who do not see the drawing."""

from collections.abc import Sequence
from typing import Final

from service.operations.maps.asked import MapArea, MapLine, MapOverlays
from service.operations.maps.frame import Frame
from service.operations.maps.markup import isolated
from service.rules.kernel.hexes import facing_name, hex_text
from service.rules.kernel.picture import PictureFigure
from service.rules.kernel.telling import amount

MOST_TOLD: Final = 100
"""How many figures are described one by one."""
LINE: Final = "Line of fire"
AREA: Final = "Area"


def title_of(frame: Frame) -> str:
    """Return the title of a map."""
    return isolated(frame.overlays.title) if frame.overlays.title else f"Map with {_figures(frame.picture.figures)}"


def description_of(frame: Frame) -> str:
    """Describe a map: where everybody is and faces, who fights whom, and what is laid over it."""
    figures = frame.picture.figures
    sentences = [
        f"Flat-top hexes [q, r] with north at the top: {len(frame.hexes)} hexes, {_figures(figures)}.",
        *[f"{figure_in_words(each)}." for each in figures[:MOST_TOLD]],
    ]
    sentences[1:1] = [f"On the whole map: {words}." for note, words in frame.picture.signs if not note]
    if len(figures) > MOST_TOLD:
        sentences.append(f"And {len(figures) - MOST_TOLD} more.")
    names = {each.id: isolated(each.name) for each in figures}
    sentences += [f"{names[one]} fights {names[other]} hand to hand." for one, other in frame.picture.pairs[:MOST_TOLD]]
    return " ".join([*sentences, *_overlays(frame.overlays)])


def figure_in_words(figure: PictureFigure) -> str:
    """Describe a figure: "Knights (red) at [0, 0], facing south-east, routed"."""
    side = f" ({isolated(figure.side)})" if figure.side else ""
    more = len(figure.hexes) - 1
    body = f" and {amount(more, 'hex')} more" if more else ""
    parts = [f"{isolated(figure.name)}{side} at {hex_text(figure.hexes[0])}{body}"]
    if figure.facing is not None:
        parts.append(f"facing {facing_name(figure.facing)}")
    return ", ".join([*parts, *figure.words, *(["hidden from viewers"] if figure.hidden else [])])


def label_of_line(line: MapLine) -> str:
    """Return what a line is called."""
    return line.label or LINE


def label_of_area(area: MapArea) -> str:
    """Return what an area is called."""
    return area.label or AREA


def _overlays(overlays: MapOverlays) -> list[str]:
    lines = [
        f"{isolated(label_of_line(each))} from {hex_text(each.start)} to {hex_text(each.goal)}."
        for each in overlays.lines
    ]
    areas = [f"{isolated(label_of_area(each))}: {amount(len(set(each.hexes)), 'hex')}." for each in overlays.areas]
    return [*lines, *areas]


def _figures(figures: Sequence[PictureFigure]) -> str:
    return amount(len(figures), "figure")
