"""The same request sent twice under one key is answered once."""

import asyncio
import itertools
from typing import Any

import pytest

from service.api.http.problem_documents import Asgi, Receive, Scope, Send
from service.api.middleware.idempotency import Idempotency
from service.errors import KeyInUse, KeyReused
from service.store import idempotency_store as claims
from service.store import packing
from service.store.attempts import KeyedAttempts, next_attempt
from service.store.connection import Connection
from service.store.idempotency_store import KEPT_SECONDS, Answer, Claim, Claims
from tests.api.calls import answering, call
from tests.patience import PATIENCE

ROLL = "/v1/dice/roll"


def counting(status: int = 200, **flags: Any) -> Asgi:
    """An application that never gives the same answer twice."""
    numbers = itertools.count(1)

    def make(scope: Scope, body: bytes) -> tuple[int, bytes]:
        scope["umpire.operation"] = "dice/roll"
        scope.update(flags)
        return status, b'{"n":%d,"of":%s}' % (next(numbers), body)

    return answering(make)


async def test_a_repeated_request_gets_the_stored_answer(store: Connection) -> None:
    """Same key, body and path: the same bytes and headers, marked as a replay."""
    app = Idempotency(counting(), store)
    first, second, third = [await call(app, ROLL, b'{"a":1}', idempotency_key="k") for _ in range(3)]
    assert first.json == {"n": 1, "of": {"a": 1}}
    assert first.header("idempotent-replayed") is None
    assert second.body == third.body == first.body
    assert second.status == 200
    assert second.headers == [*first.headers, (b"idempotent-replayed", b"true")]


async def test_large_answers_come_back_byte_for_byte(store: Connection) -> None:
    """An answer that is kept small in the store is the same when it comes out."""
    numbers = itertools.count()
    app = Idempotency(answering(lambda scope, body: (201, b"%d:" % next(numbers) + bytes(range(256)) * 400)), store)
    first, second = [await call(app, idempotency_key="k") for _ in range(2)]
    assert (second.status, second.body) == (first.status, first.body)
    assert len(first.body) > packing.LONGEST_PLAIN


async def test_without_a_key_nothing_is_remembered(store: Connection, no_store: Connection) -> None:
    """Requests without the header do not touch the store, whether it is there or not."""
    for connection in (store, no_store):
        app = Idempotency(counting(), connection)
        assert [(await call(app)).json["n"] for _ in range(2)] == [1, 2]


@pytest.mark.parametrize(
    ("path", "method"), [("/v1/dice/roll/odds", "POST"), ("/docs", "POST"), (ROLL, "GET"), ("/graphqlx", "POST")]
)
async def test_a_key_means_nothing_elsewhere(no_store: Connection, path: str, method: str) -> None:
    """Computations, pages and reading ignore the header."""
    app = Idempotency(counting(), no_store, plain=["/v1/dice/roll/odds"])
    assert [(await call(app, path, method=method, idempotency_key="k")).json["n"] for _ in range(2)] == [1, 2]


async def test_graphql_has_keys_too(store: Connection) -> None:
    """A mutation posted to /graphql under a key is answered once."""
    app = Idempotency(counting(), store)
    assert [(await call(app, "/graphql", idempotency_key="k")).json["n"] for _ in range(2)] == [1, 1]


async def test_a_quoted_key_is_the_same_key(store: Connection) -> None:
    """The header is a quoted string by its draft and bare by habit; both name the same key."""
    app = Idempotency(counting(), store)
    spellings = ["8e03978e-40d5", '"8e03978e-40d5"', ' "8e03978e-40d5" ', r'"a\"b\\c"', 'a"b\\c', "x" * 128]
    assert [(await call(app, idempotency_key=each)).json["n"] for each in spellings] == [1, 1, 1, 2, 2, 3]


@pytest.mark.parametrize(
    "key", ["", "two words", '"two words"', "x" * 129, f'"{"x" * 129}"', "ä", ["k", "k"], ["", "k"]]
)
async def test_a_bad_key_is_refused(store: Connection, key: str | list[str]) -> None:
    """A key has 1 to 128 visible ASCII characters and comes once; the problem quotes it, cut short."""
    reply = await call(Idempotency(counting(), store), idempotency_key=key)
    assert (reply.status, reply.problem) == (400, "key-malformed")
    assert len(reply.json["detail"]) < 300


@pytest.mark.parametrize("quote", ["", '"'])
async def test_a_key_that_is_printed_is_refused(store: Connection, quote: str) -> None:
    """A key of a page of ours is everybody's: nothing is executed under it, and the sentence quotes it and says why."""
    app = Idempotency(counting(), store)
    for key in ("0b9a3c1e-52d4-create", "0b9a3c1e-52d4-strike"):
        reply = await call(app, idempotency_key=f"{quote}{key}{quote}")
        assert (reply.status, reply.problem) == (422, "key-published")
        assert f'The Idempotency-Key "{key}" stands in a page of this project' in reply.json["detail"]
        assert reply.json["errors"][0]["name"] == "Idempotency-Key"
    assert (await call(app, idempotency_key="0b9a3c1e-52d4-other")).json["n"] == 1


async def test_another_body_is_refused(store: Connection) -> None:
    """A key belongs to its first body."""
    app = Idempotency(counting(), store)
    await call(app, ROLL, b"1", idempotency_key="k")
    reply = await call(app, ROLL, b"2", idempotency_key="k")
    assert (reply.status, reply.problem, reply.header("retry-after")) == (409, "key-reused", None)


async def test_keys_belong_to_an_address_and_a_caller(store: Connection) -> None:
    """The same key at another path or query, with another method, or from another caller is another key."""
    app = Idempotency(counting(), store)
    replies = [
        await call(app, idempotency_key="k"),
        await call(app, "/v1/batch", idempotency_key="k"),
        await call(app, idempotency_key="k", authorization="Bearer a"),
        await call(app, idempotency_key="k", authorization="Bearer b"),
        await call(app, idempotency_key="k", authorization="Bearer a"),
        await call(app, idempotency_key="k", x_api_key="a"),
        await call(app, idempotency_key="k", query="fields=verdict"),
        await call(app, idempotency_key="k", method="PATCH"),
        await call(app, idempotency_key="k"),
    ]
    assert [reply.json["n"] for reply in replies] == [1, 2, 3, 4, 3, 5, 6, 7, 1]


async def test_a_retry_changes_the_same_version(store: Connection) -> None:
    """A key belongs to the version that its first request changes: with another `If-Match` it is refused."""
    app = Idempotency(counting(), store)
    replies = [await call(app, idempotency_key="k", if_match=f'"{version}"') for version in (3, 3, 4)]
    assert [each.status for each in replies] == [200, 200, 409]
    assert replies[2].problem == "key-reused"


async def test_of_two_at_once_one_is_answered(store: Connection) -> None:
    """While the first request is being answered, a second one is told to wait; afterwards it gets the answer."""
    begun, go = asyncio.Event(), asyncio.Event()
    answers = iter([b"once", b"twice"])

    async def slowly(scope: Scope, body: bytes) -> tuple[int, bytes]:
        begun.set()
        await go.wait()
        return 200, next(answers)

    app = Idempotency(answering(slowly), store)
    first = asyncio.create_task(call(app, idempotency_key="k"))
    await begun.wait()
    others = await asyncio.gather(*(call(app, idempotency_key="k") for _ in range(20)))
    other_body = await call(app, ROLL, b"x", idempotency_key="k")
    go.set()
    assert {(each.status, each.problem, each.header("retry-after")) for each in others} == {(409, "key-in-use", "1")}
    assert other_body.problem == "key-reused"
    assert (await first).body == (await call(app, idempotency_key="k")).body == b"once"


async def test_a_hundred_at_once_are_answered_once(store: Connection) -> None:
    """Claims are atomic: whatever the order of arrival, one request is answered."""
    app = Idempotency(counting(), store)
    replies = await asyncio.gather(*(call(app, idempotency_key="k") for _ in range(100)))
    answered = [reply for reply in replies if reply.status == 200]
    assert {reply.body for reply in answered} == {b'{"n":1,"of":{}}'}
    assert len([reply for reply in answered if reply.header("idempotent-replayed") is None]) == 1
    assert {reply.status for reply in replies} <= {200, 409}


@pytest.mark.parametrize(
    ("status", "flags"), [(409, {}), (422, {}), (500, {}), (503, {}), (200, {"umpire.failed": True})]
)
async def test_failures_are_not_stored(store: Connection, status: int, flags: dict[str, Any]) -> None:
    """After a failure the key is free for another try, with another body too."""
    app = Idempotency(counting(status, **flags), store)
    first = await call(app, ROLL, b"1", idempotency_key="k")
    second = await call(app, ROLL, b"2", idempotency_key="k")
    assert (first.status, first.json["n"], second.status, second.json["n"]) == (status, 1, status, 2)


async def test_a_crash_frees_the_key(store: Connection) -> None:
    """An application that raises leaves no claim behind."""
    crashes = iter([True, False])

    def make(scope: Scope, body: bytes) -> tuple[int, bytes]:
        if next(crashes):
            message = "boom"
            raise RuntimeError(message)
        return 200, b"fine"

    app = Idempotency(answering(make), store)
    with pytest.raises(RuntimeError):
        await call(app, idempotency_key="k")
    assert (await call(app, idempotency_key="k")).body == b"fine"


async def test_answers_are_kept_for_a_day(store: Connection) -> None:
    """Every key of the store expires after 24 hours: an answer, and a claim with what it may have made."""
    app = Idempotency(counting(), store)
    await call(app, idempotency_key="k")
    await Claims(store).take(b"claimed", b"")
    async with store as redis:
        lives = [await redis.ttl(key) async for key in redis.scan_iter()]
    assert len(lives) == 2
    assert all(KEPT_SECONDS - PATIENCE < life <= KEPT_SECONDS for life in lives)


async def test_a_claim_of_the_dead_is_soon_free(store: Connection, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody renews the claim of a worker that died: the next try takes it over, and makes the same of the key."""
    monkeypatch.setattr(claims, "HELD_SECONDS", 0.05)
    dead = await Claims(store).take(b"k", b"body")
    with pytest.raises(KeyReused):
        await Claims(store).take(b"k", b"another")
    taken = await in_the_end(store, b"k", b"body")
    assert isinstance(dead, Claim)
    assert isinstance(taken, Claim)
    assert taken.mark != dead.mark
    assert taken.attempts.derive("anything") == dead.attempts.derive("anything")
    with pytest.raises(KeyReused):
        await Claims(store).take(b"k", b"another")
    with pytest.raises(KeyInUse):
        await Claims(store).keep(dead, Answer(status=200, headers=(), body=b"late", operation=None))


async def test_a_claim_is_held_as_long_as_its_request_takes(store: Connection, monkeypatch: pytest.MonkeyPatch) -> None:
    """While a request is being answered its claim is renewed, however long that takes."""
    monkeypatch.setattr(claims, "HELD_SECONDS", PATIENCE)
    monkeypatch.setattr(claims, "RENEWED_SECONDS", 0.01)

    async def slowly(scope: Scope, body: bytes) -> tuple[int, bytes]:
        for _ in range(3):
            await renewed(store)
            assert (await call(Idempotency(counting(), store), idempotency_key="k")).problem == "key-in-use"
        return 200, b"done"

    assert (await call(Idempotency(answering(slowly), store), idempotency_key="k")).body == b"done"
    assert (await call(Idempotency(counting(), store), idempotency_key="k")).body == b"done"


async def renewed(store: Connection) -> None:
    """Wait until the one claim in the store is held longer than it was."""
    async with asyncio.timeout(PATIENCE), store as redis:
        (place,) = [key async for key in redis.scan_iter()]
        before: Any = await redis.get(place)
        while True:
            if await redis.get(place) != before:
                return
            await asyncio.sleep(0.01)


async def test_the_clock_of_the_store_may_jump(store: Connection, monkeypatch: pytest.MonkeyPatch) -> None:
    """A claim that ends later than any could, because the clock was put back, is free."""
    monkeypatch.setattr(claims, "HELD_SECONDS", 3600.0)
    await Claims(store).take(b"k", b"body")
    monkeypatch.setattr(claims, "HELD_SECONDS", PATIENCE)
    assert isinstance(await Claims(store).take(b"k", b"body"), Claim)


async def test_what_is_made_of_a_key(store: Connection) -> None:
    """Without a key everything is fresh; under one, tries make the same, and another key, body or caller another."""
    fresh = [next_attempt(), next_attempt()]
    assert fresh[0].mark == b""
    assert fresh[0].id() != fresh[1].id()
    assert fresh[0].token("a") != fresh[1].token("a")
    keys = [(b"k", b"s"), (b"k", b"t"), (b"l", b"s")]
    first, second = KeyedAttempts(*keys[0]), KeyedAttempts(*keys[0])
    one, two = first.next(), first.next()
    again = second.next()
    assert (one.mark, one.id(), one.seed(), one.token("a")) == (again.mark, again.id(), again.seed(), again.token("a"))
    assert len({one.mark, two.mark, *[KeyedAttempts(*key).next().mark for key in keys[1:]]}) == 4
    assert one.token("a") != one.token("b")


async def in_the_end(store: Connection, key: bytes, body: bytes) -> Claim | Answer:
    """Try to claim until it is no longer in use."""
    async with asyncio.timeout(PATIENCE):
        while True:
            try:
                return await Claims(store).take(key, body)
            except KeyInUse:
                await asyncio.sleep(0.02)


async def test_a_claim_that_ran_out_does_not_overwrite(store: Connection) -> None:
    """If another request answered in the meantime, its answer stands for both."""

    async def take_over(scope: Scope, body: bytes) -> tuple[int, bytes]:
        async with store as redis:
            await redis.flushall()
        assert (await call(Idempotency(counting(), store), idempotency_key="k")).json["n"] == 1
        return 200, b"too late"

    reply = await call(Idempotency(answering(take_over), store), idempotency_key="k")
    assert (reply.json["n"], reply.header("idempotent-replayed")) == (1, "true")


async def test_a_claim_that_another_holds_is_theirs(store: Connection) -> None:
    """If another request is answering the key by now, the late one is told to wait."""

    async def lose(scope: Scope, body: bytes) -> tuple[int, bytes]:
        async with store as redis:
            (place,) = [key async for key in redis.scan_iter()]
            await redis.setrange(place, 49, b"somebody")
        return 200, b"too late"

    reply = await call(Idempotency(answering(lose), store), idempotency_key="k")
    assert (reply.status, reply.problem) == (409, "key-in-use")


async def test_without_a_store_a_key_is_refused(no_store: Connection) -> None:
    """A promise that cannot be kept is not made: 503 with Retry-After, and the application is not asked."""
    reply = await call(Idempotency(counting(), no_store), idempotency_key="k")
    assert (reply.status, reply.problem, reply.header("retry-after")) == (503, "store-away", "5")


async def test_a_replay_names_its_operation(store: Connection) -> None:
    """The metrics of a replayed answer count for the operation that gave it."""
    seen: list[str | None] = []

    async def outside(scope: Scope, receive: Receive, send: Send) -> None:
        await Idempotency(counting(), store)(scope, receive, send)
        seen.append(scope.get("umpire.operation"))

    await call(outside, idempotency_key="k")
    await call(outside, idempotency_key="k")
    assert seen == ["dice/roll", "dice/roll"]


async def test_event_streams_pass(store: Connection) -> None:
    """A stream is let through as it comes, is not stored and leaves its key free."""
    app = Idempotency(
        answering(lambda scope, body: (200, b"data: 1"), [(b"content-type", b"text/event-stream")]), store
    )
    for _ in range(2):
        reply = await call(app, "/graphql", idempotency_key="k")
        assert (reply.body, reply.header("idempotent-replayed")) == (b"data: 1", None)


async def test_a_body_too_large_is_refused_before_a_claim(store: Connection) -> None:
    """413 comes before the key is taken."""
    app = Idempotency(counting(), store)
    assert (await call(app, ROLL, b" " * 300_000, idempotency_key="k")).problem == "body-too-large"
    assert (await call(app, idempotency_key="k")).status == 200
