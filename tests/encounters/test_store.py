"""The contract of the store, on a real server."""

import asyncio

import orjson
import pytest

from service.encounters.encounter import EntryKind
from service.encounters.reveal import Sight
from service.encounters.stored.encounter_store import GONE, Store
from service.encounters.versions import creation_of, new_version
from service.errors import NothingToRedo, NothingToUndo, StoreAway, UnknownEncounter, VersionStale
from service.store.connection import Connection
from service.store.key_names import channel_of
from tests.encounters.fights import act, an_encounter, state_change, step, stored


@pytest.fixture
def encounters(store: Connection) -> Store:
    """The store of encounters, empty."""
    return Store(store)


async def versions(encounters: Store, id: str) -> list[int]:
    """The versions in the log."""
    return [orjson.loads(each)["version"] for each in await encounters.entries(id, 0, 1000)]


async def test_what_is_stored_is_what_is_loaded(encounters: Store) -> None:
    """An encounter comes back as it was written, with all its fields."""
    encounter = await stored(encounters, {"b": [1, {"ä": None}], "a": True})
    assert await encounters.load(encounter.id) == encounter


async def test_long_states_come_back_bit_for_bit(encounters: Store) -> None:
    """A state that is deflated in the store is the same afterwards."""
    encounter = await stored(encounters, {"figures": [{"hp": n} for n in range(5000)]})
    assert await encounters.load(encounter.id) == encounter


async def test_unknown_encounters_are_unknown(encounters: Store) -> None:
    """Nothing is read, written or deleted where no encounter is."""
    stranger = an_encounter()
    for attempt in (
        encounters.load(stranger.id),
        encounters.write(new_version(stranger, state_change({}))),
        encounters.set(stranger.id, 60, {"viewer": b""}),
        encounters.delete(stranger.id, 1),
        encounters.snapshot(stranger.id, 1),
    ):
        with pytest.raises(UnknownEncounter):
            await attempt


async def test_every_change_is_a_version_and_an_entry(encounters: Store) -> None:
    """Versions grow by one, and each has its entry, in order."""
    name = (await stored(encounters)).id
    for hp in (9, 7, 7):
        assert orjson.loads((await act(encounters, name, {"hp": hp})).state) == {"hp": hp}
    assert (await encounters.load(name)).version == 4
    assert await versions(encounters, name) == [1, 2, 3, 4]


async def test_a_stale_change_writes_nothing(encounters: Store) -> None:
    """Of two changes to one version the second is refused, and leaves no trace."""
    encounter = await stored(encounters)
    await encounters.write(new_version(encounter, state_change({"hp": 9})))
    before = await encounters.load(encounter.id)
    with pytest.raises(VersionStale, match="version 2"):
        await encounters.write(new_version(encounter, state_change({"hp": 1})))
    with pytest.raises(VersionStale):
        await encounters.delete(encounter.id, 1)
    with pytest.raises(VersionStale):
        await encounters.write(creation_of(encounter, Sight()))
    assert await encounters.load(encounter.id) == before
    assert await versions(encounters, encounter.id) == [1, 2]


async def test_a_change_whose_reply_was_lost_counts_once(
    encounters: Store, store: Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same change sent twice by a connection that lost the first reply is written once, and succeeds."""
    encounter = await stored(encounters)
    monkeypatch.setattr("secrets.token_bytes", lambda count: b"m" * count)
    change = new_version(encounter, state_change({"hp": 9}))
    await encounters.write(change)
    await encounters.write(change)
    assert await versions(encounters, encounter.id) == [1, 2]


async def test_undo_returns_to_the_state_before(encounters: Store) -> None:
    """Undoing and redoing walk back and forth over the same states, bit for bit, and are versions themselves."""
    first = await stored(encounters)
    second = await act(encounters, first.id, {"hp": 8})
    third = await act(encounters, first.id, {"hp": 3})
    walk = [(EntryKind.UNDO, second), (EntryKind.UNDO, first), (EntryKind.REDO, second), (EntryKind.REDO, third)]
    for kind, expected in walk:
        now = await step(encounters, first.id, kind)
        assert (now.state, now.state_hash) == (expected.state, expected.state_hash)
    assert await versions(encounters, first.id) == [1, 2, 3, 4, 5, 6, 7]


async def test_there_is_an_end_to_undoing(encounters: Store) -> None:
    """What was created cannot be undone, and nothing can be redone once something else was done."""
    name = (await stored(encounters)).id
    with pytest.raises(NothingToUndo):
        await step(encounters, name, EntryKind.UNDO)
    await act(encounters, name, {"hp": 8})
    await step(encounters, name, EntryKind.UNDO)
    await act(encounters, name, {"hp": 7})
    with pytest.raises(NothingToRedo):
        await step(encounters, name, EntryKind.REDO)
    assert orjson.loads((await step(encounters, name, EntryKind.UNDO)).state) == {"hp": 10}
    assert orjson.loads((await step(encounters, name, EntryKind.REDO)).state) == {"hp": 7}


async def test_the_log_is_read_in_pages(encounters: Store) -> None:
    """Pages follow each other without gap or repetition."""
    name = (await stored(encounters)).id
    for hp in range(5):
        await act(encounters, name, {"hp": hp})
    pages = [await encounters.entries(name, after, 2) for after in (0, 2, 4, 6)]
    assert [[orjson.loads(each)["version"] for each in page] for page in pages] == [[1, 2], [3, 4], [5, 6], []]


async def test_everything_runs_out(encounters: Store, store: Connection) -> None:
    """Both keys have the same time to live, which every use renews, and no other key is left behind."""
    encounter = await stored(encounters, ttl=100)
    async with store as redis:
        keys = [key async for key in redis.scan_iter() if b"campaigns" not in key]  # other tests have services there
        assert len(keys) == 2
        assert [98 < await redis.ttl(key) <= 100 for key in keys] == [True, True]
        for key in keys:
            await redis.expire(key, 7)
    await encounters.load(encounter.id)
    async with store as redis:
        assert [98 < await redis.ttl(key) <= 100 for key in keys] == [True, True]


async def test_one_hash_tag(encounters: Store, store: Connection) -> None:
    """All keys of an encounter and its channel lie in one slot of a cluster."""
    encounter = await stored(encounters)
    async with store as redis:
        keys = [str(key) async for key in redis.scan_iter()]
    tags = {key.partition("{")[2].partition("}")[0] for key in [*keys, channel_of(encounter.id)]}
    assert tags == {encounter.id}


async def test_changes_are_published(encounters: Store, store: Connection) -> None:
    """Whoever listens hears the version of each change, and that the encounter is gone."""
    encounter, heard = an_encounter(), list[bytes]()
    async with store as redis, redis.pubsub(ignore_subscribe_messages=True) as listener:
        await listener.subscribe(channel_of(encounter.id))
        await encounters.write(creation_of(encounter, Sight()))
        await act(encounters, encounter.id, {"hp": 1})
        await encounters.delete(encounter.id, 2)
        while len(heard) < 3:
            message = await listener.get_message(timeout=1)
            heard += [message["data"]] if message else []
    assert heard == [b"1", b"2", GONE]


async def test_deleted_is_gone(encounters: Store, store: Connection) -> None:
    """After deletion neither the encounter nor its log is left."""
    encounter = await stored(encounters)
    await encounters.delete(encounter.id, 1)
    async with store as redis:
        assert [key async for key in redis.scan_iter()] == []


async def test_scripts_survive_a_restart(encounters: Store, store: Connection) -> None:
    """A server that has forgotten the scripts is told them again."""
    encounter = await stored(encounters)
    async with store as redis:
        await redis.script_flush()
    assert (await act(encounters, encounter.id, {"hp": 2})).version == 2


async def test_losers_write_nothing(encounters: Store) -> None:
    """Of 50 who change one version at once one wins, and the others know that they lost."""
    encounter = await stored(encounters)
    changes = [encounters.write(new_version(encounter, state_change({"hp": hp}))) for hp in range(50)]
    results = await asyncio.gather(*changes, return_exceptions=True)
    assert [type(each) for each in results].count(VersionStale) == 49
    assert await versions(encounters, encounter.id) == [1, 2]


async def test_a_store_that_is_away_says_so(no_store: Connection) -> None:
    """Without a store every call raises StoreAway."""
    with pytest.raises(StoreAway):
        await Store(no_store).load("x")
