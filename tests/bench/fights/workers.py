"""What processes are worth: a campaign played by two, by one, and chunk by chunk in this process.

A plain pool of two processes shows what the machine gives. All take turns, each with what it remembers of
the fight from a campaign that is not timed. Wall time is measured, so the figures mean something only where two cores
are free.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from concurrent.futures import Executor, ProcessPoolExecutor
from functools import cache
from math import inf
from multiprocessing import get_context
from statistics import median
from time import perf_counter, process_time
from typing import Any, Final

from service.app import PRELOADED, bound_procedures, campaign_cells, player_of
from service.forecasts.campaigns.campaign import Run
from service.forecasts.campaigns.player import PlayedSlice, Player
from service.forecasts.counting.tally import Tally
from service.operations.forecasts.campaigns.checked import KnownCells
from service.operations.forecasts.campaigns.requests import NewCampaign
from service.operations.forecasts.campaigns.slices import SlicePlayer
from service.operations.validation import rewritten, validated
from tests.bench.fights.bars import add_row, at_least, at_most, begin_table
from tests.bench.pace import ROUNDS
from tests.bench.servers import on_all_cores
from tests.forecasts.fights import DOCUMENTS

FAMILY: Final = "opposed"
SIZE: Final = 10
CHUNKS: Final = 8
CHUNK_SECONDS: Final = 1.0
TRIED: Final = 64
"""Fights by which the size of a chunk is found."""

SPEEDUP: Final = at_least(1.85, "{:.2f}")
OVERHEAD: Final = at_most(5, "{:.1f}")
"""Per cent."""

Way = Callable[[KnownCells], Awaitable[Run]]
"""A way to play a campaign."""


def campaign(chunk: int, chunks: int) -> KnownCells:
    """Return a campaign of one cell with so many chunks of so many fights."""
    request = {"input": DOCUMENTS[FAMILY](SIZE)}
    told = {"operation": f"{FAMILY}/resolve-skirmish", "request": request, "max_fights": chunk * chunks}
    return campaign_cells().known(validated(NewCampaign, rewritten(told)), chunk)


@cache
def chunk_player() -> SlicePlayer:
    """Make a player that plays chunks to their end."""
    return SlicePlayer(bound_procedures(), inf)


def play_chunk(*arguments: Any) -> PlayedSlice:
    """Play a chunk to its end in a process of a plain pool."""
    return chunk_player().play(*arguments)


def alone() -> Way:
    """Return the plain loop: chunk by chunk in this process."""
    player = chunk_player()

    async def play(cells: KnownCells) -> Run:
        run = Run(cells.plan)
        while (chunk := run.next_chunk()) is not None:
            run.take(chunk, Tally.of_data(player.play(*cells.arguments(chunk)).data))
        return run

    return play


def pooled(pool: Executor) -> Way:
    """Return the way of a plain pool of processes, to which all chunks are given at once."""

    async def play(cells: KnownCells) -> Run:
        run, loop = Run(cells.plan), asyncio.get_running_loop()
        chunks = list(iter(run.next_chunk, None))
        played = [loop.run_in_executor(pool, play_chunk, *cells.arguments(chunk)) for chunk in chunks]
        for chunk, each in zip(chunks, await asyncio.gather(*played), strict=True):
            run.take(chunk, Tally.of_data(each.data))
        return run

    return play


def together(player: Player) -> Way:
    """Return the way of a campaign: slices are dealt to worker processes."""

    async def play(cells: KnownCells) -> Run:
        run = Run(cells.plan)
        await player.play(run, cells.arguments)
        return run

    return play


async def chunk_of_a_second(play: Way) -> int:
    """Return how many fights take a second: a power of two, so that rates that differ a little have the same."""
    await play(campaign(TRIED, 2))
    began = process_time()
    await play(campaign(TRIED, 2))
    wanted = int(2 * TRIED / (process_time() - began) * CHUNK_SECONDS)
    return 1 << max(wanted.bit_length() - 1, 3)


async def timed(ways: Mapping[str, Way], cells: KnownCells) -> dict[str, list[float]]:
    """Play a campaign in all ways, round after round, and return their seconds; the first round is not counted."""
    seconds: dict[str, list[float]] = {name: [] for name in ways}
    tallies: list[Any] = []
    for _ in range(1 + ROUNDS):
        for name, play in ways.items():
            began = perf_counter()
            run = await play(cells)
            seconds[name].append(perf_counter() - began)
            tallies.append(run.cells[0].tally.to_data())
    assert all(each == tallies[0] for each in tallies), "the tallies differ"
    return {name: each[1:] for name, each in seconds.items()}


async def measure() -> None:
    """Print what two processes are worth, and what dealing costs."""
    loop, one, two = alone(), player_of(None, 1, PRELOADED), player_of(None, 2, PRELOADED)
    try:
        cells = campaign(await chunk_of_a_second(loop), CHUNKS)
        with ProcessPoolExecutor(2, get_context("spawn")) as pool:
            ways = {"loop": loop, "one": together(one), "two": together(two), "pool": pooled(pool)}
            seconds = await timed(ways, cells)
    finally:
        await one.close()
        await two.close()
    fights = f"{CHUNKS} chunks of {cells.chunk:,} fights, {FAMILY}, {SIZE} v {SIZE}"
    begin_table(f"a campaign of {fights}; wall seconds, medians of {ROUNDS}", "seconds", "times", "bar", "")
    names = {
        "loop": "plain loop",
        "one": "one worker process",
        "two": "two worker processes",
        "pool": "plain pool of two processes",
    }
    medians = {name: median(each) for name, each in seconds.items()}
    for name, title in names.items():
        add_row(title, f"{medians[name]:.2f}", f"{medians['one'] / medians[name]:.2f}", "-", "-")
    speedup = median([a / b for a, b in zip(seconds["one"], seconds["two"], strict=True)])
    overhead = median([a / b - 1 for a, b in zip(seconds["one"], seconds["loop"], strict=True)])
    add_row("two processes against one", "-", SPEEDUP.beside(speedup))
    add_row("one process beyond the plain loop, %", "-", OVERHEAD.beside(100 * overhead))


def main() -> None:
    """Measure on all cores."""
    with on_all_cores():
        asyncio.run(measure())
