"""The results of a campaign as text: one cell a line, as JSON, as CSV, or as a table for people."""

import csv
from collections.abc import Callable, Sequence
from enum import StrEnum
from io import StringIO
from typing import Final

from service.operations.forecasts.campaigns.answers import CampaignCell, SideLosses
from service.operations.forecasts.records import ForecastChance
from service.wire import to_json


class Format(StrEnum):
    """How results are written."""

    JSONL = "jsonl"
    CSV = "csv"
    TABLE = "table"


Axes = Sequence[str]
"""The headings of the axes, in the order of the labels of cells."""

ENDINGS: Final = ("draw", "undecided", "stalemate")


def formatted(how: Format, axes: Axes, cells: Sequence[CampaignCell]) -> str:
    """Write the results of a campaign, a line for each cell, below a line of headings unless they are JSON."""
    return WRITERS[how](axes, cells)


def _as_jsonl(axes: Axes, cells: Sequence[CampaignCell]) -> str:
    return "".join([to_json(cell).decode() + "\n" for cell in cells])


def _as_csv(axes: Axes, cells: Sequence[CampaignCell]) -> str:
    """Write the results for spreadsheets: each chance with both ends of its interval, as plain numbers."""
    sides = _sides(cells)
    chances = [
        f"{name}{end}" for name in (*[f"{side} wins" for side in sides], *ENDINGS) for end in ("", " low", " high")
    ]
    lost = [f"{side} lost{end}" for side in sides for end in ("", " low", " high")]
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(["cell", *axes, "fights", *chances, *lost, "mean rounds", "stopped"])
    for cell in cells:
        numbers = [number for each in _chances(cell, sides) for number in (each.decimal, each.low, each.high)]
        numbers += [number for each in _losses(cell, sides) for number in (each.mean, each.low, each.high)]
        known = [f"{number:.6f}" for number in numbers]
        rounds = "" if cell.mean_rounds is None else f"{cell.mean_rounds:.3f}"
        writer.writerow([cell.cell, *cell.labels, cell.fights, *known, rounds, cell.stopped or ""])
    return text.getvalue()


def _as_table(axes: Axes, cells: Sequence[CampaignCell]) -> str:
    """Write the results for people: chances in percent, and mean losses, with half of the width of their intervals."""
    sides = _sides(cells)
    names = [axis.rpartition("/")[2] for axis in axes]
    wins, lost = [f"{side} wins" for side in sides], [f"{side} lost" for side in sides]
    rows = [["cell", *names, "fights", *wins, *ENDINGS, *lost, "rounds"]]
    for cell in cells:
        rounds = "" if cell.mean_rounds is None else f"{cell.mean_rounds:.1f}"
        known = [_in_percent(each) for each in _chances(cell, sides)]
        known += [f"{each.mean:.2f} ±{(each.high - each.low) / 2:.2f}" for each in _losses(cell, sides)]
        rows.append([str(cell.cell), *cell.labels, f"{cell.fights:,}", *known, rounds])
    widths = [max([len(row[column]) for row in rows]) for column in range(len(rows[0]))]
    words = range(1, 1 + len(names))
    return "".join([_line(row, widths, words) for row in rows])


def _line(row: Sequence[str], widths: Sequence[int], words: range) -> str:
    """Write a row with its words to the left of their columns, and its numbers to the right."""
    cells = [
        text.ljust(width) if column in words else text.rjust(width)
        for column, (text, width) in enumerate(zip(row, widths, strict=True))
    ]
    return "  ".join(cells).rstrip() + "\n"


def _in_percent(chance: ForecastChance) -> str:
    return f"{100 * chance.decimal:.1f} ±{50 * (chance.high - chance.low):.1f} %"


def _sides(cells: Sequence[CampaignCell]) -> list[str]:
    return list(dict.fromkeys([each.side for cell in cells for each in cell.winner]))


def _chances(cell: CampaignCell, sides: Sequence[str]) -> list[ForecastChance]:
    """Return the chances of a cell in the order of the headings; a side that it has not cannot win."""
    own = {each.side: each.chance for each in cell.winner}
    never = ForecastChance(decimal=0.0, low=0.0, high=0.0, numerator=None, denominator=None)
    return [*[own.get(side, never) for side in sides], cell.draw, cell.undecided, cell.stalemate]


def _losses(cell: CampaignCell, sides: Sequence[str]) -> list[SideLosses]:
    """Return the losses of a cell in the order of the headings; a side that it has not loses nobody."""
    own = {each.side: each for each in cell.losses}
    return [own.get(side, SideLosses(side=side, members=0.0, mean=0.0, low=0.0, high=0.0)) for side in sides]


WRITERS: Final[dict[Format, Callable[[Axes, Sequence[CampaignCell]], str]]] = {
    Format.JSONL: _as_jsonl,
    Format.CSV: _as_csv,
    Format.TABLE: _as_table,
}
