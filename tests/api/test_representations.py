"""How an answer is sent: compressed, with an entity tag, or without what is null and at its default."""

import gzip
from typing import Any

import pytest
from starlette.testclient import TestClient

from service.api.http.problem_documents import Asgi
from service.api.middleware.compression import SMALL, as_preferred
from service.api.rest.router import RestRouter
from service.app import FAMILIES, create_app, registry, registry_with
from service.store.connection import Connection
from tests.encounters.client import DUEL, Client
from tests.operations.asking import first_example

ATTACK = "/v1/heroic/resolve-attack"
PLAY = "/v1/families/tactical/play"
SEED = {"dice": {"kind": "seeded", "seed": "sha256ctr1:small"}}
REFERENCE = [
    "/v1/meta",
    "/v1/families",
    "/v1/families/mass",
    PLAY,
    f"/v1/families/{FAMILIES[0].name}/rules/{FAMILIES[0].rules[0].id}",
    "/v1/families/mass/tables/powers",
]
MINIMAL = {"prefer": "return=minimal"}


@pytest.fixture
def app(store: Connection) -> Asgi:
    """The tests' operations, with what compresses and shortens their answers as the service has it."""
    return as_preferred(RestRouter(registry_with(store)), FAMILIES)


def test_the_service_has_them() -> None:
    """The whole service compresses and shortens, too."""
    client = TestClient(create_app())
    told = client.get(PLAY, headers={"accept-encoding": "gzip", **MINIMAL})
    assert (told.headers["content-encoding"], told.headers["preference-applied"]) == ("gzip", "return=minimal")
    rolled = client.post(ATTACK, json=first_example("heroic/resolve-attack"), headers=MINIMAL).json()
    assert rolled["rulings"] == {}


async def asked(app: Asgi, method: str, path: str, body: Any = None, **headers: Any) -> Any:
    """Ask with headers, whose names have underscores for hyphens."""
    return await Client(app).ask(method, path, body, **headers)


def without_null(value: Any) -> Any:
    """JSON without members that are null, but for `meta`, which is as it was sent."""
    if isinstance(value, list):
        return [without_null(each) for each in value]
    if not isinstance(value, dict):
        return value
    return {name: each if name == "meta" else without_null(each) for name, each in value.items() if each is not None}


async def test_large_answers_are_compressed(app: Asgi) -> None:
    """Whoever accepts gzip gets it, a fifth as long; others, and small answers, are plain."""
    plain = await asked(app, "GET", PLAY)
    packed = await asked(app, "GET", PLAY, accept_encoding="gzip")
    assert packed.header("content-encoding") == "gzip"
    assert "accept-encoding" in packed.header("vary")
    assert gzip.decompress(packed.body) == plain.body
    assert len(packed.body) < len(plain.body) / 4
    assert plain.header("content-encoding") is None
    assert (await asked(app, "GET", PLAY, accept_encoding="gzip;q=0, br")).body == plain.body
    small = await asked(app, "POST", "/v1/dice/roll", {"notation": "3d6"}, accept_encoding="gzip")
    assert len(small.body) < SMALL
    assert small.header("content-encoding") is None


async def test_rolled_answers_and_problems_are_compressed(app: Asgi) -> None:
    """Answers and problems of every operation are; what has tokens, and may not be stored, stays plain."""
    body = {**first_example("heroic/resolve-attack"), **SEED}
    plain = await asked(app, "POST", ATTACK, body)
    packed = await asked(app, "POST", ATTACK, body, accept_encoding="gzip")
    assert gzip.decompress(packed.body) == plain.body
    unfit = {"input": {f"field{number}": 1 for number in range(40)}}
    refused = await asked(app, "POST", ATTACK, unfit, accept_encoding="gzip")
    assert (refused.status, refused.header("content-encoding")) == (422, "gzip")
    created = await asked(app, "POST", "/v1/encounters", DUEL, accept_encoding="gzip")
    assert len(created.body) > SMALL
    assert created.header("content-encoding") is None


@pytest.mark.parametrize("path", REFERENCE)
async def test_reference_answers_have_tags(app: Asgi, path: str) -> None:
    """A reader who has a reference answer is told that it is current, compressed or not."""
    first = await asked(app, "GET", path)
    tag = first.header("etag")
    assert (first.status, first.header("cache-control")) == (200, "no-cache"), first.body
    for headers in ({}, {"accept_encoding": "gzip"}, MINIMAL):
        again = await asked(app, "GET", path, if_none_match=tag, **headers)
        assert (again.status, again.body, again.header("etag")) == (304, b"", tag)
    assert (await asked(app, "GET", path, if_none_match='"other"')).body == first.body
    assert (await asked(app, "HEAD", path)).header("etag") == tag


def test_every_open_answer_is_a_reference() -> None:
    """Whatever is read without scope and token has a tag, and the contract says so."""
    names = {each.name for each in registry() if each.is_reference}
    assert {"meta", "families", "families/get", "families/play", "families/rule", "families/table"} <= names
    assert not any(each.takes_token or each.changes for each in registry() if each.is_reference)


async def test_minimal_answers(app: Asgi) -> None:
    """Without members that are null, and with the rulings that somebody decided alone: the rest is as it was."""
    body = {**first_example("heroic/resolve-attack"), **SEED}
    whole = await asked(app, "POST", ATTACK, body)
    told = await asked(app, "POST", ATTACK, body, **MINIMAL)
    assert told.header("preference-applied") == "return=minimal"
    assert "prefer" in told.header("vary")
    assert told.json == without_null({**whole.json, "rulings": {}})
    assert len(told.body) < 0.75 * len(whole.body)
    name, other = next((name, each) for name, each in whole.json["rulings"].items() if isinstance(each, bool))
    chosen = await asked(app, "POST", ATTACK, {**body, "rulings": {name: not other}}, **MINIMAL)
    assert chosen.json["rulings"] == {name: not other}


async def test_minimal_answers_keep_what_is_the_callers(app: Asgi) -> None:
    """`meta` is as it was sent, nulls of lists stay, and problems are whole; so is what nobody prefers minimal."""
    meta = {"scene": None, "tokens": [None, {"a": None}]}
    created = await asked(app, "POST", "/v1/encounters", {**DUEL, "meta": meta}, **MINIMAL)
    assert created.json["meta"] == meta
    assert created.header("etag") == '"1"'
    assert None not in created.json.values()
    refused = await asked(app, "POST", ATTACK, {"input": 3}, **MINIMAL)
    assert refused.json["errors"][0]["rule"] is None
    other = await asked(app, "POST", ATTACK, {**first_example("heroic/resolve-attack"), **SEED}, prefer="return=full")
    assert None in other.json.values()
