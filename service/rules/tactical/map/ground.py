"""The ground of a fight: an index of the map, made once for each request."""

from bisect import bisect_left, bisect_right
from collections.abc import Mapping
from typing import Final

from service.rules.kernel.figures import refuse_doubles
from service.rules.kernel.hexes import FARTHEST, Hex, hex_text, nearest_to, neighbour, neighbours
from service.rules.tactical.book import refusals
from service.rules.tactical.book.words import TacticalEdgeKind, TacticalObstruction
from service.rules.tactical.map.models import (
    TacticalBounds,
    TacticalCell,
    TacticalEdge,
    TacticalItem,
    TacticalMap,
    TacticalWithinHexes,
)

MINOR: Final = TacticalObstruction.MINOR
SEVERE: Final = TacticalObstruction.SEVERE

SOLID: Final = 1 << 6
"""The bit of `Ground.opaque` that says that a hex is solid; the bits 0 to 5 are its hexsides."""

WALL, CLOSED_DOOR, _, LOW_WALL = TacticalEdgeKind
TOTAL_DARKNESS: Final = -10
EMPTY_MAP: Final = TacticalMap()
OPEN_CELL: Final = TacticalCell(hex=(0, 0))


class Ground:
    """What each hex and each edge is like.

    `opaque` has, for each hex that is solid or has an edge that blocks sight, a number whose bits 0 to 5 are such
    edges and whose bit `SOLID` says that the hex is solid. `items` are the things that lie on the map, by id.
    `is_dark_somewhere` tells whether total darkness lies on the map, or on one of its hexes.
    """

    __slots__ = (
        "_barred",
        "_cells",
        "_columns",
        "_edged",
        "_edges",
        "_exits",
        "_hexes",
        "_limits",
        "_visibility",
        "is_dark_somewhere",
        "items",
        "opaque",
    )

    def __init__(self, map: TacticalMap) -> None:
        """Index a map."""
        refuse_doubles(map.items, "/map/items", refusals.TacticalDuplicateId)
        self.items: Mapping[str, TacticalItem] = {item.id: item for item in map.items}
        self._visibility = map.visibility
        own = [cell.visibility for cell in map.cells if cell.visibility is not None]
        self.is_dark_somewhere = min([map.visibility, *own]) <= TOTAL_DARKNESS
        self._hexes = frozenset(map.bounds.hexes) if isinstance(map.bounds, TacticalWithinHexes) else None
        self._limits = _limits_of(map.bounds)
        self._cells = {cell.hex: cell for cell in map.cells}
        self._edges: dict[tuple[Hex, int], TacticalEdge] = {}
        self._edged: set[Hex] = set()
        self._exits: dict[Hex, tuple[Hex, ...]] = {}
        self._barred: dict[Hex, int] = {}
        self._columns: dict[int, list[int]] | None = None
        self.opaque: dict[Hex, int] = {cell.hex: SOLID for cell in map.cells if cell.solid}
        if len(self._cells) < len(map.cells):
            _refuse_double_cells(map.cells)
        for place, edge in enumerate(map.edges):
            self._add(edge, place)

    @classmethod
    def of(cls, map: TacticalMap | None) -> "Ground":
        """Return the ground of a map, or an endless, empty one."""
        return cls(map or EMPTY_MAP)

    def _add(self, edge: TacticalEdge, place: int) -> None:
        here, direction = edge.hex, edge.direction
        there, back = neighbour(here, direction), (direction + 3) % 6
        known = (here, direction) if direction < back else (there, back)
        if known in self._edges:
            message = f"The edge of hex {hex_text(here)} in direction {direction} is described twice."
            raise refusals.TacticalDuplicateId(message, pointer=f"/map/edges/{place}/direction")
        self._edges[known] = edge
        self._edged |= {here, there}
        kind, bars, screens = edge.kind, edge.blocks_move, edge.blocks_sight
        if kind is not LOW_WALL if bars is None else bars:
            self._barred[here] = self._barred.get(here, 0) | 1 << direction
            self._barred[there] = self._barred.get(there, 0) | 1 << back
        if kind is WALL or kind is CLOSED_DOOR if screens is None else screens:
            self.opaque[here] = self.opaque.get(here, 0) | 1 << direction
            self.opaque[there] = self.opaque.get(there, 0) | 1 << back

    def contains(self, hex: Hex) -> bool:
        """Return whether a hex is on the map."""
        low_q, high_q, low_r, high_r = self._limits
        if not (low_q <= hex[0] <= high_q and low_r <= hex[1] <= high_r):
            return False
        return self._hexes is None or hex in self._hexes

    def cell(self, hex: Hex) -> TacticalCell:
        """Return what a hex is like; of open, level ground the field `hex` means nothing."""
        return self._cells.get(hex, OPEN_CELL)

    def is_solid(self, hex: Hex) -> bool:
        """Return whether a barrier fills a hex."""
        return bool(self.opaque.get(hex, 0) & SOLID)

    def is_usable(self, hex: Hex) -> bool:
        """Return whether the game master lets figures enter a hex; solid ones aside."""
        return self.cell(hex).usable

    def minor_obstructions(self, hex: Hex) -> int:
        """Return how many minor obstructions a hex has, bodies aside."""
        cell = self.cell(hex)
        return cell.minor_count if cell.obstruction is MINOR else 0

    def is_severe(self, hex: Hex) -> bool:
        """Return whether a hex has a severe obstruction, bodies aside."""
        return self.cell(hex).obstruction is SEVERE

    def visibility(self, hex: Hex) -> int:
        """Return the modifier for darkness or fog in a hex, from -10 to 0."""
        own = self.cell(hex).visibility
        return self._visibility if own is None else own

    def is_plain(self) -> bool:
        """Return whether nothing on the map is in the way: no hex is described, no edge, and no ragged border."""
        return not self._cells and not self._edges and self._hexes is None

    def is_bare(self, hex: Hex) -> bool:
        """Return whether a hex is on the map and nothing is said of what it is like: it is open, level ground."""
        if hex in self._cells:
            return False
        low_q, high_q, low_r, high_r = self._limits
        return low_q <= hex[0] <= high_q and low_r <= hex[1] <= high_r and (self._hexes is None or hex in self._hexes)

    def is_open(self, hex: Hex) -> bool:
        """Return whether a hex is on the map, not solid and usable; obstructions do not count."""
        return self.is_bare(hex) or (self.contains(hex) and not self.is_solid(hex) and self.is_usable(hex))

    def has_edges(self, hex: Hex) -> bool:
        """Return whether anything stands on a hexside of a hex."""
        return hex in self._edged

    def exits(self, hex: Hex) -> tuple[Hex, ...]:
        """Return the hexes around a hex into which no barrier keeps one from stepping; obstructions are none."""
        found = self._exits.get(hex)
        if found is None:
            barred = self._barred.get(hex, 0)
            around = [neighbour(hex, each) for each in range(6) if not barred >> each & 1]
            found = self._exits[hex] = tuple([each for each in around if self.is_open(each)])
        return found

    def obstacles(self, here: Hex, radius: int) -> list[Hex]:
        """Return the hexes up to a distance that cannot be entered, or of which an edge bars movement.

        Of what is off the map there are only the hexes beside it.
        """
        if self._columns is None:
            self._columns = self._obstacles_by_column()
        q, r = here
        found: list[Hex] = []
        for column in range(q - radius, q + radius + 1):
            rows = self._columns.get(column, ())
            low, high = r - radius - min(column - q, 0), r + radius - max(column - q, 0)
            found += [(column, row) for row in rows[bisect_left(rows, low) : bisect_right(rows, high)]]
        return found

    def _obstacles_by_column(self) -> dict[int, list[int]]:
        closed = {cell.hex for cell in self._cells.values() if cell.solid or not cell.usable}
        columns: dict[int, list[int]] = {}
        for q, r in sorted(closed.union(self._barred, self._border())):
            columns.setdefault(q, []).append(r)
        return columns

    def _border(self) -> set[Hex]:
        """Return the hexes off the map that are beside it."""
        if self._hexes is not None:
            return {beside for each in self._hexes for beside in neighbours(each)} - self._hexes
        low_q, high_q, low_r, high_r = self._limits
        columns, rows = range(low_q - 1, high_q + 2), range(low_r - 1, high_r + 2)
        above_and_below = {(q, r) for q in columns for r in (rows[0], rows[-1])}
        return above_and_below.union([(q, r) for q in (columns[0], columns[-1]) for r in rows])

    def edge(self, hex: Hex, direction: int) -> TacticalEdge | None:
        """Return what stands on a hexside, described from either side; None: nothing."""
        return self._edges.get((hex, direction) if direction < 3 else (neighbour(hex, direction), direction - 3))

    def barred_sides(self, hex: Hex) -> int:
        """Return the hexsides that keep figures from stepping over them, as bits; what the hexes are aside."""
        return self._barred.get(hex, 0)

    def blocks_move(self, hex: Hex, direction: int) -> bool:
        """Return whether what stands on a hexside keeps figures from stepping over it; what the hexes are aside."""
        return bool(self._barred.get(hex, 0) >> direction & 1)

    @property
    def extent(self) -> str:
        """How far the map reaches, in words."""
        if self._hexes is not None:
            return f"it has only the {len(self._hexes)} hexes that `bounds` lists"
        q_min, q_max, r_min, r_max = self._limits
        return f"q goes from {q_min} to {q_max}, r from {r_min} to {r_max}"

    def off_map(self, hex: Hex) -> str:
        """Say that a hex is off the map, how far the map reaches, and which hex of it is the nearest."""
        low_q, high_q, low_r, high_r = self._limits
        if self._hexes is None and (low_q > high_q or low_r > high_r):
            return f"off the map: {self.extent}."
        inside = min(max(hex[0], low_q), high_q), min(max(hex[1], low_r), high_r)
        near = inside if self._hexes is None else nearest_to(hex, self._hexes)
        return f"off the map: {self.extent}. The nearest hex on it is {hex_text(near)}."

    def blocks_sight(self, hex: Hex, direction: int) -> bool:
        """Return whether what stands on a hexside keeps figures from seeing and shooting over it."""
        return bool(self.opaque.get(hex, 0) >> direction & 1)

    def is_low_wall(self, hex: Hex, direction: int) -> bool:
        """Return whether a low wall stands on a hexside: a minor obstruction to whoever crosses it."""
        edge = self.edge(hex, direction)
        return edge is not None and edge.kind is LOW_WALL


def _limits_of(bounds: TacticalBounds | None) -> tuple[int, int, int, int]:
    if bounds is None or isinstance(bounds, TacticalWithinHexes):
        return -FARTHEST, FARTHEST, -FARTHEST, FARTHEST
    return bounds.q_min, bounds.q_max, bounds.r_min, bounds.r_max


def _refuse_double_cells(cells: tuple[TacticalCell, ...]) -> None:
    """Refuse the second description of a hex, there being one."""
    first = {cell.hex: place for place, cell in reversed(list(enumerate(cells)))}
    place, cell = next((place, cell) for place, cell in enumerate(cells) if first[cell.hex] < place)
    raise refusals.TacticalDuplicateId(
        f"Hex {hex_text(cell.hex)} is described twice.", pointer=f"/map/cells/{place}/hex"
    )
