"""The published generators: anyone can recompute a face from the seed and its number."""

from collections import Counter
from hashlib import sha256, sha512

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.dice.generators import GENERATORS, WORDS
from service.dice.model import D6, D10, D100, Deck, DicePool
from service.dice.seeded import GENERATOR, PREVIEWS, SeededDice, SeededStream, preview_seed_of
from service.dice.transcript import Source
from tests.dice.rules_to_roll import ACES, DAMAGE, INITIATIVE, STRIKE

TEXTS = st.text(st.characters(min_codepoint=32, max_codepoint=126), min_size=1, max_size=40)
SEEDS = st.builds("{}:{}".format, st.sampled_from(["sha256ctr1", "sha512ctr1"]), TEXTS)


def recomputed(seed: str, number: int, sides: int) -> int:
    """Number `number` of a seed below `sides`, worked out from the generator's description alone."""
    attempt = 0
    while True:
        if seed.startswith("sha256ctr1:"):
            digest = sha256((seed + "/" + str(number) + "/" + str(attempt)).encode("utf-8")).digest()[:8]
        else:
            whole = sha512((seed + "/" + str(number // 8) + "/" + str(attempt)).encode("utf-8")).digest()
            digest = whole[number % 8 * 8 :][:8]
        word = int(digest.hex(), 16)
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
        ("sha512ctr1:table-7", 6, [6, 5, 3, 5, 1, 2, 1, 1, 3, 1, 4, 2]),
        ("sha512ctr1:table-7", 100, [46, 29, 91, 89, 69, 40, 35, 41, 93, 19, 42, 58, 7, 3, 29, 59, 18]),
        ("sha512ctr1:0", 10, [7, 1, 8, 5, 2, 8, 3, 2, 2, 5]),
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


@given(SEEDS, st.integers(0, 40), st.integers(1, 40), st.integers(1, 1000))
def test_many_faces_are_one_after_the_other(seed: str, number: int, count: int, sides: int) -> None:
    """Dice that are rolled together have the numbers that they have one by one, wherever they begin."""
    faces = SeededStream(seed, number).faces(count, sides)
    assert faces == tuple([recomputed(seed, each, sides) + 1 for each in range(number, number + count)])


@pytest.mark.parametrize("name", GENERATORS)
def test_words_that_would_favour_low_faces_are_passed_over(name: str) -> None:
    """With 2^63 + 1 sides about every second word is refused, and the next attempt takes its place."""
    sides, seed = WORDS // 2 + 1, f"{name}:rejections"
    stream = SeededStream(seed)
    numbers = [stream.below(sides) for _ in range(40)]
    assert numbers == [recomputed(seed, number, sides) for number in range(40)]
    first_words = [recomputed(seed, number, WORDS) for number in range(40)]
    assert any(word >= sides for word in first_words)
    assert stream.count == 40


def test_a_seed_names_its_generator() -> None:
    """A seed of no generator is none; the two generators roll different faces from one text."""
    with pytest.raises(KeyError):
        SeededStream("sha1ctr1:table-7")
    first, second = [SeededStream(f"{name}:table-7").faces(20, 100) for name in GENERATORS]
    assert first != second


def test_previews_roll_with_the_generator_of_the_act() -> None:
    """The seed of a preview names the generator that the seed of the act names."""
    for name in GENERATORS:
        seed = f"{name}:table-7"
        assert preview_seed_of(seed) == f"{name}:preview/{sha256(seed.encode()).hexdigest()}"
        assert preview_seed_of(seed).startswith(PREVIEWS)


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


@pytest.mark.parametrize("name", GENERATORS)
def test_faces_are_equally_likely(name: str) -> None:
    """Sixty thousand dice of one seed show each face about ten thousand times."""
    stream = SeededStream(f"{name}:even")
    seen = Counter([stream.below(D6.sides) for _ in range(60_000)])
    chi_square = sum((seen[face] - 10_000) ** 2 / 10_000 for face in range(6))
    assert chi_square < 20.5  # 5 degrees of freedom: one fair die in a thousand does worse


def test_a_deck_of_one_card_gives_that_card() -> None:
    """Even a certain draw takes one number of the stream."""
    dice = SeededDice("sha256ctr1:sure")
    assert dice.draw(INITIATIVE, Deck("last", ("AS",))) == "AS"
    assert dice.stream.count == 1
