"""Connections that cannot be written to are reset, and those that are closed by then are left alone."""

import asyncio
import socket
from typing import Any

import uvloop
from structlog.testing import capture_logs

from service.api.server.write_timeouts import reset
from tests.patience import PATIENCE


class Opened(asyncio.Protocol):
    """Tells of a connection that was made, and of its end."""

    def __init__(self, made: asyncio.Future[Any]) -> None:
        self.lost = asyncio.Event()
        self._made = made

    def connection_made(self, transport: Any) -> None:
        """Tell of it."""
        self._made.set_result((transport, self))

    def connection_lost(self, exc: Exception | None) -> None:
        """Tell of it."""
        self.lost.set()


async def reset_lines(*, closed: bool) -> list[Any]:
    """Reset a connection that its own side has closed, or has not, and return what is logged."""
    loop = asyncio.get_running_loop()
    made: asyncio.Future[Any] = loop.create_future()
    server = await loop.create_server(lambda: Opened(made), "127.0.0.1", 0)
    async with asyncio.timeout(PATIENCE):
        with socket.create_connection(server.sockets[0].getsockname()):
            transport, protocol = await made
            if closed:
                transport.close()
                await protocol.lost.wait()
            with capture_logs() as lines:
                reset(transport, "http")
            await protocol.lost.wait()
    server.close()
    return lines


def test_a_connection_that_is_closed_already_is_left_alone() -> None:
    """A write deadline that passes after the connection was closed raises nothing and says nothing."""
    assert uvloop.run(reset_lines(closed=True)) == []


def test_a_connection_that_is_open_is_reset_and_told() -> None:
    """A peer that does not read is given up with a line of the log."""
    (line,) = uvloop.run(reset_lines(closed=False))
    assert (line["event"], line["carries"]) == ("peer given up", "http")
