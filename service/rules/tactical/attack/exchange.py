"""One attack as a list of stages, from the first die to the damage, and the wounds that follow.

`exchange` plays the stages in order with real dice; `odds` maps the same stages over distributions. What a stage rolls
depends on the plan, on the field as it was before the attack, and on what has been rolled so far, so two attacks under
way that are equal go on alike. Simultaneous shots are `roll_attack` of all, then `settle` of all.
"""

from collections.abc import Callable
from typing import Any, Final

from service.dice.model import THREE_D6, Cites, Dice, Expected
from service.rules.kernel.tally import spoken
from service.rules.kernel.verdict import AttackResult
from service.rules.roll_under.rolls import SuccessGrade, grade_bands, grade_of
from service.rules.tactical.attack.criticals import NOT_FIRED, Hand, roll_mishap
from service.rules.tactical.attack.damage import roll_critical, roll_damage, roll_places
from service.rules.tactical.attack.defending import defend
from service.rules.tactical.attack.defense import plan_defenses, use_defense
from service.rules.tactical.attack.injury import keep_concentration, wound
from service.rules.tactical.attack.mishaps import suffer, without
from service.rules.tactical.attack.models import TacticalDefenseChoice
from service.rules.tactical.attack.outcomes import TacticalAttackReport
from service.rules.tactical.attack.plan import AttackPlan, stray_threat
from service.rules.tactical.attack.reports import report_of
from service.rules.tactical.attack.stray import (
    NOBODY,
    hittable,
    in_the_hex,
    into_close_combat,
    on_the_way,
    past_the_target,
    pick,
    roll_stray,
)
from service.rules.tactical.attack.struck import Strayed, Struck
from service.rules.tactical.book import attack_rules, movement_rules, rulebook
from service.rules.tactical.book.words import TacticalWeaponKind
from service.rules.tactical.figures.field import Field
from service.rules.tactical.figures.standing import changed, name_of

BEST, WORST = SuccessGrade.CRITICAL_SUCCESS, SuccessGrade.CRITICAL_FAILURE
HIT, MISS, PARRIED, BLOCKED = AttackResult.HIT, AttackResult.MISS, AttackResult.PARRIED, AttackResult.BLOCKED
STOPPING: Final = frozenset({PARRIED, BLOCKED})
RAPID: Final[Cites] = (attack_rules.ATTACK_RAPID_FIRE,)
SAID: Final = {BEST: "a critical hit", SuccessGrade.SUCCESS: "a hit", SuccessGrade.FAILURE: "a miss"}
GRADED: Final[dict[SuccessGrade, Cites]] = {
    BEST: (movement_rules.CORE_CRITICAL_SUCCESS,),
    WORST: (movement_rules.CORE_CRITICAL_FAILURE,),
}

Stage = Callable[[Field, Struck, Dice], None]
"""A part of an attack, which changes what it has come to so far, and nothing else."""


def roll_hit(field: Field, struck: Struck, dice: Dice) -> None:
    """Roll the attack, and count how many shots hit.

    Dice: 3D6.
    """
    plan = struck.plan
    rule, number = attack_rules.ATTACK_HIT_OR_MISS, plan.number
    name = name_of(field[plan.attacker])
    dice.expect(lambda: [Expected(rule, THREE_D6, plan.attacker, f"attack of {name}{_upon(field, plan)}")])
    bands = None if plan.order.shots > 1 else grade_bands(number.total)
    roll = dice.roll(rule, THREE_D6, actor=plan.attacker, target=number, bands=bands)
    total = roll.total
    grade, margin = grade_of(number.total, total), number.total - total
    hits = shots_hit(margin, plan.order.shots, plan.weapon.rcl) if grade.rank >= SuccessGrade.SUCCESS.rank else 0
    text = f"{name} rolled {total} against {spoken(number)}: {SAID.get(grade, 'a critical miss')}"
    cites = (*plan.cites, *GRADED.get(grade, ()))
    if plan.order.shots > 1:
        text += f", {hits} of {plan.order.shots} shots hit"
        cites = (*cites, *RAPID)
    roll.tell(f"{text}.", margin=margin, cites=cites)
    struck.grade, struck.roll = grade, total
    if plan.target is not None and hits:
        struck.hits, struck.outcome, struck.victim = hits, HIT, plan.target


def shots_hit(margin: int, shots: int, recoil: int) -> int:
    """Return how many of some shots hit: one, and one more for each full multiple of Recoil in the margin."""
    return min(1 + max(margin, 0) // recoil, shots)


def _upon(field: Field, plan: AttackPlan) -> str:
    target = plan.target
    return f" on [{plan.way.hex[0]}, {plan.way.hex[1]}]" if target is None else f" on {name_of(field[target])}"


def roll_own_mishap(field: Field, struck: Struck, dice: Dice) -> None:
    """Roll the critical miss of an attack that fails critically.

    Dice: 3D6, and what the row asks for.
    """
    if struck.grade is WORST:
        plan = struck.plan
        struck.mishaps = (roll_mishap(field[plan.attacker], Hand(plan.weapon, plan.mode), plan.target, dice),)


def roll_target_defense(field: Field, struck: Struck, dice: Dice) -> None:
    """Roll the defense of the target, if the attack hits, and not critically.

    Dice: 3D6, 3D6 for a second defense, and critical misses.
    """
    plan, victim = struck.plan, struck.victim
    if victim is None or struck.grade is BEST:
        return
    if plan.defenses:
        done = defend(field, plan, victim, plan.defenses, struck.hits, dice)
        struck.hits, struck.outcome, struck.tried = done.hits, done.outcome, done.tried
        struck.mishaps = done.mishaps
        if not done.hits:
            struck.victim = None
    elif plan.undefended:
        text = f"{name_of(field[victim])} has no defense."
        dice.note(rulebook.DEFENSE_VALUES, text, actor=victim, cites=plan.undefended)


def find_strays(field: Field, struck: Struck, dice: Dice) -> None:
    """Find out whom an attack may hit that has missed its target or was dodged."""
    plan, outcome = struck.plan, struck.outcome
    if outcome is HIT or not (plan.way.ranged or plan.conduct.striking_into):
        return
    if struck.grade is WORST:
        if not field.rulings.stray_on_critical or struck.mishaps[0].effect in NOT_FIRED:
            return
    elif outcome in STOPPING:
        _stop(field, struck, dice)
        return
    if outcome is MISS:
        struck.left = on_the_way(field, plan)
        return
    struck.left = past_the_target(field, plan)
    if plan.way.ranged:
        name = name_of(field[plan.target or plan.attacker])
        rule, cites = attack_rules.OVERSHOOT_DODGED, (attack_rules.OVERSHOOT_NOT_BETWEEN,)
        dice.note(rule, f"The shot that {name} dodged flies on.", actor=plan.attacker, cites=cites)


def _stop(field: Field, struck: Struck, dice: Dice) -> None:
    """End an attack that was parried or blocked, unless a parry does not stop a blow into close combat.

    Ruling: tactical/ruling/striking-parry.
    """
    plan = struck.plan
    if plan.way.ranged:
        text = "What was stopped falls to the ground and hits nobody."
        dice.note(attack_rules.OVERSHOOT_PARRIED, text, actor=plan.attacker)
    elif field.rulings.striking_parry_stops:
        dice.note(rulebook.STRIKING_STOP, "The blow was stopped and hits nobody else.", actor=plan.attacker)
    else:
        struck.left = in_the_hex(field, plan)


def try_stray(field: Field, struck: Struck, dice: Dice) -> None:
    """Roll whether the next candidate is hit; a hit, a block or a parry ends it.

    Dice: as few D6 as pick one of several; 3D6 to hit; 3D6 for each defense, and critical misses.
    """
    plan = struck.plan
    group, *others = struck.left
    among = hittable(field, plan, group, struck.numbers)
    if not among:
        struck.left = tuple(others)
        return
    one = pick(field, plan, among, dice)
    rest = tuple([each.id for each in among if each is not one])
    struck.left = (rest, *others) if rest else tuple(others)
    roll = roll_stray(field, plan, one, dice)
    hit = roll.hits
    if hit and not roll.undefended:
        hit = _is_undefended(field, struck, one.id, dice)
    if hit:
        struck.victim, struck.hits, struck.left = one.id, 1, NOBODY
    struck.strays = (*struck.strays, Strayed(one.id, one.number, roll.total, hit))


def _is_undefended(field: Field, struck: Struck, id: str, dice: Dice) -> bool:
    """Roll the defenses of somebody who is hit astray, and tell whether they fail; a block or a parry ends it all."""
    plan = struck.plan
    defenses, _ = plan_defenses(field, id, stray_threat(plan), defense_choice(plan, id))
    if not defenses:
        return True
    striking = into_close_combat(field, plan, id)
    rule = rulebook.STRIKING_DEFENSE if striking else attack_rules.STRAY_DEFENSE
    done = defend(field, plan, id, defenses, 1, dice, (rule,))
    struck.tried = (*struck.tried, *done.tried)
    struck.mishaps = (*struck.mishaps, *done.mishaps)
    goes_on = done.outcome is AttackResult.DODGED
    goes_on = goes_on or (striking and done.outcome is PARRIED and not field.rulings.striking_parry_stops)
    if not done.hits and not goes_on:
        rule = rulebook.STRIKING_STOP if striking else attack_rules.STRAY_STOP
        dice.note(rule, f"{name_of(field[id])} stopped it.", actor=id)
        struck.left = NOBODY
    return done.hits > 0


def defense_choice(plan: AttackPlan, id: str) -> TacticalDefenseChoice | None:
    """Return how somebody who is hit astray wants to defend himself; it is never refused."""
    choice = next((each.defense for each in plan.order.defenses if each.figure == id), None)
    return choice.model_copy(update={"forced": False}) if choice is not None and choice.forced else choice


LANDING: Final[tuple[Stage, ...]] = (roll_hit, roll_own_mishap, roll_target_defense, find_strays)
"""What is rolled before anybody is hit, in order; then come those who may be hit astray."""
HITTING: Final[tuple[Stage, ...]] = (roll_places, roll_critical)
"""What is rolled of an attack that hits before its damage."""


def roll_attack(field: Field, plan: AttackPlan, dice: Dice) -> Struck:
    """Roll a planned attack up to its damage; what attacker and defenders have used is marked on the field.

    Dice: 3D6 attack; a critical miss; 3D6 for each defense; a critical miss; for each of those whom it may hit astray a
    choice, 3D6 and 3D6 for each defense; 3D6 location and D6 side for each hit; 3D6 for a critical hit; damage of each
    hit.
    Source: base game; Hitting the Wrong Target; Overshooting and Stray Shots; Striking Into a Close Combat.
    """
    struck = land(field, plan, dice)
    for stage in HITTING:
        stage(field, struck, dice)
    for _ in range(struck.hits):
        roll_damage(field, struck, dice)
    mark(field, struck)
    return struck


def land(field: Field, plan: AttackPlan, dice: Dice) -> Struck:
    """Roll an attack until it is known whom it hits, if anybody; nothing is marked."""
    struck = Struck(plan)
    for stage in LANDING:
        stage(field, struck, dice)
    while struck.left:
        try_stray(field, struck, dice)
    return struck


def mark(field: Field, struck: Struck) -> None:
    """Mark on the field what the attacker and those who defended themselves have used."""
    plan = struck.plan
    spend(field, plan)
    for each in struck.tried:
        use_defense(field, each.figure, each.planned, plan.attacker)


def spend(field: Field, plan: AttackPlan) -> None:
    """Mark the attacker's maneuver and weapon: shots that are fired, a weapon that is thrown, the end of its aim."""
    attacker, weapon, conduct = field[plan.attacker], plan.weapon, plan.conduct
    state = attacker.state
    used = state.attacked_with
    changes: dict[str, Any] = {
        "maneuver": conduct.maneuver,
        "option": conduct.option,
        "attacked_with": used if weapon.id in used else (*used, weapon.id),
        "aim": None,
        "evaluate": None,
    }
    after: dict[str, Any] = {"state": state.model_copy(update=changes)}
    if plan.way.ranged and weapon.shots is not None:
        left = weapon.model_copy(update={"shots": max(weapon.shots - plan.order.shots, 0)})
        after["weapons"] = tuple([left if each.id == weapon.id else each for each in attacker.weapons])
    attacker = changed(attacker, **after)
    field.put(without(attacker, weapon) if weapon.kind is TacticalWeaponKind.THROWN else attacker)


def settle(field: Field, struck: Struck, dice: Dice) -> TacticalAttackReport:
    """Apply what an attack has done: its wounds in order, its critical misses, then what it has distracted from.

    Dice: for each wound death checks, knockdown, knockback and aim; then what the critical misses ask for; 3D6 against
    Will - 3 for each of those who concentrate and have defended themselves or were hurt.
    """
    wounds = tuple([wound(field, each, dice) for each in struck.wounds])
    hurt = [suffer(field, each, dice) for each in struck.mishaps]
    disturbed = [each.figure for each in struck.tried] + [each.target for each in struck.wounds if each.injury]
    for each in dict.fromkeys(disturbed):
        keep_concentration(field, each, dice)
    return report_of(struck, wounds, hurt)


def exchange(field: Field, plan: AttackPlan, dice: Dice) -> TacticalAttackReport:
    """Roll a planned attack and apply what it does.

    Dice: those of `roll_attack`, then those of `settle`.
    """
    return settle(field, roll_attack(field, plan, dice), dice)
