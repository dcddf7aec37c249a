"""CORS: web pages of other origins may call the service, without credentials."""

from collections.abc import Awaitable, Sequence
from typing import Final

from starlette.middleware.cors import CORSMiddleware

from service.api.http.body import headers_of
from service.api.http.problem_documents import Asgi, Receive, Scope, Send

METHODS: Final = ("GET", "HEAD", "POST", "PATCH", "DELETE")
REQUEST_HEADERS: Final = (
    "Authorization",
    "Content-Type",
    "Idempotency-Key",
    "If-Match",
    "If-None-Match",
    "Last-Event-ID",
    "Mcp-Method",
    "Mcp-Name",
    "Mcp-Protocol-Version",
    "Prefer",
    "Traceparent",
    "X-Api-Key",
    "X-Request-Id",
)
RESPONSE_HEADERS: Final = (
    "ETag",
    "Idempotent-Replayed",
    "Location",
    "Preference-Applied",
    "RateLimit",
    "RateLimit-Policy",
    "Retry-After",
    "X-Request-Id",
)
DAY_SECONDS: Final = 86400


class Cors:
    """ASGI middleware for CORS; requests without an `Origin` header are passed on unchanged."""

    def __init__(self, app: Asgi, origins: Sequence[str]) -> None:
        """Set the origins whose pages may call `app`; "*" allows all."""
        self._app = app
        self._sharing = CORSMiddleware(
            app,
            allow_origins=origins,
            allow_methods=METHODS,
            allow_headers=REQUEST_HEADERS,
            expose_headers=RESPONSE_HEADERS,
            max_age=DAY_SECONDS,
        )

    def __call__(self, scope: Scope, receive: Receive, send: Send) -> Awaitable[None]:
        """Answer one request."""
        shares = scope["type"] == "http" and b"origin" in headers_of(scope)
        return (self._sharing if shares else self._app)(scope, receive, send)
