"""A store that is away is one problem, said in bounded time."""

import asyncio
import os
import signal

import pytest
from redis.exceptions import ResponseError

from service.errors import StoreAway
from service.store.connection import Connection
from service.store.pipelines import POOL_SIZE
from service.store.server import PrivateStore
from tests.patience import PATIENCE


async def test_without_a_url_every_turn_says_so() -> None:
    """The problem names what to set."""
    with pytest.raises(StoreAway, match="UMPIRE_REDIS_URL"):
        await Connection(None).ping()


@pytest.mark.parametrize("url", ["unix:///nowhere/store.sock", "redis://127.0.0.1:1/0"])
async def test_a_store_that_is_away_is_told_at_once(url: str) -> None:
    """Nobody waits for a server that refuses."""
    away = Connection(url, 10 * PATIENCE)
    with pytest.raises(StoreAway, match="needs no store"):
        await asyncio.wait_for(away.ping(), PATIENCE)
    await away.close()


async def test_a_store_that_hangs_is_given_up() -> None:
    """A command has as long to be answered as is set, and so has the wait for a turn."""
    with PrivateStore() as server:
        connection, hasty = Connection(server.url, PATIENCE), Connection(server.url, 0.2)
        async with connection as redis:
            pid = int((await redis.info())["process_id"])
        os.kill(pid, signal.SIGSTOP)
        failures = await asyncio.gather(*(hasty.ping() for _ in range(3 * POOL_SIZE)), return_exceptions=True)
        assert {type(failure) for failure in failures} == {StoreAway}
        os.kill(pid, signal.SIGCONT)
        async with asyncio.timeout(PATIENCE):
            while (await asyncio.gather(hasty.ping(), return_exceptions=True))[0] is not None:
                pass
        await hasty.close()
        await connection.close()


async def test_a_store_that_comes_back_is_found_again() -> None:
    """Connections that were lost are made anew without a failure."""
    with PrivateStore() as server:
        connection = Connection(server.url, PATIENCE)
        await connection.ping()
        async with connection as redis:
            await redis.client_kill_filter(_type="normal", skipme=False)
        await connection.ping()
        await connection.close()


async def test_closed_and_opened_again(store: Connection) -> None:
    """Closing ends every connection; the next turn opens one."""
    await store.close()
    await store.close()
    await store.ping()


async def test_a_full_store_is_away(store: Connection) -> None:
    """A store that refuses to write because its memory is full is away for whoever wants to write."""
    async with store as redis:
        await redis.config_set("maxmemory", "1mb")
    try:
        with pytest.raises(StoreAway, match=r"The store is full \(OutOfMemoryError\)"):
            await write_twice(store)
    finally:
        async with store as redis:
            await redis.config_set("maxmemory", "256mb")


async def write_twice(store: Connection) -> None:
    """Write more than fits, and then a little more: the store counts afterwards."""
    async with store as redis:
        await redis.set("a", b"x" * 4_000_000)
        await redis.set("b", b"x")


async def test_mistakes_stay_mistakes(store: Connection) -> None:
    """A wrong command is a fault of ours, not of the store."""
    with pytest.raises(ResponseError):
        async with store as redis:
            await redis.eval("nonsense", 0)


async def test_turns_are_fair(store: Connection) -> None:
    """Many more tasks than connections all get their turn, however greedy each is."""

    async def greedy() -> int:
        for _ in range(50):
            async with store as redis:
                await redis.get("a")
        return 1

    assert sum(await asyncio.gather(*(greedy() for _ in range(4 * POOL_SIZE)))) == 4 * POOL_SIZE
