"""Translate a REST body into GraphQL variables, and a GraphQL answer or problem back into REST's."""

import re
from functools import reduce
from typing import Any

from graphql import (
    GraphQLEnumType,
    GraphQLInputObjectType,
    GraphQLInputType,
    GraphQLList,
    GraphQLNonNull,
    GraphQLObjectType,
    GraphQLOutputType,
    GraphQLUnionType,
    get_named_type,
)
from strawberry import Schema

from service.operations.registry import Operation

TAGS = ("kind", "action", "trigger")


def root_field(schema: Schema, operation: Operation) -> Any:
    """Return graphql-core's field of an operation."""
    core = schema._schema
    root = core.mutation_type if operation.changes else core.query_type
    assert root is not None
    return root.fields[operation.camel_name]


def variables_for(schema: Schema, operation: Operation, request: dict[str, Any]) -> dict[str, Any]:
    """Write a request's fields as the variables of the document that asks for everything."""
    arguments = root_field(schema, operation).args
    by_python_name = {argument.out_name or name: name for name, argument in arguments.items()}
    return {by_python_name[name]: _into(value, arguments[by_python_name[name]].type) for name, value in request.items()}


def answer_in(schema: Schema, operation: Operation, data: dict[str, Any]) -> Any:
    """Read the answer out of the data of a response."""
    return _out_of(data[operation.camel_name], root_field(schema, operation).type, schema)


def problem_in(
    schema: Schema, operation: Operation, request: dict[str, Any], problem: dict[str, Any]
) -> dict[str, Any]:
    """Read a problem as REST has it: pointers without the branches of oneOf inputs, and names in snake_case."""
    arguments = root_field(schema, operation).args
    names: dict[str, str] = {}
    for name, argument in arguments.items():
        names[name] = argument.out_name
        _collect(get_named_type(argument.type), names, set())
    told = {"detail": _renamed(problem["detail"], names)}
    faults = [
        {**each, "pointer": _pointer(each["pointer"], arguments, request), "message": _renamed(each["message"], names)}
        for each in problem["errors"]
    ]
    return {**problem, **told, "errors": faults}


def _collect(kind: Any, names: dict[str, str], known: set[str]) -> None:
    """Collect the fields of an input type, and of those inside it, with their names in REST."""
    if isinstance(kind, GraphQLInputObjectType) and kind.name not in known:
        known.add(kind.name)
        for name, each in kind.fields.items():
            names[name] = name if kind.is_one_of else each.out_name or name
            _collect(get_named_type(each.type), names, known)


def _renamed(text: str, names: dict[str, str]) -> str:
    return re.sub(r"[A-Za-z]+", lambda word: names.get(word[0], word[0]), text)


def _pointer(pointer: str, arguments: Any, request: Any) -> str:
    """Follow a pointer into arguments as far as they have types, and write it with the names of REST.

    A pointer that ends in a branch of a oneOf input leads to the field of REST that says which branch it is.
    """
    found: list[str] = []
    fields, is_branch, was_branch = arguments, False, False
    for token in pointer.split("/")[1:]:
        was_branch = is_branch and not token.isdecimal()
        if fields is None or token.isdecimal():
            found.append(token)
            continue
        found += [] if is_branch else [fields[token].out_name or token]
        inner = get_named_type(fields[token].type)
        is_object = isinstance(inner, GraphQLInputObjectType)
        fields, is_branch = (inner.fields, inner.is_one_of) if is_object else (None, False)
    if was_branch:
        here = reduce(lambda value, name: value[int(name) if name.isdecimal() else name], found, request)
        found.append(next(tag for tag in TAGS if tag in here))
    return "".join(f"/{each}" for each in found)


def _into(value: Any, wanted: GraphQLInputType) -> Any:
    if isinstance(wanted, GraphQLNonNull):
        return _into(value, wanted.of_type)
    if value is None:
        return None
    if isinstance(wanted, GraphQLList):
        return [_into(each, wanted.of_type) for each in value]
    if isinstance(wanted, GraphQLEnumType):
        return _name_of(wanted, value)
    if isinstance(wanted, GraphQLInputObjectType):
        return _into_object(value, wanted)
    return value


def _into_object(value: dict[str, Any], wanted: GraphQLInputObjectType) -> dict[str, Any]:
    if wanted.is_one_of:
        tagged = ((tag, name) for tag in TAGS for name in wanted.fields if _flat(name) == _flat(value.get(tag, "")))
        tag, branch = next(tagged)
        rest = {name: each for name, each in value.items() if name != tag}
        return {branch: _into(rest, wanted.fields[branch].type)}
    by_python_name = {field.out_name or name: name for name, field in wanted.fields.items()}
    return {
        by_python_name[name]: _into(each, wanted.fields[by_python_name[name]].type)
        for name, each in value.items()
        if name in by_python_name
    }


def _out_of(value: Any, given: GraphQLOutputType, schema: Schema) -> Any:
    if isinstance(given, GraphQLNonNull):
        return _out_of(value, given.of_type, schema)
    if value is None:
        return None
    if isinstance(given, GraphQLList):
        return [_out_of(each, given.of_type, schema) for each in value]
    if isinstance(given, GraphQLEnumType):
        return _value_of(given, value)
    if isinstance(given, GraphQLUnionType):
        given = next(each for each in given.types if each.name == value["__typename"])
    if isinstance(given, GraphQLObjectType):
        return _out_of_object(value, given, schema)
    return value


def _out_of_object(value: dict[str, Any], given: GraphQLObjectType, schema: Schema) -> dict[str, Any]:
    definition: Any = schema.schema_converter.type_map[given.name].definition
    python_names = {field.graphql_name: field.python_name for field in definition.fields}
    found = {}
    for name, each in value.items():
        plain = name.removeprefix(f"{given.name}_")
        if plain != "__typename":
            found[python_names[plain]] = _out_of(each, given.fields[plain].type, schema)
    return found


def _name_of(wanted: GraphQLEnumType, value: str) -> str:
    names: dict[str, str] = {_plain(each.value): name for name, each in wanted.values.items()}
    return names[value]


def _value_of(given: GraphQLEnumType, name: str) -> Any:
    return _plain(given.values[name].value)


def _plain(value: Any) -> Any:
    return getattr(value, "value", value)


def _flat(name: str) -> str:
    return name.replace("_", "").lower()
