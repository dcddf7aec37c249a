"""The map: what each hex is like, and where the map ends."""

from collections.abc import Mapping
from dataclasses import dataclass

from service.rules.kernel.hexes import Hex, distance
from service.rules.mass.book.refusals import MassDuplicateId
from service.rules.mass.book.words import MassTerrain
from service.rules.mass.figures.models import FARTHEST, MassMap, MassWithinHexes, MassWithinRadius


@dataclass(frozen=True, slots=True)
class Ground:
    """A map of hexes."""

    terrain: Mapping[Hex, MassTerrain]
    hexes: frozenset[Hex] | None
    circle: MassWithinRadius | None

    def terrain_of(self, here: Hex) -> MassTerrain:
        """Say what a hex is like; off the map everything is impassable."""
        return self.terrain.get(here, MassTerrain.CLEAR) if self._holds(here) else MassTerrain.IMPASSABLE

    def _holds(self, here: Hex) -> bool:
        if abs(here[0]) > FARTHEST or abs(here[1]) > FARTHEST:
            return False
        if self.circle is not None:
            return distance(self.circle.centre, here) <= self.circle.radius
        return self.hexes is None or here in self.hexes


def ground_of(field: MassMap) -> Ground:
    """Take the map from a request.

    Raises: MassDuplicateId, if the terrain of a hex is told twice.
    """
    terrain: dict[Hex, MassTerrain] = {}
    for position, each in enumerate(field.terrain):
        if each.hex in terrain:
            message = f"The terrain of hex {list(each.hex)} is told twice."
            raise MassDuplicateId(message, pointer=f"/terrain/{position}/hex")
        terrain[each.hex] = each.terrain
    bounds = field.bounds
    return Ground(
        terrain=terrain,
        hexes=frozenset(bounds.hexes) if isinstance(bounds, MassWithinHexes) else None,
        circle=bounds if isinstance(bounds, MassWithinRadius) else None,
    )
