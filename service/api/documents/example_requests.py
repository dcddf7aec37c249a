"""Requests as examples write them, answered without HTTP: for the contract, the example answers and the pages."""

import asyncio
from collections.abc import Mapping
from typing import Any

import orjson

from service.operations.registry import Operation
from service.operations.validation import validated
from service.wire import to_json

Request = Mapping[str, Any]


async def run_example(operation: Operation, request: Request) -> Any:
    """Run an operation on a request, and return its answer: a record, or a feed."""
    return await operation.run(validated(operation.request, to_json(request)))


def answer_to(operation: Operation, request: Request) -> Any:
    """Run an operation on a request, and return its answer as JSON."""
    return as_json(asyncio.run(run_example(operation, request)))


def as_json(answer: Any) -> Any:
    """Return a record as the JSON that clients receive."""
    return orjson.loads(to_json(answer))
