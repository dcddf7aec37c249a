"""Changes of how figures are: what families share that tell with whom a figure is tied."""

from collections.abc import Iterator

Ids = tuple[str, ...]


def ties_told(before: Ids, after: Ids) -> Iterator[tuple[str, Ids]]:
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
