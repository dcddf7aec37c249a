"""Followers of a running service survive the store and each other."""

import asyncio
import signal
import socket as sockets
from collections.abc import Iterator
from typing import Any

import orjson
import pytest
from websockets.exceptions import ConnectionClosedError

from service.encounters.notices.feed import MAX_QUEUED
from service.store.connection import Connection
from service.store.key_names import keys_of
from service.store.private.server import PrivateStore
from tests.encounters.client import DUEL
from tests.encounters.lines import DurableStore
from tests.encounters.live import Events, Seat, Service, said, serving, sse, stream, subscribe, talking, told
from tests.patience import PATIENCE
from tests.rings import long

NEVER_CUT = f"from service.api.server import write_timeouts; write_timeouts.STALLED_SECONDS = {10 * PATIENCE}"


@pytest.fixture
def durable() -> Iterator[DurableStore]:
    """A store that can be killed and started again with what it held."""
    server = DurableStore()
    server.start()
    yield server
    server.remove()


async def changed(service: Service, seat: Seat, first: int, last: int) -> None:
    """Change an encounter from one version to another; a change that fails for the store's sake is tried again."""
    version = first
    async with asyncio.timeout(PATIENCE):
        while version < last:
            reply = await service.change(seat, version)
            assert reply.status_code in {200, 412, 503}, reply.text
            version += reply.status_code != 503
            await asyncio.sleep(0 if reply.status_code != 503 else 0.1)


def crowd(size: int) -> dict[str, Any]:
    """A state whose entries fill buffers quickly."""
    battle: dict[str, Any] = {**DUEL["state"]}
    ash = battle["participants"][0]
    idle = [{**ash, "id": f"idle {n}", "engaged_with": []} for n in range(size)]
    return {**battle, "participants": [*battle["participants"], *idle]}


async def by_socket(service: Service, seat: Seat, until: int, started: asyncio.Event) -> list[int | None]:
    """The versions that a subscription tells."""
    async with talking(service.port, {"token": seat.viewer}) as socket:
        await subscribe(socket, {"id": seat.id, "after": 0, "until": until})
        seen = []
        async for each in told(socket):
            started.set()
            seen.append(each.get("version"))
        return seen


async def by_events(service: Service, seat: Seat, until: int, started: asyncio.Event) -> list[int | None]:
    """The versions that a stream tells."""
    async with sse(service.port, seat, after=0, until=until) as events:
        started.set()
        return [each.get("version") for each in await said(events)]


async def test_the_store_dies_and_comes_back(durable: DurableStore) -> None:
    """Killed and started again under followers, the store costs them nothing: no version is missed or told twice."""
    with serving(durable.url) as service:
        seat = await service.seat()
        starts = [asyncio.Event(), asyncio.Event()]
        following = [
            asyncio.create_task(by_socket(service, seat, 31, starts[0])),
            asyncio.create_task(by_events(service, seat, 31, starts[1])),
        ]
        for start in starts:
            await asyncio.wait_for(start.wait(), PATIENCE)
        for first in (1, 11, 21):
            changing = asyncio.create_task(changed(service, seat, first, first + 10))
            await asyncio.sleep(0.02)
            durable.kill()
            assert (await service.ask("POST", "/v1/dice/roll", {"notation": "3d6"})).status_code == 200
            await asyncio.sleep(0.3)
            durable.start()
            await changing
        seen = await asyncio.wait_for(asyncio.gather(*following), PATIENCE)
    assert seen == [[*range(1, 32), None]] * 2


async def test_the_store_is_away_at_the_start(durable: DurableStore) -> None:
    """A service without its store refuses to follow, and follows as soon as the store is there."""
    durable.kill()
    with serving(durable.url) as service:
        async with stream(service.port, f"/v1/encounters/{'0' * 32}/stream", "x") as reply:
            assert (reply.status, reply.headers["retry-after"]) == (503, "5")
            assert (await reply.body())["type"] == "/problems/store-away"
        async with talking(service.port) as socket:
            await subscribe(socket, {"id": "0" * 32, "token": "x"})
            assert [each["status"] async for each in told(socket)] == [503]
        durable.start()
        seat = await service.seat()
        async with sse(service.port, seat, after=0, until=1) as events:
            assert [each.get("version") for each in await said(events)] == [1, None]


@long
async def test_a_slow_reader_is_dropped_and_delays_nobody(private_store: PrivateStore) -> None:
    """Who does not read is dropped and told why when it reads again; all others have long been told everything."""
    last = MAX_QUEUED + 250
    with serving(private_store.url, before=NEVER_CUT) as service:
        seat = await service.seat(state=crowd(60))
        reader, writer = await asyncio.open_connection(sock=_narrow(service.port), limit=1024)
        head = f"GET /v1/encounters/{seat.id}/stream HTTP/1.1\r\nhost: t\r\nlast-event-id: 0\r\n"
        writer.write(f"{head}authorization: Bearer {seat.referee}\r\n\r\n".encode())
        await reader.readuntil(b"\r\n\r\n")
        started = asyncio.Event()
        quick = asyncio.create_task(by_events(service, seat, last, started))
        await started.wait()
        await changed(service, seat, 1, last)
        assert await asyncio.wait_for(quick, PATIENCE) == [*range(1, last + 1), None]
        body = await asyncio.wait_for(_rest_of(reader), PATIENCE)
        writer.close()
    assert b'"reason":"too_slow"' in body
    assert body.count(b"event: entry") < last


async def test_a_revoked_viewer_is_told_nothing_more(private_store: PrivateStore) -> None:
    """Over both faces the feeds of a revoked token end, even if the message is lost that says so."""
    store = Connection(private_store.url, PATIENCE)
    with serving(private_store.url) as service:
        seat = await service.seat()
        async with sse(service.port, seat, seat.viewer, after=0) as events, talking(service.port) as socket:
            await subscribe(socket, {"id": seat.id, "token": seat.viewer, "after": 0})
            streamed, subscribed = aiter(events), told(socket)
            assert orjson.loads((await anext(streamed))["data"])["version"] == 1
            assert (await anext(subscribed))["version"] == 1
            async with store as redis:
                await redis.hset(keys_of(seat.id)[0], "viewer", "")
            assert (await service.change(seat, 1)).status_code == 200
            assert [orjson.loads(each["data"])["reason"] async for each in streamed] == ["tokens_changed"]
            assert [each.get("reason") async for each in subscribed] == ["tokens_changed"]
    await store.close()


async def test_whoever_is_cut_off_goes_on_where_it_was(private_store: PrivateStore) -> None:
    """A follower that loses its connection again and again, and comes back with the last id it saw, sees each once."""
    with serving(private_store.url) as service:
        seat = await service.seat()
        changing = asyncio.create_task(changed(service, seat, 1, 60))
        seen: list[int] = []
        while len(seen) < 60:
            async with sse(service.port, seat, after=seen[-1] if seen else 0) as events:
                seen += [orjson.loads(each["data"])["version"] for each in await _some(events, 7)]
        await changing
    assert seen[:60] == list(range(1, 61))


async def test_a_service_that_stops_says_so(private_store: PrivateStore) -> None:
    """A stop ends streams with a reason and sockets with a code, and does not wait for them."""
    with serving(private_store.url) as service:
        seat = await service.seat()
        async with sse(service.port, seat) as events, talking(service.port) as socket:
            await subscribe(socket, {"id": seat.id, "token": seat.viewer})
            await asyncio.sleep(0.2)
            service.process.send_signal(signal.SIGTERM)
            assert [each["reason"] for each in await asyncio.wait_for(said(events), PATIENCE)] == ["stopping"]
            with pytest.raises(ConnectionClosedError):
                await socket.recv()
            assert socket.close_code == 1012
        assert await asyncio.to_thread(service.process.wait, PATIENCE) == 0


async def _some(events: Events, most: int) -> list[dict[str, str]]:
    found: list[dict[str, str]] = []
    async for each in events:
        found.append(each)
        if len(found) == most or orjson.loads(each["data"])["version"] == 60:
            break
    return found


def _narrow(port: int) -> sockets.socket:
    """A connection that takes little before it has to be read."""
    client = sockets.socket()
    client.setsockopt(sockets.SOL_SOCKET, sockets.SO_RCVBUF, 4096)
    client.connect(("127.0.0.1", port))
    client.setblocking(False)
    return client


async def _rest_of(reader: asyncio.StreamReader) -> bytes:
    body = b""
    while not body.endswith(b"0\r\n\r\n"):
        part = await reader.read(65536)
        if not part:
            break
        body += part
    return body
