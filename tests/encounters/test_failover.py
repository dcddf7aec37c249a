"""When a primary dies its replica takes its place, and no change that was acknowledged is lost."""

import asyncio
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import suppress

import pytest

from service.api.rest.router import RestRouter
from service.app import registry_with
from service.errors import StoreAway
from service.store.client.address import Address, Sentinels
from service.store.connection import Connection
from service.store.notifications import Notifications
from tests.encounters.client import STRIKE, Table, seated
from tests.encounters.nodes import ThreeNodes, eventually
from tests.encounters.replicas import Watched
from tests.patience import PATIENCE

ANSWER_SECONDS = 20.0


@pytest.fixture(scope="module")
def watched() -> Iterator[Watched]:
    """A store with a replica, watched by a Sentinel."""
    store = Watched()
    yield store.start()
    store.stop()


@pytest.fixture
async def connection(watched: Watched) -> AsyncIterator[Connection]:
    """A way to it that waits for the replica."""
    connection = Connection(f"{watched.url}&replicas=1", ANSWER_SECONDS)
    yield connection
    await connection.close()


async def acted(table: Table, version: int) -> int:
    """Strike until an answer says how it ended: 200, or 412 because it had been done."""
    until = time.monotonic() + PATIENCE
    path = f"{table.path}/resolve-attack"
    while True:
        reply = await table.referee.ask("POST", path, STRIKE, version=version)
        assert reply.status in {200, 412, 503}, reply.body
        if reply.status != 503:
            return reply.status
        assert time.monotonic() < until
        await asyncio.sleep(0.1)


async def told_of_a_change(table: Table, told: asyncio.Queue[bytes]) -> None:
    """Change an encounter until whoever subscribed is told; meanwhile it may be told that it may have missed some."""
    version = (await table.get())["version"]
    async with asyncio.timeout(PATIENCE):
        while True:
            assert await acted(table, version) in {200, 412}
            version += 1
            with suppress(TimeoutError):
                async with asyncio.timeout(2):
                    while not await told.get():
                        pass
                    return


async def test_the_replica_takes_over(watched: Watched, connection: Connection) -> None:
    """After the primary's death changes go on where they were, and whoever subscribed is told of the next ones.

    With `replicas=1` they go on as soon as the server that died is back as a replica.
    """
    notifications = Notifications(watched.url, ANSWER_SECONDS)
    table = await seated(RestRouter(registry_with(connection, notifications)))
    told: asyncio.Queue[bytes] = asyncio.Queue()
    await notifications.subscribe(f"umpire:{{{table.id}}}:live".encode(), told.put_nowait)
    assert await asyncio.wait_for(told.get(), PATIENCE) == b""
    for version in range(1, 6):
        assert await acted(table, version) in {200, 412}
    await told_of_a_change(table, told)
    before = (await table.get())["version"]
    watched.primary.kill()
    eventually(lambda: watched.named() == watched.replica.port)
    watched.primary.start()
    assert await acted(table, before) in {200, 412}
    assert (await table.get())["version"] == before + 1
    while not told.empty():
        told.get_nowait()
    await told_of_a_change(table, told)
    assert (await table.referee.ask("POST", f"{table.path}/verify")).json["status"] == "verified"
    await notifications.close()


async def test_a_change_without_copies_is_not_acknowledged(watched: Watched) -> None:
    """With `replicas=2` a change that one replica has is answered as if the store were away."""
    hasty = Connection(f"{watched.url}&replicas=2", 1.0)
    lenient = Connection(watched.url, ANSWER_SECONDS)
    table = await seated(RestRouter(registry_with(lenient)))
    table.referee.app = RestRouter(registry_with(hasty))
    reply = await table.act("resolve-attack", STRIKE, 1)
    assert (reply.status, reply.problem) == (503, "store-away")
    await hasty.close()
    await lenient.close()


async def test_a_replica_takes_over_the_share_of_its_node() -> None:
    """When a node of a cluster dies its replica has its encounters, with all that was acknowledged."""
    cluster = ThreeNodes(timeout_ms=1000, replicas=1)
    safe, usual = (Connection(f"{cluster.url}{more}", ANSWER_SECONDS) for more in ("&replicas=1", ""))
    try:
        cluster.start()
        app = RestRouter(registry_with(usual))
        table = await seated(app)
        while cluster.node_of(table.id) is not cluster.nodes[0]:
            table = await seated(app)
        table.referee.app = RestRouter(registry_with(safe))
        for version in range(1, 4):
            assert (await table.act("resolve-attack", STRIKE, version)).status == 200
        cluster.nodes[0].kill()
        table.referee.app = app
        assert await acted(table, 4) == 200
        assert (await table.referee.ask("POST", f"{table.path}/verify")).json["version"] == 5
    finally:
        await safe.close()
        await usual.close()
        cluster.stop()


async def test_without_any_sentinel_the_store_is_away() -> None:
    """Nobody waits for Sentinels that are not there."""
    away = Connection("redis://127.0.0.1:1,127.0.0.1:2/0?sentinel=umpire", PATIENCE)
    with pytest.raises(StoreAway):
        await asyncio.wait_for(away.ping(), PATIENCE)
    await away.close()


def test_the_address_names_the_sentinels() -> None:
    """The address names the Sentinels, what they watch, their credentials, and how many replicas have to follow."""
    url = "rediss://me:p%40ss@one:1,two/3?sentinel=umpire&sentinel_password=s&replicas=2&ssl_cert_reqs=none"
    assert Address.of(url) == Address(
        "rediss://me:p%40ss@one:1/3?ssl_cert_reqs=none",
        sentinels=Sentinels((("one", 1), ("two", 26379)), "umpire", None, "s"),
        replicas=2,
    )
    assert Address.of("redis://one?replicas=1") == Address("redis://one", replicas=1)


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("redis://one?cluster=true&sentinel=umpire", "not both"),
        ("unix:///run/store.sock?sentinel=umpire", "unix"),
        ("redis://one?replicas=many", "number"),
    ],
)
def test_an_address_that_contradicts_itself_is_refused(url: str, words: str) -> None:
    """What cannot be meant is refused with a sentence."""
    with pytest.raises(ValueError, match=words):
        Address.of(url)
