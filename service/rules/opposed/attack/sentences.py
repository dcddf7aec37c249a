"""Sentences on a strike and its riposte, as players read them at the table."""

from typing import Any, Final

from service.rules.kernel.verdict import AttackResult
from service.rules.opposed.attack.legality import called
from service.rules.opposed.attack.maneuver_effects import AVOIDED_AS, SUFFERED
from service.rules.opposed.attack.strike import Exchange, Strike
from service.rules.opposed.attack.wound import POINTS
from service.rules.opposed.book import words
from service.rules.opposed.figures.vitals import Health

ACTIVE: Final = words.OpposedStatus.ACTIVE


def summary_of(done: Exchange[Any]) -> str:
    """Say in a few sentences what a strike and its consequences were, and what is left to roll or to decide."""
    open_questions = _open_questions(done)
    return " ".join([sentences_of(done), *open_questions]) if open_questions else sentences_of(done)


def sentences_of(done: Exchange[Any]) -> str:
    """Say in a sentence or two what a strike and its consequences were."""
    attacker, defender, struck = called(done.attacker, "Attacker"), called(done.defender, "Defender"), done.strike
    text = _strike_sentence(attacker, defender, struck, done.plan.defender_health)
    if (parry := struck.parry) is not None:
        disarms = "parries and disarms" if parry.attacker_disarmed else "parries bare hands"
        text += f" {defender} {'parries and owes a Pass' if parry.evader_must_pass else disarms}."
    if done.riposte_plan is not None and done.riposte is not None:
        text += f" Riposte: {_strike_sentence(defender, attacker, done.riposte, done.riposte_plan.defender_health)}"
    checked = done.attacker_consciousness
    if struck.attacker.status is words.OpposedStatus.INCAPACITATED:
        text += f" {attacker} is incapacitated."
    elif checked is not None and checked.conscious is False:
        text += f" {attacker} falls unconscious."
    for who, each in ((attacker, struck), (defender, done.riposte)):
        if each is not None and each.fumble is not None and each.fumble.fumble_table_required:
            text += f" {who} fumbles."
    return text


def _strike_sentence(attacker: str, defender: str, struck: Strike, before: Health) -> str:
    damage = struck.wound.damage
    if struck.clash.outcome is AttackResult.MISS:
        text = f"{attacker} misses {defender}"
    elif struck.clash.outcome is AttackResult.BLOCKED:
        text = f"{defender} blocks {attacker}"
    elif damage.applied:
        text = f"{attacker} hits {defender} for {damage.applied} {POINTS[damage.pool]}"
    else:
        text = f"{attacker} hits {defender} without wounding"
    suffered = _suffered(struck, before)
    return f"{text}; {defender} {' and '.join(suffered)}." if suffered else f"{text}."


def _suffered(struck: Strike, before: Health) -> list[str]:
    after = struck.consciousness.health
    suffered = [SUFFERED[effect] for effect in struck.effects]
    if after.status is before.status and after.status is not ACTIVE:
        return suffered
    if after.status is words.OpposedStatus.INCAPACITATED:
        suffered.append("is incapacitated")
    elif after.status is words.OpposedStatus.UNCONSCIOUS and words.OpposedEffect.KNOCKED_OUT not in struck.effects:
        suffered.append("falls unconscious")
    elif after.stunned and not before.stunned:
        suffered.append("is stunned")
    return suffered


def _open_questions(done: Exchange[Any]) -> list[str]:
    """Say what was avoided, and what a strike leaves to the players to roll or to decide."""
    attacker, defender, struck = called(done.attacker, "Attacker"), called(done.defender, "Defender"), done.strike
    texts = _open_of(attacker, defender, struck)
    if struck.avoid is not None and struck.avoid.avoided:
        against = words.OpposedAvoidable(done.plan.maneuver.value)
        texts.append(f"{defender} avoids {AVOIDED_AS[against]}.")
    if done.riposte is not None:
        texts += _open_of(defender, attacker, done.riposte)
    elif struck.parry is not None and struck.parry.riposte_available and done.attacker.status is ACTIVE:
        texts.append(f"{defender} may riposte.")
    checked = done.attacker_consciousness
    if checked is not None and checked.conscious is None:
        texts.append(f"{attacker} is to roll to stay conscious.")
    return texts


def _open_of(attacker: str, defender: str, struck: Strike) -> list[str]:
    wound, checked, texts = struck.wound, struck.consciousness, []
    if wound.grievous is not None:
        texts.append(f"The injury is grievous: {wound.grievous.label}.")
    elif wound.grievous_possible:
        rolled = f" (rolled {wound.grievous_roll})" if wound.grievous_roll is not None else ""
        texts.append(f"A grievous injury of {defender} is possible{rolled}.")
    if checked.check_due and checked.conscious is None:
        texts.append(f"{defender} is to roll to stay conscious.")
    if struck.clash.fumble_candidate and struck.fumble is None:
        texts.append(f"{attacker} may have fumbled.")
    return texts
