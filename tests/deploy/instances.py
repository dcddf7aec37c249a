"""Instances of the service behind a proxy, and players who change encounters there and hear of every change."""

import asyncio
import signal
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

import httpx2

from service.encounters.encounter import MAX_VERSIONS
from tests.deploy.proxy import Instance, Proxy
from tests.encounters.client import LASTING, STRIKE
from tests.encounters.live import Seat, Service, sse
from tests.patience import PATIENCE

BROKEN = 0
"""Counted as the status of a request that got no answer."""


class Instances:
    """Services in processes of their own, and the proxy before them."""

    def __init__(self, start: Callable[[], Service]) -> None:
        self.proxy = Proxy()
        self.running: list[Service] = []
        self._start = start

    async def join(self) -> Instance:
        """Start another instance, and wait until the proxy has found it ready."""
        service = await asyncio.to_thread(self._start)
        self.running.append(service)
        instance = Instance(service.port)
        self.proxy.instances.append(instance)
        await eventually(lambda: instance.ready)
        return instance

    async def drain(self, service: Service) -> None:
        """Ask an instance to stop, and wait until it has."""
        service.process.send_signal(signal.SIGTERM)
        assert await asyncio.to_thread(service.process.wait, PATIENCE) == 0
        self.forget(service)

    def forget(self, service: Service) -> None:
        """Send no request any more to an instance that has ended."""
        service.process.communicate(timeout=PATIENCE)
        self.running.remove(service)
        self.proxy.instances = [each for each in self.proxy.instances if each.port != service.port]

    def stop(self) -> None:
        """End all instances."""
        for service in self.running:
            service.stop()


@dataclass
class Player:
    """Changes an encounter again and again, each time under a key until that is acknowledged, and follows it.

    `over` ends that.
    """

    proxy: Proxy
    client: httpx2.AsyncClient
    pause: float
    over: asyncio.Event
    statuses: Counter[int] = field(default_factory=Counter)
    stream_statuses: Counter[int] = field(default_factory=Counter)
    heard: list[int] = field(default_factory=list)
    acknowledged: dict[int, str] = field(default_factory=dict)
    """The hash of the state after each change, by its version."""
    version: int = 1
    seat: Seat = field(init=False)

    async def begin(self) -> None:
        """Create the encounter; one that was created without an answer is left alone."""
        told = await self._acknowledged(self._created, 201)
        self.seat = Seat(told["id"], told["referee"], told["viewer"])

    async def play(self) -> None:
        """Change it until it is over, or takes no more changes: strike, and put something right, in turn."""
        while not self.over.is_set() and not self.is_full():
            changed = await self._acknowledged(self._changed, 200)
            self.version = changed["version"]
            self.acknowledged[self.version] = changed["after"]
            await asyncio.sleep(self.pause)

    async def _acknowledged(self, ask: Callable[[], Awaitable[httpx2.Response]], status: int) -> Any:
        """Ask until that is answered with success."""
        while True:
            try:
                reply = await ask()
            except httpx2.TransportError:
                self.statuses[BROKEN] += 1
            else:
                self.statuses[reply.status_code] += 1
                if reply.status_code == status:
                    return reply.json()
                assert reply.status_code == 503 or reply.json()["type"] == "/problems/key-in-use", reply.text
            await asyncio.sleep(0.1)

    async def _created(self) -> httpx2.Response:
        return await self.client.post("/v1/encounters", json=LASTING)

    async def _changed(self) -> httpx2.Response:
        path = f"/v1/encounters/{self.seat.id}"
        headers = {
            "authorization": f"Bearer {self.seat.referee}",
            "if-match": f'"{self.version}"',
            "idempotency-key": f"{self.seat.id}-{self.version}",
        }
        if self.version % 2:
            return await self.client.post(f"{path}/resolve-attack", json=STRIKE, headers=headers)
        changes = [{"pointer": "/participants/0/fatigue", "value": self.version % 100 + 1}]
        return await self.client.patch(path, json={"changes": changes}, headers=headers)

    async def follow(self) -> None:
        """Hear every change, from where it was when a stream ended; for ever."""
        while True:
            after = self.heard[-1] if self.heard else 0
            with suppress(asyncio.IncompleteReadError, ValueError, OSError):  # the stream was broken off
                async with sse(self.proxy.port, self.seat, self.seat.viewer, after=after) as events:
                    self.stream_statuses[events.status] += 1
                    if events.status == 200:
                        async for event in events:
                            self.heard += [int(event["id"])] if "id" in event else []  # the word of the end has none
            await asyncio.sleep(0.05)

    def is_full(self) -> bool:
        """Whether the encounter takes no more changes."""
        return self.version >= MAX_VERSIONS

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


@asynccontextmanager
async def instances_of(start: Callable[[], Service]) -> AsyncIterator[Instances]:
    """Have a proxy without instances; at the end all that were started are stopped."""
    instances = Instances(start)
    await instances.proxy.start()
    try:
        yield instances
    finally:
        await instances.proxy.stop()
        instances.stop()


@asynccontextmanager
async def playing(proxy: Proxy, how_many: int, pause: float = 0.01) -> AsyncIterator[list[Player]]:
    """Let players play and follow; at the end each finishes its change, and hears of all.

    Where an encounter takes no more changes another player goes on with another one. `pause` is the seconds between the
    changes of a player.
    Raises: ExceptionGroup, if a player is answered what it does not expect.
    """
    address = f"http://127.0.0.1:{proxy.port}"
    players: list[Player] = []
    over, following, acting = asyncio.Event(), list[asyncio.Task[None]](), list[asyncio.Task[None]]()
    async with httpx2.AsyncClient(base_url=address, timeout=PATIENCE) as client, asyncio.TaskGroup() as tasks:

        async def begin() -> Player:
            player = Player(proxy, client, pause, over)
            await player.begin()
            players.append(player)
            following.append(tasks.create_task(player.follow()))
            return player

        async def act(player: Player) -> None:
            while not over.is_set():
                await player.play()
                player = await begin() if player.is_full() else player

        for player in await asyncio.gather(*[begin() for _ in range(how_many)]):
            acting.append(tasks.create_task(act(player)))
        yield players
        over.set()
        await asyncio.wait(acting)
        for player in players:
            await eventually(player.has_heard_all)
        for task in following:
            task.cancel()
