"""Overload: a service that is asked for twice what it can answer refuses the rest quickly, and recovers afterwards.

Light requests (attacks) come at a fixed rate, whether or not earlier ones are answered, while players go on changing
their encounters. The service has one core, the store and the load share the other.
"""

import asyncio
import os
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Final

import httpx2

from service.rules.kernel.examples import examples_of
from service.store.server import PrivateStore
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
TICK: Final = 0.005
WORSE: Final = 5.0
RECOVERY: Final = 10.0
NOTICING: Final = 3.0
"""Seconds until an overload is noticed; how long requests take before is not counted."""
STATUS: Final = slice(9, 12)


@dataclass(slots=True)
class Tally:
    """What came of the requests of a phase: how many were answered how, and how long those took that were admitted."""

    statuses: Counter[str] = field(default_factory=Counter)
    seconds: list[float] = field(default_factory=list)
    unsent: int = 0

    def exceeded(self, share: float) -> float:
        """The time that this share of the admitted requests stayed below, in milliseconds."""
        ordered = sorted(self.seconds)
        return ordered[int(len(ordered) * share)] * 1000 if ordered else 0.0

    def p99(self) -> float:
        """The time that one admitted request in a hundred exceeds, in milliseconds."""
        return self.exceeded(0.99)

    def __str__(self) -> str:
        """Say all of it in a line."""
        kinds = ", ".join(f"{count:,} × {status}" for status, count in sorted(self.statuses.items()))
        return f"{kinds}; of the 200: p50 {self.exceeded(0.5):.1f} ms, p99 {self.p99():.1f} ms" + (
            f"; not sent: {self.unsent:,}" if self.unsent else ""
        )


class Caller(asyncio.Protocol):
    """One connection of the load, which is idle or waits for an answer."""

    def __init__(self, load: "Load") -> None:
        """Belong to a load."""
        self._load = load
        self._buffer = bytearray()
        self._sent_at = 0.0
        self._waits = False
        self.transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Be ready."""
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport

    def send(self, request: bytes) -> None:
        """Send a request."""
        assert self.transport is not None
        self._waits, self._sent_at = True, time.perf_counter()
        self.transport.write(request)

    def data_received(self, data: bytes) -> None:
        """Count an answer that has come whole."""
        self._buffer += data
        end = self._buffer.find(b"\r\n\r\n")
        if end < 0:
            return
        at = self._buffer.lower().find(b"content-length:", 0, end)
        length = int(self._buffer[at + 15 : self._buffer.index(b"\r\n", at)])
        if len(self._buffer) < end + 4 + length:
            return
        status = self._buffer[STATUS].decode()
        self._load.tally.statuses[status] += 1
        if status == "200" and time.perf_counter() > self._load.counted_from:
            self._load.tally.seconds.append(time.perf_counter() - self._sent_at)
        closes = b"connection: close" in self._buffer[:end].lower()
        del self._buffer[:]
        self._waits = False
        if closes and self.transport is not None:
            self.transport.close()
        else:
            self._load.idle.append(self)

    def connection_lost(self, error: Exception | None) -> None:
        """Be replaced; a request without an answer counts as broken."""
        self._load.open -= 1
        if self._waits:
            self._load.tally.statuses["broken"] += 1
        if self in self._load.idle:
            self._load.idle.remove(self)


@dataclass
class Load:
    """Requests at a fixed rate, over as many connections as it takes."""

    port: int
    request: bytes
    tally: Tally = field(default_factory=Tally)
    idle: list[Caller] = field(default_factory=list)
    open: int = 0
    counted_from: float = 0.0

    async def run(self, per_second: float, seconds: float) -> Tally:
        """Send for some seconds; return what came of it so far."""
        loop, began, sent = asyncio.get_running_loop(), time.perf_counter(), 0
        while (now := time.perf_counter()) - began < seconds:
            while sent < (now - began) * per_second:
                sent += 1
                if self.idle:
                    self.idle.pop().send(self.request)
                elif self.open < OPEN:
                    self.open += 1
                    _, caller = await loop.create_connection(partial(Caller, self), "127.0.0.1", self.port)
                    caller.send(self.request)
                else:
                    self.tally.unsent += 1
            await asyncio.sleep(TICK)
        return self.tally


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


async def pressed(port: int, request: bytes, tables: list[Table], seconds: float) -> list[str]:
    """Measure the idle service, its capacity, and twice that; return what is not as it should be."""
    capacity = (await press(port, request, connections=CONNECTIONS, seconds=10)).per_second
    await asyncio.sleep(1)
    idle = (await Load(port, request).run(LITTLE * capacity, 15)).p99()
    print(f"Idle: p99 {idle:.1f} ms. Capacity: {capacity:,.0f} requests/s.")
    over, players = asyncio.Event(), [Player(table) for table in tables]
    playing = [asyncio.create_task(player.play(port, over)) for player in players]
    load = Load(port, request, counted_from=time.perf_counter() + NOTICING)
    tally = await load.run(2 * capacity, seconds)
    print(f"Twice that for {seconds:.0f} s: {tally}")
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
    with PrivateStore() as store, serving(store.url, UMPIRE_QUEUE_SECONDS="0.005") as server:
        take_core(server.process.pid)
        tables = asyncio.run(tables_of(store.url, PLAYERS))
        wrong = asyncio.run(pressed(server.port, request, tables, seconds))
    print("\n".join(["It did not bear it:", *wrong]) if wrong else "It bore it.")
    return int(bool(wrong))
