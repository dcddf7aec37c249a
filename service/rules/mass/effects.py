"""What powers do to the units they strike."""

from collections.abc import Iterable
from typing import assert_never

from service.dice.model import Dice
from service.rules.mass import power_rulings, rulebook
from service.rules.mass.battle import Battle
from service.rules.mass.losses import leave, suffer
from service.rules.mass.models import MassRulings
from service.rules.mass.powers import (
    MassChangeSpeed,
    MassDestroy,
    MassEffect,
    MassExpendPower,
    MassLoseMorale,
    MassRaiseShieldWall,
    MassStepBattleDie,
)
from service.rules.mass.states import MassHit, MassUnitState, revised
from service.rules.mass.words import MassStatus, stepped

FASTEST = 20
DESTROYED_CITES = (rulebook.ROUT_REMOVAL.id, power_rulings.SHIELD_WALL_DESTROY.id)


def strike(
    battle: Battle, unit_id: str, effects: Iterable[MassEffect], rulings: MassRulings, dice: Dice
) -> tuple[Battle, MassHit]:
    """Let a power's effects befall a unit, one after the other, as long as it is in the battle."""
    damage = 0
    for effect in effects:
        unit = battle.units[unit_id]
        if unit.status is not MassStatus.ACTIVE:
            break
        if isinstance(effect, MassLoseMorale):
            battle, lost = suffer(battle, unit_id, effect.points, rulings, dice)
            damage += lost
        elif isinstance(effect, MassDestroy):
            dice.note(rulebook.ROUT_REMOVAL, f"{unit_id} is destroyed.", actor=unit_id, cites=DESTROYED_CITES)
            battle = leave(battle, unit_id, MassStatus.DESTROYED, dice)
        else:
            battle = battle.changed(altered(unit, effect))
    unit = battle.units[unit_id]
    return battle, MassHit(unit=unit_id, damage=damage, morale=unit.morale, status=unit.status)


def altered(
    unit: MassUnitState, effect: MassExpendPower | MassStepBattleDie | MassRaiseShieldWall | MassChangeSpeed
) -> MassUnitState:
    """Return a unit as an effect leaves it that costs no morale."""
    match effect:
        case MassExpendPower():
            return revised(unit, power_expended=True)
        case MassStepBattleDie():
            return revised(unit, battle_die=stepped(unit.battle_die, effect.steps))
        case MassRaiseShieldWall():
            return revised(unit, shield_wall=True)
        case MassChangeSpeed():
            return revised(unit, speed=changed_speed(unit.speed, effect))
        case _:
            assert_never(effect)


def changed_speed(speed: int, effect: MassChangeSpeed) -> int:
    """Return a speed after a change: never slowed below the effect's minimum, nor made faster than a unit can be."""
    if effect.change < 0:
        return min(speed, max(speed + effect.change, effect.minimum))
    return min(speed + effect.change, FASTEST)


def strike_all(
    battle: Battle, units: Iterable[str], effects: Iterable[MassEffect], rulings: MassRulings, dice: Dice
) -> tuple[Battle, tuple[MassHit, ...]]:
    """Let a power's effects befall several units, in their order."""
    hits = []
    for unit in units:
        battle, hit = strike(battle, unit, effects, rulings, dice)
        hits.append(hit)
    return battle, tuple(hits)


def told(hits: Iterable[MassHit]) -> str:
    """Say in a sentence what became of the units struck."""
    return ", ".join([f"{hit.unit}: {_what(hit)}" for hit in hits])


def _what(hit: MassHit) -> str:
    if hit.status is not MassStatus.ACTIVE:
        return str(hit.status)
    return f"{hit.damage} morale damage, {hit.morale} left" if hit.damage else f"{hit.morale} morale"
