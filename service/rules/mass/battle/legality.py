"""Legality of orders: every reason why a unit cannot act, with its rule and its refusal."""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from service.dice.model import Cites, Dice, Rule
from service.errors import RulesRefuse
from service.rules.kernel.hexes import distance
from service.rules.kernel.telling import sentence
from service.rules.mass.battle.state import Battle, Scene
from service.rules.mass.book import refusals, rulebook
from service.rules.mass.book.options import MassCommandScope, MassVolleyTargets
from service.rules.mass.book.powers import MassAtUnit, MassCommandPower
from service.rules.mass.book.rulings import Rulings
from service.rules.mass.book.tables import POWER_RULES
from service.rules.mass.book.words import ACTIVE, MassEventKind, MassReason, MassTargetSide
from service.rules.mass.figures.models import MassCommander
from service.rules.mass.figures.standing import MassUnitState

SIDE: Final = MassCommandScope.SIDE


class Basis(NamedTuple):
    """The basis of a reason: the rule that decides, the refusal of a single operation, and what else is cited."""

    rule: Rule
    refusal: type[RulesRefuse] = RulesRefuse
    cites: Cites = ()


BASES: Final[Mapping[MassReason, Basis]] = {
    MassReason.ROUTED: Basis(rulebook.ROUT_REMOVAL, refusals.UnitNotActive),
    MassReason.DESTROYED: Basis(rulebook.ROUT_REMOVAL, refusals.UnitNotActive),
    MassReason.PURSUING: Basis(rulebook.PURSUIT_COST, refusals.UnitNotActive),
    MassReason.NOT_OWN: Basis(rulebook.COMMAND_ANY_NUMBER, refusals.NotYourUnit, (Rulings.COMMAND_SCOPE,)),
    MassReason.COMMANDED: Basis(rulebook.COMMAND_NO_FURTHER_ACTION, refusals.UnitAlreadyCommanded),
    MassReason.ENGAGED: Basis(rulebook.COMMAND_UNENGAGED_ONLY, refusals.UnitEngaged, (rulebook.ENGAGEMENT_LOCKED,)),
    MassReason.PATH_BROKEN: Basis(rulebook.COMMAND_CUSTOM, refusals.PathBroken),
    MassReason.POWER_MISMATCH: Basis(rulebook.POWER_ON_COMMAND, refusals.PowerMismatch),
    MassReason.POWER_WRONG_TRIGGER: Basis(rulebook.POWER_ON_ENGAGED, refusals.PowerWrongTrigger),
    MassReason.POWER_EXPENDED: Basis(rulebook.POWER_ONE_USE, refusals.PowerExpended),
    MassReason.TARGET_MISSING: Basis(rulebook.POWER_ON_COMMAND_TARGETS, refusals.MassTargetRequired),
    MassReason.TARGET_NOT_ACTIVE: Basis(rulebook.ROUT_REMOVAL, refusals.UnitNotActive),
    MassReason.TARGET_NOT_ENEMY: Basis(
        rulebook.POWER_ON_COMMAND_TARGETS, refusals.TargetNotEnemy, (Rulings.VOLLEY_TARGET,)
    ),
    MassReason.TARGET_ENGAGED: Basis(
        rulebook.POWER_ON_COMMAND_TARGETS, refusals.TargetEngaged, (Rulings.VOLLEY_TIMING,)
    ),
    MassReason.TARGET_UNENGAGED: Basis(rulebook.POWER_ON_COMMAND_TARGETS, refusals.TargetEngaged),
    MassReason.TARGET_OUT_OF_RANGE: Basis(
        rulebook.POWER_ON_COMMAND_TARGETS, refusals.TargetOutOfRange, (Rulings.VOLLEY_RANGE,)
    ),
    MassReason.CHECK_FAILED: Basis(rulebook.RALLY_CHECK),
    MassReason.NOT_EXPENDED: Basis(rulebook.RALLY_EFFECT),
    MassReason.INSUFFICIENT_MARGIN: Basis(rulebook.RALLY_MARGIN_BUDGET),
    MassReason.NOT_APPRECIABLE: Basis(rulebook.SPELL_AREA_THRESHOLD),
    MassReason.OCCUPIED: Basis(rulebook.HEX_STACKING),
    MassReason.IMPASSABLE: Basis(rulebook.TERRAIN_IMPASSABLE),
}
"""What decides why a unit cannot act; a target that one of the nine powers cannot strike is decided by its rule."""


def out_of_reach(unit: MassUnitState, commander: MassCommander, scene: Scene) -> MassReason | None:
    """Return why a commander cannot reach a unit at all: its status, if it is out of the battle, or its allegiance."""
    if unit.status is not ACTIVE:
        return MassReason[unit.status.name]
    return None if commands(commander, unit, scene) else MassReason.NOT_OWN


def commands(commander: MassCommander, unit: MassUnitState, scene: Scene) -> bool:
    """Return whether a unit is a commander's; one whose own commander is not here is anyone's of its side."""
    if unit.side != commander.side:
        return False
    if scene.rulings.command_scope is SIDE:
        return True
    assigned = unit.commander_id
    return assigned in (commander.id, None) or (scene.complete and assigned not in scene.commanders)


def commanded_by(commander: MassCommander, units: Sequence[MassUnitState], scene: Scene) -> list[MassUnitState]:
    """Return those of some units that are a commander's."""
    side = commander.side
    own = [unit for unit in units if unit.side == side]
    if scene.rulings.command_scope is SIDE:
        return own
    return [unit for unit in own if commands(commander, unit, scene)]


def unfit_to_move(unit: MassUnitState, commander: MassCommander, scene: Scene) -> MassReason | None:
    """Return why a unit cannot carry out a command to move."""
    reason = out_of_reach(unit, commander, scene)
    if reason is None and unit.commanded:
        return MassReason.COMMANDED
    return MassReason.ENGAGED if reason is None and unit.engaged_with else reason


def unfit_for_power(unit: MassUnitState, power_id: str, commander: MassCommander, scene: Scene) -> MassReason | None:
    """Return why a unit cannot use a power on command."""
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


def unfit_to_rally(unit: MassUnitState, commander: MassCommander, scene: Scene) -> MassReason | None:
    """Return why a rally gives a unit nothing, whatever the check."""
    reason = out_of_reach(unit, commander, scene)
    return MassReason.NOT_EXPENDED if reason is None and not unit.power_expended else reason


def off_target(
    battle: Battle, unit: MassUnitState, aim: MassAtUnit, target_id: str | None, side: MassTargetSide
) -> MassReason | None:
    """Return why a power cannot strike the unit it is aimed at."""
    if target_id is None:
        return MassReason.TARGET_MISSING
    target = battle.units[target_id]
    if target.status is not ACTIVE:
        return MassReason.TARGET_NOT_ACTIVE
    at_itself = target_id == unit.id and side is not MassTargetSide.FRIEND
    if at_itself or not struck(side, unit, target):
        return MassReason.TARGET_NOT_ENEMY
    if aim.engaged is not None and aim.engaged is not bool(target.engaged_with):
        return MassReason.TARGET_ENGAGED if target.engaged_with else MassReason.TARGET_UNENGAGED
    return MassReason.TARGET_OUT_OF_RANGE if distance(unit.hex, target.hex) > aim.range else None


def struck(side: MassTargetSide, unit: MassUnitState, target: MassUnitState) -> bool:
    """Return whether a power that strikes one side's units can strike a unit."""
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


def rule_of_reason(reason: MassReason, power_id: str | None) -> Rule:
    """Return the rule that decides for a reason; of a power's target, the power's own where it is one of the nine."""
    rule = BASES[reason].rule
    of_target = rule is rulebook.POWER_ON_COMMAND_TARGETS and reason is not MassReason.TARGET_MISSING
    return POWER_RULES.get(power_id or "", rule) if of_target else rule


def refuse(reason: MassReason | None, deed: str, pointer: str, *, power: str | None = None) -> None:
    """Refuse a single operation for the reason for which a round would pass a unit over.

    `deed` says what cannot be done; `power` is the one ordered, if one is.
    """
    if reason is not None:
        rule = rule_of_reason(reason, power)
        raise BASES[reason].refusal(f"{deed}: {reason.says}.", pointer=pointer, rule=rule)


def pass_over(
    battle: Battle,
    commander: str,
    unit: str | None,
    reason: MassReason,
    deed: str,
    dice: Dice,
    power: str | None = None,
) -> Battle:
    """Leave a unit out of an action, with an event and a warning; `deed` says what could not be done for whom.

    `power` is the one ordered, if one is.
    """
    text = sentence(f"{deed}: {reason.says}")
    dice.warn(text)
    cites = (*BASES[reason].cites, Rulings.DECLARED_ACTIONS)
    dice.note(rule_of_reason(reason, power), text, actor=unit, cites=cites)
    return battle.recorded(dice, commander, MassEventKind.REFUSED, unit=unit, reason=reason)
