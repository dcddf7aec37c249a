"""Test vectors of seeded dice, for other implementations: rolls and draws from a seed, and their results."""

from collections.abc import Iterator
from typing import Any, Final

from service.dice.decks import PLAYING_CARDS
from service.dice.generators import GENERATORS, QUICK
from service.dice.model import Deck, DicePool, Rule
from service.dice.seeded import GENERATOR, preview_seed_of
from service.dice.supplied import ReplayedDice
from service.wire import value_class

VECTOR: Final = Rule("dice/vector", "Test vector", cites="Seeded dice")
LARGE: Final = -(-(2**64) // 2049)
"""Sides of which one word in 2 049 is refused. No die has so many; of a few sides no word is refused in practice."""

HALF: Final = 2**63 + 1
"""Sides of which almost every second word is refused."""


@value_class
class Vector:
    """Rolls (dice, sides) and draws (cards, each from a fresh deck) in order, and the supplied dice and cards."""

    title: str
    seed: str
    asked: tuple[tuple[int, int] | int, ...]
    faces: tuple[int, ...] = ()
    cards: tuple[str, ...] = ()

    @property
    def gives(self) -> list[list[int] | list[str]]:
        """The faces of each roll and the cards of each draw."""
        dice = ReplayedDice(self.faces, self.cards, self.seed)
        return [_drawn(dice, each) if isinstance(each, int) else _rolled(dice, *each) for each in self.asked]

    @property
    def document(self) -> dict[str, Any]:
        """The vector as JSON."""
        return {
            "title": self.title,
            "seed": self.seed,
            "brought": {"faces": self.faces, "cards": self.cards},
            "asked": [
                {"draw": each} if isinstance(each, int) else {"roll": each[0], "sides": each[1]} for each in self.asked
            ],
            "gives": self.gives,
        }


VECTORS: Final = (
    Vector("dice of one kind", f"{GENERATOR}:table-7", ((8, 100),)),
    Vector("a roll of several dice is one number for each", f"{GENERATOR}:table-7", ((3, 6), (5, 6))),
    Vector("mixed dice share one count", f"{GENERATOR}:Ash & Orc / 2", ((1, 100), (2, 6), (1, 20), (1, 1), (3, 10))),
    Vector("cards of one deck, then of a fresh one", f"{GENERATOR}:cards", (5, 5)),
    Vector("dice and cards share one count", f"{GENERATOR}:both", (2, (2, 6), 1, (1, 100))),
    Vector("dice that were brought are not counted", f"{GENERATOR}:table-7", ((3, 6), (1, 100), 3), (6, 5), ("QH",)),
    Vector("a number whose first attempts are refused", f"{GENERATOR}:attempt-635", ((4, LARGE),)),
    Vector("a preview", preview_seed_of(f"{GENERATOR}:table-7"), ((8, 100),)),
    Vector("eight numbers for a hash", f"{QUICK.name}:table-7", ((21, 100),)),
    Vector("eight numbers for a hash, mixed", f"{QUICK.name}:both", ((3, 6), 2, (1, 20), (1, 1), (2, 6), 3, (9, 10))),
    Vector("eight numbers for a hash, some refused", f"{QUICK.name}:attempt", ((21, HALF),)),
    Vector("a preview of such a seed", preview_seed_of(f"{QUICK.name}:table-7"), ((8, 100),)),
)


def vectors() -> dict[str, Any]:
    """Return all vectors as one document, with the deck that they draw from."""
    return {
        "generator": GENERATOR,
        "generators": list(GENERATORS),
        "deck": PLAYING_CARDS,
        "vectors": [each.document for each in VECTORS],
    }


def _rolled(dice: ReplayedDice, count: int, sides: int) -> list[int]:
    return list(dice.roll(VECTOR, DicePool(count, sides)).faces)


def _drawn(dice: ReplayedDice, count: int) -> list[str]:
    return list(_cards(dice, count))


def _cards(dice: ReplayedDice, count: int) -> Iterator[str]:
    deck = Deck("deck", PLAYING_CARDS)
    for _ in range(count):
        card = dice.draw(VECTOR, deck)
        deck = deck.without(card)
        yield card
