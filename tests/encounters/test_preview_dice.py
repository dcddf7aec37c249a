"""A preview rolls other dice than the act that follows, unless they are supplied."""

from hashlib import sha256
from typing import Any

import pytest

from service.api.http.problem_documents import Asgi
from service.api.middleware.idempotency import Idempotency
from service.store.connection import Connection
from tests.encounters.client import UNSEEDED, Client, Table, seated

SEED = "sha256ctr1:table-7"
NAMED = {"kind": "seeded", "seed": SEED}
MIXED = {"kind": "supplied", "faces": [15], "when_exhausted": "roll", "seed": SEED}


async def preview(table: Table, **more: Any) -> Any:
    """What would come of a strike."""
    return await table.referee.ask("POST", f"{table.path}/resolve-attack/preview", {**UNSEEDED, **more})


async def test_a_named_seed(app: Asgi) -> None:
    """From a seed of the caller's a preview derives one that anybody can work out, and rolls from that."""
    table = await seated(app)
    tried = (await preview(table, dice=NAMED)).json["dice"]
    assert tried["seed"] == f"sha256ctr1:preview/{sha256(SEED.encode()).hexdigest()}"
    assert tried["seed_by"] == "preview"
    assert (await preview(table, dice=NAMED)).json["dice"] == tried
    acted = (await table.act("resolve-attack", {**UNSEEDED, "dice": NAMED})).json["dice"]
    assert (acted["seed"], acted["seed_by"]) == (SEED, "caller")
    assert acted["faces"][:2] != tried["faces"][:2]


async def test_mixed_dice(app: Asgi) -> None:
    """What is supplied is the same in both; what is rolled besides is not."""
    table = await seated(app)
    tried = (await preview(table, dice=MIXED)).json["dice"]
    acted = (await table.act("resolve-attack", {**UNSEEDED, "dice": MIXED})).json["dice"]
    assert tried["faces"][0] == acted["faces"][0] == 15
    assert tried["faces"][1] != acted["faces"][1]
    assert tried["seed"].startswith("sha256ctr1:preview/")


async def test_supplied_dice(app: Asgi) -> None:
    """Dice that people rolled come to the same in a preview and in the act."""
    table = await seated(app)
    dice = {"kind": "supplied", "faces": [15, 60, 8]}
    tried = (await preview(table, dice=dice)).json
    acted = (await table.act("resolve-attack", {**UNSEEDED, "dice": dice})).json
    same = ("outcome", "steps", "dice", "state", "after")
    assert [tried[name] for name in same] == [acted[name] for name in same]
    assert (await preview(table, dice={**dice, "faces": [15]})).json["status"] == "needs_dice"


@pytest.mark.parametrize("keyed", [{}, {"idempotency_key": "the-same-key-for-both"}])
async def test_a_seed_of_the_service(app: Asgi, store: Connection, keyed: dict[str, Any]) -> None:
    """Without a seed a preview has one of its own too, whatever the key."""
    table = await seated(app)
    referee = Client(Idempotency(app, store), table.referee.token)
    tried = (await referee.ask("POST", f"{table.path}/resolve-attack/preview", UNSEEDED, **keyed)).json["dice"]
    acted = (await referee.ask("POST", f"{table.path}/resolve-attack", UNSEEDED, version=1, **keyed)).json["dice"]
    assert tried["seed"].startswith("sha256ctr1:preview/")
    assert "preview" not in acted["seed"]
    assert tried["seed"] != f"sha256ctr1:preview/{sha256(acted['seed'].encode()).hexdigest()}"
    assert [tried["seed_by"], acted["seed_by"]] == ["preview", "service"]


@pytest.mark.parametrize("dice", [NAMED, MIXED])
async def test_no_act_takes_the_seed_of_a_preview(app: Asgi, dice: Any) -> None:
    """Whoever liked a preview cannot have its dice again by its seed; a preview of it rolls from another."""
    table = await seated(app)
    tried = (await preview(table, dice=dice)).json["dice"]
    again = {**dice, "seed": tried["seed"]}
    refused = await table.act("resolve-attack", {**UNSEEDED, "dice": again})
    assert (refused.status, refused.problem) == (409, "parts-disagree")
    assert refused.json["errors"][0]["pointer"] == "/dice/seed"
    assert tried["seed"] in refused.json["detail"]
    assert (await table.get())["version"] == 1
    assert (await preview(table, dice=again)).json["dice"]["seed"] not in (tried["seed"], SEED)
