"""Request models of line-ups: who fights whom, figures picked from the catalogue, and party files."""

from typing import Annotated, Any, Final, Literal

from pydantic import Field, WithJsonSchema

from service.operations.encounters.line_ups.shorthand import COLOURS, ITEM, MOST_FIGURES, MOST_SIDES, SIDE_NAME, TEXT
from service.wire import FORM, WHOLE, Form, Frozen, Json

FARTHEST: Final = 200

FigureName = Annotated[str, Field(min_length=1, max_length=64)]
OwnId = Annotated[str, Field(min_length=1, max_length=32)]
Title = Annotated[str, Field(min_length=1, max_length=100)]
Document = dict[str, Json]
Shorthand = Annotated[
    str,
    Field(min_length=1, max_length=1_000, pattern=TEXT),
    Form("two to six sides, parted by vs, such as `town-guard*3 vs bandit*2, bandit-archer`"),
]
Sides = Annotated[
    Document,
    WithJsonSchema(
        {
            "type": "object",
            "minProperties": 2,
            "maxProperties": MOST_SIDES,
            "propertyNames": {"pattern": SIDE_NAME, FORM: "a name of 1 to 24 characters without blanks, such as watch"},
            "additionalProperties": {
                "type": "array",
                "minItems": 1,
                "maxItems": MOST_FIGURES,
                "items": {
                    "anyOf": [
                        {
                            "type": "string",
                            "minLength": 1,
                            "maxLength": 70,
                            "pattern": f"^{ITEM}$",
                            FORM: "a figure and perhaps its count, such as `bandit*2`",
                        },
                        {"type": "object", "additionalProperties": True},
                    ]
                },
            },
        }
    ),
]


class FigurePick(Frozen):
    """A figure of the catalogue or of a party, with changes."""

    figure: FigureName = Field(description="Its id in the party or the catalogue.")
    count: Annotated[int, Field(ge=1, le=MOST_FIGURES), WHOLE] = Field(default=1, description="How many of it.")
    id: OwnId | None = Field(default=None, description="Its id in the fight, and its name; null: made of `figure`.")
    changes: Document = Field(
        default_factory=dict, description="Fields of the figure that are otherwise; objects in it are changed likewise."
    )


class PartySource(Frozen):
    """Where a figure of a party comes from."""

    format: Annotated[str, Field(min_length=1, max_length=40)] = Field(description="Format of the file, such as gcs.")
    at: Annotated[str, Field(max_length=200)] | None = Field(default=None, description="Name of the file.")


class PartyFigure(Frozen):
    """A figure of a party."""

    id: OwnId = Field(description="Its id; no two figures of the party have the same.")
    name: Title = Field(description="What players call it.")
    tags: Annotated[tuple[Annotated[str, Field(min_length=1, max_length=40)], ...], Field(max_length=20)] = Field(
        default=(), description="Words by which it is found."
    )
    figure: Document = Field(description="The figure in the form of its family, without id, side and place.")
    source: PartySource | None = Field(default=None, description="Where it comes from; null: it was made by hand.")


class Party(Frozen):
    """A party file: figures of one's own, which programs exchange."""

    umpire: Literal["party@1"] = Field(description="Says that this is a party, and the version of its form.")
    family: Annotated[str, Field(min_length=1, max_length=40)] = Field(description="The rules family of its figures.")
    ruleset: Annotated[str, Field(min_length=1, max_length=60)] = Field(
        description="Family and version of the rules that it was made for; others are tried, too."
    )
    name: Title = Field(description="What players call the party.")
    figures: Annotated[tuple[PartyFigure, ...], Field(min_length=1, max_length=MOST_FIGURES)] = Field(
        description="Its figures."
    )


IN_SHORT: Final = 'an object such as {"text": "town-guard*3 vs bandit*2"}, or with `sides` or `fight`'


class LineUp(Frozen, json_schema_extra={FORM: IN_SHORT}):
    """Who fights whom: exactly one of `sides`, `text` and `fight`."""

    sides: Sides | None = Field(
        default=None,
        description="Sides by name, 2 to 6, each a list of figures: a text with an id and perhaps a count "
        '(`"bandit*2"`); an object with `figure`, and perhaps `count`, `id` and `changes` '
        '(`{"figure": "bandit", "id": "Wick", "changes": {"name": "Wick the Younger"}}`); or a whole figure in the '
        "form of the family, whose side and place are set anew.",
    )
    text: Shorthand | None = Field(
        default=None,
        description="The same in short: `town-guard*3 vs bandit*2, bandit-archer`. A side is called as `@name` after "
        f"one of its figures says, else {', '.join(COLOURS[:-1])} or {COLOURS[-1]}.",
    )
    fight: FigureName | None = Field(default=None, description="Id of a ready fight of the catalogue.")
    party: Party | None = Field(
        default=None, description="A party, whose figures are found before those of the catalogue."
    )
    distance: Annotated[int, Field(ge=1, le=FARTHEST), WHOLE] | None = Field(
        default=None,
        description="How far apart the sides stand; null: as far as is usual in the family. In `opposed` figures more "
        "than 1 apart are not engaged; in `laurels` nobody has a place.",
    )


class FightToLineUp(LineUp):
    """Who fights whom, to be lined up: exactly one of `sides`, `text` and `fight`."""


def forms_in(asked: LineUp) -> dict[str, Any]:
    """Return which of the three forms of a line-up are given."""
    return {name: value for name in ("sides", "text", "fight") if (value := getattr(asked, name)) is not None}
