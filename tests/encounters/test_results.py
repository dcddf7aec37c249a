"""A result that is kept is shown to everyone who is given its page, at once and for an hour."""

import asyncio
from collections.abc import Iterator
from typing import Any

import orjson
import pytest

from service.app import registry
from service.encounters.stored.page_store import KEPT_SECONDS, MAX_RESULTS, Pages
from service.errors import PageFull, UnknownPage
from service.operations.registry import Operation
from service.store.connection import Connection
from service.store.private.server import PrivateStore
from tests.encounters.live import Service, said, serving, stream, subscribe, talking, told
from tests.patience import PATIENCE

ROLL = {"notation": "3d6"}
FOLLOW = (
    "subscription($id: String!, $until: Int) { it: resultsFollow(id: $id, until: $until) "
    "{ ... on SharedResult { version operation answer } ... on FeedEnded { reason } ... on Problem { status } } }"
)


@pytest.fixture(scope="module")
def service(private_store: PrivateStore) -> Iterator[Service]:
    """A service on the tests' store."""
    with serving(private_store.url) as service:
        yield service


async def kept(service: Service, **more: Any) -> Any:
    """Roll and keep."""
    reply = await service.ask("POST", "/v1/dice/roll", {**ROLL, "keep": True, **more})
    assert reply.status_code == 200, reply.text
    return reply.json()


async def test_what_is_kept_is_read_by_its_page(service: Service) -> None:
    """The answer says where it is kept, and there it is what it was, but for the place itself."""
    answer = await kept(service)
    place = answer["kept"]
    assert place["number"] == 1
    assert place["path"] == f"/v1/results/{place['id']}"
    assert place["seconds"] == KEPT_SECONDS
    page = (await service.ask("GET", place["path"])).json()
    same = {"version": 1, "operation": "dice/roll", "answer": {**answer, "kept": None}}
    assert page == {"status": "found", "id": place["id"], "results": [same], "next": None, "more": False}


async def test_nothing_is_kept_unasked(service: Service) -> None:
    """Without `keep` nothing is stored, and neither is an answer that waits for dice."""
    plain = (await service.ask("POST", "/v1/dice/roll", ROLL)).json()
    assert plain["kept"] is None
    waiting = await kept(service, dice={"kind": "supplied", "faces": [3]})
    assert waiting["status"] == "needs_dice"
    assert "kept" not in waiting


async def test_every_rolled_procedure_can_be_kept(service: Service) -> None:
    """What rolls can be kept, whoever asks: an attack over GraphQL, and in a batch."""
    document = 'mutation { it: diceRoll(notation: "d6", keep: true) { ... on DiceRollAnswer { kept { id } } } }'
    over_graphql = (await service.ask("POST", "/graphql", {"query": document})).json()["data"]["it"]["kept"]["id"]
    document = "query($id: String!) { it: resultsRead(id: $id) { ... on ResultPage { results { operation } } } }"
    read = await service.ask("POST", "/graphql", {"query": document, "variables": {"id": over_graphql}})
    assert read.json()["data"]["it"]["results"] == [{"operation": "dice/roll"}]
    item = {"operation": "dice/roll", "body": {**ROLL, "keep_with": over_graphql}}
    batch = await service.ask("POST", "/v1/batch", {"requests": [item, item]})
    assert [each["body"]["kept"]["number"] for each in batch.json()["answers"]] == [2, 3]


async def test_a_phone_sees_at_once_what_a_plugin_rolls(private_store: PrivateStore, service: Service) -> None:
    """Who follows a page is told what is there and what is put beside it, over either face and any service."""
    first = await kept(service)
    page = first["kept"]["id"]
    with serving(private_store.url) as other:
        async with (
            stream(other.port, f"/v1/results/{page}/stream?until=4", None) as events,
            talking(other.port) as socket,
        ):
            await subscribe(socket, {"id": page, "until": 4}, FOLLOW)
            seen = told(socket)
            assert (await anext(seen))["version"] == 1
            answers = [first] + [await kept(service, keep_with=page) for _ in range(3)]
            by_socket = [each async for each in seen]
            by_events = await asyncio.wait_for(said(events), PATIENCE)
    expected = [{**answer, "kept": None} for answer in answers]
    assert [each["answer"] for each in by_events[:-1]] == expected
    assert [each["answer"] for each in by_socket[:-1]] == expected[1:]
    assert (by_events[-1]["reason"], by_socket[-1]["reason"]) == ("until", "until")


@pytest.mark.parametrize("path", ["", "/stream"])
async def test_unknown_pages_are_not_found(service: Service, path: str) -> None:
    """A page that is not there is a problem, and nothing can be put on it."""
    async with stream(service.port, f"/v1/results/{'0' * 32}{path}", None) as reply:
        assert (reply.status, (await reply.body())["type"]) == (404, "/problems/unknown-page")
    refused = await service.ask("POST", "/v1/dice/roll", {**ROLL, "keep_with": "0" * 32})
    assert refused.status_code == 404


async def test_the_same_key_keeps_once(service: Service) -> None:
    """A request that is sent twice under one key is kept once."""
    body = {**ROLL, "keep": True}
    twice = [await service.ask("POST", "/v1/dice/roll", body, idempotency_key="keep-once") for _ in range(2)]
    assert twice[0].content == twice[1].content
    page = (await service.ask("GET", twice[0].json()["kept"]["path"])).json()
    assert len(page["results"]) == 1


@pytest.mark.parametrize("operation", [each for each in registry() if "keep_with" in each.request.model_fields])
def test_a_page_that_is_none_is_a_documented_problem(operation: Operation) -> None:
    """Every operation whose requests name a page says that the page may be unknown, odds included."""
    assert UnknownPage in operation.errors


async def test_pages_end(store: Connection) -> None:
    """A page holds so many results, is read piece by piece, and lives for an hour after the last of them."""
    pages = Pages(store)
    page = (await pages.put("dice/roll", {"n": 1}, None)).id
    for number in range(2, MAX_RESULTS + 1):
        assert (await pages.put("dice/roll", {"n": number}, page)).number == number
    with pytest.raises(PageFull):
        await pages.put("dice/roll", {}, page)
    assert [each.version for each in (await pages.page(page, 490, 100)).entries] == list(range(491, 501))
    async with store as redis:
        left = await redis.ttl(f"umpire:{{{page}}}:page")
        assert KEPT_SECONDS - 5 < left <= KEPT_SECONDS
        await redis.flushall()
    with pytest.raises(UnknownPage):
        await pages.put("dice/roll", {}, page)


async def test_without_a_store_nothing_is_kept_and_all_else_goes_on() -> None:
    """A service whose store is away refuses to keep, and resolves what is not to be kept."""
    with serving("unix:///nowhere/store.sock") as service:
        assert (await service.ask("POST", "/v1/dice/roll", ROLL)).status_code == 200
        refused = await service.ask("POST", "/v1/dice/roll", {**ROLL, "keep": True})
        assert (refused.status_code, orjson.loads(refused.content)["type"]) == (503, "/problems/store-away")
