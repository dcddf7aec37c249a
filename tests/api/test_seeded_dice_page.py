"""The page on seeded dice says everything that the published vectors show."""

from html import unescape

import pytest
from starlette.testclient import TestClient

from service.app import create_app
from service.dice.vectors import VECTORS


@pytest.fixture(scope="module")
def page() -> str:
    """The page, as text."""
    return unescape(TestClient(create_app()).get("/docs/seeded-dice").text)


def test_the_order_of_cards_is_told(page: str) -> None:
    """Suits, ranks and jokers, and when a fresh deck begins."""
    for said in (
        "spades, hearts, diamonds, clubs (S, H, D, C), in each suit 2 3 4 5 6 7 8 9 10 J Q K A",
        "then JOKER1 and JOKER2",
        "Each round begins a fresh deck",
        "deck_state",
        "sha256ctr1:preview/",
        "sha256ctr1: SHA-256, b = n, w = 0",
        "sha512ctr1: SHA-512, b = n div 8, w = n mod 8",
    ):
        assert said in page


def test_every_vector_is_shown(page: str) -> None:
    """Its seed, and all that it gives."""
    for vector in VECTORS:
        assert vector.seed in page
        for given in vector.gives:
            assert ", ".join(map(str, given)) in page
