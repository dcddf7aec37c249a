"""Golden requests that are changed at random are answered, or refused with a problem: none fails."""

import asyncio
from random import Random
from typing import Any, Final

import orjson
import pytest

from service.app import registry
from service.errors import UmpireError
from service.operations.registry import Operation
from service.operations.validation import validated
from service.wire import to_json
from tests.contract.mutations import Mutations
from tests.golden import goldens_of
from tests.rings import many, thinned

CHANGED: Final = sorted([each.name for each in registry() if each.is_stateless and goldens_of(each.name)])
FEWER: Final = 40
"""Of requests that play whole fights again and again, only one in so many is tried."""


@pytest.mark.parametrize("name", thinned(CHANGED, 12))
def test_no_changed_request_fails(name: str) -> None:
    """Whatever a changed request means, it is answered, or refused as an error that the service names."""
    operation = registry()[name]
    requests = iter(Mutations(operation, Random(name)))
    tried = many(400, 20) // (FEWER if "skirmish/" in name else 1)
    for _ in range(max(tried, 1)):
        request = next(requests)
        try:
            _is_answered(operation, request)
        except Exception as fault:
            fault.add_note(f"{name} {orjson.dumps(request).decode()}")
            raise


def test_changed_requests_reach_the_rules() -> None:
    """A good part of the changed requests is answered, and a part is refused: they are near what means something."""
    operation = registry()["tactical/resolve-attack"]
    requests = iter(Mutations(operation, Random("near")))
    answered = [_is_answered(operation, next(requests)) for _ in range(60)]
    assert 10 < sum(answered) < 50


def _is_answered(operation: Operation, request: Any) -> bool:
    """Send a request; return whether it is answered, and not refused."""
    try:
        to_json(asyncio.run(_answer(operation, orjson.dumps(request))))
    except UmpireError:
        return False
    return True


async def _answer(operation: Operation, body: bytes) -> object:
    answer: object = await operation.run(validated(operation.request, body))
    return answer
