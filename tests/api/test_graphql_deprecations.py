"""Over GraphQL the schema says what is deprecated, and answers say it to whoever uses it; nobody else is told."""

from datetime import date
from typing import Any, Final

import orjson
import pytest
from graphql import GraphQLInputObjectType, GraphQLNamedType, GraphQLObjectType, build_schema

from service.api.graphql.execution import GraphQLExecutor, graphql_of
from service.api.graphql.over_http import GraphQLApp
from service.api.graphql.requests import GraphQLRequest
from service.api.graphql.sockets import GraphQLSockets
from service.app import registry
from service.operations.deprecations import Deprecation
from service.operations.registry import Operation
from tests.api.calls import Reply, call
from tests.api.test_sockets import Peer

OLD: Final = Deprecation("dice/roll", date(2026, 11, 1), "Roll elsewhere.", sunset=date(2027, 5, 1))
OLD_FIELD: Final = Deprecation("opposed/resolve-attack", date(2026, 12, 1), "Leave it out.", "input.attacker.agility")
OLD_SEED: Final = Deprecation("opposed/resolve-attack", date(2026, 12, 1), "Name none.", "dice.seed")
OLD_NOTATION: Final = Deprecation("dice/roll", date(2026, 11, 1), "Say it in words.", "notation")
OLD_READ: Final = Deprecation("meta", date(2026, 11, 1), "Read on.")
HEADERS: Final = ("deprecation", "sunset", "link")
ROLL: Final = 'mutation { diceRoll(notation: "%s") { __typename } }'
READ: Final = "{ meta { __typename } again: meta { __typename } }"
ATTACK: Final = (
    'mutation { opposedResolveAttack(input: {attacker: {id: "Ash"%s}, defender: {id: "Orc"}}%s) { __typename } }'
)
LINK: Final = '</docs>; rel="deprecation"; type="text/html"'
TOLD: Final = {"operation": "dice/roll", "since": "2026-11-01", "sunset": "2027-05-01", "instead": "Roll elsewhere."}


@pytest.fixture(scope="module")
def operations() -> list[Operation]:
    """A few operations, which is quick."""
    names = {OLD.operation, OLD_FIELD.operation, OLD_READ.operation, "opposed/resolve-round"}
    return [each for each in registry() if each.name in names]


@pytest.fixture(scope="module")
def executor(operations: list[Operation]) -> GraphQLExecutor:
    """A schema in which some things are deprecated."""
    return graphql_of(operations, deprecated=(OLD, OLD_FIELD, OLD_SEED, OLD_NOTATION, OLD_READ))


@pytest.fixture(scope="module")
def types(executor: GraphQLExecutor) -> dict[str, GraphQLNamedType]:
    """The types of the schema as it is published."""
    return build_schema(executor.schema.as_str()).type_map


async def answer_to(executor: GraphQLExecutor, query: str, variables: dict[str, Any] | None = None) -> Reply:
    """Send a document over HTTP."""
    body = orjson.dumps({"query": query, "variables": variables})
    return await call(GraphQLApp(executor), "/graphql", body, content_type="application/json")


def headers_in(reply: Reply) -> list[str | None]:
    """The headers that tell of deprecations."""
    return [reply.header(each) for each in HEADERS]


@pytest.mark.parametrize("notation", ["3d6", "nonsense"])
async def test_a_deprecated_operation_says_so(executor: GraphQLExecutor, notation: str) -> None:
    """The answer has the headers of REST and says it in `extensions`; so does a refusal."""
    reply = await answer_to(executor, ROLL % notation)
    assert headers_in(reply) == ["@1793491200", "Sat, 01 May 2027 00:00:00 GMT", LINK]
    assert reply.json["extensions"]["deprecations"][0] == TOLD
    kind = "DiceRollAnswer" if notation == "3d6" else "Problem"
    assert reply.json["data"] == {"diceRoll": {"__typename": kind}}


async def test_what_is_used_twice_is_told_once(executor: GraphQLExecutor) -> None:
    """Fields of one document are told together, by the compiled plan and by graphql-core alike."""
    told = {"deprecations": [{"operation": "meta", "since": "2026-11-01", "instead": "Read on."}]}
    request = GraphQLRequest(query=READ)
    for reply in (await executor.interpret(request), await executor.execute(request), await executor.execute(request)):
        assert reply.body["extensions"] == told
        assert reply.used


async def test_a_deprecated_field_is_told_to_whoever_sends_it(executor: GraphQLExecutor) -> None:
    """Only documents that have the field are told, also if a variable has it."""
    told = {"operation": "opposed/resolve-attack", "field": OLD_FIELD.field, "since": "2026-12-01"}
    used = await answer_to(executor, ATTACK % (", agility: 12", ""))
    assert used.json["extensions"] == {"deprecations": [told | {"instead": "Leave it out."}]}
    assert headers_in(used) == ["@1796083200", None, LINK]
    query = "mutation ($it: OpposedAttackInput!) { opposedResolveAttack(input: $it) { __typename } }"
    for attacker, is_told in (({"id": "Ash", "agility": 12}, True), ({"id": "Ash"}, False)):
        reply = await answer_to(executor, query, {"it": {"attacker": attacker, "defender": {"id": "Orc"}}})
        assert reply.json.get("data"), reply.json
        assert ("extensions" in reply.json, reply.header("deprecation") is not None) == (is_told, is_told)
    unused = await answer_to(executor, ATTACK % ("", ""))
    assert "extensions" not in unused.json
    assert headers_in(unused) == [None] * 3


async def test_a_field_of_one_branch_of_a_choice(executor: GraphQLExecutor) -> None:
    """A field of a tagged union is told of whoever chooses the branch that has it, and sends it."""
    seeded = await answer_to(executor, ATTACK % ("", ', dice: {seeded: {seed: "sha256ctr1:a"}}'))
    assert [each["field"] for each in seeded.json["extensions"]["deprecations"]] == ["dice.seed"]
    supplied = await answer_to(executor, ATTACK % ("", ", dice: {supplied: {faces: [1]}}"))
    assert "extensions" not in supplied.json


async def test_websockets_say_it_too(executor: GraphQLExecutor) -> None:
    """Where there are no headers, `extensions` of the answer tells it."""
    asked = {"type": "subscribe", "id": "1", "payload": {"query": ROLL % "3d6"}}
    peer = Peer({"type": "connection_init"}, asked)
    told: list[Any] = []

    async def send(message: Any) -> None:
        said = orjson.loads(message.get("text", "{}"))
        if said.get("type") == "next":
            told.append(said["payload"]["extensions"]["deprecations"][0])
        if said.get("type") in ("complete", "error"):
            peer.gone.set()

    await peer.talk(send, GraphQLSockets(executor, ["*"]))
    assert told == [TOLD]


def test_the_schema_says_so(types: dict[str, GraphQLNamedType], operations: list[Operation]) -> None:
    """Operations, arguments and fields of input types that are deprecated are marked; the others are not."""
    mutation, query, figure = types["Mutation"], types["Query"], types["OpposedFigureInput"]
    assert isinstance(mutation, GraphQLObjectType)
    assert isinstance(query, GraphQLObjectType)
    assert isinstance(figure, GraphQLInputObjectType)
    assert mutation.fields["diceRoll"].deprecation_reason == "Roll elsewhere. It ends on 2027-05-01."
    assert mutation.fields["opposedResolveAttack"].deprecation_reason is None
    assert query.fields["meta"].deprecation_reason == "Read on."
    marked = {name: each.deprecation_reason for name, each in figure.fields.items() if each.deprecation_reason}
    assert marked == {"agility": "Leave it out."}
    seeded = types["SeededSourceInput"]
    assert isinstance(seeded, GraphQLInputObjectType)
    assert [name for name, each in seeded.fields.items() if each.deprecation_reason] == ["seed"]
    assert "@deprecated" not in graphql_of(operations, deprecated=()).schema.as_str()


def test_what_must_be_sent_is_described_as_deprecated(types: dict[str, GraphQLNamedType]) -> None:
    """GraphQL allows no `@deprecated` for a required argument, so its description says it."""
    mutation = types["Mutation"]
    assert isinstance(mutation, GraphQLObjectType)
    notation = mutation.fields["diceRoll"].args["notation"]
    assert notation.deprecation_reason is None
    assert (notation.description or "").endswith("\n\nDeprecated: Say it in words.")


def test_what_is_not_there_cannot_be_deprecated(operations: list[Operation]) -> None:
    """An entry that names no field is a mistake in the table."""
    with pytest.raises(ValueError, match="is deprecated, and no field"):
        graphql_of(operations, deprecated=(Deprecation("dice/roll", date(2026, 1, 1), ".", "input.nothing"),))
