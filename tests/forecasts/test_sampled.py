"""Sampled fights end as resolve-skirmish has them end with the same seeds, remembered or not, in any chunks."""

from collections.abc import Iterator
from functools import cache, reduce
from itertools import count, pairwise
from typing import Any

import pytest

from service.dice.generators import GENERATORS
from service.dice.model import D6, Dice, DicePool
from service.dice.seeded import SeededDice
from service.dice.silent import SilentDice, WordStream
from service.forecasts.counting.tally import Kind, Tally
from service.forecasts.sampled import BATCH, LOOKED_AT, FightMemory, play_fights
from service.rules.kernel.fight import Fight
from service.rules.kernel.verdict import SkirmishVerdict
from tests.dice.rules_to_roll import STRIKE
from tests.forecasts.fights import FIGHTING, Case, brief_fight_of
from tests.rings import thinned

SEED = "sha512ctr1:forecast"
FIGHTS = {1: 200, 2: 60, 10: 8}
"""How many seeds are tried of each size; large fights are slow, and their steps are those of the others."""
SLOW = {("tactical", 2): 30, ("tactical", 10): 2}

CASES = [
    pytest.param(family, size, SLOW.get((family, size), fights), id=f"{family}-{size}")
    for family in FIGHTING
    for size, fights in FIGHTS.items()
]


Rolled = tuple[SkirmishVerdict, int]
"""The verdict on a fight, and how many numbers its dice took."""


@cache
def rolled(family: str, size: int, seed: str) -> Rolled:
    """Roll a fight as resolve-skirmish does; several tests ask for the same ones."""
    dice = SeededDice(seed)
    return brief_fight_of(family, size).resolve(dice).verdict, dice.stream.count


@cache
def played(family: str, fights: int) -> Tally:
    """Play duels from the first on: the first batch by the rules, the others remembered, as if both took equal time."""
    fight = brief_fight_of(family, 1).fight
    return play_fights(fight, SEED, 0, fights, FightMemory(fight, 2**30, count().__next__))


def always(case: Case, most_bytes: int = 2**30) -> FightMemory[Any]:
    """Return a memory that is never given up."""
    return FightMemory(case.fight, most_bytes, None)


def walked(memory: FightMemory[Any], seed: str) -> Rolled:
    """Walk one fight along remembered paths."""
    fight, steps, stream = memory.fight, memory.steps, WordStream(seed)
    place, rounds = steps.first(stream), 0
    while rounds < fight.most_rounds and not place.is_over:
        place = steps.next(place, stream)
        rounds += 1
    return fight.verdict(steps.last(place, stream).state, rounds), stream.at


@pytest.mark.parametrize("name", thinned(GENERATORS, 4))
@pytest.mark.parametrize(("family", "size", "fights"), CASES)
def test_walked_fights_end_as_the_procedure_has_them_end(family: str, size: int, fights: int, name: str) -> None:
    """With the same seed, a fight that is walked, or played silently, has the verdict and takes the dice of rolling."""
    case = brief_fight_of(family, size)
    memory = always(case)
    seeds = [f"{name}:forecast/{number}" for number in range(fights)]
    for seed in seeds:
        expected = rolled(family, size, seed)
        silent = SilentDice(WordStream(seed))
        state, rounds = case.fight.play(silent)
        assert (case.fight.verdict(state, rounds), silent.stream.at) == expected
        assert walked(memory, seed) == expected
    before = memory.paths.bytes
    assert walked(memory, seeds[-1]) == rolled(family, size, seeds[-1])
    assert memory.paths.bytes == before


@pytest.mark.parametrize("family", FIGHTING)
@pytest.mark.parametrize("most_bytes", [0, 200_000, 2**30])
def test_memory_changes_no_tally(family: str, most_bytes: int) -> None:
    """Fights that are played by the rules, with a memory that is soon full, or with all of it, are tallied alike."""
    case = brief_fight_of(family, 1)
    expected = Tally()
    for number in range(30):
        verdict, _ = rolled(family, 1, f"{SEED}/{number}")
        expected.add(verdict, 1, number)
    tally = play_fights(case.fight, SEED, 0, 30, always(case, most_bytes))
    assert tally.endings == expected.endings
    assert tally.firsts == expected.firsts
    assert tally.fates == expected.fates
    assert tally.left == expected.left
    assert tally == played(family, 30)


@pytest.mark.parametrize("family", FIGHTING)
@pytest.mark.parametrize("cuts", [(0, 40), (0, 1, 2, 40), (0, 7, 16, 25, 40), (0, 20, 20, 40)])
def test_chunks_add_up(family: str, cuts: tuple[int, ...]) -> None:
    """However a run is cut into chunks, and whatever is remembered from one to the next, the tallies add up alike."""
    case = brief_fight_of(family, 1)
    memory = always(case)
    chunks = [play_fights(case.fight, SEED, first, end - first, memory) for first, end in pairwise(cuts)]
    assert reduce(Tally.merged, chunks) == reduce(Tally.merged, reversed(chunks)) == played(family, 40)


def test_each_fight_has_a_seed_of_its_own() -> None:
    """Fight 5 of a run is the one that resolve-skirmish plays with the run's seed, a slash and 5."""
    case = brief_fight_of("opposed", 1)
    verdict = case.resolve(SeededDice(f"{SEED}/5")).verdict
    tally = play_fights(case.fight, SEED, 5, 1)
    assert list(tally.endings) == [(Kind.WON, verdict.winner, verdict.rounds)]
    assert list(tally.firsts.values()) == [5]


def verdict_of(state: int, rounds: int) -> SkirmishVerdict:
    """Say that nobody won."""
    return SkirmishVerdict(winner=None, draw=state == 0, undecided=state != 0, rounds=rounds, sides=(), figures=())


def counting(rolls: Any, most_rounds: int = 9) -> Fight[int]:
    """Return a fight whose state is a number that the rolls make of the one before; at 0 it is over."""
    return Fight(
        begin=lambda dice: 3,
        advance=rolls,
        is_over=lambda state: state == 0,
        is_between_rounds=lambda state: True,
        key=lambda state: state,
        fates=lambda state: (),
        verdict=verdict_of,
        most_rounds=most_rounds,
    )


def fall(state: int, dice: Dice) -> int:
    """Count down to 2."""
    return max(2, state - 1)


def roll_on(state: int, dice: Dice) -> int:
    """Roll, and change nothing."""
    dice.roll(STRIKE, D6)
    return state


@pytest.mark.parametrize("most_bytes", [0, 1, 2**20])
def test_a_round_that_rolls_and_changes_nothing_is_a_stalemate(most_bytes: int) -> None:
    """Where a round rolled nothing and changed nothing, nothing ever will; it counts as the last of the rounds."""
    tally = play_fights(counting(fall), SEED, 0, 10, FightMemory(counting(fall), most_bytes, None))
    assert tally.endings == {(Kind.STALEMATE, None, 9): 10}


@pytest.mark.parametrize("most_bytes", [0, 1, 2**20])
def test_a_fight_that_still_rolls_is_undecided(most_bytes: int) -> None:
    """Where dice are rolled, a fight goes on to its last round."""
    tally = play_fights(counting(roll_on), SEED, 0, 10, FightMemory(counting(roll_on), most_bytes, None))
    assert tally.endings == {(Kind.UNDECIDED, None, 9): 10}


@pytest.mark.parametrize("most_bytes", [0, 2**20])
def test_what_follows_the_last_round_is_rolled_too(most_bytes: int) -> None:
    """The end of a fight rolls from the same stream, and decides its verdict."""
    fight: Fight[int] = Fight(
        begin=lambda dice: 1,
        advance=roll_on,
        end=lambda state, dice: 0 if dice.roll(STRIKE, D6, bands=(3, 6)).total <= 3 else state,
        is_over=lambda state: False,
        is_between_rounds=lambda state: True,
        key=lambda state: state,
        fates=lambda state: (),
        verdict=verdict_of,
        most_rounds=2,
    )
    faces = [WordStream(f"{SEED}/{number}").faces(STRIKE, DicePool(3, 6))[2] for number in range(20)]
    low = sum([face <= 3 for face in faces])
    tally = play_fights(fight, SEED, 0, 20, FightMemory(fight, most_bytes, None))
    assert tally.endings == {(Kind.DRAW, None, 2): low, (Kind.UNDECIDED, None, 2): 20 - low}


class Clock:
    """A clock that goes on by the milliseconds that each batch of fights takes, by the rules or remembered."""

    def __init__(self, memory_takes: float, rules_take: float = 1.0) -> None:
        self.memory_takes = memory_takes
        self.rules_take = rules_take
        self.now = 0.0
        self.ticks: Iterator[int] = count()
        self.memory: FightMemory[Any] | None = None
        self.remembered: list[bool] = []

    def __call__(self) -> float:
        assert self.memory is not None
        if next(self.ticks) % 2:
            self.now += 0.001 * (self.memory_takes if self.remembered[-1] else self.rules_take)
        else:
            self.remembered.append(self.memory.pays())
        return self.now


def batches(memory_takes: float, number: int, most_bytes: int = 2**20) -> Clock:
    """Play batches of a fight while remembering takes so much longer; return which of them were remembered."""
    fight, clock = counting(roll_on), Clock(memory_takes)
    clock.memory = FightMemory(fight, most_bytes, clock)
    play_fights(fight, SEED, 0, number * BATCH, clock.memory)
    return clock


def test_what_saves_time_is_remembered() -> None:
    """After a first batch by the rules, all others are remembered if that is quicker."""
    assert batches(0.5, 10).remembered == [False, *[True] * 9]


def test_little_time_is_lost_in_remembering() -> None:
    """Remembering that does not pay is tried again and again, and costs about a hundredth of the time in all."""
    clock = batches(2.0, 500)
    assert 3 <= sum(clock.remembered) <= 8
    assert clock.now <= 0.5 * 1.02


def test_slow_fights_are_remembered_one_at_a_time() -> None:
    """After a first batch by the rules, slow fights are played in smaller batches, so that less is lost on trial."""
    fight = counting(roll_on)
    for rules_take, batch in ((1.0, BATCH), (40.0, 4), (1_000.0, 1)):
        clock = Clock(0.0, rules_take)
        clock.memory = FightMemory(fight, 2**20, clock)
        play_fights(fight, SEED, 0, 3 * BATCH, clock.memory)
        assert len(clock.remembered) == 1 + 2 * BATCH // batch


def test_a_full_memory_that_saves_no_time_is_given_up() -> None:
    """Where a memory is full and fights take longer with it, it is emptied, and they are played by the rules."""
    clock = batches(1.01, 40 * LOOKED_AT, most_bytes=1)
    assert sum(clock.remembered) == 2 * LOOKED_AT
    assert not any(clock.remembered[-LOOKED_AT:])
    assert clock.memory is not None
    assert clock.memory.states == 0


def test_the_share_of_dice_from_memory() -> None:
    """The share is nothing at first, and grows as fights repeat each other."""
    fight = counting(roll_on)
    memory = FightMemory(fight, 2**20, None)
    assert memory.share == 0
    play_fights(fight, SEED, 0, 1, memory)
    first = memory.share
    play_fights(fight, SEED, 1, 99, memory)
    assert 0 <= first < memory.share < 1
    assert memory.states == 1
