"""Operations are executed by GraphQL with REST's validator, and what goes wrong is data."""

from collections.abc import Callable
from typing import Any

import pytest
from pydantic import TypeAdapter

from service.api.graphql.compiled.plans import MAX_VARIANTS
from service.api.graphql.document_limits import MAX_ALIASES, MAX_DEPTH, MAX_OPERATIONS, MAX_SELECTIONS, MAX_TOKENS
from service.api.graphql.documents import CACHED_CHARACTERS, CACHED_DOCUMENTS, PARSED, BoundedCache
from service.api.graphql.responses import Reply
from service.wire import to_json
from tests.api.torture import (
    EVERYTHING,
    FACE,
    PARRY,
    PIPELINES,
    ROLL,
    by_graphql_core,
    by_plan,
    planned,
)

Pipeline = Callable[..., Reply]
pipelines = pytest.mark.parametrize("pipeline", PIPELINES)

SWING: dict[str, Any] = {"swing": {"edge": "VERY_BLUNT"}}
FULL: dict[str, Any] = {
    "moves": [SWING, {"aimedShot": {"at": {"q": 1, "r": -2}}}, {"wait": {}}],
    "reply": {"swing": {"edge": "KEEN", "damageBonus": 60}},
    "troop": {"name": "a", "below": [{"name": "b", "below": [{"name": "c"}]}]},
    "grades": ["FINE", "POOR"],
    "path": [[{"q": 0, "r": 0}], []],
    "weightKg": 2,
    "isArmed": True,
    "hitPoints": None,
    "notes": {"camelCase": {"kept": [1, None]}},
    "anything": [True],
}
FULL_AS_IT_ARRIVES = {
    "moves": [
        {"kind": "swing", "edge": "very_blunt"},
        {"kind": "aimed_shot", "at": {"q": 1, "r": -2}},
        {"kind": "wait"},
    ],
    "reply": {"kind": "swing", "edge": "keen", "damage_bonus": 60},
    "troop": {"name": "a", "below": [{"name": "b", "below": [{"name": "c"}]}]},
    "grades": ["fine", "poor"],
    "path": [[{"q": 0, "r": 0}], []],
    "weight_kg": 2.0,
    "is_armed": True,
    "hit_points": None,
    "notes": {"camelCase": {"kept": [1, None]}},
    "anything": [True],
}


def it(reply: Reply) -> Any:
    """Return the result of the only operation, as it is written."""
    document = TypeAdapter(Any).validate_json(to_json(reply.body))
    assert "errors" not in document, document
    return document["data"]["it"]


@pipelines
def test_everything_arrives(pipeline: Pipeline) -> None:
    """Nested models, enums, tuples, choices and JSON arrive as REST would send them; JSON keeps its keys."""
    assert it(pipeline(ROLL, {"input": FULL}))["received"] == {"input": FULL_AS_IT_ARRIVES}


@pipelines
def test_absent_is_not_null(pipeline: Pipeline) -> None:
    """What is left out stays out, and null is sent as null."""
    absent = it(pipeline(ROLL, {"input": {"moves": [], "hitPoints": None}}))
    assert absent["received"] == {"input": {"moves": [], "hit_points": None}}
    refused = it(pipeline(ROLL, {"input": {"moves": []}, "refuseIt": None}))
    assert refused["errors"][0]["pointer"] == "/refuseIt"


@pipelines
def test_literals_arrive(pipeline: Pipeline) -> None:
    """What is written in the document arrives as variables do, and variables stand inside it."""
    query = f"""
    mutation($edge: Edge!, $bonus: Int, $q: Int = 7, $wait: WaitMoveInput!) {{
        it: tortureRollIt(input: {{
            moves: [
                {{swing: {{edge: $edge, damageBonus: $bonus}}}}
                {{aimedShot: {{at: {{q: $q, r: 2}}}}}}
                {{wait: $wait}}
            ]
            weightKg: 2, notes: {{a: 1}}, grades: [FINE]
        }}) {{ {EVERYTHING} }}
    }} {PARRY}"""
    assert it(pipeline(query, {"edge": "KEEN", "wait": {}}))["received"]["input"] == {
        "moves": [
            {"kind": "swing", "edge": "keen"},
            {"kind": "aimed_shot", "at": {"q": 7, "r": 2}},
            {"kind": "wait"},
        ],
        "weight_kg": 2.0,
        "notes": {"a": 1},
        "grades": ["fine"],
    }
    assert pipeline is by_graphql_core or planned(query)


@pipelines
def test_answers_are_read_from_the_records(pipeline: Pipeline) -> None:
    """Unions, enums, tuples, tags, nulls, recursion and models of the request come out of the answer."""
    answer = it(pipeline(ROLL, {"input": FULL}))
    assert answer == {
        "__typename": "TortureAnswer",
        "word": "resolved",
        "received": {"input": FULL_AS_IT_ARRIVES},
        "events": [
            {"__typename": "Blow", "kind": "blow", "edge": "VERY_BLUNT", "where": {"q": 1, "r": 2}},
            {"__typename": "Parry", "kind": "parry", "grades": ["FINE", "POOR", None]},
        ],
        "last": {"edge": "VERY_BLUNT"},
        "rank": {"name": "a", "below": [{"name": "b", "below": [{"name": "c"}]}]},
        "input": {"kind": "swing", "edge": "VERY_BLUNT", "damageBonus": 0},
    }
    assert list(answer) == ["__typename", "word", "received", "events", "last", "rank", "input"]


@pipelines
def test_one_of_several_answers(pipeline: Pipeline) -> None:
    """An operation with several answers gives the one that it gave."""
    assert it(pipeline(ROLL, {"input": {"moves": [], "mode": "slow"}})) == {
        "__typename": "TortureWait",
        "word": "waiting",
    }


@pipelines
def test_refusal_is_data(pipeline: Pipeline) -> None:
    """What the rules refuse is a problem in the place of the answer."""
    assert it(pipeline(ROLL, {"input": {"moves": []}, "refuseIt": True})) == {
        "__typename": "Problem",
        "type": "/problems/rules-refuse",
        "title": "The rules refuse",
        "status": 409,
        "detail": "It is refused.",
        "instance": "/v1/torture/roll-it",
        "errors": [
            {"pointer": "/input/moves", "code": "rules_refuse", "message": "It is refused.", "rule": "torture/refusal"}
        ],
    }


@pipelines
def test_misfit_is_data(pipeline: Pipeline) -> None:
    """What fits GraphQL's types but not the model is a problem that lists each misfit, as on REST."""
    moves = [{"swing": {"edge": "KEEN", "damageBonus": 61}}]
    problem = it(pipeline(ROLL, {"input": {"moves": moves, "hitPoints": -1, "mode": "never"}}))
    assert (problem["__typename"], problem["status"]) == ("Problem", 422)
    assert [each["pointer"] for each in problem["errors"]] == [
        "/input/moves/0/swing/damageBonus",
        "/input/hitPoints",
        "/input/mode",
    ]


@pipelines
def test_failure_is_data(pipeline: Pipeline) -> None:
    """A failure of the service is a problem that gives nothing away."""
    problem = it(pipeline(ROLL, {"input": {"moves": [], "troop": {"name": "mutineers"}}}))
    assert problem["status"] == 500
    assert "secret" not in str(problem)


WRONG = [
    pytest.param({"input": {"moves": [{"swing": {"edge": "keen"}}]}}, "Edge", id="an enum's REST word"),
    pytest.param({"input": {"moves": [{"swing": {"edge": "SHARP"}}]}}, "Edge", id="an unknown word"),
    pytest.param({"input": {"moves": [], "hit_points": 1}}, "hit_points", id="an unknown field"),
    pytest.param({"input": {}}, "moves", id="a missing field"),
    pytest.param({}, "input", id="a missing variable"),
    pytest.param({"input": None}, "input", id="null for what is required"),
    pytest.param({"input": {"moves": [], "weightKg": "2"}}, "Float", id="a text for a number"),
    pytest.param({"input": {"moves": [], "hitPoints": 2**31}}, "32", id="over 32 bits"),
    pytest.param({"input": {"moves": [], "hitPoints": 1.5}}, "Int", id="half a point"),
    pytest.param({"input": {"moves": [], "hitPoints": True}}, "Int", id="true for a number"),
    pytest.param({"input": {"moves": [{**SWING, "wait": {}}]}}, "exactly one", id="two branches"),
    pytest.param({"input": {"moves": [{}]}}, "exactly one", id="no branch"),
    pytest.param({"input": {"moves": [{"swing": None}]}}, "non-null", id="a branch that is null"),
    pytest.param({"input": {"moves": [None]}}, "null", id="null in a list"),
]


@pytest.mark.parametrize(("variables", "told"), WRONG)
@pipelines
def test_wrong_variables(pipeline: Pipeline, variables: dict[str, Any], told: str) -> None:
    """What does not fit GraphQL's types is GraphQL's own error, and nothing runs."""
    by_plan(ROLL, {"input": {"moves": []}})
    reply = pipeline(ROLL, variables)
    assert not reply.ran
    assert "data" not in reply.body
    assert told in str(reply.body["errors"])


@pipelines
def test_conversions(pipeline: Pipeline) -> None:
    """One value stands for a list of one, and 42.0 is an integer, as GraphQL has it."""
    by_plan(ROLL, {"input": {"moves": []}})
    answer = it(pipeline(ROLL, {"input": {"moves": SWING, "hitPoints": 42.0}}))
    assert answer["received"]["input"] == {"moves": [{"kind": "swing", "edge": "very_blunt"}], "hit_points": 42}


def test_queries_and_mutations() -> None:
    """What rolls is a mutation and everything else a query."""
    sdl = FACE.schema.as_str()
    roots = {root: sdl[sdl.index(f"type {root} ") :].partition("\n}")[0] for root in ("Query", "Mutation")}
    assert ("tortureComputeIt(" in roots["Query"], "tortureRollIt(" in roots["Query"]) == (True, False)
    assert ("tortureComputeIt(" in roots["Mutation"], "tortureRollIt(" in roots["Mutation"]) == (False, True)


@pipelines
def test_several_operations_of_a_document(pipeline: Pipeline) -> None:
    """The named operation is executed; an unknown name is an error, and so is none, even once all are known."""
    query = (
        "query a { it: __typename } query b($i: TortureInputInput!) { it: tortureComputeIt(input: $i) { __typename } }"
    )
    assert it(pipeline(query, {"i": {"moves": []}}, "b")) == {"__typename": "TortureAnswer"}
    assert it(pipeline(query, None, "a")) == "Query"
    assert not pipeline(query, None, "c").ran
    for _ in range(2):
        unnamed = pipeline(query, {"i": {"moves": []}})
        assert not unnamed.ran
        (error,) = unnamed.body["errors"]
        assert error["message"] == "The document has several operations: operationName must be one of a, b."
        assert len(error["locations"]) == 2


@pipelines
def test_several_fields_run_in_order(pipeline: Pipeline) -> None:
    """Each root field is answered under its own name, in the order asked."""
    query = """mutation($i: TortureInputInput!) {
        x: tortureRollIt(input: $i) { __typename }
        what: __typename
        a: tortureRollIt(input: {moves: [], mode: "slow"}) { __typename }
    }"""
    reply = pipeline(query, {"i": {"moves": []}})
    assert to_json(reply.body) == (
        b'{"data":{"x":{"__typename":"TortureAnswer"},"what":"Mutation","a":{"__typename":"TortureWait"}}}'
    )


CONDITIONAL = """
query($i: TortureInputInput!, $yes: Boolean!, $no: Boolean = false) {
    it: tortureComputeIt(input: $i) {
        __typename @skip(if: $yes)
        ... @include(if: $yes) { ... on TortureAnswer { word: status @skip(if: $no) } }
        ... on TortureAnswer @include(if: $no) { received @skip(if: false) }
        ...waiting @skip(if: $yes)
    }
    other: __typename @include(if: $no)
} fragment waiting on TortureWait { word: status @include(if: true) }
"""


@pipelines
@pytest.mark.parametrize(
    ("flags", "wanted"),
    [
        ({"yes": True}, {"word": "resolved"}),
        ({"yes": False}, {"__typename": "TortureAnswer"}),
        ({"yes": False, "no": True}, {"__typename": "TortureAnswer", "received": {"input": {"moves": []}}}),
    ],
)
def test_parts_are_included_or_skipped(pipeline: Pipeline, flags: dict[str, bool], wanted: dict[str, Any]) -> None:
    """Variables decide which parts are answered."""
    reply = pipeline(CONDITIONAL, {"i": {"moves": []}, **flags})
    assert it(reply) == wanted
    assert ("other" in reply.body["data"]) == flags.get("no", False)
    assert planned(CONDITIONAL)


def test_variants_are_bounded() -> None:
    """A plan remembers only so many combinations of what is included."""
    names = [f"v{n}" for n in range(5)]
    query = (
        f"query({' '.join([f'${name}: Boolean!' for name in names])}) {{ "
        + " ".join([f"{name}: __typename @include(if: ${name})" for name in names])
        + " }"
    )
    for number in range(2 ** len(names)):
        flags = {name: bool(number >> position & 1) for position, name in enumerate(names)}
        assert by_plan(query, flags).body == {"data": {name: "Query" for name in names if flags[name]}}
    plan = FACE.plans[query, None]
    assert plan is not None
    assert len(plan.variants) == MAX_VARIANTS


def test_introspection() -> None:
    """The schema tells of itself, without a plan."""
    query = '{ it: __type(name: "Edge") { enumValues { name } } }'
    assert it(by_plan(query)) == {"enumValues": [{"name": "KEEN"}, {"name": "VERY_BLUNT"}]}
    assert not planned(query)


def below(levels: int, inner: str) -> str:
    """Nest a selection."""
    return "below { " * levels + inner + " }" * levels


def chain(of: str, inner: str, links: int = 60) -> str:
    """Write fragments each of which spreads the next one twice."""
    doubled = [f"fragment f{n} on {of} {{ ...f{n + 1} ...f{n + 1} }}" for n in range(links)]
    return " ".join([*doubled, f"fragment f{links} on {of} {{ {inner} }}"])


RANK = "{ tortureComputeIt(input: {moves: []}) { ... on TortureAnswer { rank { %s } } } } %s"
SCHEMA = "fragment s on Query { __schema { types { name } } tortureComputeIt(input: {moves: []}) { __typename } }"
LIMITS = [
    pytest.param("{" + " __typename" * MAX_TOKENS + "}", "tokens", id="tokens"),
    pytest.param(RANK % (" name" * MAX_SELECTIONS, ""), "selections", id="selections"),
    pytest.param("{" + " __typename" * (MAX_OPERATIONS + 1) + "}", "operations", id="operations"),
    pytest.param("{ ...f0 } " + chain("Query", "__typename"), "operations", id="operations in fragments"),
    pytest.param("{ ...s } " + SCHEMA, "of its own", id="introspection in a fragment"),
    pytest.param(RANK % (" ".join([f"a{n}: name" for n in range(MAX_ALIASES + 1)]), ""), "aliases", id="aliases"),
    pytest.param(RANK % ("...f0", chain("Rank", "a: name")), "aliases", id="aliases in fragments"),
    pytest.param(RANK % (below(MAX_DEPTH - 2, "name"), ""), "levels", id="depth"),
    pytest.param(
        RANK % ("...g", f"fragment g on Rank {{ {below(MAX_DEPTH - 2, 'name')} }}"), "levels", id="depth in a fragment"
    ),
]


@pytest.mark.parametrize(("query", "told"), LIMITS)
def test_limits(query: str, told: str) -> None:
    """Documents that are too long, too deep or too often aliased are refused before anything runs."""
    reply = by_plan(query)
    assert not reply.ran
    assert told in str(reply.body["errors"])


@pytest.mark.parametrize(
    "query", [RANK % (below(MAX_DEPTH - 3, "name"), ""), "{" + " __typename" * MAX_OPERATIONS + "}"]
)
def test_up_to_the_limits(query: str) -> None:
    """Documents that are just small enough are executed."""
    assert by_plan(query).ran


def test_fragments_that_spread_themselves_are_refused() -> None:
    """A circle of fragments is an error, not an endless search."""
    assert not by_plan(RANK % ("...g", "fragment g on Rank { below { ...g } }")).ran


def test_fragments_that_multiply_are_spread_once() -> None:
    """Fragments that spread one another twice cost no more than their fields."""
    query = RANK % ("...f0", chain("Rank", "name below { name }"))
    assert by_plan(query).body == {"data": {"tortureComputeIt": {"rank": None}}}
    assert planned(query)


def test_plans_are_bounded() -> None:
    """Only so many documents are remembered; the oldest is forgotten."""
    for number in range(CACHED_DOCUMENTS + 10):
        by_graphql_core(f"{{ a{number}: __typename }}")
    assert len(FACE.plans) == CACHED_DOCUMENTS
    assert ("{ a0: __typename }", None) not in FACE.plans
    assert (f"{{ a{CACHED_DOCUMENTS}: __typename }}", None) in FACE.plans


def test_caches_are_bounded_by_characters() -> None:
    """Long documents take much memory once they are parsed: only so many characters are cached, the newest first."""
    for number in range(12):
        words = f"a{number}: __typename " * (MAX_ALIASES // 2) + " " * (CACHED_CHARACTERS // 8)
        by_graphql_core(f"{{ {words} }}")
        assert sum(map(len, PARSED)) <= CACHED_CHARACTERS
        assert sum([len(query) for query, _ in FACE.plans]) <= CACHED_CHARACTERS
    assert any(len(each) > CACHED_CHARACTERS // 8 for each in PARSED)


def test_the_newest_is_cached_however_long_it_is() -> None:
    """So that what one step of a request has cached is there in the next; setting a value again counts once."""
    cache = BoundedCache[str, int](10, lambda key, _: len(key))
    for key in ("a" * 4, "b" * 6, "b" * 6):
        cache[key] = len(key)
    assert list(cache.values()) == [4, 6]
    cache["c"] = 1
    assert list(cache.values()) == [6, 1]
    cache["d" * 11] = 11
    assert list(cache.values()) == [11]
    cache["e"] = 1
    assert list(cache.values()) == [1]


def test_what_workers_validate_is_not_cached() -> None:
    """A worker process keeps nothing of a document that it has validated for another process."""
    before = list(PARSED)
    assert FACE.check("{ nobody }")
    assert FACE.check("{ nobody") != FACE.check("{ __typename }") == []
    assert list(PARSED) == before
