"""Base classes and types of requests and answers, and the JSON writer. Types accept exactly what their schema says.

Requests are `Frozen` models (strict, without unknown fields). Answers are `@record` classes, which are cheap to create
and are written to JSON without conversion.
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
    """The base class of request models: strict types, no unknown fields, immutable."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True, allow_inf_nan=False)


@dataclass_transform(frozen_default=True, kw_only_default=True)
def record(cls: type[T]) -> type[T]:
    """Make a class an answer record: a keyword-only dataclass that compares and hashes by its fields.

    Only the type checker treats it as frozen. Freezing it at run time would more than double the cost of creating it,
    and slots would make `orjson` four times slower at writing it.
    """
    return dataclass(kw_only=True, unsafe_hash=True)(cls)


def _whole_number(value: object) -> object:
    """Convert 42.0 to 42, as JSON Schema does; return all other values unchanged for the strict integer type."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


WHOLE = BeforeValidator(_whole_number)
Whole = Annotated[int, WHOLE]
"""An integer as in JSON Schema: 42 and 42.0 are integers; 42.5, true and "42" are not."""


def _distinct(values: tuple[H, ...]) -> tuple[H, ...]:
    """Refuse a list that has a value twice, quoting the value."""
    seen: set[H] = set()
    for value in values:
        if value in seen:
            raise PydanticCustomError("distinct", "{value} is listed twice", {"value": str(value)})
        seen.add(value)
    return values


class _Distinctness:
    """Requires the items of a list to be distinct, in validation and in the schema."""

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.no_info_after_validator_function(_distinct, handler(source))

    def __get_pydantic_json_schema__(self, core: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        return handler(core) | {"uniqueItems": True}


DISTINCT = _Distinctness()
Distinct = Annotated[tuple[H, ...], DISTINCT]
"""A list of distinct items, in order; with a limit: `Annotated[tuple[H, ...], Field(max_length=4), DISTINCT]`."""


class Ranked(StrEnum):
    """An enumeration of strings whose members are ordered as declared; `rank` compares them."""

    rank: int

    def __new__(cls, value: str) -> Self:
        """Set the rank of each member: its position, counted from zero."""
        member = str.__new__(cls, value)
        member._value_ = value
        member.rank = len(cls.__members__)
        return member

    @classmethod
    def at(cls, rank: int) -> Self:
        """Return the member at a position counted from zero."""
        return tuple(cls)[rank]


class Written:
    """An answer that is JSON already: a whole record, or the parts of it that a GraphQL field selects.

    `header_fields` has the fields of the record that response headers quote. This is no dataclass, because
    `orjson` would write a dataclass by itself.
    """

    __slots__ = ("fragment", "header_fields")

    def __init__(self, answer: bytes, header_fields: Mapping[str, Any] = NOTHING) -> None:
        """Set the JSON of the answer."""
        self.fragment = orjson.Fragment(answer)
        self.header_fields = header_fields


def plain(value: object) -> object:
    """Convert values that the JSON writer does not know: models become their fields."""
    if isinstance(value, BaseModel):
        return value.__dict__
    if isinstance(value, Written):
        return value.fragment
    message = f"{type(value).__name__} cannot be written as JSON"
    raise TypeError(message)


def to_json(value: object) -> bytes:
    """Write records, models, enums, tuples and mappings as compact UTF-8 JSON."""
    return orjson.dumps(value, default=plain)


Json = Any
"""A JSON value whose form another operation defines."""


def with_default(description: str | None, default: object) -> str:
    """Append a default to the description of a field: "Points added. Default: 0."."""
    told = default if isinstance(default, str) else to_json(default).decode()
    return f"{description} Default: {told}." if description else f"Default: {told}."
