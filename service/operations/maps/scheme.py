"""Colours, patterns and shapes of maps, for light and for dark screens, all of them readable in grey.

Sides differ in shape and in grey value besides their colour, ground differs in pattern. Style sheets are plain: no
variables, so that simple converters understand them; the dark scheme is a media query, which these leave out.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from service.operations.maps.markup import element
from service.rules.kernel.picture import Look

FONT: Final = "system-ui,'DejaVu Sans',sans-serif"


@dataclass(frozen=True, slots=True)
class Scheme:
    """The colours of one scheme, as six hexadecimal digits after #.

    `ink` is for texts and outlines, `faint` for the grid, `mark` for the patterns of ground, `line` for lines of fire
    and `area` for areas.
    """

    paper: str
    ink: str
    faint: str
    mark: str
    line: str
    area: str
    ground: Mapping[Look, str]


LIGHT: Final = Scheme(
    paper="#ffffff",
    ink="#161616",
    faint="#a8a296",
    mark="#857b66",
    line="#b0003a",
    area="#0b6e4f",
    ground={
        Look.OPEN: "#fbf9f3",
        Look.DARK: "#d0d0de",
        Look.ROUGH: "#efe6cf",
        Look.DIFFICULT: "#ddcfae",
        Look.WATER: "#d3e6f3",
        Look.STAIRS: "#e9e9e9",
        Look.CLOSED: "#d9d9d9",
        Look.SOLID: "#a39e95",
    },
)
DARK: Final = Scheme(
    paper="#121212",
    ink="#f4f4f4",
    faint="#5c5c5c",
    mark="#8d8d8d",
    line="#ff8fb0",
    area="#6fe0b5",
    ground={
        Look.OPEN: "#1d1d1b",
        Look.DARK: "#282838",
        Look.ROUGH: "#332e22",
        Look.DIFFICULT: "#463c26",
        Look.WATER: "#16323f",
        Look.STAIRS: "#2b2b2b",
        Look.CLOSED: "#383838",
        Look.SOLID: "#55514a",
    },
)

SIDES: Final = ("#1f3f80", "#f5b83d", "#b2332b", "#f3edd8", "#3f8f4f", "#d98cb3")
"""The colours of sides, which both schemes have; so ordered that neighbours differ much in grey."""

GLYPHS: Final = (
    '<circle r="11"/>',
    '<path d="M-10-10h20v20h-20z"/>',
    '<path d="M0-13 13 0 0 13-13 0z"/>',
    '<path d="M0-13 12 8h-24z"/>',
    '<path d="M-6-11h12l6 11-6 11h-12l-6-11z"/>',
    '<path d="M0-13 3-4 12-4 5 2 8 11 0 6-8 11-5 2-12-4-3-4z"/>',
)
"""The shapes of sides: circle, square, diamond, triangle, hexagon, star."""

PATTERNS: Final[Mapping[Look, tuple[int, int, str]]] = {
    Look.DARK: (10, 8, '<path d="M5 1v4"/>'),
    Look.ROUGH: (12, 12, '<circle cx="3" cy="3" r="1.2"/><circle cx="9" cy="9" r="1.2"/>'),
    Look.DIFFICULT: (9, 9, '<path d="M0 9 9 0M0 0 9 9"/>'),
    Look.WATER: (16, 9, '<path d="M0 4q4-4 8 0t8 0"/>'),
    Look.STAIRS: (8, 6, '<path d="M0 3h8"/>'),
    Look.CLOSED: (14, 14, '<path d="M4 4 10 10M10 4 4 10"/>'),
    Look.SOLID: (6, 6, '<path d="M0 6 6 0"/>'),
}
"""The pattern of each ground that is not open: width and height of a tile, and what is on it."""

AREA_PATTERNS: Final = (
    '<path d="M0 10 10 0"/>',
    '<path d="M0 0 10 10"/>',
    '<path d="M0 5h10"/>',
    '<path d="M5 0v10"/>',
)
"""The hatching of areas, one after the other."""
TILE: Final = 10


COLOUR_WORDS: Final[Mapping[str, int]] = {
    "blue": 0,
    "yellow": 1,
    "gold": 1,
    "orange": 1,
    "red": 2,
    "white": 3,
    "green": 4,
    "pink": 5,
}
"""The colours of sides that are called after one."""


class SideMark(NamedTuple):
    """How a side is marked: the places of its shape and of its colour."""

    shape: int
    colour: int

    @property
    def glyph(self) -> str:
        """The shape as markup."""
        return GLYPHS[self.shape]

    @property
    def class_(self) -> str:
        """The class of the colour."""
        return f"s{self.colour}"


def marks_of(sides: Iterable[str]) -> dict[str, SideMark]:
    """Choose a mark for each side, in order: no two have the same shape and colour while there are any left.

    Shapes come one after the other. A side that is called after a colour has it; the others take those that are left.
    """
    known = list(dict.fromkeys(sides))
    named = {side: COLOUR_WORDS[side.lower()] for side in known if side.lower() in COLOUR_WORDS}
    left = [colour for colour in range(len(SIDES)) if colour not in named.values()]
    marks: dict[str, SideMark] = {}
    for place, side in enumerate(known):
        colours = [named[side]] if side in named else [left.pop(0)] if left else _turned(place + place // len(GLYPHS))
        offered = [SideMark(shape, colour) for colour in colours for shape in _turned(place)]
        marks[side] = next((each for each in offered if each not in marks.values()), offered[0])
    return marks


def _turned(start: int) -> list[int]:
    """Return the places of all shapes or colours, beginning at one of them."""
    return [(start + step) % len(GLYPHS) for step in range(len(GLYPHS))]


SHAPES_CSS: Final[Mapping[str, str]] = {
    "text": f"font-family:{FONT};font-size:9px;text-anchor:middle",
    ".heading": "font-size:16px;font-weight:bold;text-anchor:start",
    ".key text": "font-size:11px;text-anchor:start",
    ".key .sign": "text-anchor:middle",
    ".name": "font-weight:bold",
    ".start": "text-anchor:start",
    ".end": "text-anchor:end",
    ".words,.coordinate,.note": "font-size:7px",
    ".halo": "stroke-width:2.5;stroke-linejoin:round",
    ".mark,.hatch,.passed,.edge,.inlay,.pair,.cross,.shot": "fill:none",
    ".mark,.hatch": "stroke-width:1",
    ".figure": "stroke-width:1.5;stroke-linejoin:round",
    ".body": "stroke-width:2;fill-opacity:.4",
    ".out": "fill-opacity:.35",
    ".hidden": "stroke-dasharray:3 2",
    ".cross": "stroke-width:2.5",
    ".edge": "stroke-width:5;stroke-linecap:round",
    ".inlay": "stroke-width:2",
    ".window": "stroke-dasharray:2 7",
    ".low-wall": "stroke-width:3.5;stroke-dasharray:.1 5",
    ".pair": "stroke-width:16;stroke-opacity:.3;stroke-linecap:round",
    ".shot": "stroke-width:2.5",
    ".passed": "stroke-width:2;stroke-dasharray:5 3",
    ".area": "stroke-width:2",
}
"""Declarations that both schemes share, by selector."""


def _colours(scheme: Scheme) -> Mapping[str, str]:
    """Return the declarations that differ between the schemes, by selector."""
    return {
        ".paper": f"fill:{scheme.paper}",
        "text,.nose,.item": f"fill:{scheme.ink}",
        ".hex": f"stroke:{scheme.faint}",
        **{f".{look.value}": f"fill:{colour}" for look, colour in scheme.ground.items()},
        ".mark": f"stroke:{scheme.mark}",
        ".dots": f"fill:{scheme.mark};stroke:none",
        ".figure,.body,.pair,.edge,.cross": f"stroke:{scheme.ink}",
        ".inlay,.halo": f"stroke:{scheme.paper}",
        ".halo": f"fill:{scheme.paper}",
        ".shot,.passed": f"stroke:{scheme.line}",
        ".tip": f"fill:{scheme.line}",
        ".area,.hatch": f"stroke:{scheme.area}",
    }


def sheet(scope: str, rules: Mapping[str, str]) -> str:
    """Write rules that reach no farther than a picture's class, wherever its markup is put into a page."""
    return "".join(
        [
            f"{','.join([f'.{scope} {each}' for each in selector.split(',')])}{{{declared}}}"
            for selector, declared in rules.items()
        ]
    )


def style(
    scope: str, shapes: Mapping[str, str], colours: Callable[[Scheme], Mapping[str, str]], fixed: Mapping[str, str]
) -> str:
    """Write the style sheet of pictures of one class: what both schemes share, the light one, and the dark one."""
    light, dark = sheet(scope, colours(LIGHT)), sheet(scope, colours(DARK))
    return f"{sheet(scope, shapes)}{light}{sheet(scope, fixed)}@media(prefers-color-scheme:dark){{{dark}}}"


SIDES_CSS: Final = {f".s{place}": f"fill:{colour}" for place, colour in enumerate(SIDES)}
"""The colours of sides, by selector."""

SCOPE: Final = "umpire-map"
STYLE: Final = style(SCOPE, SHAPES_CSS, _colours, SIDES_CSS)
"""The style sheet of every map."""


def pattern(name: str, width: int, height: int, class_: str, content: str, ground: str = "") -> str:
    """Write a tile that fills hexes, with the ground behind it."""
    behind = element("rect", class_=ground, width=str(width), height=str(height)) if ground else ""
    size = {"width": str(width), "height": str(height), "patternUnits": "userSpaceOnUse"}
    return element("pattern", behind, element("g", content, class_=class_), id=name, **size)
