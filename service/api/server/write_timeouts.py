"""Write timeouts: connections that cannot be written to for 15 seconds are reset.

Data for a peer that does not read fills the buffers of both machines and then the memory of this process. So a
connection that is not writable for `STALLED_SECONDS` is reset, whether it carries an event stream, a WebSocket or an
answer. A WebSocket whose peer does not answer pings is reset in the same way.
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

_LINGER: Final = struct.pack("ii", 1, 0)

log = structlog.get_logger("umpire.connections")


class Deadline:
    """The write deadline of a connection: when it passes, the connection is reset."""

    def __init__(self) -> None:
        """Start without a timer."""
        self._timer: TimerHandle | None = None

    def start(self, protocol: HttpToolsProtocol | WebSocketsSansIOProtocol, carries: str) -> None:
        """Reset the connection after `STALLED_SECONDS`, unless the deadline is stopped."""
        self.stop()
        self._timer = protocol.loop.call_later(STALLED_SECONDS, reset, protocol.transport, carries)

    def stop(self) -> None:
        """Stop the timer: the connection is writable again, or closed."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


class HttpWithWriteTimeout(HttpToolsProtocol):
    """HTTP with a write deadline."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        """Begin a connection; the write deadline is not started yet."""
        super().__init__(*arguments, **named)
        self.deadline = Deadline()

    def pause_writing(self) -> None:
        """Start the write deadline."""
        super().pause_writing()
        self.deadline.start(self, "http")

    def resume_writing(self) -> None:
        """Stop the write deadline."""
        self.deadline.stop()
        super().resume_writing()

    def timeout_keep_alive_handler(self) -> None:
        """Close an idle connection, and reset it if the remaining data cannot be written in time."""
        super().timeout_keep_alive_handler()
        self.deadline.start(self, "http")

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop the write deadline of a closed connection."""
        self.deadline.stop()
        super().connection_lost(exc)


class WebSocketWithWriteTimeout(WebSocketsSansIOProtocol):
    """A WebSocket with a write deadline; while it is not writable, its messages are not read either."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        """Begin a connection; the write deadline is not started yet."""
        super().__init__(*arguments, **named)
        self.deadline = Deadline()

    def pause_writing(self) -> None:
        """Start the write deadline, and stop reading: answers to pings would fill the buffer further."""
        super().pause_writing()
        self.transport.pause_reading()
        self.deadline.start(self, "websocket")

    def resume_writing(self) -> None:
        """Stop the write deadline."""
        self.deadline.stop()
        if not self.read_paused:
            self.transport.resume_reading()
        super().resume_writing()

    async def send(self, message: ASGISendEvent) -> None:
        """Send a message of the application; a connection that is being closed counts as disconnected.

        Raises: ClientDisconnected.
        """
        if self.close_sent:
            raise ClientDisconnected
        await super().send(message)

    async def receive(self) -> ASGIReceiveEvent:
        """Return the peer's next message; while the connection is not writable, read no further ones."""
        message = await super().receive()
        if not self.writable.is_set():
            self.transport.pause_reading()
        return message

    def send_receive_event_to_app(self) -> None:
        """Pass a message on; text that is not UTF-8 closes the connection (1007) and is not logged as a failure."""
        if self.curr_msg_data_type == "text" and not _is_utf8(b"".join(self.frames)):
            self.conn.send_close(1007)
            self.handle_parser_exception()
            return
        super().send_receive_event_to_app()

    def keepalive_timeout(self) -> None:
        """Reset a connection whose peer answers no ping: a close frame would wait behind all that it has not read."""
        self.deadline.stop()
        reset(self.transport, "websocket")

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop the write deadline of a closed connection."""
        self.deadline.stop()
        super().connection_lost(exc)


def _is_utf8(text: bytes) -> bool:
    try:
        text.decode()
    except UnicodeDecodeError:
        return False
    return True


def reset(transport: Transport, carries: str) -> None:
    """Reset a connection, so that the system discards unsent data, too; one that is closed by then is left alone."""
    sock: socket.socket | None = transport.get_extra_info("socket")
    if sock is None or sock.fileno() < 0:
        return
    held = transport.get_write_buffer_size()
    log.info("peer given up", carries=carries, seconds=STALLED_SECONDS, held=held)
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _LINGER)
    transport.abort()
