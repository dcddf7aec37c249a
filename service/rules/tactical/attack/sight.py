"""Lines of fire past figures: which line is the best, who is in its way, who closes it, and who may be hit astray.

Figures that are dead, and swarms, are in nobody's way; somebody unconscious counts as lying. What lines pass and which
walls stop them is in `map.lines`.
Source: Firing Through an Occupied Hex; Hitting the Wrong Target; Overshooting and Stray Shots.
Ruling: tactical/ruling/line-choice, pair-solid, in-way-unit, posture-levels, sight-block-target, higher-up.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from service.rules.kernel.hexes import Hex, distance
from service.rules.kernel.value import value
from service.rules.tactical.attack.bystanders import Blockage, People, giants, met_by, new_ones, occupied, people_around
from service.rules.tactical.attack.line_models import TacticalInTheWayOf
from service.rules.tactical.attack.melee import is_unseen
from service.rules.tactical.attack.models import TacticalLine, TacticalLinePoint
from service.rules.tactical.book.modifiers import RANGED_MODIFIERS, TacticalFact
from service.rules.tactical.book.options import TacticalInTheWay, TacticalStrayExtent
from service.rules.tactical.book.refusals import BadAnchor
from service.rules.tactical.book.tables import ASTRAY, IN_THE_WAY, SIGHT_BLOCKED_LEVEL, SIGHT_BLOCKS
from service.rules.tactical.book.words import TacticalLineChoice
from service.rules.tactical.figures.field import Field
from service.rules.tactical.figures.models import TacticalFigure
from service.rules.tactical.map.lines import (
    CENTRE,
    Crossed,
    Point,
    Segment,
    TacticalAnchor,
    anchor,
    candidate_segments,
    is_inside,
    items,
    items_beyond,
    segment_of,
    stopped_by,
)
from service.rules.tactical.map.sectors import can_see

ANY_LINE: Final = TacticalLine()
"""No line in particular: the best one is taken."""

TAKEN: Final = {row.fact: row.value for row in RANGED_MODIFIERS}
EACH: Final = TAKEN[TacticalFact.IN_THE_WAY]
EACH_PAIR: Final = TAKEN[TacticalFact.PAIR_IN_THE_WAY]

LEAST_EXCESS: Final = min(*SIGHT_BLOCKS.values(), SIGHT_BLOCKED_LEVEL)
"""By how much a figure's Size Modifier exceeds the shooter's at least to close a line of fire."""

Ends = tuple[TacticalAnchor | None, TacticalAnchor | None]
"""The anchors of a line; None for a point that a request gives."""

Group = tuple[str, ...]
"""Ids of figures that a shot meets at one distance: those in one hex, or on both sides of a line between two hexes."""


@value
class Shot:
    """A line of fire.

    `people` counts the persons in the way, or the hexes with persons by the option `in_way`; `pairs` the pairs of
    occupied hexes that the line runs between. `crowd` counts everybody in a hex that the line touches, in the way or
    not. `blocked` is None if the line is clear; if all lines are closed it is what closes the first one.
    """

    segment: Segment
    anchors: Ends
    in_way: tuple[TacticalInTheWayOf, ...]
    people: int
    pairs: int
    crowd: int
    blocked: Blockage | None

    @property
    def penalty(self) -> int:
        """Return what those in the way take from skill."""
        return EACH * self.people + EACH_PAIR * self.pairs


# Who sees whom


def sees(field: Field, one: TacticalFigure, other: TacticalFigure | Hex) -> bool:
    """Tell whether a figure sees another, or a hex: in its arc of vision, on a clear line, and not in total darkness.

    Source: base game; the arcs are those of the source's Ranged Attacks.
    """
    goals = [each for each in _in_arc(field, one, other) if not is_unseen(field, one, each, blind=False)]
    if not goals:
        return False
    hiding = _hiding(field, one, other)
    if not (hiding or field.ground.opaque):
        return True
    ways = candidate_segments((one.hex,), goals)
    return any(_measured(field, segment, (start, end), hiding).blocked is None for start, end, segment in ways)


def hexes_of(field: Field, target: TacticalFigure | Hex) -> tuple[Hex, ...]:
    """Return the hexes of a target, its head first."""
    return field.body(target) if isinstance(target, TacticalFigure) else (target,)


def _in_arc(field: Field, figure: TacticalFigure, target: TacticalFigure | Hex) -> list[Hex]:
    """Return the hexes of a target that are in the arc of vision of a figure."""
    place, width = (figure.hex, figure.facing), field.rulings.arc
    return [each for each in hexes_of(field, target) if can_see(*place, each, figure.vision, width)]


def _hiding(field: Field, one: TacticalFigure, other: TacticalFigure | Hex) -> People:
    """Return those around somebody who looks at another, by hex; nobody if none of them is too large to look past."""
    if not any(each.sm - one.sm >= LEAST_EXCESS for each in field):
        return {}
    people = _bystanders(field, one, other)
    return people if any(person.closes for there in people.values() for person in there) else {}


def _bystanders(field: Field, shooter: TacticalFigure, target: TacticalFigure | Hex) -> People:
    """Return those who may be in the way of a shot, by hex: nobody in the hexes of shooter and target.

    Ruling: tactical/ruling/posture-levels.
    """
    aimed = target if isinstance(target, TacticalFigure) else None
    people = people_around(field, shooter, aimed, IN_THE_WAY[field.rulings.posture_rule])
    for each in hexes_of(field, target):
        people.pop(each, None)
    return people


# The line of a shot


def best_line(
    field: Field, shooter: TacticalFigure, target: TacticalFigure | Hex, line: TacticalLine = ANY_LINE
) -> Shot:
    """Return the line of a shot from a figure's hex, that of its head, to another figure, or to a hex.

    It is the clear line with the least penalty, then the fewest people on it, then to the nearest hex of the target,
    then that from centre to centre, then that with the lowest anchors; or as `line` says. Hexes of a target outside the
    arc of vision are aimed at only if none is inside.

    Raises: BadAnchor.
    Ruling: tactical/ruling/line-choice.
    """
    return best_of(lines_to(field, shooter, target, line))


def best_of(shots: Iterator[Shot]) -> Shot:
    """Return the best of one line or more, the first of equal ones."""
    best = next(shots)
    while best.blocked is not None or best.crowd:
        shot = next(shots, None)
        if shot is None:
            break
        if _badness(shot) < _badness(best):
            best = shot
    return best


def lines_to(field: Field, shooter: TacticalFigure, target: TacticalFigure | Hex, line: TacticalLine) -> Iterator[Shot]:
    """Yield the lines that a shot may take, in the order in which equal ones are preferred.

    Raises: BadAnchor.
    """
    goals = _in_arc(field, shooter, target) or list(hexes_of(field, target))
    goals.sort(key=lambda each: distance(shooter.hex, each))
    people = _bystanders(field, shooter, target)
    for anchors, segment in _ways(shooter.hex, goals, line):
        yield _measured(field, segment, anchors, people)


def _badness(shot: Shot) -> tuple[bool, int, int]:
    return shot.blocked is not None, -shot.penalty, shot.crowd


def _ways(here: Hex, goals: list[Hex], line: TacticalLine) -> Iterator[tuple[Ends, Segment]]:
    """Yield the lines that an order allows, with their anchors."""
    if line.choice is TacticalLineChoice.BEST:
        for start, end, segment in candidate_segments((here,), goals):
            yield (start, end), segment
        return
    centred = line.choice is TacticalLineChoice.CENTRE
    first, last = (TacticalLinePoint(), TacticalLinePoint()) if centred else (line.start, line.end)
    from_point = _point(here, first)
    if not is_inside(from_point, here):
        raise _bad_anchor(from_point, [here], "/line/start/point")
    hit = [(goal, _point(goal, last)) for goal in goals]
    inside = [(goal, to_point) for goal, to_point in hit if is_inside(to_point, goal)]
    if not inside:
        raise _bad_anchor(hit[0][1], goals, "/line/end/point")
    ends = first.anchor if first.point is None else None, last.anchor if last.point is None else None
    for goal, to_point in inside:
        yield ends, segment_of(here, from_point, goal, to_point)


def _point(hex: Hex, place: TacticalLinePoint) -> Point:
    return anchor(hex, place.anchor) if place.point is None else place.point


def _bad_anchor(point: Point, hexes: Sequence[Hex], pointer: str) -> BadAnchor:
    where = " or ".join([f"[{q}, {r}]" for q, r in hexes])
    centre = anchor(hexes[0], CENTRE)
    message = f"Point [{point[0]}, {point[1]}] is not inside hex {where}, whose centre is [{centre[0]}, {centre[1]}]."
    return BadAnchor(message, pointer=pointer)


def _measured(field: Field, segment: Segment, anchors: Ends, people: People) -> Shot:
    """Return a line with those in its way; each figure counts once.

    Ruling: tactical/ruling/in-way-unit.
    """
    obstacle = stopped_by(segment, field.ground)
    blocked = obstacle and Blockage(obstacle.hex, obstacle.direction)
    if people.keys().isdisjoint(segment.hexes):
        return Shot(segment, anchors, (), 0, 0, 0, blocked)
    met: set[str] = set()
    in_way: list[TacticalInTheWayOf] = []
    singles = pairs = 0
    together = field.rulings.in_way is TacticalInTheWay.HEX
    for between, found in met_by(occupied(segment, people), people, field.ground):
        new = new_ones(found, met)
        counting = min(len(new), 1) if between or together else len(new)
        if between:
            pairs += counting
        else:
            singles += counting
        taken = EACH_PAIR if between else EACH
        for place, (each, here) in enumerate(new):
            in_way.append(TacticalInTheWayOf(id=each.id, hex=here, penalty=taken if place < counting else 0))
        blocked = blocked or next(giants(found), None)
    crowd = {each.id for here in segment.hexes for each in people.get(here, ())}
    return Shot(segment, anchors, tuple(in_way), singles, pairs, len(crowd), blocked)


# Strays


def people_on(
    field: Field,
    shooter: TacticalFigure,
    target: TacticalFigure | None,
    segment: Segment,
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
    people = people_around(field, shooter, target, ASTRAY[field.rulings.posture_rule])
    if not people:
        return ()
    passed: tuple[Crossed, ...] = () if dodged else items(segment)
    if dodged or field.rulings.stray_extent is TacticalStrayExtent.MAX:
        farthest = max([distance(segment.start, each) for each in people])
        passed += items_beyond(segment, min(reach, farthest), field.ground)
    met: set[str] = set()
    groups = [new_ones(found, met) for _, found in met_by(passed, people, field.ground)]
    return tuple([tuple([person.id for person, _ in group]) for group in groups if group])
