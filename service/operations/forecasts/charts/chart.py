"""What all charts of odds share: one SVG file with title and description, a style for both schemes, bars and texts.

Charts use the schemes of maps: they fit light and dark screens, and colours are never all that tells things apart.
"""

from dataclasses import dataclass
from typing import Annotated, Final, Literal

from pydantic import Field

from service.operations.forecasts.records import ForecastChance
from service.operations.maps.markup import element, number, shortened, text_of
from service.operations.maps.scheme import DARK, FONT, SIDES_CSS, Scheme, style
from service.wire import record

SCOPE: Final = "umpire-chart"
TITLE: Final = "umpire-chart-title"
DESCRIPTION: Final = "umpire-chart-description"
EDGE: Final = 16
WIDTH: Final = 640
LABEL_LENGTH: Final = 22
HEADING_LENGTH: Final = 60
SHADES: Final = 10
"""Shades of a heat map, besides that of 0."""
PALEST: Final = ("#f4f6fb", "#1b2433")
FULLEST: Final = ("#1f3f80", "#a9c4ff")
"""The shades of 0 and 1 in the light and in the dark scheme: the surer, the farther from the paper, in grey, too."""

SHAPES_CSS: Final = {
    "text": f"font-family:{FONT};font-size:12px",
    ".heading": "font-size:16px;font-weight:bold",
    ".part": "font-weight:bold",
    ".small": "font-size:10px",
    ".middle": "text-anchor:middle",
    ".end": "text-anchor:end",
    ".grid": "stroke-width:1",
    ".bar": "stroke-width:1",
    ".lower": "stroke-dasharray:3 2",
    ".whisker": "stroke-width:1.5;fill:none",
    ".halo": "stroke-width:4.5;fill:none",
}


@record
class DrawnChart:
    """A chart that was drawn."""

    status: Annotated[Literal["drawn"], Field(description="The chart is drawn.")]
    svg: Annotated[str, Field(description="The chart as an SVG file, without scripts and without links.")]


@dataclass(frozen=True, slots=True)
class Bounded:
    """A number from 0 to 1 and its bounds, as a chart shows it."""

    value: float
    low: float
    high: float

    @classmethod
    def of(cls, chance: ForecastChance) -> "Bounded":
        """Return the chance of an answer."""
        return cls(chance.decimal, chance.low, chance.high)

    @property
    def percent(self) -> str:
        """The number in percent: "62.3 %"."""
        return f"{100 * self.value:.1f} %"

    @property
    def bounds(self) -> str:
        """The bounds in percent, "58.0 to 66.4 %"; empty if they are no farther apart than can be read."""
        low, high = f"{100 * self.low:.1f}", f"{100 * self.high:.1f}"
        return "" if low == high else f"{low} to {high} %"

    @property
    def words(self) -> str:
        """The number with its bounds in a sentence."""
        return f"{self.percent} ({self.bounds})" if self.bounds else self.percent


@dataclass(frozen=True, slots=True)
class Averaged(Bounded):
    """A mean and its bounds as shares of what it can be at most, which is `most`."""

    most: float

    @property
    def percent(self) -> str:
        """The mean: "1.25"."""
        return f"{self.most * self.value:.2f}"

    @property
    def bounds(self) -> str:
        """The bounds, "1.12 to 1.40"; empty if they are no farther apart than can be read."""
        low, high = f"{self.most * self.low:.2f}", f"{self.most * self.high:.2f}"
        return "" if low == high else f"{low} to {high}"


def document(width: float, height: float, title: str, description: str, *layers: str) -> str:
    """Write a chart as a file; `title` and `description` are plain texts, `layers` markup."""
    paper = element("rect", class_="paper", width=number(width), height=number(height))
    heading = words(EDGE, EDGE + 12, shortened(title, HEADING_LENGTH), "heading")
    svg = element(
        "svg",
        element("title", text_of(title), id=TITLE),
        element("desc", text_of(description), id=DESCRIPTION),
        element("style", STYLE),
        paper,
        heading,
        *layers,
        xmlns="http://www.w3.org/2000/svg",
        class_=SCOPE,
        viewBox=f"0 0 {number(width)} {number(height)}",
        width=number(width),
        height=number(height),
        role="img",
        aria_labelledby=TITLE,
        aria_describedby=DESCRIPTION,
    )
    return f"{svg}\n"


def words(x: float, y: float, text: str, class_: str | None = None) -> str:
    """Write a text at a place."""
    return element("text", text_of(text), class_=class_, x=number(x), y=number(y))


def line(x: float, y: float, x_end: float, y_end: float, class_: str) -> str:
    """Draw a straight line."""
    return element("path", class_=class_, d=f"M{number(x)} {number(y)}L{number(x_end)} {number(y_end)}")


def bar(x: float, y: float, width: float, height: float, class_: str) -> str:
    """Draw a bar, or nothing without a width or a height."""
    if width <= 0 or height <= 0:
        return ""
    place = {"x": number(x), "y": number(y), "width": number(width), "height": number(height)}
    return element("rect", class_=class_, **place)


def whisker(along: str) -> str:
    """Draw the bounds of a bar as a line that can be read on any colour."""
    return element("path", class_="halo", d=along) + element("path", class_="whisker", d=along)


def level_whisker(x: float, x_end: float, y: float) -> str:
    """Draw bounds beside each other."""
    if x_end - x < 1:
        return ""
    left, right = number(x), number(x_end)
    return whisker(f"M{left} {number(y - 4)}v8M{left} {number(y)}H{right}M{right} {number(y - 4)}v8")


def upright_whisker(x: float, y: float, y_end: float) -> str:
    """Draw bounds above each other."""
    if y_end - y < 1:
        return ""
    top, bottom = number(y), number(y_end)
    return whisker(f"M{number(x - 3)} {top}h6M{number(x)} {top}V{bottom}M{number(x - 3)} {bottom}h6")


def shade_of(value: float) -> int:
    """Return the shade of a chance, from 0 to `SHADES`."""
    return round(SHADES * min(1.0, max(0.0, value)))


def _shades(place: int, inks: tuple[str, str]) -> dict[str, str]:
    """Return the shades of one scheme, and for each the ink that stands out the most on it."""
    declared: dict[str, str] = {}
    for shade in range(SHADES + 1):
        colour = _between(PALEST[place], FULLEST[place], shade / SHADES)
        ink = max(inks, key=lambda each: abs(_light(each) - _light(colour)))
        declared |= {f".h{shade}": f"fill:{colour}", f".on{shade}": f"fill:{ink}"}
    return declared


def _between(one: str, other: str, share: float) -> str:
    return "#" + "".join([f"{round(a + (b - a) * share):02x}" for a, b in zip(_rgb(one), _rgb(other), strict=True)])


def _light(colour: str) -> float:
    """Return how light a colour is in grey, from 0 to 255."""
    red, green, blue = _rgb(colour)
    return 0.299 * red + 0.587 * green + 0.114 * blue


def _rgb(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def _colours(scheme: Scheme) -> dict[str, str]:
    """Return the declarations that differ between the schemes, by selector."""
    return {
        ".paper": f"fill:{scheme.paper}",
        "text": f"fill:{scheme.ink}",
        ".grid": f"stroke:{scheme.faint}",
        ".bar,.whisker": f"stroke:{scheme.ink}",
        ".halo": f"stroke:{scheme.paper}",
        ".plain": f"fill:{scheme.mark}",
        ".lower": f"fill:{scheme.paper}",
        **_shades(int(scheme is DARK), (scheme.ink, scheme.paper)),
    }


STYLE: Final = style(SCOPE, SHAPES_CSS, _colours, SIDES_CSS)
"""The style sheet of every chart."""
