"""The OpenAPI 3.1 document of a registry."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from importlib.metadata import version
from typing import Any, Final

import orjson
import yaml

from service.api.health import health_paths
from service.api.schemas import Schemas, schemas_of
from service.errors import (
    BodyTooLarge,
    DoesNotFit,
    InternalError,
    KeyInUse,
    KeyMalformed,
    KeyReused,
    NotAcceptable,
    NotJson,
    NotJsonType,
    StoreAway,
    TooManyRequests,
    UmpireError,
)
from service.operations.registry import Effect, Operation, Registry

READ_ERRORS: Final[tuple[type[UmpireError], ...]] = (NotAcceptable, DoesNotFit, TooManyRequests, InternalError)
POST_ERRORS: Final[tuple[type[UmpireError], ...]] = (NotJson, BodyTooLarge, NotJsonType, *READ_ERRORS)
COMMON_ERRORS: Final[Mapping[Effect, tuple[type[UmpireError], ...]]] = {
    Effect.READ: READ_ERRORS,
    Effect.COMPUTE: POST_ERRORS,
    Effect.ROLL: (*POST_ERRORS, KeyInUse, KeyMalformed, KeyReused, StoreAway),
}

IDEMPOTENCY_KEY: Final = {
    "name": "Idempotency-Key",
    "in": "header",
    "required": False,
    "description": (
        "Any unique text, such as a UUID. The same key with the same body gets the same answer, byte for byte, for 24 "
        "hours, with `Idempotent-Replayed: true`; with another body it is refused."
    ),
    "schema": {"type": "string", "pattern": "^[!-~]{1,128}$"},
}


DESCRIPTION: Final = """\
Umpire is the referee that other programs call: send one attack, one round or one chase and get the whole answer, with
every die, every modifier and the rule behind it.

Every rolled operation takes `input`, optional `rulings` and optional `dice`. Every error is an RFC 9457 problem
document that quotes the offending value; 409 means that the request is well-formed but the rules refuse it.

How seeded dice are rolled is told at `/docs/seeded-dice`, and where the rules come from at `/docs/credits`.
"""


def document_of(registry: Registry) -> dict[str, Any]:
    """Write the OpenAPI document of a registry."""
    schemas = schemas_of(registry)
    paths: dict[str, dict[str, Any]] = {}
    for operation in registry:
        paths.setdefault(operation.path, {})[operation.method.lower()] = _operation(operation, schemas, registry)
    paths.update(health_paths())
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Umpire",
            "version": version("umpire-referee"),
            "description": DESCRIPTION,
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "servers": [{"url": "/"}],
        "tags": [{"name": tag} for tag in dict.fromkeys([*map(_tag, registry), "service"])],
        "paths": paths,
        "components": {"schemas": dict(schemas.components)},
    }


def to_yaml(document: Mapping[str, Any]) -> str:
    """Write a document as YAML that is the same every time."""
    return yaml.dump(
        orjson.loads(orjson.dumps(document)), sort_keys=False, allow_unicode=True, width=120, Dumper=BlockDumper
    )


class BlockDumper(yaml.CSafeDumper):
    """Writes text of several lines as a block, so that its diff can be read."""


def _block(dumper: BlockDumper, text: str) -> yaml.ScalarNode:
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style="|" if "\n" in text else None)


BlockDumper.add_representer(str, _block)


def _operation(operation: Operation, schemas: Schemas, registry: Registry) -> dict[str, Any]:
    described: dict[str, Any] = {
        "operationId": operation.snake_name,
        "tags": [_tag(operation)],
        "summary": operation.summary,
        "description": operation.description or operation.summary,
    }
    request = schemas.of_request(operation.request)
    if operation.effect is Effect.READ:
        described["parameters"] = _parameters(operation, request, schemas)
    else:
        body: dict[str, Any] = {"schema": request}
        if operation.examples:
            body["examples"] = {each.title: {"value": dict(each.request)} for each in operation.examples}
        described["requestBody"] = {"required": True, "content": {"application/json": body}}
    if operation.effect is Effect.ROLL:
        described["parameters"] = [IDEMPOTENCY_KEY]
    errors = (*operation.errors, *COMMON_ERRORS[operation.effect])
    described["responses"] = {
        "200": {
            "description": "The answer.",
            "content": {"application/json": {"schema": schemas.of_answers(operation.answers)}},
            **_links(operation, registry),
        },
        **_problem_responses(errors),
    }
    return described


def _links(operation: Operation, registry: Registry) -> dict[str, Any]:
    links = {}
    for link in operation.links:
        target = registry.get(link.operation)
        if target is not None:
            given = "parameters" if target.effect is Effect.READ else "requestBody"
            links[link.title.replace(" ", "-")] = {"operationId": target.snake_name, given: dict(link.takes)}
    return {"links": links} if links else {}


def _parameters(operation: Operation, request: Any, schemas: Schemas) -> list[dict[str, Any]]:
    model = schemas.components[request["$ref"].rpartition("/")[2]]
    return [
        {
            "name": name,
            "in": "path" if f"{{{name}}}" in operation.path else "query",
            "required": name in model.get("required", ()),
            "description": schema.get("description", name),
            "schema": schema,
            **_example_of(operation, name),
        }
        for name, schema in model.get("properties", {}).items()
    ]


def _example_of(operation: Operation, parameter: str) -> dict[str, Any]:
    values = [each.request[parameter] for each in operation.examples if parameter in each.request]
    return {"example": values[0]} if values else {}


def _problem_responses(errors: Iterable[type[UmpireError]]) -> dict[str, Any]:
    by_status: dict[int, list[type[UmpireError]]] = defaultdict(list)
    for error in dict.fromkeys(errors):
        by_status[error.status].append(error)
    return {
        str(status): {
            "description": "; ".join(f"{error.title} (`{error.slug()}`)" for error in by_status[status]),
            "content": {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}},
        }
        for status in sorted(by_status)
    }


def _tag(operation: Operation) -> str:
    return operation.name.partition("/")[0]
