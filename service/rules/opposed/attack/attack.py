"""One attack: strike against defence, and what the difference of their qualities does."""

from typing import Final

from service.dice.model import Dice
from service.rules.opposed.attack.exchange import Exchange, exchange
from service.rules.opposed.attack.legality import name_of, refuse_attack
from service.rules.opposed.attack.outcomes import OpposedAttackOutcome, OpposedAttackVerdict, OpposedRiposteOutcome
from service.rules.opposed.attack.plan import StrikePlan, StrikeTerms, plan_strike
from service.rules.opposed.attack.strike import Strike
from service.rules.opposed.book import rulebook
from service.rules.opposed.book.options import OpposedConsequences, OpposedRulings
from service.rules.opposed.book.words import OpposedRiposte
from service.rules.opposed.figures.models import OpposedAttack, OpposedFigure

RESOLVE: Final = OpposedConsequences.RESOLVE
RIPOSTE: Final = OpposedRiposte.RESOLVE


def resolve_attack(input: OpposedAttack, rulings: OpposedRulings, dice: Dice) -> OpposedAttackOutcome:
    """Roll strike against defence and read Table 2 at the difference of their qualities.

    Chances and modifiers are percentage points; damage is points after armour.

    Dice: D100 strike, D100 defence; then only as needed D100 fumble check and D100 fumble table, D10 for each damage
    die, D100 grievous injury, D100 to avoid a manoeuvre, D100 to stay conscious; D10 parry, the dice of a riposte in
    the same order, D100 for the attacker to stay conscious.
    Raises: AttackerCannotAct, if the attacker is stunned, down or gone or owes a Pass; InvalidTarget, if the defender
    has fled; StunnedFigureCannotEvade; and a refusal for circumstances and manoeuvres that contradict each other, the
    mode or the weapon.
    Ruling: opposed/ruling/consequence-dice, opposed/ruling/down-defender.
    Source: Core Mechanics, Steps; Table 2; Evading.
    """
    refuse_attack(input)
    if input.grievous_table and not rulings.grievous_roll:
        dice.warn("grievous_table is not read, because the option grievous_roll is false.")
    attacker = _end_stance(input.attacker, dice)
    terms = StrikeTerms(rulings.consequences is RESOLVE, input.parry, input.grievous_table)
    plan = plan_strike(attacker, input.defender, input, rulings, terms)
    riposte = input.riposte_situation if input.riposte is RIPOSTE else None
    return _outcome(exchange(plan, attacker, input.defender, dice, riposte=riposte))


def _end_stance(attacker: OpposedFigure, dice: Dice) -> OpposedFigure:
    """Return the attacker as it strikes: not evading."""
    if not attacker.evading:
        return attacker
    who = name_of(attacker, "Attacker")
    dice.note(rulebook.EVADE_STANCE, f"{who} stops evading to attack.", actor=who)
    return attacker.model_copy(update={"evading": False})


def _outcome(done: Exchange[OpposedFigure]) -> OpposedAttackOutcome:
    plan, struck = done.plan, done.strike
    clash, defender, checked = struck.clash, struck.defender, done.attacker_consciousness
    return OpposedAttackOutcome(
        verdict=_verdict(done),
        strike_chance=plan.strike_chance.total,
        strike_terms=plan.strike_chance,
        defence=plan.defence.total,
        defence_terms=plan.defence,
        dice_modifier=plan.dice_modifier.total,
        dice_terms=plan.dice_modifier,
        attack_quality=clash.attack_quality,
        defence_quality=clash.defence_quality,
        margin=clash.margin,
        result_quality=clash.result_quality,
        outcome=clash.outcome,
        damage=struck.damage,
        possible_specific_grievous=struck.grievous_possible,
        grievous_roll=struck.grievous_roll,
        grievous=struck.grievous,
        avoid=struck.avoid,
        defender_conditions=struck.effects,
        defender_fatigue=defender.fatigue,
        defender_endurance=defender.endurance,
        stunned=defender.stunned,
        consciousness_check_required=struck.check_due,
        conscious=struck.conscious,
        status=defender.status,
        fumble_candidate=clash.fumble_candidate,
        fumble=struck.fumble,
        parry=struck.parry,
        riposte=_riposte(done.riposte_plan, done.riposte),
        attacker_consciousness_check_required=checked is not None,
        attacker_conscious=checked.conscious if checked else None,
        attacker=done.attacker,
        defender=done.defender,
    )


def _verdict(done: Exchange[OpposedFigure]) -> OpposedAttackVerdict:
    struck, riposte = done.strike, done.riposte
    clash, damage, defender = struck.clash, struck.damage, struck.defender
    return OpposedAttackVerdict(
        outcome=clash.outcome,
        result_quality=clash.result_quality,
        pool=damage.pool,
        applied=damage.applied,
        endurance_lost=(done.plan.defender_health.endurance or 0) - (defender.endurance or 0),
        possible_specific_grievous=struck.grievous_possible,
        grievous=struck.grievous.label if struck.grievous else None,
        stunned=defender.stunned,
        status=defender.status,
        defender_conditions=struck.effects,
        consciousness_check_required=struck.check_due,
        fumble_candidate=clash.fumble_candidate,
        fumble_table_required=struck.fumble is not None and struck.fumble.fumble_table_required,
        parry=struck.parry.result if struck.parry else None,
        riposte=riposte.clash.outcome if riposte else None,
        riposte_applied=riposte.damage.applied if riposte else None,
        attacker_status=done.attacker.status,
    )


def _riposte(plan: StrikePlan | None, struck: Strike | None) -> OpposedRiposteOutcome | None:
    if plan is None or struck is None:
        return None
    clash, target = struck.clash, struck.defender
    return OpposedRiposteOutcome(
        strike_chance=plan.strike_chance.total,
        strike_terms=plan.strike_chance,
        defence=plan.defence.total,
        defence_terms=plan.defence,
        dice_modifier=plan.dice_modifier.total,
        dice_terms=plan.dice_modifier,
        attack_quality=clash.attack_quality,
        defence_quality=clash.defence_quality,
        margin=clash.margin,
        result_quality=clash.result_quality,
        outcome=clash.outcome,
        damage=struck.damage,
        possible_specific_grievous=struck.grievous_possible,
        grievous_roll=struck.grievous_roll,
        defender_fatigue=target.fatigue,
        defender_endurance=target.endurance,
        stunned=target.stunned,
        consciousness_check_required=struck.check_due,
        conscious=struck.conscious,
        status=target.status,
        fumble_candidate=clash.fumble_candidate,
        fumble=struck.fumble,
    )
