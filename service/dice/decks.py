"""The deck of playing cards, in the order in which seeded dice number its cards."""

from typing import Final

RANKS: Final = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
SUITS: Final = ("S", "H", "D", "C")
JOKERS: Final = ("JOKER1", "JOKER2")
PLAYING_CARDS: Final = (*(rank + suit for suit in SUITS for rank in RANKS), *JOKERS)
"""Spades, hearts, diamonds and clubs, each from 2 to ace, then the jokers; shorter decks lack the last cards."""
