"""A battle of `mass` over REST: commands, contact, losses, rallies and pursuits, one after the other."""

from typing import Any

import pytest

from service.api.http.problem_documents import Asgi
from tests.encounters.client import Table, seated
from tests.encounters.plays import begun, changed, moves

CHARGE = moves("mass")["issue-command"]
ROUND: dict[str, Any] = {"input": {}}


async def on_field(app: Asgi, **changes: Any) -> Table:
    """The armies, with some fields of the state as the story wants them."""
    body = begun("mass")
    return await seated(app, **{**body, "state": {**body["state"], **changes}})


async def unit(table: Table, name: str) -> Any:
    """A unit as it is."""
    units = (await table.get())["state"]["units"]
    return next(each for each in units if each["id"] == name)


async def test_commands_last_a_round(app: Asgi) -> None:
    """A unit is commanded once until the round is over."""
    table = await on_field(app)
    assert (await table.act("issue-command", CHARGE)).json["outcome"]["moves"][0]["unit"] == "knights"
    assert (await unit(table, "knights"))["commanded"] is True
    again = await table.act("issue-command", CHARGE)
    assert (again.status, again.json["errors"][0]["pointer"]) == (409, "/input/order/units/0")
    await table.act("resolve-round", ROUND)
    assert (await unit(table, "knights"))["commanded"] is False


async def test_losses(app: Asgi) -> None:
    """A clash costs morale; who is routed by it is engaged with nobody, nor anybody with it."""
    table = await on_field(app)
    clash = {**moves("mass")["resolve-attack"], "dice": {"kind": "supplied", "faces": [10, 1]}}
    fought = (await table.act("resolve-attack", clash)).json
    assert [hit["status"] for hit in fought["outcome"]["units"]] == ["active", "routed"]
    levy, guards = await unit(table, "levy"), await unit(table, "guards")
    assert (levy["status"], levy["morale"], levy["engaged_with"]) == ("routed", 0, [])
    assert (guards["status"], guards["engaged_with"]) == ("active", [])


async def test_nobody_fights_alone(app: Asgi) -> None:
    """A unit is not paired with itself."""
    alone = await (await on_field(app)).act("resolve-attack", {"input": {"pairs": [["guards", "guards"]]}})
    assert (alone.problem, alone.json["errors"][0]["pointer"]) == ("target-not-enemy", "/input/pairs/0")


async def test_a_duel(app: Asgi) -> None:
    """After a duel one is routed, and shield walls are down."""
    table = await on_field(app)
    await table.act("use-power", moves("mass")["use-power"])
    assert (await unit(table, "levy"))["shield_wall"] is True
    ended = (await table.act("resolve-duel", moves("mass")["resolve-duel"])).json["outcome"]["verdict"]
    left = {"guards", "levy"} - {ended["winner"]}
    assert (await unit(table, left.pop()))["status"] == "routed"
    assert (await unit(table, "levy"))["shield_wall"] is False


async def test_rallies(app: Asgi) -> None:
    """A rally by a commander's Charisma restores powers, of own units only."""
    table = await on_field(app)
    rally = {"commander": "ana", "units": ["archers"]}
    rolled = (await table.act("rally", {"input": rally, "dice": {"kind": "supplied", "faces": [2]}})).json
    assert (rolled["outcome"]["check"]["total"], rolled["outcome"]["rallied"]) == (14, ["archers"])
    assert (await unit(table, "archers"))["power_expended"] is False
    strange = await table.act("rally", {"input": {"commander": "ana", "units": ["archers", "pikes"]}})
    assert (strange.problem, strange.json["errors"][0]["pointer"]) == ("not-your-unit", "/input/units/1")
    nobody = await table.act("rally", {"input": {"commander": "zoe", "units": ["archers"]}})
    assert (nobody.problem, nobody.json["errors"][0]["pointer"]) == ("unknown-commander", "/input/commander")


async def test_pursuits(app: Asgi) -> None:
    """Who is caught is destroyed, of who escapes the losses are remembered, and the pursuer is away for a round."""
    table = await on_field(app)
    chase = moves("mass")["pursue"]
    active = await table.act("pursue", {"input": {"routed": "pikes", "pursuer": "knights"}})
    assert (active.problem, active.json["errors"][0]["pointer"]) == ("unit-not-routed", "/input/routed")
    friend = await table.act("pursue", {"input": {"routed": "rabble", "pursuer": "pikes"}})
    assert (friend.problem, friend.json["errors"][0]["pointer"]) == ("target-not-enemy", "/input/pursuer")
    some = (await table.act("pursue", {**chase, "dice": {"kind": "supplied", "faces": [5, 4, 1]}})).json
    assert (some["outcome"]["verdict"]["outcome"], some["outcome"]["remnant"]) == ("some_caught", 2)
    assert (await unit(table, "rabble"))["morale_max"] == 2
    assert (await unit(table, "knights"))["status"] == "pursuing"
    away = await table.act("pursue", chase)
    assert (away.problem, away.json["errors"][0]["pointer"]) == ("pursuer-unavailable", "/input/pursuer")
    await table.change("undo")
    await table.act("pursue", {**chase, "dice": {"kind": "supplied", "faces": [10, 10, 1]}})
    assert (await unit(table, "rabble"))["status"] == "destroyed"
    await table.act("resolve-round", ROUND)
    assert (await unit(table, "knights"))["status"] == "active"
    assert (await table.act("pursue", {"input": {"routed": "rabble", "pursuer": None}})).problem == "unit-not-routed"


async def test_contact(app: Asgi) -> None:
    """Only units side by side meet, and everybody else is on the map."""
    table = await on_field(app)
    far = await table.act("engage", {"input": {"mover": "knights", "stationary": "pikes"}})
    assert (far.problem, far.json["errors"][0]["pointer"]) == ("engagement-not-adjacent", "/input/stationary")
    met = await table.act("engage", moves("mass")["engage"])
    assert [each["id"] for each in met.json["outcome"]["units"]][:2] == ["guards", "levy"]
    assert [each["id"] for each in met.json["state"]["units"]][:2] == ["knights", "archers"]


@pytest.mark.parametrize(
    ("deck", "left"), [(["AS", "KS", "QS", "JS", "9S"], 2), (["AS", "KS", "QS"], 54), (None, None)]
)
async def test_cards(app: Asgi, deck: Any, left: Any) -> None:
    """A deck that is remembered is used up draw by draw and then shuffled; without one each draw has a fresh deck."""
    for procedure in ("roll-initiative", "resolve-round"):
        table = await on_field(app, deck_state=deck)
        acted = (await table.act(procedure, ROUND)).json
        kept = acted["state"]["deck_state"]
        assert (kept if kept is None else len(kept)) == left


async def test_new_units(app: Asgi) -> None:
    """A unit that a spell creates stands after all others, and can be commanded from then on."""
    table = await on_field(app)
    raised = {"id": "bones", "side": "red", "battle_die": "d4", "speed": 2, "morale_max": 1, "hex": [-3, 0]}
    spell = {"kind": "spell", "effects": [{"kind": "create_unit", "unit": raised}]}
    orders = [{"commander": "ana", "actions": [spell]}]
    assert (await table.act("resolve-round", {"input": {"orders": orders}})).status == 200
    assert (await table.get())["state"]["units"][-1]["id"] == "bones"
    march = {"kind": "move", "units": ["bones"], "command": {"kind": "advance"}}
    assert (await table.act("issue-command", {"input": {"commander": "ana", "order": march}})).status == 200


@pytest.mark.parametrize(
    ("path", "value", "problem", "pointer"),
    [
        (("state", "units", 1, "hex"), [0, 0], "mass-hex-occupied", "/state/units/1/hex"),
        (("state", "units", 0, "power"), "dancing", "unknown-power", "/state/units/0/power"),
        (
            ("state", "units", 2, "engaged_with"),
            ["pikes"],
            "mass-engagement-not-mutual",
            "/state/units/2/engaged_with/0",
        ),
        (("state", "commanders", 1, "id"), "ana", "mass-duplicate-id", "/state/commanders/1/id"),
        (("state", "commanders", 1, "thac0"), None, "thac0-or-class-required", "/state/commanders/1"),
    ],
)
async def test_what_is_not_begun(app: Asgi, path: Any, value: Any, problem: str, pointer: str) -> None:
    """A battle that cannot be is refused, and pointed at."""
    table = await on_field(app)
    refused = await table.referee.ask("POST", "/v1/encounters", changed(begun("mass"), path, value))
    assert refused.problem == problem
    assert refused.json["errors"][0]["pointer"].startswith(pointer)
