"""The player keeps a bounded number of slices under way, deals them in turn, and plays again what was lost."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable
from concurrent.futures import BrokenExecutor, Executor, Future
from contextlib import asynccontextmanager
from random import Random
from typing import Any, Final, ParamSpec, TypeVar

import pytest

from service.forecasts.campaigns.campaign import Chunk, Plan, Run
from service.forecasts.campaigns.executors import ExecutorAway
from service.forecasts.campaigns.player import (
    AHEAD,
    MOST_DEATHS,
    MOST_FAILURES,
    CellFailed,
    PlayedSlice,
    Player,
    ignore,
)
from service.forecasts.counting.tally import Kind, Tally
from tests.patience import PATIENCE

P = ParamSpec("P")
T = TypeVar("T")
PLAN: Final = Plan(cells=3, chunk=8, max_fights=100, half_width=0.2, level=0.9)
WIDTH: Final = 2


def tally_of(cell: int, first: int, fights: int) -> Tally:
    """Return what fights came to: which side wins depends on the numbers of cell and fight."""
    tally = Tally()
    for number in range(first, first + fights):
        winner = "red" if Random(number).random() < (cell + 1) / 8 else "blue"
        ending = (Kind.WON, winner, 3)
        tally = tally.merged(Tally(fights=1, endings={ending: 1}, firsts={ending: number}))
    return tally


class Wobbly(Executor):
    """An executor that ends its calls in any order, and loses some of them; and the source of it."""

    def __init__(self, seed: int = 1, losses: float = 0.0, absences: float = 0.0) -> None:
        """Set how often a call is lost, and how often the executor cannot be opened."""
        self.chance = Random(seed)
        self.losses = losses
        self.absences = absences
        self.most = self.submitted = 0
        self.goal, self.is_reached = 1, asyncio.Event()
        self.is_open = False
        self.width = WIDTH
        self.waiting: list[Callable[[], None]] = []

    def opened(self) -> tuple[Executor, int]:
        if self.chance.random() < self.absences:
            raise ExecutorAway("the scheduler is gone")
        self.is_open = True
        return self, WIDTH

    def close(self) -> None:
        self.is_open = False

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        future: Future[T] = Future()

        def call() -> None:
            if self.chance.random() >= self.losses:
                future.set_result(fn(*args, **kwargs))
            elif self.chance.random() < 0.5:
                future.set_exception(BrokenExecutor("the process ended"))
            else:
                future.cancel()

        self.submitted += 1
        self.waiting.append(call)
        self.most = max(self.most, len(self.waiting))
        if self.submitted >= self.goal:
            self.is_reached.set()
        return future

    def end_one(self) -> bool:
        """End some call; return whether there was one."""
        if not self.waiting:
            return False
        self.waiting.pop(self.chance.randrange(len(self.waiting)))()
        return True


@asynccontextmanager
async def ending(executor: Wobbly) -> AsyncIterator[None]:
    """End one call after the other meanwhile."""

    async def end() -> None:
        while True:
            executor.end_one()
            await asyncio.sleep(0)

    task = asyncio.create_task(end())
    try:
        async with asyncio.timeout(PATIENCE):
            yield
    finally:
        task.cancel()


def play_slice(cell: int, first: int, fights: int) -> PlayedSlice:
    """Play up to three fights."""
    return PlayedSlice(tally_of(cell, first, min(fights, 3)).to_data(), 0.5)


def arguments(chunk: Chunk) -> tuple[Any, ...]:
    """Return what a slice is played with."""
    return chunk.cell, chunk.first, chunk.fights


def in_order() -> list[Any]:
    """Play the plan chunk by chunk."""
    run = Run(PLAN)
    while (chunk := run.next_chunk()) is not None:
        run.take(chunk, tally_of(chunk.cell, chunk.first, chunk.fights))
    return [(cell.tally.to_data(), cell.stopped) for cell in run.cells]


@pytest.mark.parametrize("seed", range(8))
async def test_losses_and_any_order_change_nothing(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is counted is the same, each counted chunk once, and never are more slices under way than asked for."""
    monkeypatch.setattr("service.forecasts.campaigns.player.FIRST_PAUSE", 0.0)
    monkeypatch.setattr("service.forecasts.campaigns.player.LONGEST_PAUSE", 0.0)
    executor, run = Wobbly(seed, losses=0.2, absences=0.1), Run(PLAN)
    changed, spent = list[int](), list[tuple[int, float]]()
    player = Player(executor, play_slice)
    async with ending(executor):
        await player.play(run, arguments, changed.extend, lambda fights, seconds: spent.append((fights, seconds)))
    assert [(cell.tally.to_data(), cell.stopped) for cell in run.cells] == in_order()
    assert set(changed) == {0, 1, 2}
    assert executor.most <= 2 * AHEAD * WIDTH  # those of a lost executor end while the next are begun
    assert {seconds for _, seconds in spent} == {0.5}
    assert sum(fights for fights, _ in spent) >= run.fights
    await player.close()
    assert not executor.is_open


async def test_callers_take_turns_and_then_their_campaigns() -> None:
    """A small campaign of one caller ends after as many slices of another's long ones as of its own."""
    dealt = list[str]()

    def told(name: str) -> Callable[[Chunk], tuple[Any, ...]]:
        def noted(chunk: Chunk) -> tuple[Any, ...]:
            dealt.append(name)
            return arguments(chunk)

        return noted

    executor = Wobbly()
    executor.goal = 60
    player = Player(executor, play_slice)
    endless = Plan(cells=3, chunk=8, max_fights=8 * 10**6, half_width=None, level=0.9)
    long = [
        asyncio.create_task(player.play(Run(endless), told(f"long {each}"), ignore, ignore, "stranger"))
        for each in range(3)
    ]
    async with ending(executor):
        await executor.is_reached.wait()
        before = len(dealt)
        small = Run(Plan(cells=1, chunk=8, max_fights=300, half_width=None, level=0.9))
        await player.play(small, told("small"), ignore, ignore, "friend")
    for each in long:
        each.cancel()
    await asyncio.wait(long)
    await player.close()
    assert small.fights == 300
    ours = [number for number, name in enumerate(dealt[before:]) if name == "small"]
    assert ours[0] <= AHEAD * WIDTH
    others = dealt[before : before + ours[-1] + 1]
    assert len(others) <= 2 * len(ours) + AHEAD * WIDTH
    shares = Counter(dealt[:before])
    assert max(shares.values()) - min(shares.values()) <= AHEAD * WIDTH


async def test_turns_are_of_seconds_and_not_of_slices() -> None:
    """A caller whose slices take four times as long is dealt a quarter of them."""
    counts = Counter[str]()

    def play(name: str, seconds: float, cell: int, first: int, fights: int) -> PlayedSlice:
        counts[name] += 1
        return PlayedSlice(tally_of(cell, first, min(fights, 3)).to_data(), seconds)

    executor = Wobbly()
    executor.goal = 200
    player = Player(executor, play)
    endless = Plan(cells=1, chunk=8, max_fights=8 * 10**6, half_width=None, level=0.9)

    def told(name: str, seconds: float) -> Callable[[Chunk], tuple[Any, ...]]:
        return lambda chunk: (name, seconds, *arguments(chunk))

    both = [
        asyncio.create_task(player.play(Run(endless), told(name, seconds), ignore, ignore, name))
        for name, seconds in (("slow", 0.4), ("quick", 0.1))
    ]
    async with ending(executor):
        await executor.is_reached.wait()
    for each in both:
        each.cancel()
    await asyncio.wait(both)
    await player.close()
    assert abs(counts["quick"] - 4 * counts["slow"]) <= 4 * AHEAD * WIDTH


async def test_a_slice_that_fails_ends_the_campaign() -> None:
    """The error says which fights they were and why; the campaign beside it goes on."""
    tried = Counter[int]()

    def play(cell: int, first: int, fights: int) -> PlayedSlice:
        tried[cell] += 1
        if cell == 2:
            return PlayedSlice({}, 0.1, "TooManyDice: that many are not rolled")
        return play_slice(cell % 4, first, fights)

    executor, run = Wobbly(), Run(PLAN)
    player = Player(executor, play)
    async with ending(executor):
        other = asyncio.create_task(player.play(run, lambda chunk: (4 + chunk.cell, chunk.first, chunk.fights)))
        with pytest.raises(CellFailed, match="TooManyDice: that many are not rolled") as failed:
            await player.play(Run(PLAN), arguments)
        await other
    assert failed.value.chunk.cell == 2
    assert tried[2] == MOST_FAILURES
    assert [(cell.tally.to_data(), cell.stopped) for cell in run.cells] == in_order()
    await player.close()


async def test_a_slice_whose_processes_die_again_and_again_ends_the_campaign() -> None:
    """The error says so; a slice is not blamed for the first deaths."""
    executor = Wobbly(losses=1.0)
    player = Player(executor, play_slice)
    async with ending(executor):
        with pytest.raises(CellFailed, match="the processes that played it died, the last one so: "):
            await player.play(Run(Plan(1, 8, 8, None, 0.9)), arguments)
    assert executor.submitted == MOST_DEATHS
    await player.close()


async def test_a_cancelled_campaign_leaves_nothing_behind() -> None:
    """What its last slices come to is not counted, and another campaign is played."""
    executor, run = Wobbly(), Run(PLAN)
    player = Player(executor, play_slice)
    playing = asyncio.create_task(player.play(run, arguments))
    await executor.is_reached.wait()
    playing.cancel()
    await asyncio.wait([playing])
    assert playing.cancelled()
    other = Run(PLAN)
    async with ending(executor):
        await player.play(other, arguments)
    assert (run.fights, other.fights > 0) == (0, True)
    await player.close()
