"""Encounters over GraphQL: the same operations, with token and version as arguments."""

from typing import Any

from service.api.http.problem_documents import Asgi
from tests.encounters.client import DUEL, Client

CREATE = """
mutation ($state: JSON!) {
  encountersCreate(family: "opposed", state: $state, reveal: FACES, dicePolicy: {seeds: REFEREE}) {
  ... on EncounterCreated { id version referee viewer state } ... on Problem { type detail } } }
"""
ACT = """
mutation ($id: String!, $token: String, $version: Int, $procedure: String!, $input: JSON) {
  encountersAct(id: $id, token: $token, version: $version, procedure: $procedure, input: $input,
                dice: {seeded: {seed: "sha256ctr1:a"}}) {
    ... on EncounterActed { version outcome state after steps { faces text } }
    ... on NeedsDice { kind: status }
    ... on Problem { type status } } }
"""
GET = """
query ($id: String!, $token: String) { encountersGet(id: $id, token: $token) {
  ... on EncounterView { version role state stateHash reveal } ... on Problem { type status } } }
"""
LOG = """
query ($id: String!, $token: String) { encountersLog(id: $id, token: $token, limit: 10) {
  ... on EncounterLog { more next entries { version kind outcome steps } } ... on Problem { type } } }
"""
UNDO = """
mutation ($id: String!, $token: String, $version: Int) { encountersUndo(id: $id, token: $token, version: $version) {
  ... on EncounterChanged { version returnsTo after } ... on Problem { type status } } }
"""


async def run(app: Asgi, query: str, **variables: Any) -> Any:
    """Execute a document of one field, and return its answer."""
    reply = await Client(app).ask("POST", "/graphql", {"query": query, "variables": variables})
    assert "errors" not in reply.json, reply.json
    (answer,) = reply.json["data"].values()
    return answer


async def test_a_fight(both: Asgi) -> None:
    """What is created, played and undone over GraphQL is what REST then finds."""
    for _ in range(2):  # the second time by its plan
        created = await run(both, CREATE, state=DUEL["state"])
        who = {"id": created["id"], "token": created["referee"]}
        strike = {"attacker": "Ash", "defender": "Orc"}
        acted = await run(both, ACT, **who, version=1, procedure="resolve-attack", input=strike)
        assert acted["version"] == 2
        assert acted["steps"][0]["text"]
        found = (await Client(both, who["token"]).ask("GET", f"/v1/encounters/{who['id']}")).json
        assert (found["state"], found["state_hash"]) == (acted["state"], acted["after"])
        assert (await run(both, GET, **who))["state"] == acted["state"]
        undone = await run(both, UNDO, **who, version=2)
        assert (undone["version"], undone["returnsTo"]) == (3, 1)
        log = await run(both, LOG, **who)
        assert [entry["kind"] for entry in log["entries"]] == ["create", "act", "undo"]


async def test_the_header_has_the_token(both: Asgi) -> None:
    """The header `Authorization` has the token of all fields without one; another form of the header is ignored."""
    created = await run(both, CREATE, state=DUEL["state"])
    for given, expected in (
        ({"authorization": f"Bearer {created['referee']}"}, "referee"),
        ({"authorization": f"bearer {created['viewer']}"}, "viewer"),
        ({"authorization": f"Bearer {created['viewer']}", "token": created["referee"]}, "referee"),
        ({"authorization": "Basic dTpw", "token": created["viewer"]}, "viewer"),
        ({"authorization": "Basic dTpw"}, None),
    ):
        variables = {"id": created["id"], "token": given.get("token")}
        for _ in range(2):  # the second time by its plan
            body = {"query": GET, "variables": variables}
            reply = await Client(both).ask("POST", "/graphql", body, authorization=given["authorization"])
            assert reply.json["data"]["encountersGet"].get("role") == expected


async def test_problems(both: Asgi) -> None:
    """Token and version are asked for as over REST, and answered with the same problems."""
    created = await run(both, CREATE, state=DUEL["state"])
    who, viewer = ({"id": created["id"], "token": created[role]} for role in ("referee", "viewer"))
    assert await run(both, UNDO, **who) == {"type": "/problems/version-missing", "status": 428}
    assert await run(both, UNDO, **who, version=9) == {"type": "/problems/version-stale", "status": 412}
    assert await run(both, UNDO, **viewer, version=1) == {"type": "/problems/token-too-weak", "status": 403}
    assert await run(both, GET, id=who["id"]) == {"type": "/problems/token-missing", "status": 401}


async def test_viewers(both: Asgi) -> None:
    """A viewer sees over GraphQL what it sees over REST."""
    created = await run(both, CREATE, state=DUEL["state"])
    path = f"/v1/encounters/{created['id']}"
    seen = await run(both, GET, id=created["id"], token=created["viewer"])
    found = (await Client(both, created["viewer"]).ask("GET", path)).json
    assert (seen["state"], seen["stateHash"]) == (found["state"], None)
    assert "fatigue" not in found["state"]["participants"][0]
