"""The public keys of the service, at an address that verifiers know beforehand, with its OpenAPI description."""

from typing import Any, Final

import orjson
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from service.api.rest.health import described
from service.encounters.stored.signing_keys import Keys
from service.encounters.trust.keyring import KeyDocument, KeyPlace, Keyring, KeyStatus
from service.encounters.trust.signing import SEED_BYTES, Signer
from service.wire import to_json

KEYS: Final = "/.well-known/umpire-keys"
AN_HOUR: Final = {"cache-control": "public, max-age=3600"}


def key_routes(keys: Keys) -> list[BaseRoute]:
    """Return the route of the key document."""

    async def document(request: Request) -> Response:
        request.scope["umpire.operation"] = "keys"
        return Response(to_json((await keys.ring()).document()), media_type="application/json", headers=AN_HOUR)

    return [Route(KEYS, document)]


def key_paths() -> dict[str, Any]:
    """Describe the address as an OpenAPI path item; problems refer to the component `Problem`."""
    nobodys = Keyring("umpire.example", ((Signer(bytes(SEED_BYTES)), KeyStatus.CURRENT),), KeyPlace.FILE)
    return {
        KEYS: described(
            "keys",
            "List the public keys that sign the heads of logs",
            "application/json",
            KeyDocument,
            orjson.loads(to_json(nobodys.document())),
            more=": a JWK Set, the current key first. It may be cached for an hour",
            away={"description": "The key is in the store, which does not answer."},
        )
    }
