"""Where a body is and how it turns: what a figure of one hex, of two when low, and of several fills on its way."""

from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import NamedTuple

from service.rules.kernel.hexes import DIRECTIONS, Hex, distance, neighbour, turned
from service.rules.roll_under.words import Posture
from service.rules.tactical.book import refusals
from service.rules.tactical.book.options import TacticalSweep
from service.rules.tactical.book.words import TacticalShape
from service.rules.tactical.figures.field import Field, axis_of, body_at, fills, is_stretched, misplaced
from service.rules.tactical.figures.models import TacticalFigure
from service.rules.tactical.map.footprints import swept

NO_AXIS = -1


class Pose(NamedTuple):
    """Where a figure's head is, the way it faces, and of a low body in two hexes the direction from feet to head.

    `axis` is -1 of a body that has none.
    """

    hex: Hex
    facing: int
    axis: int


class Swept(NamedTuple):
    """A foe whom a turning body sweeps over, and the yards that the part travels which hits him."""

    foe: str
    yards: int


def is_large(figure: TacticalFigure) -> bool:
    """Tell whether a figure has a footprint of several hexes, whatever its posture."""
    return figure.shape is not TacticalShape.SINGLE or figure.horizontal


class Body:
    """The hexes of one figure as it moves over a field.

    A turn by a hexside is looked at once for each hex and facing, and so is each position of a large body.
    """

    __slots__ = (
        "_bodies",
        "_clear",
        "_faults",
        "_field",
        "_figure",
        "_offsets",
        "_regions",
        "_turns",
        "large",
        "lying",
        "stretched",
    )

    def __init__(self, field: Field, figure: TacticalFigure) -> None:
        """Set the figure, as it is before it moves."""
        self._field = field
        self._figure = figure
        self._faults: dict[tuple[Hex, int], refusals.FieldRefusal | None] = {}
        self._turns: dict[tuple[Hex, int, int], refusals.FieldRefusal | None] = {}
        self._bodies: dict[tuple[Hex, int], tuple[Hex, ...]] = {}
        self._clear: dict[tuple[Hex, int], bool] = {}
        self._offsets: dict[int, tuple[Hex, ...]] = {}
        self._regions: dict[tuple[int, int], frozenset[Hex]] = {}
        self.large = is_large(figure)
        self.stretched = is_stretched(figure, field.rulings)
        self.lying = self.stretched and figure.posture is Posture.LYING

    def pose(self) -> Pose:
        """Return the pose that the figure has on the field."""
        return Pose(self._figure.hex, self._figure.facing, axis_of(self._figure) if self.stretched else NO_AXIS)

    def hexes(self, pose: Pose) -> tuple[Hex, ...]:
        """Return the hexes that the figure fills in a pose, its head first."""
        if self.stretched:
            return pose.hex, neighbour(pose.hex, turned(pose.axis, 3))
        if not self.large:
            return (pose.hex,)
        key = pose.hex, pose.facing
        found = self._bodies.get(key)
        if found is None:
            found = self._bodies[key] = self._placed(pose.hex, self._shape(pose.facing))
        return found

    def _shape(self, facing: int) -> tuple[Hex, ...]:
        """Return the hexes of a large body relative to its head, which comes first."""
        found = self._offsets.get(facing)
        if found is None:
            head = self._figure.hex
            hexes = body_at(self._figure, head, facing, self._field.rulings)
            found = self._offsets[facing] = tuple([(q - head[0], r - head[1]) for q, r in hexes])
        return found

    def _placed(self, head: Hex, steps: Iterable[Hex]) -> tuple[Hex, ...]:
        q, r = head
        return tuple([(q + step_q, r + step_r) for step_q, step_r in steps])

    def turn(self, pose: Pose, facing: int) -> Pose:
        """Return the pose after a turn to a facing; feet swing about the head, but those of a crawling figure stay."""
        return Pose(pose.hex, facing, facing if self.lying else pose.axis)

    def enter(self, pose: Pose, direction: int, facing: int) -> Pose:
        """Return the pose after a hex; the feet of a low figure follow into the hex that its head has left."""
        faced = direction if self.lying else facing
        return Pose(neighbour(pose.hex, direction), faced, direction if self.stretched else NO_AXIS)

    def turn_fault(self, pose: Pose, sides: int) -> refusals.FieldRefusal | None:
        """Return why there is no room to turn about the head by some hexsides, or None if there is.

        All hexes that the body sweeps over must be clear of walls, and each position between the first and the last.
        Ruling: tactical/ruling/body-rigid, wall-overlap.
        """
        if sides == 0 or not (self.large or self.lying):
            return None
        here, side = pose, 1 if sides > 0 else -1
        for _ in range(abs(sides)):
            key = here.hex, here.facing, side
            if key not in self._turns:
                self._turns[key] = self._hexside_fault(here, side)
            if self._turns[key] is not None:
                return self._turns[key]
            here = self.turn(here, turned(here.facing, side))
        return None

    def _hexside_fault(self, pose: Pose, side: int) -> refusals.FieldRefusal | None:
        """Return why there is no room to turn by one hexside."""
        if self._field.ground.is_clear(self._placed(pose.hex, self._region(pose, side))):
            return None
        barred = sum([self._is_barred(path) for path in self._sweep(pose, side)])
        if barred > self._field.rulings.wall_overlap:
            message = f"{self._figure.id!r} has no room to turn: walls or solid hexes stop its body in {barred}"
            where = f"hex [{pose.hex[0]}, {pose.hex[1]}]"
            return refusals.TooNarrow(f"{message} of its hexes in {where}.", pointer="")
        return self.fault(self.turn(pose, turned(pose.facing, side)))

    def _region(self, pose: Pose, side: int) -> frozenset[Hex]:
        """Return all hexes that a turn by a hexside passes over, relative to the head."""
        key = pose.facing, side
        if key not in self._regions:
            there = Pose((0, 0), pose.facing, pose.axis)
            paths = self._sweep(there, side)
            self._regions[key] = frozenset([(0, 0)]).union(*paths)
        return self._regions[key]

    def _sweep(self, pose: Pose, sides: int) -> Iterator[tuple[Hex, ...]]:
        """Yield the hexes that each hex of the body but its head passes over in a turn, the first and last too."""
        head = pose.hex
        for each in self.hexes(pose)[1:]:
            yield swept(head, (each[0] - head[0], each[1] - head[1]), sides)

    def _is_barred(self, path: tuple[Hex, ...]) -> bool:
        ground = self._field.ground
        for here, there in pairwise(path):
            direction = DIRECTIONS.index((there[0] - here[0], there[1] - here[1]))
            if ground.is_solid(there) or not ground.contains(there) or ground.blocks_move(here, direction):
                return True
        return False

    def fault(self, pose: Pose) -> refusals.FieldRefusal | None:
        """Return why the ground has no room for the body in a pose, or None if it has; a single hex always fits."""
        if not self.large:
            return misplaced(self._field, self._figure, self.hexes(pose)) if self.stretched else None
        key = (pose.hex, pose.facing)
        if key not in self._faults:
            clear = self._is_clear(pose)
            self._faults[key] = None if clear else misplaced(self._field, self._figure, self.hexes(pose))
        return self._faults[key]

    def _is_clear(self, pose: Pose) -> bool:
        """Tell whether nothing at all bars movement where a large body is."""
        key = pose.hex, pose.facing
        if key not in self._clear:
            self._clear[key] = self._field.ground.is_clear(self.hexes(pose))
        return self._clear[key]

    def shift_fault(self, pose: Pose, direction: int) -> refusals.FieldRefusal | None:
        """Return why a large body cannot be shifted by one hex in a direction, or None if it can.

        What bars the head itself is not considered.
        """
        if not self.large:
            return None
        there = Pose(neighbour(pose.hex, direction), pose.facing, pose.axis)
        if self._is_clear(pose):
            return self.fault(there)
        trailing = self.hexes(pose)[1:]
        inside = {pose.hex, *trailing}
        barred = [
            each
            for each in trailing
            if self._field.ground.blocks_move(each, direction) and neighbour(each, direction) not in inside
        ]
        if len(barred) > self._field.rulings.wall_overlap:
            message = f"{self._figure.id!r} does not fit through: walls stop {len(barred)} hexes of its body."
            return refusals.TooNarrow(f"{message} At most {self._field.rulings.wall_overlap} may.", pointer="")
        return self.fault(there)

    def sweeps(self, pose: Pose, sides: int) -> tuple[Swept, ...]:
        """Return the foes whom a large body sweeps over as it turns by some hexsides.

        Each has the yards that the part travels which hits him, the farthest if several do.
        Ruling: tactical/ruling/sweep-slam.
        """
        if not self.large or sides == 0 or self._field.rulings.sweep is TacticalSweep.NONE:
            return ()
        inside, hit = set(self.hexes(pose)), dict[str, int]()
        for path in self._sweep(pose, sides):
            yards = distance(pose.hex, path[0]) * abs(sides)
            for each in path[1:]:
                for other in self._field.occupants(each) if each not in inside else ():
                    if fills(other) and self._field.is_foe(self._figure, other):
                        hit[other.id] = max(hit.get(other.id, 0), yards)
        return tuple([Swept(foe, yards) for foe, yards in hit.items()])


def shortest_turn(facing: int, other: int) -> int:
    """Return the hexsides from one facing to another, from -2 to 3, positive to the right."""
    return (other - facing + 2) % 6 - 2
