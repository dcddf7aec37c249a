"""Bars: what a measured figure must reach, and whether it does."""

from dataclasses import dataclass
from typing import Final

WIDTH: Final = "|---{}|"


@dataclass(frozen=True, slots=True)
class Bar:
    """The least that a figure may be, or the most; `form` is how both are written."""

    value: float
    is_least: bool
    form: str = "{:g}"

    def beside(self, figure: float) -> str:
        """Write a figure, its bar, and whether it is met, as cells of a table."""
        is_met = figure >= self.value if self.is_least else figure <= self.value
        sign = "≥" if self.is_least else "≤"
        return f"{self.form.format(figure)} | {sign} {self.form.format(self.value)} | {'met' if is_met else 'missed'}"


def at_least(value: float, form: str = "{:g}") -> Bar:
    """Return the bar of a figure that must not be smaller."""
    return Bar(value, is_least=True, form=form)


def at_most(value: float, form: str = "{:g}") -> Bar:
    """Return the bar of a figure that must not be larger."""
    return Bar(value, is_least=False, form=form)


def without_bar(figure: float, form: str) -> str:
    """Write a figure that has no bar, as cells of a table like those of `Bar.beside`."""
    return f"{form.format(figure)} | - | "


def begin_table(first: str, *others: str) -> None:
    """Print the head of a table whose first column has words, and the others figures."""
    print(f"\n| {' | '.join((first, *others))} |\n{WIDTH.format('|---:' * len(others))}", flush=True)


def add_row(*cells: str) -> None:
    """Print a row of a table."""
    print(f"| {' | '.join(cells)} |", flush=True)
