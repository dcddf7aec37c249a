"""Remembered paths: walking them gives what running the rules gives, with the same numbers of the stream."""

from collections.abc import Callable, Hashable
from functools import partial
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.dice.model import D6, D8, MAX_DICE, BriefKernel, Dice, DicePool, Explosion, Kernel
from service.dice.remembered import paths
from service.dice.remembered import steps as steps_module
from service.dice.remembered.forks import UNKNOWN, walk
from service.dice.remembered.paths import CALLS_BETWEEN_LOOKS, PathMemory
from service.dice.remembered.steps import Place, Steps, bytes_of
from service.dice.seeded import SeededDice
from service.dice.silent import SilentDice, WordStream
from service.errors import ExplosionLimit, TooManyDice
from tests.dice.rules_to_roll import ACES, DAMAGE, INITIATIVE, STRIKE

SEEDS = [f"sha256ctr1:paths/{number}" for number in range(150)]
TWO_D4 = DicePool(2, 4)


def strike(skill: int, dice: Dice) -> int:
    """Roll a strike, and damage that explodes if it hits."""
    if dice.roll(STRIKE, DicePool(3, 6), bands=(skill, 18)).total > skill:
        return 0
    return min(9, dice.explode(DAMAGE, TWO_D4, again=INITIATIVE, limit=40, spans=lambda: ((2, 9), (0, 1))).total)


class State(NamedTuple):
    """A duel between two steps: what is left of both, who draws, and what nobody depends on."""

    left: tuple[int, int]
    turn: int
    told: int = 0


def begin(dice: Dice) -> State:
    """Roll for what is left of both."""
    return State((12, 10 + dice.roll(INITIATIVE, D6, bands=(4, 6)).total // 5), 0)


def strike_within(skill: int, dice: Dice) -> int:
    """Settle a strike as all of another kernel."""
    return dice.settle(STRIKE, strike, skill)


def advance(state: State, dice: Dice, kernel: Kernel[int, int] = strike) -> State:
    """Draw for who acts, without dice for the third turn of a round; strike, and roll one plain die."""
    if state.turn == 2:
        return State(state.left, 0, state.told + 1)
    who = 0 if dice.draw(INITIATIVE, ACES) in ("AC", "AD") else 1
    hurt = dice.settle(STRIKE, kernel, 9 + who)
    hurt += dice.roll(DAMAGE, D8).total // 8
    left = max(0, state.left[1 - who] - hurt)
    return State((state.left[0], left) if who == 0 else (left, state.left[1]), state.turn + 1, state.told + 1)


def end(state: State, dice: Dice) -> State:
    """Roll for what the winner gets back."""
    return State((state.left[0] + dice.explode(DAMAGE, D8, again=STRIKE, limit=60).total, state.left[1]), 0)


def remembered(most_bytes: int = 2**30, kernel: Kernel[int, int] = strike) -> Steps[State]:
    """Return the steps of the duel with a memory."""
    return Steps(
        begin,
        partial(advance, kernel=kernel),
        end,
        is_over=lambda state: 0 in state.left,
        is_halt=lambda state: state.turn == 0,
        key=lambda state: (state.left, state.turn),
        paths=PathMemory(most_bytes),
    )


def rolled(seed: str) -> tuple[tuple[int, int], int]:
    """Roll the duel out; return what is left, and how many numbers it took."""
    dice = SeededDice(seed)
    state = begin(dice)
    while 0 not in state.left or state.turn:
        state = advance(state, dice)
    return end(state, dice).left, dice.stream.count


def walked(steps: Steps[State], seed: str) -> tuple[tuple[int, int], int]:
    """Walk the duel; return the same."""
    stream = WordStream(seed)
    place = steps.first(stream)
    while not place.is_over:
        place = steps.next(place, stream)
    return steps.last(place, stream).state.left, stream.at


@pytest.mark.parametrize("most_bytes", [2**30, 20_000, 0])
def test_walking_is_rolling(most_bytes: int) -> None:
    """Whatever is remembered, all, some or nothing, each duel ends as its dice have it, and takes as many."""
    steps = remembered(most_bytes)
    assert [walked(steps, seed) for seed in SEEDS] == [rolled(seed) for seed in SEEDS]


@pytest.mark.parametrize("kernel", [strike_within, BriefKernel(strike)])
def test_walking_is_rolling_whatever_kernels_are(kernel: Kernel[int, int]) -> None:
    """A kernel within a kernel, and one whose rolls are followed, come to what their rolls come to."""
    steps = remembered(kernel=kernel)
    for seed in SEEDS:
        assert walked(steps, seed) == rolled(seed)


def test_what_is_known_is_not_run_again() -> None:
    """Once a duel was walked, its rules are not run for the same dice."""
    steps = remembered()
    for seed in SEEDS:
        walked(steps, seed)
    rolled_out, steps.advance = steps.rolled, refuse
    for seed in SEEDS:
        walked(steps, seed)
    assert 0 < steps.rolled == rolled_out


def halts_of(steps: Steps[State], seed: str, most: int) -> tuple[list[Hashable], int]:
    """Walk the duel past up to `most` halts at a time; return all halts, and how many numbers it took."""
    stream = WordStream(seed)
    halts: list[Place[State]] = []
    place = steps.first(stream, halts, most)
    while not place.is_over:
        halts.append(place)
        place = steps.next(place, stream, halts, len(halts) + most)
    return [each.key for each in (*halts, place)], stream.at


def test_halts_that_are_passed_are_those_of_single_steps() -> None:
    """However many halts a walk may pass, while paths are found and when they are known, it lists all of them."""
    singly = [halts_of(remembered(), seed, 0) for seed in SEEDS]
    for most in (1, 2, 100):
        steps = remembered()
        for _ in range(2):
            assert [halts_of(steps, seed, most) for seed in SEEDS] == singly


def test_known_halts_are_passed_in_one_go() -> None:
    """A walk along known paths passes as many halts as it may, and stands at the next one."""
    steps, seed = remembered(), SEEDS[0]
    keys, _ = halts_of(steps, seed, 0)
    for most in range(len(keys)):
        stream, passed = WordStream(seed), list[Place[State]]()
        place = steps.first(stream, passed, most)
        assert [each.key for each in (*passed, place)] == keys[: most + 1]


def refuse(state: State, dice: Dice) -> State:
    """Fail: these rules are not to be run."""
    raise AssertionError


def test_a_full_memory_grows_no_more() -> None:
    """A memory keeps to its bytes but for the last thing it took in."""
    steps = remembered(50_000)
    for seed in SEEDS:
        walked(steps, seed)
    assert steps.paths.is_full
    taken, places = steps.paths.bytes, len(steps.places)
    for seed in SEEDS:
        walked(steps, f"{seed}/again")
    assert (steps.paths.bytes, len(steps.places)) == (taken, places)
    assert taken < 60_000


def test_places_before_the_first_that_is_measured_count(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a state takes is counted for all places, although it is measured late."""
    taken = []
    for first, each in ((8, 2**30), (2**30, 2**30), (8, 2)):
        monkeypatch.setattr(steps_module, "FIRST_MEASURED", first)
        monkeypatch.setattr(steps_module, "MEASURED_EACH", each)
        steps = remembered()
        for seed in SEEDS:
            walked(steps, seed)
        taken.append((steps.paths.bytes, len(steps.places)))
    (once, places), (never, _), (often, _) = taken
    assert {each for _, each in taken} == {places}
    assert never < min(once, often)
    assert (once - never) % places == 0


@given(st.integers(3, 17), st.sampled_from(SEEDS))
def test_kernels_are_settled_by_their_paths(skill: int, seed: str) -> None:
    """Silent dice with a memory of kernels have the results, and take the numbers, of those without."""
    memory = PathMemory()
    plain, with_memory = SilentDice(WordStream(seed)), SilentDice(WordStream(seed), memory)
    for _ in range(20):
        assert with_memory.settle(STRIKE, strike, skill) == plain.settle(STRIKE, strike, skill)
        assert with_memory.stream.at == plain.stream.at


def roll_much(pools: tuple[DicePool, ...], dice: Dice) -> tuple[int, ...]:
    """Roll so many dice that no two results are alike."""
    return tuple([dice.roll(STRIKE, pool).total for pool in pools])


def test_kernels_that_never_repeat_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    """A kernel whose results seldom come from memory is run as it stands from then on, also inside known paths."""
    monkeypatch.setattr(paths, "RUNS_TRIED", 300)
    pools = (DicePool(1, 1000),) * 3
    memory, dice = PathMemory(), SilentDice(WordStream("sha256ctr1:much"))
    settling = SilentDice(WordStream("sha256ctr1:much"), memory)
    inside = memory.tree_of(roll_much, pools)
    taken = 0
    for _ in range(4 * CALLS_BETWEEN_LOOKS):
        assert settling.settle(STRIKE, roll_much, pools) == roll_much(pools, dice)
        taken = max(taken, memory.bytes)
    before = memory.bytes
    assert settling.settle(STRIKE, roll_much, pools) == roll_much(pools, dice)
    assert memory.bytes == before
    assert inside.settle(settling.stream).result == roll_much(pools, dice)
    assert memory.tree_of(roll_much, pools) is not inside


class Rolled:
    """A part that is one explosion, or one roll."""

    def __init__(self, run: Callable[[Dice], int]) -> None:
        self.root: object = UNKNOWN
        self._run = run

    def run(self, dice: SilentDice) -> object:
        self._run(dice)
        return UNKNOWN


def explode(dice: Dice) -> int:
    """Explode two dice of one side, which never end."""
    explosion: Explosion = dice.explode(DAMAGE, DicePool(2, 1), again=INITIATIVE, limit=9)
    return explosion.total


def roll_three(dice: Dice) -> int:
    """Roll three dice."""
    return dice.roll(DAMAGE, DicePool(3, 6)).total


def roll_one(dice: Dice) -> int:
    """Roll one die."""
    return dice.roll(DAMAGE, D6).total


@pytest.mark.parametrize(
    ("rules", "used", "refusal"),
    [(explode, 0, ExplosionLimit), (roll_three, MAX_DICE - 2, TooManyDice), (roll_one, MAX_DICE, TooManyDice)],
)
def test_walking_refuses_what_rolling_refuses(
    rules: Callable[[Dice], int], used: int, refusal: type[Exception]
) -> None:
    """At its limits a walk is refused as silent dice are, the first time and whenever it comes there again."""
    memory, part = PathMemory(), Rolled(rules)
    told = {
        refused_with(refusal, used, lambda stream: rules(SilentDice(stream))),
        refused_with(refusal, used, lambda stream: memory.explore(part, None, None, stream)),
        refused_with(refusal, used, lambda stream: walk(part.root, stream)),
    }
    assert len(told) == 1


def refused_with(refusal: type[Exception], used: int, act: Callable[[WordStream], object]) -> str:
    """Return the words of a refusal on a stream of which so many numbers are used."""
    stream = WordStream("sha256ctr1:refused")
    stream.faces(STRIKE, DicePool(used, 6))
    with pytest.raises(refusal) as refused:
        act(stream)
    return str(refused.value)


def test_what_is_shared_is_not_counted() -> None:
    """The size of a state counts neither what the state before has, too, nor types, modules and functions."""
    shared = ("a long text that both have", 12_345)
    assert bytes_of((shared,), (shared,)) == bytes_of((1,), 1)
    assert bytes_of([shared, "only here"], shared) > bytes_of([shared], shared)
    assert bytes_of([State, pytest, refuse, len], None) == bytes_of([None] * 4, None)
