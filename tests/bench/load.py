"""The load: a few connections that each send the next request as soon as the last is answered."""

import asyncio
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import repeat
from typing import Final

NOTHING: Final[Mapping[str, str]] = {}


@dataclass(slots=True)
class Measured:
    """What a run of one server came to."""

    seconds: float
    latencies: list[float]
    failures: int
    answer_bytes: int

    @property
    def per_second(self) -> float:
        """Requests answered in a second."""
        return len(self.latencies) / self.seconds

    def milliseconds(self, share: float) -> float:
        """The latency that this share of the requests stayed below."""
        ordered = sorted(self.latencies)
        return ordered[min(int(len(ordered) * share), len(ordered) - 1)] * 1000


@dataclass(slots=True)
class Shared:
    """What the connections of a run have in common."""

    deadline: float
    left: int
    latencies: list[float] = field(default_factory=list)
    failures: int = 0
    answer_bytes: int = 0


class Client(asyncio.Protocol):
    """One connection."""

    def __init__(self, shared: Shared, requests: Iterator[bytes], done: asyncio.Future[None]) -> None:
        self._shared = shared
        self._requests = requests
        self._done = done
        self._buffer = bytearray()
        self._transport: asyncio.Transport | None = None
        self._sent_at = 0.0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        self._send()

    def data_received(self, data: bytes) -> None:
        buffer = self._buffer
        buffer += data
        end = buffer.find(b"\r\n\r\n")
        if end < 0:
            return
        at = buffer.lower().find(b"content-length:", 0, end)
        length = int(buffer[at + 15 : buffer.index(b"\r\n", at)])
        if len(buffer) < end + 4 + length:
            return
        shared = self._shared
        shared.latencies.append(time.perf_counter() - self._sent_at)
        if not buffer.startswith(b"HTTP/1.1 200"):
            shared.failures += 1
        shared.answer_bytes = length
        del buffer[:]
        self._send()

    def connection_lost(self, error: Exception | None) -> None:
        if not self._done.done():
            self._done.set_result(None)

    def _send(self) -> None:
        assert self._transport is not None
        now = time.perf_counter()
        if now > self._shared.deadline or self._shared.left <= 0:
            self._transport.close()
            return
        self._shared.left -= 1
        self._sent_at = now
        self._transport.write(next(self._requests))


def request_of(path: str, body: bytes, headers: Mapping[str, str] = NOTHING) -> bytes:
    """Write a POST of JSON as it goes over the wire."""
    told = {"host": "bench", "content-type": "application/json", "content-length": str(len(body)), **headers}
    lines = "".join(f"{name}: {value}\r\n" for name, value in told.items())
    return f"POST {path} HTTP/1.1\r\n{lines}\r\n".encode() + body


async def press(port: int, request: bytes, *, connections: int, seconds: float, most: int = 10_000_000) -> Measured:
    """Keep a server busy with one request for some seconds, or until it has answered the most wanted."""
    return await press_with(port, [repeat(request)] * connections, seconds=seconds, most=most)


async def press_with(
    port: int, streams: Sequence[Iterator[bytes]], *, seconds: float, most: int = 10_000_000
) -> Measured:
    """Keep a server busy with one connection for each stream of requests."""
    loop = asyncio.get_running_loop()
    start = time.perf_counter()
    shared = Shared(start + seconds, most)
    waits = []
    for requests in streams:
        done: asyncio.Future[None] = loop.create_future()
        await loop.create_connection(partial(Client, shared, requests, done), "127.0.0.1", port)
        waits.append(done)
    await asyncio.gather(*waits)
    return Measured(time.perf_counter() - start, shared.latencies, shared.failures, shared.answer_bytes)
