"""What one strike of a larger fight did, told in short."""

from service.rules.opposed.battle_records import OpposedBlow
from service.rules.opposed.plan import StrikePlan
from service.rules.opposed.strike import Strike
from service.rules.opposed.words import OpposedParryResult, OpposedPool

POINTS = {OpposedPool.FATIGUE: "Fatigue", OpposedPool.ENDURANCE: "Endurance"}
PARRIES = {
    OpposedParryResult.PARRIED: "parries",
    OpposedParryResult.DISARM: "parries and disarms",
    OpposedParryResult.DISARM_AND_RIPOSTE: "parries, disarms and may riposte",
}


def blow_of(plan: StrikePlan, done: Strike) -> OpposedBlow:
    """Write a riposte or a free strike for the answer."""
    clash, damage = done.clash, done.damage
    return OpposedBlow(
        strike_chance=plan.strike_chance.total,
        defence=plan.defence.total,
        attack_quality=clash.attack_quality,
        defence_quality=clash.defence_quality,
        result_quality=clash.result_quality,
        outcome=clash.outcome,
        pool=damage.pool,
        applied=damage.applied,
        conscious=done.conscious,
    )
