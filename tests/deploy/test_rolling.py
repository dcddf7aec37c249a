"""Instances are replaced under load behind a proxy: no request fails, no change is lost, and streams go on."""

import asyncio
import signal
from collections.abc import Callable
from contextlib import AsyncExitStack, suppress

import httpx2

from service.store.server import PrivateStore
from tests.deploy.proxy import Instance, Proxy
from tests.encounters.client import DUEL
from tests.encounters.live import Seat, Service, sse
from tests.patience import PATIENCE

PLAYERS = 4


def started(url: str) -> Service:
    """Start a service that drains."""
    return Service(url, UMPIRE_DRAIN_SECONDS="2")


class Player:
    """Changes an encounter of its own again and again, and follows it."""

    def __init__(self, proxy: Proxy) -> None:
        self.proxy = proxy
        self.statuses: list[int] = []
        self.heard: list[int] = []
        self.version = 1
        self.over = asyncio.Event()
        self.seat: Seat | None = None

    async def begin(self, client: httpx2.AsyncClient) -> None:
        """Create the encounter."""
        told = (await client.post("/v1/encounters", json=DUEL)).json()
        self.seat = Seat(told["id"], told["referee"], told["viewer"])

    async def play(self, client: httpx2.AsyncClient) -> None:
        """Change it until it is over."""
        assert self.seat is not None
        while not self.over.is_set():
            headers = {"authorization": f"Bearer {self.seat.referee}", "if-match": f'"{self.version}"'}
            reply = await client.patch(f"/v1/encounters/{self.seat.id}", json={}, headers=headers)
            self.statuses.append(reply.status_code)
            if reply.status_code == 200:
                self.version = reply.json()["version"]
            await asyncio.sleep(0.01)

    async def follow(self) -> None:
        """Hear every change, from where it was when a stream ended; for ever."""
        assert self.seat is not None
        while True:
            after = self.heard[-1] if self.heard else 0
            async with sse(self.proxy.port, self.seat, self.seat.viewer, after=after) as events:
                assert events.status == 200
                with suppress(asyncio.IncompleteReadError, ValueError):  # the stream was broken off
                    async for event in events:
                        self.heard.append(int(event["id"]))

    def has_heard_all(self) -> bool:
        """Whether every change was heard."""
        return self.heard[-1:] == [self.version]


async def eventually(holds: Callable[[], bool]) -> None:
    """Wait until something holds."""
    async with asyncio.timeout(PATIENCE):
        while True:
            if holds():
                return
            await asyncio.sleep(0.05)


async def answered(instance: Instance, more: int) -> None:
    """Wait until an instance has answered so many more requests."""
    wanted = instance.answered + more
    await eventually(lambda: instance.answered >= wanted)


async def test_an_instance_is_replaced_under_load(private_store: PrivateStore) -> None:
    """While one instance comes and the other goes every request is answered with success, and every change is heard."""
    proxy = Proxy()
    await proxy.start()
    services: list[Service] = []

    async def joined(stack: AsyncExitStack) -> Instance:
        service = await asyncio.to_thread(started, private_store.url)
        services.append(service)
        stack.callback(service.stop)
        proxy.instances.append(Instance(service.port))
        return proxy.instances[-1]

    async with AsyncExitStack() as stack:
        stack.push_async_callback(proxy.stop)
        old = await joined(stack)
        client = httpx2.AsyncClient(base_url=f"http://127.0.0.1:{proxy.port}", timeout=PATIENCE)
        await stack.enter_async_context(client)
        players = [Player(proxy) for _ in range(PLAYERS)]
        await asyncio.gather(*[player.begin(client) for player in players])
        playing = [asyncio.create_task(player.play(client)) for player in players]
        following = [asyncio.create_task(player.follow()) for player in players]
        await answered(old, 20)
        new = await joined(stack)
        await eventually(lambda: new.ready)
        services[0].process.send_signal(signal.SIGTERM)
        assert await asyncio.to_thread(services[0].process.wait, PATIENCE) == 0
        await answered(new, 20)
        for player in players:
            player.over.set()
        await asyncio.wait_for(asyncio.gather(*playing), PATIENCE)
        for player in players:
            await eventually(player.has_heard_all)
        for task in following:
            task.cancel()
        await asyncio.gather(*following, return_exceptions=True)
    assert proxy.lost == 0
    assert {status for player in players for status in player.statuses} == {200}
    assert [player.heard for player in players] == [list(range(1, player.version + 1)) for player in players]
    assert all(player.version > 2 for player in players)
