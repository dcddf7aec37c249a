"""Base classes and types of requests and answers, and the JSON writer. Types accept exactly what their schema says.

Requests are `Frozen` models (strict, without unknown fields). Answers are `@record` classes, which are cheap to create
and are written to JSON without conversion.
"""

import json
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field, fields
from enum import Enum, StrEnum
from functools import cache
from threading import RLock
from typing import Annotated, Any, Final, Self, TypeVar, dataclass_transform

import orjson
from pydantic import BaseModel, BeforeValidator, ConfigDict, GetCoreSchemaHandler, GetJsonSchemaHandler
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema, PydanticCustomError, core_schema

S = TypeVar("S")
T = TypeVar("T")
H = TypeVar("H", bound=Hashable)
E = TypeVar("E", bound=Enum)
NOTHING: Final[Mapping[str, Any]] = {}

_set_fields, _set_given, _set_extra, _set_private = [vars(BaseModel)[name].__set__ for name in BaseModel.__slots__]
"""What sets the slots of a model, which is immutable otherwise, in half the time of `object.__setattr__`."""
_being_built: Final[set[type]] = set()
_building: Final = RLock()
"""Held while validators are built, since threads build them, too."""
_NOT_SCHEMAS: Final = frozenset({"metadata", "serialization", "expected", "default", "config"})

# Pydantic's hook finds extra fields and private attributes, which no model of the service has. CPython reads the fields
# of classes without such a hook four times as fast, and rules read them thousands of times a second (decision 83).
type.__delattr__(BaseModel, "__getattr__")


class Frozen(BaseModel):
    """The base class of request models: strict types, no unknown fields, immutable."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True, allow_inf_nan=False, defer_build=True)

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: GetCoreSchemaHandler, /) -> CoreSchema:
        """Build the validator of a model before those of the models that have it in a field, so that all share it.

        Otherwise each request model would have a copy of the validators of the figures in it. The validation of a list
        stops at its first item that does not fit, so that a body of very many such items is refused at once.
        """
        if cls.__pydantic_complete__:
            return handler(source)
        with _building:
            if cls in _being_built:
                return _stop_at_faults(handler(source), cls)
            _being_built.add(cls)
            try:
                if len(_being_built) > 1:  # the first model is being built already
                    cls.model_rebuild()
                    return handler(source)
                return _stop_at_faults(handler(source), cls)
            finally:
                _being_built.discard(cls)

    @classmethod
    def of_validated(cls, fields: Mapping[str, Any]) -> Self:
        """Return a model with all its fields, which were validated, as `model_construct` does in more time."""
        made = object.__new__(cls)
        _set_fields(made, {name: fields[name] for name in cls.__pydantic_fields__})
        _set_given(made, set(fields))
        _set_extra(made, None)
        _set_private(made, None)
        return made

    def model_copy(self, *, update: Mapping[str, Any] | None = None, deep: bool = False) -> Self:
        """Return a copy with some fields changed, as Pydantic's method does in more time and space.

        There are neither extra fields nor private attributes to copy, and the names of the fields that were given are
        shared unless there are more. Rules copy figures thousands of times a second.
        """
        if deep:
            return super().model_copy(update=update, deep=True)
        changes = NOTHING if update is None else update
        given, copied = self.__pydantic_fields_set__, object.__new__(self.__class__)
        _set_fields(copied, {**self.__dict__, **changes})
        _set_given(copied, given if given.issuperset(changes) else given.union(changes))
        _set_extra(copied, None)
        _set_private(copied, None)
        return copied


def _are_equal(one: Frozen, other: object) -> bool:
    """Compare models of one class by their fields, as Pydantic's method does in four times the time."""
    return one is other or (type(one) is type(other) and one.__dict__ == other.__dict__)


# Set afterwards, so that Pydantic still makes the hash of each model.
type.__setattr__(Frozen, "__eq__", _are_equal)


def _stop_at_faults(schema: S, model: type) -> S:
    """Let the lists of a model's schema stop at their first unfit item; nested models have had this done already."""
    if isinstance(schema, list | tuple):
        for part in schema:
            _stop_at_faults(part, model)
    elif isinstance(schema, dict) and schema.get("cls", model) is model:
        if schema.get("type") == "tuple" and "variadic_item_index" in schema:
            schema["fail_fast"] = True
        for key, part in schema.items():
            if key not in _NOT_SCHEMAS:
                _stop_at_faults(part, model)
    return schema


@dataclass_transform(frozen_default=True, kw_only_default=True)
def record(cls: type[T]) -> type[T]:
    """Make a class an answer record: a keyword-only dataclass that compares and hashes by its fields.

    Only the type checker treats it as frozen. Freezing it at run time would more than double the cost of creating it,
    and slots would make `orjson` four times slower at writing it. All records share one `__repr__`, because generating
    one for each takes 2 KiB of memory.
    """
    return _with_methods(cls, kw_only=True, slots=False)


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def value_class(cls: type[T]) -> type[T]:
    """Make a class a dataclass with slots that compares and hashes by its fields; only the type checker freezes it."""
    return _with_methods(cls, kw_only=False, slots=True)


def _with_methods(cls: type[T], *, kw_only: bool, slots: bool) -> type[T]:
    """Make a class a dataclass whose methods are generated when they are first called.

    A process uses few of the classes that it imports, and generating the methods of all of them took a quarter of the
    time of a duel on the command line.
    """
    for name, method in _FIRST.items():
        if vars(cls).get(name) is None:
            type.__setattr__(cls, name, method)
    return dataclass(kw_only=kw_only, slots=slots, init=False, repr=False, eq=False)(cls)


def _repr(kept: Any) -> str:
    values = ", ".join([f"{each.name}={getattr(kept, each.name)!r}" for each in fields(kept)])
    return f"{type(kept).__qualname__}({values})"


def _first_init(self: object, /, *given: Any, **named: Any) -> None:
    _generated(type(self), "__init__", _first_init)(self, *given, **named)


def _first_eq(self: object, other: object) -> Any:
    return _generated(type(self), "__eq__", _first_eq)(self, other)


def _first_hash(self: object) -> Any:
    return _generated(type(self), "__hash__", _first_hash)(self)


def _generated(kind: type, name: str, first: Callable[..., Any]) -> Callable[..., Any]:
    """Generate a method, and set it in place of the one that is called first.

    `dataclass` generates it in a class that inherits the fields, because it never replaces a method.
    """
    is_init = name == "__init__"
    for cls in kind.__mro__:
        if vars(cls).get(name) is first:
            heir = type(cls.__name__, (cls,), {"__doc__": cls.__doc__, "__module__": cls.__module__, "__slots__": ()})
            made: type = dataclass(repr=False, init=is_init, eq=not is_init, unsafe_hash=not is_init)(heir)
            type.__setattr__(cls, name, vars(made)[name])
    method: Callable[..., Any] = getattr(kind, name)
    return method


_FIRST: Final[Mapping[str, Callable[..., Any]]] = {
    "__init__": _first_init,
    "__eq__": _first_eq,
    "__hash__": _first_hash,
    "__repr__": _repr,
}


def changed(kept: T, **changes: Any) -> T:
    """Return a copy of a record with some of its fields changed, in less time than `dataclasses.replace` takes."""
    copied: T = object.__new__(type(kept))
    vars(copied).update(vars(kept), **changes)
    return copied


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


FORM: Final = "x-form"
"""The member of a schema that says in words which texts a pattern allows."""

PROBLEM: Final = "x-problem"
"""The member of a schema that names the problem which an unfit value here is."""


@dataclass(frozen=True, slots=True)
class Form:
    """Says which texts a pattern allows, in words with an example; messages and documentation use it.

    It stands beside the pattern: `Annotated[str, Field(pattern=...), Form("a seed such as ...")]`. `problem` is the
    slug of the problem that an unfit text is, for names of things that then do not exist.
    """

    says: str
    problem: str | None = None

    def __get_pydantic_json_schema__(self, core: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        """Return the schema with the words."""
        return handler(core) | {FORM: self.says} | ({PROBLEM: self.problem} if self.problem else {})


class RestOnly:
    """Marks a field of a request that GraphQL does not have."""


REST_ONLY: Final = RestOnly()


@cache
def members_of(kind: type[E]) -> tuple[E, ...]:
    """Return the members of an enumeration, in their order."""
    return tuple(kind)


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
        member: Self = members_of(cls)[rank]
        return member


class Written:
    """An answer that is JSON already: a whole record, or the parts of it that a GraphQL field selects.

    `header_fields` has the fields of the record that response headers quote. This is no dataclass, because
    `orjson` would write a dataclass by itself.
    """

    __slots__ = ("answer", "fragment", "header_fields")

    def __init__(self, answer: bytes, header_fields: Mapping[str, Any] = NOTHING) -> None:
        """Set the JSON of the answer."""
        self.answer = answer
        self.fragment = orjson.Fragment(answer)
        self.header_fields = header_fields

    def replaced(self, place: bytes, value: bytes) -> "Written":
        """Return the answer with other JSON in one place of it."""
        return Written(self.answer.replace(place, value), self.header_fields)


LARGEST_META: Final = 4_096
MOST_MEMBERS: Final = 16


class Meta:
    """A small JSON object that belongs to the caller: it is never read, and is returned as it was sent.

    It is kept as JSON text with sorted keys, so that it is immutable and hashable as the figures that have it, and is
    written without conversion. Integers of more than 64 bits become the nearest float.
    """

    __slots__ = ("written",)

    def __init__(self, members: Mapping[str, Any]) -> None:
        """Write the object as JSON."""
        try:
            self.written = orjson.dumps(members, option=orjson.OPT_SORT_KEYS)
        except orjson.JSONEncodeError:
            self.written = orjson.dumps(orjson.loads(json.dumps(members)), option=orjson.OPT_SORT_KEYS)

    def __eq__(self, other: object) -> bool:
        """Return whether the other has the same JSON text."""
        return isinstance(other, Meta) and other.written == self.written

    def __hash__(self) -> int:
        """Return the hash of the JSON text."""
        return hash(self.written)

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        """Validate a JSON object of limited size, or accept what was validated before."""
        values = core_schema.any_schema()
        members = core_schema.dict_schema(core_schema.str_schema(), values, max_length=MOST_MEMBERS)
        written = core_schema.plain_serializer_function_ser_schema(cls._members)
        return core_schema.no_info_wrap_validator_function(cls._validated, members, serialization=written)

    def _members(self) -> Any:
        return orjson.loads(self.written)

    @classmethod
    def _validated(cls, value: Any, check: Callable[[Any], Any]) -> "Meta":
        if isinstance(value, Meta):
            return value
        made = cls(check(value))
        if len(made.written) > LARGEST_META:
            message = "meta has {count} bytes as JSON; at most {most} are kept"
            raise PydanticCustomError("meta", message, {"count": len(made.written), "most": LARGEST_META})
        return made

    @classmethod
    def __get_pydantic_json_schema__(cls, core: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        """Describe an object of any members."""
        return {"type": "object", "additionalProperties": True, "maxProperties": MOST_MEMBERS}


def plain(value: object) -> object:
    """Convert values that the JSON writer does not know: models become their fields."""
    if isinstance(value, BaseModel):
        return value.__dict__
    if isinstance(value, Meta):
        return orjson.Fragment(value.written)
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
