"""Messages are for people: whatever is wrong with a request, no message has words of the machinery in it."""

import re
from collections.abc import Iterator
from copy import deepcopy
from random import Random
from typing import Any, Final

import orjson
import pytest

from service.app import registry
from service.errors import Fault, UmpireError
from service.operations.registry import Operation
from service.operations.validation import rewritten, validated
from service.operations.validation.schema import place_of
from service.settings.environment import Settings
from service.wire import FORM, to_json
from tests.rings import many, thinned

MACHINERY: Final = re.compile(
    r"Input should|Extra inputs|Value error|should have|should be|permitted|Field required|valid (\w+)\b|instance of|"
    r"pydantic|Unable to|[Tt]agged|[Tt]uple|\bdict\b|\bstr\b|\bint\b|\bNone\b|\^|\[a-z|\[0-9|\{\d|\$[ ;.]|"
    r"\b[A-Z][a-z]+[A-Z]\w*"
)
WRONG: Final[tuple[Any, ...]] = (
    None,
    True,
    -7,
    10**12,
    12.5,
    "",
    "slashing",
    "x" * 300,
    [],
    [1, 2],
    {},
    {"a": 1},
    [None] * 3,
)
GONE: Final = object()
SPARE: Final = object()
LONGEST_QUOTE: Final = 120
ITEMS: Final = many(2, 1)
"""In how many items of a list something is wrong: they are read by one model."""
OPERATIONS: Final = [each for each in registry() if each.request.model_fields]


def places(document: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """The places of a document; of each list, its first items."""
    yield path
    items: Any = (
        document.items()
        if isinstance(document, dict)
        else enumerate(document[:ITEMS])
        if isinstance(document, list)
        else ()
    )
    for key, value in items:
        yield from places(value, (*path, key))


def spoilt(document: Any, path: tuple[str | int, ...], wrong: Any) -> Any:
    """A document with another value at a place, without what is there, or with a misspelt field beside it."""
    if not path:
        return {**document, "unknwon": 1} if wrong is SPARE else wrong
    changed = deepcopy(document)
    here = changed
    for part in path[:-1]:
        here = here[part]
    if wrong is GONE:
        del here[path[-1]]
    elif wrong is SPARE:
        here |= {f"{path[-1]}s": 1} if isinstance(here, dict) else {}
    else:
        here[path[-1]] = wrong
    return changed


def bodies(operation: Operation) -> Iterator[Any]:
    """An operation's examples, or an empty request, spoilt in one place each."""
    chance = Random(operation.name)
    examples = [orjson.loads(to_json(each.request)) for each in operation.examples[:2]] or [{}]
    for example in examples:
        for path in places(example):
            ways = [*chance.sample(WRONG, 3), SPARE, GONE]
            yield from (spoilt(example, path, each) for each in ways if _is_possible(example, path, each))


def _is_possible(document: Any, path: tuple[str | int, ...], wrong: Any) -> bool:
    if wrong is SPARE:
        return not path or isinstance(path[-1], str)
    return bool(path) or wrong is not GONE


@pytest.mark.parametrize("operation", thinned([pytest.param(each, id=each.name) for each in OPERATIONS], 2))
def test_messages_are_for_people(operation: Operation) -> None:
    """A message names the field and quotes the value, and has neither words of a library nor regular expressions."""
    found = [fault for body in bodies(operation) for fault in faults_of(operation, body)]
    for fault in found:
        said = re.sub(r'"[^"]*"?|`[^`]*`', "", fault.message.replace(r"\"", "").partition("; got ")[0])
        assert not MACHINERY.search(said), fault.message
        names = [part for part in fault.pointer.split("/") if part and not part.isdecimal()]
        assert any(name in fault.message for name in names or ["body"]) or fault.code.startswith("unknown_"), fault
        assert fault.message.endswith((".", "?"))
    assert found or not operation.examples


def faults_of(operation: Operation, body: Any) -> tuple[Fault, ...]:
    """The faults of a request; none if it fits."""
    try:
        validated(operation.request, rewritten(body))
    except UmpireError as error:
        return error.faults
    return ()


def patterns(schema: Any) -> Iterator[dict[str, Any]]:
    """The parts of a schema that have a pattern."""
    if isinstance(schema, list):
        for each in schema:
            yield from patterns(each)
    elif isinstance(schema, dict):
        if isinstance(schema.get("pattern"), str):
            yield schema
        yield from patterns(list(schema.values()))


@pytest.mark.parametrize("operation", [pytest.param(each, id=each.name) for each in OPERATIONS])
def test_patterns_are_said_in_words(operation: Operation) -> None:
    """Each pattern of a request stands beside a sentence that says in words, with an example, what it allows."""
    for each in patterns(
        {"": place_of(operation.request).nodes, "$defs": dict(place_of(operation.request).definitions)}
    ):
        assert FORM in each, each
        assert re.search(r"such as|as `|as in", each[FORM]), each


def test_patterns_of_settings_are_said_in_words() -> None:
    """The same holds for settings."""
    schema = Settings.model_json_schema()
    assert list(patterns(schema))
    for name, each in schema["properties"].items():
        if list(patterns(each)):
            assert FORM in each, name
