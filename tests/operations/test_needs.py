"""What is wanted when supplied dice run out, as a sentence for who rolls or draws."""

import pytest

from service.dice.decks import PLAYING_CARDS
from service.dice.model import THREE_D6, Deck, DiceNeeded, Expected, Rule
from service.operations.answering.dice_source import needs_of
from service.operations.answering.spoken_names import spoken_names
from service.rules.heroic.battle.models import HeroicSide
from service.rules.laurels.figures.models import LaurelsParticipant
from service.wire import Frozen, to_json

STRIKE = Rule("test/strike", "Strike", cites="Nowhere")


@pytest.mark.parametrize(
    ("lack", "told"),
    [
        (DiceNeeded(STRIKE, "d10", "ash", 1), "Ash rolls d10 for: Strike."),
        (DiceNeeded(STRIKE, "3d6", None, 2), "Roll 3d6 for: Strike (2 still missing)."),
        (DiceNeeded(STRIKE, "deck", "ash", 1, is_card=True), "Ash draws a card from the deck: Strike."),
        (DiceNeeded(STRIKE, "deck", None, 1, is_card=True), "Draw a card from the deck: Strike."),
    ],
)
def test_what_is_wanted(lack: DiceNeeded, told: str) -> None:
    """Dice are rolled for a rule, cards are drawn from their deck."""
    need = needs_of(lack, {})[0]
    assert need.text == told
    assert (need.dice, need.actor, need.missing) == (lack.dice, lack.actor, lack.missing)


def test_what_certainly_follows() -> None:
    """All rolls that certainly come are told, each with its dice, who rolls, and what for."""
    follows = (Expected(STRIKE, THREE_D6, "orc"), Expected(STRIKE, Deck("deck", PLAYING_CARDS), "orc"))
    needs = needs_of(DiceNeeded(STRIKE, "d100", "ash", 1, expected=follows, purpose="at the orc"), {"orc": "Grunk"})
    assert [need.text for need in needs] == [
        "Ash rolls d100 for: Strike, at the orc.",
        "Grunk rolls 3d6 for: Strike (3 still missing).",
        "Grunk draws a card from the deck: Strike.",
    ]
    assert [need.missing for need in needs] == [1, 3, 1]


class Blow(Frozen):
    """A request with figures of all sorts."""

    attacker: LaurelsParticipant
    defender: LaurelsParticipant
    others: tuple[LaurelsParticipant, ...]
    sides: tuple[HeroicSide, ...]


def test_who_rolls_is_called_by_name() -> None:
    """Figures and sides are called by their names, one without an id by its role; what a figure carries is left out."""
    given = {
        "attacker": {"name": "Ada", "weapon": {"kind": "melee"}},
        "defender": {"id": "ogre"},
        "others": [{"id": "ogre 2", "name": "Grunk"}],
        "sides": [{"id": "red", "name": "The watch"}, {"id": "blue"}],
    }
    blow = Blow.model_validate_json(to_json(given))
    assert spoken_names(blow) == {"Attacker": "Ada", "ogre 2": "Grunk", "red": "The watch"}
    assert spoken_names(None) == {}
