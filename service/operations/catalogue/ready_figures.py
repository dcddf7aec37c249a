"""Operations on the catalogues of families: their figures, their ready fights, and the line-up of a fight."""

from collections.abc import Iterator
from typing import Annotated, Any, Final, Literal

from pydantic import Field

from service.errors import UnfitRequest
from service.forecasts.problems import PartsDisagree
from service.operations.catalogue.conversions import FigureConverted, SheetToConvert, conversion_of
from service.operations.catalogue.families import Nothing
from service.operations.encounters.line_ups.line_up_models import FightToLineUp, FigureName
from service.operations.encounters.line_ups.lining_up import skirmish_in
from service.operations.encounters.line_ups.stock import (
    StockFigure,
    UnknownFigure,
    fights_of,
    figure_called,
    figures_of,
)
from service.operations.encounters.move_index import MoveIndex
from service.operations.encounters.problems import LINED_UP
from service.operations.registry import PROOF_BYTES, Effect, Http, Link, Operation, operation_of
from service.rules.examples import Example, examples_of
from service.wire import Frozen, Json, record

Words = Annotated[str, Field(min_length=1, max_length=100)]
Id = Annotated[str, Field(description="Its id in line-ups.")]
Tags = Annotated[tuple[str, ...], Field(description="Words for what it is, such as `soldier` or `beast`.")]
Power = Annotated[
    int, Field(description="Share of duels, in percent, that it wins against the others of its family: 0 to 100.")
]


class FigureSearch(Frozen):
    """Which figures of a catalogue are listed."""

    search: Words | None = Field(default=None, description="Words that id, name or tags have all of; null: any.")
    tag: Words | None = Field(default=None, description="A tag that they have; null: any.")


class StockFigureId(Frozen):
    """The id of a figure of a catalogue."""

    id: FigureName = Field(description="Its id in the catalogue.")


@record
class FigureLine:
    """A figure of a catalogue in one line."""

    id: Id
    name: Annotated[str, Field(description="What players call it.")]
    tags: Tags
    power: Power


@record
class FigureList:
    """Figures of a catalogue, in its order."""

    figures: tuple[FigureLine, ...]


@record
class FigureEntry(FigureLine):
    """A figure of a catalogue with all its numbers."""

    beaten_by: Annotated[
        tuple[str, ...], Field(description="Ids of figures with clearly less power that beat it more often than not.")
    ]
    figure: Annotated[Json, Field(description="The figure in the form of its family, without id, side and place.")]


@record
class FightSide:
    """A side of a ready fight."""

    name: Annotated[str, Field(description="Its name.")]
    figures: Annotated[tuple[str, ...], Field(description="Its figures, as line-ups name them.")]


@record
class ReadyFight:
    """A ready fight of a catalogue."""

    id: Annotated[str, Field(description="Its id in line-ups.")]
    title: Annotated[str, Field(description="What it is, in a few words.")]
    sides: tuple[FightSide, ...]


@record
class FightList:
    """The ready fights of a catalogue, in its order."""

    fights: tuple[ReadyFight, ...]


@record
class LineUpAnswer:
    """A fight before it begins."""

    status: Annotated[Literal["lined_up"], Field(description="The fight is lined up.")]
    ruleset: Annotated[str, Field(description="Family and version of the rules.")]
    state: Annotated[Json, Field(description="The state that an encounter of the family begins with.")]
    input: Annotated[
        Json, Field(description="The same as `input` of `resolve-skirmish`, of its odds and of campaigns.")
    ]


FIRST_FIGURE: Final = "$response.body#/figures/0/id"


def figures_of_families(moves: MoveIndex) -> Iterator[Operation]:
    """Yield the operations on the catalogue of each family that is played in encounters."""
    for family in [each for each in moves.plays if figures_of(each)]:
        yield from _operations(FigureCatalogue(family, moves))


class FigureCatalogue:
    """The catalogue of a family."""

    def __init__(self, family: str, moves: MoveIndex) -> None:
        """Set the family, and the index that knows its states."""
        self.family = family
        self._moves = moves

    async def list_figures(self, request: FigureSearch) -> FigureList:
        """List ready figures of the family, all or those that words and a tag find."""
        found = [
            each
            for each in figures_of(self.family).values()
            if (request.search is None or each.has(request.search)) and request.tag in {None, *each.tags}
        ]
        return FigureList(figures=tuple([FigureLine(**_line_of(each)) for each in found]))

    async def look_up_figure(self, request: StockFigureId) -> FigureEntry:
        """Look up a ready figure of the family, with all its numbers."""
        found = figure_called(self.family, request.id, "/id")
        return FigureEntry(**_line_of(found), beaten_by=found.beaten_by, figure=found.figure)

    async def list_fights(self, request: Nothing) -> FightList:
        """List ready fights of the family."""
        return FightList(
            fights=tuple(
                [
                    ReadyFight(
                        id=each.id,
                        title=each.title,
                        sides=tuple([FightSide(name=side, figures=names) for side, names in each.sides.items()]),
                    )
                    for each in fights_of(self.family).values()
                ]
            )
        )

    async def line_up(self, request: FightToLineUp) -> LineUpAnswer:
        """Line up a fight of ready figures or your own: a state with ids, sides, places and facings.

        Several of a kind are counted (`goblin-1`), and figures that are on both sides have the side before the id. On a
        map sides stand in ranks that face each other.
        """
        family = self._moves.families[self.family]
        _, lined = self._moves.lined_up(self.family, request, family.rulings(), "")
        return LineUpAnswer(
            status="lined_up",
            ruleset=family.ruleset,
            state=lined.state,
            input=skirmish_in(self._moves.plays[self.family], lined.state),
        )

    async def convert(self, request: SheetToConvert) -> FigureConverted:
        """Make a figure of a sheet that another program has written, with a note for all that is left out.

        Whatever is missing in the sheet, or is of another type, is read as if it were not there. Where the numbers of a
        format answer other questions than those of the family, the figure is a likeness: one of the catalogue, under
        the name of the sheet.
        """
        return conversion_of(self._moves.families[self.family], request)


def _line_of(figure: StockFigure) -> dict[str, Any]:
    return {"id": figure.id, "name": figure.name, "tags": figure.tags, "power": figure.power}


def _operations(catalogue: FigureCatalogue) -> Iterator[Operation]:
    family = catalogue.family
    first, path = next(iter(figures_of(family))), f"/v1/{family}"
    read = {"effect": Effect.READ}
    yield operation_of(
        f"{family}/figures",
        f"{path}/figures",
        catalogue.list_figures,
        **read,
        heading=f"List figures ({family})",
        examples=(Example("all", {}),),
        links=(Link("the first figure", f"{family}/figure", {"id": FIRST_FIGURE}),),
    )
    yield operation_of(
        f"{family}/figure",
        f"{path}/figures/{{id}}",
        catalogue.look_up_figure,
        **read,
        heading=f"Look up figure ({family})",
        errors=(UnknownFigure,),
        examples=(Example(first, {"id": first}),),
    )
    yield operation_of(
        f"{family}/fights",
        f"{path}/fights",
        catalogue.list_fights,
        **read,
        heading=f"List ready fights ({family})",
        examples=(Example("all", {}),),
    )
    yield operation_of(
        f"{family}/line-up",
        f"{path}/fights/line-up",
        catalogue.line_up,
        effect=Effect.COMPUTE,
        heading=f"Line up a fight ({family})",
        errors=LINED_UP,
        examples=_line_ups_of(family),
    )
    yield _converting(catalogue)


def _converting(catalogue: FigureCatalogue) -> Operation:
    family = catalogue.family
    return operation_of(
        f"{family}/convert-figure",
        f"/v1/{family}/figures/convert",
        catalogue.convert,
        effect=Effect.COMPUTE,
        heading=f"Convert a sheet to a figure ({family})",
        errors=(UnfitRequest, PartsDisagree),
        examples=examples_of(f"{family}/convert-figure"),
        http=Http(body_bytes=PROOF_BYTES),
    )


def _line_ups_of(family: str) -> tuple[Example, ...]:
    fight = next(iter(fights_of(family).values()))
    ours, theirs = [list(names) for names in fight.sides.values()]
    hero = {"figure": ours[0].partition("*")[0], "id": "wick", "changes": {"name": "Wick"}}
    return (
        Example("a ready fight", {"fight": fight.id}),
        Example("in short", {"text": f"{', '.join(ours)} vs {', '.join(theirs)}"}),
        Example("a hero of your own", {"sides": {"heroes": [hero], "foes": theirs}}),
    )
