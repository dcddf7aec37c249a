"""Problem documents over HTTP, and the ASGI types that all parts of the API share."""

from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from typing import Any, Final

from service.errors import (
    FaultPlace,
    KeyInUse,
    KeyMalformed,
    KeyReused,
    KeyTooShort,
    StoreAway,
    TokenMissing,
    TokenTooWeak,
    TokenUnknown,
    TooManyRequests,
    UmpireError,
    VersionMissing,
    VersionStale,
    WorkerLost,
    WorkersBusy,
)
from service.operations.problem import problem_of
from service.settings.access.problems import ApiKeyMissing, ApiKeyTooWeak, ApiKeyUnknown
from service.wire import to_json

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
Asgi = Callable[[Scope, Receive, Send], Awaitable[None]]
Headers = Iterable[tuple[bytes, bytes]]

MEDIA_TYPE: Final = b"application/problem+json"
STORE_RETRY_SECONDS: Final = b"5"
WORKER_RETRY_SECONDS: Final = b"2"
_CHALLENGE: Final = (b"www-authenticate", b'Bearer realm="umpire"')
_KEY_CHALLENGE: Final = (b"www-authenticate", b'ApiKey realm="umpire", header="X-Api-Key"')
_HEADERS: Final[dict[type[UmpireError], tuple[bytes, bytes]]] = {
    StoreAway: (b"retry-after", STORE_RETRY_SECONDS),
    WorkersBusy: (b"retry-after", WORKER_RETRY_SECONDS),
    WorkerLost: (b"retry-after", WORKER_RETRY_SECONDS),
    TokenMissing: _CHALLENGE,
    TokenUnknown: (_CHALLENGE[0], _CHALLENGE[1] + b', error="invalid_token"'),
    TokenTooWeak: (_CHALLENGE[0], _CHALLENGE[1] + b', error="insufficient_scope"'),
    ApiKeyMissing: _KEY_CHALLENGE,
    ApiKeyUnknown: _KEY_CHALLENGE,
}


_ABOUT: Final[dict[type[UmpireError], str]] = {
    TokenMissing: "Authorization",
    TokenUnknown: "Authorization",
    TokenTooWeak: "Authorization",
    ApiKeyMissing: "X-Api-Key",
    ApiKeyUnknown: "X-Api-Key",
    ApiKeyTooWeak: "X-Api-Key",
    VersionMissing: "If-Match",
    VersionStale: "If-Match",
    KeyMalformed: "Idempotency-Key",
    KeyTooShort: "Idempotency-Key",
    KeyReused: "Idempotency-Key",
    KeyInUse: "Idempotency-Key",
}
"""The headers that problems are about, over REST."""


class KeyPublished(UmpireError, status=422, title="Idempotency key published"):
    """The idempotency key stands in a page of this project, so that everybody could get the answer."""


class MalformedHttp(UmpireError, status=400, title="Malformed HTTP"):
    """The data that was sent is not an HTTP/1.1 request."""


class HeadTooLong(UmpireError, status=431, title="Request head too long"):
    """The request line and the header fields together exceed the size limit."""


class HeadTooSlow(UmpireError, status=408, title="Request head too slow"):
    """The request line and the header fields did not arrive in time."""


class BodyTooSlow(UmpireError, status=408, title="Request body too slow"):
    """The body of the request did not arrive in time."""


class TooManyConnections(UmpireError, status=503, title="Too many connections"):
    """The service has reached its limit of connections; `Retry-After` gives the seconds to wait."""


class Overloaded(UmpireError, status=503, title="Overloaded"):
    """The process is asked for more than it can answer; `Retry-After` gives the seconds to wait."""


def headers_with(error: UmpireError) -> Headers:
    """Return the HTTP headers of a problem."""
    if isinstance(error, TooManyRequests):
        return ((b"retry-after", b"%d" % error.wait),)
    found_header = _HEADERS.get(type(error))
    return () if found_header is None else (found_header,)


def placed_in_header(error: UmpireError) -> UmpireError:
    """Say of an error that is about a header which header it is."""
    name = _ABOUT.get(type(error))
    return error if name is None else error.at(FaultPlace.HEADER, name)


def problem_response(error: UmpireError, instance: str, headers: Headers = ()) -> Asgi:
    """Answer a request with a problem document."""
    body = to_json(problem_of(placed_in_header(error), instance))

    async def respond(scope: Scope, receive: Receive, send: Send) -> None:
        await send_body(send, error.status, MEDIA_TYPE, body, headers, head=scope.get("method") == "HEAD")

    return respond


async def send_body(
    send: Send, status: int, media_type: bytes, body: bytes, headers: Headers = (), *, head: bool = False
) -> None:
    """Send a whole response; `head`: without its body, as an answer to HEAD."""
    start = [(b"content-type", media_type), (b"content-length", b"%d" % len(body)), *headers]
    await send({"type": "http.response.start", "status": status, "headers": start})
    await send({"type": "http.response.body", "body": b"" if head else body})
