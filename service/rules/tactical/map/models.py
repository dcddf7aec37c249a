"""What a request says of the map: its hexes, what stands on the edges between them, items, and who is whose ally."""

from typing import Annotated, Literal

from pydantic import Field

from service.rules.kernel.hexes import CONVENTION_IN_SHORT, Coordinate, Facing, HexAddress
from service.rules.tactical.book.words import TacticalEdgeKind, TacticalObstruction, TacticalRelationKind
from service.wire import DISTINCT, WHOLE, Frozen

MOST_CELLS = 20_000
"""How many hexes a map may describe, and how many edges."""

ItemId = Annotated[str, Field(min_length=1, max_length=64)]
Count = Annotated[int, Field(ge=0, le=100), WHOLE]
Visibility = Annotated[int, Field(ge=-10, le=0), WHOLE]


class TacticalCell(Frozen):
    """What one hex is like; hexes that are not listed are open, level ground."""

    hex: HexAddress = Field(description=f"Which hex. {CONVENTION_IN_SHORT}")
    solid: bool = Field(
        default=False, description="Whether a barrier fills it, such as a pillar: none enters it or sees through."
    )
    usable: bool = Field(
        default=True, description="Whether it can be entered; the game master may close what a wall cuts off."
    )
    bodies: Count = Field(
        default=0, description="Bodies on the ground, besides those of figures; each is an obstruction."
    )
    obstruction: TacticalObstruction = Field(
        default=TacticalObstruction.NONE, description="What stands or lies in it, besides bodies."
    )
    minor_count: Annotated[int, Field(ge=1, le=100), WHOLE] = Field(
        default=1, description="How many minor obstructions they are, if `obstruction` is `minor`."
    )
    barrier_height: Annotated[int, Field(ge=0, le=1_000), WHOLE] = Field(
        default=0, description="Height of what stands or lies in it, in inches, for those who jump over it."
    )
    footing: Count = Field(default=0, description="Extra movement points for bad footing; mud or a waxed floor is 1.")
    stairs: bool = Field(default=False, description="Whether it is part of a stairway.")
    water: Annotated[int, Field(ge=0, le=100_000), WHOLE] = Field(
        default=0, description="Depth of the water, in inches."
    )
    elevation: Annotated[int, Field(ge=-10_000, le=10_000), WHOLE] = Field(
        default=0, description="Height of the ground, in yards."
    )
    cover: bool = Field(default=False, description="Whether a figure in it is behind cover, for pop-up attacks.")
    visibility: Visibility | None = Field(
        default=None, description="Modifier for darkness or fog here, -10 being total darkness; null: that of the map."
    )


class TacticalEdge(Frozen):
    """What stands on the edge between two hexes."""

    hex: HexAddress = Field(description=f"One of the two hexes. {CONVENTION_IN_SHORT}")
    direction: Facing = Field(description=f"On which of its hexsides. {CONVENTION_IN_SHORT}")
    kind: TacticalEdgeKind = Field(description="What it is.")
    blocks_move: bool | None = Field(
        default=None, description="Whether none can step over it; null: true, except for a low wall."
    )
    blocks_sight: bool | None = Field(
        default=None, description="Whether none can see or shoot over it; null: true for walls and closed doors."
    )


class TacticalItem(Frozen):
    """A thing that lies on the map."""

    id: ItemId = Field(description="The item's id; no two items have the same.")
    hex: HexAddress = Field(description=f"Where it lies. {CONVENTION_IN_SHORT}")
    weight: Annotated[float, Field(ge=0, le=1_000_000)] = Field(default=0, description="Weight, in pounds.")


class TacticalRelation(Frozen):
    """How two sides stand to each other."""

    sides: Annotated[
        tuple[Annotated[str, Field(min_length=1, max_length=64)], ...], Field(min_length=2, max_length=2), DISTINCT
    ] = Field(description="The two sides.")
    relation: TacticalRelationKind = Field(description="What they are to each other.")


class TacticalWithinLimits(Frozen):
    """A map of all hexes whose coordinates are within limits, these included."""

    kind: Literal["limits"]
    q_min: Coordinate = Field(description="Lowest q.")
    q_max: Coordinate = Field(description="Highest q.")
    r_min: Coordinate = Field(description="Lowest r.")
    r_max: Coordinate = Field(description="Highest r.")


class TacticalWithinHexes(Frozen):
    """A map of exactly these hexes."""

    kind: Literal["hexes"]
    hexes: Annotated[tuple[HexAddress, ...], Field(min_length=1, max_length=MOST_CELLS), DISTINCT] = Field(
        description=f"The hexes. {CONVENTION_IN_SHORT}"
    )


TacticalBounds = Annotated[
    TacticalWithinLimits | TacticalWithinHexes, Field(discriminator="kind", title="TacticalBounds")
]
"""How far the map reaches; what lies outside cannot be entered."""


class TacticalMap(Frozen):
    """The ground of a fight; one hex is one yard."""

    id: Annotated[str, Field(min_length=1, max_length=64)] | None = Field(
        default=None, description="What you call the map; no rule reads it."
    )
    bounds: TacticalBounds | None = Field(default=None, description="How far the map reaches; null: without end.")
    cells: Annotated[tuple[TacticalCell, ...], Field(max_length=MOST_CELLS)] = Field(
        default=(), description="Hexes that are not open, level ground; none twice."
    )
    edges: Annotated[tuple[TacticalEdge, ...], Field(max_length=MOST_CELLS)] = Field(
        default=(), description="Walls, doors, windows and low walls between hexes; no edge twice, from either side."
    )
    visibility: Visibility = Field(
        default=0, description="Modifier for darkness or fog, -10 being total darkness; cells may differ."
    )
    items: Annotated[tuple[TacticalItem, ...], Field(max_length=1_000)] = Field(
        default=(), description="Things that lie on the map."
    )
    relations: Annotated[tuple[TacticalRelation, ...], Field(max_length=100)] = Field(
        default=(), description="Sides that are not foes, or not only; sides that are not listed are foes."
    )
