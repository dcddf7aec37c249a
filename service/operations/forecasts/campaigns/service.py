"""The operations on campaigns: start, read, follow, cancel, and show one fight."""

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import AsyncExitStack
from dataclasses import asdict, dataclass
from functools import partial
from typing import Annotated, Any, Final, Literal

import orjson
import structlog
from pydantic import Field

from service.encounters.notices.feed import End, Feed, Follower
from service.encounters.stored.listing_store import listing_of
from service.encounters.tokens import hashed
from service.errors import ListingFull, NotFound, RulesetChanged, StoreAway, TokenUnknown
from service.forecasts.campaigns.campaign import CellRun, Plan
from service.forecasts.campaigns.campaign_listings import CampaignListings
from service.forecasts.campaigns.campaign_queue import CampaignQueue
from service.forecasts.campaigns.campaign_store import (
    Campaigns,
    CampaignStatus,
    Label,
    StoredCampaign,
    unknown_campaign,
)
from service.forecasts.campaigns.gatherer import Counted, Playable
from service.forecasts.campaigns.player import Arguments
from service.operations.answering.feeds import TEXTS, FeedEnded
from service.operations.answering.list_pages import ListingPage
from service.operations.forecasts.campaigns.answers import (
    Campaign,
    CampaignCell,
    CampaignCellOdds,
    CampaignFight,
    CampaignInListing,
    CampaignsListed,
    SideLosses,
    forecast_of,
)
from service.operations.forecasts.campaigns.campaign_picture import drawn
from service.operations.forecasts.campaigns.checked import CampaignCells, KnownCells
from service.operations.forecasts.campaigns.checkpoints import read_cell, written_cell
from service.operations.forecasts.campaigns.costs import CheckedCampaign, checked_campaign
from service.operations.forecasts.campaigns.requests import (
    CancelCampaign,
    DrawCampaign,
    FollowCampaign,
    NewCampaign,
    OneCell,
    ReadCampaign,
    ShowFight,
)
from service.operations.forecasts.charts.chart import DrawnChart
from service.operations.forecasts.records import ForecastChance, SideChance
from service.operations.forecasts.written import written
from service.operations.validation import as_sent
from service.operations.work.estimates import WorkerPool
from service.settings.access.scopes import current_caller, key_name
from service.store.attempts import next_attempt, require_long_key
from service.store.notifications import Notifications
from service.wire import Frozen, record, to_json

FINISHED: Final = "finished"
START: Final = "campaigns/start"

NOBODY_PLAYS: Final = (
    "No process plays campaigns now (0 workers); the campaign goes on when one does. The operator can look at "
    "UMPIRE_DASK and its workers, or at whether an instance of the service runs."
)

log = structlog.get_logger("umpire.campaigns")


@record
class CampaignStarted:
    """A campaign that was stored, to be played."""

    status: Annotated[Literal["started"], Field(description="The campaign is stored, and is played in its turn.")]
    id: Annotated[str, Field(description="Its id: all who know it can read and follow the campaign.")]
    token: Annotated[str, Field(description="The token that cancels it; shown only in this answer.")]
    operation: Annotated[str, Field(description="The skirmish that is played.")]
    ruleset: Annotated[str, Field(description="Family and version of the rules applied.")]
    cells: Annotated[int, Field(description="Number of cells.")]
    fights: Annotated[int, Field(description="Fights that are played at most, over all cells.")]


@record
class CampaignCancelled:
    """A campaign that was cancelled, or had ended before."""

    status: Annotated[Literal["cancelled"], Field(description="Nothing more is played; what was counted can be read.")]
    id: Annotated[str, Field(description="Its id.")]


@dataclass(frozen=True, slots=True)
class PlayableCampaign:
    """A stored campaign as the gatherer plays it."""

    known: KnownCells

    @property
    def plan(self) -> Plan:
        """What is settled before the first fight."""
        return self.known.plan

    @property
    def arguments(self) -> Arguments:
        """What a chunk is played with."""
        return self.known.arguments

    def read(self, counted: bytes) -> Counted:
        """Return what `write` has written."""
        return read_cell(counted)

    def write(self, number: int, cell: CellRun) -> tuple[bytes, bytes]:
        """Write what is counted of a cell, and what is told of it."""
        return written_cell(cell), to_json(self.known.result(number, cell))

    def named(self, cell: int) -> str:
        """Return what people call a cell."""
        return self.known.named(cell)


@dataclass(frozen=True, slots=True)
class CampaignFeed:
    """An open feed of a campaign: iterate over it, then close it. It ends with the campaign."""

    follower: Follower[StoredCampaign] | None
    resources: AsyncExitStack
    workers: Callable[[], Awaitable[int | None]]

    async def __aiter__(self) -> AsyncIterator[Any]:
        """Yield the campaign at each checkpoint, and then the reason why the feed ends."""
        is_finished = self.follower is None
        while self.follower is not None and not is_finished:
            found = await anext(self.follower, None)
            if found is None:
                break
            is_finished = found.status.is_final
            yield campaign_of(found, await self.workers())
        reason = None if is_finished or self.follower is None else self.follower.ended or End.GONE
        text = "The campaign has ended." if reason is None else GONE_TEXTS.get(reason, TEXTS[reason])
        yield FeedEnded(status="ended", reason=FINISHED if reason is None else reason.value, text=text)

    def stop(self) -> None:
        """End the feed, because the service stops."""
        if self.follower is not None:
            self.follower.end(End.STOPPING)

    async def close(self) -> None:
        """Stop following."""
        await self.resources.aclose()


GONE_TEXTS: Final = {
    End.GONE: "The campaign has expired.",
    End.REWOUND: "The store has lost versions that were sent; read the campaign again.",
}


class CampaignService:
    """The operations on campaigns; all state is in the store."""

    def __init__(
        self,
        stored: tuple[Campaigns, CampaignListings],
        queue: CampaignQueue,
        cells: CampaignCells,
        most_fights: int,
        notifications: Notifications,
        pool: WorkerPool | None = None,
    ) -> None:
        """Set the stores, the check of campaigns, and the most fights of one; the pool checks, if there is one."""
        self._campaigns, self._listings = stored
        self._queue = queue
        self._cells = cells
        self._most_fights = most_fights
        self._feed: Feed[StoredCampaign] = Feed(notifications, self._campaigns)
        self._pool = pool

    @property
    def requests(self) -> Mapping[str, Mapping[str, type[Frozen]]]:
        """The models of the skirmishes that can be played, by operation."""
        return self._cells.requests

    async def start(self, request: NewCampaign | CheckedCampaign) -> CampaignStarted:
        """Start a campaign: one skirmish, played until its chances are known, for each combination of values.

        Each cell of the sweep is the request with one value of each axis, and is checked before anything is stored; the
        first that does not fit is refused with its labels. The fights are played in the background. Fight n has the
        same seed in every cell, so that cells differ by their values alone, and the results depend neither on the
        number of processes nor on interruptions. With `half_width`, a cell is looked at after 1, 2, 4 ... chunks of its
        fights. A campaign is kept for a week after its last change.
        """
        attempt = next_attempt()
        require_long_key()
        checked = request if isinstance(request, CheckedCampaign) else await self._checked(request)
        token, listing = attempt.token("campaign"), checked.listing and listing_of(checked.listing)
        self._campaigns.require_quota(checked.seconds)
        name = attempt.id()
        if listing:
            await self._listings.require_room(listing, name)
        label = Label(checked.operation, checked.cells, hashed(token))
        await self._campaigns.create(name, checked.ruleset, checked.spec, checked.chunk, label)
        await self._list(name, listing)
        await self._queue.add(name, current_caller.get())
        if not (await self._queue.players()).processes:
            log.warning("campaign that nobody plays", id=name, workers=0)
        return CampaignStarted(
            status="started",
            id=name,
            token=token,
            operation=checked.operation,
            ruleset=checked.ruleset,
            cells=checked.cells,
            fights=checked.fights,
        )

    def prepared(self, request: NewCampaign) -> CheckedCampaign:
        """Check all cells of a campaign.

        Raises: UnknownOperation, UnfitRequest, CampaignTooLarge; the refusals of the rules.
        """
        return checked_campaign(self._cells, request, self._most_fights)

    async def read(self, request: ReadCampaign) -> Campaign:
        """Read a campaign: its progress, and the results of its cells so far, each chance with its interval."""
        found = await self._campaigns.read(request.id)
        if found.status is CampaignStatus.QUEUED:
            await self._queue.wake(request.id, found.caller)  # the process that created it may have died before
        return campaign_of(found, await self._workers(), request.cell)

    async def list(self, request: ListingPage) -> CampaignsListed:
        """List campaigns, the newest first: with a listing's token those of the listing, else those of your API key.

        A campaign is added to a listing when it is started with the listing's token, and to its key's campaigns by
        itself. Expired campaigns are left out; for each key the newest 1000 are kept.
        """
        caller = current_caller.get()
        if request.token is None and key_name(caller) is not None:
            listed = await self._listings.page_of_caller(caller or "", request.before, request.limit)
        else:
            listed = await self._listings.page(listing_of(request.token), request.before, request.limit)
        return CampaignsListed(
            status="found",
            campaigns=tuple([CampaignInListing(**asdict(each)) for each in listed.found]),
            next=listed.next,
            more=listed.more,
        )

    async def cancel(self, request: CancelCampaign) -> CampaignCancelled:
        """Cancel a campaign; what was counted can still be read. One that has ended stays as it is.

        Its token cancels it, from the answer to its start, or the API key that started it; its id alone only reads.
        """
        next_attempt()
        await self._campaigns.require_owner(request.id, request.token)
        await self._campaigns.cancel(request.id)
        return CampaignCancelled(status="cancelled", id=request.id)

    async def follow(self, request: FollowCampaign) -> CampaignFeed:
        """Follow a campaign live: its state at each checkpoint, with the cells that changed since the one before.

        Over REST these are Server-Sent Events: `entry`, whose id is its version, and at last `end` with a reason.
        Checkpoints that a client was too slow for are left out; the next one has what changed in them. A client that
        reconnects sends the last id as `Last-Event-ID`. The feed ends with the campaign.
        """
        found = await self._campaigns.read(request.id, request.after)
        resources = AsyncExitStack()
        if found.status.is_final and found.version <= request.after:
            return CampaignFeed(None, resources, self._workers)
        try:
            follower = await resources.enter_async_context(self._feed.follow(request.id, request.after))
        except NotFound:
            raise unknown_campaign(request.id) from None
        return CampaignFeed(follower, resources, self._workers)

    async def fight(self, request: ShowFight) -> CampaignFight:
        """Give the request that shows one fight of a campaign in full, with all its rolls: post it to its operation."""
        found = await self._campaigns.read(request.id)
        asked = NewCampaign.model_validate_json(found.spec)
        shown = self._cells.known(asked, found.chunk).fight(request.cell, request.n)
        return CampaignFight(status="found", operation=asked.operation, request=orjson.Fragment(to_json(shown)))

    async def cell(self, request: OneCell) -> Any:
        """Read the odds of one cell: rounds, survivors, what becomes of each figure, the race, and fights to watch.

        They are those of `resolve-skirmish/odds`, by the fights that are counted so far; before the first one, every
        chance lies between 0 and 1.
        """
        found = await self._campaigns.read(request.id)
        asked = NewCampaign.model_validate_json(found.spec)
        known = self._cells.known(asked, found.chunk)
        known.fight(request.cell, 0)
        counted = await self._campaigns.counted(request.id, request.cell)
        cell = CellRun() if counted is None else CellRun(*read_cell(counted))
        odds = forecast_of(cell, asked.level, asked.run_seed)
        labels = known.sweep.labels(known.cells[request.cell])
        parts = written(odds, lambda number: known.fight(request.cell, number))
        return CampaignCellOdds(status="found", id=request.id, cell=request.cell, labels=labels, **parts)

    async def draw(self, request: DrawCampaign) -> DrawnChart:
        """Draw a campaign as an SVG file: a heat map of a side's chance to win, or of its losses, with their bounds.

        The values of the last axis stand side by side, and those of the others below each other. The file fits light
        and dark screens and can be read in grey; it has a title and a description in words, and neither scripts nor
        links.
        """
        found = await self._campaigns.read(request.id)
        campaign, sweep = campaign_of(found, None), CampaignCells.sweep(NewCampaign.model_validate_json(found.spec))
        svg = drawn(campaign.operation, campaign.results, sweep, request.side, request.of)
        return DrawnChart(status="drawn", svg=svg)

    async def _list(self, name: str, listing: str | None) -> None:
        """Add a new campaign to its key's, and to a listing; if that was filled or deleted meanwhile, cancel it."""
        caller = current_caller.get()
        if caller is not None and key_name(caller) is not None:
            await self._listings.remember(caller, name)
        if listing is None:
            return
        try:
            await self._listings.add(listing, name)
        except (ListingFull, TokenUnknown):
            await self._campaigns.cancel(name)
            raise

    async def _workers(self) -> int | None:
        """Return how many processes play campaigns now; None, if the store does not answer."""
        try:
            return (await self._queue.players()).processes
        except StoreAway:
            return None

    async def _checked(self, request: NewCampaign) -> CheckedCampaign:
        """Check all cells, in a worker process if there is one."""
        if self._pool is None or not self._pool.is_open:
            return self.prepared(request)
        checked: CheckedCampaign = await self._pool.run(START, "fit", START, as_sent(request))
        return checked


def prepared(cells: CampaignCells, found: StoredCampaign) -> Playable:
    """Make a stored campaign playable.

    Raises: RulesetChanged; UnknownOperation.
    """
    known = cells.known(NewCampaign.model_validate_json(found.spec), found.chunk)
    here = known.bound.family.ruleset
    if here != found.ruleset:
        raise RulesetChanged(f"The campaign was started under {found.ruleset}, and this service has {here}.")
    return PlayableCampaign(known)


def preparing(cells: CampaignCells) -> partial[Playable]:
    """Return the function that makes stored campaigns playable."""
    return partial(prepared, cells)


def campaign_of(found: StoredCampaign, workers: int | None, cell: int | None = None) -> Campaign:
    """Return a stored campaign as it is told, with so many workers; with a cell, only that one."""
    asked = NewCampaign.model_validate_json(found.spec)
    cells = len(CampaignCells.sweep(asked))
    told = sorted([_cell(each) for each in found.told], key=lambda each: each.cell)
    return Campaign(
        status=found.status,
        id=found.id,
        version=found.version,
        operation=asked.operation,
        ruleset=found.ruleset,
        share=found.share,
        fights=found.fights,
        cells=cells,
        level=asked.level,
        seconds_left=_seconds_left(found, cells * asked.max_fights),
        workers=workers,
        problem=NOBODY_PLAYS if workers == 0 and not found.status.is_final else found.problem,
        results=tuple([each for each in told if cell is None or each.cell == cell]),
    )


def _seconds_left(found: StoredCampaign, most: int) -> int | None:
    """Return the seconds until all fights are played, by the speed so far."""
    if found.status.is_final:
        return 0
    if not found.fights or not found.played:
        return None
    return round((1 - found.share) * most * found.played / found.fights)


def _cell(told: bytes) -> CampaignCell:
    """Return what was told of a cell as a record."""
    cell: dict[str, Any] = orjson.loads(told)
    chances = {name: ForecastChance(**cell[name]) for name in ("draw", "undecided", "stalemate")}
    winner = tuple([SideChance(side=each["side"], chance=ForecastChance(**each["chance"])) for each in cell["winner"]])
    losses = tuple([SideLosses(**each) for each in cell["losses"]])
    return CampaignCell(**{**cell, **chances, "winner": winner, "losses": losses, "labels": tuple(cell["labels"])})
