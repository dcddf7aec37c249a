"""The legend below a map: sides with their shapes, ground, edges, and what is laid over it."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from service.operations.maps.description import label_of_area, label_of_line
from service.operations.maps.frame import Frame
from service.operations.maps.layers.ground import fill_of, ground_class
from service.operations.maps.layers.overlays import hatch_of
from service.operations.maps.markup import element, shortened, text_of
from service.operations.maps.scheme import SideMark
from service.rules.kernel.picture import EdgeLook, Look

COLUMN: Final = 180
ROW: Final = 24
ENTRY_LENGTH: Final = 24
MOST_ENTRIES: Final = 30
HEX: Final = "M12 0l-6 10.4h-12l-6-10.4 6-10.4h12z"
WHOLE_MAP: Final = "all"
"""The sign of what holds for the whole map."""
LINE_OF_KEY: Final = "M-11 0h22"


@dataclass(frozen=True, slots=True)
class Legend:
    """The markup of a legend whose upper left corner is at [0, 0], and its height."""

    markup: str
    height: float


def legend_of(frame: Frame, kinds: Iterable[tuple[Look, str]], sides: Mapping[str, SideMark], width: float) -> Legend:
    """Write the legend of a map of some width."""
    entries = [*_sides(frame, sides), *_grounds(kinds), *_signs(frame), *_edges(frame), *_overlays(frame)]
    if len(entries) > MOST_ENTRIES:
        more = f"and {len(entries) - MOST_ENTRIES + 1} more"
        entries = [*entries[: MOST_ENTRIES - 1], ("", more)]
    columns = max(1, int(width // COLUMN))
    written = []
    for place, (mark, label) in enumerate(entries):
        row, column = divmod(place, columns)
        where = f"translate({column * COLUMN + 16} {row * ROW + 14})"
        text = element("text", text_of(shortened(label, ENTRY_LENGTH)), x="20", y="4")
        written.append(element("g", mark, text, transform=where))
    height = ROW * -(-len(entries) // columns)
    return Legend(element("g", *written, class_="key", aria_hidden="true") if written else "", height)


def _sides(frame: Frame, sides: Mapping[str, SideMark]) -> Iterable[tuple[str, str]]:
    figures = Counter([each.side for each in frame.picture.figures])
    for side, known in sides.items():
        mark = element("g", known.glyph, class_=f"figure {known.class_}", transform="scale(.8)")
        yield mark, f"{shortened(side or 'no side', ENTRY_LENGTH - 6)} ({figures[side]})"


def _grounds(kinds: Iterable[tuple[Look, str]]) -> Iterable[tuple[str, str]]:
    words: dict[Look, list[str]] = {}
    for look, said in kinds:
        if said:
            words.setdefault(look, []).append(said)
    for look, said_of_look in words.items():
        mark = element("path", class_=ground_class(look), fill=fill_of(look), d=HEX)
        yield mark, said_of_look[0] if len(said_of_look) == 1 else _NAMES[look]


_NAMES: Final[Mapping[Look, str]] = {
    Look.OPEN: "other open ground",
    Look.DARK: "darkness or fog",
    Look.ROUGH: "rough ground",
    Look.DIFFICULT: "difficult ground",
    Look.WATER: "water",
    Look.STAIRS: "stairs",
    Look.CLOSED: "closed",
    Look.SOLID: "solid",
}
"""What ground is called that is not the same everywhere."""


def _signs(frame: Frame) -> Iterable[tuple[str, str]]:
    for note, words in frame.picture.signs:
        yield element("text", text_of(note or WHOLE_MAP), class_="sign", y="4"), words


def _edges(frame: Frame) -> Iterable[tuple[str, str]]:
    present = {each.look for each in frame.picture.edges}
    for look in EdgeLook:
        if look in present:
            line = element("path", class_=f"edge {look.value.replace(' ', '-')}", d=LINE_OF_KEY)
            inlay = element("path", class_="inlay", d=LINE_OF_KEY) if look is EdgeLook.DOOR else ""
            yield line + inlay, look.value
    if frame.picture.pairs:
        yield element("path", class_="pair", d="M-3 0h6"), "hand to hand"
    if frame.picture.items:
        yield element("path", class_="item", d="M-3-3h6v6h-6z"), "item"


def _overlays(frame: Frame) -> Iterable[tuple[str, str]]:
    for place, area in enumerate(frame.overlays.areas):
        mark = element("path", class_="area", fill=hatch_of(place), d="M-11-7h22v14h-22z")
        yield mark, label_of_area(area)
    for label in dict.fromkeys([label_of_line(each) for each in frame.overlays.lines]):
        yield element("path", class_="shot", d=LINE_OF_KEY), label
