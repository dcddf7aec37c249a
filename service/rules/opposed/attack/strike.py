"""The kernel of combat: one strike, from the first die to the last, given its plan."""

from typing import Final, NamedTuple

from service.dice.model import Dice
from service.rules.opposed.attack.clash import Clash, roll_clash, roll_possible_fumble
from service.rules.opposed.attack.damage import OpposedDamage, OpposedGrievous
from service.rules.opposed.attack.maneuver_effects import OpposedAvoidance
from service.rules.opposed.attack.parry import OpposedParried, parry_strike
from service.rules.opposed.attack.plan import StrikePlan
from service.rules.opposed.attack.wound import roll_conscious, roll_effects, roll_wound
from service.rules.opposed.book.words import OpposedEffect
from service.rules.opposed.figures.vitals import Health, OpposedFumble

PARRY_MARGIN: Final = -2


class Strike(NamedTuple):
    """What one strike did, before any riposte.

    `defender` and `attacker` are their health afterwards; `attacker_check_due` says that a parry left the attacker
    at an Endurance that needs a stay-conscious roll, which comes after the riposte.
    """

    clash: Clash
    fumble: OpposedFumble | None
    damage: OpposedDamage
    grievous_possible: bool
    grievous_roll: int | None
    grievous: OpposedGrievous | None
    avoid: OpposedAvoidance | None
    effects: tuple[OpposedEffect, ...]
    check_due: bool
    conscious: bool | None
    parry: OpposedParried | None
    defender: Health
    attacker: Health
    attacker_check_due: bool


def strike(plan: StrikePlan, dice: Dice) -> Strike:
    """Roll strike against defence, and everything that follows from it up to a parry.

    Dice: D100 strike, D100 defence; then only as needed D100 fumble check and D100 fumble table, D10 damage, D100
    grievous injury, D100 to avoid a manoeuvre, D100 to stay conscious, D10 parry.
    Source: Core Mechanics, Steps; Table 2.
    """
    clash = roll_clash(plan, dice)
    fumble = roll_possible_fumble(plan, dice) if clash.fumble_candidate else None
    wound = roll_wound(plan, clash.result_quality, dice)
    avoid, effects = roll_effects(plan, clash, wound.grievous, dice)
    consciousness = roll_conscious(plan, wound.suffering, effects, dice)
    parry, attacker, attacker_check_due = None, plan.attacker_health, False
    if clash.margin <= PARRY_MARGIN and plan.parry is not None:
        parry, suffering = parry_strike(plan, plan.parry, dice)
        attacker, attacker_check_due = suffering.health, suffering.check_due
    return Strike(
        clash,
        fumble,
        wound.damage,
        wound.grievous_possible,
        wound.grievous_roll,
        wound.grievous,
        avoid,
        effects,
        consciousness.check_due,
        consciousness.conscious,
        parry,
        consciousness.health,
        attacker,
        attacker_check_due,
    )
