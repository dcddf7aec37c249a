"""Peers that never read, over real sockets: they are dropped in bounded time, delay nobody and take little room."""

import asyncio
import base64
import json
import select
import socket
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import orjson
import pytest

from service.store.private.server import PrivateStore
from tests.encounters.live import DOCUMENT, Seat, Service, said, serving, sse, stream, subscribe, talking, told
from tests.encounters.test_live_faults import crowd
from tests.patience import PATIENCE

STALLED = 6.0
HEARTBEAT = 3.0
SOON = f"""
from service.api.rest import streams
from service.api.server import write_timeouts
write_timeouts.STALLED_SECONDS, streams.HEARTBEAT_SECONDS = {STALLED}, {HEARTBEAT}
"""
DEAF = 8
CHANGES = 170
MEBIBYTE = 1 << 20


@pytest.fixture(scope="module")
def logged(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the service writes its log."""
    return tmp_path_factory.mktemp("deaf") / "log"


@pytest.fixture(scope="module")
def service(private_store: PrivateStore, logged: Path) -> Iterator[Service]:
    """A service that loses patience soon."""
    with (
        logged.open("w") as log,
        serving(private_store.url, before=SOON, said=log, UMPIRE_LOG_FORMAT="json") as service,
    ):
        yield service


@pytest.fixture
def sockets() -> Iterator[ExitStack]:
    """Sockets that are closed in the end."""
    with ExitStack() as stack:
        yield stack


def connected(port: int, sockets: ExitStack) -> socket.socket:
    """A connection that takes little before it has to be read."""
    client = sockets.enter_context(socket.socket())
    client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    client.connect(("127.0.0.1", port))
    return client


def deaf_to_events(service: Service, seat: Seat, sockets: ExitStack) -> socket.socket:
    """Ask for a stream, and never read it."""
    client = connected(service.port, sockets)
    head = f"GET /v1/encounters/{seat.id}/stream HTTP/1.1\r\nhost: t\r\nlast-event-id: 0\r\n"
    client.sendall(f"{head}authorization: Bearer {seat.referee}\r\n\r\n".encode())
    return client


def deaf_to_messages(service: Service, seat: Seat, sockets: ExitStack) -> socket.socket:
    """Subscribe, and never read what comes."""
    client = upgraded(service, sockets)
    client.sendall(framed({"type": "connection_init", "payload": {"token": seat.referee}}))
    payload = {"query": DOCUMENT, "variables": {"id": seat.id, "after": 0}}
    client.sendall(framed({"id": "1", "type": "subscribe", "payload": payload}))
    return client


def upgraded(service: Service, sockets: ExitStack) -> socket.socket:
    """A WebSocket as it is after the handshake."""
    client = connected(service.port, sockets)
    key = base64.b64encode(b"0123456789abcdef").decode()
    client.sendall(
        "GET /graphql HTTP/1.1\r\nhost: t\r\nconnection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\n"
        f"sec-websocket-key: {key}\r\nsec-websocket-protocol: graphql-transport-ws\r\n\r\n".encode()
    )
    answer = b""
    while not answer.endswith(b"\r\n\r\n"):
        answer += client.recv(1)
    assert answer.startswith(b"HTTP/1.1 101"), answer
    return client


def framed(message: Any, opcode: int = 1) -> bytes:
    """A message as a client's frame; its mask changes nothing."""
    body = json.dumps(message).encode() if opcode == 1 else message
    size = len(body).to_bytes(1, "big") if len(body) < 126 else b"\x7e" + len(body).to_bytes(2, "big")
    return bytes([0x80 | opcode, size[0] | 0x80]) + size[1:] + bytes(4) + body


async def is_gone(client: socket.socket) -> None:
    """Wait until the other side has ended a connection, without reading from it."""
    watch = select.poll()
    watch.register(client, select.POLLRDHUP)
    ended = select.POLLERR | select.POLLHUP | select.POLLRDHUP
    found = await asyncio.to_thread(watch.poll, PATIENCE * 1000)
    assert [event & ended for _, event in found] != [], "the connection is still open"


def memory_of(service: Service) -> int:
    """How many bytes of memory a service holds."""
    return int(Path(f"/proc/{service.process.pid}/statm").read_text().split()[1]) * 4096


def still_kept(service: Service, clients: list[socket.socket]) -> list[str]:
    """Which of these connections the system still keeps for a service, though the service may have closed them."""
    peers = {f":{client.getsockname()[1]:04X}" for client in clients}
    lines = [line.split() for line in Path("/proc/net/tcp").read_text().splitlines()[1:]]
    return [remote for _, local, remote, *_ in lines if local.endswith(f":{service.port:04X}") and remote[-5:] in peers]


async def changed(service: Service, seat: Seat) -> None:
    """Change an encounter many times."""
    for version in range(1, CHANGES + 1):
        assert (await service.change(seat, version)).status_code == 200


async def by_events(service: Service, seat: Seat) -> list[int]:
    """Follow as one should."""
    async with sse(service.port, seat, after=0, until=CHANGES + 1) as events:
        return [each["version"] for each in (await said(events))[:-1]]


async def by_messages(service: Service, seat: Seat) -> list[int]:
    """Follow as one should, by WebSocket."""
    async with talking(service.port, {"token": seat.referee}) as client:
        await subscribe(client, {"id": seat.id, "after": 0, "until": CHANGES + 1})
        return [each["version"] async for each in told(client) if "version" in each]


async def test_whoever_never_reads_is_cut(service: Service, logged: Path, sockets: ExitStack) -> None:
    """Streams and subscriptions that nobody reads end in bounded time; all others are told everything meanwhile."""
    seat = await service.seat(state=crowd(98))
    warm = asyncio.create_task(by_events(service, seat))
    memory = memory_of(service)
    deaf = [how(service, seat, sockets) for how in (deaf_to_events, deaf_to_messages) for _ in range(DEAF)]
    attentive = [asyncio.create_task(how(service, seat)) for how in (by_events, by_messages)]
    await changed(service, seat)
    for follower in (warm, *attentive):
        assert await asyncio.wait_for(follower, PATIENCE) == list(range(1, CHANGES + 2))
    for client in deaf:
        await is_gone(client)
    assert memory_of(service) - memory < 2 * DEAF * MEBIBYTE + 48 * MEBIBYTE
    assert still_kept(service, deaf) == []
    lines = [orjson.loads(line) for line in (await asyncio.to_thread(logged.read_text)).splitlines()]
    cut = [line["carries"] for line in lines if line["event"] == "peer given up"]
    assert (cut.count("http"), cut.count("websocket")) == (DEAF, DEAF)
    assert [line for line in lines if line.get("level") in {"error", "critical"}] == []


async def test_a_flood_of_pings_that_nobody_reads_fills_nothing(service: Service, sockets: ExitStack) -> None:
    """A peer that asks and asks and takes no answer is no longer listened to, and then cut."""
    client = upgraded(service, sockets)
    client.sendall(framed({"type": "connection_init"}))
    client.setblocking(False)
    memory = memory_of(service)
    flood, sent = framed(b"x" * 120, opcode=9) * 500, 0
    watch = select.poll()
    watch.register(client, select.POLLOUT | select.POLLRDHUP)
    async with asyncio.timeout(PATIENCE):
        while True:
            ((_, event),) = watch.poll(0) or [(0, 0)]
            if event & (select.POLLERR | select.POLLHUP | select.POLLRDHUP):
                break
            if event & select.POLLOUT:
                sent += client.send(flood)
            await asyncio.sleep(0)
    assert sent > MEBIBYTE
    assert memory_of(service) - memory < 16 * MEBIBYTE


async def test_silence_is_broken_by_heartbeats(service: Service, sockets: ExitStack) -> None:
    """While nothing happens a stream says so in comments, and a WebSocket is pinged; who never answers is cut."""
    seat = await service.seat()
    async with (
        stream(service.port, f"/v1/encounters/{seat.id}/stream", seat.viewer) as events,
        asyncio.timeout(PATIENCE),
    ):
        said_nothing = [await events.reader.readuntil(b"\n\n") for _ in range(3)]
    assert [b": ping" in each for each in said_nothing] == [False, True, True]
    async with talking(service.port, {"token": seat.viewer}) as client:
        await subscribe(client, {"id": seat.id, "until": 2})
        await asyncio.sleep(3 * HEARTBEAT)
        assert (await service.change(seat, 1)).is_success
        assert [each.get("version") async for each in told(client)] == [2, None]
    mute = upgraded(service, sockets)
    mute.sendall(framed({"type": "connection_init"}))
    await is_gone(mute)
