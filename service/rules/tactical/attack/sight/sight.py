"""Lines of fire past figures: which line is the best, who is in its way, who closes it, and who may be hit astray.

Figures that are dead, and swarms, are in nobody's way; somebody unconscious counts as lying. What lines pass and which
walls stop them is in `map.lines`.
Source: Firing Through an Occupied Hex; Hitting the Wrong Target; Overshooting and Stray Shots.
Ruling: tactical/ruling/line-choice, pair-solid, in-way-unit, posture-levels, sight-block-target, higher-up.
"""

from collections.abc import Iterator, Sequence
from math import isqrt
from typing import Final

from service.rules.kernel.hexes import Hex, distance
from service.rules.tactical.attack.records import TacticalLine, TacticalLinePoint
from service.rules.tactical.attack.sight import bystanders
from service.rules.tactical.attack.sight.line_models import TacticalInTheWayOf
from service.rules.tactical.book import movement_rules
from service.rules.tactical.book.modifiers import RANGED_MODIFIERS, TacticalFact
from service.rules.tactical.book.options import TacticalStrayExtent
from service.rules.tactical.book.refusals import BadAnchor
from service.rules.tactical.book.tables import ASTRAY, IN_THE_WAY, SIGHT_BLOCKED_LEVEL, SIGHT_BLOCKS
from service.rules.tactical.book.words import TacticalLineChoice, TacticalVision
from service.rules.tactical.figures.field import Field
from service.rules.tactical.figures.models import TacticalFigure
from service.rules.tactical.map import lines
from service.rules.tactical.map.ground import TOTAL_DARKNESS
from service.rules.tactical.map.sectors import can_see
from service.wire import value_class

UNLIMITED: Final = 10_000
"""The yards that a weapon carries whose range is not given."""

SIGHTS: Final = {
    TacticalVision.NORMAL: movement_rules.SIGHT_ARC_NORMAL,
    TacticalVision.PERIPHERAL: movement_rules.SIGHT_ARC_PERIPHERAL,
    TacticalVision.ALL_AROUND: movement_rules.SIGHT_ARC_360,
}
"""The rule of each arc of vision; the others are restricted."""

ANY_LINE: Final = TacticalLine()
"""No line in particular: the best one is taken."""

TAKEN: Final = {row.fact: row.value for row in RANGED_MODIFIERS}
EACH: Final = TAKEN[TacticalFact.IN_THE_WAY]
EACH_PAIR: Final = TAKEN[TacticalFact.PAIR_IN_THE_WAY]
LEAST_EXCESS: Final = min(*SIGHT_BLOCKS.values(), SIGHT_BLOCKED_LEVEL)
"""By how much a figure's Size Modifier exceeds the shooter's at least to close a line of fire."""

Ends = tuple[lines.TacticalAnchor | None, lines.TacticalAnchor | None]
"""The anchors of a line; None for a point that a request gives."""

Group = tuple[str, ...]
"""Ids of figures that a shot meets at one distance: those in one hex, or on both sides of a line between two hexes."""


@value_class
class Shot:
    """A line of fire, and whom it meets.

    `blocked` is None if the line is clear; if all lines are closed it is what closes the first one.
    """

    segment: lines.Segment
    anchors: Ends
    meeting: bystanders.Meeting
    blocked: bystanders.Blockage | None

    @property
    def people(self) -> int:
        """Return how many persons are in the way, or hexes with persons."""
        return self.meeting.people

    @property
    def pairs(self) -> int:
        """Return between how many pairs of occupied hexes it runs."""
        return self.meeting.pairs

    @property
    def crowd(self) -> int:
        """Return how many are in hexes that it touches, in the way or not."""
        return self.meeting.crowd

    @property
    def penalty(self) -> int:
        """Return what those in the way take from skill."""
        return EACH * self.meeting.people + EACH_PAIR * self.meeting.pairs

    @property
    def in_way(self) -> tuple[TacticalInTheWayOf, ...]:
        """Return those in the way, nearest first, with what each takes from skill."""
        return tuple(
            [
                TacticalInTheWayOf(
                    id=each.id,
                    hex=each.hex,
                    penalty=0 if place >= counting else EACH_PAIR if between else EACH,
                )
                for between, found, counting in self.meeting.met
                for place, each in enumerate(found)
            ]
        )


# Who sees whom


def sees(field: Field, one: TacticalFigure, other: TacticalFigure | Hex) -> bool:
    """Return whether a figure sees another, or a hex: in its arc of vision, on a clear line, and not in total darkness.

    Source: base game; the arcs are those of the source's Ranged Attacks.
    """
    return sees_in(field, one, other, hexes_of(field, other))


def sees_in(field: Field, one: TacticalFigure, other: TacticalFigure | Hex, hexes: Sequence[Hex]) -> bool:
    """Return whether a figure sees another, or a hex, in some hexes; the other one need not be there on the field."""
    ground, goals = field.ground, _in_vision(field, one, hexes)
    if ground.is_dark_somewhere:
        goals = [each for each in goals if not is_unseen(field, one, each)]
    if not goals:
        return False
    if not _may_be_closed(field, one):
        return True
    people = _bystanders(field, one, other, hexes)
    ways = lines.candidate_segments((one.hex,), goals)
    return any(_measured(segment, (start, end), people).blocked is None for start, end, segment in ways)


def sees_each(field: Field, one: TacticalFigure, others: Sequence[TacticalFigure]) -> list[bool]:
    """Return for each of some figures whether a figure sees it."""
    if field.ground.is_dark_somewhere or _may_be_closed(field, one):
        return [sees(field, one, each) for each in others]
    here, facing, vision, width = one.hex, one.facing, one.vision, field.rulings.arc
    bodies = field.bodies_of(others)
    return [bool([each for each in body if can_see(here, facing, each, vision, width)]) for body in bodies]


def _may_be_closed(field: Field, shooter: TacticalFigure) -> bool:
    """Return whether a wall or somebody large may close a line of fire from a figure."""
    return bool(field.ground.opaque) or field.largest - shooter.sm >= LEAST_EXCESS


def hexes_of(field: Field, target: TacticalFigure | Hex) -> tuple[Hex, ...]:
    """Return the hexes of a target, its head first."""
    return field.body(target) if isinstance(target, TacticalFigure) else (target,)


def in_arc(field: Field, figure: TacticalFigure, target: TacticalFigure | Hex) -> list[Hex]:
    """Return the hexes of a target that are in the arc of vision of a figure."""
    return _in_vision(field, figure, hexes_of(field, target))


def _in_vision(field: Field, figure: TacticalFigure, hexes: Sequence[Hex]) -> list[Hex]:
    here, facing, vision, width = figure.hex, figure.facing, figure.vision, field.rulings.arc
    return [each for each in hexes if can_see(here, facing, each, vision, width)]


def _bystanders(
    field: Field, shooter: TacticalFigure, target: TacticalFigure | Hex, hexes: Sequence[Hex]
) -> bystanders.People:
    """Return those who may be in the way of a shot, by hex: nobody in the hexes of shooter and target.

    Ruling: tactical/ruling/posture-levels.
    """
    aimed = target if isinstance(target, TacticalFigure) else None
    return bystanders.People(field, shooter, aimed, IN_THE_WAY[field.rulings.posture_rule], hexes)


# The line of a shot


def best_line(
    field: Field, shooter: TacticalFigure, target: TacticalFigure | Hex, line: TacticalLine = ANY_LINE
) -> Shot:
    """Return the line of a shot from a figure's hex, that of its head, to another figure, or to a hex.

    It is the clear line with the least penalty, then the fewest people on it, then to the nearest hex of the target,
    then that from centre to centre, then that with the lowest anchors; or as `line` says. Hexes of a target outside the
    arc of vision are aimed at only if none is inside.

    Ruling: tactical/ruling/line-choice.
    """
    return best_of(lines_to(field, shooter, target, line))


def best_of(shots: Iterator[Shot]) -> Shot:
    """Return the best of one line or more, the first of equal ones."""
    best = next(shots)
    least = _badness(best)
    while best.blocked is not None or best.crowd:
        shot = next(shots, None)
        if shot is None:
            break
        badness = _badness(shot)
        if badness < least:
            best, least = shot, badness
    return best


def lines_to(field: Field, shooter: TacticalFigure, target: TacticalFigure | Hex, line: TacticalLine) -> Iterator[Shot]:
    """Yield the lines that a shot may take, in the order in which equal ones are preferred."""
    hexes = hexes_of(field, target)
    goals = _in_vision(field, shooter, hexes) or list(hexes)
    goals.sort(key=lambda each: distance(shooter.hex, each))
    people = _bystanders(field, shooter, target, hexes)
    for anchors, segment in _ways(shooter.hex, goals, line):
        yield _measured(segment, anchors, people)


def _badness(shot: Shot) -> tuple[bool, int, int]:
    return shot.blocked is not None, -shot.penalty, shot.crowd


def _ways(here: Hex, goals: list[Hex], line: TacticalLine) -> Iterator[tuple[Ends, lines.Segment]]:
    """Yield the lines that an order allows, with their anchors."""
    if line.choice is TacticalLineChoice.BEST:
        for start, end, segment in lines.candidate_segments((here,), goals):
            yield (start, end), segment
        return
    centred = line.choice is TacticalLineChoice.CENTRE
    first, last = (TacticalLinePoint(), TacticalLinePoint()) if centred else (line.start, line.end)
    from_point = _point(here, first)
    if not lines.is_inside(from_point, here):
        raise _bad_anchor(from_point, [here], "/line/start/point")
    hit = [(goal, _point(goal, last)) for goal in goals]
    inside = [(goal, to_point) for goal, to_point in hit if lines.is_inside(to_point, goal)]
    if not inside:
        raise _bad_anchor(hit[0][1], goals, "/line/end/point")
    ends = first.anchor if first.point is None else None, last.anchor if last.point is None else None
    for goal, to_point in inside:
        yield ends, lines.segment_of(here, from_point, goal, to_point)


def _point(hex: Hex, place: TacticalLinePoint) -> lines.Point:
    return lines.anchor(hex, place.anchor) if place.point is None else place.point


def _bad_anchor(point: lines.Point, hexes: Sequence[Hex], pointer: str) -> BadAnchor:
    where = " or ".join([f"[{q}, {r}]" for q, r in hexes])
    centre = lines.anchor(hexes[0], lines.CENTRE)
    message = f"Point [{point[0]}, {point[1]}] is not inside hex {where}, whose centre is [{centre[0]}, {centre[1]}]."
    return BadAnchor(message, pointer=pointer)


def _measured(segment: lines.Segment, anchors: Ends, people: bystanders.People) -> Shot:
    """Return a line with those in its way."""
    meeting = people.met_on(segment)
    obstacle = lines.stopped_by(segment, people.field.ground)
    blocked = meeting.giant if obstacle is None else bystanders.Blockage(obstacle.hex, obstacle.direction)
    return Shot(segment, anchors, meeting, blocked)


# Strays


def people_on(
    field: Field,
    shooter: TacticalFigure,
    target: TacticalFigure | None,
    segment: lines.Segment,
    reach: int,
    *,
    dodged: bool = False,
) -> tuple[Group, ...]:
    """Return whom a shot along a line may hit instead of its target, nearest first, each figure once.

    A group of several is met at the same time: those in one hex, or on both sides of a line between two hexes. `reach`
    is how far the shot carries, in hexes from the shooter. A shot that was dodged flies on behind the target, and
    nobody before it or in its hex is hit.
    Source: Hitting the Wrong Target; Overshooting and Stray Shots.
    Ruling: tactical/ruling/stray-extent, posture-levels.
    """
    if not field.filled():
        return ()
    people = bystanders.People(field, shooter, target, ASTRAY[field.rulings.posture_rule])
    passed: tuple[lines.Crossed, ...] = () if dodged else lines.items(segment)
    if dodged or field.rulings.stray_extent is TacticalStrayExtent.MAX:
        farthest = max([distance(segment.start, each) for each in field.filled()])
        passed += lines.items_beyond(segment, min(reach, farthest), field.ground)
    met: set[str] = set()
    groups = [bystanders.new_ones(found, met) for _, found in bystanders.met_by(passed, people)]
    return tuple([tuple([person.id for person in group]) for group in groups if group])


def is_unseen(field: Field, figure: TacticalFigure, hex: Hex) -> bool:
    """Return whether a figure sees nobody in a hex because it is blind, or because it is pitch-dark there."""
    ground = field.ground
    return figure.vision is TacticalVision.BLIND or (
        ground.is_dark_somewhere and ground.visibility(hex) <= TOTAL_DARKNESS
    )


def range_between(field: Field, attacker: TacticalFigure, aimed: TacticalFigure | Hex) -> int:
    """Return the yards from a shooter's head to the nearest hex of a target, counting differences in height.

    Source: Firing Through an Occupied Hex; heights are ours.
    """
    yards = min([distance(attacker.hex, each) for each in hexes_of(field, aimed)])
    below = (
        bystanders.elevation_of(field, aimed)
        if isinstance(aimed, TacticalFigure)
        else field.ground.cell(aimed).elevation
    )
    height = bystanders.elevation_of(field, attacker) - below
    return (isqrt(4 * (yards * yards + height * height)) + 1) // 2 if height else yards
