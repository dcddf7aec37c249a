"""Talk to the application over a WebSocket, for tests of what it answers to mistakes."""

import asyncio
from collections.abc import MutableMapping, Sequence
from typing import Any

import orjson

from service.api.http.problem_documents import Asgi
from tests.patience import PATIENCE


async def told_over_a_socket(app: Asgi, messages: Sequence[Any]) -> tuple[int, str, str]:
    """Send messages, and return the last answer: a close code with its reason, an error, or a problem."""
    waiting: list[MutableMapping[str, Any]] = [
        {"type": "websocket.connect"},
        *({"type": "websocket.receive", "text": _text(each)} for each in messages),
    ]
    told: list[tuple[int, str, str]] = []
    answered = asyncio.Event()

    async def receive() -> MutableMapping[str, Any]:
        if waiting:
            return waiting.pop(0)
        await answered.wait()
        return {"type": "websocket.disconnect", "code": 1000}

    async def send(message: MutableMapping[str, Any]) -> None:
        answer = _answer_in(message)
        if answer is not None:
            told.append(answer)
            answered.set()

    scope = {
        "type": "websocket",
        "path": "/graphql",
        "query_string": b"",
        "headers": [(b"host", b"t")],
        "subprotocols": ["graphql-transport-ws"],
        "client": ("127.0.0.1", 40_000),
    }
    async with asyncio.timeout(PATIENCE):
        await app(scope, receive, send)
    return told[0]


def _text(message: Any) -> str:
    return message if isinstance(message, str) else orjson.dumps(message).decode()


def _answer_in(message: MutableMapping[str, Any]) -> tuple[int, str, str] | None:
    if message["type"] == "websocket.close":
        return message["code"], "closed", message.get("reason") or ""
    if message["type"] != "websocket.send":
        return None
    answer = orjson.loads(message["text"])
    if answer["type"] == "error":
        return 0, "graphql", answer["payload"][0]["message"]
    if answer["type"] != "next":
        return None
    if "errors" in answer["payload"]:
        return 0, "graphql", answer["payload"]["errors"][0]["message"]
    (problem,) = answer["payload"]["data"].values()
    return problem["status"], problem["type"].removeprefix("/problems/"), problem["detail"]
