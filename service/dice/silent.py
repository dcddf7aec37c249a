"""Silent dice: the faces and cards of seeded dice, without a transcript, for fights that nobody watches.

They take the numbers of the published generators (`service/dice/seeded.py`) one after the other, as seeded dice do, and
refuse with the same errors where those would.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import Final, Protocol

from service.dice.generators import WORDS, Generator, generator_of
from service.dice.model import MAX_DICE, A, Bands, Card, Cites, Deck, DicePool, Explosion, Kernel, R, Roll, Rule, Spans
from service.dice.recording import exploded, too_many
from service.dice.transcript import Tally

COMMON: Final = WORDS - 2**32
"""Words below it are accepted for dice of up to 2^32 sides."""

MOST_SHARED: Final = 100
"""The most sides of a die of which each roll is made once, as nothing tells silent rolls of one face apart."""


class RareWord(int):
    """A word that some dice refuse: its remainder is that of the first word of its number which they accept."""

    generator: Generator
    prefix: bytes
    number: int

    def __mod__(self, sides: int) -> int:
        """Return the number below `sides`, after as many attempts as it takes."""
        accepted = WORDS - WORDS % sides
        word, attempt = int(self), 0
        while word >= accepted:
            attempt += 1
            word = self.generator.word(self.prefix, self.number, attempt)
        return word % sides


@lru_cache(maxsize=MOST_SHARED)
def _rolls_of(sides: int) -> tuple[Roll, ...]:
    """Return the rolls of one die, by face."""
    return tuple([Roll((face,), face, None) for face in range(1, sides + 1)])


class WordStream:
    """The stream of a seed as whole words, of which number n below s is `words[n] % s`.

    `words` are those worked out so far, and `at` is the number of those that were used. `common` is the bound below
    which words are accepted unseen.
    """

    __slots__ = ("_common", "_generator", "_prefix", "at", "words")

    def __init__(self, seed: str, common: int = COMMON) -> None:
        """Begin the stream of a seed (with its generator's name)."""
        self._generator = generator = generator_of(seed)
        self._prefix = prefix = f"{seed}/".encode()
        self._common = common
        self.at = 0
        words = generator.begun(prefix)
        self.words = list(words) if max(words) < common else self._marked(words, 0)

    def more(self) -> None:
        """Work out the next block of words."""
        start = len(self.words)
        block = self._generator.block(self._prefix, start)
        self.words += block if max(block) < self._common else self._marked(block, start)

    def below(self, sides: int, rule: Rule) -> int:
        """Return the next number from 0 to sides - 1, each equally likely, for a rule.

        Raises: TooManyDice.
        """
        at = self.at
        if at >= len(self.words):
            self.provide(1, rule)
        self.at = at + 1
        return self.words[at] % sides

    def faces(self, rule: Rule, pool: DicePool) -> tuple[int, ...]:
        """Return the next numbers as faces of a pool for a rule.

        Raises: TooManyDice.
        """
        start, sides = self.at, pool.sides
        end = start + pool.count
        if end > len(self.words):
            self.provide(pool.count, rule)
        self.at = end
        if end - start == 1:
            return (self.words[start] % sides + 1,)
        return tuple([word % sides + 1 for word in self.words[start:end]])

    def provide(self, count: int, rule: Rule) -> None:
        """Work out as many words as a roll for a rule takes.

        Raises: TooManyDice.
        """
        end = self.at + count
        if end > MAX_DICE:
            raise too_many(rule)
        while end > len(self.words):
            self.more()

    def _marked(self, words: tuple[int, ...], start: int) -> list[int]:
        """Return words of the numbers from `start` on, with those that some dice refuse as rare words."""
        return [self._rare(word, number) for number, word in enumerate(words, start)]

    def _rare(self, word: int, number: int) -> int:
        if word < self._common:
            return word
        rare = RareWord(word)
        rare.generator, rare.prefix, rare.number = self._generator, self._prefix, number
        return rare


class Settling(Protocol):
    """A memory of kernels: it returns their results without running them where it can."""

    def settle(self, rule: Rule, kernel: Kernel[A, R], arguments: A, stream: WordStream) -> R:
        """Return the result that the kernel has with the next numbers of the stream."""


class SilentDice:
    """Dice that roll what seeded dice of the same stream roll, and record nothing."""

    tells: bool = False
    __slots__ = ("_kernels", "stream")

    def __init__(self, stream: WordStream, kernels: Settling | None = None) -> None:
        """Roll on from where a stream is, with the results of kernels from a memory if there is one."""
        self.stream = stream
        self._kernels = kernels

    def roll(
        self,
        rule: Rule,
        pool: DicePool,
        *,
        actor: str | None = None,
        target: Tally | None = None,
        bands: Bands | None = None,
    ) -> Roll:
        """Take the pool's faces."""
        sides = pool.sides
        if pool.count == 1 and sides <= MOST_SHARED:
            return _rolls_of(sides)[self.stream.below(sides, rule)]
        faces = self.stream.faces(rule, pool)
        return Roll(faces, sum(faces), None)

    def explode(
        self,
        rule: Rule,
        pool: DicePool,
        *,
        again: Rule,
        limit: int,
        actor: str | None = None,
        spans: Spans | None = None,
    ) -> Explosion:
        """Take the pool's faces, then one die for each highest face, in waves."""
        return exploded(self.roll, rule, pool, again, limit)

    def draw(self, rule: Rule, deck: Deck, *, actor: str | None = None, name: str | None = None) -> Card:
        """Take a card of the deck."""
        return deck.cards[self.stream.below(len(deck.cards), rule)]

    def settle(self, rule: Rule, kernel: Kernel[A, R], arguments: A) -> R:
        """Run the kernel, or take its result from the memory of kernels."""
        if self._kernels is None:
            return kernel(arguments, self)
        return self._kernels.settle(rule, kernel, arguments, self.stream)

    def note(
        self, rule: Rule, text: str, *, actor: str | None = None, target: Tally | None = None, cites: Cites = ()
    ) -> None:
        """Record nothing."""

    def expect(self, rolls: Callable[[], object]) -> None:
        """Do nothing: these dice never ask."""

    def warn(self, text: str) -> None:
        """Record nothing."""


class UnrecordedDice(SilentDice):
    """Silent dice for procedures whose whole outcome is needed, and nobody reads the steps that led to it."""

    tells = True
    __slots__ = ()
