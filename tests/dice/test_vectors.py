"""The published vectors: what the service gives is what anybody works out from the page on seeded dice alone."""

import json
from hashlib import sha256, sha512
from pathlib import Path
from typing import Any

import pytest

from service.app import registry
from service.dice.decks import PLAYING_CARDS
from service.dice.vectors import vectors
from service.operations.registry import Effect
from service.rules.mass.book.rulebook import INITIATIVE_CARD_ORDER
from service.rules.mass.book.tables import DECKS
from service.wire import to_json
from tests.operations.asking import ask, first_example

PUBLISHED = json.loads((Path(__file__).resolve().parents[2] / "api_schema" / "seeded-dice.json").read_text("utf-8"))
TITLES = {each["title"]: each for each in PUBLISHED["vectors"]}
ROLLED = [each.name for each in registry() if each.effect is Effect.ROLL and each.name != "batch"]


class Stream:
    """Seeded dice, written again from the page, without a line of the service."""

    def __init__(self, seed: str, faces: list[int], cards: list[str]) -> None:
        self.seed, self.faces, self.cards, self.n = seed, list(faces), list(cards), 0
        self.refused = 0

    def below(self, sides: int) -> int:
        """Number n: the first word that favours no number."""
        attempt, number = 0, self.n
        self.n += 1
        while True:
            eight = self.seed.startswith("sha512ctr1:")
            hashed, block, place = (sha512, number // 8, number % 8) if eight else (sha256, number, 0)
            digest = hashed(f"{self.seed}/{block}/{attempt}".encode()).digest()
            word = int.from_bytes(digest[8 * place : 8 * place + 8], "big")
            if word < 2**64 // sides * sides:
                return word % sides
            attempt, self.refused = attempt + 1, self.refused + 1

    def roll(self, count: int, sides: int) -> list[int]:
        """A roll: what was brought, then one number for each die."""
        return [self.faces.pop(0) if self.faces else self.below(sides) + 1 for _ in range(count)]

    def draw(self, deck: list[str]) -> str:
        """A card, taken out of the deck."""
        return deck.pop(deck.index(self.cards.pop(0)) if self.cards else self.below(len(deck)))


def pool_of(notation: str) -> tuple[int, int]:
    """How many dice of how many sides a step rolled."""
    count, _, sides = notation.partition("d")
    return int(count or 1), int(sides)


def worked_out(vector: Any) -> tuple[list[Any], Stream]:
    """What a vector gives."""
    stream = Stream(vector["seed"], vector["brought"]["faces"], vector["brought"]["cards"])
    found: list[Any] = []
    for asked in vector["asked"]:
        deck = list(PUBLISHED["deck"])
        rolls = "roll" in asked
        found.append(
            stream.roll(asked["roll"], asked["sides"]) if rolls else [stream.draw(deck) for _ in range(asked["draw"])]
        )
    return found, stream


@pytest.mark.parametrize("vector", PUBLISHED["vectors"], ids=TITLES)
def test_vectors_can_be_worked_out(vector: Any) -> None:
    """Dice, cards, both together, brought ones, second attempts and previews."""
    found, _ = worked_out(vector)
    assert found == vector["gives"]


def test_vectors_are_what_the_service_gives() -> None:
    """What is published is what is rolled, and its seeds are seeds that the service takes."""
    assert json.loads(to_json(vectors())) == PUBLISHED
    for vector in PUBLISHED["vectors"]:
        dice = {"kind": "seeded", "seed": vector["seed"]}
        assert ask("dice/roll", {"notation": "d6", "dice": dice})["status"] == "resolved"


def test_every_case_has_a_vector() -> None:
    """There are cards, mixed dice, brought ones, and numbers whose first attempt is refused."""
    shown = {title: [next(iter(asked)) for asked in vector["asked"]] for title, vector in TITLES.items()}
    assert shown["cards of one deck, then of a fresh one"] == ["draw", "draw"]
    assert {"draw", "roll"} <= set(shown["dice and cards share one count"])
    assert len({asked["sides"] for asked in TITLES["mixed dice share one count"]["asked"]}) > 2
    assert worked_out(TITLES["a number whose first attempts are refused"])[1].refused > 0
    assert worked_out(TITLES["eight numbers for a hash, some refused"])[1].refused > 3
    assert [len(each) for each in TITLES["eight numbers for a hash"]["gives"]] == [21]
    preview = TITLES["a preview"]
    assert preview["seed"] == f"sha256ctr1:preview/{sha256(TITLES['dice of one kind']['seed'].encode()).hexdigest()}"
    brought = TITLES["dice that were brought are not counted"]
    assert brought["gives"][0][:2] == brought["brought"]["faces"]
    assert brought["gives"][0][2] == worked_out({**brought, "brought": {"faces": [], "cards": []}})[0][0][0]


def test_the_deck_is_the_one_that_is_drawn_from() -> None:
    """The published order is that of the decks of 52, 53 and 54 cards."""
    assert PUBLISHED["deck"] == list(PLAYING_CARDS)
    assert [list(DECKS[size].cards) for size in (52, 53, 54)] == [PUBLISHED["deck"][:size] for size in (52, 53, 54)]
    assert len(set(PUBLISHED["deck"])) == 54


@pytest.mark.parametrize("operation", [each for each in ROLLED if not each.endswith("resolve-skirmish")])
def test_every_answer_can_be_worked_out(operation: str) -> None:
    """The faces and cards of every operation that rolls follow from its seed and its steps, the cards from one deck."""
    dice = {"kind": "supplied", "faces": [1], "when_exhausted": "roll", "left_over": "ignore", "seed": "sha256ctr1:all"}
    for brought in ([], [1]):
        answer = ask(operation, first_example(operation) | {"dice": {**dice, "faces": brought}})
        stream, deck = Stream("sha256ctr1:all", brought, []), list(PUBLISHED["deck"])
        for step in answer["steps"]:
            if step["card"] is not None:
                assert stream.draw(deck) == step["card"]
            elif step["dice"] is not None:
                assert stream.roll(*pool_of(step["dice"])) == step["faces"]
        assert (
            stream.n == len(answer["dice"]["faces"]) + len(answer["dice"]["cards"]) - answer["dice"]["supplied_faces"]
        )


def test_a_skirmish_begins_each_round_with_a_fresh_deck() -> None:
    """In a skirmish cards of earlier rounds are back in the deck: a round's draws end when their order is told."""
    name = "mass/resolve-skirmish"
    answer = ask(name, first_example(name) | {"dice": {"kind": "seeded", "seed": "sha256ctr1:all"}})
    stream, deck, fresh = Stream("sha256ctr1:all", [], []), list(PUBLISHED["deck"]), 1
    for step in answer["steps"]:
        if step["card"] is not None:
            assert stream.draw(deck) == step["card"]
        elif step["dice"] is not None:
            assert stream.roll(*pool_of(step["dice"])) == step["faces"]
        elif step["rule"] == INITIATIVE_CARD_ORDER.id:
            deck, fresh = list(PUBLISHED["deck"]), fresh + 1
    assert fresh > 2
    assert stream.n == len(answer["dice"]["faces"]) + len(answer["dice"]["cards"])
