"""Compressed answers: JSON and files of text are sent as gzip to clients that accept it."""

import gzip
from collections.abc import Awaitable, Iterable
from typing import Final

from anyio.to_thread import run_sync

from service.api.http.body import header
from service.api.http.held_answers import Header, send_changed, varying
from service.api.http.problem_documents import Asgi, Receive, Scope, Send
from service.api.http.served import COMPRESSED, accepts_gzip
from service.api.middleware.minimal_answers import MinimalAnswers
from service.rules.kernel.family import Family

SMALL: Final = 1_400
"""Answers below so many bytes fit into one packet, and stay as they are."""
QUICK: Final = 32 * 1024
"""Answers above so many bytes are compressed in a thread."""
LEVEL: Final = 5
TEXTS: Final = frozenset(
    [
        b"application/json",
        b"application/problem+json",
        b"application/graphql-response+json",
        b"application/jsonl",
        b"image/svg+xml",
    ]
)
SECRET: Final = b"no-store"
"""What `Cache-Control` of answers with tokens says: they stay plain, since sizes of compressed secrets tell of them."""


class Compression:
    """ASGI middleware that compresses answers; streams, small answers, and what is compressed already pass."""

    def __init__(self, app: Asgi) -> None:
        """Set the application."""
        self._app = app

    def __call__(self, scope: Scope, receive: Receive, send: Send) -> Awaitable[None]:
        """Answer one request."""
        if scope["type"] == "http" and accepts_gzip(header(scope, b"accept-encoding") or b""):
            return send_changed(self._app, scope, receive, send, TEXTS, _compressed)
        return self._app(scope, receive, send)


def as_preferred(app: Asgi, families: Iterable[Family]) -> Asgi:
    """Wrap an application so that answers are minimal, then compressed, each where a client prefers it."""
    usual = {family.ruleset: family.rulings().model_dump(mode="json") for family in families}
    return Compression(MinimalAnswers(app, usual))


async def _compressed(headers: list[Header], body: bytes) -> tuple[list[Header], bytes]:
    """Return the headers and the body of a compressed answer, or what was given, if it stays plain."""
    told = dict(headers)
    if len(body) < SMALL or b"content-encoding" in told or SECRET in told.get(b"cache-control", b""):
        return headers, body
    made = await run_sync(_written, body) if len(body) > QUICK else _written(body)
    return [*varying(headers, b"accept-encoding"), (b"content-encoding", COMPRESSED)], made


def _written(body: bytes) -> bytes:
    return gzip.compress(body, LEVEL, mtime=0)
