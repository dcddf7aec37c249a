"""Compiled GraphQL selections: functions that copy the selected attributes from an answer.

Output fields have no arguments and read attributes, so a document selects the same attributes of all records of one
class.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any, Final, cast

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
    get_named_type,
)
from pydantic import BaseModel
from strawberry.schema.schema_converter import GraphQLCoreConverter

from service.api.graphql.compiled.copiers import Change, Listed, Names, Write, copier_of
from service.operations.answering.verdicts import BESIDE
from service.wire import Frozen

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
            each = self.writer_of(kind.of_type, nodes)
            return None if each is None else Listed(each)
        if isinstance(kind, GraphQLEnumType):
            return Names({member.value: name for name, member in kind.values.items()})
        if isinstance(kind, GraphQLUnionType):
            return _by_class({self.classes[each.name]: self._object_writer(each, nodes) for each in kind.types})
        return self._object_writer(kind, nodes) if isinstance(kind, GraphQLObjectType) else None

    def selects_verdict_alone(self, kind: Any, nodes: Iterable[FieldNode]) -> bool:
        """Return whether a field selects nothing of an answer with an outcome that silent dice leave out."""
        answer = get_named_type(kind)
        kinds = [each for each in getattr(answer, "types", (answer,)) if "outcome" in getattr(each, "fields", ())]
        sets = [node.selection_set for node in nodes]
        return bool(kinds) and all(self._reads_verdict_alone(each, sets) for each in kinds)

    def _reads_verdict_alone(self, kind: GraphQLObjectType, sets: Iterable[SelectionSetNode | None]) -> bool:
        chosen = self.chosen(kind, sets).values()
        outcome = get_named_type(kind.fields["outcome"].type)
        inner = [node.selection_set for same in chosen if same[0].name.value == "outcome" for node in same]
        parts = {same[0].name.value for same in self.chosen(cast("GraphQLObjectType", outcome), inner).values()}
        names = {same[0].name.value for same in chosen}
        return names <= {TYPENAME, "outcome", *BESIDE} and parts <= {"verdict", TYPENAME}

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
        changes = {
            key: _change(write, defaults.get(attribute))
            for (key, write), attribute in zip(writers.items(), attributes, strict=True)
            if write is not None
        }
        return copier_of(constants, dict(zip(fields, attributes, strict=True)), changes)


def _change(write: Write, default: Any) -> Change:
    return Change(write, default, None if default is None else write(default))


def _defaults_of(record: type) -> dict[str, Any]:
    """Return the defaults that all records share as one object: immutable models, enum members and tuples."""
    if not issubclass(record, BaseModel):
        return {}
    return {name: field.default for name, field in record.model_fields.items() if isinstance(field.default, SHARED)}


def _by_class(writers: Mapping[type, Write]) -> Write:
    return lambda value: writers[value.__class__](value)
