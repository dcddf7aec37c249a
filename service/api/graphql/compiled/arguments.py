"""Compiled GraphQL arguments: functions that build the arguments of a field from the values of the variables."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from graphql import (
    ArgumentNode,
    GraphQLArgument,
    GraphQLInputField,
    GraphQLInputObjectType,
    GraphQLList,
    GraphQLNonNull,
    ListValueNode,
    ObjectFieldNode,
    ObjectValueNode,
    ValueNode,
    VariableNode,
    print_ast,
)
from graphql.utilities import coerce_input_literal

from service.api.graphql.compiled.variables import Misfit

Build = Callable[[Mapping[str, Any]], Any]
"""Returns the coerced arguments, the same as graphql-core's, for the values of the variables."""


def builder_of(
    nodes: Iterable[ArgumentNode] | Iterable[ObjectFieldNode],
    declared: Mapping[str, GraphQLArgument] | Mapping[str, GraphQLInputField],
    reshape: Callable[[dict[str, Any]], Any] = lambda fields: fields,
) -> Build:
    """Compile named values; the name of a variable without a value is left out.

    Raises: Misfit, if a variable is used where graphql-core has to convert its value.
    """
    parts = []
    for node in nodes:
        target = declared[node.name.value]
        variable = node.value.name.value if isinstance(node.value, VariableNode) else None
        parts.append((target.out_name or node.name.value, variable, _value_builder(node.value, target.type)))

    def build(values: Mapping[str, Any]) -> Any:
        return reshape({name: part(values) for name, variable, part in parts if not variable or variable in values})

    return build


def _value_builder(node: ValueNode, kind: Any) -> Build:
    if isinstance(kind, GraphQLNonNull):
        return _value_builder(node, kind.of_type)
    if isinstance(node, VariableNode):
        name = node.name.value
        return lambda values: values.get(name)
    if "$" not in print_ast(node):
        constant = coerce_input_literal(node, kind)
        return lambda _values: constant
    if isinstance(node, ListValueNode) and isinstance(kind, GraphQLList):
        items = [_value_builder(item, kind.of_type) for item in node.values]
        return lambda values: [item(values) for item in items]
    if isinstance(node, ObjectValueNode) and isinstance(kind, GraphQLInputObjectType):
        return builder_of(node.fields, kind.fields, kind.out_type)
    raise Misfit
