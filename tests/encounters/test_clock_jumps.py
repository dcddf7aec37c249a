"""Nothing that is kept hangs on a worker's clock: it may jump by days while encounters are played."""

import ast
import asyncio
import time
from collections.abc import Iterator
from contextlib import ExitStack
from email.utils import parsedate_to_datetime
from pathlib import Path
from typing import Any

import pytest

import service
from service.encounters.encounter import DEFAULT_TTL
from service.forecasts.campaigns.campaign_queue import LIFE_SECONDS
from service.store.connection import Connection
from service.store.idempotency_store import KEPT_SECONDS
from service.store.key_names import PLAYERS
from tests.encounters.client import STRIKE
from tests.encounters.live import Seat, Service, serving, sse
from tests.patience import PATIENCE

DAY = 24 * 60 * 60
JUMPS = ((0, 0), (DAY, 0), (DAY, -DAY), (-DAY, DAY), (0, -DAY), (0, 0))
WALL_CLOCKS = {"time", "time_ns", "localtime", "gmtime", "now", "utcnow", "today"}

ASKEW = """
import pathlib, time
real, real_ns, offset = time.time, time.time_ns, pathlib.Path({path!r})
time.time = lambda: real() + int(offset.read_text())
time.time_ns = lambda: real_ns() + int(offset.read_text()) * 10**9
"""


class Clocked:
    """A service whose clock can be set."""

    def __init__(self, service: Service, offset: Path) -> None:
        self.service = service
        self._offset = offset

    async def jump(self, seconds: int) -> None:
        """Set the clock so many seconds off, and wait until the service shows it."""
        following = self._offset.with_suffix(".next")
        following.write_text(str(seconds))
        following.replace(self._offset)
        until = time.monotonic() + PATIENCE
        while abs(await self._shown() - time.time() - seconds) > DAY / 4:
            assert time.monotonic() < until, "the clock does not jump"
            await asyncio.sleep(0.1)

    async def _shown(self) -> float:
        return parsedate_to_datetime((await self.service.ask("GET", "/livez")).headers["date"]).timestamp()


@pytest.fixture
def clocked(store_url: str, tmp_path: Path) -> Iterator[list[Clocked]]:
    """Two services on one store, each with a clock of its own, and quotas."""
    with ExitStack() as stack:
        found = []
        for name in ("one", "other"):
            offset = tmp_path / name
            offset.write_text("0")
            askew = ASKEW.format(path=str(offset))
            running = stack.enter_context(serving(store_url, before=askew, UMPIRE_RATE_LIMIT="999/day"))
            found.append(Clocked(running, offset))
        yield found


async def act(service: Service, seat: Seat, version: int, **headers: str) -> Any:
    """Strike."""
    path, right = f"/v1/encounters/{seat.id}/resolve-attack", f"Bearer {seat.referee}"
    return await service.ask("POST", path, STRIKE, authorization=right, if_match=f'"{version}"', **headers)


async def lives(store: Connection, *of: str) -> list[int]:
    """How long the keys have to live whose names have one of these words."""
    async with store as redis:
        keys = [bytes(key).decode() async for key in redis.scan_iter("umpire:*")]
        return [int(await redis.ttl(key)) for key in keys if any(word in key for word in of)]


async def test_clocks_that_jump_change_nothing(clocked: list[Clocked], store: Connection) -> None:
    """Two workers' clocks jump days apart: no change is lost or out of order; feeds, keys and lifetimes hold."""
    one, other = (each.service for each in clocked)
    seat = await one.seat()
    first = await act(one, seat, 1, idempotency_key="k")
    assert first.status_code == 200, first.text
    version = 2
    async with sse(one.port, seat, after=1) as here, sse(other.port, seat, seat.viewer, after=1) as there:
        for jumps in JUMPS:
            for each, seconds in zip(clocked, jumps, strict=True):
                await each.jump(seconds)
            for running in (one, other):
                again = await act(running, seat, 1, idempotency_key="k")
                assert (again.content, again.headers["idempotent-replayed"]) == (first.content, "true")
                assert (await running.change(seat, version)).json()["version"] == version + 1
                version += 1
                assert (await act(running, seat, version - 1)).status_code == 412
            encounter, told = await lives(store, seat.id), await lives(store, ":key:")
            assert (len(encounter), len(told)) == (2, 1)
            assert all(DEFAULT_TTL - DAY / 2 < life <= DEFAULT_TTL for life in encounter)
            assert all(KEPT_SECONDS - DAY / 2 < life <= KEPT_SECONDS for life in told)
            assert all(0 < life <= LIFE_SECONDS for life in await lives(store, PLAYERS))
        for events in (here, there):
            async with asyncio.timeout(PATIENCE):
                told = aiter(events)
                assert [int((await anext(told))["id"]) for _ in range(version - 1)] == list(range(2, version + 1))
    proof = await other.ask("POST", f"/v1/encounters/{seat.id}/verify", authorization=f"Bearer {seat.referee}")
    assert (proof.json()["status"], proof.json()["version"]) == ("verified", version), proof.text
    left = [
        int((await each.ask("GET", "/v1/meta")).headers["ratelimit"].split("r=")[1].split(";")[0])
        for each in (one, other)
    ]
    assert left[1] in {left[0] - 1, left[0]}


@pytest.mark.parametrize("layer", ["encounters", "operations"])
def test_no_wall_clock_is_read(layer: str) -> None:
    """What keeps and plays encounters reads no wall clock: times to live are the store's, waits are monotonic."""
    places = sorted((Path(service.__file__).parent / layer).rglob("*.py"))
    assert places
    read = [
        (place.name, node.lineno)
        for place in places
        for node in ast.walk(ast.parse(place.read_text()))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in WALL_CLOCKS
        if ast.unparse(node.func) not in {"loop.time", "asyncio.get_running_loop().time"}
    ]
    assert read == []
