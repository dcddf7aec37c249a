"""Whatever is changed in an answer of whatever operation, a proof names it, and names the first of two changes."""

from functools import cache
from typing import Any

import pytest

from service.app import registry
from service.operations.registry import Effect
from service.store.attempts import KeyedAttempts, set_attempts
from tests.operations.asking import ask, first_example
from tests.operations.tampering import GONE, Tampering, at, changed, tamperings
from tests.rings import many, thinned

MOST = many(60, 12)
SEED = "sha256ctr1:tamper"
ROLLED = [each.name for each in registry() if each.effect is Effect.ROLL and each.name != "batch"]
SOURCES = {
    "named seed": {"kind": "seeded", "seed": SEED},
    "chosen seed": {"kind": "seeded"},
    "mixed": {"kind": "supplied", "faces": [1], "when_exhausted": "roll", "left_over": "ignore", "seed": SEED},
}


@cache
def answered(operation: str, source: str) -> tuple[Any, Any]:
    """A request and its answer; a seed that the service chooses is the same in every run."""
    request = first_example(operation) | {"dice": SOURCES[source]}
    set_attempts(KeyedAttempts(b"key", b"secret"))
    answer = ask(operation, request)
    set_attempts(None)
    assert answer["status"] == "resolved", answer
    return request, answer


def proof(operation: str, source: str, *changes: Tampering) -> Any:
    """What is said of an answer that was changed; the pointer it names exists there."""
    request, answer = answered(operation, source)
    forged = changed(answer, *changes)
    told = ask("verify", {"operation": operation, "request": request, "answer": forged})
    assert told["status"] == "diverged", (changes, told)
    at(forged, told["pointer"])
    return told


def some(of: list[Tampering], source: str) -> list[Tampering]:
    """As many as are tried with one kind of dice; with another kind it is others."""
    step = len(of) // MOST + 1
    return of[list(SOURCES).index(source) % step :: step]


CASES = [pytest.param(operation, source, id=f"{operation} {source}") for operation in ROLLED for source in SOURCES]


@pytest.mark.parametrize(("operation", "source"), CASES)
def test_the_untouched_answer_is_proved(operation: str, source: str) -> None:
    """Of every operation that rolls, with dice of every kind."""
    request, answer = answered(operation, source)
    told = ask("verify", {"operation": operation, "request": request, "answer": answer})
    assert (told["status"], told["seed_by"]) == ("verified", answer["dice"]["seed_by"])
    assert told["rolls"] == len(answer["dice"]["faces"]) + len(answer["dice"]["cards"])
    assert told["rolls"] - told["seeded"] == answer["dice"]["supplied_faces"] + answer["dice"]["supplied_cards"]


@pytest.mark.parametrize(("operation", "source"), CASES)
def test_one_change_is_named(operation: str, source: str) -> None:
    """The pointer leads to what was changed, or to what lacks what was taken away."""
    _, answer = answered(operation, source)
    for each in some(tamperings(answer), source):
        if source == "chosen seed" and each.path == ("dice", "seed") and answer["dice"]["seed"]:
            continue  # nobody but the answer says which seed the service chose: the first roll is named instead
        assert proof(operation, source, each)["pointer"] == each.named, each


@pytest.mark.parametrize(("operation", "source"), thinned(CASES, 4))
def test_the_first_of_two_changes_is_named(operation: str, source: str) -> None:
    """In the order of play: the rules, who brought the dice, the steps, the outcome, and the dice that were used."""
    _, answer = answered(operation, source)
    tried = [each for each in some(tamperings(answer), source) if each.path != ("dice", "seed")]
    for first, second in zip(tried[:-1:5], tried[1::5], strict=False):
        if first.path[: len(second.path) - 1] != second.path[:-1]:
            assert proof(operation, source, second, first)["pointer"] == first.named, (first, second)


@pytest.mark.parametrize("operation", ["dice/roll", "opposed/resolve-attack", "mass/resolve-round"])
def test_another_seed_of_the_service_shows_in_the_first_roll(operation: str) -> None:
    """A seed that only the answer names is known by its dice."""
    _, answer = answered(operation, "chosen seed")
    first = next(step for step in answer["steps"] if step["dice"])
    told = proof(operation, "chosen seed", Tampering(("dice", "seed"), "sha256ctr1:forged", ""))
    assert told["step"] == first["n"]
    assert told["pointer"].rpartition("/")[2] in ("faces", "card")


@pytest.mark.parametrize("operation", [name for name in ROLLED if name != "dice/roll"])
def test_an_answer_from_before_an_option_is_proved(operation: str) -> None:
    """An answer may lack an option that is at its default, as if it were older; any other it must have."""
    request, answer = answered(operation, "named seed")
    for option in answer["rulings"]:
        older = changed(answer, Tampering(("rulings", option), GONE, "/rulings"))
        told = ask("verify", {"operation": operation, "request": request, "answer": older})
        assert told["status"] == "verified", (option, told)


def test_an_answer_needs_the_options_it_was_asked_with() -> None:
    """An option that was chosen otherwise than by default is named if the answer lacks it."""
    rulings, dice = {"natural_01": "table"}, SOURCES["named seed"]
    request = first_example("opposed/resolve-attack") | {"rulings": rulings, "dice": dice}
    answer = ask("opposed/resolve-attack", request)
    lacking = changed(answer, Tampering(("rulings", "natural_01"), GONE, "/rulings"))
    told = ask("verify", {"operation": "opposed/resolve-attack", "request": request, "answer": lacking})
    assert (told["status"], told["pointer"], told["expected"]) == ("diverged", "/rulings", "table")
