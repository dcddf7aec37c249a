"""Every family is played in the same way: each move of each is tried, played, undone, redone, forked and proved."""

from typing import Any

import pytest

from service.api.http.problem_documents import Asgi
from service.api.rest.router import RestRouter
from service.app import registry_with
from service.store.connection import Connection
from tests.encounters.client import Client, Table, seated
from tests.encounters.plays import FIGURES, PLAYS, PREPARED, begun, changed, ids_in, moves

FAMILIES = sorted(PLAYS)
MOVES = [(family, procedure) for family in FAMILIES for procedure in moves(family)]


async def of(app: Asgi, family: str, **changes: Any) -> Table:
    """The family's example of an encounter."""
    return await seated(app, **{**begun(family), **changes})


def seeded(body: Any, seed: int = 1) -> Any:
    """A request with dice that fall the same each time."""
    return {**body, "dice": {"kind": "seeded", "seed": f"sha256ctr1:{seed}"}}


@pytest.mark.parametrize(("family", "procedure"), MOVES)
async def test_every_move(app: Asgi, family: str, procedure: str) -> None:
    """A move is previewed without effect, then played with those dice; undoing and redoing give the states again."""
    table, body = await of(app, family), seeded(moves(family)[procedure])
    assert (await table.correct(changes=PREPARED.get((family, procedure), []))).status == 200
    start = await table.get()
    tried = await table.referee.ask("POST", f"{table.path}/{procedure}/preview", body)
    assert (tried.status, tried.json["status"]) == (200, "previewed"), tried.body
    assert await table.get() == start
    fell = {"kind": "supplied", "faces": tried.json["dice"]["faces"], "cards": tried.json["dice"]["cards"]}
    acted = (await table.act(procedure, {**body, "dice": fell})).json
    assert (acted["outcome"], acted["after"]) == (tried.json["outcome"], tried.json["after"])
    assert [step["text"] for step in acted["steps"]] == [step["text"] for step in tried.json["steps"]]
    played = await table.get()
    assert (played["state"], played["state_hash"]) == (acted["state"], acted["after"])
    undone = (await table.change("undo")).json
    assert (undone["state"], undone["after"]) == (start["state"], start["state_hash"])
    redone = (await table.change("redo")).json
    assert (redone["state"], redone["after"]) == (played["state"], played["state_hash"])
    proved = (await table.referee.ask("POST", f"{table.path}/verify")).json
    assert (proved["status"], proved["state_hash"]) == ("verified", played["state_hash"])


@pytest.mark.parametrize("family", FAMILIES)
async def test_a_whole_fight(app: Asgi, no_store: Connection, family: str) -> None:
    """All moves one after the other, some undone: the log rebuilds the fight, here and elsewhere; a fork goes on."""
    table = await of(app, family)
    statuses = {}
    for seed, (procedure, body) in enumerate(moves(family).items()):
        statuses[procedure] = (await table.act(procedure, seeded(body, seed))).status
        if seed % 2:
            assert [(await table.change(how)).status for how in ("undo", "redo")] == [200, 200]
    assert 200 in statuses.values()
    assert set(statuses.values()) <= {200, 409}
    stored = await table.get()
    posted_back = await table.correct(changes=[{"pointer": "", "value": stored["state"]}])
    assert posted_back.json["after"] == stored["state_hash"], posted_back.body
    entries = await table.log()
    assert [entry["version"] for entry in entries] == list(range(1, len(entries) + 1))
    elsewhere = Client(RestRouter(registry_with(no_store)))
    proved = (await elsewhere.ask("POST", "/v1/encounters/verify", {"entries": entries})).json
    assert (proved["status"], proved["state_hash"]) == ("verified", stored["state_hash"])
    forked = (await table.referee.ask("POST", f"{table.path}/fork")).json
    assert (forked["state"], forked["state_hash"]) == (stored["state"], stored["state_hash"])


@pytest.mark.parametrize(("family", "procedure"), MOVES)
async def test_who_is_not_there(app: Asgi, family: str, procedure: str) -> None:
    """An id that nobody has is refused wherever it is named, quoted and pointed at; nothing is stored."""
    table, body = await of(app, family), moves(family)[procedure]
    assert (await table.correct(changes=PREPARED.get((family, procedure), []))).status == 200
    for path in ids_in(family, body):
        refused = await table.act(procedure, changed(body, path, "nobody"))
        pointers = [fault["pointer"] for fault in refused.json["errors"]]
        assert (refused.status, pointers) == (409, ["".join(f"/{key}" for key in path)]), refused.body
        assert "nobody" in refused.json["detail"]
    assert (await table.get())["version"] == 2


async def test_what_the_encounter_keeps_is_not_sent(app: Asgi) -> None:
    """Figures and a map that are sent with a move are refused, with the reason: the encounter keeps them."""
    table, body = await of(app, "tactical"), moves("tactical")["resolve-attack"]
    sent = changed(changed(body, ("input", "figures"), []), ("input", "map"), {})
    refused = await table.act("resolve-attack", sent)
    assert (refused.status, refused.problem) == (422, "unfit-request")
    assert refused.json["detail"].endswith("The encounter keeps `map` and `figures`: leave them out.")
    alone = await table.act("resolve-attack", changed(body, ("input", "map"), {}))
    assert alone.json["detail"].endswith("The encounter keeps `map`: leave it out.")
    other = await table.act("resolve-attack", changed(body, ("input", "weather"), 3))
    assert "keeps" not in other.json["detail"]
    assert (await table.get())["version"] == 1


@pytest.mark.parametrize("family", FAMILIES)
async def test_what_does_not_fit(app: Asgi, family: str) -> None:
    """A state with a field too many, and one in which two have one name, are refused and pointed at."""
    body = begun(family)
    strange = await Client(app).ask("POST", "/v1/encounters", changed(body, ("state", "weather"), 3))
    assert (strange.problem, strange.json["errors"][0]["pointer"]) == ("unfit-request", "/state/weather")
    name = FIGURES[family][0]
    body["state"][name].append(body["state"][name][0])
    doubled = await Client(app).ask("POST", "/v1/encounters", body)
    assert doubled.status == 409
    assert doubled.json["errors"][0]["pointer"].startswith(f"/state/{name}/{len(body['state'][name]) - 1}")
