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
from itertools import repeat
from typing import Final

import httpx2

from service.rules.examples import examples_of
from service.store.private.server import PrivateStore
from service.wire import to_json
from tests.bench.acting import acts, tables_of
from tests.bench.load import press, request_of
from tests.bench.open_load import STATUS, Load
from tests.bench.servers import take_other_core
from tests.encounters.client import STRIKE, Table
from tests.encounters.live import serving

SECONDS: Final = 300.0
CONNECTIONS: Final = 64
"""With so many the capacity is measured."""
PLAYERS: Final = 8
LITTLE: Final = 0.05
"""The share of its capacity that the idle load asks for."""
WORSE: Final = 5.0
RECOVERY: Final = 10.0
PROBE: Final = 2.0
"""Seconds of the idle load after which it is asked whether the service has recovered."""
NOTICING: Final = 3.0
"""Seconds until an overload is noticed; how long requests take before is not counted."""
QUEUE: Final = "0.003"
"""What the manifests of `deploy/` set."""


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


async def recovered_in(port: int, request: bytes, per_second: float, idle: float) -> float:
    """Measure how long it takes until the idle load is answered as if nothing had been."""
    began = time.perf_counter()
    while time.perf_counter() - began < 60:
        at = time.perf_counter() - began
        tally = await Load(port, repeat(request)).run(per_second, PROBE)
        await asyncio.sleep(0.2)
        if set(tally.statuses) == {"200"} and tally.p99() < 2 * idle:
            return at
        print(f"Not yet as before, {at:.1f} s after the overload: {tally}", flush=True)
    return float("inf")


async def capacity_of(port: int, request: bytes) -> float:
    """Measure how many requests a second a service answers that refuses none."""
    measured = await press(port, request, connections=CONNECTIONS, seconds=10)
    assert not measured.failures
    return measured.per_second


async def pressed(port: int, request: bytes, tables: list[Table], capacity: float, seconds: float) -> list[str]:
    """Measure the idle service, and one that is asked for twice its capacity; return what is not as it should be.

    The players act all the time, so that the idle load and the load afterwards are measured beside the same acts.
    """
    over, players = asyncio.Event(), [Player(table) for table in tables]
    playing = [asyncio.create_task(player.play(port, over)) for player in players]
    calm = await Load(port, repeat(request)).run(LITTLE * capacity, 15)
    idle = calm.p99()
    print(f"Capacity: {capacity:,.0f} requests/s. Idle: {calm}", flush=True)
    load = Load(port, repeat(request), counted_from=time.perf_counter() + NOTICING)
    tally = await load.run(2 * capacity, seconds)
    print(f"Twice that for {seconds:.0f} s: {tally}; p99 is {tally.p99() / idle:.1f} × idle", flush=True)
    recovery = await recovered_in(port, request, LITTLE * capacity, idle)
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
