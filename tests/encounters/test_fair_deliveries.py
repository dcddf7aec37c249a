"""Deliveries are shared fairly: what hangs for one caller costs no other a delivery, and nobody is flooded."""

import asyncio
import secrets
from collections import Counter
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import ExitStack, asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import pytest

from service.api.rest.router import RestRouter
from service.app import registry_with
from service.encounters.notices import webhook_store as stored
from service.encounters.notices.webhook_store import MAX_RECEIVERS, Delivery, Failure, Progress, Webhook, Webhooks
from service.encounters.stored.log_reader import StoredEntry
from service.encounters.tokens import hashed
from service.operations.encounters.notices.deliverer import HANGING_SECONDS, Deliverer, Retries
from service.operations.encounters.notices.slots import MAX_OF_CALLER, MAX_OF_RECEIVER, Slots
from service.settings.access.scopes import current_caller
from service.store.connection import Connection
from service.store.due_lists import DueLists
from service.store.private.server import PrivateStore
from tests.encounters.client import STRIKE, Table, seated
from tests.patience import PATIENCE

STRANGER, HONEST = "203.0.113.9", "198.51.100.7"
HANGING_HOOKS = 400
SECRET = "whsec_" + "c2VjcmV0" * 4
LATE = Failure("No answer within 10 seconds.", hangs=True)


@dataclass
class Wire:
    """Stands for all receivers: those of `hanging.example` answer only when the test ends, all others at once."""

    over: asyncio.Event = field(default_factory=asyncio.Event)
    at_once: Counter[str] = field(default_factory=Counter)
    most: Counter[str] = field(default_factory=Counter)
    arrived: list[str] = field(default_factory=list)
    answer: Failure | None = None

    async def send(self, delivery: Delivery) -> Failure | None:
        """Take a delivery."""
        host = delivery.url.split("/")[2].partition(":")[0]
        self.arrived.append(host)
        self.at_once[host] += 1
        self.most[host] = max(self.most[host], self.at_once[host])
        try:
            if host == "hanging.example":
                await self.over.wait()
                return LATE
            return self.answer
        finally:
            self.at_once[host] -= 1

    async def close(self) -> None:
        """Have nothing to close."""


class Uncounted:
    """Counts nothing."""

    def note_delivery(self, ending: str) -> None:
        """Count nothing."""


@asynccontextmanager
async def delivered(store: Connection, wire: Wire) -> AsyncIterator[None]:
    """Deliver as a process does, over a wire of the test's."""

    def view(role: Any, family: str, entry: StoredEntry) -> Any:
        return {"version": entry.version}

    made: Any = wire
    running = Deliverer(store, DueLists(store), view, Retries(12, 5.0), Uncounted(), lambda: made)
    running.start()
    try:
        yield
    finally:
        await running.stop()


async def until(holds: Callable[[], bool]) -> None:
    """Wait until something holds."""
    async with asyncio.timeout(PATIENCE):
        while True:
            if holds():
                return
            await asyncio.sleep(0.02)


@pytest.fixture
async def store() -> AsyncIterator[Connection]:
    """A store whose webhooks only these tests deliver."""
    with PrivateStore() as server:
        connection = Connection(server.url, PATIENCE)
        yield connection
        await connection.close()


@pytest.fixture
async def table(store: Connection, monkeypatch: pytest.MonkeyPatch) -> Table:
    """An encounter with room for many webhooks."""
    monkeypatch.setattr(stored, "MAX_WEBHOOKS", 1_000)
    return await seated(RestRouter(registry_with(store)))


async def hooked(store: Connection, table: Table, caller: str, urls: Sequence[str], after: int = 0) -> list[str]:
    """Create webhooks of a caller that are due, as their creation does, and return their ids."""
    token_hash = hashed(table.referee.token or "").decode()
    ids = [secrets.token_hex(16) for _ in urls]
    for id_, url in zip(ids, urls, strict=True):
        webhook = Webhook(id=id_, url=url, secret=SECRET, role="referee", token_hash=token_hash, caller=caller)
        await Webhooks(store).add(table.id, webhook, after)
    await DueLists(store).add(table.id, ids)
    return ids


async def progress_of(store: Connection, table: Table, id_: str) -> Progress:
    """How far a webhook is."""
    return next(progress for webhook, progress in await Webhooks(store).all(table.id) if webhook.id == id_)


@pytest.mark.parametrize("spread", [False, True], ids=["one receiver", "many receivers"])
async def test_an_honest_hook_is_served_beside_400_that_hang(store: Connection, table: Table, spread: bool) -> None:
    """What is sent to an honest receiver arrives while every hanging delivery still hangs, and those are few."""
    ports = [1000 + number if spread else 443 for number in range(HANGING_HOOKS)]
    await hooked(store, table, STRANGER, [f"https://hanging.example:{port}/{port}" for port in ports])
    await hooked(store, table, HONEST, ["https://honest.example/hook"])
    wire = Wire()
    async with delivered(store, wire):
        await until(lambda: "honest.example" in wire.arrived)
        assert wire.at_once["hanging.example"] == wire.most["hanging.example"] > 0
        assert wire.most["hanging.example"] <= (MAX_OF_CALLER if spread else MAX_OF_RECEIVER)
        assert (await table.act("resolve-attack", STRIKE, 1)).status == 200
        await until(lambda: wire.arrived.count("honest.example") == 2)
        assert wire.at_once["hanging.example"] <= MAX_OF_CALLER


async def test_a_receiver_that_hangs_is_put_off_as_a_whole() -> None:
    """After a delivery that hung, all webhooks of the receiver wait, longer each time, and then one tries."""
    now = 100.0
    slots = Slots(lambda times: 2.0**times, lambda: now)
    waits = []
    for _ in range(8):
        slots.note("bot.example", hangs=True)
        with slots.taken("a", "bot.example") as wait:
            waits.append(wait)
    assert waits == [2, 4, 8, 16, 32, 60, 60, 60]
    with slots.taken("a", "other.example") as wait:
        assert wait == 0
    now += 61
    with slots.taken("a", "bot.example") as first, slots.taken("b", "bot.example") as second:
        assert (first, second) == (0, 1)
    slots.note("bot.example", hangs=False)
    with slots.taken("a", "bot.example") as first, slots.taken("b", "bot.example") as second:
        assert (first, second) == (0, 0)


def test_slots_are_given_back() -> None:
    """A receiver has a few slots, a caller some more; each is free again after its block."""
    slots = Slots(lambda times: 1.0, lambda: 0.0)
    with ExitStack() as stack:
        waits = [stack.enter_context(slots.taken("a", "bot.example")) for _ in range(MAX_OF_RECEIVER + 1)]
        assert waits == [0] * MAX_OF_RECEIVER + [1]
        waits = [stack.enter_context(slots.taken("a", f"{number}.example")) for number in range(MAX_OF_CALLER)]
        assert waits.count(0) == MAX_OF_CALLER - MAX_OF_RECEIVER
        assert stack.enter_context(slots.taken("b", "its.example")) == 0
    with slots.taken("a", "bot.example") as wait:
        assert wait == 0


@pytest.mark.parametrize(("seconds", "status"), [(HANGING_SECONDS - 60, "active"), (HANGING_SECONDS, "failed")])
async def test_a_receiver_that_hangs_for_a_day_is_given_up(
    store: Connection, table: Table, seconds: int, status: str
) -> None:
    """However often it was tried, it is tried for a day; then its webhook has failed, and the listing says why."""
    (id_,) = await hooked(store, table, HONEST, ["https://slow.example/hook"])
    async with store as redis:
        now, _ = await redis.time()
    await Webhooks(store).record(table.id, id_, Progress(0, failures=40, since=now - seconds))
    async with delivered(store, Wire(answer=LATE)), asyncio.timeout(PATIENCE):
        while True:
            progress = await progress_of(store, table, id_)
            if progress.failures > 40:
                break
            await asyncio.sleep(0.02)
    assert (progress.status, progress.failures) == (status, 41)
    told = (await table.referee.ask("GET", f"{table.path}/webhooks")).json["webhooks"][0]
    given_up = "Given up after a day without success. " if status == "failed" else ""
    assert (told["status"], told["reason"]) == (status, f"{given_up}{LATE.reason}")


async def test_one_caller_reaches_a_bounded_number_of_receivers(store: Connection, table: Table) -> None:
    """One act reaches as many receivers of a caller as an hour allows; the others wait, and the listing says so."""
    many = MAX_RECEIVERS + 3
    ids = await hooked(store, table, STRANGER, [f"https://{number}.victim.example/" for number in range(many)])
    await hooked(store, table, STRANGER, ["https://0.victim.example/again"])
    await hooked(store, table, HONEST, ["https://honest.example/hook"])
    wire = Wire()
    async with delivered(store, wire):
        async with asyncio.timeout(PATIENCE):
            waiting = list[Progress]()
            while len(waiting) < many - MAX_RECEIVERS or "honest.example" not in wire.arrived:
                await asyncio.sleep(0.02)
                told = [await progress_of(store, table, each) for each in ids]
                waiting = [each for each in told if each.reason.startswith("Waiting: the webhooks of one caller reach")]
        await until(lambda: len(wire.arrived) >= MAX_RECEIVERS + 1)
    reached = {host for host in wire.arrived if host.endswith("victim.example")}
    assert (len(reached), len(waiting)) == (MAX_RECEIVERS, many - MAX_RECEIVERS)
    assert {(each.status, each.failures, each.delivered) for each in waiting} == {("active", 0, 0)}


async def test_a_progress_of_an_older_version_is_read() -> None:
    """What was stored before it was told since when a webhook fails is read as it was."""
    assert Progress.read(b"3 2 active The receiver answered 500.") == Progress(
        3, 2, reason="The receiver answered 500."
    )
    assert Progress.read(b"3 0 active ") == Progress(3)
    new = Progress(3, 2, reason="No answer.", since=1_700_000_000)
    assert Progress.read(new.written().encode()) == new


async def test_creation_keeps_the_caller(store: Connection, table: Table) -> None:
    """A webhook belongs to whoever created it, by key or address."""
    token = current_caller.set("key:bot")
    try:
        made = await table.referee.ask("POST", f"{table.path}/webhooks", {"url": "https://Bot.example:8443/x"})
    finally:
        current_caller.reset(token)
    assert made.status == 201
    ((webhook, _),) = await Webhooks(store).all(table.id)
    assert (webhook.caller, webhook.receiver) == ("key:bot", "bot.example:8443")
