"""Request dispatch: sends each request to REST, GraphQL or the pages, and answers failures with problem documents."""

from collections.abc import Awaitable, MutableMapping, Sequence
from functools import partial
from typing import Any, Final

import structlog
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute
from starlette.types import Lifespan

from service.api.http.addresses import Addresses
from service.api.http.problem_documents import MEDIA_TYPE, Asgi, Receive, Scope, Send, problem_response
from service.errors import InternalError, MethodNotAllowed, UmpireError
from service.operations.problem import problem_of
from service.operations.work.estimates import client_disconnected, selecting
from service.wire import to_json

log = structlog.get_logger(__name__)

REST: Final = "/v1/"
GRAPHQL: Final = "/graphql"
TOOLS: Final = "/mcp"
TOOLS_OF_PLAYERS: Final = "/mcp/player"


class Dispatcher:
    """The ASGI application: REST and GraphQL are chosen by path prefix, all other paths are pages."""

    def __init__(
        self, rest: Asgi, graphql: Asgi, pages: Asgi, sockets: Asgi | None = None, tools: Asgi | None = None
    ) -> None:
        """Set the applications; without one for WebSockets or for tools, their requests are answered as pages are."""
        self._rest = rest
        self._graphql = graphql
        self._pages = pages
        self._sockets = sockets or pages
        self._tools = tools or pages

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request, connection or lifespan."""
        if scope["type"] != "http":
            is_graphql = scope["type"] == "websocket" and scope["path"] == GRAPHQL
            client_disconnected.set(None)  # WebSockets report a disconnect as a message
            await (self._sockets if is_graphql else self._pages)(scope, receive, send)
            return
        client_disconnected.set(partial(_disconnected, receive))
        selecting.set(None)
        started = False

        def send_and_note(message: MutableMapping[str, Any]) -> Awaitable[None]:
            nonlocal started
            started = True
            return send(message)

        try:
            await self._app_for(scope["path"])(scope, receive, send_and_note)
        except Exception:
            log.exception("request failed", method=scope["method"], path=scope["path"])
            if started:
                raise
            failure = InternalError("The service failed; the failure has been noted and nothing was stored.")
            await problem_response(failure, scope["path"])(scope, receive, send)

    def _app_for(self, path: str) -> Asgi:
        if path.startswith(REST):
            return self._rest
        if path in (TOOLS, TOOLS_OF_PLAYERS):
            return self._tools
        return self._graphql if path == GRAPHQL else self._pages


async def _disconnected(receive: Receive) -> None:
    """Wait until the client has hung up; its request has been read before."""
    while (await receive())["type"] != "http.disconnect":
        pass


def pages_app(routes: Sequence[BaseRoute], lifespan: Lifespan[Starlette] | None, addresses: Addresses) -> Starlette:
    """Serve pages, with problem documents for unknown paths and failures."""
    handlers: dict[Any, Any] = {UmpireError: _describe, HTTPException: partial(_describe_http, addresses)}
    return Starlette(routes=routes, lifespan=lifespan, exception_handlers=handlers)


def _describe(request: Request, error: Exception) -> Response:
    if not isinstance(error, UmpireError):
        raise error
    return Response(
        to_json(problem_of(error, request.url.path)), status_code=error.status, media_type=MEDIA_TYPE.decode()
    )


def _describe_http(addresses: Addresses, request: Request, error: Exception) -> Response:
    if not isinstance(error, HTTPException):
        raise error
    path = request.url.path
    if error.status_code == MethodNotAllowed.status:
        allowed = (error.headers or {}).get("Allow", "GET, HEAD")
        refusal = MethodNotAllowed(f"{request.method} is not allowed at {path}; allowed: {allowed}.")
        response = _describe(request, refusal)
        response.headers["allow"] = allowed
        return response
    return _describe(request, addresses.nothing_at(path))
