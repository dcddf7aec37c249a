"""What it costs a figure to enter hexes and to turn, in half movement points; the one home of these costs.

Source: Movement Point Costs; the cost card of the inventory, section 4.6.
"""

from collections.abc import Iterable
from typing import Final, NamedTuple

from service.dice.model import Rule
from service.dice.transcript import Term
from service.rules.kernel.hexes import Hex, neighbour
from service.rules.kernel.tally import term
from service.rules.roll_under.words import Posture
from service.rules.tactical.book import movement_rules as rules
from service.rules.tactical.book import refusals
from service.rules.tactical.book.options import TacticalAllOutFloor, TacticalSmaller
from service.rules.tactical.book.words import TacticalManeuver, TacticalManeuverOption, TacticalMoveMode
from service.rules.tactical.figures.field import Field, fills, size_of
from service.rules.tactical.figures.models import TacticalFigure
from service.rules.tactical.figures.standing import is_conscious
from service.rules.tactical.movement.allowance import HALVES, LEAST_ALL_OUT, Gait, gait_of
from service.rules.tactical.movement.poses import Body

FORWARD, SIDESTEP, BACKWARD = TacticalMoveMode

POINT: Final = HALVES
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
WAYS: Final[tuple[tuple[Way, ...], ...]] = (
    (AHEAD, Way(SIDESTEP, POINT, 0, rules.MOVEMENT_SIDESTEP_FRONT)),
    (
        Way(FORWARD, POINT, 1, rules.MOVEMENT_FORWARD),
        Way(SIDESTEP, 2 * POINT, 0, rules.MOVEMENT_SIDESTEP_FRONT),
    ),
    (Way(SIDESTEP, 2 * POINT, 0, rules.MOVEMENT_SIDESTEP),),
    (Way(BACKWARD, 2 * POINT, 0, rules.MOVEMENT_BACKWARD),),
    (Way(SIDESTEP, 2 * POINT, 0, rules.MOVEMENT_SIDESTEP),),
    (
        Way(FORWARD, POINT, -1, rules.MOVEMENT_FORWARD),
        Way(SIDESTEP, 2 * POINT, 0, rules.MOVEMENT_SIDESTEP_FRONT),
    ),
)
"""The ways into the hex in each direction, counted clockwise from the facing."""

FRONT: Final = frozenset({0, 1, 5})
"""Directions to the front hexes, counted from the facing."""

STEP: Final = Way(FORWARD, POINT, 0, rules.STEP_ANY_DIRECTION)
"""A step into any direction; it keeps the facing, and counts as one point."""


class Going:
    """What one figure pays under one maneuver, and what it cannot enter.

    `points` are the half points of the maneuver. Prices are half points for what the hex is like, without direction.
    """

    __slots__ = (
        "_field",
        "_flies",
        "_ground",
        "_is_simple",
        "_posture",
        "_sides",
        "body",
        "figure",
        "gait",
        "points",
    )

    def __init__(
        self,
        field: Field,
        figure: TacticalFigure,
        maneuver: TacticalManeuver,
        option: TacticalManeuverOption | None,
        points: int,
    ) -> None:
        """Set the figure as it is before it moves, and its maneuver with the half points for it."""
        self._field = field
        self._ground = field.ground
        self._flies = not figure.grounded
        self._sides: dict[Hex, tuple[int, ...]] = {}
        self._is_simple = figure.posture is not Posture.LYING
        self.figure = figure
        self.body = Body(field, figure)
        self.gait = gait_of(maneuver, option)
        self.points = points
        self._posture = 0 if self.gait is Gait.STEP else POSTURE_COSTS.get(figure.posture, 0)

    # Who and what is in a hex

    def others(self, hex: Hex) -> list[TacticalFigure]:
        """Return the other figures in a hex."""
        if not self._field.is_occupied(hex):
            return []
        return [each for each in self._field.occupants(hex) if each.id != self.figure.id]

    def foes(self, hex: Hex) -> list[TacticalFigure]:
        """Return the foes in a hex whom one cannot pass without an evade; none for a swarm, and no swarm is one."""
        if self.figure.swarm:
            return []
        return [each for each in self.others(hex) if fills(each) and self._field.is_foe(self.figure, each)]

    def foe_hexes(self) -> frozenset[Hex]:
        """Return the hexes of all foes whom one cannot pass without an evade."""
        if self.figure.swarm:
            return frozenset()
        field = self._field
        foes = [each for each in field if field.is_foe(self.figure, each) and fills(each)]
        return frozenset([here for each in foes for here in field.body(each)])

    def is_crowded(self, hex: Hex) -> bool:
        """Tell whether anybody else is in a hex."""
        return bool(self.others(hex))

    def has_company(self, hexes: Iterable[Hex]) -> bool:
        """Tell whether anybody else is in any of some hexes."""
        return any(self.others(each) for each in hexes)

    def overruns(self, foe: TacticalFigure) -> bool:
        """Tell whether the figure is large and a foe smaller, so that it slams into him in passing.

        Ruling: tactical/ruling/smaller.
        """
        if size_of(self.figure) < 2:
            return False
        if self._field.rulings.smaller is TacticalSmaller.SM:
            return foe.sm < self.figure.sm
        return size_of(foe) < size_of(self.figure)

    def barrier(self, hex: Hex) -> refusals.MoveRefusal | None:
        """Return why a hex cannot be entered, or None if it can.

        Ruling: tactical/ruling/severe-threshold.
        """
        name, where = self.figure.id, f"hex [{hex[0]}, {hex[1]}]"
        if not self._ground.contains(hex):
            return refusals.OffMap(f"{where} is off the map.")
        if self._ground.is_solid(hex):
            return refusals.BlockedByBarrier(f"{where} is solid: {name!r} cannot enter it.")
        if not self._ground.is_usable(hex):
            return refusals.HexUnusable(f"{where} is unusable: {name!r} cannot enter it.")
        if self._flies:
            return None
        if self._field.is_severe(hex):
            bodies = self._bodies(hex)
            what = f"{bodies} bodies lie" if bodies >= self._field.rulings.severe_bodies else "a severe obstruction is"
            return refusals.SevereObstruction(f"{what} in {where}: {name!r} must go round it or jump over it.")
        return None

    def _bodies(self, hex: Hex) -> int:
        return self._ground.cell(hex).bodies + sum([not is_conscious(each) for each in self.others(hex)])

    def edge_fault(self, here: Hex, direction: int) -> refusals.MoveRefusal | None:
        """Return why a hexside cannot be crossed, or None if it can."""
        edge = self._ground.edge(here, direction)
        if edge is None or not self._ground.blocks_move(here, direction):
            return None
        there = neighbour(here, direction)
        between = f"hex [{here[0]}, {here[1]}] and hex [{there[0]}, {there[1]}]"
        what = edge.kind.value.replace("_", " ")
        return refusals.BlockedByBarrier(f"A {what} stands between {between}.", rule=rules.FIGURES_EDGES)

    # Prices

    def price(self, hex: Hex) -> int:
        """Return the half points for what a hex is like, `BARRED` or `ALL_POINTS`."""
        if self._is_simple and self._ground.is_bare(hex) and not self.others(hex):
            return self._posture
        if self.barrier(hex) is not None:
            return BARRED
        if self.all_points_rule(hex) is not None:
            return ALL_POINTS
        return sum([each.value for each in self.terms(hex)])

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
        if self._flies or self.gait is Gait.STEP or not self._ground.is_low_wall(here, direction):
            return 0
        return POINT

    def all_points_rule(self, hex: Hex) -> Rule | None:
        """Return the rule by which a hex costs all points, or None if it costs a sum."""
        if self.gait is Gait.STEP:
            return None
        if self.figure.posture is Posture.LYING:
            return rules.MOVEMENT_LYING
        return rules.MOVEMENT_DEEP_WATER if self._is_deep(hex) and not self._flies else None

    def _is_deep(self, hex: Hex) -> bool:
        return is_deep(self._ground.cell(hex).water, self.figure.height)

    def terms(self, hex: Hex) -> list[Term]:
        """Return what a hex costs for what it is like, each with its rule, in half points.

        Ruling: tactical/ruling/enemy-hex-cost.
        """
        if self.gait is Gait.STEP:
            return []
        costs = [(rules.MOVEMENT_POSTURE_COST, self._posture)]
        if not self._flies:
            costs += self._ground_costs(hex)
        if self._field.rulings.evade_surcharge and self.foes(hex):
            costs.append((rules.MOVEMENT_ENEMY_HEX, POINT * self._field.rulings.evade_surcharge))
        return [term(rule, value) for rule, value in costs if value]

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
        return sum([fills(each) and not self._field.is_foe(self.figure, each) for each in self.others(hex)])

    # What can be afforded

    def after(self, spent: int, cost: int, moved: int) -> int | None:
        """Return the half points spent after a hex that costs so many, or None if that is too much.

        The first hex of a turn is always affordable; `moved` counts the hexes entered before. `cost` may be
        `ALL_POINTS`.
        Ruling: tactical/ruling/one-hex-guarantee, aoa-floor.
        """
        points = self.points
        if 0 <= cost <= points - spent:
            return spent + cost
        if not points:
            return None
        if spent == 0 or self._is_floor(moved):
            return points
        free = moved == 0 and cost >= 0 and self.gait is Gait.POINTS and self._field.rulings.guarantee_after_turn
        return points if free else None

    def _is_floor(self, moved: int) -> bool:
        """Tell whether a hex is among the two that an All-Out Attack goes at any cost, by an option."""
        if self.gait is not Gait.FORWARD or self._field.rulings.aoa_floor is not TacticalAllOutFloor.HEXES:
            return False
        return moved < LEAST_ALL_OUT


def is_deep(depth: int, height: int) -> bool:
    """Tell whether water of a depth is deep for a figure of a height, both in inches; otherwise it is shallow."""
    return WATER_PARTS * depth > height
