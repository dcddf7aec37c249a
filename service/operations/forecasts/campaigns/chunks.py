"""Chunks of campaigns, as the processes of a cluster play them."""

from collections.abc import Mapping
from functools import lru_cache
from time import process_time
from typing import Any, Final

from service.dice.paths import MOST_BYTES
from service.errors import RulesetChanged
from service.forecasts.sampled import FightMemory, play_fights
from service.operations.forecasts.campaigns.checked import fight_of
from service.operations.procedure import BoundProcedure

REMEMBERED: Final = 4
"""How many fights a process remembers paths of: neighbouring chunks are of different cells."""


class ChunkPlayer:
    """Plays chunks in one process."""

    def __init__(self, bound_procedures: Mapping[str, BoundProcedure]) -> None:
        """Set the procedures."""
        self._bound = bound_procedures
        self._memory_of = lru_cache(maxsize=REMEMBERED)(self._begun)

    def play(
        self, ruleset: str, operation: str, request: bytes, seed: str, first: int, count: int
    ) -> tuple[dict[str, Any], float]:
        """Play `count` fights of a request from number `first` on; return their tally as JSON, and the CPU seconds.

        Raises: RulesetChanged, if this process has other rules than the campaign began with; what the fights raise.
        """
        began = process_time()
        here = self._bound[operation].family.ruleset
        if here != ruleset:
            raise RulesetChanged(f"The campaign is played by {ruleset}, and this process has {here}.")
        memory = self._memory_of(operation, request)
        tally = play_fights(memory.fight, seed, first, count, memory)
        return tally.to_data(), process_time() - began

    def _begun(self, operation: str, request: bytes) -> FightMemory[Any]:
        return FightMemory(fight_of(self._bound[operation], request), MOST_BYTES // REMEMBERED)
