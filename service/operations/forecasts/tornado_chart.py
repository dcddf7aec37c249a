"""The tornado of a sensitivity: for each number, what one less and one more of it is worth, the greatest on top."""

from collections.abc import Sequence
from typing import Any, Final

from service.operations.forecasts.chart import EDGE, WIDTH, Bounded, bar, document, level_whisker, line, words
from service.operations.maps.markup import element, isolated, plain_text, text_of

ROW: Final = 34
BAR: Final = 11
TOP: Final = 84
MIDDLE: Final = 425
"""Where nothing changes."""
HALF: Final = 165
MOST_ROWS: Final = 30
POINTER_LENGTH: Final = 36
STEPS: Final = (0.05, 0.1, 0.2, 0.3, 0.5, 1.0)
"""How much either end of the axis may be."""


def tornado_chart(parts: dict[str, Any], title: str) -> str:
    """Draw a sensitivity; `parts` are those of its answer."""
    numbers = parts["numbers"][:MOST_ROWS]
    reach = _reach(numbers)
    floor = TOP + ROW * len(numbers)
    chance = Bounded.of(parts["chance"])
    told = f"{isolated(parts['side'])} wins {chance.words} of {parts['fights']:,} fights with all numbers as they are."
    ends = [(-reach, "end"), (0.0, "middle"), (reach, "")]
    layers = [
        words(EDGE, EDGE + 32, told, "small"),
        words(EDGE, EDGE + 46, "Dashed: one less. Filled: one more. Lines are intervals.", "small"),
        *[line(_x(each, reach), TOP - 8, _x(each, reach), floor, "grid") for each, _ in ends],
        *[words(_x(each, reach), floor + 14, _change(each), "small middle") for each, _ in ends],
        *[_row(each, TOP + ROW * place, reach) for place, each in enumerate(numbers)],
    ]
    return document(WIDTH, floor + 30, title, " ".join([told, *_sentences(numbers)]), *layers)


def _reach(numbers: Sequence[Any]) -> float:
    """Return the change at either end of the axis."""
    widest = max([abs(end) for each in numbers for _, change in _changes(each) for end in _ends(change)], default=0.0)
    return next((each for each in STEPS if each >= widest), STEPS[-1])


def _changes(number: Any) -> list[tuple[str, Any]]:
    return [(name, change) for name, change in (("less", number.less), ("more", number.more)) if change is not None]


def _ends(change: Any) -> tuple[float, float]:
    return change.difference.low, change.difference.high


def _row(number: Any, y: float, reach: float) -> str:
    drawn = [words(EDGE, y + 11, _label(number.pointer)), words(EDGE, y + 23, f"now {number.value}", "small")]
    for name, change in _changes(number):
        x, top = _x(change.difference.decimal, reach), y + (0 if name == "less" else BAR + 2)
        zero = _x(0, reach)
        fill = "bar lower" if name == "less" else "bar plain"
        low, high = [_x(end, reach) for end in _ends(change)]
        said = f"{change.value}: {_change(change.difference.decimal)}"
        parts = [bar(min(x, zero), top, abs(x - zero), BAR, fill), level_whisker(low, high, top + BAR / 2)]
        drawn.append(element("g", element("title", text_of(said)), *parts))
    return element("g", *drawn)


def _label(pointer: str) -> str:
    """Return a pointer, or as many of its last parts as there is room for."""
    plain = plain_text(pointer)
    fitting = [place for place, each in enumerate(plain) if each == "/" and len(plain) - place < POINTER_LENGTH]
    return plain if len(plain) <= POINTER_LENGTH else f"…{plain[min(fitting, default=1 - POINTER_LENGTH) :]}"


def _x(change: float, reach: float) -> float:
    return MIDDLE + HALF * max(-1.0, min(1.0, change / reach))


def _change(change: float) -> str:
    """Write a change of a chance in percentage points."""
    points = 100 * change
    return f"{points:+.1f} points" if round(points, 1) else "0"


def _sentences(numbers: Sequence[Any]) -> list[str]:
    return [
        f"{isolated(number.pointer)}: "
        + ", ".join([f"{_change(change.difference.decimal)} with {change.value}" for _, change in _changes(number)])
        + "."
        for number in numbers
    ]
