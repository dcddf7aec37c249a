"""Every outcome in turn: exact fractions, equal to brute force, whatever bands a procedure passes."""

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.dice.exact import (
    MAX_ROLLS_PER_PATH,
    Counted,
    Distribution,
    ExactDice,
    Truncated,
    every_path,
    weighted_paths,
)
from service.dice.model import D6, D10, D100, Bands, Deck, Dice, DicePool
from service.dice.transcript import Tally
from service.dice.ways import faces_adding_to, sums_of
from service.errors import OddsTooLarge
from tests.dice.rules_to_roll import ACES, DAMAGE, INITIATIVE, STRIKE

POOLS = st.builds(DicePool, st.integers(1, 3), st.integers(1, 6))


def brute_force(pool: DicePool) -> Iterator[tuple[int, ...]]:
    """Every way the dice of a pool can fall."""
    return product(range(1, pool.sides + 1), repeat=pool.count)


@st.composite
def pools_with_bands(draw: st.DrawFn) -> tuple[DicePool, Bands]:
    """A pool and the ends of some ranges of its totals."""
    pool = draw(POOLS)
    highest = pool.count * pool.sides
    ends = draw(st.sets(st.integers(pool.count, highest)))
    return pool, tuple(sorted(ends | {highest}))


@given(POOLS)
def test_sums_are_counted_right(pool: DicePool) -> None:
    """The number of ways to roll each total is what listing every fall of the dice gives."""
    totals = [sum(faces) for faces in brute_force(pool)]
    lowest, highest = pool.count, pool.count * pool.sides
    assert sums_of(pool) == tuple(totals.count(total) for total in range(lowest, highest + 1))


@given(POOLS, st.data())
def test_faces_stand_for_their_total(pool: DicePool, data: st.DataObject) -> None:
    """A total is shown as faces that exist and add up to it."""
    total = data.draw(st.integers(pool.count, pool.count * pool.sides))
    faces = faces_adding_to(total, pool)
    assert len(faces) == pool.count
    assert sum(faces) == total
    assert all(1 <= face <= pool.sides for face in faces)


@given(pools_with_bands())
def test_bands_are_honest(case: tuple[DicePool, Bands]) -> None:
    """Grading totals by bands gives the same distribution whether or not the bands are told to the dice."""
    pool, bands = case

    def grade(total: int) -> int:
        return next(at for at, end in enumerate(bands) if total <= end)

    banded = Distribution.of(lambda dice: grade(dice.roll(STRIKE, pool, bands=bands).total))
    unbanded = Distribution.of(lambda dice: grade(dice.roll(STRIKE, pool).total))
    assert banded == unbanded
    assert sum(banded.chances.values()) == 1


def test_empty_bands_are_no_paths() -> None:
    """A range that holds no total of the pool, or ends where the one before it ends, is passed over."""
    paths = list(every_path(lambda dice: dice.roll(STRIKE, D6, bands=(-5, 0, 4, 4, 6)).total))
    assert sorted(paths) == [(Fraction(1, 3), 6), (Fraction(2, 3), 4)]


@given(st.lists(POOLS, min_size=1, max_size=2))
def test_exact_is_brute_force(pools: list[DicePool]) -> None:
    """The chance of each pair of totals is the share of all falls of the dice that show it."""
    falls = Counter(tuple(map(sum, faces)) for faces in product(*(list(brute_force(pool)) for pool in pools)))
    expected = {totals: Fraction(times, falls.total()) for totals, times in falls.items()}
    assert Distribution.of(lambda dice: tuple(dice.roll(DAMAGE, pool).total for pool in pools)).chances == expected


def test_later_rolls_may_depend_on_earlier_ones() -> None:
    """A strike that misses rolls no damage."""

    def damage(dice: Dice) -> int:
        return dice.roll(DAMAGE, D6).total if dice.roll(STRIKE, D100, bands=(40, 100)).total <= 40 else 0

    # 60 of 100 miss; each face of damage has 40/100 * 1/6 = 1/15.
    expected = {0: Fraction(3, 5)} | dict.fromkeys(range(1, 7), Fraction(1, 15))
    assert Distribution.of(damage).chances == expected


def test_cards_are_drawn_from_what_is_left() -> None:
    """Two cards of a deck: the second comes from one card less, and twins are drawn together."""
    deck = Deck("twins", ("joker", "joker", "AS"))

    def two_cards(dice: Dice) -> tuple[str, str]:
        first = dice.draw(INITIATIVE, deck)
        return first, dice.draw(INITIATIVE, deck.without(first))

    third = Fraction(1, 3)  # 2/3 * 1/2, 2/3 * 1/2 and 1/3 * 1
    assert Distribution.of(two_cards).chances == {
        ("joker", "joker"): third,
        ("joker", "AS"): third,
        ("AS", "joker"): third,
    }
    assert len(list(every_path(lambda dice: dice.draw(INITIATIVE, ACES)))) == 4


def test_exact_dice_keep_no_transcript() -> None:
    """Notes, warnings and told sentences cost nothing and change nothing."""

    def chatty(dice: ExactDice) -> int:
        dice.note(STRIKE, "Ash strikes.", actor="ash", target=Tally(base=1, terms=(), total=1))
        dice.warn("It is dark.")
        roll = dice.roll(STRIKE, D10, actor="ash")
        roll.tell("Ash rolls.", margin=1)
        return roll.total

    assert Distribution.of(chatty).chances == dict.fromkeys(range(1, 11), Fraction(1, 10))


def test_a_procedure_without_dice_has_one_path() -> None:
    """What rolls nothing is certain."""
    assert list(every_path(lambda _: "sure")) == [(Fraction(1), "sure")]


def test_paths_have_a_budget() -> None:
    """More paths than the budget are refused, naming the rule that forked."""
    assert len(list(every_path(lambda dice: dice.roll(STRIKE, D100).total, 100))) == 100
    with pytest.raises(OddsTooLarge, match=r"more than 99 paths; Strike \(test/strike\) branched last") as refusal:
        list(every_path(lambda dice: dice.roll(STRIKE, D100).total, 99))
    assert refusal.value.faults[0].rule == "test/strike"


def test_rolls_on_one_path_have_a_limit() -> None:
    """Dice that would be rolled again for ever are refused, naming their rule."""

    def explode(dice: Dice) -> int:
        total = 0
        while dice.roll(DAMAGE, D6, bands=(5, 6)).total == 6:
            total += 6
        return total

    def never_end(dice: Dice) -> int:
        while True:
            dice.roll(DAMAGE, D6, bands=(6,))

    for endless in (explode, never_end):
        with pytest.raises(OddsTooLarge) as refusal:
            Distribution.of(endless)
        assert refusal.value.faults[0].rule == "test/damage"
    with pytest.raises(OddsTooLarge, match=f"rolls more than {MAX_ROLLS_PER_PATH} times on one path"):
        Distribution.of(never_end)


def adding(pool: DicePool) -> Callable[[int, ExactDice], int]:
    """A phase that adds a roll, capped at 10."""
    return lambda state, dice: min(10, state + dice.roll(DAMAGE, pool).total)


def test_phases_merge_equal_states() -> None:
    """Chaining phases gives the same distribution as one long procedure."""
    phase = adding(D6)
    chained = Distribution.of(lambda dice: phase(0, dice)).then(phase).then(phase)
    at_once = Distribution.of(lambda dice: phase(phase(phase(0, dice), dice), dice))
    assert chained == at_once
    assert chained.chances[3] == Fraction(1, 216)


def test_a_phase_has_one_budget_for_all_its_states() -> None:
    """Six states of six paths each need a budget of 36."""
    states = Distribution.of(lambda dice: dice.roll(STRIKE, D6).total)
    phase = adding(D6)
    assert sum(states.then(phase, 36).chances.values()) == 1
    with pytest.raises(OddsTooLarge):
        states.then(phase, 35)


def test_counted_results_are_the_distribution() -> None:
    """Results counted over one common whole have the chances of the distribution, residual included."""

    def roll(dice: Dice) -> int:
        if dice.roll(STRIKE, D6).total <= 2:
            return dice.roll(DAMAGE, D10).total
        return min(dice.explode(DAMAGE, D6, again=INITIATIVE, limit=3).added, 1)

    counted, exactly = Counted.of(roll), Distribution.of(roll)
    assert {each: Fraction(weight, counted.whole) for each, weight in counted.weights.items()} == exactly.chances
    assert Fraction(counted.residual, counted.whole) == exactly.residual > 0
    assert sum(counted.weights.values()) + counted.residual == counted.whole
    assert counted.paths == len(list(weighted_paths(roll)))


def test_every_path_refuses_what_it_cannot_follow() -> None:
    """A path that is not followed to its end has no result to be yielded."""
    with pytest.raises(Truncated):
        list(every_path(lambda dice: dice.explode(STRIKE, D6, again=DAMAGE, limit=2).total))
