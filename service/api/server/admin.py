"""The administration: metrics, keys and settings, on an address of its own.

Health and metrics are open there, because the address is meant for the operator's own network; the rest needs a key
with the scope `admin`.
"""

from collections.abc import Awaitable
from typing import Final

import orjson
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from service.api.http.addresses import Addresses
from service.api.http.problem_documents import Asgi, Receive, Scope, Send
from service.api.middleware.access import Access, Rights
from service.api.middleware.metrics import Meters
from service.api.middleware.rate_limits import CallerHeaders
from service.api.middleware.requestid import RequestId
from service.api.rest.health import NO_STORE, health_routes
from service.api.server.dispatch import pages_app
from service.settings.access.ring import KeyRing
from service.settings.access.scopes import Scope as Right
from service.settings.access.scopes import require_scope
from service.settings.environment import Settings
from service.settings.listing import settings_in_force
from service.store.connection import Connection

ADMIN: Final = frozenset({Right.ADMIN})


class Listeners:
    """ASGI application of two listeners: requests are told apart by the port that they came to."""

    def __init__(self, app: Asgi, admin: Asgi, port: int) -> None:
        """Set the service, the administration, and the port of the administration."""
        self._app = app
        self._admin = admin
        self._port = port

    def __call__(self, scope: Scope, receive: Receive, send: Send) -> Awaitable[None]:
        """Answer one request, connection or lifespan."""
        server = scope.get("server")
        is_admin = scope["type"] != "lifespan" and server is not None and server[1] == self._port
        return (self._admin if is_admin else self._app)(scope, receive, send)


class Administration:
    """What the operator can ask."""

    def __init__(self, settings: Settings, store: Connection, ring: KeyRing, meters: Meters) -> None:
        """Set what is told."""
        self._settings = settings
        self._store = store
        self._ring = ring
        self._meters = meters

    def app(self) -> Asgi:
        """Return the ASGI application; who has no key may do nothing but ask for health and metrics."""
        routes = [
            *health_routes(self._store, self._meters),
            Route("/keys", self._keys),
            Route("/config", self._config),
        ]
        pages = pages_app(routes, None, Addresses([each.path for each in routes if isinstance(each, Route)]))
        rights = Rights(self._ring, anonymous=frozenset())
        return RequestId(Access(pages, self._store, rights, self._meters), CallerHeaders(self._store.quotas).headers)

    async def _keys(self, request: Request) -> Response:
        """Answer which keys there are; not their hashes, which nobody needs."""
        require_scope(ADMIN)
        keys = [
            {
                "name": each.name,
                "scopes": sorted(each.scopes),
                "quotas": each.own,
                "until": None if each.until is None else each.until.isoformat(),
                "counts": each.counts(),
            }
            for each in self._ring.keys
        ]
        return _json({"keys": keys})

    async def _config(self, request: Request) -> Response:
        """Answer the settings in force, and where they come from."""
        require_scope(ADMIN)
        return _json({"settings": settings_in_force(self._settings)})


def _json(told: object) -> Response:
    return Response(orjson.dumps(told), media_type="application/json", headers=NO_STORE)
