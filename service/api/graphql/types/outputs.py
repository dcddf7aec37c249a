"""GraphQL output types of answer records and of models in answers; fields read the attributes of the records."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from typing import Any, cast, get_type_hints

import strawberry
from graphql import GraphQLObjectType
from pydantic import BaseModel
from pydantic.fields import FieldInfo
from strawberry.annotation import StrawberryAnnotation
from strawberry.schema.types import ConcreteType
from strawberry.types.field import StrawberryField
from strawberry.types.union import StrawberryUnion

from service.api.graphql.types.derive import (
    Derivation,
    GraphQLType,
    definition_of,
    described,
    field_of,
    is_empty,
    union_name,
    unwrapped,
)


class Outputs(Derivation):
    """Records and models as output types of the same name."""

    def object_of(self, source: type) -> GraphQLType:
        """Return the output type of a record or model; the class of a value determines its type."""
        if source not in self.types:
            self.names.reserve(source.__name__, source)
            made = self.types[source] = _output_type(source)
            definition_of(made).fields += list(self._fields(source))
        return self.types[source]

    def union_of(self, members: tuple[type, ...], metadata: list[Any]) -> GraphQLType:
        """Return the union of records or models."""
        classes = tuple([unwrapped(member)[0] for member in members])
        return self.result_of(union_name(classes, metadata), classes)

    def result_of(self, name: str, members: tuple[type, ...], description: str | None = None) -> StrawberryUnion:
        """Return the named union of records or models."""
        self.names.reserve(name, members)
        made = tuple([StrawberryAnnotation(self.object_of(member)) for member in members])
        return StrawberryUnion(name, made, description)

    @property
    def classes(self) -> dict[str, type]:
        """The records and models by the name of their GraphQL type."""
        return {source.__name__: source for source in self.types}

    def install(self, made: Mapping[str, ConcreteType]) -> None:
        """Set resolvers that read the attributes of records in the types that graphql-core has made."""
        for source in self.types.values():
            definition = definition_of(source)
            built = cast("GraphQLObjectType", made[definition.name].implementation)
            for field in definition.fields:
                built.fields[field.graphql_name or ""].resolve = _reader(field.python_name)

    def _fields(self, source: type) -> Iterator[StrawberryField]:
        for name, annotation, metadata in attributes_of(source):
            if is_empty(annotation):
                continue
            notes = [*metadata, *unwrapped(annotation)[1]]
            descriptions = [each.description for each in notes if isinstance(each, FieldInfo) and each.description]
            yield field_of(name, self.type_of(annotation, metadata), descriptions[0] if descriptions else None)


def attributes_of(source: type) -> Iterator[tuple[str, Any, list[Any]]]:
    """Yield name, annotation and metadata of each field of a record or model."""
    if issubclass(source, BaseModel):
        for name, info in source.model_fields.items():
            yield name, info.annotation, [info, *info.metadata]
    elif is_dataclass(source):
        hints = get_type_hints(source, include_extras=True)
        for field in fields(source):
            yield field.name, hints[field.name], []
    else:
        raise TypeError(f"{source.__name__} is neither a record nor a model")


def _output_type(source: type) -> type:
    def is_type_of(value: Any, _info: Any) -> bool:
        return value.__class__ is source

    empty = type(source.__name__, (), {"__module__": __name__, "is_type_of": staticmethod(is_type_of)})
    return strawberry.type(empty, name=source.__name__, description=described(source))


def _reader(name: str) -> Callable[[Any, Any], Any]:
    def read(value: Any, _info: Any) -> Any:
        return getattr(value, name)

    return read
