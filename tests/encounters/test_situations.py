"""Every answer that has the state of an encounter says whose turn it is; viewers see it without hidden figures."""

from copy import deepcopy
from typing import Any, Final

import pytest

from service.api.http.problem_documents import Asgi
from service.api.rest.router import RestRouter
from service.app import registry_with
from service.errors import WorkersBusy
from service.operations.encounters.playing import situations
from service.operations.encounters.reading import encounter_moves
from service.store.connection import Connection
from service.store.key_names import keys_of
from tests.api.in_process import Pool
from tests.encounters.client import DUEL, STRIKE, Client, Table, seated
from tests.encounters.plays import PLAYS, RIGHT, begun, moves
from tests.encounters.test_rulesets import moved
from tests.encounters.watching import Hall

EACH: Final = pytest.mark.parametrize("family", sorted(PLAYS))


@EACH
async def test_every_answer_with_a_state_has_the_situation(app: Asgi, family: str) -> None:
    """Creation, act, preview, correction, undo, redo, fork and reading say what the stateless operation says."""
    client = Client(app)
    created = (await client.ask("POST", "/v1/encounters", begun(family))).json
    table = Table(created["id"], Client(app, created["referee"]), Client(app, created["viewer"]), client)
    pointer, value = RIGHT[family]
    strike = moves(family)["resolve-round"]
    preview = await table.referee.ask("POST", f"{table.path}/resolve-round/preview", strike)
    acted = await table.act("resolve-round", strike)
    corrected = await table.correct(changes=[{"pointer": pointer, "value": value}])
    undone, redone = [await table.change(how) for how in ("undo", "redo")]
    forked = await table.referee.ask("POST", f"{table.path}/fork")
    read = await table.referee.ask("GET", table.path)
    answers = [created, *[each.json for each in (preview, acted, corrected, undone, redone, forked, read)]]
    assert len({str(each["state"]) for each in answers}) > 1
    for answer in answers:
        asked = {"input": {"state": answer["state"]}, "rulings": created["rulings"]}
        stateless = (await client.ask("POST", f"/v1/{family}/situation", asked)).json["outcome"]
        assert answer["situation"] == stateless
    alone = await table.referee.ask("GET", f"{table.path}/situation")
    assert (alone.status, alone.header("etag")) == (200, '"5"')
    assert alone.json == {"status": "found", "id": table.id, "version": 5, "situation": read.json["situation"]}


@EACH
async def test_every_message_has_the_situation(hall: Hall, family: str) -> None:
    """Each entry of the log, of streams and of webhooks says the situation after it, to whoever it is sent."""
    table = await seated(hall.app, **{**begun(family), "reveal": "all"})
    pointer, value = RIGHT[family]
    told = [(await table.get())["situation"]]
    told.append((await table.act("resolve-round", moves(family)["resolve-round"])).json["situation"])
    told.append((await table.correct(changes=[{"pointer": pointer, "value": value}])).json["situation"])
    told += [(await table.change(how)).json["situation"] for how in ("undo", "redo")]
    ended = await table.referee.ask("POST", f"{table.path}/end", {"open": "nothing"}, version=5)
    assert ended.status == 200
    told.append(told[-1])
    assert [each["situation"] for each in await table.log()] == told
    assert [each["situation"] for each in await table.log(table.viewer)] == told
    assert [each["situation"] for each in await hall.streamed(table, 6)] == told
    over = [each["situation"]["over"] for each in await hall.subscribed(table, 6)]
    assert over == [each["over"] for each in told]


async def test_entries_of_older_releases_have_no_situation(hall: Hall, store: Connection) -> None:
    """What an older release wrote has none; the next change that makes a state has one again, and others copy it."""
    table = await seated(hall.app)
    async with store as redis:
        encounter, log = keys_of(table.id)
        await redis.hdel(encounter, "situation", "watched", "over")
        rows: Any = await redis.xrange(log)
        [(place, fields)] = rows
        await redis.delete(log)
        await redis.xadd(log, {name: each for name, each in fields.items() if name != b"situation"}, id=place)
    assert (await table.act("resolve-attack", STRIKE)).status == 200
    for who in (table.referee, table.viewer):
        assert [each["situation"] is None for each in await table.log(who)] == [True, False]
    assert [each["situation"] is None for each in await hall.streamed(table, 2)] == [True, False]


async def test_a_verified_log_may_have_situations(app: Asgi) -> None:
    """Situations stand beside the entries: a log is proved with them as they are told, without them, or with others."""
    table = await seated(app)
    await table.act("resolve-attack", STRIKE)
    entries = await table.log()
    assert entries[1]["situation"]["text"] == "Round 1. Dice decide who of Ash and Orc is next."
    others = [{**each, "situation": {"over": True}} for each in entries]
    without = [{name: each for name, each in entry.items() if name != "situation"} for entry in entries]
    for told in (entries, others, without):
        assert (await table.stranger.ask("POST", "/v1/encounters/verify", {"entries": told})).json[
            "status"
        ] == "verified"


async def test_retries_say_it_again(app: Asgi) -> None:
    """An act that is asked for again with its key answers the situation after that act."""
    table = await seated(app)
    answers = await table.act_twice("resolve-attack", STRIKE, 1)
    assert answers[0] == answers[1]
    assert answers[0]["situation"]["text"] == "Round 1. Dice decide who of Ash and Orc is next."
    assert (await table.log())[-1]["situation"] == answers[0]["situation"]


async def test_graphql_says_the_same(both: Asgi) -> None:
    """GraphQL answers what REST answers."""
    table = await seated(both)
    query = "query ($id: String!, $token: String) { encountersSituation(id: $id, token: $token) {"
    query += " ... on EncounterSituation { version situation { phase next over winner text order { id status } } } } }"
    asked = {"query": query, "variables": {"id": table.id, "token": table.viewer.token}}
    found = (await table.stranger.ask("POST", "/graphql", asked)).json["data"]["encountersSituation"]
    told = (await table.viewer.ask("GET", f"{table.path}/situation")).json
    situation, order = told["situation"], found["situation"].pop("order")
    assert order == [{"id": each["id"], "status": each["status"].upper()} for each in situation["order"]]
    assert found["situation"].items() <= situation.items()


async def test_viewers_see_what_must_be_done_if_they_see_all(app: Asgi) -> None:
    """What a figure must do may follow from what viewers do not see: they see it under the policy `all` alone."""
    state = deepcopy(DUEL["state"])
    state["participants"][0]["must_pass_next"] = True
    table = await seated(app, state=state, reveal="all")
    read = [
        (await each.ask("GET", f"{table.path}/situation")).json["situation"] for each in (table.referee, table.viewer)
    ]
    assert read[0] == read[1]
    assert read[0]["order"][0]["forced"] == "pass"
    assert (await table.correct(reveal="faces")).json["situation"] == read[0]
    assert (await table.viewer.ask("GET", table.path)).json["situation"]["order"][0]["forced"] is None


class Busy(Pool):
    """A pool all of whose workers are busy."""

    async def run(self, name: str, task: str, *arguments: Any) -> Any:
        """Refuse to work out a situation."""
        if task == "situation":
            raise WorkersBusy("All workers are busy.")
        return await super().run(name, task, *arguments)


async def test_a_large_state_is_read_in_a_worker_process(store: Connection, monkeypatch: pytest.MonkeyPatch) -> None:
    """The situation in a large state is worked out there; where all workers are busy, a reading answers without it."""
    monkeypatch.setattr(situations, "LARGE_STATE", 0)
    pool = Pool()
    table = await seated(RestRouter(registry_with(store, pool=pool)))
    small = (await table.get())["situation"]
    assert small["text"] == "Round 1. Dice decide who of Ash and Orc is next."
    assert pool.tasks[-2:] == ["situation", "situation"]
    busy = moved(table, RestRouter(registry_with(store, pool=Busy())))
    assert (await busy.get())["situation"] is None
    assert (await busy.referee.ask("GET", f"{table.path}/situation")).problem == "workers-busy"
    assert (await busy.act("resolve-attack", STRIKE)).json["situation"] == small


@pytest.mark.parametrize("what", ["legal-moves", "legal-moves?figure=Ash", "suggest"])
async def test_a_worker_process_answers_the_same(
    store: Connection, app: Asgi, what: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A long list of moves is made in a worker process, and its answer has the same bytes and the same tag."""
    table = await seated(app)
    told = await table.referee.ask("GET", f"{table.path}/{what}")
    monkeypatch.setattr(encounter_moves, "LIGHT", 0)
    pool = Pool()
    elsewhere = moved(table, RestRouter(registry_with(store, pool=pool)))
    again = await elsewhere.referee.ask("GET", f"{table.path}/{what}")
    assert pool.tasks[-1] == "moves"
    assert (again.status, again.header("etag"), again.body) == (200, told.header("etag"), told.body)


@pytest.mark.parametrize("what", ["situation", "legal-moves", "legal-moves?figure=Ash", "suggest"])
async def test_a_client_that_has_the_version(app: Asgi, what: str) -> None:
    """While the version stands, a client that names its tag is answered 304 without a body."""
    table = await seated(app)
    for who in (table.referee, table.viewer) if what == "situation" else (table.referee,):
        path = f"{table.path}/{what}"
        told = await who.ask("GET", path)
        tag = told.header("etag")
        assert (told.status, told.header("vary"), told.header("cache-control")) == (200, "authorization", "no-cache")
        for named in (tag, f'"7", W/{tag}', "*"):
            same = await who.ask("GET", path, if_none_match=named)
            assert (same.status, same.body, same.header("etag")) == (304, b"", tag)
        assert (await who.ask("GET", path, if_none_match='"9"')).body == told.body
        assert (await table.correct(reveal="faces")).status == 200
        assert (await who.ask("GET", path, if_none_match=tag)).status == 200


async def test_who_has_the_version_needs_the_token(app: Asgi) -> None:
    """Who names a tag and has no token, or one that may not ask, is refused as before."""
    table = await seated(app)
    assert (await table.stranger.ask("GET", f"{table.path}/situation", if_none_match='"1"')).status == 401
    refused = await table.viewer.ask("GET", f"{table.path}/legal-moves", if_none_match='"1"')
    assert (refused.status, refused.problem) == (403, "token-too-weak")
