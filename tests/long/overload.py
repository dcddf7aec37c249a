"""Overload: a service that is asked for twice what it can answer refuses the rest quickly, and recovers afterwards.

Light requests (attacks) come at a fixed rate, whether or not earlier ones are answered, while players go on changing
their encounters. The service has one core, the store and the load share the other.
"""

import asyncio
import os
import signal
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from random import Random
from typing import Any, Final

import httpx2

from service.rules.examples import examples_of
from service.store.private.server import PrivateStore
from service.wire import to_json
from tests.bench.acting import acts, tables_of
from tests.bench.load import press, request_of
from tests.bench.servers import take_other_core
from tests.encounters.client import STRIKE, Table
from tests.encounters.live import serving

SECONDS: Final = 300.0
CONNECTIONS: Final = 64
"""With so many the capacity is measured."""
OPEN: Final = 800
"""The most connections of the load."""
PLAYERS: Final = 8
LITTLE: Final = 0.05
"""The share of its capacity with which the service counts as idle."""
TICK: Final = 0.0005
"""Seconds after which it is looked again which requests are due."""
WORSE: Final = 5.0
RECOVERY: Final = 10.0
NOTICING: Final = 3.0
"""Seconds until an overload is noticed; how long requests take before is not counted."""
QUEUE: Final = "0.003"
"""What the manifests of `deploy/` set."""
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

    def p99(self) -> float:
        """The time that one admitted request in a hundred exceeds, in milliseconds."""
        return exceeded(self.seconds, 0.99)

    def __str__(self) -> str:
        """Say all of it in a line."""
        kinds = ", ".join(f"{count:,} × {status}" for status, count in sorted(self.statuses.items()))
        return (
            f"{kinds}; of the 200: p50 {exceeded(self.seconds, 0.5):.2f} ms, p99 {self.p99():.2f} ms; "
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
        self.send(self._load.request)

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
    """Requests of independent callers, at random times; there are as many connections as it takes."""

    port: int
    request: bytes
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
            self.idle.pop().send(self.request)
        elif self.open < OPEN:
            self.open += 1
            connecting = loop.create_task(loop.create_connection(partial(Caller, self), "127.0.0.1", self.port))
            self._connecting.add(connecting)
            connecting.add_done_callback(self._connecting.discard)
        else:
            self.tally.unsent += 1


@dataclass
class Player:
    """Acts on an encounter, and counts what was acknowledged."""

    table: Table
    acknowledged: int = 0
    statuses: Counter[str] = field(default_factory=Counter)

    async def play(self, port: int, over: asyncio.Event) -> None:
        """Act until it is over, with a key, again after a refusal."""
        requests = acts(self.table, to_json(STRIKE))
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        request = next(requests)
        while not over.is_set():
            writer.write(request)
            try:
                head = await reader.readuntil(b"\r\n\r\n")
                length = int(head.lower().partition(b"content-length:")[2].partition(b"\r\n")[0])
                await reader.readexactly(length)
            except (asyncio.IncompleteReadError, ConnectionError):
                head = b"HTTP/1.1 cut"
            status = head[STATUS].decode()
            self.statuses[status] += 1
            if status == "200":
                self.acknowledged += 1
                request = next(requests)
            if status == "cut" or b"connection: close" in head.lower():
                writer.close()
                reader, writer = await asyncio.open_connection("127.0.0.1", port)
            await asyncio.sleep(0.05)
        writer.close()


async def recovered_in(port: int, request: bytes, idle: float) -> float:
    """Measure how long it takes until a second of light load is answered as if nothing had been."""
    began = time.perf_counter()
    while time.perf_counter() - began < 60:
        at = time.perf_counter() - began
        tally = await Load(port, request).run(20, 1.0)
        await asyncio.sleep(0.2)
        if set(tally.statuses) == {"200"} and tally.p99() < 2 * idle:
            return at
    return float("inf")


async def capacity_of(port: int, request: bytes) -> float:
    """Measure how many requests a second a service answers that refuses none."""
    measured = await press(port, request, connections=CONNECTIONS, seconds=10)
    assert not measured.failures
    return measured.per_second


async def pressed(port: int, request: bytes, tables: list[Table], capacity: float, seconds: float) -> list[str]:
    """Measure the idle service, and one that is asked for twice its capacity; return what is not as it should be."""
    calm = await Load(port, request).run(LITTLE * capacity, 15)
    idle = calm.p99()
    print(f"Capacity: {capacity:,.0f} requests/s. Idle: {calm}", flush=True)
    over, players = asyncio.Event(), [Player(table) for table in tables]
    playing = [asyncio.create_task(player.play(port, over)) for player in players]
    load = Load(port, request, counted_from=time.perf_counter() + NOTICING)
    tally = await load.run(2 * capacity, seconds)
    print(f"Twice that for {seconds:.0f} s: {tally}; p99 is {tally.p99() / idle:.1f} × idle", flush=True)
    recovery = await recovered_in(port, request, idle)
    over.set()
    await asyncio.gather(*playing)
    acted: Counter[str] = sum((player.statuses for player in players), Counter())
    print(f"Acts meanwhile: {dict(acted)}. Recovered after {recovery:.1f} s.")
    wrong = [f"{status}: {count:,}" for status, count in (tally.statuses + acted).items() if status not in "200 503"]
    wrong += [f"p99 of the admitted is {tally.p99() / idle:.1f} × idle"] if tally.p99() > WORSE * idle else []
    wrong += [f"recovery took {recovery:.1f} s"] if recovery > RECOVERY else []
    for player in players:
        version = await version_of(port, player.table)
        wrong += [f"version {version} after {player.acknowledged} changes"] if version <= player.acknowledged else []
    return wrong


async def version_of(port: int, table: Table) -> int:
    """Read the version of an encounter."""
    headers = {"authorization": f"Bearer {table.referee.token}"}
    async with httpx2.AsyncClient(base_url=f"http://127.0.0.1:{port}", headers=headers) as client:
        return int((await client.get(table.path)).json()["version"])


def take_core(pid: int) -> None:
    """Have the service use the other core alone, where there are two."""
    if hasattr(os, "sched_setaffinity") and (os.cpu_count() or 1) > 1:
        os.sched_setaffinity(pid, {0})


def main(words: Sequence[float]) -> int:
    """Overload the service, print what it did, and return 1 if it did not bear it."""
    seconds = words[0] if words else SECONDS
    take_other_core()
    request = request_of("/v1/opposed/resolve-attack", to_json(examples_of("opposed/resolve-attack")[0].request))
    with PrivateStore() as store:
        with serving(store.url) as server:
            take_core(server.process.pid)
            capacity = asyncio.run(capacity_of(server.port, request))
        with serving(store.url, UMPIRE_QUEUE_SECONDS=QUEUE) as server:
            take_core(server.process.pid)
            tables = asyncio.run(tables_of(store.url, PLAYERS))
            wrong = asyncio.run(pressed(server.port, request, tables, capacity, seconds))
    print("\n".join(["It did not bear it:", *wrong]) if wrong else "It bore it.")
    return int(bool(wrong))
