"""Changes of how figures are: what families share that tell with whom a figure is tied."""

from collections.abc import Callable, Iterator
from typing import TypeVar

Ids = tuple[str, ...]
P = TypeVar("P")


def placings_between(
    was: P, now: P, ties_of: Callable[[P], Ids | None], with_ties: Callable[[P, Ids | None], P]
) -> Iterator[tuple[str | None, P, P]]:
    """Yield the changes that lead from one placing to another: all but ties at once, and then tie by tie.

    Each is the other of the tie, None for the first, and the placings before and after it. `ties_of` returns the ties
    of a placing, None if they are not known, and `with_ties` the placing with others.
    """
    before = with_ties(now, ties_of(was))
    if was != before:
        yield None, was, before
    for other, ties in _ties_told(ties_of(was) or (), ties_of(now) or ()):
        after = with_ties(before, ties)
        yield other, before, after
        before = after


def _ties_told(before: Ids, after: Ids) -> Iterator[tuple[str, Ids]]:
    """Yield one by one those with whom a figure is tied no more, and then those with whom it is now.

    Each comes with all ties of the figure then, so that a record can tell of one other figure alone.
    """
    ties = before
    for other in [each for each in before if each not in after]:
        ties = tuple([each for each in ties if each != other])
        yield other, ties
    for other in [each for each in after if each not in before]:
        ties = tuple([each for each in after if each in ties or each == other])
        yield other, ties
