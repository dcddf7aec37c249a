"""Compiled GraphQL selections: functions that copy the selected attributes from an answer.

Output fields have no arguments and read attributes, so a document selects the same attributes of all records of one
class.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from operator import itemgetter
from typing import Any, Final, NamedTuple

from graphql import (
    FieldNode,
    FragmentDefinitionNode,
    FragmentSpreadNode,
    GraphQLEnumType,
    GraphQLList,
    GraphQLNamedType,
    GraphQLNonNull,
    GraphQLObjectType,
    GraphQLUnionType,
    SelectionNode,
    SelectionSetNode,
    VariableNode,
)
from pydantic import BaseModel
from strawberry.schema.schema_converter import GraphQLCoreConverter

from service.wire import Frozen

Write = Callable[[Any], Any]
TYPENAME: Final = "__typename"
SHARED: Final = (Frozen, Enum, tuple)
WANTED: Final = {"include": True, "skip": False}
DEFINITION: Final = GraphQLCoreConverter.DEFINITION_BACKREF


@dataclass(frozen=True, slots=True)
class Selections:
    """Compiles the selections of one document.

    `classes` has the record classes by object type, `flags` the variables that include or skip parts.
    """

    classes: Mapping[str, type]
    types: Mapping[str, GraphQLNamedType]
    fragments: Mapping[str, FragmentDefinitionNode]
    flags: Mapping[str, bool]

    def writer_of(self, kind: Any, nodes: Iterable[FieldNode]) -> Write | None:
        """Return the function that converts a value other than null to JSON; None if the value is JSON already."""
        if isinstance(kind, GraphQLNonNull):
            return self.writer_of(kind.of_type, nodes)
        if isinstance(kind, GraphQLList):
            return _each(self.writer_of(kind.of_type, nodes))
        if isinstance(kind, GraphQLEnumType):
            return {member.value: name for name, member in kind.values.items()}.__getitem__
        if isinstance(kind, GraphQLUnionType):
            return _by_class({self.classes[each.name]: self._object_writer(each, nodes) for each in kind.types})
        return self._object_writer(kind, nodes) if isinstance(kind, GraphQLObjectType) else None

    def chosen(self, kind: GraphQLObjectType, sets: Iterable[SelectionSetNode | None]) -> dict[str, list[FieldNode]]:
        """Return the selected fields of an object type by response name, with fragments expanded and repeats merged."""
        found: dict[str, list[FieldNode]] = {}
        spread: set[str] = set()
        for each in sets:
            for node in self._fields(kind, each, spread):
                found.setdefault(node.alias.value if node.alias else node.name.value, []).append(node)
        return found

    def _fields(
        self, kind: GraphQLObjectType, chosen: SelectionSetNode | None, spread: set[str]
    ) -> Iterator[FieldNode]:
        for node in chosen.selections if chosen else ():
            if not self._is_included(node):
                continue
            if isinstance(node, FieldNode):
                yield node
            elif not isinstance(node, FragmentSpreadNode):
                yield from self._fragment(kind, node, spread)
            elif node.name.value not in spread:
                spread.add(node.name.value)
                yield from self._fragment(kind, self.fragments[node.name.value], spread)

    def _fragment(self, kind: GraphQLObjectType, fragment: Any, spread: set[str]) -> Iterator[FieldNode]:
        condition = fragment.type_condition
        if condition is None or self._is_a(kind, self.types[condition.name.value]):
            yield from self._fields(kind, fragment.selection_set, spread)

    def _is_included(self, node: SelectionNode) -> bool:
        for directive in node.directives or ():
            (argument,) = directive.arguments or ()
            given: Any = argument.value
            flag = self.flags[given.name.value] if isinstance(given, VariableNode) else given.value
            if flag is not WANTED[directive.name.value]:
                return False
        return True

    def _is_a(self, kind: GraphQLObjectType, condition: GraphQLNamedType) -> bool:
        return kind is condition or (isinstance(condition, GraphQLUnionType) and kind in condition.types)

    def _object_writer(self, kind: GraphQLObjectType, nodes: Iterable[FieldNode]) -> Write:
        chosen = self.chosen(kind, [node.selection_set for node in nodes])
        constants = {key: kind.name if same[0].name.value == TYPENAME else None for key, same in chosen.items()}
        fields = {key: kind.fields[same[0].name.value] for key, same in chosen.items() if constants[key] is None}
        attributes = [field.extensions[DEFINITION].python_name for field in fields.values()]
        writers = {key: self.writer_of(field.type, chosen[key]) for key, field in fields.items()}
        defaults = _defaults_of(self.classes[kind.name])
        changes = [
            _change(key, write, defaults.get(attribute))
            for (key, write), attribute in zip(writers.items(), attributes, strict=True)
            if write is not None
        ]
        return _copying(constants, tuple(fields), attributes, changes)


class Change(NamedTuple):
    """A field of a record that needs conversion to JSON; the JSON of its default is computed only once."""

    key: str
    write: Write
    default: Any
    written: Any


def _change(key: str, write: Write, default: Any) -> Change:
    return Change(key, write, default, None if default is None else write(default))


def _defaults_of(record: type) -> dict[str, Any]:
    """Return the defaults that all records share as one object: immutable models, enum members and tuples."""
    if not issubclass(record, BaseModel):
        return {}
    return {name: field.default for name, field in record.model_fields.items() if isinstance(field.default, SHARED)}


def _copying(constants: dict[str, Any], keys: tuple[str, ...], attributes: list[str], changes: list[Change]) -> Write:
    """Return a function that copies attributes to a dictionary in the order selected, and converts them to JSON."""
    if not attributes:
        return lambda _value: constants
    get = itemgetter(*attributes) if len(attributes) > 1 else _alone(attributes[0])

    def copy(value: Any) -> dict[str, Any]:
        made = constants.copy()
        made.update(zip(keys, get(value.__dict__), strict=True))
        for key, write, default, written in changes:
            part = made[key]
            if part is not None:
                made[key] = written if part is default else write(part)
        return made

    return copy


def _alone(attribute: str) -> Callable[[Mapping[str, Any]], tuple[Any]]:
    return lambda fields: (fields[attribute],)


def _each(write: Write | None) -> Write | None:
    if write is None:
        return None
    return lambda values: [None if value is None else write(value) for value in values]


def _by_class(writers: Mapping[type, Write]) -> Write:
    return lambda value: writers[value.__class__](value)
