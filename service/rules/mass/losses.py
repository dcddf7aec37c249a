"""What units lose, and how they leave the battle."""

from service.dice.model import Dice
from service.rules.mass import power_rulings, rulebook
from service.rules.mass.battle import Battle
from service.rules.mass.clash import tell_wall
from service.rules.mass.models import MassRulings
from service.rules.mass.states import MassUnitState, revised
from service.rules.mass.words import MassStatus, MassWallScope

MID_ROUND_CITES = (rulebook.ROUT_REMOVAL.id, power_rulings.POWER_ROUT_TIMING.id)


def suffer(battle: Battle, unit_id: str, points: int, rulings: MassRulings, dice: Dice) -> tuple[Battle, int]:
    """Take morale from a unit at once, and say how much its shield wall let through; without any it is routed."""
    unit = battle.units[unit_id]
    damage, wall = behind_wall(unit, points, rulings)
    if damage < points:
        tell_wall(unit_id, points - damage, dice)
    if damage < unit.morale:
        return battle.changed(revised(unit, morale=unit.morale - damage, shield_wall=wall)), damage
    dice.note(rulebook.ROUT_ZERO_MORALE, f"{unit_id} is routed.", actor=unit_id, cites=MID_ROUND_CITES)
    return leave(battle, unit_id, MassStatus.ROUTED, dice), damage


def behind_wall(unit: MassUnitState, points: int, rulings: MassRulings) -> tuple[int, bool]:
    """Lessen a loss by a raised shield wall; say whether the wall still stands after it."""
    if not unit.shield_wall or not points:
        return points, unit.shield_wall
    return points - 1, rulings.shield_wall is MassWallScope.PER_INSTANCE


def leave(battle: Battle, unit_id: str, status: MassStatus, dice: Dice) -> Battle:
    """Take a unit out of the battle, routed or destroyed, and release its foes."""
    battle = release(battle, unit_id, dice)
    return battle.changed(revised(battle.units[unit_id], morale=0, status=status))


def release(battle: Battle, unit_id: str, dice: Dice) -> Battle:
    """End all contact of a unit; a foe without another enemy is free at once."""
    unit = battle.units[unit_id]
    freed = [revised(unit, engaged_with=())]
    for name in unit.engaged_with:
        foe = battle.units[name]
        left = tuple([each for each in foe.engaged_with if each != unit_id])
        freed.append(revised(foe, engaged_with=left))
        if not left:
            cites = (power_rulings.DESTROYED_OR_ROUTED.id,)
            dice.note(rulebook.ENGAGEMENT_RELEASE, f"{name} is released from combat.", actor=name, cites=cites)
    return battle.changed(*freed)
