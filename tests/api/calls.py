"""Call an ASGI application directly, and stand-ins for one."""

import asyncio
import json
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from dataclasses import dataclass, field
from typing import Any

import orjson

from service.api.http.problem_documents import Asgi, Receive, Scope, Send

Message = MutableMapping[str, Any]


@dataclass
class Reply:
    """What came back."""

    status: int = 0
    headers: list[tuple[bytes, bytes]] = field(default_factory=list)
    body: bytes = b""

    def header(self, name: str) -> str | None:
        """The value of a header, lower-case name."""
        values = [value.decode() for key, value in self.headers if key == name.encode()]
        assert len(values) < 2, values
        return values[0] if values else None

    @property
    def json(self) -> Any:
        """The body, read."""
        return orjson.loads(self.body)

    @property
    def problem(self) -> str:
        """The problem's name."""
        assert self.header("content-type") == "application/problem+json", self.body
        assert self.json["status"] == self.status
        name: str = self.json["type"].removeprefix("/problems/")
        return name


async def call(
    app: Asgi,
    path: str = "/v1/dice/roll",
    body: bytes | Iterable[bytes] = b"{}",
    method: str = "POST",
    client: str | None = "127.0.0.1",
    announced: bool = True,
    query: str = "",
    **headers: str | list[str],
) -> Reply:
    """Send one request; a body of several parts arrives in pieces, and unannounced if so wished."""
    parts = [body] if isinstance(body, bytes) else list(body)
    lines = [
        (name.replace("_", "-").encode(), each.encode()) for name, value in headers.items() for each in _all(value)
    ]
    if announced:
        lines.append((b"content-length", str(sum(map(len, parts))).encode()))
    scope: Scope = {
        "type": "http",
        "method": method,
        "path": path,
        "query_string": query.encode(),
        "headers": lines,
        "client": None if client is None else (client, 40_000),
    }
    reply = Reply()
    hung_up = asyncio.Event()
    try:
        await app(scope, _receiving(parts, hung_up), _sending(reply))
    finally:
        hung_up.set()
    return reply


def posted(app: Asgi, path: str, body: Any) -> Reply:
    """Post JSON, in an event loop of its own; Starlette's client would start a thread for each request."""
    written = body if isinstance(body, bytes) else json.dumps(body).encode()
    return asyncio.run(call(app, path, written, content_type="application/json"))


def _all(value: str | list[str]) -> list[str]:
    return [value] if isinstance(value, str) else value


def _receiving(parts: list[bytes], hung_up: asyncio.Event) -> Receive:
    waiting = list(parts) or [b""]

    async def receive() -> Message:
        if not waiting:
            await hung_up.wait()
            return {"type": "http.disconnect"}
        return {"type": "http.request", "body": waiting.pop(0), "more_body": bool(waiting)}

    return receive


def _sending(reply: Reply) -> Send:
    async def send(message: Message) -> None:
        if message["type"] == "http.response.start":
            reply.status, reply.headers = message["status"], list(message["headers"])
        else:
            reply.body += message.get("body", b"")

    return send


def answering(
    make: Callable[[Scope, bytes], Awaitable[tuple[int, bytes]] | tuple[int, bytes]],
    headers: Iterable[tuple[bytes, bytes]] = ((b"content-type", b"application/json"),),
) -> Asgi:
    """An application that reads the whole body and answers with what `make` makes of it."""

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        body, more = b"", True
        while more:
            message = await receive()
            body, more = body + message.get("body", b""), message.get("more_body", False)
        made = make(scope, body)
        status, answer = made if isinstance(made, tuple) else await made
        await send({"type": "http.response.start", "status": status, "headers": list(headers)})
        await send({"type": "http.response.body", "body": answer})

    return app
