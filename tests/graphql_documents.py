"""Write the GraphQL document that asks an operation for everything it answers."""

from graphql import (
    GraphQLInterfaceType,
    GraphQLObjectType,
    GraphQLOutputType,
    GraphQLSchema,
    GraphQLUnionType,
    get_named_type,
    is_leaf_type,
)
from strawberry import Schema

from service.operations.registry import Operation


def document_for(schema: Schema, operation: Operation) -> str:
    """Ask for every field of every possible answer, with the request's fields as variables."""
    core: GraphQLSchema = schema._schema
    kind, root = ("mutation", core.mutation_type) if operation.changes else ("query", core.query_type)
    assert root is not None
    field = root.fields[operation.camel_name]
    variables = ", ".join(f"${name}: {argument.type}" for name, argument in field.args.items())
    arguments = ", ".join(f"{name}: ${name}" for name in field.args)
    head = f"({variables})" if variables else ""
    call = f"({arguments})" if arguments else ""
    return f"{kind} Ask{head} {{ {operation.camel_name}{call} {_selection(field.type)} }}"


def _selection(wanted: GraphQLOutputType) -> str:
    named = get_named_type(wanted)
    if is_leaf_type(named):
        return ""
    if isinstance(named, GraphQLUnionType):
        shapes: dict[str, str] = {}
        branches = " ".join(f"... on {each.name} {_fields(each, shapes)}" for each in named.types)
        return f"{{ __typename {branches} }}"
    assert isinstance(named, GraphQLObjectType | GraphQLInterfaceType)
    return _fields(named)


def _fields(named: GraphQLObjectType | GraphQLInterfaceType, shapes: dict[str, str] | None = None) -> str:
    """Select every field; one whose type differs from an earlier branch's gets the branch's name before its own."""
    shapes = {} if shapes is None else shapes
    fields = []
    for name, field in named.fields.items():
        clashes = shapes.setdefault(name, str(field.type)) != str(field.type)
        fields.append(f"{f'{named.name}_{name}: ' if clashes else ''}{name} {_selection(field.type)}".strip())
    return f"{{ {' '.join(fields)} }}"
