"""One attack as a list of stages, from the first die to the damage, and the wounds that follow.

`exchange` plays the stages in order with real dice; `odds` maps the same stages over distributions. What a stage rolls
depends on the plan, on the field as it was before the attack, and on what has been rolled so far, so two attacks under
way that are equal go on alike. Simultaneous shots are `roll_attack` of all, then `settle` of all.
"""

from collections.abc import Callable
from typing import Any, Final

from service.dice.model import THREE_D6, Cites, Dice, Roll
from service.rules.kernel.hexes import hex_text
from service.rules.kernel.tally import spoken
from service.rules.roll_under.rolls import SuccessGrade, grade_bands, grade_of, roll_announced, succeeds
from service.rules.tactical.attack.damage import roll_critical, roll_damage, roll_places
from service.rules.tactical.attack.defending import BEST, HIT, WORST, defend, tell_undefended
from service.rules.tactical.attack.defense import use_defense
from service.rules.tactical.attack.falls import without
from service.rules.tactical.attack.injury import keep_concentration, wound
from service.rules.tactical.attack.legality import THROWN
from service.rules.tactical.attack.mishaps import Mishap, roll_mishap, suffer
from service.rules.tactical.attack.outcomes import TacticalAttackReport
from service.rules.tactical.attack.plan import AttackPlan
from service.rules.tactical.attack.stray import find_strays, try_stray
from service.rules.tactical.attack.struck import Struck
from service.rules.tactical.book import attack_rules, movement_rules
from service.rules.tactical.figures.field import Field
from service.rules.tactical.figures.standing import changed, name_of

SAID: Final = {
    BEST: "a critical hit",
    SuccessGrade.SUCCESS: "a hit",
    SuccessGrade.FAILURE: "a miss",
    WORST: "a critical miss",
}
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
    plan, rule, purpose = struck.plan, attack_rules.ATTACK_HIT_OR_MISS, ""
    number, shots = plan.number, plan.order.shots
    bands = None if shots > 1 else grade_bands(number.total)
    if dice.tells:
        upon = hex_text(plan.way.hex) if plan.target is None else name_of(field[plan.target])
        purpose = f"attack of {name_of(field[plan.attacker])} on {upon}"
    roll = roll_announced(rule, THREE_D6, dice, actor=plan.attacker, purpose=purpose, target=number, bands=bands)
    total = roll.total
    hits = shots_hit(number.total - total, shots, plan.weapon.rcl) if succeeds(number.total, total) else 0
    struck.grade, struck.roll = grade_of(number.total, total), total
    if dice.tells:
        _tell_hit(field, struck, hits, roll)
    if plan.target is not None and hits:
        struck.hits, struck.outcome, struck.victim = hits, HIT, plan.target


def _tell_hit(field: Field, struck: Struck, hits: int, roll: Roll) -> None:
    """Note how an attack was rolled, and how many of its shots hit."""
    plan, grade, number = struck.plan, struck.grade, struck.plan.number
    text = f"{name_of(field[plan.attacker])} rolled {roll.total} against {spoken(number)}: {SAID[grade]}"
    cites = (*plan.cites, *GRADED.get(grade, ()))
    if plan.order.shots > 1:
        text += f", {hits} of {plan.order.shots} shots hit"
        cites = (*cites, attack_rules.ATTACK_RAPID_FIRE)
    roll.tell(f"{text}.", margin=number.total - roll.total, cites=cites)


def shots_hit(margin: int, shots: int, recoil: int) -> int:
    """Return how many of some shots hit: one, and one more for each full multiple of Recoil in the margin."""
    return min(1 + max(margin, 0) // recoil, shots)


def roll_own_mishap(field: Field, struck: Struck, dice: Dice) -> None:
    """Roll the critical miss of an attack that fails critically.

    Dice: 3D6, and what the row asks for.
    """
    if struck.grade is WORST:
        plan = struck.plan
        struck.mishaps = (roll_mishap(field, Mishap(plan.attacker, plan.weapon, plan.mode, plan.target), dice),)


def roll_target_defense(field: Field, struck: Struck, dice: Dice) -> None:
    """Roll the defense of the target, if the attack hits, and not critically.

    Dice: 3D6, 3D6 for a second defense, and critical misses.
    """
    plan, victim = struck.plan, struck.victim
    if victim is None or struck.grade is BEST:
        return
    if plan.defenses:
        struck.outcome = defend(field, struck, victim, plan.defenses, dice)
        struck.victim = victim if struck.hits else None
    elif plan.undefended:
        tell_undefended(field[victim], plan.undefended, dice)


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
    for _ in range(struck.hits):
        roll_damage(field, struck, dice)
    mark(field, struck)
    return struck


def land(field: Field, plan: AttackPlan, dice: Dice) -> Struck:
    """Roll an attack until it is known whom it hits, if anybody, and where; nothing is marked.

    Dice: those of `roll_attack` before its damage.
    """
    struck = Struck(plan)
    for stage in LANDING:
        stage(field, struck, dice)
    while struck.left:
        try_stray(field, struck, dice)
    for stage in HITTING:
        stage(field, struck, dice)
    return struck


def mark(field: Field, struck: Struck) -> None:
    """Mark on the field what the attacker and those who defended themselves have used."""
    _spend(field, struck.plan)
    for each in struck.tried:
        use_defense(field, each.figure, each.planned, struck.plan.attacker)


def _spend(field: Field, plan: AttackPlan) -> None:
    """Mark the attacker's maneuver and weapon: shots that are fired, a weapon that is thrown, the end of its aim."""
    attacker, weapon, conduct = field[plan.attacker], plan.weapon, plan.conduct
    used = attacker.state.attacked_with
    changes: dict[str, Any] = {
        "maneuver": conduct.maneuver,
        "option": conduct.option,
        "attacked_with": used if weapon.id in used else (*used, weapon.id),
        "aim": None,
        "evaluate": None,
    }
    after: dict[str, Any] = {"state": attacker.state.model_copy(update=changes)}
    if plan.way.ranged and weapon.shots is not None:
        left = weapon.model_copy(update={"shots": max(weapon.shots - plan.order.shots, 0)})
        after["weapons"] = tuple([left if each.id == weapon.id else each for each in attacker.weapons])
    attacker = changed(attacker, **after)
    field.put(without(attacker, weapon) if weapon.kind is THROWN else attacker)


def settle(field: Field, struck: Struck, dice: Dice) -> TacticalAttackReport:
    """Apply what an attack has done: its wounds in order, its critical misses, then what it has distracted from.

    Dice: for each wound death checks, knockdown, knockback and aim; then what the critical misses ask for; 3D6 against
    Will - 3 for each of those who concentrate and have defended themselves or were hurt.
    """
    plan = struck.plan
    wounds = tuple([wound(field, each, dice) for each in struck.wounds])
    mishaps = tuple([suffer(field, each, dice) for each in struck.mishaps])
    disturbed = [each.figure for each in struck.tried] + [each.target for each in struck.wounds if each.injury]
    for each in dict.fromkeys(disturbed):
        keep_concentration(field, each, dice)
    return TacticalAttackReport(
        attacker=plan.attacker,
        target=plan.target,
        hex=plan.way.hex,
        weapon=plan.weapon.id,
        mode=plan.mode.name,
        number=plan.number,
        swing=plan.way.swing,
        zone=plan.way.zone,
        arc=plan.arc,
        reach=plan.way.reach,
        range_yards=plan.way.yards,
        in_way=plan.way.in_way,
        roll=struck.roll,
        attack=struck.grade,
        critical_roll=struck.critical_roll,
        defenses=tuple([each.used() for each in struck.tried]),
        outcome=struck.outcome,
        hit=struck.victim,
        hits=struck.hits,
        wounds=wounds,
        strays=struck.strays,
        mishaps=mishaps,
    )


def exchange(field: Field, plan: AttackPlan, dice: Dice) -> TacticalAttackReport:
    """Roll a planned attack and apply what it does.

    Dice: those of `roll_attack`, then those of `settle`.
    """
    return settle(field, roll_attack(field, plan, dice), dice)
