"""Notifications: the process's one pub/sub connection to the store, which subscribes to many channels.

Subscribers receive each message, and an empty message whenever messages may have been lost. The nodes of a cluster
forward all published messages to each other, so one connection to any node is enough; when it breaks, the next node is
used.
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
    """Subscriptions to many channels over one connection, which is opened again whenever it breaks."""

    def __init__(self, url: str | None, seconds: float = ANSWER_SECONDS) -> None:
        """Set the address of the store and its timeout in seconds; without an address no message ever comes."""
        self.seconds = seconds
        self._url = url
        self._heard: dict[bytes, Heard] = {}
        self._connection: AbstractConnection | None = None
        self._runner: asyncio.Task[None] | None = None

    async def listen(self, channel: bytes, heard: Heard) -> None:
        """Subscribe to a channel: call `heard` with each message, and with empty bytes once the subscription is active.

        `heard` is called with empty bytes again after every interruption, since messages may have been lost.
        """
        self._heard[channel] = heard
        if self._runner is None and self._url is not None:
            self._runner = asyncio.create_task(self._run(_Connector(Address.of(self._url), self.seconds)))
        else:
            await self._say("SUBSCRIBE", channel)

    async def ignore(self, channel: bytes) -> None:
        """Unsubscribe from a channel."""
        self._heard.pop(channel, None)
        await self._say("UNSUBSCRIBE", channel)

    async def close(self) -> None:
        """Unsubscribe from all channels and close the connection."""
        runner, self._runner = self._runner, None
        if runner is not None:
            await stopped(runner)

    async def _say(self, command: str, channel: bytes) -> None:
        """Send a command if there is a connection; a new connection subscribes to all channels by itself."""
        connection = self._connection
        if connection is not None and connection.is_connected:
            with suppress(*_LOST):
                await connection.send_command(command, channel, check_health=False)

    async def _run(self, connector: "_Connector") -> None:
        told = False
        while True:
            connection = connector.next()
            try:
                await cast("Any", connection).connect()
                await connector.learn(connection)
                self._connection = connection
                await connection.send_command("SUBSCRIBE", _HERE, *self._heard, check_health=False)
                told = False
                await self._read(connection)
            except _LOST as error:
                if not told:
                    log.warning("feed interrupted", reason=type(error).__name__)
                told = True
            finally:
                self._connection = None
                await connection.disconnect(nowait=True)
            await asyncio.sleep(AGAIN_SECONDS)

    async def _read(self, connection: AbstractConnection) -> None:
        """Pass messages on until the connection breaks, or nothing comes over it, not even a heartbeat."""
        beat = asyncio.create_task(_beat(connection))
        try:
            while True:
                async with asyncio.timeout(SILENCE_SECONDS):
                    said = await connection.read_response(timeout=math.inf)
                heard = self._heard.get(said[1])
                if heard is not None and said[0] in {b"message", b"subscribe"}:
                    heard(said[2] if said[0] == b"message" else b"")
        finally:
            beat.cancel()


class _Connector:
    """Makes connections: to the one server, or to the nodes of a cluster in turn."""

    def __init__(self, address: Address, seconds: float) -> None:
        self._is_cluster = address.is_cluster
        self._pool = _pool(address.url, seconds)
        self._nodes = deque(address.nodes)

    def next(self) -> AbstractConnection:
        """Make a connection, to another node than last time if there is one."""
        settings = dict(self._pool.connection_kwargs)
        if self._is_cluster:
            self._nodes.rotate(-1)
            settings["host"], settings["port"] = self._nodes[0]
        return self._pool.connection_class(**settings)

    async def learn(self, connection: AbstractConnection) -> None:
        """Load the list of all nodes from one node of a cluster; the address may name other nodes."""
        if self._is_cluster:
            await connection.send_command("CLUSTER", "SLOTS", check_health=False)
            slots: Any = await connection.read_response()
            found = {(host.decode(), port) for _, _, *nodes in slots for host, port, *_ in nodes if host}
            self._nodes.extend(found.difference(self._nodes))


async def stopped(task: asyncio.Task[None]) -> None:
    """Cancel a task until it has ended: Python 3.11 loses a cancellation that meets the end of `asyncio.wait_for`."""
    while not task.done():
        task.cancel()
        await asyncio.wait([task], timeout=AGAIN_SECONDS)


async def _beat(connection: AbstractConnection) -> None:
    with suppress(*_LOST, AttributeError):  # redis-py has no writer left when the connection closes while it sends
        while connection.is_connected:
            await asyncio.sleep(BEAT_SECONDS)
            await connection.send_command("PING", check_health=False)


def _pool(url: str, seconds: float) -> ConnectionPool:
    """Return a pool of connections that do not reconnect: subscribers have to be informed of every interruption."""
    return ConnectionPool.from_url(
        url,
        protocol=2,
        socket_connect_timeout=seconds / 2,
        socket_timeout=seconds,
        retry=Retry(NoBackoff(), 0),
        client_name="umpire-feed",
    )
