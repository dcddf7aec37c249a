"""Whoever acts on an encounter loses nothing to a store that hangs, is full or dies, or to a service that dies."""

import asyncio
from collections.abc import Iterator
from typing import Any

import httpx2
import pytest

from service.store.connection import Connection
from tests.encounters.client import STRIKE
from tests.encounters.lines import DurableStore
from tests.encounters.live import Seat, Service, serving
from tests.patience import PATIENCE


@pytest.fixture
def durable() -> Iterator[DurableStore]:
    """A store that can be frozen, filled, killed and started again."""
    server = DurableStore()
    server.start()
    yield server
    server.remove()


async def act(service: Service, seat: Seat, version: int, **headers: str) -> httpx2.Response:
    """Strike."""
    path, right = f"/v1/encounters/{seat.id}/resolve-attack", f"Bearer {seat.referee}"
    return await service.ask("POST", path, STRIKE, authorization=right, if_match=f'"{version}"', **headers)


async def log_of(service: Service, seat: Seat) -> list[Any]:
    """The whole log, which proves itself."""
    right = f"Bearer {seat.referee}"
    verified = await service.ask("POST", f"/v1/encounters/{seat.id}/verify", authorization=right)
    assert verified.json()["status"] == "verified", verified.text
    entries: list[Any] = []
    after, more = "", True
    while more:
        path = f"/v1/encounters/{seat.id}/log?limit=100{after}"
        page = (await service.ask("GET", path, authorization=right)).json()
        entries += page["entries"]
        after, more = f"&after={page['next']}", page["more"]
    assert [entry["version"] for entry in entries] == list(range(1, len(entries) + 1))
    return entries


async def roll(service: Service) -> int:
    """Something that needs no store."""
    return (await service.ask("POST", "/v1/dice/roll", {"notation": "3d6"})).status_code


async def test_a_store_that_hangs_is_given_up(durable: DurableStore) -> None:
    """However many wait for it, all are told while it hangs; what needs no store goes on, and afterwards all does."""
    with serving(durable.url, UMPIRE_STORE_TIMEOUT="5") as service:
        seat = await service.seat()
        assert (await act(service, seat, 1)).status_code == 200
        durable.freeze()
        waiting = [asyncio.create_task(act(service, seat, 2)) for _ in range(100)]
        assert [await roll(service) for _ in range(10)] == [200] * 10
        replies = await asyncio.gather(*waiting)
        assert {reply.status_code for reply in replies} == {503}
        assert {reply.headers["retry-after"] for reply in replies} == {"5"}
        durable.thaw()
        replies = [await act(service, seat, 2) for _ in range(5)]
        assert {reply.status_code for reply in replies} <= {200, 412, 503}
        assert replies[-1].status_code == 412
        assert len(await log_of(service, seat)) == 3


async def test_a_full_store_takes_nothing_half(durable: DurableStore) -> None:
    """A store without memory refuses changes whole; reading and rolling go on; and with memory, changes are taken."""
    connection = Connection(durable.url, PATIENCE)
    with serving(durable.url) as service:
        seat = await service.seat()
        async with connection as redis:
            await redis.config_set("maxmemory-policy", "noeviction")
            await redis.config_set("maxmemory", "1mb")
        replies = [await act(service, seat, 1) for _ in range(5)]
        assert {reply.status_code for reply in replies} == {503}
        assert await roll(service) == 200
        async with connection as redis:
            await redis.config_set("maxmemory", "0")
        assert len(await log_of(service, seat)) == 1
        assert (await act(service, seat, 1)).status_code == 200
        assert len(await log_of(service, seat)) == 2
    await connection.close()


async def test_a_store_that_dies_under_changes_loses_none(durable: DurableStore) -> None:
    """Each change that was accepted before the store died is in the log afterwards, once; and the log proves itself."""
    with serving(durable.url) as service:
        seat = await service.seat()
        accepted: list[str] = []
        for _ in range(3):
            dying = asyncio.create_task(_die_soon(durable))
            async with asyncio.timeout(PATIENCE):
                while not dying.done():
                    version = 1 + len(accepted)
                    reply = await act(service, seat, version)
                    if reply.status_code == 412:  # it was taken, but its answer was lost
                        accepted.append("")
                    elif reply.status_code == 200:
                        accepted.append(reply.json()["after"])
                    assert reply.status_code in {200, 412, 503, 409}, reply.text
            await dying
        entries = await log_of(service, seat)
        lost = [
            at
            for at, (entry, hash_) in enumerate(zip(entries[1:], accepted, strict=False))
            if hash_ not in {"", entry["after"]}
        ]
        assert lost == []
        assert len(entries) in {len(accepted) + 1, len(accepted) + 2}


async def test_a_service_that_is_killed_has_changed_once_or_not_at_all(durable: DurableStore) -> None:
    """Killed between request and answer, a change is whole or absent, and another service goes on from there."""
    with serving(durable.url) as other:
        seat = await other.seat()
        version = 1
        for pause in (0.001, 0.004, 0.008):
            with serving(durable.url) as service:
                asked = asyncio.create_task(act(service, seat, version, idempotency_key=f"k{pause}"))
                await asyncio.sleep(pause)
                service.process.kill()
                await asyncio.gather(asked, return_exceptions=True)
            entries = await log_of(other, seat)
            assert len(entries) in {version, version + 1}
            version = len(entries)
        assert (await act(other, seat, version)).status_code in {200, 409}


async def _die_soon(durable: DurableStore) -> None:
    await asyncio.sleep(0.2)
    durable.kill()
    await asyncio.sleep(0.3)
    durable.start()
    await asyncio.sleep(0.1)
