"""Feeds over connections that are cut: each entry once and in order."""

from typing import Any, Final

import httpx
import orjson
import pytest

from tests.clients.python.dropping import dropping
from tests.clients.python.either import CLIENTS, STRIKE, duel, items, made, stubbed
from umpire_client import AsyncUmpire, Umpire, UmpireProblem, UmpireUnreachable
from umpire_client.events import Event, EventReader
from umpire_client.exchange import Emit, Progress, Read, Reply, Send, Wait
from umpire_client.following import followed

CUTS: Final = (500, 2_500, 4_001, 6_007)
"""Bytes of an answer after which a connection is cut: in the head, and in the middle of an entry."""
OPENED: Final = Reply(200, {"content-type": "text/event-stream"}, b"")


@pytest.mark.parametrize("client", CLIENTS)
async def test_nothing_is_lost_and_nothing_comes_twice(client: type[Umpire | AsyncUmpire], address: str) -> None:
    """A viewer whose connection is cut again and again sees each entry once, in order, and then the end."""
    umpire: Any = client(address)
    fight = await made(umpire.create(duel()))
    for _ in range(5):
        await made(fight.act("resolve-attack", STRIKE))
        await made(fight.undo())
    log = await made(fight.log())
    with dropping(address, *CUTS) as proxy:
        watching: Any = client(proxy.address)
        watched = watching.encounter(fight.id, fight.token)
        feed, seen = watched.follow(after=0), []
        async for entry in items(feed):
            seen.append(entry)
            if len(seen) == len(log):
                await made(fight.delete())
        await made(watching.close())
        assert proxy.opened > len(CUTS)
    await made(umpire.close())
    assert seen == log
    assert len(seen) == 11
    assert feed.ended["reason"] == "gone"


@pytest.mark.parametrize("client", CLIENTS)
async def test_an_act_over_a_cut_connection(client: type[Umpire | AsyncUmpire], address: str) -> None:
    """An act whose answer is lost is sent again, and has happened once."""
    umpire: Any = client(address)
    fight = await made(umpire.create(duel()))
    with dropping(address, 0, 100) as proxy:
        acting: Any = client(proxy.address)
        acted = await made(acting.encounter(fight.id, fight.token).act("resolve-attack", STRIKE, version=1))
        await made(acting.close())
        assert proxy.opened >= 3
    assert acted["version"] == 2
    assert (await made(fight.read()))["version"] == 2
    await made(umpire.close())


@pytest.mark.parametrize("client", CLIENTS)
async def test_a_feed_that_is_left(client: type[Umpire | AsyncUmpire], address: str) -> None:
    """Whoever leaves a feed before its end closes its connection, and may follow again from any version."""
    umpire: Any = client(address)
    fight = await made(umpire.create(duel()))
    await made(fight.act("resolve-attack", STRIKE))
    feed = fight.follow(after=1)
    assert [entry["version"] async for entry in first(feed)] == [2]
    await made(feed.close())
    assert feed.ended is None
    await made(umpire.close())


@pytest.mark.parametrize("client", CLIENTS)
async def test_what_comes_next(client: type[Umpire | AsyncUmpire]) -> None:
    """Without a version to start after, a feed has what comes after the present one."""
    asked: list[httpx.Request] = []

    def answer(request: httpx.Request) -> httpx.Response:
        asked.append(request)
        if request.url.path.endswith("/stream"):
            return httpx.Response(200, content=entry(6) + end("gone"))
        return httpx.Response(200, json={"version": 5})

    feed = stubbed(client, httpx.MockTransport(answer)).encounter("e", "t").follow()
    assert [item async for item in items(feed)] == [{"version": 6}]
    assert [request.url.path for request in asked] == ["/v1/encounters/e", "/v1/encounters/e/stream"]
    assert asked[1].headers["last-event-id"] == "5"


async def first(feed: Any) -> Any:
    """Yield the first item of a feed."""
    async for item in items(feed):
        yield item
        return


@pytest.mark.parametrize("client", CLIENTS)
async def test_what_cannot_be_followed(client: type[Umpire | AsyncUmpire], address: str) -> None:
    """A problem ends the feed."""
    umpire: Any = client(address)
    feed = umpire.encounter("0" * 32, "nobody").follow(after=0)
    with pytest.raises(UmpireProblem) as caught:
        assert [item async for item in items(feed)] == []
    assert caught.value.status == 404
    assert [item async for item in items(feed)] == []
    await made(umpire.close())


def told(*outcomes: Any, after: int = 0, retries: float = 2) -> tuple[list[Any], Any]:
    """Follow through some outcomes of its effects; return the effects but for reading, and how it ended."""
    progress, effects, waiting = Progress(followed("/f", {}, after, retries)), [], list(outcomes)
    while (effect := progress.effect) is not None:
        if not isinstance(effect, Read):
            effects.append(effect.item if isinstance(effect, Emit) else effect)
        outcome = None if isinstance(effect, Emit | Wait) else waiting.pop(0)
        if isinstance(outcome, Exception):
            progress.fail(outcome)
        else:
            progress.go_on(outcome)
    assert waiting == []
    return effects, progress.result


def entry(version: int) -> bytes:
    """Write an entry."""
    return b'id: %d\nevent: entry\ndata: {"version": %d}\n\n' % (version, version)


def end(reason: str) -> bytes:
    """Write the end of a feed."""
    return b"event: end\ndata: " + orjson.dumps({"status": "ended", "reason": reason, "text": "."}) + b"\n\n"


def starts(effects: list[Any]) -> list[str]:
    """Return after which versions a feed was opened."""
    return [effect.headers["last-event-id"] for effect in effects if isinstance(effect, Send)]


@pytest.mark.parametrize("reason", ["stopping", "too_slow"])
def test_a_service_that_is_started_anew(reason: str) -> None:
    """A feed goes on after an end that asks for it, after the last version that was seen."""
    effects, ended = told(OPENED, entry(5) + end(reason), OPENED, entry(6), end("gone"), after=4)
    assert starts(effects) == ["4", "5"]
    assert [effect for effect in effects if isinstance(effect, dict)] == [{"version": 5}, {"version": 6}]
    assert ended["reason"] == "gone"


@pytest.mark.parametrize("reason", ["gone", "rewound", "tokens_changed", "until", "finished"])
def test_a_feed_that_is_over(reason: str) -> None:
    """After any other end it is over."""
    effects, ended = told(OPENED, end(reason))
    assert (len(effects), ended["reason"]) == (1, reason)


def test_an_entry_that_is_sent_again() -> None:
    """An entry that was seen already is not told again."""
    effects, _ = told(OPENED, entry(1), None, OPENED, entry(1) + entry(2), end("gone"))
    assert [effect for effect in effects if isinstance(effect, dict)] == [{"version": 1}, {"version": 2}]


def test_pauses_of_a_feed() -> None:
    """The server's pause is kept; without new entries the pauses grow, up to a quarter of a minute or so."""
    lost = UmpireUnreachable("cut")
    effects, _ = told(OPENED, b"retry: 3000\n\n", lost, OPENED, *[None, OPENED] * 12, end("gone"))
    waits = [effect.seconds for effect in effects if isinstance(effect, Wait)]
    assert waits[0] == 3
    assert waits[1] < 2
    assert 7.5 <= waits[-1] <= 22.5


def test_a_feed_that_was_open_once_is_tried_for_as_long_as_it_takes() -> None:
    """Only the first connection is given up."""
    lost = UmpireUnreachable("away")
    effects, ended = told(OPENED, entry(1), lost, *[lost] * 20, OPENED, end("gone"))
    assert starts(effects) == ["0", *["1"] * 21]
    assert ended["reason"] == "gone"
    with pytest.raises(UmpireUnreachable):
        told(*[lost] * 3)


def test_events_are_read_from_any_pieces() -> None:
    """However the bytes are cut, the events are the same; comments are none, and lines end in LF, CR or both."""
    text = "retry: 250\r\n\r\n: still here\n\nid: 7\rdata: {\rdata: }\r\r"
    text += "id: 8\r\nevent: entry\r\ndata:größer\r\n\r\ndata: x"
    whole = text.encode()
    events = [Event("message", "7", "{\n}"), Event("entry", "8", "größer")]
    for size in range(1, len(whole) + 1):
        reader = EventReader()
        pieces = [whole[at : at + size] for at in range(0, len(whole), size)]
        assert [event for piece in pieces for event in reader.read(piece)] == events
        assert reader.retry == 0.25
