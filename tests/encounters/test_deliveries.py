"""Webhooks over real HTTP: signed, in order, tried again, bounded; what a dying worker leaves is continued."""

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import AbstractContextManager
from typing import Any

import jsonschema_rs
import orjson
import pytest

from service.store.connection import Connection
from service.store.key_names import DUE_LISTS, due_keys_of, keys_of
from service.store.private.server import PrivateStore
from tests.encounters.client import STRIKE
from tests.encounters.lines import DurableStore
from tests.encounters.live import Seat, Service, serving, sse
from tests.encounters.nodes import ThreeNodes
from tests.encounters.receivers import CUT, HANG, HUGE, Received, holds, receiving
from tests.patience import PATIENCE
from tests.published import document
from tests.rings import IS_LONG

QUICK = {"UMPIRE_WEBHOOK_PRIVATE": "true", "UMPIRE_WEBHOOK_WAIT": "0.05", "UMPIRE_WEBHOOK_TIMEOUT": str(PATIENCE / 5)}
CONTRACT: Any = document()
LOOKS_OFTEN = """
from service.operations.encounters.notices import deliverer
deliverer.IDLE_SECONDS = 0.2
"""
"""A service that looks again at a webhook without anything to send five times a second."""


@pytest.fixture(scope="module")
def private_store() -> Iterator[PrivateStore]:
    """A store whose webhooks only the services of these tests deliver, and which has no others."""
    with PrivateStore() as store:
        yield store


def quick(url: str, *, before: str = "", **environment: str) -> AbstractContextManager[Service]:
    """Run a service that delivers to this machine and tries again soon."""
    return serving(url, before=before, said=subprocess.DEVNULL, **{**QUICK, **environment})


async def hooked(service: Service, seat: Seat, url: str, token: str | None = None, **body: Any) -> Any:
    """Create a webhook."""
    path, right = f"/v1/encounters/{seat.id}/webhooks", f"Bearer {token or seat.referee}"
    reply = await service.ask("POST", path, {"url": url, **body}, authorization=right)
    assert reply.status_code == 201, reply.text
    return reply.json()


async def state_of(service: Service, seat: Seat, webhook: str, token: str | None = None) -> Any:
    """Read one webhook."""
    path, right = f"/v1/encounters/{seat.id}/webhooks", f"Bearer {token or seat.referee}"
    found = (await service.ask("GET", path, authorization=right)).json()["webhooks"]
    return next((each for each in found if each["webhook"] == webhook), None)


async def until(ask: Callable[[], Awaitable[Any]], **fields: Any) -> Any:
    """Wait until an answer has these fields."""
    async with asyncio.timeout(PATIENCE):
        while True:
            found = await ask()
            if {name: found[name] for name in fields} == fields:
                return found
            await asyncio.sleep(0.05)


async def changed(service: Service, seat: Seat, first: int, last: int) -> None:
    """Change an encounter from one version to another."""
    for version in range(first, last):
        reply = await service.change(seat, version)
        assert reply.status_code == 200, reply.text


async def followed(service: Service, seat: Seat, token: str, after: int, until: int) -> list[Any]:
    """What a stream shows of some versions."""
    async with sse(service.port, seat, token, after=after, until=until) as events:
        return [orjson.loads(each["data"]) async for each in events if "id" in each]


@pytest.mark.parametrize("where", ["private_store", "three_nodes"])
async def test_each_entry_is_posted_once_signed_and_in_order(request: pytest.FixtureRequest, where: str) -> None:
    """Referee and viewers receive what their streams show, wherever the encounter lies; the secret verifies it."""
    store: PrivateStore | ThreeNodes = request.getfixturevalue(where)
    with quick(store.url) as service:
        async with receiving() as mine, receiving() as theirs:
            seat = await service.seat(reveal="faces")
            made = await hooked(service, seat, mine.url)
            seen = await hooked(service, seat, theirs.url, seat.viewer)
            strike = {"authorization": f"Bearer {seat.referee}", "if_match": '"1"'}
            acted = await service.ask("POST", f"/v1/encounters/{seat.id}/resolve-attack", STRIKE, **strike)
            assert acted.status_code == 200, acted.text
            await changed(service, seat, 2, 5)
            both = ((mine, made, seat.referee), (theirs, seen, seat.viewer))
            for receiver, _, token in both:
                await receiver.has(4)
                assert [each.entry for each in receiver.received] == await followed(service, seat, token, 1, 5)
            assert (await service.change(seat, 5, secret=True)).status_code == 200
            for receiver, hook, token in both:
                await receiver.has(5)
                assert [receiver.received[4].entry] == await followed(service, seat, token, 5, 6)
                for received in receiver.received:
                    check_received(received, hook, seat)
            await until(lambda: state_of(service, seat, made["webhook"]), delivered=6, failures=0, reason=None)
            assert (mine.most_at_once, len(mine.received)) == (1, 5)
    assert theirs.received[4].entry["kind"] == "hidden"


def check_received(received: Received, hook: Any, seat: Seat) -> None:
    """A delivery names its encounter and its webhook, and has the headers of the convention."""
    body = orjson.loads(received.body)
    assert (body["type"], body["id"], body["webhook"], body["role"]) == (
        "encounter.entry",
        seat.id,
        hook["webhook"],
        hook["role"],
    )
    described = CONTRACT["paths"]["/v1/encounters/{id}/webhooks"]["post"]["callbacks"]["delivery"]
    ((expression, item),) = described.items()
    assert expression == "{$request.body#/url}"
    schema = item["post"]["requestBody"]["content"]["application/json"]["schema"]
    jsonschema_rs.validator_for({**schema, "components": CONTRACT["components"]}).validate(body)
    assert {each["name"] for each in item["post"]["parameters"]} <= received.headers.keys()
    assert received.line == "POST /hook HTTP/1.1"
    assert received.is_signed_with(hook["secret"])
    assert abs(int(received.headers["webhook-timestamp"]) - time.time()) < 2 * PATIENCE
    assert received.headers["webhook-id"] == f"msg_{hook['webhook']}_{received.entry['version']}"
    assert "." not in received.headers["webhook-id"]
    assert received.headers["content-type"] == "application/json"
    assert "cookie" not in received.headers


async def test_a_delivery_that_fails_is_tried_again(private_store: PrivateStore) -> None:
    """Errors, redirects and broken connections delay an entry and those after it; the message keeps its id."""
    with quick(private_store.url) as service:
        async with receiving(200, 500, 302, CUT) as receiver:
            seat = await service.seat()
            hook = await hooked(service, seat, receiver.url)
            await changed(service, seat, 1, 4)
            await receiver.has(6)
            assert receiver.versions == [2, 2, 2, 2, 3, 4]
            assert {each.line for each in receiver.received} == {"POST /hook HTTP/1.1"}
            assert len({each.headers["webhook-id"] for each in receiver.received[:4]}) == 1
            assert [each.is_signed_with(hook["secret"]) for each in receiver.received] == [True] * 6
            assert [each for each in receiver.received if "cookie" in each.headers] == []
            await until(lambda: state_of(service, seat, hook["webhook"]), delivered=4, failures=0, status="active")


async def test_a_receiver_that_always_fails_is_given_up(private_store: PrivateStore) -> None:
    """After the most attempts the webhook has failed, says why, and gets nothing more; an answer of 410 is enough."""
    with quick(private_store.url, UMPIRE_WEBHOOK_ATTEMPTS="4") as service:
        async with receiving(500) as broken, receiving(410) as gone:
            seat = await service.seat()
            first = await hooked(service, seat, broken.url)
            second = await hooked(service, seat, gone.url)
            await changed(service, seat, 1, 2)
            failed = await until(lambda: state_of(service, seat, first["webhook"]), status="failed")
            assert (failed["delivered"], failed["reason"]) == (1, "The receiver answered 500.")
            assert failed["failures"] >= 4  # one more if a lease ran out during an attempt
            ended = await until(lambda: state_of(service, seat, second["webhook"]), status="failed")
            assert (ended["failures"], ended["reason"]) == (1, "The receiver answered 410.")
            await changed(service, seat, 2, 3)
            async with receiving() as other:
                await hooked(service, seat, other.url, after=0)
                await other.has(3)
            assert (broken.versions, gone.versions) == ([2, 2, 2, 2], [2])
            text = (await service.ask("GET", "/metrics")).text
    assert 'umpire_webhook_deliveries_total{ending="given_up"} 2.0' in text
    assert 'umpire_webhook_deliveries_total{ending="failed"} 5.0' in text
    assert 'umpire_webhook_deliveries_total{ending="delivered"} 3.0' in text


async def test_a_receiver_that_hangs_delays_nobody(private_store: PrivateStore) -> None:
    """Who does not answer in time has failed that attempt; acts and other webhooks go on meanwhile."""
    with quick(private_store.url, UMPIRE_WEBHOOK_TIMEOUT="0.5") as service:
        async with receiving(HANG) as hanging, receiving() as other:
            seat = await service.seat()
            hook = await hooked(service, seat, hanging.url)
            await hooked(service, seat, other.url)
            await changed(service, seat, 1, 5)
            await other.has(4)
            assert set(hanging.versions) == {2}
            late = await until(lambda: state_of(service, seat, hook["webhook"]), reason="No answer within 0.5 seconds.")
            assert late["delivered"] == 1
            hanging.otherwise = 200
            await until(lambda: state_of(service, seat, hook["webhook"]), delivered=5)
    assert hanging.most_at_once == 1


async def test_an_endless_answer_is_not_read(private_store: PrivateStore) -> None:
    """The head of an answer decides; whatever comes after it is left, and the connection closed."""
    with quick(private_store.url) as service:
        async with receiving(HUGE) as receiver:
            seat = await service.seat()
            hook = await hooked(service, seat, receiver.url)
            await changed(service, seat, 1, 4)
            await until(lambda: state_of(service, seat, hook["webhook"]), delivered=4)
            await holds(lambda: receiver.served == 3)
            assert receiver.versions == [2, 3, 4]


async def test_a_worker_killed_before_it_has_recorded_a_delivery(private_store: PrivateStore) -> None:
    """Another worker continues once the lease has ended: the entry comes again, with the same id, and none is lost."""
    with quick(private_store.url) as doomed, quick(private_store.url) as heir:
        async with receiving() as receiver:
            seat = await heir.seat()
            heir.process.send_signal(signal.SIGSTOP)
            hook = await hooked(doomed, seat, receiver.url)
            receiver.on_receipt = lambda received: kill(doomed, received.entry["version"] == 3)
            await asyncio.gather(changed(doomed, seat, 1, 3), return_exceptions=True)
            await receiver.has(2)
            heir.process.send_signal(signal.SIGCONT)
            await changed(heir, seat, 3, 5)
            await until(lambda: state_of(heir, seat, hook["webhook"]), delivered=5)
    assert receiver.versions == [2, 3, 3, 4, 5]
    assert receiver.received[1].headers["webhook-id"] == receiver.received[2].headers["webhook-id"]
    assert receiver.most_at_once == 1


def kill(service: Service, is_time: bool) -> None:
    """Kill a service before it hears the answer to its delivery."""
    if is_time and service.process.poll() is None:
        service.process.kill()
        service.process.wait()


async def test_a_worker_killed_between_a_change_and_its_delivery(private_store: PrivateStore) -> None:
    """A change that nobody woke the webhook for is found when the webhook is next looked at."""
    store = Connection(private_store.url, PATIENCE)
    with quick(private_store.url, before=LOOKS_OFTEN) as service:
        async with receiving() as receiver:
            seat = await service.seat()
            hook = await hooked(service, seat, receiver.url)
            async with store as redis:
                kept: Any = await redis.hget(keys_of(seat.id)[0], "hooks")
                await redis.hdel(keys_of(seat.id)[0], "hooks")
                await changed(service, seat, 1, 2)
                await redis.hset(keys_of(seat.id)[0], "hooks", kept)
            await receiver.has(1)
            await until(lambda: state_of(service, seat, hook["webhook"]), delivered=2)
    await store.close()


async def test_two_workers_never_deliver_at_once(private_store: PrivateStore) -> None:
    """Of several processes one serves a webhook, and a stop hands it over: every entry comes, in order."""
    with quick(private_store.url, UMPIRE_WORKERS="2" if IS_LONG else "1") as one:
        async with receiving() as receiver:
            with quick(private_store.url) as other:
                seat = await other.seat()
                hook = await hooked(other, seat, receiver.url)
                for version in range(1, 31, 2):
                    await changed(one, seat, version, version + 1)
                    await changed(other, seat, version + 1, version + 2)
            await until(lambda: state_of(one, seat, hook["webhook"]), delivered=31)
            await changed(one, seat, 31, 41)
            await until(lambda: state_of(one, seat, hook["webhook"]), delivered=41)
    assert list(dict.fromkeys(receiver.versions)) == list(range(2, 42))
    assert receiver.versions == sorted(receiver.versions)
    assert receiver.most_at_once == 1


@pytest.mark.parametrize("who", ["referee", "viewer"])
async def test_a_new_token_ends_the_webhooks_of_the_old_one(private_store: PrivateStore, who: str) -> None:
    """A webhook gets nothing more once its token is replaced, and says so; those of the other role go on."""
    with quick(private_store.url) as service:
        async with receiving() as mine, receiving() as theirs:
            seat = await service.seat()
            hooks = {
                "referee": (await hooked(service, seat, mine.url), mine),
                "viewer": (await hooked(service, seat, theirs.url, seat.viewer), theirs),
            }
            path, right = f"/v1/encounters/{seat.id}/tokens", f"Bearer {seat.referee}"
            rotated = (await service.ask("POST", path, {who: "rotate"}, authorization=right)).json()
            now = Seat(seat.id, rotated["referee"] or seat.referee, rotated["viewer"] or seat.viewer)
            await changed(service, now, 1, 4)
            for role, (_, receiver) in hooks.items():
                if role != who:
                    await receiver.has(3)
            ended = await state_of(service, now, hooks[who][0]["webhook"])
            assert (ended["status"], ended["delivered"], hooks[who][1].received) == ("ended", 1, [])
            await until(
                lambda: state_of(service, now, hooks[who][0]["webhook"]), reason="Its token was replaced or revoked."
            )


async def test_a_deleted_encounter_takes_its_webhooks_along(private_store: PrivateStore) -> None:
    """With the encounter or with itself a webhook ends, and leaves nothing on the due-lists."""
    store = Connection(private_store.url, PATIENCE)
    with quick(private_store.url, before=LOOKS_OFTEN) as service:
        async with receiving(500) as receiver:
            seats = [await service.seat() for _ in range(2)]
            hooks = [await hooked(service, seat, receiver.url) for seat in seats]
            rights = [f"Bearer {seat.referee}" for seat in seats]
            gone = await service.ask("DELETE", f"/v1/encounters/{seats[0].id}", authorization=rights[0], if_match='"1"')
            assert gone.status_code == 200, gone.text
            path = f"/v1/encounters/{seats[1].id}/webhooks/{hooks[1]['webhook']}"
            assert (await service.ask("DELETE", path, authorization=rights[1])).status_code == 200
            await changed(service, seats[1], 1, 2)
            async with store as redis, asyncio.timeout(PATIENCE):
                while found := await on_lists(redis, {seat.id for seat in seats}):
                    assert len(found) <= 2
                    await asyncio.sleep(0.05)
            assert receiver.received == []
    await store.close()


async def on_lists(redis: Any, encounters: set[str]) -> list[bytes]:
    """The webhooks of some encounters that are still due sometime."""
    lists = [await redis.zrange(due_keys_of(number)[0], 0, -1) for number in range(DUE_LISTS)]
    return [each for names in lists for each in names if each.partition(b"/")[0].decode() in encounters]


async def test_a_store_that_was_away_loses_no_delivery() -> None:
    """While the store is down deliveries pause; when it is back with what it held, they continue."""
    store = DurableStore()
    store.start()
    try:
        with quick(store.url, UMPIRE_STORE_TIMEOUT="5") as service:
            async with receiving(500) as receiver:
                seat = await service.seat()
                hook = await hooked(service, seat, receiver.url)
                await changed(service, seat, 1, 4)
                await receiver.has(2)
                store.kill()
                receiver.otherwise = 200
                store.start()
                await until(lambda: state_of(service, seat, hook["webhook"]), delivered=4)
        assert list(dict.fromkeys(receiver.versions)) == [2, 3, 4]
    finally:
        store.remove()


async def test_by_default_nothing_is_posted_into_the_private_network(private_store: PrivateStore) -> None:
    """A service that nobody has told otherwise refuses a name that leads to this machine, at each attempt."""
    with serving(private_store.url, UMPIRE_WEBHOOK_WAIT="0.05", UMPIRE_WEBHOOK_ATTEMPTS="2") as service:
        async with receiving() as receiver:
            seat = await service.seat()
            hook = await hooked(service, seat, f"https://localhost:{receiver.port}/")
            await changed(service, seat, 1, 2)
            failed = await until(lambda: state_of(service, seat, hook["webhook"]), status="failed")
            assert "'localhost' does not lead to a public address" in failed["reason"]
            assert receiver.served == 0


async def test_an_act_on_the_command_line_is_delivered(private_store: PrivateStore) -> None:
    """A process that delivers nothing itself makes the webhook due, and a service sends the entry."""
    with quick(private_store.url) as service:
        async with receiving() as receiver:
            seat = await service.seat()
            await hooked(service, seat, receiver.url)
            words = orjson.dumps({"id": seat.id, "token": seat.referee, "version": 1})
            asked = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "service", "encounters", "correct"),
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                env={**os.environ, "UMPIRE_REDIS_URL": private_store.url},
            )
            await asked.communicate(words)
            assert asked.returncode == 0
            await receiver.has(1)
            assert receiver.received[0].entry["kind"] == "correct"
