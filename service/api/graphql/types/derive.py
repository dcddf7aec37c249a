"""GraphQL types of Pydantic models and answer records: the parts common to input and output types.

Strawberry's own Pydantic support has no `Literal` tags, no discriminated unions on input and no model used for input
and output, so the types are built here from annotations. The models are not changed: rules do not depend on GraphQL.
"""

import inspect
import re
from abc import ABC, abstractmethod
from collections.abc import Iterable
from enum import Enum
from itertools import takewhile
from types import NoneType, UnionType
from typing import Annotated, Any, Final, Literal, Union, get_args, get_origin

from pydantic import BaseModel, JsonValue
from pydantic.fields import FieldInfo
from strawberry.annotation import StrawberryAnnotation
from strawberry.scalars import JSON
from strawberry.types.arguments import StrawberryArgument
from strawberry.types.base import StrawberryList, StrawberryObjectDefinition, StrawberryOptional, StrawberryType
from strawberry.types.enum import EnumValue, StrawberryEnumDefinition
from strawberry.types.field import StrawberryField
from typing_extensions import TypeAliasType

from service.wire import Meta

GraphQLType = StrawberryType | type
"""What Strawberry accepts as the type of a field."""

SCALARS: Final = (str, int, float, bool)
ANY_JSON: Final = (Any, JsonValue)
LIMITS: Final = ("ge", "le", "min_length", "max_length")
SPELLING: Final = "JSON as over REST: names and words in snake_case."
ANY_OBJECT: Final = (dict, dict[str, Any], dict[str, JsonValue], Meta)


def camel(name: str) -> str:
    """Return a snake_case name as GraphQL writes it: `damage_bonus` is `damageBonus`."""
    return re.sub("(?<!^)_(.)", lambda letter: letter[1].upper(), name)


def described(cls: type) -> str | None:
    """Return a class's own docstring, but not the signature that a dataclass without a docstring gets."""
    text = cls.__doc__
    return None if not text or text.startswith(f"{cls.__name__}(") else inspect.cleandoc(text)


def unwrapped(annotation: Any) -> tuple[Any, list[Any]]:
    """Unwrap aliases and `Annotated`, and return the inner annotation with the metadata found."""
    metadata: list[Any] = []
    while annotation is not JsonValue:
        if isinstance(annotation, TypeAliasType):
            annotation = annotation.__value__
        elif get_origin(annotation) is Annotated:
            annotation, *wrapped = get_args(annotation)
            for each in wrapped:
                metadata += [each, *each.metadata] if isinstance(each, FieldInfo) else [each]
        else:
            break
    return annotation, metadata


def with_limits(description: str | None, kind: GraphQLType, metadata: Iterable[Any]) -> str | None:
    """Append to a description the limits that GraphQL types cannot express: "Points added. 0 to 60."."""
    limits = {
        name: getattr(each, name) for each in metadata for name in LIMITS if getattr(each, name, None) is not None
    }
    sentences = [description.rstrip(".")] if description else []
    counted = " items" if isinstance(nullable(kind).of_type, StrawberryList) else " characters"
    for low, high, unit in (("ge", "le", ""), ("min_length", "max_length", counted)):
        if low in limits and high in limits:
            sentences.append(f"{limits[low]} to {limits[high]}{unit}")
        elif low in limits or high in limits:
            sentences.append(f"At least {limits[low]}{unit}" if low in limits else f"At most {limits[high]}{unit}")
    return ". ".join([*sentences, ""]).rstrip() or None


def is_empty(annotation: Any) -> bool:
    """Return whether an annotation is a model without fields; GraphQL has no such types, so the field is left out."""
    core = unwrapped(annotation)[0]
    return isinstance(core, type) and issubclass(core, BaseModel) and not core.model_fields


def field_of(name: str, kind: GraphQLType, description: str | None) -> StrawberryField:
    """Make a field of an object or input type, read from the attribute of the same snake_case name.

    The description of a field of any JSON says how names in it are spelt, because GraphQL spells all others in another
    way.
    """
    told = " ".join(filter(None, [description, SPELLING])) if _is_json(kind) else description
    return StrawberryField(
        python_name=name, graphql_name=camel(name), type_annotation=StrawberryAnnotation(kind), description=told
    )


def _is_json(kind: Any) -> bool:
    """Return whether a type is any JSON, or a list of it."""
    inner = kind
    while isinstance(inner, StrawberryOptional | StrawberryList):
        inner = inner.of_type
    return inner is JSON


def nullable(kind: Any) -> StrawberryOptional:
    """Return the nullable form of a type."""
    return kind if isinstance(kind, StrawberryOptional) else StrawberryOptional(kind)


def argument_of(field: StrawberryField) -> StrawberryArgument:
    """Make an argument of a field of an input type."""
    annotation = field.type_annotation or StrawberryAnnotation(JSON)
    return StrawberryArgument(field.python_name, field.graphql_name, annotation, description=field.description)


def definition_of(cls: type) -> StrawberryObjectDefinition:
    """Return Strawberry's definition of a type made here."""
    definition: StrawberryObjectDefinition = vars(cls)["__strawberry_definition__"]
    return definition


class TypeNames:
    """The names and enumerations that input and output types share."""

    def __init__(self) -> None:
        """Start without names."""
        self.enums: dict[type[Enum], StrawberryEnumDefinition] = {}
        self._names: dict[str, Any] = {}

    def reserve(self, name: str, source: Any) -> str:
        """Reserve a type name for a class or union.

        Raises: TypeError, if another class or union has it.
        """
        holder = self._names.setdefault(name, source)
        if holder != source:
            raise TypeError(f"{source} and {holder} would both be called {name} in GraphQL")
        return name


class Derivation(ABC):
    """The derivation of input or output types; each class and enumeration becomes exactly one GraphQL type."""

    def __init__(self, names: TypeNames) -> None:
        """Set the names and enumerations that input and output types share."""
        self.names = names
        self.types: dict[type, type] = {}

    def type_of(self, annotation: Any, metadata: Iterable[Any] = ()) -> GraphQLType:
        """Return the GraphQL type of an annotation.

        Raises: TypeError, if GraphQL has no type for the annotation.
        """
        core, inner = unwrapped(annotation)
        notes = [*metadata, *inner]
        origin = get_origin(core)
        if origin in (Union, UnionType):
            return self._union(core, notes)
        if origin in (tuple, list):
            return StrawberryList(self.type_of(_item_of(core), notes))
        if core in SCALARS:
            return _scalar(core, notes)
        if origin is Literal:
            return _literal(core)
        if core in ANY_JSON or core in ANY_OBJECT:
            return JSON if core in ANY_OBJECT else nullable(JSON)
        if not isinstance(core, type) or issubclass(core, dict):
            raise TypeError(f"{core} has no GraphQL type")
        return self._enum(core) if issubclass(core, Enum) else self.object_of(core)

    @abstractmethod
    def object_of(self, source: type) -> GraphQLType:
        """Return the type of a class with fields."""

    @abstractmethod
    def union_of(self, members: tuple[type, ...], metadata: list[Any]) -> GraphQLType:
        """Return the type of a union of classes."""

    def _union(self, core: Any, metadata: list[Any]) -> GraphQLType:
        members = tuple([member for member in get_args(core) if member is not NoneType])
        inner = self.type_of(members[0], metadata) if len(members) == 1 else self.union_of(members, metadata)
        return inner if len(members) == len(get_args(core)) else nullable(inner)

    def _enum(self, source: type[Enum]) -> StrawberryEnumDefinition:
        enums = self.names.enums
        if source not in enums:
            name = self.names.reserve(source.__name__, source)
            values = [EnumValue(word, member.value) for word, member in source.__members__.items()]
            enums[source] = StrawberryEnumDefinition(source, name, values, described(source))
        return enums[source]


def union_name(members: tuple[type, ...], metadata: list[Any]) -> str:
    """Name a union by the title of its field, if it has one, else by its members: `SeededOrSuppliedSource`."""
    titles = [each.title for each in metadata if isinstance(each, FieldInfo) and each.title]
    if titles:
        return titles[0]
    words = [re.findall(r"[A-Z]+[^A-Z]*", member.__name__) for member in members]
    endings = zip(*[each[:0:-1] for each in words], strict=False)
    shared = len(list(takewhile(lambda ending: len(set(ending)) == 1, endings)))
    different = ["".join(each[: len(each) - shared]) for each in words]
    return "Or".join(different) + "".join(words[0][len(words[0]) - shared :])


def _item_of(core: Any) -> Any:
    items = [item for item in get_args(core) if item is not Ellipsis]
    if len({unwrapped(item)[0] for item in items}) != 1:
        raise TypeError(f"{core} mixes types; GraphQL's lists do not")
    return items[0]


def _scalar(core: type, metadata: list[Any]) -> type:
    bounds = [getattr(each, side) for each in metadata for side in ("ge", "le") if hasattr(each, side)]
    if core is int and not all(-(2**31) <= bound < 2**31 for bound in bounds):
        raise TypeError(f"an integer bounded by {bounds} is over 32 bits: use a string")
    return core


def _literal(core: Any) -> type:
    kinds = {type(value) for value in get_args(core)}
    if len(kinds) != 1 or not kinds <= set(SCALARS):
        raise TypeError(f"{core} mixes types")
    return kinds.pop()
