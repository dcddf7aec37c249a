"""Figures of a map as markup: their bodies, the shapes of their sides, their facings and their names."""

from collections.abc import Mapping, Sequence
from typing import Final

from service.operations.maps.description import figure_in_words
from service.operations.maps.layers.labels import Label
from service.operations.maps.markup import element, number, text_of
from service.operations.maps.scheme import SideMark
from service.operations.maps.shapes import Crowd, centre, crowds_of, outline_path
from service.rules.kernel.picture import PictureFigure, Pose

NOSE: Final = "M-9-13 0-24 9-13 0-17z"
"""The arrow towards the hexside that a figure faces, when that is north."""
DEGREES: Final = 60
POSES: Final[Mapping[Pose, str | None]] = {
    Pose.UPRIGHT: None,
    Pose.LOW: "scale(.75)",
    Pose.FLAT: "scale(1 .5)",
    Pose.OUT: None,
}


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
    crowds = crowds_of([each.hexes[0] for each in figures])
    drawn = [_figure(figure, crowd, sides) for figure, crowd in zip(figures, crowds, strict=True)]
    return element("g", *drawn, class_="figures") if drawn else ""


def name_layer(labels: Sequence[Label]) -> str:
    """Write the names and states of figures over everything else, each with a halo behind it."""
    texts = []
    for each in labels:
        texts += _label(each.name, each.x, each.y, f"name {each.anchor}".rstrip())
        texts += _label(each.state, each.x, each.state_y, "words") if each.state else []
    return element("g", *texts, class_="names", aria_hidden="true") if texts else ""


def _label(text: str, x: float, y: float, class_: str) -> list[str]:
    where = {"x": number(x), "y": number(y)}
    return [element("text", text_of(text), class_=f"{kind}{class_}", **where) for kind in ("halo ", "")]


def _figure(figure: PictureFigure, crowd: Crowd, sides: Mapping[str, SideMark]) -> str:
    x, y = centre(figure.hexes[0])
    parts = [element("title", text_of(figure_in_words(figure)))]
    if figure.facing is not None:
        parts.append(element("path", class_="nose", d=NOSE, transform=f"rotate({DEGREES * figure.facing})"))
    shape = sides[figure.side].glyph
    parts.append(element("g", shape, class_=_classes("figure", figure, sides), transform=POSES[figure.pose]))
    if figure.pose is Pose.OUT:
        parts.append(element("path", class_="cross", d="M-10-10 10 10M10-10-10 10"))
    scaled = f" scale({number(crowd.scale)})" if crowd.scale != 1 else ""
    return element(
        "g",
        *parts,
        data_figure=figure.id,
        data_side=figure.side,
        data_hexes=" ".join([f"{q},{r}" for q, r in figure.hexes]),
        data_facing=None if figure.facing is None else str(figure.facing),
        transform=f"translate({number(x + crowd.x)} {number(y + crowd.y)}){scaled}",
    )


def _classes(kind: str, figure: PictureFigure, sides: Mapping[str, SideMark]) -> str:
    out = " out" if figure.pose is Pose.OUT else ""
    return f"{kind} {sides[figure.side].class_}{out}{' hidden' if figure.hidden else ''}"
