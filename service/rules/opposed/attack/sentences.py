"""Sentences on a strike and its riposte: for the referee with numbers, for those who watch without."""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from service.rules.kernel.telling import joined, sentence
from service.rules.kernel.verdict import AttackResult
from service.rules.opposed.attack.legality import called
from service.rules.opposed.attack.maneuver_effects import SUFFERED
from service.rules.opposed.attack.plan import StrikePlan
from service.rules.opposed.attack.strike import Exchange, Strike
from service.rules.opposed.attack.wound import POINTS
from service.rules.opposed.book import words
from service.rules.opposed.figures.vitals import Health

ACTIVE: Final = words.OpposedStatus.ACTIVE
TRIED: Final[dict[Any, str]] = {
    words.OpposedManeuverKind.SHIELD_RUSH: "rushed at {} with a shield",
    words.OpposedManeuverKind.DISARM: "tried to disarm {}",
    words.OpposedManeuverKind.TRIP: "tried to trip {}",
    words.OpposedManeuverKind.KNOCKOUT: "tried to knock {} out",
    words.OpposedManeuverKind.ENTANGLE: "tried to entangle {}",
    words.OpposedManeuverKind.TRAMPLE: "tried to trample {}",
}
SPARED: Final[dict[Any, str]] = {
    words.OpposedManeuverKind.SHIELD_RUSH: "did not fall",
    words.OpposedManeuverKind.DISARM: "kept the weapon",
    words.OpposedManeuverKind.TRIP: "did not fall",
    words.OpposedManeuverKind.KNOCKOUT: "was not knocked out",
    words.OpposedManeuverKind.ENTANGLE: "stayed free",
    words.OpposedManeuverKind.TRAMPLE: "did not fall",
}
"""What a target is told to be that was hit, and did not suffer what was tried."""
STRUCK: Final[dict[Any, str]] = {
    AttackResult.HIT: "{0} hit {1}",
    AttackResult.MISS: "{0} missed {1}",
    AttackResult.BLOCKED: "{1} blocked {0}",
    AttackResult.PARRIED: "{1} parried {0}",
}
DOWN: Final[dict[Any, str]] = {
    words.OpposedStatus.UNCONSCIOUS: "fell unconscious",
    words.OpposedStatus.INCAPACITATED: "was incapacitated",
}


class Told(NamedTuple):
    """A strike as it is told; what is None is not known to those who read of it.

    `damage` is what it cost its target, `suffered` what befell the target, `became` what befell the attacker at last.
    """

    attacker: str
    defender: str
    maneuver: str | None = None
    result: str | None = None
    damage: str | None = None
    suffered: Sequence[str] = ()
    avoided: bool = False
    disarmed: bool = False
    owes_pass: bool = False
    fumbled: bool = False
    riposte: "Told | None" = None
    became: str | None = None


def clauses_of(told: Told) -> list[str]:
    """Say what was tried in a strike and what came of it, and the same of the riposte it drew."""
    attacker, defender, answer = told.attacker, told.defender, told.riposte
    tried = TRIED.get(told.maneuver)
    text = STRUCK.get(told.result, "{0} struck at {1}").format(attacker, defender)
    if told.result == AttackResult.HIT and told.damage is not None:
        text += f" for {told.damage}" if told.damage else " without a wound"
    text += " and disarmed" if told.disarmed else " and owed a Pass" if told.owes_pass else ""
    clauses = [f"{attacker} {tried.format(defender)}", text] if tried else [text]
    befell = [*told.suffered, *_spared(told)]
    clauses += [f"{defender} {joined(befell)}"] if befell else []
    clauses += [f"{attacker} fumbled"] if told.fumbled else []
    if answer is not None:
        first, *others = clauses_of(answer)
        clauses += [f"in return {first}", *others]
    return [*clauses, f"{attacker} {told.became}"] if told.became else clauses


def _spared(told: Told) -> list[str]:
    """Say what a target was spared that a strike might have done to it; nothing if the strike felled it anyhow."""
    weak = told.result == AttackResult.HIT and told.maneuver == words.OpposedManeuverKind.KNOCKOUT
    felled = {*DOWN.values(), SUFFERED[words.OpposedEffect.KNOCKED_OUT]} & {*told.suffered}
    return [SPARED[told.maneuver]] if (told.avoided or weak) and told.maneuver in SPARED and not felled else []


def summary_of(done: Exchange[Any]) -> str:
    """Say in a few sentences what a strike and its consequences were, and what is left to roll or to decide."""
    return " ".join([sentences_of(done), *_open_questions(done)])


def sentences_of(done: Exchange[Any]) -> str:
    """Say in a sentence what a strike and its consequences were."""
    attacker, defender, struck = called(done.attacker, "Attacker"), called(done.defender, "Defender"), done.strike
    told = _told(attacker, defender, done.plan, struck)
    parry, answer, checked = struck.parry, None, done.attacker_consciousness
    if done.riposte_plan is not None and done.riposte is not None:
        answer = _told(defender, attacker, done.riposte_plan, done.riposte)
    became = None
    if struck.attacker.status is words.OpposedStatus.INCAPACITATED and parry is not None:
        became = DOWN[words.OpposedStatus.INCAPACITATED]
    elif checked is not None and checked.conscious is False:
        became = DOWN[words.OpposedStatus.UNCONSCIOUS]
    if parry is not None:
        told = told._replace(disarmed=parry.attacker_disarmed, owes_pass=parry.evader_must_pass)
    return sentence("; ".join(clauses_of(told._replace(riposte=answer, became=became))))


def _told(attacker: str, defender: str, plan: StrikePlan, struck: Strike) -> Told:
    damage = struck.wound.damage
    points = f"{damage.applied} {POINTS[damage.pool]}" if damage.applied else ""
    return Told(
        attacker,
        defender,
        maneuver=plan.maneuver,
        result=struck.result,
        damage=None if plan.blow is None else points,
        suffered=_suffered(struck),
        avoided=struck.avoid is not None and struck.avoid.avoided,
        fumbled=struck.fumble is not None and struck.fumble.fumble_table_required,
    )


def _suffered(struck: Strike) -> list[str]:
    before, after = struck.before, struck.consciousness.health
    effects = [SUFFERED[effect] for effect in struck.effects]
    if words.OpposedEffect.KNOCKED_OUT in struck.effects:
        return effects
    return [*effects, *became_of(_fields_of(before), _fields_of(after))]


def _fields_of(health: Health) -> tuple[str, bool]:
    return health.status, health.stunned


def became_of(before: tuple[Any, Any], after: tuple[Any, Any]) -> list[str]:
    """Say what became of a target by its status and whether it is stunned, before a strike and after it."""
    if before[0] == after[0] != ACTIVE:
        return []
    if after[0] in DOWN:
        return [DOWN[after[0]]]
    return ["was stunned"] if after[1] and not before[1] else []


def _open_questions(done: Exchange[Any]) -> list[str]:
    """Say what a strike leaves to the players to roll or to decide."""
    attacker, defender, struck = called(done.attacker, "Attacker"), called(done.defender, "Defender"), done.strike
    texts = _open_of(attacker, defender, struck)
    if done.riposte is not None:
        texts += _open_of(defender, attacker, done.riposte)
    elif struck.parry is not None and struck.parry.riposte_available and done.attacker.status is ACTIVE:
        texts.append(f"{defender} may riposte")
    checked = done.attacker_consciousness
    if checked is not None and checked.conscious is None:
        texts.append(_to_stay_conscious(attacker))
    return [sentence(each) for each in texts]


def _open_of(attacker: str, defender: str, struck: Strike) -> list[str]:
    wound, checked, texts = struck.wound, struck.consciousness, []
    if wound.grievous is not None:
        texts.append(f"the injury is grievous: {wound.grievous.label}")
    elif wound.grievous_possible:
        rolled = f" (rolled {wound.grievous_roll})" if wound.grievous_roll is not None else ""
        texts.append(f"a grievous injury of {defender} is possible{rolled}")
    if checked.check_due and checked.conscious is None:
        texts.append(_to_stay_conscious(defender))
    if struck.clash.fumble_candidate and struck.fumble is None:
        texts.append(f"{attacker} may have fumbled")
    return texts


def _to_stay_conscious(who: str) -> str:
    return f"{who} is to roll to stay conscious"
