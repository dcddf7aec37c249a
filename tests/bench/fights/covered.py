"""How often intervals cover the true chance, where the stop rule chooses the number of fights."""

from typing import Final

from service.forecasts.counting.stopping import StopRule
from tests.bench.fights.bars import add_row, at_least, begin_table
from tests.forecasts.covering import CHANCES, coverage

SEEDS: Final = 2_000
COVERED: Final = at_least(93.5, "{:.1f}")
"""Per cent."""

RULES: Final = (StopRule(0.1, 0.95, 10_000), StopRule(0.02, 0.95, 10_000))


def main() -> None:
    """Print the share of runs whose last interval has the chance in it, for each chance and width."""
    begin_table(f"95 % intervals, {SEEDS:,} seeds", "half-width", "% covered", "bar", "")
    for chance in CHANCES:
        for rule in RULES:
            covered = 100 * coverage(chance, rule, range(SEEDS))
            add_row(f"true chance {chance}", f"{rule.half_width}", COVERED.beside(covered))
