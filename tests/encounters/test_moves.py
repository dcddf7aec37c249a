"""Legal moves and suggestions of encounters: those of the stored state, for the referee alone, without a trace."""

from urllib.parse import urlencode

import pytest

from service.api.http.problem_documents import Asgi
from tests.encounters.client import Client, seated
from tests.encounters.plays import PLAYS, led

EACH = pytest.mark.parametrize("family", PLAYS)


@EACH
@pytest.mark.parametrize("procedure", ["legal-moves", "suggest"])
async def test_they_are_the_stateless_ones(app: Asgi, family: str, procedure: str) -> None:
    """What an encounter answers is what the procedure answers to its state, of one figure and of all who choose."""
    table = await seated(app, **led(family))
    state = (await table.get())["state"]
    for figure in (None, (await table.referee.ask("GET", f"{table.path}/suggest")).json["figures"][-1]["figure"]):
        asked = {"state": state, "figure": figure}
        stateless = (await Client(app).ask("POST", f"/v1/{family}/{procedure}", {"input": asked})).json["outcome"]
        query = "" if figure is None else f"?figure={figure.replace(' ', '%20')}"
        told = await table.referee.ask("GET", f"{table.path}/{procedure}{query}")
        assert (told.status, told.header("etag")) == (200, '"1"'), told.body
        assert told.json == {"id": table.id, "version": 1, "audience": "referee", **stateless}


@EACH
async def test_those_who_wait_are_foreseen(both: Asgi, family: str) -> None:
    """With `ahead` the referee is told what those would do who wait for their turn, over REST and GraphQL."""
    table = await seated(both, **led(family))
    state = (await table.get())["state"]
    stateless = await Client(both).ask("POST", f"/v1/{family}/suggest", {"input": {"state": state, "ahead": True}})
    foreseen = stateless.json["outcome"]["ahead"]
    told = await table.referee.ask("GET", f"{table.path}/suggest?ahead=true")
    assert told.json["ahead"] == foreseen
    assert (await table.referee.ask("GET", f"{table.path}/suggest")).json["ahead"] == []
    query = "query ($id: String!, $token: String) { it: encountersSuggest(id: $id, token: $token, ahead: true) {"
    query += " ... on EncounterSuggestions { ahead { figure kind label target hex why } } } }"
    asked = {"query": query, "variables": {"id": table.id, "token": table.referee.token}}
    found = (await table.stranger.ask("POST", "/graphql", asked)).json["data"]["it"]["ahead"]
    assert found == foreseen
    assert (await table.viewer.ask("GET", f"{table.path}/suggest?ahead=true")).problem == "token-too-weak"


@EACH
async def test_a_fight_is_played_by_what_is_suggested(app: Asgi, family: str) -> None:
    """Who posts the input that is suggested, again and again, comes to an end with a winner, without a refusal."""
    table = await seated(app, **led(family))
    told = (await table.referee.ask("GET", f"{table.path}/suggest")).json
    somebody = told["figures"][0]["figure"].replace(" ", "%20")
    for _ in range(60):
        acted = await table.act(told["procedure"], {"input": told["input"]}, told["version"])
        assert acted.status == 200, acted.body
        told = (await table.referee.ask("GET", f"{table.path}/suggest")).json
        if told["input"] is None:
            break
    listed = (await table.referee.ask("GET", f"{table.path}/legal-moves?figure={somebody}")).json["figures"][0]
    assert (told["figures"], listed["moves"]) == ([], [])
    assert listed["barred"][0]["why"].startswith("The fight is over: victory for ")


async def test_who_may_ask(app: Asgi) -> None:
    """Viewers and strangers are given no list, and the version stays as it was."""
    table = await seated(app)
    for procedure in ("legal-moves", "suggest"):
        assert (await table.viewer.ask("GET", f"{table.path}/{procedure}")).problem == "token-too-weak"
        assert (await table.stranger.ask("GET", f"{table.path}/{procedure}")).status == 401
    assert (await table.get())["version"] == 1


async def test_a_figure_that_is_not_there(app: Asgi) -> None:
    """A figure that is misspelt is refused with what was probably meant, and the fault is in the query."""
    table = await seated(app)
    told = await table.referee.ask("GET", f"{table.path}/legal-moves?figure=Orcc")
    assert (told.status, told.problem) == (409, "unknown-participant")
    assert "Orc" in told.json["detail"]
    assert (told.json["errors"][0]["place"], told.json["errors"][0]["name"]) == ("query", "figure")


@EACH
async def test_which_moves_are_listed(both: Asgi, family: str) -> None:
    """Kinds and a target narrow the list as the stateless procedure does, over REST and GraphQL."""
    table = await seated(both, **led(family))
    state = (await table.get())["state"]
    whole = (await table.referee.ask("GET", f"{table.path}/legal-moves")).json["figures"]
    kinds = list(dict.fromkeys([each["kind"] for figure in whole for each in figure["moves"]]))[:2]
    target = next(each["target"] for figure in whole for each in figure["moves"] if each["target"] is not None)
    for narrow in ({"kinds": kinds}, {"kinds": kinds[:1], "target": target}, {"target": target}):
        stateless = await Client(both).ask("POST", f"/v1/{family}/legal-moves", {"input": {"state": state, **narrow}})
        told = await table.referee.ask("GET", f"{table.path}/legal-moves?{urlencode(narrow, doseq=True)}")
        assert told.json["figures"] == stateless.json["outcome"]["figures"] != whole
        query = "query ($id: String!, $token: String, $kinds: [String!], $target: String) {"
        query += " it: encountersLegalMoves(id: $id, token: $token, kinds: $kinds, target: $target) {"
        query += " ... on EncounterMoves { figures { moves { key } } } } }"
        asked = {"query": query, "variables": {"id": table.id, "token": table.referee.token, "kinds": [], **narrow}}
        found = (await table.stranger.ask("POST", "/graphql", asked)).json["data"]["it"]["figures"]
        keys = [[each["key"] for each in figure["moves"]] for figure in told.json["figures"]]
        assert [[each["key"] for each in figure["moves"]] for figure in found] == keys


async def test_moves_that_are_not_there(app: Asgi) -> None:
    """An unknown kind or target is refused with what was probably meant, and the fault is in the query."""
    table = await seated(app)
    for query, status, problem in (("kinds=atack", 422, "unfit-request"), ("target=Orcc", 409, "unknown-participant")):
        told = await table.referee.ask("GET", f"{table.path}/legal-moves?kinds=attack&{query}")
        assert (told.status, told.problem) == (status, problem), told.body
        assert "Did you mean" in told.json["detail"] or "'Orc'" in told.json["detail"]
        assert (told.json["errors"][0]["place"], told.json["errors"][0]["name"]) == ("query", query.partition("=")[0])
