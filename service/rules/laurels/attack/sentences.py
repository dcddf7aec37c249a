"""Results of attacks, and the sentences on them: for the referee with numbers, for those who watch without."""

from typing import Final, NamedTuple

from service.rules.kernel.telling import sentence
from service.rules.kernel.verdict import AttackResult
from service.rules.laurels.attack.parry import has_met
from service.rules.laurels.attack.plan import Plan
from service.rules.laurels.attack.strike import Struck
from service.rules.laurels.book.words import LaurelsStatus


class Told(NamedTuple):
    """An attack as it is told; what is None is not known to those who read of it.

    `became` is what became of the target by it, `damage` what it cost the target in points, `parried` whether a weapon
    or shield met the blow; `spent` says that the exertion took the attacker's last stamina, `died` that it killed.
    """

    attacker: str
    target: str
    result: AttackResult | None = None
    sneak: bool = False
    parried: bool = False
    damage: int | None = None
    became: LaurelsStatus | None = None
    shattered: bool = False
    destroyed: bool = False
    broken: bool = False
    spent: bool = False
    died: bool = False


STRUCK: Final = {
    AttackResult.HIT: "{0} hit {1}",
    AttackResult.PARRIED: "{1} parried {0}",
    AttackResult.DEFENDED: "{0} did not get through to {1}",
    AttackResult.MISS: "{1} noticed {0}, and nothing came of the sneak attack",
}
SNEAKED: Final = STRUCK | {
    AttackResult.HIT: "{0} hit {1} unawares",
    AttackResult.DEFENDED: "{0} came upon {1} unawares, but did not get through",
}
BECAME: Final = {LaurelsStatus.EXHAUSTED: "was exhausted", LaurelsStatus.DEAD: "died"}


def clauses_of(told: Told) -> list[str]:
    """Say what came of an attack, what it did to its target, and what it cost both."""
    attacker, target, hit = told.attacker, told.target, told.result is AttackResult.HIT
    struck = "{0} attacked {1}" if told.result is None else (SNEAKED if told.sneak else STRUCK)[told.result]
    text = struck.format(attacker, target)
    text += f" for {told.damage} damage" if hit and told.damage else ""
    text += " in spite of a parry" if hit and told.parried else ""
    facts = (
        (told.became in BECAME, f"{target} {BECAME.get(told.became or LaurelsStatus.ACTIVE)}"),
        (told.shattered, f"the weapon of {target} shattered"),
        (told.destroyed, f"the shield of {target} was destroyed"),
        (told.broken, f"the weapon of {attacker} broke"),
        (told.spent, f"{attacker} was exhausted"),
        (told.died, f"{attacker} died of the exertion"),
    )
    return [text, *[clause for holds, clause in facts if holds]]


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


def summary_of(attacker: str, target: str, plan: Plan, struck: Struck) -> str:
    """Say in a sentence what an attack did, and what it cost both sides."""
    shattered, destroyed = losses_of(plan, struck)
    before, after = plan.vitals.status, struck.wound.status
    is_spent = struck.cost is not None and not struck.stamina
    told = Told(
        attacker,
        target,
        result=result_of(struck),
        sneak=plan.approach.sneak,
        parried=struck.parry is not None and has_met(struck.parry),
        damage=damage_of(struck),
        became=None if after is before else after,
        shattered=shattered,
        destroyed=destroyed,
        broken=plan.breaks,
        spent=is_spent and not plan.may_die,
        died=is_spent and plan.may_die,
    )
    return sentence("; ".join(clauses_of(told)))


def foiled_sentence_of(attacker: str, target: str) -> str:
    """Say that a sneak attack was noticed."""
    return sentence(clauses_of(Told(attacker, target, result=AttackResult.MISS))[0])
