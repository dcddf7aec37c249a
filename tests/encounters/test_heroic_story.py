"""A battle of `heroic` over REST, phase by phase, from initiative to the count of the fallen."""

from typing import Any

import pytest

from service.api.http.problem_documents import Asgi
from tests.encounters.client import Table, seated
from tests.encounters.plays import begun, changed, moves

MOVES = moves("heroic")
UNKNOWN = "heroic-unknown-unit"
FELLED = {"bandit": 2, "wrestler": 3}


def supplied(body: Any, *faces: int) -> Any:
    """A move with dice that were rolled at the table."""
    return {**body, "dice": {"kind": "supplied", "faces": faces}}


async def brawl(app: Asgi, rulings: Any = None, **changes: Any) -> Table:
    """The brawl, with some fields of the state as the story wants them."""
    body = begun("heroic")
    return await seated(app, **{**body, "state": {**body["state"], **changes}, "rulings": rulings or {}})


async def unit(table: Table, name: str) -> Any:
    """A unit as it is."""
    return next(each for each in (await state(table))["units"] if each["id"] == name)


async def state(table: Table) -> Any:
    """The battle as it is."""
    return (await table.get())["state"]


async def test_initiative_counts(app: Asgi) -> None:
    """Who wins initiative has it in whatever is done until the round is over."""
    table = await brawl(app)
    await table.act("roll-initiative", supplied({}, 6, 1))
    assert (await state(table))["initiative"] == "law"
    hurt = {"pending": [{"unit": name, "source": "a fall", "injury": 2} for name in ("bandit", "swordsman")]}
    rolled = (await table.act("resolve-injury", {"input": hurt})).json
    assert [each["unit"] for each in rolled["outcome"]["injuries"]] == ["swordsman", "bandit"]
    await table.act("check-fatigue", supplied({"input": {"rolled": ["bandit"]}}, 1))
    after = await state(table)
    assert (after["round"], after["initiative"]) == (2, None)
    assert (await unit(table, "bandit"))["fp_current"] == 10


async def test_injury_waits_for_the_end_of_the_phase(app: Asgi) -> None:
    """Blows that are not settled leave their injury pending until the injury step, which applies it all at once."""
    table = await brawl(app)
    blow = MOVES["resolve-attack"]
    unsettled = {"input": {**blow["input"], "settle": False, "attacker_tactic": "offensive"}}
    struck = (await table.act("resolve-attack", supplied(unsettled, 1, 1, 2, 6, 6, 6, 6))).json
    pending = struck["outcome"]["pending"]
    assert pending
    assert struck["state"]["pending"] == pending
    assert (await unit(table, "bandit"))["hp_pool"] is None
    assert struck["state"]["locks"] == [{"one": "swordsman", "other": "bandit"}]
    applied = (await table.act("resolve-injury", {"input": {}})).json
    assert applied["outcome"]["verdict"]["applied"] > 0
    assert applied["state"]["pending"] == []
    assert (await unit(table, "bandit"))["hp_pool"] == 13 - applied["outcome"]["verdict"]["applied"]


async def test_holds(app: Asgi) -> None:
    """A hold is broken once; and who holds with one arm can hold somebody else with the other."""
    table = await brawl(app)
    freed = (await table.act("break-free", supplied(MOVES["break-free"], 1, 1, 1, 6, 6, 6))).json
    assert (freed["outcome"]["hold"], freed["state"]["grapples"]) == (None, [])
    again = await table.act("break-free", MOVES["break-free"])
    assert (again.problem, again.json["errors"][0]["pointer"]) == ("not-grappled", "/input/holder")
    await table.change("undo")
    grabbed = (await table.act("resolve-grapple", supplied(MOVES["resolve-grapple"], 1, 1, 1, 6, 6, 6))).json
    assert [each["victim"] for each in grabbed["state"]["grapples"]] == ["guards", "swordsman"]
    assert grabbed["state"]["locks"] == [{"one": "swordsman", "other": "wrestler"}]


async def test_hazards_of_others_stay(app: Asgi) -> None:
    """Who moves meets its own hazards; those of others are still to be met."""
    hazards = [{"unit": name, "injury": 1, "note": "thorns"} for name in ("swordsman", "bandit")]
    table = await brawl(app, hazards=hazards)
    moved = (await table.act("resolve-move", MOVES["resolve-move"])).json
    assert [each["unit"] for each in moved["state"]["hazards"]] == ["bandit"]
    assert [each["unit"] for each in moved["state"]["pending"]] == ["swordsman"]


async def test_too_far_apart(app: Asgi) -> None:
    """Where what is stored leads beyond a procedure's limits, it is refused and said so."""
    corners = [{"unit": name, "x": x, "y": x} for name, x in (("swordsman", -1e6), ("bandit", 1e6))]
    table = await brawl(app, positions=corners)
    refused = await table.act("resolve-attack", MOVES["resolve-attack"])
    assert (refused.problem, refused.json["errors"][0]["pointer"]) == ("unfit-request", "/input")
    assert "distance" in refused.json["detail"]


async def test_who_is_locked_reaches_back(app: Asgi) -> None:
    """Who is locked by a longer weapon strikes back across the yards between, unless the rulings say otherwise."""
    met: Any = {
        "positions": [{"unit": "bandit", "x": 3}, {"unit": "wrestler", "y": 1}],
        "locks": [{"one": "swordsman", "other": "bandit"}],
    }
    struck = await (await brawl(app, **met)).act("resolve-attack", MOVES["resolve-attack"])
    assert struck.json["outcome"]["attack"]["locked"] is True
    refused = await (await brawl(app, {"locked_reach": "own"}, **met)).act("resolve-attack", MOVES["resolve-attack"])
    assert refused.problem == "out-of-reach"


async def test_waits(app: Asgi) -> None:
    """A wait that is answered in melee locks both."""
    table = await brawl(app)
    waited = (await table.act("resolve-wait", MOVES["resolve-wait"])).json
    assert waited["outcome"]["waiter_attack"]["locked"] is True
    assert waited["state"]["locks"] == [{"one": "swordsman", "other": "bandit"}]


async def test_who_falls_lets_go(app: Asgi) -> None:
    """When the wrestler falls, whom he held is free and breathes, and nobody is locked with him."""
    body = begun("heroic")
    body = changed(body, ("state", "units", 1, "conditions"), ["suffocating"])
    body["state"]["locks"] = [{"one": "guards", "other": "wrestler"}]
    table = await seated(app, **body)
    fall = {"input": {"pending": [{"unit": "wrestler", "source": "a rock", "injury": 99}]}}
    felled = (await table.act("resolve-injury", fall)).json["state"]
    assert (felled["grapples"], felled["locks"], felled["units"][1]["conditions"]) == ([], [], [])
    assert felled["units"][3]["status"] == "incapacitated"


async def test_weariness_is_not_remembered(app: Asgi) -> None:
    """Who is weary strikes and dodges worse, if the rulings say so, but stays as strong as before."""
    body = begun("heroic")
    for place in (0, 2):
        body = changed(body, ("state", "units", place, "fp_current"), 1)
    table = await seated(app, **{**body, "rulings": {"fp_effects": "apply"}})
    fought = (await table.act("resolve-attack", MOVES["resolve-attack"])).json
    assert fought["outcome"]["attack"]["defense"]["value"]["base"] == 5
    for name, dodge in (("swordsman", 9), ("bandit", 10)):
        assert (await unit(table, name))["defenses"]["dodge"] == dodge


async def test_morale(app: Asgi) -> None:
    """Whose courage fails flees unless everybody is held, and the check is remembered."""
    table = await brawl(app)
    broke = (await table.act("check-morale", supplied(MOVES["check-morale"], 6, 6, 6))).json
    assert broke["outcome"]["verdict"]["breaks"] is True
    guards = await unit(table, "guards")
    assert (guards["status"], guards["morale"]["checked"]) == ("routed", True)
    both = await brawl(app, grapples=[{"grappler": "wrestler", "victim": "guards", "members": 2}])
    await both.act("check-morale", supplied(MOVES["check-morale"], 6, 6, 6))
    assert (await unit(both, "guards"))["status"] == "surrendered"
    again = (await table.act("check-morale", MOVES["check-morale"])).json
    assert again["outcome"]["due"] is False


async def test_who_is_held_and_routed(app: Asgi) -> None:
    """Who is routed and held is left behind by the others, breaks free in a later move, and runs in a round.

    Each time the wrestler's grab at who runs fails.
    """
    table = await brawl(app, locks=[{"one": "guards", "other": "wrestler"}], hazards=[])
    assert (await table.correct(changes=[{"pointer": "/units/1/status", "value": "routed"}])).status == 200
    flight = {"unit": "guards", "tactic": "retreat", "move": {"mode": "away"}}
    fleeing = {"input": {"unit": "guards", "orders": [flight]}}
    dodged = (*(6, 6, 6), *(1, 1, 1))
    moved = (await table.act("resolve-move", supplied(fleeing, *dodged))).json["state"]
    assert [each["victim"] for each in moved["grapples"]] == ["guards (held)"]
    assert moved["locks"] == [{"one": "wrestler", "other": "guards (held)"}]
    freeing = {"input": {"victim": "guards (held)", "holder": "wrestler"}}
    freed = (await table.act("break-free", supplied(freeing, 1, 1, 1, 6, 6, 6))).json
    assert (freed["outcome"]["verdict"]["freed"], freed["state"]["grapples"]) == (True, [])
    orders = [{"unit": name, "tactic": "defensive"} for name in ("swordsman", "bandit", "wrestler")]
    fought = (await table.act("resolve-round", supplied({"input": {"orders": orders}}, 6, 1, *dodged, 6))).json["state"]
    assert [each["status"] for each in fought["units"] if each["id"].startswith("guards")] == ["fled", "fled"]


async def test_who_is_held_breaks_free_in_a_round(app: Asgi) -> None:
    """In a round a routed unit of which everybody is held breaks free in its retreat."""
    table = await brawl(app, grapples=[{"grappler": "wrestler", "victim": "guards", "members": 2}], hazards=[])
    assert (await table.correct(changes=[{"pointer": "/units/1/status", "value": "routed"}])).status == 200
    orders = [{"unit": name, "tactic": "defensive"} for name in ("swordsman", "bandit", "wrestler")]
    given = [*orders, {"unit": "guards", "tactic": "retreat", "break_free": True}]
    faces = (6, 1, *(1, 1, 1), *(6, 6, 6), 6)
    fought = (await table.act("resolve-round", supplied({"input": {"orders": given}}, *faces))).json
    assert [each["verdict"]["freed"] for each in fought["outcome"]["melee"]["breaks"]] == [True]
    assert fought["state"]["grapples"] == []


async def running(app: Asgi) -> Table:
    """A brawl that the law has won."""
    table = await brawl(app)
    fates = [{"pointer": f"/units/{place}/status", "value": "routed"} for place in FELLED.values()]
    assert (await table.correct(changes=fates)).status == 200
    return table


async def test_pursuits(app: Asgi) -> None:
    """Whoever is caught is out of the fight: slain, or captured and alive."""
    table = await running(app)
    chase = MOVES["pursue"]["input"]
    caught = (await table.act("pursue", supplied({"input": chase}, 1, 1, 1, 6, 6, 6))).json
    assert caught["outcome"]["units"] == [{"unit": "bandit", "caught": 1, "escaped": 0}]
    assert (await unit(table, "bandit"))["status"] == "incapacitated"
    await table.change("undo")
    capture = {**chase, "intent": "capture", "capture_equipment": True}
    await table.act("pursue", supplied({"input": capture}, 1, 1, 1, 6, 6, 6))
    bandit = await unit(table, "bandit")
    assert (bandit["status"], bandit["hp_pool"]) == ("surrendered", None)


@pytest.mark.parametrize(
    ("pursuers", "pursued", "problem", "pointer"),
    [
        (["guards"], ["swordsman"], "pursuit-impossible", "/input/pursued/units/0"),
        (["wrestler"], ["bandit"], "attacker-inactive", "/input/pursuers/units/0"),
        (["swordsman", "nobody"], ["bandit"], UNKNOWN, "/input/pursuers/units/1"),
    ],
)
async def test_what_is_no_pursuit(app: Asgi, pursuers: Any, pursued: Any, problem: str, pointer: str) -> None:
    """Only who can run pursues, and only who flees is pursued."""
    table = await running(app)
    asked = {"pursuers": {"units": pursuers}, "pursued": {"units": pursued}}
    refused = await table.act("pursue", {"input": asked})
    assert (refused.problem, refused.json["errors"][0]["pointer"]) == (problem, pointer)


async def test_before_the_end(app: Asgi) -> None:
    """While somebody fights on there is no pursuit; and nobody rolls initiative or counts the fallen alone."""
    table = await brawl(app)
    await table.correct(changes=[{"pointer": "/units/2/status", "value": "routed"}])
    early = await table.act("pursue", MOVES["pursue"])
    assert (early.problem, early.json["errors"][0]["pointer"]) == ("battle-not-over", "/input")
    own = {"pursuers": {"units": ["wrestler"]}, "pursued": {"units": ["bandit"]}}
    assert (await table.act("pursue", {"input": own})).problem == "same-side-target"
    nobody = await table.act("resolve-casualties", {"input": {"units": ["swordsman"]}})
    assert (nobody.problem, nobody.json["errors"][0]["pointer"]) == ("unfit-request", "/input/units")
    gone = [{"pointer": f"/units/{place}/status", "value": "fled"} for place in FELLED.values()]
    await table.correct(changes=gone)
    assert (await table.act("roll-initiative", {})).problem == "side-without-units"


async def test_casualties(app: Asgi) -> None:
    """The fallen of all are counted unless some are named; the battle stays as it is."""
    table = await brawl(app)
    before = await state(table)
    counted = (await table.act("resolve-casualties", {})).json
    assert [(each["unit"], each["fallen"]) for each in counted["outcome"]["counts"]] == [("guards", 1)]
    assert await state(table) == before


@pytest.mark.parametrize(
    ("path", "value", "problem", "pointer"),
    [
        (("state", "units", 0, "side"), "chaos", "heroic-unknown-side", "/state/units/0/side"),
        (("state", "units", 1, "hp_pool"), 99, "pool-mismatch", "/state/units/1/hp_pool"),
        (("state", "grapples", 0, "victim"), "bandit", "same-side-target", "/state/grapples/0/victim"),
        (("state", "initiative"), "chaos", "heroic-unknown-side", "/state/initiative"),
        (("state", "pending"), [{"unit": "nobody", "source": "it", "injury": 1}], UNKNOWN, "/state/pending/0/unit"),
        (("state", "positions", 0, "unit"), "nobody", UNKNOWN, "/state/positions/0/unit"),
    ],
)
async def test_what_is_not_begun(app: Asgi, path: Any, value: Any, problem: str, pointer: str) -> None:
    """A battle that does not fit together is refused, and pointed at."""
    table = await brawl(app)
    refused = await table.referee.ask("POST", "/v1/encounters", changed(begun("heroic"), path, value))
    assert (refused.problem, refused.json["errors"][0]["pointer"]) == (problem, pointer)
