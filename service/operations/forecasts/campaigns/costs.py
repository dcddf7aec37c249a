"""What a campaign costs: its CPU seconds at most, by how long some of its fights take."""

from time import process_time
from typing import Final

from service.forecasts.sampled import FightMemory, play_fights
from service.operations.forecasts.campaigns.checked import CampaignCells, KnownCells, fight_of
from service.operations.forecasts.campaigns.requests import NewCampaign
from service.operations.validation import rewritten

TRIED_SECONDS: Final = 0.1
"""CPU seconds for which fights of a cell are tried; a fight that takes longer is the only one."""

TRIED_CELLS: Final = 3
"""How many cells are tried: the first, the last, and one between them."""


def seconds_of(known: KnownCells) -> float:
    """Return the CPU seconds that a campaign takes at most, about: the fights of its plan, as slow as those tried."""
    last = len(known.cells) - 1
    tried = sorted({last * number // (TRIED_CELLS - 1) for number in range(TRIED_CELLS)})
    return known.plan.most_fights * sum([_seconds_of_a_fight(known, cell) for cell in tried]) / len(tried)


def sized(cells: CampaignCells, asked: NewCampaign) -> tuple[int, float]:
    """Check all cells of a campaign; return the fights of a chunk, and the CPU seconds that it takes at most.

    Raises: UnfitRequest; the refusals of the rules, with the labels of the cell.
    """
    chunk = cells.chunk(asked)
    return chunk, seconds_of(cells.known(asked, chunk))


def _seconds_of_a_fight(known: KnownCells, cell: int) -> float:
    """Play 1, 2, 4 ... fights of a cell, and return how long one of the last took: the first ones are slower."""
    memory = FightMemory(fight_of(known.bound, rewritten(known.request(cell))))
    first, count, began = 0, 1, process_time()
    while True:
        before = process_time()
        play_fights(memory.fight, known.asked.run_seed, first, count, memory)
        now = process_time()
        if now - began >= TRIED_SECONDS or first + count >= known.asked.max_fights:
            return (now - before) / count
        first, count = first + count, 2 * count
