"""What a key or a request without a key may do is decided before anything is read, alike over REST and GraphQL."""

from collections.abc import Iterator
from functools import cache
from typing import Any

import orjson
import pytest

from service.api.documents.site.guides.access_guide import MEANINGS
from service.api.graphql.over_http import GraphQLApp
from service.api.http.problem_documents import Asgi
from service.api.middleware.idempotency import Idempotency
from service.api.rest.router import RestRouter
from service.api.server.dispatch import Dispatcher
from service.app import FAMILIES, graphql, registry, registry_with
from service.operations.registry import Effect
from service.settings.access.scopes import ALL_BUT_ADMIN, Scope, current_caller, current_scopes
from service.store.connection import Connection
from tests.access.apps import Holder, guarded, holder
from tests.api.calls import Reply, call
from tests.encounters.client import DUEL
from tests.published import document

REFERENCE = {
    *("meta", "families", "families/get", "families/play", "families/rule", "families/rules", "families/table"),
    *(f"{family.name}/{each}" for family in FAMILIES for each in ("figures", "figure", "fights")),
}
ROLL = b'{"notation": "3d6"}'
FULL, RESOLVER, TOKENS, ADMIN = (
    holder("full"),
    holder("resolver", "resolve"),
    holder("tokens", "tokens"),
    holder("admin", "admin"),
)


@pytest.fixture(autouse=True)
def _nobody() -> Iterator[None]:
    """No caller is left over from another test."""
    tokens = current_caller.set(None), current_scopes.set(None)
    yield
    current_caller.reset(tokens[0])
    current_scopes.reset(tokens[1])


@cache
def faces() -> Asgi:
    """REST and GraphQL without a store."""
    rest = RestRouter(registry())
    return Dispatcher(rest, GraphQLApp(graphql()), rest)


def app_of(store: Connection, anonymous: Any = (), app: Asgi | None = None) -> Asgi:
    """An application, or both faces, closed to whoever has no key unless it is opened."""
    return guarded(app or faces(), store, FULL, RESOLVER, TOKENS, ADMIN, anonymous=anonymous)


def stored(store: Connection) -> Asgi:
    """REST over a store, with idempotency keys."""
    return Idempotency(RestRouter(registry_with(store)), store)


async def asked(app: Asgi, method: str, path: str, body: Any = None, by: Holder | None = None, **more: str) -> Reply:
    """Ask with a key or without one."""
    content = b"" if body is None else orjson.dumps(body)
    keyed: Any = {} if by is None else {"x_api_key": by.key}
    return await call(app, path, content, method, content_type="application/json", **{**keyed, **more})


def test_every_operation_but_reference_needs_a_scope() -> None:
    """What resolves, computes, stores or reads what was stored has a scope; reference is open to all."""
    assert {each.name for each in registry() if not each.scopes} == REFERENCE
    assert all(each.effect is Effect.READ for each in registry() if not each.scopes)


@pytest.mark.parametrize(
    ("name", "scopes"),
    [
        ("dice/roll", {Scope.RESOLVE}),
        ("batch", {Scope.RESOLVE}),
        ("verify", {Scope.RESOLVE}),
        ("results/read", {Scope.RESOLVE}),
        ("tickets/use", {Scope.RESOLVE}),
        ("encounters/verify-log", {Scope.RESOLVE}),
        ("encounters/create", {Scope.ENCOUNTERS}),
        ("listings/create", {Scope.ENCOUNTERS}),
        ("encounters/act", {Scope.ENCOUNTERS, Scope.TOKENS}),
        ("encounters/follow", {Scope.ENCOUNTERS, Scope.TOKENS}),
        ("campaigns/start", {Scope.CAMPAIGNS}),
        ("campaigns/follow", {Scope.CAMPAIGNS}),
    ],
)
def test_scopes_follow_from_what_an_operation_does(name: str, scopes: set[Scope]) -> None:
    """Proofs and luck of exported logs store nothing; encounters whose token is sent need no right to create any."""
    assert registry()[name].scopes == scopes


def test_every_scope_is_explained() -> None:
    """The guide for callers says what each scope allows, and the contract which of them an operation needs."""
    assert set(MEANINGS) == set(Scope)
    written = {
        operation["operationId"]: operation.get("x-scopes", [])
        for path in document()["paths"].values()
        for operation in path.values()
    }
    assert all(set(written[each.snake_name]) == each.scopes for each in registry())


async def test_a_key_is_allowed_what_its_scopes_are(no_store: Connection) -> None:
    """With the scope the operation is carried out; with a key of other scopes it is 403, and without a key 401."""
    app = app_of(no_store)
    replies = [await asked(app, "POST", "/v1/dice/roll", {"notation": "d6"}, by) for by in (FULL, RESOLVER)]
    assert [each.status for each in replies] == [200, 200]
    weak = await asked(app, "POST", "/v1/dice/roll", {"notation": "d6"}, TOKENS)
    assert (weak.status, weak.problem) == (403, "api-key-too-weak")
    assert "`resolve`" in weak.json["detail"]
    missing = await asked(app, "POST", "/v1/dice/roll", {"notation": "d6"})
    assert (missing.status, missing.problem) == (401, "api-key-missing")
    assert missing.header("www-authenticate") == 'ApiKey realm="umpire", header="X-Api-Key"'
    assert missing.json["errors"][0]["name"] == "X-Api-Key"


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("POST", "/v1/encounters"),
        ("POST", "/v1/listings"),
        ("POST", f"/v1/encounters/{'0' * 32}/undo"),
        ("GET", f"/v1/encounters/{'0' * 32}/stream"),
        ("POST", "/v1/campaigns"),
        ("GET", f"/v1/campaigns/{'0' * 32}/stream"),
        ("HEAD", f"/v1/campaigns/{'0' * 32}"),
        ("GET", f"/v1/campaigns/{'0' * 32}/chart.svg"),
    ],
)
async def test_a_key_without_the_scope_is_refused_unread(no_store: Connection, method: str, path: str) -> None:
    """Whoever may only resolve is refused before the body, the token or the store is looked at."""
    reply = await asked(app_of(no_store), method, path, None, RESOLVER)
    assert reply.status == 403


async def test_the_admin_scope_allows_nothing_else(no_store: Connection) -> None:
    """A key for the administration rolls no dice."""
    assert (await asked(app_of(no_store), "POST", "/v1/dice/roll", {"notation": "d6"}, ADMIN)).status == 403


async def test_reference_is_open_to_all(no_store: Connection) -> None:
    """Whoever has no key reads what there is, and learns what may be done without one."""
    app = app_of(no_store)
    assert [(await asked(app, "GET", path)).status for path in ("/v1/families", "/v1/meta")] == [200, 200]


async def test_over_graphql_each_field_is_decided_by_itself(no_store: Connection) -> None:
    """A field that the key does not allow is a problem in its place; the others are answered."""
    app = app_of(no_store)
    document = """mutation { roll: diceRoll(notation: "d6") { __typename }
      new: encountersCreate(family: "opposed", state: {}) { ... on Problem { status type } } }"""
    told = (await asked(app, "POST", "/graphql", {"query": document}, RESOLVER)).json["data"]
    assert told == {
        "roll": {"__typename": "DiceRollAnswer"},
        "new": {"status": 403, "type": "/problems/api-key-too-weak"},
    }
    nobody = (await asked(app, "POST", "/graphql", {"query": "{ meta { __typename } }"})).json["data"]
    assert nobody == {"meta": {"__typename": "Meta"}}


async def test_the_anonymous_tier_is_as_the_operator_shapes_it(no_store: Connection) -> None:
    """With one scope opened, it is allowed without a key and the others are not."""
    app = app_of(no_store, anonymous=[Scope.RESOLVE])
    assert (await asked(app, "POST", "/v1/dice/roll", {"notation": "d6"})).status == 200
    assert (await asked(app, "POST", "/v1/campaigns", {})).problem == "api-key-missing"


async def test_players_need_no_key_where_tokens_are_allowed(store: Connection) -> None:
    """The holder of a key creates an encounter; who has its token reads it without a key, and creates none."""
    app = app_of(store, [Scope.TOKENS], kept := stored(store))
    created = (await asked(app, "POST", "/v1/encounters", DUEL, FULL)).json
    bearer = f"Bearer {created['viewer']}"
    assert (await asked(app, "GET", f"/v1/encounters/{created['id']}", authorization=bearer)).status == 200
    assert (await asked(app, "POST", "/v1/encounters", DUEL)).problem == "api-key-missing"
    assert (await asked(app, "POST", "/v1/encounters", DUEL, TOKENS)).problem == "api-key-too-weak"
    closed = app_of(store, app=kept)
    assert (await asked(closed, "GET", f"/v1/encounters/{created['id']}", authorization=bearer)).status == 401


@pytest.mark.parametrize("anonymous", [(), ALL_BUT_ADMIN])
@pytest.mark.parametrize("key", ["umpire_" + "A" * 43, "x", "", "ä", "' OR 1=1", "umpire_" + "A" * 20_000])
async def test_a_wrong_key_is_refused_everywhere(no_store: Connection, key: str, anonymous: Any) -> None:
    """A guess is told the same whatever it is, also where nobody needs a key: its sender would not notice else."""
    app = app_of(no_store, anonymous)
    replies = [
        await call(app, path, ROLL, method, content_type="application/json", x_api_key=key)
        for method, path in (("POST", "/v1/dice/roll"), ("GET", "/v1/meta"), ("POST", "/graphql"))
    ]
    assert {(each.status, each.problem) for each in replies} == {(401, "api-key-unknown")}
    assert len({each.json["detail"] for each in replies}) == 1
    assert len(key) < 5 or key not in replies[0].json["detail"]


async def test_what_a_retry_gets_belongs_to_the_key(store: Connection) -> None:
    """Who knows somebody's Idempotency-Key, but not the API key, is not told the answer again."""
    app = app_of(store, ALL_BUT_ADMIN, stored(store))
    created = [
        (await asked(app, "POST", "/v1/encounters", DUEL, by, idempotency_key="0123456789abcdef")).json["id"]
        for by in (FULL, FULL, None)
    ]
    assert created[0] == created[1] != created[2]
