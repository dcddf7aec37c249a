"""Fights without players: how much quicker they are sampled than rolled with a transcript, and whether intervals cover.

Everything is CPU time of this process, and the ratios are the result; memory is that of processes of their own.
"""

import re
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from time import process_time
from typing import Final

from service.dice.paths import MOST_BYTES
from service.dice.seeded import SeededDice
from service.forecasts.sampled import BATCH, FightMemory, play_fights
from service.forecasts.stopping import StopRule
from tests.bench import pairs
from tests.bench.pace import SECONDS
from tests.forecasts.covering import CHANCES, coverage
from tests.forecasts.fights import FIGHTING, SIZES, fight_of

SEED: Final = "sha256ctr1:forecast"
SEEDS: Final = 2000
PEAK: Final = re.compile(r"VmHWM:\s+(\d+) kB")
"""The most memory that a process has held since its program was started, as Linux tells it."""

RULES: Final = (StopRule(0.1, 0.95, 10_000), StopRule(0.02, 0.95, 10_000))


def pace_of(play: Callable[[int, int], object], seconds: float, first: int = 0) -> tuple[float, int]:
    """Return fights per second of CPU time, played in longer and longer chunks, and the number of the next fight."""
    began, number, chunk = process_time(), first, BATCH
    while (spent := process_time() - began) < seconds:
        play(number, chunk)
        number += chunk
        chunk = min(2 * chunk, 16_384, max(BATCH, int((number - first) / max(spent, 0.01) * seconds / 8)))
    return (number - first) / spent, number


def peak(family: str, size: int, most_bytes: int, fights: int) -> float:
    """Return the MiB that this process has held at most, after so many fights of which all is remembered."""
    fight = fight_of(family, size).fight
    play_fights(fight, SEED, 0, fights, FightMemory(fight, most_bytes, None))
    return int(PEAK.findall(Path("/proc/self/status").read_text())[0]) / 1024


def beyond_plain(family: str, size: int, fights: int) -> float:
    """Return the MiB that a process takes to remember so many fights beyond one that plays them by the rules alone."""
    with ProcessPoolExecutor(1, get_context("spawn"), max_tasks_per_child=1) as processes:
        plain, remembering = [processes.submit(peak, family, size, most, fights) for most in (0, MOST_BYTES)]
        return remembering.result() - plain.result()


def measure(family: str, size: int, seconds: float) -> None:
    """Print a line on one fight: rolled, by the rules alone, with a memory from the first fight on, and at the end."""
    case = fight_of(family, size)
    fight, silent, memory = case.fight, FightMemory(case.fight, 0), FightMemory(case.fight)

    def roll(first: int, count: int) -> None:
        for number in range(first, first + count):
            case.resolve(SeededDice(f"{SEED}/{number}"))

    rolled, _ = pace_of(roll, seconds / 4)
    plain, _ = pace_of(lambda first, count: play_fights(fight, SEED, first, count, silent), seconds / 4)
    whole, number = pace_of(lambda first, count: play_fights(fight, SEED, first, count, memory), seconds)
    last, number = pace_of(lambda first, count: play_fights(fight, SEED, first, count, memory), seconds / 2, number)
    held = f"{memory.states:,} | {memory.paths.bytes / 2**20:.0f}"
    ratios = f"{plain / rolled:.2f} | {whole / plain:.2f} | {last / rolled:.1f}"
    taken = f"{beyond_plain(family, size, max(64, int(rolled * seconds))):.0f}"
    print(f"| {family}, {size} v {size} | {rolled:,.0f} | {ratios} | {number:,} | {held} | {taken} |", flush=True)


def main() -> None:
    """Print what common dice are worth, how quick fights are sampled, and how often intervals cover."""
    pairs.main()
    columns = (
        "fight",
        "rolled/s",
        "by the rules, of rolled",
        "with memory, of by the rules",
        "at the end, of rolled",
        "fights",
        "states",
        "MiB, estimated",
        "MiB beyond by the rules, at most",
    )
    print(f"\n| {' | '.join(columns)} |\n|---{'|---:' * (len(columns) - 1)}|")
    for family in FIGHTING:
        for size in SIZES:
            measure(family, size, 4 * SECONDS)
    print("\n| true chance | covered, half-width 0.1 | half-width 0.02 |\n|---|---:|---:|")
    for chance in CHANCES:
        wide, narrow = [coverage(chance, rule, range(SEEDS)) for rule in RULES]
        print(f"| {chance} | {wide:.1%} | {narrow:.1%} |", flush=True)
