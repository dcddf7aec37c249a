"""One attack: strike against defence, and what the difference of their qualities does."""

from collections.abc import Mapping
from dataclasses import field
from functools import lru_cache
from itertools import product
from typing import Any

from service.dice.exact import Counted, Distribution
from service.dice.model import Dice
from service.dice.phases import UNROLLED, NoRoll, Phase, then
from service.dice.transcript import Tally
from service.rules.kernel.figures import who_of
from service.rules.kernel.verdict import AttackResult
from service.rules.opposed.attack import outcomes
from service.rules.opposed.attack.legality import refuse_attack, warn_of_blanks
from service.rules.opposed.attack.modifiers import defence_of, dice_modifier_of, strike_chance_of
from service.rules.opposed.attack.outcomes import OpposedAttackVerdict
from service.rules.opposed.attack.plan import StrikePlan, StrikeTerms, plan_strike
from service.rules.opposed.attack.quality import grading_of
from service.rules.opposed.attack.sentences import summary_of
from service.rules.opposed.attack.strike import (
    Exchange,
    Opening,
    Strike,
    answered_by,
    close_exchange,
    exchange,
    open_exchange,
    riposte_of,
)
from service.rules.opposed.book import rulebook
from service.rules.opposed.book.options import OpposedConsequences, OpposedNaturalOne, OpposedRulings
from service.rules.opposed.book.words import OpposedChangeReason, OpposedRiposte, Quality
from service.rules.opposed.figures.changes import ATTACKER, DEFENDER, OpposedChange, changes_from
from service.rules.opposed.figures.models import OpposedAttack, OpposedFigure, OpposedSituation, OpposedStrike
from service.wire import value_class


def resolve_attack(input: OpposedAttack, rulings: OpposedRulings, dice: Dice) -> outcomes.OpposedAttackOutcome:
    """Roll strike against defence and read Table 2 at the difference of their qualities.

    Chances and modifiers are percentage points; damage is points after armour.

    Dice: D100 strike, D100 defence; then only as needed D100 fumble check and D100 fumble table, D10 for each damage
    die, D100 grievous injury, D100 to avoid a manoeuvre, D100 to stay conscious; D10 parry, the dice of a riposte in
    the same order, D100 for the attacker to stay conscious.
    Raises: AttackerCannotAct, if the attacker is stunned, down or gone or owes a Pass; InvalidTarget, if the defender
    has fled or is the attacker itself; StunnedFigureCannotEvade; and a refusal for circumstances and manoeuvres that
    contradict each other, the mode or the weapon.
    Ruling: opposed/ruling/consequence-dice, opposed/ruling/down-defender.
    Source: Core Mechanics, Steps; Table 2; Evading.
    """
    refuse_attack(input)
    warn_of_blanks(((input.attacker, "attacker"), (input.defender, "defender")), dice)
    if input.grievous_table and not rulings.grievous_roll:
        dice.warn("grievous_table is not read, because the option grievous_roll is false.")
    attacker = _end_stance(input.attacker, dice)
    plan = _plan(input, attacker, rulings)
    done = exchange(plan, attacker, input.defender, dice, riposte=_situation(input))
    return _outcome(done, _changes_of(input, attacker, done))


def attack_odds(input: OpposedAttack, rulings: OpposedRulings) -> Distribution[OpposedAttackVerdict]:
    """Return the exact chances of each verdict: of the strike, and of the riposte from all that leads to it.

    Raises: whatever `resolve_attack` refuses; OddsTooLarge, if a strike has more paths than are enumerated.
    """
    refuse_attack(input)
    attacker = _end_stance(input.attacker, UNROLLED)
    plan, situation = _plan(input, attacker, rulings), _situation(input)

    def begin(dice: Dice) -> Begun:
        opening = open_exchange(plan, attacker, input.defender, dice)
        _, struck, *figures = opening
        verdict = _verdict(Exchange(plan, struck, None, None, None, *figures))
        if struck.parry is None:
            return Begun(verdict, None, opening)
        return Begun(verdict, (opening.attacker, opening.defender, struck.attacker_check_due), opening)

    def go_on(begun: Begun) -> Phase[OpposedAttackVerdict]:
        if begun.parried is None:
            return NoRoll(lambda _: begun.verdict)
        riposte = riposte_of(begun.opening, situation)
        return lambda dice: _verdict(close_exchange(begun.opening, riposte, dice))

    return then(Counted.of(begin), go_on).distribution


@value_class
class Begun:
    """A strike before what it draws: the verdict if that is nothing, and what that depends on after a parry."""

    verdict: OpposedAttackVerdict
    parried: tuple[OpposedFigure, OpposedFigure, bool] | None
    opening: Opening[OpposedFigure] = field(compare=False)


def _plan(input: OpposedAttack, attacker: OpposedFigure, rulings: OpposedRulings) -> StrikePlan:
    terms = StrikeTerms(rulings.consequences is OpposedConsequences.RESOLVE, input.parry, input.grievous_table)
    return plan_strike(attacker, input.defender, input, rulings, terms)


def _situation(input: OpposedAttack) -> OpposedSituation | None:
    """Return the situation of a riposte, if it is to be made at once."""
    return input.riposte_situation if input.riposte is OpposedRiposte.RESOLVE else None


def _changes_of(
    input: OpposedAttack, attacker: OpposedFigure, done: Exchange[OpposedFigure]
) -> tuple[OpposedChange, ...]:
    """Return what an attack changes: the attacker's stance ends, the target suffers, and answers."""
    one, other, reason = input.attacker.id or ATTACKER, input.defender.id or DEFENDER, OpposedChangeReason
    ended = changes_from(input.attacker, attacker, reason.TURN, role=ATTACKER)
    struck = changes_from(input.defender, done.defender, reason.STRIKE, one, role=DEFENDER)
    return ended + struck + changes_from(attacker, done.attacker, answered_by(done), other, role=ATTACKER)


def _end_stance(attacker: OpposedFigure, dice: Dice) -> OpposedFigure:
    """Return the attacker as it strikes: not evading."""
    if not attacker.evading:
        return attacker
    who = who_of(attacker, "Attacker")
    dice.note(rulebook.EVADE_STANCE, f"{who.name} stopped evading to attack.", actor=who.id)
    return attacker.model_copy(update={"evading": False})


def compute_chances(input: OpposedAttack, rulings: OpposedRulings) -> outcomes.OpposedChances:
    """Work out Strike Chance, Defence and the modifier of the strike die without rolling.

    Raises: whatever `resolve_attack` refuses.
    Source: Strike Chance Calculation; Defence Calculation; 57.1; 57.2.
    """
    refuse_attack(input)
    strike = strike_chance_of(input.attacker, input.defender, input, rulings).tally
    defence = defence_of(input.defender, input, rulings).tally
    modifier = dice_modifier_of(input.attacker, input.situation, rulings).tally
    return outcomes.OpposedChances(**_chances(strike, defence, modifier))


def hit_chance(
    attacker: OpposedFigure, defender: OpposedFigure, order: OpposedStrike, rulings: OpposedRulings
) -> float:
    """Return the chance that a strike has a better quality than the defence; it refuses nothing."""
    strike = strike_chance_of(attacker, defender, order, rulings).tally.total
    modifier = dice_modifier_of(attacker, order.situation, rulings).tally.total
    defence = defence_of(defender, order, rulings).tally.total
    struck = quality_chances(strike, modifier, rulings.natural_01)
    defended = quality_chances(defence, 0, rulings.natural_01)
    pairs = product(struck.items(), defended.items())
    return sum([one * other for (best, one), (against, other) in pairs if best.rank > against.rank])


@lru_cache(maxsize=4096)
def quality_chances(chance: int, modifier: int, natural_01: OpposedNaturalOne) -> Mapping[Quality, float]:
    """Return how likely each quality is at a chance."""
    grading, before, chances = grading_of(chance, modifier, natural_01), 0, dict[Quality, float]()
    for end, grade in zip(grading.ends, grading.grades, strict=True):
        chances[grade.quality] = chances.get(grade.quality, 0.0) + (end - before) / 100
        before = end
    return chances


def _chances(strike: Tally, defence: Tally, modifier: Tally) -> dict[str, Any]:
    return {
        "strike_chance": strike.total,
        "strike_terms": strike,
        "defence": defence.total,
        "defence_terms": defence,
        "dice_modifier": modifier.total,
        "dice_terms": modifier,
    }


def _facts_of(plan: StrikePlan, struck: Strike) -> dict[str, Any]:
    """Return what the answer says of a strike and of a riposte alike, besides what a verdict says."""
    clash, target = struck.clash, struck.consciousness.health
    return {
        **_chances(plan.strike_chance, plan.defence, plan.dice_modifier),
        "attack_quality": clash.attack_quality,
        "defence_quality": clash.defence_quality,
        "margin": clash.margin,
        "damage": struck.wound.damage,
        "grievous_roll": struck.wound.grievous_roll,
        "defender_fatigue": target.fatigue,
        "defender_endurance": target.endurance,
        "conscious": struck.consciousness.conscious,
        "fumble": struck.fumble,
    }


def _riposte(plan: StrikePlan, struck: Strike) -> outcomes.OpposedRiposteOutcome:
    clash, target = struck.clash, struck.consciousness.health
    return outcomes.OpposedRiposteOutcome(
        **_facts_of(plan, struck),
        result_quality=clash.result_quality,
        outcome=struck.result,
        possible_specific_grievous=struck.wound.grievous_possible,
        stunned=target.stunned,
        consciousness_check_required=struck.consciousness.check_due,
        target_status=target.status,
        fumble_candidate=clash.fumble_candidate,
    )


def _outcome(done: Exchange[OpposedFigure], changes: tuple[OpposedChange, ...]) -> outcomes.OpposedAttackOutcome:
    struck, checked, riposte = done.strike, done.attacker_consciousness, None
    if done.riposte_plan is not None and done.riposte is not None:
        riposte = _riposte(done.riposte_plan, done.riposte)
    return outcomes.OpposedAttackOutcome(
        summary=summary_of(done),
        verdict=_verdict(done),
        **_facts_of(done.plan, struck),
        grievous=struck.wound.grievous,
        avoid=struck.avoid,
        parry=struck.parry,
        riposte=riposte,
        attacker_consciousness_check_required=checked is not None,
        attacker_conscious=checked.conscious if checked else None,
        changes=changes,
        attacker=done.attacker,
        defender=done.defender,
    )


def _verdict(done: Exchange[OpposedFigure]) -> OpposedAttackVerdict:
    struck, riposte = done.strike, done.riposte
    clash, wound, target = struck.clash, struck.wound, struck.consciousness.health
    return OpposedAttackVerdict(
        outcome=struck.result,
        hits=int(clash.outcome is AttackResult.HIT),
        damage=wound.damage.applied,
        target_status=target.status,
        result_quality=clash.result_quality,
        pool=wound.damage.pool,
        endurance_lost=(struck.before.endurance or 0) - (target.endurance or 0),
        possible_specific_grievous=wound.grievous_possible,
        grievous=wound.grievous.label if wound.grievous else None,
        stunned=target.stunned,
        defender_conditions=struck.effects,
        consciousness_check_required=struck.consciousness.check_due,
        fumble_candidate=clash.fumble_candidate,
        fumble_table_required=struck.fumble is not None and struck.fumble.fumble_table_required,
        parry=struck.parry.result if struck.parry else None,
        riposte=riposte.result if riposte else None,
        riposte_damage=riposte.wound.damage.applied if riposte else None,
        attacker_status=done.attacker.status,
    )
