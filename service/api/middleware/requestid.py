"""Request ids: every request has an id, and every failed request has one line in the log.

The caller's `X-Request-Id` is used if it is 1 to 128 visible characters, otherwise a new one is made; the answer has
the same header. The trace id of a W3C `traceparent` header is added to log lines.
"""

import re
import secrets
from collections.abc import Awaitable, Callable, MutableMapping
from itertools import count
from time import perf_counter
from typing import Any, Final

import structlog

from service.api.http.body import headers_of
from service.api.http.problem_documents import Asgi, Headers, Receive, Scope, Send
from service.api.middleware.logs import request_ids

HEADER: Final = b"x-request-id"
LONGEST_PATH: Final = 200
_ID: Final = re.compile(rb"[!-~]{1,128}")
_TRACE: Final = re.compile(rb"(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(?:-.*)?")

log = structlog.get_logger("umpire.requests")


class RequestId:
    """The outermost ASGI middleware: it sees each response as it is sent to the caller.

    Inside, `scope["umpire.request_id"]` is the id. Failures of status 500 are logged where they are caught.
    """

    def __init__(self, app: Asgi, told: Callable[[Scope], Headers] | None = None) -> None:
        """Wrap `app`; `told` returns the headers that every answer has besides the request's id."""
        self._app = app
        self._told = told or _nothing
        self._prefix = secrets.token_hex(6).encode()
        self._numbers = count(1)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        sent_id, trace = _ids_of(scope)
        request_id = sent_id or b"%s-%x" % (self._prefix, next(self._numbers))
        scope["umpire.request_id"] = text = request_id.decode("ascii")
        request_ids.set((text, trace))
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        status = 0
        started = perf_counter()

        def with_id(message: MutableMapping[str, Any]) -> Awaitable[None]:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = [*message.get("headers", ()), (HEADER, request_id), *self._told(scope)]
            return send(message)

        await self._app(scope, receive, with_id)
        if status >= 400 and status != 500:
            _log_failure(scope, status, perf_counter() - started)


def _nothing(scope: Scope) -> Headers:
    return ()


def _ids_of(scope: Scope) -> tuple[bytes | None, str | None]:
    headers = headers_of(scope)
    sent_id, trace = headers.get(HEADER), headers.get(b"traceparent")
    if sent_id is not None and not _ID.fullmatch(sent_id):
        sent_id = None
    parent = None if trace is None else _TRACE.fullmatch(trace)
    return sent_id, parent[1].decode("ascii") if parent else None


def _log_failure(scope: Scope, status: int, seconds: float) -> None:
    write = log.error if status > 500 else log.info
    write(
        "request failed",
        method=scope["method"],
        path=scope["path"][:LONGEST_PATH],
        operation=scope.get("umpire.operation"),
        status=status,
        ms=round(seconds * 1000, 2),
    )
