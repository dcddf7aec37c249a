"""The picture of a campaign: a heat map of the chance that one side wins, or of its mean losses, cell by cell."""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Final

from service.forecasts.campaigns.sweep import Combination, Sweep
from service.forecasts.problems import PartsDisagree
from service.operations.forecasts.campaigns.answers import CampaignCell
from service.operations.forecasts.charts.chart import Averaged, Bounded
from service.operations.forecasts.charts.heat_map import Shown, heat_map

ALONE: Final = "all fights"
"""The name of the only row or column where nothing differs from row to row, or from column to column."""


class Drawn(StrEnum):
    """What a picture of a campaign shows of a side: how often it wins, or how many members it loses."""

    WINS = "wins"
    LOSSES = "losses"


def drawn(operation: str, results: Sequence[CampaignCell], sweep: Sweep, side: str | None, what: Drawn) -> str:
    """Draw the results of a campaign as an SVG file; without a side, those of the first one by id.

    The values of the last axis stand side by side, those of all others below each other; axes that are zipped make one
    column.
    Raises: PartsDisagree, if no side of this id has fought.
    """
    sides = sorted({each.side for cell in results for each in cell.winner})
    if side is not None and sides and side not in sides:
        raise PartsDisagree(
            f"No side {side!r} fights in this campaign; its sides are {', '.join(sides)}.", pointer="/side"
        )
    whose = side or (sides[0] if sides else "nobody")
    told = _chances(results, whose) if what is Drawn.WINS else _losses(results, whose)
    has_columns = sweep.combination is Combination.PRODUCT and len(sweep.axes) > 1
    above, across = (sweep.axes[:-1], sweep.axes[-1]) if has_columns else (sweep.axes, None)
    columns = [across.label(number) for number in range(len(across.values))] if across is not None else [ALONE]
    rows, grid = [], []
    cells = list(sweep.cells())
    for first in range(0, len(cells), len(columns)):
        labels = sweep.labels(cells[first])[: len(above)]
        rows.append(", ".join(labels) or ALONE)
        grid.append([told.get(first + at) for at in range(len(columns))])
    names = ", ".join([axis.name for axis in above]), "" if across is None else across.name
    if what is Drawn.WINS:
        return heat_map(f"{operation}: who wins", Shown("Chance that", f"{whose} wins"), rows, columns, grid, names)
    shown = Shown("Members lost on average by", whose, ("0", f"{_most_of(results, whose):g}"))
    return heat_map(f"{operation}: what it costs", shown, rows, columns, grid, names)


def _chances(results: Sequence[CampaignCell], side: str) -> Mapping[int, Bounded]:
    """Return the chance that a side wins, by the numbers of the cells that have fights."""
    return {cell.cell: _chance(cell, side) for cell in results}


def _chance(cell: CampaignCell, side: str) -> Bounded:
    chances: Sequence[Bounded] = [Bounded.of(each.chance) for each in cell.winner if each.side == side]
    return chances[0] if chances else Bounded(0.0, 0.0, cell.undecided.high)


def _losses(results: Sequence[CampaignCell], side: str) -> Mapping[int, Bounded]:
    """Return what a side loses, by the numbers of the cells in which it fights; the whole side is 1."""
    most = _most_of(results, side)
    return {
        cell.cell: Averaged(each.mean / most, each.low / most, each.high / most, most)
        for cell in results
        for each in cell.losses
        if each.side == side
    }


def _most_of(results: Sequence[CampaignCell], side: str) -> float:
    """Return how many members a side has at most, or loses; 1 for a side without any."""
    own = [each for cell in results for each in cell.losses if each.side == side]
    return max([1.0, *[each.members for each in own], *[each.high for each in own]])
