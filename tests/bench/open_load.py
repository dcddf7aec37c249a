"""An open load: requests of independent callers come at a rate, whether or not earlier ones are answered."""

import asyncio
import signal
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from random import Random
from typing import Any, Final

OPEN: Final = 800
"""The most connections of the load."""
TICK: Final = 0.0005
"""Seconds after which it is looked again which requests are due."""
FRESH: Final = 3.0
"""Seconds for which a connection is used again; the service closes it when it was idle for 5."""
STATUS: Final = slice(9, 12)
LENGTH: Final = b"content-length: "
CLOSES: Final = b"connection: close\r\n"


@dataclass(slots=True)
class Tally:
    """What came of the requests of a phase: how many were answered how, and how long those took that were admitted."""

    statuses: Counter[str] = field(default_factory=Counter)
    seconds: list[float] = field(default_factory=list)
    late: list[float] = field(default_factory=list)
    unsent: int = 0

    def milliseconds(self, share: float) -> float:
        """The time that this share of the admitted requests stayed below."""
        return exceeded(self.seconds, share)

    def p99(self) -> float:
        """The time that one admitted request in a hundred exceeds, in milliseconds."""
        return self.milliseconds(0.99)

    def __str__(self) -> str:
        """Say all of it in a line."""
        kinds = ", ".join(f"{count:,} × {status}" for status, count in sorted(self.statuses.items()))
        return (
            f"{kinds}; of the 200: p50 {self.milliseconds(0.5):.2f} ms, p99 {self.p99():.2f} ms; "
            f"sent late: p50 {exceeded(self.late, 0.5):.2f} ms, p99 {exceeded(self.late, 0.99):.2f} ms"
            + (f"; not sent: {self.unsent:,}" if self.unsent else "")
        )


def exceeded(seconds: list[float], share: float) -> float:
    """Return the time that this share of some times stayed below, in milliseconds."""
    ordered = sorted(seconds)
    return ordered[int(len(ordered) * share)] * 1000 if ordered else 0.0


class Caller(asyncio.Protocol):
    """One connection of the load, which is idle or waits for an answer."""

    def __init__(self, load: "Load") -> None:
        """Belong to a load."""
        self._load = load
        self._buffer = b""
        self._whole = 0
        self._sent_at = 0.0
        self._waits = False
        self.idle_since = 0.0
        self.transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Send the request for which there was no idle connection."""
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        self.send(next(self._load.requests))

    def send(self, request: bytes) -> None:
        """Send a request."""
        assert self.transport is not None
        self._waits, self._sent_at = True, time.perf_counter()
        self.transport.write(request)

    def data_received(self, data: bytes) -> None:
        """Count an answer that has come whole."""
        now = time.perf_counter()
        self._buffer = buffer = self._buffer + data if self._buffer else data
        if not self._whole:
            self._whole = whole_length_of(buffer)
        if not self._whole or len(buffer) < self._whole:
            return
        tally, status = self._load.tally, buffer[STATUS]
        tally.statuses[status.decode()] += 1
        if status == b"200" and now > self._load.counted_from:
            tally.seconds.append(now - self._sent_at)
        self._buffer, self._whole, self._waits = b"", 0, False
        if CLOSES in buffer and self.transport is not None:
            self.transport.close()
        else:
            self.idle_since = now
            self._load.idle.append(self)

    def connection_lost(self, error: Exception | None) -> None:
        """Be replaced; a request without an answer counts as broken."""
        self._load.open -= 1
        if self._waits:
            self._load.tally.statuses["broken"] += 1
        if self in self._load.idle:
            self._load.idle.remove(self)


def whole_length_of(answer: bytes) -> int:
    """Return how many bytes an answer has with its head; 0 if the head has not come whole."""
    end = answer.find(b"\r\n\r\n")
    if end < 0:
        return 0
    at = answer.index(LENGTH, 0, end) + len(LENGTH)
    return end + 4 + int(answer[at : answer.index(b"\r\n", at)])


@dataclass
class Load:
    """Requests of independent callers in turn, at random times; there are as many connections as it takes."""

    port: int
    requests: Iterator[bytes]
    tally: Tally = field(default_factory=Tally)
    idle: list[Caller] = field(default_factory=list)
    open: int = 0
    counted_from: float = 0.0
    _random: Random = field(default_factory=partial(Random, 1))
    _connecting: set[asyncio.Task[Any]] = field(default_factory=set)

    async def run(self, per_second: float, seconds: float) -> Tally:
        """Send for some seconds; return what came of it so far."""
        loop, due = asyncio.get_running_loop(), time.perf_counter()

        def send_due() -> None:
            nonlocal due
            while (now := time.perf_counter()) > due:
                self.tally.late.append(now - due)
                due += self._random.expovariate(per_second)
                self._send(loop)

        # A timer of the system is more exact than those of the loop, which count milliseconds.
        loop.add_signal_handler(signal.SIGALRM, send_due)
        signal.set_wakeup_fd(signal.set_wakeup_fd(-1), warn_on_full_buffer=False)  # send_due catches up on ticks
        signal.setitimer(signal.ITIMER_REAL, TICK, TICK)
        await asyncio.sleep(seconds)
        signal.setitimer(signal.ITIMER_REAL, 0)
        loop.remove_signal_handler(signal.SIGALRM)
        return self.tally

    def _send(self, loop: asyncio.AbstractEventLoop) -> None:
        if self.idle and time.perf_counter() - self.idle[-1].idle_since < FRESH:
            self.idle.pop().send(next(self.requests))
        elif self.open < OPEN:
            self.open += 1
            connecting = loop.create_task(loop.create_connection(partial(Caller, self), "127.0.0.1", self.port))
            self._connecting.add(connecting)
            connecting.add_done_callback(self._connecting.discard)
        else:
            self.tally.unsent += 1
