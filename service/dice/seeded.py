"""Seeded dice, rolled by published generators: face number n depends on the seed and n alone.

A seed begins with the name of its generator. To recompute number n of a seed text S, such as "sha256ctr1:table-7", in
any language (n counts the dice and cards that the service rolled or drew for the request, in transcript order, from 0;
supplied ones are not counted):

1. Let a = 0: the first attempt.
2. Take the hash of the UTF-8 bytes of S + "/" + b + "/" + a, both numbers in decimal without leading zeros, and w:
   sha256ctr1: SHA-256, b = n, w = 0: each hash gives one number;
   sha512ctr1: SHA-512, b = n div 8, w = n mod 8: each hash gives eight numbers.
3. Read its bytes 8w to 8w + 7 as an unsigned big-endian integer x.
4. A die with s sides (or a deck with s cards left) accepts x below floor(2^64 / s) * s; otherwise add 1 to a
   and go back to step 2, for this number alone.
5. The face is x mod s, plus 1; the card is the one at position x mod s of the cards left, counted from 0.

The service rolls with sha256ctr1 where no seed is named, and samples fights with sha512ctr1, which takes less time.

A roll of several dice takes one number for each die, in rolling order. Each operation says under `Dice:` in which order
it rolls and draws, and each step of an answer says what was rolled.

A fresh deck lies in this order: spades, hearts, diamonds, clubs (S, H, D, C), in each suit 2 3 4 5 6 7 8 9 10 J Q K A,
so that position 0 is 2S and position 51 is AC; then JOKER1 and JOKER2. A ruling may leave out the second joker or both.
A card that is drawn is taken out, and the cards left keep their order. Each round begins a fresh deck, in a skirmish
too, and so does every other request that draws; all cards of one round come from one deck. Where a request or an
encounter has `deck_state`, these are the cards left, in that order, and the round begins no fresh deck; what an answer
says in `deck_state` can be sent with the next request. An encounter that keeps one begins a fresh deck when no card is
left after a round.

Where people bring dice and the service rolls what is missing (`when_exhausted` is `roll`), brought faces and cards
come first, each in their order, and the first die or card that is missing is number 0.

An encounter's preview rolls from another seed than the act would: the generator's name and ":preview/", such as
"sha256ctr1:preview/", followed by the SHA-256 of the UTF-8 bytes of S in hexadecimal.
"""

from hashlib import sha256
from struct import Struct
from typing import Final

from service.dice.generators import GENERATORS, USUAL, WORDS, first_words, generator_of
from service.dice.model import Card, Deck, DicePool, Rule
from service.dice.recording import RecordingDice
from service.dice.transcript import Source

GENERATOR: Final = USUAL.name
PREVIEWS: Final = tuple([f"{name}:preview/" for name in GENERATORS])
"""The prefixes of the seeds of previews."""

SEEDED: Final = Source.SEEDED

_first_word = Struct(">Q").unpack_from


def preview_seed_of(seed: str) -> str:
    """Return the seed of a preview, derived one-way from the seed of the act."""
    return f"{generator_of(seed).name}:preview/{sha256(seed.encode()).hexdigest()}"


class SeededStream:
    """The endless sequence of numbers of one seed; its whole state is (seed, count)."""

    __slots__ = ("_generator", "_hash", "_prefix", "count")

    def __init__(self, seed: str, count: int = 0) -> None:
        """Continue the stream of a seed (with its generator's name) after `count` numbers."""
        self._generator = generator_of(seed)
        self._prefix = f"{seed}/".encode()
        self._hash = sha256(self._prefix) if self._generator is USUAL else None
        self.count = count

    def below(self, sides: int) -> int:
        """Return the next number from 0 to sides - 1, each equally likely."""
        return self.faces(1, sides)[0] - 1

    def faces(self, count: int, sides: int) -> tuple[int, ...]:
        """Return the next numbers as faces of dice, each from 1 to sides."""
        accepted = WORDS - WORDS % sides
        start = self.count
        self.count = end = start + count
        found = []
        if self._hash is None:
            for number, word in enumerate(first_words(self._generator, self._prefix, start, end), start):
                found.append((word if word < accepted else self._word_below(accepted, number)) % sides + 1)
            return tuple(found)
        for number in range(start, end):  # what the service rolls with: begun once for all numbers of a seed
            block = self._hash.copy()
            block.update(b"%d/0" % number)
            (word,) = _first_word(block.digest())
            found.append((word if word < accepted else self._word_below(accepted, number)) % sides + 1)
        return tuple(found)

    def _word_below(self, accepted: int, number: int) -> int:
        """Return the word that replaces a rejected one, which would favour low faces."""
        word, attempt = accepted, 0
        while word >= accepted:
            attempt += 1
            word = self._generator.word(self._prefix, number, attempt)
        return word


class SeededDice(RecordingDice):
    """Dice that the service rolls from a seed."""

    def __init__(self, seed: str) -> None:
        """Roll from the start of a seed's stream."""
        super().__init__()
        self.seed = seed
        self.stream = SeededStream(seed)

    def _next_faces(self, rule: Rule, pool: DicePool, actor: str | None) -> tuple[tuple[int, ...], Source]:
        return self.stream.faces(pool.count, pool.sides), SEEDED

    def _next_card(self, rule: Rule, deck: Deck, actor: str | None) -> tuple[Card, Source]:
        return deck.cards[self.stream.below(len(deck.cards))], SEEDED
