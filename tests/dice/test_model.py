"""Pools, decks and rolls."""

import pytest

from service.dice.model import D100, Deck, DiceNeeded, DicePool, Roll
from tests.dice.rules_to_roll import ACES, STRIKE


@pytest.mark.parametrize(
    ("pool", "name"), [(DicePool(3, 6), "3d6"), (DicePool(1, 6), "d6"), (D100, "d100"), (DicePool(20, 1000), "20d1000")]
)
def test_pools_are_named_as_players_do(pool: DicePool, name: str) -> None:
    """One die is `d6`, three are `3d6`."""
    assert pool.name == name


def test_a_deck_without_a_card_has_one_such_card_less() -> None:
    """Taking a card out leaves its twins, and the deck it came from, as they were."""
    twins = Deck("twins", ("joker", "joker", "AS"))
    assert twins.without("joker").cards == ("joker", "AS")
    assert twins.cards == ("joker", "joker", "AS")
    assert ACES.without("AH") == Deck("aces", ("AC", "AD", "AS"))


def test_a_roll_that_nobody_records_may_be_told_about() -> None:
    """Finishing the sentence of a roll without a step does nothing."""
    roll = Roll((4,), 4, None)
    roll.tell("Ash rolls 4.", margin=1)
    assert (roll.faces, roll.total, roll.step) == ((4,), 4, None)


def test_dice_needed_says_what_is_wanted() -> None:
    """The wish for dice names the rule, the dice, who rolls, and how many are missing."""
    wish = DiceNeeded(STRIKE, "3d6", "ash", 2)
    assert (str(wish), wish.rule, wish.dice, wish.actor, wish.missing) == ("test/strike", STRIKE, "3d6", "ash", 2)
    assert not wish.is_card
