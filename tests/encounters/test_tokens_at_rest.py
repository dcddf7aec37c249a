"""A token is told once, to whoever asked for it; what the store holds opens nothing."""

from typing import Any
from urllib.parse import urlencode

import orjson
import pytest

from service.api.http.problem_documents import Asgi
from service.api.middleware.idempotency import Idempotency
from service.store import packing
from service.store.connection import Connection
from tests.api.calls import Reply
from tests.encounters.client import DUEL, STRIKE, Client, Table, seated

MUTATION = (
    'mutation ($state: JSON!) { a: encountersCreate(family: "opposed", state: $state) '
    '{ ... on EncounterCreated { id referee viewer } } b: encountersCreate(family: "opposed", state: $state) '
    "{ ... on EncounterCreated { id told: referee viewer } } }"
)


KEY = "a-key-of-mine-that-is-long"


async def everything(store: Connection) -> bytes:
    """All that the store holds, keys and values, as it would be written to disk."""
    dumped = b""
    async with store as redis:
        for key in [each async for each in redis.scan_iter("*")]:
            read: Any = {b"string": redis.get, b"hash": redis.hgetall, b"stream": redis.xrange}
            kind: Any = await redis.type(key)
            dumped += bytes(key) + repr(await read[kind](key)).encode()
    return dumped


async def test_no_token_is_in_the_store(both: Asgi, store: Connection, monkeypatch: pytest.MonkeyPatch) -> None:
    """With a key or without, over either face, first told or told again: the store has no token and no key."""
    monkeypatch.setattr(packing, "LONGEST_PLAIN", 10**9)
    client = Client(Idempotency(both, store))
    told: set[str] = set()
    keys: tuple[dict[str, Any], ...] = ({}, {"idempotency_key": KEY}, {"idempotency_key": KEY})
    others = [await seated(client.app) for _ in range(2)]
    for headers, other in zip(keys, (*others, others[1]), strict=True):
        created = (await client.ask("POST", "/v1/encounters", DUEL, **headers)).json
        mine = Client(client.app, created["referee"])
        path = f"/v1/encounters/{created['id']}"
        forked = (await mine.ask("POST", f"{path}/fork", **headers)).json
        body = {"query": MUTATION, "variables": {"state": DUEL["state"]}}
        twice = (await client.ask("POST", "/graphql", body, **headers)).json["data"]
        rotate = {"viewer": "rotate", "referee": "rotate"}
        rotated = (await other.referee.ask("POST", f"{other.path}/tokens", rotate, **headers)).json
        answers = (created, forked, rotated, twice["a"], twice["b"])
        told |= {each[name] for each in answers for name in ("referee", "viewer", "told") if name in each}
    assert len(told) == 20
    dumped = await everything(store)
    assert [token for token in told if token.encode() in dumped] == []
    assert KEY.encode() not in dumped
    assert dumped.count(b"umpire:key:") == 4


async def test_told_again_it_is_the_same(both: Asgi, store: Connection) -> None:
    """An answer with tokens is replayed byte for byte, and its tokens open what they opened."""
    client = Client(Idempotency(both, store))
    first, second = [await client.ask("POST", "/v1/encounters", DUEL, idempotency_key=KEY) for _ in range(2)]
    assert (first.body, second.header("idempotent-replayed")) == (second.body, "true")
    path = f"/v1/encounters/{second.json['id']}"
    assert (await Client(both, second.json["referee"]).ask("GET", path)).json["role"] == "referee"
    assert (await Client(both, second.json["viewer"]).ask("GET", path)).json["role"] == "viewer"


# ── What is kept under a key ends with the token and with the encounter ──────────────────────────────────────────────

SEEN = (
    "query($id: String!, $token: String) { encountersGet(id: $id, token: $token) { ... on EncounterView { state } } }"
)
UNDONE = (
    "mutation($id: String!, $token: String) { encountersUndo(id: $id, token: $token, version: 2) "
    "{ ... on EncounterChanged { state } } }"
)


async def kept(table: Table, name: str) -> Reply:
    """Ask an encounter at version 2 for something, always under the same key."""
    path, referee = table.path, table.referee
    document = {"seen": SEEN, "undone": UNDONE}.get(name, "")
    body: dict[str, Any] = {"query": document, "variables": {"id": table.id, "token": referee.token}}
    asked: dict[str, tuple[Client, str, str, Any]] = {
        "act": (referee, "POST", f"{path}/resolve-attack", STRIKE),
        "preview": (referee, "POST", f"{path}/resolve-attack/preview", STRIKE),
        "correct": (referee, "PATCH", path, {"reveal": "all"}),
        "undo": (referee, "POST", f"{path}/undo", None),
        "verify": (referee, "POST", f"{path}/verify", None),
        "fork": (referee, "POST", f"{path}/fork", None),
        "tokens": (referee, "POST", f"{path}/tokens", {"referee": "rotate", "viewer": "keep"}),
        "seen": (table.stranger, "POST", "/graphql", body),
        "undone": (table.stranger, "POST", "/graphql", body),
    }
    who, method, where, sent = asked[name]
    return await who.ask(method, where, sent, version=2, idempotency_key=KEY)


KEPT = ["act", "preview", "correct", "undo", "verify", "fork", "seen", "undone"]


async def played(both: Asgi, store: Connection) -> Table:
    """An encounter at version 2."""
    table = await seated(Idempotency(both, store))
    assert (await table.act("resolve-attack", STRIKE, 1)).status == 200
    return table


@pytest.mark.parametrize("name", KEPT)
async def test_what_is_kept_ends_with_the_token(both: Asgi, store: Connection, name: str) -> None:
    """Whoever holds a token that was replaced, and the key, is told nothing again that the token was told."""
    table = await played(both, store)
    first, second = await kept(table, name), await kept(table, name)
    assert (first.status in {200, 201}, second.body, second.header("idempotent-replayed")) == (True, first.body, "true")
    await table.referee.ask("POST", f"{table.path}/tokens", {"referee": "rotate"})
    refused = await kept(table, name)
    assert (refused.status, refused.problem) == (401, "token-unknown")


@pytest.mark.parametrize("name", KEPT)
async def test_what_is_kept_ends_with_the_encounter(both: Asgi, store: Connection, name: str) -> None:
    """What was told of an encounter that is deleted is not told again."""
    table = await played(both, store)
    assert (await kept(table, name)).status in {200, 201}
    version = (await table.get())["version"]
    assert (await table.referee.ask("DELETE", table.path, version=version)).status == 200
    refused = await kept(table, name)
    assert (refused.status, refused.problem) == (404, "unknown-encounter")


async def test_a_creation_ends_with_what_it_created(both: Asgi, store: Connection) -> None:
    """Without credentials a key tells the tokens of a creation again, until they count no longer or it is deleted."""
    app = Idempotency(both, store)
    for end, problem in (("tokens", "token-unknown"), ("", "unknown-encounter")):
        key: dict[str, Any] = {"idempotency_key": f"{KEY}-{problem}"}
        first, second = [await Client(app).ask("POST", "/v1/encounters", DUEL, **key) for _ in range(2)]
        assert first.body == second.body
        referee, path = Client(app, first.json["referee"]), f"/v1/encounters/{first.json['id']}"
        how = ("POST", f"{path}/tokens", {"referee": "rotate"}) if end else ("DELETE", path, None)
        assert (await referee.ask(*how, version=1)).status == 200
        assert (await Client(app).ask("POST", "/v1/encounters", DUEL, **key)).problem == problem


async def test_a_copy_ends_with_itself(both: Asgi, store: Connection) -> None:
    """The tokens of a fork are told again until the fork is deleted, though what it was made from is not."""
    table = await played(both, store)
    fork = (await kept(table, "fork")).json
    assert (await kept(table, "fork")).json == fork
    referee = Client(both, fork["referee"])
    assert (await referee.ask("DELETE", f"/v1/encounters/{fork['id']}", version=1)).status == 200
    assert (await kept(table, "fork")).problem == "unknown-encounter"


async def test_a_new_token_is_told_again_as_long_as_it_counts(both: Asgi, store: Connection) -> None:
    """Who lost the answer with the new token asks again with the old one, until the new one is replaced, too."""
    table = await played(both, store)
    first, second = await kept(table, "tokens"), await kept(table, "tokens")
    assert (second.body, second.header("idempotent-replayed")) == (first.body, "true")
    later = Client(both, second.json["referee"])
    assert (await later.ask("POST", f"{table.path}/tokens", {"referee": "rotate"})).status == 200
    assert (await kept(table, "tokens")).problem == "token-unknown"


async def test_a_deletion_is_told_again(both: Asgi, store: Connection) -> None:
    """That an encounter is deleted says nothing of it, and is what the next try has to hear."""
    table = await played(both, store)
    tries = [await table.referee.ask("DELETE", table.path, version=2, idempotency_key=KEY) for _ in range(2)]
    assert [each.status for each in tries] == [200, 200]
    assert tries[1].header("idempotent-replayed") == "true"


async def test_a_revoked_viewer_ends_only_its_own(both: Asgi, store: Connection) -> None:
    """What a viewer was told ends with the viewer's token, what the referee was told does not."""
    table = await played(both, store)
    seen = Table(table.id, table.viewer, table.viewer, table.stranger)
    assert (await kept(seen, "seen")).json == (await kept(seen, "seen")).json
    await kept(table, "verify")
    assert (await table.referee.ask("POST", f"{table.path}/tokens", {"viewer": "revoke"})).status == 200
    assert (await kept(seen, "seen")).problem == "token-unknown"
    assert (await kept(table, "verify")).header("idempotent-replayed") == "true"


# ── A key by which tokens are told cannot be guessed ─────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("key", "problem"), [("a" * 15, "key-too-short"), ("a" * 16, None), (f'"{"a" * 15}"', "key-too-short")]
)
async def test_a_key_of_a_creation_is_long(both: Asgi, store: Connection, key: str, problem: str | None) -> None:
    """To create, a key has 16 characters or more, whatever credentials come with it; all else takes any key."""
    app = Idempotency(both, store)
    for client in (Client(app), Client(app, "nobody looks at this")):
        reply = await client.ask("POST", "/v1/encounters", DUEL, idempotency_key=key)
        assert reply.status == (400 if problem else 201)
        assert problem is None or (reply.problem == problem and "has 15 characters" in reply.json["detail"])
    async with store as redis:
        made = [each async for each in redis.scan_iter("umpire:{*}:encounter")]
    assert bool(made) is (problem is None)
    table = await played(both, store)
    assert (await table.referee.ask("POST", f"{table.path}/fork", idempotency_key="short")).status == 201


async def test_in_graphql_a_short_key_is_a_problem_of_the_field(both: Asgi, store: Connection) -> None:
    """A mutation that creates is refused under a short key; what needs no long one in the same document is done."""
    document = MUTATION.replace(
        "{ ... on EncounterCreated", "{ ... on Problem { type status } ... on EncounterCreated", 1
    )
    document = document.replace(
        "mutation ($state: JSON!) {", 'mutation ($state: JSON!) { roll: diceRoll(notation: "d6") { __typename }'
    )
    body = {"query": document, "variables": {"state": DUEL["state"]}}
    reply = await Client(Idempotency(both, store)).ask("POST", "/graphql", body, idempotency_key="short")
    assert reply.json["data"]["a"] == {"type": "/problems/key-too-short", "status": 400}
    assert reply.json["data"]["roll"]["__typename"] == "DiceRollAnswer"


# ── Nobody on the way keeps a token ──────────────────────────────────────────────────────────────────────────────────


async def test_answers_with_tokens_are_not_kept_on_the_way(both: Asgi, store: Connection) -> None:
    """Creation, fork and new tokens are `no-store`, first told or told again, and so is all of GraphQL."""
    app = Idempotency(both, store)
    created = [await Client(app).ask("POST", "/v1/encounters", DUEL, idempotency_key=KEY) for _ in range(2)]
    referee, path = Client(app, created[0].json["referee"]), f"/v1/encounters/{created[0].json['id']}"
    body = {"query": MUTATION, "variables": {"state": DUEL["state"]}}
    told = [
        *created,
        await referee.ask("POST", f"{path}/fork"),
        await referee.ask("POST", f"{path}/tokens", {"viewer": "rotate"}),
        await Client(app).ask("POST", "/graphql", body),
        await Client(app).ask("GET", "/graphql?query={__typename}"),
    ]
    assert [each.header("cache-control") for each in told] == ["no-store"] * 6
    assert (await referee.ask("GET", path)).header("cache-control") is None


@pytest.mark.parametrize("times", [1, 2])
async def test_a_token_in_an_address_is_not_taken(both: Asgi, store: Connection, times: int) -> None:
    """Over GET a query with a token is a problem and tells nothing, planned or not; without one it is answered."""
    table = await seated(both)
    document = SEEN.replace("state }", "role } ... on Problem { status detail }")
    variables = orjson.dumps({"id": table.id, "token": table.viewer.token}).decode()
    for _ in range(times):
        address = f"/graphql?{urlencode({'query': document, 'variables': variables})}"
        reply = (await table.stranger.ask("GET", address)).json["data"]["encountersGet"]
        assert (reply["status"], "POST" in reply["detail"]) == (405, True)
    body = {"query": document, "variables": {"id": table.id, "token": table.viewer.token}}
    posted = (await table.stranger.ask("POST", "/graphql", body)).json["data"]["encountersGet"]
    assert posted == {"role": "viewer"}
