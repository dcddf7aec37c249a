"""Golden requests with one field at a time at its least and its most: none fails, and states that follow still fit."""

from collections import Counter
from collections.abc import Iterator
from copy import deepcopy
from functools import reduce
from random import Random
from typing import Any, Final

import orjson
import pytest

from service.app import registry
from service.operations.registry import Operation
from service.operations.validation import validated
from service.operations.validation.schema import Place, place_of
from tests.contract.sending import answer_of, naming
from tests.golden import goldens_of
from tests.rings import many, thinned

Way = tuple[str | int, ...]

OF_EACH: Final = 2
"""In so many goldens each field of an operation is tried."""
SEEDED: Final = 0.7
"""How often the dice of a golden give way to seeded ones: other requests need other numbers of dice."""
FIGHTERS: Final = ("participants", "units")
"""The fields for those who fight, of families whose procedures answer a list of them as the state."""
PLAYED: Final = sorted(
    [
        each.name
        for each in registry()
        if each.is_stateless and goldens_of(each.name) and "skirmish/" not in each.name and "/odds" not in each.name
    ]
)
"""The operations that play one fight at most, or none."""


@pytest.mark.parametrize("name", thinned(PLAYED, 10))
def test_no_field_fails_at_its_limits(name: str) -> None:
    """Each number, word and list of a request is answered or refused at its limits; states that are left are valid."""
    operation, random = registry()[name], Random(name)
    asks_state = registry().get(f"{name.partition('/')[0]}/situation")
    tried = list(_at_limits(operation, random))
    for request in random.sample(tried, min(len(tried), many(len(tried), 40))):
        _try(operation, request, asks_state)


def _at_limits(operation: Operation, random: Random) -> Iterator[Any]:
    """Yield goldens with one field set to each of its limits, every field in a few goldens."""
    goldens, whole = list(goldens_of(operation.name)), place_of(operation.request)
    random.shuffle(goldens)
    seen: Counter[Way] = Counter()
    for golden in goldens:
        for way, place in list(_places_in(golden.request, whole)):
            fields = tuple([each if isinstance(each, str) else "*" for each in way])
            seen[fields] += 1
            if seen[fields] > OF_EACH or (fields[0] == "dice" and len(fields) > 1):
                continue
            for value in _limits_of(place):
                request = deepcopy(golden.request)
                reduce(lambda part, name: part[name], way[:-1], request)[way[-1]] = value
                if "dice" in request and random.random() < SEEDED:
                    request["dice"] = {"kind": "seeded", "seed": f"sha256ctr1:{random.random()}"}
                yield request


def _places_in(value: Any, place: Place, way: Way = ()) -> Iterator[tuple[Way, Place]]:
    """Yield every place below a value, the fields that it leaves out among them."""
    if isinstance(value, dict):
        parts: list[tuple[str | int, Any]] = [(name, value.get(name)) for name in place.fields(value)]
    else:
        parts = [*enumerate(value)] if isinstance(value, list) else []
    for name, part in parts:
        below = place.below(name, value)
        yield (*way, name), below
        yield from _places_in(part, below, (*way, name))


def _limits_of(place: Place) -> Iterator[Any]:
    """Yield the least and the most that may stand at a place, and every word of a list of words."""
    for node in place.nodes or ():
        kind = node.get("type")
        if "enum" in node:
            yield from node["enum"]
        elif kind in ("integer", "number"):
            yield from {node.get("minimum", -10), node.get("maximum", 1_000_000)}
        elif kind == "boolean":
            yield from (True, False)
        elif kind == "null":
            yield None
        elif kind == "array" and not node.get("minItems"):
            yield []
        elif kind == "string" and "maxLength" in node:
            yield "é" * node["maxLength"]


def _try(operation: Operation, request: Any, asks_state: Operation | None) -> None:
    """Send a request; a state that it leaves has to be one that may be sent."""
    state = ((answer_of(operation, request) or {}).get("outcome") or {}).get("state")
    with naming(operation, request):
        if isinstance(state, dict) and asks_state is not None:
            validated(asks_state.request, orjson.dumps({"input": {"state": state}}))
        for field in FIGHTERS:
            if isinstance(state, list) and field in request["input"]:
                validated(operation.request, orjson.dumps(request | {"input": request["input"] | {field: state}}))
