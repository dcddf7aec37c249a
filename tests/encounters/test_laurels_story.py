"""A fight of `laurels` over REST: rounds are counted, and what was done is remembered."""

from typing import Any

import pytest

from service.api.http.problem_documents import Asgi
from tests.encounters.client import Table, seated
from tests.encounters.plays import begun, changed

SEEDED = {"dice": {"kind": "seeded", "seed": "sha256ctr1:1"}}
BLOW = {"attacker": "Ada", "target": "Ogre"}
SNEAK = {"input": {**BLOW, "sneak": {"concealed": True}}}


def supplied(*faces: int) -> dict[str, Any]:
    """Dice that were rolled at the table."""
    return {"dice": {"kind": "supplied", "faces": faces}}


async def at_table(app: Asgi, **changes: Any) -> Table:
    """Ada and the ogre, with some of Ada's fields as the story wants them."""
    body = begun("laurels")
    body["state"]["participants"][0].update(changes)
    return await seated(app, **body)


async def ada(table: Table) -> Any:
    """Ada as she is."""
    return (await table.get())["state"]["participants"][0]


async def test_rounds_are_counted(app: Asgi) -> None:
    """Each round is the next one; surprise belongs to the first, for a skirmish too unless the referee says so."""
    table = await at_table(app)
    first = (await table.act("resolve-round", {"input": {"surprise": "opponents_ambush"}, **supplied(1)})).json
    assert first["outcome"]["initiative"]["surprised"] == "party"
    second = (await table.act("resolve-round", {"input": {"surprise": "opponents_ambush"}, **supplied(1)})).json
    assert (second["outcome"]["round"], second["outcome"]["initiative"]["surprised"]) == (2, None)
    assert "has no effect" in second["warnings"][0]
    fought = (await table.act("resolve-skirmish", {"input": {"max_rounds": 3}})).json
    assert fought["outcome"]["log"][0]["surprised"] is None
    assert fought["state"]["round"] == 3 + fought["outcome"]["verdict"]["rounds"]


async def test_who_was_attacked_is_remembered(app: Asgi) -> None:
    """After a round in which Ada attacked the ogre she cannot sneak up on it; after another she can."""
    table = await at_table(app)
    attack = {"input": {"surprise": "none", "orders": [{"action": "attack", "actor": "Ada", "target": "Ogre"}]}}
    await table.act("resolve-round", {**attack, **SEEDED})
    assert (await ada(table))["attacked_last_round"] == ["Ogre"]
    refused = await table.act("resolve-sneak-attack", SNEAK)
    assert (refused.problem, refused.json["errors"][0]["pointer"]) == (
        "already-engaged-with-target",
        "/input/attacker",
    )
    await table.act("resolve-round", {})
    assert (await table.act("resolve-sneak-attack", SNEAK)).status == 200


async def test_what_is_stored_refuses(app: Asgi) -> None:
    """A refusal for something stored points at who is named, and quotes it."""
    table = await at_table(app)
    blow = await table.act("resolve-attack", {"input": {**BLOW, "power_attack": True}, **SEEDED})
    assert blow.json["outcome"]["attacker_weapon_broken"] is True
    assert (await ada(table))["weapon"]["broken"] is True
    again = await table.act("resolve-attack", {"input": BLOW})
    assert (again.problem, again.json["errors"][0]["pointer"]) == ("weapon-broken", "/input/attacker")
    assert "Ada" in again.json["detail"]


async def test_flight(app: Asgi) -> None:
    """Who escapes has fled and cannot be caught twice; nobody is pursued by friends."""
    table = await at_table(app)
    alone = (await table.act("pursue", {"input": {"fleeing": ["Ada"], "pursuers": []}})).json
    assert alone["outcome"]["verdict"]["escaped"] == 1
    assert (await ada(table))["status"] == "fled"
    both = await table.act("pursue", {"input": {"fleeing": ["Ogre", "Ada"], "pursuers": []}})
    assert (both.problem, both.json["errors"][0]["pointer"]) == ("laurels-invalid-target", "/input/fleeing/1")


async def test_own_side(app: Asgi) -> None:
    """Nobody attacks or pursues one of the own side."""
    body = begun("laurels")
    body["state"]["participants"].append({**body["state"]["participants"][0], "id": "Bea"})
    table = await seated(app, **body)
    blow = await table.act("resolve-attack", {"input": {"attacker": "Ada", "target": "Bea"}})
    assert (blow.problem, blow.json["errors"][0]["pointer"]) == ("laurels-invalid-target", "/input/target")
    hunt = await table.act("pursue", {"input": {"fleeing": ["Ada"], "pursuers": ["Bea"]}})
    assert (hunt.problem, hunt.json["errors"][0]["pointer"]) == ("laurels-invalid-target", "/input/pursuers/0")
    twice = await table.act("pursue", {"input": {"fleeing": ["Ada"], "pursuers": ["Ogre", "Ogre"]}})
    assert (twice.problem, twice.json["errors"][0]["pointer"]) == ("unfit-request", "/input/pursuers")


@pytest.mark.parametrize(
    ("path", "value", "problem", "pointer"),
    [
        (("state", "participants", 1, "role"), "party", "two-sides-required", "/state/participants"),
        (("state", "participants", 0, "injuries"), 13, "injuries-exceed-slots", "/state/participants/0/injuries"),
        (("state", "participants", 0, "level"), 0, "invalid-level", "/state/participants/0/level"),
        (("state", "round"), 0, "unfit-request", "/state/round"),
    ],
)
async def test_what_is_not_begun(app: Asgi, path: Any, value: Any, problem: str, pointer: str) -> None:
    """A state that no round could be played with is refused, and pointed at."""
    table = await at_table(app)
    refused = await table.referee.ask("POST", "/v1/encounters", changed(begun("laurels"), path, value))
    assert (refused.problem, refused.json["errors"][0]["pointer"]) == (problem, pointer)
