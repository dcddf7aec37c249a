"""Many independent requests in one: each is answered on its own, and one cost budget covers them all."""

from typing import Annotated, Any, Final, Literal

from pydantic import Field

from service.errors import BudgetSpent, UmpireError, UnknownOperation
from service.operations.catalogue import BATCH_ITEMS
from service.operations.fitting import fitted, rewritten
from service.operations.problem import problem_of
from service.operations.registry import Effect, Example, Operation, Registry
from service.wire import Frozen, Json, record

BUDGET: Final = 50_000
COST_OF_A_REQUEST: Final = 10
COST_OF_ODDS: Final = 1_000


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
    status: Annotated[int, Field(description="The HTTP status it would have had.")]
    body: Annotated[Json, Field(description="The answer, or the problem document.")]


@record
class BatchAnswer:
    """The answers, in the order of the requests."""

    status: Annotated[Literal["answered"], Field(description="Every request has its own status.")]
    answers: tuple[BatchAnswerItem, ...]
    cost: Annotated[int, Field(description="What the batch cost: 10 a request, 1 a die, 1000 for odds.")]
    budget: Annotated[int, Field(description="What a batch may cost; the rest is refused with budget-spent.")]


class Batch:
    """Answers batches from a registry."""

    def __init__(self, registry: Registry) -> None:
        """Know the operations."""
        self._registry = registry

    async def answer(self, batch: BatchRequest) -> BatchAnswer:
        """Answer each request on its own; one that fails does not touch the others."""
        cost = 0
        answers = []
        for position, item in enumerate(batch.requests):
            try:
                if cost >= BUDGET:
                    raise BudgetSpent(
                        f"Request {position} was not reached: the {BUDGET} of the batch's budget are spent.",
                        pointer=f"/requests/{position}",
                    )
                body = await self._run(item)
                status = 200
            except UmpireError as error:
                body = problem_of(error, f"/v1/{item.operation}")
                status = error.status
            cost += _cost_of(item, body)
            answers.append(BatchAnswerItem(operation=item.operation, status=status, body=body))
        return BatchAnswer(status="answered", answers=tuple(answers), cost=cost, budget=BUDGET)

    async def _run(self, item: BatchItem) -> Any:
        operation = self._registry.get(item.operation)
        if operation is None or operation.effect is Effect.READ:
            raise UnknownOperation(f"{item.operation!r} is not an operation of a batch.", pointer="/operation")
        return await operation.run(fitted(operation.request, rewritten(item.body)))


def batching(registry: Registry, examples: tuple[Example, ...] = ()) -> Operation:
    """Declare the batch of everything in a registry."""
    return Operation(
        name="batch",
        summary="Answer up to 100 independent requests in one, each with its own status.",
        description=(
            "Each request costs 10 and 1 for each die it rolls, odds cost 1000; past 50 000 the rest are refused with "
            "budget-spent. A request that fails does not touch the others."
        ),
        effect=Effect.ROLL,
        path="/v1/batch",
        request=BatchRequest,
        answers=(BatchAnswer,),
        run=Batch(registry).answer,
        examples=examples,
    )


def _cost_of(item: BatchItem, body: Any) -> int:
    dice = getattr(body, "dice", None)
    rolled = len(dice.faces) + len(dice.cards) if dice is not None else 0
    return COST_OF_A_REQUEST + rolled + (COST_OF_ODDS if item.operation.endswith("/odds") else 0)
