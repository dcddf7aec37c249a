"""Batch requests: many independent requests in one body, each answered separately, under one cost budget."""

from collections.abc import Callable
from time import process_time
from typing import Annotated, Any, Final, Literal

import orjson
from pydantic import Field

from service.errors import AnswerTooLarge, BudgetSpent, UmpireError, UnknownOperation
from service.errors.spelling import meant
from service.operations.problem import problem_of
from service.operations.registry import ANSWER_BYTES, Effect, Operation, Registry
from service.operations.validation import rewritten, validated
from service.operations.work.estimates import always_heavy, charge
from service.rules.examples import Example
from service.wire import Frozen, Json, record, to_json

BATCH_ITEMS: Final = 100
BUDGET: Final = 50_000
COST_OF_A_REQUEST: Final = 10
COST_OF_ODDS: Final = 1_000
BUDGET_SECONDS: Final = 8.0
"""Seconds of processor time after which the remaining requests of a batch are refused."""
FRAME_BYTES: Final = 400
"""The most bytes of the answer that an item takes besides its body."""


class BatchItem(Frozen):
    """One request of a batch."""

    operation: Annotated[str, Field(max_length=200)] = Field(
        description="The operation's name, such as opposed/resolve-attack or opposed/resolve-attack/odds."
    )
    body: dict[str, Json] = Field(description="The body that would be posted to it.")


class BatchRequest(Frozen):
    """Independent requests, answered in order."""

    requests: Annotated[tuple[BatchItem, ...], Field(min_length=1, max_length=BATCH_ITEMS)]


@record
class BatchAnswerItem:
    """The answer to one request of a batch."""

    operation: Annotated[str, Field(description="The operation's name.")]
    status: Annotated[int, Field(description="The HTTP status of the answer.")]
    body: Annotated[Json, Field(description="The answer, or the problem document.")]


@record
class BatchAnswer:
    """The answers, in the order of the requests."""

    status: Annotated[Literal["answered"], Field(description="Every request has its own status.")]
    answers: tuple[BatchAnswerItem, ...]
    cost: Annotated[int, Field(description="Cost of the batch: 10 a request, 1 a die, 1000 for odds.")]
    budget: Annotated[
        int, Field(description="The highest cost of a batch; further requests are refused with budget-spent.")
    ]


class Batch:
    """Answers batches with the operations of a registry."""

    def __init__(self, registry: Registry, clock: Callable[[], float] = process_time) -> None:
        """Set the operations, and the clock of the process's processor time."""
        self._registry = registry
        self._clock = clock

    async def answer(self, batch: BatchRequest) -> BatchAnswer:
        """Answer each request separately; one that fails does not affect the others."""
        cost, left, until = 0, ANSWER_BYTES, self._clock() + BUDGET_SECONDS
        charge(len(batch.requests) - 1)
        answers = []
        for position, item in enumerate(batch.requests):
            rolled = 0
            try:
                self._require_budget(position, cost, until)
                body = await self._run(item)
                status, rolled = 200, _rolled_in(body)
                written = _within(to_json(body), left)
            except UmpireError as error:
                status, rolled = error.status, rolled + error.rolled
                written = to_json(problem_of(error, f"/v1/{item.operation}"))
            cost += COST_OF_A_REQUEST + rolled + (COST_OF_ODDS if item.operation.endswith("/odds") else 0)
            left -= len(written) + FRAME_BYTES
            answers.append(BatchAnswerItem(operation=item.operation, status=status, body=orjson.Fragment(written)))
        return BatchAnswer(status="answered", answers=tuple(answers), cost=cost, budget=BUDGET)

    def _require_budget(self, position: int, cost: int, until: float) -> None:
        if cost < BUDGET and self._clock() < until:
            return
        spent = f"the {BUDGET} of the batch's budget are" if cost >= BUDGET else f"its {BUDGET_SECONDS:g} seconds are"
        raise BudgetSpent(f"Request {position} was not reached: {spent} spent.", pointer=f"/requests/{position}")

    async def _run(self, item: BatchItem) -> Any:
        operation = self._registry.get(item.operation)
        if operation is None or operation.effect is Effect.READ:
            known = [each.name for each in self._registry if each.effect is not Effect.READ]
            message = f"{item.operation!r} is not an operation of a batch.{meant(item.operation, known)}"
            raise UnknownOperation(message, pointer="/operation")
        return await operation.run(validated(operation.request, rewritten(item.body)))


def batch_operation(registry: Registry, examples: tuple[Example, ...] = ()) -> Operation:
    """Declare the batch operation for all operations of a registry."""
    return Operation(
        name="batch",
        summary="Answer up to 100 independent requests in one, each with its own status.",
        description=(
            "A request costs 10 and 1 for each die, odds cost 1000, even if refused. After a cost of 50 000 or "
            "8 seconds of work, further requests are refused with budget-spent. A failed request does not affect the "
            "others. All answers together have at most 4 MiB; one that exceeds this is refused with answer-too-large."
        ),
        effect=Effect.ROLL,
        path="/v1/batch",
        request=BatchRequest,
        answers=(BatchAnswer,),
        run=Batch(registry).answer,
        examples=examples,
        work=always_heavy,
    )


def _rolled_in(body: Any) -> int:
    """Return the number of dice and cards that an answer used."""
    dice = getattr(body, "dice", None)
    return len(dice.faces) + len(dice.cards) if dice is not None else 0


def _within(written: bytes, left: int) -> bytes:
    """Return an answer if it fits into the bytes that are left.

    Raises: AnswerTooLarge, naming the limit.
    """
    if len(written) + FRAME_BYTES > left:
        raise AnswerTooLarge(
            f"This answer has {len(written):,} bytes, and the batch's answers may have {ANSWER_BYTES:,} together. Send "
            "it in another batch, or on its own."
        )
    return written
