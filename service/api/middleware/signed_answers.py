"""Signed answers: whoever asks with `Prefer: signed-answer` gets a signed note on the request and its answer.

The header `Umpire-Note` is base64 of a note of these lines, as heads of logs are signed:

    umpire/answer/1
    the name that the service signs as
    the operation, such as dice/roll
    request and the SHA-256 of the request's body
    answer and the SHA-256 of the answer's body
    seed_by and who chose the seed of the answer's dice; none, if it has none

It proves that the service gave this answer, and not that it was the first one: a request can be repeated until its dice
please, and nobody sees it. Streams and files are not signed.
"""

import base64
from collections.abc import Awaitable, MutableMapping
from hashlib import sha256
from typing import Any, Final

import orjson

from service.api.http.body import headers_of
from service.api.http.problems import Asgi, Receive, Scope, Send
from service.encounters.keyring import Keys

PREFER: Final = b"prefer"
SIGNED: Final = b"signed-answer"
NOTE: Final = b"umpire-note"
JSON: Final = b"application/json"

Message = MutableMapping[str, Any]


class SignedAnswers:
    """ASGI middleware that signs the answers of those who ask for it; all others are passed on unchanged."""

    def __init__(self, app: Asgi, keys: Keys) -> None:
        """Set the application and the keys."""
        self._app = app
        self._keys = keys

    def __call__(self, scope: Scope, receive: Receive, send: Send) -> Awaitable[None]:
        """Answer one request."""
        asked = scope["type"] == "http" and scope["method"] != "HEAD" and SIGNED in headers_of(scope).get(PREFER, b"")
        return self._signed(scope, receive, send) if asked else self._app(scope, receive, send)

    async def _signed(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request; the head of a JSON answer waits for its body, whose hash it has."""
        asked = sha256()
        head: Message = {}
        body = bytearray()

        async def hashing() -> Message:
            message = await receive()
            asked.update(message.get("body", b""))
            return message

        async def holding(message: Message) -> None:
            if message["type"] == "http.response.start" and dict(message["headers"]).get(b"content-type") == JSON:
                head.update(message)
                return
            if not head:
                await send(message)
                return
            body.extend(message.get("body", b""))
            if not message.get("more_body", False):
                note = await self._note(scope, asked.hexdigest(), bytes(body))
                more = [(NOTE, note), (b"preference-applied", SIGNED), (b"vary", b"prefer")]
                await send({**head, "headers": [*head["headers"], *more]})
                await send({"type": "http.response.body", "body": bytes(body)})

        await self._app(scope, hashing, holding)

    async def _note(self, scope: Scope, asked: str, body: bytes) -> bytes:
        """Return the note on an answer, as the header has it."""
        ring = await self._keys.ring()
        operation = scope.get("umpire.operation", "none")
        text = (
            f"umpire/answer/1\n{ring.origin}\n{operation}\nrequest {asked}\nanswer {sha256(body).hexdigest()}\n"
            f"seed_by {_seed_by(body)}\n"
        )
        return base64.b64encode(ring.note(text).encode())


def _seed_by(body: bytes) -> str:
    """Return who chose the seed of an answer's dice."""
    answer = orjson.loads(body) if body else None
    dice = answer.get("dice") if isinstance(answer, dict) else None
    return str((dice.get("seed_by") if isinstance(dice, dict) else None) or "none")
