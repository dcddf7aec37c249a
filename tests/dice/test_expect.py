"""Announced rolls: with dice that ask, all rolls that certainly come are asked for together."""

from collections.abc import Callable, Iterable, Sequence

import pytest

from service.dice.decks import PLAYING_CARDS
from service.dice.model import D6, D100, THREE_D6, Deck, DiceNeeded, DicePool, Expected, Rule
from service.dice.seeded import SeededDice
from service.dice.supplied import SuppliedDice, WhenExhausted

ATTACK = Rule("test/attack", "Attack", cites="Nowhere")
DEFENSE = Rule("test/defense", "Defense", cites="Nowhere")
CARDS = Deck("deck", PLAYING_CARDS)
BOTH = (Expected(ATTACK, THREE_D6, "ash", "at the orc"), Expected(DEFENSE, D100, "orc"))


def asking(*faces: int, cards: Sequence[str] = ()) -> SuppliedDice:
    """Dice that ask for what is missing."""
    return SuppliedDice(faces, cards, WhenExhausted.ASK)


def lack_of(dice: SuppliedDice, rule: Rule, wanted: DicePool | Deck, actor: str | None) -> DiceNeeded:
    """What is asked for when a roll or draw has no dice."""
    take: Callable[..., object] = dice.draw if isinstance(wanted, Deck) else dice.roll
    with pytest.raises(DiceNeeded) as caught:
        take(rule, wanted, actor=actor)
    return caught.value


def test_what_follows_is_asked_for_together() -> None:
    """The roll that waits is asked for with its purpose, and with it every roll that was announced after it."""
    dice = asking()
    dice.expect(lambda: BOTH)
    lack = lack_of(dice, ATTACK, THREE_D6, "ash")
    assert (lack.purpose, lack.missing, lack.expected) == ("at the orc", 3, BOTH[1:])


def test_rolls_that_came_are_not_asked_for_again() -> None:
    """An announced roll that has its dice is taken off the announcement."""
    dice = asking(1, 2, 3)
    dice.expect(lambda: BOTH)
    dice.roll(ATTACK, THREE_D6, actor="ash")
    lack = lack_of(dice, DEFENSE, D100, "orc")
    assert (lack.purpose, lack.expected) == (None, ())


def test_another_roll_ends_the_announcement() -> None:
    """A roll that was not announced is asked for alone."""
    dice = asking()
    dice.expect(lambda: BOTH)
    assert lack_of(dice, DEFENSE, D6, "orc").expected == ()


def test_a_longer_announcement_replaces_a_shorter_one() -> None:
    """Within an announcement a shorter one changes nothing, and a longer one counts instead."""
    dice = asking()
    dice.expect(lambda: BOTH)
    dice.expect(lambda: BOTH[:1])
    dice.expect(lambda: (*BOTH, BOTH[0]))
    assert lack_of(dice, ATTACK, THREE_D6, "ash").expected == (BOTH[1], BOTH[0])


def test_draws_are_announced_by_the_name_of_their_deck() -> None:
    """A draw from what is left of a deck is the draw that was announced from the whole of it."""
    dice = asking(cards=["QH"])
    dice.expect(lambda: [Expected(ATTACK, CARDS, name) for name in ("ash", "orc")])
    dice.draw(ATTACK, CARDS, actor="ash")
    lack = lack_of(dice, ATTACK, CARDS.without("QH"), "orc")
    assert (lack.is_card, lack.expected) == (True, ())


def test_other_dice_do_not_read_announcements() -> None:
    """Dice that never ask do not work out what is announced."""

    def announced() -> Iterable[Expected]:
        raise AssertionError

    SeededDice("sha256ctr1:1").expect(announced)
