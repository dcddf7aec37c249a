"""A proxy as compose.yaml has one: asks instances whether they are ready, and keeps its connections to them.

It passes HTTP/1.1 on. An instance that is not ready gets no new request; one that takes no connection is left for
another. A request that was sent on a connection that then broke is lost, and counted: nobody can know what became of
it.
"""

import asyncio
import re
from contextlib import suppress
from dataclasses import dataclass, field

CHECK_SECONDS = 0.1


@dataclass
class Instance:
    """A server behind the proxy."""

    port: int
    ready: bool = False
    answered: int = 0


@dataclass
class Link:
    """A connection to an instance."""

    instance: Instance
    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter


@dataclass
class Proxy:
    """The proxy, from `start` to `stop`; instances come and go."""

    instances: list[Instance] = field(default_factory=list)
    lost: int = 0
    port: int = 0
    _server: asyncio.Server | None = None
    _tasks: set[asyncio.Task[None]] = field(default_factory=set)

    async def start(self) -> None:
        """Listen, on the port of before after a stop, and begin to ask."""
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", self.port)
        self.port = self._server.sockets[0].getsockname()[1]
        self._tasks.add(asyncio.create_task(self._check()))

    async def stop(self) -> None:
        """End all connections."""
        assert self._server is not None
        self._server.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _check(self) -> None:
        """Ask every instance again and again whether it is ready."""
        while True:
            for instance in list(self.instances):
                instance.ready = await _is_ready(instance.port)
            await asyncio.sleep(CHECK_SECONDS)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        link: Link | None = None
        try:
            with suppress(asyncio.IncompleteReadError, ConnectionError, asyncio.CancelledError):
                while True:
                    request = await _message(reader)
                    link = await self._pass_on(request, link, writer)
        finally:
            self._tasks.discard(task)
            writer.close()
            if link is not None:
                link.writer.close()

    async def _pass_on(self, request: bytes, link: Link | None, writer: asyncio.StreamWriter) -> Link | None:
        """Send a request to an instance and its answer back; return the connection if it may be used again."""
        if link is None or not link.instance.ready or link.reader.at_eof():
            if link is not None:
                link.writer.close()
            link = await self._linked()
        is_whole = False
        try:
            head = await self._asked(link, request)
            writer.write(head)
            await _pass_body(head, link.reader, writer)
            is_whole = b"\r\nconnection: close" not in head.lower()
        finally:
            if not is_whole:
                link.writer.close()
        return link if is_whole else None

    async def _asked(self, link: Link, request: bytes) -> bytes:
        """Send a request, and read the head of its answer.

        Raises: ConnectionError, if there is none.
        """
        link.writer.write(request)
        try:
            head = await link.reader.readuntil(b"\r\n\r\n")
        except (asyncio.IncompleteReadError, ConnectionError):
            self.lost += 1
            raise ConnectionError from None
        link.instance.answered += 1
        return head

    async def _linked(self) -> Link:
        """Connect to the ready instance that has answered least."""
        while True:
            for instance in sorted(self.instances, key=lambda each: each.answered):
                if instance.ready:
                    with suppress(OSError):
                        return Link(instance, *await asyncio.open_connection("127.0.0.1", instance.port))
                    instance.ready = False
            await asyncio.sleep(CHECK_SECONDS)


async def _is_ready(port: int) -> bool:
    with suppress(OSError, asyncio.IncompleteReadError):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        try:
            writer.write(b"GET /readyz HTTP/1.1\r\nhost: proxy\r\nconnection: close\r\n\r\n")
            return b" 200 " in await reader.readline()
        finally:
            writer.close()
    return False


async def _message(reader: asyncio.StreamReader) -> bytes:
    """Read a head, and the body that it announces."""
    head = await reader.readuntil(b"\r\n\r\n")
    return head + await reader.readexactly(_length_in(head))


def _length_in(head: bytes) -> int:
    found = re.search(rb"\r\ncontent-length: *(\d+)", head, re.IGNORECASE)
    return int(found[1]) if found else 0


async def _pass_body(head: bytes, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Pass a body on as it comes: of a known length, or in chunks to the last, empty one."""
    if b"transfer-encoding: chunked" not in head.lower():
        writer.write(await reader.readexactly(_length_in(head)))
        await writer.drain()
        return
    size = 1
    while size:
        line = await reader.readuntil(b"\r\n")
        size = int(line, 16)
        writer.write(line + await reader.readexactly(size + 2))
        await writer.drain()
