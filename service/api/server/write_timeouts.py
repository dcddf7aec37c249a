"""Connections whose peer takes nothing: they are kept for a while, and then cut.

What is sent to a peer that does not read fills the buffers of both machines, and then waits here. Nobody else waits for
it, but what waits takes room. So a connection that cannot send for some seconds is reset, whatever it carries: an
event stream, a WebSocket, or an answer. A peer that takes pings but never answers one is cut in the same way.
"""

import socket
import struct
from asyncio import TimerHandle, Transport
from typing import Any, Final

import structlog
from uvicorn._types import ASGIReceiveEvent, ASGISendEvent
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

STALLED_SECONDS: float = 15.0

_RESET: Final = struct.pack("ii", 1, 0)

log = structlog.get_logger("umpire.connections")


class Deadline:
    """When a connection that cannot send is cut."""

    def __init__(self) -> None:
        """Set no time yet."""
        self._timer: TimerHandle | None = None

    def start(self, protocol: HttpToolsProtocol | WebSocketsSansIOProtocol, carries: str) -> None:
        """Cut a connection in some seconds."""
        self.stop()
        self._timer = protocol.loop.call_later(STALLED_SECONDS, cut, protocol.transport, carries)

    def stop(self) -> None:
        """Leave it: it can send again, or is gone."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


class PatientHttp(HttpToolsProtocol):
    """HTTP with a deadline for peers that take nothing."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        """Begin as any connection does."""
        super().__init__(*arguments, **named)
        self.deadline = Deadline()

    def pause_writing(self) -> None:
        """Wait until the peer takes something, but not for ever."""
        super().pause_writing()
        self.deadline.start(self, "http")

    def resume_writing(self) -> None:
        """Go on."""
        self.deadline.stop()
        super().resume_writing()

    def timeout_keep_alive_handler(self) -> None:
        """End an idle connection, even if its peer never takes the rest."""
        super().timeout_keep_alive_handler()
        self.deadline.start(self, "http")

    def connection_lost(self, exc: Exception | None) -> None:
        """End."""
        self.deadline.stop()
        super().connection_lost(exc)


class PatientSocket(WebSocketsSansIOProtocol):
    """A WebSocket with a deadline for peers that take nothing; while they take nothing, nothing is taken from them."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        """Begin as any connection does."""
        super().__init__(*arguments, **named)
        self.deadline = Deadline()

    def pause_writing(self) -> None:
        """Wait until the peer takes something, but not for ever; its pings would be answered into a full buffer."""
        super().pause_writing()
        self.transport.pause_reading()
        self.deadline.start(self, "websocket")

    def resume_writing(self) -> None:
        """Go on."""
        self.deadline.stop()
        if not self.read_paused:
            self.transport.resume_reading()
        super().resume_writing()

    async def send(self, message: ASGISendEvent) -> None:
        """Send what the application says; once the connection is being closed, its peer is as good as gone.

        Raises: ClientDisconnected.
        """
        if self.close_sent:
            raise ClientDisconnected
        await super().send(message)

    async def receive(self) -> ASGIReceiveEvent:
        """Give what the peer said; while it takes nothing, read no more of it."""
        said = await super().receive()
        if not self.writable.is_set():
            self.transport.pause_reading()
        return said

    def send_receive_event_to_app(self) -> None:
        """Pass a message on; text that is not UTF-8 ends the connection (1007), and is not a failure of ours."""
        if self.curr_msg_data_type == "text" and not _is_utf8(b"".join(self.frames)):
            self.conn.send_close(1007)
            self.handle_parser_exception()
            return
        super().send_receive_event_to_app()

    def keepalive_timeout(self) -> None:
        """End a connection whose peer answers no ping, even if it does not take the farewell."""
        super().keepalive_timeout()
        self.deadline.start(self, "websocket")

    def connection_lost(self, exc: Exception | None) -> None:
        """End."""
        self.deadline.stop()
        super().connection_lost(exc)


def _is_utf8(text: bytes) -> bool:
    try:
        text.decode()
    except UnicodeDecodeError:
        return False
    return True


def cut(transport: Transport, carries: str) -> None:
    """Reset a connection, so that not even the system keeps what its peer did not take."""
    held = transport.get_write_buffer_size()
    log.info("peer given up", carries=carries, seconds=STALLED_SECONDS, held=held)
    ways: socket.socket | None = transport.get_extra_info("socket")
    if ways is not None:
        ways.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _RESET)
    transport.abort()
