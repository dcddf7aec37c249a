"""Exploding dice: rolled in waves, or enumerated to a stated depth with the chance of what lies beyond."""

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.dice.exact import Distribution, ExactDice, Truncated
from service.dice.model import D6, Dice, DicePool, Span, pool_of
from service.dice.recording import RecordingDice
from service.dice.seeded import SeededDice
from service.dice.supplied import SuppliedDice, WhenExhausted
from service.dice.ways import EXPLOSIONS_FOLLOWED, explosions_of
from service.errors import ExplosionLimit
from service.rules.kernel.chances.chain import Chain
from tests.dice.rules_to_roll import ACES, DAMAGE, STRIKE

POOLS = st.builds(pool_of, st.integers(1, 6), st.sampled_from([2, 4, 6, 8, 10]))
SPANS = st.tuples(st.integers(-5, 40), st.integers(0, 40)).map(lambda ends: (ends[0], ends[0] + ends[1]))


def supplied(*faces: int) -> SuppliedDice:
    """Dice that people rolled, and no others."""
    return SuppliedDice(faces, (), WhenExhausted.REFUSE)


def totals(pool: DicePool, limit: int = 1000) -> Distribution[tuple[int, int]]:
    """Every sum and number of added dice."""

    def roll(dice: Dice) -> tuple[int, int]:
        explosion = dice.explode(STRIKE, pool, again=DAMAGE, limit=limit)
        return explosion.total, explosion.added

    return Distribution.of(roll)


def brute_force(pool: DicePool, limit: int) -> dict[tuple[int, int], Fraction]:
    """Roll wave after wave in every way, as far as the limit of added dice allows."""
    ended: dict[tuple[int, int], Fraction] = {}
    rolling = {(0, 0, pool.count): Fraction(1)}
    while rolling:
        further: dict[tuple[int, int, int], Fraction] = {}
        for (total, added, count), chance in rolling.items():
            each = chance / pool.sides**count
            for faces in product(range(1, pool.sides + 1), repeat=count):
                more = faces.count(pool.sides)
                if not more:
                    end = total + sum(faces), added
                    ended[end] = ended.get(end, Fraction(0)) + each
                elif added + more <= limit:
                    state = total + sum(faces), added + more, more
                    further[state] = further.get(state, Fraction(0)) + each
        rolling = further
    return ended


def test_waves() -> None:
    """Each highest face adds a die in the next wave; waves are rolls of their own, for the second rule."""
    dice = supplied(6, 5, 3, 6, 2, 6, 5, 1, 6, 2)
    explosion = dice.explode(STRIKE, pool_of(6, 6), again=DAMAGE, limit=10, actor="giant")
    assert (explosion.total, explosion.added) == (42, 4)
    assert [roll.faces for roll in explosion.waves] == [(6, 5, 3, 6, 2, 6), (5, 1, 6), (2,)]
    assert [(step.rule, step.dice, step.actor) for step in dice.steps] == [
        ("test/strike", "6d6", "giant"),
        ("test/damage", "3d6", "giant"),
        ("test/damage", "d6", "giant"),
    ]


def test_dice_that_do_not_explode() -> None:
    """Without a highest face there is one roll."""
    explosion = supplied(5, 1).explode(STRIKE, pool_of(2, 6), again=DAMAGE, limit=1)
    assert (explosion.total, explosion.added, len(explosion.waves)) == (6, 0, 1)


def test_the_limit_is_an_error_and_not_a_number() -> None:
    """As many dice as the limit may be added; one more is refused, naming the rule."""
    assert supplied(6, 6, 1).explode(STRIKE, D6, again=DAMAGE, limit=2).total == 13
    with pytest.raises(ExplosionLimit, match=r"would add 2 dice, more than the 1 allowed") as refusal:
        supplied(6, 6).explode(STRIKE, D6, again=DAMAGE, limit=1)
    assert refusal.value.faults[0].rule == "test/damage"


def test_all_recording_dice_explode_alike() -> None:
    """Seeded dice explode by the faces that their seed gives one after the other."""
    seeded = SeededDice("sha256ctr1:table-7")
    explosion = seeded.explode(STRIKE, pool_of(20, 4), again=DAMAGE, limit=100)
    again: RecordingDice = supplied(*seeded.faces)
    assert again.explode(STRIKE, pool_of(20, 4), again=DAMAGE, limit=100).total == explosion.total


@pytest.mark.parametrize(("pool", "limit"), [(pool_of(1, 4), 6), (pool_of(2, 4), 4), (pool_of(3, 3), 4)])
def test_exact_explosions_are_brute_force(pool: DicePool, limit: int) -> None:
    """Every sum with every number of added dice has the chance that rolling in every way gives."""
    found = totals(pool, limit)
    expected = brute_force(pool, limit)
    assert found.chances == expected
    assert found.residual == 1 - sum(expected.values()) > 0


def test_one_die_by_hand() -> None:
    """One d6: 1 to 5 end at once, each explosion costs a sixth, and so does the one beyond the depth."""
    found = totals(D6)
    assert found.chances[5, 0] == Fraction(1, 6)
    assert found.chances[6 + 3, 1] == Fraction(1, 36)
    assert found.chances[18 + 1, 3] == Fraction(1, 6**4)
    assert found.residual == Fraction(1, 6 ** (EXPLOSIONS_FOLLOWED + 1))


@given(POOLS)
def test_nothing_is_lost(pool: DicePool) -> None:
    """The chances and the residual add up to 1, and the mean is the closed form but for the residual."""
    found = totals(pool)
    assert sum(found.chances.values()) + found.residual == 1
    mean = sum(total * chance for (total, _), chance in found.chances.items())
    sides = pool.sides
    closed = pool.count * Fraction(sides * (sides + 1), 2 * (sides - 1))  # (s + 1) / 2, and again with chance 1 / s ...
    longest = Fraction(closed + pool.count * sides * (EXPLOSIONS_FOLLOWED + 2))
    assert 0 < closed - mean < found.residual * 2 * longest


@given(POOLS, SPANS, SPANS)
def test_spans_are_honest(pool: DicePool, of_totals: Span, of_added: Span) -> None:
    """Numbers outside a span grade like its nearer end, whether or not the spans are told to the dice."""

    def graded(total: int, added: int) -> tuple[int, int]:
        return max(of_totals[0], min(of_totals[1], total)), max(of_added[0], min(of_added[1], added))

    expected: dict[tuple[int, int], Fraction] = {}
    everything = totals(pool)
    for (total, added), chance in everything.chances.items():
        grade = graded(total, added)
        expected[grade] = expected.get(grade, Fraction(0)) + chance
    outcomes, whole = explosions_of(pool, EXPLOSIONS_FOLLOWED, (of_totals, of_added))
    (*ended, (nothing, left)) = outcomes
    assert nothing is None
    assert Fraction(left, whole) == everything.residual
    assert {(e.total, e.added): Fraction(weight, whole) for e, weight in ended if e} == expected


def test_a_low_limit_shortens_the_depth() -> None:
    """What the limit of a request refuses to roll is residual in its odds."""
    found = totals(D6, 1)
    assert found.residual == Fraction(1, 36)
    assert max(found.chances) == (11, 1)


def test_a_path_ends_where_dice_are_not_followed() -> None:
    """The last outcome of exploding dice is none: the path is truncated."""
    with pytest.raises(Truncated):
        ExactDice(((explosions_of(D6, 2, None)[0][-1][0],), 1, 1), []).explode(STRIKE, D6, again=DAMAGE, limit=2)


def test_a_residual_is_carried_on() -> None:
    """Phases that follow keep what earlier ones left over, and add their own share of what they reach."""

    def explode(so_far: int, dice: Dice) -> int:
        return so_far + dice.explode(STRIKE, D6, again=DAMAGE, limit=1).added

    # Each phase loses 1/36 of what reaches it.
    once = Distribution.of(lambda dice: explode(0, dice))
    twice = once.then(explode)
    assert twice.residual == 1 - Fraction(35, 36) ** 2
    assert sum(twice.chances.values()) == Fraction(35, 36) ** 2
    drawn = twice.then(lambda _, dice: dice.draw(STRIKE, ACES))
    assert drawn.residual == twice.residual


def test_chains_carry_a_residual() -> None:
    """The odds of a chain have the residual of all its steps."""
    phases: Chain[tuple[int, int], int] = Chain(
        lambda state, dice: (state[0] + 1, state[1] + dice.explode(STRIKE, D6, again=DAMAGE, limit=1).added),
        lambda state: state[0] == 2,
        lambda state: state[1],
    )
    assert phases.odds((0, 0)).residual == 1 - Fraction(35, 36) ** 2
