"""Types of the wire: what their JSON Schema says is exactly what they accept.

Requests are `Frozen` models (strict, no unknown fields); answers are made of `@record` classes, which are
light enough to be built by the thousand and are written to JSON as they stand.
"""

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Any, Final, Self, TypeVar, dataclass_transform

import orjson
from pydantic import BaseModel, BeforeValidator, ConfigDict, GetCoreSchemaHandler, GetJsonSchemaHandler
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema, PydanticCustomError, core_schema

T = TypeVar("T")
H = TypeVar("H", bound=Hashable)
NOTHING: Final[Mapping[str, Any]] = {}


class Frozen(BaseModel):
    """The parent of every request model: strict types, no unknown fields, immutable."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True, allow_inf_nan=False)


@dataclass_transform(frozen_default=True, kw_only_default=True)
def record(cls: type[T]) -> type[T]:
    """Make a class an answer record: a keyword-only dataclass that compares and hashes by its fields.

    It is frozen to the type checker. Freezing it at run time would more than double the cost of making one, and slots
    would make `orjson` four times slower at writing one; answers consist of little else.
    """
    return dataclass(kw_only=True, unsafe_hash=True)(cls)


def _whole_number(value: object) -> object:
    """Read 42.0 as 42, as JSON Schema does; leave everything else to the strict integer type."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


WHOLE = BeforeValidator(_whole_number)
Whole = Annotated[int, WHOLE]
"""An integer as JSON Schema means it: 42 and 42.0 are, 42.5, true and "42" are not."""


def _distinct(values: tuple[H, ...]) -> tuple[H, ...]:
    """Refuse a value that comes twice, quoting it."""
    seen: set[H] = set()
    for value in values:
        if value in seen:
            raise PydanticCustomError("distinct", "{value} is listed twice", {"value": str(value)})
        seen.add(value)
    return values


class _Distinctness:
    """Has a list's items differ, in validation and in the schema."""

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.no_info_after_validator_function(_distinct, handler(source))

    def __get_pydantic_json_schema__(self, core: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        return handler(core) | {"uniqueItems": True}


DISTINCT = _Distinctness()
Distinct = Annotated[tuple[H, ...], DISTINCT]
"""A list whose items differ, in the order given; bounded: `Annotated[tuple[H, ...], Field(max_length=4), DISTINCT]`."""


class Ranked(StrEnum):
    """An enumeration whose members are ordered as declared: the words travel, the ranks compare."""

    rank: int

    def __new__(cls, value: str) -> Self:
        """Give each member its position, counted from zero."""
        member = str.__new__(cls, value)
        member._value_ = value
        member.rank = len(cls.__members__)
        return member

    @classmethod
    def at(cls, rank: int) -> Self:
        """Return the member at a position counted from zero."""
        return tuple(cls)[rank]


class Written:
    """An answer that is JSON already: a whole record, or what a GraphQL field selects of one.

    `told` has those fields of the record that headers tell of. (`orjson` would write a dataclass by itself.)
    """

    __slots__ = ("fragment", "told")

    def __init__(self, answer: bytes, told: Mapping[str, Any] = NOTHING) -> None:
        """Hold an answer as bytes."""
        self.fragment = orjson.Fragment(answer)
        self.told = told


def plain(value: object) -> object:
    """Tell the JSON writer how to write what it does not know: models as their fields."""
    if isinstance(value, BaseModel):
        return value.__dict__
    if isinstance(value, Written):
        return value.fragment
    message = f"{type(value).__name__} does not travel"
    raise TypeError(message)


def to_json(value: object) -> bytes:
    """Write records, models, enums, tuples and mappings as compact UTF-8 JSON."""
    return orjson.dumps(value, default=plain)


Json = Any
"""A JSON value whose shape another operation defines."""
