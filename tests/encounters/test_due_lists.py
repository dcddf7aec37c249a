"""Due-lists: each webhook is served by one worker at a time, none is forgotten, and none waits for ever."""

import secrets
from typing import Any

import pytest

from service.encounters.notices.webhook_store import Progress, Webhook, Webhooks, WebhookStatus
from service.store import due_lists
from service.store.connection import Connection
from service.store.due_lists import LEASE_SECONDS, LONGEST_WAIT, DueLists, Lease
from service.store.key_names import due_keys_of, due_list_of
from tests.encounters.lines import DurableStore

HOOK = "f" * 32


class Lists:
    """A due-list with one webhook on it, and two workers."""

    def __init__(self, store: Connection) -> None:
        self.store = store
        self.one, self.other = DueLists(store), DueLists(store)
        self.encounter = secrets.token_hex(16)
        self.number = due_list_of(self.encounter)
        self.name = f"{self.encounter}/{HOOK}"

    async def claim(self, worker: DueLists) -> list[Lease]:
        """Have a worker claim what is due."""
        return await worker.claim(self.number, 10)

    async def shift(self, seconds: float) -> None:
        """Make all times on the list earlier or later."""
        due, leases = due_keys_of(self.number)
        async with self.store as redis:
            await redis.zincrby(due, seconds * 1000, self.name)
            held: Any = await redis.hget(leases, self.name)
            if held is not None:
                ends, worker = held.decode().split()
                await redis.hset(leases, self.name, f"{int(ends) + int(seconds * 1000)} {worker}")


@pytest.fixture
async def lists(store: Connection) -> Lists:
    """A webhook that is due."""
    found = Lists(store)
    await found.one.add(found.encounter, [f"referee/{HOOK}"])
    return found


async def test_one_worker_serves_a_webhook(lists: Lists) -> None:
    """What one worker has claimed another does not get, until it is released as due."""
    (lease,) = await lists.claim(lists.one)
    assert (lease.owner, lease.part) == (lists.encounter, HOOK)
    assert [await lists.claim(each) for each in (lists.other, lists.one)] == [[], []]
    await lists.one.release(lease, 0)
    assert len(await lists.claim(lists.other)) == 1


async def test_a_webhook_waits_as_long_as_it_is_told(lists: Lists) -> None:
    """After its release a webhook is due when its wait is over, and not before."""
    (lease,) = await lists.claim(lists.one)
    await lists.one.release(lease, 600)
    assert await lists.claim(lists.other) == []
    await lists.shift(-590)
    assert await lists.claim(lists.other) == []
    await lists.shift(-20)
    assert len(await lists.claim(lists.other)) == 1


async def test_a_webhook_that_is_forgotten_is_on_no_list(lists: Lists) -> None:
    """One that is released without a wait is gone, with its lease."""
    (lease,) = await lists.claim(lists.one)
    await lists.one.release(lease, None)
    async with lists.store as redis:
        due, leases = due_keys_of(lists.number)
        assert (await redis.zscore(due, lists.name), await redis.hget(leases, lists.name)) == (None, None)


async def test_what_a_dead_worker_held_another_one_gets(lists: Lists) -> None:
    """When the lease has ended the webhook is claimed again, and the first worker can change nothing any more."""
    (lost,) = await lists.claim(lists.one)
    await lists.shift(-LEASE_SECONDS - 1)
    (held,) = await lists.claim(lists.other)
    assert not await lists.one.renew(lost)
    await lists.one.release(lost, None)
    assert await lists.claim(lists.one) == []
    assert await lists.other.renew(held)


async def test_a_lease_that_is_renewed_goes_on(lists: Lists) -> None:
    """A worker that renews its lease keeps the webhook for longer than one lease."""
    (lease,) = await lists.claim(lists.one)
    for _ in range(3):
        await lists.shift(5 - LEASE_SECONDS)
        assert await lists.one.renew(lease)
        assert await lists.claim(lists.other) == []


@pytest.mark.parametrize("renewed", [False, True])
@pytest.mark.parametrize("looked_at", [False, True])
async def test_what_is_woken_while_it_is_served_is_due_again(lists: Lists, looked_at: bool, renewed: bool) -> None:
    """A change during a delivery is not lost, whatever wait the delivery ends with."""
    (lease,) = await lists.claim(lists.one)
    await lists.other.wake(lists.encounter, [f"referee/{HOOK}"])
    if looked_at:
        assert await lists.claim(lists.other) == []
    if renewed:
        assert await lists.one.renew(lease)
    await lists.one.release(lease, 600)
    assert len(await lists.claim(lists.other)) == 1


async def test_a_clock_that_was_set_back_delays_nothing(lists: Lists) -> None:
    """A time further off than any wait, of a lease, too, is no reason to wait."""
    (lease,) = await lists.claim(lists.one)
    await lists.shift(LONGEST_WAIT + 2 * LEASE_SECONDS)
    assert len(await lists.claim(lists.other)) == 1
    assert not await lists.one.renew(lease)


async def test_a_wake_without_a_store_harms_nothing(no_store: Connection) -> None:
    """The change that woke a webhook is made; the webhook is found when it is next looked at."""
    await DueLists(no_store).wake("0" * 32, [f"referee/{HOOK}"])


async def test_what_was_recorded_later_is_not_undone(store: Connection) -> None:
    """A worker that comes late with an earlier version changes nothing; a webhook that failed or is gone stays so."""
    webhooks, encounter = Webhooks(store), secrets.token_hex(16)
    hook = Webhook(id=HOOK, url="https://a.example", secret="whsec_", role="referee", token_hash="h", caller="")
    async with store as redis:
        await redis.hset(f"umpire:{{{encounter}}}:encounter", mapping={"version": 9, "family": "f", "referee": "h"})
    await webhooks.add(encounter, hook, 1)
    for progress in (Progress(5), Progress(3, 2, WebhookStatus.FAILED, "late")):
        await webhooks.record(encounter, HOOK, progress)
    assert await webhooks.all(encounter) == [(hook, Progress(5))]
    failed = Progress(5, 3, WebhookStatus.FAILED, "gone")
    for progress in (failed, Progress(5, 2, reason="late"), Progress(6)):
        await webhooks.record(encounter, HOOK, progress)
    assert await webhooks.all(encounter) == [(hook, failed)]
    await webhooks.remove(encounter, HOOK)
    await webhooks.record(encounter, HOOK, Progress(6))
    assert (await webhooks.all(encounter), await webhooks.look(encounter, HOOK)) == ([], None)
    async with store as redis:
        assert sorted(await redis.hkeys(f"umpire:{{{encounter}}}:encounter")) == [
            b"family",
            b"hooks",
            b"referee",
            b"version",
        ]


async def test_a_durable_store_keeps_what_is_due() -> None:
    """What is due stands in the store alone: it is due after the store and all workers have ended."""
    store = DurableStore()
    store.start()
    try:
        connection = Connection(store.url, 60)
        encounter = secrets.token_hex(16)
        await DueLists(connection).add(encounter, [HOOK])
        await connection.close()
        store.kill()
        store.start()
        connection = Connection(store.url, 60)
        found = await DueLists(connection).claim(due_list_of(encounter), 1)
        assert [each.owner for each in found] == [encounter]
        await connection.close()
    finally:
        store.remove()


async def test_the_lists_expire(lists: Lists) -> None:
    """A list that nobody serves is gone after the last of its encounters."""
    (lease,) = await lists.claim(lists.one)
    assert lease.owner == lists.encounter
    async with lists.store as redis:
        for key in due_keys_of(lists.number):
            assert 0 < await redis.ttl(key) <= due_lists.KEPT_SECONDS
