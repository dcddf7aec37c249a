"""The deliverer of webhooks: takes due webhooks off the lists in the store and sends their entries, one by one.

Every process of the service has one. None of them remembers anything: which entry is next, how often it has failed and
when it is tried again stand in the store, so that any process continues what another one began.
"""

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from secrets import SystemRandom
from typing import TYPE_CHECKING, Final, Protocol

import structlog
from redis.exceptions import RedisError

from service.encounters.notices.webhook_store import (
    MAX_RECEIVERS,
    Delivery,
    Failure,
    Look,
    Progress,
    Webhooks,
    WebhookStatus,
)
from service.encounters.stored.log_reader import LogReader, StoredEntry
from service.encounters.tokens import Role, is_current
from service.errors import StoreAway
from service.operations.encounters.answers import EncounterEntry
from service.operations.encounters.notices.slots import MAX_RUNNING, Slots
from service.operations.encounters.notices.webhooks import WebhookDelivery
from service.store.connection import Connection
from service.store.due_lists import IDLE_SECONDS, LEASE_SECONDS, LONGEST_WAIT, DueLists, Lease
from service.store.key_names import DUE_LISTS
from service.store.notifications import cancel_and_wait
from service.wire import to_json

if TYPE_CHECKING:
    from service.encounters.notices.deliveries import Sender

HANGING_SECONDS: Final = 24 * 60 * 60
"""Seconds for which a receiver is tried that does not answer in time."""
MAX_IN_A_ROW: Final = 50
"""Entries that one webhook receives before others have their turn."""
POLL_SECONDS: Final = 1.0
RENEW_SECONDS: Final = LEASE_SECONDS / 4
LONGEST_REASON: Final = 300

TOO_MANY_RECEIVERS: Final = (
    f"Waiting: the webhooks of one caller reach at most {MAX_RECEIVERS} receivers in an hour, "
    "and this would be one more."
)

View = Callable[[Role, str, StoredEntry], EncounterEntry]
"""Makes the entry that the holder of a role's token sees, of a family's encounter."""

log = structlog.get_logger("umpire.webhooks")


class Meter(Protocol):
    """Counts attempts."""

    def note_delivery(self, ending: str) -> None:
        """Count an attempt: delivered, or failed; or a webhook that has failed for good: given_up."""
        ...


@dataclass(frozen=True, slots=True)
class Retries:
    """How often an entry is sent: `attempts` at most, the second one about `first_wait` seconds after the first."""

    attempts: int
    first_wait: float

    def wait_after(self, failures: int) -> float:
        """Return the seconds to wait after some failures: twice as long each time, and a random part of it less."""
        longest = min(self.first_wait * 2.0 ** (failures - 1), LONGEST_WAIT)
        return longest * SystemRandom().uniform(0.5, 1)


class Deliverer:
    """The deliverer of one process, from `start` to `stop`."""

    def __init__(
        self,
        connection: Connection,
        due: DueLists,
        view: View,
        retries: Retries,
        meter: Meter,
        make_sender: "Callable[[], Sender]",
    ) -> None:
        """Set the store, the due-lists, the projection of entries, how often to try, and the metrics.

        The sender is made when there is something to send.
        """
        self._due = due
        self._webhooks = Webhooks(connection)
        self._log = LogReader(connection)
        self._view = view
        self._retries = retries
        self._meter = meter
        self._make_sender = make_sender
        self._slots = Slots(retries.wait_after, time.monotonic)
        self._sender: Sender | None = None
        self._loop: asyncio.Task[None] | None = None
        self._running: dict[asyncio.Task[None], Lease] = {}

    def start(self) -> None:
        """Begin to deliver."""
        self._loop = asyncio.create_task(self._run())

    async def stop(self) -> None:
        """Stop delivering; what was under way is due again at once, for another process."""
        if self._loop is None:
            return
        await cancel_and_wait(self._loop)
        running = dict(self._running)
        for task, lease in running.items():
            await cancel_and_wait(task)
            with suppress(StoreAway):
                await self._due.release(lease, 0)
        if self._sender is not None:
            await self._sender.close()

    async def _run(self) -> None:
        is_logged = False
        while True:
            self._due.woken.clear()
            try:
                for number in range(DUE_LISTS):
                    await self._claim(number)
                is_logged = False
            except (StoreAway, RedisError) as error:
                if not is_logged:
                    log.warning("webhooks paused", reason=str(error))
                is_logged = True
            with suppress(TimeoutError):
                async with asyncio.timeout(POLL_SECONDS):
                    await self._due.woken.wait()

    async def _claim(self, number: int) -> None:
        free = MAX_RUNNING - len(self._running)
        if free <= 0:
            return
        for lease in await self._due.claim(number, free):
            task = asyncio.create_task(self._serve(lease))
            self._running[task] = lease
            task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[None]) -> None:
        del self._running[task]
        self._due.woken.set()  # there is room for another webhook
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("webhook failed unexpectedly", error=repr(error))

    async def _serve(self, lease: Lease) -> None:
        """Send what is due, with a lease that is renewed meanwhile; without the lease, stop."""
        serving = asyncio.create_task(self._send_all(lease))
        try:
            while not serving.done():
                await asyncio.wait([serving], timeout=RENEW_SECONDS)
                if not serving.done() and not await self._renew(lease):
                    return
            with suppress(StoreAway):
                await self._due.release(lease, serving.result())
        finally:
            await cancel_and_wait(serving)

    async def _renew(self, lease: Lease) -> bool:
        try:
            return await self._due.renew(lease)
        except StoreAway:
            return True  # if the lease ends meanwhile, an entry may arrive twice

    async def _send_all(self, lease: Lease) -> float | None:
        """Send entries in order; return the seconds to wait before the next look, or None if there will be none.

        Raises: StoreAway.
        """
        for _ in range(MAX_IN_A_ROW):
            look = await self._webhooks.look(lease.owner, lease.part)
            if look is None or look.progress.status is not WebhookStatus.ACTIVE:
                return None
            if look.is_revoked:
                await self._record(lease, look.progress, WebhookStatus.ENDED, "Its token was replaced or revoked.")
                return None
            if look.progress.delivered >= look.version:
                return IDLE_SECONDS
            with self._slots.taken(look.webhook.caller, look.webhook.receiver) as busy:
                wait = await self._send_next(lease, look) if busy == 0 else busy
            if wait is None or wait > 0:
                return wait
        return 0

    async def _send_next(self, lease: Lease, look: Look) -> float | None:
        """Send the entry after the last one; return the seconds to wait, or None if the webhook has failed."""
        if wait := await self._webhooks.reach(look.webhook):
            await self._record(lease, look.progress, WebhookStatus.ACTIVE, TOO_MANY_RECEIVERS)
            return min(wait, LONGEST_WAIT)
        page = await self._log.page(lease.owner, look.progress.delivered, 1)
        if not page.entries or not is_current(page.entries[0].rights, look.webhook.role, look.webhook.token_hash):
            return 0  # it has changed meanwhile: look again
        entry = page.entries[0]
        self._sender = self._sender or self._make_sender()
        failure = await self._sender.send(self._delivery(lease, look, entry))
        self._slots.note(look.webhook.receiver, hangs=failure is not None and failure.hangs)
        if failure is None:
            self._meter.note_delivery("delivered")
            await self._webhooks.record(lease.owner, lease.part, Progress(entry.version))
            return 0
        return await self._failed(lease, look, failure)

    async def _failed(self, lease: Lease, look: Look, failure: Failure) -> float | None:
        """Record a failed attempt; return the seconds to wait for the next one, or None if there will be none.

        A receiver that hangs is tried for a day, with growing pauses, since it may be coming back; any other failure
        counts against the number of attempts.
        """
        self._meter.note_delivery("failed")
        progress = look.progress
        failed = replace(progress, failures=progress.failures + 1, since=progress.since or look.now)
        is_over = look.now - failed.since >= HANGING_SECONDS
        if failure.is_final or is_over or (not failure.hangs and failed.failures >= self._retries.attempts):
            self._meter.note_delivery("given_up")
            why = f"Given up after a day without success. {failure.reason}" if is_over else failure.reason
            await self._record(lease, failed, WebhookStatus.FAILED, why)
            return None
        await self._record(lease, failed, WebhookStatus.ACTIVE, failure.reason)
        return self._retries.wait_after(failed.failures)

    async def _record(self, lease: Lease, progress: Progress, status: WebhookStatus, reason: str) -> None:
        told = " ".join(reason.split())[:LONGEST_REASON]
        await self._webhooks.record(lease.owner, lease.part, replace(progress, status=status, reason=told))

    def _delivery(self, lease: Lease, look: Look, entry: StoredEntry) -> Delivery:
        webhook = look.webhook
        body = WebhookDelivery(
            type="encounter.entry",
            id=lease.owner,
            webhook=webhook.id,
            role=webhook.role,
            entry=self._view(Role(webhook.role), look.family, entry),
        )
        return Delivery(
            url=webhook.url,
            secret=webhook.secret,
            id=f"msg_{webhook.id}_{entry.version}",
            sent_at=look.now,
            body=to_json(body),
        )
