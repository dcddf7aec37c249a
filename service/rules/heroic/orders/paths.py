"""Where a move leads: toward, away or to a place, as far as the way is free; pure geometry in yards."""

from collections.abc import Iterable, Mapping, Sequence
from math import cos, hypot, pi, sin, sqrt
from typing import Final, NamedTuple

from service.rules.heroic.battle.state import (
    DECIMALS,
    DISTANCE_DECIMALS,
    GONE,
    Battle,
    Pair,
    distance_between,
    pair_of,
)
from service.rules.heroic.figures.changes import MOVED, Point

CONTACT: Final = 1.0
IN_THE_WAY: Final = 0.5
SAFE: Final = 3.0
CLEAR: Final = SAFE + 0.002  # so that rounding never makes it 3 yards
AT_GOAL: Final = "at its goal"
THERE: Final = "there already"
SPENT: Final = "at the end of its movement"
NOWHERE: Final = "nowhere to go"
BLOCKED: Final = "stopped by somebody in the way"
TURNS: Final = tuple([step * sign * pi / 8 for step in range(5) for sign in (1, -1)][1:])


class Walk(NamedTuple):
    """A move: yards on the ground, where it ends, the distances that override the positions, and why it ends there."""

    yards: float
    end: Point
    distances: Mapping[Pair, float]
    reason: str
    blocker: int | None = None


def toward(battle: Battle, place: int, goal: int, stop_at: float, limit: float) -> Walk:
    """Walk straight toward another unit, up to a distance from it; who stands in the way ends the walk."""
    gap = distance_between(battle, place, goal)
    wanted = max(gap - stop_at, 0.0)
    start, end = battle.positions[place], battle.positions[goal]
    length = hypot(end[0] - start[0], end[1] - start[1])
    yards = min(wanted, limit)
    reason = AT_GOAL if yards == wanted else SPENT
    blocker = None
    pair = pair_of(place, goal)
    if length and pair not in battle.distances:
        free, blocker = free_way(battle, place, _direction(start, end, length), yards, length)
        yards, reason = (free, BLOCKED) if blocker is not None else (yards, reason)
    yards = round(yards, DECIMALS)
    share = yards / gap if gap else 0.0
    ahead = (_between(start[0], end[0], share), _between(start[1], end[1], share))
    distances = battle.distances
    if pair in distances:
        distances = {**distances, pair: round(gap - yards, DECIMALS)}
    return Walk(yards, ahead, distances, reason, blocker)


def to_point(battle: Battle, place: int, goal: Point, limit: float) -> Walk:
    """Walk straight to a point; the distances of the unit are those between the positions from then on."""
    start = battle.positions[place]
    length = hypot(goal[0] - start[0], goal[1] - start[1])
    if not length:
        return Walk(0.0, start, battle.distances, THERE)
    yards = min(length, limit)
    reason = AT_GOAL if yards == length else SPENT
    free, blocker = free_way(battle, place, _direction(start, goal, length), yards, length)
    if blocker is not None:
        yards, reason = free, BLOCKED
    yards = round(yards, DECIMALS)
    ahead = (_between(start[0], goal[0], yards / length), _between(start[1], goal[1], yards / length))
    distances = {pair: gap for pair, gap in battle.distances.items() if place not in pair}
    return Walk(yards, ahead, distances, reason, blocker)


def away(battle: Battle, place: int, foes: Sequence[int], others: Iterable[int], limit: float) -> Walk:
    """Walk straight away from some units, so that each of them is farther in the end.

    None of the others comes closer on the way, unless it stays beyond 3 yards. Where the straight way does not do, the
    next best direction is taken; where none does, the longest way that stops short of the others. Without any the unit
    stays.

    Ruling: heroic/ruling/away-direction.
    """
    start = battle.positions[place]
    shunned = list(others)
    x, y = _flight(battle, place, foes)
    short = Walk(0.0, start, battle.distances, NOWHERE)
    for turn in TURNS:
        heading = (x * cos(turn) - y * sin(turn), x * sin(turn) + y * cos(turn))
        yards, blocker = free_way(battle, place, heading, limit, limit)
        end = _ahead(start, heading, yards)
        if yards and leads_away(battle, place, end, foes, shunned):
            reason = SPENT if blocker is None else BLOCKED
            yards = round(yards, DECIMALS)
            return Walk(yards, end, _farther(battle, place, yards), reason, blocker)
        yards = round(min([yards, *[_clear_way(battle, place, heading, yards, at) for at in shunned]]), DECIMALS)
        end = _ahead(start, heading, yards)
        if yards > short.yards and leads_away(battle, place, end, foes, shunned):
            short = Walk(yards, end, _farther(battle, place, yards), "stopped short of another enemy")
    return short


def leads_away(battle: Battle, place: int, end: Point, foes: Iterable[int], others: Iterable[int]) -> bool:
    """Return whether a straight walk ends farther from some units, and passes none of the others."""
    farther = all(_gap(battle, place, end, foe) > distance_between(battle, place, foe) for foe in foes)
    return farther and passed_by(battle, place, end, others) is None


def passed_by(battle: Battle, place: int, end: Point, others: Iterable[int]) -> int | None:
    """Return the first of some units that a straight walk comes closer to, to within 3 yards; None if it passes none.

    Ruling: heroic/ruling/away-direction.
    """
    for other in others:
        gap = _closest(battle, place, end, other)
        if gap <= SAFE and gap < distance_between(battle, place, other):
            return other
    return None


def _clear_way(battle: Battle, place: int, heading: tuple[float, float], yards: float, other: int) -> float:
    """Return how far of so many yards a unit gets in a direction before it passes another."""
    start = battle.positions[place]
    if passed_by(battle, place, _ahead(start, heading, yards), [other]) is None:
        return yards
    east, north = battle.positions[other][0] - start[0], battle.positions[other][1] - start[1]
    along, aside = east * heading[0] + north * heading[1], east * heading[1] - north * heading[0]
    return max(along - sqrt(max(CLEAR**2 - aside**2, 0.0)), 0.0)


def _ahead(start: Point, heading: tuple[float, float], yards: float) -> Point:
    return round(start[0] + heading[0] * yards, DECIMALS), round(start[1] + heading[1] * yards, DECIMALS)


def free_way(
    battle: Battle, place: int, heading: tuple[float, float], yards: float, before: float
) -> tuple[float, int | None]:
    """Return how far the way is free of enemies that stand before a distance, and who ends it if somebody does."""
    (x, y), (along_x, along_y) = battle.positions[place], heading
    side = battle.units[place].side
    blocker = None
    for at, unit in enumerate(battle.units):
        if unit.side == side:
            continue
        u, v = battle.positions[at]
        ahead = (u - x) * along_x + (v - y) * along_y
        if not 0 < ahead < before - IN_THE_WAY or ahead - CONTACT >= yards:
            continue
        aside = abs((v - y) * along_x - (u - x) * along_y)
        if aside < IN_THE_WAY and unit.status not in GONE and _is_placed(battle, place, at):
            yards, blocker = max(ahead - CONTACT, 0.0), at
    return yards, blocker


def share_within(battle: Battle, place: int, other: int, walk: Walk, yards: float) -> float | None:
    """Return the share of a walk, from 0 to 1, after which it is first within so many yards of another; None if never.

    A distance that overrides the positions changes evenly on the way; one that the walk gives up counts until its end.
    """
    if distance_between(battle, place, other) <= yards:
        return 0.0
    pair = pair_of(place, other)
    if pair in walk.distances:
        gap, last = battle.distances[pair], walk.distances[pair]
        return (gap - yards) / (gap - last) if last <= yards else None
    share = (
        None
        if pair in battle.distances
        else _crossing(battle.positions[place], walk.end, battle.positions[other], yards)
    )
    if share is None and _gap_of_points(walk.end, battle.positions[other]) <= yards:
        return 1.0
    return share


def _crossing(start: Point, end: Point, centre: Point, radius: float) -> float | None:
    """Return the share of a straight way, from 0 to 1, after which it enters a circle; None if it does not."""
    (x, y), (end_x, end_y), (u, v) = start, end, centre
    along_x, along_y = end_x - x, end_y - y
    length = along_x**2 + along_y**2
    ahead = (u - x) * along_x + (v - y) * along_y
    inside = ahead**2 - length * ((u - x) ** 2 + (v - y) ** 2 - radius**2)
    if inside < 0:
        return None
    share = (ahead - sqrt(inside)) / length
    return share if 0 <= share <= 1 else None


def partway(battle: Battle, place: int, walk: Walk, share: float) -> Battle:
    """Return the battle at the moment when a unit has gone a share of its walk."""
    (x, y), (end_x, end_y) = battle.positions[place], walk.end
    start = (_between(x, end_x, share), _between(y, end_y, share))
    distances = {pair: _between(battle.distances[pair], last, share) for pair, last in walk.distances.items()}
    return battle.with_position(place, start, MOVED)._replace(distances=distances)


def _gap_of_points(one: Point, other: Point) -> float:
    return round(hypot(one[0] - other[0], one[1] - other[1]), DISTANCE_DECIMALS)


def _is_placed(battle: Battle, one: int, other: int) -> bool:
    return not battle.distances or pair_of(one, other) not in battle.distances


def _gap(battle: Battle, place: int, end: Point, other: int) -> float:
    """Return how far a unit would be from another; an overriding distance only grows on the way off."""
    if not _is_placed(battle, place, other):
        return distance_between(battle, place, other) + SAFE
    return _gap_of_points(end, battle.positions[other])


def _closest(battle: Battle, place: int, end: Point, other: int) -> float:
    """Return how close a unit comes to another on a straight walk; an overriding distance only grows."""
    if not _is_placed(battle, place, other):
        return distance_between(battle, place, other)
    (x, y), (u, v) = battle.positions[place], battle.positions[other]
    east, north = end[0] - x, end[1] - y
    length = east * east + north * north
    share = min(max(((u - x) * east + (v - y) * north) / length, 0.0), 1.0) if length else 0.0
    return round(hypot(x + east * share - u, y + north * share - v), DISTANCE_DECIMALS)


def _flight(battle: Battle, place: int, foes: Sequence[int]) -> tuple[float, float]:
    """Return the heading that leads away from some units together; without one the own end of the field."""
    x, y = battle.positions[place]
    sum_x = sum_y = 0.0
    for foe in foes:
        u, v = battle.positions[foe]
        length = hypot(x - u, y - v)
        if length:
            sum_x, sum_y = sum_x + (x - u) / length, sum_y + (y - v) / length
    length = hypot(sum_x, sum_y)
    if length > 1e-9:
        return sum_x / length, sum_y / length
    return (-1.0, 0.0) if battle.units[place].side == battle.units[0].side else (1.0, 0.0)


def _farther(battle: Battle, place: int, yards: float) -> Mapping[Pair, float]:
    """Return the overriding distances once a unit has gone so far from everybody."""
    if not battle.distances:
        return battle.distances
    return {pair: round(gap + yards, DECIMALS) if place in pair else gap for pair, gap in battle.distances.items()}


def _direction(start: Point, end: Point, length: float) -> tuple[float, float]:
    return (end[0] - start[0]) / length, (end[1] - start[1]) / length


def _between(start: float, end: float, share: float) -> float:
    return round(start + (end - start) * share, DECIMALS)
