"""Commands that travel together answer each for itself, and none waits for ever."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator
from typing import Any

import pytest
from redis import exceptions
from redis.asyncio import BlockingConnectionPool

from service.errors import StoreAway
from service.store.client import pipelines as ways
from service.store.client.pipelines import CONNECTIONS, MAX_BATCH, Pipelines
from service.store.connection import Connection
from service.store.private.server import PrivateStore
from tests.patience import PATIENCE

HASTE = 0.5
"""Seconds in which a store that hangs is given up."""


@pytest.fixture
async def pipelines(private_store: PrivateStore, store: Connection) -> AsyncIterator[Pipelines]:
    """Pipelines to the tests' store, which is empty at first."""
    client = Pipelines(BlockingConnectionPool.from_url(private_store.url), PATIENCE)
    yield client
    await client.aclose()


async def commands_seen(pipelines: Pipelines) -> int:
    """How many connections the store has been asked for so far."""
    return int((await pipelines.info("stats"))["total_connections_received"])


async def test_each_finds_its_own_answer(pipelines: Pipelines) -> None:
    """However many ask at once, everybody is told what was asked, over as many connections as there are pipelines."""
    many = 10 * MAX_BATCH
    before = await commands_seen(pipelines)
    assert await asyncio.gather(*(pipelines.set(f"{n}", n) for n in range(many))) == [True] * many
    assert await asyncio.gather(*(pipelines.get(f"{n}") for n in range(many))) == [b"%d" % n for n in range(many)]
    assert await commands_seen(pipelines) - before < CONNECTIONS


async def test_a_refusal_is_one_callers_own(pipelines: Pipelines) -> None:
    """A command that the store refuses fails alone; those that travel with it do not notice."""
    await pipelines.set("text", "a")
    reply = await asyncio.gather(
        pipelines.get("text"), pipelines.incr("text"), pipelines.get("text"), return_exceptions=True
    )
    assert (reply[0], type(reply[1]), reply[2]) == (b"a", exceptions.ResponseError, b"a")


async def test_who_gives_up_does_not_shift_the_answers(pipelines: Pipelines) -> None:
    """A caller that goes away leaves the answers of all others where they belong."""
    asking = [asyncio.ensure_future(pipelines.echo(f"{n}")) for n in range(40)]
    await asyncio.sleep(0)
    for task in asking[::3]:
        task.cancel()
    reply = await asyncio.gather(*asking, return_exceptions=True)
    for n, each in enumerate(reply):
        assert isinstance(each, asyncio.CancelledError) if n % 3 == 0 else each == b"%d" % n
    assert await pipelines.echo("after") == b"after"


async def test_a_cut_connection_is_made_again(pipelines: Pipelines) -> None:
    """Whoever asks just when the store cuts every connection is answered all the same."""
    for _ in range(5):
        await asyncio.gather(
            pipelines.client_kill_filter(_type="normal", skipme=True), pipelines.echo("a"), pipelines.echo("b")
        )
        assert await asyncio.gather(*(pipelines.echo(f"{n}") for n in range(10))) == [b"%d" % n for n in range(10)]


async def test_a_store_that_hangs_fails_all_in_time(private_store: PrivateStore, pipelines: Pipelines) -> None:
    """Everybody is told while the store still hangs, who waits behind others, too, and afterwards everything works."""
    pid = int((await pipelines.info("server"))["process_id"])
    hasty = Pipelines(BlockingConnectionPool.from_url(private_store.url), HASTE)
    os.kill(pid, signal.SIGSTOP)
    asking = [hasty.echo(f"{n}") for n in range(20 * MAX_BATCH)]
    reply = await asyncio.gather(*asking, return_exceptions=True)
    assert {type(each) for each in reply} == {exceptions.TimeoutError}
    os.kill(pid, signal.SIGCONT)
    async with asyncio.timeout(PATIENCE):
        while (await asyncio.gather(hasty.echo("a"), return_exceptions=True))[0] != b"a":
            pass
    await hasty.aclose()


async def test_there_is_an_end_to_waiting(pipelines: Pipelines, monkeypatch: pytest.MonkeyPatch) -> None:
    """If too many wait, the next one is told at once."""
    monkeypatch.setattr(ways, "MAX_QUEUED", 8)
    reply = await asyncio.gather(*(pipelines.echo(f"{n}") for n in range(10)), return_exceptions=True)
    assert [type(each) for each in reply].count(exceptions.ConnectionError) == 2


async def test_closing_fails_what_is_under_way(private_store: PrivateStore) -> None:
    """Nobody is left waiting for pipelines that are closed, and the connection that comes next works."""
    connection = Connection(private_store.url, PATIENCE)
    async with connection as redis:
        asking = [asyncio.ensure_future(redis.echo(f"{n}")) for n in range(3 * MAX_BATCH)]
    await asyncio.sleep(0)
    await connection.close()
    reply = await asyncio.gather(*asking, return_exceptions=True)
    assert {type(each) for each in reply} <= {exceptions.ConnectionError, bytes}
    await connection.ping()
    await connection.close()


async def test_what_may_be_long_travels_alone(pipelines: Pipelines, store: Connection) -> None:
    """A log is read over a connection of its own: it holds nobody up who travels with others."""
    for n in range(3):
        await pipelines.xadd("log", {"a": "x" * 10}, id=f"{n + 1}-0")
    before = await commands_seen(pipelines)
    found: Any = await pipelines.xrange("log")
    assert len(found) == 3
    assert await commands_seen(pipelines) == before + 1
    with pytest.raises(StoreAway):
        async with Connection("unix:///nowhere/store.sock") as redis:
            await redis.xrange("log")
