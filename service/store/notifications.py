"""The process's one subscription to the store: where something was said, and when something may have been missed.

The nodes of a cluster tell each other whatever is published, so it is enough to listen to any one of them; when that
one is lost, the next one is listened to.
"""

import asyncio
import math
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final, cast

import structlog
from redis import exceptions
from redis.asyncio import ConnectionPool
from redis.asyncio.connection import AbstractConnection
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff

from service.store.address import Address
from service.store.connection import ANSWER_SECONDS

AGAIN_SECONDS: Final = 0.2
BEAT_SECONDS: Final = 5.0
SILENCE_SECONDS: Final = 12.0

_HERE: Final = b"umpire:feed"
_LOST: Final = (OSError, TimeoutError, exceptions.RedisError)

Heard = Callable[[bytes], None]

log = structlog.get_logger("umpire.feed")


class Notifications:
    """Many channels over one connection, which is made again as often as it breaks."""

    def __init__(self, url: str | None, seconds: float = ANSWER_SECONDS) -> None:
        """Listen to the store at an address, which has so many seconds to answer; without one, hear nothing ever."""
        self.seconds = seconds
        self._url = url
        self._heard: dict[bytes, Heard] = {}
        self._way: AbstractConnection | None = None
        self._runner: asyncio.Task[None] | None = None

    async def listen(self, channel: bytes, heard: Heard) -> None:
        """Call `heard` with each message of a channel, and with no bytes as soon as the store listens for us.

        It is called without bytes again after every interruption: then messages may have been missed.
        """
        self._heard[channel] = heard
        if self._runner is None and self._url is not None:
            self._runner = asyncio.create_task(self._run(_Ways(Address.of(self._url), self.seconds)))
        else:
            await self._say("SUBSCRIBE", channel)

    async def ignore(self, channel: bytes) -> None:
        """Stop listening to a channel."""
        self._heard.pop(channel, None)
        await self._say("UNSUBSCRIBE", channel)

    async def close(self) -> None:
        """Stop listening to everything."""
        runner, self._runner = self._runner, None
        if runner is not None:
            await stopped(runner)

    async def _say(self, command: str, channel: bytes) -> None:
        """Send a command if there is a connection; if not, the next one begins with all channels anyway."""
        way = self._way
        if way is not None and way.is_connected:
            with suppress(*_LOST):
                await way.send_command(command, channel, check_health=False)

    async def _run(self, ways: "_Ways") -> None:
        told = False
        while True:
            way = ways.next()
            try:
                await cast("Any", way).connect()
                await ways.learn(way)
                self._way = way
                await way.send_command("SUBSCRIBE", _HERE, *self._heard, check_health=False)
                told = False
                await self._read(way)
            except _LOST as error:
                if not told:
                    log.warning("feed interrupted", reason=type(error).__name__)
                told = True
            finally:
                self._way = None
                await way.disconnect(nowait=True)
            await asyncio.sleep(AGAIN_SECONDS)

    async def _read(self, way: AbstractConnection) -> None:
        """Pass on what is said until the connection breaks or falls silent, heartbeats included."""
        beat = asyncio.create_task(_beat(way))
        try:
            while True:
                async with asyncio.timeout(SILENCE_SECONDS):
                    said = await way.read_response(timeout=math.inf)
                heard = self._heard.get(said[1])
                if heard is not None and said[0] in {b"message", b"subscribe"}:
                    heard(said[2] if said[0] == b"message" else b"")
        finally:
            beat.cancel()


class _Ways:
    """Connections to the one server there is, or to one node of a cluster after the other."""

    def __init__(self, address: Address, seconds: float) -> None:
        self._is_cluster = address.is_cluster
        self._pool = _pool(address.url, seconds)
        self._nodes = deque(address.nodes)

    def next(self) -> AbstractConnection:
        """Make a connection, to another node than the last one if there is another."""
        settings = dict(self._pool.connection_kwargs)
        if self._is_cluster:
            self._nodes.rotate(-1)
            settings["host"], settings["port"] = self._nodes[0]
        return self._pool.connection_class(**settings)

    async def learn(self, way: AbstractConnection) -> None:
        """Ask a node of a cluster for the others, which may not be those that were named in the address."""
        if self._is_cluster:
            await way.send_command("CLUSTER", "SLOTS", check_health=False)
            slots: Any = await way.read_response()
            found = {(host.decode(), port) for _, _, *nodes in slots for host, port, *_ in nodes if host}
            self._nodes.extend(found.difference(self._nodes))


async def stopped(task: asyncio.Task[None]) -> None:
    """Cancel a task until it has ended: Python 3.11 loses a cancellation that meets the end of `asyncio.wait_for`."""
    while not task.done():
        task.cancel()
        await asyncio.wait([task], timeout=AGAIN_SECONDS)


async def _beat(way: AbstractConnection) -> None:
    with suppress(*_LOST, AttributeError):  # redis-py has no writer left when the connection closes while it sends
        while way.is_connected:
            await asyncio.sleep(BEAT_SECONDS)
            await way.send_command("PING", check_health=False)


def _pool(url: str, seconds: float) -> ConnectionPool:
    """Make a maker of connections that do not mend themselves: whoever listens has to know of every break."""
    return ConnectionPool.from_url(
        url,
        protocol=2,
        socket_connect_timeout=seconds / 2,
        socket_timeout=seconds,
        retry=Retry(NoBackoff(), 0),
        client_name="umpire-feed",
    )
