"""Who can do what a commander wants: every reason why not, and the refusal that goes with it."""

from collections.abc import Mapping
from typing import Final

from service.dice.model import Cites
from service.errors import RulesRefuse
from service.rules.kernel.hexes import distance
from service.rules.mass import command_rulings, power_rulings, rulebook
from service.rules.mass.battle import Battle, Scene
from service.rules.mass.models import MassCommander
from service.rules.mass.powers import MassAtUnit, MassCommandPower
from service.rules.mass.refusals import (
    MassTargetRequired,
    NotYourUnit,
    PathBroken,
    PowerExpended,
    PowerMismatch,
    PowerWrongTrigger,
    TargetEngaged,
    TargetNotEnemy,
    TargetOutOfRange,
    UnitAlreadyCommanded,
    UnitEngaged,
    UnitNotActive,
)
from service.rules.mass.states import MassUnitState
from service.rules.mass.words import (
    MassCommandScope,
    MassReason,
    MassStatus,
    MassTargetSide,
    MassVolleyTargets,
)

REFUSALS: Final[Mapping[MassReason, type[RulesRefuse]]] = {
    MassReason.ROUTED: UnitNotActive,
    MassReason.DESTROYED: UnitNotActive,
    MassReason.PURSUING: UnitNotActive,
    MassReason.NOT_OWN: NotYourUnit,
    MassReason.COMMANDED: UnitAlreadyCommanded,
    MassReason.ENGAGED: UnitEngaged,
    MassReason.PATH_BROKEN: PathBroken,
    MassReason.POWER_MISMATCH: PowerMismatch,
    MassReason.POWER_WRONG_TRIGGER: PowerWrongTrigger,
    MassReason.POWER_EXPENDED: PowerExpended,
    MassReason.TARGET_MISSING: MassTargetRequired,
    MassReason.TARGET_NOT_ACTIVE: UnitNotActive,
    MassReason.TARGET_NOT_ENEMY: TargetNotEnemy,
    MassReason.TARGET_ENGAGED: TargetEngaged,
    MassReason.TARGET_OUT_OF_RANGE: TargetOutOfRange,
}
"""The refusal of a single operation, where a round only passes a unit over."""

CITES: Final[Mapping[MassReason, Cites]] = {
    MassReason.ROUTED: (rulebook.ROUT_REMOVAL.id,),
    MassReason.DESTROYED: (rulebook.ROUT_REMOVAL.id,),
    MassReason.PURSUING: (rulebook.PURSUIT_COST.id,),
    MassReason.NOT_OWN: (command_rulings.COMMAND_SCOPE.id,),
    MassReason.COMMANDED: (rulebook.COMMAND_NO_FURTHER_ACTION.id,),
    MassReason.ENGAGED: (
        rulebook.COMMAND_UNENGAGED_ONLY.id,
        rulebook.ENGAGEMENT_LOCKED.id,
        rulebook.ENGAGEMENT_NO_DISENGAGE.id,
    ),
    MassReason.POWER_EXPENDED: (rulebook.POWER_ONE_USE.id,),
    MassReason.TARGET_ENGAGED: (power_rulings.VOLLEY_TIMING.id,),
    MassReason.TARGET_OUT_OF_RANGE: (power_rulings.VOLLEY_RANGE.id,),
    MassReason.TARGET_NOT_ENEMY: (power_rulings.VOLLEY_TARGET.id,),
    MassReason.OCCUPIED: (rulebook.HEX_STACKING.id,),
    MassReason.IMPASSABLE: (rulebook.TERRAIN_IMPASSABLE.id,),
    MassReason.NOT_APPRECIABLE: (rulebook.SPELL_AREA_THRESHOLD.id,),
}
GONE: Final = {
    MassStatus.ROUTED: MassReason.ROUTED,
    MassStatus.DESTROYED: MassReason.DESTROYED,
    MassStatus.PURSUING: MassReason.PURSUING,
}


def out_of_reach(unit: MassUnitState, commander: MassCommander, scene: Scene) -> MassReason | None:
    """Say why a commander cannot reach a unit at all."""
    if unit.status is not MassStatus.ACTIVE:
        return GONE[unit.status]
    return None if commands(commander, unit, scene) else MassReason.NOT_OWN


def commands(commander: MassCommander, unit: MassUnitState, scene: Scene) -> bool:
    """Say whether a unit is a commander's; one whose own commander is not here is anyone's of its side."""
    if unit.side != commander.side:
        return False
    if scene.rulings.command_scope is MassCommandScope.SIDE:
        return True
    assigned = unit.commander_id
    return assigned in (commander.id, None) or (scene.complete and assigned not in scene.commanders)


def unfit_to_move(unit: MassUnitState, commander: MassCommander, scene: Scene) -> MassReason | None:
    """Say why a unit cannot carry out a command to move."""
    reason = out_of_reach(unit, commander, scene)
    if reason is None and unit.commanded:
        return MassReason.COMMANDED
    return MassReason.ENGAGED if reason is None and unit.engaged_with else reason


def unfit_for_power(unit: MassUnitState, power_id: str, commander: MassCommander, scene: Scene) -> MassReason | None:
    """Say why a unit cannot use a power on command."""
    reason = out_of_reach(unit, commander, scene)
    if reason is not None:
        return reason
    if not isinstance(scene.powers[power_id], MassCommandPower):
        return MassReason.POWER_WRONG_TRIGGER
    if unit.power != power_id:
        return MassReason.POWER_MISMATCH
    if unit.commanded:
        return MassReason.COMMANDED
    return MassReason.POWER_EXPENDED if unit.power_expended else None


def off_target(
    battle: Battle, unit: MassUnitState, aim: MassAtUnit, target_id: str | None, side: MassTargetSide
) -> MassReason | None:
    """Say why a power cannot strike the unit it is aimed at."""
    if target_id is None:
        return MassReason.TARGET_MISSING
    target = battle.units[target_id]
    if target.status is not MassStatus.ACTIVE:
        return MassReason.TARGET_NOT_ACTIVE
    if not struck(side, unit, target):
        return MassReason.TARGET_NOT_ENEMY
    if aim.engaged is not None and aim.engaged is not bool(target.engaged_with):
        return MassReason.TARGET_ENGAGED
    return MassReason.TARGET_OUT_OF_RANGE if distance(unit.hex, target.hex) > aim.range else None


def struck(side: MassTargetSide, unit: MassUnitState, target: MassUnitState) -> bool:
    """Say whether a power that strikes one side's units can strike a unit."""
    if side is MassTargetSide.ANY:
        return True
    return (target.side != unit.side) is (side is MassTargetSide.ENEMY)


def side_struck(power: MassCommandPower, scene: Scene) -> MassTargetSide:
    """Return whose units a power strikes; options decide it for a volley and a gout of flame."""
    if power.id == "launch-volley" and scene.rulings.volley_targets is MassVolleyTargets.ANY:
        return MassTargetSide.ANY
    if power.id == "gout-of-flame" and not scene.rulings.gout_hits_friends:
        return MassTargetSide.ENEMY
    return getattr(power.target, "side", MassTargetSide.ANY)


def spoken(reason: MassReason) -> str:
    """Say a reason in a player's words."""
    return reason.replace("_", " ")


def refuse(reason: MassReason | None, unit: str, pointer: str) -> None:
    """Refuse a single operation for the reason for which a round would pass a unit over.

    Raises: the refusal that goes with the reason, if there is one.
    """
    if reason is not None:
        raise REFUSALS[reason](f"{unit} cannot do what is ordered: {spoken(reason)}.", pointer=pointer)
