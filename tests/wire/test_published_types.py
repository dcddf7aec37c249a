"""The types of the contract have one name on every face, and say their defaults in words."""

from collections.abc import Iterator
from typing import Any

import orjson
import pytest
from graphql import GraphQLEnumType, GraphQLInputObjectType, GraphQLObjectType, build_schema
from pydantic import TypeAdapter

from service.api.rest.request_parts import parts_of
from service.app import graphql, registry
from tests import published

ROOTS = {"Query", "Mutation", "Subscription"}
REST_ALONE = {"SelectedAnswer", "WebhookDelivery", "Hex"}
"""Answers cut down by `fields`, as GraphQL does itself; bodies of webhooks; a list."""
PARTS = [parts_of(operation) for operation in registry()]
WHOLE = list(dict.fromkeys(model for each in PARTS for model in (each.body, each.parameters) if model is not None))
"""The models of whole bodies and of the parameters of an address: arguments in GraphQL."""


@pytest.fixture(scope="module")
def components() -> dict[str, Any]:
    """The named schemas of OpenAPI."""
    return dict(published.schemas_of_all().components)


def test_types_are_called_the_same_in_openapi_and_graphql(components: dict[str, Any]) -> None:
    """Each model, enumeration and tagged union has one name; GraphQL alone names results, OpenAPI alone bodies."""
    types = build_schema(graphql().schema.as_str()).type_map
    named = (GraphQLObjectType, GraphQLInputObjectType, GraphQLEnumType)
    in_graphql = {name for name, each in types.items() if isinstance(each, named) and not name.startswith("__")} - ROOTS
    assert set(components) - {model.__name__ for model in WHOLE} - REST_ALONE == in_graphql


def test_types_of_requests_end_in_input(components: dict[str, Any]) -> None:
    """Whatever a body leads to ends in `Input` or is an enumeration or a list, and no answer's own type ends so."""
    inputs = {name for name, each in components.items() if name.endswith("Input")}
    simple = {name for name, each in components.items() if "enum" in each or each.get("type") == "array"}
    for model in WHOLE:
        assert set(leads_to(model.__name__, components)) <= inputs | simple
    answers = {
        name for operation in registry() for each in operation.answers for name in leads_to(each.__name__, components)
    }
    assert answers & inputs == set()


def leads_to(name: str, components: dict[str, Any]) -> Iterator[str]:
    """The names of the components below one."""
    pending, found = [name], {name}
    while pending:
        for reference in references(components[pending.pop()]):
            if reference not in found:
                found.add(reference)
                pending.append(reference)
                yield reference


def references(schema: Any) -> Iterator[str]:
    """The components that a schema refers to."""
    for key, each in (
        schema.items() if isinstance(schema, dict) else enumerate(schema) if isinstance(schema, list) else ()
    ):
        if key == "$ref":
            yield each.rpartition("/")[2]
        else:
            yield from references(each)


def fields(schema: Any) -> Iterator[tuple[str, str, Any]]:
    """Model, name and schema of each field."""
    for model, each in schema.items():
        for name, field in each.get("properties", {}).items():
            yield model, name, field


def test_no_field_has_the_keyword_default() -> None:
    """Generators of clients take fields with defaults for required ones, or leave out their operations."""
    document = published.document()["components"]["schemas"]
    assert [(model, name) for model, name, field in fields(document) if "default" in field] == []


@pytest.mark.parametrize("model", WHOLE, ids=lambda model: model.__name__)
def test_descriptions_tell_the_defaults(model: type, components: dict[str, Any]) -> None:
    """The description of a field ends in the default that the model gives it, if that is not null or an object."""
    declared = TypeAdapter(model).json_schema()
    for owner, name, field in fields({**declared.get("$defs", {}), model.__name__: declared}):
        published = components.get(f"{owner}Input") or components[owner]
        told = published["properties"][name].get("description", "")
        default = field.get("default")
        if default is None or isinstance(default, dict):
            assert "Default: " not in told
        else:
            word = default if isinstance(default, str) else orjson.dumps(default).decode()
            assert told.endswith(f"Default: {word}.")


def test_graphql_tells_the_same_defaults(components: dict[str, Any]) -> None:
    """A field of an input type has a default in its description where OpenAPI has one."""
    types = build_schema(graphql().schema.as_str()).type_map
    for name, made in types.items():
        if isinstance(made, GraphQLInputObjectType) and "properties" in components[name]:
            in_graphql = {
                field.out_name or key: "Default: " in (field.description or "") for key, field in made.fields.items()
            }
            in_openapi = [
                "Default: " in field.get("description", "")
                for key, field in components[name]["properties"].items()
                if "const" not in field
            ]
            assert sum(in_graphql.values()) == sum(in_openapi), name
