"""GraphQL input types of request models, and the conversion of coerced arguments to the document that models validate.

graphql-core renames arguments to snake_case and adds the tag of a `@oneOf` branch while it coerces them, by the
`out_name` and `out_type` set here; so the arguments are traversed only once.
"""

from collections.abc import Callable, Iterator, Mapping
from enum import Enum
from typing import Any, Literal, get_args, get_origin

import strawberry
from graphql import GraphQLInputObjectType
from pydantic import BaseModel
from pydantic.fields import FieldInfo
from strawberry.schema.types import ConcreteType
from strawberry.types.arguments import StrawberryArgument
from strawberry.types.field import StrawberryField

from service.api.graphql.types.derive import (
    SCALARS,
    Derivation,
    GraphQLType,
    TypeNames,
    argument_of,
    camel,
    definition_of,
    described,
    field_of,
    is_empty,
    nullable,
    union_name,
    unwrapped,
    with_limits,
)
from service.wire import REST_ONLY, with_default

NOTHING = "_"
"""The placeholder field of an empty input type, since GraphQL allows no type without fields."""

Reshape = Callable[[dict[str, Any]], Any]


class Inputs(Derivation):
    """Request models as input types, named `<Model>Input`."""

    def __init__(self, names: TypeNames) -> None:
        """Set the names and enumerations shared with the output types."""
        super().__init__(names)
        self.reshapes: dict[type, Reshape] = {}
        self.choices: dict[tuple[type, ...], type] = {}

    def arguments_of(self, request: type[BaseModel]) -> list[StrawberryArgument]:
        """Return the arguments of a field whose request is this model: the model's fields."""
        return [argument_of(field) for field in self._fields(request)]

    def object_of(self, source: type) -> GraphQLType:
        """Return the input type of a model; `Literal` tags are left out, as the chosen branch implies them."""
        if not issubclass(source, BaseModel):
            raise TypeError(f"{source.__name__} is no request model")
        if source not in self.types:
            made = self.types[source] = self._input_type(source.__name__, source, described(source))
            tags = dict(tags_of(source))
            fields = [field for field in self._fields(source) if field.python_name not in tags]
            definition_of(made).fields += fields or [_nothing()]
            if tags or not fields:
                self.reshapes[made] = _tagging(tags)
        return self.types[source]

    def union_of(self, members: tuple[type, ...], metadata: list[Any]) -> GraphQLType:
        """Return the `@oneOf` input type of a discriminated union: one field per tag."""
        if members not in self.choices:
            name = union_name(members, metadata)
            made = self._input_type(name, members, "Exactly one of these fields.")
            self.choices[members] = made
            for member in members:
                model = unwrapped(member)[0]
                for _, tag in list(tags_of(model))[:1]:
                    branch = field_of(camel(tag), nullable(self.object_of(model)), described(model))
                    definition_of(made).fields.append(branch)
            if len(definition_of(made).fields) != len(members):
                raise TypeError(f"{name} has members without a tag")
            self.reshapes[made] = _chosen
        return self.choices[members]

    def install(self, made: Mapping[str, ConcreteType]) -> None:
        """Set the names and conversions of coerced values in the types that graphql-core has made."""
        for source in (*self.types.values(), *self.choices.values()):
            definition = definition_of(source)
            built: Any = made[definition.name].implementation
            for field in definition.fields:
                built.fields[field.graphql_name or ""].out_name = field.python_name
            built.is_one_of = definition.is_one_of
            built.out_type = self.reshapes.get(source, GraphQLInputObjectType.out_type)

    def _fields(self, model: type[BaseModel]) -> Iterator[StrawberryField]:
        for name, info in model.model_fields.items():
            if REST_ONLY in info.metadata:
                continue
            if info.is_required() or not is_empty(info.annotation):
                kind = self.type_of(info.annotation, [info, *info.metadata])
                description = _with_default_of(info, with_limits(info.description, kind, info.metadata))
                yield field_of(name, kind if info.is_required() else nullable(kind), description)

    def _input_type(self, name: str, source: Any, description: str | None) -> type:
        reserved = self.names.reserve(f"{name}Input", source)
        empty = type(reserved, (), {"__module__": __name__})
        one_of = not isinstance(source, type)
        return strawberry.input(empty, name=reserved, description=description, one_of=one_of)


def tags_of(model: type[BaseModel]) -> Iterator[tuple[str, str]]:
    """Yield each field of a model that has only one possible value, and this value."""
    for name, info in model.model_fields.items():
        if get_origin(info.annotation) is Literal and len(get_args(info.annotation)) == 1:
            yield name, get_args(info.annotation)[0]


def _with_default_of(info: FieldInfo, description: str | None) -> str | None:
    """Append the default of a field to its description, unless it is null or an object."""
    default = info.default.name if isinstance(info.default, Enum) else info.default
    return with_default(description, default) if isinstance(default, (*SCALARS, tuple)) else description


def _nothing() -> StrawberryField:
    return field_of(NOTHING, nullable(bool), "Placeholder; the type has no fields.")


def _tagging(tags: dict[str, str]) -> Reshape:
    def tagged(fields: dict[str, Any]) -> dict[str, Any]:
        fields.pop(NOTHING, None)
        return tags | fields

    return tagged


def _chosen(fields: dict[str, Any]) -> Any:
    return next(iter(fields.values()))
