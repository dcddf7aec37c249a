"""Ask the registry as every face does: bytes in, an answer or a problem out."""

import asyncio
from typing import Any

import orjson

from service.app import registry
from service.errors import UmpireError
from service.operations.problem import problem_of
from service.operations.validation import rewritten, validated
from service.wire import to_json


def ask(name: str, request: Any) -> Any:
    """Answer a request in process, as JSON."""
    operation = registry().get(name)
    assert operation is not None, name

    async def run() -> Any:
        try:
            return await operation.run(validated(operation.request, rewritten(request)))
        except UmpireError as error:
            return problem_of(error, operation.path)

    return orjson.loads(to_json(asyncio.run(run())))


def first_example(name: str) -> dict[str, Any]:
    """Return an operation's first example as a plain request."""
    operation = registry().get(name)
    assert operation is not None, name
    example: dict[str, Any] = orjson.loads(to_json(operation.examples[0].request))
    return example
