"""Dice that people rolled: what is missing is asked for, rolled or refused, and nothing is left unsaid."""

import pytest

from service.dice.model import D6, D10, D100, DiceNeeded, DicePool, Rule
from service.dice.seeded import SeededStream
from service.dice.supplied import SuppliedDice, WhenExhausted
from service.dice.transcript import Source
from service.errors import CardNotInDeck, DiceSupplyExhausted, DiceSupplyLeftOver, FaceOutOfRange
from tests.dice.rules_to_roll import ACES, DAMAGE, INITIATIVE, STRIKE

SEED = "sha256ctr1:rest"
THREE_D6 = DicePool(3, 6)


def asking(*faces: int) -> SuppliedDice:
    """Dice that ask for what is missing."""
    return SuppliedDice(faces, (), WhenExhausted.ASK)


def rolling(*faces: int, cards: tuple[str, ...] = ()) -> SuppliedDice:
    """Dice that roll what is missing."""
    return SuppliedDice(faces, cards, WhenExhausted.ROLL, SEED)


def refusing(*faces: int) -> SuppliedDice:
    """Dice that refuse when they run out."""
    return SuppliedDice(faces, (), WhenExhausted.REFUSE)


def test_faces_are_used_in_the_order_given() -> None:
    """Each roll takes the next faces, whatever the die."""
    dice = asking(87, 4, 3, 6, 10)
    rolls = [dice.roll(STRIKE, D100), dice.roll(DAMAGE, THREE_D6), dice.roll(DAMAGE, D10)]
    assert [roll.faces for roll in rolls] == [(87,), (4, 3, 6), (10,)]
    assert [roll.total for roll in rolls] == [87, 13, 10]
    assert [step.source for step in dice.steps] == [Source.SUPPLIED] * 3


def test_cards_travel_beside_the_faces() -> None:
    """Cards have their own order and take no face."""
    dice = SuppliedDice((6,), ("AH", "AS"), WhenExhausted.REFUSE)
    assert dice.draw(INITIATIVE, ACES, actor="ash") == "AH"
    assert dice.roll(DAMAGE, D6).total == 6
    assert dice.draw(INITIATIVE, ACES.without("AH")) == "AS"
    dice.refuse_left_overs(None)
    assert [step.text for step in dice.steps] == ["Ash drew AH.", "", "AS was drawn."]


def test_missing_dice_are_asked_for() -> None:
    """The wish names rule, dice, roller and how many faces of the pool are missing."""
    dice = asking(87, 4)
    dice.roll(STRIKE, D100, actor="ash")
    with pytest.raises(DiceNeeded) as wish:
        dice.roll(DAMAGE, THREE_D6, actor="ash")
    assert (wish.value.rule, wish.value.dice, wish.value.actor, wish.value.missing) == (DAMAGE, "3d6", "ash", 2)


def test_missing_cards_are_asked_for() -> None:
    """A draw without a supplied card asks for one card of the deck."""
    with pytest.raises(DiceNeeded) as wish:
        asking(3).draw(INITIATIVE, ACES)
    assert (wish.value.dice, wish.value.missing) == ("aces", 1)


def test_missing_dice_are_rolled() -> None:
    """The stream starts at its first number wherever the supplied faces end, and a pool may be mixed."""
    stream = SeededStream(SEED)
    expected = [stream.below(6) + 1, stream.below(6) + 1, stream.below(100) + 1]
    dice = rolling(4)
    assert dice.roll(DAMAGE, THREE_D6).faces == (4, *expected[:2])
    assert dice.roll(STRIKE, D100).faces == (expected[2],)
    assert [step.source for step in dice.steps] == [Source.MIXED, Source.SEEDED]


def test_missing_cards_are_drawn() -> None:
    """After the supplied card the next ones come from the same stream as the dice."""
    dice = rolling(cards=("AS",))
    assert dice.draw(INITIATIVE, ACES) == "AS"
    assert dice.draw(INITIATIVE, ACES) == ACES.cards[SeededStream(SEED).below(4)]
    assert [step.source for step in dice.steps] == [Source.SUPPLIED, Source.SEEDED]


def test_missing_dice_are_refused() -> None:
    """Refusing names the rule and the dice it wanted, and points at the faces."""
    dice = refusing(80)
    dice.roll(STRIKE, D100)
    with pytest.raises(DiceSupplyExhausted, match=r"Damage \(test/damage\) needs d10") as refusal:
        dice.roll(DAMAGE, D10)
    assert refusal.value.pointer == "/dice/faces"
    assert refusal.value.faults[0].rule == "test/damage"


def test_missing_dice_are_refused_even_with_a_seed() -> None:
    """A seed rolls what is missing only where that is asked for."""
    dice = SuppliedDice((), (), WhenExhausted.REFUSE, SEED)
    with pytest.raises(DiceSupplyExhausted):
        dice.roll(DAMAGE, D6)
    with pytest.raises(DiceSupplyExhausted):
        dice.draw(INITIATIVE, ACES)


def test_missing_cards_are_refused() -> None:
    """For a card the refusal points at the cards."""
    with pytest.raises(DiceSupplyExhausted) as refusal:
        refusing(3).draw(INITIATIVE, ACES)
    assert refusal.value.pointer == "/dice/cards"


@pytest.mark.parametrize("face", [0, -1, 101])
def test_a_face_must_be_on_its_die(face: int) -> None:
    """A face below 1 or above the die's sides is refused with its position, its value and the die."""
    dice = refusing(50, face)
    dice.roll(STRIKE, D100)
    with pytest.raises(FaceOutOfRange, match=rf"Face {face} at position 1 is not on a d100") as refusal:
        dice.roll(STRIKE, D100)
    assert refusal.value.pointer == "/dice/faces/1"


def test_a_bad_face_is_refused_before_the_rest_is_asked_for() -> None:
    """A pool with one face off its die and others missing is refused for that face."""
    with pytest.raises(FaceOutOfRange, match="Face 7 at position 1"):
        asking(4, 7).roll(DAMAGE, THREE_D6)


def test_a_card_must_be_in_the_deck() -> None:
    """A card of another deck, or one already drawn, is refused with its position."""
    dice = SuppliedDice((), ("AH", "AH"), WhenExhausted.ASK)
    dice.draw(INITIATIVE, ACES)
    with pytest.raises(CardNotInDeck, match="Card 'AH' at position 1 is not in the aces, or no longer") as refusal:
        dice.draw(INITIATIVE, ACES.without("AH"))
    assert refusal.value.pointer == "/dice/cards/1"


def test_left_over_faces_are_refused() -> None:
    """The first face that nothing asked for is quoted with its position, under the family's tape rule."""
    dice = refusing(30, 60, 4)
    dice.roll(STRIKE, D100)
    dice.roll(STRIKE, D100)
    with pytest.raises(DiceSupplyLeftOver, match="the first one left over is 4 at position 2") as refusal:
        dice.refuse_left_overs(Rule("test/tape", "Tape", cites="Tests"))
    assert refusal.value.pointer == "/dice/faces/2"
    assert refusal.value.faults[0].rule == "test/tape"


def test_left_over_cards_are_refused() -> None:
    """Cards are left over by themselves, even when every face was used."""
    dice = SuppliedDice((), ("AS",), WhenExhausted.ASK)
    with pytest.raises(DiceSupplyLeftOver, match="'AS' at position 0") as refusal:
        dice.refuse_left_overs(None)
    assert refusal.value.pointer == "/dice/cards/0"


@pytest.mark.parametrize("when", WhenExhausted)
def test_enough_dice_are_simply_used(when: WhenExhausted) -> None:
    """What happens when dice run out does not matter when they do not."""
    dice = SuppliedDice((1, 2), (), when, SEED if when is WhenExhausted.ROLL else None)
    assert [dice.roll(DAMAGE, D6).total, dice.roll(DAMAGE, D6).total] == [1, 2]
    dice.refuse_left_overs(None)


def test_a_card_that_is_wanted() -> None:
    """When supplied cards run out, what is asked for is a card of the deck, not a roll."""
    with pytest.raises(DiceNeeded) as asked:
        SuppliedDice((), (), WhenExhausted.ASK).draw(INITIATIVE, ACES, actor="ash")
    assert (asked.value.is_card, asked.value.dice) == (True, ACES.name)
