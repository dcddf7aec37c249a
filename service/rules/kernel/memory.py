"""What has been worked out before in a fight: the same figures do the same again and again, in the same situation."""

from collections.abc import Callable, Hashable, Iterable
from itertools import count
from typing import Final, Generic, TypeVar

F = TypeVar("F")
R = TypeVar("R")


class Latest(Generic[F, R]):
    """What follows from each figure of a fight by itself, remembered for the figure that was last at each place.

    Figures never change, so the same object at the same place has the same result.
    """

    __slots__ = ("_figures", "_known", "_of", "_results")

    def __init__(self, of: Callable[[int, F], R]) -> None:
        """Remember nothing yet; `of` takes a place and the figure there."""
        self._of = of
        self._known: dict[int, tuple[F, R]] = {}
        self._figures: tuple[F, ...] = ()
        self._results: list[R] = []

    def __call__(self, figures: Iterable[F]) -> tuple[R, ...]:
        """Return the result for each figure, in their order."""
        given, before, results = tuple(figures), self._figures, self._results
        if len(given) != len(before):
            self._figures, self._results = given, [self.at(place, figure) for place, figure in enumerate(given)]
            return tuple(self._results)
        for place, figure in enumerate(given):
            if figure is not before[place]:
                results[place] = self.at(place, figure)
        self._figures = given
        return tuple(results)

    def at(self, place: int, figure: F) -> R:
        """Return the result for the figure at a place."""
        latest = self._known.get(place)
        if latest is None or latest[0] is not figure:
            latest = self._known[place] = figure, self._of(place, figure)
        return latest[1]

    def carry(self, place: int, was: F, now: F) -> None:
        """Say that a figure has changed, but not what follows from it."""
        latest = self._known.get(place)
        if latest is not None and latest[0] is was:
            self._known[place] = now, latest[1]


P = TypeVar("P")
MOST_PLANS: Final = 4096
MOST_VALUES: Final = 1024


class Memory(Generic[P]):
    """What has been planned, by all that it depends on.

    `find` returns what is planned for a key, or None if nothing is. It is asked for several times a turn, so it is the
    method of the dictionary itself.
    """

    __slots__ = ("_found", "find")

    def __init__(self) -> None:
        """Remember nothing yet."""
        self._found: dict[Hashable, P] = {}
        self.find: Callable[[Hashable], P | None] = self._found.get

    def keep(self, key: Hashable, planned: P) -> P:
        """Remember a plan, and return it; when there are too many, all others are forgotten."""
        if len(self._found) >= MOST_PLANS:
            self._found.clear()
        self._found[key] = planned
        return planned


class Numbering:
    """Numbers for values that are parts of keys: equal values have the same number.

    A value that is met again is known by its identity. To hash a model, and to compare it with an equal one, takes
    many times as long.
    """

    __slots__ = ("_known", "_new", "_numbers")

    def __init__(self) -> None:
        """Know no value yet."""
        self._known: dict[int, tuple[int, Hashable]] = {}
        self._numbers: dict[Hashable, int] = {}
        self._new = count()

    def of(self, value: Hashable) -> int:
        """Return the number of a value; of too many, all are forgotten, and no number is given again."""
        known = self._known.get(id(value))  # a value that is kept shares its identity with no other one
        return self._numbered(value) if known is None else known[0]

    def _numbered(self, value: Hashable) -> int:
        for kept in (self._known, self._numbers):
            if len(kept) >= MOST_VALUES:
                kept.clear()
        number = self._numbers.setdefault(value, next(self._new))
        self._known[id(value)] = number, value
        return number
