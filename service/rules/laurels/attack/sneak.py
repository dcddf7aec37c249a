"""Sneak attacks: stealth and precision checks, then an attack whose damage is direct."""

from typing import Final, NamedTuple

from service.dice.model import Cites, Dice
from service.rules.kernel.figures import Who, who_of
from service.rules.kernel.tally import Facts
from service.rules.kernel.verdict import AttackResult
from service.rules.laurels.attack import outcomes
from service.rules.laurels.attack.attack import attack_outcome, refuse_participants
from service.rules.laurels.attack.check import Trial, expected_of, roll_check
from service.rules.laurels.attack.legality import SINGLE, called, refuse_attack, refuse_sneak
from service.rules.laurels.attack.plan import Approach, Plan, base_pool_of, mode_of, plan_attack
from service.rules.laurels.attack.sentences import foiled_sentence_of
from service.rules.laurels.attack.strike import Struck, damage_roll, strike
from service.rules.laurels.book import rulebook
from service.rules.laurels.book.modifiers import LaurelsCheckFact
from service.rules.laurels.book.options import LaurelsRulings
from service.rules.laurels.book.rulings import Rulings
from service.rules.laurels.book.tables import PRECISION_DC
from service.rules.laurels.book.words import LaurelsDistraction, LaurelsMode
from service.rules.laurels.figures.models import LaurelsParticipant, LaurelsSneak, LaurelsSneakAttack
from service.rules.laurels.figures.vitals import Wound


class Ambush(NamedTuple):
    """The checks of a sneak attack, and the approach; `approach` is None if the attacker was noticed."""

    stealth: outcomes.LaurelsChecked | None
    precision: outcomes.LaurelsChecked | None
    approach: Approach | None


def resolve_sneak_attack(
    input: LaurelsSneakAttack, rulings: LaurelsRulings, dice: Dice
) -> outcomes.LaurelsSneakAttackOutcome:
    """Attack from concealment, or while the target is distracted; all damage goes straight to injuries.

    With a finesse weapon or at range an Awareness check against 10 and the target's armor finds a weak spot, where
    armor does not count; with a power weapon it always counts. The target's Dexterity never does. If a Dexterity check
    is asked for first and fails, nothing comes of it.

    Dice: D20 stealth, if `stealth_dc` is given; D20 precision with a finesse weapon or at range; then as
    `resolve-attack`.
    Raises: a refusal where the attacker attacked this target in the previous round, is neither concealed nor has a
    distracted target, leaves concealment too far away or returns to it, or declares a power attack; and as
    `resolve-attack`.
    Source: Sneak Attacks.
    """
    sneak = input.sneak
    refuse_participants(input, dice)
    mode = mode_of(input.attacker, input.mode)
    refuse_sneak(input.attacker, input.target.id, sneak, power_attack=input.power_attack, places=SINGLE)
    refuse_attack(input.attacker, input, mode, rulings, SINGLE)
    warn_of_distraction(sneak, dice)
    ambush = roll_ambush(input.attacker, input.target, sneak, mode, dice)
    approach = ambush.approach or UNNOTICED
    plan = plan_attack(input.attacker, input.target, input, mode, rulings, approach)
    struck = strike(plan, dice) if ambush.approach else _nothing(plan)
    return _outcome(input, attack_outcome(input, plan, struck), ambush)


def warn_of_distraction(sneak: LaurelsSneak, dice: Dice) -> None:
    """Warn that a distraction is named for a target that is not distracted."""
    if sneak.distraction is not None and not sneak.target_distracted:
        dice.warn(f"distraction is {sneak.distraction.value!r} but target_distracted is false: it has no effect.")


def roll_ambush(
    attacker: LaurelsParticipant, target: LaurelsParticipant, sneak: LaurelsSneak, mode: LaurelsMode, dice: Dice
) -> Ambush:
    """Roll the checks that come before the damage of a sneak attack.

    Dice: D20 stealth, if `stealth_dc` is given; D20 precision with a finesse weapon or at range.
    """
    who, whom = who_of(attacker, "Attacker"), who_of(target, "Target")
    _note_opening(who, whom, sneak, dice)
    stealth = None
    if sneak.stealth_dc is not None:
        facts: Facts = {LaurelsCheckFact.DEXTERITY: attacker.dexterity}
        purpose = f"whether {who.name} stays unnoticed"
        stealth = roll_check(Trial(rulebook.SNEAK_STEALTH_CHECK, who, facts, sneak.stealth_dc, purpose, STEALTH), dice)
        if not stealth.success:
            text = f"{whom.name} noticed {who.name}: nothing came of the sneak attack."
            dice.note(rulebook.SNEAK_STEALTH_CHECK, text, actor=who.id)
            return Ambush(stealth, None, None)
    if mode is not LaurelsMode.RANGED and (mode is LaurelsMode.SPELL or not attacker.weapon.finesse):
        spell = mode is LaurelsMode.SPELL
        text = f"{'With a spell' if spell else 'Without finesse'} {who.name} found no weak spot: armor counted."
        cites = (Rulings.SPELL_ATTACK if spell else Rulings.SNEAK_WITH_POWER,)
        dice.note(rulebook.SNEAK_POWER_WEAPON_ARMOR, text, actor=who.id, cites=cites)
        return Ambush(stealth, None, Approach(sneak=True, armor_counts=True))
    precision = _roll_precision(attacker, target, dice)
    return Ambush(stealth, precision, Approach(sneak=True, armor_counts=not precision.success))


def _note_opening(who: Who, target: Who, sneak: LaurelsSneak, dice: Dice) -> None:
    texts, cites = [], []
    if sneak.concealed:
        texts.append(f"{who.name} was concealed from {target.name}")
        cites.append(rulebook.SNEAK_CONCEALMENT_FORMS)
    if sneak.target_distracted:
        texts.append(f"{target.name} was {DISTRACTIONS[sneak.distraction]}")
        cites.append(rulebook.SNEAK_DISTRACTION_FORMS)
    if sneak.leaves_concealment:
        cites.append(rulebook.SNEAK_APPROACH_DISTANCE)
    text = f"{' and '.join(texts)}."
    dice.note(rulebook.SNEAK_CONCEALMENT_OR_DISTRACTION, text, actor=who.id, cites=tuple(cites))


DISTRACTIONS: Final = {
    None: "distracted",
    LaurelsDistraction.MELEE: "distracted by a melee",
    LaurelsDistraction.SHOT: "distracted by a shot that hit",
    LaurelsDistraction.ABSORBED: "absorbed in something else",
}


def _roll_precision(attacker: LaurelsParticipant, target: LaurelsParticipant, dice: Dice) -> outcomes.LaurelsChecked:
    """Roll a D20 to find a weak spot in the target's armor; the damage follows whether it is found or not."""
    who, whom = who_of(attacker, "Attacker"), who_of(target, "Target")
    facts: Facts = {LaurelsCheckFact.AWARENESS: attacker.awareness}
    dc, purpose = PRECISION_DC + target.armor_points, f"whether {who.name} finds a weak spot"
    trial = Trial(rulebook.SNEAK_PRECISION_CHECK, who, facts, dc, purpose)
    dice.expect(lambda: (expected_of(trial), damage_roll(who, whom, base_pool_of(attacker))))
    precision = roll_check(trial, dice)
    if precision.success:
        dice.note(rulebook.SNEAK_PRECISION_SUCCESS, f"{who.name} found a weak spot: armor did not count.", actor=who.id)
    else:
        dice.note(rulebook.SNEAK_PRECISION_FAILURE, f"{who.name} missed the weak spot: armor counted.", actor=who.id)
    return precision


def _nothing(plan: Plan) -> Struck:
    """Return a blow that was not struck."""
    stamina, injuries, _, status = plan.vitals
    wound = Wound(stamina, 0, injuries, 0, status, ())
    return Struck(0, 0, 0, 0, (), 0, None, wound, None, plan.stamina)


def _outcome(
    input: LaurelsSneakAttack, attack: outcomes.LaurelsAttackOutcome, ambush: Ambush
) -> outcomes.LaurelsSneakAttackOutcome:
    foiled = ambush.approach is None
    precise = ambush.precision is not None and ambush.precision.success
    facts = vars(attack.verdict) | ({"outcome": AttackResult.MISS} if foiled else {})
    verdict = outcomes.LaurelsSneakVerdict(**facts, foiled=foiled, precise=precise)
    parts = vars(attack) | {"verdict": verdict}
    if foiled:
        summary = foiled_sentence_of(called(input.attacker, "Attacker"), called(input.target, "Target"))
        parts |= {"summary": summary, "dice": 0, "magic_bonus": 0, "ability_bonus": 0, "defense_points": 0}
    return outcomes.LaurelsSneakAttackOutcome(**parts, stealth=ambush.stealth, precision=ambush.precision)


UNNOTICED: Final = Approach(sneak=True, armor_counts=True)
STEALTH: Final[Cites] = (rulebook.CHECK_SKILL_CHECK, Rulings.STEALTH_CHECKS)
