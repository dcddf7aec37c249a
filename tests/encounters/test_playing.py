"""Encounters over REST: what is answered, what is stored, and who may."""

from typing import Any

import pytest

from service.api.http.problem_documents import Asgi
from service.api.middleware.idempotency import Idempotency
from service.api.rest.router import RestRouter
from service.app import registry_with
from service.rules.examples import examples_of
from service.store.connection import Connection
from tests.encounters.client import DUEL, STRIKE, Client, Table, seated

FACES = {"kind": "supplied", "faces": [15, 60, 8]}
ORC = "/participants/1"


async def test_created(app: Asgi) -> None:
    """Creation answers 201 with the place, the version and both tokens, and the referee finds what was sent."""
    reply = await Client(app).ask("POST", "/v1/encounters", DUEL)
    created = reply.json
    assert (reply.status, reply.header("etag")) == (201, '"1"')
    assert reply.header("location") == f"/v1/encounters/{created['id']}"
    assert created["referee"] != created["viewer"]
    found = await Client(app, created["referee"]).ask("GET", f"/v1/encounters/{created['id']}")
    assert (found.status, found.header("etag"), found.json["role"]) == (200, '"1"', "referee")
    assert found.json["state"] == created["state"]
    assert [figure["fatigue"] for figure in found.json["state"]["participants"]] == [20, 20]


@pytest.mark.parametrize(
    ("changes", "problem", "pointer"),
    [
        ({"family": "chess"}, "does-not-fit", "/family"),
        ({"state": {}}, "unfit-request", "/state/sides"),
        ({"state": {**DUEL["state"], "weather": 3}}, "unfit-request", "/state/weather"),
        ({"state": {**DUEL["state"], "participants": [{"id": 10**30}]}}, "unfit-request", "/state/participants"),
        ({"rulings": {"stun_fraction": 99}}, "unfit-request", "/rulings/stun_fraction"),
        (
            {"state": {**DUEL["state"], "sides": [{"id": "a", "leader": "x"}] * 2}},
            "duplicate-participant",
            "/state/sides/1",
        ),
        ({"ttl": 1}, "does-not-fit", "/ttl"),
    ],
)
async def test_what_is_not_created(app: Asgi, changes: Any, problem: str, pointer: str) -> None:
    """A state, rulings or a time to live that the family or the service does not take is refused, and pointed at."""
    reply = await Client(app).ask("POST", "/v1/encounters", {**DUEL, **changes})
    assert reply.problem == problem
    assert reply.json["errors"][0]["pointer"].startswith(pointer)


async def test_act(app: Asgi) -> None:
    """An act answers as the stateless operation does, and its state is what is stored."""
    table = await seated(app)
    acted = await table.act("resolve-attack", {**STRIKE, "dice": FACES})
    assert (acted.status, acted.header("etag")) == (200, '"2"')
    ash, orc = DUEL["state"]["participants"]
    stateless = {"input": {"attacker": ash, "defender": orc}, "dice": FACES}
    expected = (await Client(app).ask("POST", "/v1/opposed/resolve-attack", stateless)).json
    for part in ("outcome", "steps", "dice", "rulings", "warnings", "ruleset", "status"):
        assert acted.json[part] == expected[part]
    stored = await table.get()
    assert (stored["state"], stored["state_hash"]) == (acted.json["state"], acted.json["after"])
    assert stored["state"]["participants"][1] == expected["outcome"]["defender"]


async def test_every_move(app: Asgi) -> None:
    """Every procedure that the family declares can be tried and played."""
    rounds = {"input": {"orders": [{"action": "attack", "actor": "Orc", "target": "Ash"}]}}
    flight = {"input": {"fleeing": "Orc", "pursuers": ["Ash"]}}
    for procedure, body in (
        ("resolve-round", rounds),
        ("resolve-attack", STRIKE),
        ("pursue", flight),
        ("resolve-skirmish", {"input": {"max_rounds": 2}}),
    ):
        table = await seated(app)
        tried = await table.referee.ask("POST", f"{table.path}/{procedure}/preview", body)
        assert (tried.status, tried.json["version"]) == (200, 1), tried.body
        acted = await table.act(procedure, body)
        assert (acted.status, acted.json["version"]) == (200, 2), acted.body
        after = await table.act("resolve-round")
        assert after.status == 200 or after.problem == "fight-over", after.body


async def test_a_preview_stores_nothing(app: Asgi) -> None:
    """Trying a procedure changes neither the encounter nor its log."""
    table = await seated(app)
    before = await table.get()
    await table.referee.ask("POST", f"{table.path}/resolve-skirmish/preview", {})
    assert await table.get() == before
    assert len(await table.log()) == 1


async def test_dice_that_wait(app: Asgi) -> None:
    """An act that needs dice stores nothing, and any client with the token completes it."""
    table = await seated(app)
    waiting = await table.act("resolve-attack", {**STRIKE, "dice": {"kind": "supplied", "faces": [15]}})
    assert (waiting.json["status"], waiting.header("etag")) == ("needs_dice", None)
    assert (await table.get())["version"] == 1
    other = Client(app, table.referee.token)
    done = await other.ask("POST", f"{table.path}/resolve-attack", {**STRIKE, "dice": FACES}, version=1)
    assert done.json["status"] == "resolved"


async def test_undo_and_redo(app: Asgi) -> None:
    """Undoing gives the state before bit for bit, redoing the state after, and both are entries."""
    table = await seated(app)
    acted = [(await table.act("resolve-round", {})).json for _ in range(2)]
    states = [acted[0]["before"], acted[0]["after"], acted[1]["after"]]
    walked = [(await table.change(how)).json["after"] for how in ("undo", "undo", "redo", "redo")]
    assert walked == [states[1], states[0], states[1], states[2]]
    assert (await table.change("redo")).problem == "nothing-to-redo"
    log = await table.log()
    assert [entry["version"] for entry in log] == [1, 2, 3, 4, 5, 6, 7]
    assert [entry["returns_to"] for entry in log[3:]] == [2, 1, 2, 3]


async def test_nothing_to_undo(app: Asgi) -> None:
    """A new encounter cannot be undone."""
    assert (await (await seated(app)).change("undo")).problem == "nothing-to-undo"


async def test_correct(app: Asgi) -> None:
    """The referee puts values right in order; the whole is validated and logged with its state."""
    table = await seated(app)
    changes = [
        {"pointer": f"{ORC}/fatigue", "value": 3},
        {"pointer": f"{ORC}/conditions/-", "value": "disarmed"},
        {"pointer": f"{ORC}/fatigue", "value": 4},
    ]
    corrected = await table.correct(changes=changes)
    assert (corrected.status, corrected.header("etag")) == (200, '"2"')
    orc = corrected.json["state"]["participants"][1]
    assert (orc["fatigue"], orc["conditions"]) == (4, ["disarmed"])
    entry = (await table.log())[-1]
    assert (entry["kind"], entry["state"]) == ("correct", corrected.json["state"])


@pytest.mark.parametrize(
    ("change", "status", "pointer"),
    [
        ({"pointer": "/participants/7/fatigue", "value": 1}, 409, "/changes/0/pointer"),
        ({"pointer": "/sides/red", "value": 1}, 409, "/changes/0/pointer"),
        ({"pointer": f"{ORC}/fatigue", "value": -1}, 422, "/state/participants/1/fatigue"),
        ({"pointer": f"{ORC}/mana", "value": 1}, 422, "/state/participants/1/mana"),
        ({"pointer": f"{ORC}/side", "value": "green"}, 409, "/state/participants/1/side"),
        ({"pointer": "", "value": []}, 422, "/state"),
        ({"pointer": "", "value": None}, 422, "/state"),
    ],
)
async def test_what_is_not_right(app: Asgi, change: Any, status: int, pointer: str) -> None:
    """A correction that leads nowhere, or to a state that nothing could be played with, is refused and not stored."""
    table = await seated(app)
    refused = await table.correct(changes=[change])
    assert (refused.status, refused.json["errors"][0]["pointer"]) == (status, pointer)
    assert (await table.get())["version"] == 1


async def test_fork(app: Asgi) -> None:
    """A fork begins with the state as it stands, has tokens of its own, and leaves the original alone."""
    table = await seated(app)
    await table.act("resolve-round", {})
    forked = await table.referee.ask("POST", f"{table.path}/fork")
    assert (forked.status, forked.json["version"]) == (201, 1)
    assert forked.json["state_hash"] == (await table.get())["state_hash"]
    assert (await table.referee.ask("GET", f"/v1/encounters/{forked.json['id']}")).problem == "token-unknown"


async def test_versions(app: Asgi) -> None:
    """A change without a version, or to another than the present one, is refused."""
    table = await seated(app)
    path = f"{table.path}/resolve-round"
    assert (await table.referee.ask("POST", path, {})).problem == "version-missing"
    assert (await table.referee.ask("POST", path, {}, version=2)).problem == "version-stale"
    assert (await table.referee.ask("POST", path, {}, if_match="*")).problem == "does-not-fit"
    assert (await table.referee.ask("DELETE", table.path)).problem == "version-missing"
    assert (await table.referee.ask("POST", f"{table.path}/undo", version=9)).problem == "version-stale"


WATCHED = [("GET", ""), ("GET", "/log")]
REFEREED = [
    *[
        ("POST", f"/{name}")
        for name in ("resolve-round", "resolve-round/preview", "resolve-attack/odds", "undo", "redo", "fork", "verify")
    ],
    *[("POST", "/tokens"), ("PATCH", ""), ("DELETE", "")],
]


@pytest.mark.parametrize(("method", "path"), [*WATCHED, *REFEREED])
async def test_who_may(app: Asgi, method: str, path: str) -> None:
    """Without a token nobody gets in, with a wrong one neither, and the viewer only watches."""
    table = await seated(app)
    body: Any = {} if method in ("POST", "PATCH") else None

    async def asked(client: Client, **headers: Any) -> Any:
        return await client.ask(method, table.path + path, body, version=1, **headers)

    missing = await asked(table.stranger)
    assert (missing.problem, missing.header("www-authenticate")) == ("token-missing", 'Bearer realm="umpire"')
    assert (await asked(table.stranger, authorization="Basic eDp5")).problem == "token-missing"
    assert (await asked(Client(app, "nonsense"))).problem == "token-unknown"
    watching = await asked(table.viewer)
    assert watching.status == 200 if (method, path) in WATCHED else watching.problem == "token-too-weak"


async def test_tokens(app: Asgi, store: Connection) -> None:
    """Tokens are rotated and revoked at once, and are never stored as they are."""
    table = await seated(app)
    rotated = (await table.referee.ask("POST", f"{table.path}/tokens", {"viewer": "rotate"})).json
    assert rotated["referee"] is None
    assert (await table.viewer.ask("GET", table.path)).problem == "token-unknown"
    viewer = Client(app, rotated["viewer"])
    assert (await viewer.ask("GET", table.path)).status == 200
    await table.referee.ask("POST", f"{table.path}/tokens", {"viewer": "revoke"})
    assert (await viewer.ask("GET", table.path)).problem == "token-unknown"
    assert (await Client(app, "").ask("GET", table.path)).status == 401
    new = (await table.referee.ask("POST", f"{table.path}/tokens", {"referee": "rotate"})).json["referee"]
    assert (await table.referee.ask("GET", table.path)).problem == "token-unknown"
    async with store as redis:
        stored = str(await redis.hgetall(f"umpire:{{{table.id}}}:encounter"))
    assert new not in stored
    assert str(table.referee.token) not in stored


async def test_deleted(app: Asgi) -> None:
    """After deletion everything answers 404."""
    table = await seated(app)
    ended = dict.fromkeys(("opened", "dice_key", "line"))
    deleted = {"status": "deleted", "id": table.id, "head": (await table.get())["head"], **ended}
    assert (await table.referee.ask("DELETE", table.path, version=1)).json == deleted
    for method, path in (("GET", ""), ("GET", "/log"), ("POST", "/undo"), ("DELETE", "")):
        assert (await table.referee.ask(method, table.path + path, version=1)).problem == "unknown-encounter"


async def test_addresses_of_unknown_procedures(app: Asgi) -> None:
    """A procedure that is not there is named before a version that is missing or stale, and before a wrong method."""
    table = await seated(app)
    for path in ("resolve-atack", "resolve-atack/announce"):
        for version in (None, 7):
            posted = await table.referee.ask("POST", f"{table.path}/{path}", {}, version=version)
            assert (posted.problem, posted.status) == ("unknown-procedure", 404)
            assert posted.json["detail"].endswith("Did you mean resolve-attack?")
    other = await table.referee.ask("POST", f"{table.path}/resolve-clash", {})
    assert (other.problem, "encounters of opposed" in other.json["detail"]) == ("unknown-procedure", True)
    assert (await table.referee.ask("POST", f"{table.path}/resolve-attack", {})).problem == "version-missing"
    for given, meant in (
        ("resolve-atack", "resolve-attack"),
        ("legal-move", "legal-moves"),
        ("resolve-rounds/odds", "resolve-round/odds"),
        ("resolve-round/preveiw", "resolve-round/preview"),
    ):
        got = await table.referee.ask("GET", f"{table.path}/{given}")
        assert (got.problem, got.json["detail"]) == (
            "not-found",
            f"There is nothing at {table.path}/{given}. Did you mean {table.path}/{meant}?",
        )
    assert (await table.referee.ask("GET", f"{table.path}/dance")).json["detail"].endswith("/dance.")
    assert (await table.referee.ask("GET", f"{table.path}/resolve-attack")).problem == "method-not-allowed"


async def test_unknown_procedures(app: Asgi) -> None:
    """A procedure that is not played, or figures that are not there, are refused."""
    table = await seated(app)
    assert (await table.act("grade-success", {})).problem == "unknown-procedure"
    strange = await table.act("resolve-attack", {"input": {"attacker": "Ash", "defender": "Elf"}})
    assert (strange.problem, strange.json["errors"][0]["pointer"]) == ("unknown-participant", "/input/defender")
    unfit = await table.act("resolve-attack", {"input": {"attacker": "Ash"}})
    assert (unfit.problem, unfit.json["errors"][0]["pointer"]) == ("unfit-request", "/input/defender")
    assert (await table.get())["version"] == 1


async def test_the_query_brings_no_token(app: Asgi) -> None:
    """A token in an address would be written into logs: it is refused there."""
    table = await seated(app)
    reply = await table.stranger.ask("GET", f"{table.path}?token={table.referee.token}")
    assert reply.problem == "does-not-fit"


async def test_idempotency(app: Asgi, store: Connection) -> None:
    """An act sent twice under one key is played once, and answered twice with the same bytes."""
    table = await seated(app)
    keyed = Client(Idempotency(app, store), table.referee.token)
    first, second = [
        await keyed.ask("POST", f"{table.path}/resolve-round", {}, version=1, idempotency_key="k") for _ in range(2)
    ]
    assert (first.body, second.header("idempotent-replayed")) == (second.body, "true")
    assert (await table.get())["version"] == 2


async def test_without_a_store(no_store: Connection) -> None:
    """Without a store encounters answer 503 and say when to try again, and stateless work goes on."""
    app = RestRouter(registry_with(no_store))
    away = await Client(app).ask("POST", "/v1/encounters", DUEL)
    assert (away.problem, away.header("retry-after")) == ("store-away", "5")
    table = Table("0" * 32, Client(app, "x"), Client(app, "x"), Client(app))
    assert (await table.referee.ask("GET", table.path)).problem == "store-away"
    assert (await Client(app).ask("POST", "/v1/dice/roll", {"notation": "2d6"})).status == 200


async def test_the_fight_goes_on_when_somebody_has_picked_up_a_lantern(app: Asgi) -> None:
    """The hand holds it, it has left the map, and the next round is played."""
    begun = examples_of("encounters/tactical/create")[0].request
    first = begun["state"]["figures"][0]
    unarmed = {**first, "ready": {}, "hex": [1, 1]}
    state = {**begun["state"], "figures": [unarmed, *begun["state"]["figures"][1:]]}
    table = await seated(app, family="tactical", state=state, rulings={})
    others = [each["id"] for each in begun["state"]["figures"][1:]]
    taking = {"intents": [{"figure": "ash", "maneuver": "ready", "item": "lantern"}], "npc": others}
    path = f"/v1/encounters/{table.id}/resolve-round"
    played = await table.referee.ask("POST", path, {"input": taking}, version=1)
    assert played.status == 200, played.body
    ash = played.json["state"]["figures"][0]
    assert ("lantern" in ash["items"], played.json["state"]["map"]["items"]) == (True, [])
    again = await table.referee.ask("POST", path, {"input": {"npc": ["ash", *others]}}, version=2)
    assert again.status == 200, again.body
