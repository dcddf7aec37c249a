"""Results of attacks, and the sentences on them that players read at the table."""

from service.rules.kernel.verdict import AttackResult
from service.rules.laurels.attack.parry import has_met
from service.rules.laurels.attack.plan import Plan
from service.rules.laurels.attack.strike import Struck
from service.rules.laurels.book.words import LaurelsStatus


def result_of(struck: Struck) -> AttackResult:
    """Return what came of an attack: it hits if any damage reaches the target."""
    if struck.applied:
        return AttackResult.HIT
    is_met = struck.parry is not None and has_met(struck.parry)
    return AttackResult.PARRIED if is_met else AttackResult.DEFENDED


def damage_of(struck: Struck) -> int:
    """Return what an attack cost its target: stamina and injuries together, in points."""
    return struck.wound.stamina_lost + struck.wound.injuries_gained


def losses_of(plan: Plan, struck: Struck) -> tuple[bool, bool]:
    """Return whether the blow shattered the weapon that met it, and whether it destroyed the shield."""
    parry, stance = struck.parry, plan.stance
    if parry is None or stance is None:
        return False, False
    shattered = parry.stance.weapon_shattered and not stance.weapon_shattered
    return shattered, parry.absorbed is not None and not parry.stance.shield_durability


def sentence_of(attacker: str, target: str, plan: Plan, struck: Struck) -> str:
    """Say in a sentence what an attack did."""
    manner = "sneaks up on" if plan.approach.sneak else "attacks"
    lost = damage_of(struck)
    damage = f"{lost} damage" if lost else "no damage"
    stopped = " (parried)" if struck.parry is not None and has_met(struck.parry) else ""
    dead = f" and {target} is dead" if struck.wound.status is LaurelsStatus.DEAD else ""
    return f"{attacker} {manner} {target}: {damage}{stopped}{dead}."


def summary_of(attacker: str, target: str, plan: Plan, struck: Struck) -> str:
    """Say in a few sentences what an attack did, and what it cost both sides."""
    shattered, destroyed = losses_of(plan, struck)
    exhausted = struck.wound.status is LaurelsStatus.EXHAUSTED and struck.wound.stamina_lost
    is_spent = struck.cost is not None and not struck.stamina
    facts = (
        (exhausted, f"{target} is exhausted."),
        (shattered, f"{target}'s weapon shatters."),
        (destroyed, f"{target}'s shield is destroyed."),
        (plan.breaks, f"{attacker}'s weapon breaks."),
        (is_spent and not plan.may_die, f"{attacker} is exhausted."),
        (is_spent and plan.may_die, f"The exertion kills {attacker}."),
    )
    return " ".join([sentence_of(attacker, target, plan, struck), *[text for holds, text in facts if holds]])


def foiled_sentence_of(attacker: str, target: str) -> str:
    """Say that a sneak attack was noticed."""
    return f"{attacker}'s sneak attack on {target} is noticed and comes to nothing."
