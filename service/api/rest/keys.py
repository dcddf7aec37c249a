"""The public keys of the service, at an address that verifiers know beforehand, with its OpenAPI description."""

from collections.abc import Mapping
from typing import Any, Final

import orjson
from pydantic import TypeAdapter
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from service.encounters.keyring import KeyDocument, KeyPlace, Keyring, Keys, KeyStatus
from service.encounters.signing import SEED_BYTES, Signer
from service.wire import to_json

KEYS: Final = "/.well-known/umpire-keys"
SHOWN: Final = Keyring("umpire.example", ((Signer(bytes(SEED_BYTES)), KeyStatus.CURRENT),), KeyPlace.FILE)
"""The keys of the example in the contract, which nobody should use."""
AN_HOUR: Final = {"cache-control": "public, max-age=3600"}


def key_routes(keys: Keys) -> list[BaseRoute]:
    """Return the route of the key document."""

    async def document(request: Request) -> Response:
        request.scope["umpire.operation"] = "keys"
        return Response(to_json((await keys.ring()).document()), media_type="application/json", headers=AN_HOUR)

    return [Route(KEYS, document)]


def key_paths() -> dict[str, Any]:
    """Describe the address as an OpenAPI path item; problems refer to the component `Problem`."""
    schema = TypeAdapter(KeyDocument).json_schema(mode="serialization")
    schema = _inlined(schema, schema.pop("$defs"))
    summary = "List the public keys that sign the heads of logs"
    away = {
        "description": "The key is in the store, which does not answer.",
        "content": {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}},
    }
    example = {"keys answer": {"value": orjson.loads(to_json(SHOWN.document()))}}
    answered = {"description": "The answer.", "content": {"application/json": {"schema": schema, "examples": example}}}
    get = {
        "operationId": "keys",
        "tags": ["service"],
        "summary": summary,
        "description": f"{summary}: a JWK Set, the current key first. It may be cached for an hour.",
        "responses": {"200": answered, "503": away},
    }
    return {KEYS: {"get": get}}


def _inlined(schema: Any, definitions: Mapping[str, Any]) -> Any:
    """Return a schema with its definitions where it refers to them; a description beside a reference is kept."""
    if isinstance(schema, list):
        return [_inlined(each, definitions) for each in schema]
    if not isinstance(schema, Mapping):
        return schema
    target = definitions.get(str(schema.get("$ref")).rpartition("/")[2], {})
    return {name: _inlined(each, definitions) for name, each in {**target, **schema}.items() if name != "$ref"}
