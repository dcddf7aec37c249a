"""Connection limits: the bytes and seconds of a request's head, the seconds of its body, and the number of connections.

A head is the request line and the header fields. Invalid HTTP, a head that is too long or too slow, and a connection
above the limit are answered with a problem document, and the connection is closed. Above the limit, requests for health
and metrics (`/livez`, `/readyz`, `/metrics`) are still answered.
"""

from asyncio import BaseTransport, TimerHandle, Transport
from collections.abc import Sequence
from http import HTTPStatus
from typing import Any, Final, cast

import structlog
from uvicorn._types import ASGI3Application
from uvicorn.protocols.http.httptools_impl import RequestResponseCycle

from service.api.http.body import LONGEST_QUOTE
from service.api.http.draining import draining
from service.api.http.problem_documents import (
    MEDIA_TYPE,
    Asgi,
    BodyTooSlow,
    HeadTooLong,
    HeadTooSlow,
    MalformedHttp,
    TooManyConnections,
    problem_response,
)
from service.api.middleware.rate_limits import UNLIMITED
from service.api.server.overload import admission, overloaded, refusal
from service.api.server.write_timeouts import HttpWithWriteTimeout
from service.errors import UmpireError
from service.operations.problem import problem_of
from service.wire import to_json

HEAD_BYTES: Final = 32 * 1024
HEAD_SECONDS: float = 10.0
BODY_SECONDS: float = 60.0
SPARE_CONNECTIONS: Final = 64
"""Connections above the limit whose request is still read, because health checks and metrics are answered."""

FRAMING: Final = (b"host", b"transfer-encoding", b"te")
"""The fields of a head that every program on its way has to read alike."""

_CLOSE: Final = (b"connection", b"close")
_RETRY_AFTER: Final = (b"retry-after", b"5")

log = structlog.get_logger("umpire.connections")


class HttpWithLimits(HttpWithWriteTimeout):
    """HTTP with connection limits; uvicorn's `limit_concurrency` is the number of connections."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        """Begin a connection; the limit of connections is enforced here instead of by uvicorn."""
        super().__init__(*arguments, **named)
        self._max_connections, self.limit_concurrency = self.limit_concurrency, None
        self._is_surplus = False
        self._timer: TimerHandle | None = None
        self._body_timer: TimerHandle | None = None
        self._awaits_body = False
        self._heads = 0  # heads that were read completely
        self._size = 0  # bytes of the present head that the parser has read
        self._unread = 0  # bytes of the present head that arrived in pieces
        self._framing: list[tuple[bytes, bytes]] = []  # fields of the present head that everybody has to read alike
        self._refusal: UmpireError | None = None

    def connection_made(self, transport: BaseTransport) -> None:
        """Count the connection, and wait for a head."""
        super().connection_made(cast("Transport", transport))
        if self._max_connections is not None:
            self._is_surplus = len(self.connections) > self._max_connections
            if len(self.connections) > self._max_connections + SPARE_CONNECTIONS:
                self.refuse(self._too_many())
                return
        self._await_head()

    def data_received(self, data: bytes) -> None:
        """Read the data that arrived, and refuse an incomplete head that is too long."""
        awaited, heads = self._timer is not None, self._heads
        super().data_received(data)
        if self._timer is None or self._heads > heads:
            self._unread = 0
        elif awaited:
            self._unread += len(data)
            if self._unread > HEAD_BYTES:
                self.refuse(_too_long())
        if self._awaits_body and self._body_timer is None:
            self._body_timer = self.loop.call_later(BODY_SECONDS, self._body_is_late)

    def on_message_begin(self) -> None:
        """Begin a head."""
        super().on_message_begin()
        self._size = 0
        self._framing = []
        if self._timer is None:
            self._await_head()

    def on_url(self, url: bytes) -> None:
        """Read the request's URL."""
        self._count(len(url))
        super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        """Read a header field."""
        self._count(len(name) + len(value))
        if name.lower() in FRAMING:
            self._framing.append((name.lower(), value.strip()))
        super().on_header(name, value)

    def on_headers_complete(self) -> None:
        """End a head, and answer the request.

        Raises: MalformedHttp, which stops the parser.
        """
        self._refusal = framing_fault(self._framing, self.parser.get_http_version())
        if self._refusal is not None:
            raise self._refusal
        self._stop_waiting()
        self._heads += 1
        self._awaits_body = True
        if draining.is_on and _CLOSE not in self.server_state.default_headers:
            self.server_state.default_headers = [*self.server_state.default_headers, _CLOSE]
        path = self.url.partition(b"?")[0].decode("latin-1")
        is_refused = self._is_surplus and path not in UNLIMITED
        if is_refused:
            self.app = cast("ASGI3Application", _refusing(self._too_many(), path))
        elif admission.admits(self.loop) or path in UNLIMITED:
            self.app = self.config.loaded_app
        else:
            self.app = cast("ASGI3Application", overloaded)
        super().on_headers_complete()

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: ASGI3Application) -> None:
        """Begin to answer a request; an overloaded process refuses it at once, which is cheaper than a task.

        Requests that wait for others, and peers that do not read, are refused in tasks, which are done one by one.
        """
        if app is not overloaded or self.pipeline or self.flow.write_paused or cycle.disconnected:
            super()._start_asgi_task(cycle, app)
            return
        admission.note_refusal()
        headers = self.server_state.default_headers
        closes = not cycle.keep_alive or _CLOSE in headers
        cycle.response_started = cycle.response_complete = True
        cycle.waiting_for_100_continue = False
        self.transport.write(refusal(headers, head=cycle.scope["method"] == "HEAD", closes=closes))
        if closes:
            cycle.keep_alive = False
            self.transport.close()
        self.on_response_complete()

    def on_message_complete(self) -> None:
        """End a request."""
        self._stop_waiting_for_body()
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        """Change to the WebSocket protocol."""
        if self._is_surplus:
            self.refuse(self._too_many())
            return
        super().handle_websocket_upgrade()

    def send_400_response(self, msg: str) -> None:
        """Answer invalid HTTP with a problem document."""
        self.refuse(self._refusal or MalformedHttp("The request is not well-formed HTTP/1.1."))

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop the timers of a closed connection."""
        self._stop_waiting()
        self._stop_waiting_for_body()
        super().connection_lost(exc)

    def refuse(self, error: UmpireError) -> None:
        """Answer with a problem document, unless another answer has begun, and close the connection."""
        self._stop_waiting()
        if self.transport.is_closing():
            return
        log.info("connection refused", problem=error.slug())
        if not self._cancel_unless_begun():
            self.transport.write(self._written(error))
        self.transport.close()

    def _cancel_unless_begun(self) -> bool:
        """Cancel a request whose response has not begun; return whether it has begun."""
        cycle = cast("RequestResponseCycle | None", self.cycle)
        if cycle is None or cycle.response_complete:
            return False
        cycle.disconnected = True
        cycle.message_event.set()
        return cycle.response_started

    def _written(self, error: UmpireError) -> bytes:
        body = to_json(problem_of(error, "/"))
        status = HTTPStatus(error.status)
        headers = [
            *self.server_state.default_headers,
            (b"content-type", MEDIA_TYPE),
            (b"content-length", b"%d" % len(body)),
            _CLOSE,
            *((_RETRY_AFTER,) if isinstance(error, TooManyConnections) else ()),
        ]
        lines = [b"HTTP/1.1 %d %s" % (status, status.phrase.encode()), *(b"%s: %s" % each for each in headers)]
        return b"\r\n".join([*lines, b"", body])

    def _await_head(self) -> None:
        self._timer = self.loop.call_later(HEAD_SECONDS, self._head_is_late)

    def _stop_waiting(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _head_is_late(self) -> None:
        """Refuse a late head, unless an earlier request on the connection is still being answered."""
        self._timer = None
        cycle = cast("RequestResponseCycle | None", self.cycle)
        if cycle is not None and not cycle.response_complete:
            self._await_head()
        elif self._size or self._unread:
            self.refuse(HeadTooSlow(f"The head of a request is to arrive within {HEAD_SECONDS:g} seconds."))
        else:
            self.transport.close()

    def _stop_waiting_for_body(self) -> None:
        self._awaits_body = False
        if self._body_timer is not None:
            self._body_timer.cancel()
            self._body_timer = None

    def _body_is_late(self) -> None:
        """Refuse a request whose body is late; if it was answered without it, or is not the first one, hang up."""
        self._stop_waiting_for_body()
        cycle = cast("RequestResponseCycle | None", self.cycle)
        if self.pipeline or (cycle is not None and cycle.response_complete):
            self.transport.close()
        else:
            self.refuse(BodyTooSlow(f"The body of a request is to arrive within {BODY_SECONDS:g} seconds."))

    def _count(self, size: int) -> None:
        """Count the bytes that the parser has read of a head.

        Raises: HeadTooLong, which stops the parser.
        """
        self._size += size
        if self._size > HEAD_BYTES:
            self._refusal = _too_long()
            raise self._refusal

    def _too_many(self) -> TooManyConnections:
        return TooManyConnections(f"There are {self._max_connections} connections, the most that are answered at once.")


def framing_fault(fields: Sequence[tuple[bytes, bytes]], version: str) -> MalformedHttp | None:
    """Return what is wrong with the fields of a head that say whom it is for and where its body ends.

    A proxy and a service that read one of them differently can be made to see different requests (RFC 9112, 3.2, 6.1).
    """
    hosts, codings, accepted = ([value for name, value in fields if name == each] for each in FRAMING)
    if len(hosts) > 1 or (not hosts and version != "1.0"):
        return MalformedHttp(f"A request has one header Host; this one has {len(hosts) or 'none'}.")
    if codings and [each.lower() for each in codings] != [b"chunked"]:
        return MalformedHttp(f"The only Transfer-Encoding that is read is chunked; got {_quoted(codings)}.")
    if any(b"chunked" in each.lower() for each in accepted):
        return MalformedHttp(
            f"The header TE does not name chunked, which every recipient takes; got {_quoted(accepted)}."
        )
    return None


def _quoted(values: Sequence[bytes]) -> str:
    return repr(b", ".join(values)[:LONGEST_QUOTE].decode("latin-1"))


def _too_long() -> HeadTooLong:
    return HeadTooLong(f"The head of the request has more than {HEAD_BYTES} bytes, which is as many as are read.")


def _refusing(error: UmpireError, path: str) -> Asgi:
    return problem_response(error, path, [_CLOSE, _RETRY_AFTER])
