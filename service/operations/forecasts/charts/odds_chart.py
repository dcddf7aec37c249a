"""The chart of the odds of a fight: a bar for each outcome with its bounds, and how many rounds it takes."""

from collections.abc import Sequence
from math import ceil
from typing import Any, Final

from service.forecasts.reading import MethodKind
from service.operations.forecasts.charts.chart import (
    EDGE,
    LABEL_LENGTH,
    WIDTH,
    Bounded,
    bar,
    document,
    level_whisker,
    line,
    upright_whisker,
    words,
)
from service.operations.maps.markup import element, isolated, number, shortened, text_of
from service.operations.maps.scheme import marks_of

ROW: Final = 30
BAR: Final = 18
TOP: Final = 62
LABELS: Final = 170
"""Where bars begin."""
NUMBERS: Final = 150
"""The room for numbers behind the bars."""
TALL: Final = 130
MOST_COLUMNS: Final = 40
UNSEEN: Final = 5e-4
"""Chances below this are left out, if they are of no side."""
QUARTERS: Final = (0, 25, 50, 75, 100)
NICE_TOPS: Final = (0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.75, 1.0)
"""Where the axis of the rounds may end."""

Column = tuple[str, Bounded]
"""A number of rounds, or several, and their chance."""


def odds_chart(odds: dict[str, Any], title: str) -> str:
    """Draw the odds of a fight; `odds` are the parts of an answer as `written` makes them."""
    outcomes = _outcomes(odds)
    columns = _columns([(each.rounds, Bounded.of(each.chance)) for each in odds["rounds"].distribution])
    axis = TOP + ROW * len(outcomes)
    floor = axis + 70 + TALL
    layers = [
        words(EDGE, TOP - 16, _method(odds["method"]), "small"),
        _axis(axis),
        *_bars(outcomes, [each.side for each in odds["winner"]]),
        words(EDGE, axis + 48, "Rounds", "part"),
        *_histogram(columns, floor),
    ]
    description = _description(outcomes, columns, odds)
    return document(WIDTH, floor + 34, title, description, *layers)


def _outcomes(odds: dict[str, Any]) -> list[tuple[str, Bounded]]:
    """Return what may come of the fight: each side's win, and what else can be."""
    wins = [(each.side, Bounded.of(each.chance)) for each in odds["winner"]]
    others = [(name, Bounded.of(odds[name])) for name in ("draw", "undecided", "stalemate")]
    return [
        *wins,
        *[each for each in others if each[1].value >= UNSEEN],
    ]


def _bars(outcomes: Sequence[tuple[str, Bounded]], sides: Sequence[str]) -> list[str]:
    marks = marks_of(sides)
    drawn = []
    for place, (name, chance) in enumerate(outcomes):
        y = TOP + ROW * place
        is_side = place < len(sides)
        fill = marks[name].class_ if is_side else "lower"
        label = shortened(name, LABEL_LENGTH)
        parts = [
            words(EDGE + 24, y + 14, label),
            bar(LABELS, y, _x(chance.value) - LABELS, BAR, f"bar {fill}"),
            level_whisker(_x(chance.low), _x(chance.high), y + BAR / 2),
            words(_x(1) + 10, y + 9, chance.percent, "part"),
            words(_x(1) + 10, y + 21, chance.bounds, "small"),
        ]
        if is_side:
            where = f"translate({EDGE + 9} {number(y + BAR / 2)}) scale(.7)"
            parts.append(element("g", marks[name].glyph, class_=f"bar {fill}", transform=where))
        drawn.append(element("g", element("title", text_of(f"{label}: {chance.words}")), *parts))
    return drawn


def _x(share: float) -> float:
    """Return how far to the right a chance is."""
    return LABELS + share * (WIDTH - EDGE - NUMBERS - LABELS)


def _axis(y: float) -> str:
    lines = [line(_x(each / 100), TOP - 6, _x(each / 100), y, "grid") for each in QUARTERS]
    return "".join([*lines, *[words(_x(each / 100), y + 13, f"{each} %", "small middle") for each in QUARTERS]])


def _columns(rounds: Sequence[tuple[int, Bounded]]) -> list[Column]:
    """Return the numbers of rounds from the fewest to the most that can be seen; if many, several in one column.

    A column of several has no bounds: those of its parts do not add up.
    """
    known = dict(rounds)
    while known and known[max(known)].value < UNSEEN:
        del known[max(known)]
    if not known:
        return []
    first, last = min(known), max(known)
    step = ceil((last - first + 1) / MOST_COLUMNS)
    nothing = Bounded(0, 0, 0)
    if step == 1:
        return [(str(each), known.get(each, nothing)) for each in range(first, last + 1)]
    columns = []
    for start in range(first, last + 1, step):
        total = sum([known.get(each, nothing).value for each in range(start, start + step)])
        columns.append((f"{start} to {start + step - 1}", Bounded(total, total, total)))
    return columns


def _histogram(columns: Sequence[Column], floor: float) -> list[str]:
    """Draw the columns above a floor, with the chance at the top of the axis."""
    left, right = EDGE + 44, WIDTH - EDGE
    top = next(each for each in NICE_TOPS if each >= min(1.0, max([each.high for _, each in columns], default=1.0)))
    wide = (right - left) / max(1, len(columns))
    every = ceil(len(columns) / 20) if columns and "to" not in columns[0][0] else ceil(len(columns) / 8)
    drawn = [
        line(left, floor, right, floor, "grid"),
        line(left, floor - TALL, right, floor - TALL, "grid"),
        words(left - 6, floor + 4, "0 %", "small end"),
        words(left - 6, floor - TALL + 4, f"{100 * top:g} %", "small end"),
    ]
    for place, (label, chance) in enumerate(columns):
        x, tall = left + wide * place, TALL * chance.value / top
        middle = x + wide / 2
        parts = [
            bar(x + wide * 0.1, floor - tall, wide * 0.8, tall, "bar plain"),
            upright_whisker(middle, floor - TALL * min(1, chance.high / top), floor - TALL * chance.low / top),
        ]
        title = f"{label} {'round' if label == '1' else 'rounds'}: {chance.words}"
        drawn.append(element("g", element("title", text_of(title)), *parts))
        if place % every == 0:
            drawn.append(words(middle, floor + 14, label, "small middle"))
    return drawn


def _method(method: Any) -> str:
    """Return how the odds are known, in a line."""
    if method.kind is MethodKind.SAMPLED:
        return f"{method.fights:,} fights were played; lines are intervals of {100 * method.level:g} %."
    if method.kind is MethodKind.BOUNDED:
        return f"Enumerated but for {100 * method.unresolved:.2g} %; lines are bounds that hold for certain."
    return "Exact: all paths of the dice were enumerated."


def _description(outcomes: Sequence[tuple[str, Bounded]], columns: Sequence[Column], odds: dict[str, Any]) -> str:
    """Describe the chart for those who do not see it."""
    sides = {each.side for each in odds["winner"]}
    told = [
        f"{isolated(name)} wins: {chance.words}." if name in sides else f"{name.capitalize()}: {chance.words}."
        for name, chance in outcomes
    ]
    spread = odds["rounds"].spread
    if spread is not None:
        told.append(f"Rounds: {spread.mean:.1f} on average, {spread.p5} to {spread.p95} in nine fights of ten.")
    return " ".join([*told, _method(odds["method"])])
