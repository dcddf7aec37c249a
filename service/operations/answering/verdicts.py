"""Requests for the verdict alone are played by dice that record nothing: the same verdict, in less time."""

from typing import Any, Final

from service.operations.answering.dice_source import SeededSource
from service.wire import value_class

BESIDE: Final = ("status", "ruleset", "rulings")
"""The members of an answer beside its outcome that silent dice leave as they are."""
ALONE: Final = ("outcome.verdict", *BESIDE)


@value_class
class Unrecorded:
    """The dice of an answer that nobody reads: how many faces and cards were used."""

    faces: range
    cards: tuple[()] = ()


def asks_for_verdict_alone(request: Any, *, is_selected: bool) -> bool:
    """Return whether nobody will read more of the answer than its verdict, and the service rolls all dice.

    `is_selected` says that a GraphQL field selects no more of it.
    """
    if not isinstance(request.dice, SeededSource) or request.keep or request.keep_with is not None:
        return False
    if request.fields is None:
        return is_selected
    return all(any(f"{path}.".startswith(f"{part}.") for part in ALONE) for path in request.fields)
