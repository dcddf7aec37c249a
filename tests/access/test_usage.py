"""Quotas of keys, what every answer tells of them, and what is told to the operator."""

import re
import time
from collections.abc import AsyncIterator, Callable
from types import SimpleNamespace
from typing import Any

import pytest

from service.api.graphql.sockets import GraphQLSockets
from service.api.http.problem_documents import Asgi, Receive, Scope, Send
from service.api.middleware.metrics import Meters
from service.app import create_app, graphql
from service.errors import StorageQuotaSpent
from service.operations.work.estimates import charge
from service.settings.access.allowances import MAX_LOCAL, Allowance, LocalBuckets
from service.settings.access.scopes import current_caller
from service.settings.environment import Settings
from service.store.connection import Connection
from service.store.quotas import MAX_REMEMBERED, Quotas
from tests.access.apps import Holder, guarded, holder, ring_of
from tests.api.calls import answering, call
from tests.api.talking import told_over_a_socket
from tests.patience import PATIENCE

ECHO = answering(lambda scope, body: (200, body))
RICH, POOR = holder("rich", "resolve", "requests=5/hour"), holder("poor", "resolve", "requests=2/hour")
NONSENSE = {
    "type": "subscribe",
    "id": "1",
    "payload": {"query": 'mutation { diceRoll(notation: "x") { ... on Problem { type status detail } } }'},
}

Make = Callable[..., tuple[Asgi, Quotas]]


@pytest.fixture
async def made(store_url: str, store: Connection) -> AsyncIterator[Make]:
    """Make an application with quotas of keys, over the tests' store, which is empty."""
    opened: list[Connection] = []

    def make(app: Asgi = ECHO, *holders: Holder, **quotas: Any) -> tuple[Asgi, Quotas]:
        known = holders or (RICH, POOR)
        opened.append(Connection(store_url, PATIENCE, Quotas(**quotas, of_caller=ring_of(*known).allowances)))
        return guarded(app, opened[-1], *known), opened[-1].quotas

    yield make
    for each in opened:
        await each.close()


async def test_each_key_has_its_quota_from_every_address(made: Make) -> None:
    """Requests with a key are charged to it wherever they come from, and not to the address."""
    app, _ = made(requests="1/hour")
    places = ("192.0.2.1", "192.0.2.2", "192.0.2.3")
    poor = [await call(app, client=each, x_api_key=POOR.key) for each in places]
    assert [each.status for each in poor] == [200, 200, 429]
    assert "One key may make 2 requests" in poor[-1].json["detail"]
    assert [each.header("ratelimit-policy") for each in poor] == ['"key";q=2;w=3600'] * 3
    assert [(await call(app, client=each)).status for each in (*places, places[0])] == [200, 200, 200, 429]
    assert (await call(app, x_api_key=RICH.key)).header("ratelimit") == '"key";r=4;t=720'


async def test_instances_share_the_quota_of_a_key(made: Make) -> None:
    """Two instances count one key together."""
    first, second = made()[0], made()[0]
    replies = [await call(app, x_api_key=POOR.key) for app in (first, second, first)]
    assert [each.status for each in replies] == [200, 200, 429]


async def test_guesses_are_charged_to_the_address(made: Make) -> None:
    """Each wrong key costs as much as ten requests, so that soon the address may not even guess."""
    app, _ = made(requests="35/hour")
    guesses = [await call(app, x_api_key=f"umpire_{number}") for number in range(5)]
    assert [each.status for each in guesses] == [401, 401, 401, 429, 429]
    assert (await call(app)).status == 200
    assert (await call(app, client="192.0.2.9", x_api_key="umpire_x")).status == 401


async def test_guesses_over_a_websocket_are_charged_to_the_address(made: Make) -> None:
    """A wrong key in `connection_init` costs what one over HTTP costs, wherever the connection was opened from."""
    sockets = GraphQLSockets(graphql(), ["*"])

    async def served(scope: Scope, receive: Receive, send: Send) -> None:
        await (sockets if scope["type"] == "websocket" else ECHO)(scope, receive, send)

    app, quotas = made(served, requests="35/hour")
    for number in range(3):
        guess = {"type": "connection_init", "payload": {"key": f"umpire_{number}"}}
        assert (await told_over_a_socket(app, [guess]))[0] == 4403
    assert (await call(app, x_api_key="umpire_x")).status == 429
    assert (await call(app)).status == 200
    assert quotas.standings("127.0.0.1")[0].left == 4
    known = [{"type": "connection_init", "payload": {"key": RICH.key}}, NONSENSE]
    assert (await told_over_a_socket(app, known))[0] == 422
    assert quotas.standings("127.0.0.1")[0].left == 4


async def test_a_guess_costs_no_more_than_the_quota(made: Make) -> None:
    """With a quota of fewer than ten requests the first mistyped key is told to be one, and then all is used up."""
    app, _ = made(requests="3/hour")
    replies = [await call(app, x_api_key="umpire_x") for _ in range(2)]
    assert [each.status for each in replies] == [401, 429]


async def test_every_kind_of_quota_is_told(made: Make) -> None:
    """Each answer names all quotas of its caller with what is left, also before anything was charged."""
    app, quotas = made(requests="5/hour", created="10/hour", stored="2kB/day", played="9/minute")
    told = await call(app)
    assert told.header("ratelimit-policy") == (
        '"address";q=5;w=3600, "created";q=10;w=3600;qu="objects", "stored";q=2000;w=86400;qu="stored-bytes", '
        '"played";q=9;w=60;qu="cpu-seconds"'
    )
    assert told.header("ratelimit") == (
        '"address";r=4;t=720, "created";r=10;t=0, "stored";r=2000;t=0, "played";r=9;t=0'
    )
    assert not quotas.forget_if_full("127.0.0.1")


async def test_what_an_answer_has_stored_is_told_with_it(made: Make, store: Connection) -> None:
    """A write is charged before the answer is sent, which therefore tells the rest."""
    kept: list[Quotas] = []

    async def storing(scope: Scope, receive: Receive, send: Send) -> None:
        async with store as redis:
            await kept[0].take(redis, 500, created=1)
        await ECHO(scope, receive, send)

    app, quotas = made(storing, created="4/hour", stored="2kB/day")
    kept.append(quotas)
    assert (await call(app)).header("ratelimit") == '"created";r=3;t=900, "stored";r=1500;t=21600'


async def test_a_caller_of_nothing_limited_is_told_nothing(made: Make) -> None:
    """Without quotas there are no such headers, but browsers are always told not to guess content types."""
    app, _ = made()
    plain = await call(app)
    assert (plain.header("ratelimit"), plain.header("ratelimit-policy")) == (None, None)
    assert plain.header("x-content-type-options") == "nosniff"


async def test_only_so_many_callers_are_remembered(store: Connection) -> None:
    """What a process remembers of callers is bounded, however many addresses there are."""
    quotas, buckets = Quotas(requests="2/hour"), LocalBuckets()
    allowance = Allowance.of("2/hour")
    assert allowance is not None
    for number in range(MAX_REMEMBERED + 5):
        quotas._remember(f"caller {number}", [("requests", 10**9)])
        buckets.take(f"caller {number}", allowance, 1, 0)
    assert len(quotas._full_at) == MAX_REMEMBERED
    assert len(buckets._full_at) == MAX_LOCAL
    assert quotas.forget_if_full("caller 0")


async def test_what_has_refilled_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    """A caller whose buckets are full again is as one that was never seen."""
    quotas = Quotas(requests="2/hour")
    quotas._remember("192.0.2.1", [("requests", 10**9)])
    assert not quotas.forget_if_full("192.0.2.1")
    later = time.monotonic() + 1000
    monkeypatch.setattr("service.store.quotas.time", SimpleNamespace(monotonic=lambda: later))
    assert quotas.forget_if_full("192.0.2.1")
    assert quotas._full_at == {}


def used(meters: Meters) -> dict[str, float]:
    """What keys have used, as the metric has it, by key and by what was used."""
    found = re.findall(rb'^umpire_key_usage_total\{key="(.*)",what="(.*)"\} (.*)$', meters.exposition(), re.MULTILINE)
    return {f"{key.decode()} {what.decode()}": float(amount) for key, what, amount in found}


async def test_usage_is_counted_by_key(made: Make, store: Connection) -> None:
    """Requests with their work, what was created and stored, and refusals are added up."""
    meters = Meters()

    async def working(scope: Scope, receive: Receive, send: Send) -> None:
        charge(3)
        await ECHO(scope, receive, send)

    for _ in range(2):
        app, quotas = made(working)
        quotas.noted = meters.note_usage
        for key in (RICH.key, POOR.key, POOR.key):
            await call(app, x_api_key=key)
        await call(app)
        current_caller.set("key:rich")
        async with store as redis:
            await quotas.take(redis, 700, created=2)
    assert used(meters) == {
        "anonymous requests": 8,
        "poor refused": 3,
        "poor requests": 4,
        "rich created": 4,
        "rich requests": 8,
        "rich stored": 1400,
    }


async def test_a_refused_write_counts_as_refused(store: Connection) -> None:
    """A write beyond the quota is no usage but a refusal."""
    meters, quotas = Meters(), Quotas(stored="1kB/day")
    quotas.noted = meters.note_usage
    current_caller.set("key:rich")
    async with store as redis:
        await quotas.take(redis, 900)
        with pytest.raises(StorageQuotaSpent, match="One key may have 1kB/day stored"):
            await quotas.take(redis, 900)
    assert used(meters) == {"rich refused": 1, "rich stored": 900}


async def test_by_default_nobody_is_limited_or_counted() -> None:
    """Without settings requests are as open as ever: no store is asked, and no usage is kept."""
    app = create_app(Settings())
    reply = await call(app, body=b'{"notation": "d6"}', content_type="application/json")
    assert reply.status == 200
    assert (reply.header("ratelimit") or "").startswith('"created";r=1000;t=0, ')
