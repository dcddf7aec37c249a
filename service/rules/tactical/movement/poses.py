"""Where a body is and how it turns: what a figure of one hex, of two when low, and of several fills on its way."""

from collections.abc import Iterator
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
    """The hexes of one figure as it moves over a field."""

    __slots__ = ("_faults", "_field", "_figure", "_turns", "large", "lying", "stretched")

    def __init__(self, field: Field, figure: TacticalFigure) -> None:
        """Set the figure, as it is before it moves."""
        self._field = field
        self._figure = figure
        self._faults: dict[tuple[Hex, int], refusals.FieldRefusal | None] = {}
        self._turns: dict[tuple[Hex, int, int], refusals.FieldRefusal | None] = {}
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
        return body_at(self._figure, pose.hex, pose.facing, self._field.rulings) if self.large else (pose.hex,)

    def turn(self, pose: Pose, facing: int) -> Pose:
        """Return the pose after a turn to a facing; feet swing about the head, but those of a crawling figure stay."""
        return pose._replace(facing=facing, axis=facing if self.lying else pose.axis)

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
        key = (pose.hex, pose.facing, sides)
        if key not in self._turns:
            self._turns[key] = self._turn_fault(pose, sides)
        return self._turns[key]

    def _turn_fault(self, pose: Pose, sides: int) -> refusals.FieldRefusal | None:
        here, side = pose, 1 if sides > 0 else -1
        for _ in range(abs(sides)):
            barred = sum([self._is_barred(path) for path in self._sweep(here, side)])
            if barred > self._field.rulings.wall_overlap:
                message = f"{self._figure.id!r} has no room to turn: walls or solid hexes stop its body in {barred}"
                where = f"hex [{pose.hex[0]}, {pose.hex[1]}]"
                return refusals.TooNarrow(f"{message} of its hexes in {where}.", pointer="")
            here = self.turn(here, turned(here.facing, side))
            fault = self.fault(here)
            if fault is not None:
                return fault
        return None

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
            self._faults[key] = misplaced(self._field, self._figure, self.hexes(pose))
        return self._faults[key]

    def shift_fault(self, pose: Pose, direction: int) -> refusals.FieldRefusal | None:
        """Return why a large body cannot be shifted by one hex in a direction, or None if it can.

        What bars the head itself is not considered.
        """
        if not self.large:
            return None
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
        return self.fault(pose._replace(hex=neighbour(pose.hex, direction)))

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
