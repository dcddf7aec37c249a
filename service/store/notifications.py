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

from service.store.client.address import Address
from service.store.client.primary import pool_to
from service.store.connection import ANSWER_SECONDS

RETRY_SECONDS: Final = 0.2
HEARTBEAT_SECONDS: Final = 5.0
SILENCE_SECONDS: Final = 12.0

_OWN_CHANNEL: Final = b"umpire:feed"
_LOST: Final = (OSError, TimeoutError, exceptions.RedisError)

Listener = Callable[[bytes], None]

log = structlog.get_logger("umpire.feed")


class Notifications:
    """Subscriptions to many channels over one connection, which is opened again whenever it breaks."""

    def __init__(self, url: str | None, seconds: float = ANSWER_SECONDS) -> None:
        """Set the address of the store and its timeout in seconds; without an address no message ever comes."""
        self.seconds = seconds
        self._url = url
        self._listeners: dict[bytes, Listener] = {}
        self._connection: AbstractConnection | None = None
        self._runner: asyncio.Task[None] | None = None

    async def subscribe(self, channel: bytes, listener: Listener) -> None:
        """Subscribe to a channel: call `listener` with each message.

        It is also called with empty bytes once the subscription is active, and after every interruption, since messages
        may have been lost.
        """
        self._listeners[channel] = listener
        if self._runner is None and self._url is not None:
            self._runner = asyncio.create_task(self._run(_Connector(Address.of(self._url), self.seconds)))
        else:
            await self._send("SUBSCRIBE", channel)

    async def unsubscribe(self, channel: bytes) -> None:
        """Unsubscribe from a channel."""
        self._listeners.pop(channel, None)
        await self._send("UNSUBSCRIBE", channel)

    async def close(self) -> None:
        """Unsubscribe from all channels and close the connection."""
        runner, self._runner = self._runner, None
        if runner is not None:
            await cancel_and_wait(runner)

    async def _send(self, command: str, channel: bytes) -> None:
        """Send a command if there is a connection; a new connection subscribes to all channels by itself."""
        connection = self._connection
        if connection is not None and connection.is_connected:
            with suppress(*_LOST):
                await connection.send_command(command, channel, check_health=False)

    async def _run(self, connector: "_Connector") -> None:
        is_logged = False
        while True:
            connection = connector.next()
            try:
                await cast("Any", connection).connect()
                await connector.load_nodes(connection)
                self._connection = connection
                await connection.send_command("SUBSCRIBE", _OWN_CHANNEL, *self._listeners, check_health=False)
                is_logged = False
                await self._read(connection)
            except _LOST as error:
                if not is_logged:
                    log.warning("feed interrupted", reason=type(error).__name__)
                is_logged = True
            finally:
                self._connection = None
                await connection.disconnect(nowait=True)
            await asyncio.sleep(RETRY_SECONDS)

    async def _read(self, connection: AbstractConnection) -> None:
        """Pass messages on until the connection breaks, or nothing comes over it, not even a heartbeat."""
        heartbeats = asyncio.create_task(_send_heartbeats(connection))
        try:
            while True:
                async with asyncio.timeout(SILENCE_SECONDS):
                    message = await connection.read_response(timeout=math.inf)
                listener = self._listeners.get(message[1])
                if listener is not None and message[0] in {b"message", b"subscribe"}:
                    listener(message[2] if message[0] == b"message" else b"")
        finally:
            heartbeats.cancel()


class _Connector:
    """Makes connections: to the one server, or to the nodes of a cluster in turn."""

    def __init__(self, address: Address, seconds: float) -> None:
        self._is_cluster = address.is_cluster
        self._pool = _pool(address, seconds)
        self._nodes = deque(address.nodes)

    def next(self) -> AbstractConnection:
        """Make a connection, to another node than last time if there is one."""
        settings = dict(self._pool.connection_kwargs)
        if self._is_cluster:
            self._nodes.rotate(-1)
            settings["host"], settings["port"] = self._nodes[0]
        return self._pool.connection_class(**settings)

    async def load_nodes(self, connection: AbstractConnection) -> None:
        """Load the list of all nodes from one node of a cluster; the address may name other nodes."""
        if self._is_cluster:
            await connection.send_command("CLUSTER", "SLOTS", check_health=False)
            slots: Any = await connection.read_response()
            found = {(host.decode(), port) for _, _, *nodes in slots for host, port, *_ in nodes if host}
            self._nodes.extend(found.difference(self._nodes))


async def cancel_and_wait(task: asyncio.Task[Any]) -> None:
    """Cancel a task until it has ended: Python 3.11 loses a cancellation that meets the end of `asyncio.wait_for`."""
    while not task.done():
        task.cancel()
        await asyncio.wait([task], timeout=RETRY_SECONDS)


async def _send_heartbeats(connection: AbstractConnection) -> None:
    with suppress(*_LOST, AttributeError):  # redis-py has no writer left when the connection closes while it sends
        while connection.is_connected:
            await asyncio.sleep(HEARTBEAT_SECONDS)
            await connection.send_command("PING", check_health=False)


def _pool(address: Address, seconds: float) -> ConnectionPool:
    """Return a pool of connections that do not reconnect: subscribers have to be informed of every interruption."""
    return pool_to(
        address,
        protocol=2,
        socket_connect_timeout=seconds / 2,
        socket_timeout=seconds,
        retry=Retry(NoBackoff(), 0),
        client_name="umpire-feed",
    )
