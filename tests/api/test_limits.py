"""What one caller may send is bounded."""

import asyncio
import re
import time
from collections.abc import Callable, MutableMapping
from contextlib import suppress
from math import ceil
from typing import Any

import orjson
import pydantic_core
import pytest
from starlette.testclient import TestClient

from service.api.http.body import read_body
from service.api.http.problems import Asgi, Receive, Scope, Send, problem_response, send_body
from service.api.middleware.idempotency import Idempotency
from service.api.middleware.limits import Quota, RateLimit, caller_of
from service.app import create_app
from service.errors import BodyTooLarge, TooManyRequests, UmpireError
from service.operations.registry import BODY_BYTES
from service.operations.work.estimates import charge
from service.store.connection import Connection
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


@pytest.mark.parametrize(
    ("text", "requests", "seconds"),
    [("50/second", 50, 1), ("1/minute", 1, 60), ("1000/hour", 1000, 3600), ("7/day", 7, 86400)],
)
def test_quotas_are_read(text: str, requests: int, seconds: int) -> None:
    """A quota is a number and a unit of time."""
    assert Quota.of(text) == Quota(requests, seconds)


def limited(store: Connection, quota: str) -> Asgi:
    """An application with a quota."""
    return RateLimit(ECHO, store, Quota.of(quota))


def left(reply: Reply) -> tuple[int, int]:
    """How many requests are left of three an hour, and after how many thirds of an hour, begun ones included."""
    told = re.fullmatch(r'"address";r=(\d+);t=(\d+)', reply.header("ratelimit") or "")
    assert told
    return int(told[1]), ceil(int(told[2]) / 1200)


async def test_every_answer_tells_what_is_left(store: Connection) -> None:
    """RateLimit-Policy says the quota and RateLimit what is left of it, as structured fields."""
    app = limited(store, "3/hour")
    replies = [await call(app) for _ in range(3)]
    assert [left(reply) for reply in replies] == [(2, 1), (1, 2), (0, 3)]
    assert {reply.header("ratelimit-policy") for reply in replies} == {'"address";q=3;w=3600'}


async def test_a_spent_quota_refuses(store: Connection) -> None:
    """One request too many is told when to try again, and costs nothing itself."""
    app = limited(store, "3/hour")
    for _ in range(3):
        await call(app)
    refused = [await call(app) for _ in range(3)]
    assert {(reply.status, reply.problem) for reply in refused} == {(429, "too-many-requests")}
    assert {left(reply) for reply in refused} == {(0, 1)}
    assert [f'"address";r=0;t={reply.header("retry-after")}' for reply in refused] == [
        reply.header("ratelimit") for reply in refused
    ]


@pytest.mark.parametrize("fails", [False, True])
async def test_work_is_owed_afterwards(store: Connection, fails: bool) -> None:
    """What a request costs besides is taken when it is done, however it ends, even if the quota is overdrawn by it."""

    async def working(scope: Scope, receive: Receive, send: Send) -> None:
        await ECHO(scope, receive, send)
        charge(4)
        if fails:
            raise ZeroDivisionError

    app = RateLimit(working, store, Quota(3, 3600))
    with suppress(ZeroDivisionError):
        assert (await call(app)).header("ratelimit") == '"address";r=2;t=1200'
    refused = await call(app)
    assert (refused.status, refused.header("retry-after")) == (429, "3600")


async def test_a_document_of_a_websocket_is_a_request(store: Connection) -> None:
    """It is taken from the quota before, and what it costs besides afterwards."""
    limit = RateLimit(ECHO, store, Quota(3, 3600))
    scope: Scope = {"type": "websocket", "client": ("127.0.0.1", 1)}
    async with limit.charged(scope):
        charge(2)
    with pytest.raises(TooManyRequests):
        async with limit.charged(scope):
            pytest.fail("it was begun")


async def test_without_a_store_nothing_is_owed(no_store: Connection) -> None:
    """Neither a request nor a document of a WebSocket fails because its work cannot be counted."""

    async def working(scope: Scope, receive: Receive, send: Send) -> None:
        charge(4)
        await ECHO(scope, receive, send)

    limit = RateLimit(working, no_store, Quota(1, 3600))
    assert [(await call(limit)).status for _ in range(2)] == [200, 200]
    async with limit.charged({"type": "websocket", "client": None}):
        charge(4)


async def test_a_quota_is_regained_evenly(store: Connection) -> None:
    """Of twenty a second one is back after each twentieth of a second, and no more than that."""
    app, began, passed = limited(store, "20/second"), time.monotonic(), 0
    async with asyncio.timeout(PATIENCE):
        while passed < 30:
            passed += (await call(app)).status == 200
    assert passed <= 20 * (1 + time.monotonic() - began)


async def test_at_once_no_more_than_the_quota_pass(store: Connection) -> None:
    """The count is kept in the store, in one step, so requests at the same moment cannot pass together."""
    app = limited(store, "10/hour")
    replies = await asyncio.gather(*(call(app) for _ in range(60)))
    assert sorted(reply.status for reply in replies) == [200] * 10 + [429] * 50


async def test_callers_do_not_spend_each_others(store: Connection) -> None:
    """Each address has a quota of its own; nothing of it stays in the store for longer than it takes to regain it."""
    app = limited(store, "1/day")
    assert [(await call(app, client=each)).status for each in ("192.0.2.1", "192.0.2.2", "192.0.2.1")] == [
        200,
        200,
        429,
    ]
    async with store as redis:
        lives = [await redis.ttl(key) async for key in redis.scan_iter()]
    assert len(lives) == 2
    assert all(24 * 60 * 60 - PATIENCE < life <= 24 * 60 * 60 for life in lives)


@pytest.mark.parametrize(
    ("client", "caller"),
    [
        (("192.0.2.1", 1), "192.0.2.1"),
        (("2001:db8:1:2:3::4", 1), "20010db800010002"),
        (("2001:db8:1:2:ffff::9", 1), "20010db800010002"),
        (("fe80::1%eth0", 1), "fe80000000000000"),
        (("::ffff:192.0.2.1", 1), "192.0.2.1"),
        (("no:address" + "x" * 200, 1), "no:address" + "x" * 54),
        (None, "local"),
    ],
)
def test_callers_are_addresses(client: tuple[str, int] | None, caller: str) -> None:
    """A caller is an IPv4 address or an IPv6 network; whatever a proxy says, it is short."""
    assert caller_of({"client": client}) == caller


@pytest.mark.parametrize("path", ["/livez", "/readyz", "/metrics"])
async def test_health_is_not_limited(store: Connection, path: str) -> None:
    """Whoever watches the service never spends a quota."""
    app = limited(store, "1/day")
    replies = [await call(app, path, method="GET") for _ in range(3)]
    assert [(reply.status, reply.header("ratelimit")) for reply in replies] == [(200, None)] * 3


async def test_without_a_store_nobody_is_limited(
    no_store: Connection, log_lines: Callable[[], list[dict[str, Any]]]
) -> None:
    """A limit that cannot be counted lets requests through, and the log says so once in a while."""
    app = limited(no_store, "1/day")
    replies = [await call(app) for _ in range(5)]
    assert [reply.status for reply in replies] == [200] * 5
    assert [(line["event"], line["level"]) for line in log_lines()] == [("rate limit off", "warning")]
