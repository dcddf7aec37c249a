"""The map of `mass` as a picture: units with their facings, the terrain, and who is engaged with whom."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Final

from pydantic import Field

from service.rules.kernel.hexes import CONVENTION_IN_SHORT, Hex, HexAddress
from service.rules.kernel.picture import (
    Bounds,
    Look,
    MapDrawing,
    Picture,
    PictureFigure,
    PictureHex,
    Pose,
    Seen,
    hex_in,
    hexes_in,
    name_of,
    pairs_in,
    record_in,
    records,
)
from service.rules.mass.book.options import MassRulings
from service.rules.mass.book.words import MassStatus, MassTerrain
from service.rules.mass.figures.models import MAX_UNITS, MassMap, MassTroop, SideId

LOOKS: Final[Mapping[str, tuple[Look, str]]] = {
    MassTerrain.MODERATE: (Look.ROUGH, "moderate ground"),
    MassTerrain.DIFFICULT: (Look.DIFFICULT, "difficult ground"),
    MassTerrain.IMPASSABLE: (Look.SOLID, "impassable ground"),
}
"""How terrain looks that is not clear."""

GONE: Final = (MassStatus.ROUTED, MassStatus.DESTROYED)


class MassPlacedUnit(MassTroop):
    """A unit that is drawn; it needs no scores."""

    side: SideId = Field(description="Whom it fights for.")
    hex: HexAddress = Field(description=f"Where it stands. {CONVENTION_IN_SHORT}")


class MassScene(MassMap):
    """A map and the units on it."""

    units: Annotated[tuple[MassPlacedUnit, ...], Field(max_length=MAX_UNITS)] = Field(
        default=(), description="The units on the map."
    )


def picture_of(seen: Seen, rulings: MassRulings) -> Picture:
    """Make the picture of a battle."""
    figures = tuple([_figure(unit, here) for unit in records(seen, "units") if (here := hex_in(unit)) is not None])
    return Picture(
        bounds=_bounds(record_in(seen, "bounds")),
        hexes=tuple(_ground(seen)),
        figures=figures,
        pairs=pairs_in(_engaged(seen), [each.id for each in figures]),
    )


def _figure(unit: Seen, here: Hex) -> PictureFigure:
    status = unit.get("status")
    words = [str(status)] if status not in (None, MassStatus.ACTIVE) else []
    return PictureFigure(
        id=str(unit.get("id")),
        name=name_of(unit),
        side=str(unit.get("side") or ""),
        hexes=(here,),
        facing=unit.get("facing"),
        pose=Pose.OUT if status in GONE else Pose.UPRIGHT,
        words=(*words, *(["shield wall"] if unit.get("shield_wall") else [])),
        hidden=bool(unit.get("hidden")),
    )


def _ground(seen: Seen) -> Iterator[PictureHex]:
    for each in records(seen, "terrain"):
        here, look = hex_in(each), LOOKS.get(str(each.get("terrain")))
        if here is not None and look is not None:
            yield PictureHex(here, *look)


def _engaged(seen: Seen) -> Iterator[tuple[str, str]]:
    for unit in records(seen, "units"):
        for foe in unit.get("engaged_with") or ():
            yield str(unit.get("id")), str(foe)


def _bounds(seen: Seen) -> Bounds | None:
    """Return how far the map reaches; None: without end, or not seen."""
    centre, radius = hex_in(seen, "centre"), seen.get("radius")
    if centre is not None and radius is not None:
        return Bounds.around(centre, radius)
    return Bounds(listed=frozenset(hexes_in(seen, "hexes"))) if seen.get("hexes") else None


DRAWING: Final = MapDrawing(MassScene, picture_of)
