"""What a strike does to its target: damage, injuries, effects and consciousness."""

from typing import Final, NamedTuple

from service.dice.model import Cites, Dice
from service.rules.opposed.attack.clash import Clash
from service.rules.opposed.attack.damage import NO_DAMAGE, OpposedDamage, OpposedGrievous, roll_damage, roll_grievous
from service.rules.opposed.attack.maneuver_effects import (
    AVOIDABLE,
    EFFECTS,
    OpposedAvoidance,
    note_effect,
    note_without_effect,
    roll_avoid,
    takes_effect,
)
from service.rules.opposed.attack.plan import StrikePlan
from service.rules.opposed.book import rulebook
from service.rules.opposed.book.rulings import Rulings
from service.rules.opposed.book.tables import RESULTS
from service.rules.opposed.book.words import OpposedEffect, OpposedManeuverKind, OpposedPool, OpposedStatus, Quality
from service.rules.opposed.figures.vitals import Health, Suffering, roll_stay_conscious, suffer

FATIGUE: Final = OpposedPool.FATIGUE
NO_POOL: Final = OpposedPool.NONE
NO_MANEUVER: Final = OpposedManeuverKind.NONE
KNOCKED_OUT: Final = OpposedEffect.KNOCKED_OUT
ACTIVE: Final = OpposedStatus.ACTIVE


class Consciousness(NamedTuple):
    """A figure's health after a stay-conscious roll; `conscious` is None where none was rolled."""

    health: Health
    check_due: bool
    conscious: bool | None


class Wound(NamedTuple):
    """The damage of a strike, and what it did to its target's health."""

    damage: OpposedDamage
    grievous_possible: bool
    grievous_roll: int | None
    grievous: OpposedGrievous | None
    suffering: Suffering


def roll_wound(plan: StrikePlan, result: Quality, dice: Dice) -> Wound:
    """Roll the damage and grievous injury of a result, and take them from the target.

    Dice: as `strike`, from damage to grievous injury.
    """
    row = RESULTS[result.rank]
    if plan.blow is None or row.pool is NO_POOL:
        suffering = Suffering(plan.defender_health, 0, check_due=False)
        return Wound(NO_DAMAGE, grievous_possible=False, grievous_roll=None, grievous=None, suffering=suffering)
    damage = roll_damage(plan.blow, row, plan.attacker, plan.defender, dice)
    face, grievous = _roll_grievous(plan, dice) if row.grievous_possible else (None, None)
    return Wound(damage, row.grievous_possible, face, grievous, _suffer(plan, damage, grievous, dice))


def _roll_grievous(plan: StrikePlan, dice: Dice) -> tuple[int | None, OpposedGrievous | None]:
    text = f"{plan.attacker} may have done {plan.defender} a grievous injury."
    dice.note(rulebook.GRIEVOUS_POSSIBLE, text, actor=plan.attacker, cites=GRIEVOUS)
    if plan.rulings.grievous_roll:
        return roll_grievous(plan.attacker, plan.grievous_table, plan.weapon_class, dice)
    return None, None


GRIEVOUS: Final[Cites] = (Rulings.GRIEVOUS_TABLE,)


def _suffer(plan: StrikePlan, damage: OpposedDamage, grievous: OpposedGrievous | None, dice: Dice) -> Suffering:
    fatigue = damage.applied if damage.pool is FATIGUE else 0
    endurance = damage.applied - fatigue + (grievous.extra_endurance if grievous else 0)
    return suffer(plan.defender_health, fatigue, endurance, plan.rulings, plan.defender, dice, by_strike=True)


def roll_effects(
    plan: StrikePlan, clash: Clash, grievous: OpposedGrievous | None, dice: Dice
) -> tuple[OpposedAvoidance | None, tuple[OpposedEffect, ...]]:
    """Apply what a grievous injury and the manoeuvre do to the target, unless it avoids the manoeuvre.

    What the target is under already is not done to it again, and not avoided either.

    Dice: D100 to avoid it, if it can be avoided.
    """
    effects = tuple([each for each in grievous.conditions if each not in plan.suffered]) if grievous else ()
    maneuver = plan.maneuver
    if maneuver is NO_MANEUVER or not takes_effect(maneuver, clash.result_quality, plan.rulings):
        return None, effects
    if EFFECTS[maneuver] in plan.suffered:
        note_without_effect(maneuver, dice, plan.defender)
        return None, effects
    avoid = None
    if plan.avoid_chance is not None:
        avoided = roll_avoid(plan.avoid_chance, AVOIDABLE[maneuver], dice, plan.defender)
        avoid = OpposedAvoidance(chance=plan.avoid_chance.total, avoided=avoided)
        if avoided:
            return avoid, effects
    effect = note_effect(maneuver, dice, plan.defender)
    return avoid, (*[each for each in effects if each is not effect], effect)


def roll_conscious(
    plan: StrikePlan, suffering: Suffering, effects: tuple[OpposedEffect, ...], dice: Dice
) -> Consciousness:
    """Let a figure that was knocked out fall, and one with little Endurance left roll to stay conscious.

    Dice: as `stay_conscious`, if it is due.
    """
    health = suffering.health
    if KNOCKED_OUT in effects and health.status is ACTIVE:
        return Consciousness(health._replace(status=OpposedStatus.UNCONSCIOUS), check_due=False, conscious=None)
    if not suffering.check_due:
        return Consciousness(health, check_due=False, conscious=None)
    return stay_conscious(health, plan, plan.defender, dice)


def stay_conscious(health: Health, plan: StrikePlan, who: str, dice: Dice) -> Consciousness:
    """Roll a stay-conscious roll that is due, or only report it, as the plan says.

    Dice: D100, if the plan resolves consequences.
    """
    if not plan.resolves or health.endurance is None:
        text = f"{who} has {health.endurance} Endurance left and is to roll to stay conscious."
        dice.note(rulebook.CONSCIOUSNESS_CHECK, text, actor=who, cites=CONSCIOUS)
        return Consciousness(health, check_due=True, conscious=None)
    conscious = roll_stay_conscious(health.endurance, health.willpower, plan.rulings, dice, who, ROLLED)
    status = health.status if conscious else OpposedStatus.UNCONSCIOUS
    return Consciousness(health._replace(status=status), check_due=True, conscious=conscious)


CONSCIOUS: Final[Cites] = (Rulings.CONSCIOUSNESS_TIMING, Rulings.CONSEQUENCE_DICE)
ROLLED: Final[Cites] = (*CONSCIOUS, rulebook.DICE_ORDER)
