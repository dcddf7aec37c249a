"""Conversions: sheets of other programs become figures, or find a likeness in the catalogue."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Final, Literal, NamedTuple

from pydantic import Field

from service.errors import UnfitRequest
from service.forecasts.problems import PartsDisagree
from service.operations.catalogue.likenesses import Likeness, LikenessBy, likeness_of, name_in
from service.operations.encounters.line_ups.lining_up import changed, check_figure
from service.rules.kernel.family import Converted, Family, Play
from service.rules.sheets.loose import Loose, system_of
from service.wire import Frozen, Json, record

SheetFormat = Literal["gcs", "gga", "dnd5e", "pf2e", "swade", "other"]
SYSTEMS: Final[Mapping[str, SheetFormat]] = {
    "dnd5e": "dnd5e",
    "pf2e": "pf2e",
    "sf2e": "pf2e",
    "swade": "swade",
}
"""Formats by the systems of a virtual tabletop that write them."""
MARKS: Final[Mapping[SheetFormat, tuple[tuple[str, ...], ...]]] = {
    "gcs": (("profile",), ("calc",)),
    "gga": (("attributes", "ST"), ("attributes", "DX")),
    "swade": (("attributes", "agility", "die"), ("attributes", "vigor", "die")),
    "dnd5e": (("abilities", "str", "value"), ("attributes", "ac")),
    "pf2e": (("abilities", "str", "mod"), ("traits", "rarity"), ("build", "attributes")),
}
"""Members, all or one of which a sheet has if it is of a format."""
ALL_OF: Final = frozenset({"gga", "swade", "dnd5e"})
UNTOLD: Final = "Nothing in the sheet tells which program has written it; name its `format`, if it is one that is read."
UNLIKE: Final = (
    "All numbers are those of {figure} in the catalogue, and none is of the sheet; if it does not fit, choose another."
)


class SheetToConvert(Frozen):
    """A sheet of a character."""

    format: SheetFormat | None = Field(
        default=None,
        description="What has written the sheet; null: its members show it, else it is other. gcs: a .gcs file, "
        "without its portrait. gga, dnd5e, pf2e, swade: an actor of that system of a virtual tabletop, as an object. "
        "other: anything else; a name helps to find a likeness.",
    )
    source: dict[str, Json] = Field(description="The sheet; what is missing in it is read as usual.")
    changes: dict[str, Json] = Field(
        default_factory=dict, description="Fields of the figure that are otherwise; objects in it are changed likewise."
    )


@record
class ConversionNote:
    """Something of a sheet that its figure does not have."""

    path: Annotated[str, Field(description="Where it stands in the sheet: a pointer, or names.")]
    text: Annotated[str, Field(description="What it is, in a sentence.")]


@record
class FigureLikeness:
    """The figure of the catalogue that was taken for a sheet."""

    figure: Annotated[str, Field(description="Its id in the catalogue.")]
    name: Annotated[str, Field(description="What players call it.")]
    by: Annotated[LikenessBy, Field(description="What it was found by: a proposal by nothing is a guess.")]
    why: Annotated[str, Field(description="Why this one, in a sentence.")]
    others: Annotated[tuple[str, ...], Field(description="Ids of figures that are next, the most alike first.")]


@record
class FigureConverted:
    """A figure that was made of a sheet of another program."""

    status: Annotated[
        Literal["converted", "approximated", "likened"],
        Field(
            description="converted: the numbers are those of the sheet; approximated: they were made of numbers that "
            "answer other questions; likened: they are those of a figure of the catalogue."
        ),
    ]
    ruleset: Annotated[str, Field(description="Family and version of the rules.")]
    format: Annotated[SheetFormat, Field(description="What has written the sheet.")]
    figure: Annotated[
        Json, Field(description="The figure, without id, side and place: a line-up takes it as a whole figure.")
    ]
    likeness: Annotated[
        FigureLikeness | None,
        Field(description="The figure of the catalogue that was taken; null: the sheet's numbers."),
    ]
    notes: Annotated[tuple[ConversionNote, ...], Field(description="What was left out, or is otherwise.")]


class _Made(NamedTuple):
    """A figure with its notes, before it is checked."""

    converted: Converted
    likeness: Likeness | None


def conversion_of(family: Family, asked: SheetToConvert) -> FigureConverted:
    """Make a figure of a sheet: of its numbers, if the family reads the format, else a likeness.

    Raises: PartsDisagree, if the changes make no figure of the family; UnfitRequest, if the sheet makes none.
    """
    play = family.play
    if play is None:
        raise UnfitRequest(f"{family.name} has no figures.", pointer="/source")
    source = Loose(asked.source)
    written = asked.format or format_of(source)
    untold = (("", UNTOLD),) if asked.format is None and written == "other" else _doubts(asked.format, source)
    made = _made(family.name, play, written, source)
    figure = changed(made.converted.figure, asked.changes)
    try:
        check_figure(family.name, play, figure, family.rulings())
    except UnfitRequest as misfit:
        message = f"The sheet makes no figure of {family.name}: {misfit.faults[0].message}"
        problem = PartsDisagree if asked.changes else UnfitRequest
        raise problem(message, pointer=_place_of(misfit, asked.changes)) from None
    exact: Literal["converted", "approximated"] = "approximated" if made.converted.approximate else "converted"
    return FigureConverted(
        status=exact if made.likeness is None else "likened",
        ruleset=family.ruleset,
        format=written,
        figure=figure,
        likeness=None if made.likeness is None else _named(made.likeness),
        notes=tuple([ConversionNote(path=path, text=text) for path, text in (*untold, *made.converted.notes)]),
    )


def _doubts(named: SheetFormat | None, source: Loose) -> Sequence[tuple[str, str]]:
    """Return a note if the sheet tells that another program has written it than the one that is named."""
    told = format_of(source)
    if named is None or told in {named, "other"}:
        return ()
    return (("", f"The sheet looks as if {told} has written it, and was read as one of {named}."),)


def _place_of(misfit: UnfitRequest, changes: Mapping[str, Json]) -> str:
    """Return where in a request a fault of the figure stands: it is at `/participants/0/armor_points` of a state."""
    inside = misfit.faults[0].pointer.split("/")[3:]
    if inside and inside[0] in changes:
        return "/".join(["/changes", *inside])
    return "/changes" if changes else "/source"


def format_of(source: Loose) -> SheetFormat:
    """Return what has written a sheet, by what it says of itself, else by its members; other, if nothing tells."""
    said = SYSTEMS.get(source.at("_stats", "systemId").text())
    if said is not None:
        return said
    system = system_of(source)
    for written, marks in MARKS.items():
        part = source if written == "gcs" else system
        found = [part.at(*each).value is not None for each in marks]
        if all(found) if written in ALL_OF else any(found):
            return written
    return "other"


def _made(family: str, play: Play, written: SheetFormat, source: Loose) -> _Made:
    if written in play.sheets:
        return _Made(play.sheets[written](source.value), None)
    found = likeness_of(family, source)
    figure = {**found.figure.figure, "name": name_in(source)}
    notes = (("/name", found.why), ("", UNLIKE.format(figure=found.figure.name)))
    return _Made(Converted(figure, notes), found)


def _named(likeness: Likeness) -> FigureLikeness:
    return FigureLikeness(
        figure=likeness.figure.id,
        name=likeness.figure.name,
        by=likeness.by,
        why=likeness.why,
        others=tuple([each.id for each in likeness.others]),
    )
