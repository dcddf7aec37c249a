"""The contract as the registry says it today, made once for all tests of a process: that takes seconds."""

from functools import cache
from typing import Any

import orjson

from service.api.documents import openapi, schemas
from service.api.documents.schemas import Schemas
from service.app import registry


@cache
def _written() -> bytes:
    return orjson.dumps(openapi.document_of(registry()))


def document() -> dict[str, Any]:
    """Return the OpenAPI document as a copy, for those too who change it, as Schemathesis does with links."""
    read: dict[str, Any] = orjson.loads(_written())
    return read


@cache
def schemas_of_all() -> Schemas:
    """Return the schemas of all requests and answers."""
    return schemas.schemas_of(registry())
