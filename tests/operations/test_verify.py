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
        ("/outcome/verdict/applied", 19),
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
    about_dice = pointer.startswith("/dice") and told["pointer"].startswith("/steps/0/")
    assert about_dice or told["pointer"].startswith(pointer) or pointer.startswith(told["pointer"])
    assert told["text"]


def test_a_missing_and_an_added_step_are_named() -> None:
    """Steps cannot be left out or added."""
    assert verify({**ANSWER, "steps": ANSWER["steps"][:1]})["status"] == "diverged"
    assert verify({**ANSWER, "steps": [*ANSWER["steps"], ANSWER["steps"][0]]})["status"] == "diverged"
    assert verify({**ANSWER, "outcome": {**ANSWER["outcome"], "more": 1}})["pointer"] == "/outcome/more"


def test_another_request_does_not_fit_the_answer() -> None:
    """The answer to one request does not prove another."""
    request = copy.deepcopy(STRIKE)
    request["input"]["attacker"]["manual_dexterity"] = 1
    assert verify(ANSWER, request)["status"] == "diverged"


def test_problems_point_into_the_request() -> None:
    """A misfit or a refusal of the request is pointed at below /request."""
    misfit = verify(ANSWER, {"input": {}})
    assert (misfit["type"], misfit["status"]) == ("/problems/unfit-request", 409)
    assert misfit["errors"][0]["pointer"] == "/request/input/attacker"
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
