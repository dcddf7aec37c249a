"""Models and records become GraphQL types, in both directions."""

import re
from typing import Annotated, Any, Literal

import pytest
import strawberry
import strawberry.pydantic
from pydantic import BaseModel, Field
from strawberry.pydantic.exceptions import ModelAlreadyDecoratedError

from service.api.graphql.execution import graphql_of
from service.api.graphql.types.derive import TypeNames, camel
from service.api.graphql.types.inputs import Inputs
from service.api.graphql.types.outputs import Outputs
from service.operations.registry import Effect, Registry
from service.wire import Frozen, record
from tests.api.torture import COMPUTED, FACE, ROLLED, AimedShotMove, SwingMove, operation

SDL = FACE.schema.as_str()


def declared(head: str) -> list[str]:
    """Return the lines of a definition, without descriptions."""
    block = SDL[SDL.index(f"\n{head}") + 1 :].partition("\n}")[0]
    lines = [line.strip() for line in re.sub(r'""".*?"""', "", block, flags=re.DOTALL).splitlines()[1:]]
    return [line for line in lines if line]


def described(line: str) -> str:
    """Return the description above a line."""
    return SDL[: SDL.index(line)].rpartition('"""\n')[0].rpartition('"""')[2].strip()


TYPES = [
    ("input PointInput", ["q: Int!", "r: Int!"]),
    ("type Point", ["q: Int!", "r: Int!"]),
    ("enum Edge", ["KEEN", "VERY_BLUNT"]),
    ("input SwingMoveInput", ["edge: Edge!", "damageBonus: Int"]),
    ("type SwingMove", ["kind: String!", "edge: Edge!", "damageBonus: Int!"]),
    ("input TroopInput", ["name: String!", "below: [TroopInput!]"]),
    ("type Rank", ["name: String!", "below: [Rank!]!"]),
    (
        "input TortureMoveInput @oneOf",
        ["swing: SwingMoveInput", "aimedShot: AimedShotMoveInput", "wait: WaitMoveInput"],
    ),
    ("input SwingOrAimedShotMoveInput @oneOf", ["swing: SwingMoveInput", "aimedShot: AimedShotMoveInput"]),
    ("input WaitMoveInput", ["_: Boolean"]),
    (
        "input TortureInputInput",
        [
            "moves: [TortureMoveInput!]!",
            "reply: SwingOrAimedShotMoveInput",
            "troop: TroopInput",
            "grades: [Grade!]",
            "path: [[PointInput!]!]",
            "weightKg: Float",
            "isArmed: Boolean",
            "hitPoints: Int",
            "mode: String",
            "notes: JSON",
            "anything: JSON",
        ],
    ),
    (
        "type TortureAnswer",
        [
            "status: String!",
            "received: JSON",
            "events: [BlowOrParry!]!",
            "last: TortureEvent",
            "rank: Rank",
            "input: SwingOrAimedShotOrWaitMove",
        ],
    ),
    ("type Parry", ["kind: String!", "grades: [Grade]!"]),
]


@pytest.mark.parametrize(("head", "lines"), TYPES, ids=[head for head, _ in TYPES])
def test_types(head: str, lines: list[str]) -> None:
    """Fields keep their order; what has a default may be left out; tags are only read; empty models are not there."""
    assert declared(head) == lines


@pytest.mark.parametrize(
    "line",
    [
        "union TortureEvent = Blow | Parry",
        "union BlowOrParry = Blow | Parry",
        "union TortureRollItResult = TortureAnswer | TortureWait | Problem",
    ],
)
def test_unions(line: str) -> None:
    """A choice of records is a union, named by its field's title or its members; a result may be a problem."""
    assert f"\n{line}\n" in SDL


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("type Blow {", "A blow that fell."),
        ("  edge: Edge!\n  where", "With what."),
        ("  swing: SwingMoveInput\n", "Strike at what is near."),
        ("  damageBonus: Int\n", "Points added. 0 to 60. Default: 0."),
        ('  name: String!\n\n  """Default: []', "1 to 20 characters."),
        ("  below: [TroopInput!]\n", "Default: []."),
        ("  moves: [TortureMoveInput!]!", "What is done. At most 9 items."),
        ("  hitPoints: Int\n", "At least 0."),
        ("  tortureRollIt(", "Say what arrived.\n  \n  Dice: none."),
    ],
)
def test_descriptions(line: str, text: str) -> None:
    """Descriptions come from docstrings and fields, with the limits that GraphQL's types cannot say."""
    assert described(line) == text


def test_schema_text_is_the_same_each_time() -> None:
    """Deriving twice gives the same text, byte for byte."""
    assert graphql_of(Registry([ROLLED, COMPUTED])).schema.as_str() == SDL


def test_nothing_is_written_on_the_models() -> None:
    """Models, records and enumerations are left as they are."""
    assert not hasattr(SwingMove, "__strawberry_definition__")
    assert not hasattr(AimedShotMove.model_fields["at"].annotation, "__strawberry_definition__")


@pytest.mark.parametrize(
    ("name", "in_graphql"), [("hit_points", "hitPoints"), ("d_6", "d6"), ("q", "q"), ("_", "_"), ("x_max_y", "xMaxY")]
)
def test_names(name: str, in_graphql: str) -> None:
    """Fields are in camelCase."""
    assert camel(name) == in_graphql


class Tagged(Frozen):
    """A member with a tag."""

    kind: Literal["tagged"]


class Untagged(Frozen):
    """A member without one."""

    size: int


@record
class Plain:
    """A record."""

    size: int


@pytest.mark.parametrize(
    "annotation",
    [
        pytest.param(dict[str, int], id="keys no schema names"),
        pytest.param(dict[str, Untagged], id="models under keys no schema names"),
        pytest.param(tuple[int, str], id="a list of mixed types"),
        pytest.param(Literal["one", 1], id="words and numbers"),
        pytest.param(Annotated[int, Field(le=2**31)], id="an integer over 32 bits"),
        pytest.param(Annotated[int, Field(ge=-(2**31) - 1)], id="an integer under 32 bits"),
        pytest.param(bytes, id="bytes"),
        pytest.param(Plain, id="a record"),
        pytest.param(Tagged | Untagged, id="a choice without tags"),
        pytest.param(frozenset[str], id="a set"),
    ],
)
def test_what_cannot_travel_in(annotation: Any) -> None:
    """A request with what GraphQL cannot say is refused when the schema is derived, not when it is sent."""
    with pytest.raises(TypeError):
        Inputs(TypeNames()).type_of(annotation)


@pytest.mark.parametrize("annotation", [dict[str, Plain], complex, tuple[Plain, int], Plain | int])
def test_what_cannot_travel_out(annotation: Any) -> None:
    """The same goes for answers."""
    with pytest.raises(TypeError):
        Outputs(TypeNames()).type_of(annotation)


def test_two_models_of_one_name_are_refused() -> None:
    """A name belongs to one class."""
    impostor = type("Blow", (Frozen,), {"__module__": __name__, "__annotations__": {"size": int}})
    with pytest.raises(Exception, match="Blow"):
        graphql_of(Registry([ROLLED, COMPUTED, operation("other/it", Effect.COMPUTE, answers=(impostor,))]))


class Pinned(BaseModel):
    """A model with a tag."""

    kind: Literal["pinned"]


def test_bridge_still_lacks_literal() -> None:
    """Neither official bridge takes a `Literal`: when one does, ours can go."""
    old = strawberry.experimental.pydantic.type(model=Pinned, all_fields=True)(type("Old", (), {}))
    new: Any = strawberry.pydantic.type(type("New", (Pinned,), {}))
    for bridged in (old, new):
        query = strawberry.type(type("Query", (), {"__annotations__": {"it": bridged}}))
        with pytest.raises(TypeError, match="Literal"):
            strawberry.Schema(query)


def test_bridge_still_lacks_both_directions() -> None:
    """The official bridge does not take one model as input and output: when it does, ours can go."""
    both: Any = strawberry.pydantic.type(type("Both", (BaseModel,), {"__annotations__": {"size": int}}))
    with pytest.raises(ModelAlreadyDecoratedError):
        strawberry.pydantic.input(both)
