"""The same feed as a GraphQL subscription, by the protocol graphql-transport-ws."""

import asyncio
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import orjson
import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosedError, InvalidStatus

from service.store.private.server import PrivateStore
from tests.encounters.live import DOCUMENT, Seat, Service, connected, said, serving, sse, subscribe, talking, told
from tests.patience import PATIENCE


@pytest.fixture(scope="module")
def service(private_store: PrivateStore) -> Iterator[Service]:
    """A service on the tests' store."""
    with serving(private_store.url) as service:
        yield service


@pytest.fixture
async def seat(service: Service) -> Seat:
    """An encounter at version 2."""
    seat = await service.seat(reveal="faces")
    assert (await service.change(seat, 1)).status_code == 200
    return seat


async def told_to(service: Service, variables: Any, parameters: Any = None) -> list[Any]:
    """Everything a subscription of its own tells."""
    async with talking(service.port, parameters) as socket:
        await subscribe(socket, variables)
        return [each async for each in told(socket)]


@pytest.mark.parametrize("who", ["referee", "viewer"])
async def test_both_faces_tell_the_same(service: Service, seat: Seat, who: str) -> None:
    """What a subscription tells is what the stream tells, to referees and viewers alike."""
    token = getattr(seat, who)
    *entries, end = await told_to(service, {"id": seat.id, "token": token, "after": 0, "until": 2})
    async with sse(service.port, seat, token, after=0, until=2) as events:
        *streamed, last = await said(events)
    assert (end["reason"], end["__typename"]) == (last["reason"], "FeedEnded")
    for entry, other in zip(entries, streamed, strict=True):
        assert entry.pop("__typename") == "EncounterEntry"
        assert entry == {name: other[name] for name in entry}


@pytest.mark.parametrize(
    "parameters", [{"token": "{}"}, {"Authorization": "Bearer {}"}, {"authorization": "bearer {}"}]
)
async def test_the_token_may_come_with_the_connection(service: Service, seat: Seat, parameters: Any) -> None:
    """A connection that begins with a token needs none in its operations, whatever they are."""
    given = {name: text.format(seat.viewer) for name, text in parameters.items()}
    async with talking(service.port, given) as socket:
        await subscribe(socket, {"id": seat.id, "after": 0, "until": 1})
        assert [each.get("version") async for each in told(socket)] == [1, None]
        document = "query($id: String!) { it: encountersGet(id: $id) { ... on EncounterView { role state } } }"
        await subscribe(socket, {"id": seat.id}, document, "2")
        assert [each["role"] async for each in told(socket)] == ["viewer"]


async def test_what_is_refused_is_a_problem(service: Service, seat: Seat) -> None:
    """A refusal is a member of the union, as everywhere in GraphQL, and the subscription is complete."""
    for variables, status in (
        ({"id": seat.id}, 401),
        ({"id": seat.id, "token": "x"}, 401),
        ({"id": "0" * 32, "token": "x"}, 404),
        ({"id": "x", "token": "x"}, 404),
        ({"id": seat.id, "token": seat.viewer, "after": -1}, 422),
    ):
        assert [each["status"] for each in await told_to(service, variables)] == [status]


async def test_several_at_once_and_each_can_be_ended(service: Service, seat: Seat) -> None:
    """One connection follows under several ids; what is completed by the client says no more."""
    async with talking(service.port, {"token": seat.viewer}) as socket:
        for name in ("a", "b"):
            await subscribe(socket, {"id": seat.id, "after": 0}, DOCUMENT, name)
        first = [orjson.loads(await socket.recv())["id"] for _ in range(4)]
        await socket.send('{"type": "complete", "id": "a"}')
        await socket.send('{"type": "ping"}')
        assert orjson.loads(await socket.recv())["type"] == "pong"
        await service.change(seat, 2)
        message = orjson.loads(await socket.recv())
        assert (sorted(first), message["id"]) == (["a", "a", "b", "b"], "b")
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(socket.recv(), 0.2)


async def closing_of(socket: ClientConnection) -> int:
    """The code that a connection is closed with, whatever is said before."""
    async with asyncio.timeout(PATIENCE):
        with suppress(ConnectionClosedError):
            async for _ in socket:
                pass
    assert socket.close_code is not None
    return socket.close_code


def sent(*messages: Any) -> list[str]:
    """Messages as they are sent."""
    return [each if isinstance(each, str) else orjson.dumps(each).decode() for each in messages]


INIT: Any = {"type": "connection_init"}
ASKED: Any = {"type": "subscribe", "id": "1", "payload": {"query": DOCUMENT, "variables": {"id": "0" * 32}}}


@pytest.mark.parametrize(
    ("messages", "code"),
    [
        (sent("no json"), 4400),
        (sent(INIT, {"type": "surprise"}), 4400),
        (sent(INIT, {"type": "subscribe"}), 4400),
        (sent({**INIT, "payload": 7}), 4400),
        (sent(ASKED), 4401),
        (sent({**INIT, "payload": {"token": 7}}), 4403),
        (sent({**INIT, "payload": {"Authorization": "Basic x"}}), 4403),
        (sent(INIT, INIT), 4429),
    ],
)
async def test_breaches_of_the_protocol_close_the_connection(service: Service, messages: list[str], code: int) -> None:
    """The close code says what was wrong."""
    address = f"ws://127.0.0.1:{service.port}/graphql"
    async with connected(address) as socket:
        for message in messages:
            await socket.send(message)
        assert await closing_of(socket) == code


async def test_an_id_in_use_closes_the_connection(service: Service, seat: Seat) -> None:
    """An id stands for one subscription at a time: 4409."""
    async with talking(service.port, {"token": seat.viewer}) as socket:
        for _ in range(2):
            await subscribe(socket, {"id": seat.id})
        assert await closing_of(socket) == 4409


async def test_who_does_not_begin_is_closed(service: Service) -> None:
    """Without connection_init in time: 4408."""
    address = f"ws://127.0.0.1:{service.port}/graphql"
    async with connected(address) as socket:
        assert await closing_of(socket) == 4408


async def test_only_graphql_speaks_through_websockets(service: Service) -> None:
    """Elsewhere a handshake is refused."""
    with pytest.raises(InvalidStatus):
        await connect(f"ws://127.0.0.1:{service.port}/v1/meta", proxy=None, open_timeout=PATIENCE)


async def test_over_http_a_subscription_is_refused(service: Service, seat: Seat) -> None:
    """A subscription that is posted is told where it belongs."""
    reply = await service.ask("POST", "/graphql", {"query": DOCUMENT, "variables": {"id": seat.id}})
    assert reply.status_code == 405
    assert "WebSocket" in reply.json()["detail"]


async def test_mistakes_in_a_document_are_told(service: Service) -> None:
    """A document that is not valid gets an error message, and the connection goes on."""
    async with talking(service.port) as socket:
        await subscribe(socket, {}, "subscription { nothing }")
        assert orjson.loads(await socket.recv())["type"] == "error"
        await subscribe(socket, {}, "query a { __typename } query b { __typename }", "3")
        several = orjson.loads(await socket.recv())
        assert (several["type"], several["payload"][0]["message"]) == (
            "error",
            "The document has several operations: operationName must be one of a, b.",
        )
        await subscribe(socket, {}, "{ meta { ... on Meta { service } } }", "2")
        assert orjson.loads(await socket.recv())["payload"]["data"] == {"meta": {"service": "umpire"}}
