"""Models with everything the wire rules allow, and an operation that says what arrived."""

import asyncio
from enum import StrEnum
from typing import Annotated, Any, Final, Literal

import orjson
from pydantic import Field

from service.api.graphql.execution import GraphQLExecutor, graphql_of
from service.api.graphql.requests import GraphQLRequest
from service.api.graphql.responses import Reply
from service.dice.model import Rule
from service.errors import RulesRefuse
from service.operations.registry import Effect, Operation, Registry
from service.wire import WHOLE, Frozen, Json, Ranked, Whole, record, to_json


class Edge(StrEnum):
    """How a weapon cuts."""

    KEEN = "keen"
    VERY_BLUNT = "very_blunt"


class Grade(Ranked):
    """How good something is."""

    POOR = "poor"
    FINE = "fine"


class Point(Frozen):
    """A hex; it occurs in requests and in answers."""

    q: Whole = Field(description="Column.")
    r: Whole = Field(description="Row.")


class Troop(Frozen):
    """A unit with units below it."""

    name: Annotated[str, Field(min_length=1, max_length=20)]
    below: tuple["Troop", ...] = ()


class SwingMove(Frozen):
    """Strike at what is near."""

    kind: Literal["swing"]
    edge: Edge
    damage_bonus: Annotated[int, Field(ge=0, le=60), WHOLE] = Field(default=0, description="Points added.")


class AimedShotMove(Frozen):
    """Shoot at what is far."""

    kind: Literal["aimed_shot"]
    at: Point


class WaitMove(Frozen):
    """Do nothing."""

    kind: Literal["wait"]


AnyMove = Annotated[SwingMove | AimedShotMove | WaitMove, Field(discriminator="kind", title="TortureMove")]


class TortureInput(Frozen):
    """Everything at once."""

    moves: Annotated[tuple[AnyMove, ...], Field(max_length=9)] = Field(description="What is done.")
    reply: SwingMove | AimedShotMove | None = Field(default=None, discriminator="kind")
    troop: Troop | None = None
    grades: tuple[Grade, ...] = (Grade.POOR,)
    path: tuple[tuple[Point, ...], ...] = ()
    weight_kg: float = 1.5
    is_armed: bool = False
    hit_points: Annotated[int | None, Field(ge=0)] = None
    mode: Literal["fast", "slow"] = "fast"
    notes: dict[str, Json] = Field(default_factory=dict)
    anything: Json = None


class TortureRulings(Frozen):
    """A family without open questions."""


class TortureRequest(Frozen):
    """A request of the torture operation."""

    input: TortureInput = Field(description="What arrives.")
    rulings: TortureRulings = TortureRulings()
    refuse_it: bool = False


@record
class Blow:
    """A blow that fell."""

    kind: Literal["blow"]
    edge: Annotated[Edge, Field(description="With what.")]
    where: Point | None


@record
class Parry:
    """A blow that did not."""

    kind: Literal["parry"]
    grades: tuple[Grade | None, ...]


@record
class Rank:
    """A unit as it answers."""

    name: str
    below: tuple["Rank", ...]


@record
class TortureAnswer:
    """What came of it."""

    status: Literal["resolved"]
    received: Annotated[Json, Field(description="The document that arrived.")]
    events: tuple[Blow | Parry, ...]
    last: Annotated[Blow | Parry | None, Field(title="TortureEvent")]
    rank: Rank | None
    input: Annotated[SwingMove | AimedShotMove | WaitMove | None, Field(description="The first move.")]
    rulings: TortureRulings


@record
class TortureWait:
    """Nothing came of it."""

    status: Literal["waiting"]


def _rank_of(troop: Troop) -> Rank:
    return Rank(name=troop.name, below=tuple(_rank_of(each) for each in troop.below))


REFUSAL = Rule("torture/refusal", "Refusal", cites="Tests")


async def torture(request: TortureRequest) -> TortureAnswer | TortureWait:
    """Say what arrived, in every way an answer can."""
    asked = request.input
    if request.refuse_it:
        raise RulesRefuse("It is refused.", pointer="/input/moves", rule=REFUSAL)
    if asked.mode == "slow":
        return TortureWait(status="waiting")
    if asked.troop is not None and asked.troop.name == "mutineers":
        raise ZeroDivisionError("secret")
    blows = [Blow(kind="blow", edge=Edge.VERY_BLUNT, where=Point(q=1, r=2))]
    return TortureAnswer(
        status="resolved",
        received=orjson.loads(to_json(request.model_dump(exclude_unset=True))),
        events=(*blows, Parry(kind="parry", grades=(*asked.grades, None))),
        last=blows[0] if asked.is_armed else None,
        rank=_rank_of(asked.troop) if asked.troop else None,
        input=asked.moves[0] if asked.moves else None,
        rulings=request.rulings,
    )


def operation(name: str, effect: Effect, **changes: Any) -> Operation:
    """Declare the torture under a name."""
    declared: dict[str, Any] = {
        "name": name,
        "summary": "Say what arrived.",
        "description": "Dice: none.",
        "effect": effect,
        "path": f"/v1/{name}",
        "request": TortureRequest,
        "answers": (TortureAnswer, TortureWait),
        "run": torture,
    }
    return Operation(**(declared | changes))


ROLLED: Final = operation("torture/roll-it", Effect.ROLL)
COMPUTED: Final = operation("torture/compute-it", Effect.COMPUTE)
FACE: Final[GraphQLExecutor] = graphql_of(Registry([ROLLED, COMPUTED]))

EVERYTHING: Final = """
    __typename
    ... on TortureAnswer {
        word: status received
        events { __typename ... on Blow { kind edge where { q r } } ...parry }
        last { ... on Blow { edge } }
        rank { name below { name below { name } } }
        input {
            ... on SwingMove { kind edge damageBonus }
            ... on AimedShotMove { kind at { q r } }
            ... on WaitMove { kind }
        }
    }
    ... on TortureWait { word: status }
    ... on Problem { type title status detail instance errors { pointer code message rule } }
"""
PARRY: Final = "fragment parry on Parry { kind grades }"
ROLL: Final = f"""
mutation($input: TortureInputInput!, $refuseIt: Boolean) {{
    it: tortureRollIt(input: $input, refuseIt: $refuseIt) {{ {EVERYTHING} }}
}} {PARRY}"""


def by_plan(query: str, variables: dict[str, Any] | None = None, name: str | None = None) -> Reply:
    """Execute a document twice, so that the second time goes by its plan where it has one."""
    asked = GraphQLRequest(query=query, variables=variables, operationName=name)
    asyncio.run(FACE.execute(asked))
    return asyncio.run(FACE.execute(asked))


def by_graphql_core(query: str, variables: dict[str, Any] | None = None, name: str | None = None) -> Reply:
    """Execute a document as if it had never been seen."""
    return asyncio.run(FACE.interpret(GraphQLRequest(query=query, variables=variables, operationName=name)))


def planned(query: str, name: str | None = None) -> bool:
    """Say whether a document that was executed is executed by a plan the next time."""
    plan = FACE.plans.get((query, name))
    return plan is not None and bool(plan.variants)


PIPELINES: Final = (by_plan, by_graphql_core)
