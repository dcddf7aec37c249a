"""What requests ask of a map besides what stands on it: a title, lines, areas, and which part is drawn."""

from typing import Annotated, Final

from pydantic import Field

from service.rules.kernel.hexes import CONVENTION_IN_SHORT, Hex, HexAddress, line
from service.wire import WHOLE, Frozen

MAX_HEXES: Final = 20_000
"""How many hexes of a map are drawn."""

WIDEST: Final = 80
"""The largest radius of a part that is drawn: it has fewer hexes than are drawn at most."""

Label = Annotated[str, Field(min_length=1, max_length=100)]
HexesOfLine = Annotated[tuple[HexAddress, ...], Field(max_length=4_000)]
HexesOfArea = Annotated[tuple[HexAddress, ...], Field(max_length=MAX_HEXES)]


class MapLine(Frozen):
    """A straight line over the map, such as a line of fire."""

    start: HexAddress = Field(description=f"The hex where it begins. {CONVENTION_IN_SHORT}")
    goal: HexAddress = Field(description=f"The hex where it ends. {CONVENTION_IN_SHORT}")
    hexes: HexesOfLine | None = Field(
        default=None,
        description="The hexes that it passes, as a line of fire lists them; null: those between the centres.",
    )
    label: Label | None = Field(default=None, description="What it is; null: Line of fire.")

    @property
    def passed(self) -> tuple[Hex, ...]:
        """The hexes that it passes."""
        return line(self.start, self.goal) if self.hexes is None else self.hexes


class MapArea(Frozen):
    """A set of hexes, such as all that a figure can reach."""

    hexes: HexesOfArea = Field(description=f"Its hexes; one that is repeated counts once. {CONVENTION_IN_SHORT}")
    label: Label | None = Field(default=None, description="What it is; null: Area.")


class MapPart(Frozen):
    """A part of a map: the hexes within a distance."""

    centre: HexAddress = Field(description=f"The hex in the middle. {CONVENTION_IN_SHORT}")
    radius: Annotated[int, Field(ge=0, le=WIDEST), WHOLE] = Field(description="Hexes from the middle to the edge.")


class MapOverlays(Frozen):
    """What is laid over a map."""

    title: Label | None = Field(default=None, description="The title above the map; null: none.")
    lines: Annotated[tuple[MapLine, ...], Field(max_length=20)] = Field(
        default=(), description="Lines over the map, such as lines of fire."
    )
    areas: Annotated[tuple[MapArea, ...], Field(max_length=10)] = Field(
        default=(), description="Sets of hexes that are marked, such as all that a figure can reach."
    )
    part: MapPart | None = Field(default=None, description="The part of the map that is drawn; null: all of it.")


NO_OVERLAYS: Final = MapOverlays()
