"""A fight of `opposed` over REST: who lies gets up, who owes a Pass pays it, and who is down or gone stays so."""

from typing import Any

import pytest

from service.api.http.problem_documents import Asgi
from tests.encounters.client import Table, seated
from tests.encounters.plays import begun

MISSES = (95, 90)
FIRST = (10, 1)
"""Ash and Orc are equal in initiative, and Ash rolls more."""
STAND_UP = {"action": "stand_up", "actor": "Ash"}
BLOW = {"input": {"attacker": "Ash", "defender": "Orc"}}


def supplied(*faces: int) -> dict[str, Any]:
    """Dice that were rolled at the table."""
    return {"dice": {"kind": "supplied", "faces": faces}}


async def at_table(app: Asgi, **changes: Any) -> Table:
    """Ash and Orc, with some of Ash's fields as the story wants them."""
    body = begun("opposed")
    body["state"]["participants"][0].update(changes)
    return await seated(app, **body)


async def ash(table: Table) -> Any:
    """Ash as she is."""
    return (await table.get())["state"]["participants"][0]


async def test_standing_up(app: Asgi) -> None:
    """Ash is ordered to stand up, and stands for all that comes after; undone, she lies again."""
    table = await at_table(app, posture="prone")
    acted = (await table.act("resolve-round", {"input": {"orders": [STAND_UP]}, **supplied(*FIRST)})).json
    assert [event["action"] for event in acted["outcome"]["events"]] == ["stand_up", "pass"]
    assert (await ash(table))["posture"] == "standing"
    await table.change("undo")
    assert (await ash(table))["posture"] == "prone"


async def test_standing_up_in_a_skirmish(app: Asgi) -> None:
    """A skirmish gets a prone figure to its feet, whether or not that is its standing order."""
    for orders in ([], [STAND_UP]):
        table = await at_table(app, posture="prone")
        body = {"input": {"max_rounds": 1, "orders": orders}, **supplied(*FIRST, *MISSES)}
        fought = (await table.act("resolve-skirmish", body)).json
        assert [turn["action"] for turn in fought["outcome"]["log"][0]["turns"]] == ["stand_up", "attack"]
        assert (await ash(table))["posture"] == "standing"


async def test_an_owed_pass_is_paid(app: Asgi) -> None:
    """Ash owes a Pass: a strike of its own is refused and points at her, and a round pays it."""
    table = await at_table(app, must_pass_next=True)
    refused = await table.act("resolve-attack", BLOW)
    assert (refused.problem, refused.json["errors"][0]["pointer"]) == ("attacker-cannot-act", "/input/attacker")
    assert "owes a Pass" in refused.json["detail"]
    await table.act("resolve-round", {"input": {"orders": []}, **supplied(*FIRST)})
    assert (await ash(table))["must_pass_next"] is False
    assert (await table.act("resolve-attack", {**BLOW, **supplied(*MISSES)})).status == 200


@pytest.mark.parametrize("endurance", [0, -3])
async def test_no_endurance_no_action(app: Asgi, endurance: int) -> None:
    """The referee takes Ash's last Endurance, and she is incapacitated without a further word."""
    table = await at_table(app)
    await table.correct(changes=[{"pointer": "/participants/0/endurance", "value": endurance}])
    assert (await ash(table))["status"] == "incapacitated"
    refused = await table.act("resolve-attack", BLOW)
    assert (refused.problem, refused.json["errors"][0]["pointer"]) == ("attacker-cannot-act", "/input/attacker")
    assert f"Endurance {endurance}" in refused.json["detail"]


async def test_who_has_fled_is_out_of_reach(app: Asgi) -> None:
    """Nobody strikes at Ash once she has fled."""
    table = await at_table(app)
    await table.correct(changes=[{"pointer": "/participants/0/status", "value": "fled"}])
    refused = await table.act("resolve-attack", {"input": {"attacker": "Orc", "defender": "Ash"}})
    assert (refused.problem, refused.json["errors"][0]["pointer"]) == ("invalid-target", "/input/defender")


async def test_nobody_is_pursued_by_its_own_side(app: Asgi) -> None:
    """A pursuer is engaged with whom it catches, so a friend is refused as a pursuer, and nothing happens."""
    body = begun("opposed")
    friend = {**body["state"]["participants"][1], "id": "Imp", "engaged_with": []}
    body["state"]["participants"].append(friend)
    table = await seated(app, **body)
    refused = await table.act("pursue", {"input": {"fleeing": "Orc", "pursuers": ["Ash", "Imp"]}})
    assert (refused.status, refused.problem) == (409, "invalid-target")
    assert refused.json["errors"][0]["pointer"] == "/input/pursuers/1"
    assert refused.json["detail"] == "'Imp' is of 'blue', the side of 'Orc', and does not pursue it."
    assert (await table.get())["version"] == 1
