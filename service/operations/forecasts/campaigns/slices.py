"""Slices of campaigns, as the processes of an executor play them."""

from collections.abc import Mapping
from functools import lru_cache
from time import process_time
from typing import Any, Final

import structlog

from service.dice.remembered.paths import MOST_BYTES
from service.errors import UmpireError
from service.forecasts.campaigns.player import SLICE_SECONDS, PlayedSlice
from service.forecasts.sampled import FightMemory, play_fights
from service.operations.forecasts.campaigns.checked import fight_of
from service.operations.procedure import BoundProcedure

log = structlog.get_logger("umpire.campaigns")

FAILED: Final = "The service failed; the failure has been noted."
REMEMBERED: Final = 4
"""How many fights a process remembers paths of: neighbouring chunks are of different cells."""


class SlicePlayer:
    """Plays slices in one process."""

    def __init__(self, bound_procedures: Mapping[str, BoundProcedure], seconds: float = SLICE_SECONDS) -> None:
        """Set the procedures, and after how many CPU seconds the rest of a slice is left out."""
        self._seconds = seconds
        self._bound = bound_procedures
        self._memory_of = lru_cache(maxsize=REMEMBERED)(self._begun)

    def play(self, ruleset: str, operation: str, request: bytes, seed: str, first: int, count: int) -> PlayedSlice:
        """Play up to `count` fights of a request from number `first` on, and at least one batch of them.

        What the fights raise, and that this process has other rules than the campaign began with, is told as a failure.
        """
        began = process_time()
        here = self._bound[operation].family.ruleset
        if here != ruleset:
            return PlayedSlice({}, 0.0, f"The campaign is played by {ruleset}, and this process has {here}.")
        try:
            memory = self._memory_of(operation, request)
            tally = play_fights(
                memory.fight, seed, first, count, memory, lambda: process_time() - began >= self._seconds
            )
        except UmpireError as refusal:
            return PlayedSlice({}, process_time() - began, refusal.detail)
        except Exception:  # it fails the campaign, and not this process
            log.exception("fights failed", operation=operation, first=first)
            return PlayedSlice({}, process_time() - began, FAILED)
        return PlayedSlice(tally.to_data(), process_time() - began)

    def _begun(self, operation: str, request: bytes) -> FightMemory[Any]:
        return FightMemory(fight_of(self._bound[operation], request), MOST_BYTES // REMEMBERED)
