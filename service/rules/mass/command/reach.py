"""Where a unit can go this round."""

from typing import Annotated

from pydantic import Field

from service.rules.kernel.hexes import Hex, reachable
from service.rules.mass.battle.legality import GONE, refuse
from service.rules.mass.battle.muster import refuse_broken, scene_of
from service.rules.mass.battle.state import Battle
from service.rules.mass.book.options import MassRulings
from service.rules.mass.book.refusals import MassUnknownUnit
from service.rules.mass.book.words import MassReason, MassStatus, MassStop
from service.rules.mass.command.march import Going
from service.rules.mass.figures.models import MassField, UnitId
from service.rules.mass.figures.standing import MassUnitState, state_of
from service.wire import record


class MassReach(MassField):
    """A unit that could move."""

    unit: UnitId = Field(description="Which of the units.")


@record
class MassReachableHex:
    """A hex that the unit can end its move on."""

    hex: Annotated[Hex, Field(description="Axial coordinates q and r.")]
    path: Annotated[tuple[Hex, ...], Field(description="A cheapest way there, hex by hex, the hex itself last.")]
    engages: Annotated[tuple[str, ...], Field(description="Ids of the enemies that it would be engaged with there.")]


@record
class MassReachOutcome:
    """Where a unit can go."""

    hexes: Annotated[tuple[MassReachableHex, ...], Field(description="Every hex it can reach, the cheapest first.")]


def list_reachable(input: MassReach, rulings: MassRulings) -> MassReachOutcome:
    """List the hexes that a unit can reach this round by any path, and whom it would meet there.

    The cost of a hex is that of its terrain, in hexes of the unit's speed; beside an enemy the move ends.

    Raises: UnitEngaged, UnitAlreadyCommanded, UnitNotActive, MassUnknownUnit, and what a broken map or roster raises.
    Ruling: mass/ruling/moderate-rounding, mixed-terrain, start-terrain.
    Source: The Rules; Command Units to Move.
    """
    scene = scene_of(input, (), rulings, complete=False)
    refuse_broken(input.units, [f"/units/{position}" for position in range(len(input.units))], scene)
    battle = Battle.of(map(state_of, input.units))
    unit = battle.units.get(input.unit)
    if unit is None:
        raise MassUnknownUnit(f"There is no unit {input.unit!r}.", pointer="/unit")
    refuse(_held_back(unit, battle), f"{unit.id} cannot move", "/unit")
    going = Going(unit, battle, scene.ground)

    def enter(there: Hex, spent: int) -> int | None:
        after = going.enter(there, spent)
        return None if isinstance(after, MassStop) else after

    paths = reachable(unit.hex, enter, going.contact_at)
    return MassReachOutcome(
        hexes=tuple(
            [
                MassReachableHex(hex=there, path=path, engages=tuple(battle.foes_beside(unit, there)))
                for there, path in paths.items()
            ]
        )
    )


def _held_back(unit: MassUnitState, battle: Battle) -> MassReason | None:
    if unit.status is not MassStatus.ACTIVE:
        return GONE[unit.status]
    if unit.commanded:
        return MassReason.COMMANDED
    return MassReason.ENGAGED if unit.engaged_with or battle.foes_beside(unit, unit.hex) else None
