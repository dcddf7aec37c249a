"""Campaigns outlive the deaths of workers, services, schedulers and the store: no fight is missing, and none twice."""

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest

from service.encounters.due_lists import DueLists
from service.errors import StoreAway
from service.forecasts.campaign import Chunk, Plan, Run
from service.forecasts.campaign_store import Campaigns, CampaignStatus, StoredCampaign
from service.forecasts.cluster import Cluster, library
from service.forecasts.player import Player
from service.forecasts.tally import Tally
from service.operations.forecasts.campaigns.service import PART
from service.operations.validation import rewritten
from service.store.connection import Connection
from service.store.keys import CAMPAIGNS
from service.store.server import PrivateStore
from tests.campaigns.clusters import local_cluster
from tests.campaigns.light import play_chunk
from tests.campaigns.specs import ID, asked, in_order, known, stored_tallies, tallies
from tests.encounters.live import serving
from tests.encounters.nodes import free_ports
from tests.patience import PATIENCE

MANY: Final = {"max_fights": 2_400}
"""So many chunks that a campaign is in its middle when it is first looked at."""


@asynccontextmanager
async def stored(url: str) -> AsyncIterator[Campaigns]:
    """Store a campaign with small chunks, due now."""
    connection = Connection(url)
    campaigns = Campaigns(connection)
    await campaigns.create(ID, "mass@1", rewritten(asked(**MANY)), 16)
    await DueLists(connection, CAMPAIGNS).add(ID, [PART])
    try:
        yield campaigns
    finally:
        await connection.close()


async def until(campaigns: Campaigns, fits: Callable[[StoredCampaign], bool]) -> StoredCampaign:
    """Wait for the campaign to be so, even while the store is away, and for as long as it gets on."""
    clock, version = asyncio.get_running_loop().time, 0
    async with asyncio.timeout(PATIENCE) as limit:
        while True:
            try:
                found = await campaigns.read(ID)
            except StoreAway:
                await asyncio.sleep(0.1)
                continue
            if fits(found):
                return found
            if found.version != version:
                version = found.version
                limit.reschedule(clock() + PATIENCE)
            await asyncio.sleep(0.02)


async def middle(campaigns: Campaigns) -> None:
    """Wait until some chunks are counted, and others are not."""
    found = await until(campaigns, lambda each: each.version > 1)
    assert found.status is CampaignStatus.RUNNING


async def is_counted(campaigns: Campaigns) -> bool:
    """Wait for the end, and tell whether each fight was counted once."""
    found = await until(campaigns, lambda each: each.status.is_final)
    assert (found.status, found.problem) == (CampaignStatus.DONE, None)
    cells = known(**MANY)
    return await stored_tallies(campaigns, cells) == tallies(in_order(cells))


@contextmanager
def running(*words: str) -> Iterator[subprocess.Popen[bytes]]:
    """Run a part of a cluster in a process of its own, and kill it at the end."""
    process = subprocess.Popen(
        [sys.executable, "-m", "distributed.cli." + words[0], *words[1:]],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        yield process
    finally:
        process.kill()
        process.wait()


def scheduler(port: int) -> Any:
    """Run a scheduler."""
    return running("dask_scheduler", "--host", "127.0.0.1", "--port", str(port), "--no-dashboard", "--no-show")


def worker(port: int) -> Any:
    """Run a worker, which comes back whenever a scheduler does."""
    address = f"tcp://127.0.0.1:{port}"
    options = ("--nthreads", "1", "--no-nanny", "--no-dashboard", "--death-timeout", str(PATIENCE))
    return running("dask_worker", address, *options)


@pytest.mark.parametrize("workers", [1, 2, 7])
async def test_the_number_of_workers_changes_nothing(workers: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """One process, two and seven count what this one does."""
    monkeypatch.setattr("service.forecasts.player.CHUNK_FUNCTION", "tests.campaigns.light:play_chunk")
    plan = Plan(3, 16, 320, 0.06, 0.95)
    run, alone = Run(plan), Run(plan)
    async with local_cluster(workers) as cluster, asyncio.timeout(PATIENCE):
        await Player(run, cluster, light).play()
    while (chunk := alone.next_chunk()) is not None:
        alone.take(chunk, Tally.of_data(play_chunk(*light(chunk))[0]))
    assert tallies(run) == tallies(alone)


async def test_workers_may_be_killed_at_any_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Twenty times some process of the cluster is killed while chunks are played."""
    chance, deaths = Random(7), 0
    async with endless(3, monkeypatch) as (cluster, once_more):
        while deaths < 20:
            await once_more()
            deaths += is_killed(chance, cluster)
        await once_more()


async def test_a_cluster_that_gives_up_its_processes_is_opened_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Dask gives up a process that does not come back soon enough; here at once, so that none is left."""
    monkeypatch.setattr("service.forecasts.player.WIDTH_SECONDS", 0.1)
    library()
    dask = import_module("dask").config
    async with endless(2, monkeypatch) as (cluster, once_more):
        await once_more()
        first = cluster._local
        nannies = list(first.workers.values())
        with dask.set({"distributed.deploy.lost-worker-timeout": "0 s"}):
            for nanny in nannies:
                os.kill(nanny.pid, signal.SIGKILL)
            async with asyncio.timeout(PATIENCE):
                await asyncio.gather(*[nanny.finished() for nanny in nannies])
        while cluster._local in (None, first):
            await once_more()


@asynccontextmanager
async def endless(
    workers: int, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[tuple[Cluster, Callable[[], Awaitable[None]]]]:
    """Play a campaign without end; give its cluster, and what waits until more is counted. Each fight counts once."""
    monkeypatch.setattr("service.forecasts.player.CHUNK_FUNCTION", "tests.campaigns.light:play_chunk")
    plan, counted = Plan(3, 16, 16 * 100_000, None, 0.95), asyncio.Event()
    run = Run(plan)
    async with local_cluster(workers) as cluster:
        playing = asyncio.create_task(Player(run, cluster, light, lambda changed: counted.set()).play())
        playing.add_done_callback(lambda ended: counted.set())

        async def once_more() -> None:
            counted.clear()
            async with asyncio.timeout(PATIENCE):
                await counted.wait()
            assert not playing.done(), playing

        try:
            yield cluster, once_more
        finally:
            playing.cancel()
            await asyncio.wait([playing])
    assert tallies(run) == tallies(so_far(plan, [cell.counted for cell in run.cells]))


def is_killed(chance: Random, cluster: Cluster) -> bool:
    """Kill some process of the cluster; return whether there was one, and it had not just ended by itself."""
    nannies = [] if cluster._local is None else cluster._local.workers.values()
    found = [each.pid for each in nannies if each.pid is not None]
    with suppress(ProcessLookupError):
        if found:
            os.kill(chance.choice(found), signal.SIGKILL)
            return True
    return False


def light(chunk: Chunk) -> tuple[Any, ...]:
    """Return what a chunk without rules is played with."""
    return chunk.cell, chunk.first, chunk.fights


def so_far(plan: Plan, counted: list[int]) -> Run:
    """Play so many chunks of each cell in this process."""
    run = Run(plan)
    while any(cell.counted < most for cell, most in zip(run.cells, counted, strict=True)):
        chunk = run.next_chunk()
        assert chunk is not None
        if chunk.number < counted[chunk.cell]:
            data, _ = play_chunk(*light(chunk))
            run.take(chunk, Tally.of_data(data))
    return run


async def test_a_service_may_be_killed(store: Connection, private_store: PrivateStore) -> None:
    """Another one goes on from the last checkpoint, once the lease of the first has ended."""
    async with stored(private_store.url) as campaigns:
        with serving(private_store.url, UMPIRE_CAMPAIGN_PROCESSES="1") as first:
            await middle(campaigns)
            first.process.kill()
            with serving(private_store.url, UMPIRE_CAMPAIGN_PROCESSES="1"):
                assert await is_counted(campaigns)


async def test_a_scheduler_may_be_killed(store: Connection, private_store: PrivateStore) -> None:
    """The service waits for another one at the same address, and gives it again what was lost."""
    (port,) = free_ports(1)
    async with stored(private_store.url) as campaigns:
        with serving(private_store.url, UMPIRE_DASK=f"tcp://127.0.0.1:{port}"):
            with scheduler(port), worker(port):
                await middle(campaigns)
            with scheduler(port), worker(port):
                assert await is_counted(campaigns)


async def test_a_store_may_be_killed(tmp_path: Path) -> None:
    """A store that keeps its data is started again; what it had not yet heard of is written then."""
    with PrivateStore(data=tmp_path) as store:
        async with stored(store.url) as campaigns:
            with serving(store.url, UMPIRE_CAMPAIGN_PROCESSES="1", UMPIRE_STORE_TIMEOUT="1"):
                await middle(campaigns)
                store._end()
                await asyncio.sleep(1)
                store.restart()
                assert await is_counted(campaigns)
