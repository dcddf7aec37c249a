"""A token is told once, to whoever asked for it; what the store holds opens nothing."""

from typing import Any

import pytest

from service.api.idempotency import Idempotency
from service.api.problems import Asgi
from service.encounters import packing
from service.encounters.connection import Connection
from tests.encounters.client import DUEL, Client

MUTATION = (
    'mutation ($state: JSON!) { a: encountersCreate(family: "opposed", state: $state) '
    '{ ... on EncounterCreated { id referee viewer } } b: encountersCreate(family: "opposed", state: $state) '
    "{ ... on EncounterCreated { id told: referee viewer } } }"
)


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
    keys: tuple[dict[str, Any], ...] = ({}, {"idempotency_key": "a-key-of-mine"}, {"idempotency_key": "a-key-of-mine"})
    for headers in keys:
        created = (await client.ask("POST", "/v1/encounters", DUEL, **headers)).json
        mine = Client(client.app, created["referee"])
        path = f"/v1/encounters/{created['id']}"
        forked = (await mine.ask("POST", f"{path}/fork", **headers)).json
        body = {"query": MUTATION, "variables": {"state": DUEL["state"]}}
        twice = (await client.ask("POST", "/graphql", body, **headers)).json["data"]
        other = Client(client.app, twice["b"]["told"])
        path = f"/v1/encounters/{twice['b']['id']}"
        rotate = {"viewer": "rotate", "referee": "rotate"}
        rotated = (await other.ask("POST", f"{path}/tokens", rotate, **headers)).json
        answers = (created, forked, rotated, twice["a"], twice["b"])
        told |= {each[name] for each in answers for name in ("referee", "viewer", "told") if name in each}
    assert len(told) == 20
    dumped = await everything(store)
    assert [token for token in told if token.encode() in dumped] == []
    assert b"a-key-of-mine" not in dumped
    assert dumped.count(b"umpire:key:") == 4


async def test_told_again_it_is_the_same(both: Asgi, store: Connection) -> None:
    """An answer with tokens is replayed byte for byte, and its tokens open what they opened."""
    client = Client(Idempotency(both, store))
    first, second = [await client.ask("POST", "/v1/encounters", DUEL, idempotency_key="k") for _ in range(2)]
    assert (first.body, second.header("idempotent-replayed")) == (second.body, "true")
    path = f"/v1/encounters/{second.json['id']}"
    assert (await Client(both, second.json["referee"]).ask("GET", path)).json["role"] == "referee"
    assert (await Client(both, second.json["viewer"]).ask("GET", path)).json["role"] == "viewer"
