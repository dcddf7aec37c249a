"""Variants of a request: the same fight with another whole number at one place."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import orjson

from service.encounters.pointers import LeadsNowhere, replaced, value_at
from service.errors import UmpireError, token_of
from service.errors.spelling import meant
from service.forecasts.outcomes import Outcomes
from service.forecasts.problems import PartsDisagree
from service.operations.forecasts.declared import fight_in
from service.operations.procedure import BoundProcedure
from service.operations.validation import rewritten, validated
from service.rules.kernel.fight import Fight


@dataclass(frozen=True, slots=True)
class Number:
    """A whole number that was sent, and where."""

    pointer: str
    value: int


class Variants:
    """The request of a fight as it was sent, without what was left out, and fights with other numbers in it."""

    def __init__(self, bound: BoundProcedure, request: Any) -> None:
        """Keep the parts that make the fight: `input` and `rulings`."""
        self._bound = bound
        self._body = request.model_dump_json(include={"input", "rulings"}, exclude_unset=True).encode()

    def numbers(self, pointers: Sequence[str]) -> list[Number]:
        """Return the whole numbers at and below some places, in the order of the request, each once.

        Raises: PartsDisagree, if there is none at a place.
        """
        document = orjson.loads(self._body)
        found: dict[str, Number] = {}
        for place, pointer in enumerate(pointers):
            try:
                below = list(_numbers_below(value_at(document, pointer), pointer))
            except LeadsNowhere as error:
                message = f"{pointer!r} leads nowhere: {error.word!r} was not sent."
                raise PartsDisagree(message, pointer=f"/pointers/{place}") from None
            if not below:
                raise PartsDisagree(f"There is no whole number at {pointer!r}.", pointer=f"/pointers/{place}")
            found |= {each.pointer: each for each in below}
        return list(found.values())

    def fight(self, pointer: str, value: int) -> Fight[Any]:
        """Return the fight with another number at a place.

        Raises: LeadsNowhere; DoesNotFit; the refusals of the rules; WorkTooLarge.
        """
        document = replaced(orjson.loads(self._body), pointer, value)
        return fight_in(self._bound, validated(self._bound.request, rewritten(document)))


def known_side(side: str | None, outcomes: Outcomes) -> str:
    """Return the side that was asked for, or the first one.

    Raises: PartsDisagree, if the fight has no such side.
    """
    sides = outcomes.sides
    if side is None:
        return sides[0]
    if side not in sides:
        hint = meant(side, sides) or f" There are {', '.join(sides)}."
        raise PartsDisagree(f"There is no side {side!r}.{hint}", pointer="/side")
    return side


def reason_of(error: UmpireError | LeadsNowhere) -> str:
    """Return why a variant is no fight, in a sentence."""
    return error.detail if isinstance(error, UmpireError) else f"There is no {error.word!r}."


def _numbers_below(part: Any, pointer: str) -> Iterator[Number]:
    """Yield the whole numbers of a part of a document; flags and texts are none."""
    if isinstance(part, int) and not isinstance(part, bool):
        yield Number(pointer, part)
    members: Iterable[tuple[str | int, Any]] = ()
    if isinstance(part, dict):
        members = part.items()
    elif isinstance(part, list):
        members = enumerate(part)
    for name, member in members:
        yield from _numbers_below(member, f"{pointer}/{token_of(name)}")
