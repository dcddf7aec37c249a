"""The contract as the registry says it today, made once for all tests: that takes seconds."""

from functools import cache
from typing import Any

import orjson
from graphql import introspection_from_schema

from service.api.documents.openapi.document import document_of
from service.api.documents.openapi.schemas import Schemas, schemas_of
from service.app import graphql, registry
from tests.once import made_once


@cache
def _written() -> bytes:
    return made_once("openapi.json", lambda: orjson.dumps(document_of(registry())))


def document() -> dict[str, Any]:
    """Return the OpenAPI document as a copy, for those too who change it, as Schemathesis does with links."""
    read: dict[str, Any] = orjson.loads(_written())
    return read


def introspected() -> dict[str, Any]:
    """Return the GraphQL schema as its introspection tells it, without descriptions."""
    written = made_once(
        "graphql.json",
        lambda: orjson.dumps(introspection_from_schema(graphql().schema._schema, descriptions=False)),
    )
    read: dict[str, Any] = orjson.loads(written)
    return read


@cache
def schemas_of_all() -> Schemas:
    """Return the schemas of all requests and answers."""
    return schemas_of(registry())
