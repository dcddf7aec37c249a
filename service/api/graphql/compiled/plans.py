"""Compiled plans of GraphQL documents: which operations to run, with which arguments, and which fields to copy.

A plan executes one valid document with the same result as graphql-core but several times faster, because the document
is analysed only once; tests compare both. Introspection, subscriptions and unusual documents are left to graphql-core.
"""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, cast

from graphql import (
    DirectiveNode,
    DocumentNode,
    FieldNode,
    FragmentDefinitionNode,
    GraphQLList,
    GraphQLNamedType,
    GraphQLNonNull,
    GraphQLObjectType,
    ListTypeNode,
    NamedTypeNode,
    NonNullTypeNode,
    OperationDefinitionNode,
    OperationType,
    TypeNode,
    ValueNode,
    VariableDefinitionNode,
    VariableNode,
    Visitor,
    visit,
)
from graphql.utilities import coerce_input_literal

from service.api.graphql.compiled.arguments import Build, builder_of
from service.api.graphql.compiled.copiers import Write
from service.api.graphql.compiled.selections import TYPENAME, Selections
from service.api.graphql.compiled.variables import Misfit, Read, reader_of
from service.api.graphql.sizes import operations_in
from service.operations.registry import Operation
from service.operations.work.estimates import verdict_alone
from service.wire import Written, to_json

MAX_VARIANTS: Final = 16

Answerer = Callable[[Operation, bytes, str], Awaitable[Any]]
"""Runs an operation on a JSON document, for a field of the response, and returns one of its answers, or a problem.

The answer may be JSON already. It never raises.
"""


@dataclass(frozen=True, slots=True)
class Variable:
    """A variable that a document declares."""

    name: str
    required: bool
    read: Read


@dataclass(frozen=True, slots=True)
class Root:
    """A root field: the operation to run, the builder of its request, and the writer of the selected fields.

    `verdict_alone` says that nothing but the verdict is selected of an outcome.
    """

    key: str
    operation: Operation
    request: Build
    write: Write
    verdict_alone: bool


@dataclass(frozen=True, slots=True)
class Variant:
    """A plan for one combination of the variables that include or skip parts of the document."""

    roots: tuple[Root, ...]
    template: Mapping[str, Any]

    async def run(
        self, values: Mapping[str, Any], answer: Answerer, bodies: Mapping[str, bytes] | None = None
    ) -> dict[str, Any]:
        """Run the operations in sequence and return GraphQL's `data`; `bodies` are their requests, if made already."""
        data = dict(self.template)
        for root in self.roots:
            body = to_json(root.request(values)) if bodies is None else bodies[root.key]
            token = verdict_alone.set(root.verdict_alone)
            try:
                given = await answer(root.operation, body, root.key)
            finally:
                verdict_alone.reset(token)
            data[root.key] = given.fragment if given.__class__ is Written else root.write(given)
        return data


@dataclass(frozen=True, slots=True)
class Plan:
    """The compiled plan of one operation; `flags` are the variables that include or skip parts of the document."""

    rolls: bool
    variables: tuple[Variable, ...]
    defaults: Mapping[str, Any]
    flags: tuple[str, ...]
    compile: Callable[[Mapping[str, bool]], Variant]
    variants: dict[tuple[bool, ...], Variant] = field(default_factory=dict)

    def values(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """Check and rename the values of the variables.

        Raises: Misfit, if the values are wrong or need graphql-core's conversion.
        """
        values = dict(self.defaults)
        try:
            for variable in self.variables:
                if variable.name in given:
                    values[variable.name] = variable.read(given[variable.name])
                elif variable.required:
                    raise Misfit
        except (KeyError, TypeError, RecursionError) as error:
            raise Misfit from error
        return values

    def variant(self, values: Mapping[str, Any]) -> Variant:
        """Return the variant for these values.

        Raises: Misfit, if only graphql-core can execute it, or if there are too many variants.
        """
        flags = tuple([values[name] for name in self.flags])
        found = self.variants.get(flags)
        if found is None:
            if len(self.variants) >= MAX_VARIANTS:
                raise Misfit
            found = self.variants[flags] = self.compile(dict(zip(self.flags, flags, strict=True)))
        return found


class Flags(Visitor):
    """Collects the variables that include or skip parts of a document."""

    def __init__(self) -> None:
        """Start with none."""
        super().__init__()
        self.names: set[str] = set()

    def enter_directive(self, node: DirectiveNode, *_args: Any) -> None:
        """Collect the variable of an `@include` or `@skip` directive."""
        values = [argument.value for argument in node.arguments or ()]
        self.names |= {each.name.value for each in values if isinstance(each, VariableNode)}


@dataclass(frozen=True, slots=True)
class Planner:
    """Makes plans for the documents of one schema."""

    types: Mapping[str, GraphQLNamedType]
    classes: Mapping[str, type]
    operations: Mapping[str, Operation]

    def plan(self, document: DocumentNode, name: str | None) -> Plan | None:
        """Return the plan of a valid document, or None if plans do not support it."""
        operations = operations_in(document)
        if name is not None:
            operations = [each for each in operations if each.name and each.name.value == name]
        if len(operations) != 1 or operations[0].directives or operations[0].operation is OperationType.SUBSCRIPTION:
            return None
        try:
            return self._plan(operations[0], document)
        except (KeyError, Misfit):
            return None

    def _plan(self, operation: OperationDefinitionNode, document: DocumentNode) -> Plan:
        declared = operation.variable_definitions or ()
        flags = Flags()
        visit(document, flags)
        return Plan(
            rolls=operation.operation is OperationType.MUTATION,
            variables=tuple([self._variable(each) for each in declared]),
            defaults={each.variable.name.value: self._default(each) for each in declared if each.default_value},
            flags=tuple([each.variable.name.value for each in declared if each.variable.name.value in flags.names]),
            compile=self._compiler(operation, document),
        )

    def _compiler(
        self, operation: OperationDefinitionNode, document: DocumentNode
    ) -> Callable[[Mapping[str, bool]], Variant]:
        root = cast("GraphQLObjectType", self.types[operation.operation.value.capitalize()])
        fragments = {each.name.value: each for each in document.definitions if isinstance(each, FragmentDefinitionNode)}

        def compile_for(flags: Mapping[str, bool]) -> Variant:
            selections = Selections(self.classes, self.types, fragments, flags)
            try:
                chosen = selections.chosen(root, [operation.selection_set])
                template = {key: root.name if same[0].name.value == TYPENAME else None for key, same in chosen.items()}
                roots = [self._root(root, k, same, selections) for k, same in chosen.items() if template[k] is None]
            except KeyError as error:  # introspection is not among the operations
                raise Misfit from error
            return Variant(tuple(roots), template)

        return compile_for

    def _variable(self, declared: VariableDefinitionNode) -> Variable:
        kind = self._type(declared.type)
        if declared.default_value and not isinstance(kind, GraphQLNonNull):
            kind = GraphQLNonNull(kind)  # null instead of a default depends on where the variable stands
        required = isinstance(kind, GraphQLNonNull) and not declared.default_value
        return Variable(declared.variable.name.value, required, reader_of(kind))

    def _default(self, declared: VariableDefinitionNode) -> Any:
        return coerce_input_literal(cast("ValueNode", declared.default_value), self._type(declared.type))

    def _root(self, root: GraphQLObjectType, key: str, nodes: list[FieldNode], selections: Selections) -> Root:
        name = nodes[0].name.value
        called = root.fields[name]
        request = builder_of(nodes[0].arguments or (), called.args)
        write = cast("Write", selections.writer_of(called.type, nodes))
        return Root(key, self.operations[name], request, write, selections.selects_verdict_alone(called.type, nodes))

    def _type(self, node: TypeNode) -> Any:
        if isinstance(node, NonNullTypeNode):
            return GraphQLNonNull(self._type(node.type))
        if isinstance(node, ListTypeNode):
            return GraphQLList(self._type(node.type))
        return self.types[cast("NamedTypeNode", node).name.value]
