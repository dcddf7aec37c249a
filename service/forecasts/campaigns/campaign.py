"""Campaigns: the fights of many cells, played in chunks by any number of workers, and counted once each.

A chunk is a fixed number of fights of one cell. Fight number i has the same seed in every cell, so that cells differ by
their request alone, and a chunk that is computed twice is the same both times. Chunks of a cell are counted in their
order: results that come early wait. What is counted, and when a cell is finished, therefore depends on the plan alone,
and neither on the number of workers nor on which of them was faster.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from service.forecasts.counting.intervals import wilson
from service.forecasts.counting.stopping import Stopped, widest_of
from service.forecasts.counting.tally import Kind, Tally

FIGHTS_OF_A_CHUNK: Final = 4_096
"""Fights of one figure in a chunk; more figures, fewer fights. A duel's chunk takes about a second."""

FEWEST_IN_A_CHUNK: Final = 16


def chunk_of(figures: int) -> int:
    """Return the number of fights in a chunk: a power of 2, by the number of figures alone."""
    fights = max(FIGHTS_OF_A_CHUNK // max(figures, 1), FEWEST_IN_A_CHUNK)
    return int(1 << (fights.bit_length() - 1))


@dataclass(frozen=True, slots=True)
class Plan:
    """What is settled before the first fight of a campaign.

    A cell is finished after `max_fights`, or at 1, 2, 4, 8 ... chunks if all chances of its outcomes are known to
    `half_width` at `level`. With `halving`, the better half of the cells by victories of that side goes on after each
    of these numbers of chunks, until one cell is left; only that one may be finished by its `half_width`.
    """

    cells: int
    chunk: int
    max_fights: int
    half_width: float | None
    level: float
    halving: str | None = None

    @property
    def chunks(self) -> int:
        """The most chunks of a cell."""
        return -(-self.max_fights // self.chunk)

    @property
    def most_fights(self) -> int:
        """The most fights that all cells can take, if each chance were one half, which is known last."""
        if self.halving is None:
            return self.cells * min(self.max_fights, self._known_after())
        fights, going, before, rung = 0, self.cells, 0, 1
        while going > 1 and rung < self.chunks:
            fights, before = fights + going * (rung - before), rung
            going, rung = (going + 1) // 2, 2 * rung
        last = min(self.max_fights, max(self._known_after(), before * self.chunk))
        return fights * self.chunk + going * (last - before * self.chunk)

    def _known_after(self) -> int:
        """Return after how many fights a chance of one half is known to `half_width`, at 1, 2, 4 ... chunks."""
        if self.half_width is None:
            return self.max_fights
        fights = self.chunk
        while fights < self.max_fights and wilson(fights / 2, fights, self.level).half_width > self.half_width:
            fights *= 2
        return fights


@dataclass(frozen=True, slots=True)
class Chunk:
    """Consecutive fights of one cell."""

    cell: int
    number: int
    first: int
    fights: int


@dataclass(slots=True)
class CellRun:
    """A cell under way: the chunks that are counted and their tally, those begun, and results that came early."""

    counted: int = 0
    tally: Tally = field(default_factory=Tally)
    stopped: Stopped | None = None
    begun: int = 0
    early: dict[int, Tally] = field(default_factory=dict)

    @property
    def is_finished(self) -> bool:
        """Whether no further fight counts."""
        return self.stopped is not None


class Run:
    """A campaign under way, or resumed from what was counted: which chunk is next, and what has been counted."""

    def __init__(self, plan: Plan, counted: Mapping[int, tuple[int, Tally, Stopped | None]] | None = None) -> None:
        """Begin with no fight, or with the counted chunks, the tally and the end of each cell that has some."""
        self.plan = plan
        self.cells = [CellRun() for _ in range(plan.cells)]
        for number, (chunks, tally, stopped) in (counted or {}).items():
            self.cells[number] = CellRun(chunks, tally, stopped, chunks)

    @property
    def is_done(self) -> bool:
        """Whether every cell is finished."""
        return not self._going()

    @property
    def fights(self) -> int:
        """Fights that are counted."""
        return sum([int(cell.tally.fights) for cell in self.cells])

    @property
    def share(self) -> float:
        """The share that is done, 0 to 1, if no cell that goes on ends before it has played all fights."""
        most = self.plan.max_fights
        done = [1.0 if cell.is_finished else float(cell.tally.fights) / most for cell in self.cells]
        return sum(done) / len(done)

    def next_chunk(self) -> Chunk | None:
        """Begin the next chunk: of the cells that may go on, the one with the fewest chunks begun; None: wait.

        With `halving`, no cell goes beyond the number of chunks after which the cells are compared.
        """
        limit = self._rung() if self.plan.halving is not None else self.plan.chunks
        open_cells = [(cell.begun, number) for number, cell in enumerate(self.cells) if cell.stopped is None]
        begun, number = min(open_cells, default=(limit, 0))
        if begun >= limit:
            return None
        self.cells[number].begun = begun + 1
        first = begun * self.plan.chunk
        return Chunk(number, begun, first, min(self.plan.chunk, self.plan.max_fights - first))

    def take(self, chunk: Chunk, tally: Tally) -> Sequence[int]:
        """Count a chunk's tally as soon as all chunks before it are counted; return the cells that changed.

        A chunk that is counted already, or comes after its cell is finished, changes nothing.
        """
        cell = self.cells[chunk.cell]
        if cell.is_finished or chunk.number < cell.counted:
            return ()
        cell.early[chunk.number] = tally
        before = cell.counted
        while cell.counted in cell.early:  # of a finished cell there are none
            cell.tally = cell.tally.merged(cell.early.pop(cell.counted))
            cell.counted += 1
            self._look(cell)
        if cell.counted == before:
            return ()
        dropped = [] if self.plan.halving is None else list(self._halved(self.plan.halving))
        return (*dict.fromkeys((chunk.cell, *dropped)),)

    def _look(self, cell: CellRun) -> None:
        """Finish a cell whose chances are known well enough, at 1, 2, 4 ... chunks, or that has played all fights."""
        plan = self.plan
        may_be_known = _is_rung(cell.counted) and (plan.halving is None or self._going() == [cell])
        if may_be_known and plan.half_width is not None and widest_of(cell.tally, plan.level) <= plan.half_width:
            self._finish(cell, Stopped.HALF_WIDTH)
        elif cell.counted == plan.chunks:
            self._finish(cell, Stopped.MAX_FIGHTS)

    def _finish(self, cell: CellRun, why: Stopped) -> None:
        cell.stopped = why
        cell.early.clear()

    def _going(self) -> list[CellRun]:
        return [cell for cell in self.cells if cell.stopped is None]

    def _rung(self) -> int:
        """Return after how many chunks the cells that go on are compared next: 1, 2, 4 ...; the last one plays all."""
        going = self._going()
        if len(going) < 2:
            return self.plan.chunks
        counted = min([cell.counted for cell in going])
        return min(1 << counted.bit_length(), self.plan.chunks)

    def _halved(self, side: str) -> Iterator[int]:
        """Drop the worse half of the cells once all that go on have as many chunks as are compared."""
        going = [number for number, cell in enumerate(self.cells) if cell.stopped is None]
        counts = {self.cells[number].counted for number in going}
        if len(going) < 2 or len(counts) > 1 or not _is_rung(counts.pop()):
            return
        ranked = sorted(going, key=lambda number: (-self._victories(number, side), number))
        for number in ranked[(len(going) + 1) // 2 :]:
            self._finish(self.cells[number], Stopped.DROPPED)
            yield number

    def _victories(self, number: int, side: str) -> int:
        return int(self.cells[number].tally.weight_of(Kind.WON, side))


def _is_rung(chunks: int) -> bool:
    return chunks > 0 and chunks & (chunks - 1) == 0
