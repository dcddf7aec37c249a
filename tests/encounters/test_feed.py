"""A feed tells every entry once, in order, to everyone, whatever happens to the store and to slow followers."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from service.encounters.notices import feed as feeds
from service.encounters.notices.feed import CATCH_UP, MAX_QUEUED, PAGE, End, Feed, Follower, Page
from service.errors import NotFound, StoreAway
from service.store.client.cluster import Cluster
from service.store.connection import Connection
from service.store.notifications import Notifications
from tests.encounters.lines import DurableStore, Line, Lines
from tests.patience import PATIENCE


@asynccontextmanager
async def feeding(url: str) -> AsyncIterator[tuple[Feed[Line], Lines]]:
    """A feed on a store, and the logs it tells of."""
    connection, notifications = Connection(url, PATIENCE), Notifications(url, PATIENCE)
    lines = Lines(connection)
    yield Feed(notifications, lines), lines
    await notifications.close()
    await connection.close()


@pytest.fixture
async def feed(store_url: str, store: Connection) -> AsyncIterator[tuple[Feed[Line], Lines]]:
    """A feed on the tests' store, with a log of one line."""
    async with feeding(store_url) as (feed, lines):
        await lines.write("a", 1)
        yield feed, lines


@pytest.fixture
def durable() -> Iterator[DurableStore]:
    """A store that can be killed and started again with what it held."""
    server = DurableStore()
    server.start()
    yield server
    server.remove()


async def cut(store: Connection) -> None:
    """Break the connections by which the store tells what is new."""
    async with store as redis:
        everywhere: dict[str, Any] = {"target_nodes": Cluster.ALL_NODES} if isinstance(redis, Cluster) else {}
        await redis.client_kill_filter(_type="pubsub", skipme=False, **everywhere)


async def versions(follower: Follower[Line], last: int) -> list[int]:
    """Follow until a version."""
    seen: list[int] = []
    async with asyncio.timeout(PATIENCE):
        async for line in follower:
            seen.append(line.version)
            if line.version >= last:
                break
    return seen


async def test_followers_of_one_log_are_told_each_entry_once(feed: tuple[Feed[Line], Lines]) -> None:
    """Followers that start anywhere get everything after it, in order, and the log is read once for all of them."""
    told, lines = feed
    for version in range(2, 6):
        await lines.write("a", version)
    async with told.follow("a") as now, told.follow("a", 0) as first, told.follow("a", 3) as third:
        assert await versions(first, 5) == [1, 2, 3, 4, 5]
        assert await versions(third, 5) == [4, 5]
        before = lines.pages
        for version in range(6, 26):
            await lines.write("a", version)
        assert await versions(now, 25) == await versions(first, 25) == await versions(third, 25) == [*range(6, 26)]
        assert lines.pages - before <= 20


async def test_logs_do_not_mix(feed: tuple[Feed[Line], Lines]) -> None:
    """Who follows one log hears nothing of another."""
    told, lines = feed
    await lines.write("b", 1)
    async with told.follow("a", 1) as a, told.follow("b", 1) as b:
        await lines.write("b", 2)
        await lines.write("a", 2)
        await lines.write("a", 3)
        assert (await versions(a, 3), await versions(b, 2)) == ([2, 3], [2])


async def test_nothing_is_lost_between_the_past_and_the_present(feed: tuple[Feed[Line], Lines]) -> None:
    """Followers that join while somebody writes as fast as possible miss and repeat nothing."""
    told, lines = feed
    last = 6 * PAGE

    async def write() -> None:
        for version in range(2, last + 1):
            await lines.write("a", version)

    async def join(after: int) -> list[int]:
        await asyncio.sleep(after / 2000)
        async with told.follow("a", after) as follower:
            return await versions(follower, last)

    _, *seen = await asyncio.gather(write(), *(join(after) for after in range(0, 300, 10)))
    assert seen == [list(range(after + 1, last + 1)) for after in range(0, 300, 10)]


class LateLines(Lines):
    """Logs whose first page of past entries arrives late: after the next entry was passed to another follower."""

    def __init__(self, connection: Connection) -> None:
        super().__init__(connection)
        self.next_is_passed: asyncio.Task[list[int]] | None = None

    async def page(self, name: str, after: int, count: int) -> Page[Line]:
        page = await super().page(name, after, count)
        if count == CATCH_UP and self.next_is_passed is not None:
            passed, self.next_is_passed = self.next_is_passed, None
            await self.write(name, after + 1)
            await passed
        return page


async def test_an_entry_during_the_last_read_of_the_past_is_not_lost(store: Connection, store_url: str) -> None:
    """A follower whose page of past entries is older than what others were passed reads the log once more."""
    notifications, lines = Notifications(store_url, PATIENCE), LateLines(store)
    feed = Feed[Line](notifications, lines)
    await lines.write("a", 1)
    async with feed.follow("a") as present, feed.follow("a", 1) as late:
        lines.next_is_passed = passed = asyncio.create_task(versions(present, 2))
        reading = asyncio.create_task(versions(late, 3))
        assert await passed == [2]
        await lines.write("a", 3)
        assert await reading == [2, 3]
    await notifications.close()


async def test_what_waits_is_bounded_in_bytes(feed: tuple[Feed[Line], Lines], monkeypatch: pytest.MonkeyPatch) -> None:
    """A few large entries are as much as many small ones; a single one is given however large it is."""
    told, lines = feed
    monkeypatch.setattr(feeds, "MAX_BYTES", 15)
    async with told.follow("a", 1) as slow, told.follow("a", 1) as quick:
        first = [asyncio.create_task(anext(each)) for each in (slow, quick)]
        for version in (2, 3, 4):
            await lines.write("a", version)
            if version == 2:
                assert [each.version for each in await asyncio.gather(*first)] == [2, 2]
            else:
                assert (await anext(quick)).version == version
        await lines.write("a", 5)
        assert (await anext(quick)).version == 5
        assert [line async for line in slow] == []
        assert (slow.ended, quick.ended) == (End.TOO_SLOW, None)
        monkeypatch.setattr(feeds, "MAX_BYTES", 1)
        await lines.write("a", 6)
        assert (await anext(quick)).version == 6


async def test_a_slow_follower_is_dropped_and_delays_nobody(feed: tuple[Feed[Line], Lines]) -> None:
    """Whoever does not take its entries is told that it was too slow, and takes up no more room."""
    told, lines = feed
    async with told.follow("a", 1) as slow, told.follow("a", 1) as quick:
        reader = asyncio.create_task(versions(quick, MAX_QUEUED + 20))
        await asyncio.sleep(0)
        await lines.write("a", 2)
        assert (await anext(slow)).version == 2  # from now on its entries are queued, none is read from the log
        for version in range(3, MAX_QUEUED + 21):
            await lines.write("a", version)
        assert await reader == list(range(2, MAX_QUEUED + 21))
        assert [line async for line in slow] == []
        assert slow.ended is End.TOO_SLOW


async def test_a_log_that_is_deleted_ends(feed: tuple[Feed[Line], Lines]) -> None:
    """Followers get what was written before, and then the reason."""
    told, lines = feed
    async with told.follow("a", 1) as follower:
        await lines.write("a", 2)
        assert await versions(follower, 2) == [2]
        await lines.delete("a")
        assert await versions(follower, 9) == []
        assert follower.ended is End.GONE
    with pytest.raises(NotFound):
        async with told.follow("a"):
            pass


async def test_followers_come_back_when_tokens_change(feed: tuple[Feed[Line], Lines]) -> None:
    """When tokens change every feed ends, so that each has to be opened again with a token that still counts."""
    told, lines = feed
    async with told.follow("a") as follower:
        await lines.change_tokens("a")
        assert await versions(follower, 9) == []
        assert follower.ended is End.TOKENS_CHANGED
    async with told.follow("a", 0) as again:
        assert await versions(again, 1) == [1]


async def test_changed_tokens_end_a_feed_with_the_next_entry(feed: tuple[Feed[Line], Lines]) -> None:
    """If the message of changed tokens is lost, whoever follows under the old ones is given no entry after it."""
    told, lines = feed
    async with told.follow("a") as live, told.follow("a", 0) as behind:
        await lines.change_tokens_unheard("a", b"others")
        await lines.write("a", 2)
        assert await versions(live, 9) == await versions(behind, 9) == []
        assert live.ended is behind.ended is End.TOKENS_CHANGED
    async with told.follow("a", 0, b"others") as again:
        assert await versions(again, 2) == [1, 2]


async def test_changed_tokens_end_a_feed_after_an_interruption(
    feed: tuple[Feed[Line], Lines], store: Connection
) -> None:
    """If tokens change while the connection is lost that would tell so, feeds end as soon as there is another."""
    told, lines = feed
    async with told.follow("a") as follower:
        await lines.change_tokens_unheard("a", b"others")
        await cut(store)
        assert await versions(follower, 9) == []
        assert follower.ended is End.TOKENS_CHANGED


async def test_changed_tokens_end_a_feed_without_any_message(
    feed: tuple[Feed[Line], Lines], monkeypatch: pytest.MonkeyPatch
) -> None:
    """If nothing at all is heard of changed tokens, feeds end at the next look, which is taken every few seconds."""
    assert feeds.CHECK_SECONDS <= 5
    monkeypatch.setattr(feeds, "CHECK_SECONDS", 0.05)
    told, lines = feed
    async with told.follow("a") as follower:
        await lines.change_tokens_unheard("a", b"others")
        assert await versions(follower, 9) == []
        assert follower.ended is End.TOKENS_CHANGED


async def test_who_was_let_in_by_old_tokens_is_told_so_at_once(feed: tuple[Feed[Line], Lines]) -> None:
    """Tokens that changed between the look at a token and the opening of its feed end it before it begins."""
    told, lines = feed
    await lines.change_tokens_unheard("a", b"others")
    async with told.follow("a", 0, b"those before") as late, told.follow("a", None, b"those before") as later:
        assert await versions(late, 9) == await versions(later, 9) == []
        assert late.ended is later.ended is End.TOKENS_CHANGED


async def test_a_service_that_stops_ends_its_feeds(feed: tuple[Feed[Line], Lines]) -> None:
    """Followers are told that the service stops."""
    told, _ = feed
    async with told.follow("a") as follower:
        told.stop()
        assert await versions(follower, 9) == []
        assert follower.ended is End.STOPPING


async def test_nobody_follows_nothing_is_left(feed: tuple[Feed[Line], Lines]) -> None:
    """A log that nobody follows is no longer listened to, and can be followed again."""
    told, lines = feed
    for version in range(2, 12):
        async with told.follow("a", version - 2) as follower:
            await lines.write("a", version)
            assert await versions(follower, version) == [version - 1, version]
    assert told._hubs == {}
    assert told._notifications._listeners == {}


async def test_without_the_store_a_feed_is_refused() -> None:
    """Following is refused at once if the store is away."""
    async with feeding("unix:///nowhere/store.sock") as (told, _):
        with pytest.raises(StoreAway):
            async with told.follow("a"):
                pass


async def test_a_feed_survives_the_death_of_the_store(durable: DurableStore) -> None:
    """Killed and started again with its data, the store is found again, and nothing is missed or repeated."""
    async with feeding(durable.url) as (told, lines):
        await lines.write("a", 1)
        async with told.follow("a", 0) as old, told.follow("a") as new:
            for round_ in range(3):
                first = 2 + 10 * round_
                await lines.write("a", first)
                durable.kill()
                await asyncio.sleep(0.3)
                durable.start()
                for version in range(first + 1, first + 10):
                    await lines.write("a", version)
            assert await versions(old, 31) == list(range(1, 32))
            assert await versions(new, 31) == list(range(2, 32))


async def test_a_follower_that_catches_up_waits_for_the_store(durable: DurableStore) -> None:
    """The store may go and come back between two pages of the past."""
    async with feeding(durable.url) as (told, lines):
        for version in range(1, 2 * PAGE):
            await lines.write("a", version)
        async with told.follow("a", 0) as follower:
            assert await versions(follower, 50) == list(range(1, 51))
            durable.kill()
            rest = asyncio.create_task(versions(follower, 2 * PAGE))
            await asyncio.sleep(0.5)
            durable.start()
            await lines.write("a", 2 * PAGE)
            assert await rest == list(range(51, 2 * PAGE + 1))


async def test_a_connection_that_is_cut_is_made_again(feed: tuple[Feed[Line], Lines], store: Connection) -> None:
    """What was written while nobody listened is told as soon as somebody listens again."""
    told, lines = feed
    async with told.follow("a") as follower:
        for version in range(2, 42):
            if version % 10 == 0:
                await cut(store)
            await lines.write("a", version)
        assert await versions(follower, 41) == list(range(2, 42))


async def test_a_store_that_forgot_ends_the_feed() -> None:
    """A store without a memory that is started again has no such log any more, and followers are told."""
    server = DurableStore(durable=False)
    server.start()
    async with feeding(server.url) as (told, lines):
        for version in (1, 2, 3):
            await lines.write("a", version)
        await lines.write("b", 1)
        async with told.follow("a") as a, told.follow("b") as b:
            server.kill()
            server.start()
            await lines.write("a", 1)
            assert (await versions(a, 9), await versions(b, 9)) == ([], [])
            assert {a.ended, b.ended} <= {End.REWOUND, End.GONE}
    server.remove()


async def test_a_store_that_hangs_is_noticed(durable: DurableStore, monkeypatch: pytest.MonkeyPatch) -> None:
    """A connection that says nothing, not even to a ping, is given up; the feed goes on when the store does."""
    monkeypatch.setattr("service.store.notifications.HEARTBEAT_SECONDS", 0.1)
    monkeypatch.setattr("service.store.notifications.SILENCE_SECONDS", 0.3)
    async with feeding(durable.url) as (told, lines):
        await lines.write("a", 1)
        async with told.follow("a") as follower:
            durable.freeze()
            await asyncio.sleep(1)
            durable.thaw()
            await lines.write("a", 2)
            assert await versions(follower, 2) == [2]
