"""A store that is away is one problem, said in bounded time."""

import asyncio
import os
import re
import signal
from pathlib import Path
from types import SimpleNamespace

import pytest
from redis import exceptions
from redis.exceptions import ResponseError

from service.errors import StoreAway
from service.store.client.pipelines import POOL_SIZE
from service.store.connection import Connection
from service.store.private.server import PrivateStore, program_found
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
        with pytest.raises(StoreAway, match=r"^The memory of the store is full; what needs no store"):
            await write_twice(store)
    finally:
        async with store as redis:
            await redis.config_set("maxmemory", "256mb")


LITTLE_DISK = "trap '' XFSZ; ulimit -f 100; exec \"$@\""
"""Lets the files of a program have some kilobytes; what is more is refused as by a full disk."""


async def test_a_full_disk_is_said_in_words(tmp_path: Path) -> None:
    """What a server answers whose disk is full is 503 with that sentence, also to a script; reads are answered."""
    told = ["--port", "0", "--unixsocket", str(tmp_path / "s"), "--dir", str(tmp_path), "--loglevel", "nothing"]
    kept = ["--save", "", "--appendonly", "yes", "--appendfsync", "everysec"]
    words = "sh", "-c", LITTLE_DISK, "store", str(program_found()), *told, *kept
    server = await asyncio.create_subprocess_exec(*words)
    connection = Connection(f"unix://{tmp_path / 's'}", PATIENCE)
    try:
        await is_there(connection)
        with pytest.raises(StoreAway, match=r"^The store's disk is full; what needs no store still works\.$"):
            await write_on(connection)
        with pytest.raises(StoreAway, match=r"^The store's disk is full"):
            async with connection as redis:
                await redis.eval("return redis.call('SET', KEYS[1], 1)", 1, "b")
        async with connection as redis:
            assert await redis.get("a") is not None
    finally:
        server.kill()
        await server.wait()
        await connection.close()


async def is_there(connection: Connection) -> None:
    """Wait until a server answers."""
    async with asyncio.timeout(PATIENCE):
        while True:
            if (await asyncio.gather(connection.ping(), return_exceptions=True))[0] is None:
                return
            await asyncio.sleep(0.05)


async def write_on(connection: Connection) -> None:
    """Write until that is refused."""
    while True:
        async with connection as redis:
            await redis.set("a", b"x" * 30_000)


async def test_another_fault_of_the_disk_is_told_as_the_server_tells_it() -> None:
    """A server that cannot write for another reason gives the reason, without the script that was refused."""
    told = r"^The store cannot write to its disk \(Errors writing to the AOF file: Input/output error\); what"
    with pytest.raises(StoreAway, match=told):
        await refused("MISCONF Errors writing to the AOF file: Input/output error script: on @user_script:1.")


async def refused(message: str) -> None:
    """Use a store that refuses a command."""
    async with Connection("unix:///nowhere/store.sock"):
        raise ResponseError(message)


@pytest.mark.parametrize(("free", "told"), [(0, "The store's disk is full"), (2**30, "The store cannot be reached")])
async def test_a_private_store_that_died_of_a_full_disk_is_told_by_its_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, free: int, told: str
) -> None:
    """Where the server has ended because it could not write, the folder's disk says why."""
    usage = os.statvfs(tmp_path)
    monkeypatch.setattr(
        os, "statvfs", lambda folder: SimpleNamespace(f_bavail=free // usage.f_frsize, f_frsize=usage.f_frsize)
    )
    away = Connection("unix:///nowhere/store.sock", PATIENCE, folder=tmp_path)
    with pytest.raises(StoreAway, match=told):
        await away.ping()
    await away.close()


@pytest.mark.parametrize(
    ("lost", "told"),
    [
        (exceptions.ConnectionError("Error 2 connecting to unix:///nowhere/s."), "The store cannot be reached"),
        (ConnectionResetError(104, "reset"), "The store cannot be reached"),
        (exceptions.TimeoutError("no answer"), "The store does not answer in time"),
        (TimeoutError(), "The store does not answer in time"),
        (exceptions.AuthenticationError("WRONGPASS"), "The store refuses the password or the user"),
        (exceptions.BusyLoadingError("LOADING"), "The store is still reading its data"),
        (exceptions.ReadOnlyError("READONLY"), "The store takes no changes at present"),
        (exceptions.MasterDownError("MASTERDOWN"), "The store has lost its primary"),
        (exceptions.ClusterDownError("CLUSTERDOWN"), "A part of the store's cluster cannot be reached"),
        (exceptions.RedisClusterException("no node"), "A part of the store's cluster cannot be reached"),
    ],
    ids=lambda each: type(each).__name__ if isinstance(each, Exception) else "",
)
async def test_a_loss_is_told_in_words(lost: Exception, told: str) -> None:
    """Callers read what has happened, and no name of a class and no address."""
    with pytest.raises(StoreAway) as away:
        async with Connection("unix:///nowhere/store.sock"):
            raise lost
    assert away.value.detail.startswith(told)
    assert not re.search(r"[a-z](Error|Exception)|nowhere|[A-Z]{4}", away.value.detail)


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
