"""How long a change takes to reach a hundred followers, half by events and half by WebSocket, over two services.

The time runs from just before the change is sent to when a follower has read it whole, so the change's own answer is
part of it. Everything shares this machine's cores: two services, their store, and a hundred clients in one process.
"""

import asyncio
import os
import time
from collections.abc import AsyncIterator

import orjson

from service.store.private.server import PrivateStore
from tests.encounters.live import Seat, Service, serving, sse, subscribe, talking, told

FOLLOWERS = int(os.environ.get("UMPIRE_BENCH_FOLLOWERS", "100"))
CHANGES = int(os.environ.get("UMPIRE_BENCH_CHANGES", "100"))
PAUSE_SECONDS = 0.05
DOCUMENT = (
    "subscription($id: String!) { it: encountersFollow(id: $id, after: 0) { ... on EncounterEntry { version } } }"
)


class Clock:
    """When each change was sent, and how long it took to arrive."""

    def __init__(self) -> None:
        """Start with nothing sent."""
        self.sent: dict[int, float] = {}
        self.seconds: list[float] = []
        self.ready = asyncio.Semaphore(0)

    async def follow(self, versions: AsyncIterator[int]) -> None:
        """Note when each version arrives; the first is there already."""
        async for version in versions:
            if version in self.sent:
                self.seconds.append(time.perf_counter() - self.sent[version])
            else:
                self.ready.release()
            if version > CHANGES:
                return


async def by_events(clock: Clock, port: int, seat: Seat) -> None:
    """Follow by Server-Sent Events."""
    async with sse(port, seat, seat.viewer, after=0) as events:

        async def versions() -> AsyncIterator[int]:
            async for event in events:
                yield int(event["id"])

        await clock.follow(versions())


async def by_socket(clock: Clock, port: int, seat: Seat) -> None:
    """Follow by a subscription."""
    async with talking(port, {"token": seat.viewer}) as socket:
        await subscribe(socket, {"id": seat.id}, DOCUMENT)

        async def versions() -> AsyncIterator[int]:
            async for entry in told(socket):
                yield entry["version"]

        await clock.follow(versions())


async def measure(services: list[Service]) -> list[float]:
    """Change an encounter again and again, and return how long each change took to reach each follower."""
    clock, seat = Clock(), await services[0].seat()
    ways = (by_events, by_socket)
    places = [(ways[n % 2], services[n // 2 % 2].port) for n in range(FOLLOWERS)]
    following = [asyncio.create_task(way(clock, port, seat)) for way, port in places]
    for _ in following:
        await clock.ready.acquire()
    for version in range(1, CHANGES + 1):
        clock.sent[version + 1] = time.perf_counter()
        reply = await services[version % 2].change(seat, version)
        assert reply.status_code == 200, orjson.loads(reply.content)
        await asyncio.sleep(PAUSE_SECONDS)
    await asyncio.gather(*following)
    assert len(clock.seconds) == FOLLOWERS * CHANGES
    return sorted(clock.seconds)


def main() -> None:
    """Measure, and print."""
    with PrivateStore() as store, serving(store.url) as one, serving(store.url) as other:
        seconds = asyncio.run(measure([one, other]))
    p50, p99 = (seconds[int(len(seconds) * share)] * 1000 for share in (0.5, 0.99))
    print(f"\nA change reaches {FOLLOWERS} followers (events and WebSockets, two services), {CHANGES} changes:\n")
    print(f"| p50 ms | p99 ms | longest ms |\n|---:|---:|---:|\n| {p50:.1f} | {p99:.1f} | {seconds[-1] * 1000:.1f} |")


if __name__ == "__main__":
    main()
