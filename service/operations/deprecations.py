"""What is deprecated: the one table, from which the contract and the headers of answers are derived.

An operation or a field of a request is deprecated by an entry here, and a line in CHANGELOG.md. From then on the
contract says `deprecated`, and answers to whoever uses it have `Deprecation` (RFC 9745) and, once its end is known,
`Sunset` (RFC 8594). It goes on working until its sunset, and is removed only after that.
"""

from collections.abc import Iterable
from contextvars import ContextVar
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from email.utils import format_datetime
from typing import Any, Final

from pydantic import BaseModel

from service.operations.registry import Operation


@dataclass(frozen=True, slots=True)
class Deprecation:
    """A deprecated operation, or a deprecated field of its request.

    `field` is a path of names with dots, "input.attacker.agility"; lists are passed through; empty: the operation
    itself. `since` and `sunset` are days, in UTC. `instead` says in one sentence what to do.
    """

    operation: str
    since: date
    instead: str
    field: str = ""
    sunset: date | None = None


DEPRECATED: Final[tuple[Deprecation, ...]] = ()
"""What is deprecated now."""

deprecations_used: Final[ContextVar[tuple[Deprecation, ...]]] = ContextVar("deprecations_used", default=())
"""What the present request uses of it."""


def deprecations_of(operation: Operation, table: Iterable[Deprecation] = DEPRECATED) -> tuple[Deprecation, ...]:
    """Return what is deprecated of an operation."""
    return tuple(each for each in table if each.operation == operation.name)


def noting_use(operation: Operation, found: tuple[Deprecation, ...]) -> Operation:
    """Return an operation that notes which of its deprecated parts a request uses."""

    async def run(request: Any) -> Any:
        deprecations_used.set(tuple(each for each in found if is_used(each.field, request)))
        return await operation.run(request)

    return replace(operation, run=run)


def is_used(field: str, request: Any) -> bool:
    """Return whether a request has a field, which was sent and not filled in with its default."""
    name, _, rest = field.partition(".")
    if not name:
        return True
    if isinstance(request, BaseModel):
        return name in request.model_fields_set and is_used(rest, getattr(request, name))
    if isinstance(request, list | tuple):
        return any(is_used(field, each) for each in request)
    return False


def headers_of(used: Iterable[Deprecation]) -> list[tuple[bytes, bytes]]:
    """Return the headers of an answer: the earliest deprecation and the earliest end of what was used."""
    listed = list(used)
    if not listed:
        return []
    headers = [(b"deprecation", b"@%d" % min(_moment(each.since) for each in listed).timestamp())]
    ends = [_moment(each.sunset) for each in listed if each.sunset is not None]
    if ends:
        headers.append((b"sunset", format_datetime(min(ends), usegmt=True).encode()))
    headers.append((b"link", b'</docs>; rel="deprecation"; type="text/html"'))
    return headers


def _moment(day: date) -> datetime:
    return datetime(day.year, day.month, day.day, tzinfo=UTC)
