"""A batch answers each request on its own within one budget."""

import pytest

from service.operations import batch
from tests.operations.asking import ask, first_example

ATTACK = "opposed/resolve-attack"


def item(operation: str, body: object) -> dict[str, object]:
    """Make a request of a batch."""
    return {"operation": operation, "body": body}


def test_each_request_has_its_own_status() -> None:
    """Good and bad requests stand side by side, in order."""
    strike = first_example(ATTACK)
    told = ask(
        "batch",
        {
            "requests": [
                item(ATTACK, strike),
                item(ATTACK, {"input": {}}),
                item("dice/roll", {"notation": "d1!"}),
                item("chess/resolve-attack", {}),
                item("families", {}),
                item(f"{ATTACK}/odds", strike),
            ]
        },
    )
    assert [each["status"] for each in told["answers"]] == [200, 422, 409, 409, 409, 200]
    assert told["answers"][0]["body"] == ask(ATTACK, strike)
    assert told["answers"][1]["body"]["errors"][0]["pointer"] == "/input/attacker"
    assert told["answers"][3]["body"]["type"] == "/problems/unknown-operation"
    faces = len(told["answers"][0]["body"]["dice"]["faces"])
    assert told["cost"] == 6 * batch.COST_OF_A_REQUEST + faces + batch.COST_OF_ODDS


def test_the_budget_is_shared(monkeypatch: pytest.MonkeyPatch) -> None:
    """What comes after the budget is spent is refused, and says so."""
    monkeypatch.setattr(batch, "BUDGET", 100)
    roll = item("dice/roll", {"notation": "100d6", "dice": {"kind": "seeded", "seed": "sha256ctr1:b"}})
    told = ask("batch", {"requests": [roll, roll]})
    assert [each["status"] for each in told["answers"]] == [200, 409]
    assert told["answers"][1]["body"]["type"] == "/problems/budget-spent"


@pytest.mark.parametrize("many", [0, 101])
def test_size(many: int) -> None:
    """A batch holds 1 to 100 requests."""
    told = ask("batch", {"requests": [item("dice/roll", {"notation": "d6"})] * many})
    assert (told["status"], told["errors"][0]["pointer"]) == (422, "/requests")
