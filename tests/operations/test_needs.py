"""What is wanted when supplied dice run out, as a sentence for who rolls or draws."""

import pytest

from service.dice.model import DiceNeeded, Rule
from service.operations.dice_source import needs_of

STRIKE = Rule("test/strike", "Strike", cites="Nowhere")


@pytest.mark.parametrize(
    ("lack", "told"),
    [
        (DiceNeeded(STRIKE, "d10", "ash", 1), "ash rolls d10 for: Strike."),
        (DiceNeeded(STRIKE, "3d6", None, 2), "Roll 3d6 for: Strike (2 still missing)."),
        (DiceNeeded(STRIKE, "deck", "ash", 1, is_card=True), "ash draws a card from the deck: Strike."),
        (DiceNeeded(STRIKE, "deck", None, 1, is_card=True), "Draw a card from the deck: Strike."),
    ],
)
def test_what_is_wanted(lack: DiceNeeded, told: str) -> None:
    """Dice are rolled for a rule, cards are drawn from their deck."""
    need = needs_of(lack)[0]
    assert need.text == told
    assert (need.dice, need.actor, need.missing) == (lack.dice, lack.actor, lack.missing)
