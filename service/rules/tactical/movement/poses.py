"""Where a body is and how it turns: what a figure of one hex, of two when low, and of several fills on its way."""

from collections.abc import Iterator
from itertools import pairwise
from typing import Final, NamedTuple

from service.rules.kernel.hexes import SIDES, Hex, distance, hex_text, neighbour, turned
from service.rules.kernel.telling import amount
from service.rules.roll_under.words import Posture
from service.rules.tactical.book import refusals
from service.rules.tactical.book.options import TacticalSweep
from service.rules.tactical.book.words import TacticalShape
from service.rules.tactical.figures.field import Field, fills, misplaced
from service.rules.tactical.figures.filled_hexes import axis_of, body_at, is_stretched
from service.rules.tactical.figures.models import TacticalFigure
from service.rules.tactical.map.footprints import inner_edges, swept
from service.rules.tactical.map.ground import SOLID

SINGLE: Final = TacticalShape.SINGLE
NO_AXIS: Final = -1
HEAD: Final = (0, 0)
INTO: Final = 6
NO_ROOM: Final = 1_000
"""What a hex counts that no part of a body may be in: more than can ever overlap."""


class Pose(NamedTuple):
    """Where a figure's head is, the way it faces, and of a low body in two hexes the direction from feet to head.

    `axis` is -1 of a body that has none.
    """

    hex: Hex
    facing: int
    axis: int


class Swept(NamedTuple):
    """A figure over which a turning body sweeps, and the yards that the part travels which hits it."""

    foe: str
    yards: int


class Obstacle(NamedTuple):
    """A hex near a body, relative to its head, that hampers it.

    `barred` are the hexsides that bar movement, as bits, with the bit `SOLID` for a hex that is solid or off the map.
    `overlap` is 1 if the hex is solid, and `NO_ROOM` if it is unusable or off the map.
    """

    step: Hex
    barred: int
    overlap: int


class Jam(NamedTuple):
    """A pose that a body has no room for, or that it cannot leave: something stops so many parts of it."""

    pose: Pose
    turning: int = 0
    shifting: int = 0


class Shape(NamedTuple):
    """A body that points one way: its hexes relative to the head, which comes first.

    `inner` has, for each hex, the directions from 0 to 2 in which the body goes on, as bits. `outer` has, for each hex
    behind the head, the directions in which it does not: where a body that is shifted leaves its own hexes.
    """

    steps: tuple[Hex, ...]
    inner: dict[Hex, int]
    outer: dict[Hex, int]


Swing = dict[tuple[Hex, int], int]
"""A turn by a hexside: for a hex relative to the head and a hexside, which parts of the body cross it, as bits.

In place of a hexside, `INTO` has the parts that come into the hex. Bit 0 stands for the first part behind the head.
"""


def is_large(figure: TacticalFigure) -> bool:
    """Return whether a figure has a footprint of several hexes, whatever its posture."""
    return figure.shape is not SINGLE or figure.horizontal


class Body:
    """The hexes of one figure as it moves over a field, and whether the ground has room for them.

    What hampers the body is looked for once around each hex, and its shapes and swings are worked out once for each
    way that it can point: large bodies point the way they face, low ones along their axis.
    """

    def __init__(self, field: Field, figure: TacticalFigure) -> None:
        """Set the figure, as it is before it moves."""
        self._field = field
        self._figure = figure
        self._most = field.rulings.wall_overlap
        self._bodies: dict[tuple[Hex, int], tuple[Hex, ...]] = {}
        self._shapes: dict[int, Shape] = {}
        self._swings: dict[tuple[int, int], Swing] = {}
        self._obstacles: dict[Hex, list[Obstacle]] = {}
        self._room: dict[tuple[Hex, int], bool] = {}
        self.large = is_large(figure)
        self.stretched = is_stretched(figure, field.rulings)
        self.lying = self.stretched and figure.posture is Posture.LYING
        self.swings = self.large or self.lying

    # Poses

    def pose(self) -> Pose:
        """Return the pose that the figure has on the field."""
        return Pose(self._figure.hex, self._figure.facing, axis_of(self._figure) if self.stretched else NO_AXIS)

    def turn(self, pose: Pose, facing: int) -> Pose:
        """Return the pose after a turn to a facing; feet swing about the head, but those of a crawling figure stay."""
        return Pose(pose.hex, facing, facing if self.lying else pose.axis)

    def enter(self, pose: Pose, direction: int, facing: int) -> Pose:
        """Return the pose after a hex; the feet of a low figure follow into the hex that its head has left."""
        faced = direction if self.lying else facing
        return Pose(neighbour(pose.hex, direction), faced, direction if self.stretched else NO_AXIS)

    def hexes(self, pose: Pose) -> tuple[Hex, ...]:
        """Return the hexes that the figure fills in a pose, its head first."""
        if not (self.large or self.stretched):
            return (pose.hex,)
        key = q, r = pose.hex
        way = self._way(pose)
        found = self._bodies.get((key, way))
        if found is None:
            found = tuple([(q + step_q, r + step_r) for step_q, step_r in self._shape(way).steps])
            self._bodies[key, way] = found
        return found

    def _way(self, pose: Pose) -> int:
        """Return the way that the body points in a pose."""
        return pose.axis if self.stretched else pose.facing

    def _shape(self, way: int) -> Shape:
        found = self._shapes.get(way)
        if found is None:
            steps: tuple[Hex, ...] = (HEAD, neighbour(HEAD, turned(way, 3)))
            if not self.stretched:
                (q, r), *_ = hexes = body_at(self._figure, self._figure.hex, way, self._field.rulings)
                steps = tuple([(each[0] - q, each[1] - r) for each in hexes])
            inner = dict.fromkeys(steps, 0)
            for each, direction in inner_edges(steps):
                inner[each] |= 1 << direction
            outer = {
                each: sum([1 << side for side in range(6) if neighbour(each, side) not in inner]) for each in steps[1:]
            }
            found = self._shapes[way] = Shape(steps, inner, outer)
        return found

    # Room

    def rest_jam(self, pose: Pose) -> Jam | None:
        """Return what keeps the body from being in a pose, or None; a single hex always fits."""
        return None if self._fits(pose) else Jam(pose)

    def turn_jam(self, pose: Pose, sides: int) -> Jam | None:
        """Return what keeps the body from turning about its head by some hexsides, or None if there is room.

        All hexes that the body sweeps over must be clear of walls, and each position between the first and the last.
        Ruling: tactical/ruling/body-rigid, wall-overlap.
        """
        for here, there, side in self._hexsides(pose, sides):
            stopped = self._stopped(here, side)
            if stopped > self._most:
                return Jam(here, turning=stopped)
            if not self._fits(there):
                return Jam(there)
        return None

    def entry_jam(self, pose: Pose, direction: int, facing: int) -> Jam | None:
        """Return what keeps a large body from turning to a facing and then being shifted by one hex, or None.

        What bars the head itself is not considered.
        """
        there = neighbour(pose.hex, direction)
        if not self.large or not (self._near(pose.hex) or self._near(there)):
            return None
        jam = self.turn_jam(pose, shortest_turn(pose.facing, facing))
        if jam is not None:
            return jam
        turned_pose = self.turn(pose, facing)
        outer = self._shape(facing).outer
        held = sum([(each.barred & outer.get(each.step, 0)) >> direction & 1 for each in self._near(pose.hex)])
        return Jam(pose, shifting=held) if held > self._most else self.rest_jam(turned_pose._replace(hex=there))

    def explained(self, jam: Jam | None) -> refusals.FieldRefusal | None:
        """Return the refusal of what a body has no room for."""
        if jam is None:
            return None
        name, where = f"{self._figure.id!r}", f"hex {hex_text(jam.pose.hex)}"
        if jam.turning:
            message = f"{name} has no room to turn: walls or solid hexes stop its body in {jam.turning}"
            return refusals.TooNarrow(f"{message} of its hexes in {where}.")
        if jam.shifting:
            message = f"{name} does not fit through: walls stop {amount(jam.shifting, 'hex')} of its body."
            return refusals.TooNarrow(f"{message} At most {self._most} may.")
        return misplaced(self._field, self._figure, self.hexes(jam.pose))

    def _hexsides(self, pose: Pose, sides: int) -> Iterator[tuple[Pose, Pose, int]]:
        """Yield the poses before and after each hexside of a turn that swings the body, and to which side it is."""
        side = 1 if sides > 0 else -1
        for _ in range(abs(sides) if self.swings else 0):
            there = self.turn(pose, turned(pose.facing, side))
            yield pose, there, side
            pose = there

    def _near(self, head: Hex) -> list[Obstacle]:
        """Return what hampers the body wherever it points, and as it turns."""
        found = self._obstacles.get(head)
        if found is None:
            ground = self._field.ground
            found = self._obstacles[head] = []
            radius = max([distance(HEAD, each) for each in self._shape(0).steps])
            for each in ground.obstacles(head, radius):
                outside, solid = not ground.contains(each), ground.is_solid(each)
                overlap = NO_ROOM if outside or not ground.is_usable(each) else int(solid)
                barred = ground.barred_sides(each) | (SOLID if outside or solid else 0)
                found.append(Obstacle((each[0] - head[0], each[1] - head[1]), barred, overlap))
        return found

    def _fits(self, pose: Pose) -> bool:
        """Return whether walls, and what is inside the body, overlap it in no more hexes than may."""
        if not (self.large or self.stretched):
            return True
        key = pose.hex, self._way(pose)
        found = self._room.get(key)
        if found is None:
            inner = self._shape(key[1]).inner
            near = [each for each in self._near(pose.hex) if each.step in inner]
            overlap = sum([each.overlap + (each.barred & inner[each.step]).bit_count() for each in near])
            found = self._room[key] = overlap <= self._most
        return found

    def _stopped(self, pose: Pose, side: int) -> int:
        """Count the parts of a body that something stops as it turns by a hexside."""
        near = self._near(pose.hex)
        if not near:
            return 0
        swing, stopped = self._swing(self._way(pose), side), 0
        for step, barred, _ in near:
            for hexside in range(INTO + 1):
                if barred >> hexside & 1:
                    stopped |= swing.get((step, hexside), 0)
        return stopped.bit_count()

    def _swing(self, way: int, side: int) -> Swing:
        found = self._swings.get((way, side))
        if found is None:
            found = self._swings[way, side] = {}
            for place, step in enumerate(self._shape(way).steps[1:]):
                for here, there in pairwise(swept(HEAD, step, side)):
                    direction = SIDES[there[0] - here[0], there[1] - here[1]]
                    for crossed in ((here, direction), (there, INTO)):
                        found[crossed] = found.get(crossed, 0) | 1 << place
        return found

    # Foes

    def sweeps(self, pose: Pose, sides: int) -> tuple[Swept, ...]:
        """Return those whom a large body sweeps over as it turns by some hexsides, friends too.

        Each has the yards that the part travels which hits it, the farthest if several do.
        Ruling: tactical/ruling/sweep-slam.
        """
        if not self.large or sides == 0 or self._field.rulings.sweep is TacticalSweep.NONE:
            return ()
        inside, hit = set(self.hexes(pose)), dict[str, int]()
        for step in self._shape(pose.facing).steps[1:]:
            yards = distance(HEAD, step) * abs(sides)
            for each in swept(pose.hex, step, sides)[1:]:
                for other in self._field.occupants(each) if each not in inside else ():
                    if fills(other) and other.id != self._figure.id:
                        hit[other.id] = max(hit.get(other.id, 0), yards)
        return tuple([Swept(foe, yards) for foe, yards in hit.items()])


def shortest_turn(facing: int, other: int) -> int:
    """Return the hexsides from one facing to another, from -2 to 3, positive to the right."""
    return (other - facing + 2) % 6 - 2
