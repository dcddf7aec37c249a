"""The rolls of a strike as a kernel: strike against defence, a possible fumble, damage and grievous injury."""

from dataclasses import dataclass, field
from typing import Final, NamedTuple

from service.dice.model import D100, Cites, Dice
from service.rules.kernel.verdict import AttackResult
from service.rules.opposed.attack.expected import clash_rolls, rolls_of_result
from service.rules.opposed.attack.plan import NO_MANEUVER, StrikePlan
from service.rules.opposed.attack.quality import NAMES, effective
from service.rules.opposed.attack.wound import Harm, roll_harm
from service.rules.opposed.book import rulebook
from service.rules.opposed.book.rulings import Rulings
from service.rules.opposed.book.tables import RESULTS
from service.rules.opposed.book.words import OpposedEffect, Quality
from service.rules.opposed.figures.vitals import OpposedFumble, roll_fumble

LEVELS: Final = tuple(Quality)
HIT, BLOCKED, MISS = AttackResult.HIT, AttackResult.BLOCKED, AttackResult.MISS
PARRY_MARGIN: Final = -2


class Clash(NamedTuple):
    """Attack against defence."""

    attack_quality: Quality
    defence_quality: Quality
    margin: int
    result_quality: Quality
    outcome: AttackResult
    fumble_candidate: bool


class Left(NamedTuple):
    """All that the rolls of a strike leave to a fight: points lost, conditions, and whether there is more to roll.

    `quality` is None if no manoeuvre depends on it.
    """

    hits: bool
    is_parried: bool
    quality: Quality | None
    is_fumble: bool
    fatigue: int
    endurance: int
    conditions: tuple[OpposedEffect, ...]


@dataclass(slots=True, unsafe_hash=True)
class Rolled:
    """The rolls of a strike; two are equal if they leave the same, whatever the faces were."""

    left: Left
    clash: Clash = field(compare=False)
    fumble: OpposedFumble | None = field(compare=False)
    harm: Harm = field(compare=False)


def roll_strike(plan: StrikePlan, dice: Dice) -> Rolled:
    """Roll strike against defence, and what the target is to suffer.

    Dice: as `strike`, from strike to grievous injury.
    """
    clash = _roll_clash(plan, dice)
    fumble = _roll_possible_fumble(plan, dice) if clash.fumble_candidate else None
    is_parried = clash.margin <= PARRY_MARGIN and plan.parry is not None
    result = clash.result_quality
    dice.expect(lambda: rolls_of_result(plan, result, is_parried=is_parried))
    harm = roll_harm(plan, result, dice)
    left = Left(
        clash.outcome is HIT,
        is_parried,
        None if plan.maneuver is NO_MANEUVER else result,
        fumble is not None,
        harm.fatigue,
        harm.endurance,
        harm.grievous.conditions if harm.grievous else (),
    )
    return Rolled(left, clash, fumble, harm)


def _roll_clash(plan: StrikePlan, dice: Dice) -> Clash:
    """Roll strike and defence and compare their qualities.

    Dice: D100 strike, D100 defence.
    """
    dice.expect(lambda: clash_rolls(plan))
    face, attack = _roll_attack(plan, dice)
    defence = _roll_defence(plan, attack, dice)
    margin = attack.rank - defence.rank
    result = LEVELS[max(0, margin)]
    outcome = HIT if margin > 0 else BLOCKED if attack.rank else MISS
    clash = Clash(attack, defence, margin, result, outcome, _is_fumble(plan, face))
    if dice.tells:
        _note_clash(plan, clash, dice)
    return clash


def _roll_attack(plan: StrikePlan, dice: Dice) -> tuple[int, Quality]:
    grading, chance, modifier = plan.attack_grading, plan.strike_chance, plan.dice_modifier.total
    roll = dice.roll(rulebook.ATTACK_SEQUENCE, D100, actor=plan.attacker.id, target=chance, bands=grading.bands)
    face, grade = roll.total, grading.of(roll.total)
    if not dice.tells:
        return face, grade.quality
    modified = f" {'-' if modifier < 0 else '+'} {abs(modifier)}, so {effective(face, modifier)}," if modifier else ""
    text = f"{plan.attacker.name} struck and rolled {face}{modified} against {chance.total}: {grade.name}."
    roll.tell(text, cites=plan.attack_cites + grade.cites)
    return face, grade.quality


def _roll_defence(plan: StrikePlan, attack: Quality, dice: Dice) -> Quality:
    """Roll the defence, even against a failed strike: an evading defender may still earn a parry."""
    grading, chance = plan.defence_grading, plan.defence
    rule = rulebook.ATTACK_DEFENDER_ALWAYS_ROLLS
    roll = dice.roll(rule, D100, actor=plan.defender.id, target=chance, bands=grading.bands)
    grade = grading.of(roll.total)
    if not dice.tells:
        return grade.quality
    cites = plan.defence_cites + grade.cites
    if _is_fumble(plan, roll.total):
        cites = (*cites, Rulings.DEFENCE_FUMBLE)
    text = f"{plan.defender.name} defended and rolled {roll.total} against {chance.total}: {grade.name}."
    roll.tell(text, margin=attack.rank - grade.quality.rank, cites=cites)
    return grade.quality


def _is_fumble(plan: StrikePlan, face: int) -> bool:
    """Return whether a natural face would be a possible fumble of a strike."""
    return plan.rulings.fumble_from is not None and face >= plan.rulings.fumble_from


def _note_clash(plan: StrikePlan, clash: Clash, dice: Dice) -> None:
    row = RESULTS[clash.result_quality.rank]
    cites: Cites = (Rulings.NEGATIVE_RESULT_QUALITY,) if clash.margin < 0 else ()
    attack, defence = NAMES[clash.attack_quality], NAMES[clash.defence_quality]
    attacker, defender = plan.attacker.name, plan.defender.name
    if clash.outcome is HIT:
        text = f"{attacker} hit {defender}: {attack}."
        if clash.defence_quality.rank:
            text = f"{attacker} hit {defender}: {attack} less {defence} was {NAMES[clash.result_quality]}."
            cites = (Rulings.TABLE_TWO_LOOKUP,)
        if row.grievous_possible and plan.blow is None:
            cites = (*cites, Rulings.HARMLESS_MANEUVER_GRIEVOUS)
    elif clash.outcome is BLOCKED:
        text = f"{defender} blocked {attacker}: {attack} against {defence}."
    else:
        text = f"{attacker} missed {defender}."
    dice.note(row.rule, text, actor=plan.attacker.id, cites=cites)


def _roll_possible_fumble(plan: StrikePlan, dice: Dice) -> OpposedFumble | None:
    """Note that a strike may have been fumbled, and roll what comes of it if the plan resolves that.

    Dice: as `roll_fumble`.
    """
    dice.note(rulebook.FUMBLE_TRIGGER, f"{plan.attacker.name} may have fumbled.", actor=plan.attacker.id)
    if not plan.resolves:
        return None
    return roll_fumble(plan.initiative, plan.rulings, dice, plan.attacker, table=True)
