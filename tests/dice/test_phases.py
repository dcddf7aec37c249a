"""Phases that declare their roll have the odds of phases that are run for each outcome, and are played alike."""

from dataclasses import replace
from fractions import Fraction
from functools import partial
from operator import itemgetter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.dice.exact import Counted, Distribution, results_of
from service.dice.model import D6, Dice, DiceNeeded, DicePool, Expected, Roll
from service.dice.phases import UNROLLED, NoRoll, OneKernel, OneRoll, Phase, counted, then
from service.dice.supplied import SuppliedDice, WhenExhausted
from service.errors import OddsTooLarge
from service.rules.kernel.chances.chain import Chain
from tests.dice.rules_to_roll import DAMAGE, INITIATIVE, STRIKE
from tests.rules.enumeration import enumerated

EXPLODING = DicePool(1, 2)


def burst(sides: int, dice: Dice) -> int:
    """A die that explodes, followed to an end."""
    return min(3, dice.explode(DAMAGE, DicePool(1, sides), again=INITIATIVE, limit=40).total)


def both(sides: int, dice: Dice) -> int:
    """Two rolls, of which the second is not always made."""
    first = dice.roll(STRIKE, D6).total
    return first if first > 3 else first + dice.roll(DAMAGE, DicePool(1, sides)).total


def add(state: int, roll: Roll, _: Dice) -> int:
    """A state and a roll, counted to seven."""
    return (state + roll.total) % 7


Step = tuple[str, int]


def phase_of(step: Step, state: int) -> Phase[int]:
    """One of the kinds of phases, from a state."""
    kind, sides = step
    if kind == "none" or (kind == "some" and state % 2):
        return NoRoll(lambda _: state // 2)
    if kind == "kernel":
        return OneKernel(DAMAGE, both, sides, lambda result, _: (state + result) % 5)
    if kind == "burst":
        return OneKernel(DAMAGE, burst, 2, lambda result, _: state + result)
    if kind == "long":
        return lambda dice: (state * both(sides, dice)) % 11
    bands = (sides, 2 * sides) if kind == "bands" else None
    return OneRoll(STRIKE, DicePool(2, sides), lambda roll, dice: add(state, roll, dice), bands=bands)


STEPS = st.lists(st.tuples(st.sampled_from(["none", "some", "kernel", "long", "roll"]), st.integers(1, 4)), max_size=3)


@given(STEPS, st.integers(0, 6))
def test_the_odds_of_phases_are_those_of_every_fall_of_the_dice(steps: list[Step], start: int) -> None:
    """Declared phases, merged between two of them, have the chances of playing each fall of the dice by itself."""
    states = Counted({start: 1}, 0, 1, 0)
    for step in steps:
        states = then(states, partial(phase_of, step))

    def play(dice: Dice) -> int:
        state = start
        for step in steps:
            state = phase_of(step, state)(dice)
        return state

    assert states.distribution.chances == enumerated(play, {}, Fraction(0), 200_000).chances


@given(st.sampled_from(["none", "some", "kernel", "burst", "long", "roll", "bands"]), st.integers(1, 4))
def test_declared_phases_are_counted_as_those_that_are_run(kind: str, sides: int) -> None:
    """The weights, the residual and the paths of a phase are those of running it for each outcome of its roll."""
    for state in range(4):
        phase = phase_of((kind, sides), state)
        assert counted(phase) == Counted.of(phase)


def test_what_comes_before_a_roll_is_done_once() -> None:
    """A phase is prepared once for a state, however many outcomes its roll has."""
    prepared = []

    def prepare(state: int) -> Phase[int]:
        prepared.append(state)
        return OneRoll(STRIKE, D6, lambda roll, dice: add(state, roll, dice))

    odds = then(Counted({0: 1, 1: 1}, 0, 2, 0), prepare)
    assert (prepared, odds.paths) == ([0, 1], 12)


@pytest.mark.parametrize("kind", ["roll", "kernel", "long"])
def test_phases_have_a_budget(kind: str) -> None:
    """A phase with more paths than the budget is refused by the rule that branched last, as if it were run."""
    phase = phase_of((kind, 3), 1)
    paths = counted(phase).paths
    assert counted(phase, paths + 2, 2).paths == paths
    with pytest.raises(OddsTooLarge, match=f"more than {paths + 1} paths") as refusal:
        counted(phase, paths + 1, 2)
    assert refusal.value.faults[0].rule in {STRIKE.id, DAMAGE.id}


def test_one_path_is_always_followed() -> None:
    """A phase that does not branch needs no budget."""
    assert counted(NoRoll(lambda _: "sure"), 0).weights == {"sure": 1}
    assert counted(OneRoll(STRIKE, DicePool(1, 1), lambda roll, _: roll.total), 0).weights == {1: 1}


def test_nothing_is_rolled_after_the_roll() -> None:
    """A phase that rolls again after its roll is a fault of the rules, not an outcome that is left out."""
    twice = OneRoll(STRIKE, D6, lambda roll, dice: roll.total + dice.roll(DAMAGE, D6).total)
    with pytest.raises(AssertionError, match="test/damage"):
        counted(twice)
    with pytest.raises(AssertionError):
        both(2, UNROLLED)


def test_phases_are_played_and_told() -> None:
    """Real dice roll a phase, announce what comes, and record its step and what is told after it."""

    def after(roll: Roll, dice: Dice) -> int:
        roll.tell(f"Ash rolls {roll.total}.")
        dice.note(DAMAGE, "It hurts.")
        return roll.total

    announced = (Expected(STRIKE, D6, "ash", "whether it hits"),)
    phase = OneRoll(STRIKE, D6, after, actor="ash", expected=lambda: announced)
    dice = SuppliedDice([4, 2, 5], (), WhenExhausted.ASK)
    assert phase(dice) == 4
    assert OneKernel(DAMAGE, both, 6, lambda result, dice: (result, dice.tells))(dice) == (7, True)
    assert NoRoll(lambda dice: dice.tells)(dice) is True
    assert [step.text for step in dice.steps[:2]] == ["Ash rolls 4.", "It hurts."]
    with pytest.raises(DiceNeeded) as needed:
        phase(dice)
    assert needed.value.purpose == "whether it hits"


def test_kernels_of_phases_leave_their_residual() -> None:
    """What a kernel does not follow is residual of all phases after it, too."""
    states = then(Counted({0: 1, 1: 2}, 1, 4, 0), partial(phase_of, ("burst", 2)))
    odds = then(states, partial(phase_of, ("roll", 2))).distribution
    assert odds.residual == Fraction(1, 4) + Fraction(3, 4) * Fraction(results_of(burst, 2)[0][-1][1], 2**31)
    assert sum(odds.chances.values()) + odds.residual == 1


Place = tuple[int, int]
"""How many steps were taken, and what they came to."""


@given(st.integers(1, 5), st.integers(1, 4))
def test_prepared_chains_have_the_odds_of_their_steps(start: int, sides: int) -> None:
    """A chain whose steps are prepared has the odds of one whose steps are run, from one state or from several."""

    def prepare(place: Place) -> Phase[Place]:
        steps, state = place
        return OneRoll(STRIKE, DicePool(1, sides), lambda roll, _: (steps + 1, min(6, state + roll.total)))

    prepared: Chain[Place, int] = Chain.of_phases(prepare, lambda place: place[0] > 4, itemgetter(1))
    run = replace(prepared, prepare=None)
    assert prepared.odds((0, start), 500) == run.odds((0, start), 500)
    first = Distribution({(0, start): Fraction(1, 3), (2, 1): Fraction(1, 2)}, Fraction(1, 6))
    assert prepared.odds_from(first) == run.odds_from(first)


@given(st.integers(2, 4))
def test_prepared_chains_without_a_bound(sides: int) -> None:
    """A chain that may go on for ever has the same odds, whether its steps are prepared or run."""

    def prepare(state: int) -> Phase[int]:
        return OneRoll(STRIKE, DicePool(1, sides), lambda roll, _: min(6, state + roll.total - 2))

    prepared: Chain[int, int] = Chain.of_phases(prepare, lambda state: state in {-5, 6}, abs)
    assert prepared.endless_odds(1) == replace(prepared, prepare=None).endless_odds(1)


def test_whole_weights_and_fractions_are_the_same() -> None:
    """Chances become whole weights and fractions again without loss, the residual included."""
    odds = Distribution({"a": Fraction(1, 6), "b": Fraction(3, 4)}, Fraction(1, 12))
    assert (odds.counted.weights, odds.counted.residual, odds.counted.whole) == ({"a": 2, "b": 9}, 1, 12)
    assert odds.counted.distribution == odds
