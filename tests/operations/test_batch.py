"""A batch answers each request on its own within one budget."""

import asyncio
from itertools import count

import pytest

from service.app import registry
from service.operations import batch
from service.operations.work.estimates import Account, current_account
from service.wire import to_json
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
    assert [each["status"] for each in told["answers"]] == [200, 422, 409, 404, 404, 200]
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


async def test_what_fails_is_paid_for() -> None:
    """Each item costs a request whatever becomes of it; dice rolled before a refusal cost what they always do."""
    current_account.set(account := Account())
    fight = {**first_example("heroic/resolve-skirmish")}
    rolled = {"kind": "supplied", "faces": [3] * 12, "when_exhausted": "refuse"}
    items = [item("heroic/resolve-skirmish", {**fight, "dice": rolled}), item("chess/resolve-attack", {})]
    told = await registry()["batch"].run(batch.BatchRequest.model_validate_json(to_json({"requests": items})))
    assert [each.status for each in told.answers] == [409, 404]
    assert told.cost == 2 * batch.COST_OF_A_REQUEST + 12
    assert account.requests == 1


def test_a_batch_may_take_only_so_long() -> None:
    """What is not begun in time is refused, and says so."""
    hours = count(step=batch.BUDGET_SECONDS / 2)
    batches = batch.Batch(registry(), clock=lambda: next(hours))
    roll = item("dice/roll", {"notation": "d6"})
    request = batch.BatchRequest.model_validate_json(to_json({"requests": [roll] * 3}))
    answers = asyncio.run(batches.answer(request)).answers
    assert [each.status for each in answers] == [200, 409, 409]
    assert b"its 8 seconds are spent" in to_json(answers[1])


def test_the_answers_of_a_batch_have_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """An answer for which no room is left is a problem, and the others are not touched."""
    monkeypatch.setattr(batch, "ANSWER_BYTES", 10_000)
    small = item("dice/roll", {"notation": "d6"})
    large = item("heroic/resolve-skirmish", first_example("heroic/resolve-skirmish"))
    told = ask("batch", {"requests": [small, large, small]})
    assert [each["status"] for each in told["answers"]] == [200, 409, 200]
    assert told["answers"][1]["body"]["type"] == "/problems/answer-too-large"
    assert "10,000" in told["answers"][1]["body"]["detail"]
