"""Dice rolled by the published generator `sha256ctr1`: face number n depends on the seed and n alone.

To recompute number n of a seed text S, such as "sha256ctr1:table-7", in any language (n counts the dice and cards
that the service rolled or drew for the request, in transcript order, from 0; supplied ones are not counted):

1. Let a = 0.
2. Take SHA-256 of the UTF-8 bytes of S + "/" + n + "/" + a, both numbers in decimal without leading zeros.
3. Read the first 8 bytes as an unsigned big-endian integer x.
4. A die with s sides (or a deck with s cards left) accepts x below floor(2^64 / s) * s; otherwise add 1 to a
   and go back to step 2.
5. The face is x mod s, plus 1; the card is the one at position x mod s of the cards left, counted from 0.
"""

from hashlib import sha256
from typing import Final

from service.dice.model import Card, Deck, DicePool, Rule
from service.dice.recording import RecordingDice
from service.dice.transcript import Source

GENERATOR: Final = "sha256ctr1"
WORDS: Final = 1 << 64


class SeededStream:
    """The endless sequence of numbers of one seed; (seed, count) is its whole state."""

    __slots__ = ("_hash", "count")

    def __init__(self, seed: str, count: int = 0) -> None:
        """Continue the stream of a seed (with its generator's name) after `count` numbers."""
        self._hash = sha256(f"{seed}/".encode())
        self.count = count

    def below(self, sides: int) -> int:
        """Return the next number from 0 to sides - 1, each equally likely."""
        accepted = WORDS - WORDS % sides
        attempt = 0
        while True:
            block = self._hash.copy()
            block.update(b"%d/%d" % (self.count, attempt))
            word = int.from_bytes(block.digest()[:8], "big")
            if word < accepted:
                self.count += 1
                return word % sides
            attempt += 1


class SeededDice(RecordingDice):
    """Dice the service rolls."""

    def __init__(self, seed: str) -> None:
        """Roll from the start of a seed's stream."""
        super().__init__()
        self.seed = seed
        self.stream = SeededStream(seed)

    def _next_faces(self, rule: Rule, pool: DicePool, actor: str | None) -> tuple[tuple[int, ...], Source]:
        below, sides = self.stream.below, pool.sides
        if pool.count == 1:
            return (below(sides) + 1,), Source.SEEDED
        return tuple([below(sides) + 1 for _ in range(pool.count)]), Source.SEEDED

    def _next_card(self, rule: Rule, deck: Deck, actor: str | None) -> tuple[Card, Source]:
        return deck.cards[self.stream.below(len(deck.cards))], Source.SEEDED
