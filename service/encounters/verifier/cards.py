"""Cards as the verifier in Python checks them: which deck they come from, and what is left of it."""

from hashlib import sha256, sha512
from typing import Any

RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
CARDS = (*[rank + suit for suit in "SHDC" for rank in RANKS], "JOKER1", "JOKER2")
"""A fresh deck in its published order; shorter decks lack the last cards."""
MOST_CARDS = 200
DECK_SIZES = (52, 53, 54)
DECK_FAMILY = "mass"
MANY_ROUNDS = "mass/resolve-skirmish"
"""The operation whose rounds each have a fresh deck, whatever deck the encounter keeps."""
ALL_DRAWN = "mass/initiative/card-order"
"""The rule of the step that follows the last card of a round."""


def below(seed: str, n: int, sides: int) -> int:
    """Return number n of a seed, below `sides`."""
    attempt, prefix = 0, f"{seed}/"
    hashed, numbers = (sha512, 8) if prefix.startswith("sha512ctr1:") else (sha256, 1)
    block, place = divmod(n, numbers)
    while True:
        digest = hashed(f"{prefix}{block}/{attempt}".encode()).digest()
        word = int.from_bytes(digest[8 * place : 8 * place + 8], "big")
        if word < (1 << 64) // sides * sides:
            return word % sides
        attempt += 1


def fresh_deck(view: Any) -> list[str] | None:
    """Return a fresh deck by the rulings of an entry; None if the file does not show them."""
    rulings = view.get("rulings")
    size = rulings.get("deck") if view.get("family") == DECK_FAMILY and isinstance(rulings, dict) else None
    return list(CARDS[: int(size)]) if size in DECK_SIZES else None


class Decks:
    """The decks of a log that is read.

    `deck` has the cards left for the next draw; it is None where the file does not show them. `dealt` is how many cards
    were found to follow from their seeds.
    """

    def __init__(self) -> None:
        """Begin before the first entry."""
        self.kept: dict[str, list[str] | None] = {}  # by state: the deck in it; None if each round has a fresh one
        self.fresh: list[str] | None = None
        self.deck: list[str] | None = None
        self.dealt = 0

    def begin(self, view: Any) -> None:
        """Take up the deck that an act draws from."""
        before, self.fresh, self.deck = view.get("before"), fresh_deck(view), None
        if isinstance(before, str) and before in self.kept:
            held = None if view.get("operation") == MANY_ROUNDS else self.kept[before]
            self.deck = self.fresh if held is None else held
            self.deck = None if self.deck is None else list(self.deck)

    def take(self, card: Any, seed: Any, n: int | None) -> bool:
        """Take a card out of the deck; tell whether it was in it, and is number `n` of the seed if it was dealt."""
        if n is not None and not isinstance(seed, str):
            return False
        if self.deck is None:
            return True
        if card not in self.deck or (n is not None and self.deck[below(seed, n, len(self.deck))] != card):
            return False
        self.deck.remove(card)
        self.dealt += n is not None
        return True

    def step(self, view: Any, rule: Any) -> None:
        """Go past a step without dice: after the draws of a round in a skirmish, the next deck is fresh."""
        if rule == ALL_DRAWN and view.get("operation") == MANY_ROUNDS and self.deck is not None:
            self.deck = None if self.fresh is None else list(self.fresh)

    def end(self, view: Any) -> None:
        """Remember the deck in the state that an entry has led to, if the file shows it."""
        before, after, state = view.get("before"), view.get("after"), view.get("state")
        if not isinstance(after, str):
            return
        if isinstance(state, dict):
            deck = state.get("deck_state")
            is_deck = isinstance(deck, list) and 0 < len(deck) <= MOST_CARDS
            if deck is None or (is_deck and all(isinstance(each, str) for each in deck)):
                self.kept[after] = deck
        elif view["kind"] == "act" and isinstance(before, str) and before in self.kept:
            held = self.kept[before]
            is_used_up = held is not None and view.get("dice") is not None and view.get("operation") != MANY_ROUNDS
            self.kept[after] = (self.deck or self.fresh) if is_used_up else held
