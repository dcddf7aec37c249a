"""What is verified says of each claim whether it is proven, signed or only stated."""

from typing import Any

import pytest

from tests.operations.asking import ask, first_example

ATTACK = "opposed/resolve-attack"
STRIKE = first_example(ATTACK)
SEED = "sha256ctr1:x"
CLAIMS = ("rules", "faces", "origin", "not_retried")


def verified(dice: Any, operation: str = ATTACK, request: Any = STRIKE) -> Any:
    """Roll, and verify what was answered."""
    asked = {**request, "dice": dice}
    return ask("verify", {"operation": operation, "request": asked, "answer": ask(operation, asked)})


@pytest.mark.parametrize(
    ("dice", "expected"),
    [
        ({"kind": "seeded"}, "proven proven stated stated"),
        ({"kind": "seeded", "seed": SEED}, "proven proven proven stated"),
        ({"kind": "supplied", "faces": [15, 60, 8]}, "proven stated stated stated"),
        ({"kind": "supplied", "faces": [15], "when_exhausted": "roll", "seed": SEED}, "proven stated stated stated"),
    ],
)
def test_claims(dice: Any, expected: str) -> None:
    """Rules are proven always; origin only where the request names the seed; that nobody retried, never."""
    assurance = verified(dice)["assurance"]
    assert [assurance[name] for name in CLAIMS] == expected.split()


def test_long_rolls() -> None:
    """Whatever the service answers of dice in notation can be verified, however long it is."""
    told = verified({"kind": "seeded"}, "dice/roll", {"notation": "100d1000"})
    assert (told["status"], told["rolls"], told["assurance"]["faces"]) == ("verified", 100, "proven")


CALLED = {"kind": "seeded", "seed": SEED}
BROUGHT = {"kind": "supplied", "faces": [15], "when_exhausted": "roll"}


@pytest.mark.parametrize(
    ("rolled", "claimed", "pointer"),
    [
        ({"kind": "seeded"}, CALLED, "/dice/seed"),
        (CALLED, {"kind": "seeded"}, "/dice/seed_by"),
        (CALLED, {"kind": "seeded", "seed": "sha256ctr1:y"}, "/dice/seed"),
        (BROUGHT, {"kind": "seeded"}, "/dice/kind"),
        (BROUGHT, {**BROUGHT, "faces": [16]}, "/steps/0/faces"),
        (BROUGHT, {**BROUGHT, "faces": [15, 60]}, "/steps/1/faces"),
    ],
)
def test_dice_that_the_request_did_not_ask_for(rolled: Any, claimed: Any, pointer: str) -> None:
    """The dice of an answer have to be those of the request: kind, seed, who named it, and what was brought."""
    answer = ask(ATTACK, {**STRIKE, "dice": rolled})
    told = ask("verify", {"operation": ATTACK, "request": {**STRIKE, "dice": claimed}, "answer": answer})
    assert (told["status"], told["pointer"]) == ("diverged", pointer)


@pytest.mark.parametrize("label", ["caller", "preview", None])
def test_a_label_of_another(label: str | None) -> None:
    """What the service chose is not told as anybody else's, and not as a preview's."""
    answer = ask(ATTACK, {**STRIKE, "dice": {"kind": "seeded"}})
    answer["dice"]["seed_by"] = label
    told = ask("verify", {"operation": ATTACK, "request": {**STRIKE, "dice": {"kind": "seeded"}}, "answer": answer})
    assert (told["status"], told["pointer"]) == ("diverged", "/dice/seed_by")
