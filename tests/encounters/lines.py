"""A log as simple as can be, kept in the store as logs are kept, and a store that can be killed and started again."""

import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from service.encounters.notices.feed import Head, Page
from service.store.connection import Connection
from service.store.private.server import program_found
from service.store.scripts import Script
from tests.patience import PATIENCE

TELL = Script("redis.call('PUBLISH', ARGV[1], ARGV[2])")
DELETE = Script("redis.call('DEL', KEYS[1]) redis.call('PUBLISH', ARGV[1], ARGV[2])")
WRITE = Script("redis.call('XADD', KEYS[1], ARGV[1], 'text', ARGV[2]) redis.call('PUBLISH', ARGV[3], ARGV[4])")


@dataclass(frozen=True)
class Line:
    """An entry that says something."""

    version: int
    text: str
    rights: bytes

    @property
    def size(self) -> int:
        return len(self.text)


class Lines:
    """Logs of lines: read as the feed wants them, and written one entry at a time."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self.pages = 0

    def channel(self, name: str) -> bytes:
        return b"test:{%s}:feed" % name.encode()

    async def head(self, name: str) -> Head | None:
        async with self._connection as redis:
            newest: Any = await redis.xrevrange(self._key(name), count=1)
            rights: Any = await redis.get(self._rights(name))
        return Head(_version_of(newest[0][0]), rights or b"") if newest else None

    async def page(self, name: str, after: int, count: int) -> Page[Line]:
        self.pages += 1
        async with self._connection as redis:
            found: Any = await redis.xrange(self._key(name), min=f"({after}-0", count=count + 1)
            rights: Any = await redis.get(self._rights(name))
        lines = [Line(_version_of(id_), fields[b"text"].decode(), rights or b"") for id_, fields in found]
        return Page(lines[:count], more=len(lines) > count)

    async def write(self, name: str, version: int) -> None:
        async with self._connection as redis:
            await WRITE(redis, [self._key(name)], f"{version}-0", f"line {version}", self.channel(name), version)

    async def delete(self, name: str) -> None:
        async with self._connection as redis:
            await DELETE(redis, [self._key(name)], self.channel(name), b"gone")

    async def change_tokens(self, name: str) -> None:
        async with self._connection as redis:
            await TELL(redis, [self._key(name)], self.channel(name), b"tokens")

    async def change_tokens_unheard(self, name: str, rights: bytes) -> None:
        async with self._connection as redis:
            await redis.set(self._rights(name), rights)

    def _rights(self, name: str) -> str:
        return f"test:{{{name}}}:rights"

    def _key(self, name: str) -> str:
        return f"test:{{{name}}}:log"


def _version_of(id_: bytes) -> int:
    return int(id_.partition(b"-")[0])


class DurableStore:
    """A server that keeps what it was told on disk, so that it can be killed and started again on the same socket."""

    def __init__(self, *, durable: bool = True) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="ud-", dir="/tmp"))
        self.path = self.folder / "store.sock"
        self._durable = durable
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"unix://{self.path}"

    def start(self) -> None:
        kept = ["--appendonly", "yes", "--appendfsync", "always"] if self._durable else ["--appendonly", "no"]
        words = ["--port", "0", "--unixsocket", str(self.path), "--dir", str(self.folder), "--save", "", *kept]
        self.process = subprocess.Popen([program_found(), *words], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        until = time.monotonic() + PATIENCE
        while not self._answers():
            assert time.monotonic() < until
            time.sleep(0.01)

    def kill(self) -> None:
        assert self.process is not None
        self.process.kill()
        self.process.wait()

    def freeze(self) -> None:
        assert self.process is not None
        os.kill(self.process.pid, signal.SIGSTOP)

    def thaw(self) -> None:
        assert self.process is not None
        os.kill(self.process.pid, signal.SIGCONT)

    def remove(self) -> None:
        if self.process is not None:
            self.kill()
        shutil.rmtree(self.folder)

    def _answers(self) -> bool:
        with socket.socket(socket.AF_UNIX) as client, suppress(OSError):
            client.settimeout(PATIENCE)
            client.connect(str(self.path))
            client.sendall(b"PING\r\n")
            return client.recv(16).startswith(b"+PONG")
        return False
