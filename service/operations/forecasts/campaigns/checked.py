"""The check of a campaign before anything is played, and its cells as requests."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from service.dice.silent import SilentDice, WordStream
from service.errors import DoesNotFit, UmpireError, UnfitRequest, UnknownOperation
from service.errors.spelling import meant
from service.forecasts.campaigns.campaign import CellRun, Chunk, Plan, chunk_of
from service.forecasts.campaigns.sweep import Cell, Sweep, sweep_of
from service.forecasts.problems import CampaignTooLarge, PartsDisagree, UnknownCell
from service.operations.forecasts.campaigns.answers import CampaignCell, cell_of
from service.operations.forecasts.campaigns.requests import NewCampaign
from service.operations.forecasts.declared import fight_in
from service.operations.procedure import BoundProcedure
from service.operations.validation import rewritten, validated
from service.rules.kernel.fight import Fight
from service.wire import Frozen

PARTS: Final = ("input", "rulings")
"""What the fights of a campaign take of a request."""
AXES: Final = "/axes/"
"""How pointers to the values of axes begin."""


@dataclass(frozen=True, slots=True)
class KnownCells:
    """A campaign whose cells have been checked; `chunk` is the number of fights of a chunk."""

    asked: NewCampaign
    bound: BoundProcedure
    sweep: Sweep
    cells: tuple[Cell, ...]
    shared: bytes
    chunk: int

    @property
    def plan(self) -> Plan:
        """What is settled before the first fight."""
        asked = self.asked
        halving = None if asked.halving is None else asked.halving.side
        return Plan(len(self.cells), self.chunk, asked.max_fights, asked.half_width, asked.level, halving)

    def request(self, cell: int) -> Any:
        """Return the request of a cell, without dice."""
        return self.sweep.request(self.shared, self.cells[cell])

    def fight(self, cell: int, number: int) -> dict[str, Any]:
        """Return the request that shows fight `number` of a cell in full.

        Raises: UnknownCell.
        """
        if cell >= len(self.cells):
            raise UnknownCell(f"There is no cell {cell}; the cells are 0 to {len(self.cells) - 1}.", pointer="/cell")
        if number >= self.asked.max_fights:
            message = f"There is no fight {number:,}; the fights of a cell are 0 to {self.asked.max_fights - 1:,}."
            raise UnknownCell(message, pointer="/n")
        return {**self.request(cell), "dice": {"kind": "seeded", "seed": f"{self.asked.run_seed}/{number}"}}

    def arguments(self, chunk: Chunk) -> tuple[Any, ...]:
        """Return what a process is called with to play a chunk."""
        request = rewritten(self.request(chunk.cell))
        return (
            self.bound.family.ruleset,
            self.asked.operation,
            request,
            self.asked.run_seed,
            chunk.first,
            chunk.fights,
        )

    def sides(self) -> tuple[str, ...]:
        """Return the ids of the sides that fight in the first cell."""
        fight = fight_of(self.bound, rewritten(self.request(0)))
        verdict = fight.verdict(fight.begin(SilentDice(WordStream(f"{self.asked.run_seed}/0"))), 0)
        return tuple([each.side for each in verdict.sides])

    def result(self, number: int, counted: CellRun) -> CampaignCell:
        """Return what the counted fights of a cell came to."""
        return cell_of(number, self.sweep.labels(self.cells[number]), counted, self.asked.level)

    def named(self, cell: int) -> str:
        """Return a cell's number and the names of its values: `cell 3 (sword, 4)`."""
        labels = ", ".join(self.sweep.labels(self.cells[cell]))
        return f"cell {cell} ({labels})" if labels else f"cell {cell}"


class CampaignCells:
    """Checks campaigns with the procedures of all families."""

    def __init__(self, bound_procedures: Mapping[str, BoundProcedure]) -> None:
        """Set the procedures; those that are fights can be played."""
        self._bound = {name: each for name, each in bound_procedures.items() if each.procedure.fight is not None}

    @staticmethod
    def sweep(asked: NewCampaign) -> Sweep:
        """Return the axes of a campaign.

        Raises: UnfitRequest.
        """
        return sweep_of(asked.axes, asked.combine)

    @property
    def operations(self) -> tuple[str, ...]:
        """The names of the skirmishes that can be played."""
        return tuple(self._bound)

    @property
    def requests(self) -> Mapping[str, Mapping[str, type[Frozen]]]:
        """The models of the skirmishes that can be played, by operation."""
        return {name: {"request": each.request} for name, each in self._bound.items()}

    def sized(self, asked: NewCampaign, most_fights: int) -> KnownCells:
        """Return the cells of a campaign whose axes fit together and that is not too large; no request is checked.

        Raises: UnknownOperation, UnfitRequest, CampaignTooLarge.
        """
        known = self.known(asked, 1)
        fights = len(known.cells) * asked.max_fights
        if fights > most_fights:
            message = (
                f"{len(known.cells):,} cells of {asked.max_fights:,} fights are {fights:,} fights; this service plays "
                f"at most {most_fights:,} in a campaign. Ask for fewer cells or fights."
            )
            raise CampaignTooLarge(message, pointer="/max_fights")
        return known

    def chunk(self, asked: NewCampaign) -> int:
        """Check the request of every cell, and return the fights of a chunk, by the largest number of figures.

        Raises: UnknownOperation, UnfitRequest; the refusals of the rules, with the labels of the cell.
        """
        known = self.known(asked, 1)
        figures = 1
        for cell in known.cells:
            try:
                request = rewritten(known.request(cell.number))
                fight = fight_of(known.bound, request)
                verdict = fight.verdict(fight.begin(SilentDice(WordStream(f"{asked.run_seed}/0"))), 0)
            except PartsDisagree:
                _require_fit(known.bound, known.shared)
                raise
            except UmpireError as error:
                raise _of_cell(error, known, cell) from None
            figures = max(figures, len(verdict.figures))
            sides = [each.side for each in verdict.sides]
            if asked.halving is not None and asked.halving.side not in sides:
                hint = meant(asked.halving.side, sides)
                message = f"{known.named(cell.number).capitalize()} has no side {asked.halving.side!r}.{hint}"
                raise PartsDisagree(message, pointer="/halving/side")
        return chunk_of(figures)

    def known(self, asked: NewCampaign, chunk: int) -> KnownCells:
        """Return the cells of a campaign whose requests have been checked, or will be.

        Raises: UnknownOperation, UnfitRequest.
        """
        bound = self._bound.get(asked.operation)
        if bound is None:
            hint = meant(asked.operation, self.operations) or f" There are {', '.join(self.operations)}."
            raise UnknownOperation(f"{asked.operation!r} is no skirmish.{hint}", pointer="/operation")
        shared = rewritten({name: asked.request[name] for name in PARTS if name in asked.request})
        try:
            sweep = self.sweep(asked)
        except PartsDisagree:
            _require_fit(bound, shared)
            raise
        return KnownCells(asked, bound, sweep, tuple(sweep.cells()), shared, chunk)


def fight_of(bound: BoundProcedure, request: bytes) -> Fight[Any]:
    """Return the steps of the fight of a request.

    Raises: DoesNotFit; the refusals of the rules; WorkTooLarge.
    """
    return fight_in(bound, validated(bound.request, request))


def _require_fit(bound: BoundProcedure, shared: bytes) -> None:
    """Refuse a request that does not have the form of its operation, whatever its axes are.

    Raises: UnfitRequest.
    """
    try:
        validated(bound.request, shared)
    except DoesNotFit as misfit:
        below = misfit.below("/request")
        raise UnfitRequest(below.detail, faults=below.faults) from None


def _of_cell(error: UmpireError, known: KnownCells, cell: Cell) -> UmpireError:
    """Return an error with its pointers into the campaign's request, and with the cell in its text."""
    placed = error.pointing(lambda pointer: known.sweep.shared_pointer(pointer, cell))
    detail = f"{known.named(cell.number).capitalize()}: {placed.detail}" if known.sweep.axes else placed.detail
    if isinstance(placed, DoesNotFit):
        of_axes = all(each.pointer.startswith(AXES) for each in placed.faults)
        return (PartsDisagree if of_axes else UnfitRequest)(detail, faults=placed.faults)
    placed.detail = detail
    return placed
