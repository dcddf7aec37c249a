"""What was last worked out of the figures of a fight: one that is the same object as before needs no second look."""

from collections.abc import Callable, Iterable
from typing import Generic, TypeVar

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
