"""A map as a neutral picture: what a family says is to be drawn, as values without colours, shapes or coordinates."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from enum import StrEnum
from typing import Any, Final, NamedTuple

from service.rules.kernel.hexes import FARTHEST, Hex
from service.wire import Frozen, value_class


class Look(StrEnum):
    """What the ground of a hex looks like; the words of a hex say what it is."""

    OPEN = "open"
    DARK = "dark"
    ROUGH = "rough"
    DIFFICULT = "difficult"
    WATER = "water"
    STAIRS = "stairs"
    CLOSED = "closed"
    SOLID = "solid"


class EdgeLook(StrEnum):
    """What stands on the edge between two hexes."""

    WALL = "wall"
    DOOR = "door"
    WINDOW = "window"
    LOW_WALL = "low wall"


class Pose(StrEnum):
    """How a figure is drawn: upright, low, flat on the ground, or out of the fight."""

    UPRIGHT = "upright"
    LOW = "low"
    FLAT = "flat"
    OUT = "out"


class Bounds(NamedTuple):
    """How far a map reaches: the lowest and highest q, r and q + r; with `listed`, exactly these hexes."""

    q: tuple[int, int] = (-FARTHEST, FARTHEST)
    r: tuple[int, int] = (-FARTHEST, FARTHEST)
    sum: tuple[int, int] = (-2 * FARTHEST, 2 * FARTHEST)
    listed: frozenset[Hex] | None = None

    @classmethod
    def around(cls, centre: Hex, radius: int) -> "Bounds":
        """Return the bounds of all hexes within a distance."""
        q, r = centre
        total = q + r
        return cls((q - radius, q + radius), (r - radius, r + radius), (total - radius, total + radius))

    def contains(self, hex: Hex) -> bool:
        """Return whether a hex is within the bounds."""
        q, r = hex
        inside = self.q[0] <= q <= self.q[1] and self.r[0] <= r <= self.r[1] and self.sum[0] <= q + r <= self.sum[1]
        return inside and (self.listed is None or hex in self.listed)

    def columns(self) -> Iterator[tuple[int, int, int]]:
        """Yield each column that has hexes, as q and the lowest and highest r; of listed hexes nothing is yielded."""
        for q in range(self.q[0], self.q[1] + 1) if self.listed is None else ():
            low, high = max(self.r[0], self.sum[0] - q), min(self.r[1], self.sum[1] - q)
            if low <= high:
                yield q, low, high

    @property
    def size(self) -> int:
        """How many hexes are within the bounds."""
        if self.listed is not None:
            return len(self.listed)
        return sum([high - low + 1 for _, low, high in self.columns()])

    def hexes(self) -> frozenset[Hex]:
        """Return all hexes within the bounds, which may be millions: ask for the size first."""
        if self.listed is not None:
            return self.listed
        return frozenset([(q, r) for q, low, high in self.columns() for r in range(low, high + 1)])


@value_class
class PictureHex:
    """A hex that is not open, level ground: how it looks, what it is in words, and at most four characters in it."""

    hex: Hex
    look: Look
    words: str
    note: str = ""


@value_class
class PictureEdge:
    """What stands on a hexside."""

    hex: Hex
    direction: int
    look: EdgeLook


@value_class
class PictureItem:
    """A thing that lies in a hex."""

    name: str
    hex: Hex


@value_class
class PictureFigure:
    """A figure: the hexes that it fills, its head first; `words` tell its posture and its state.

    `facing` is None where it is not seen; `hidden` says that viewers do not see the figure.
    """

    id: str
    name: str
    side: str
    hexes: tuple[Hex, ...]
    facing: int | None = None
    pose: Pose = Pose.UPRIGHT
    words: tuple[str, ...] = ()
    hidden: bool = False


@value_class
class Picture:
    """All that is drawn of a map.

    `pairs` are the ids of figures that fight each other hand to hand, each pair once. `signs` are what notes in hexes
    mean, as a note and words; without a note the words hold for the whole map.
    """

    bounds: Bounds | None = None
    hexes: tuple[PictureHex, ...] = ()
    edges: tuple[PictureEdge, ...] = ()
    items: tuple[PictureItem, ...] = ()
    figures: tuple[PictureFigure, ...] = ()
    pairs: tuple[tuple[str, str], ...] = ()
    signs: tuple[tuple[str, str], ...] = ()


Seen = Mapping[str, Any]
"""A scene as JSON, as far as somebody sees it: whatever he does not see may be missing."""


@value_class
class MapDrawing:
    """How a family's map is drawn.

    `scene` is the model of what callers send to be drawn. `picture` takes a scene or the state of an encounter, as far
    as the map's reader sees it, with the rulings in force: so the picture cannot show anything that is hidden. Whatever
    may be hidden is not taken for granted.
    """

    scene: type[Frozen]
    picture: Callable[[Seen, Any], Picture]


NOTHING: Final[Seen] = {}


def records(seen: Seen, name: str) -> list[Seen]:
    """Return the records of a list of what is seen; none, if the list is not seen."""
    listed = seen.get(name)
    return [each for each in listed if isinstance(each, Mapping)] if isinstance(listed, list | tuple) else []


def record_in(seen: Seen, name: str) -> Seen:
    """Return a record of what is seen; an empty one, if it is not seen."""
    found = seen.get(name)
    return found if isinstance(found, Mapping) else NOTHING


def hex_in(seen: Seen, name: str = "hex") -> Hex | None:
    """Return a hex of what is seen."""
    found = seen.get(name)
    return (found[0], found[1]) if isinstance(found, list | tuple) and len(found) == 2 else None


def hexes_in(seen: Seen, name: str) -> tuple[Hex, ...]:
    """Return a list of hexes of what is seen."""
    return tuple([(q, r) for q, r in seen.get(name) or ()])


def name_of(seen: Seen) -> str:
    """Return what players call a figure or a thing: its name, or its id."""
    return str(seen.get("name") or "").strip() or str(seen.get("id") or "")


def pairs_in(named: Iterable[tuple[str, str]], known: Iterable[str]) -> tuple[tuple[str, str], ...]:
    """Return the pairs both of whom are known, each once, in the order in which they are named first."""
    drawn = frozenset(known)
    kept: dict[frozenset[str], tuple[str, str]] = {}
    for one, other in named:
        if one != other and one in drawn and other in drawn:
            kept.setdefault(frozenset((one, other)), (one, other))
    return tuple(kept.values())
