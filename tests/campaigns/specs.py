"""Small campaigns, what they come to when they are played chunk by chunk, and a cluster in this process."""

import asyncio
from typing import Any, Final

from service.app import campaign_cells, chunk_player
from service.forecasts.campaign import Run
from service.forecasts.campaign_store import Campaigns
from service.forecasts.cluster import Cluster
from service.forecasts.tally import Tally
from service.operations.forecasts.campaigns.answers import CampaignCell
from service.operations.forecasts.campaigns.checked import KnownCells
from service.operations.forecasts.campaigns.checkpoints import read_cell
from service.operations.forecasts.campaigns.requests import NewCampaign
from service.operations.validation import rewritten, validated
from service.store.keys import campaign_keys_of
from service.store.packing import unpacked
from tests.forecasts.fights import DOCUMENTS

CHUNK: Final = 16
"""Fights of a chunk in tests: so few that there are many chunks."""

ID: Final = "0123456789abcdef" * 2
MORALE: Final = "/input/units/0/morale_max"
SPEC: Final[dict[str, Any]] = {
    "operation": "mass/resolve-skirmish",
    "request": {"input": DOCUMENTS["mass"](1)},
    "axes": [{"pointer": MORALE, "values": [1, 2, 3], "labels": ["shaken", "steady", "brave"]}],
    "max_fights": 320,
}


def spec(**changes: Any) -> dict[str, Any]:
    """Return the campaign as a request, with some other fields."""
    return SPEC | changes


def known(chunk: int = CHUNK, **changes: Any) -> KnownCells:
    """Return the campaign as it is played, with chunks of so many fights."""
    return campaign_cells().known(asked(**changes), chunk)


def asked(**changes: Any) -> NewCampaign:
    """Return the campaign as a request model."""
    return validated(NewCampaign, rewritten(spec(**changes)))


def in_order(cells: KnownCells) -> Run:
    """Play a campaign in this process, chunk by chunk."""
    run = Run(cells.plan)
    while (chunk := run.next_chunk()) is not None:
        data, _ = chunk_player().play(*cells.arguments(chunk))
        run.take(chunk, Tally.of_data(data))
    return run


def results(cells: KnownCells, run: Run) -> list[CampaignCell]:
    """Return what a campaign came to."""
    return [cells.result(number, cell) for number, cell in enumerate(run.cells)]


def tallies(run: Run) -> list[Any]:
    """Return all that was counted, cell by cell."""
    return [(cell.counted, cell.tally.to_data(), cell.stopped) for cell in run.cells]


async def stored_tallies(campaigns: Campaigns, cells: KnownCells, id: str = ID) -> list[Any]:
    """Return all that was counted of a campaign that has ended, as it is stored."""
    async with campaigns._connection as redis:
        kept: Any = await redis.hgetall(campaign_keys_of(id)[1])
    counted = {int(number): read_cell(unpacked(each)) for number, each in kept.items()}
    return [(chunks, tally.to_data(), stopped) for _, (chunks, tally, stopped) in sorted(counted.items())]


class Here(Cluster):
    """A cluster that is this process; it may be held up after some chunks."""

    def __init__(self, most: int | None = None) -> None:
        """Set after how many chunks it waits."""
        super().__init__(None, 1)
        self.most = most
        self.played = 0
        self.is_held = asyncio.Event()
        self.closed = False

    async def width(self) -> int:
        return 2

    async def compute(self, key: Any, function: str, *arguments: Any) -> Any:
        await asyncio.sleep(0)
        if self.most is not None and self.played >= self.most:
            self.is_held.set()
            await asyncio.Event().wait()
        self.played += 1
        return chunk_player().play(*arguments)

    async def close(self, seconds: float = 0.0) -> None:
        self.closed = True


class Counter:
    """Counts what a gatherer says that it plays."""

    def __init__(self) -> None:
        self.fights = 0
        self.running = list[int]()

    def note_fights(self, fights: int, seconds: float) -> None:
        self.fights += fights

    def note_campaigns(self, running: int) -> None:
        self.running.append(running)
