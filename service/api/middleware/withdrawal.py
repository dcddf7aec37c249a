"""Withdrawn keys: what was opened with a key ends soon after the key no longer counts.

Streams and WebSockets stay open for hours. Their application waits for messages of the peer meanwhile, mostly for the
news that it has gone; so a withdrawn key is told as that news. What was sent so far is ended in the proper form.
"""

import asyncio
from collections.abc import Callable, MutableMapping
from typing import Any, Final

from service.api.http.problem_documents import Receive, Scope, Send

CHECK_SECONDS: float = 5.0
CLOSED: Final = 4401
"""The close code of a WebSocket whose key is wrong, or was withdrawn."""


class Withdrawal:
    """The messages of one request or connection, until its key is withdrawn."""

    def __init__(self, scope: Scope, receive: Receive, send: Send, counts: Callable[[], bool]) -> None:
        """Set where messages come from and go to, and the function that tells whether the key still counts."""
        self._is_http = scope["type"] == "http"
        self._receive = receive
        self._send = send
        self._counts = counts
        self._has_body = not self._is_http
        self._is_answering = False
        self._is_withdrawn = False

    async def receive(self) -> MutableMapping[str, Any]:
        """Receive a message; once the key is withdrawn, that the peer has gone."""
        if not self._has_body:
            message = await self._receive()
            self._has_body = not message.get("more_body", False)
            return message
        waiting = asyncio.ensure_future(self._receive())
        try:
            while not self._is_withdrawn:
                done, _ = await asyncio.wait({waiting}, timeout=CHECK_SECONDS)
                if done:
                    return waiting.result()
                self._is_withdrawn = not self._counts()
        finally:
            waiting.cancel()
        if self._is_http:
            return {"type": "http.disconnect"}
        await self._send({"type": "websocket.close", "code": CLOSED, "reason": "The API key was withdrawn."})
        return {"type": "websocket.disconnect", "code": CLOSED}

    async def send(self, message: MutableMapping[str, Any]) -> None:
        """Send a message; to a WebSocket that was closed nothing is sent."""
        if self._is_withdrawn and not self._is_http:
            return
        if message["type"] in ("http.response.start", "http.response.body"):
            self._is_answering = message["type"] == "http.response.start" or message.get("more_body", False)
        await self._send(message)

    async def end(self) -> None:
        """End an answer that was broken off because the key was withdrawn."""
        if self._is_withdrawn and self._is_answering:
            await self._send({"type": "http.response.body", "body": b""})
