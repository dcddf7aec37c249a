"""The gatherer of campaigns: takes campaigns off the lists in the store, has their fights played, and counts them.

Every process of the service has one, which plays one campaign at a time. It remembers nothing that matters: what is
counted stands in the store, so that any process continues what another one began.
"""

import asyncio
import secrets
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from time import monotonic
from typing import Final, Protocol

import structlog
from redis.exceptions import RedisError

from service.encounters.due_lists import LEASE_SECONDS, DueLists, Lease
from service.errors import StoreAway, UmpireError
from service.forecasts.campaign import CellRun, Plan, Run
from service.forecasts.campaign_store import Campaigns, CampaignStatus, Checkpoint, Held, StoredCampaign
from service.forecasts.player import Arguments, CellFailed, Player
from service.forecasts.stopping import Stopped
from service.forecasts.tally import Tally
from service.store.keys import DUE_LISTS
from service.store.notifications import cancel_and_wait

POLL_SECONDS: Final = 1.0
CHECKPOINT_SECONDS: Final = 0.5
"""Seconds between two checkpoints, and until a cancelled campaign is noticed."""

RENEW_SECONDS: Final = LEASE_SECONDS / 4
IDLE_SECONDS: Final = 60.0
"""Seconds without a campaign after which the executor is closed."""

RETRY_SECONDS: Final = 10.0
"""Seconds after which a campaign is taken up again that could not be played, for reasons that nobody foresaw."""

LONGEST_REASON: Final = 500

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


@dataclass(slots=True)
class Sitting:
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
            seconds=self.seconds,
            cells={number: self.playable.write(number, self.run.cells[number]) for number in sorted(self.changed)},
        )

    def change_all(self) -> None:
        """Have the next checkpoint store all that is counted."""
        self.changed.update([number for number, cell in enumerate(self.run.cells) if cell.counted])

    def is_stored(self, change: Checkpoint) -> None:
        """Forget what a checkpoint has stored."""
        self.changed.difference_update(change.cells)
        self.seconds -= change.seconds
        self.since += change.played


class Gatherer:
    """The gatherer of one process, from `start` to `stop`."""

    def __init__(self, campaigns: Campaigns, due: DueLists, player: Player, prepare: Prepare, meter: Meter) -> None:
        """Set the store of campaigns, their due-lists, the player, how campaigns are prepared, and the metrics."""
        self._campaigns = campaigns
        self._due = due
        self._player = player
        self._prepare = prepare
        self._meter = meter
        self._loop: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to play campaigns."""
        self._loop = asyncio.create_task(self._run())

    async def stop(self) -> None:
        """Stop playing; what was under way is due again at once, for another process."""
        if self._loop is not None:
            await cancel_and_wait(self._loop)
        await self._player.close()

    async def _run(self) -> None:
        is_logged, idle_since = False, monotonic()
        while True:
            self._due.woken.clear()
            try:
                if await self._play_next():
                    idle_since = monotonic()
                    continue
                is_logged = False
            except (StoreAway, RedisError) as error:
                if not is_logged:
                    log.warning("campaigns paused", reason=str(error))
                is_logged = True
            except Exception:  # whatever it is, other campaigns can be played
                log.exception("campaign failed unexpectedly")
            if self._player.is_open and monotonic() - idle_since > IDLE_SECONDS:
                await self._player.close()
            with suppress(TimeoutError):
                async with asyncio.timeout(POLL_SECONDS):
                    await self._due.woken.wait()

    async def _play_next(self) -> bool:
        """Play a campaign that is due; return whether there was one.

        Raises: StoreAway.
        """
        for number in range(DUE_LISTS):
            for lease in await self._due.claim(number, 1):
                await self._serve(lease)
                return True
        return False

    async def _serve(self, lease: Lease) -> None:
        """Play a campaign with a lease that is renewed meanwhile; without the lease, stop."""
        wait: float | None = RETRY_SECONDS
        try:
            held = await self._campaigns.hold(lease.owner, secrets.token_hex(8))
            if held is not None:
                self._meter.note_campaigns(1)
                await self._play(lease, held)
            wait = None
        except asyncio.CancelledError:
            wait = 0
            raise
        finally:
            self._meter.note_campaigns(0)
            with suppress(StoreAway):
                await self._due.release(lease, wait)

    async def _play(self, lease: Lease, held: Held) -> None:
        """Play until the campaign ends or is another's; what is counted by then is stored."""
        try:
            playable = self._prepare(held.campaign)
            counted = {number: playable.read(kept) for number, kept in held.cells.items()}
        except UmpireError as error:
            await self._end(held, _refused(held.campaign, error.detail))
            return
        sitting = Sitting(held, playable, Run(playable.plan, counted))

        def note(fights: int, seconds: float) -> None:
            sitting.seconds += seconds
            self._meter.note_fights(fights, seconds)

        playing = asyncio.create_task(
            self._player.play(sitting.run, playable.arguments, sitting.changed.update, note, held.campaign.caller or "")
        )
        try:
            if await self._is_watched(lease, sitting, playing):
                sitting.change_all()
                await self._end(held, sitting.checkpoint(*_ending(playing, playable)))
        except asyncio.CancelledError:
            with suppress(StoreAway):
                await self._is_written(sitting)
            raise
        finally:
            await cancel_and_wait(playing)

    async def _is_watched(self, lease: Lease, sitting: Sitting, playing: asyncio.Task[None]) -> bool:
        """Write checkpoints until the player ends; return whether the campaign is still this process's."""
        renewed = monotonic()
        while not playing.done():
            await asyncio.wait([playing], timeout=CHECKPOINT_SECONDS)
            try:
                if monotonic() - renewed >= RENEW_SECONDS:
                    if not await self._due.renew(lease):
                        return False
                    renewed = monotonic()
                if not await self._is_written(sitting):
                    return False
            except StoreAway:
                sitting.change_all()  # what is counted stays in memory until the store is back; it may have lost some
        return True

    async def _is_written(self, sitting: Sitting) -> bool:
        """Write what has changed; return whether the campaign is still held.

        Raises: StoreAway.
        """
        if not sitting.changed:
            return await self._campaigns.is_held(sitting.held)
        change = sitting.checkpoint(CampaignStatus.RUNNING)
        is_held = await self._campaigns.checkpoint(sitting.held, change)
        sitting.is_stored(change)
        return is_held

    async def _end(self, held: Held, change: Checkpoint) -> None:
        """Write the end of a campaign, however long the store is away."""
        while True:
            try:
                await self._campaigns.checkpoint(held, change)
            except StoreAway:
                await asyncio.sleep(CHECKPOINT_SECONDS)
            else:
                log.info("campaign ended", id=held.campaign.id, status=change.status.value, problem=change.problem)
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
