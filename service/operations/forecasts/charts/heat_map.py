"""The heat map of a sweep: a chance or a mean for each pair of values, as a shade and as a number with its bounds."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from service.operations.forecasts.charts.chart import (
    EDGE,
    HEADING_LENGTH,
    LABEL_LENGTH,
    SHADES,
    Bounded,
    bar,
    document,
    shade_of,
    words,
)
from service.operations.maps.markup import element, isolated, shortened, text_of

CELL_WIDTH: Final = 84
CELL_HEIGHT: Final = 40
LABELS: Final = 160
TOP: Final = 96
NARROWEST: Final = 480
COLUMN_LABEL_LENGTH: Final = 12
CELL_NAME_LENGTH: Final = 130
MOST_TOLD: Final = 200
"""Cells that are described one by one."""

Grid = Sequence[Sequence[Bounded | None]]
"""Chances by row and column; None, where nothing is known."""


@dataclass(frozen=True, slots=True)
class Shown:
    """What a heat map is of, such as "Chance that" and "red wins", and how both ends of its shades are written."""

    words: str
    whom: str
    ends: tuple[str, str] = ("0 %", "100 %")


def heat_map(
    title: str, shown: Shown, rows: Sequence[str], columns: Sequence[str], grid: Grid, axes: tuple[str, str]
) -> str:
    """Draw chances or means by the labels of rows and columns.

    `axes` names what differs from row to row, and from column to column. Shades go from that of 0 to that of 1, lighter
    or darker step by step, so that they can be told apart in grey; each cell has its number, too. A sweep with one axis
    has one column, or one row.
    """
    width = max(NARROWEST, LABELS + CELL_WIDTH * len(columns) + EDGE)
    floor = TOP + CELL_HEIGHT * len(rows)
    layers = [
        words(EDGE, EDGE + 32, f"{shown.words} {shortened(shown.whom, HEADING_LENGTH)}, and its bounds", "small"),
        words(LABELS, TOP - 22, shortened(axes[1], HEADING_LENGTH), "part"),
        words(EDGE, TOP - 6, shortened(axes[0], LABEL_LENGTH), "part"),
        *[
            words(_x(place) + CELL_WIDTH / 2, TOP - 6, shortened(each, COLUMN_LABEL_LENGTH), "middle")
            for place, each in enumerate(columns)
        ],
    ]
    for row, name in enumerate(rows):
        layers.append(words(EDGE, _y(row) + 24, shortened(name, LABEL_LENGTH)))
        layers += [_cell(grid[row][column], row, column, f"{name}, {each}") for column, each in enumerate(columns)]
    layers.append(_key(floor + 14, shown.ends))
    return document(width, floor + 52, title, _description(shown, rows, columns, grid), *layers)


def _x(column: int) -> float:
    return LABELS + CELL_WIDTH * column


def _y(row: int) -> float:
    return TOP + CELL_HEIGHT * row


def _cell(chance: Bounded | None, row: int, column: int, name: str) -> str:
    x, y = _x(column), _y(row)
    middle = x + CELL_WIDTH / 2
    if chance is None:
        return bar(x, y, CELL_WIDTH, CELL_HEIGHT, "bar lower") + words(middle, y + 24, "?", "middle")
    shade = shade_of(chance.value)
    return element(
        "g",
        element("title", text_of(f"{shortened(name, CELL_NAME_LENGTH)}: {chance.words}")),
        bar(x, y, CELL_WIDTH, CELL_HEIGHT, f"bar h{shade}"),
        words(middle, y + 18, chance.percent, f"part middle on{shade}"),
        words(middle, y + 32, chance.bounds.removesuffix(" %"), f"small middle on{shade}"),
    )


def _key(y: float, ends: tuple[str, str]) -> str:
    """Draw the shades from one end to the other."""
    boxes = [bar(LABELS + 20 * shade, y, 20, 12, f"bar h{shade}") for shade in range(SHADES + 1)]
    end = LABELS + 20 * (SHADES + 1)
    return "".join([words(LABELS - 6, y + 10, ends[0], "small end"), *boxes, words(end + 6, y + 10, ends[1], "small")])


def _description(shown: Shown, rows: Sequence[str], columns: Sequence[str], grid: Grid) -> str:
    """Describe the cells one by one."""
    told = [
        f"{isolated(name)}, {isolated(each)}: {chance.words if chance is not None else 'unknown'}."
        for row, name in enumerate(rows)
        for each, chance in zip(columns, grid[row], strict=True)
    ]
    more = [f"And {len(told) - MOST_TOLD} more."] if len(told) > MOST_TOLD else []
    return " ".join([f"{shown.words} {isolated(shown.whom)}.", *told[:MOST_TOLD], *more])
