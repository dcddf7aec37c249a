"""The play page of a family: the form of its state, the input of each move, and the fields that viewers see."""

from collections.abc import Mapping
from typing import Annotated, Any, Final, get_args

from pydantic import Field
from pydantic.json_schema import models_json_schema

from service.operations.procedure import BoundProcedure
from service.rules.examples import examples_of
from service.rules.kernel.family import Board, Move, Play, PlayBand, PlayPool
from service.rules.kernel.figures import Figure
from service.rules.kernel.verdict import PlayPhase, PlayPhaseOrder
from service.wire import Frozen, Json, record

REFERENCE: Final = "#/definitions/{model}"


@record
class MoveEntry:
    """A procedure that is played in encounters."""

    procedure: Annotated[str, Field(description="Name in URLs.")]
    path: Annotated[str, Field(description="Path to post to, with the encounter's id.")]
    summary: Annotated[str, Field(description="Summary of the procedure.")]
    input: Annotated[str, Field(description="Name of the definition of `input`; figures are given by their ids.")]
    example: Annotated[Json, Field(description="A request, for the encounter that `begins` creates.")]
    whole_fight: Annotated[
        bool,
        Field(description="Whether it plays the fight to its end without orders, so that its odds tell who wins."),
    ]


@record
class LineEntry:
    """The operation that tells what a shot from one figure to another passes."""

    path: Annotated[str, Field(description="Path to post to.")]
    takes: Annotated[
        tuple[str, ...],
        Field(
            description="Fields of the state that `input` has as well. Beside them it has `shooter` and `target`, each "
            'with the id of a figure: `{"kind": "figure", "figure": "ash"}`.'
        ),
    ]


@record
class FightEntry:
    """A fight to begin with."""

    title: Annotated[str, Field(description="What it is, in a few words.")]
    request: Annotated[Json, Field(description="A request that creates an encounter.")]


@record
class PlayEntry:
    """How a family is played in encounters."""

    name: Annotated[str, Field(description="Name of the family; without moves it cannot be played in encounters.")]
    state: Annotated[str | None, Field(description="Name of the definition that the state of an encounter matches.")]
    begins: Annotated[Json, Field(description="A request that creates an encounter: that of the first of `fights`.")]
    fights: Annotated[tuple[FightEntry, ...], Field(description="Fights to begin with.")]
    moves: tuple[MoveEntry, ...]
    visible: Annotated[
        tuple[str, ...],
        Field(
            description="Fields of states, inputs and outcomes that viewers see without numbers, unless they see "
            "everything."
        ),
    ]
    places: Annotated[
        tuple[str, ...],
        Field(description="Fields whose numbers viewers see, too: where figures stand and face."),
    ]
    figures: Annotated[
        tuple[str, ...],
        Field(description="Lists of the state that hold figures: records with `id`, `name`, `meta` and `hidden`."),
    ]
    side: Annotated[str, Field(description="The field of a figure that says for whom it fights.")]
    board: Annotated[
        Board | None, Field(description="What figures stand on: the hexes of a map, or two lines; null: no moves.")
    ]
    pools: Annotated[
        tuple[PlayPool, ...],
        Field(description="What figures can lose; the first is that which keeps them in the fight."),
    ]
    bands: Annotated[
        tuple[PlayBand, ...], Field(description="Names of distances between figures without hexes, the nearest first.")
    ]
    bonds: Annotated[
        tuple[str, ...],
        Field(
            description="Fields that tie two figures to each other: in a figure a list of ids, in the state a list of "
            "records that name two."
        ),
    ]
    phases: Annotated[
        tuple[PlayPhase, ...],
        Field(
            description="Parts of a round whose orders are given before the dice, in order. A step belongs to the part "
            "under way, if its rule begins as told there, else to the next of which it does; other steps stay."
        ),
    ]
    phase_orders: Annotated[
        tuple[PlayPhaseOrder, ...],
        Field(description="Orders of `phases` under other rulings than the default ones."),
    ]
    line_of_fire: Annotated[
        LineEntry | None, Field(description="The operation that tells of a line of fire; null: the family has none.")
    ]
    definitions: Annotated[Json, Field(description="JSON Schemas by name; they refer to each other.")]


def play_page_of(name: str, play: Play | None, bound_procedures: Mapping[str, BoundProcedure]) -> PlayEntry:
    """Describe how a family is played in encounters."""
    if play is None:
        return _unplayed(name)
    models = [play.state, *[move.takes for move in play.moves]]
    _, schema = models_json_schema([(model, "validation") for model in models], ref_template=REFERENCE)
    return PlayEntry(
        name=name,
        state=play.state.__name__,
        begins=_request_of(name, "create"),
        fights=tuple(
            [FightEntry(title=each.title, request=each.request) for each in examples_of(f"encounters/{name}/create")]
        ),
        moves=tuple([_move_entry(name, move, bound_procedures[f"{name}/{move.procedure}"]) for move in play.moves]),
        visible=tuple(sorted(play.visible)),
        places=tuple(sorted(play.places)),
        figures=_figure_lists(play.state),
        side=play.side,
        board=play.board,
        pools=play.pools,
        bands=play.bands,
        bonds=play.bonds,
        phases=play.phases,
        phase_orders=play.phase_orders,
        line_of_fire=_line_entry(name, play, bound_procedures),
        definitions=schema["$defs"],
    )


def _unplayed(name: str) -> PlayEntry:
    """Describe a family that is not played in encounters."""
    return PlayEntry(
        name=name,
        state=None,
        begins=None,
        fights=(),
        moves=(),
        visible=(),
        places=(),
        figures=(),
        side="",
        board=None,
        pools=(),
        bands=(),
        bonds=(),
        phases=(),
        phase_orders=(),
        line_of_fire=None,
        definitions={},
    )


def _line_entry(family: str, play: Play, bound_procedures: Mapping[str, BoundProcedure]) -> LineEntry | None:
    if play.line_of_fire is None:
        return None
    operation = f"{family}/{play.line_of_fire}"
    known: Mapping[str, object] = bound_procedures[operation].signature.takes.model_fields
    return LineEntry(path=f"/v1/{operation}", takes=tuple([name for name in play.state.model_fields if name in known]))


def _figure_lists(state: type[Frozen]) -> tuple[str, ...]:
    """Return the fields of a state that are lists of figures."""
    items = {name: get_args(field.annotation)[:1] for name, field in state.model_fields.items()}
    return tuple([name for name, of in items.items() if of and isinstance(of[0], type) and issubclass(of[0], Figure)])


def _move_entry(family: str, move: Move, bound: BoundProcedure) -> MoveEntry:
    return MoveEntry(
        procedure=move.procedure,
        path=f"/v1/encounters/{{id}}/{move.procedure}",
        summary=bound.summary,
        input=move.takes.__name__,
        example=_request_of(family, move.procedure),
        whole_fight=bound.procedure.fight is not None,
    )


def _request_of(family: str, move: str) -> Any:
    return examples_of(f"encounters/{family}/{move}")[0].request
