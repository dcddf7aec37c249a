"""A gate before the store: whoever has it write certain things is killed before hearing that they are written."""

import asyncio
import os
import re
import shutil
import signal
import socket
import struct
import tempfile
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Self

from service.store.packing import unpacked

PACKED = re.compile(rb"=|s\d+:")
CREDENTIALS = struct.Struct("3i")

Words = tuple[bytes, ...]


def inflated(part: bytes) -> bytes:
    """What goes to the store, and after it the documents in it that are packed, so that words are found in them."""
    starts = [(each.end(), int(each[1])) for each in re.finditer(rb"\$(\d+)\r\n", part)]
    words = [part[start : start + size] for start, size in starts]
    return part + b"".join([unpacked(each) for each in words if PACKED.match(each)])


class Gate:
    """A way to the store on a socket of its own, that lets everything through until it is set."""

    def __init__(self, url: str) -> None:
        self._store = url.removeprefix("unix://")
        self._folder = Path(tempfile.mkdtemp(prefix="ug-", dir="/tmp"))
        self._server: asyncio.Server | None = None
        self._fatal: Words | None = None
        self._kills = False
        self._passing: set[asyncio.Task[None]] = set()
        self.killed: list[int] = []

    @property
    def url(self) -> str:
        return f"unix://{self._folder / 'gate.sock'}"

    def kill_whoever_writes(self, *words: bytes) -> None:
        """Kill the process that sends something with these words, as soon as the store has it."""
        self._fatal, self._kills = words, True

    def swallow_the_answer_to(self, *words: bytes) -> None:
        """Have whoever sends something with these words wait for its answer in vain."""
        self._fatal, self._kills = words, False

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_unix_server(self._pass, self._folder / "gate.sock")
        return self

    async def __aexit__(self, kind: type[BaseException] | None, error: object, at: TracebackType | None) -> None:
        assert self._server is not None
        self._server.close()
        for passing in self._passing:
            passing.cancel()
        await asyncio.gather(*self._passing, return_exceptions=True)
        shutil.rmtree(self._folder)

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._passing.add(task)
        peer: socket.socket = writer.get_extra_info("socket")
        pid, _, _ = CREDENTIALS.unpack(peer.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, CREDENTIALS.size))
        from_store, to_store = await asyncio.open_unix_connection(self._store)
        doomed = asyncio.Event()
        there = asyncio.create_task(self._there(reader, to_store, doomed))
        back = asyncio.create_task(self._back(from_store, writer, doomed, pid))
        try:
            with suppress(asyncio.CancelledError):  # the gate is taken down
                await asyncio.wait([there, back], return_when=asyncio.FIRST_COMPLETED)
        finally:
            there.cancel()
            back.cancel()
            to_store.close()
            writer.close()
            self._passing.discard(task)

    async def _there(self, reader: asyncio.StreamReader, to_store: asyncio.StreamWriter, doomed: asyncio.Event) -> None:
        with suppress(OSError):
            while part := await reader.read(1 << 20):
                if self._fatal is not None and all(word in inflated(part) for word in self._fatal):
                    self._fatal = None
                    doomed.set()
                to_store.write(part)
                await to_store.drain()

    async def _back(
        self, from_store: asyncio.StreamReader, writer: asyncio.StreamWriter, doomed: asyncio.Event, pid: int
    ) -> None:
        with suppress(OSError):
            while part := await from_store.read(1 << 20):
                if doomed.is_set():
                    doomed.clear()
                    if self._kills:
                        os.kill(pid, signal.SIGKILL)
                        self.killed.append(pid)
                else:
                    writer.write(part)
                    await writer.drain()
