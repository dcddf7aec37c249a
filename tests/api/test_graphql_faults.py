"""Over GraphQL a problem names fields as the schema does, in its pointers and in its sentences."""

import re
from collections.abc import Iterator, Sequence
from copy import deepcopy
from typing import Any, Final

import orjson
import pytest
from pydantic import Field

from service.api.graphql.faults import named_as_in_graphql
from service.api.graphql.responses import Answers
from service.app import graphql, registry
from service.errors import DoesNotFit, RulesRefuse, UnfitRequest
from service.operations.problem import Problem
from service.operations.registry import Operation
from service.operations.validation import validated
from service.operations.validation.complaints import MAX_FAULTS
from service.wire import Frozen, Json, to_json
from tests.api.torture import TortureRequest
from tests.graphql_translation import variables_for
from tests.rings import many

TOO_LARGE: Final = 2_000_000_000
ANY_JSON: Final = frozenset({"changes"})
"""Arguments that hold any JSON, in which names are spelt as over REST."""
QUOTED: Final = re.compile(r'"[^"]*"')
OPERATIONS: Final = [
    pytest.param(each, id=each.name)
    for each in registry()
    if each.examples
    and not each.name.startswith("encounters/")
    and each.name not in {"batch", "campaigns/start", "verify"}
]
"""Operations whose examples are requests of their own; requests inside JSON keep the names that REST gives them."""
SWING: Final = {"kind": "swing", "edge": "keen", "damage_bonus": 1}


ITEMS: Final = many(100, 1)
"""Of how many items of a list numbers are changed: they are read by one model."""


def numbers_in(document: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """The paths of the numbers of a document; of each list, of its last items."""
    if isinstance(document, int) and not isinstance(document, bool):
        yield path
    listed = document if isinstance(document, list) else ()
    items = document.items() if isinstance(document, dict) else list(enumerate(listed))[-ITEMS:]
    for key, value in items:
        yield from numbers_in(value, (*path, key))


def at(document: Any, path: Sequence[str | int]) -> Any:
    """What stands at a path of a document."""
    for part in path:
        document = document[int(part) if isinstance(document, list) else part]
    return document


def spoilt(document: Any, path: tuple[str | int, ...]) -> Any:
    """A document in which one number is too large."""
    changed = deepcopy(document)
    at(changed, path[:-1])[path[-1]] = TOO_LARGE
    return changed


@pytest.mark.parametrize("operation", OPERATIONS)
async def test_pointers_lead_into_arguments(operation: Operation) -> None:
    """A number that is too large is where the pointer leads in the arguments, and is named as it is there."""
    for example in operation.examples[:2]:
        request = orjson.loads(to_json(example.request))
        for path in numbers_in(request):
            sent = spoilt(request, path)
            told = await Answers().answer(operation, to_json(sent), "it")
            if not isinstance(told, Problem) or told.errors[0].pointer == "":
                continue  # some numbers have no limit
            assert told.status in {409, 422}
            found = told.errors[0].pointer.split("/")[1:]
            arguments = variables_for(graphql().schema, operation, sent)
            named = [part for part in found if not part.isdecimal()][-1]
            at(arguments, found)
            if told.status == 422:
                assert at(arguments, found) == TOO_LARGE
                assert f"`{named}" in told.errors[0].message
            if found[0] in ANY_JSON:
                continue
            for text in (told.detail, told.errors[0].message):
                assert not re.search(r"`\w*_\w*`|/\w*_", QUOTED.sub("", text)), text


class Nested(Frozen):
    """A request with JSON inside."""

    hit_points: int = Field(ge=0)
    free_form: dict[str, Json] = Field(default_factory=dict)


def test_json_keeps_its_names() -> None:
    """What is sent as JSON is spelt as over REST, in pointers and in sentences on it; nothing else is."""
    inside = UnfitRequest("`hit_points` is missing.", pointer="/free_form/hit_points")
    told = named_as_in_graphql(inside, Nested, b'{"free_form": {}}')
    assert (told.faults[0].pointer, told.detail) == ("/freeForm/hit_points", "`hit_points` is missing.")
    beside = RulesRefuse("hit_points is 3; 'hit_points' and \"hit_points\" are quoted.", pointer="/hit_points")
    told = named_as_in_graphql(beside, Nested, b'{"hit_points": 3}')
    assert told.detail == told.faults[0].message == "hitPoints is 3; 'hit_points' and \"hit_points\" are quoted."
    assert told.faults[0].pointer == "/hitPoints"


@pytest.mark.parametrize(
    ("pointer", "leads"),
    [
        pytest.param("", "", id="the whole request"),
        pytest.param("/input/moves/0", "/input/moves/0", id="an item"),
        pytest.param("/input/moves/0/damage_bonus", "/input/moves/0/swing/damageBonus", id="a field of a branch"),
        pytest.param("/input/moves/0/kind", "/input/moves/0/swing", id="the field that says which branch"),
        pytest.param("/input/moves/1/at/q", "/input/moves/1/aimedShot/at/q", id="inside a branch"),
        pytest.param("/input/reply/damage_bonus", "/input/reply/swing/damageBonus", id="a branch that may be null"),
        pytest.param("/input/moves/7/damage_bonus", "/input/moves/7/damage_bonus", id="an item that is not there"),
        pytest.param("/input/path/0/1/q", "/input/path/0/1/q", id="a list of lists"),
        pytest.param("/input/notes/a_b/c_d", "/input/notes/a_b/c_d", id="inside JSON"),
        pytest.param("/nowhere_at_all", "/nowhere_at_all", id="no field"),
    ],
)
def test_pointers(pointer: str, leads: str) -> None:
    """A pointer has the names of arguments, and of the branch that a value is in."""
    moves = [SWING, {"kind": "aimed_shot", "at": {"q": 1, "r": 1}}]
    body = to_json({"input": {"moves": moves, "reply": SWING, "notes": {"a_b": 1}}})
    told = named_as_in_graphql(RulesRefuse("It is refused.", pointer=pointer), TortureRequest, body)
    assert (told.faults[0].pointer, told.detail) == (leads, "It is refused.")


async def test_many_faults() -> None:
    """The detail tells the first faults in GraphQL's names, and counts those that are not listed, too."""
    operation = registry()["opposed/resolve-round"]
    figure = orjson.loads(to_json(operation.examples[0].request))["input"]["participants"][0]
    crowd = [{**figure, "manual_dexterity": TOO_LARGE, "must_pass_next": "no"} for _ in range(MAX_FAULTS)]
    body = to_json({"input": {"participants": crowd}})
    told = await Answers().answer(operation, body, "it")
    assert isinstance(told, Problem)
    assert len(told.errors) == MAX_FAULTS
    with pytest.raises(DoesNotFit) as over_rest:
        validated(operation.request, body)
    assert "In 25 items of /input/participants: `manualDexterity` is" in told.detail
    assert over_rest.value.more > MAX_FAULTS
    assert told.detail.partition("`errors`")[2] == over_rest.value.detail.partition("`errors`")[2] != ""
    assert "_" not in QUOTED.sub("", told.detail)
