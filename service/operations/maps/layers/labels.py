"""Where names stand on a map: beside their figures, and over no other figure or name where that can be avoided."""

import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from math import cos, radians, sin
from typing import Final, NamedTuple

from service.operations.maps.markup import shortened
from service.operations.maps.shapes import Box, Crowd, centre, crowds_of
from service.rules.kernel.picture import PictureFigure

NAME_LENGTH: Final = 14
SHORT_NAME: Final = 10
"""How many characters of a name are written, and how many where there is little room."""
STATE_LENGTH: Final = 22
MOST_NAMED: Final = 8
"""How many figures in one hex are named one by one; more are counted, and the pointer finds their names."""
SOUTHWARD: Final = frozenset({2, 3, 4})
"""Facings whose arrows are where a name stands otherwise."""

BELOW: Final = 23
ABOVE: Final = -17
GLYPH: Final = 11
TIP: Final = 24
"""How far from its centre the shape of a figure reaches, and the arrow of its facing."""
NOSE: Final = 7
"""Half of the width of the arrow."""
ABREAST: Final = 0.3
"""From this cosine on a figure in a crowd is beside its hex's centre, and its name is beside it, too."""

TOLERATED: Final = 40
"""What a label may cover of others, in square units, before another place or a shorter name is tried."""
LETTER: Final = 5.6
SMALL_LETTER: Final = 4.2
"""How wide a letter is on the average: of a name, and of what is smaller."""
WIDE: Final = frozenset({"W", "F"})
ASCENT: Final = 7.5
DESCENT: Final = 2
LINE: Final = 8


class Label(NamedTuple):
    """A name and, in a line of its own, a state: where their baselines are, and how they lie about x."""

    name: str
    state: str
    x: float
    y: float
    state_y: float
    anchor: str = ""

    @property
    def box(self) -> Box:
        """The rectangle that it covers."""
        width = max(_width(self.name, LETTER), _width(self.state, SMALL_LETTER))
        left = {"start": self.x, "end": self.x - width}.get(self.anchor, self.x - width / 2)
        top = min(self.y, self.state_y) - ASCENT
        return Box(left, top, width, max(self.y, self.state_y) + DESCENT - top)


class Taken:
    """The rectangles of a map that are taken, in a grid."""

    COLUMN: Final = 60
    ROW: Final = 30

    def __init__(self, boxes: Iterable[Box] = ()) -> None:
        """Begin with some rectangles."""
        self.cells: dict[tuple[int, int], list[Box]] = defaultdict(list)
        for box in boxes:
            self.add(box)

    def add(self, box: Box) -> None:
        """Take a rectangle."""
        for cell in self._cells(box):
            self.cells[cell].append(box)

    def covered(self, box: Box) -> float:
        """Return how much of a rectangle is taken already, counted once for each that lies over it."""
        near = {other for cell in self._cells(box) for other in self.cells.get(cell, ())}
        return sum([box.shared_with(other) for other in sorted(near)])

    def _cells(self, box: Box) -> Iterator[tuple[int, int]]:
        for column in range(int(box.x // self.COLUMN), int((box.x + box.width) // self.COLUMN) + 1):
            for row in range(int(box.y // self.ROW), int((box.y + box.height) // self.ROW) + 1):
                yield column, row


def labels_of(figures: Sequence[PictureFigure]) -> tuple[Sequence[Label], Taken]:
    """Choose the labels of figures, those that share a hex first, and tell what figures and labels cover."""
    crowds = crowds_of([each.hexes[0] for each in figures])
    taken = Taken(box for figure, crowd in zip(figures, crowds, strict=True) for box in _boxes(figure, crowd))
    chosen: dict[int, Label] = {}
    for place in sorted(range(len(figures)), key=lambda each: crowds[each].size == 1):
        offered = list(_offered(figures[place], crowds[place]))
        if offered:
            chosen[place] = min(offered, key=lambda each: _cost(taken.covered(each.box)))
            taken.add(chosen[place].box)
    return [label for _, label in sorted(chosen.items())], taken


def _cost(covered: float) -> float:
    return round(covered, 3) if covered > TOLERATED else 0


def _boxes(figure: PictureFigure, crowd: Crowd) -> Iterator[Box]:
    """Yield what a figure covers: its shape, and the arrow of its facing."""
    x, y = centre(figure.hexes[0])
    x, y, half = x + crowd.x, y + crowd.y, GLYPH * crowd.scale
    yield Box(x - half, y - half, 2 * half, 2 * half)
    if figure.facing is not None:
        angle, far, half = radians(60 * figure.facing - 90), (GLYPH + TIP) / 2 * crowd.scale, NOSE * crowd.scale
        yield Box(x + far * cos(angle) - half, y + far * sin(angle) - half, 2 * half, 2 * half)


def _offered(figure: PictureFigure, crowd: Crowd) -> Iterator[Label]:
    """Yield the labels that a figure could have, the most welcome first; none, if its crowd is only counted."""
    x, y = centre(figure.hexes[0])
    state = shortened(", ".join(figure.words), STATE_LENGTH)
    name, short = shortened(figure.name, NAME_LENGTH), shortened(figure.name, SHORT_NAME)
    if crowd.size == 1:
        for written in dict.fromkeys((name, short)):
            yield from _alone(written, state, figure.facing, x, y)
    elif crowd.size <= MOST_NAMED:
        for written in dict.fromkeys((f"{name}, {state}" if state else name, name, short)):
            yield from _in_crowd(written, crowd, x, y)
    elif crowd.place == 0:
        yield from _alone(f"{crowd.size} figures", "", None, x, y)


def _alone(name: str, state: str, facing: int | None, x: float, y: float) -> Iterator[Label]:
    for rise in (ABOVE, BELOW) if facing in SOUTHWARD else (BELOW, ABOVE):
        further = (LINE if rise > 0 else -LINE) if state else 0
        yield Label(name, state, x, y + rise, y + rise + further)


def _in_crowd(name: str, crowd: Crowd, x: float, y: float) -> Iterator[Label]:
    """Yield labels on that side of a figure which is away from the others: beside its shape, or beyond its arrow."""
    x, y = x + crowd.x, y + crowd.y
    for away in (GLYPH * crowd.scale + 2, TIP * crowd.scale + 2):
        if abs(cos(crowd.angle)) > ABREAST:
            right = cos(crowd.angle) > 0
            baseline = y + ASCENT / 2 - 1
            yield Label(name, "", x + (away if right else -away), baseline, baseline, "start" if right else "end")
        else:
            baseline = y + away + ASCENT if sin(crowd.angle) > 0 else y - away
            yield Label(name, "", x, baseline, baseline)


def _width(text: str, letter: float) -> float:
    """Estimate how wide a text is; wide characters, such as Chinese ones, count more."""
    return letter * sum([1.7 if unicodedata.east_asian_width(each) in WIDE else 1 for each in text])
