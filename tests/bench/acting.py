"""Acting on encounters over HTTP beside endpoints that only read and write the store, with the same sizes.

Every connection acts on an encounter of its own, each time on the version that the act before made. The store shares
its core with the load, and the servers, of which one at a time is pressed, have the other.
"""

import asyncio
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import count, repeat
from pathlib import Path
from statistics import median
from typing import Any, Final

import orjson

from service.api.rest.router import RestRouter
from service.app import registry_with
from service.store.connection import Connection
from service.store.private.server import PrivateStore
from tests.bench.apps import ANSWER_VARIABLE, LOADED_VARIABLE, STORE_VARIABLE, STORED_VARIABLE
from tests.bench.load import Measured, press_with, request_of
from tests.bench.pace import CONNECTIONS, ROUNDS, SECONDS, SERVICE
from tests.bench.servers import serving
from tests.encounters.client import LASTING, STRIKE, Table, seated

REFERENCE: Final = "Starlette, get and Lua write"
TITLES: Final = {
    REFERENCE: "tests.bench.apps:starlette_store",
    "Starlette, the same through the service's connection": "tests.bench.apps:starlette_connection",
    "acting on an encounter": SERVICE,
}
TURNS: Final = 6
"""How often a server is pressed in each round."""
ENDLESS = {"UMPIRE_CREATION_QUOTA": "999999/second", "UMPIRE_STORAGE_QUOTA": "999999GB/second"}
"""Quotas that are counted, and never spent."""


@dataclass(frozen=True, slots=True)
class Sizes:
    """What an act reads from the store and writes to it, and its request and answer."""

    loaded: bytes
    stored: bytes
    body: bytes
    answer: bytes


def acts(table: Table, body: bytes) -> Iterator[bytes]:
    """Act on one version after the other."""
    path, right = f"{table.path}/resolve-attack", f"Bearer {table.referee.token}"
    for version in count(1):
        yield request_of(path, body, {"authorization": right, "if-match": f'"{version}"'})


async def tables_of(url: str, how_many: int) -> list[Table]:
    """Begin duels that last longer than any run."""
    connection = Connection(url)
    app = RestRouter(registry_with(connection))
    tables = [await seated(app, **LASTING) for _ in range(how_many)]
    await connection.close()
    return tables


async def sizes_of(url: str) -> Sizes:
    """Act a few times, and weigh what that takes."""
    (table,) = await tables_of(url, 1)
    connection = Connection(url)
    table.referee.app = RestRouter(registry_with(connection))
    before, answer = 0, b""
    for version in range(1, 10):
        before = await _weight(connection, table)
        reply = await table.act("resolve-attack", STRIKE, version=version)
        assert reply.status == 200, reply.body
        answer = reply.body
    stored = await _weight(connection, table) - before
    async with connection as redis:
        state: Any = await redis.hget(f"umpire:{{{table.id}}}:encounter", "s9")
        rulings: Any = await redis.hget(f"umpire:{{{table.id}}}:encounter", "rulings")
    await connection.close()
    return Sizes(state + rulings, b"x" * stored, orjson.dumps(STRIKE), answer)


async def _weight(connection: Connection, table: Table) -> int:
    """Return how many bytes the entries and states of an encounter have."""
    async with connection as redis:
        entries: Any = await redis.xrange(f"umpire:{{{table.id}}}:log")
        fields: Any = await redis.hgetall(f"umpire:{{{table.id}}}:encounter")
    return sum(len(entry[b"entry"]) + len(entry[b"shown"]) for _, entry in entries) + sum(map(len, fields.values()))


async def streams_of(url: str, factory: str, body: bytes) -> list[Iterator[bytes]]:
    """Return what is sent on each connection: acts on an encounter of its own, or always the same of the same size."""
    if factory == SERVICE:
        return [acts(table, body) for table in await tables_of(url, CONNECTIONS)]
    tag = {"authorization": "Bearer " + "x" * 43, "if-match": '"100"'}
    return [repeat(request_of("/" + "x" * 62, body, tag))] * CONNECTIONS


def rounds(url: str, body: bytes, environment: Mapping[str, str]) -> dict[str, list[Measured]]:
    """Press every server in turn, many times and each time shortly, so that whatever else runs here hits all alike."""
    runs: dict[str, list[Measured]] = {title: [] for title in TITLES}
    with ExitStack() as stack:
        ports, streams = {}, {}
        for title, factory in TITLES.items():
            ports[title] = stack.enter_context(serving(factory, environment)).port
            streams[title] = asyncio.run(streams_of(url, factory, body))
        for number in range(ROUNDS * TURNS + 1):
            for title in TITLES:
                run = asyncio.run(press_with(ports[title], streams[title], seconds=SECONDS / TURNS))
                assert not run.failures, f"{title}: {run.failures} failures"
                if number:  # the first turn warms up
                    runs[title].append(run)
    return runs


def measure(folder: Path) -> None:
    """Press the servers, and print medians and the median of the ratios of each round."""
    with PrivateStore() as store:
        sizes = asyncio.run(sizes_of(store.url))
        parts = {LOADED_VARIABLE: sizes.loaded, STORED_VARIABLE: sizes.stored, ANSWER_VARIABLE: sizes.answer}
        environment = {STORE_VARIABLE: store.url, "UMPIRE_REDIS_URL": store.url, **ENDLESS}
        for name, part in parts.items():
            environment[name] = str(folder / name)
            (folder / name).write_bytes(part)
        runs = rounds(store.url, sizes.body, environment)
    told = f"{len(sizes.body)} B in, {len(sizes.answer)} B out, {len(sizes.loaded)} B read"
    print(f"\nActing: {told}, {len(sizes.stored)} B written, {CONNECTIONS} connections\n")
    print("| server | requests/s | of get and Lua write | p50 ms | p99 ms |\n|---|---:|---:|---:|---:|")
    for title, measured in runs.items():
        per_second = median(run.per_second for run in measured)
        pairs = zip(measured, runs[REFERENCE], strict=True)
        share = median(run.per_second / reference.per_second for run, reference in pairs)
        p50, p99 = (median(run.milliseconds(part) for run in measured) for part in (0.5, 0.99))
        print(f"| {title} | {per_second:,.0f} | {share:.0%} | {p50:.2f} | {p99:.2f} |")


def main() -> None:
    """Measure, with the bodies in a folder that is gone afterwards."""
    with tempfile.TemporaryDirectory() as folder:
        measure(Path(folder))
