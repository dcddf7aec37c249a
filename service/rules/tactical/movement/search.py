"""Where a figure can get to: the cheapest way to every hex and facing, by Dijkstra's algorithm over half points."""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import islice
from operator import attrgetter
from typing import Final, NamedTuple

from service.rules.kernel.hexes import DIRECTIONS, Hex, ahead, turned
from service.rules.roll_under.words import Posture
from service.rules.tactical.book.options import TacticalAllOutFloor, TacticalAllOutTurn
from service.rules.tactical.book.refusals import HexOccupied, HexOvercrowded, MoveRefusal
from service.rules.tactical.book.words import TacticalManeuver, TacticalManeuverOption, TacticalMoveMode
from service.rules.tactical.figures.field import Field, crowded
from service.rules.tactical.figures.models import TacticalFigure
from service.rules.tactical.figures.pairs import is_bound
from service.rules.tactical.figures.standing import with_state
from service.rules.tactical.movement.allowance import LEAST_ALL_OUT, Gait, end_turn_limit, points_of, sprint_points
from service.rules.tactical.movement.contacts import guards_of
from service.rules.tactical.movement.costs import ALL_POINTS, BARRED, FRONT, POINT, STEP, WAYS, Going
from service.rules.tactical.movement.models import MOST_STATES, TacticalMoveOrder, TacticalPathEntry
from service.rules.tactical.movement.nodes import (
    LAYER_BITS,
    LAYERS,
    Layer,
    code_of,
    hex_of,
    layer_of,
    node_of,
    number_of,
    step_code,
)
from service.rules.tactical.movement.path_plan import plan_path
from service.rules.tactical.movement.poses import NO_AXIS, Pose, shortest_turn

FORWARD, SIDESTEP, _ = TacticalMoveMode
ALL_FACINGS: Final = (0, 1, 2, 3, 4, 5)
NEAR_FACINGS: Final = tuple([tuple(sorted([(facing - 1) % 6, facing, (facing + 1) % 6])) for facing in range(6)])
HALF_TURN: Final = 3
OVERRUN: Final = 1
HELD: Final = 2


class Departure(NamedTuple):
    """A way out of a hex: what it adds to the hex and to the node, direction, half points, facing then, and mode."""

    step: int
    shift: int
    direction: int
    cost: int
    facing: int
    mode: TacticalMoveMode


class Reached(NamedTuple):
    """A state in which a movement can end: for how many half points, where and facing which way.

    `axis` is that of a low body, or -1; `end_facings` are those that it can turn to for free in the end, its own
    included. `node` is that of the search, or minus the number of hexes of a sprint.
    """

    spent: int
    hex: Hex
    facing: int
    axis: int
    end_facings: tuple[int, ...]
    node: int


Found = dict[tuple[Hex, int, int], Reached]


class Search:
    """The search of all that a figure can reach under one maneuver; jumps are left out.

    It does not go on from a foe's hex unless `through_foes` is true; then each takes an evade, or the slam of a large
    figure, and so do ways out of close combat on the foe's side.
    """

    def __init__(
        self,
        field: Field,
        figure: TacticalFigure,
        maneuver: TacticalManeuver,
        option: TacticalManeuverOption | None,
        *,
        through_foes: bool = False,
    ) -> None:
        """Set the figure as it is before it moves."""
        rulings = field.rulings
        self.field, self.figure, self.maneuver, self.option = field, figure, maneuver, option
        self.through_foes = through_foes
        self.points = points_of(figure, maneuver, option, rulings)
        self.going = Going(field, figure, maneuver, option, self.points)
        self.gait = self.going.gait
        self.body = self.going.body
        self.start = self.body.pose()
        self.start_code = code_of(self.start.hex)
        self.foe_hexes = self.going.foe_hexes()
        self.foe_codes = {code_of(each) for each in self.foe_hexes}
        self.pays_for_turns = rulings.aoa_turn_cost is TacticalAllOutTurn.POINTS
        self.counts = self.gait is Gait.FORWARD and rulings.aoa_floor is TacticalAllOutFloor.HEXES
        self.plain = not (self.body.large or self.body.stretched or self.gait is Gait.FORWARD)
        self.turn_cost = self._turn_cost()
        self.ways = self._ways()
        self.best: dict[int, int] = {}
        self.sources: dict[int, tuple[int, TacticalMoveMode | int]] = {}
        self.buckets: list[list[int]] = [[] for _ in range(self.points + 1)]
        self.prices: dict[int, int] = {}
        self.crowds: dict[Hex, bool] = {}
        self.end_turns = [end_turn_limit(maneuver, option, self.points, spent) for spent in range(self.points + 1)]
        self.alone = with_state(figure, close=()) if figure.state.close else figure
        self.rests: dict[tuple[Hex, ...], bool] = {}

    @property
    def farthest(self) -> int:
        """How many hexes the figure can go at most."""
        points = self.points
        if self.maneuver is TacticalManeuver.MOVE:
            points += sprint_points(self.figure, self.field.rulings)
        return max(points // POINT, LEAST_ALL_OUT)

    def _turn_cost(self) -> int | None:
        """Return the half points of a turn by a hexside on the way; None where it changes nothing but the facing.

        A free turn matters only to a body of several hexes, which may fit one way and not another.
        """
        if self.gait is Gait.POINTS or (self.gait is Gait.FORWARD and self.pays_for_turns):
            return POINT
        return 0 if self.gait is not Gait.NONE and (self.body.large or self.body.lying) else None

    def _ways(self) -> list[tuple[Departure, ...]]:
        """Return the ways out of a hex for each facing: none for those who cannot leave theirs."""
        sitting = self.figure.posture is Posture.SITTING
        stuck = sitting and not (self.gait is Gait.STEP and self.field.rulings.sitting_step)
        if stuck or self.gait is Gait.NONE or is_bound(self.field, self.figure):
            return [() for _ in range(6)]
        return [_ways_from(facing, self.gait) for facing in range(6)]

    # The search itself

    def run(self, most: int = MOST_STATES) -> list[Reached]:
        """Return the states that can be reached, the cheapest first, then by hex and facing.

        If there are more than `most`, it stops soon after so many.
        """
        return list(self.states(most))

    def states(self, most: int = MOST_STATES) -> Iterator[Reached]:
        """Yield the states that can be reached, as they are found: the cheapest first, then by hex and facing.

        If there are more than `most`, it stops soon after so many.
        """
        start = node_of(self.start_code, number_of(Layer(self.start.facing, self.start.axis)))
        self.best[start] = 0
        self.buckets[0].append(start)
        sprints = self.maneuver is TacticalManeuver.MOVE and sprint_points(self.figure, self.field.rulings) > 0
        found: Found = {}
        for spent, bucket in enumerate(self.buckets):
            known = len(found)
            for node in bucket:
                if self.best[node] == spent:
                    layer = layer_of(node & LAYERS)
                    fresh = self._is_fresh(node, spent)
                    self._list(node, layer, spent, found, fresh=fresh)
                    self._expand(node, layer, spent, fresh=fresh)
            if not sprints:
                yield from sorted(islice(found.values(), known, None))
            if len(found) > most:
                break
        if sprints:
            self._sprint(found)
            yield from sorted(found.values())

    def _is_fresh(self, node: int, spent: int) -> bool:
        """Tell whether no hex has been entered yet: turns in place are cheaper than any way back to the start."""
        return node >> LAYER_BITS == self.start_code and (
            spent == 0 or self.gait is Gait.POINTS or bool(layer_of(node & LAYERS).bound)
        )

    def _expand(self, node: int, layer: Layer, spent: int, *, fresh: bool) -> None:
        """Go on from a node: turn, and enter the hexes around it."""
        if layer.met and not self.through_foes:
            return
        if self.turn_cost is not None and (fresh or self.gait is not Gait.FORWARD):
            self._turn(node, layer, spent, self.turn_cost)
        if (spent < self.points or fresh or self.counts) and not (self.gait is Gait.FORWARD and layer.bound):
            self._leave(node, layer, spent, fresh=fresh)

    def _turn(self, node: int, layer: Layer, spent: int, cost: int) -> None:
        """Turn by a hexside to either side."""
        after = spent + cost
        if after > self.points:
            return
        for side in (1, -1):
            facing = (layer.facing + side) % 6
            into = node - layer.facing + facing
            if not self.plain or layer.met:
                pose = Pose(hex_of(node >> LAYER_BITS), layer.facing, layer.axis)
                if self.body.turn_fault(pose, side) is not None:
                    continue
                bound = int(layer.met == HELD or self.gait is Gait.FORWARD)
                axis = facing if self.body.lying else layer.axis
                into = node_of(node >> LAYER_BITS, number_of(layer._replace(facing=facing, axis=axis, bound=bound)))
            if self.best.get(into, after + 1) > after:
                self.best[into] = after
                self.buckets[after].append(into)
                self.sources[into] = node, side

    def _leave(self, node: int, layer: Layer, spent: int, *, fresh: bool) -> None:
        """Enter the hexes around a node."""
        best, prices, points, foe_codes = self.best, self.prices, self.points, self.foe_codes
        code = node >> LAYER_BITS
        base = code << LAYER_BITS
        sides = self.going.sides(hex_of(code))
        most = 2 * points if fresh or self.counts else points - spent
        for step, shift, direction, cost, facing, mode in self._departures(code, layer.facing, fresh=fresh):
            if cost > most:
                return
            there = code + step
            price = prices.get(there)
            if price is None:
                price = prices[there] = self.going.price(hex_of(there))
            after = spent + cost + price + sides[direction]
            if price < 0 or after > points or sides[direction] < 0:
                after = self._at_any_cost(layer, spent, price, cost, sides[direction], fresh=fresh)
                if after < 0:
                    continue
            into = base + shift
            if not self.plain or there in foe_codes:
                into = self._arrival(code, layer, there, direction, facing, mode)
            if best.get(into, after + 1) > after and into >= 0:
                best[into] = after
                self.buckets[after].append(into)
                self.sources[into] = node, mode

    def _at_any_cost(self, layer: Layer, spent: int, price: int, cost: int, side: int, *, fresh: bool) -> int:
        """Return the half points spent after a hex that costs all points, or more than are left; -1 if it cannot be."""
        if BARRED in (price, side) or not (fresh or self.counts):
            return BARRED
        moved = layer.hexes if self.counts else 0
        after = self.going.after(spent, price if price == ALL_POINTS else cost + price + side, moved)
        return BARRED if after is None else after

    def _departures(self, code: int, facing: int, *, fresh: bool) -> Sequence[Departure]:
        """Return the ways out of a hex; out of close combat those on one's own side, unless foes are evaded."""
        ways = self.ways[facing]
        if not fresh or not self.figure.state.close or (self.through_foes and self.gait is not Gait.STEP):
            return ways
        return [each for each in ways if not guards_of(self.going, each.direction, hex_of(code + each.step))]

    def _arrival(self, code: int, layer: Layer, into: int, direction: int, facing: int, mode: TacticalMoveMode) -> int:
        """Return the node in which a hex is entered, or -1 if the body does not fit through."""
        body, there = self.body, hex_of(into)
        before = Pose(hex_of(code), layer.facing, layer.axis)
        if mode is SIDESTEP and there in self.foe_hexes:
            facing = direction
        if body.large and not self._fits(before, direction, facing):
            return BARRED
        pose = body.enter(before, direction, facing)
        met = self._met(before, pose) if self.foe_hexes else 0
        hexes = min(layer.hexes + 1, LEAST_ALL_OUT) if self.counts else 0
        return node_of(into, number_of(Layer(pose.facing, pose.axis, hexes, met)))

    def _met(self, before: Pose, pose: Pose) -> int:
        """Return whether the body comes upon foes: `OVERRUN` for smaller ones only, else `HELD`, and 0 without any."""
        body = self.body
        if self.foe_hexes.isdisjoint(body.hexes(pose)):
            return 0
        new = set(body.hexes(pose)).difference(body.hexes(before)) if body.large else {pose.hex}
        foes = [foe for each in new.intersection(self.foe_hexes) for foe in self.going.foes(each)]
        if not foes:
            return 0
        return OVERRUN if all(self.going.overruns(foe) for foe in foes) else HELD

    def _fits(self, pose: Pose, direction: int, facing: int) -> bool:
        if self.body.turn_fault(pose, shortest_turn(pose.facing, facing)) is not None:
            return False
        return self.body.shift_fault(self.body.turn(pose, facing), direction) is None

    # What is listed

    def _list(self, node: int, layer: Layer, spent: int, found: Found, *, fresh: bool) -> None:
        """List a node, unless a movement cannot end there."""
        here = hex_of(node >> LAYER_BITS)
        key = here, layer.facing, layer.axis
        if key in found or (layer.bound and self.gait is Gait.POINTS):
            return
        facings = self._facings(layer, self.end_turns[spent], fresh=fresh)
        if here not in self.crowds:
            self.crowds[here] = self.going.is_crowded(here)
        if not self.plain or self.crowds[here]:
            pose, figure = Pose(*key), self.figure if fresh else self.alone
            if node in self.sources and not self._rests(pose, figure):
                return
            facings = self._roomy(pose, facings, figure)
        found[key] = Reached(spent, *key, facings, node)

    def _facings(self, layer: Layer, limit: int, *, fresh: bool) -> tuple[int, ...]:
        """Return the facings that one may turn to for free where a movement ends, whatever the body has room for.

        `limit` is how many hexsides the maneuver lets one turn.
        """
        if layer.met == HELD and self.gait is not Gait.STEP:
            limit = 0
        elif self.gait is Gait.FORWARD:
            limit = HALF_TURN if fresh and not self.pays_for_turns else 0
        return ALL_FACINGS if limit == HALF_TURN else NEAR_FACINGS[layer.facing] if limit else (layer.facing,)

    def _roomy(self, pose: Pose, facings: tuple[int, ...], figure: TacticalFigure) -> tuple[int, ...]:
        """Return those of some facings for which the body has room, turning one way or the other."""
        body = self.body
        if not (body.large or body.lying):
            return facings
        found = {pose.facing}
        for side in (1, -1):
            here = pose
            for _ in range(len(facings) // 2):
                if body.turn_fault(here, side) is not None:
                    break
                here = body.turn(here, (here.facing + side) % 6)
                if here.facing not in found and self._rests(here, figure):
                    found.add(here.facing)
        return tuple(sorted(found))

    def _rests(self, pose: Pose, figure: TacticalFigure) -> bool:
        """Tell whether nobody keeps the figure from ending in a pose."""
        body = self.body.hexes(pose)
        if not self.going.has_company(body):
            return True
        if body not in self.rests:
            self.rests[body] = crowded(self.field, figure, body) is None
        return self.rests[body]

    def _sprint(self, found: Found) -> None:
        """Add what only a sprint straight ahead reaches."""
        figure, count = self.figure, 0
        while True:
            count += 1
            order = TacticalMoveOrder(maneuver=self.maneuver, path=straight(figure, count))
            try:
                plan = plan_path(self.field, figure, order)
            except (HexOccupied, HexOvercrowded):
                continue
            except MoveRefusal:
                return
            axis = figure.facing if self.body.stretched else NO_AXIS
            key = plan.hex, plan.facing, axis
            if key not in found or found[key].spent >= plan.spent:
                layer = Layer(plan.facing, axis, 0, HELD if plan.steps[-1].foe else 0)
                limit = end_turn_limit(self.maneuver, self.option, plan.points, plan.spent)
                facings = self._facings(layer, limit, fresh=False)
                facings = self._roomy(Pose(*key), facings, self.alone)
                found[key] = Reached(plan.spent, *key, facings, -count)

    # Ways

    def path_to(self, state: Reached) -> tuple[TacticalPathEntry, ...]:
        """Return a cheapest path to a state that was found."""
        if state.node < 0:
            return straight(self.figure, -state.node)
        entries: list[TacticalPathEntry] = []
        node = state.node
        while node in self.sources:
            before, how = self.sources[node]
            if isinstance(how, TacticalMoveMode):
                entries.append(TacticalPathEntry(to=hex_of(node >> LAYER_BITS), mode=how))
            elif entries and entries[-1].turn in (how, 2 * how):
                entries[-1] = TacticalPathEntry(turn=entries[-1].turn + how)
            else:
                entries.append(TacticalPathEntry(turn=how))
            node = before
        return tuple(reversed(entries))


@cache
def _ways_from(facing: int, gait: Gait) -> tuple[Departure, ...]:
    """Return the ways out of a hex, the cheapest first."""
    found: list[Departure] = []
    for side in range(6):
        direction = turned(facing, side)
        step = step_code(DIRECTIONS[direction])
        if gait is Gait.STEP:
            found.append(Departure(step, node_of(step, facing), direction, STEP.cost, facing, FORWARD))
        elif gait is Gait.POINTS or side in FRONT:
            for way in WAYS[side][:1] if side == 0 else WAYS[side]:
                faced = turned(facing, way.turn)
                found.append(Departure(step, node_of(step, faced), direction, way.cost, faced, way.mode))
    return tuple(sorted(found, key=attrgetter("cost")))


def straight(figure: TacticalFigure, hexes: int) -> tuple[TacticalPathEntry, ...]:
    """Return a path straight ahead."""
    return tuple([TacticalPathEntry(to=each) for each in ahead(figure.hex, figure.facing, hexes)])
