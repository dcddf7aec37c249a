"""How units use powers that a commander orders."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from service.dice.model import Dice
from service.rules.kernel.hexes import Hex, ahead, distance
from service.rules.mass.battle.events import BLANK
from service.rules.mass.battle.legality import off_target, pass_over, side_struck, struck, unfit_for_power
from service.rules.mass.battle.losses import tell_released
from service.rules.mass.battle.state import Battle, Scene
from service.rules.mass.book import rulebook
from service.rules.mass.book.powers import MassAlongLine, MassAtSelf, MassAtUnit, MassCommandPower
from service.rules.mass.book.rulings import Rulings
from service.rules.mass.book.tables import POWER_CITES, rule_of
from service.rules.mass.book.words import MassEventKind, MassReason
from service.rules.mass.figures.models import MassCommander
from service.rules.mass.figures.orders import MassPowerOrder, MassPowerUse
from service.rules.mass.figures.standing import MassUnitState, revised
from service.rules.mass.figures.text import hexes, listed, power_named
from service.rules.mass.powers.effects import strike_all

USE_CITES: Final = (
    rulebook.POWER_ON_COMMAND,
    rulebook.POWER_ON_COMMAND_TARGETS,
    rulebook.POWER_ONE_USE,
    rulebook.COMMAND_NO_FURTHER_ACTION,
    Rulings.ON_COMMAND_ENGAGED,
    Rulings.COMMAND_SINGULAR,
)


def use_powers(battle: Battle, scene: Scene, commander: MassCommander, order: MassPowerOrder, dice: Dice) -> Battle:
    """Let units use a power, one after the other; who cannot is passed over."""
    for use in order.units:
        reason = unfit_for_use(battle, scene, commander, order.power, use)
        power = scene.powers[order.power]
        if reason is None and isinstance(power, MassCommandPower):
            battle = _use(battle, scene, commander.id, power, use, dice)
        else:
            reason = reason or MassReason.POWER_WRONG_TRIGGER
            deed = f"{use.unit} could not use {power_named(order.power)}{at_target(battle, use)} for {commander.id}"
            battle = pass_over(battle, commander.id, use.unit, reason, deed, dice, power=order.power)
    return battle


def unfit_for_use(
    battle: Battle, scene: Scene, commander: MassCommander, power_id: str, use: MassPowerUse
) -> MassReason | None:
    """Say why a unit cannot use a power, or not at that target."""
    unit, power = battle.units[use.unit], scene.powers[power_id]
    reason = unfit_for_power(unit, power_id, commander, scene)
    if reason is None and isinstance(power, MassCommandPower) and isinstance(power.target, MassAtUnit):
        return off_target(battle, unit, power.target, use.target, side_struck(power, scene))
    return reason


def at_target(battle: Battle, use: MassPowerUse) -> str:
    """Say at whom a unit is to use a power, and how far away that is."""
    if use.target is None:
        return ""
    away = distance(battle.units[use.unit].hex, battle.units[use.target].hex)
    return f" at {use.target}, {hexes(away)} away,"


def _use(
    battle: Battle, scene: Scene, commander: str, power: MassCommandPower, use: MassPowerUse, dice: Dice
) -> Battle:
    unit = battle.units[use.unit]
    if use.target is not None and not isinstance(power.target, MassAtUnit):
        dice.warn(f"{power_named(power.id)} needs no target: the one named, {use.target}, is not read.")
    line = line_of(unit, power)
    targets = targets_of(battle, scene, unit, power, use.target)
    rule = rule_of(power)
    told = f"{unit.id} used {power_named(power.id)}{_aimed(power, targets)}."
    dice.note(rule, told, actor=unit.id, cites=USE_CITES + POWER_CITES.get(power.id, ()))
    battle = battle.changed(revised(unit, power_expended=True, commanded=True))
    before = battle
    battle, hits = strike_all(battle, targets, power.effects, rule, scene.rulings, dice)
    tell_released(before, battle, dice)
    return battle.told(
        replace(
            BLANK, commander=commander, what=MassEventKind.POWER, unit=unit.id, power=power.id, hits=hits, line=line
        )
    )


def _aimed(power: MassCommandPower, targets: Sequence[str]) -> str:
    if isinstance(power.target, MassAtSelf):
        return ""
    return f" at {listed(targets)}" if targets else ", with nobody to strike on its line"


def line_of(unit: MassUnitState, power: MassCommandPower) -> tuple[Hex, ...]:
    """Return the hexes along which a power strikes, if it strikes along a line."""
    target = power.target
    return ahead(unit.hex, unit.facing, target.length) if isinstance(target, MassAlongLine) else ()


def targets_of(
    battle: Battle, scene: Scene, unit: MassUnitState, power: MassCommandPower, target: str | None
) -> list[str]:
    """Return the units that a power strikes: the one named, those on the line, or its user."""
    if isinstance(power.target, MassAtUnit):
        return [] if target is None else [target]
    if not isinstance(power.target, MassAlongLine):
        return [unit.id]
    side = side_struck(power, scene)
    on_line = [battle.held[each] for each in line_of(unit, power) if each in battle.held]
    return [each for each in on_line if struck(side, unit, battle.units[each])]
