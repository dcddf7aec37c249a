"""Static documents over HTTP: made once, compressed once, with validators and cache rules."""

import gzip
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from threading import Lock
from typing import Final

from anyio.to_thread import run_sync

from service.api.http.body import header
from service.api.http.problem_documents import Headers, Receive, Scope, Send, send_body
from service.errors import FaultPlace, NotFound

REVALIDATE: Final = b"no-cache"
"""A cache asks each time whether what it has is still valid."""
FOREVER: Final = b"public, max-age=31536000, immutable"
"""A cache never asks again: the name of the document changes with its content."""

SMALL: Final = 512
"""Documents below so many bytes are not compressed."""

HTML: Final = b"text/html; charset=utf-8"
COMPRESSED: Final = b"gzip"
VARY: Final = (b"vary", b"accept-encoding")


@dataclass(frozen=True, slots=True)
class Content:
    """The bytes of a document, with their validators; `compressed` is None where compression saves nothing."""

    plain: bytes
    plain_tag: bytes
    compressed: bytes | None
    compressed_tag: bytes


def content_of(plain: bytes) -> Content:
    """Compress a document, and make the entity tags of both forms."""
    digest = sha256(plain).hexdigest()[:32]
    compressed = gzip.compress(plain, 6, mtime=0) if len(plain) >= SMALL else plain
    smaller = compressed if len(compressed) < len(plain) else None
    return Content(plain, f'"{digest}"'.encode(), smaller, f'"{digest}-gzip"'.encode())


class Document:
    """The ASGI application of one static document.

    `make` returns the document's text or bytes; it is called in a thread, once, when the document is first requested.
    `headers` are sent with each answer, also with 304.
    """

    def __init__(
        self,
        make: Callable[[], str | bytes],
        media_type: bytes = HTML,
        *,
        cache: bytes = REVALIDATE,
        headers: Headers = (),
    ) -> None:
        """Set how the document is made and sent."""
        self._make = make
        self._media_type = media_type
        self._headers = [(b"cache-control", cache), VARY, *headers]
        self._content: Content | None = None
        self._lock = Lock()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer GET or HEAD, with 304 if the client has the document already."""
        content = self._content
        if content is None:
            content = await run_sync(self._made)
        body, tag, encoding = content.plain, content.plain_tag, []
        if content.compressed is not None and accepts_gzip(header(scope, b"accept-encoding") or b""):
            body, tag = content.compressed, content.compressed_tag
            encoding = [(b"content-encoding", COMPRESSED)]
        headers = [(b"etag", tag), *self._headers]
        if names_tag(header(scope, b"if-none-match"), tag):
            await send({"type": "http.response.start", "status": 304, "headers": headers})
            await send({"type": "http.response.body", "body": b""})
            return
        await send_body(send, 200, self._media_type, body, [*headers, *encoding], head=scope["method"] == "HEAD")

    def _made(self) -> Content:
        with self._lock:
            if self._content is None:
                made = self._make()
                self._content = content_of(made.encode() if isinstance(made, str) else made)
            return self._content


async def send_current(
    scope: Scope, send: Send, media_type: bytes, body: bytes, headers: Headers, *, status: int = 200
) -> None:
    """Send an answer with an entity tag, or 304 to a reader who has it already.

    The tag is weak: it stands for all forms of the answer, compressed or not, whole or minimal.
    """
    tag = f'"{sha256(body).hexdigest()[:32]}"'.encode()
    tagged = [(b"etag", b"W/" + tag), *headers]
    if scope["method"] in ("GET", "HEAD") and names_tag(header(scope, b"if-none-match"), tag):
        await send({"type": "http.response.start", "status": 304, "headers": tagged})
        await send({"type": "http.response.body", "body": b""})
        return
    await send_body(send, status, media_type, body, tagged, head=scope["method"] == "HEAD")


class Shelf:
    """The ASGI application of documents by path."""

    def __init__(self, documents: Mapping[str, Document], missing: Callable[[str], Exception] | None = None) -> None:
        """Set the documents; `missing` makes the error for a path without a document."""
        self._documents = documents
        self._missing = missing or _not_found

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer with the document of the path; a trailing slash is ignored.

        Raises: the error for a path without a document.
        """
        document = self._documents.get(scope["path"]) or self._documents.get(scope["path"].rstrip("/"))
        if document is None:
            raise self._missing(scope["path"])
        await document(scope, receive, send)


def _not_found(path: str) -> Exception:
    return NotFound(f"There is nothing at {path}.").at(FaultPlace.PATH, None)


def accepts_gzip(accepted: bytes) -> bool:
    """Return whether an Accept-Encoding names gzip, or everything, with a weight above 0."""
    weights = {}
    for part in accepted.lower().split(b","):
        coding, _, weight = part.partition(b";")
        weights[coding.strip()] = weight.replace(b" ", b"")
    chosen = weights.get(COMPRESSED, weights.get(b"*"))
    return chosen is not None and not (chosen.startswith(b"q=0") and not chosen[3:].strip(b".0"))


def names_tag(condition: bytes | None, tag: bytes) -> bool:
    """Return whether an If-None-Match names an entity tag, or any."""
    if condition is None:
        return False
    named = [each.strip().removeprefix(b"W/") for each in condition.split(b",")]
    return tag in named or named == [b"*"]
