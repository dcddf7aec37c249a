"""Heavy work: its estimate, its cost in the caller's quota, and the jobs by which it is sent to a worker process."""

from collections.abc import Awaitable, Callable, Iterable, Mapping
from contextvars import ContextVar
from dataclasses import dataclass, replace
from functools import cache
from math import inf
from typing import Any, Final, Protocol, get_args, get_origin

from pydantic import BaseModel

from service.errors import AnswerTooLarge, UmpireError, WorkerLost, WorkersBusy, WorkTimedOut, WorkTooLarge
from service.operations.registry import ANSWER_BYTES, Operation
from service.operations.validation import as_sent
from service.store.attempts import KeyedAttempts
from service.wire import Written, value_class

ALWAYS_HEAVY: Final = 1_000
"""An estimate for work that is always done in a worker process."""

LIGHT: Final = 30
"""The highest estimate of a request that is answered without a worker process: it takes a few milliseconds."""

MAX_TURNS: Final = 10_000
"""Turns of figures that one request may play: figures times the most rounds."""

POOL_ERRORS: Final[tuple[type[UmpireError], ...]] = (WorkersBusy, WorkTimedOut, WorkerLost)
"""The errors of worker processes, where large bodies are validated; a client that hangs up receives none."""

WORK_ERRORS: Final[tuple[type[UmpireError], ...]] = (AnswerTooLarge, *POOL_ERRORS)
"""The additional errors of heavy work."""
_DEPTH: Final = 3


@value_class
class Selection:
    """The GraphQL field that an answer is for, so that a worker process writes only the selected parts.

    `verdict_alone` says that nothing but the verdict is selected of an outcome.
    """

    query: str
    operation_name: str | None
    variables: Mapping[str, Any] | None
    key: str
    verdict_alone: bool = False


@value_class
class Job:
    """Work for a worker process: a task, its arguments, the context of its request, and the seconds that it has."""

    task: str
    arguments: tuple[Any, ...]
    selection: Selection | None
    attempts: KeyedAttempts | None
    seconds: float = inf


class WorkerPool(Protocol):
    """The interface of a pool of worker processes."""

    @property
    def is_open(self) -> bool:
        """Whether the pool accepts work now."""
        ...

    async def run(self, name: str, task: str, *arguments: Any) -> Any:
        """Run a task of an operation and return its result; raises the task's errors, or one of `WORK_ERRORS`."""
        ...


client_disconnected: Final[ContextVar[Callable[[], Awaitable[object]] | None]] = ContextVar(
    "client_disconnected", default=None
)
"""A function that returns once the client of the current request has hung up."""

selecting: Final[ContextVar[Selection | None]] = ContextVar("selecting", default=None)
"""The GraphQL field of the current request that is being resolved."""

verdict_alone: Final[ContextVar[bool]] = ContextVar("verdict_alone", default=False)
"""Whether the field that is resolved next selects nothing of an outcome but the verdict."""


WORKER_COST: Final = 5
"""The cost, in requests, of a place in a worker process, whether or not the work succeeds."""

SECONDS_PER_REQUEST: Final = 0.02
"""Seconds of a worker process that cost as much as one request."""


@dataclass(slots=True)
class Account:
    """The additional cost of a request, in requests."""

    requests: int = 0


current_account: Final[ContextVar[Account | None]] = ContextVar("accounts", default=None)
"""The account of the current request."""


def charge(requests: int) -> None:
    """Add to the cost of the current request."""
    account = current_account.get()
    if account is not None:
        account.requests += requests


def price_of(seconds: float) -> int:
    """Return the cost, in requests, of seconds of a worker process."""
    return int(seconds / SECONDS_PER_REQUEST)


def in_workers(operations: Iterable[Operation], pool: WorkerPool | None) -> list[Operation]:
    """Return operations whose heavy requests are resolved in a pool; without a pool, the operations unchanged."""
    return [each if pool is None or each.work is None else _in_workers(each, pool) for each in operations]


def _in_workers(operation: Operation, pool: WorkerPool) -> Operation:
    work, run_here = operation.work, operation.run

    async def run(request: Any) -> Any:
        if work is None or not pool.is_open or work(request) <= LIGHT:
            return await run_here(request)
        body = await pool.run(operation.name, "operate", operation.name, as_sent(request))
        return Written(body)

    return replace(operation, run=run)


def work_of(input: BaseModel) -> int:
    """Estimate the work of a procedure: the listed items of its input (figures, orders, hexes) times its rounds."""
    return _listed_in(input, _DEPTH) * int(input.__dict__.get("max_rounds", 1))


def always_heavy(request: Any) -> int:
    """Return the estimate of work that is heavy even for a small request."""
    return ALWAYS_HEAVY


def require_turns(turns: int) -> None:
    """Refuse a fight, before it begins, that may take more turns than one request may play.

    Raises: WorkTooLarge, naming the limit.
    """
    if turns > MAX_TURNS:
        raise WorkTooLarge(
            f"Figures times max_rounds is {turns:,} turns; one request plays at most {MAX_TURNS:,}. Send fewer "
            "figures or a lower max_rounds.",
            pointer="/max_rounds",
        )


def require_size(answer: bytes) -> bytes:
    """Return an answer if it is small enough to be sent.

    Raises: AnswerTooLarge, naming the limit.
    """
    if len(answer) > ANSWER_BYTES:
        raise AnswerTooLarge(
            f"The answer has {len(answer):,} bytes; at most {ANSWER_BYTES:,} are sent. Ask for fewer figures, rounds, "
            "items or fields at once."
        )
    return answer


def _listed_in(model: BaseModel, depth: int) -> int:
    """Count the items of all lists in a model and its nested models, down to a depth."""
    listed = 0
    parts = model.__dict__
    for name in _parts_of(type(model)):
        part = parts[name]
        if part.__class__ is tuple:
            listed += len(part)
        elif part is not None and depth and _parts_of(part.__class__):
            listed += _listed_in(part, depth - 1)
    return listed


@cache
def _parts_of(kind: type) -> tuple[str, ...]:
    """Return the fields of a model that may hold lists or models; empty for other types."""
    if not issubclass(kind, BaseModel):
        return ()
    return tuple([name for name, field in kind.model_fields.items() if _holds_more(field.annotation)])


def _holds_more(annotation: Any) -> bool:
    if get_origin(annotation) is tuple:
        return True
    if isinstance(annotation, type):
        return issubclass(annotation, BaseModel)
    return any(_holds_more(each) for each in get_args(annotation))
