"""One attack as a list of stages, from the first die to the damage, and the wounds that follow.

`exchange` plays the stages in order with real dice; `odds` maps the same stages over distributions. What a stage rolls
depends on the plan, on the field as it was before the attack, and on what has been rolled so far, so two attacks under
way that are equal go on alike. Simultaneous shots are `roll_attack` of all, then `settle` of all.
"""

from collections.abc import Callable
from typing import Any, Final

from service.dice.model import THREE_D6, Cited, Cites, Dice, Roll
from service.rules.kernel.hexes import Hex, distance, hex_text
from service.rules.kernel.tally import spoken
from service.rules.roll_under.damage import Damage, damage_of, least_of
from service.rules.roll_under.locations import roll_location
from service.rules.roll_under.rolls import SuccessGrade, grade_bands, grade_of, roll_announced
from service.rules.roll_under.words import BodySide, DamageType, HitLocation
from service.rules.tactical.attack.defense.active_defenses import use_defense
from service.rules.tactical.attack.exchange.strays import find_strays, try_stray
from service.rules.tactical.attack.exchange.struck import BEST, HIT, WORST, Struck, defend, tell_undefended
from service.rules.tactical.attack.plan import AttackPlan
from service.rules.tactical.attack.records import TacticalAttackReport
from service.rules.tactical.attack.situation.situation import THROWN
from service.rules.tactical.attack.wounds.hits import HEAD, Hit, Impact, hit_of, spoken_part, without
from service.rules.tactical.attack.wounds.injury import CONCENTRATE, keep_concentration, wound
from service.rules.tactical.attack.wounds.mishaps import Mishap, roll_mishap, suffer
from service.rules.tactical.book import attack_rules, movement_rules, rulebook
from service.rules.tactical.book.critical_results import TacticalCriticalHit
from service.rules.tactical.book.words import TacticalLocation, TacticalManeuverOption
from service.rules.tactical.book.wound_tables import CRITICAL_HEAD_HITS, CRITICAL_HITS, quoted, row_of
from service.rules.tactical.book.wound_tables import wounding_halves as halves_at
from service.rules.tactical.figures.field import Field
from service.rules.tactical.figures.models import TacticalFigure
from service.rules.tactical.figures.pairs import comes_from
from service.rules.tactical.figures.standing import name_of

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

SUCCESSES: Final = frozenset({BEST, SuccessGrade.SUCCESS})

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
        upon = hex_text(plan.way.hex) if plan.target is None else field.name_of(plan.target)
        purpose = f"attack of {field.name_of(plan.attacker)} on {upon}"
    roll = roll_announced(rule, THREE_D6, dice, actor=plan.attacker, purpose=purpose, target=number, bands=bands)
    total = roll.total
    struck.grade, struck.roll = grade_of(number.total, total), total
    hits = 0
    if struck.grade in SUCCESSES:
        hits = 1 if shots == 1 else shots_hit(number.total - total, shots, plan.weapon.rcl)
    if dice.tells:
        _tell_hit(field, struck, hits, roll)
    if plan.target is not None and hits:
        struck.hits, struck.outcome, struck.victim = hits, HIT, plan.target


def _tell_hit(field: Field, struck: Struck, hits: int, roll: Roll) -> None:
    """Note how an attack was rolled, and how many of its shots hit."""
    plan, grade, number = struck.plan, struck.grade, struck.plan.number
    text = f"{field.name_of(plan.attacker)} rolled {roll.total} against {spoken(number)}: {SAID[grade]}"
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
    if is_due(roll_own_mishap, struck):
        plan = struck.plan
        struck.mishaps = (roll_mishap(field, Mishap(plan.attacker, plan.weapon, plan.mode, plan.target), dice),)


def roll_target_defense(field: Field, struck: Struck, dice: Dice) -> None:
    """Roll the defense of the target, if the attack hits, and not critically.

    Dice: 3D6, 3D6 for a second defense, and critical misses.
    """
    plan, victim = struck.plan, struck.victim
    if victim is None or struck.grade is BEST:
        return
    if is_due(roll_target_defense, struck):
        struck.outcome = defend(field, struck, victim, plan.defenses, dice)
        struck.victim = victim if struck.hits else None
    elif plan.undefended:
        tell_undefended(field[victim], plan.undefended, dice)


# Where an attack hits, and its damage

STRONG: Final = TacticalManeuverOption.STRONG
STRONG_LEAST: Final = 2
TIMES: Final = {TacticalCriticalHit.TRIPLE: 3, TacticalCriticalHit.DOUBLE: 2}
MAXIMA: Final = frozenset({TacticalCriticalHit.MAXIMUM, TacticalCriticalHit.MAXIMUM_THROUGH_ARMOR})


def part_of(location: HitLocation, side: BodySide | None) -> TacticalLocation:
    """Return a location with its side."""
    return TacticalLocation(location.value if side is None else f"{side.value}_{location.value}")


def roll_places(field: Field, struck: Struck, dice: Dice) -> None:
    """Find out where each hit strikes: where it was aimed, or anywhere.

    Dice: for each hit without a chosen location 3D6, then D6 for a hand or foot; nothing if locations are not in use.
    """
    plan, victim = struck.plan, struck.victim
    if victim is None or not is_due(roll_places, struck):
        return
    meant = victim == plan.target
    if meant and plan.location is not None:
        struck.places = (plan.location,) * struck.hits
    elif not field.rulings.locations:
        struck.places = (TacticalLocation.TORSO,) * struck.hits
    else:
        rule = rulebook.DAMAGE_LOCATIONS if meant else attack_rules.STRAY_LOCATION
        cites = () if meant else (rulebook.DAMAGE_LOCATIONS,)
        name = field.name_of(victim)
        rolled = [roll_location(rule, dice, actor=victim, name=name, cites=cites) for _ in range(struck.hits)]
        struck.places = tuple([part_of(*each) for each in rolled])


def roll_critical(field: Field, struck: Struck, dice: Dice) -> None:
    """Roll what a critical hit does to the target; the first of several hits is the critical one.

    Dice: 3D6.
    """
    plan = struck.plan
    if not is_due(roll_critical, struck):
        return
    name, head = field.name_of(plan.attacker), struck.places[0] in HEAD
    rule = attack_rules.ATTACK_CRITICAL_HIT_HEAD if head else attack_rules.ATTACK_CRITICAL_HIT
    rows = CRITICAL_HEAD_HITS if head else CRITICAL_HITS
    purpose, bands = "what the critical hit does", tuple([row.highest for row in rows])
    roll = roll_announced(rule, THREE_D6, dice, actor=plan.attacker, purpose=purpose, bands=bands)
    row = row_of(rows, roll.total)
    roll.tell(f"{name} rolled {roll.total} for the critical hit; the table says: {quoted(row)}")
    struck.critical, struck.head, struck.critical_roll = row.effect, head, roll.total
    if row.effect is TacticalCriticalHit.EYE:
        struck.places = (TacticalLocation.EYE, *struck.places[1:])


def damage_dice(plan: AttackPlan) -> Damage:
    """Return the damage dice of an attack, with what its maneuver and a stop thrust add."""
    damage = damage_of(plan.mode.damage)
    bonus = plan.conduct.stop_thrust
    if plan.conduct.option is STRONG:
        bonus += max(STRONG_LEAST, 0 if damage.pool is None else damage.pool.count)
    return damage._replace(adds=damage.adds + bonus) if bonus else damage


def roll_damage(field: Field, struck: Struck, dice: Dice) -> None:
    """Roll the damage of the next hit.

    Dice: the weapon's damage dice, unless a critical hit does the most that they can.
    """
    plan, place = struck.plan, struck.places[len(struck.wounds)]
    victim = field[struck.victim or plan.attacker]
    effect = None if struck.wounds else struck.critical
    damage, rule, roll = damage_dice(plan), rulebook.DAMAGE_ROLL, None
    pool, total = damage.pool, 0
    if pool is not None and effect in MAXIMA:
        total = pool.count * pool.sides
    elif pool is not None:
        purpose = f"damage of {field.name_of(plan.attacker)} to {name_of(victim)}" if dice.tells else ""
        roll = roll_announced(rule, pool, dice, actor=plan.attacker, purpose=purpose)
        total = roll.total
    kind = plan.mode.type
    basic = max(total + damage.adds, least_of(kind)) * (1 if effect is None else TIMES.get(effect, 1))
    if _is_halved(field, plan, victim):
        basic //= 2
    origin: Hex | None = plan.way.origin
    if origin == victim.hex:
        origin = comes_from(field, victim, plan.attacker)
    hit = hit_of(victim, place, Impact(basic, kind, plan.mode.armor_divisor, effect, struck.head), origin)
    struck.wounds = (*struck.wounds, hit)
    if not dice.tells:
        return
    text = f"{field.name_of(plan.attacker)} hit {name_of(victim)} for {damage_text(hit, kind)}."
    cites = damage_cites(plan, hit, kind)
    if roll is None:
        dice.note(rule, text, actor=plan.attacker, cites=cites)
    else:
        roll.tell(text, cites=cites)


def damage_text(hit: Hit, kind: DamageType) -> str:
    """Say what damage comes to: "7 cutting damage to the torso: 5 of it past DR 2, × 1.5 is 7 injury"."""
    text = f"{hit.basic} {kind.value.replace('_', ' ')} damage to the {spoken_part(hit.location)}"
    if hit.dr:
        text += f": {hit.penetrating or 'none'} of it past DR {hit.dr}"
    halves = halves_at(kind, hit.location)
    if not hit.penetrating or (halves == 2 and hit.injury == hit.penetrating):
        return text
    return f"{text}{',' if hit.dr else ':'} × {halves / 2:g} is {hit.injury} injury"


def damage_cites(plan: AttackPlan, hit: Hit, kind: DamageType) -> Cites:
    """Return the rules that shape what damage comes to."""
    cites: list[Cited] = [rulebook.DAMAGE_WOUNDING]
    if hit.dr:
        cites.append(rulebook.DAMAGE_DR)
    if halves_at(kind, hit.location) != halves_at(kind, TacticalLocation.TORSO):
        cites.append(rulebook.DAMAGE_LOCATION_MULTIPLIERS)
    if plan.conduct.stop_thrust:
        cites.append(attack_rules.WAIT_STOP_THRUST)
    if plan.conduct.option is STRONG:
        cites.append(movement_rules.MANEUVER_ALL_OUT_ATTACK_OPTIONS)
    return tuple(cites)


def _is_halved(field: Field, plan: AttackPlan, victim: TacticalFigure) -> bool:
    """Return whether damage is halved because a shot has come too far."""
    if victim.id == plan.target or not plan.way.ranged:
        return plan.way.halved
    far = plan.weapon.half_range
    return far is not None and min([distance(plan.way.origin, each) for each in field.body(victim)]) > far


# All stages

LANDING: Final[tuple[Stage, ...]] = (roll_hit, roll_own_mishap, roll_target_defense, find_strays)
"""What is rolled before anybody is hit, in order; then come those who may be hit astray."""
HITTING: Final[tuple[Stage, ...]] = (roll_places, roll_critical)
"""What is rolled of an attack that hits before its damage."""
DUE: Final[dict[Stage, Callable[[Struck], bool]]] = {
    roll_own_mishap: lambda struck: struck.grade is WORST,
    roll_target_defense: lambda struck: (
        struck.victim is not None and struck.grade is not BEST and bool(struck.plan.defenses)
    ),
    roll_places: lambda struck: struck.victim is not None,
    roll_critical: lambda struck: (
        struck.grade is BEST and struck.victim is not None and struck.victim == struck.plan.target
    ),
}
"""When a stage changes what an attack has come to; one that is not named may always do so."""


def is_due(stage: Stage, struck: Struck) -> bool:
    """Return whether a stage may do more than tell."""
    due = DUE.get(stage)
    return due is None or due(struck)


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
    """Mark on the field what an attack has used.

    Those are the attacker's maneuver, its aim, shots that are fired, a weapon that is thrown, and the defenses of those
    who have defended themselves.
    """
    plan = struck.plan
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
    attacker = attacker.model_copy(update=after)
    field.put(without(attacker, weapon.id) if weapon.kind is THROWN else attacker)
    for each in struck.tried:
        use_defense(field, each.figure, each.planned, plan.attacker)


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
        if field[each].state.maneuver is CONCENTRATE:
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
