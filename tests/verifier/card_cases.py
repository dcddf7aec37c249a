"""Logs in which somebody has swapped cards."""

from collections.abc import Callable, Sequence
from typing import Any

from tests.verifier.decks import AGAIN, BROUGHT, DEALT, FRESH, LAST, ROUNDS
from tests.verifier.forging import at, forged


def swapped(nth: int, other: Callable[[Any], str], *, also_used: bool = True) -> Callable[[Any], None]:
    """The change by which another card takes the place of the nth, also in the list of the cards used."""

    def change(entry: Any) -> None:
        step = [each for each in entry["steps"] if each["card"] is not None][nth]
        step["card"] = other(entry)
        if also_used:
            entry["dice"]["cards"][nth] = step["card"]

    return change


def card_forgeries(log: Sequence[str]) -> dict[str, tuple[str, Sequence[str]]]:
    """What a service can do that signs what it likes: for each name what has to be found, and the log."""

    def forging(version: int, change: Callable[[Any], object]) -> list[str]:
        return forged(log, at(version, change))

    def left(entry: Any) -> str:
        return str(entry["outcome"]["deck_state"][0])

    def drawn(entry: Any) -> str:
        return str(entry["dice"]["cards"][1])

    return {
        "a card swapped that the service dealt": ("cards", forging(DEALT, swapped(0, left))),
        "a card swapped that the table brought": ("cards", forging(BROUGHT, swapped(0, left, also_used=False))),
        "a brought card that is not in the deck": ("cards", forging(BROUGHT, swapped(0, lambda _: "10H"))),
        "a brought card that is dealt as well": ("cards", forging(BROUGHT, swapped(0, drawn))),
        "a card swapped of the last in the deck": ("cards", forging(LAST, swapped(2, lambda _: "9H"))),
        "a card swapped of a fresh deck": ("cards", forging(FRESH, swapped(1, left))),
        "a card swapped after an undo": ("cards", forging(AGAIN, swapped(2, left))),
        "a card swapped in the last round": ("cards", forging(ROUNDS, swapped(-1, lambda _: "JOKER2"))),
        "a dealt card is called brought": ("count", forging(DEALT, lambda e: e["dice"].update(supplied_cards=4))),
        "a card is left out": ("cards", forging(DEALT, lambda e: e["dice"]["cards"].pop())),
        "a stacked deck": ("cards", forging(1, lambda e: e["state"]["deck_state"].reverse())),
        "a smaller deck": ("cards", forging(LAST, lambda e: e["rulings"].update(deck=52))),
    }
