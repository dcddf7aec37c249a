"""The `Idempotency-Key` header: a retry of a request is not executed again but gets the same answer, byte for byte.

The header is honoured for requests that roll the server's dice or store something: below `/v1/` and at `/graphql`,
except for the paths in `plain` (computations give the same answer anyway). Only successful answers are stored: an
application that reports a failure with a status below 400 sets `scope["umpire.failed"]`. After a failure that may have
stored something (5xx, a crash) the key keeps its secret, so that a retry finds the changes that were made.
"""

import re
from collections.abc import Awaitable, Collection, Mapping, MutableMapping
from contextlib import suppress
from typing import Any, Final

from service.api.http.body import header, headers_of, read_body
from service.api.http.problem_documents import (
    Asgi,
    Headers,
    KeyPublished,
    Receive,
    Scope,
    Send,
    headers_with,
    problem_response,
)
from service.errors import FaultPlace, KeyInUse, KeyMalformed, StoreAway, UmpireError
from service.operations.registry import BODY_BYTES
from service.store.attempts import set_attempts
from service.store.connection import Connection
from service.store.idempotency_store import Answer, Claim, Claims

HEADER: Final = b"idempotency-key"
REPLAYED: Final = (b"idempotent-replayed", b"true")
LONGEST_QUOTE: Final = 120
METHODS: Final = frozenset({"POST", "PATCH", "DELETE"})
RETRY_SECONDS: Final = {KeyInUse: b"1", StoreAway: b"5"}
NOTHING: Final[Mapping[str, int]] = {}

LONGEST_KEY: Final = 128
PUBLISHED: Final = frozenset({b"0b9a3c1e-52d4-create", b"0b9a3c1e-52d4-strike"})
"""Keys that stand, or have stood, in a page of this project."""
_VISIBLE: Final = re.compile(rb"[!-~]{1,%d}" % LONGEST_KEY)
_QUOTED: Final = re.compile(rb'"((?:[!#-\[\]-~]|\\["\\])+)"')


class Idempotency:
    """ASGI middleware for idempotency keys; for a request without the header it only scans the headers."""

    def __init__(
        self, app: Asgi, store: Connection, *, plain: Collection[str] = (), longest: Mapping[str, int] = NOTHING
    ) -> None:
        """Store the answers of `app`, except for the paths in `plain`; `longest` has the body limits of some paths."""
        self._app = app
        self._claims = Claims(store)
        self._plain = frozenset(plain)
        self._longest = longest

    def __call__(self, scope: Scope, receive: Receive, send: Send) -> Awaitable[None]:
        """Answer one request."""
        set_attempts(None)  # a task may have inherited the attempts of another request on its connection
        may_be_keyed = scope["type"] == "http" and scope["method"] in METHODS
        keyed = may_be_keyed and HEADER in headers_of(scope) and self._counts(scope["path"])
        return (self._answer_keyed if keyed else self._app)(scope, receive, send)

    def _counts(self, path: str) -> bool:
        return (path.startswith("/v1/") or path == "/graphql") and path not in self._plain

    async def _answer_keyed(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            key = key_of(scope)
            body = await read_body(scope, receive, self._longest.get(scope["path"], BODY_BYTES))
            claim = await self._claims.take(_identity_of(scope, key), _fingerprint_of(scope, body))
            if isinstance(claim, Claim):
                set_attempts(claim.attempts, len(key))
                await self._answer_first(claim, scope, _receive_again(body, receive), send)
            else:
                await _replay(claim, scope, send)
        except UmpireError as error:
            wait = RETRY_SECONDS.get(type(error))
            headers: Headers = headers_with(error) if wait is None else [(b"retry-after", wait)]
            await problem_response(error, scope["path"], headers)(scope, receive, send)

    async def _answer_first(self, claim: Claim, scope: Scope, receive: Receive, send: Send) -> None:
        """Run the application; send a successful answer only after it is stored."""
        response = _BufferedResponse(send)
        try:
            async with self._claims.renewed(claim):
                await self._app(scope, receive, response.send)
        except BaseException:
            await self._release(claim, undone=False)
            raise
        finally:
            set_attempts(None)
        answer = response.answer(scope)
        if answer is None:
            await self._release(claim, undone=True)
            return
        if answer.status >= 400 or scope.get("umpire.failed"):
            await self._release(claim, undone=400 <= answer.status < 500)
            await _send_answer(answer, send)
            return
        kept = await self._claims.keep(claim, answer)
        await (_send_answer(answer, send) if kept is answer else _replay(kept, scope, send))

    async def _release(self, claim: Claim, *, undone: bool) -> None:
        with suppress(StoreAway):
            await self._claims.release(claim, undone=undone)


class _BufferedResponse:
    """A response that is buffered until it is complete; an event stream is passed on at once."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self._start: MutableMapping[str, Any] = {}
        self._parts: list[bytes] = []
        self._streams = False

    async def send(self, message: MutableMapping[str, Any]) -> None:
        if message["type"] == "http.response.start":
            self._start = message
            self._streams = (b"content-type", b"text/event-stream") in {
                (name, value.partition(b";")[0]) for name, value in message.get("headers", ())
            }
        elif not self._streams:
            self._parts.append(message.get("body", b""))
        if self._streams:
            await self._send(message)

    def answer(self, scope: Scope) -> Answer | None:
        if self._streams or not self._start:
            return None
        return Answer(
            status=self._start["status"],
            headers=tuple((bytes(name), bytes(value)) for name, value in self._start.get("headers", ())),
            body=b"".join(self._parts),
            operation=scope.get("umpire.operation"),
        )


def key_of(scope: Scope) -> bytes:
    """Return the request's idempotency key; a quoted string, as in the header's draft, is the same key as its content.

    Raises: KeyMalformed, if it is not 1 to 128 visible characters, or is sent twice; KeyPublished, if everybody has it.
    """
    values = [value.strip() for name, value in scope["headers"] if name == HEADER]
    quoted = _QUOTED.fullmatch(values[0])
    key: bytes = re.sub(rb"\\(.)", rb"\1", quoted[1]) if quoted else values[0]
    if len(values) > 1 or not _VISIBLE.fullmatch(key):
        shown = b", ".join(values)[:LONGEST_QUOTE].decode("latin-1")
        message = (
            f"The header Idempotency-Key is sent once, with 1 to {LONGEST_KEY} visible ASCII characters without spaces,"
            f' such as a UUID; got "{shown}".'
        )
        raise KeyMalformed(message).at(FaultPlace.HEADER, "Idempotency-Key")
    if key in PUBLISHED:
        message = (
            f'The Idempotency-Key "{key.decode()}" stands in a page of this project, so others send it, too, and would '
            "share your answer and its tokens: make a new one, with `uuidgen` say."
        )
        raise KeyPublished(message).at(FaultPlace.HEADER, "Idempotency-Key")
    return key


def _identity_of(scope: Scope, key: bytes) -> bytes:
    """Combine the key with the caller and the path, so that equal keys of different callers or paths are distinct."""
    address = scope["method"].encode(), scope["path"].encode(), scope["query_string"]
    credentials = header(scope, b"authorization") or b"", header(scope, b"x-api-key") or b""
    return b"\0".join((*address, *credentials, key))


def _fingerprint_of(scope: Scope, body: bytes) -> bytes:
    """Return the parts of a request that must be equal in every retry: the version to change, and the body."""
    return b"\0".join((header(scope, b"if-match") or b"", body))


def _receive_again(body: bytes, receive: Receive) -> Receive:
    """Return a receive function that gives the body that was read already, and then further messages."""
    unread = [body]

    async def receive_again() -> MutableMapping[str, Any]:
        if unread:
            return {"type": "http.request", "body": unread.pop(), "more_body": False}
        return await receive()

    return receive_again


async def _replay(answer: Answer, scope: Scope, send: Send) -> None:
    scope["umpire.operation"] = answer.operation
    await _send_answer(answer, send, REPLAYED)


async def _send_answer(answer: Answer, send: Send, *more: tuple[bytes, bytes]) -> None:
    await send({"type": "http.response.start", "status": answer.status, "headers": [*answer.headers, *more]})
    await send({"type": "http.response.body", "body": answer.body})
