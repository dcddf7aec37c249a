"""Requests that are sent in process, of which none may fail."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import orjson

from service.errors import UmpireError
from service.operations.registry import Operation
from service.operations.validation import validated
from service.wire import to_json


@contextmanager
def naming(operation: Operation, request: object) -> Iterator[None]:
    """Have a failure name the operation and the request."""
    try:
        yield
    except Exception as fault:
        fault.add_note(f"{operation.name} {orjson.dumps(request).decode()}")
        raise


def answer_of(operation: Operation, request: object) -> Any:
    """Send a request and return its answer as JSON; None: it is refused. A failure names operation and request."""
    with naming(operation, request):
        try:
            return orjson.loads(to_json(asyncio.run(_answered(operation, orjson.dumps(request)))))
        except UmpireError:
            return None


async def _answered(operation: Operation, body: bytes) -> object:
    answer: object = await operation.run(validated(operation.request, body))
    return answer
