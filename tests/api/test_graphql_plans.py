"""Plans give what graphql-core gives, whatever is asked."""

from typing import Any

import orjson
import pytest
from graphql import (
    GraphQLEnumType,
    GraphQLInputObjectType,
    GraphQLList,
    GraphQLNonNull,
    GraphQLUnionType,
    Undefined,
    get_named_type,
    is_leaf_type,
)
from graphql.utilities import coerce_input_value
from hypothesis import given, settings
from hypothesis import strategies as st

from service.api.graphql.compiled.variables import Misfit, reader_of
from service.api.graphql.requests import GraphQLRequest
from service.api.graphql.responses import Answers
from service.app import graphql, registry
from service.operations.registry import Effect, Operation
from service.rules.examples import Example
from service.wire import to_json
from tests.api.torture import FACE, ROLL, by_graphql_core, by_plan, planned
from tests.graphql_documents import document_for
from tests.graphql_translation import variables_for
from tests.rings import many, thinned

NOISE = st.sampled_from([None, True, 0, 1, -1, 2**31, 2**53, 42.0, 0.5, "", "KEEN", "keen", [], [None], {}, {"q": 1}])
LEAVES: dict[str, st.SearchStrategy[Any]] = {
    "Int": st.integers(-(2**31), 2**31 - 1),
    "Float": st.floats(allow_nan=False, allow_infinity=False),
    "String": st.text(max_size=3),
    "Boolean": st.booleans(),
    "JSON": st.dictionaries(st.text(max_size=2), st.none() | st.integers(), max_size=2),
}


def values_of(kind: Any, depth: int = 0) -> st.SearchStrategy[Any]:
    """Make mostly fitting JSON values of an input type."""
    if isinstance(kind, GraphQLNonNull):
        return values_of(kind.of_type, depth) if depth % 5 else values_of(kind.of_type, depth) | NOISE
    return st.none() | fitting(kind, depth)


def fitting(kind: Any, depth: int) -> st.SearchStrategy[Any]:
    """Make values of a type that may not be null."""
    if isinstance(kind, GraphQLList):
        return st.lists(values_of(kind.of_type, depth + 1), max_size=2 if depth < 6 else 0)
    if isinstance(kind, GraphQLEnumType):
        return st.sampled_from(sorted(kind.values))
    if not isinstance(kind, GraphQLInputObjectType):
        return LEAVES[kind.name]
    fields = {name: values_of(field.type, depth + 1) for name, field in kind.fields.items() if depth < 8}
    if kind.is_one_of:
        return st.sampled_from(sorted(fields)).flatmap(lambda name: st.fixed_dictionaries({name: fields[name]}))
    required = {name: value for name, value in fields.items() if isinstance(kind.fields[name].type, GraphQLNonNull)}
    optional = {name: value for name, value in fields.items() if name not in required}
    return st.fixed_dictionaries(required, optional=optional)


INPUTS = ["TortureInputInput", "TroopInput", "TortureMoveInput", "SwingMoveInput", "WaitMoveInput", "PointInput"]


@pytest.mark.parametrize("name", INPUTS)
@given(data=st.data())
def test_variables(name: str, data: st.DataObject) -> None:
    """What a reader accepts it makes exactly what graphql-core makes of it."""
    kind: Any = FACE.planner.types[name]
    value = data.draw(fitting(kind, 0) | values_of(GraphQLNonNull(kind)) | NOISE)
    try:
        read = reader_of(GraphQLNonNull(kind))(value)
    except (Misfit, KeyError, TypeError):
        return
    coerced = coerce_input_value(value, kind)
    assert coerced is not Undefined
    assert orjson.loads(to_json(read)) == orjson.loads(to_json(coerced))


@pytest.mark.parametrize("name", INPUTS)
@given(data=st.data())
def test_variables_that_fit_are_read(name: str, data: st.DataObject) -> None:
    """What graphql-core takes as it is needs no second look."""
    kind: Any = FACE.planner.types[name]
    value = data.draw(fitting(kind, 1))
    if coerce_input_value(value, kind) is not Undefined:
        reader_of(kind)(value)


DIRECTIVES = st.sampled_from(["", "", "", "", "@include(if: $yes)", "@skip(if: $yes)", "@include(if: false)"])


@st.composite
def selections(draw: st.DrawFn, kind: Any, depth: int = 0) -> str:
    """Write some selection of an output type: aliases, repetitions, fragments and all."""
    kind = get_named_type(kind)
    if is_leaf_type(kind):
        return ""
    parts = [""] if depth and draw(st.booleans()) else ["__typename"]
    if isinstance(kind, GraphQLUnionType):
        parts += [f"... on {each.name} {draw(selections(each, depth + 1))}" for each in draw(some(kind.types))]
    else:
        for name in draw(some([name for name in kind.fields if name != "status" and (name != "below" or depth < 7)])):
            alias = draw(st.sampled_from(["", "", "", "", f"{name}_again: "]))
            directive = draw(DIRECTIVES)
            parts.append(f"{alias}{name} {directive} {draw(selections(kind.fields[name].type, depth + 1))}")
        head = draw(st.sampled_from(["", "...", f"... on {kind.name}"]))
        if head and depth < 7:
            parts.append(f"{head} {draw(DIRECTIVES)} {draw(selections(kind, depth + 1))}")
    return f"{{ {' '.join(parts) if any(parts) else '__typename'} }}"


def some(names: Any) -> st.SearchStrategy[list[Any]]:
    """Choose some of them, in any order and as often as may be."""
    return st.lists(st.sampled_from(names), max_size=4) if names else st.just([])


FULL = """{
    moves: [{aimedShot: {at: {q: 1, r: 2}}}, {wait: {}}], isArmed: true, grades: [FINE]
    troop: {name: "a", below: [{name: "b"}, {name: "c", below: [{name: "d"}]}]}
}"""
ASKED = ["{moves: []}", '{moves: [], mode: "slow"}', "{moves: [], hitPoints: -1}", FULL]
RESULT = FACE.planner.types["TortureRollItResult"]


@settings(max_examples=many(40))
@given(st.sampled_from(ASKED), selections(RESULT), selections(RESULT), st.booleans())
def test_documents(asked: str, one: str, other: str, yes: bool) -> None:
    """A plan's response is graphql-core's, byte for byte."""
    query = (
        f"mutation($yes: Boolean!) {{ tortureRollIt(input: {asked}) {{ ...f }} __typename @skip(if: $yes) "
        f"other: tortureRollIt(input: {asked}) {other} }} fragment f on TortureRollItResult {one}"
    )
    expected = by_graphql_core(query, {"yes": yes})
    assert to_json(by_plan(query, {"yes": yes}).body) == to_json(expected.body)
    assert planned(query) == expected.ran


@given(st.data())
def test_documents_with_variables(data: st.DataObject) -> None:
    """The same goes for what comes as variables."""
    kind: Any = FACE.planner.types["TortureInputInput"]
    variables = {"input": data.draw(fitting(kind, 0) | values_of(GraphQLNonNull(kind)))}
    assert to_json(by_plan(ROLL, variables).body) == to_json(by_graphql_core(ROLL, variables).body)


EXAMPLES = [
    pytest.param(operation, example, id=f"{operation.name}: {example.title}")
    for operation in registry()
    for example in operation.examples
    if operation.effect is not Effect.KEEP and "{" not in operation.path
]


@pytest.mark.parametrize(("operation", "example"), thinned(EXAMPLES, 5))
async def test_examples(operation: Operation, example: Example) -> None:
    """Every example of every operation that needs no store has a plan, which answers as graphql-core does."""
    face = graphql()
    request = dict(example.request)
    if "dice" in operation.request.model_fields:
        request.setdefault("dice", {"kind": "seeded", "seed": "sha256ctr1:table-7"})
    variables = variables_for(face.schema, operation, request)
    asked = GraphQLRequest(query=document_for(face.schema, operation), variables=variables)
    expected = to_json((await face.interpret(asked)).body)
    plan = face.plans[asked.query, None]
    assert plan is not None
    values = plan.values(variables)
    assert to_json({"data": await plan.variant(values).run(values, Answers().answer)}) == expected
