"""The OpenAPI 3.1 document of a registry."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from importlib.metadata import version
from typing import Any, Final

from service.api.documents.openapi.components import with_shared_components
from service.api.documents.openapi.deprecated import mark_deprecated
from service.api.documents.openapi.example_answers import beginning_of, example_answers
from service.api.documents.openapi.schemas import Schemas, schemas_of
from service.api.documents.openapi.shown_bodies import Bodies
from service.api.http.problem_documents import KeyPublished
from service.api.rest.health import health_paths
from service.api.rest.public_keys import key_paths
from service.api.rest.request_parts import Parts, parts_of
from service.errors import (
    BodyTooLarge,
    DoesNotFit,
    InternalError,
    KeyInUse,
    KeyMalformed,
    KeyReused,
    KeyTooShort,
    NotAcceptable,
    NotJson,
    NotJsonType,
    StoreAway,
    TooManyRequests,
    UmpireError,
)
from service.operations.answering.feeds import FeedEnded
from service.operations.deprecations import DEPRECATED, Deprecation
from service.operations.registry import Effect, Link, Operation, Registry
from service.operations.work.estimates import POOL_ERRORS, WORK_ERRORS
from service.settings.access.problems import ApiKeyMissing, ApiKeyTooWeak, ApiKeyUnknown
from service.settings.access.scopes import Scope

READ_ERRORS: Final[tuple[type[UmpireError], ...]] = (
    ApiKeyUnknown,
    NotAcceptable,
    DoesNotFit,
    TooManyRequests,
    InternalError,
)
SCOPED_ERRORS: Final[tuple[type[UmpireError], ...]] = (ApiKeyMissing, ApiKeyTooWeak)
"""The errors of operations that need a scope, where the operator does not allow them to everybody."""
POST_ERRORS: Final[tuple[type[UmpireError], ...]] = (NotJson, BodyTooLarge, NotJsonType, *READ_ERRORS)
KEYED_ERRORS: Final[tuple[type[UmpireError], ...]] = (
    KeyInUse,
    KeyMalformed,
    KeyPublished,
    KeyReused,
    StoreAway,
)

IDEMPOTENCY_KEY: Final = {
    "name": "Idempotency-Key",
    "in": "header",
    "required": False,
    "description": (
        "A new random text, such as a UUID; one that stands in a page of this project is refused. For 24 hours, a "
        "request with the same key, body and `If-Match` gets the same answer, byte for byte, with "
        "`Idempotent-Replayed: true`; with another body it is refused. After a lost answer or a 503, retry with the "
        "same key: the operation is executed only once. The stored answer becomes invalid with its encounter, and with "
        "the token of the request."
    ),
    "schema": {"type": "string", "pattern": "^[!-~]{1,128}$"},
}
LONG_IDEMPOTENCY_KEY: Final = {
    **IDEMPOTENCY_KEY,
    "description": f"{IDEMPOTENCY_KEY['description']} Here it needs 16 characters or more.",
    "schema": {"type": "string", "pattern": "^[!-~]{16,128}$"},
}

IF_MATCH: Final = {
    "name": "If-Match",
    "in": "header",
    "required": True,
    "description": "The `ETag` of the version that the change applies to.",
    "schema": {"type": "string", "pattern": '^"(0|[1-9][0-9]{0,5})"$'},
}
TOKEN: Final = {
    "type": "http",
    "scheme": "bearer",
    "description": "A token of an encounter (the referee's changes it, the viewer's reads), a listing or a campaign.",
}
KEY: Final = {
    "type": "apiKey",
    "in": "header",
    "name": "X-Api-Key",
    "description": (
        "A key that the operator of the service has given. `x-scopes` of an operation lists scopes; the key needs "
        "one of them. Without a key most services allow everything; `limits.access` of `/v1/meta` says what."
    ),
}
KEYLESS: Final[list[dict[str, list[str]]]] = [{}, {"key": []}]
"""What operations need that take no token of an encounter: nothing, or a key."""
KEYED: Final[dict[str, list[str]]] = {"key": []}
TOKENED: Final[list[dict[str, list[str]]]] = [{"token": []}, {"token": [], **KEYED}]
DELIVERY: Final = """\
Signed as *Standard Webhooks* has it, so any library for that convention verifies it. Entries come in order, each
at least once: keep the `webhook-id` of what you have taken, or the `version` of the entry. Answer soon, and work
afterwards. A fight has ended where `situation.over` of an entry is true and was not true in the entry before.
"""
DELIVERY_HEADERS: Final = {
    "webhook-id": "The id of the message, the same in each attempt.",
    "webhook-timestamp": "The time of the attempt, in seconds since 1970. Refuse a delivery older than some minutes.",
    "webhook-signature": (
        "`v1,` and the HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}` in Base64. The key is the webhook's "
        "secret without `whsec_`, decoded from Base64."
    ),
}
RESPONSE_HEADERS: Final = {
    "Cache-Control": "`no-store`: the answer contains tokens, which no cache may store.",
    "ETag": "The version, in quotes; send it back as `If-Match`.",
    "Location": "The path of the new {thing}.",
}

EVENTS: Final = """\
Each Server-Sent Event: an entry with its version as `id`, or the end of the stream and its reason. Lines between them
that begin with a colon keep the connection open.
"""

FILE_TAG: Final = "Changes with the answer; a client that reads it sends it back as `If-None-Match`."

DESCRIPTION: Final = """\
Umpire resolves tabletop combat for other programs: send an attack, a round or a pursuit, and get the whole answer, with
every die, every modifier and the rules that were applied.

Every rolled operation takes `input`, optional `rulings` and optional `dice`. Every error is an RFC 9457 problem
document that quotes the offending value; 409 means that the request is well-formed but the rules refuse it.

A field that is not required may be left out, and its description ends in its default; without one, the default is null,
or an object whose fields have defaults of their own. Types are called as in GraphQL: those of requests end in `Input`,
those of answers and enumerations do not. Whole bodies (`OpposedResolveAttackRequest`) have no type in GraphQL, where
their fields are the arguments; results (`OpposedResolveAttackResult`) are named in GraphQL only.

A service may ask for an API key, sent as `X-Api-Key`, and may limit requests, heavy work, and what is stored. Every
answer tells the quotas of its caller as `RateLimit-Policy`, and what is left of them as `RateLimit`.

`fields` names parts of an answer by their paths. Paths of one and two names are listed; longer ones may be named, too.
For `Prefer: return=minimal` a JSON answer leaves out members that are null, and rulings at their defaults; this
document describes whole answers.

Generate clients from the document of a family, such as [/openapi/mass.json](/openapi/mass.json); this one, with all of
them, is served as [YAML](/openapi.yaml) and as [JSON](/openapi.json).
Read on: [the families and all operations](/docs), [encounters](/docs/encounters), [your own dice](/docs/own-dice),
[seeded dice](/docs/seeded-dice), [proofs](/docs/verify), [the sources of the rules](/docs/credits).
"""


def document_of(
    registry: Registry,
    answers: Mapping[str, Any] | None = None,
    deprecated: Iterable[Deprecation] = DEPRECATED,
    schemas: Schemas | None = None,
) -> dict[str, Any]:
    """Write the OpenAPI document of a registry, with its example answers, or with those given."""
    schemas = schemas or schemas_of(registry)
    bodies = Bodies(registry, schemas.components, schemas.of_request)
    shown = example_answers() if answers is None else answers
    paths: dict[str, dict[str, Any]] = {}
    for operation in registry:
        paths.setdefault(operation.path, {})[operation.method.lower()] = _operation(
            operation, schemas, registry, shown.get(operation.name), bodies.references.get(operation.name)
        )
    paths.update(health_paths())
    paths.update(key_paths())
    components = dict(sorted(bodies.components.items()))
    mark_deprecated(registry, deprecated, paths, components)
    document = {
        "openapi": "3.1.0",
        "info": {
            "title": "Umpire",
            "version": version("umpire-referee"),
            "description": DESCRIPTION,
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "servers": [{"url": "/"}],
        "security": KEYLESS,
        "tags": [{"name": tag} for tag in dict.fromkeys([*map(_tag, registry), "service"])],
        "paths": paths,
        "components": {"schemas": components, "securitySchemes": {"token": TOKEN, "key": KEY}},
    }
    return with_shared_components(document)


def _operation(operation: Operation, schemas: Schemas, registry: Registry, answer: Any, taken: Any) -> dict[str, Any]:
    parts = parts_of(operation)
    described: dict[str, Any] = {
        "operationId": operation.snake_name,
        "tags": [_tag(operation)],
        "summary": operation.title,
        "description": f"{operation.summary}\n\n{operation.description}".rstrip(),
    }
    if operation.takes_token:
        described["security"] = [*TOKENED, *([KEYED] if operation.http.token_optional else [])]
    if operation.scopes:
        described["x-scopes"] = [each.value for each in Scope if each in operation.scopes]
    parameters = [*_parameters(operation, parts, schemas), *_keys(operation)]
    if parameters or parts.parameters is not None:
        described["parameters"] = parameters
    if parts.body is not None:
        body: dict[str, Any] = {"schema": taken}
        if operation.examples:
            body["examples"] = {each.title: {"value": dict(each.request)} for each in operation.examples}
        described["requestBody"] = {"required": not operation.http.body_optional, "content": {"application/json": body}}
    described["responses"] = {
        str(operation.http.status): {
            "description": "The answer.",
            **_headers(operation),
            "content": _content(operation, schemas, answer),
            **_links(operation, registry),
        },
        **_unchanged(operation),
        **_problem_responses((*operation.errors, *_usual_errors(operation, parts))),
    }
    if operation.delivers is not None:
        described["callbacks"] = {
            "delivery": {"{$request.body#/url}": {"post": _delivery(operation.delivers, schemas)}}
        }
    return described


def _delivery(record: type, schemas: Schemas) -> dict[str, Any]:
    """Describe the request that the service posts to a webhook's receiver."""
    return {
        "summary": "An entry, posted to your server.",
        "description": DELIVERY,
        "parameters": [
            {"name": name, "in": "header", "required": True, "description": description, "schema": {"type": "string"}}
            for name, description in DELIVERY_HEADERS.items()
        ],
        "requestBody": {
            "required": True,
            "content": {"application/json": {"schema": schemas.of_answers((record,))}},
        },
        "responses": {
            "2XX": {"description": "The entry is accepted; the next one is sent."},
            "410": {"description": "Nothing more is sent to this webhook."},
            "default": {"description": "The entry is sent again later. Redirects are not followed."},
        },
    }


def _content(operation: Operation, schemas: Schemas, answer: Any) -> dict[str, Any]:
    """Return the media types of the answers."""
    media = operation.http.media
    shown = answer if answer is None or media is None else beginning_of(answer[media.field])
    examples = {} if shown is None else {"examples": {f"{operation.name} answer": {"value": shown}}}
    if media is not None:
        return {media.type: {"schema": {"type": "string", "description": "The file, as text in UTF-8."}, **examples}}
    if operation.effect is not Effect.FOLLOW:
        answers = schemas.of_answers((*operation.answers, *operation.rest_answers))
        return {"application/json": {"schema": answers, **examples}}
    return {"text/event-stream": {"schema": _event(operation, schemas), **examples}}


def _event(operation: Operation, schemas: Schemas) -> dict[str, Any]:
    """Return the schema of an event of a stream: before OpenAPI 3.2, that of a stream is that of each event."""
    entries = tuple([each for each in operation.answers if each is not FeedEnded])
    kinds = {
        "entry": {"id": {"type": "string", "pattern": "^[0-9]+$"}, **_data(schemas.of_answers(entries))},
        "end": _data(schemas.of_answers((FeedEnded,))),
    }
    return {
        "description": EVENTS,
        "oneOf": [
            {"type": "object", "properties": {"event": {"const": kind}, **fields}, "required": ["event", *fields]}
            for kind, fields in kinds.items()
        ],
    }


def _data(schema: Any) -> dict[str, Any]:
    return {"data": {"type": "string", "contentMediaType": "application/json", "contentSchema": schema}}


def _keys(operation: Operation) -> list[Any]:
    """Return the parameter `Idempotency-Key`, if the operation takes it."""
    if not operation.changes:
        return []
    return [LONG_IDEMPOTENCY_KEY if KeyTooShort in operation.errors else IDEMPOTENCY_KEY]


def _usual_errors(operation: Operation, parts: Parts) -> tuple[type[UmpireError], ...]:
    errors = READ_ERRORS if parts.body is None else POST_ERRORS
    if operation.scopes:
        errors = (*errors, *SCOPED_ERRORS)
    if operation.work is not None:
        errors = (*errors, *WORK_ERRORS)
    elif parts.body is not None:
        errors = (*errors, *POOL_ERRORS)
    return (*errors, *KEYED_ERRORS) if operation.changes else errors


def _unchanged(operation: Operation) -> dict[str, Any]:
    """Describe the answer to a client that has a file, a reference or the answer of a version already."""
    http = operation.http
    reads = operation.is_reference or http.revalidated or (http.media is not None and operation.method == "GET")
    return {"304": {"description": "Not modified: the answer is the one that `If-None-Match` names."}} if reads else {}


def _headers(operation: Operation) -> dict[str, Any]:
    if operation.http.media is not None or operation.is_reference:
        return {"headers": {"ETag": {"description": FILE_TAG, "required": True, "schema": {"type": "string"}}}}
    headers = {
        name: {
            "description": RESPONSE_HEADERS[name].replace("{thing}", _thing(operation)),
            "required": len(operation.answers) == 1,
            "schema": {"type": "string"},
        }
        for name in operation.http.response_headers
    }
    return {"headers": headers} if headers else {}


def _thing(operation: Operation) -> str:
    """Return what the operations of a group are about: an encounter, a campaign."""
    return operation.name.partition("/")[0].removesuffix("s")


def _links(operation: Operation, registry: Registry) -> dict[str, Any]:
    links = {}
    for link in operation.links:
        target = registry.get(link.operation)
        if target is not None:
            links[link.title.replace(" ", "-")] = {"operationId": target.snake_name, **_given(link, target)}
    return {"links": links} if links else {}


def _given(link: Link, target: Operation) -> dict[str, Any]:
    """Return the parameters and the body fields of the target that are filled from an answer."""
    model = parts_of(target).parameters
    names = {*(model.model_fields if model else ()), *target.http.request_headers.values()}
    parameters = {name: value for name, value in link.fields.items() if name in names}
    body = {name: value for name, value in link.fields.items() if name not in names}
    return {**({"parameters": parameters} if parameters else {}), **({"requestBody": body} if body else {})}


def _parameters(operation: Operation, parts: Parts, schemas: Schemas) -> list[dict[str, Any]]:
    if parts.parameters is None:
        return []
    model = schemas.components[schemas.of_request(parts.parameters)["$ref"].rpartition("/")[2]]
    described = []
    for name, schema in model.get("properties", {}).items():
        header = operation.http.request_headers.get(name)
        if header == "If-Match":
            described.append(IF_MATCH)
        elif header is None:
            described.append(_parameter(operation, name, schema, required=name in model.get("required", ())))
    return described


def _parameter(operation: Operation, name: str, schema: Any, *, required: bool) -> dict[str, Any]:
    return {
        "name": name,
        "in": "path" if f"{{{name}}}" in operation.path else "query",
        "required": required,
        "description": schema.get("description", name),
        "schema": schema,
        **_example_of(operation, name),
    }


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
