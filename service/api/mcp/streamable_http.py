"""The tools over HTTP (MCP's streamable HTTP): each request stands alone, and is answered with JSON."""

from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Final

from mcp.server.streamable_http_manager import StreamableHTTPSessionManager

from service.api.http.body import bearer_of, header
from service.api.http.problem_documents import Receive, Scope, Send, problem_response
from service.api.mcp.sdk_server import Context, server_of
from service.api.mcp.toolbox import Toolbox
from service.errors import FaultPlace, MethodNotAllowed
from service.operations.registry import BODY_BYTES
from service.operations.work.estimates import client_disconnected
from service.settings.access.problems import OriginRefused

ANY: Final = "*"
ALLOW: Final = [(b"allow", b"POST, OPTIONS")]
"""No streams are opened by GET, since requests stand alone and nothing is announced."""


class ToolsOverHttp:
    """The ASGI application of the tools, at one path for each seat."""

    def __init__(self, toolboxes: dict[str, Toolbox], origins: Sequence[str]) -> None:
        """Set the tools at each path, and the origins of web pages that may ask; "*" allows all."""
        self._origins = frozenset(origins)
        self._managers = {
            path: StreamableHTTPSessionManager(
                server_of(each, _secret_of), json_response=True, stateless=True, max_request_body_size=BODY_BYTES
            )
            for path, each in toolboxes.items()
        }

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Run the servers."""
        async with AsyncExitStack() as stack:
            for each in self._managers.values():
                await stack.enter_async_context(each.run())
            yield

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        scope["umpire.operation"] = "mcp"
        origin = header(scope, b"origin")
        if origin is not None and ANY not in self._origins and origin.decode("latin-1") not in self._origins:
            refusal = OriginRefused(f"Web pages of {origin.decode('latin-1')} may not use these tools.")
            await problem_response(refusal.at(FaultPlace.HEADER, "Origin"), scope["path"])(scope, receive, send)
            return
        if scope["method"] != "POST":
            await _answer_other_method(scope, receive, send)
            return
        client_disconnected.set(None)  # the SDK reads the end of the request itself
        await self._managers[scope["path"]].handle_request(scope, receive, send)


async def _answer_other_method(scope: Scope, receive: Receive, send: Send) -> None:
    if scope["method"] == "OPTIONS":
        await send({"type": "http.response.start", "status": 204, "headers": ALLOW})
        await send({"type": "http.response.body", "body": b""})
        return
    refusal = MethodNotAllowed(f"{scope['method']} is not allowed at {scope['path']}; allowed: POST, OPTIONS.")
    await problem_response(refusal, scope["path"], ALLOW)(scope, receive, send)


def _secret_of(context: Context) -> str | None:
    """Return the secret in the headers of a request: the bearer's, else the API key."""
    headers = {} if context.request is None else context.request.headers
    return bearer_of(headers.get("authorization", "")) or headers.get("x-api-key")
