"""Silent dice roll and draw what seeded dice do, and refuse what they refuse."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.dice.generators import GENERATORS
from service.dice.model import D6, D10, D100, MAX_DICE, Deck, Dice, DicePool
from service.dice.seeded import SeededDice
from service.dice.silent import SilentDice, WordStream
from service.errors import ExplosionLimit, TooManyDice
from tests.dice.rules_to_roll import ACES, DAMAGE, INITIATIVE, STRIKE
from tests.dice.test_seeded import SEEDS, recomputed

HALF = 2**63
LARGE = -(-(2**64) // 3)
"""Sides of which about every third word is refused."""


def play(dice: Dice) -> list[object]:
    """Roll, draw, explode and settle some of everything; return what came."""
    dice.note(STRIKE, "They fight.")
    dice.warn("Nobody reads this.")
    dice.expect(list)
    rolled: list[object] = []
    for pool in (D6, DicePool(3, 6), D100, DicePool(2, 10)):
        roll = dice.roll(STRIKE, pool, bands=(pool.count * pool.sides,))
        rolled += [roll.faces, roll.total]
        explosion = dice.explode(DAMAGE, pool, again=STRIKE, limit=30)
        rolled += [explosion.total, explosion.added, [wave.faces for wave in explosion.waves]]
        rolled.append(dice.draw(INITIATIVE, ACES))
        rolled.append(dice.settle(STRIKE, lambda pool, dice: dice.roll(STRIKE, pool).total, pool))
    return rolled


@given(SEEDS)
def test_the_faces_are_those_of_seeded_dice(seed: str) -> None:
    """Every roll, explosion, card and kernel is the seeded one, and so is the count of numbers."""
    seeded, silent = SeededDice(seed), SilentDice(WordStream(seed))
    assert play(silent) == play(seeded)
    assert silent.stream.at == seeded.stream.count > 16
    assert not silent.tells


@given(SEEDS, st.lists(st.tuples(st.integers(1, 3), st.sampled_from([6, LARGE])), max_size=30))
def test_words_that_some_dice_refuse(seed: str, rolls: list[tuple[int, int]]) -> None:
    """A word that is refused is replaced by the next attempt, for those dice only that refuse it."""
    stream, number = WordStream(seed, HALF), 0
    for count, sides in rolls:
        faces = stream.faces(STRIKE, DicePool(count, sides))
        assert faces == tuple(recomputed(seed, number + place, sides) + 1 for place in range(count))
        number += count


@pytest.mark.parametrize("name", GENERATORS)
def test_cards_take_one_number_each(name: str) -> None:
    """A draw takes the number at its place, whatever the deck is."""
    stream = WordStream(f"{name}:cards")
    assert [stream.below(5, INITIATIVE) for _ in range(20)] == [
        recomputed(f"{name}:cards", number, 5) for number in range(20)
    ]


@pytest.mark.parametrize("pool", [D10, DicePool(7, 10)])
def test_too_many_dice(pool: DicePool) -> None:
    """The roll that is past the dice of one request is refused as by seeded dice, for the same rule."""
    seeded, silent = SeededDice("sha256ctr1:long"), SilentDice(WordStream("sha256ctr1:long"))
    refused = []
    for dice in (seeded, silent):
        for _ in range(MAX_DICE // pool.count):
            dice.roll(DAMAGE, pool)
        with pytest.raises(TooManyDice) as refusal:
            dice.roll(DAMAGE, pool)
        refused.append(str(refusal.value))
    assert refused[0] == refused[1]
    assert silent.stream.at == seeded.stream.count == MAX_DICE - MAX_DICE % pool.count


def test_the_card_after_the_last_die_is_refused() -> None:
    """Dice and cards share one count."""
    silent = SilentDice(WordStream("sha256ctr1:long"))
    silent.stream.faces(STRIKE, DicePool(MAX_DICE, 6))
    with pytest.raises(TooManyDice, match="Initiative"):
        silent.draw(INITIATIVE, Deck("last", ("AS",)))


def test_explosions_have_a_limit() -> None:
    """A die that always explodes is refused at its limit, with the words of recorded dice."""
    refused = []
    for dice in (SeededDice("sha256ctr1:one"), SilentDice(WordStream("sha256ctr1:one"))):
        with pytest.raises(ExplosionLimit) as refusal:
            dice.explode(DAMAGE, DicePool(2, 1), again=STRIKE, limit=5)
        refused.append(str(refusal.value))
    assert refused[0] == refused[1]
