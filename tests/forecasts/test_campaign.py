"""Campaigns count the chunks of a cell in their order, whoever plays them, however often, and in whatever order."""

from collections.abc import Sequence
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as some

from service.forecasts.campaigns.campaign import CellRun, Chunk, Plan, Run, chunk_of
from service.forecasts.counting.stopping import Stopped
from service.forecasts.counting.tally import Kind, Tally

COUNTED = tuple[int, object, Stopped | None]


def played(chunk: Chunk) -> Tally:
    """Return what the fights of a chunk came to: fight i of a cell is won as its number and the cell's say."""
    tally = Tally()
    for number in range(chunk.first, chunk.first + chunk.fights):
        winner = "red" if Random(number).random() < (chunk.cell + 1) / 12 else "blue"
        ending = (Kind.WON, winner, 3)
        tally = tally.merged(Tally(fights=1, endings={ending: 1}, firsts={ending: number}))
    return tally


def told(cells: Sequence[CellRun]) -> list[COUNTED]:
    """Return what a campaign says of its cells."""
    return [(cell.counted, cell.tally.to_data(), cell.stopped) for cell in cells]


def in_order(plan: Plan) -> list[COUNTED]:
    """Play a campaign chunk by chunk."""
    run = Run(plan)
    while (chunk := run.next_chunk()) is not None:
        run.take(chunk, played(chunk))
    assert run.is_done
    return told(run.cells)


PLANS = [
    Plan(cells=3, chunk=8, max_fights=50, half_width=None, level=0.95),
    Plan(cells=4, chunk=8, max_fights=400, half_width=0.12, level=0.9),
    Plan(cells=7, chunk=4, max_fights=60, half_width=None, level=0.95, halving="red"),
    Plan(cells=5, chunk=4, max_fights=200, half_width=0.1, level=0.95, halving="red"),
    Plan(cells=1, chunk=16, max_fights=1, half_width=None, level=0.95, halving="red"),
]


@pytest.mark.parametrize("plan", PLANS)
@given(seed=some.integers(0, 2**32), window=some.integers(1, 9))
def test_what_is_counted_depends_on_the_plan_alone(plan: Plan, seed: int, window: int) -> None:
    """Results may come in any order, be lost and played again, and come twice; a run may be resumed at any time."""
    chance, run, open_chunks = Random(seed), Run(plan), list[Chunk]()
    while not run.is_done:
        while len(open_chunks) < window and (chunk := run.next_chunk()) is not None:
            open_chunks.append(chunk)
        done = open_chunks.pop(chance.randrange(len(open_chunks)))
        event = chance.random()
        if event < 0.1:
            open_chunks.append(done)  # its worker died
            continue
        changed = run.take(done, played(done))
        assert all(number == done.cell or run.cells[number].stopped is Stopped.DROPPED for number in changed)
        if event < 0.2:
            assert not run.take(done, played(done)) or run.cells[done.cell].stopped is None
        if event > 0.95:  # the service died: what is not counted is lost
            saved = {
                number: (cell.counted, Tally.of_data(cell.tally.to_data()), cell.stopped)
                for number, cell in enumerate(run.cells)
            }
            run, open_chunks = Run(plan, saved), []
    assert told(run.cells) == in_order(plan)


def test_all_fights_of_a_plan_are_played_once_each() -> None:
    """The last chunk may be shorter."""
    cells = in_order(PLANS[0])
    assert [counted for counted, _, _ in cells] == [7, 7, 7]
    run = Run(PLANS[0])
    chunks = [run.next_chunk() for _ in range(21)]
    assert [(each.first, each.fights) for each in chunks if each is not None and each.cell == 2] == [
        *[(8 * number, 8) for number in range(6)],
        (48, 2),
    ]
    assert run.next_chunk() is None


def test_a_cell_that_is_known_well_enough_ends_at_a_power_of_two() -> None:
    """One that is nearly certain ends sooner than one that is even."""
    cells = in_order(Plan(cells=6, chunk=8, max_fights=4_000, half_width=0.08, level=0.95))
    counted = [chunks for chunks, _, _ in cells]
    assert all(stopped is Stopped.HALF_WIDTH for _, _, stopped in cells)
    assert all(chunks & (chunks - 1) == 0 for chunks in counted)
    assert counted[0] < counted[5]


def test_halving_keeps_the_cell_that_wins_most() -> None:
    """Half of the cells are dropped after 1, 2, 4 ... chunks; the last one plays all its fights."""
    cells = in_order(Plan(cells=8, chunk=64, max_fights=64 * 16, half_width=None, level=0.95, halving="red"))
    assert [stopped for _, _, stopped in cells].count(Stopped.DROPPED) == 7
    assert cells[7][2] is Stopped.MAX_FIGHTS
    assert sorted(chunks for chunks, _, _ in cells) == [1, 1, 1, 1, 2, 2, 4, 16]


def test_chunks_are_the_same_wherever_they_are_played() -> None:
    """Their size is a power of 2 that depends on the number of figures alone."""
    assert [chunk_of(figures) for figures in (1, 2, 3, 20, 200, 10_000)] == [4096, 2048, 1024, 128, 16, 16]
