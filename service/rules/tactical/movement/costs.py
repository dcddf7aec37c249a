"""Where a figure can go and turn, and for how many half movement points: the one judge of paths and of the search.

Source: Movement Point Costs; the cost card of the inventory, section 4.6.
"""

from collections.abc import Iterable
from typing import Final, NamedTuple

from service.dice.model import Rule
from service.dice.transcript import Term
from service.rules.kernel.hexes import Hex, hex_text, neighbour, turned
from service.rules.kernel.tally import term
from service.rules.roll_under.words import Posture
from service.rules.tactical.book import maneuvers, refusals
from service.rules.tactical.book import movement_rules as rules
from service.rules.tactical.book.options import TacticalAllOutFloor, TacticalAllOutTurn, TacticalSmaller
from service.rules.tactical.book.words import TacticalManeuver, TacticalManeuverOption, TacticalMoveMode
from service.rules.tactical.figures.field import Field, fills
from service.rules.tactical.figures.filled_hexes import size_of
from service.rules.tactical.figures.models import TacticalFigure
from service.rules.tactical.figures.pairs import binders_of, is_bound
from service.rules.tactical.figures.standing import LYING, is_conscious, name_of
from service.rules.tactical.movement.allowance import HALVES, LEAST_ALL_OUT, end_turn_limit, gait_of, maneuver_rule
from service.rules.tactical.movement.poses import Body, Pose

SITTING: Final = Posture.SITTING
TURNS_FOR_POINTS: Final = TacticalAllOutTurn.POINTS
FORWARD, SIDESTEP, BACKWARD = TacticalMoveMode
POINT: Final = HALVES
PER_POINT: Final = float(POINT)
BARRED: Final = -1
ALL_POINTS: Final = -2
"""In place of the half points of a hex: it cannot be entered; it costs all points."""

NO_EDGES: Final = (0, 0, 0, 0, 0, 0)
"""Half points for crossing the hexsides of a hex that has nothing on them."""

POSTURE_COSTS: Final = {Posture.CROUCHING: 1, Posture.KNEELING: 2 * POINT, Posture.CRAWLING: 2 * POINT}
"""Half points that a posture adds to each hex; lying costs all points, and sitting figures do not move."""

WATER_PARTS: Final = 6
"""Water is deep that reaches above this part of the height."""


class Way(NamedTuple):
    """A way into an adjacent hex: how, the half points for its direction, the turn in entering it, and the rule."""

    mode: TacticalMoveMode
    cost: int
    turn: int
    rule: Rule


AHEAD: Final = Way(FORWARD, POINT, 0, rules.MOVEMENT_FORWARD)
SIDEWAYS: Final = Way(SIDESTEP, 2 * POINT, 0, rules.MOVEMENT_SIDESTEP)
SIDEWAYS_IN_FRONT: Final = SIDEWAYS._replace(rule=rules.MOVEMENT_SIDESTEP_FRONT)
WAYS: Final[tuple[tuple[Way, ...], ...]] = (
    (AHEAD, SIDEWAYS_IN_FRONT._replace(cost=POINT)),
    (AHEAD._replace(turn=1), SIDEWAYS_IN_FRONT),
    (SIDEWAYS,),
    (Way(BACKWARD, 2 * POINT, 0, rules.MOVEMENT_BACKWARD),),
    (SIDEWAYS,),
    (AHEAD._replace(turn=-1), SIDEWAYS_IN_FRONT),
)
"""The ways into the hex in each direction, counted clockwise from the facing."""

FRONT: Final = frozenset({0, 1, 5})
"""Directions to the front hexes, counted from the facing."""

STEP: Final = Way(FORWARD, POINT, 0, rules.STEP_ANY_DIRECTION)
"""A step into any direction; it keeps the facing, and counts as one point."""

WAYS_OF: Final[dict[maneuvers.Gait, tuple[tuple[Way, ...], ...]]] = {
    maneuvers.STILL: ((),) * 6,
    maneuvers.BY_STEP: ((STEP,),) * 6,
    maneuvers.FOR_POINTS: WAYS,
    maneuvers.FORWARD_ONLY: tuple([ways if side in FRONT else () for side, ways in enumerate(WAYS)]),
}
"""The ways that a maneuver has."""


class Going:
    """What one figure may do under one maneuver, and what it pays.

    `points` are the half points of the maneuver. Prices are half points for what the hex is like, without direction.
    """

    def __init__(
        self,
        field: Field,
        figure: TacticalFigure,
        maneuver: TacticalManeuver,
        option: TacticalManeuverOption | None,
        points: int,
    ) -> None:
        """Set the figure as it is before it moves, and its maneuver with the half points for it."""
        self.field, self.figure, self.maneuver, self.option, self.points = field, figure, maneuver, option, points
        self.gait = gait_of(maneuver, option)
        self.ways = WAYS_OF[self.gait]
        self.body = Body(field, figure)
        self._ground = field.ground
        self._flies = not figure.grounded
        self._posture = 0 if self.gait is maneuvers.BY_STEP else POSTURE_COSTS.get(figure.posture, 0)
        self._is_simple = figure.posture is not LYING
        self._pays_for_turns = field.rulings.aoa_turn_cost is TURNS_FOR_POINTS
        self._sides: dict[Hex, tuple[int, ...]] = {}
        self._others: dict[Hex, list[TacticalFigure]] = {}

    # Who and what is in a hex

    def others(self, hex: Hex) -> list[TacticalFigure]:
        """Return the other figures in a hex."""
        if not self.field.has_others(hex, self.figure.id):
            return []
        found = self._others.get(hex)
        if found is None:
            found = self._others[hex] = [each for each in self.field.occupants(hex) if each.id != self.figure.id]
        return found

    def foes(self, hex: Hex) -> list[TacticalFigure]:
        """Return the foes in a hex whom one cannot pass without an evade; none for a swarm, and no swarm is one."""
        if self.figure.swarm:
            return []
        return [each for each in self.others(hex) if fills(each) and self.field.is_foe(self.figure, each)]

    def foe_hexes(self) -> frozenset[Hex]:
        """Return the hexes of all foes whom one cannot pass without an evade."""
        foes = [] if self.figure.swarm else self.field.foes(self.figure)
        return frozenset([here for each in foes if fills(each) for here in self.field.body(each)])

    def has_company(self, hexes: Iterable[Hex]) -> bool:
        """Return whether anybody else is in any of some hexes."""
        return any(self.field.has_others(each, self.figure.id) for each in hexes)

    def overruns(self, foe: TacticalFigure) -> bool:
        """Return whether the figure is large and a foe smaller, so that it slams into him in passing.

        Ruling: tactical/ruling/smaller.
        """
        if size_of(self.figure) < 2:
            return False
        if self.field.rulings.smaller is TacticalSmaller.SM:
            return foe.sm < self.figure.sm
        return size_of(foe) < size_of(self.figure)

    def met(self, before: Pose, after: Pose) -> list[TacticalFigure]:
        """Return the foes whose hexes the body comes into from one pose to another."""
        if not self.body.large:
            return self.foes(after.hex)
        left, entered = self.body.hexes(before), self.body.hexes(after)
        return list({foe.id: foe for each in entered if each not in left for foe in self.foes(each)}.values())

    # Ways

    def still_fault(self) -> refusals.MoveRefusal | None:
        """Return why the figure cannot leave its hex: its maneuver, its posture or a hold; None if it can."""
        name, sits = name_of(self.figure), self.figure.posture is SITTING
        if self.gait is maneuvers.STILL:
            message = f"{name} cannot leave its hex with {self.maneuver.value}, which moves no hex."
            return refusals.NoMovementAllowed(message, rule=maneuver_rule(self.maneuver, self.option))
        if sits and not (self.gait is maneuvers.BY_STEP and self.field.rulings.sitting_step):
            return refusals.SittingCannotMove(f"{name} is sitting and cannot leave its hex.")
        if not is_bound(self.field, self.figure):
            return None
        binders = " and ".join([repr(each) for each in binders_of(self.field, self.figure)])
        return refusals.Grappled(f"{name} is held by {binders} and cannot leave its hex.")

    def entry_facing(self, facing: int, direction: int, to: Hex, way: Way) -> int:
        """Return the facing in the hex that is entered; who runs into a foe's hex faces him, except backward.

        Ruling: tactical/ruling/entry-sideways.
        """
        return direction if way.mode is SIDESTEP and self.foes(to) else turned(facing, way.turn)

    def barrier(self, hex: Hex) -> refusals.MoveRefusal | None:
        """Return why a hex cannot be entered, or None if it can.

        Ruling: tactical/ruling/severe-threshold.
        """
        if self._ground.is_bare(hex) and (self._flies or not self.field.is_severe(hex)):
            return None
        name, where = self.figure.id, f"hex {hex_text(hex)}"
        if not self._ground.contains(hex):
            return refusals.OffMap(f"{where} is off the map.")
        if self._ground.is_solid(hex):
            return refusals.BlockedByBarrier(f"{where} is solid: {name!r} cannot enter it.")
        if not self._ground.is_usable(hex):
            return refusals.HexUnusable(f"{where} is unusable: {name!r} cannot enter it.")
        if self._flies or not self.field.is_severe(hex):
            return None
        bodies = self._bodies(hex)
        what = f"{bodies} bodies lie" if bodies >= self.field.rulings.severe_bodies else "a severe obstruction is"
        return refusals.SevereObstruction(f"{what} in {where}: {name!r} must go round it or jump over it.")

    def _bodies(self, hex: Hex) -> int:
        return self._ground.cell(hex).bodies + sum([not is_conscious(each) for each in self.others(hex)])

    def edge_fault(self, here: Hex, direction: int) -> refusals.MoveRefusal | None:
        """Return why a hexside cannot be crossed, or None if it can."""
        edge = self._ground.edge(here, direction)
        if edge is None or not self._ground.blocks_move(here, direction):
            return None
        there = neighbour(here, direction)
        between = f"hex {hex_text(here)} and hex {hex_text(there)}"
        what = edge.kind.value.replace("_", " ")
        return refusals.BlockedByBarrier(f"A {what} stands between {between}.", rule=rules.FIGURES_EDGES)

    # Prices

    def price(self, hex: Hex) -> int:
        """Return the half points for what a hex is like, `BARRED` or `ALL_POINTS`."""
        if self._is_simple and self._ground.is_bare(hex):
            others = self.others(hex)
            if not others:
                return self._posture
            if all(map(is_conscious, others)):
                return sum([value for _, value in self._costs(hex)])
        if self.barrier(hex) is not None:
            return BARRED
        if self.all_points_rule(hex) is not None:
            return ALL_POINTS
        return sum([value for _, value in self._costs(hex)])

    def sides(self, here: Hex) -> tuple[int, ...]:
        """Return the half points for crossing each hexside of a hex, `BARRED` for those that cannot be crossed."""
        ground = self._ground
        if not ground.has_edges(here):
            return NO_EDGES
        found = self._sides.get(here)
        if found is None:
            found = tuple(
                [BARRED if ground.blocks_move(here, each) else self.edge_price(here, each) for each in range(6)]
            )
            self._sides[here] = found
        return found

    def edge_price(self, here: Hex, direction: int) -> int:
        """Return the half points for crossing a hexside: those of a low wall, or none."""
        if self._flies or self.gait is maneuvers.BY_STEP or not self._ground.is_low_wall(here, direction):
            return 0
        return POINT

    def all_points_rule(self, hex: Hex) -> Rule | None:
        """Return the rule by which a hex costs all points, or None if it costs a sum."""
        if self.gait is maneuvers.BY_STEP:
            return None
        if self.figure.posture is LYING:
            return rules.MOVEMENT_LYING
        deep = is_deep(self._ground.cell(hex).water, self.figure.height)
        return rules.MOVEMENT_DEEP_WATER if deep and not self._flies else None

    def terms(self, hex: Hex) -> list[Term]:
        """Return what a hex costs for what it is like, each with its rule, in half points.

        Ruling: tactical/ruling/enemy-hex-cost.
        """
        return [term(rule, value) for rule, value in self._costs(hex) if value]

    def _costs(self, hex: Hex) -> list[tuple[Rule, int]]:
        """Return what a hex may cost for what it is like, by each rule, in half points."""
        if self.gait is maneuvers.BY_STEP:
            return []
        costs = [(rules.MOVEMENT_POSTURE_COST, self._posture)]
        if not self._flies:
            costs += self._ground_costs(hex)
        if self.field.rulings.evade_surcharge and self.foes(hex):
            costs.append((rules.MOVEMENT_ENEMY_HEX, POINT * self.field.rulings.evade_surcharge))
        return costs

    def _ground_costs(self, hex: Hex) -> list[tuple[Rule, int]]:
        cell = self._ground.cell(hex)
        obstacles = self._bodies(hex) + self._ground.minor_obstructions(hex)
        return [
            (rules.MOVEMENT_MINOR_OBSTRUCTION, POINT * obstacles),
            (rules.FIGURES_ALLY_HEX, POINT * self._allies(hex)),
            (rules.MOVEMENT_BAD_FOOTING, POINT * cell.footing),
            (rules.MOVEMENT_STAIRS, POINT * cell.stairs),
            (rules.MOVEMENT_SHALLOW_WATER, POINT * (cell.water > 0)),
        ]

    def _allies(self, hex: Hex) -> int:
        """Return how many figures in a hex hinder one as an ally does: neutrals, too, but neither foes nor swarms."""
        if self.figure.swarm:
            return 0
        return sum([fills(each) and not self.field.is_foe(self.figure, each) for each in self.others(hex)])

    # Turns

    def turn_price(self) -> int | None:
        """Return the half points of a turn by a hexside on the way, or None for a maneuver that cannot turn.

        Ruling: tactical/ruling/aoa-turn.
        """
        if self.gait is maneuvers.STILL:
            return 0 if self.maneuver is TacticalManeuver.WAIT else None
        return (
            POINT
            if self.gait is maneuvers.FOR_POINTS or (self.gait is maneuvers.FORWARD_ONLY and self._pays_for_turns)
            else 0
        )

    def end_turn_limit(self, points: int, spent: int, moved: int, *, held: bool) -> int:
        """Return how many hexsides the figure may turn for free where its movement ends, if the body has room.

        `held` says that it has run into a foe's hex and faces him.
        """
        if held and self.gait is not maneuvers.BY_STEP:
            return 0
        if self.gait is maneuvers.FORWARD_ONLY:
            return 0 if moved or self._pays_for_turns else 3
        return end_turn_limit(self.maneuver, self.option, points, spent)

    # What can be afforded

    def after(self, spent: int, cost: int, moved: int) -> int | None:
        """Return the half points spent after a hex that costs so many, or None if that is too much.

        The first hex of a turn is always affordable; `moved` counts the hexes entered before. `cost` may be
        `ALL_POINTS`.
        Ruling: tactical/ruling/one-hex-guarantee, aoa-floor.
        """
        if 0 <= cost <= self.points - spent:
            return spent + cost
        first = moved == 0 and self.gait is maneuvers.FOR_POINTS and self.field.rulings.guarantee_after_turn
        at_any_cost = spent == 0 or (first and cost != ALL_POINTS) or moved < self.hexes_at_any_cost()
        return self.points if self.points and at_any_cost else None

    def hexes_at_any_cost(self) -> int:
        """Return how many hexes an All-Out Attack goes at any cost, by an option."""
        floor = self.gait is maneuvers.FORWARD_ONLY and self.field.rulings.aoa_floor is TacticalAllOutFloor.HEXES
        return LEAST_ALL_OUT if floor else 0


def is_deep(depth: int, height: int) -> bool:
    """Return whether water of a depth is deep for a figure of a height, both in inches; otherwise it is shallow."""
    return WATER_PARTS * depth > height


def refuse(fault: refusals.MoveRefusal | None) -> None:
    """Refuse what there is a fault in."""
    if fault is not None:
        raise fault
