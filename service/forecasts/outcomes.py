"""Winners of sampled fights in their order, so that fights of several requests with the same dice can be paired."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from service.dice.silent import SilentDice, WordStream
from service.forecasts.collection_pauses import full_collections_paused
from service.forecasts.deadlines import Deadline, OutOfTime
from service.forecasts.sampled import FightMemory
from service.rules.kernel.fight import Fight, unchanged
from service.rules.kernel.verdict import SkirmishVerdict

AT_ONCE: Final = 8
"""How many fights of one request are played at most before those of the next, and before the clock is read."""


class Outcomes:
    """The winners of the fights of a run; fight i has the dice of the seed `seed`/i, and ends as it does elsewhere."""

    def __init__(self, fight: Fight[Any], seed: str) -> None:
        """Play nothing yet."""
        self.fight = fight
        self.seed = seed
        self.winners: list[str | None] = []
        self._memory: FightMemory[Any] = FightMemory(fight)

    @property
    def sides(self) -> tuple[str, ...]:
        """The ids of the sides, in the order of the request."""
        fight = self.fight
        return tuple([each.side for each in fight.verdict(fight.begin(SilentDice(WordStream(self.seed))), 0).sides])

    def play(self, count: int) -> None:
        """Play so many more fights.

        Dice: those of `Fight.play`, from the seed and each fight's number.
        Raises: TooManyDice; ExplosionLimit; what the fight raises.
        """
        memory, played = self._memory, len(self.winners)
        streams = [WordStream(f"{self.seed}/{number}") for number in range(played, played + count)]
        began = memory.clock() if memory.clock else 0.0
        remembered = memory.pays()
        play = self._by_memory if remembered else self._by_rules
        self.winners += [play(stream).winner for stream in streams]
        numbers = sum([stream.at for stream in streams]) if remembered else None
        memory.count(count, memory.clock() - began if memory.clock else 0.0, numbers)

    def wins(self, side: str, among: int) -> int:
        """Return how many of the first so many fights a side has won."""
        return self.winners[:among].count(side)

    def _by_memory(self, stream: WordStream) -> SkirmishVerdict:
        """Walk the steps that are remembered; a round in which nothing is rolled or changed repeats itself for ever."""
        fight, steps = self.fight, self._memory.steps
        place, rounds = steps.first(stream), 0
        while rounds < fight.most_rounds and not place.is_over:
            if not place.is_kept:
                return fight.verdict(*fight.play_on(place.state, rounds, SilentDice(stream, self._memory.kernels)))
            before, taken = place, stream.at
            place = steps.next(place, stream)
            rounds += 1
            if stream.at == taken and place.key == before.key:
                rounds = fight.most_rounds
        if fight.end is not unchanged:
            place = steps.last(place, stream)
        return fight.verdict(place.state, rounds)

    def _by_rules(self, stream: WordStream) -> SkirmishVerdict:
        state, rounds = self.fight.play(SilentDice(stream, self._memory.kernels))
        return self.fight.verdict(state, rounds)


def blocks_of(fights: int) -> Iterator[int]:
    """Yield the sizes of the blocks in which so many fights are played: one fight, then as many as were played."""
    played = 0
    while played < fights:
        size = min(AT_ONCE, fights - played, max(played, 1))
        yield size
        played += size


@full_collections_paused()
def play_together(all_outcomes: Sequence[Outcomes], fights: int, deadline: Deadline) -> int:
    """Play the same fights of several requests, block by block, and return how many all of them have played.

    The first request is played first. If the time is up in the middle of a block, some have played more. At least one
    block of the first is played, unless the service has to answer before.

    Dice: those of `Outcomes.play`.
    Raises: what `Outcomes.play` raises.
    """
    done = 0
    for size in blocks_of(fights):
        for number, each in enumerate(all_outcomes):
            if deadline.is_past and (done or number):
                return done
            try:
                each.play(size)
            except OutOfTime:
                return done
        done += size
    return done
