"""A true answer is confirmed; a changed one is caught at its first difference."""

import copy
from typing import Any

import pytest

from tests.operations.asking import ask, first_example

ATTACK = "opposed/resolve-attack"
STRIKE = first_example(ATTACK)
ANSWER = ask(ATTACK, STRIKE)


def verify(answer: Any, request: Any = STRIKE, operation: str = ATTACK) -> Any:
    """Post a request and its answer to be proved."""
    return ask("verify", {"operation": operation, "request": request, "answer": answer})


def changed(pointer: str, value: Any) -> Any:
    """Return the answer with one value replaced."""
    answer = copy.deepcopy(ANSWER)
    *path, last = [int(part) if part.isdigit() else part for part in pointer.strip("/").split("/")]
    here: Any = answer
    for part in path:
        here = here[part]
    here[last] = value
    return answer


def test_a_seeded_answer_is_confirmed() -> None:
    """Every face follows from the seed, and every number from the faces."""
    told = verify(ANSWER)
    assert (told["status"], told["rolls"], told["seeded"]) == ("verified", *[len(ANSWER["dice"]["faces"])] * 2)


def test_a_supplied_answer_is_confirmed() -> None:
    """Supplied faces are taken as they are."""
    request = {**STRIKE, "dice": {"kind": "supplied", "faces": [15, 60, 8]}}
    told = verify(ask(ATTACK, request), request)
    assert (told["status"], told["rolls"], told["seeded"]) == ("verified", 3, 0)


def test_mixed_dice_are_confirmed_and_recomputed_where_they_were_seeded() -> None:
    """After the supplied faces, the seed's own are recomputed."""
    dice = {"kind": "supplied", "faces": [15], "when_exhausted": "roll", "seed": "sha256ctr1:x"}
    request = {**STRIKE, "dice": dice}
    answer = ask(ATTACK, request)
    told = verify(answer, request)
    assert (told["status"], told["rolls"] - told["seeded"]) == ("verified", 1)
    answer["steps"][1]["faces"] = [answer["steps"][1]["faces"][0] % 100 + 1]
    assert verify(answer, request)["pointer"] == "/steps/1/faces"


def test_a_changed_face_is_named() -> None:
    """With one face changed, the first divergence is its step, with the face the seed gives."""
    face = ANSWER["steps"][0]["faces"][0]
    told = verify(changed("/steps/0/faces", [face % 100 + 1]))
    assert (told["status"], told["step"], told["pointer"]) == ("diverged", 1, "/steps/0/faces")
    assert (told["expected"], told["found"]) == ([face], [face % 100 + 1])
    assert told["rule"] == ANSWER["steps"][0]["rule"]


@pytest.mark.parametrize(
    ("pointer", "value"),
    [
        ("/steps/0/total", 1),
        ("/steps/0/text", "A lie."),
        ("/steps/0/target/total", 99),
        ("/steps/1/margin", 77),
        ("/steps/0/rule", "opposed/attack/nonsense"),
        ("/steps/1/dice", "d6"),
        ("/outcome/strike_chance", 100),
        ("/outcome/verdict/damage", 19),
        ("/ruleset", "opposed@0"),
        ("/rulings/roll_under", "inclusive"),
        ("/warnings", ["Nothing."]),
        ("/steps/0/source", "supplied"),
        ("/dice/faces", [1, 2]),
        ("/dice/supplied_faces", 1),
        ("/dice/seed", None),
        ("/dice/seed", "sha256ctr1:another"),
    ],
)
def test_a_changed_part_is_named(pointer: str, value: Any) -> None:
    """Whatever is changed, the answer names where."""
    told = verify(changed(pointer, value))
    assert told["status"] == "diverged"
    assert told["pointer"].startswith(pointer)
    assert told["text"]


def test_a_missing_and_an_added_step_are_named() -> None:
    """Steps cannot be left out or added."""
    assert verify({**ANSWER, "steps": ANSWER["steps"][:1]})["status"] == "diverged"
    assert verify({**ANSWER, "steps": [*ANSWER["steps"], ANSWER["steps"][0]]})["status"] == "diverged"
    assert verify({**ANSWER, "outcome": {**ANSWER["outcome"], "more": 1}})["pointer"] == "/outcome/more"


BROUGHT = {"kind": "supplied", "faces": [15, 60, 8]}
MIXED = {"kind": "supplied", "faces": [15], "when_exhausted": "roll"}
SEEDED = {"kind": "seeded", "seed": "sha256ctr1:x"}


@pytest.mark.parametrize(
    ("asked", "told", "pointer"),
    [
        (SEEDED, {}, "/dice/seed"),
        ({}, SEEDED, "/dice/seed_by"),
        (SEEDED, {"kind": "seeded", "seed": "sha256ctr1:y"}, "/dice/seed"),
        (BROUGHT, SEEDED, "/dice/kind"),
        ({}, BROUGHT, "/dice/seed"),
        (BROUGHT, {"kind": "supplied", "faces": [15, 61, 8]}, "/steps/1/faces"),
        (BROUGHT, {**MIXED, "faces": [15, 60]}, "/dice/seed"),
        ({**MIXED, "seed": "sha256ctr1:x"}, MIXED, "/dice/seed"),
        (MIXED, {**MIXED, "seed": "sha256ctr1:x"}, "/dice/seed_by"),
        ({**MIXED, "faces": []}, SEEDED, "/dice/kind"),
        ({"kind": "supplied", "faces": [15]}, BROUGHT, "/status"),
    ],
)
def test_the_dice_of_request_and_answer_agree(asked: Any, told: Any, pointer: str) -> None:
    """What the request brought is what the answer says: kind, seed, who chose it, and the faces."""
    request = {**STRIKE, "dice": asked} if asked else {**STRIKE, "dice": {"kind": "seeded"}}
    answer = ask(ATTACK, {**STRIKE, "dice": told or {"kind": "seeded"}})
    found = verify(answer, request)
    assert (found["status"], found["pointer"]) == ("diverged", pointer), found
    assert found["text"]


@pytest.mark.parametrize(
    ("dice", "slug", "pointer"),
    [
        ({**BROUGHT, "faces": [15, 60, 8, 8]}, "dice-supply-left-over", "/request/dice/faces/3"),
        ({**BROUGHT, "faces": [101, 60, 8]}, "face-out-of-range", "/request/dice/faces/0"),
        ({**MIXED, "when_exhausted": "refuse"}, "dice-supply-exhausted", "/request/dice/faces"),
    ],
)
def test_a_request_that_is_never_answered(dice: Any, slug: str, pointer: str) -> None:
    """Where the request's dice are refused, there is nothing to prove, and the refusal points into the request."""
    refused = verify(ANSWER, {**STRIKE, "dice": dice})
    assert (refused["type"], refused["errors"][0]["pointer"]) == (f"/problems/{slug}", pointer)


def test_dice_in_notation_are_proved() -> None:
    """`dice/roll` is proved like any procedure; it has neither rulings nor warnings."""
    for dice in (SEEDED, {"kind": "seeded"}, {"kind": "supplied", "faces": [6, 2, 3, 5]}):
        request = {"notation": "3d6!", "dice": dice}
        answer = ask("dice/roll", request)
        assert verify(answer, request, "dice/roll")["status"] == "verified"
        assert verify({**answer, "warnings": ["x"]}, request, "dice/roll")["pointer"] == "/warnings"
        forged = {**answer, "outcome": {**answer["outcome"], "total": 99}}
        assert verify(forged, request, "dice/roll")["pointer"] == "/outcome/total"
    answer = ask("dice/roll", {"notation": "d6"})
    assert verify(answer, {"notation": ""}, "dice/roll")["type"] == "/problems/unfit-request"
    refused = verify(answer, {"notation": "999d6"}, "dice/roll")
    assert refused["errors"][0]["pointer"] == "/request/notation"


def test_numbers_are_compared_by_value() -> None:
    """A client that writes 5 as 5.0, or 5.0 as 5, has changed nothing; true is not 1."""
    answer = ask(ATTACK, STRIKE)
    chance = answer["outcome"]["strike_chance"]
    assert verify(changed("/outcome/strike_chance", float(chance)))["status"] == "verified"
    assert verify(changed("/rulings/fumble_from", True))["pointer"] == "/rulings/fumble_from"
    assert verify(changed("/rulings/stun_fraction", True))["pointer"] == "/rulings/stun_fraction"


@pytest.mark.parametrize(
    ("dice", "said", "unsaid"),
    [
        (
            SEEDED,
            ["brought with the request: 0.", "the caller chose the seed"],
            ["service", "really rolled"],
        ),
        ({"kind": "seeded"}, ["that the service itself chose the seed", "repeated"], ["caller", "really rolled"]),
        (BROUGHT, ["used: 3; from the seed: 0; brought with the request: 3.", "really rolled"], ["chose"]),
        (MIXED, ["brought with the request: 1.", "service itself chose the seed", "really rolled"], ["caller"]),
    ],
)
def test_the_words_of_a_proof(dice: Any, said: list[str], unsaid: list[str]) -> None:
    """It says that the rules give this for these dice, and what about the dice is not proved."""
    request = {**STRIKE, "dice": dice}
    told = verify(ask(ATTACK, request), request)
    words = f"{told['text']} {told['not_proved']}"
    assert told["text"].startswith("Proved: opposed@2 gives this answer for these dice.")
    assert [each for each in said if each not in words] == []
    assert [each for each in unsaid if each in words] == []


def test_an_answer_without_dice_leaves_nothing_to_chance() -> None:
    """Where nothing was rolled, the proof says so."""
    request = first_example("heroic/resolve-move")
    told = verify(ask("heroic/resolve-move", request), request, "heroic/resolve-move")
    assert (told["rolls"], told["seed_by"]) == (0, None)
    assert told["text"].endswith("without any dice.")


def test_another_request_does_not_fit_the_answer() -> None:
    """The answer to one request does not prove another."""
    request = copy.deepcopy(STRIKE)
    request["input"]["attacker"]["manual_dexterity"] = 1
    assert verify(ANSWER, request)["status"] == "diverged"


def test_problems_point_into_the_request() -> None:
    """A misfit or a refusal of the request is pointed at below /request."""
    misfit = verify(ANSWER, {"input": {}})
    assert (misfit["type"], misfit["status"]) == ("/problems/unfit-request", 422)
    assert misfit["errors"][0]["pointer"] == "/request/input/attacker"
    chosen = verify(ANSWER, {**STRIKE, "fields": ["outcome.summary", "outcome.sumary"]})
    assert (chosen["type"], chosen["errors"][0]["pointer"]) == ("/problems/unfit-request", "/request/fields/1")
    assert verify(ANSWER, {**STRIKE, "fields": ["outcome.summary"]})["status"] == "verified"
    stunned = copy.deepcopy(STRIKE)
    stunned["input"]["attacker"]["stunned"] = True
    refused = verify(ANSWER, stunned)
    assert refused["status"] == 409
    assert refused["errors"][0]["pointer"].startswith("/request/input/attacker")


def test_unknown_operation() -> None:
    """Only rolled operations can be proved; the others are listed."""
    told = verify(ANSWER, operation="opposed/compute-chances")
    assert (told["type"], told["errors"][0]["pointer"]) == ("/problems/unknown-operation", "/operation")
    assert "opposed/resolve-attack" in told["detail"]


def test_huge_integers_are_named() -> None:
    """Integers over 64 bits inside the request or the answer are pointed at, like anything else that does not fit."""
    request = ask("verify", {"operation": ATTACK, "request": {"input": {"attacker": 10**30}}, "answer": ANSWER})
    assert request["errors"][0]["pointer"] == "/request/input/attacker"
    assert verify({**ANSWER, "outcome": {**ANSWER["outcome"], "margin": 10**30}})["pointer"] == "/outcome/margin"
