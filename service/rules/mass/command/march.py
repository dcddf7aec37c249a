"""Movement hex by hex, as far as speed, terrain, other units and contact allow; and where a unit can go."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Annotated, Final

from pydantic import Field

from service.rules.kernel.figures import found
from service.rules.kernel.hexes import CONVENTION_IN_SHORT, SIDES, Hex, distance, neighbour, neighbours, reachable
from service.rules.mass.battle.legality import refuse
from service.rules.mass.battle.muster import placed
from service.rules.mass.battle.state import Battle, Ways
from service.rules.mass.book.options import MassRulings
from service.rules.mass.book.refusals import MassUnknownUnit
from service.rules.mass.book.tables import TERRAIN
from service.rules.mass.book.words import IMPASSABLE, MassReason, MassStatus, MassStop
from service.rules.mass.figures.models import MassField, UnitId
from service.rules.mass.figures.standing import MassUnitState
from service.wire import record

FEET_PER_HEX = 100
OCCUPIED: Final = MassStop.OCCUPIED


@dataclass(slots=True)
class March:
    """The result of a march, and why it ended.

    `entered` are the hexes in order; `ahead` is the one that the unit could not enter, if one stopped it.
    """

    hex: Hex
    facing: int
    spent: int
    stopped_by: MassStop
    entered: Sequence[Hex]
    ahead: Hex | None


@dataclass(slots=True)
class Going:
    """The movement of one unit in a battle: which hexes it can enter, by terrain, other units and speed."""

    unit: MassUnitState
    battle: Battle

    def enter(self, there: Hex, spent: int) -> int | MassStop:
        """Return the speed spent after entering a hex with so much spent before, or why it cannot be entered."""
        unit, battle = self.unit, self.battle
        left = unit.speed - spent
        if left <= 0:
            return MassStop.ALLOWANCE
        if battle.held.get(there, unit.id) != unit.id:
            return OCCUPIED
        terrain = battle.scene.ground.terrain_of(there)
        if terrain is IMPASSABLE:
            return MassStop.IMPASSABLE
        cost = TERRAIN[terrain].cost
        if cost is not None and cost <= left:
            return spent + cost
        # Difficult ground, or moderate ground and a speed of 1: one hex, if it is the first.
        return MassStop.ALLOWANCE if spent else unit.speed

    def enter_best(self, wanted: Sequence[Hex], spent: int) -> tuple[Hex, int | MassStop]:
        """Return the first of some hexes that can be entered, and the speed spent then; else the first, and why not."""
        best = self.enter(wanted[0], spent)
        if isinstance(best, MassStop):
            for there in wanted[1:]:
                after = self.enter(there, spent)
                if not isinstance(after, MassStop):
                    return there, after
        return wanted[0], best

    def contact_at(self, here: Hex) -> bool:
        """Return whether an enemy is beside a hex."""
        return bool(self.battle.foes_beside(self.unit, here))


Choose = Callable[[Hex, int], Sequence[Hex]]
"""The hexes to enter from a hex, after so many moved, the most wanted first; none where the march is complete."""


def march(going: Going, choose: Choose, *, turning: bool) -> March:
    """Move a unit hex by hex; `turning` says whether it faces where it goes."""
    here, facing = going.unit.hex, going.unit.facing
    spent = 0
    entered: list[Hex] = []
    stop: MassStop | None = None
    ahead: Hex | None = None
    while stop is None:
        wanted = choose(here, len(entered))
        if not wanted:
            stop = MassStop.COMPLETE
            break
        there, after = going.enter_best(wanted, spent)
        if isinstance(after, MassStop):
            stop, ahead = after, there
        else:
            if turning:
                facing = SIDES[there[0] - here[0], there[1] - here[1]]
            here, spent = there, after
            entered.append(here)
            stop = MassStop.ENGAGED if going.contact_at(here) else None
    return March(here, facing, spent, stop, entered, ahead)


def straight_ahead(unit: MassUnitState, hexes: int | None) -> Choose:
    """Choose the hex ahead, for some hexes or without end."""
    return lambda here, moved: () if moved == hexes else (neighbour(here, unit.facing),)


def along(path: tuple[Hex, ...]) -> Choose:
    """Choose the hexes of a path."""
    return lambda _here, moved: path[moved : moved + 1]


def towards(goal: Hex) -> Choose:
    """Choose the neighbours nearer to a goal than the hex that is left, in the order of looking around."""
    return lambda here, _moved: _nearer(here, goal)


def march_to(going: Going, goal: Hex) -> March:
    """Move a unit towards a hex; where nearer neighbours do not lead there, it goes a cheapest way, if any."""
    came = march(going, towards(goal), turning=True)
    if came.hex == goal or not _may_arrive(going, goal):
        return came
    way = ways_of(going).get(goal)
    return came if way is None else march(going, along(way.path), turning=True)


def _may_arrive(going: Going, goal: Hex) -> bool:
    """Return whether it is worth looking for a way: the goal is near enough and can be entered."""
    is_near = distance(going.unit.hex, goal) <= going.unit.speed
    return is_near and not isinstance(going.enter(goal, 0), MassStop)


def ways_of(going: Going) -> Ways:
    """Return a cheapest way to every hex that a unit can reach at once; beside an enemy its move ends.

    A battle remembers them: a list of moves asks for those of a unit once for each target.
    """
    remembered, unit = going.battle.ways, going.unit.id
    if unit not in remembered:
        remembered[unit] = ways_worked_out(going)
    return remembered[unit]


def ways_worked_out(going: Going) -> Ways:
    """Work out the ways of a unit."""

    def enter(there: Hex, spent: int) -> int | None:
        after = going.enter(there, spent)
        return None if isinstance(after, MassStop) else after

    return reachable(going.unit.hex, enter, going.contact_at)


@lru_cache(maxsize=4096)
def _nearer(here: Hex, goal: Hex) -> tuple[Hex, ...]:
    """Return the neighbours of a hex that are nearer to a goal than it is; none, if it is the goal."""
    near = distance(here, goal)
    return tuple([each for each in neighbours(here) if distance(each, goal) < near])


class MassReach(MassField):
    """A unit whose movement is asked for, and the battlefield."""

    unit: UnitId = Field(description="Which of the units.")


@record
class MassReachableHex:
    """A hex that the unit can end its move on."""

    hex: Annotated[Hex, Field(description=f"Which hex. {CONVENTION_IN_SHORT}")]
    path: Annotated[
        tuple[Hex, ...],
        Field(description=f"A cheapest way there, hex by hex, the hex itself last. {CONVENTION_IN_SHORT}"),
    ]
    engages: Annotated[tuple[str, ...], Field(description="Ids of the enemies that it would be engaged with there.")]


@record
class MassReachOutcome:
    """The hexes that a unit can reach."""

    hexes: Annotated[tuple[MassReachableHex, ...], Field(description="Every hex it can reach, the cheapest first.")]


def list_reachable(input: MassReach, rulings: MassRulings) -> MassReachOutcome:
    """List the hexes that a unit can reach this round by any path, and whom it would meet there.

    The cost of a hex is that of its terrain, in hexes of the unit's speed; beside an enemy the move ends.

    Raises: UnitEngaged, UnitAlreadyCommanded, UnitNotActive, MassUnknownUnit, and what a broken map or roster raises.
    Ruling: mass/ruling/moderate-rounding, mixed-terrain, start-terrain.
    Source: The Rules; Command Units to Move.
    """
    battle = placed(input, (), rulings, complete=False)
    unit = found(battle.units.values(), input.unit, "/unit", MassUnknownUnit, "on the map")
    refuse(_held_back(unit, battle), f"{unit.id} cannot move", "/unit")
    ways = ways_of(Going(unit, battle)).items()
    foes = {there: tuple(battle.foes_beside(unit, there)) for there, _ in ways}
    return MassReachOutcome(
        hexes=tuple([MassReachableHex(hex=there, path=way.path, engages=foes[there]) for there, way in ways])
    )


def _held_back(unit: MassUnitState, battle: Battle) -> MassReason | None:
    if unit.status is not MassStatus.ACTIVE:
        return MassReason[unit.status.name]
    if unit.commanded:
        return MassReason.COMMANDED
    return MassReason.ENGAGED if unit.engaged_with or battle.foes_beside(unit, unit.hex) else None
