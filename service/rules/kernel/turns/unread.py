"""Fields that an order does not read: to give one is refused, because the order would be obeyed only in part."""

from collections.abc import Iterator
from functools import cache
from typing import Any, Final, NamedTuple

from service.errors import FieldNotRead, HasId
from service.wire import Frozen, to_json

LONGEST: Final = 60
"""Letters of a value that a refusal quotes; of a longer one it says only that it is given."""


class Unread(NamedTuple):
    """Fields that do not belong to what is ordered: their names, what that is, what reads them, and the rule of that.

    `what` and `readers` are clauses, such as "a move of mode none" and "a retreat".
    """

    names: frozenset[str]
    what: str
    readers: str
    rule: HasId


def unread_in(record: Frozen, unread: Unread, at: str) -> Iterator[FieldNotRead]:
    """Yield that a record has a value in one of the fields that are not read; the default of a field says nothing."""
    for name, default in _defaults(type(record), unread.names):
        value = getattr(record, name)
        if value != default:
            message = f"{name} is {_quoted(value)}, which {unread.what} does not read; {unread.readers} does."
            yield FieldNotRead(message, pointer=f"{at}/{name}", rule=unread.rule)


def refuse_unread(record: Frozen, unread: Unread, at: str) -> None:
    """Refuse a value in a field that is not read.

    Raises: FieldNotRead.
    """
    for fault in unread_in(record, unread, at):
        raise fault


@cache
def _defaults(model: type[Frozen], names: frozenset[str]) -> tuple[tuple[str, Any], ...]:
    """Return those of the names that are fields of a model, in its order, each with the default of the field."""
    known = [(name, field) for name, field in model.model_fields.items() if name in names]
    return tuple([(name, field.get_default(call_default_factory=True)) for name, field in known])


def _quoted(value: Any) -> str:
    text = to_json(value).decode()
    return text if len(text) <= LONGEST else "given"
