"""A receiver of webhooks: a real HTTP server that answers as a test says, and keeps what it was sent."""

import asyncio
import hashlib
import hmac
import ssl
from base64 import b64decode, b64encode
from collections import deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

import orjson

from tests.patience import PATIENCE

HANG = "hang"
HUGE = "huge"
CUT = "cut"
OK = 200


@dataclass(frozen=True)
class Received:
    """One request: its first line, its headers by lower-case name, its body, and the place it came to."""

    line: str
    headers: dict[str, str]
    body: bytes

    @property
    def entry(self) -> Any:
        """The entry that was delivered."""
        return orjson.loads(self.body)["entry"]

    def is_signed_with(self, secret: str) -> bool:
        """Whether the signature is that of Standard Webhooks: of id, time and body, joined by full stops."""
        assert secret.startswith("whsec_")
        signed = ".".join([self.headers["webhook-id"], self.headers["webhook-timestamp"], self.body.decode()])
        made = b64encode(hmac.new(b64decode(secret[6:]), signed.encode(), hashlib.sha256).digest()).decode()
        offered = [each.split(",", 1) for each in self.headers["webhook-signature"].split(" ")]
        return ["v1", made] in offered


async def holds(condition: Callable[[], bool]) -> None:
    """Wait until a condition holds."""
    async with asyncio.timeout(PATIENCE):
        while True:
            if condition():
                return
            await asyncio.sleep(0.02)


@dataclass
class Receiver:
    """Answers with what is in `answers`, then with `otherwise`: a status, HANG, HUGE or CUT."""

    otherwise: int | str = OK
    answers: deque[int | str] = field(default_factory=deque)
    received: list[Received] = field(default_factory=list)
    served: int = 0
    port: int = 0
    most_at_once: int = 0
    on_receipt: Callable[[Received], None] | None = None
    _now: int = 0
    _under_way: set[asyncio.Task[Any]] = field(default_factory=set)

    @property
    def url(self) -> str:
        """Where it listens."""
        return f"http://127.0.0.1:{self.port}/hook"

    @property
    def versions(self) -> list[int]:
        """The versions that came, in order, retries included."""
        return [each.entry["version"] for each in self.received]

    async def has(self, many: int) -> None:
        """Wait until so many requests have come."""
        await holds(lambda: len(self.received) >= many)

    async def answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Take one request, and answer it."""
        task = asyncio.current_task()
        assert task is not None
        self._under_way.add(task)
        self._now += 1
        self.most_at_once = max(self.most_at_once, self._now)
        try:
            with suppress(OSError, asyncio.IncompleteReadError):
                await self._answer(reader, writer)
        finally:
            self._now -= 1
            self.served += 1
            writer.close()
            with suppress(OSError, asyncio.CancelledError):
                await writer.wait_closed()
            self._under_way.discard(task)

    async def stop(self) -> None:
        """End the requests that are still under way."""
        for task in self._under_way:
            task.cancel()
        await asyncio.gather(*self._under_way, return_exceptions=True)

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        line, *lines = (await reader.readuntil(b"\r\n\r\n")).decode().rstrip().split("\r\n")
        headers = {name.lower(): value for name, _, value in (each.partition(": ") for each in lines)}
        body = await reader.readexactly(int(headers.get("content-length", "0")))
        received = Received(line, headers, body)
        self.received.append(received)
        if self.on_receipt is not None:
            self.on_receipt(received)
        how = self.answers.popleft() if self.answers else self.otherwise
        if how == HANG:
            await reader.read()  # until the sender gives up
        elif how == HUGE:
            writer.write(b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\nset-cookie: a=b\r\n\r\n")
            while True:
                writer.write(b"10000\r\n" + bytes(65536) + b"\r\n")
                await writer.drain()
        elif how != CUT:
            more = f"location: {self.url}/elsewhere\r\n" if 300 <= int(how) < 400 else ""
            writer.write(f"HTTP/1.1 {how} x\r\nset-cookie: a=b\r\n{more}content-length: 0\r\n\r\n".encode())
            await writer.drain()


@asynccontextmanager
async def receiving(
    otherwise: int | str = OK, *first: int | str, tls: ssl.SSLContext | None = None, port: int = 0
) -> AsyncIterator[Receiver]:
    """Run a receiver that answers first this and that, and then always the same."""
    receiver = Receiver(otherwise, deque(first))
    server = await asyncio.start_server(receiver.answer, "127.0.0.1", port, ssl=tls)
    receiver.port = server.sockets[0].getsockname()[1]
    try:
        yield receiver
    finally:
        server.close()
        await receiver.stop()
