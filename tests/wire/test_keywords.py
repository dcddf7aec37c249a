"""Every schema of the service is plain JSON Schema 2020-12, and what travels fits it."""

import json
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from jsonschema_rs import Draft202012Validator, meta

from service.api.rest.request_parts import parts_of
from service.app import registry
from service.operations.problem import Problem
from service.operations.registry import Operation
from tests.golden import goldens_of
from tests.golden.faces import in_process
from tests.published import schemas_of_all

VOCABULARY = """
    $schema $id $ref $anchor $dynamicRef $dynamicAnchor $vocabulary $comment $defs
    prefixItems items contains additionalProperties properties patternProperties dependentSchemas propertyNames
    if then else allOf anyOf oneOf not unevaluatedItems unevaluatedProperties
    type const enum multipleOf maximum exclusiveMaximum minimum exclusiveMinimum maxLength minLength pattern
    maxItems minItems uniqueItems maxContains minContains maxProperties minProperties required dependentRequired
    title description default deprecated readOnly writeOnly examples format
"""
KEYWORDS = set(VOCABULARY.split())
OPENAPI = {"discriminator"}
"""The one keyword of OpenAPI 3.1's own vocabulary that the service uses, in unions told apart by a tag."""
NAMED = {"$defs", "properties", "patternProperties", "dependentSchemas"}
"""Keywords whose values are schemas by name."""
VALUES = {"const", "default", "enum", "examples", "discriminator", "required", "dependentRequired"}
"""Keywords whose values are no schemas."""
OPERATIONS = [operation.name for operation in registry()]


def keywords(schema: Any) -> Iterator[str]:
    """Every keyword of a schema and the schemas in it."""
    if isinstance(schema, list):
        for each in schema:
            yield from keywords(each)
    elif isinstance(schema, dict):
        for name, value in schema.items():
            yield name
            if name in NAMED:
                yield from keywords(list(value.values()))
            elif name not in VALUES:
                yield from keywords(value)


def named(name: str) -> Operation:
    """The operation of a name."""
    operation = registry().get(name)
    assert operation is not None
    return operation


def fits(schema: dict[str, Any], document: Any) -> bool:
    """Whether a document fits a published schema."""
    return _validator(json.dumps(schema)).is_valid(document)


@cache
def _validator(schema: str) -> Draft202012Validator:
    """The validator of a schema: making one takes longer than a hundred documents."""
    asked = json.loads(schema)
    used = {name: schemas_of_all().components[name] for name in below(asked)}
    return Draft202012Validator(asked | {"components": {"schemas": used}})


def test_schemas_speak_json_schema() -> None:
    """Every keyword belongs to the 2020-12 vocabulary, save OpenAPI's discriminator, and each schema is well-formed."""
    components = schemas_of_all().components
    unknown = {name: set(keywords(schema)) - KEYWORDS - OPENAPI for name, schema in components.items()}
    assert {name: found for name, found in unknown.items() if found} == {}
    for schema in components.values():
        meta.validate(schema | {"$schema": "https://json-schema.org/draft/2020-12/schema"})


@pytest.mark.parametrize("operation", OPERATIONS)
def test_answers_leave_nothing_out(operation: str) -> None:
    """Every field of an answer is required, so clients need no defaults."""
    published = schemas_of_all()
    for component in below(published.of_answers(named(operation).answers)):
        schema = published.components[component]
        assert set(schema.get("properties", ())) == set(schema.get("required", ())), component


@pytest.mark.parametrize("operation", OPERATIONS)
def test_requests_know_their_limits(operation: str) -> None:
    """Every list and every text of a request has a largest size in the schema, and every number its bounds."""
    parts, published = parts_of(named(operation)), schemas_of_all()
    components = below([published.of_request(part) for part in (parts.body, parts.parameters) if part is not None])
    assert [each for component in components for each in unlimited(published.components[component])] == []


def below(schema: Any) -> set[str]:
    """The names of all components that a schema leads to."""
    found: set[str] = set()
    pending = list(references(schema))
    while pending:
        name = pending.pop()
        if name not in found:
            found.add(name)
            pending += references(schemas_of_all().components[name])
    return found


def references(schema: Any) -> Iterator[str]:
    """The components that a schema names."""
    for each in schema if isinstance(schema, list) else schema.values() if isinstance(schema, dict) else ():
        yield from references(each)
    if isinstance(schema, dict) and isinstance(schema.get("$ref"), str):
        yield schema["$ref"].rpartition("/")[2]


def unlimited(schema: Any) -> Iterator[Any]:
    """Schemas of lists without maxItems, free texts without maxLength and numbers without a maximum."""
    if isinstance(schema, list):
        for each in schema:
            yield from unlimited(each)
    elif isinstance(schema, dict):
        bounds = BOUNDS.get(schema.get("type", ""), ())
        if bounds and not any(bound in schema for bound in bounds):
            yield schema
        for name, value in schema.items():
            if name not in VALUES:
                yield from unlimited(list(value.values()) if name in NAMED else value)


BOUNDS = {
    "array": ("maxItems",),
    "string": ("maxLength", "enum", "const"),
    "integer": ("maximum",),
    "number": ("maximum",),
}


@pytest.mark.parametrize("operation", OPERATIONS)
def test_what_travels_fits_its_schema(operation: str) -> None:
    """The request of every golden fits the request's schema, and its answer exactly one of the answers'."""
    asked, published = named(operation), schemas_of_all()
    answers = [published.of_answers([each]) for each in (*asked.answers, *asked.rest_answers, Problem)]
    for golden in goldens_of(operation):
        answer = in_process(operation, golden.request)[1]
        assert fits(published.of_request(asked.request), golden.request), golden.id
        assert len([each for each in answers if fits(each, answer)]) == 1, golden.id
