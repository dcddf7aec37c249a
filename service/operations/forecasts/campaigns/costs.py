"""What a campaign costs: its CPU seconds at most, by how long some of its fights take."""

from dataclasses import dataclass
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


@dataclass(frozen=True, slots=True)
class CheckedCampaign:
    """A campaign that can be played: as it is stored, what its start answers, what it takes, and its listing."""

    operation: str
    ruleset: str
    spec: bytes
    cells: int
    fights: int
    chunk: int
    seconds: float
    listing: str | None


def checked_campaign(cells: CampaignCells, asked: NewCampaign, most_fights: int) -> CheckedCampaign:
    """Check all cells of a campaign, and give it its seed.

    Raises: UnknownOperation, UnfitRequest, CampaignTooLarge; the refusals of the rules, with the labels of the cell.
    """
    seeded = asked.as_stored()
    known = cells.sized(seeded, most_fights)
    chunk = cells.chunk(seeded)
    return CheckedCampaign(
        operation=seeded.operation,
        ruleset=known.bound.family.ruleset,
        spec=rewritten(seeded),
        cells=len(known.cells),
        fights=len(known.cells) * seeded.max_fights,
        chunk=chunk,
        seconds=seconds_of(cells.known(seeded, chunk)),
        listing=asked.listing,
    )


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
