"""Fields of orders that what is ordered does not read: who gives one is refused, instead of being obeyed in part."""

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
    if unread.names.isdisjoint(record.__pydantic_fields_set__):
        return
    for name in [each for each in type(record).model_fields if each in unread.names]:
        value = getattr(record, name)
        if value != default_of(type(record), name):
            message = f"{name} is {_quoted(value)}, which {unread.what} does not read; {unread.readers} does."
            yield FieldNotRead(message, pointer=f"{at}/{name}", rule=unread.rule)


def refuse_unread(record: Frozen, unread: Unread, at: str) -> None:
    """Refuse a value in a field that is not read.

    Raises: FieldNotRead.
    """
    for fault in unread_in(record, unread, at):
        raise fault


@cache
def default_of(model: type[Frozen], name: str) -> Any:
    """Return the default of a field that may be left out."""
    return model.model_fields[name].get_default(call_default_factory=True)


def _quoted(value: Any) -> str:
    text = to_json(value).decode()
    return text if len(text) <= LONGEST else "given"
