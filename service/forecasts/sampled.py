"""Sampled fights: fight after fight is played with silent dice, and what comes of them is tallied.

Fight i of a run has the dice `SeededDice(f"{seed}/{i}")`, and ends as `resolve-skirmish` has it end with that seed,
whether its steps are remembered or not.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from time import thread_time
from typing import Any, Final, Generic, NamedTuple, TypeVar

from service.dice.remembered.paths import MOST_BYTES, PathMemory
from service.dice.remembered.steps import Place, Steps
from service.dice.silent import SilentDice, WordStream
from service.forecasts.collection_pauses import full_collections_paused
from service.forecasts.counting.tally import Measures, Tally, measures_of
from service.rules.kernel.fight import Fight, unchanged
from service.rules.kernel.verdict import SkirmishVerdict

S = TypeVar("S")

BATCH: Final = 8
"""How many fights are played in the same way at most before it is asked whether remembering them pays."""

BATCH_SECONDS: Final = 0.02
"""How long a batch takes at most by the rules, unless it is of one fight: fewer slow fights are played on trial."""

INVESTED: Final = 0.01
"""The share of all time that may be lost in remembering steps before it pays."""

LOOKED_AT: Final = 32
"""How many batches a full memory must save time in to be kept."""

MOST_LISTED: Final = 4096
"""How many fights are listed, round by round, before they are counted and tallied."""


class FightMemory(Generic[S]):
    """What is remembered of a fight's steps, as long as it helps, and of the kernels that they settle."""

    def __init__(
        self, fight: Fight[S], most_bytes: int = MOST_BYTES, clock: Callable[[], float] | None = thread_time
    ) -> None:
        """Remember nothing yet, and never more than so many bytes; with 0, all is played by the rules alone.

        The clock decides whether remembering pays, which changes no result; None: it always does.
        """
        self.fight = fight
        self.most_bytes = most_bytes
        self.clock = clock
        self._is_off = most_bytes == 0
        self._numbers = 0
        self._by_rules, self._by_rules_seconds = 0, 0.0
        self._spent, self._saved = 0.0, 0.0
        self._batches, self._saved_lately, self._was_full = 0, 0.0, False
        self._measures: dict[Measures, Measures] = {}
        self._forget()

    @property
    def kernels(self) -> PathMemory | None:
        """The memory of kernels, if there is one."""
        return self.paths if self.most_bytes else None

    @property
    def states(self) -> int:
        """How many states are remembered."""
        return len(self.steps.places)

    @property
    def share(self) -> float:
        """The share of dice that came from memory, in the fights whose steps were to be remembered."""
        return 1 - self.steps.rolled / self._numbers if self._numbers else 0.0

    def measures(self, state: S) -> Measures:
        """Return what is counted of a state for the race, the same object for equal numbers."""
        measures = measures_of(self.fight.fates(state))
        return self._measures.setdefault(measures, measures)

    def pays(self) -> bool:
        """Return whether the next fights are to be remembered: they save time, or it may be risked that they do not.

        Time is risked as long as no more than a small share of all of it was lost so far.
        """
        if self._is_off or self.clock is None:
            return not self._is_off
        return self._by_rules > 0 and self._saved + INVESTED * self._spent >= 0

    def batch(self) -> int:
        """Return how many fights are to be played in the same way next."""
        if not self._by_rules_seconds:
            return BATCH
        return max(1, min(BATCH, int(BATCH_SECONDS * self._by_rules / self._by_rules_seconds)))

    def count(self, fights: int, seconds: float, numbers: int | None) -> None:
        """Count fights, the time that they took, and how many numbers; None: they were played by the rules."""
        self._spent += seconds
        if numbers is None:
            self._by_rules += fights
            self._by_rules_seconds += seconds
            return
        self._numbers += numbers
        saved = self._by_rules_seconds / self._by_rules * fights - seconds if self._by_rules else 0.0
        self._saved += saved
        self._saved_lately += saved
        self._batches += 1
        if self._batches == LOOKED_AT:
            was_full, self._was_full = self._was_full, self.paths.is_full
            if was_full and self._saved_lately < 0:
                self._is_off = True
                self._forget()
            self._batches, self._saved_lately = 0, 0.0

    def _forget(self) -> None:
        fight = self.fight
        self.paths = PathMemory(self.most_bytes)
        self.steps = Steps(
            fight.begin,
            fight.advance,
            fight.end,
            fight.is_over,
            fight.is_between_rounds,
            fight.key,
            self.paths,
        )


class Ended(NamedTuple):
    """Where a fight ended, after how many rounds, and after which one nothing changed any more, if it went on so."""

    place: Place[Any]
    rounds: int
    settled: int | None


class Counts(Generic[S]):
    """Where fights were after each round, and where they ended; all are counted, and verdicts asked for, in the end.

    Places are listed by round, since a list takes one more in a fraction of the time that counting it would take.
    """

    def __init__(self, memory: FightMemory[S], tally: Tally) -> None:
        """Count nothing yet; all that is counted is added to the tally in the end."""
        self._memory = memory
        self._tally = tally
        self._going: list[list[Place[S]]] = []
        self._ended: dict[Ended, int] = {}
        self._firsts: dict[Ended, int] = {}

    def play(self, stream: WordStream, number: int) -> None:
        """Play fight `number` from place to place, and list where it was after each round.

        Where it leaves what is remembered, and there is no room for more, it goes on by the rules.
        """
        fight, steps = self._memory.fight, self._memory.steps
        most, settled = fight.most_rounds, None
        halts: list[Place[S]] = []
        place = steps.first(stream, halts, most)
        while len(halts) < most and not place.is_over:
            if not place.is_kept:
                self._list(halts)
                taken = stream.at
                _play_on(fight, place.state, len(halts), SilentDice(stream, self._memory.kernels), number, self._tally)
                steps.rolled += stream.at - taken
                return
            halts.append(place)
            before, taken = place, stream.at
            place = steps.next(place, stream, halts, most)
            if stream.at == taken and place.key == before.key:
                settled = len(halts)
                break
        self._list(halts)
        if fight.end is not unchanged:
            place = steps.last(place, stream)
        ended = Ended(place, len(halts) if settled is None else most, settled)
        many = self._ended.get(ended, 0)
        self._ended[ended] = many + 1
        if not many:
            self._firsts[ended] = number

    def _list(self, halts: list[Place[S]]) -> None:
        """List where a fight was after each round."""
        going = self._going
        while len(going) < len(halts):
            going.append([])
        for place, places in zip(halts, going, strict=False):
            places.append(place)

    def is_much(self) -> bool:
        """Whether so much was listed that it should be tallied."""
        return bool(self._going) and len(self._going[0]) > MOST_LISTED

    def add_up(self) -> None:
        """Add all that was counted to the tally, and begin anew."""
        tally, memory = self._tally, self._memory
        for rounds, places in enumerate(self._going):
            for place, many in Counter(places).items():
                if place.read is None:
                    place.read = memory.measures(place.state)
                tally.go_on(rounds, place.read, many)
        verdicts: dict[Place[S], SkirmishVerdict] = {}
        for ended, many in self._ended.items():
            verdict = self._verdict(verdicts, ended.place, ended.rounds)
            tally.add(verdict, many, self._firsts[ended], ended.settled)
        self._going, self._ended, self._firsts = [], {}, {}

    def _verdict(self, verdicts: dict[Place[S], SkirmishVerdict], place: Place[S], rounds: int) -> SkirmishVerdict:
        """Return the verdict on a place, which is the same after any number of rounds but for that number."""
        verdict = verdicts.get(place)
        if verdict is None:
            verdict = verdicts[place] = self._memory.fight.verdict(place.state, rounds)
        return replace(verdict, rounds=rounds)


@full_collections_paused()
def play_fights(
    fight: Fight[S],
    seed: str,
    first: int,
    count: int,
    memory: FightMemory[S] | None = None,
    is_enough: Callable[[], bool] | None = None,
) -> Tally:
    """Play `count` fights of a run, from number `first` on, and tally them.

    `memory` is what is remembered of the same fight; None: nothing yet. It changes how fast they are played, and
    nothing else. `is_enough` is asked after each batch whether to leave out the rest; the tally has the number played.

    Dice: those of `fight.play`, from the seed and each fight's number.
    Raises: TooManyDice; ExplosionLimit; what the fight raises.
    """
    memory = memory or FightMemory(fight)
    tally, begin, end = Tally(), first, first + count
    counts = Counts(memory, tally)
    while begin < end and not (begin > first and is_enough is not None and is_enough()):
        batch = range(begin, min(begin + memory.batch(), end))
        begin = batch.stop
        streams = [(number, WordStream(f"{seed}/{number}")) for number in batch]
        began = memory.clock() if memory.clock else 0.0
        remembered = memory.pays()
        for number, stream in streams:
            if remembered:
                counts.play(stream, number)
            else:
                dice = SilentDice(stream, memory.kernels)
                _play_on(fight, fight.begin(dice), 0, dice, number, tally)
        numbers = sum([stream.at for _, stream in streams]) if remembered else None
        memory.count(len(streams), memory.clock() - began if memory.clock else 0.0, numbers)
        if counts.is_much():
            counts.add_up()
    counts.add_up()
    return tally


def _play_on(fight: Fight[S], state: S, rounds: int, dice: SilentDice, number: int, tally: Tally) -> None:
    """Play fight `number` on from a state after so many rounds, by the rules alone, and tally what follows."""
    settled = None
    while rounds < fight.most_rounds and not fight.is_over(state):
        tally.go_on(rounds, measures_of(fight.fates(state)))
        before, taken = state, dice.stream.at
        state = fight.round_from(state, dice)
        rounds += 1
        if dice.stream.at == taken and fight.key(state) == fight.key(before):
            settled = rounds
            break
    state = fight.end(state, dice)
    tally.add(fight.verdict(state, rounds if settled is None else fight.most_rounds), 1, number, settled)
