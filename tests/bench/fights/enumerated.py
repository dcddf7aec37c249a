"""What exact odds of duels cost: CPU time of processes that have enumerated nothing before."""

from statistics import median
from time import process_time
from typing import Final

from service.forecasts.enumerated.enumeration import enumerate_fight
from service.forecasts.forecast import NOTHING
from tests.bench.fights.bars import Bar, add_row, at_most, begin_table
from tests.bench.fights.fresh import fresh
from tests.forecasts.fights import fight_of

RUNS: Final = 5
MOST_PATHS: Final = 10_000_000
BARS: Final[dict[str, Bar]] = {"mass": at_most(50, "{:.0f}"), "laurels": at_most(650, "{:.0f}")}
"""The most milliseconds."""


def enumerated(family: str) -> tuple[float, int, int]:
    """Enumerate a duel to its end; return the milliseconds of CPU time, and how many states and paths it has."""
    fight, began = fight_of(family, 1).fight, process_time()
    found = enumerate_fight(fight, MOST_PATHS)
    spent = process_time() - began
    assert found.unresolved + found.error <= NOTHING, f"{family}: {found.unresolved} unresolved"
    return spent * 1000, found.states, found.paths


def main() -> None:
    """Print the median of some runs of each duel."""
    begin_table(f"exact odds, median of {RUNS}, nothing remembered", "states", "paths", "CPU ms", "bar", "")
    for family, bar in BARS.items():
        runs = [fresh(enumerated, family) for _ in range(RUNS)]
        _, states, paths = runs[0]
        figure = bar.beside(median([spent for spent, _, _ in runs]))
        add_row(f"{family}, a duel", f"{states:,}", f"{paths:,}", figure)
