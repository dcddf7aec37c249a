"""Figures of a map as markup: their bodies, the shapes of their sides, their facings and their names."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from math import cos, pi, sin
from typing import Final, NamedTuple

from service.operations.maps.description import figure_in_words
from service.operations.maps.markup import element, number, shortened, text_of
from service.operations.maps.scheme import SideMark
from service.operations.maps.shapes import centre, outline_path
from service.rules.kernel.hexes import Hex
from service.rules.kernel.picture import PictureFigure, Pose

NAME_LENGTH: Final = 14
STATE_LENGTH: Final = 22
MOST_NAMED: Final = 4
"""How many figures in one hex have their names written; the pointer finds the names of all."""
NOSE: Final = "M-9-13 0-24 9-13 0-17z"
"""The arrow towards the hexside that a figure faces, when that is north."""
DEGREES: Final = 60
POSES: Final[Mapping[Pose, str | None]] = {
    Pose.UPRIGHT: None,
    Pose.LOW: "scale(.75)",
    Pose.FLAT: "scale(1 .5)",
    Pose.OUT: None,
}
SOUTHWARD: Final = frozenset({2, 3, 4})
"""Facings whose arrows are where a name stands otherwise."""


class Slot(NamedTuple):
    """Where in its hex a figure is drawn: how far from the centre, how large, and where its name is; None: nowhere."""

    x: float = 0
    y: float = 0
    scale: float = 1
    name: float | None = 23


def slots_of(figures: Sequence[PictureFigure]) -> list[Slot]:
    """Choose where each figure is drawn, so that those in one hex are seen side by side."""
    crowds: dict[Hex, list[int]] = defaultdict(list)
    for place, figure in enumerate(figures):
        crowds[figure.hexes[0]].append(place)
    slots = [Slot()] * len(figures)
    for crowd in crowds.values():
        for number_in_hex, place in enumerate(crowd):
            slots[place] = _slot(figures[place], number_in_hex, len(crowd))
    return slots


def _slot(figure: PictureFigure, place: int, crowd: int) -> Slot:
    if crowd == 1:
        return Slot(name=-17 if figure.facing in SOUTHWARD else 23)
    turn = 2 * pi * place / crowd - pi / 2
    scale = 0.6 if crowd <= 3 else 0.45 if crowd <= 6 else 0.3
    name = None if place >= MOST_NAMED else 28 + 8 * (place - 1) if place else -21
    return Slot(13 * cos(turn), 13 * sin(turn), scale, name)


def body_layer(figures: Sequence[PictureFigure], sides: Mapping[str, SideMark]) -> str:
    """Write the footprints of figures that fill several hexes, each joined to one shape."""
    written = [
        element(
            "path",
            class_=_classes("body", figure, sides),
            data_body=figure.id,
            d=outline_path(figure.hexes),
        )
        for figure in figures
        if len(figure.hexes) > 1
    ]
    return element("g", *written, class_="bodies") if written else ""


def figure_layer(figures: Sequence[PictureFigure], sides: Mapping[str, SideMark]) -> str:
    """Write all figures."""
    slots = slots_of(figures)
    drawn = [_figure(figure, slot, sides) for figure, slot in zip(figures, slots, strict=True)]
    return element("g", *drawn, class_="figures") if drawn else ""


def name_layer(figures: Sequence[PictureFigure]) -> str:
    """Write the names and states of figures over everything else, each with a halo behind it."""
    texts = []
    for figure, slot in zip(figures, slots_of(figures), strict=True):
        if slot.name is not None:
            x, y = centre(figure.hexes[0])
            texts += _label(shortened(figure.name, NAME_LENGTH), x, y + slot.name, "name")
            if figure.words and slot == _slot(figure, 0, 1):
                further = -8 if slot.name < 0 else 8
                texts += _label(shortened(", ".join(figure.words), STATE_LENGTH), x, y + slot.name + further, "words")
    return element("g", *texts, class_="names", aria_hidden="true") if texts else ""


def _label(text: str, x: float, y: float, class_: str) -> list[str]:
    where = {"x": number(x), "y": number(y)}
    return [element("text", text_of(text), class_=f"{kind}{class_}", **where) for kind in ("halo ", "")]


def _figure(figure: PictureFigure, slot: Slot, sides: Mapping[str, SideMark]) -> str:
    x, y = centre(figure.hexes[0])
    parts = [element("title", text_of(figure_in_words(figure)))]
    if figure.facing is not None:
        parts.append(element("path", class_="nose", d=NOSE, transform=f"rotate({DEGREES * figure.facing})"))
    shape = sides[figure.side].glyph
    parts.append(element("g", shape, class_=_classes("figure", figure, sides), transform=POSES[figure.pose]))
    if figure.pose is Pose.OUT:
        parts.append(element("path", class_="cross", d="M-10-10 10 10M10-10-10 10"))
    scaled = f" scale({number(slot.scale)})" if slot.scale != 1 else ""
    return element(
        "g",
        *parts,
        data_figure=figure.id,
        data_side=figure.side,
        data_hexes=" ".join([f"{q},{r}" for q, r in figure.hexes]),
        data_facing=None if figure.facing is None else str(figure.facing),
        transform=f"translate({number(x + slot.x)} {number(y + slot.y)}){scaled}",
    )


def _classes(kind: str, figure: PictureFigure, sides: Mapping[str, SideMark]) -> str:
    out = " out" if figure.pose is Pose.OUT else ""
    return f"{kind} {sides[figure.side].class_}{out}{' hidden' if figure.hidden else ''}"
