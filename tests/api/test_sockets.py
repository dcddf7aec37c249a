"""A WebSocket whose peer is gone is the end of a conversation, and no failure."""

import asyncio
from collections.abc import MutableMapping
from typing import Any

import orjson
import pytest

from service.api.graphql.sockets import GraphQLSockets
from service.app import graphql
from tests.patience import PATIENCE

ASKED = {"type": "subscribe", "id": "1", "payload": {"query": "{ meta { ... on Meta { service } } }"}}


class Peer:
    """The other side of a WebSocket, as the server shows it to the application."""

    def __init__(self, *messages: Any) -> None:
        self._waiting: list[MutableMapping[str, Any]] = [
            {"type": "websocket.connect"},
            *({"type": "websocket.receive", "text": orjson.dumps(each).decode()} for each in messages),
        ]
        self.sent: list[str] = []
        self.gone = asyncio.Event()

    async def receive(self) -> MutableMapping[str, Any]:
        """Say the next thing; after the last one, go as soon as `gone` says so."""
        if self._waiting:
            return self._waiting.pop(0)
        await self.gone.wait()
        return {"type": "websocket.disconnect", "code": 1006}

    async def talk(self, send: Any, app: GraphQLSockets | None = None) -> None:
        """Hold the whole conversation."""
        scope = {
            "type": "websocket",
            "path": "/graphql",
            "query_string": b"",
            "headers": [(b"host", b"t")],
            "subprotocols": ["graphql-transport-ws"],
        }
        async with asyncio.timeout(PATIENCE):
            await (app or GraphQLSockets(graphql(), ["*"]))(scope, self.receive, send)


async def test_an_answer_to_a_peer_that_is_gone_is_dropped(caplog: pytest.LogCaptureFixture) -> None:
    """An operation whose answer can no longer be sent ends without a line in the log."""
    peer = Peer({"type": "connection_init"}, ASKED)

    async def send(message: MutableMapping[str, Any]) -> None:
        peer.sent.append(message["type"])
        if '"next"' in message.get("text", ""):
            peer.gone.set()
            raise OSError

    await peer.talk(send)
    assert peer.sent == ["websocket.accept", "websocket.send", "websocket.send"]
    assert caplog.records == []


async def test_an_answer_after_the_end_is_dropped(caplog: pytest.LogCaptureFixture) -> None:
    """An operation that answers while its connection is being closed ends without a line in the log."""
    peer = Peer({"type": "connection_init"}, ASKED, {"type": "connection_init"})

    async def send(message: MutableMapping[str, Any]) -> None:
        peer.sent.append(message["type"])
        if message["type"] == "websocket.close":
            for _ in range(1000):  # meanwhile the operation answers
                await asyncio.sleep(0)
            peer.gone.set()

    await peer.talk(send)
    assert peer.sent == ["websocket.accept", "websocket.send", "websocket.close"]
    assert caplog.records == []


async def test_what_an_operation_fails_of_is_still_told(caplog: pytest.LogCaptureFixture) -> None:
    """A failure that is not the peer's going is an error in the log."""
    peer = Peer({"type": "connection_init"}, ASKED)

    async def send(message: MutableMapping[str, Any]) -> None:
        if '"next"' in message.get("text", ""):
            peer.gone.set()
            raise ZeroDivisionError

    await peer.talk(send)
    errors = [record.levelname for record in caplog.records if record.name == "strawberry.ws.task"]
    assert errors == ["ERROR"]
