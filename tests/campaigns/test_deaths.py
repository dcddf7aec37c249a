"""Campaigns outlive the deaths of workers, services, schedulers and the store: no fight is missing, and none twice."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

import pytest

from service.errors import StoreAway
from service.forecasts.campaigns.campaign import Plan, Run
from service.forecasts.campaigns.campaign_queue import CampaignQueue
from service.forecasts.campaigns.campaign_store import Campaigns, CampaignStatus, StoredCampaign
from service.forecasts.campaigns.player import Player
from service.operations.validation import rewritten
from service.operations.work.executor import LocalProcesses
from service.store.connection import Connection
from service.store.private.server import PrivateStore
from tests.campaigns.killing import PRELOAD, killed, light, scheduler, worker
from tests.campaigns.light import light_tally, play_slice
from tests.campaigns.specs import ID, asked, in_order, known, stored_tallies, tallies
from tests.encounters.live import serving
from tests.encounters.nodes import free_ports
from tests.patience import PATIENCE
from tests.rings import long

pytestmark = long

MANY: Final = {"max_fights": 2_400}
"""So many chunks that a campaign is in its middle when it is first looked at."""


@asynccontextmanager
async def stored(url: str) -> AsyncIterator[Campaigns]:
    """Store a campaign with small chunks, due now."""
    connection = Connection(url)
    campaigns = Campaigns(connection)
    await campaigns.create(ID, "mass@2", rewritten(asked(**MANY)), 16)
    await CampaignQueue(connection).add(ID, None)
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


@pytest.mark.parametrize("processes", [1, 2, 7])
async def test_the_number_of_processes_changes_nothing(processes: int) -> None:
    """One process, two and seven count what this one does."""
    plan = Plan(3, 16, 320, 0.06, 0.95)
    run, alone = Run(plan), Run(plan)
    player = Player(LocalProcesses(processes, PRELOAD), play_slice)
    async with asyncio.timeout(PATIENCE):
        await player.play(run, light)
    await player.close()
    while (chunk := alone.next_chunk()) is not None:
        alone.take(chunk, light_tally(*light(chunk)))
    assert tallies(run) == tallies(alone)


@pytest.mark.parametrize(("executor", "times"), [("processes", 20), ("dask", 4)])
async def test_processes_may_be_killed_at_any_time(executor: str, times: int) -> None:
    """Some process is killed again and again while slices are played; `tests.long campaigns` does so 200 times."""
    await killed(executor, times)


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
