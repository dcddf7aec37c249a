"""The gatherer of campaigns: takes campaigns off the lists in the store, has their fights played, and counts them.

Every process of the service has one. It plays several campaigns at the same time, up to `MOST_PLACES`, and remembers
nothing that matters: what is counted stands in the store, so that any process continues what another one began.
"""

import asyncio
import secrets
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from time import monotonic
from typing import Final, Protocol

import structlog
from redis.exceptions import RedisError

from service.errors import StoreAway, UmpireError
from service.forecasts.campaigns.campaign import CellRun, Plan, Run
from service.forecasts.campaigns.campaign_queue import CampaignQueue, Players
from service.forecasts.campaigns.campaign_store import Campaigns, CampaignStatus, Checkpoint, Held, StoredCampaign
from service.forecasts.campaigns.player import Arguments, CellFailed, Player
from service.forecasts.counting.stopping import Stopped
from service.forecasts.counting.tally import Tally
from service.store.due_lists import LEASE_SECONDS, Lease
from service.store.notifications import cancel_and_wait

POLL_SECONDS: Final = 0.5
CHECKPOINT_SECONDS: Final = 0.5
"""Seconds between two checkpoints, and until a cancelled campaign is noticed."""

RENEW_SECONDS: Final = LEASE_SECONDS / 4
IDLE_SECONDS: Final = 60.0
"""Seconds without a campaign after which the executor is closed."""

RETRY_SECONDS: Final = 10.0
"""Seconds after which a campaign is taken up again that could not be played, for reasons that nobody foresaw."""

LONGEST_REASON: Final = 500

MOST_PLACES: Final = 32
"""How many campaigns a process plays at the same time; more take turns."""

TURN_SECONDS: Final = 5.0
"""Seconds after which a campaign gives up its place, if no place is free."""

QUOTA_SECONDS: Final = 10
"""Seconds that a campaign waits at least once its caller has spent its quota."""

QUOTA_SPENT: Final = (
    "The campaign waits, because its caller's quota of CPU seconds for campaigns is spent; it goes on by "
    "itself, and is tried again in {} seconds."
)

Counted = tuple[int, Tally, Stopped | None]

log = structlog.get_logger("umpire.campaigns")


class Meter(Protocol):
    """Counts what is played."""

    def note_fights(self, fights: int, seconds: float) -> None:
        """Count a chunk: its fights, and the CPU seconds that they took."""
        ...

    def note_campaigns(self, running: int) -> None:
        """Record the number of campaigns that this process plays now."""
        ...


class Playable(Protocol):
    """A stored campaign as it is played."""

    @property
    def plan(self) -> Plan:
        """What is settled before the first fight."""
        ...

    @property
    def arguments(self) -> Arguments:
        """What a chunk is played with."""
        ...

    def read(self, counted: bytes) -> Counted:
        """Return what `write` has written."""
        ...

    def write(self, number: int, cell: CellRun) -> tuple[bytes, bytes]:
        """Write what is counted of a cell, and what is told of it."""
        ...

    def named(self, cell: int) -> str:
        """Return what people call a cell."""
        ...


Prepare = Callable[[StoredCampaign], Playable]
"""Makes a stored campaign playable; raises a problem if it cannot be played here."""


@dataclass(eq=False, slots=True)
class PlaceTaken:
    """A place of this process, and the campaign that has it."""

    lease: Lease
    task: asyncio.Task[None]
    since: float = field(default_factory=monotonic)


@dataclass(slots=True)
class Session:
    """A campaign that is played now: what has changed since the last checkpoint, and when that was.

    `seconds` are the CPU seconds that its caller has not been charged for.
    """

    held: Held
    playable: Playable
    run: Run
    changed: set[int] = field(default_factory=set)
    seconds: float = 0.0
    since: float = field(default_factory=monotonic)

    def checkpoint(self, status: CampaignStatus, problem: str | None = None) -> Checkpoint:
        """Return what has changed."""
        return Checkpoint(
            status=status,
            problem=problem,
            fights=self.run.fights,
            share=self.run.share,
            played=monotonic() - self.since,
            seconds=self.seconds // 1
            if status is CampaignStatus.RUNNING
            else self.seconds,  # the rest is charged later
            cells={number: self.playable.write(number, self.run.cells[number]) for number in sorted(self.changed)},
        )

    def change_all(self) -> None:
        """Have the next checkpoint store all that is counted."""
        self.changed.update([number for number, cell in enumerate(self.run.cells) if cell.counted])

    def mark_stored(self, change: Checkpoint) -> None:
        """Forget what a checkpoint has stored."""
        self.changed.difference_update(change.cells)
        self.seconds -= change.seconds
        self.since += change.played


class Gatherer:
    """The gatherer of one process, from `start` to `stop`."""

    def __init__(
        self, campaigns: Campaigns, queue: CampaignQueue, player: Player, prepare: Prepare, meter: Meter
    ) -> None:
        """Set the store of campaigns, their queue, the player, how campaigns are prepared, and the metrics."""
        self._campaigns = campaigns
        self._queue = queue
        self._player = player
        self._prepare = prepare
        self._meter = meter
        self._loop: asyncio.Task[None] | None = None
        self._places: list[PlaceTaken] = []
        self._is_alone: bool | None = None

    def start(self) -> None:
        """Begin to play campaigns."""
        self._loop = asyncio.create_task(self._run())

    async def stop(self) -> None:
        """Stop playing; what was under way is due again at once, for another process."""
        if self._loop is not None:
            await cancel_and_wait(self._loop)
            for place in list(self._places):
                await cancel_and_wait(place.task)
            with suppress(StoreAway):
                await self._queue.leave()
        await self._player.close()

    async def _run(self) -> None:
        is_logged, idle_since = False, monotonic()
        while True:
            self._queue.due.woken.clear()
            try:
                await self._take_up()
                is_logged = False
            except (StoreAway, RedisError) as error:
                if not is_logged:
                    log.warning("campaigns paused", reason=str(error))
                is_logged = True
            except Exception:  # whatever it is, other campaigns can be played
                log.exception("campaigns not taken up")
            if self._places:
                idle_since = monotonic()
            elif self._player.is_open and monotonic() - idle_since > IDLE_SECONDS:
                await self._player.close()
            with suppress(TimeoutError):
                async with asyncio.timeout(POLL_SECONDS):
                    await self._queue.due.woken.wait()

    async def _take_up(self) -> None:
        """Take up campaigns that are due, as long as there are places; leave some to processes without any.

        Raises: StoreAway.
        """
        players = await self._queue.live(self._player.width, len(self._places))
        self._say_who_plays(players)
        if self._places and players.idle:
            if len(self._places) > 1:
                self._give_up_place()
            return
        while len(self._places) < MOST_PLACES and (lease := await self._queue.claim()) is not None:
            self._begin(lease)
            if players.idle > 1:
                return
        if len(self._places) >= MOST_PLACES:
            await self._make_room()

    async def _make_room(self) -> None:
        """Give up a place for a caller who has none, and now and then for campaigns of the same callers.

        Raises: StoreAway.
        """
        lease = await self._queue.claim_of_others({place.lease.part for place in self._places})
        if lease is not None:
            self._give_up_place()
            self._begin(lease)
        elif monotonic() - max([place.since for place in self._places]) >= TURN_SECONDS:
            self._give_up_place()

    def _begin(self, lease: Lease) -> None:
        task = asyncio.create_task(self._serve(lease))
        place = PlaceTaken(lease, task)
        self._places.append(place)
        self._meter.note_campaigns(len(self._places))
        task.add_done_callback(lambda _: self._end_place(place))

    def _end_place(self, place: PlaceTaken) -> None:
        self._places.remove(place)
        self._meter.note_campaigns(len(self._places))
        if not place.task.cancelled() and place.task.exception() is not None:
            log.error("campaign failed unexpectedly", error=repr(place.task.exception()))

    def _give_up_place(self) -> None:
        """Put the oldest campaign of the caller with most places back on the queue."""
        many = Counter([place.lease.part for place in self._places])
        place = max(self._places, key=lambda each: (many[each.lease.part], -each.since))
        place.task.cancel()

    def _say_who_plays(self, players: Players) -> None:
        """Log once that nobody plays, and once that somebody does again."""
        is_alone = bool(self._places) and not players.processes
        if is_alone and not self._is_alone:
            log.warning("nobody plays campaigns", workers=0, campaigns=len(self._places))
        if self._is_alone and players.processes:
            log.info("campaigns are played again", workers=players.processes)
        self._is_alone = is_alone

    async def _serve(self, lease: Lease) -> None:
        """Play a campaign with a lease that is renewed meanwhile; without the lease, stop."""
        wait: float | None = RETRY_SECONDS
        try:
            held = await self._campaigns.hold(lease.owner, secrets.token_hex(8))
            wait = None if held is None else await self._play(lease, held)
        except asyncio.CancelledError:
            wait = 0
            raise
        finally:
            with suppress(StoreAway):
                await self._queue.due.release(lease, wait)

    async def _play(self, lease: Lease, held: Held) -> float | None:
        """Play until the campaign ends, is another's, or has to wait; what is counted by then is stored.

        Return the seconds that it has to wait, or None.
        """
        try:
            playable = self._prepare(held.campaign)
            counted = {number: playable.read(kept) for number, kept in held.cells.items()}
        except UmpireError as error:
            await self._end(held, _refused(held.campaign, error.detail))
            return None
        session = Session(held, playable, Run(playable.plan, counted))

        def note(fights: int, seconds: float) -> None:
            session.seconds += seconds
            self._meter.note_fights(fights, seconds)

        playing = asyncio.create_task(
            self._player.play(session.run, playable.arguments, session.changed.update, note, held.campaign.caller or "")
        )
        try:
            wait = await self._watch(lease, session, playing)
        except asyncio.CancelledError:
            with suppress(StoreAway):
                await self._checkpoint(session)
            raise
        finally:
            await cancel_and_wait(playing)
        return wait

    async def _watch(self, lease: Lease, session: Session, playing: asyncio.Task[None]) -> float | None:
        """Write checkpoints until the player ends, the campaign is no longer this process's, or its quota is spent.

        Return the seconds that it has to wait, or None.
        """
        renewed = monotonic()
        while not playing.done():
            await asyncio.wait([playing], timeout=CHECKPOINT_SECONDS)
            try:
                if monotonic() - renewed >= RENEW_SECONDS:
                    if not await self._queue.due.renew(lease):
                        return None
                    renewed = monotonic()
                if not await self._checkpoint(session):
                    return None
            except StoreAway:
                session.change_all()  # what is counted stays in memory until the store is back; it may have lost some
                continue
            seconds = self._campaigns.quota_wait(session.held)
            if seconds is not None and not playing.done():
                wait = max(seconds, QUOTA_SECONDS)
                await self._end(session.held, session.checkpoint(CampaignStatus.WAITING, QUOTA_SPENT.format(wait)))
                return wait
        session.change_all()
        await self._end(session.held, session.checkpoint(*_ending(playing, session.playable)))
        return None

    async def _checkpoint(self, session: Session) -> bool:
        """Write what has changed; return whether the campaign is still held.

        Raises: StoreAway.
        """
        if not session.changed:
            return await self._campaigns.confirm_held(session.held)
        change = session.checkpoint(CampaignStatus.RUNNING)
        holds = await self._campaigns.checkpoint(session.held, change)
        session.mark_stored(change)
        return holds

    async def _end(self, held: Held, change: Checkpoint) -> None:
        """Write how a campaign ends or waits, however long the store is away."""
        while True:
            try:
                await self._campaigns.checkpoint(held, change)
            except StoreAway:
                await asyncio.sleep(CHECKPOINT_SECONDS)
            else:
                event = "campaign ended" if change.status.is_final else "campaign waits"
                log.info(event, id=held.campaign.id, status=change.status.value, problem=change.problem)
                return


def _refused(campaign: StoredCampaign, problem: str) -> Checkpoint:
    """Return the end of a campaign that cannot be played here."""
    return Checkpoint(
        status=CampaignStatus.FAILED,
        problem=problem,
        fights=campaign.fights,
        share=campaign.share,
        played=0.0,
        seconds=0.0,
        cells={},
    )


def _ending(playing: asyncio.Task[None], playable: Playable) -> tuple[CampaignStatus, str | None]:
    """Return how a player ended, and in words why it failed."""
    error = asyncio.CancelledError() if playing.cancelled() else playing.exception()
    if error is None:
        return CampaignStatus.DONE, None
    if isinstance(error, CellFailed):
        first = error.chunk.first
        told = f"{playable.named(error.chunk.cell)} failed in its fights from {first:,} on: {error}"
        return CampaignStatus.FAILED, told[:1].upper() + told[1:LONGEST_REASON]
    log.error("campaign failed unexpectedly", error=repr(error))
    return CampaignStatus.FAILED, "The service failed; the failure has been noted."
