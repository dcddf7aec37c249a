"""The contract as the registry says it today, made once for all tests of a process: that takes seconds."""

from functools import cache
from typing import Any

from service.api.documents import openapi, schemas
from service.api.documents.schemas import Schemas
from service.app import registry


@cache
def document() -> dict[str, Any]:
    """Return the OpenAPI document, which all tests share: change nothing in it."""
    return openapi.document_of(registry())


@cache
def schemas_of_all() -> Schemas:
    """Return the schemas of all requests and answers."""
    return schemas.schemas_of(registry())
