"""Effects of powers on the units they strike."""

from collections.abc import Iterable
from typing import Final, assert_never

from service.dice.model import Dice, Rule
from service.rules.mass.battle.losses import leave, suffer
from service.rules.mass.battle.state import Battle
from service.rules.mass.book import powers, rulebook
from service.rules.mass.book.options import MassRulings, MassWallScope
from service.rules.mass.book.rulings import Rulings
from service.rules.mass.book.words import MassChangeReason, MassStatus, stepped
from service.rules.mass.figures.changes import Cause
from service.rules.mass.figures.standing import MassHit, MassUnitState, revised
from service.rules.mass.figures.text import called, power_named

FASTEST = 20
WALL_LASTS: Final = {
    MassWallScope.PER_INSTANCE: "until the end of the round each loss was 1 smaller",
    MassWallScope.PER_ROUND_TOTAL: "until the end of the round all losses together were 1 smaller",
}

Alteration = powers.MassExpendPower | powers.MassStepBattleDie | powers.MassRaiseShieldWall | powers.MassChangeSpeed
"""An effect that costs no morale."""


def strike(
    battle: Battle, unit_id: str, effects: Iterable[powers.MassEffect], rule: Rule, user: str, dice: Dice
) -> tuple[Battle, MassHit]:
    """Let the effects of a user's power befall a unit by a rule, one by one, as long as it is in the battle."""
    damage, cause = 0, Cause(MassChangeReason.POWER, user)
    for effect in effects:
        unit = battle.units[unit_id]
        if unit.status is not MassStatus.ACTIVE:
            break
        if isinstance(effect, powers.MassLoseMorale):
            battle, points = suffer(battle, unit_id, effect.points, rule, cause, dice)
            damage += points
        elif isinstance(effect, powers.MassDestroy):
            cites = (rulebook.ROUT_REMOVAL, Rulings.SHIELD_WALL_DESTROY)
            dice.note(rule, f"That destroyed {called(unit)}.", actor=unit_id, cites=cites)
            battle = leave(battle, (unit_id,), MassStatus.DESTROYED, cause)
        else:
            after, text = _altered(unit, effect, battle.scene.rulings)
            dice.note(rule, text, actor=unit_id)
            battle = battle.changed(cause, after)
    unit = battle.units[unit_id]
    return battle, MassHit(unit=unit_id, damage=damage, morale=unit.morale, status=unit.status)


def _altered(unit: MassUnitState, effect: Alteration, rulings: MassRulings) -> tuple[MassUnitState, str]:
    """Return a unit as an effect leaves it that costs no morale, and the sentence that says so."""
    match effect:
        case powers.MassExpendPower():
            return revised(unit, power_expended=unit.power_expended or unit.power is not None), _power_lost(unit)
        case powers.MassStepBattleDie():
            die = stepped(unit.battle_die, effect.steps)
            return revised(unit, battle_die=die), change_in(unit, "battle die", unit.battle_die, die)
        case powers.MassRaiseShieldWall():
            return revised(
                unit, shield_wall=True
            ), f"{called(unit)} raised a shield wall: {WALL_LASTS[rulings.shield_wall]}."
        case powers.MassChangeSpeed():
            speed = _changed_speed(unit.speed, effect)
            return revised(unit, speed=speed), change_in(unit, "speed", unit.speed, speed)
        case _:
            assert_never(effect)


def _power_lost(unit: MassUnitState) -> str:
    if unit.power is None:
        return f"{called(unit)} had no power to lose."
    again = " already" if unit.power_expended else ""
    return f"{called(unit)} had{again} lost the use of {power_named(unit.power)}."


def change_in(unit: MassUnitState, what: str, before: int | str, after: int | str) -> str:
    """Return the sentence that says from what to what a number or die changed, or that it did not."""
    return f"The {what} of {called(unit)} " + (
        f"stayed {before}." if before == after else f"changed from {before} to {after}."
    )


def _changed_speed(speed: int, effect: powers.MassChangeSpeed) -> int:
    """Return a speed after a change: never slowed below the effect's minimum, nor made faster than a unit can be."""
    if effect.change < 0:
        return min(speed, max(speed + effect.change, effect.minimum))
    return min(speed + effect.change, FASTEST)
