"""The enumeration that odds are compared with is itself right: it counts every fall of fair or loaded dice once."""

from collections.abc import Callable
from fractions import Fraction

import pytest
from hypothesis import given

from service.dice.exact import Distribution, every_path
from service.dice.model import D6, D20, Deck, Dice, Rule, pool_of
from service.dice.model import THREE_D6 as THREE
from tests.rules.enumeration import THREE_D6, Loads, enumerated, loaded, loads_of

ROLL = Rule("test/roll", "Roll", cites="")
NEVER = Fraction(0)


def total_of_three(dice: Dice) -> int:
    """The sum of three dice."""
    return dice.roll(ROLL, THREE).total


def exploding(dice: Dice) -> tuple[int, int]:
    """Two dice that explode, four times at most."""
    explosion = dice.explode(ROLL, pool_of(2, 4), again=ROLL, limit=4)
    return explosion.total, explosion.added


def two_cards(dice: Dice) -> tuple[str, str]:
    """Two cards of three, of which two are alike."""
    deck = Deck("twins", ("joker", "joker", "AS"))
    first = dice.draw(ROLL, deck)
    return first, dice.draw(ROLL, deck.without(first))


@pytest.mark.parametrize("procedure", [total_of_three, exploding, two_cards])
def test_fair_dice(procedure: Callable[[Dice], object]) -> None:
    """Without any merging the chances, and what is cut, are those of exact dice."""
    played, odds = enumerated(procedure, {}, NEVER), Distribution.of(procedure)
    assert (played.chances, played.residual) == (odds.chances, odds.residual)


def test_bands_are_not_believed() -> None:
    """A procedure that tells faces apart which it has called alike has other odds than play."""

    def dishonest(dice: Dice) -> bool:
        return dice.roll(ROLL, D6, bands=(3, 6)).total >= 5

    assert Distribution.of(dishonest).chances[True] == Fraction(1, 2)
    assert enumerated(dishonest, {}, NEVER).chances[True] == Fraction(1, 3)


@given(loads_of({THREE_D6: 2, (1, 20): 0}))
def test_loaded_dice(loads: Loads) -> None:
    """Loaded dice have as many ways to fall as fair ones, and exact dice fall with the same chances."""

    def both(dice: Dice) -> tuple[int, int, int]:
        return dice.roll(ROLL, THREE).total, dice.roll(ROLL, D20).total, dice.roll(ROLL, D6).total

    for (count, sides), load in loads.items():
        assert sum(weight for _, weight in load) == sides**count
        assert min(weight for _, weight in load) > 0
    with loaded(loads):
        odds = Distribution.of(both)
    assert odds.chances == enumerated(both, loads, NEVER).chances
    assert len(list(every_path(total_of_three))) == 16


def test_paths_are_cut() -> None:
    """A path less likely than allowed is cut, and its chance is counted as what was cut."""

    def again(dice: Dice) -> int:
        rolls = 1
        while dice.roll(ROLL, D6).total == 6:
            rolls += 1
        return rolls

    played = enumerated(again, {}, Fraction(1, 216))
    assert played.chances == {1: Fraction(5, 6), 2: Fraction(5, 36), 3: Fraction(5, 216)}
    assert played.residual == Fraction(1, 216)


def test_too_many_paths_are_an_error() -> None:
    """A proof whose inputs are too large fails instead of taking for ever."""
    with pytest.raises(AssertionError, match="too many paths"):
        enumerated(total_of_three, {}, NEVER, most=6**3 - 1)
    assert len(enumerated(total_of_three, {}, NEVER, most=6**3).chances) == 16
