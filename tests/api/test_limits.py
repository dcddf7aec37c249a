"""What one caller may send is bounded."""

import asyncio
import re
import time
from collections.abc import AsyncIterator, Callable, MutableMapping
from contextlib import suppress
from math import ceil
from typing import Any

import orjson
import pydantic_core
import pytest
from starlette.testclient import TestClient

from service.api.http.body import read_body
from service.api.http.problem_documents import Asgi, Receive, Scope, Send, problem_response, send_body
from service.api.mcp.operation_calls import Operations
from service.api.middleware.idempotency import Idempotency
from service.api.middleware.rate_limits import RateLimit
from service.app import create_app, registry
from service.errors import BodyTooLarge, NotJson, StoreAway, TooManyRequests, UmpireError
from service.operations.registry import BODY_BYTES
from service.operations.work.estimates import charge
from service.settings.access.scopes import current_caller
from service.store.connection import Connection
from service.store.quotas import Quotas
from tests.access.apps import guarded
from tests.api.calls import Reply, answering, call
from tests.patience import PATIENCE

ECHO = answering(lambda scope, body: (200, body))


async def reading(scope: Scope, receive: Receive, send: Send) -> None:
    """A face: it reads the body, and describes what goes wrong with it."""
    try:
        body = await read_body(scope, receive)
    except UmpireError as error:
        await problem_response(error, scope["path"])(scope, receive, send)
        return
    await send_body(send, 200, b"application/json", body)


@pytest.mark.parametrize("size", [0, 1, BODY_BYTES])
@pytest.mark.parametrize("announced", [True, False])
async def test_a_body_within_the_limit_passes(size: int, announced: bool) -> None:
    """A body of exactly the limit is read, announced or not."""
    reply = await call(reading, body=b"x" * size, announced=announced)
    assert (reply.status, len(reply.body)) == (200, size)


async def test_a_body_that_announces_too_much_is_refused_unread() -> None:
    """413 comes before a byte of the body is read."""

    async def never() -> MutableMapping[str, Any]:
        pytest.fail("the body was read")

    scope: Scope = {"headers": [(b"content-length", b"%d" % (BODY_BYTES + 1))]}
    with pytest.raises(BodyTooLarge, match=str(BODY_BYTES + 1)):
        await read_body(scope, never)


@pytest.mark.parametrize("announced", ["-1", "1e3", "9" * 5000, "x"])
async def test_a_nonsense_length_is_not_believed(announced: str) -> None:
    """Whatever is announced, what arrives is counted."""
    reply = await call(reading, body=b"x" * (BODY_BYTES + 1), announced=False, content_length=announced)
    assert (reply.status, reply.problem) == (413, "body-too-large")


@pytest.mark.parametrize("keyed", [{}, {"idempotency_key": "k"}])
async def test_a_body_that_grows_too_large_is_refused(store: Connection, keyed: dict[str, str]) -> None:
    """A body that announces nothing is counted as it arrives, on every way through the service."""
    reply = await call(Idempotency(reading, store), body=[b"x" * 100_000] * 3, announced=False, **keyed)
    assert (reply.status, reply.problem) == (413, "body-too-large")


@pytest.mark.parametrize("path", ["/v1/dice/roll", "/graphql", "/v1/batch"])
@pytest.mark.parametrize(
    "body",
    [
        pytest.param(b"[" * 100_000, id="100,000 brackets"),
        pytest.param(b"[" * 100_000 + b"]" * 100_000, id="100,000 brackets closed"),
        pytest.param(b'{"a":' * 40_000 + b"1" + b"}" * 40_000, id="40,000 braces"),
        *(
            pytest.param(b"[" * depth + b'{"a":1,"a":2}' + b"]" * depth, id=f"a key twice at depth {depth}")
            for depth in (150, 250, 900, 990, 1000, 1010, 1020)
        ),
        *(
            pytest.param(b'{"a":' * depth + b'{"a":1,"a":2}' + b"}" * depth, id=f"a key twice below {depth} keys")
            for depth in (150, 250, 900, 990, 1000, 1010, 1020)
        ),
    ],
)
def test_nesting_is_refused_before_it_recurses(whole: TestClient, path: str, body: bytes) -> None:
    """However deep a body nests, it is refused as not being JSON or not fitting."""
    response = whole.post(path, content=body, headers={"content-type": "application/json"})
    assert response.status_code in {400, 422}
    assert response.headers["content-type"] == "application/problem+json"


@pytest.mark.parametrize(("opens", "closes"), [("[", "]"), ('{"a":', "}")], ids=["lists", "objects"])
def test_the_limit_of_nesting_is_named(whole: TestClient, opens: str, closes: str) -> None:
    """A body of as many levels as `GET /v1/meta` says is read, and a deeper one is refused with both numbers."""
    most = whole.get("/v1/meta").json()["limits"]["body_levels"]

    def converted(levels: int) -> Any:
        inside = opens * (levels - 2) + "1" + closes * (levels - 2)
        body = f'{{"format": "other", "source": {{"name": "Wat", "a": {inside}}}}}'
        return whole.post("/v1/laurels/figures/convert", content=body, headers={"content-type": "application/json"})

    assert converted(most).status_code == 200
    for levels, told in (
        (most + 2, f"nests {most + 2} levels of objects and lists; at most {most} are read."),
        (2000, f"deeper than {most} levels"),
    ):
        refused = converted(levels)
        assert (refused.status_code, told in refused.json()["detail"]) == (400, True)


@pytest.mark.parametrize("levels", [199, 230, 260, 900])
def test_the_limit_of_nesting_holds_for_variables(whole: TestClient, levels: int) -> None:
    """What a variable of GraphQL holds nests as deeply as a body may, and never fails the service."""
    query = 'query($i: JSON!) {laurelsConvertFigure(format: "other", source: $i) {... on FigureConverted {figure}}}'
    inside = "[" * (levels - 3) + "1" + "]" * (levels - 3)
    body = f'{{"query": {orjson.dumps(query).decode()}, "variables": {{"i": {{"name": "Wat", "a": {inside}}}}}}}'
    response = whole.post("/graphql", content=body, headers={"content-type": "application/json"})
    told = response.json()
    if levels <= 200:
        assert told["data"]["laurelsConvertFigure"]["figure"]["name"] == "Wat"
    else:
        assert (response.status_code, f"nests {levels} levels" in told["detail"]) == (400, True)


async def test_a_call_of_a_tool_that_nests_too_deeply_is_refused() -> None:
    """What an assistant sends may nest deeper than JSON can be written: that is a problem, and no failure."""
    nest: Any = 1
    for _ in range(400):
        nest = [nest]
    with pytest.raises(NotJson, match="nests 402 levels of objects and lists; at most 200 are read"):
        await Operations(registry()).call("laurels/convert-figure", source={"a": nest})


def test_parsers_refuse_nesting_by_themselves() -> None:
    """Both parsers bound their recursion, which is what the test above stands on."""
    for deep in (b"[" * 100_000, b"[" * 1100 + b"]" * 1100):
        with pytest.raises(ValueError, match=r"recursion limit|EOF"):
            pydantic_core.from_json(deep)
        with pytest.raises(orjson.JSONDecodeError):
            orjson.loads(deep)


@pytest.fixture(scope="module")
def whole() -> TestClient:
    """The whole service, in process, without a store."""
    return TestClient(create_app())


# ── Quotas ───────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture
async def limited(store_url: str, store: Connection) -> AsyncIterator[Callable[..., Asgi]]:
    """Make an application with a quota of requests, over the tests' store, which is empty."""
    made: list[Connection] = []

    def make(quota: str, app: Asgi = ECHO) -> Asgi:
        made.append(Connection(store_url, PATIENCE, Quotas(requests=quota)))
        return guarded(app, made[-1])

    yield make
    for each in made:
        await each.close()


def left(reply: Reply) -> tuple[int, int]:
    """How many requests are left of three an hour, and after how many thirds of an hour, begun ones included."""
    told = re.fullmatch(r'"address";r=(\d+);t=(\d+)', reply.header("ratelimit") or "")
    assert told
    return int(told[1]), ceil(int(told[2]) / 1200)


async def test_every_answer_tells_what_is_left(limited: Callable[..., Asgi]) -> None:
    """RateLimit-Policy says the quota; RateLimit what is left of it, and when there is more: structured fields."""
    app = limited("3/hour")
    replies = [await call(app) for _ in range(3)]
    assert [left(reply) for reply in replies] == [(2, 1), (1, 2), (0, 1)]
    assert {reply.header("ratelimit-policy") for reply in replies} == {'"address";q=3;w=3600'}


async def test_a_spent_quota_refuses(limited: Callable[..., Asgi]) -> None:
    """One request too many is told when to try again, and costs nothing itself."""
    app = limited("3/hour")
    for _ in range(3):
        await call(app)
    refused = [await call(app) for _ in range(3)]
    assert {(reply.status, reply.problem) for reply in refused} == {(429, "too-many-requests")}
    assert {left(reply) for reply in refused} == {(0, 1)}
    assert all(0 < left_seconds(reply) <= int(reply.header("retry-after") or 0) <= 1200 for reply in refused)


def left_seconds(reply: Reply) -> int:
    """After how many seconds there is more, as `RateLimit` says."""
    return int((reply.header("ratelimit") or "").rpartition("=")[2])


@pytest.mark.parametrize("fails", [False, True])
async def test_work_is_owed_afterwards(limited: Callable[..., Asgi], fails: bool) -> None:
    """What a request costs besides is taken when it is done, however it ends, even if the quota is overdrawn by it."""

    async def working(scope: Scope, receive: Receive, send: Send) -> None:
        await ECHO(scope, receive, send)
        charge(4)
        if fails:
            raise ZeroDivisionError

    app = limited("3/hour", working)
    with suppress(ZeroDivisionError):
        assert (await call(app)).header("ratelimit") == '"address";r=2;t=1200'
    refused = await call(app)
    assert (refused.status, refused.header("retry-after")) == (429, "3600")


async def test_a_document_of_a_websocket_is_a_request(store_url: str, store: Connection) -> None:
    """It is taken from the quota before, and what it costs besides afterwards."""
    connection = Connection(store_url, PATIENCE, Quotas(requests="3/hour"))
    limit = RateLimit(ECHO, connection)
    current_caller.set("192.0.2.1")
    async with limit.charged():
        charge(2)
    with pytest.raises(TooManyRequests):
        async with limit.charged():
            pytest.fail("it was begun")
    await connection.close()


async def test_a_quota_is_regained_evenly(limited: Callable[..., Asgi]) -> None:
    """Of twenty a second one is back after each twentieth of a second, and no more than that."""
    app, began, passed = limited("20/second"), time.monotonic(), 0
    async with asyncio.timeout(PATIENCE):
        while passed < 30:
            passed += (await call(app)).status == 200
    assert passed <= 20 * (1 + time.monotonic() - began)


async def test_at_once_no_more_than_the_quota_pass(limited: Callable[..., Asgi]) -> None:
    """The count is kept in the store, in one step, so requests at the same moment cannot pass together."""
    app = limited("10/hour")
    replies = await asyncio.gather(*(call(app) for _ in range(60)))
    assert sorted(reply.status for reply in replies) == [200] * 10 + [429] * 50


async def test_instances_share_a_quota(limited: Callable[..., Asgi]) -> None:
    """What one instance has let pass, another does not: both count in the store."""
    first, second = limited("4/hour"), limited("4/hour")
    replies = [await call(app) for app in (first, second, first, second, first, second)]
    assert [reply.status for reply in replies] == [200] * 4 + [429] * 2
    assert [left(reply)[0] for reply in replies] == [3, 2, 1, 0, 0, 0]


async def test_callers_do_not_spend_each_others(limited: Callable[..., Asgi], store: Connection) -> None:
    """Each address has a quota of its own; nothing of it stays in the store for longer than it takes to regain it."""
    app = limited("1/day")
    assert [(await call(app, client=each)).status for each in ("192.0.2.1", "192.0.2.2", "192.0.2.1")] == [
        200,
        200,
        429,
    ]
    async with store as redis:
        lives = [await redis.ttl(key) async for key in redis.scan_iter()]
    assert len(lives) == 2
    assert all(24 * 60 * 60 - PATIENCE < life <= 24 * 60 * 60 for life in lives)


@pytest.mark.parametrize("path", ["/livez", "/readyz", "/metrics"])
async def test_health_is_not_limited(limited: Callable[..., Asgi], path: str) -> None:
    """Whoever watches the service never spends a quota."""
    app = limited("1/day")
    replies = [await call(app, path, method="GET") for _ in range(3)]
    assert [(reply.status, reply.header("ratelimit")) for reply in replies] == [(200, None)] * 3


def away() -> Connection:
    """A way to a store that is not there, with a quota."""
    return Connection("unix:///nowhere/store.sock", quotas=Quotas(requests="3/hour"))


async def test_without_a_store_each_process_counts_for_itself(log_lines: Callable[[], list[dict[str, Any]]]) -> None:
    """While the store is away the quota holds within the process, headers and all, and the log says so once."""
    app = guarded(ECHO, away())
    replies = [await call(app) for _ in range(5)]
    assert [reply.status for reply in replies] == [200] * 3 + [429] * 2
    assert [left(reply) for reply in replies] == [(2, 1), (1, 2), (0, 1), (0, 1), (0, 1)]
    assert replies[-1].header("retry-after") == "1200"
    assert (await call(app, client="192.0.2.2")).status == 200
    events = [(line["event"], line["level"]) for line in log_lines() if line["logger"] == "umpire.limits"]
    assert events == [("requests are counted by each process alone", "warning")]


async def test_without_a_store_work_is_owed_as_well() -> None:
    """What heavy work costs is charged within the process, and may overdraw the quota there."""

    async def working(scope: Scope, receive: Receive, send: Send) -> None:
        charge(4)
        await ECHO(scope, receive, send)

    app = guarded(working, away())
    replies = [await call(app) for _ in range(2)]
    assert [(each.status, each.header("retry-after")) for each in replies] == [(200, None), (429, "3600")]


async def test_a_store_that_is_away_is_not_asked_for_each_request() -> None:
    """After it did not answer it is left alone for a while, so that requests do not wait for it one by one."""
    asked: list[bool] = []

    class Counted(Connection):
        async def __aenter__(self) -> Any:
            asked.append(True)
            raise StoreAway("gone")

    app = guarded(ECHO, Counted(None, quotas=Quotas(requests="3/hour")))
    for _ in range(20):
        await call(app)
    assert len(asked) == 1
