"""Live feeds are limited by caller, over both faces alike, and by IPv6 network."""

import asyncio
from collections.abc import Iterator
from contextlib import AsyncExitStack, ExitStack

import pytest

from service.operations.answering.feeds import NETWORK_FEEDS, OpenFeeds, TooManyFeeds
from service.settings.access.scopes import current_caller
from service.store.private.server import PrivateStore
from tests.encounters.live import Service, serving, sse, subscribe, talking, told
from tests.patience import PATIENCE

MOST = 3


@pytest.fixture(scope="module")
def service(private_store: PrivateStore) -> Iterator[Service]:
    """A service that lets a caller have few feeds."""
    with serving(private_store.url, UMPIRE_FEEDS=str(MOST)) as service:
        yield service


async def test_more_feeds_of_a_caller_are_refused(service: Service) -> None:
    """Streams and subscriptions count together; one more is 429 with a sentence, and there is room after a close."""
    seat = await service.seat()
    path, right = f"/v1/encounters/{seat.id}/stream", f"Bearer {seat.viewer}"
    async with AsyncExitStack() as stack, asyncio.timeout(PATIENCE):
        first = await stack.enter_async_context(AsyncExitStack())
        events = await first.enter_async_context(sse(service.port, seat, seat.viewer, after=0))
        await anext(aiter(events))
        for _ in range(MOST - 2):
            await anext(aiter(await stack.enter_async_context(sse(service.port, seat, seat.viewer, after=0))))
        socket = await stack.enter_async_context(talking(service.port, {"token": seat.viewer}))
        await subscribe(socket, {"id": seat.id, "after": 0})
        await anext(told(socket))
        refused = await service.ask("GET", path, authorization=right)
        assert (refused.status_code, refused.json()["type"]) == (429, "/problems/too-many-feeds")
        assert int(refused.headers["retry-after"]) > 0
        assert f"One address may have {MOST} live feeds open" in refused.json()["detail"]
        other = await stack.enter_async_context(talking(service.port, {"token": seat.viewer}))
        await subscribe(other, {"id": seat.id, "after": 0})
        problem = await anext(told(other))
        assert (problem["type"], problem["status"]) == ("/problems/too-many-feeds", 429)
        assert (await service.change(seat, 1)).status_code == 200
        await first.aclose()
        while True:
            async with sse(service.port, seat, seat.viewer, after=0, until=1) as again:
                if again.status == 200:
                    break
            await asyncio.sleep(0.05)


def refused(feeds: OpenFeeds, caller: str, stack: ExitStack) -> str | None:
    """Open a feed of a caller; return the sentence if that is refused."""
    token = current_caller.set(caller)
    try:
        stack.enter_context(feeds.taken())
    except TooManyFeeds as full:
        return full.detail
    finally:
        current_caller.reset(token)
    return None


def test_an_ipv6_network_has_a_larger_share() -> None:
    """Each network of 64 bits is a caller, and all of one network of 48 bits together have four times as many."""
    feeds = OpenFeeds(MOST)
    with ExitStack() as stack:
        for subnet in range(NETWORK_FEEDS):
            caller = f"20010db80001{subnet:04x}"
            assert [refused(feeds, caller, stack) for _ in range(MOST)] == [None] * MOST
            said = refused(feeds, caller, stack) or ""
            assert said.startswith(f"One address may have {MOST} live feeds")
        said = refused(feeds, "20010db80001ffff", stack) or ""
        assert said.startswith(f"One IPv6 network may have {MOST * NETWORK_FEEDS} live feeds")
        assert refused(feeds, "20010db800020001", stack) is None
        assert refused(feeds, "192.0.2.1", stack) is None
        assert [refused(feeds, "key:bot", stack) for _ in range(MOST + 1)][-1] is not None
    with ExitStack() as stack:
        assert refused(feeds, "20010db80001ffff", stack) is None


def test_feeds_without_a_caller_are_not_counted() -> None:
    """Inside the process, and on the command line, nobody is limited."""
    feeds = OpenFeeds(1)
    with feeds.taken(), feeds.taken():
        pass
