"""The kernel of combat: one strike, from the first die to the last, given its plan."""

from typing import Final, NamedTuple

from service.dice.model import D100, Cites, Dice
from service.rules.opposed import battle_rulings, rulebook, strike_rulings
from service.rules.opposed.consequences import (
    Health,
    OpposedFumble,
    Suffering,
    roll_fumble,
    roll_stay_conscious,
    suffer,
)
from service.rules.opposed.damage import NO_DAMAGE, OpposedDamage, OpposedGrievous, roll_damage, roll_grievous
from service.rules.opposed.effects import AVOIDABLE, OpposedAvoidance, note_effect, roll_avoid, takes_effect
from service.rules.opposed.parry import OpposedParried, roll_parry, row_of
from service.rules.opposed.plan import StrikePlan
from service.rules.opposed.quality import SPOKEN, effective
from service.rules.opposed.tables import RESULTS
from service.rules.opposed.words import (
    OpposedEffect,
    OpposedManeuverKind,
    OpposedParryDamage,
    OpposedParryResult,
    OpposedPool,
    OpposedResult,
    OpposedStatus,
    Quality,
)

PARRY_MARGIN: Final = -2
LEVELS: Final = tuple(Quality)
RULES: Final = {each.id: each for each in rulebook.RULES}
RESULT_RULES: Final = tuple(RULES[row.rule] for row in RESULTS)

HIT: Final = OpposedResult.HIT
BLOCKED: Final = OpposedResult.BLOCKED
MISS: Final = OpposedResult.MISS
POOR: Final = Quality.POOR
FATIGUE: Final = OpposedPool.FATIGUE
NO_POOL: Final = OpposedPool.NONE
NO_MANEUVER: Final = OpposedManeuverKind.NONE
KNOCKED_OUT: Final = OpposedEffect.KNOCKED_OUT
ACTIVE: Final = OpposedStatus.ACTIVE


class Clash(NamedTuple):
    """Attack against defence."""

    attack_quality: Quality
    defence_quality: Quality
    margin: int
    result_quality: Quality
    outcome: OpposedResult
    fumble_candidate: bool


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


def strike(plan: StrikePlan, dice: Dice) -> Strike:
    """Roll strike against defence, and everything that follows from it up to a parry.

    Dice: D100 strike, D100 defence; then only as needed D100 fumble check and D100 fumble table, D10 damage, D100
    grievous injury, D100 to avoid a manoeuvre, D100 to stay conscious, D10 parry.
    Source: Core Mechanics, Steps; Table 2.
    """
    clash = roll_clash(plan, dice)
    fumble = _roll_fumble(plan, dice) if clash.fumble_candidate else None
    wound = roll_wound(plan, clash.result_quality, dice)
    avoid, effects = _roll_effects(plan, clash, wound.grievous, dice)
    consciousness = _roll_conscious(plan, wound.suffering, effects, dice)
    parry, attacker, attacker_check_due = None, plan.attacker_health, False
    if clash.margin <= PARRY_MARGIN and plan.can_parry:
        parry, suffering = _roll_parry(plan, dice)
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


def roll_clash(plan: StrikePlan, dice: Dice) -> Clash:
    """Roll strike and defence and compare their qualities.

    Dice: D100 strike, D100 defence.
    """
    face, attack = _roll_attack(plan, dice)
    defence = _roll_defence(plan, attack, dice)
    margin = attack.rank - defence.rank
    result = LEVELS[margin] if margin > 0 else POOR
    clash = Clash(attack, defence, margin, result, _outcome_of(attack, margin), _is_fumble(plan, face))
    _note_clash(plan, clash, dice)
    return clash


def _roll_attack(plan: StrikePlan, dice: Dice) -> tuple[int, Quality]:
    grading, chance = plan.attack_grading, plan.strike_chance
    roll = dice.roll(rulebook.ATTACK_SEQUENCE, D100, actor=plan.attacker, target=chance, bands=grading.bands)
    grade = grading.of(roll.total)
    roll.tell(_attack_sentence(plan, roll.total, grade.spoken), cites=plan.attack_cites + grade.cites)
    return roll.total, grade.quality


def _roll_defence(plan: StrikePlan, attack: Quality, dice: Dice) -> Quality:
    """Roll the defence, even against a failed strike: an evading defender may still earn a parry."""
    grading, chance = plan.defence_grading, plan.defence
    rule = rulebook.ATTACK_DEFENDER_ALWAYS_ROLLS
    roll = dice.roll(rule, D100, actor=plan.defender, target=chance, bands=grading.bands)
    grade = grading.of(roll.total)
    cites = plan.defence_cites + grade.cites
    if _is_fumble(plan, roll.total):
        cites = (*cites, strike_rulings.DEFENCE_FUMBLE.id)
    text = f"{plan.defender} rolls {roll.total} against {chance.total}: {grade.spoken}."
    roll.tell(text, margin=attack.rank - grade.quality.rank, cites=cites)
    return grade.quality


def _is_fumble(plan: StrikePlan, face: int) -> bool:
    """Tell whether a natural face would be a possible fumble of a strike."""
    return plan.rulings.fumble_from is not None and face >= plan.rulings.fumble_from


def _attack_sentence(plan: StrikePlan, face: int, spoken: str) -> str:
    modifier, chance = plan.dice_modifier.total, plan.strike_chance.total
    if not modifier:
        return f"{plan.attacker} rolls {face} against {chance}: {spoken}."
    sign = "-" if modifier < 0 else "+"
    counted = effective(face, modifier)
    return f"{plan.attacker} rolls {face} {sign} {abs(modifier)}, so {counted}, against {chance}: {spoken}."


def _outcome_of(attack: Quality, margin: int) -> OpposedResult:
    if margin > 0:
        return HIT
    return BLOCKED if attack.rank else MISS


def _note_clash(plan: StrikePlan, clash: Clash, dice: Dice) -> None:
    row = RESULTS[clash.result_quality.rank]
    cites = COMPARED
    if clash.outcome is HIT:
        text = f"{plan.attacker} hits {plan.defender}: {SPOKEN[clash.result_quality]}."
        if clash.defence_quality.rank:
            cites = COMPARED_AND_LOWERED
        if row.grievous_possible and plan.blow is None:
            cites = (*cites, strike_rulings.HARMLESS_MANEUVER_GRIEVOUS.id)
    elif clash.outcome is BLOCKED:
        text = f"{plan.defender} blocks {plan.attacker}."
    else:
        text = f"{plan.attacker} misses {plan.defender}."
    if clash.margin < 0:
        cites = COMPARED_BELOW_ZERO
    dice.note(RESULT_RULES[clash.result_quality.rank], text, actor=plan.attacker, cites=cites)


COMPARED: Final[Cites] = (
    rulebook.ATTACK_OPPOSED_COMPARISON.id,
    rulebook.RESULT_RESULT_QUALITY.id,
    rulebook.ATTACK_OUTCOME.id,
)
COMPARED_AND_LOWERED: Final[Cites] = (*COMPARED, strike_rulings.TABLE_TWO_LOOKUP.id)
COMPARED_BELOW_ZERO: Final[Cites] = (*COMPARED, strike_rulings.NEGATIVE_RESULT_QUALITY.id)


def _roll_fumble(plan: StrikePlan, dice: Dice) -> OpposedFumble | None:
    dice.note(rulebook.FUMBLE_TRIGGER, f"{plan.attacker} may have fumbled.", actor=plan.attacker, cites=FUMBLED)
    if not plan.resolves:
        return None
    return roll_fumble(plan.initiative, plan.rulings, dice, plan.attacker, table=True)


FUMBLED: Final[Cites] = (
    strike_rulings.FUMBLE_TRIGGER.id,
    strike_rulings.CONSEQUENCE_DICE.id,
    rulebook.CORE_BASE_RULES_FALLBACK.id,
)


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
    text = f"{plan.attacker} may have done a grievous injury."
    dice.note(rulebook.GRIEVOUS_POSSIBLE, text, actor=plan.attacker, cites=GRIEVOUS)
    if plan.rulings.grievous_roll:
        return roll_grievous(plan.attacker, plan.grievous_table, plan.weapon_class, dice)
    return None, None


GRIEVOUS: Final[Cites] = (strike_rulings.GRIEVOUS_TABLE.id,)


def _suffer(plan: StrikePlan, damage: OpposedDamage, grievous: OpposedGrievous | None, dice: Dice) -> Suffering:
    fatigue = damage.applied if damage.pool is FATIGUE else 0
    endurance = damage.applied - fatigue + (grievous.extra_endurance if grievous else 0)
    return suffer(plan.defender_health, fatigue, endurance, plan.rulings, plan.defender, dice, by_strike=True)


def _roll_effects(
    plan: StrikePlan, clash: Clash, grievous: OpposedGrievous | None, dice: Dice
) -> tuple[OpposedAvoidance | None, tuple[OpposedEffect, ...]]:
    """Apply what a grievous injury and the manoeuvre do to the target, unless it avoids the manoeuvre."""
    effects = grievous.conditions if grievous else ()
    maneuver = plan.maneuver
    if maneuver is NO_MANEUVER or not takes_effect(maneuver, clash.result_quality, plan.rulings):
        return None, effects
    avoid = None
    if plan.avoid_chance is not None:
        avoided = roll_avoid(plan.avoid_chance, AVOIDABLE[maneuver], dice, plan.defender)
        avoid = OpposedAvoidance(chance=plan.avoid_chance.total, avoided=avoided)
        if avoided:
            return avoid, effects
    effect = note_effect(maneuver, dice, plan.defender)
    return avoid, (*[each for each in effects if each is not effect], effect)


def _roll_conscious(
    plan: StrikePlan, suffering: Suffering, effects: tuple[OpposedEffect, ...], dice: Dice
) -> Consciousness:
    """Let a figure that was knocked out fall, and one with little Endurance left roll to stay conscious."""
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
    conscious = roll_stay_conscious(health.endurance, health.willpower, plan.rulings, dice, who, CONSCIOUS)
    status = health.status if conscious else OpposedStatus.UNCONSCIOUS
    return Consciousness(health._replace(status=status), check_due=True, conscious=conscious)


CONSCIOUS: Final[Cites] = (
    strike_rulings.CONSCIOUSNESS_TIMING.id,
    strike_rulings.CONSEQUENCE_DICE.id,
    rulebook.DICE_ORDER.id,
)


def _roll_parry(plan: StrikePlan, dice: Dice) -> tuple[OpposedParried, Suffering]:
    """Roll a parry, and take weapon and 1 Endurance from the attacker if it disarms."""
    rulings, unarmed = plan.rulings, plan.attacker_unarmed
    total, result = roll_parry(plan.evader_rank, plan.attacker_rank, dice, plan.defender, PARRIED)
    disarms = result is not OpposedParryResult.PARRIED
    hurts = disarms and (
        rulings.parry_en_damage_to is OpposedParryDamage.ATTACKER
        or (rulings.parry_en_damage_to is OpposedParryDamage.ATTACKER_IF_UNARMED and unarmed)
    )
    parried = OpposedParried(
        total=total,
        result=result,
        attacker_disarmed=disarms and not unarmed,
        en_damage=int(hurts),
        evader_must_pass=not disarms,
        riposte_available=result is OpposedParryResult.DISARM_AND_RIPOSTE,
    )
    if disarms:
        _note_disarm(plan.attacker, parried, dice)
    return parried, suffer(plan.attacker_health, 0, int(hurts), rulings, plan.attacker, dice, by_strike=False)


def _note_disarm(attacker: str, parried: OpposedParried, dice: Dice) -> None:
    losses = [
        loss
        for loss, is_lost in (("the weapon", parried.attacker_disarmed), ("1 Endurance", parried.en_damage))
        if is_lost
    ]
    text = f"{attacker} loses {' and '.join(losses) or 'nothing'}."
    dice.note(RULES[row_of(parried.total).rule], text, actor=attacker, cites=DISARMED)


PARRIED: Final[Cites] = (
    rulebook.EVADE_PARRY_TRIGGER.id,
    strike_rulings.EVADE_TRIGGER.id,
    strike_rulings.EVADE_MODES.id,
)
DISARMED: Final[Cites] = (
    strike_rulings.PARRY_DISARM_AUTOMATIC.id,
    strike_rulings.PARRY_ENDURANCE_DAMAGE.id,
    battle_rulings.UNARMED_AFTER_DISARM.id,
)
