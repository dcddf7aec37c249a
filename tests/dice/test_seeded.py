"""The published generator: anyone can recompute a face from the seed and its number."""

from collections import Counter
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.dice.model import D6, D10, D100, Deck, DicePool
from service.dice.seeded import GENERATOR, WORDS, SeededDice, SeededStream
from service.dice.transcript import Source
from tests.dice.rules_to_roll import ACES, DAMAGE, INITIATIVE, STRIKE

SEEDS = st.text(st.characters(min_codepoint=32, max_codepoint=126), min_size=1, max_size=40).map("sha256ctr1:{}".format)


def recomputed(seed: str, number: int, sides: int) -> int:
    """Number `number` of a seed below `sides`, worked out from the generator's description alone."""
    attempt = 0
    while True:
        digest = sha256((seed + "/" + str(number) + "/" + str(attempt)).encode("utf-8")).digest()
        word = int(digest[:8].hex(), 16)
        if word < (2**64 // sides) * sides:
            return word % sides
        attempt += 1


@pytest.mark.parametrize(
    ("seed", "sides", "faces"),
    [
        ("sha256ctr1:table-7", 6, [1, 5, 5, 3, 2, 2, 4, 4, 4, 5, 5, 1]),
        ("sha256ctr1:table-7", 100, [89, 69, 87, 93, 86, 32, 12, 72]),
        ("sha256ctr1:0", 10, [8, 5, 9, 2, 8, 4, 2, 1, 6, 9]),
        ("sha256ctr1:Ash & Orc / 2", 20, [11, 16, 1, 19, 5, 10, 1, 1]),
    ],
)
def test_published_vectors(seed: str, sides: int, faces: list[int]) -> None:
    """These seeds give these faces, for ever and in every language."""
    stream = SeededStream(seed)
    assert [stream.below(sides) + 1 for _ in faces] == faces
    assert [recomputed(seed, number, sides) + 1 for number in range(len(faces))] == faces


@given(SEEDS, st.integers(0, 10_000), st.integers(1, 1000))
def test_any_face_can_be_recomputed(seed: str, number: int, sides: int) -> None:
    """A face depends on the seed and its number alone, as the description says."""
    stream = SeededStream(seed, number)
    assert stream.below(sides) == recomputed(seed, number, sides)
    assert stream.count == number + 1


def test_words_that_would_favour_low_faces_are_passed_over() -> None:
    """With 2^63 + 1 sides about every second word is refused, and the next attempt takes its place."""
    sides = WORDS // 2 + 1
    stream = SeededStream("sha256ctr1:rejections")
    numbers = [stream.below(sides) for _ in range(40)]
    assert numbers == [recomputed("sha256ctr1:rejections", number, sides) for number in range(40)]
    first_words = [
        int.from_bytes(sha256(b"sha256ctr1:rejections/%d/0" % number).digest()[:8], "big") for number in range(40)
    ]
    assert any(word >= sides for word in first_words)
    assert stream.count == 40


def test_dice_of_every_kind_share_one_count() -> None:
    """The number in the description counts dice and cards together, in transcript order."""
    seed = f"{GENERATOR}:mixed"
    dice = SeededDice(seed)
    strike = dice.roll(STRIKE, D100, actor="ash")
    damage = dice.roll(DAMAGE, DicePool(3, 6))
    card = dice.draw(INITIATIVE, ACES)
    last = dice.roll(DAMAGE, D10)
    assert strike.faces == (recomputed(seed, 0, 100) + 1,)
    assert damage.faces == tuple(recomputed(seed, number, 6) + 1 for number in (1, 2, 3))
    assert card == ACES.cards[recomputed(seed, 4, 4)]
    assert last.total == recomputed(seed, 5, 10) + 1
    assert [step.source for step in dice.steps] == [Source.SEEDED] * 4


def test_the_same_seed_rolls_the_same_faces() -> None:
    """Two sets of dice from one seed never differ, and one from another seed does."""
    first, second, other = SeededDice("sha256ctr1:a"), SeededDice("sha256ctr1:a"), SeededDice("sha256ctr1:b")
    for dice in (first, second, other):
        for _ in range(20):
            dice.roll(STRIKE, D100)
    assert first.faces == second.faces
    assert first.faces != other.faces


def test_faces_are_equally_likely() -> None:
    """Sixty thousand dice of one seed show each face about ten thousand times."""
    stream = SeededStream("sha256ctr1:even")
    seen = Counter(stream.below(D6.sides) for _ in range(60_000))
    chi_square = sum((seen[face] - 10_000) ** 2 / 10_000 for face in range(6))
    assert chi_square < 20.5  # 5 degrees of freedom: one fair die in a thousand does worse


def test_a_deck_of_one_card_gives_that_card() -> None:
    """Even a certain draw takes one number of the stream."""
    dice = SeededDice("sha256ctr1:sure")
    assert dice.draw(INITIATIVE, Deck("last", ("AS",))) == "AS"
    assert dice.stream.count == 1
