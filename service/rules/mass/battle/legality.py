"""Who can do what a commander wants: every reason why not, and the refusal that goes with it."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from service.dice.model import Cites, Dice, Rule
from service.errors import RulesRefuse
from service.rules.kernel.hexes import distance
from service.rules.mass.battle.events import BLANK
from service.rules.mass.battle.state import Battle, Scene
from service.rules.mass.book import rulebook
from service.rules.mass.book.options import MassCommandScope, MassVolleyTargets
from service.rules.mass.book.powers import MassAtUnit, MassCommandPower
from service.rules.mass.book.refusals import (
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
from service.rules.mass.book.rulings import Rulings
from service.rules.mass.book.tables import POWER_RULES
from service.rules.mass.book.words import MassEventKind, MassReason, MassStatus, MassTargetSide
from service.rules.mass.figures.models import MassCommander
from service.rules.mass.figures.standing import MassUnitState
from service.rules.mass.figures.text import REASONS

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
    MassReason.TARGET_UNENGAGED: TargetEngaged,
    MassReason.TARGET_OUT_OF_RANGE: TargetOutOfRange,
}
"""The refusal of a single operation, where a round only passes a unit over."""

DECIDED: Final[Mapping[MassReason, Rule]] = {
    MassReason.ROUTED: rulebook.ROUT_REMOVAL,
    MassReason.DESTROYED: rulebook.ROUT_REMOVAL,
    MassReason.PURSUING: rulebook.PURSUIT_COST,
    MassReason.NOT_OWN: rulebook.COMMAND_ANY_NUMBER,
    MassReason.COMMANDED: rulebook.COMMAND_NO_FURTHER_ACTION,
    MassReason.ENGAGED: rulebook.COMMAND_UNENGAGED_ONLY,
    MassReason.PATH_BROKEN: rulebook.COMMAND_CUSTOM,
    MassReason.POWER_MISMATCH: rulebook.POWER_ON_COMMAND,
    MassReason.POWER_WRONG_TRIGGER: rulebook.POWER_ON_ENGAGED,
    MassReason.POWER_EXPENDED: rulebook.POWER_ONE_USE,
    MassReason.TARGET_MISSING: rulebook.POWER_ON_COMMAND_TARGETS,
    MassReason.TARGET_NOT_ACTIVE: rulebook.ROUT_REMOVAL,
    MassReason.TARGET_NOT_ENEMY: rulebook.POWER_ON_COMMAND_TARGETS,
    MassReason.TARGET_ENGAGED: rulebook.POWER_ON_COMMAND_TARGETS,
    MassReason.TARGET_UNENGAGED: rulebook.POWER_ON_COMMAND_TARGETS,
    MassReason.TARGET_OUT_OF_RANGE: rulebook.POWER_ON_COMMAND_TARGETS,
    MassReason.CHECK_FAILED: rulebook.RALLY_CHECK,
    MassReason.NOT_EXPENDED: rulebook.RALLY_EFFECT,
    MassReason.INSUFFICIENT_MARGIN: rulebook.RALLY_MARGIN_BUDGET,
    MassReason.NOT_APPRECIABLE: rulebook.SPELL_AREA_THRESHOLD,
    MassReason.OCCUPIED: rulebook.HEX_STACKING,
    MassReason.IMPASSABLE: rulebook.TERRAIN_IMPASSABLE,
}
"""The rule that decides why a unit cannot; a target that one of the nine powers cannot strike, by that power's rule."""

OF_TARGETS: Final[Mapping[MassReason, Cites]] = {
    MassReason.TARGET_NOT_ENEMY: (Rulings.VOLLEY_TARGET,),
    MassReason.TARGET_ENGAGED: (Rulings.VOLLEY_TIMING,),
    MassReason.TARGET_UNENGAGED: (),
    MassReason.TARGET_OUT_OF_RANGE: (Rulings.VOLLEY_RANGE,),
}
CITES: Final[Mapping[MassReason, Cites]] = {
    MassReason.NOT_OWN: (Rulings.COMMAND_SCOPE,),
    MassReason.ENGAGED: (rulebook.ENGAGEMENT_LOCKED, rulebook.ENGAGEMENT_NO_DISENGAGE),
    **OF_TARGETS,
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
        return MassReason.TARGET_ENGAGED if target.engaged_with else MassReason.TARGET_UNENGAGED
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


def decided_by(reason: MassReason, power_id: str | None = None) -> Rule:
    """Return the rule that decides for a reason; of a power's target, the power's own where it is one of the nine."""
    if reason in OF_TARGETS and power_id is not None:
        return POWER_RULES.get(power_id, DECIDED[reason])
    return DECIDED[reason]


def refuse(reason: MassReason | None, deed: str, pointer: str, *, power: str | None = None) -> None:
    """Refuse a single operation for the reason for which a round would pass a unit over.

    `deed` says what cannot be done; `power` is the one ordered, if one is.
    Raises: the refusal that goes with the reason, if there is one.
    """
    if reason is not None:
        rule = decided_by(reason, power)
        raise REFUSALS[reason](f"{deed}: {REASONS[reason]}.", pointer=pointer, rule=rule.id)


def pass_over(
    battle: Battle,
    commander: str,
    unit: str | None,
    reason: MassReason,
    deed: str,
    dice: Dice,
    *,
    power: str | None = None,
) -> Battle:
    """Leave a unit out of an action, with an event and a warning; `deed` says what could not be done for whom.

    `power` is the one ordered, if one is.
    """
    told = f"{deed}: {REASONS[reason]}."
    dice.warn(told)
    cites = (*CITES.get(reason, ()), Rulings.DECLARED_ACTIONS)
    dice.note(decided_by(reason, power), told, actor=unit, cites=cites)
    return battle.told(replace(BLANK, commander=commander, what=MassEventKind.REFUSED, unit=unit, reason=reason))
