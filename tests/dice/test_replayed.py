"""The dice of an answer fall again as they fell: those that were brought first, then those of its seed."""

import pytest

from service.dice.model import D6, D100, DicePool
from service.dice.recording import RecordingDice
from service.dice.seeded import SeededDice
from service.dice.supplied import ReplayedDice, SuppliedDice, WhenExhausted
from service.errors import CardNotInDeck, DiceSupplyExhausted, FaceOutOfRange
from tests.dice.rules_to_roll import ACES, DAMAGE, INITIATIVE, STRIKE

SEED = "sha256ctr1:proof"


def fight(dice: RecordingDice) -> None:
    """A strike, damage of three dice, a note and a draw."""
    dice.roll(STRIKE, D100, actor="ash")
    dice.roll(DAMAGE, DicePool(3, 6))
    dice.note(DAMAGE, "It hurts.")
    dice.draw(INITIATIVE, ACES)


def test_seeded_dice_fall_again() -> None:
    """Without dice that were brought, the seed gives the same steps, sources included."""
    rolled, again = SeededDice(SEED), ReplayedDice((), (), SEED)
    fight(rolled)
    fight(again)
    assert again.steps == rolled.steps


@pytest.mark.parametrize(("faces", "cards"), [((77,), ()), ((77, 6), ("AS",)), ((77, 6, 5, 4), ("AC",)), ((), ("AD",))])
def test_mixed_dice_fall_again(faces: tuple[int, ...], cards: tuple[str, ...]) -> None:
    """After those that were brought, the seed's own follow."""
    rolled, again = SuppliedDice(faces, cards, WhenExhausted.ROLL, SEED), ReplayedDice(faces, cards, SEED)
    fight(rolled)
    fight(again)
    assert again.steps == rolled.steps


def test_without_a_seed_they_end() -> None:
    """Where neither brought dice nor a seed are left, the rule that wants more is named, and nobody is asked."""
    dice = ReplayedDice((77,), (), None)
    assert dice.roll(STRIKE, D100).total == 77
    with pytest.raises(DiceSupplyExhausted) as lack:
        dice.roll(DAMAGE, D6)
    assert lack.value.faults[0].rule == DAMAGE.id


def test_dice_that_cannot_fall_so() -> None:
    """A face that is not on its die, or a card that is not in its deck, is refused where it would be used."""
    with pytest.raises(FaceOutOfRange):
        ReplayedDice((7,), (), SEED).roll(DAMAGE, D6)
    with pytest.raises(CardNotInDeck):
        ReplayedDice((), ("2C",), SEED).draw(INITIATIVE, ACES)
