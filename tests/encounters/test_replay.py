"""A log rebuilds its fight, here and elsewhere, and whatever was changed in it is found."""

import copy
from typing import Any

import pytest

from service.api.http.problem_documents import Asgi
from service.api.rest.router import RestRouter
from service.app import registry_with
from service.store.connection import Connection
from tests.encounters.client import STRIKE, Client, Table, seated

LOG = "/v1/encounters/verify"


async def played(app: Asgi) -> Table:
    """A table at which everything that can happen has happened."""
    table = await seated(app, rulings={"stun_fraction": 2})
    for number in range(3):
        seed = {"dice": {"kind": "seeded", "seed": f"sha256ctr1:{number}"}}
        orders = [{"action": "attack", "actor": "Ash", "target": "Orc"}]
        assert (await table.act("resolve-round", {"input": {"orders": orders}, **seed})).status == 200
    for how in ("undo", "undo", "redo"):
        assert (await table.change(how)).status == 200
    assert (
        await table.act("resolve-attack", {**STRIKE, "dice": {"kind": "supplied", "faces": [15, 60, 8]}})
    ).status == 200
    assert (await table.correct(changes=[{"pointer": "/participants/0/endurance", "value": 7}])).status == 200
    assert (await table.act("resolve-skirmish", {"secret": True})).status == 200
    return table


async def test_the_log_leads_to_the_stored_state(app: Asgi) -> None:
    """Replayed from its first entry, a log gives the hash of the stored state."""
    table = await played(app)
    proved = (await table.referee.ask("POST", f"{table.path}/verify")).json
    stored = await table.get()
    assert (proved["status"], proved["version"]) == ("verified", stored["version"])
    assert proved["state_hash"] == stored["state_hash"]
    assert proved["rolls"] >= 3


async def test_elsewhere(app: Asgi, no_store: Connection) -> None:
    """A log that was exported is proved by an instance that has never heard of it, even without a store."""
    table = await played(app)
    entries = await table.log()
    proved = (await Client(RestRouter(registry_with(no_store))).ask("POST", LOG, {"entries": entries})).json
    assert (proved["status"], proved["state_hash"]) == ("verified", (await table.get())["state_hash"])


FORGERIES = [
    (2, ("steps", 0, "total"), 99),
    (2, ("dice", "faces", 0), 99),
    (2, ("outcome", "summary"), "Nothing happened."),
    (2, ("after",), "sha256:0"),
    (3, ("before",), "sha256:0"),
    (5, ("returns_to",), 1),
    (6, ("kind",), "redo"),
    (9, ("state", "participants", 0, "endurance"), 18),
    (4, ("version",), 5),
    (7, ("rulings", "stun_fraction"), 3),
]


def forged(entries: list[Any], version: int, path: tuple[Any, ...], value: Any) -> list[Any]:
    """A log in which one value is another."""
    changed = copy.deepcopy(entries)
    here = changed[version - 1]
    for key in path[:-1]:
        here = here[key]
    here[path[-1]] = value
    return changed


async def test_forgeries_are_found(app: Asgi) -> None:
    """Whatever is changed in a log, the first entry that is wrong is named."""
    entries = await (await played(app)).log()
    for version, path, value in FORGERIES:
        reply = await Client(app).ask("POST", LOG, {"entries": forged(entries, version, path, value)})
        assert (reply.status, reply.json.get("status"), reply.json.get("version")) == (200, "diverged", version), path
    shorter = await Client(app).ask("POST", LOG, {"entries": [*entries[:2], *entries[3:]]})
    assert (shorter.json["status"], shorter.json["version"]) == ("diverged", 3)


@pytest.mark.parametrize(
    "entry",
    [
        {},
        {"kind": "act"},
        {"family": "chess"},
        {"family": ["opposed"]},
        {"state": {}, "before": None, "version": 1, "kind": "create", "family": "opposed", "rulings": {}},
        {"state": 3, "before": None, "version": 1, "kind": "create", "family": "opposed", "rulings": None, "after": 1},
    ],
)
async def test_what_is_no_log(app: Asgi, entry: Any) -> None:
    """What no log could have given is refused, and pointed at."""
    reply = await Client(app).ask("POST", LOG, {"entries": [entry]})
    assert (reply.status, reply.problem) == (409, "no-log")
    assert reply.json["errors"][0]["pointer"].startswith("/entries/0")
