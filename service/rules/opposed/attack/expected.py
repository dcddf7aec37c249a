"""The rolls of a strike that certainly come, announced to dice that ask for missing ones."""

from service.dice.model import D10, D100, Expected
from service.rules.opposed.attack import maneuver_effects
from service.rules.opposed.attack.plan import StrikePlan
from service.rules.opposed.book import rulebook
from service.rules.opposed.book.tables import DAMAGE_POOLS, NO_POOL, RESULTS
from service.rules.opposed.book.words import Quality


def clash_rolls(plan: StrikePlan) -> tuple[Expected, Expected]:
    """Return the two rolls of every strike."""
    attacker, defender = plan.attacker, plan.defender
    return (
        Expected(rulebook.ATTACK_SEQUENCE, D100, attacker.id, f"whether {attacker.name} hits {defender.name}"),
        Expected(
            rulebook.ATTACK_DEFENDER_ALWAYS_ROLLS,
            D100,
            defender.id,
            f"whether {defender.name} defends against {attacker.name}",
        ),
    )


def rolls_of_result(plan: StrikePlan, result: Quality, *, is_parried: bool) -> list[Expected]:
    """Return the rolls that follow from a result whatever their faces are: damage, injury, avoiding, and the parry."""
    row, rolls, attacker, defender = RESULTS[result.rank], [], plan.attacker, plan.defender
    if plan.blow is not None and row.pool is not NO_POOL:
        if not row.maximum:
            dice = DAMAGE_POOLS[plan.blow.dice]
            rolls.append(Expected(rulebook.DAMAGE_ROLL, dice, attacker.id, f"damage to {defender.name}"))
        if row.grievous_possible and plan.rulings.grievous_roll:
            rolls.append(Expected(rulebook.GRIEVOUS_ROLL, D100, attacker.id, f"grievous injury of {defender.name}"))
    against = maneuver_effects.to_avoid(plan.maneuver, result, plan.suffered, plan.rulings)
    if plan.avoid_chance is not None and against is not None:
        purpose = f"whether {defender.name} avoids {maneuver_effects.AVOIDED_AS[against]}"
        rolls.append(Expected(rulebook.MANEUVER_AVOID_ROLL, D100, defender.id, purpose))
    if is_parried:
        rolls.append(Expected(rulebook.EVADE_PARRY_ROLL, D10, defender.id, f"how {defender.name} parries"))
    return rolls
