"""Forecasts: what will come of a fight, worked out where that takes few paths, and counted in sampled fights elsewhere.

Which of both, and how many fights, depends on counts of states, paths and fights, so that the same request has the same
answer. Only `max_seconds` looks at a clock, and what it stopped says so.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from time import thread_time
from typing import Any, Final

from service.dice.generators import QUICK
from service.dice.silent import SilentDice, WordStream
from service.forecasts.collection_pauses import full_collections_paused
from service.forecasts.counting.stopping import Stopped, StopRule
from service.forecasts.counting.tally import Tally
from service.forecasts.deadlines import Deadline, OutOfTime
from service.forecasts.enumerated.enumeration import Enumerated, enumerate_fight
from service.forecasts.enumerated.states import Clock
from service.forecasts.reading import Forecast, Method, MethodKind
from service.forecasts.sampled import FightMemory, play_fights
from service.rules.kernel.fight import Fight

FIGHTS_BETWEEN_CLOCKS: Final = 16
SECONDS_BETWEEN_CLOCKS: Final = 0.05
"""Processor time that fights between two readings of the clock may take, if it is more than one fight."""
FIGHTS_BETWEEN_COUNTS: Final = 4
"""Fights between two counts of states, until there are many: remembering takes up to twice the time of playing."""
FEW_STATES: Final = 256
"""A fight is enumerated if the first look went through at most so many states."""
TRIED_PATHS: Final = 1_000
"""Paths that are run to find out whether a fight can be enumerated, if that was not asked for."""
NOTHING: Final = 1e-9
"""Chances are exact if what is unresolved is at most so much; explosions go on for ever, so it is not 0."""
USUAL_SEED: Final = f"{QUICK.name}:forecast"
"""The seed of a forecast that is made without a request."""


class Choice(StrEnum):
    """How a forecast is to be made."""

    AUTO = "auto"
    EXACT = "exact"
    SAMPLED = "sampled"


@dataclass(frozen=True, slots=True)
class Options:
    """How a forecast is to be made, and when it is good enough.

    Sampling stops when the intervals of all outcomes are at most `half_width` to each side, at `level`; or after
    `max_fights`, or `max_seconds` (None: never). Enumeration stops after `max_paths` or `max_seconds`.
    """

    method: Choice = Choice.AUTO
    half_width: float = 0.1
    level: float = 0.95
    max_fights: int = 10_000
    max_seconds: float | None = 2.0
    max_paths: int = 20_000
    seed: str = USUAL_SEED


class _Sampling:
    """Fights that are sampled from look to look."""

    def __init__(self, fight: Fight[Any], options: Options, clock: Callable[[], float]) -> None:
        """Play none yet."""
        self.fight = fight
        self.options = options
        self.deadline = Deadline(options.max_seconds, clock)
        self._played = self.deadline.within(fight)
        self.memory: FightMemory[Any] = FightMemory(self._played, clock=None)
        self.tally = Tally()
        self.looks = 0
        self.is_late = False
        self.rule = StopRule(options.half_width, options.level, options.max_fights)
        self._numbers = self.rule.looks()
        self._clock = clock
        self._began = clock()

    def look(self) -> None:
        """Play fights up to the next look, unless the time is up before.

        At least one is played, unless the service has to answer before it is over.
        """
        wanted, played = next(self._numbers), int(self.tally.fights)
        self.looks += 1
        while played < wanted and not self.is_late:
            end = played + min(self._stride(played), wanted - played)
            try:
                while played < end:
                    played += self._play(played, end)
            except OutOfTime:
                self.is_late = True
            self.is_late = self.is_late or self.deadline.is_past

    def _stride(self, played: int) -> int:
        """Return how many fights are played until the clock is read again: fewer, if they are slow."""
        spent = self._clock() - self._began
        quick = int(SECONDS_BETWEEN_CLOCKS * played / spent) if spent > 0 else FIGHTS_BETWEEN_CLOCKS
        return max(1, min(FIGHTS_BETWEEN_CLOCKS, played, quick))

    def _play(self, first: int, end: int) -> int:
        """Play fights from a number on, up to `end` or to the next count of states, and return how many."""
        count = end - first if self.has_many_states else min(FIGHTS_BETWEEN_COUNTS, end - first)
        more = play_fights(self._played, self.options.seed, first, count, self.memory)
        self.tally = self.tally.merged(more)
        if self.has_many_states:
            self.memory.clock = thread_time
        return count

    @property
    def has_many_states(self) -> bool:
        """Whether more states were seen than are enumerated without being asked for; then memory has to pay."""
        return self.memory.states > FEW_STATES

    @property
    def fighters(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The ids of the sides and of the figures: of those that fought, or, before the first fight is over, begin."""
        sides = tuple(dict.fromkeys([side for _, _, side, _ in self.tally.survivors]))
        if sides:
            return sides, tuple(dict.fromkeys([figure for figure, _ in self.tally.fates]))
        verdict = self.fight.verdict(self.fight.begin(SilentDice(WordStream(f"{self.options.seed}/0"))), 0)
        return tuple([each.side for each in verdict.sides]), tuple([each.id for each in verdict.figures])

    def time_left(self) -> Clock:
        """Return the clock for what is enumerated in the time that is left."""
        return Clock.until(self.deadline.end, self.deadline.now)

    def why_stop(self) -> Stopped | None:
        """Return why no more fights are needed, if so."""
        if self.rule.is_met(self.tally):
            return Stopped.HALF_WIDTH
        if self.tally.fights >= self.options.max_fights:
            return Stopped.MAX_FIGHTS
        return self.deadline.why if self.is_late else None


@full_collections_paused()
def forecast(fight: Fight[Any], options: Options = Options(), clock: Callable[[], float] = thread_time) -> Forecast:
    """Return what will come of a fight: enumerated, if that was asked for or is quick, else sampled.

    Fights are sampled in any case, so that there are some to watch. Enumeration that leaves so much unresolved that
    sampling is told more by it is dropped, unless it was asked for.

    Dice: fight i of a sample has those of the seed `seed`/i, and plays as `fight.play`.
    Raises: TooManyDice; ExplosionLimit; what the fight raises.
    """
    sampling = _Sampling(fight, options, clock)
    sampling.look()
    sides, figures = sampling.fighters
    enumerated = _enumerated(sampling)
    if enumerated is not None:
        method = _method_of(enumerated, sampling.deadline)
        return Forecast(enumerated.tally, method, sampling.tally, sides, figures, enumerated.known)
    sampling.memory.clock = thread_time
    stopped = sampling.why_stop()
    while stopped is None:
        sampling.look()
        stopped = sampling.why_stop()
    method = Method(
        MethodKind.SAMPLED,
        stopped,
        fights=int(sampling.tally.fights),
        seed=options.seed,
        level=options.level,
        looks=sampling.looks,
    )
    return Forecast(sampling.tally, method, sampling.tally, sides, figures)


def _enumerated(sampling: _Sampling) -> Enumerated | None:
    """Enumerate the fight if that was asked for; or if few states were seen, and it leaves little unresolved."""
    options = sampling.options
    if options.method is Choice.EXACT:
        return enumerate_fight(sampling.fight, options.max_paths, sampling.time_left())
    if options.method is Choice.SAMPLED or sampling.has_many_states:
        return None
    enumerated = enumerate_fight(sampling.fight, min(options.max_paths, TRIED_PATHS), sampling.time_left())
    return enumerated if enumerated.unresolved / 2 <= options.half_width else None


def _method_of(enumerated: Enumerated, deadline: Deadline) -> Method:
    is_exact = enumerated.unresolved + enumerated.error <= NOTHING
    return Method(
        MethodKind.EXACT if is_exact else MethodKind.BOUNDED,
        Stopped.COMPLETE if is_exact else deadline.why if enumerated.was_late else Stopped.MAX_PATHS,
        unresolved=enumerated.unresolved,
        error=enumerated.error,
        states=enumerated.states,
        paths=enumerated.paths,
    )
