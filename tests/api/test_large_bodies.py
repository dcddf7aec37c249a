"""Large bodies, right or wrong: where they are validated, what they cost, and where GraphQL stops."""

import asyncio
import threading
from collections.abc import Iterator
from contextlib import suppress
from typing import Annotated, Any, Final

import orjson
import pytest
from pydantic import GetCoreSchemaHandler, create_model
from pydantic_core import CoreSchema

from service.api.graphql.documents import Schema
from service.api.graphql.over_http import GraphQLApp
from service.api.rest import router
from service.api.rest.router import RestRouter
from service.app import FAMILIES, bound_procedures, graphql, registry, registry_with
from service.errors import DoesNotFit
from service.operations.encounters.move_index import MoveIndex
from service.operations.registry import BODY_BYTES
from service.operations.validation.complaints import MAX_FAULTS
from service.operations.work import large_bodies
from service.operations.work.estimates import Account, current_account
from service.operations.work.large_bodies import BYTES_PER_REQUEST, LARGE_BODY, build, validated_soon
from service.store.connection import Connection
from service.wire import Frozen, to_json
from tests.api.calls import call
from tests.api.in_process import Pool
from tests.encounters.plays import PLAYS
from tests.graphql_documents import document_for
from tests.graphql_parts import graphql_of_groups
from tests.graphql_translation import variables_for
from tests.unfit import bomb, request_of

ROUND: Final = "mass/resolve-round"
CREATE: Final = "encounters/create"
ID: Final = "0" * 32
ASKED: Final = ("dice", "mass")
"""The groups of operations that are asked over GraphQL."""


@pytest.fixture
def pool(monkeypatch: pytest.MonkeyPatch) -> Pool:
    """A pool; whatever is validated on the event loop by the faces is an error."""

    async def refuse(*_body: Any) -> Any:
        raise AssertionError

    monkeypatch.setattr(large_bodies, "validated_soon", refuse)
    monkeypatch.setattr(router, "validated_soon", refuse)
    return Pool()


class Noted:
    """A type that notes on which threads its validator is built."""

    def __init__(self) -> None:
        self.threads: list[threading.Thread] = []

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        self.threads.append(threading.current_thread())
        return handler(source)


def unbuilt(noted: Noted) -> type[Frozen]:
    """A model that was never used."""
    return create_model("Unbuilt", __base__=Frozen, a=(Annotated[int, noted], 7))


async def test_what_is_used_first_is_built_on_a_thread() -> None:
    """The validator of a model is built once, and not on the event loop, whether the first body fits or not."""
    for body in (b"{}", b'{"b": 1}'):
        noted = Noted()
        model = unbuilt(noted)
        for _ in range(2):
            with suppress(DoesNotFit):
                await validated_soon(model, body)
        assert noted.threads
        assert threading.current_thread() not in noted.threads


async def test_threads_build_one_after_the_other() -> None:
    """Models that are used first at the same time are built without disturbing each other."""
    noted = Noted()
    inner = unbuilt(noted)
    models = [create_model(f"Outer{n}", __base__=Frozen, b=(inner, ...)) for n in range(8)]
    found = await asyncio.gather(*[validated_soon(each, b'{"b": {"a": 3}}') for each in models])
    assert [each.model_dump() for each in found] == [{"b": {"a": 3}}] * len(models)
    assert threading.current_thread() not in noted.threads


@pytest.mark.parametrize("family", sorted(PLAYS))
async def test_models_of_moves_are_known(family: str) -> None:
    """What an act is validated with is built before: state, rulings, what is sent, and the procedure's input."""
    index = MoveIndex(FAMILIES, bound_procedures())
    for each in PLAYS[family].moves:
        models = index.models_of(family, each.procedure)
        await build(*models)
        assert all(model.__pydantic_complete__ for model in models)
        assert {PLAYS[family].state, each.takes} < {*models}
    assert index.models_of(family, "resolve-nothing") == ()


@pytest.fixture
def account() -> Iterator[Account]:
    """The account of a request."""
    account = Account()
    token = current_account.set(account)
    yield account
    current_account.reset(token)


def rest(pool: Pool) -> RestRouter:
    """The REST face of all operations, without a store."""
    return RestRouter(registry_with(Connection(None), pool=pool))


def posted(name: str, request: Any) -> bytes:
    """A GraphQL request that calls an operation."""
    schema, operation = graphql().schema, registry()[name]
    return to_json({"query": document_for(schema, operation), "variables": variables_for(schema, operation, request)})


@pytest.mark.parametrize(
    ("path", "list_path", "example", "task"),
    [
        ("/v1/mass/resolve-round", ("input", "units"), ROUND, "operate"),
        ("/v1/batch", ("requests",), "batch", "operate"),
        ("/v1/dice/roll", ("dice", "faces"), "dice/roll", "operate"),
        ("/v1/encounters", ("state", "participants"), CREATE, "fit_body"),
        ("/v1/campaigns", ("axes",), "campaigns/start", "fit_body"),
    ],
)
async def test_large_bodies_are_refused_in_a_worker_process(
    pool: Pool, path: str, list_path: tuple[str, ...], example: str, task: str
) -> None:
    """Of a body of some kilobytes nothing is validated on the event loop, whether it fits or not."""
    body = bomb(request_of(registry()[example]), list_path, {}, BODY_BYTES)
    reply = await call(rest(pool), path, body, content_type="application/json")
    assert reply.status == 422, reply.body
    assert pool.tasks == [task]


async def test_parts_of_a_request_beside_a_large_body_stay_where_they_are(pool: Pool) -> None:
    """A body of an encounter's operation is validated without the fields in its path and headers."""
    body = to_json({"input": {}, "dice": {"kind": "supplied", "faces": [7.5] * 4_000}})
    reply = await call(
        rest(pool),
        f"/v1/encounters/{ID}/resolve-round",
        body,
        content_type="application/json",
        authorization="Bearer token",
        if_match='"1"',
    )
    assert reply.problem == DoesNotFit.slug()
    assert pool.tasks == ["fit_body"]


async def test_a_large_body_that_fits_is_answered_where_it_is_validated(pool: Pool) -> None:
    """A stateless operation answers in the worker process."""
    example = request_of(registry()[ROUND])
    padded = to_json(example).ljust(LARGE_BODY + 1)
    reply = await call(rest(pool), "/v1/mass/resolve-round", padded, content_type="application/json")
    assert (reply.status, pool.tasks) == (200, ["operate"])


async def test_large_variables_are_coerced_in_a_worker_process(pool: Pool) -> None:
    """GraphQL's variables that do not fit are refused there, with at most fifty faults and one word on the rest."""
    body = orjson.loads(posted(ROUND, request_of(registry()[ROUND])))
    large = bomb(body, ("variables", "input", "units"), {}, BODY_BYTES)
    app = GraphQLApp(graphql_of_groups(registry_with(Connection(None), pool=pool), ASKED, pool))
    reply = await call(app, "/graphql", large, content_type="application/json")
    assert pool.tasks == ["prepare"]
    assert len(reply.json["errors"]) <= MAX_FAULTS + 1
    assert "error limit reached" in reply.json["errors"][-1]["message"]


async def test_a_large_document_answers_as_a_small_one_does(pool: Pool) -> None:
    """What a worker process has prepared leads to the same calls."""
    request = {**request_of(registry()[ROUND]), "dice": {"kind": "seeded", "seed": "sha256ctr1:large"}}
    body = posted(ROUND, request)
    app = GraphQLApp(graphql_of_groups(registry_with(Connection(None), pool=pool), ASKED, pool))
    large = await call(app, "/graphql", body.ljust(LARGE_BODY + 1), content_type="application/json")
    small = await call(GraphQLApp(graphql()), "/graphql", body, content_type="application/json")
    assert pool.tasks[0] == "prepare"
    assert large.json == small.json


def test_validation_of_a_document_ends_at_the_first_limit() -> None:
    """A document over one limit has one error, and a long one gets no suggestions, and at most fifty errors."""
    aliases = " ".join(f"a{n}: massResolveRounf" for n in range(900))
    assert [each["message"] for each in graphql().check(f"{{ {aliases} }}")] == [
        "The document has 900 aliases; it may have 30."
    ]
    arguments = " ".join(f"inpud{n}: 1" for n in range(2_000))
    errors = graphql().check(f"mutation {{ massResolveRound({arguments}) {{ __typename }} }}")
    assert len(errors) == MAX_FAULTS + 1
    assert not any("Did you mean" in each["message"] for each in errors)
    (short,) = graphql().check("{ familie { __typename } }")
    assert "Did you mean" in short["message"]


@pytest.mark.parametrize("size", [200, 40_000])
async def test_a_wrong_body_is_charged_by_its_bytes(account: Account, size: int) -> None:
    """One that is small costs its request alone."""
    body = bomb({}, ("input", "units"), {}, size)
    with pytest.raises(DoesNotFit):
        await validated_soon(registry()[ROUND].request, body)
    assert account.requests == len(body) // BYTES_PER_REQUEST


async def test_what_has_no_plan_is_executed_on_a_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    """A new document, and variables that have to be converted: nothing but the operations runs on the event loop."""
    interpreted: list[int] = []
    execute = Schema.execute

    async def noted(self: Schema, *given: Any, **named: Any) -> Any:
        interpreted.append(threading.get_ident())
        return await execute(self, *given, **named)

    monkeypatch.setattr(Schema, "execute", noted)
    executor = graphql_of_groups(registry_with(Connection(None)), ASKED, Pool())
    query = "mutation($dice: String!) { one: diceRoll(notation: $dice) { __typename } again: __typename }"
    app, told = GraphQLApp(executor), []
    for variables in ({"dice": "d6"}, {"dice": "d6"}, {"dice": 6}, {}):
        body = to_json({"query": query, "variables": variables})
        told.append((await call(app, "/graphql", body, content_type="application/json")).json)
    data = {"one": {"__typename": "DiceRollAnswer"}, "again": "Mutation"}
    assert told[:2] == [{"data": data}] * 2
    assert [list(each) for each in told[2:]] == [["errors"]] * 2
    assert len(interpreted) == 4
    assert threading.get_ident() not in interpreted
