"""The player keeps a bounded number of chunks in the cluster, and gives back again what was lost."""

import asyncio
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from service.forecasts.campaign import Chunk, Plan, Run
from service.forecasts.cluster import ChunkFailed, Cluster, ClusterAway
from service.forecasts.player import AHEAD, CellFailed, Player
from service.forecasts.tally import Kind, Tally

PLAN = Plan(cells=3, chunk=8, max_fights=100, half_width=0.2, level=0.9)


def tally_of(cell: int, first: int, fights: int) -> Tally:
    """Return what fights came to: which side wins depends on the numbers of cell and fight."""
    tally = Tally()
    for number in range(first, first + fights):
        winner = "red" if Random(number).random() < (cell + 1) / 8 else "blue"
        ending = (Kind.WON, winner, 3)
        tally = tally.merged(Tally(fights=1, endings={ending: 1}, firsts={ending: number}))
    return tally


class Wobbly(Cluster):
    """A cluster in this process that answers in any order, and is lost now and then."""

    def __init__(self, seed: int, losses: float = 0.0) -> None:
        """Set how often a chunk is lost."""
        super().__init__(None, 2)
        self.chance = Random(seed)
        self.losses = losses
        self.open = self.most = self.played = self.cancelled = 0
        self.fails: Callable[[int], bool] = lambda cell: False

    async def width(self) -> int:
        return 2

    async def compute(self, key: Any, function: str, *arguments: Any) -> Any:
        cell, first, fights = arguments
        self.open += 1
        self.most = max(self.most, self.open)
        try:
            for _ in range(self.chance.randrange(4)):
                await asyncio.sleep(0)
        except asyncio.CancelledError:
            self.cancelled += 1
            raise
        finally:
            self.open -= 1
        if self.fails(cell):
            raise ChunkFailed("TooManyDice: that many are not rolled")
        if self.chance.random() < self.losses:
            raise ClusterAway("the scheduler is gone")
        self.played += 1
        return tally_of(cell, first, fights).to_data(), 0.5


def arguments(chunk: Chunk) -> tuple[Any, ...]:
    """Return what a chunk is played with."""
    return chunk.cell, chunk.first, chunk.fights


def in_order() -> list[Any]:
    """Play the plan chunk by chunk."""
    run = Run(PLAN)
    while (chunk := run.next_chunk()) is not None:
        run.take(chunk, tally_of(chunk.cell, chunk.first, chunk.fights))
    return [(cell.tally.to_data(), cell.stopped) for cell in run.cells]


@pytest.mark.parametrize("seed", range(8))
async def test_losses_and_any_order_change_nothing(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is counted is the same, each counted chunk once, and never more chunks are open than asked for."""
    monkeypatch.setattr("service.forecasts.player.FIRST_PAUSE", 0.0)
    cluster, run = Wobbly(seed, losses=0.2), Run(PLAN)
    changed, spent = list[int](), list[tuple[int, float]]()
    player = Player(run, cluster, arguments, changed.extend, lambda fights, seconds: spent.append((fights, seconds)))
    await asyncio.wait_for(player.play(), 60)
    assert [(cell.tally.to_data(), cell.stopped) for cell in run.cells] == in_order()
    assert set(changed) == {0, 1, 2}
    assert cluster.most <= AHEAD * 2 + AHEAD * 2  # those of a lost cluster end while the next are begun
    assert {seconds for _, seconds in spent} == {0.5}
    assert sum(fights for fights, _ in spent) >= run.fights


async def test_a_chunk_that_fails_ends_the_campaign() -> None:
    """The error says which chunk it was and why, and all others are taken back."""
    cluster = Wobbly(1)
    cluster.fails = lambda cell: cell == 2
    with pytest.raises(CellFailed, match="TooManyDice: that many are not rolled") as failed:
        await Player(Run(PLAN), cluster, arguments).play()
    assert failed.value.chunk.cell == 2
    assert cluster.open == 0


async def test_a_cancelled_campaign_leaves_nothing_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever cancels the player has all its chunks cancelled."""
    cluster = Wobbly(1)
    held = asyncio.Event()

    async def hold(key: Any, function: str, *arguments: Any) -> Any:
        cluster.open += 1
        held.set()
        try:
            await asyncio.Event().wait()
        finally:
            cluster.open -= 1

    monkeypatch.setattr(cluster, "compute", hold)
    playing = asyncio.create_task(Player(Run(PLAN), cluster, arguments).play())
    await held.wait()
    playing.cancel()
    with pytest.raises(asyncio.CancelledError):
        await playing
    assert cluster.open == 0
