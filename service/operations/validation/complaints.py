"""Complaints about documents that do not fit: lengths of lists first, and of very many faults only some.

The validation of a list stops at its first item that does not fit (`service/wire.py`). Of a small document all faults
are found, by a validator that does not stop. A list that is too long has one fault, its length: nothing is said of its
items.
"""

from collections import deque
from collections.abc import Callable, Iterator, Mapping
from dataclasses import field
from functools import lru_cache
from typing import Any, Final

from pydantic import BaseModel, ValidationError
from pydantic_core import SchemaValidator

from service.operations.validation.schema import Place, place_of
from service.wire import to_json, value_class

Complaint = Mapping[str, Any]
Path = tuple[str | int, ...]

MAX_FAULTS: Final = 50
SMALL: Final = 4_000
"""The size, in members and items, of the largest document in which all faults are found: ten milliseconds of work."""
MANY: Final = 4 * MAX_FAULTS
"""How many faults are many: more than a small document has, most of them of unknown fields."""
BEGINNING: Final = 16
"""To how many items the lists of a large document are cut before it is validated for the first time."""
_OF_WHOLE: Final = ("too_short", "value_error", "assertion_error")
"""Complaints about a list or an object that a document which was cut may have without being wrong."""
WEIGHT_OF_AN_OBJECT: Final = 8
"""How many members an object counts as besides its own, because each that is missing may be a fault."""


@value_class
class Complaints:
    """What is wrong with a document, and how many unknown fields are wrong besides.

    `stopped` says that lists were validated to their first unfit item only.
    """

    found: list[Complaint]
    stopped: bool
    unlisted: int = 0


def complaints_about(model: type[BaseModel], body: bytes, document: Any, error: ValidationError) -> Complaints:
    """Return what is wrong with a document that a model has refused, the lengths of its lists first.

    Of an object with very many unknown fields most are taken out of the document, because each would be a fault.
    """
    lengths = Lengths(place_of(model))
    long = too_long(lengths, document)
    is_small, unlisted = _is_small(document), 0
    if is_small:
        error = _error_of(_to_the_end(model).validate_json, body) or error
    elif error.error_count() > MANY:
        unlisted = lengths.thin()
        error = _error_of(model.model_validate_json, to_json(document)) or error
    outside = [
        each for each in error.errors(include_url=False, include_input=False) if not _is_within(each["loc"], long)
    ]
    return Complaints([*long, *[{**each} for each in outside]], stopped=not is_small, unlisted=unlisted)


def complaints_about_beginning(model: type[BaseModel], document: Any) -> Complaints | None:
    """Return what is wrong with the beginning of a large document, which is cut to it; None, if nothing is.

    Pydantic copies what is around a fault, once for each fault: of a field that is missing beside a long list, the
    whole list. So a large document is validated whole only if its beginning fits, and its lists are not too long.
    """
    lengths = Lengths(place_of(model), cutting=True)
    long = too_long(lengths, document)
    unlisted = lengths.thin()
    error = _error_of(model.model_validate_json, to_json(document)) if len(long) < MAX_FAULTS else None
    told = [] if error is None else error.errors(include_url=False, include_input=False)
    outside = [{**each} for each in told if each["type"] not in _OF_WHOLE and not _is_within(each["loc"], long)]
    return Complaints([*long, *outside], stopped=True, unlisted=unlisted) if long or outside else None


def too_long(lengths: "Lengths", document: Any) -> list[Complaint]:
    """Return a complaint for each list that has more items than the model allows, the outermost lists first."""
    return [
        {"type": "too_long", "loc": path, "ctx": {"max_length": most, "actual_length": length}}
        for path, length, most in lengths.exceeded(document)
    ]


@value_class
class Lengths:
    """Finds lists that are too long, and objects with many members; the places below a place are found once.

    With `cutting` the document is cut to its beginning: lists to their first items, those that are too long to none,
    and what may have any content to none.
    """

    whole: Place
    cutting: bool = False
    crowded: list[tuple[dict[str, Any], Place]] = field(default_factory=list)
    known: dict[tuple[int, str | int, str | None], Place] = field(default_factory=dict)

    def exceeded(self, document: Any) -> Iterator[tuple[Path, int, int]]:
        """Yield the path, the length and the allowed length of lists that are too long, without looking into them."""
        found = 0
        waiting: deque[tuple[Path, Any, Place]] = deque()
        if isinstance(document, list | dict):
            waiting.append(((), document, self.whole))
        while waiting and found < MAX_FAULTS:
            path, here, place = waiting.popleft()
            most = place.most_items() if isinstance(here, list) else None
            if most is not None and len(here) > most:
                found += 1
                yield path, len(here), most
                self._cut(here, 0)
                continue
            if isinstance(here, dict) and len(here) > MANY and not place.is_open:
                self.crowded.append((here, place))
            else:
                self._cut(here, BEGINNING if place.nodes else 0)
            parts = enumerate(here) if isinstance(here, list) else here.items()
            for token, part in parts:
                if isinstance(part, list | dict) and (place.nodes or self.cutting):
                    waiting.append(((*path, token), part, self._below(place, token, here)))

    def thin(self) -> int:
        """Take unknown fields out of the objects with many members, but for so many as are told; return how many."""
        taken = 0
        for here, place in self.crowded:
            fields = frozenset(place.fields(here))
            for name in [each for each in here if each not in fields][MAX_FAULTS:]:
                del here[name]
                taken += 1
        return taken

    def _cut(self, here: Any, items: int) -> None:
        """Cut a list to its first items, or an object that may have any fields if it has many or may have none."""
        if self.cutting and isinstance(here, list):
            del here[items:]
        elif self.cutting and (items == 0 or len(here) > MANY):
            for name in list(here)[items:]:
                del here[name]

    def _below(self, place: Place, token: str | int, here: Any) -> Place:
        key = id(place), place.same_as(token), place.tag_in(here)
        found = self.known.get(key)
        if found is None:
            found = self.known[key] = place.below(token, here)
        return found


def _is_within(path: Path, long: list[Complaint]) -> bool:
    return any(path[: len(each["loc"])] == each["loc"] for each in long)


def _is_small(document: Any) -> bool:
    """Return whether a document has few members and items, so that it can have few faults only."""
    size, waiting = 0, [document]
    while waiting and size <= SMALL:
        here = waiting.pop()
        if isinstance(here, dict):
            size += WEIGHT_OF_AN_OBJECT + len(here)
            waiting += here.values() if size <= SMALL else ()
        elif isinstance(here, list):
            size += len(here)
            waiting += here if size <= SMALL else ()
    return size <= SMALL


def _error_of(validate: Callable[[bytes], object], body: bytes) -> ValidationError | None:
    """Return the faults of a document."""
    try:
        validate(body)
    except ValidationError as error:
        return error
    return None


@lru_cache(maxsize=64)
def _to_the_end(model: type[BaseModel]) -> SchemaValidator:
    """Return a validator of a model's documents that validates lists to their end."""
    return SchemaValidator(_not_stopping(model.__pydantic_core_schema__), _use_prebuilt=False)


def _not_stopping(schema: Any) -> Any:
    if isinstance(schema, dict):
        return {key: _not_stopping(part) for key, part in schema.items() if key not in ("fail_fast", "metadata")}
    return type(schema)(map(_not_stopping, schema)) if type(schema) in (list, tuple) else schema
