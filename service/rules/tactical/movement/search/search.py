"""Where a figure can get to: the cheapest way to every hex and facing, by Dijkstra's algorithm over half points."""

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import islice
from typing import Final, NamedTuple

from service.rules.kernel.hexes import Hex, ahead, distance
from service.rules.tactical.book.maneuvers import BY_STEP, FOR_POINTS, FORWARD_ONLY, STILL
from service.rules.tactical.book.refusals import HexOccupied, HexOvercrowded, MoveRefusal
from service.rules.tactical.book.words import TacticalManeuver, TacticalManeuverOption, TacticalMoveMode
from service.rules.tactical.figures.field import Field, is_crowded
from service.rules.tactical.figures.models import TacticalFigure
from service.rules.tactical.figures.standing import with_state
from service.rules.tactical.movement.allowance import points_of, sprint_points
from service.rules.tactical.movement.costs import ALL_POINTS, BARRED, POINT, Going
from service.rules.tactical.movement.paths.contacts import guards_of
from service.rules.tactical.movement.paths.path_plan import plan_path
from service.rules.tactical.movement.paths.walk import entering, straight, turning
from service.rules.tactical.movement.poses import NO_AXIS, Pose
from service.rules.tactical.movement.records import LONGEST_PATH, MOST_STATES, TacticalMoveOrder, TacticalPathEntry
from service.rules.tactical.movement.search import nodes

POINTS_OF_LONGEST_PATH: Final = (LONGEST_PATH - 3) * POINT
"""Half points for which a path surely fits into an order: all its entries but the first turns cost a point at least."""


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


class Goal(NamedTuple):
    """Where something is to be done after a movement: within so many hexes of one of some hexes."""

    hexes: tuple[Hex, ...]
    within: int

    def far(self, here: Hex) -> int:
        """Return how many hexes lie between a hex and the nearest of those hexes."""
        return min([distance(here, each) for each in self.hexes])

    def gap(self, here: Hex) -> int:
        """Return how many hexes a hex is too far off."""
        return max(self.far(here) - self.within, 0)


Found = dict[tuple[Hex, int, int], Reached]


class Search:
    """The search of all that a figure can reach under one maneuver; jumps are left out.

    It does not go on from a foe's hex unless `through_foes` is true; then each takes an evade, or the slam of a large
    figure, and so do ways out of close combat on the foe's side.

    With a goal it finds only the states within it, by the same ways, and goes nowhere from where no points lead there.
    """

    def __init__(
        self,
        field: Field,
        figure: TacticalFigure,
        maneuver: TacticalManeuver,
        option: TacticalManeuverOption | None,
        *,
        through_foes: bool = False,
        goal: Goal | None = None,
    ) -> None:
        """Set the figure as it is before it moves."""
        self.field, self.figure, self.maneuver, self.through_foes = field, figure, maneuver, through_foes
        self.points = points_of(figure, maneuver, option, field.rulings)
        self.going = Going(field, figure, maneuver, option, self.points)
        self.gait, self.body = self.going.gait, self.going.body
        self.start = self.body.pose()
        self.plain = not (self.body.large or self.body.stretched or self.gait is FORWARD_ONLY)
        self.hexes_at_any_cost = self.going.hexes_at_any_cost()
        price = self.going.turn_price()
        turns = price or (self.body.swings and self.gait is not STILL)
        self.turn_cost = price if turns else None  # without a price only a body of several hexes gains by a turn
        self.ways = nodes.NO_WAYS if self.going.still_fault() is not None else nodes.ways_of(self.gait)
        self.prices: dict[int, int] = {}
        self.foe_codes: set[int] = set()  # of the hexes whose price is known
        self.limits: dict[tuple[int, int, int, bool], int] = {}
        self._begin(goal, self.points)

    def _begin(self, goal: Goal | None, most: int) -> None:
        """Set the goal, and what ways may cost at most, in half points; nothing has been found yet."""
        self.goal, self.most = goal, min(most, POINTS_OF_LONGEST_PATH)
        self.best: dict[int, int] = {}
        self.sources: dict[int, tuple[int, TacticalMoveMode | int]] = {}
        self.buckets: list[list[int]] = [[] for _ in range(self.points + 1)]
        self.rests: dict[tuple[Hex, ...], bool] = {}
        self.lengths: dict[int, int] = {} if goal is None else dict.fromkeys(map(nodes.code_of, goal.hexes), 0)

    def near(self, goal: Goal, most: int | None = None) -> "Search":
        """Return a search of the same movement with a goal; both share what they know of the ground.

        With `most` it finds only what costs no more half points than that.
        """
        other = object.__new__(Search)
        other.__dict__.update(self.__dict__)
        other._begin(goal, self.points if most is None else most)
        return other

    def least(self, goal: Goal) -> int:
        """Return the half points that a way to a goal costs at least; all of them if it may go at any cost."""
        at_any_cost = self.hexes_at_any_cost or self._sprints()
        return self.points if at_any_cost else max(goal.gap(self.start.hex), 1) * POINT

    def _sprints(self) -> bool:
        return self.maneuver is TacticalManeuver.MOVE and sprint_points(self.figure, self.field.rulings) > 0

    def narrow(self, within: int) -> None:
        """Look for what is nearer to the goal only from now on, if there is one."""
        if self.goal is not None:
            self.goal = self.goal._replace(within=within)

    @cached_property
    def foe_hexes(self) -> frozenset[Hex]:
        """The hexes of all foes whom one cannot pass without an evade."""
        return self.going.foe_hexes()

    @cached_property
    def alone(self) -> TacticalFigure:
        """The figure once it has left its close combats."""
        return with_state(self.figure, close=()) if self.figure.state.close else self.figure

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
        start = (nodes.code_of(self.start.hex) << nodes.LAYER_BITS) + nodes.NUMBERS[
            nodes.Layer(self.start.facing, self.start.axis)
        ]
        self.best[start] = 0
        self.buckets[0].append(start)
        sprints = self._sprints()
        found: Found = {}
        for spent, bucket in enumerate(self.buckets[: self.most + 1]):
            known = len(found)
            for node in bucket:
                if self.best[node] == spent:
                    self._visit(node, spent, found)
            if not sprints:
                yield from sorted(islice(found.values(), known, None))
            if len(found) > most:
                break
        if sprints:
            self._sprint(found)
            yield from sorted(found.values())

    def _visit(self, node: int, spent: int, found: Found) -> None:
        """List a node, unless it is too far from the goal, and go on from there, unless no points lead to the goal."""
        layer = nodes.LAYERS[node & nodes.NUMBER]
        spare = self.most - spent
        gap = 0 if self.goal is None else self._length(self.goal, node >> nodes.LAYER_BITS) - self.goal.within
        if gap <= 0:
            self._list(node, layer, spent, found)
        elif not self.hexes_at_any_cost and (layer.hexes or gap > 1):  # the first hex can be had at any cost
            spare -= gap * POINT  # each hex from here costs a point at least
        if spare >= 0 and (self.through_foes or not layer.met):
            if self.turn_cost is not None and self.turn_cost <= spare:
                self._turn(node, layer, spent + self.turn_cost)
            self._leave(node, layer, spent)

    def _length(self, goal: Goal, code: int) -> int:
        """Return how many hexes lie between a hex and the goal of the search."""
        far = self.lengths.get(code)
        if far is None:
            far = self.lengths[code] = goal.far(nodes.hex_of(code))
        return far

    def _turn(self, node: int, layer: nodes.Layer, after: int) -> None:
        """Turn by a hexside to either side; an All-Out Attack turns only before it moves."""
        if layer.hexes and self.gait is FORWARD_ONLY:
            return
        for side in (1, -1):
            facing = (layer.facing + side) % 6
            into = node - layer.facing + facing
            if not self.plain or layer.met:
                pose = Pose(nodes.hex_of(node >> nodes.LAYER_BITS), layer.facing, layer.axis)
                if self.body.turn_jam(pose, side):
                    continue
                bound = layer.met == nodes.HELD or self.gait is FORWARD_ONLY
                axis = facing if self.body.lying else layer.axis
                into = (
                    node - nodes.NUMBERS[layer] + nodes.NUMBERS[layer._replace(facing=facing, axis=axis, bound=bound)]
                )
            if self.best.get(into, after + 1) > after:
                self.best[into] = after
                self.buckets[after].append(into)
                self.sources[into] = node, side

    def _leave(self, node: int, layer: nodes.Layer, spent: int) -> None:
        """Enter the hexes around a node, unless no points lead from there to the goal."""
        code = node >> nodes.LAYER_BITS
        ways = self._promising(code, layer, spent)
        if not ways:
            return
        best, prices, base = self.best, self.prices, code << nodes.LAYER_BITS
        sides = self.going.sides(nodes.hex_of(code))
        for departure in ways:
            step, shift, direction, cost, _, way = departure
            there, into = code + step, base + shift
            price = prices.get(there)
            if price is None:
                price = self._price(there)
            side = sides[direction]
            after = spent + cost + price + side
            if price < 0 or side < 0 or after > self.points:
                after = BARRED if BARRED in (price, side) else self._at_any_cost(layer, spent, price, cost + side)
                if after == BARRED:
                    continue
            if not self.plain or there in self.foe_codes:
                into = self._arrival(code, layer, departure)
            if best.get(into, after + 1) > after and into >= 0:
                best[into] = after
                self.buckets[after].append(into)
                self.sources[into] = node, way.mode

    def _promising(self, code: int, layer: nodes.Layer, spent: int) -> list[nodes.Departure]:
        """Return the ways out of a hex that one can pay for, and that may lead to the goal or to something new."""
        best, lengths, points, plain, base = self.best, self.lengths, self.points, self.plain, code << nodes.LAYER_BITS
        at_any_cost = not layer.hexes or layer.hexes < self.hexes_at_any_cost
        goal = None if self.hexes_at_any_cost else self.goal
        found = []
        for departure in self._departures(code, layer) if at_any_cost or spent + POINT <= points else ():
            step, shift, _, cost, _, _ = departure
            after = spent + cost
            if after > points and not at_any_cost:
                break
            if plain and best.get(base + shift, after + 1) <= after:
                continue
            if goal is not None:
                there, spare = code + step, self.most - min(after, points)
                far = lengths.get(there)
                if far is None and (goal.within or spare >= POINT):  # the lengths of all hexes of the goal are known
                    far = self._length(goal, there)
                if far is None or max(far - goal.within, 0) * POINT > spare:
                    continue
            found.append(departure)
        return found

    def _price(self, code: int) -> int:
        """Return the price of a hex, and remember it, and whether foes are there."""
        here = nodes.hex_of(code)
        price = self.prices[code] = self.going.price(here)
        if self.going.foes(here):
            self.foe_codes.add(code)
        return price

    def _at_any_cost(self, layer: nodes.Layer, spent: int, price: int, other: int) -> int:
        """Return the half points spent after a hex that costs all points, or more than are left, or `BARRED`."""
        after = self.going.after(spent, price if price == ALL_POINTS else price + other, layer.hexes)
        return BARRED if after is None else after

    def _departures(self, code: int, layer: nodes.Layer) -> Sequence[nodes.Departure]:
        """Return the ways out of a hex; out of close combat those on one's own side, unless foes are evaded."""
        if layer.bound and self.gait is FORWARD_ONLY:
            return ()
        ways = self.ways[layer.facing]
        if layer.hexes or not self.figure.state.close or (self.through_foes and self.gait is not BY_STEP):
            return ways
        return [each for each in ways if not guards_of(self.going, each.direction, nodes.hex_of(code + each.step))]

    def _arrival(self, code: int, layer: nodes.Layer, departure: nodes.Departure) -> int:
        """Return the node in which a hex is entered, or `BARRED` if the body does not fit through."""
        before, there = Pose(nodes.hex_of(code), layer.facing, layer.axis), code + departure.step
        direction, facing = departure.direction, departure.facing
        if there in self.foe_codes:
            facing = self.going.entry_facing(layer.facing, direction, nodes.hex_of(there), departure.way)
        if self.body.entry_jam(before, direction, facing):
            return BARRED
        pose = self.body.enter(before, direction, facing)
        hexes = min(layer.hexes + 1, max(self.hexes_at_any_cost, 1))
        layer = nodes.Layer(pose.facing, pose.axis, hexes, self._met(before, pose))
        return (there << nodes.LAYER_BITS) + nodes.NUMBERS[layer]

    def _met(self, before: Pose, pose: Pose) -> int:
        """Return whether the body comes upon foes: `OVERRUN` for smaller ones only, else `HELD`, and 0 without any."""
        if self.foe_hexes.isdisjoint(self.body.hexes(pose)):
            return 0
        foes = self.going.met(before, pose)
        return nodes.HELD if not all(self.going.overruns(foe) for foe in foes) else nodes.OVERRUN if foes else 0

    # What is listed

    def _list(self, node: int, layer: nodes.Layer, spent: int, found: Found) -> None:
        """List a node, unless a movement cannot end there."""
        here = nodes.hex_of(node >> nodes.LAYER_BITS)
        key = here, layer.facing, layer.axis
        if key in found or (layer.bound and self.gait is FOR_POINTS):
            return
        facings = self._facings(layer, spent, self.points)
        if not self.plain or self.field.is_occupied(here):
            pose, figure = Pose(*key), self.alone if layer.hexes else self.figure
            if node in self.sources and not self._rests(pose, figure):
                return
            facings = self._roomy(pose, facings, figure)
        found[key] = Reached(spent, *key, facings, node)

    def _facings(self, layer: nodes.Layer, spent: int, points: int) -> tuple[int, ...]:
        """Return the facings that one may turn to for free where a movement ends, whatever the body has room for."""
        key = points, spent, layer.hexes, layer.met == nodes.HELD
        limit = self.limits.get(key)
        if limit is None:
            limit = self.limits[key] = self.going.end_turn_limit(*key[:3], held=key[3])
        return nodes.ALL_FACINGS if limit > 1 else nodes.NEAR_FACINGS[layer.facing] if limit else (layer.facing,)

    def _roomy(self, pose: Pose, facings: tuple[int, ...], figure: TacticalFigure) -> tuple[int, ...]:
        """Return those of some facings for which the body has room, turning one way or the other."""
        if not self.body.swings:
            return facings
        found = {pose.facing}
        for side in (1, -1):
            here = pose
            for _ in range(len(facings) // 2):
                if self.body.turn_jam(here, side):
                    break
                here = self.body.turn(here, (here.facing + side) % 6)
                if here.facing not in found and self._rests(here, figure):
                    found.add(here.facing)
        return tuple(sorted(found))

    def _rests(self, pose: Pose, figure: TacticalFigure) -> bool:
        """Return whether nobody keeps the figure from ending in a pose."""
        body = self.body.hexes(pose)
        if not self.going.has_company(body):
            return True
        if body not in self.rests:
            self.rests[body] = not is_crowded(self.field, figure, body)
        return self.rests[body]

    def _sprint(self, found: Found) -> None:
        """Add what only a sprint straight ahead reaches."""
        figure = self.figure
        for hexes, last in enumerate(ahead(figure.hex, figure.facing, LONGEST_PATH), 1):
            if not self.field.ground.contains(last):
                return
            order = TacticalMoveOrder(maneuver=self.maneuver, path=straight(figure, hexes))
            try:
                plan = plan_path(self.field, figure, order)
            except (HexOccupied, HexOvercrowded):
                continue
            except MoveRefusal:
                return
            axis = figure.facing if self.body.stretched else NO_AXIS
            key = plan.hex, plan.facing, axis
            if key not in found or found[key].spent >= plan.spent:
                layer = nodes.Layer(plan.facing, axis, 1, nodes.HELD if plan.steps[-1].foe else 0)
                facings = self._roomy(Pose(*key), self._facings(layer, plan.spent, plan.points), self.alone)
                found[key] = Reached(plan.spent, *key, facings, -hexes)

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
                entries.append(entering(nodes.hex_of(node >> nodes.LAYER_BITS), how))
            elif entries and entries[-1].turn in (how, 2 * how):
                entries[-1] = turning(entries[-1].turn + how)
            else:
                entries.append(turning(how))
            node = before
        return tuple(reversed(entries))
