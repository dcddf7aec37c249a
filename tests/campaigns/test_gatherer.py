"""Gatherers play the campaigns in the store: one after the other, each counted once, whoever dies."""

import asyncio
import re
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import pytest
from structlog.testing import capture_logs

from service.app import campaign_cells, play_slice, slice_player
from service.errors import StoreAway
from service.forecasts.campaigns import gatherer as gathering
from service.forecasts.campaigns.campaign_queue import CampaignQueue
from service.forecasts.campaigns.campaign_store import Campaigns, CampaignStatus, Checkpoint, Held, StoredCampaign
from service.forecasts.campaigns.gatherer import Gatherer
from service.forecasts.campaigns.player import PlayedSlice, Player
from service.forecasts.problems import UnknownCampaign
from service.operations.forecasts.campaigns.service import preparing
from service.operations.validation import rewritten
from service.settings.access.scopes import current_caller
from service.store.connection import Connection
from service.store.key_names import campaign_keys_of
from service.store.quotas import Quotas
from tests.campaigns.specs import CHUNK, ID, Counter, Here, asked, in_order, known, stored_tallies, tallies
from tests.patience import PATIENCE

RULES = "mass@2"


@pytest.fixture(autouse=True)
def whole_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each slice is a whole chunk, however slow this machine is."""
    monkeypatch.setattr(slice_player(), "_seconds", PATIENCE)


async def begin(store: Connection, id: str = ID, ruleset: str = RULES) -> Campaigns:
    """Store a campaign with small chunks, due now."""
    campaigns = Campaigns(store)
    await campaigns.create(id, ruleset, rewritten(asked()), CHUNK)
    await CampaignQueue(store).add(id, current_caller.get())
    return campaigns


async def until(campaigns: Campaigns, fits: Callable[[StoredCampaign], bool], id: str = ID) -> StoredCampaign:
    """Wait for a campaign to be so."""
    async with asyncio.timeout(PATIENCE):
        found = await campaigns.read(id)
        while not fits(found):
            await asyncio.sleep(0.02)
            found = await campaigns.read(id)
        return found


@asynccontextmanager
async def gatherer(store: Connection, cluster: Here, counter: Counter | None = None) -> AsyncIterator[Gatherer]:
    """Run a gatherer."""
    own = Gatherer(
        Campaigns(store),
        CampaignQueue(store),
        Player(cluster, play_slice),
        preparing(campaign_cells()),
        counter or Counter(),
    )
    own.start()
    try:
        yield own
    finally:
        await own.stop()


async def test_a_campaign_is_played_to_its_end(store: Connection) -> None:
    """What is stored is what a single process counts; the executor is closed at the end."""
    campaigns, cluster, counter = await begin(store), Here(), Counter()
    async with gatherer(store, cluster, counter):
        found = await until(campaigns, lambda each: each.status.is_final)
    assert (found.status, found.share, found.fights, found.problem) == (CampaignStatus.DONE, 1.0, 960, None)
    assert await stored_tallies(campaigns, known()) == tallies(in_order(known()))
    assert (counter.fights, counter.running[0], counter.running[-1]) == (960, 1, 0)
    assert cluster.closed
    assert len(found.told) == 3


async def test_another_process_goes_on_from_the_checkpoint(store: Connection) -> None:
    """The first gatherer is stopped in the middle; the second one counts only what is missing."""
    campaigns, first, second = await begin(store), Here(most=25), Here()
    async with gatherer(store, first):
        await first.is_held.wait()
    half = await campaigns.read(ID)
    assert (half.status, 0 < half.fights < 960) == (CampaignStatus.RUNNING, True)
    async with gatherer(store, second):
        await until(campaigns, lambda each: each.status.is_final)
    assert await stored_tallies(campaigns, known()) == tallies(in_order(known()))
    assert second.played == 60 - half.fights // CHUNK


async def test_a_cancelled_campaign_stops_and_can_be_read(store: Connection) -> None:
    """The gatherer drops its chunks, takes the next campaign, and what was counted stays."""
    campaigns, cluster = await begin(store), Here(most=25)
    async with gatherer(store, cluster):
        await cluster.is_held.wait()
        await until(campaigns, lambda each: each.version > 1)
        await campaigns.cancel(ID)
        cluster.release()
        other = await begin(store, ID[::-1])
        assert (await until(other, lambda each: each.status.is_final, ID[::-1])).fights == 960
    found = await campaigns.read(ID)
    assert (found.status, 0 < found.fights < 960) == (CampaignStatus.CANCELLED, True)
    await campaigns.cancel(ID)
    assert (await campaigns.read(ID)).version == found.version


async def test_a_chunk_that_fails_is_named(store: Connection, monkeypatch: pytest.MonkeyPatch) -> None:
    """The campaign has failed; the problem says which cell, which fights, and how."""
    campaigns, cluster = await begin(store), Here()

    def fail(*what: object) -> PlayedSlice:
        return PlayedSlice({}, 0.0, "TooManyDice: more than 100,000 dice")

    monkeypatch.setattr("tests.campaigns.test_gatherer.play_slice", fail)
    async with gatherer(store, cluster):
        found = await until(campaigns, lambda each: each.status.is_final)
    assert found.status is CampaignStatus.FAILED
    assert found.problem is not None
    assert re.match(r"Cell \d \((shaken|steady|brave)\) failed in its fights from \d+ on: TooManyDice", found.problem)


async def test_a_campaign_of_other_rules_is_not_played(store: Connection) -> None:
    """It says which rules it was started under."""
    campaigns = await begin(store, ruleset="mass@0")
    async with gatherer(store, Here()):
        found = await until(campaigns, lambda each: each.status.is_final)
    assert (found.status, "mass@0" in str(found.problem)) == (CampaignStatus.FAILED, True)


async def test_only_the_holder_writes(store: Connection) -> None:
    """Whoever held a campaign before cannot write any more; a campaign that is gone or finished is not held."""
    campaigns = await begin(store)
    one, two = await campaigns.hold(ID, "one"), await campaigns.hold(ID, "two")
    assert one is not None
    assert two is not None
    change = Checkpoint(CampaignStatus.RUNNING, None, 16, 0.5, 1.0, 2.0, {1: (b'{"a": 1}', b'{"cell": 1}')})
    assert not await campaigns.checkpoint(one, change)
    assert (await campaigns.confirm_held(one), await campaigns.confirm_held(two)) == (False, True)
    assert await campaigns.checkpoint(two, change)
    found = await campaigns.read(ID)
    assert (found.version, found.fights, found.share, found.played, found.told) == (2, 16, 0.5, 1.0, (b'{"cell": 1}',))
    assert (await campaigns.read(ID, after=2)).told == ()
    three = await campaigns.hold(ID, "three")
    assert three is not None
    assert three.cells == {1: b'{"a": 1}'}
    await campaigns.cancel(ID)
    assert not await campaigns.checkpoint(three, change)
    assert await campaigns.hold(ID, "four") is None
    assert await campaigns.hold("0" * 32, "five") is None
    with pytest.raises(UnknownCampaign):
        await campaigns.cancel("0" * 32)


async def test_a_retry_finds_the_campaign_as_it_is(store: Connection) -> None:
    """Campaigns expire a week after their last change."""
    campaigns = await begin(store)
    await campaigns.hold(ID, "one")
    await begin(store)
    assert (await campaigns.read(ID)).status is CampaignStatus.RUNNING
    async with store as redis:
        assert 604_000 < await redis.ttl(campaign_keys_of(ID)[0]) <= 604_800


async def test_a_store_that_is_away_loses_nothing(store: Connection, monkeypatch: pytest.MonkeyPatch) -> None:
    """Checkpoints that cannot be written are written later, and the end is."""
    campaigns, cluster = await begin(store), Here(most=25)
    written, failures = Campaigns.checkpoint, list[int]()

    async def write(self: Campaigns, held: Held, change: Checkpoint) -> bool:
        if len(failures) < 3:
            failures.append(1)
            raise StoreAway("The store does not answer.")
        return await written(self, held, change)

    monkeypatch.setattr(Campaigns, "checkpoint", write)
    monkeypatch.setattr(gathering, "CHECKPOINT_SECONDS", 0.01)
    async with gatherer(store, cluster):
        await cluster.is_held.wait()
        await until(campaigns, lambda each: each.version > 1)
        cluster.release()
    assert len(failures) == 3
    async with gatherer(store, Here()):
        await until(campaigns, lambda each: each.status.is_final)
    assert await stored_tallies(campaigns, known()) == tallies(in_order(known()))


async def test_cpu_seconds_are_charged(store_url: str, store: Connection) -> None:
    """A caller whose campaigns have taken more than its quota cannot start another for a while."""
    connection = Connection(store_url, PATIENCE, Quotas(played="2/day"))
    current_caller.set("192.0.2.7")
    campaigns = await begin(connection)
    held = await campaigns.hold(ID, "one")
    assert held is not None
    await campaigns.checkpoint(held, Checkpoint(CampaignStatus.DONE, None, 16, 1.0, 1.0, 5.5, {}))
    with pytest.raises(Exception, match="2/day CPU seconds of campaigns played"):
        await begin(connection, ID[::-1])
    current_caller.set("192.0.2.8")
    await begin(connection, ID[::-1])
    current_caller.set(None)
    await connection.close()


async def test_campaigns_are_played_at_the_same_time(store: Connection) -> None:
    """A small campaign of one caller ends while a long one of another, which came first, is under way."""
    current_caller.set("192.0.2.7")
    campaigns = Campaigns(store)
    await campaigns.create(ID, RULES, rewritten(asked(max_fights=1_000_000)), CHUNK)
    await CampaignQueue(store).add(ID, "192.0.2.7")
    async with gatherer(store, Here()):
        await until(campaigns, lambda each: each.version > 1)
        current_caller.set("192.0.2.8")
        await begin(store, ID[::-1])
        found = await until(campaigns, lambda each: each.status.is_final, ID[::-1])
        assert found.status is CampaignStatus.DONE
        assert (await campaigns.read(ID)).status is CampaignStatus.RUNNING
    current_caller.set(None)


async def test_a_caller_without_a_place_is_given_one(store: Connection, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many campaigns of another caller have the places, and wait for one before it."""
    monkeypatch.setattr(gathering, "MOST_PLACES", 2)
    monkeypatch.setattr(gathering, "TURN_SECONDS", PATIENCE)
    campaigns = Campaigns(store)
    current_caller.set("192.0.2.7")
    for number in range(12):
        long = f"{number:032x}"
        await campaigns.create(long, RULES, rewritten(asked(max_fights=1_000_000)), CHUNK)
        await CampaignQueue(store).add(long, "192.0.2.7")
    async with gatherer(store, Here()):
        current_caller.set("192.0.2.8")
        await begin(store, ID)
        found = await until(campaigns, lambda each: each.status.is_final, ID)
    assert found.status is CampaignStatus.DONE
    current_caller.set(None)


async def test_campaigns_of_one_caller_take_turns_at_the_places(
    store: Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A small campaign ends though long ones of the same caller have all places."""
    monkeypatch.setattr(gathering, "MOST_PLACES", 1)
    monkeypatch.setattr(gathering, "TURN_SECONDS", 0.1)
    campaigns = Campaigns(store)
    await campaigns.create("0" * 32, RULES, rewritten(asked(max_fights=1_000_000)), CHUNK)
    await CampaignQueue(store).add("0" * 32, None)
    await begin(store, ID)
    async with gatherer(store, Here()):
        await until(campaigns, lambda each: each.status.is_final, ID)
        assert not (await campaigns.read("0" * 32)).status.is_final


async def test_a_process_without_campaigns_is_given_one(store: Connection) -> None:
    """Of two processes, each plays one of two campaigns, though the first had both."""
    campaigns, first, second = Campaigns(store), Here(), Here()
    for name in ("0" * 32, "1" * 32):
        await campaigns.create(name, RULES, rewritten(asked(max_fights=1_000_000)), CHUNK)
        await CampaignQueue(store).add(name, None)
    async with gatherer(store, first):
        for name in ("0" * 32, "1" * 32):
            await until(campaigns, lambda each: each.version > 1, name)
        first.most = first.played  # it has begun both, and need play no more
        async with gatherer(store, second), asyncio.timeout(PATIENCE):
            await second.is_playing.wait()
            assert (await CampaignQueue(store).players()).processes == 2
    assert (await CampaignQueue(store).players()).processes == 0


async def test_a_spent_quota_interrupts_a_campaign(store_url: str) -> None:
    """It waits and says why, with its counted fights; another caller's is played, and it can be cancelled."""
    connection = Connection(store_url, PATIENCE, Quotas(played="2/day"))
    current_caller.set("192.0.2.7")
    campaigns = Campaigns(connection)
    await campaigns.create(ID, RULES, rewritten(asked(max_fights=1_000_000)), CHUNK)
    await CampaignQueue(connection).add(ID, "192.0.2.7")
    async with gatherer(connection, Here()):
        found = await until(campaigns, lambda each: each.status is CampaignStatus.WAITING)
        assert found.fights > 0
        assert found.problem is not None
        assert re.match(
            r"The campaign waits, because its caller's quota of CPU seconds .* in \d+ seconds\.", found.problem
        )
        current_caller.set("192.0.2.8")
        await begin(connection, ID[::-1])
        await until(campaigns, lambda each: each.status.is_final, ID[::-1])
        await campaigns.cancel(ID)
        assert (await campaigns.read(ID)).status is CampaignStatus.CANCELLED
    current_caller.set(None)
    await connection.close()


async def test_a_campaign_that_waited_goes_on(store: Connection) -> None:
    """What waits is held again, and its reason is gone."""
    campaigns = await begin(store)
    held = await campaigns.hold(ID, "one")
    assert held is not None
    await campaigns.checkpoint(held, Checkpoint(CampaignStatus.WAITING, "It waits.", 0, 0.0, 0.0, 0.0, {}))
    async with gatherer(store, Here()):
        found = await until(campaigns, lambda each: each.status.is_final)
    assert (found.status, found.problem) == (CampaignStatus.DONE, None)


async def test_that_nobody_plays_is_logged(store: Connection) -> None:
    """Once, with the number of workers, and once that somebody plays again."""
    campaigns, executor = await begin(store), Here(most=0)
    executor.width = 0
    with capture_logs() as logs:
        async with gatherer(store, executor):
            await executor.is_held.wait()
            await asyncio.sleep(2 * gathering.POLL_SECONDS)
            executor.width = 1
            executor.release()
            await until(campaigns, lambda each: each.status.is_final)
            await asyncio.sleep(2 * gathering.POLL_SECONDS)
    events = [each["event"] for each in logs if "play" in each["event"]]
    assert events[:1] == ["nobody plays campaigns"]
    assert next(each for each in logs if each["event"] == events[0])["workers"] == 0
