"""An encounter is played to its end by the rules it was begun with; a service that plays others says so."""

from dataclasses import replace

import pytest

from service import app as house
from service.api.http.problem_documents import Asgi
from service.api.rest.router import RestRouter
from service.app import registry_with
from service.operations.procedure import bound_procedures_of
from service.rules.opposed.family import FAMILY
from service.store.connection import Connection
from tests.encounters.client import STRIKE, Client, Table, seated

NEW = replace(FAMILY, ruleset="opposed@99")
EXPORTED = "/v1/encounters/verify"


@pytest.fixture
async def table(app: Asgi) -> Table:
    """An encounter that was begun, acted on and undone before the service was upgraded."""
    table = await seated(app, reveal="all")
    assert (await table.act("resolve-attack", STRIKE)).status == 200
    assert (await table.change("undo")).status == 200
    assert (await table.change("redo")).status == 200
    return table


@pytest.fixture
def upgraded(store: Connection, monkeypatch: pytest.MonkeyPatch) -> Asgi:
    """The service after its upgrade, on the same store."""
    monkeypatch.setattr(house, "FAMILIES", (NEW,))
    monkeypatch.setattr(house, "bound_procedures", lambda: dict(bound_procedures_of(NEW)))
    return RestRouter(registry_with(store))


def moved(table: Table, app: Asgi) -> Table:
    """The same table, at another service."""
    return Table(table.id, Client(app, table.referee.token), Client(app, table.viewer.token), Client(app))


async def test_what_needs_the_rules_is_refused(table: Table, upgraded: Asgi) -> None:
    """Acting, trying, correcting and proving are refused with a problem that names both rulesets; nothing is stored."""
    now = moved(table, upgraded)
    refusals = [
        await now.act("resolve-attack", STRIKE),
        await now.referee.ask("POST", f"{table.path}/resolve-attack/preview", STRIKE),
        await now.correct(changes=[{"pointer": "/participants/0/fatigue", "value": 1}]),
        await now.referee.ask("POST", f"{table.path}/verify"),
        await now.referee.ask("POST", EXPORTED, {"entries": await now.log()}),
    ]
    assert [each.problem for each in refusals] == ["ruleset-changed"] * 5
    assert [each.status for each in refusals] == [409] * 5
    assert [each for each in refusals if not {"opposed@2", "opposed@99"} <= set(words(each.json["detail"]))] == []
    assert (await now.get())["version"] == 4


async def test_reading_and_going_back_still_work(table: Table, app: Asgi, upgraded: Asgi) -> None:
    """It is read, exported, forked, undone and deleted as before, and proved by a service that plays its rules."""
    now = moved(table, upgraded)
    for who in ("referee", "viewer"):
        found, before = [await getattr(each, who).ask("GET", table.path) for each in (now, table)]
        assert (found.status, found.json) == (200, {**before.json, "situation": None})
        assert (await getattr(now, who).ask("GET", f"{table.path}/situation")).problem == "ruleset-changed"
    exported = await now.log()
    assert exported == await table.log()
    assert (await Client(app).ask("POST", EXPORTED, {"entries": exported})).json["status"] == "verified"
    assert (await now.change("undo")).status == 200
    assert (await now.change("redo")).status == 200
    assert (await now.referee.ask("POST", f"{table.path}/fork")).json["ruleset"] == "opposed@2"
    assert (await now.referee.ask("DELETE", table.path, version=6)).status == 200


async def test_another_is_begun_from_its_state(table: Table, upgraded: Asgi) -> None:
    """The way on is to create an encounter of the state as it stands."""
    state = (await moved(table, upgraded).get())["state"]
    again = await seated(upgraded, state=state)
    assert (await again.get())["ruleset"] == "opposed@99"
    assert (await again.act("resolve-round", {})).status == 200


async def test_a_family_that_is_gone(table: Table, store: Connection, monkeypatch: pytest.MonkeyPatch) -> None:
    """What nobody plays any more can still be read; a viewer is shown nothing that no family declares visible."""
    other = replace(FAMILY, name="chess", ruleset="chess@1")
    monkeypatch.setattr(house, "FAMILIES", (other,))
    monkeypatch.setattr(house, "bound_procedures", lambda: dict(bound_procedures_of(other)))
    now = moved(table, RestRouter(registry_with(store)))
    assert (await now.get())["state"] == (await table.get())["state"]
    assert (await now.act("resolve-attack", STRIKE)).problem == "ruleset-changed"
    assert (await now.viewer.ask("GET", f"{table.path}/log")).status == 200


async def test_no_entry_may_be_of_another_ruleset(table: Table, app: Asgi) -> None:
    """A log that changes its rules on the way diverges there."""
    entries = await table.log()
    entries[1]["ruleset"] = "opposed@3"
    told = (await Client(app).ask("POST", EXPORTED, {"entries": entries})).json
    assert (told["status"], told["version"], told["pointer"]) == ("diverged", 2, "/ruleset")
    nameless = [{**entries[0], "ruleset": None}]
    assert (await Client(app).ask("POST", EXPORTED, {"entries": nameless})).problem == "no-log"


def words(text: str) -> list[str]:
    """The words of a sentence, without their stops."""
    return [word.strip(".;,'\"") for word in text.split()]
