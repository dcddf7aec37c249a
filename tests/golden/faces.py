"""The ways of asking: a face takes an operation's name and a request, and gives a status and an answer."""

import asyncio
from collections.abc import Callable

import orjson

from service.app import registry
from service.errors import UmpireError
from service.operations.fitting import fitted
from service.operations.problem import problem_of
from service.operations.registry import Operation
from service.wire import to_json
from tests.golden.writing import Json, on_the_wire

Face = Callable[[str, Json], tuple[int, Json]]


def in_process(name: str, request: Json) -> tuple[int, Json]:
    """Run an operation of the registry; a problem is described as REST describes it."""
    operation = registry().get(name)
    assert operation is not None, f"there is no operation {name}"
    try:
        answer = asyncio.run(_run(operation, on_the_wire(request)))
    except UmpireError as error:
        return error.status, orjson.loads(to_json(problem_of(error, operation.path)))
    return 200, orjson.loads(to_json(answer))


async def _run(operation: Operation, body: bytes) -> object:
    answer: object = await operation.run(fitted(operation.request, body))
    return answer


FACES: dict[str, Face] = {"in process": in_process}
