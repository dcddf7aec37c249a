"""What remembering paths is worth beside playing by the rules alone, and the memory that it takes.

Speeds are by CPU time of this process; memory is that of processes of their own.
"""

import re
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from time import process_time
from typing import Final

from service.dice.remembered.paths import MOST_BYTES
from service.forecasts.forecast import USUAL_SEED
from service.forecasts.sampled import BATCH, FightMemory, play_fights
from tests.bench.fights.bars import add_row, at_least, at_most, begin_table
from tests.bench.pace import SECONDS
from tests.forecasts.fights import FIGHTING, SIZES, fight_of

PEAK: Final = re.compile(r"VmHWM:\s+(\d+) kB")
"""The most memory that a process has held since its program was started, as Linux tells it."""

NOT_SLOWER: Final = at_least(0.95, "{:.2f}")
BEYOND: Final = at_most(64, "{:.0f}")
"""MiB."""

LONG: Final = 4
"""How many times as long the fights go on whose memory is measured."""


def pace_of(play: Callable[[int, int], object], seconds: float) -> tuple[float, int]:
    """Return fights per second of CPU time, played in longer and longer chunks, and how many were played."""
    began, number, chunk = process_time(), 0, BATCH
    while (spent := process_time() - began) < seconds:
        play(number, chunk)
        number += chunk
        chunk = min(2 * chunk, 16_384, max(BATCH, int(number / max(spent, 0.01) * seconds / 8)))
    return number / spent, number


def peak(family: str, size: int, most_bytes: int, fights: int) -> float:
    """Return the MiB that this process has held at most, after so many fights of which all is remembered."""
    fight = fight_of(family, size).fight
    play_fights(fight, USUAL_SEED, 0, fights, FightMemory(fight, most_bytes, None))
    return int(PEAK.findall(Path("/proc/self/status").read_text())[0]) / 1024


def beyond_plain(family: str, size: int, fights: int) -> float:
    """Return the MiB that a process takes to remember so many fights beyond one that plays them by the rules alone."""
    with ProcessPoolExecutor(2, get_context("spawn"), max_tasks_per_child=1) as processes:
        plain, remembering = [processes.submit(peak, family, size, most, fights) for most in (0, MOST_BYTES)]
        return remembering.result() - plain.result()


def measure(family: str, size: int, seconds: float) -> None:
    """Print the row of a fight: by the rules alone, with a memory from the first fight on, and what that takes."""
    fight = fight_of(family, size).fight
    silent, memory = FightMemory(fight, 0), FightMemory(fight)
    plain, _ = pace_of(lambda first, count: play_fights(fight, USUAL_SEED, first, count, silent), seconds / 2)
    whole, fights = pace_of(lambda first, count: play_fights(fight, USUAL_SEED, first, count, memory), seconds)
    held = f"{fights:,}", f"{memory.states:,}", f"{memory.paths.bytes / 2**20:.0f}"
    taken = beyond_plain(family, size, max(64, int(plain * LONG * seconds / 2)))
    add_row(
        f"{family}, {size} v {size}", f"{plain:,.0f}", *held, NOT_SLOWER.beside(whole / plain), BEYOND.beside(taken)
    )


def main() -> None:
    """Print what is remembered of the fights of all families and sizes."""
    columns = ("by the rules/s", "fights remembered", "states", "MiB, estimated")
    begin_table("a memory of paths", *columns, "of by the rules", "bar", "", "MiB beyond, at most", "bar", "")
    for family in FIGHTING:
        for size in SIZES:
            measure(family, size, 2 * SECONDS)
