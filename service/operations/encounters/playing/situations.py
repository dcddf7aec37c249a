"""Situations of encounters: whose turn it is in a stored state, as the referee sees it and as viewers see it."""

from dataclasses import dataclass
from typing import Any, Final

from pydantic import ValidationError

from service.encounters.encounter import Encounter
from service.encounters.reveal import Reveal
from service.encounters.told_situations import BothSituations
from service.errors import UmpireError
from service.operations.encounters.move_index import MoveIndex, read
from service.operations.work.estimates import POOL_ERRORS, WorkerPool
from service.operations.work.large_bodies import build
from service.rules.kernel.family import Play
from service.rules.kernel.verdict import Situation

LARGE_STATE: Final = 32 * 1024
"""The most bytes of a state that is validated on the event loop: some milliseconds."""
HIDING: Final = b'"hidden":true'
"""What is in the JSON of a state that has hidden figures."""


@dataclass(frozen=True, slots=True)
class Situations:
    """Works out situations of stored states: those of large ones in a worker process, if there is a pool."""

    moves: MoveIndex
    pool: WorkerPool | None = None

    async def of(self, encounter: Encounter, state: bytes, shown: Reveal | None = None) -> Situation | None:
        """Return the situation in a state of an encounter, None where there is none or no worker takes the work.

        `shown` is the reveal policy for viewers, None for the referee.
        """
        both = await self.both(encounter, state)
        return None if both is None else both.shown(shown)

    async def both(self, encounter: Encounter, state: bytes) -> BothSituations | None:
        """Return the situation in a state of an encounter and that of viewers; None as `of` does."""
        if self.moves.ruleset_of(encounter.family) != encounter.ruleset:
            return None
        try:
            return await self.required(encounter, state)
        except POOL_ERRORS:
            return None

    async def required(self, encounter: Encounter, state: bytes) -> BothSituations | None:
        """Return the situations in a state of an encounter that is played; None if the state does not fit any more.

        Raises: the errors of worker processes.
        """
        asked = encounter.family, encounter.rulings, state
        if len(state) > LARGE_STATE and self.pool is not None and self.pool.is_open:
            found: BothSituations | None = await self.pool.run("encounters/situation", "situation", *asked)
            return found
        await build(*self.moves.begun(encounter.family).values())
        return self.here(*asked)

    def here(self, family: str, ruled: bytes, state: bytes) -> BothSituations | None:
        """Return the situations in a state, worked out in this process; None if the state does not fit any more."""
        play = self.moves.plays[family]
        try:
            rulings, now = read(self.moves.families[family].rulings, ruled), read(play.state, state)
            return situations_in(play, now, rulings, state)
        except (UmpireError, ValidationError):
            return None


def situations_in(play: Play, state: Any, rulings: Any, written: bytes) -> BothSituations:
    """Return the situation in a state, and the one in what viewers see of it; `written` is the state as JSON."""
    whole = play.situation(state, rulings, None)
    seen = play.situation(play.seen(state), rulings, whole.ending) if HIDING in written else whole
    return BothSituations(whole, seen)
