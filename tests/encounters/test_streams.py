"""An encounter is followed by Server-Sent Events: once and in order, as far as a token lets one see."""

import asyncio
from collections.abc import Iterator

import orjson
import pytest

from service.store.private.server import PrivateStore
from tests.encounters.client import STRIKE
from tests.encounters.live import Events, Seat, Service, said, serving, sse, stream, subscribe, talking, told
from tests.patience import PATIENCE


@pytest.fixture(scope="module")
def service(private_store: PrivateStore) -> Iterator[Service]:
    """A service on the tests' store."""
    with serving(private_store.url) as service:
        yield service


@pytest.fixture
async def seat(service: Service) -> Seat:
    """An encounter at version 3."""
    seat = await service.seat()
    for version in (1, 2):
        assert (await service.change(seat, version)).status_code == 200
    return seat


async def test_what_was_and_what_comes(service: Service, seat: Seat) -> None:
    """A stream begins after the last event that is known, and goes on with what happens."""
    async with sse(service.port, seat, after=1, until=5) as events:
        assert events.status == 200
        assert events.headers["content-type"].startswith("text/event-stream")
        assert events.headers["cache-control"] == "no-store"
        reading = asyncio.create_task(_all(events))
        for version in (3, 4):
            assert (await service.change(seat, version)).status_code == 200
        *entries, end = await reading
    assert [entry["id"] for entry in entries] == ["2", "3", "4", "5"]
    assert {entry["event"] for entry in entries} == {"entry"}
    assert [orjson.loads(entry["data"])["version"] for entry in entries] == [2, 3, 4, 5]
    assert (end["event"], orjson.loads(end["data"])["reason"]) == ("end", "until")


async def test_without_a_last_event_only_what_comes(service: Service, seat: Seat) -> None:
    """Who knows nothing is told nothing of the past."""
    async with sse(service.port, seat, until=4) as events:
        await service.change(seat, 3)
        assert [each.get("version") for each in await said(events)] == [4, None]


async def test_a_finite_stream_of_the_past(service: Service, seat: Seat) -> None:
    """With `until` a stream of what has happened ends by itself, even if there is nothing to tell."""
    async with sse(service.port, seat, after=0, until=2) as events:
        assert [each.get("version") for each in await said(events)] == [1, 2, None]
    async with sse(service.port, seat, after=3, until=2) as events:
        assert [each["status"] for each in await said(events)] == ["ended"]
    async with sse(service.port, seat, until=2) as events:
        assert [each["status"] for each in await said(events)] == ["ended"]


async def test_viewers_see_what_is_revealed(service: Service) -> None:
    """The stream of a viewer has what the log has for viewers, and changes with what the referee reveals."""
    seat = await service.seat(reveal="outcomes")
    await service.change(seat, 1, secret=True)
    await service.change(seat, 2, reveal="all")
    path = f"/v1/encounters/{seat.id}/log"
    for token in (seat.referee, seat.viewer):
        log = (await service.ask("GET", path, authorization=f"Bearer {token}")).json()["entries"]
        async with sse(service.port, seat, token, after=0, until=3) as events:
            assert (await said(events))[:-1] == log
    async with sse(service.port, seat, seat.viewer, after=0, until=3) as events:
        first, hidden, _, _ = await said(events)
    assert (first["state"], hidden["kind"]) != (None, "correct")
    assert "36" not in orjson.dumps({**hidden, "head": None}).decode()


async def test_a_live_viewer_sees_what_the_log_shows(service: Service) -> None:
    """What is told live is what the log would tell at that moment."""
    seat = await service.seat(reveal="faces")
    async with sse(service.port, seat, seat.viewer, until=2) as events:
        headers = {"authorization": f"Bearer {seat.referee}", "if_match": '"1"'}
        acted = await service.ask("POST", f"/v1/encounters/{seat.id}/resolve-attack", STRIKE, **headers)
        assert acted.status_code == 200, acted.text
        live = (await said(events))[0]
    log = (await service.ask("GET", f"/v1/encounters/{seat.id}/log", authorization=f"Bearer {seat.viewer}")).json()
    assert live == log["entries"][1]
    assert live["dice"]["faces"]
    assert live["dice"]["seed"] == STRIKE["dice"]["seed"]


@pytest.mark.parametrize(
    ("token", "path", "status", "problem"),
    [
        (None, "", 401, "token-missing"),
        ("nonsense", "", 401, "token-unknown"),
        ("x", "f" * 32, 404, "unknown-encounter"),
        ("x", "nonsense", 404, "unknown-encounter"),
    ],
)
async def test_what_is_refused_is_told_before_the_stream(
    service: Service, seat: Seat, token: str | None, path: str, status: int, problem: str
) -> None:
    """Refusals are problem documents."""
    async with stream(service.port, f"/v1/encounters/{path or seat.id}/stream", token) as reply:
        assert reply.status == status
        assert reply.headers["content-type"] == "application/problem+json"
        assert (await reply.body())["type"] == f"/problems/{problem}"


@pytest.mark.parametrize(
    ("headers", "status"),
    [({"accept": "application/json"}, 406), ({"last-event-id": "yesterday"}, 422), ({"last-event-id": "-1"}, 422)],
)
async def test_headers_that_do_not_fit(service: Service, seat: Seat, headers: dict[str, str], status: int) -> None:
    """A stream is an event stream, and event ids are versions."""
    async with stream(service.port, f"/v1/encounters/{seat.id}/stream", seat.viewer, None, **headers) as reply:
        assert reply.status == status
        await reply.body()


async def test_a_head_is_no_stream(service: Service, seat: Seat) -> None:
    """HEAD tells the media type and ends."""
    token = f"Bearer {seat.viewer}"
    reply = await service.ask("HEAD", f"/v1/encounters/{seat.id}/stream", authorization=token)
    assert (reply.status_code, reply.content) == (200, b"")
    assert reply.headers["content-type"].startswith("text/event-stream")


async def test_deletion_and_new_tokens_end_a_stream(service: Service, seat: Seat) -> None:
    """Who follows what is deleted is told so; who follows with a token that changed has to come back with another."""
    path, right = f"/v1/encounters/{seat.id}", f"Bearer {seat.referee}"
    async with sse(service.port, seat, seat.viewer) as events:
        changed = await service.ask("POST", f"{path}/tokens", {"viewer": "revoke"}, authorization=right)
        assert changed.status_code == 200, changed.text
        assert [each["reason"] for each in await said(events)] == ["tokens_changed"]
    async with sse(service.port, seat, seat.viewer) as events:
        assert events.status == 401
    async with sse(service.port, seat) as events:
        gone = await service.ask("DELETE", path, authorization=right, if_match='"3"')
        assert gone.status_code == 200, gone.text
        assert [each["reason"] for each in await said(events)] == ["gone"]


async def test_everybody_is_told_over_two_services(private_store: PrivateStore, service: Service) -> None:
    """A hundred followers, half by events and half by WebSocket, over two services, all get every change in order."""
    with serving(private_store.url) as other:
        seat = await service.seat()
        ports = [service.port, other.port]
        started = asyncio.Semaphore(0)

        async def by_events(port: int) -> list[int]:
            async with sse(port, seat, seat.viewer, until=21) as events:
                started.release()
                return [each["version"] for each in (await said(events))[:-1]]

        async def by_socket(port: int) -> list[int]:
            async with talking(port, {"token": seat.viewer}) as socket:
                await subscribe(socket, {"id": seat.id, "after": 0, "until": 21})
                seen = told(socket)
                first = await anext(seen)
                started.release()
                return [first["version"], *[each["version"] async for each in seen if "version" in each]]

        following = [
            asyncio.create_task(how(port)) for _ in range(25) for how in (by_events, by_socket) for port in ports
        ]
        async with asyncio.timeout(PATIENCE):
            for _ in following:
                await started.acquire()
        for version in range(1, 21):
            assert (await (service if version % 2 else other).change(seat, version)).status_code == 200
        seen = await asyncio.wait_for(asyncio.gather(*following), PATIENCE)
    assert all(versions in ([*range(2, 22)], [*range(1, 22)]) for versions in seen)


async def _all(events: Events) -> list[dict[str, str]]:
    return [event async for event in events]
