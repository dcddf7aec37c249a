"""Services in processes of their own on a common store, and clients that follow encounters there."""

import asyncio
import os
import re
import subprocess
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

import httpx2
import orjson
from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Subprotocol

from tests.encounters.client import DUEL
from tests.patience import PATIENCE
from tests.starting import Started

PATIENT = "600"
"""Seconds that heavy work may take where a test does not say: machines may be slow."""
NO_QUOTAS = {"UMPIRE_CREATION_QUOTA": "none", "UMPIRE_STORAGE_QUOTA": "none", "UMPIRE_FEEDS": "100000"}
FIELDS = "version kind reveal secret outcome steps dice state"
DOCUMENT = (
    "subscription($id: String!, $token: String, $after: Int, $until: Int) "
    "{ it: encountersFollow(id: $id, token: $token, after: $after, until: $until) { __typename "
    "... on EncounterEntry { " + FIELDS + " } ... on FeedEnded { reason } ... on Problem { type status } } }"
)


@dataclass(frozen=True)
class Seat:
    """An encounter and its tokens."""

    id: str
    referee: str
    viewer: str


class Service:
    """A service that listens on a port of its own."""

    def __init__(
        self, url: str, *, before: str = "", said: int | IO[str] = subprocess.DEVNULL, **environment: str
    ) -> None:
        self.process = Started(
            ["serve", "--port", "0"],
            {**os.environ, **NO_QUOTAS, "UMPIRE_WORK_SECONDS": PATIENT, "UMPIRE_REDIS_URL": url, **environment},
            before=before,
            stderr=said,
        )
        assert self.process.stdout is not None
        found = re.search(r"127\.0\.0\.1:(\d+)", self.process.stdout.readline())
        assert found, "the service did not start"
        self.port = int(found[1])

    def stop(self) -> int:
        """End it, and return its status."""
        self.process.terminate()
        self.process.communicate(timeout=PATIENCE)
        return self.process.wait()

    async def ask(self, method: str, path: str, body: Any = None, **headers: str) -> httpx2.Response:
        """Send one request."""
        async with httpx2.AsyncClient(timeout=PATIENCE, verify=False) as client:
            content = b"" if body is None else orjson.dumps(body)
            told = {"content-type": "application/json", **{k.replace("_", "-"): v for k, v in headers.items()}}
            return await client.request(method, f"http://127.0.0.1:{self.port}{path}", content=content, headers=told)

    async def seat(self, **changes: Any) -> Seat:
        """Create an encounter."""
        created = await self.ask("POST", "/v1/encounters", {**DUEL, **changes})
        assert created.status_code == 201, created.text
        told = created.json()
        return Seat(told["id"], told["referee"], told["viewer"])

    async def change(self, seat: Seat, version: int, **body: Any) -> httpx2.Response:
        """Put something right, which is the shortest change."""
        return await self.ask(
            "PATCH",
            f"/v1/encounters/{seat.id}",
            body,
            authorization=f"Bearer {seat.referee}",
            if_match=f'"{version}"',
        )


@dataclass(frozen=True)
class Shared:
    """A service that several modules of tests ask, and the file of its log."""

    service: Service
    log: Path

    @property
    def address(self) -> str:
        """Where it listens."""
        return f"http://127.0.0.1:{self.service.port}"


@contextmanager
def serving(
    url: str, *, before: str = "", said: int | IO[str] = subprocess.DEVNULL, **environment: str
) -> Iterator[Service]:
    """Run a service, after some words of Python if there are any; it says its log to a file or to nobody."""
    service = Service(url, before=before, said=said, **environment)
    try:
        yield service
    finally:
        service.stop()


@dataclass
class Events:
    """A stream of Server-Sent Events."""

    status: int
    headers: dict[str, str]
    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter

    async def __aiter__(self) -> AsyncIterator[dict[str, str]]:
        """Yield events as their fields; comments are left out."""
        event: dict[str, str] = {}
        while size := int((await self.reader.readline()).strip() or b"0", 16):
            chunk = (await self.reader.readexactly(size + 2))[:-2].decode()
            for line in chunk.split("\n"):
                name, _, value = line.partition(": ")
                if name and not line.startswith(":"):
                    event[name] = value
                elif not line and "data" in event:
                    yield event
                    event = {}

    async def body(self) -> Any:
        """Read a body that has a length."""
        return orjson.loads(await self.reader.readexactly(int(self.headers["content-length"])))


@asynccontextmanager
async def stream(
    port: int, path: str, token: str | None, after: int | None = None, **more: str
) -> AsyncIterator[Events]:
    """Open a stream."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    lines = [f"GET {path} HTTP/1.1", "host: t", *(f"{name}: {value}" for name, value in more.items())]
    lines += [f"authorization: Bearer {token}"] if token else []
    lines += [f"last-event-id: {after}"] if after is not None else []
    try:
        writer.write(("\r\n".join(lines) + "\r\n\r\n").encode())
        head = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in head[1:])}
        yield Events(int(head[0].split()[1]), headers, reader, writer)
    finally:
        writer.close()


@asynccontextmanager
async def sse(port: int, seat: Seat, token: str | None = None, *, after: int | None = None, until: int = 0) -> Any:
    """Follow an encounter by Server-Sent Events."""
    path = f"/v1/encounters/{seat.id}/stream" + (f"?until={until}" if until else "")
    async with stream(port, path, token or seat.referee, after) as events:
        yield events


async def said(events: Events) -> list[dict[str, Any]]:
    """Everything a stream says, to its end."""
    return [orjson.loads(event["data"]) async for event in events]


def connected(address: str) -> connect:
    """Open a WebSocket; a service that is slow is not given up."""
    protocols = [Subprotocol("graphql-transport-ws")]
    return connect(address, subprotocols=protocols, proxy=None, open_timeout=PATIENCE, ping_timeout=PATIENCE)


@asynccontextmanager
async def talking(port: int, parameters: Any = None) -> AsyncIterator[ClientConnection]:
    """Open a WebSocket and wait until it is acknowledged."""
    address = f"ws://127.0.0.1:{port}/graphql"
    async with connected(address) as socket:
        payload = {} if parameters is None else {"payload": parameters}
        await socket.send(orjson.dumps({"type": "connection_init", **payload}).decode())
        assert orjson.loads(await socket.recv()) == {"type": "connection_ack"}
        yield socket


async def subscribe(socket: ClientConnection, variables: Any, document: str = DOCUMENT, name: str = "1") -> None:
    """Ask for a subscription."""
    payload = {"query": document, "variables": variables}
    await socket.send(orjson.dumps({"id": name, "type": "subscribe", "payload": payload}).decode())


async def told(socket: ClientConnection) -> AsyncIterator[Any]:
    """Yield what a subscription tells until it is complete."""
    async for message in socket:
        document = orjson.loads(message)
        if document["type"] == "complete":
            return
        assert document["type"] == "next", document
        assert "errors" not in document["payload"], document
        yield document["payload"]["data"]["it"]
