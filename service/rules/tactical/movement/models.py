"""What a request says of movement: paths, orders, and the inputs of the three procedures."""

from enum import StrEnum
from typing import Annotated

from pydantic import Field

from service.rules.kernel.hexes import CONVENTION_IN_SHORT
from service.rules.kernel.places import Facing, HexAddress
from service.rules.roll_under.words import Posture
from service.rules.tactical.book.words import (
    TacticalFollowUp,
    TacticalManeuver,
    TacticalManeuverOption,
    TacticalMoveMode,
    TacticalShape,
    TacticalVision,
)
from service.rules.tactical.figures.condition import MOST_FIGURES, FigureId
from service.rules.tactical.figures.models import TacticalFigure, TacticalScene
from service.rules.tactical.map.models import TacticalBounds
from service.wire import WHOLE, Frozen

LONGEST_PATH = 500
MOST_STATES = 5_000
WIDEST_ARC = 50


class TacticalEntryKind(StrEnum):
    """What an entry of a path does."""

    ENTER = "enter"
    TURN = "turn"
    JUMP = "jump"
    POSTURE = "posture"


class TacticalPathEntry(Frozen):
    """One entry of a path: exactly one of `to`, `turn`, `jump_to` and `posture`."""

    to: HexAddress | None = Field(default=None, description=f"The adjacent hex to enter. {CONVENTION_IN_SHORT}")
    mode: TacticalMoveMode = Field(
        default=TacticalMoveMode.FORWARD, description="How that hex is entered; a step does not ask."
    )
    turn: Annotated[int, Field(ge=-3, le=3), WHOLE] | None = Field(
        default=None, description="Hexsides to turn, positive to the right."
    )
    jump_to: HexAddress | None = Field(
        default=None,
        description=f"The hex to land in, straight ahead or diagonally to the front. {CONVENTION_IN_SHORT}",
    )
    posture: Posture | None = Field(default=None, description="The posture to take.")


class TacticalFoeFollowUp(Frozen):
    """What the mover does when it meets a foe in a hex."""

    foe: FigureId = Field(description="Id of the foe.")
    follow_up: TacticalFollowUp = Field(description="Whether the mover stops, evades the foe or slams into it.")


class TacticalMoveOrder(Frozen):
    """How a figure moves: its maneuver, and its path entry by entry."""

    maneuver: TacticalManeuver = Field(description="The maneuver; it decides how far the figure may move.")
    option: TacticalManeuverOption | None = Field(
        default=None, description="How an All-Out Attack or an All-Out Defense is made; the latter needs it."
    )
    path: Annotated[tuple[TacticalPathEntry, ...], Field(max_length=LONGEST_PATH)] = Field(
        default=(), description="The path, in order."
    )
    end_facing: Facing | None = Field(
        default=None, description="The facing to turn to for free at the end; null: as the path ends."
    )
    upper_direction: Facing | None = Field(
        default=None, description="Of a figure that lies down or begins to crawl: where its head goes; null: ahead."
    )
    rise_in: HexAddress | None = Field(
        default=None, description="Of a figure that rises: which of its two hexes it stays in; null: that of its feet."
    )
    follow_ups: Annotated[tuple[TacticalFoeFollowUp, ...], Field(max_length=MOST_FIGURES)] = Field(
        default=(),
        description=(
            "What it does with each foe whose hex it enters or leaves; with one that is not listed it stops where the "
            "path ends, and evades where the path goes on. A large figure slams into smaller foes."
        ),
    )


class TacticalMoveInput(TacticalScene):
    """A figure, its order, and the map with everybody on it."""

    figure: FigureId = Field(description="Id of the figure that moves.")
    order: TacticalMoveOrder = Field(description="How it moves.")


class TacticalReachInput(TacticalScene):
    """A figure whose possible movement is asked for, and the map with everybody on it."""

    figure: FigureId = Field(description="Id of the figure that moves.")
    maneuver: TacticalManeuver = Field(description="The maneuver.")
    option: TacticalManeuverOption | None = Field(
        default=None, description="How an All-Out Attack or an All-Out Defense is made; the latter needs it."
    )
    through_foes: bool = Field(
        default=False, description="Whether paths lead on through foes' hexes, which takes an evade or a slam each."
    )
    to: HexAddress | None = Field(default=None, description="A hex to which a cheapest path is wanted.")
    max_results: Annotated[int, Field(ge=1, le=MOST_STATES), WHOLE] = Field(
        default=MOST_STATES, description="How many states to list at most, the cheapest first."
    )


class TacticalArcsInput(Frozen):
    """A figure, or a hex with a facing, whose surroundings are divided into sectors."""

    figure: TacticalFigure | None = Field(
        default=None, description="The figure; null: what the fields `hex` to `body` say."
    )
    hex: HexAddress = Field(default=(0, 0), description=f"Its hex, or that of its head. {CONVENTION_IN_SHORT}")
    facing: Facing = Field(default=0, description=f"Its facing. {CONVENTION_IN_SHORT}")
    vision: TacticalVision = Field(default=TacticalVision.NORMAL, description="How far around it sees.")
    shape: TacticalShape = Field(default=TacticalShape.SINGLE, description="The hexes it fills.")
    body: Annotated[tuple[HexAddress, ...], Field(max_length=64)] = Field(
        default=(), description="The hexes of a `custom` shape relative to the head, facing 0; the head [0, 0] first."
    )
    radius: Annotated[int, Field(ge=1, le=WIDEST_ARC), WHOLE] = Field(
        default=10, description="How far around the hex, in hexes."
    )
    bounds: TacticalBounds | None = Field(
        default=None, description="How far the map reaches; hexes beyond it are left out. Null: without end."
    )
