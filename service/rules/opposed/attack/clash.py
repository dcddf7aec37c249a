"""Strike against defence: the two rolls and what their qualities come to."""

from typing import Final, NamedTuple

from service.dice.model import D100, Cites, Dice
from service.rules.opposed.attack.plan import StrikePlan
from service.rules.opposed.attack.quality import SPOKEN, effective
from service.rules.opposed.book import rulebook
from service.rules.opposed.book.rulings import Rulings
from service.rules.opposed.book.tables import RESULTS
from service.rules.opposed.book.words import OpposedResult, Quality
from service.rules.opposed.figures.vitals import OpposedFumble, roll_fumble

LEVELS: Final = tuple(Quality)
RESULT_RULES: Final = tuple(row.rule for row in RESULTS)
HIT: Final = OpposedResult.HIT
BLOCKED: Final = OpposedResult.BLOCKED
MISS: Final = OpposedResult.MISS
POOR: Final = Quality.POOR


class Clash(NamedTuple):
    """Attack against defence."""

    attack_quality: Quality
    defence_quality: Quality
    margin: int
    result_quality: Quality
    outcome: OpposedResult
    fumble_candidate: bool


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
        cites = (*cites, Rulings.DEFENCE_FUMBLE)
    text = f"{plan.defender} defends and rolls {roll.total} against {chance.total}: {grade.spoken}."
    roll.tell(text, margin=attack.rank - grade.quality.rank, cites=cites)
    return grade.quality


def _is_fumble(plan: StrikePlan, face: int) -> bool:
    """Tell whether a natural face would be a possible fumble of a strike."""
    return plan.rulings.fumble_from is not None and face >= plan.rulings.fumble_from


def _attack_sentence(plan: StrikePlan, face: int, spoken: str) -> str:
    modifier, chance = plan.dice_modifier.total, plan.strike_chance.total
    if not modifier:
        return f"{plan.attacker} strikes and rolls {face} against {chance}: {spoken}."
    sign = "-" if modifier < 0 else "+"
    counted = effective(face, modifier)
    return f"{plan.attacker} strikes and rolls {face} {sign} {abs(modifier)}, so {counted}, against {chance}: {spoken}."


def _outcome_of(attack: Quality, margin: int) -> OpposedResult:
    if margin > 0:
        return HIT
    return BLOCKED if attack.rank else MISS


def _note_clash(plan: StrikePlan, clash: Clash, dice: Dice) -> None:
    row = RESULTS[clash.result_quality.rank]
    cites = COMPARED
    attack, defence = SPOKEN[clash.attack_quality], SPOKEN[clash.defence_quality]
    if clash.outcome is HIT:
        text = f"{plan.attacker} hits {plan.defender}: {attack}."
        if clash.defence_quality.rank:
            text = f"{plan.attacker} hits {plan.defender}: {attack} less {defence} is {SPOKEN[clash.result_quality]}."
            cites = COMPARED_AND_LOWERED
        if row.grievous_possible and plan.blow is None:
            cites = (*cites, Rulings.HARMLESS_MANEUVER_GRIEVOUS)
    elif clash.outcome is BLOCKED:
        text = f"{plan.defender} blocks {plan.attacker}: {attack} against {defence}."
    else:
        text = f"{plan.attacker} misses {plan.defender}."
    if clash.margin < 0:
        cites = COMPARED_BELOW_ZERO
    dice.note(RESULT_RULES[clash.result_quality.rank], text, actor=plan.attacker, cites=cites)


COMPARED: Final[Cites] = (
    rulebook.ATTACK_OPPOSED_COMPARISON,
    rulebook.RESULT_RESULT_QUALITY,
    rulebook.ATTACK_OUTCOME,
)
COMPARED_AND_LOWERED: Final[Cites] = (*COMPARED, Rulings.TABLE_TWO_LOOKUP)
COMPARED_BELOW_ZERO: Final[Cites] = (*COMPARED, Rulings.NEGATIVE_RESULT_QUALITY)


def roll_possible_fumble(plan: StrikePlan, dice: Dice) -> OpposedFumble | None:
    """Note that a strike may have been fumbled, and roll what comes of it if the plan resolves that.

    Dice: as `roll_fumble`.
    """
    dice.note(rulebook.FUMBLE_TRIGGER, f"{plan.attacker} may have fumbled.", actor=plan.attacker, cites=FUMBLED)
    if not plan.resolves:
        return None
    return roll_fumble(plan.initiative, plan.rulings, dice, plan.attacker, table=True)


FUMBLED: Final[Cites] = (
    Rulings.FUMBLE_TRIGGER,
    Rulings.CONSEQUENCE_DICE,
    rulebook.CORE_BASE_RULES_FALLBACK,
)
