"""Refusing is as cheap as answering: what is validated, and what is told, of bodies that do not fit."""

from collections.abc import Iterator
from typing import Annotated, Any, Final

import orjson
import pytest
from pydantic import BeforeValidator, Field, ValidationError

from service.api.rest.request_parts import parts_of
from service.app import registry
from service.errors import DoesNotFit, NotJson, UmpireError
from service.operations.registry import Operation
from service.operations.validation import complaints, validated
from service.operations.validation.bodies import HEAVY_BODY, parsed
from service.operations.validation.complaints import (
    BEGINNING,
    MAX_FAULTS,
    SMALL,
    complaints_about,
    complaints_about_beginning,
)
from service.wire import Frozen, to_json
from tests.unfit import ITEMS, bomb, lists_of, request_of

ITEMS_ALLOWED: Final = 100
COPIES: Final = 5_000
seen: list[Any] = []


def note(value: Any) -> Any:
    """Count an item that is validated."""
    seen.append(value)
    return value


class Counted(Frozen):
    """An item that counts how often it is validated."""

    a: Annotated[int, BeforeValidator(note)]
    b: int


class Row(Frozen):
    """A list in a list."""

    items: Annotated[tuple[Counted, ...], Field(max_length=ITEMS_ALLOWED)] = ()


class Table(Frozen):
    """A list of lists, and another one."""

    rows: Annotated[tuple[Row, ...], Field(max_length=ITEMS_ALLOWED)] = ()
    names: Annotated[tuple[str, ...], Field(max_length=ITEMS_ALLOWED)] = ()


@pytest.fixture(autouse=True)
def _none_seen() -> None:
    """No item is counted yet."""
    seen.clear()


def refusal(model: type[Frozen], document: Any) -> DoesNotFit:
    """The problem of a document."""
    with pytest.raises(DoesNotFit) as refused:
        validated(model, to_json(document))
    return refused.value


def variable_lists(schema: Any) -> Iterator[Any]:
    """The lists of any length in a core schema."""
    if isinstance(schema, dict):
        if "variadic_item_index" in schema:
            yield schema
        for key, part in schema.items():
            if key != "metadata":
                yield from variable_lists(part)
    elif isinstance(schema, list | tuple):
        for part in schema:
            yield from variable_lists(part)


def test_every_list_of_every_request_is_limited_and_stops_at_its_first_unfit_item() -> None:
    """No request model has a list whose items are validated after one that does not fit, or without a limit."""
    lists = []
    for each in registry():
        each.request.model_rebuild()
        lists += [(each.name, found) for found in variable_lists(each.request.__pydantic_core_schema__)]
    assert len(lists) > 1_000
    assert not {name for name, each in lists if not (each.get("fail_fast") and "max_length" in each)}


@pytest.mark.parametrize("item", [{}, {"a": 1}, {"a": 1, "b": 2}, 7, None, []], ids=str)
def test_a_list_that_is_too_long_is_told_by_its_length_alone(item: Any) -> None:
    """Whatever its items are, the one fault is the length; of the items not more than may stand there are validated."""
    problem = refusal(Table, {"rows": [{"items": [item] * COPIES}]})
    assert [(each.pointer, each.code) for each in problem.faults] == [("/rows/0/items", "too_long")]
    assert f"lists {COPIES} items; it is a list of at most {ITEMS_ALLOWED} items" in problem.detail
    assert len(seen) <= ITEMS_ALLOWED + 1


def test_lengths_of_outer_lists_come_first() -> None:
    """Nothing is said of what is in a list that is too long, not even that it holds lists that are."""
    rows: list[Any] = [{"items": [{}] * (ITEMS_ALLOWED + 1)}] * (ITEMS_ALLOWED + 1)
    problem = refusal(Table, {"rows": rows, "names": ["a"] * COPIES})
    assert [each.pointer for each in problem.faults] == ["/rows", "/names"]
    assert len(seen) <= ITEMS_ALLOWED + 1


def test_every_fault_of_a_small_body_is_found_and_at_most_fifty_are_told() -> None:
    """The others are counted: the problem says how many it leaves out."""
    problem = refusal(Table, {"rows": [{"items": [{"a": 1}] * 40}, {"items": [{"b": "x"}] * 10}]})
    assert len(problem.faults) == MAX_FAULTS
    assert "There are 10 faults that `errors` leaves out." in problem.detail


def test_a_list_of_a_large_body_is_validated_to_its_first_unfit_item() -> None:
    """The problem says that there may be more; how much is validated does not grow with the faults."""
    rows = [{"items": [{"b": "x"}] * ITEMS_ALLOWED}] * ITEMS_ALLOWED
    assert ITEMS_ALLOWED * ITEMS_ALLOWED > SMALL
    problem = refusal(Table, {"rows": rows})
    assert [each.pointer for each in problem.faults] == ["/rows/0/items/0/a", "/rows/0/items/0/b"]
    assert "There may be more: in a body of this size, a list is validated to its first item" in problem.detail
    assert len(seen) == 0


def test_of_a_large_body_only_the_beginning_is_validated_if_it_does_not_fit() -> None:
    """Pydantic copies what is around each fault, so nothing that is beside a long list is copied with it."""
    rows = [{"items": [{"a": 1, "b": 2}] * ITEMS_ALLOWED}] * ITEMS_ALLOWED
    assert len(to_json({"rows": rows})) > HEAVY_BODY
    problem = refusal(Table, {"rows": rows, "namse": []})
    assert [each.pointer for each in problem.faults] == ["/namse"]
    assert len(seen) == BEGINNING * BEGINNING
    assert "There may be more: in a body of this size" in problem.detail


def test_a_fault_beyond_the_beginning_of_a_large_body_is_found() -> None:
    """Its place is told as in a small one."""
    rows: list[Any] = [{"items": [{"a": 1, "b": 2}] * ITEMS_ALLOWED}] * (ITEMS_ALLOWED - 1)
    problem = refusal(Table, {"rows": [*rows, {"items": [{"a": 1, "b": 2}, {"a": 1}]}]})
    assert [each.pointer for each in problem.faults] == [f"/rows/{ITEMS_ALLOWED - 1}/items/1/b"]


def test_a_list_of_a_large_body_that_is_too_long_is_told_by_the_length_that_was_sent() -> None:
    """Even though nothing of it is left when the sentence is made."""
    problem = refusal(Table, {"names": ["a name"] * 20_000})
    assert [(each.pointer, each.code) for each in problem.faults] == [("/names", "too_long")]
    assert "`names` lists 20000 items" in problem.detail


def test_what_fits_has_a_beginning_that_fits(monkeypatch: pytest.MonkeyPatch) -> None:
    """No body is refused because its lists were cut, even to two items each, which is what a hex has."""
    monkeypatch.setattr(complaints, "BEGINNING", 2)
    requests = [
        (each.name, body, example.request)
        for each in registry()
        for example in each.examples
        if (body := parts_of(each).body) is not None
    ]
    found = {
        name: told.found
        for name, body, request in requests
        if (told := complaints_about_beginning(body, orjson.loads(to_json(request)))) is not None
    }
    assert len(requests) > 250
    assert found == {}


@pytest.mark.parametrize("number", [b"1e400", b"-1e400", b"[1e400]", b'{"a": -1e400}', b"NaN", b"Infinity", b"01"])
def test_numbers_of_large_bodies_are_read_as_those_of_small_ones(number: bytes) -> None:
    """What a small body is refused for, a large one is refused for with the same words."""
    said = []
    for more in (b"", b" " * HEAVY_BODY):
        with pytest.raises(NotJson) as refused:
            parsed(b'{"a": [7, ' + number + b"]" + more + b"}")
        said.append(refused.value.detail)
    assert said[0] == said[1]


def test_large_bodies_hold_the_values_that_small_ones_hold() -> None:
    """Integers of many digits, deep nesting and escapes among them."""
    documents = [b"12345678901234567890", b"-0.0", b"1e-400", b'"\\u00e9\\ud83d\\ude00"', b"[" * 300 + b"]" * 300]
    for each in documents:
        assert parsed(each + b" " * HEAVY_BODY) == parsed(each)


@pytest.mark.parametrize("where", ["whole", "an item"])
def test_of_very_many_unknown_fields_few_are_built(where: str) -> None:
    """Fifty are told, all others are counted, and no fault is made of them; what else is wrong there is found."""
    unknown = {f"x{number}": 1 for number in range(25_000)}
    document = unknown if where == "whole" else {"rows": [{"items": "none", **unknown}], "names": 7}
    with pytest.raises(ValidationError) as refused:
        Table.model_validate_json(to_json(document))
    found = complaints_about(Table, to_json(document), orjson.loads(to_json(document)), refused.value)
    assert len(found.found) == MAX_FAULTS + 2 * (where == "an item")
    assert found.unlisted == 25_000 - MAX_FAULTS
    problem = refusal(Table, document)
    assert (len(problem.faults), problem.more) == (MAX_FAULTS, len(found.found) + found.unlisted - MAX_FAULTS)
    assert any("Unknown field x0" in each.message for each in problem.faults)


def test_what_fits_is_validated_once() -> None:
    """A body that fits takes no second pass."""
    validated(Table, to_json({"rows": [{"items": [{"a": 1, "b": 2}] * 7}]}))
    assert len(seen) == 7


MODELS: Final = {each.request: each for each in registry() if each.method == "POST"}


@pytest.mark.parametrize("operation", MODELS.values(), ids=lambda each: each.name)
def test_no_list_of_any_operation_makes_more_faults_than_are_told(
    operation: Operation, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Full of items that fit nowhere, each list of each request is refused with a handful of faults that were built."""
    built: list[int] = []
    document = request_of(operation)
    lists = sorted(lists_of(operation.request), key=lambda each: -each.most)[:3]
    for each in lists:
        for item in ITEMS[:2]:
            try:
                validated(operation.request, bomb(document, each.path, item, 30_000))
            except UmpireError as problem:
                built.append(len(problem.faults) + problem.more)
    assert built or not lists
    assert max(built, default=0) <= MAX_FAULTS
