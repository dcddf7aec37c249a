"""What is sent again, when, and with which idempotency key."""

import json
from collections.abc import Callable
from copy import copy
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from types import SimpleNamespace
from typing import Any

import httpx
import pytest

from tests.clients.python.either import ATTACK, CLIENTS, STRIKE, made, stubbed
from umpire_client import AsyncUmpire, Umpire, UmpireProblem, UmpireUnreachable, async_driver, driver
from umpire_client.calls import Calls
from umpire_client.exchange import Flow, Progress, Reply, Send, Wait, answered, pause, problem_of

GOOD = Reply(200, {"content-type": "application/json"}, b"{}")
LOST = UmpireUnreachable("cut")
ACTED = {"status": "resolved", "version": 2}
NEEDS = {"status": "needs_dice", "need": {"text": "Ash rolls d100.", "missing": 1}, "steps": []}


def reply(status: int, **headers: str) -> Reply:
    """Return a problem."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    document = {"type": "/problems/p", "title": "P", "status": status, "detail": "d", "instance": "/", "errors": []}
    return Reply(status, named, json.dumps(document).encode())


def tried(*outcomes: Reply | UmpireUnreachable, retries: int = 4) -> list[float]:
    """Send one request through some outcomes, all of which are needed; return the pauses between them."""
    request = Send("POST", "/p", {}, b"{}")
    progress, waits, waiting = Progress(answered(request, retries)), [], list(outcomes)
    try:
        while (effect := progress.effect) is not None:
            if isinstance(effect, Wait):
                waits.append(effect.seconds)
                progress.go_on(None)
                continue
            assert effect is request
            outcome = waiting.pop(0)
            if isinstance(outcome, Reply):
                progress.go_on(outcome)
            else:
                progress.fail(outcome)
    finally:
        assert waiting == []
    return waits


@pytest.mark.parametrize("again", [LOST, *map(reply, (429, 502, 503, 504)), reply(409, retry_after="1")])
def test_what_is_sent_again(again: Reply | UmpireUnreachable) -> None:
    """A request is sent again if that may help."""
    assert len(tried(again, GOOD)) == 1


@pytest.mark.parametrize("status", [301, 304, 400, 401, 403, 404, 409, 412, 422, 428, 500])
def test_what_is_raised_at_once(status: int) -> None:
    """Above all a stale version is not sent again: somebody was quicker."""
    with pytest.raises(UmpireProblem):
        tried(reply(status))


def test_how_long_it_waits() -> None:
    """As long as the service says, else twice as long each time, more or less."""
    assert tried(reply(503, retry_after="5"), reply(429, retry_after="0"), GOOD) == [5, 0]
    for attempt, wait in enumerate(tried(LOST, LOST, reply(503), LOST, GOOD)):
        assert 0.1 * 2**attempt <= wait <= 0.3 * 2**attempt
    assert pause(10_000) <= 22.5


def test_how_often_it_is_sent_again() -> None:
    """Four times, or as often as the caller says; then the last problem is raised."""
    with pytest.raises(UmpireUnreachable):
        tried(*[LOST] * 5)
    with pytest.raises(UmpireProblem, match="d"):
        tried(LOST, reply(502), retries=1)
    with pytest.raises(UmpireProblem, match="d"):
        tried(reply(503), retries=0)


def test_a_quota_of_a_day_is_not_waited_for() -> None:
    """A wait of more than a minute is left to the caller."""
    with pytest.raises(UmpireProblem) as caught:
        tried(reply(429, retry_after="61"))
    assert caught.value.retry_after == 61


def test_a_wait_until_a_date() -> None:
    """What is between may write a date; one that is past is now, and what is no date says nothing."""
    assert tried(reply(503, retry_after="Wed, 21 Oct 2015 07:28:00 GMT"), GOOD) == [0]
    later = format_datetime(datetime.now(UTC) + timedelta(seconds=50))
    assert 0 < tried(reply(503, retry_after=later), GOOD)[0] <= 50
    assert tried(reply(503, retry_after="soon"), GOOD)[0] <= 0.3


def test_a_problem_can_be_sent_between_processes() -> None:
    """Scripts with many processes get the whole problem."""
    problem = problem_of(reply(429, retry_after="61"), "/p")
    again = copy(problem)  # by the same means as pickle
    assert (again.status, again.retry_after, str(again)) == (429, 61, "d")


@pytest.mark.parametrize("content", [b"<html>", b"[1]", b'{"a": 1}'])
def test_what_is_between_answers(content: bytes) -> None:
    """An answer without a problem document is a problem as well."""
    with pytest.raises(UmpireProblem) as caught:
        tried(Reply(400, {}, content, "Bad Request"))
    problem = caught.value
    assert (problem.status, problem.title, str(problem), problem.errors) == (400, "Bad Request", "Bad Request", [])
    assert (problem.type, problem.instance) == ("about:blank", "/p")


class Stub:
    """Answers with some outcomes in turn, and remembers what was asked."""

    def __init__(self, *outcomes: Callable[[], httpx.Response]) -> None:
        self.asked: list[httpx.Request] = []
        self._outcomes = iter(outcomes)

    def __call__(self, request: httpx.Request) -> httpx.Response:
        """Answer."""
        self.asked.append(request)
        return next(self._outcomes)()

    @property
    def keys(self) -> list[str | None]:
        """The idempotency keys."""
        return [request.headers.get("idempotency-key") for request in self.asked]


def answers(document: Any, status: int = 200, **headers: str) -> Callable[[], httpx.Response]:
    """Answer with JSON."""
    return lambda: httpx.Response(status, json=document, headers=headers)


def breaks() -> httpx.Response:
    """Cut the connection."""
    raise httpx.RemoteProtocolError("cut")


@pytest.fixture
def waits(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The pauses that were made, by either client, without making them."""
    made: list[float] = []

    async def sleep(seconds: float) -> None:
        made.append(seconds)

    monkeypatch.setattr(driver, "time", SimpleNamespace(sleep=made.append))
    monkeypatch.setattr(async_driver, "asyncio", SimpleNamespace(sleep=sleep))
    return made


@pytest.mark.parametrize("client", CLIENTS)
async def test_a_change_keeps_its_key(client: type[Umpire | AsyncUmpire], waits: list[float]) -> None:
    """All that is sent again is the same, with the same key; another change has another one."""
    stub = Stub(breaks, answers({}, 503, **{"Retry-After": "2"}), answers(ACTED), answers(ACTED))
    fight = stubbed(client, httpx.MockTransport(stub)).encounter("e", "t")
    await made(fight.act("resolve-attack", STRIKE, version=1))
    await made(fight.act("resolve-attack", STRIKE))
    assert waits[1:] == [2]
    assert len(set(stub.keys[:3])) == 1
    assert len(set(stub.keys)) == 2
    assert None not in stub.keys
    assert len({request.content for request in stub.asked}) == 1
    assert [request.headers["if-match"] for request in stub.asked] == ['"1"'] * 3 + ['"2"']
    assert {request.headers["authorization"] for request in stub.asked} == {"Bearer t"}


@pytest.mark.parametrize("client", CLIENTS)
async def test_each_round_of_dice_has_a_key_of_its_own(client: type[Umpire | AsyncUmpire], waits: list[float]) -> None:
    """Each round is another body: `key.0`, `key.1`; a round that is sent again keeps its own."""
    stub = Stub(answers(NEEDS), breaks, answers(NEEDS), answers(ACTED))
    fight = stubbed(client, httpx.MockTransport(stub)).encounter("e", "t")
    rolled = iter([[15], "QH"])
    await made(fight.act("resolve-attack", STRIKE, version=1, key="k", dice=lambda need, steps: next(rolled)))
    assert stub.keys == ["k.0", "k.1", "k.1", "k.2"]
    sent = [json.loads(request.content)["dice"] for request in stub.asked]
    assert [dice["faces"] for dice in sent] == [[], [15], [15], [15]]
    assert [dice["cards"] for dice in sent] == [[], [], [], ["QH"]]


@pytest.mark.parametrize("client", CLIENTS)
async def test_the_api_key_comes_with_every_request(client: type[Umpire | AsyncUmpire], waits: list[float]) -> None:
    """It is sent beside the token, and again when a request is; without one there is no such header."""
    stub = Stub(breaks, answers(ACTED), answers({}), answers({}))
    umpire = stubbed(client, httpx.MockTransport(stub), api_key="umpire_k")
    await made(umpire.encounter("e", "t").act("resolve-attack", STRIKE, version=1))
    await made(umpire.get("/v1/families"))
    await made(stubbed(client, httpx.MockTransport(stub)).get("/v1/families"))
    assert [request.headers.get("x-api-key") for request in stub.asked] == ["umpire_k"] * 3 + [None]
    assert stub.asked[1].headers["authorization"] == "Bearer t"


@pytest.mark.parametrize("client", CLIENTS)
async def test_what_stores_nothing_has_no_key(client: type[Umpire | AsyncUmpire], waits: list[float]) -> None:
    """An answer under a key is stored for a day, which is a waste for an attack; a key of the caller's is sent."""
    resolved = answers({"status": "resolved"})
    stub = Stub(*[resolved] * 3)
    umpire = stubbed(client, httpx.MockTransport(stub), token="t")
    await made(umpire.resolve("opposed/resolve-attack", ATTACK))
    await made(umpire.odds("opposed/resolve-attack", ATTACK))
    await made(umpire.resolve("opposed/resolve-attack", ATTACK, key="k"))
    assert stub.keys == [None, None, "k"]
    assert [request.url.path for request in stub.asked] == [
        "/v1/opposed/resolve-attack",
        "/v1/opposed/resolve-attack/odds",
        "/v1/opposed/resolve-attack",
    ]


@pytest.mark.parametrize("client", CLIENTS)
async def test_a_service_that_is_not_there(client: type[Umpire | AsyncUmpire], waits: list[float]) -> None:
    """At last a lost connection is an error of its own, which says where nobody answers."""
    stub = Stub(*[breaks] * 3)
    umpire = stubbed(client, httpx.MockTransport(stub), retries=2)
    with pytest.raises(UmpireUnreachable, match="http://stub does not answer: cut"):
        await made(umpire.resolve("opposed/resolve-attack", ATTACK))
    assert len(waits) == 2


@pytest.mark.parametrize("client", CLIENTS)
async def test_an_address_that_is_none(client: type[Umpire | AsyncUmpire]) -> None:
    """A mistake in the address is not tried again."""
    umpire: Any = client("localhost:8000")
    with pytest.raises(httpx.UnsupportedProtocol):
        await made(umpire.get("/v1/meta"))
    await made(umpire.close())


@pytest.mark.parametrize("client", CLIENTS)
async def test_bodies_of_any_mapping(client: type[Umpire | AsyncUmpire]) -> None:
    """Mappings and sequences that are no dictionaries and lists are sent as what they are."""
    stub = Stub(answers({"status": "resolved"}))
    umpire = stubbed(client, httpx.MockTransport(stub))
    await made(umpire.call("POST", "/v1/dice/roll", {"faces": range(2), "more": httpx.Headers({"a": "b"})}))
    assert json.loads(stub.asked[0].content) == {"faces": [0, 1], "more": {"a": "b"}}
    with pytest.raises(TypeError, match="cannot be written as JSON"):
        await made(umpire.call("POST", "/v1/dice/roll", {"faces": object()}))


def test_whatever_writes_has_a_key_of_its_own() -> None:
    """What changes something can be sent again: each has another key, or the one that is given; GET has none."""
    calls = Calls(None, 0)
    flows = [
        calls.create({}, None),
        calls.campaign({}, None),
        *[calls.call(method, "/v1/encounters/abc", {}, None) for method in ("POST", "PATCH", "DELETE")],
    ]
    keys = [key_sent(each) for each in flows]
    assert None not in keys
    assert len(set(keys)) == len(keys)
    assert key_sent(calls.create({}, "mine")) == "mine"
    assert key_sent(calls.call("GET", "/v1/encounters/abc", None, None)) is None


def key_sent(flow: Flow[Any]) -> str | None:
    """The idempotency key of the first request of a flow."""
    first = next(flow)
    assert isinstance(first, Send)
    return first.headers.get("idempotency-key")
