"""Meta: a small JSON object of the caller's own on figures, which nothing reads and which comes back as it was sent."""

from copy import deepcopy
from typing import Any

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel, TypeAdapter, ValidationError

from service.app import FAMILIES, bound_procedures
from service.operations.validation import rewritten
from service.rules.examples import examples_of
from service.rules.kernel.figures import Figure
from service.wire import LARGEST_META, Meta, to_json

ADAPTER: TypeAdapter[Meta] = TypeAdapter(Meta)
WORDS = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
VALUES: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63), 2**63) | st.floats(allow_nan=False, allow_infinity=False) | WORDS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WORDS, inner, max_size=3),
    max_leaves=6,
)
WITH_ODDS = [
    (f"{family.name}/{procedure.name}", example.request)
    for family in FAMILIES
    for procedure in family.procedures
    if procedure.odds and procedure.name in ("resolve-attack", "resolve-duel", "roll-initiative")
    for example in examples_of(f"{family.name}/{procedure.name}")[:1]
]


@given(st.dictionaries(WORDS, VALUES, max_size=8))
def test_it_comes_back(members: Any) -> None:
    """Whatever JSON object is sent is written again as it was; equal objects are equal keys."""
    written = to_json(members)
    meta = ADAPTER.validate_json(written)
    assert TypeAdapter(Any).validate_json(to_json(meta)) == TypeAdapter(Any).validate_json(written)
    same = deepcopy(meta)  # as pickling does, which takes it to a worker process
    assert (same, hash(same)) == (meta, hash(meta))
    assert meta != Meta({**members, "one more": 1})
    assert ADAPTER.validate_python(meta) is meta


def test_integers_beyond_64_bits() -> None:
    """An integer that JSON readers do not keep exactly becomes the nearest float."""
    assert to_json(ADAPTER.validate_json(b'{"a": 100000000000000000000}')) == b'{"a":1e+20}'


@pytest.mark.parametrize("members", [{"a": "x" * LARGEST_META}, {str(each): 0 for each in range(17)}], ids=str)
def test_too_large(members: Any) -> None:
    """More than 4096 bytes or 16 members do not fit."""
    with pytest.raises(ValidationError):
        ADAPTER.validate_python(members)


def marked(value: Any) -> Any:
    """An input in which every figure has a name and a meta."""
    if isinstance(value, tuple):
        return tuple([marked(each) for each in value])
    if not isinstance(value, BaseModel):
        return value
    own = {"name": "Somebody", "meta": Meta({"n": 1}), "hidden": True} if isinstance(value, Figure) else {}
    return value.model_copy(update={name: marked(each) for name, each in vars(value).items()} | own)


@pytest.mark.parametrize(("name", "asked"), WITH_ODDS, ids=[name for name, _ in WITH_ODDS])
def test_odds_do_not_read_it(name: str, asked: Any) -> None:
    """The odds of a procedure are the same whatever its figures are called and keep as meta, hidden or not."""
    bound = bound_procedures()[name]
    request = bound.request.model_validate_json(to_json(asked))
    other = request.model_copy(update={"input": marked(vars(request)["input"])})
    assert bound.distribution(request) == bound.distribution(other)


def test_a_request_is_written_again() -> None:
    """A request with meta can be sent on to a worker process: it is written as the object that was sent."""
    figure = Figure.model_validate_json(b'{"id": "ash", "meta": {"token": "t1", "at": [1, 2]}}')
    assert orjson.loads(rewritten(figure))["meta"] == {"token": "t1", "at": [1, 2]}
