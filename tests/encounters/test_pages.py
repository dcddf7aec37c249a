"""What is stored is compressed, and a page of it ends before it gets too long."""

from dataclasses import replace
from random import Random
from typing import Any

import orjson
import pytest

from service.api.http.problem_documents import Asgi
from service.encounters.changes import Row
from service.encounters.notices import feed as feeds
from service.encounters.notices.feed import Feed
from service.encounters.reveal import Reveal, Sight
from service.encounters.stored.encounter_store import Store
from service.encounters.stored.log_reader import LogReader, StoredEntry
from service.encounters.stored.page_store import Pages
from service.encounters.versions import creation_of, new_version
from service.errors import TooLargeToStore
from service.store import dictionaries, packing
from service.store.attempts import KeyedAttempts, set_attempts
from service.store.connection import Connection
from service.store.key_names import PLAYERS, keys_of
from service.store.notifications import Notifications
from service.store.packing import PAGE_BYTES, packed, unpacked
from tests.encounters.client import DUEL, Client, Table, seated
from tests.encounters.fights import an_encounter, state_change, stored

RESULTS = 20


def fat(size: int, seed: int = 1) -> dict[str, Any]:
    """A document of about so many bytes that is compressed as answers are."""
    words = Random(seed).choices([f'"rolls {n} against {n + 3}"' for n in range(400)], k=size // 23)
    return {"steps": orjson.loads(f"[{','.join(words)}]")}


@pytest.fixture
def inflated(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many bytes each document had that was decompressed."""
    sizes: list[int] = []
    plain = dictionaries.decompressed

    def counting(frame: bytes, size: int) -> bytes:
        sizes.append(size)
        return plain(frame, size)

    monkeypatch.setattr(packing, "decompressed", counting)
    return sizes


# ── Compressed ───────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("document", [b"", b"{}", b"z9:", b"=", b"\0\xff" * 40, b"{}" * 5000, bytes(range(256)) * 40])
def test_what_is_packed_comes_back(document: bytes) -> None:
    """Any bytes are the same after packing and unpacking, whatever they look like."""
    assert unpacked(packed(document)) == document


async def test_states_entries_and_results_are_deflated(app: Asgi, store: Connection) -> None:
    """What the store holds of an encounter and of a kept result is a third of the JSON, or less."""
    state = {"participants": [{"id": f"figure {n}", "fatigue": 20, "endurance": 18} for n in range(200)]}
    encounter = await stored(Store(store), state)
    page = (await Pages(store).put("dice/roll", state, None)).id
    async with store as redis:
        kept: Any = await redis.hget(keys_of(encounter.id)[0], "s1")
        log: Any = await redis.xrange(keys_of(encounter.id)[1])
        results: Any = await redis.xrange(f"umpire:{{{page}}}:page")
    ((_, entry),), ((_, result),) = log, results
    for each in (kept, entry[b"entry"], result[b"answer"]):
        assert 3 * len(each) < len(orjson.dumps(state))
    table = await seated(app)
    assert (await table.log())[0]["state"] == (await table.get())["state"]


async def test_entries_of_older_releases_are_read(app: Asgi, store: Connection) -> None:
    """An entry that an older release has packed together with what viewers were shown of it is read as before."""
    table = await seated(app, reveal="faces")
    assert (await table.act("resolve-round")).status == 200
    logs = [[{**entry, "situation": None} for entry in await table.log(who)] for who in (table.referee, table.viewer)]
    name = keys_of(table.id)[1]
    async with store as redis:
        rows: Any = await redis.xrange(name)
        await redis.delete(name)
        for key, fields in rows:
            row = Row.of([word for pair in fields.items() for word in pair])
            together = packed(row.entry + b"\n" + row.shown)
            await redis.xadd(name, {"entry": together, "mark": fields[b"mark"], "note": row.note}, id=key)
    assert [await table.log(who) for who in (table.referee, table.viewer)] == logs


# ── Pages ────────────────────────────────────────────────────────────────────────────────────────────────────────────


async def test_a_page_of_results_ends_early(app: Asgi, store: Connection, inflated: list[int]) -> None:
    """Twenty long results are read in pages of at most 4 MB, each of which says where the next begins."""
    pages = Pages(store)
    answers = [fat(1_100_000, seed) for seed in range(RESULTS)]
    page = (await pages.put("dice/roll", answers[0], None)).id
    for answer in answers[1:]:
        await pages.put("dice/roll", answer, page)
    found: list[Any] = []
    more, after = True, 0
    while more:
        inflated.clear()
        reply = await Client(app).ask("GET", f"/v1/results/{page}?after={after}")
        assert reply.status == 200
        assert len(reply.body) < PAGE_BYTES + 10_000
        assert sum(inflated) <= len(reply.body)
        found += reply.json["results"]
        more, after = reply.json["more"], reply.json["next"]
        assert after == (found[-1]["version"] if more else None)
    assert [each["answer"] for each in found] == answers
    last = (await Client(app).ask("GET", f"/v1/results/{page}?after={RESULTS}")).json
    assert last == {"status": "found", "id": page, "results": [], "next": None, "more": False}


async def twelve_fat_entries(app: Asgi, store: Connection) -> Table:
    """An encounter with twelve long entries after the first."""
    table = await seated(app)
    encounters = Store(store)
    for number in range(12):
        encounter = await encounters.load(table.id)
        change = state_change(DUEL["state"])
        log_fields = {"outcome": {"note": fat(900_000, number)}}
        await encounters.write(new_version(encounter, replace(change, log_fields=log_fields)))
    return table


async def test_a_page_of_a_log_ends_early(app: Asgi, store: Connection, inflated: list[int]) -> None:
    """A referee's page of twelve long entries has 4 MB at most, and its cursor leads to all of them."""
    table = await twelve_fat_entries(app, store)
    versions: list[int] = []
    more, after = True, ""
    while more:
        inflated.clear()
        reply = await table.referee.ask("GET", f"{table.path}/log?limit=100{after}")
        assert len(reply.body) < PAGE_BYTES + 10_000
        assert sum(inflated) <= len(reply.body) + 10_000  # the state that holds is read for the token
        versions += [entry["version"] for entry in reply.json["entries"]]
        after, more = f"&after={reply.json['next']}", reply.json["more"]
    assert versions == list(range(1, 14))


async def test_a_feed_reads_long_entries_page_by_page(
    app: Asgi, store: Connection, store_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who follows a log of long entries is told each of them once, in order, though no page holds many."""
    table = await twelve_fat_entries(app, store)
    notifications = Notifications(store_url)
    telling = LogReader(store)
    sizes: list[int] = []
    plain = LogReader.page

    async def noting(self: LogReader, name: str, after: int, count: int) -> feeds.Page[StoredEntry]:
        page = await plain(self, name, after, count)
        sizes.append(sum(each.size for each in page.entries))
        return page

    monkeypatch.setattr(LogReader, "page", noting)
    feed: Feed[StoredEntry] = Feed(notifications, telling)
    head = await telling.head(table.id)
    assert head is not None
    async with feed.follow(table.id, 0, head.rights) as follower:
        versions = [(await anext(follower)).version for _ in range(13)]
        assert versions == list(range(1, 14))
    await notifications.close()
    assert max(sizes) <= PAGE_BYTES
    assert len([size for size in sizes if size]) > 1


async def test_a_page_has_no_more_entries_than_asked_for(app: Asgi) -> None:
    """A page ends at its limit, says that there is more, and the next one begins there."""
    table = await seated(app)
    for version in (1, 2):
        assert (await table.act("resolve-round", version=version)).status == 200
    first = (await table.referee.ask("GET", f"{table.path}/log?limit=2")).json
    assert ([each["version"] for each in first["entries"]], first["more"]) == ([1, 2], True)
    last = (await table.referee.ask("GET", f"{table.path}/log?limit=2&after={first['next']}")).json
    assert ([each["version"] for each in last["entries"]], last["more"], last["next"]) == ([3], False, None)


async def test_a_feed_of_a_veiled_fight_shows_outcomes(app: Asgi, store: Connection) -> None:
    """After a secret act viewers get no numbers of what came before it either, until the referee chooses anew."""
    table = await seated(app, reveal="all")
    reader = LogReader(store)
    for secret, shown in ((False, Reveal.ALL), (True, Reveal.OUTCOMES)):
        assert (await table.act("resolve-round", {"secret": secret})).status == 200
        assert {each.shown for each in (await reader.page(table.id, 0, 9)).entries} == {shown}


async def test_what_no_page_could_hold_is_not_stored(app: Asgi, store: Connection) -> None:
    """An answer, an entry or a state of more than 4 MB is refused, with its size, and nothing is stored."""
    large = fat(5_000_000)
    pages, encounters = Pages(store), Store(store)
    with pytest.raises(TooLargeToStore, match=r"The answer would have \d{7} bytes; at most 4000000 are stored"):
        await pages.put("dice/roll", large, None)
    with pytest.raises(TooLargeToStore, match="state"):
        await encounters.write(creation_of(an_encounter(large), Sight()))
    async with store as redis:
        kept = [key.decode() async for key in redis.scan_iter()]
    assert [key for key in kept if key != PLAYERS] == []  # a process writes who plays campaigns now and then by itself


# ── Indexes ──────────────────────────────────────────────────────────────────────────────────────────────────────────


async def test_a_result_that_is_put_again_is_found_without_reading_the_page(store: Connection) -> None:
    """A second try finds its result by an index: the store reads no entry of the page."""
    pages = Pages(store)
    page = (await pages.put("dice/roll", {"n": 0}, None)).id
    set_attempts(KeyedAttempts(b"key", b"secret"))
    first = await pages.put("dice/roll", {"n": 1}, page)
    async with store as redis:
        await redis.config_resetstat()
    set_attempts(KeyedAttempts(b"key", b"secret"))
    again = await pages.put("dice/roll", {"n": 1}, page)
    set_attempts(None)
    async with store as redis:
        ran = await redis.info("commandstats")
        kept = await redis.xlen(f"umpire:{{{page}}}:page")
        lives = [await redis.ttl(f"umpire:{{{page}}}:page{end}") for end in ("", ":marks")]
    assert (again, kept) == (first, 2)
    assert {"cmdstat_xrange", "cmdstat_xrevrange"} & ran.keys() == set()
    assert lives[0] == lives[1] > 0
