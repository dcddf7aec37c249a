"""Sentences on a strike and its riposte, as players read them at the table."""

from typing import Any, Final

from service.rules.kernel.verdict import AttackResult
from service.rules.opposed.attack.legality import called
from service.rules.opposed.attack.maneuver_effects import AVOIDED_AS, SUFFERED, OpposedParried
from service.rules.opposed.attack.strike import Exchange, Strike
from service.rules.opposed.attack.wound import POINTS, Consciousness
from service.rules.opposed.book import words
from service.rules.opposed.figures.vitals import Health

ACTIVE: Final = words.OpposedStatus.ACTIVE


def summary_of(done: Exchange[Any]) -> str:
    """Say in a few sentences what a strike and its consequences were, and what is left to roll or to decide."""
    attacker, defender, struck = called(done.attacker, "Attacker"), called(done.defender, "Defender"), done.strike
    told = _told(attacker, defender, done)
    is_plain = struck.parry is None and struck.avoid is None
    if is_plain and not (struck.wound.grievous_possible or struck.clash.fumble_candidate):
        return f"{told} {_to_stay_conscious(defender)}" if _is_open(struck.consciousness) else told
    return " ".join([told, *_open_questions(attacker, defender, done)])


def sentences_of(done: Exchange[Any]) -> str:
    """Say in a sentence or two what a strike and its consequences were."""
    return _told(called(done.attacker, "Attacker"), called(done.defender, "Defender"), done)


def _told(attacker: str, defender: str, done: Exchange[Any]) -> str:
    struck = done.strike
    text = _strike_sentence(attacker, defender, struck)
    if struck.parry is not None:
        text += _parry_sentences(attacker, defender, struck.parry, done)
    if struck.fumble is not None and struck.fumble.fumble_table_required:
        text += f" {attacker} fumbles."
    answer = done.riposte
    if answer is not None and answer.fumble is not None and answer.fumble.fumble_table_required:
        text += f" {defender} fumbles."
    return text


def _parry_sentences(attacker: str, defender: str, parry: OpposedParried, done: Exchange[Any]) -> str:
    disarms = "parries and disarms" if parry.attacker_disarmed else "parries bare hands"
    text = f" {defender} {'parries and owes a Pass' if parry.evader_must_pass else disarms}."
    if done.riposte_plan is not None and done.riposte is not None:
        text += f" Riposte: {_strike_sentence(defender, attacker, done.riposte)}"
    checked = done.attacker_consciousness
    if done.strike.attacker.status is words.OpposedStatus.INCAPACITATED:
        text += f" {attacker} is incapacitated."
    elif checked is not None and checked.conscious is False:
        text += f" {attacker} falls unconscious."
    return text


def _strike_sentence(attacker: str, defender: str, struck: Strike) -> str:
    damage, before = struck.wound.damage, struck.before
    if struck.clash.outcome is AttackResult.MISS:
        text = f"{attacker} misses {defender}"
    elif struck.clash.outcome is AttackResult.BLOCKED:
        text = f"{defender} blocks {attacker}"
    elif damage.applied:
        text = f"{attacker} hits {defender} for {damage.applied} {POINTS[damage.pool]}"
    else:
        text = f"{attacker} hits {defender} without wounding"
    after = struck.consciousness.health
    if not struck.effects and after.status is before.status and after.stunned is before.stunned:
        return f"{text}."
    return f"{text}; {defender} {' and '.join(_suffered(struck, before))}."


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


def _open_questions(attacker: str, defender: str, done: Exchange[Any]) -> list[str]:
    """Say what was avoided, and what a strike leaves to the players to roll or to decide."""
    struck = done.strike
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
        texts.append(_to_stay_conscious(attacker))
    return texts


def _open_of(attacker: str, defender: str, struck: Strike) -> list[str]:
    wound, checked, texts = struck.wound, struck.consciousness, []
    if wound.grievous is not None:
        texts.append(f"The injury is grievous: {wound.grievous.label}.")
    elif wound.grievous_possible:
        rolled = f" (rolled {wound.grievous_roll})" if wound.grievous_roll is not None else ""
        texts.append(f"A grievous injury of {defender} is possible{rolled}.")
    if _is_open(checked):
        texts.append(_to_stay_conscious(defender))
    if struck.clash.fumble_candidate and struck.fumble is None:
        texts.append(f"{attacker} may have fumbled.")
    return texts


def _is_open(checked: Consciousness) -> bool:
    """Return whether a roll to stay conscious is due that has not been made."""
    return checked.check_due and checked.conscious is None


def _to_stay_conscious(who: str) -> str:
    return f"{who} is to roll to stay conscious."
