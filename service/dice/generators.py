"""The generators of seeded dice: all that there are. `service/dice/seeded.py` says how anybody works their numbers out.

A generator makes words: number n of a seed below s is the first word of n that s accepts, modulo s.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from hashlib import sha256, sha512
from struct import Struct
from typing import Final, Protocol

WORDS: Final = 1 << 64
BLOCK: Final = 8
"""How many numbers of a stream are worked out at a time."""

_word_in = Struct(">Q").unpack_from
_first_words = Struct(">" + "Q24x" * BLOCK).unpack
_all_words = Struct(">" + "Q" * BLOCK).unpack
_begun_words = Struct(">" + "Q" * BLOCK * 3).unpack


class Generator(Protocol):
    """A way to make the words of numbers; `prefix` are the bytes of the seed and "/"."""

    @property
    def name(self) -> str:
        """The name that seeds begin with."""

    def begun(self, prefix: bytes) -> tuple[int, ...]:
        """Return the words of first attempts at the first numbers: at least a block, and as many as are soon used."""

    def block(self, prefix: bytes, start: int) -> tuple[int, ...]:
        """Return the words of first attempts at a block of numbers; `start` is a multiple of its size."""

    def word(self, prefix: bytes, number: int, attempt: int) -> int:
        """Return the word of an attempt at a number."""


class Sha256Ctr1:
    """One number for one hash."""

    name: Final = "sha256ctr1"

    def begun(self, prefix: bytes) -> tuple[int, ...]:
        """Return the words of first attempts at the first block of numbers, since each of them costs a hash."""
        return self.block(prefix, 0)

    def block(self, prefix: bytes, start: int) -> tuple[int, ...]:
        """Return the words of first attempts at a block of numbers."""
        return _first_words(b"".join([sha256(prefix + end).digest() for end in _ends_of_numbers(start)]))

    def word(self, prefix: bytes, number: int, attempt: int) -> int:
        """Return the word of an attempt at a number."""
        (word,) = _word_in(sha256(prefix + b"%d/%d" % (number, attempt)).digest())
        return int(word)


class Sha512Ctr1:
    """Eight numbers for one hash."""

    name: Final = "sha512ctr1"

    def begun(self, prefix: bytes) -> tuple[int, ...]:
        """Return the words of first attempts at three blocks of numbers: a duel takes 22 to 43 on average."""
        first, second, third = sha512(prefix + b"0/0"), sha512(prefix + b"1/0"), sha512(prefix + b"2/0")
        return _begun_words(first.digest() + second.digest() + third.digest())

    def block(self, prefix: bytes, start: int) -> tuple[int, ...]:
        """Return the words of first attempts at a block of numbers."""
        return _all_words(sha512(prefix + _end_of_block(start)).digest())

    def word(self, prefix: bytes, number: int, attempt: int) -> int:
        """Return the word of an attempt at a number."""
        block, place = divmod(number, BLOCK)
        (word,) = _word_in(sha512(prefix + b"%d/%d" % (block, attempt)).digest(), 8 * place)
        return int(word)


USUAL: Final = Sha256Ctr1()
"""What the service rolls with, unless a seed names another."""
QUICK: Final = Sha512Ctr1()
"""What fights are sampled with, unless a seed names another."""
GENERATORS: Final[Mapping[str, Generator]] = {each.name: each for each in (USUAL, QUICK)}


def generator_of(seed: str) -> Generator:
    """Return the generator that a seed names."""
    return GENERATORS[seed.partition(":")[0]]


def first_words(generator: Generator, prefix: bytes, start: int, end: int) -> Sequence[int]:
    """Return the words of first attempts at the numbers from `start`, before `end`."""
    skipped = start % BLOCK
    blocks = [generator.block(prefix, each) for each in range(start - skipped, end, BLOCK)]
    return [word for block in blocks for word in block][skipped : skipped + end - start]


@lru_cache(maxsize=256)
def _ends_of_numbers(start: int) -> tuple[bytes, ...]:
    """Return what is hashed behind the prefix for the first attempts at a block of numbers, one by one."""
    return tuple([b"%d/0" % number for number in range(start, start + BLOCK)])


@lru_cache(maxsize=256)
def _end_of_block(start: int) -> bytes:
    """Return what is hashed behind the prefix for the first attempts at a block of numbers at once."""
    return b"%d/0" % (start // BLOCK)
