"""Small campaigns, what they come to when they are played chunk by chunk, and an executor in this process."""

import asyncio
from collections.abc import Callable
from concurrent.futures import Executor, Future
from typing import Any, Final, ParamSpec, TypeVar

from service.app import campaign_cells, slice_player
from service.forecasts.campaigns.campaign import Run
from service.forecasts.campaigns.campaign_store import Campaigns
from service.forecasts.campaigns.player import Piece
from service.forecasts.counting.tally import Tally
from service.operations.forecasts.campaigns.answers import CampaignCell
from service.operations.forecasts.campaigns.checked import KnownCells
from service.operations.forecasts.campaigns.checkpoints import read_cell
from service.operations.forecasts.campaigns.requests import NewCampaign
from service.operations.validation import rewritten, validated
from service.store.key_names import campaign_keys_of
from service.store.packing import unpacked
from tests.forecasts.fights import DOCUMENTS

P = ParamSpec("P")
T = TypeVar("T")

CHUNK: Final = 16
"""Fights of a chunk in tests: so few that there are many chunks."""

ID: Final = "0123456789abcdef" * 2
MORALE: Final = "/input/units/0/morale_max"
SPEC: Final[dict[str, Any]] = {
    "operation": "mass/resolve-skirmish",
    "request": {"input": DOCUMENTS["mass"](1)},
    "axes": [{"pointer": MORALE, "values": [1, 2, 3], "labels": ["shaken", "steady", "brave"]}],
    "max_fights": 320,
    "seed": "sha512ctr1:campaign",
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
        piece = Piece(chunk)
        while piece.rest.fights:
            played = slice_player().play(*cells.arguments(piece.rest))
            piece.tally = piece.tally.merged(Tally.of_data(played.data))
        run.take(chunk, piece.tally)
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


class Here(Executor):
    """An executor that is this process, and the source of it; it may be held up after some slices."""

    def __init__(self, most: int | None = None) -> None:
        """Set after how many slices it waits."""
        self.most = most
        self.played = 0
        self._held: list[Callable[[], None]] = []
        self.is_held, self.is_playing = asyncio.Event(), asyncio.Event()
        self.is_open = False
        self.width = 1
        self.closed = False

    def opened(self) -> tuple[Executor, int]:
        self.is_open = True
        return self, 1

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        future: Future[T] = Future()

        def call() -> None:
            self.played += 1
            self.is_playing.set()
            future.set_result(fn(*args, **kwargs))

        if self.most is not None and self.played >= self.most:
            self._held.append(call)
            self.is_held.set()
        else:
            call()
        return future

    def release(self) -> None:
        """Play what was held up, and all that comes."""
        self.most = None
        for call in self._held:
            call()
        self._held.clear()

    def close(self) -> None:
        self.is_open, self.closed = False, True


class Counter:
    """Counts what a gatherer says that it plays."""

    def __init__(self) -> None:
        self.fights = 0
        self.running = list[int]()

    def note_fights(self, fights: int, seconds: float) -> None:
        self.fights += fights

    def note_campaigns(self, running: int) -> None:
        self.running.append(running)
