"""The sizes of GraphQL documents, and the rule that refuses large ones.

Strawberry's own limiters follow every spread of every fragment: thirty fragments that spread each other twice keep
them busy for hours. Here each fragment is measured once. Tokens are limited while parsing. Selections are limited
before validation, because graphql-core's search for conflicting fields takes quadratic time. Selecting all fields takes
up to 1,400 selections; a battle written into the document takes most of the tokens. Introspection cannot be combined
with other fields, so that its answer can be cached.
"""

from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from typing import Any, Final, cast

from graphql import (
    ASTValidationRule,
    DocumentNode,
    FieldNode,
    FragmentDefinitionNode,
    FragmentSpreadNode,
    GraphQLError,
    InlineFragmentNode,
    OperationDefinitionNode,
    SelectionNode,
    SelectionSetNode,
)

from service.api.graphql.document_limits import MAX_ALIASES, MAX_DEPTH, MAX_OPERATIONS

INTROSPECTION: Final = frozenset({"__schema", "__type", "__typename"})


@dataclass(frozen=True, slots=True)
class Size:
    """The size of a selection: levels of braces, aliases at any level, and fields at its own level."""

    depth: int = 0
    aliases: int = 0
    fields: int = 0


class LimitsRule(ASTValidationRule):
    """A validation rule that refuses documents larger than the limits."""

    def enter_document(self, node: DocumentNode, *_args: Any) -> None:
        """Measure every operation of the document."""
        measure = Measure(
            {each.name.value: each for each in node.definitions if isinstance(each, FragmentDefinitionNode)}
        )
        for operation in operations_in(node):
            size = measure.size_of(operation.selection_set)
            message = (
                _exceeded("levels", size.depth, MAX_DEPTH)
                or _exceeded("aliases", size.aliases, MAX_ALIASES)
                or _exceeded("operations to run", size.fields, MAX_OPERATIONS)
                or _mixed(roots_of(operation.selection_set, measure.fragments))
            )
            if message is not None:
                self.report_error(GraphQLError(message))
                return


def _exceeded(measured: str, size: int, most: int) -> str | None:
    return f"The document has {size} {measured}; it may have {most}." if size > most else None


def _mixed(names: AbstractSet[str]) -> str | None:
    other_fields = sorted(names - INTROSPECTION)
    if names & {"__schema", "__type"} and other_fields:
        return f"Introspection needs a document of its own; this one also selects {other_fields[0]}."
    return None


def operations_in(document: DocumentNode) -> list[OperationDefinitionNode]:
    """Return the operations of a document; one of them is executed."""
    return [each for each in document.definitions if isinstance(each, OperationDefinitionNode)]


def roots_of(selections: SelectionSetNode, fragments: Mapping[str, FragmentDefinitionNode]) -> frozenset[str]:
    """Return the names of an operation's root fields."""
    names: set[str] = set()
    spread: set[str] = set()
    waiting: list[SelectionNode] = list(selections.selections)
    while waiting:
        node = waiting.pop()
        if isinstance(node, FieldNode):
            names.add(node.name.value)
        elif isinstance(node, InlineFragmentNode):
            waiting += node.selection_set.selections
        elif isinstance(node, FragmentSpreadNode) and node.name.value in fragments and node.name.value not in spread:
            spread.add(node.name.value)
            waiting += fragments[node.name.value].selection_set.selections
    return frozenset(names)


@dataclass(frozen=True, slots=True)
class Measure:
    """Measures selections, each fragment once; a fragment that spreads itself, which is invalid, counts as empty."""

    fragments: Mapping[str, FragmentDefinitionNode]
    known: dict[str, Size] = field(default_factory=dict)

    def size_of(self, selections: SelectionSetNode | None) -> Size:
        """Return the size of a selection set."""
        if selections is None:
            return Size()
        sizes = [self._size(each) for each in selections.selections]
        depth = 1 + max([each.depth for each in sizes], default=0)
        return Size(depth, sum([each.aliases for each in sizes]), sum([each.fields for each in sizes]))

    def _size(self, node: SelectionNode) -> Size:
        if isinstance(node, FragmentSpreadNode):
            return self._spread(node.name.value)
        if not isinstance(node, FieldNode):
            return _inlined(self.size_of(cast("InlineFragmentNode", node).selection_set))
        below = self.size_of(node.selection_set)
        depth = 0 if node.name.value.startswith("__") else below.depth  # graphql-core limits introspection itself
        return Size(depth, below.aliases + (node.alias is not None), 1)

    def _spread(self, name: str) -> Size:
        if name not in self.known and name in self.fragments:
            self.known[name] = Size()
            self.known[name] = _inlined(self.size_of(self.fragments[name].selection_set))
        return self.known.get(name, Size())


def _inlined(size: Size) -> Size:
    return Size(size.depth - 1, size.aliases, size.fields)
