"""The question for a line of fire, and its answer."""

from typing import Annotated, Literal

from pydantic import Field

from service.rules.kernel.hexes import CONVENTION_IN_SHORT, Facing, Hex, HexAddress
from service.rules.roll_under.words import Posture
from service.rules.tactical.attack.records import TacticalLine
from service.rules.tactical.book.words import TacticalSector, TacticalVision
from service.rules.tactical.figures.condition import MOST_FIGURES, FigureId
from service.rules.tactical.figures.equipment import RangeYards
from service.rules.tactical.figures.models import TacticalFigure, TacticalScene
from service.rules.tactical.map.lines import TacticalAnchor
from service.wire import WHOLE, Frozen, record


class TacticalLineFigure(Frozen):
    """A figure on the map at one end of a line of fire."""

    kind: Literal["figure"]
    figure: FigureId = Field(description="Id of the figure.")


class TacticalLineHex(Frozen):
    """A hex at the far end of a line of fire."""

    kind: Literal["hex"]
    hex: HexAddress = Field(description=f"The hex. {CONVENTION_IN_SHORT}")


class TacticalShooterPlace(Frozen):
    """Somebody who would shoot from a hex, without being on the map."""

    kind: Literal["place"]
    hex: HexAddress = Field(description=f"The hex. {CONVENTION_IN_SHORT}")
    facing: Facing = Field(default=0, description=f"The facing. {CONVENTION_IN_SHORT}")
    vision: TacticalVision = Field(default=TacticalVision.NORMAL, description="How far around it sees.")
    posture: Posture = Field(default=Posture.STANDING, description="The posture.")
    sm: Annotated[int, Field(ge=-10, le=20), WHOLE] = Field(default=0, description="Size Modifier.")


TacticalShooter = Annotated[
    TacticalLineFigure | TacticalShooterPlace, Field(discriminator="kind", title="TacticalShooter")
]
"""Who shoots: a figure, or somebody in a hex."""

TacticalShotAt = Annotated[TacticalLineFigure | TacticalLineHex, Field(discriminator="kind", title="TacticalShotAt")]
"""What is shot at: a figure, or a hex."""


class TacticalLineInput(TacticalScene):
    """A shooter and a target, and the map with everybody on it."""

    figures: Annotated[tuple[TacticalFigure, ...], Field(max_length=MOST_FIGURES)] = Field(
        default=(), description="All figures on the map, at most 200."
    )
    shooter: TacticalShooter = Field(description="Who would shoot.")
    target: TacticalShotAt = Field(description="What would be shot at.")
    line: TacticalLine = Field(default=TacticalLine(), description="Which line is taken.")
    max_range: RangeYards | None = Field(default=None, description="Yards that the shot carries; null: 10 000.")


@record
class TacticalLineEnd:
    """Where a line of fire begins or ends."""

    hex: Annotated[Hex, Field(description="The hex.")]
    anchor: Annotated[TacticalAnchor | None, Field(description="The anchor; null for a point of your own.")]
    point: Annotated[tuple[int, int], Field(description="The point [x, y], in twelfths of a step between hexes.")]


@record
class TacticalPassed:
    """What a line passes: one hex, or the two hexes that it runs between."""

    hexes: Annotated[tuple[Hex, ...], Field(description="The hex, or the two.")]


@record
class TacticalInTheWayOf:
    """A figure in the way of a shot."""

    id: Annotated[str, Field(description="Id of the figure.")]
    hex: Annotated[Hex, Field(description="The hex where the line meets it.")]
    penalty: Annotated[
        int, Field(description="The penalty to skill; of several that count together the first has all of it.")
    ]


@record
class TacticalBlockage:
    """What closes a line of fire."""

    hex: Annotated[Hex, Field(description="The hex: it is solid, or something in it or on its edge closes the line.")]
    direction: Annotated[int | None, Field(description="The hexside that a wall or a door stands on, if one does.")]
    figure: Annotated[str | None, Field(description="Id of the figure that is too large to shoot past, if one is.")]
    text: Annotated[str, Field(description="The same as a sentence.")]


@record
class TacticalStrayGroup:
    """Figures that a shot meets at one distance; dice say which of them it may hit first."""

    figures: Annotated[tuple[str, ...], Field(description="Ids of the figures.")]


@record
class TacticalLineOutcome:
    """A line of fire, and what would become of a shot along it."""

    summary: Annotated[str, Field(description="What there is to say of the line, in a sentence or two.")]
    clear: Annotated[bool, Field(description="Whether the line is clear, so that a shot is possible.")]
    blocked: Annotated[TacticalBlockage | None, Field(description="What closes the line; null if it is clear.")]
    start: Annotated[TacticalLineEnd, Field(description="Where the line begins.")]
    end: Annotated[TacticalLineEnd, Field(description="Where it ends.")]
    passes: Annotated[
        tuple[TacticalPassed, ...], Field(description="What it passes, nearest first, both ends included.")
    ]
    in_way: Annotated[tuple[TacticalInTheWayOf, ...], Field(description="Those in the way, nearest first.")]
    penalty: Annotated[int, Field(description="What they take from skill together.")]
    range: Annotated[int, Field(description="The range in yards, differences in height counted.")]
    in_range: Annotated[bool, Field(description="Whether the shot carries so far.")]
    sector: Annotated[TacticalSector, Field(description="The shooter's sector in which the line ends.")]
    in_arc: Annotated[bool, Field(description="Whether the target is in the shooter's arc of vision.")]
    seen: Annotated[
        bool, Field(description="Whether the shooter sees the target: in its arc, on a clear line, not in darkness.")
    ]
    alternatives: Annotated[
        int, Field(description="How many other lines are clear of those that the request leaves open.")
    ]
    strays: Annotated[
        tuple[TacticalStrayGroup, ...], Field(description="Whom a shot that misses may hit, nearest first.")
    ]
    overshoots: Annotated[
        tuple[TacticalStrayGroup, ...], Field(description="Whom a shot that is dodged may hit, nearest first.")
    ]
    cites: Annotated[tuple[str, ...], Field(description="Ids of the rules and rulings that were applied.")]
