"""Bodies of requests: small ones are validated on the event loop, large ones in a worker process, right or wrong.

A large body of a stateless operation is answered where it is validated. Of an operation that needs the store, the
worker process says only whether the body fits, and validating it once more is then quick; or it prepares the request,
if the operation has a step without the store (`Operation.prepare`). A body that does not fit costs its caller its
bytes.
"""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any, Final, TypeVar

from anyio import to_thread
from pydantic import ValidationError

from service.errors import BodyTooLarge, DoesNotFit, NotJson, UnfitRequest
from service.operations.registry import Operation
from service.operations.validation import fitting, place_of, validated
from service.operations.work.estimates import WorkerPool, charge
from service.wire import Frozen, Written

M = TypeVar("M", bound=Frozen)

LARGE_BODY: Final = 4 * 1024
"""The most bytes of a body that is validated on the event loop."""

BYTES_PER_REQUEST: Final = 4 * 1024
"""How many bytes of a body that does not fit cost as much as one request."""


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """The worker processes as the place where large bodies of an operation are validated, and answered if possible."""

    pool: WorkerPool
    name: str
    answers: bool
    prepares: bool = False

    def watched(self) -> "Elsewhere":
        """Return the place for an operation whose requests have to be seen in this process."""
        return replace(self, answers=False, prepares=False)

    async def take(self, body: bytes, *, whole: bool = False) -> Any:
        """Return the answer to a body as `Written`, or its prepared request, or None if it fits.

        With `whole` nothing of the request is beside the body.

        Raises: the errors of the operation, of validation, and of worker processes.
        """
        if self.answers:
            return Written(await self.pool.run(self.name, "operate", self.name, body))
        prepared = await self.pool.run(self.name, "fit" if whole else "fit_body", self.name, body)
        return prepared if self.prepares else None


def with_large_bodies(operations: Iterable[Operation], pool: WorkerPool | None) -> Iterator[Operation]:
    """Yield operations whose large bodies are validated in a pool; without a pool, the operations unchanged."""
    for each in operations:
        yield each if pool is None else replace(each, elsewhere=_elsewhere(each, pool))


def _elsewhere(operation: Operation, pool: WorkerPool) -> Elsewhere:
    return Elsewhere(pool, operation.name, operation.is_stateless, operation.prepare is not None)


def elsewhere_for(operation: Operation, body: bytes) -> Elsewhere | None:
    """Return where a body is validated; None: on the event loop."""
    place: Elsewhere | None = operation.elsewhere
    return place if place is not None and len(body) > LARGE_BODY and place.pool.is_open else None


async def answer_to(operation: Operation, body: bytes) -> Any:
    """Answer a request that is all in its body."""
    place = elsewhere_for(operation, body)
    if place is None:
        return await operation.run(await validated_soon(operation.request, body))
    taken = await place.take(body, whole=True)
    if isinstance(taken, Written):
        return taken
    await build(operation.request)
    return await operation.run(operation.request.model_validate_json(body) if taken is None else taken)


async def require_fit(operation: Operation, body: bytes) -> None:
    """Refuse a body that does not fit the request of an operation that is not run now.

    Raises: NotJson, DoesNotFit; the errors of worker processes.
    """
    place = elsewhere_for(operation, body)
    if place is None:
        await validated_soon(operation.request, body)
    else:
        await place.pool.run(operation.name, "fit", operation.name, body)


async def build(*models: type[Frozen]) -> None:
    """Build the validators of models on a thread, where there are none yet: large ones take tens of milliseconds."""
    for model in models:
        if not model.__pydantic_complete__:
            await to_thread.run_sync(model.model_rebuild)


async def validated_soon(model: type[M], body: bytes) -> M:
    """Validate a body; the first time, and the first time that one does not fit, a thread prepares what is needed.

    Raises: NotJson, DoesNotFit, as `validated` does; they are charged.
    """
    await build(model)
    with charging(body):
        try:
            return fitting(model, body)
        except ValidationError:
            await to_thread.run_sync(place_of, model)
            return validated(model, body)


@contextmanager
def charging(body: bytes) -> Iterator[None]:
    """Charge a body that is refused in the block by its bytes."""
    try:
        yield
    except (NotJson, BodyTooLarge, DoesNotFit, UnfitRequest):
        charge_bytes(body)
        raise


def charge_bytes(body: bytes) -> None:
    """Charge a refused body; a small one costs no more than its request."""
    charge(len(body) // BYTES_PER_REQUEST)
