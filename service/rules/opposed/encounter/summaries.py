"""Summaries of moves for viewers: what was tried and what came of it, in words and without a number."""

from typing import Any, Final

from service.rules.kernel.family import SeenMove
from service.rules.kernel.telling import (
    FATES,
    UNSEEN_ROUND,
    UNSEEN_TURN,
    all_called,
    at,
    called,
    fates_told,
    listed,
    record_at,
    records_at,
    sentence,
    turns_told,
)
from service.rules.kernel.verdict import AttackResult, PursuitResult
from service.rules.opposed.attack.maneuver_effects import SUFFERED
from service.rules.opposed.book import words

Record = dict[str, Any]

TRIED: Final[dict[Any, str]] = {
    words.OpposedManeuverKind.SHIELD_RUSH: "rushes at {} with a shield",
    words.OpposedManeuverKind.DISARM: "tries to disarm {}",
    words.OpposedManeuverKind.TRIP: "tries to trip {}",
    words.OpposedManeuverKind.KNOCKOUT: "tries to knock {} out",
    words.OpposedManeuverKind.ENTANGLE: "tries to entangle {}",
    words.OpposedManeuverKind.TRAMPLE: "tramples {}",
}
STRUCK: Final[dict[Any, str]] = {
    AttackResult.HIT: "{0} hits {1}",
    AttackResult.MISS: "{0} misses {1}",
    AttackResult.BLOCKED: "{1} blocks {0}",
    AttackResult.PARRIED: "{1} parries {0}",
}
DOWN: Final[dict[Any, str]] = {
    words.OpposedStatus.UNCONSCIOUS: "is unconscious",
    words.OpposedStatus.INCAPACITATED: "is incapacitated",
}
DONE: Final[dict[Any, str]] = {
    words.OpposedAction.EVADE: "evades",
    words.OpposedAction.PASS: "passes",
    words.OpposedAction.STAND_UP: "stands up",
    words.OpposedAction.OTHER: "does something else",
    words.OpposedAction.NONE: "loses the turn",
}
SUCCEEDED: Final[dict[Any, str]] = {
    (words.OpposedAction.RECOVER_FROM_STUN, True): "shakes off the stun",
    (words.OpposedAction.RECOVER_FROM_STUN, False): "stays stunned",
    (words.OpposedAction.RESTRAIN, True): "restrains {}",
    (words.OpposedAction.RESTRAIN, False): "does not get hold of {}",
    (words.OpposedAction.WITHDRAW, True): "withdraws",
    (words.OpposedAction.WITHDRAW, False): "does not get away",
}


def tell_attack(seen: SeenMove) -> str:
    """Return the sentences on a strike, the riposte it drew, and who was felled."""
    attacker, defender = called(seen, seen.input, "attacker"), called(seen, seen.input, "defender")
    verdict = record_at(seen.outcome, "verdict")
    facts = verdict | {
        "effects": verdict.get("defender_conditions"),
        "attacker_disarmed": record_at(seen.outcome, "parry").get("attacker_disarmed"),
        "avoid": record_at(seen.outcome, "avoid"),
        "riposte": record_at(seen.outcome, "riposte"),
        "actor_status": verdict.get("attacker_status"),
    }
    return sentence("; ".join(_strike(attacker, defender, at(seen.input, "maneuver"), facts)))


def tell_round(seen: SeenMove) -> str:
    """Return the sentences on the turns of a round that are seen, and whether anybody is left to fight."""
    return _turns_told(seen) or UNSEEN_ROUND


def tell_turn(seen: SeenMove) -> str:
    """Return the sentences on one or more turns, as those on a round."""
    return _turns_told(seen) or UNSEEN_TURN


def _turns_told(seen: SeenMove) -> str:
    maneuvers = {each.get("actor"): each.get("maneuver") for each in records_at(seen.input, "orders")}
    events = records_at(seen.outcome, "events")
    turns = [", ".join(_turn(seen, each, maneuvers.get(each.get("actor")))) for each in events]
    return " ".join([*turns_told(turns), *_ending(seen, record_at(seen.outcome, "verdict"))])


def tell_pursuit(seen: SeenMove) -> str:
    """Return the sentences on who fled from whom, and whether it was caught."""
    fleeing, verdict = called(seen, seen.input, "fleeing"), record_at(seen.outcome, "verdict")
    pursuers = listed(all_called(seen, seen.input, "pursuers"))
    text = f"{fleeing} flees from {pursuers}" if pursuers else f"{fleeing} flees"
    if verdict.get("outcome") == PursuitResult.ESCAPED:
        return sentence(f"{text} and escapes")
    if verdict.get("outcome") != PursuitResult.CAUGHT:
        return sentence(text)
    text = f"{text}; {called(seen, verdict, 'by')} catches up"
    if not verdict.get("from_behind"):
        return sentence(text)
    blow = record_at(seen.outcome, "free_strike")
    struck = "hits" if blow.get("outcome") == AttackResult.HIT else "does not hit"
    return sentence(", ".join([f"{text} from behind and {struck}", *[f"{fleeing} {each}" for each in _suffered(blow)]]))


def tell_skirmish(seen: SeenMove) -> str:
    """Return the sentences on who won a skirmish, who fell and who fled."""
    verdict = record_at(seen.outcome, "verdict")
    told = ["The fight is undecided."] if verdict.get("undecided") else _ending(seen, verdict) or ["The fight is over."]
    return " ".join([*told, *fates_told(seen, records_at(verdict, "figures"), "fate", FATES)])


def _ending(seen: SeenMove, verdict: Record) -> list[str]:
    """Say who has won, if the fight is over."""
    if verdict.get("draw"):
        return ["Nobody is left to fight."]
    return [sentence(f"{called(seen, verdict, 'winner')} wins")] if verdict.get("winner") else []


def _turn(seen: SeenMove, event: Record, maneuver: Any) -> list[str]:
    """Return the clauses of one figure's turn."""
    actor, action = called(seen, event, "actor"), event.get("action")
    target = called(seen, event, "target")
    if event.get("reason") == words.OpposedReason.REPULSED:
        return [f"{target} repulses the charge of {actor}"]
    clauses = []
    if event.get("outcome") is not None:
        clauses = _strike(actor, target, maneuver, event)
    elif action in DONE:
        clauses = [f"{actor} {DONE[action]}"]
    recovers = action == words.OpposedAction.RECOVER_FROM_STUN
    ending = SUCCEEDED.get((action, event.get("recovered" if recovers else "success")))
    if ending is not None:
        clauses.append(f"{actor} {ending.format(target)}")
    return clauses or [f"{actor} acts"]


def _strike(attacker: str, defender: str, maneuver: Any, facts: Record) -> list[str]:
    """Return the clauses of a strike: what was tried, what came of it, and of the riposte it drew."""
    clauses = [f"{attacker} {TRIED[maneuver].format(defender)}"] if maneuver in TRIED else []
    told = STRUCK.get(facts.get("outcome"), "{0} strikes at {1}").format(attacker, defender)
    if facts.get("attacker_disarmed"):
        told += " and disarms"
    clauses += [told, *[f"{defender} {each}" for each in _suffered(facts)]]
    if record_at(facts, "avoid").get("avoided"):
        clauses.append(f"{defender} avoids it")
    answer = record_at(facts, "riposte")
    if answer.get("outcome") is not None:
        told = STRUCK.get(answer["outcome"], "{0} strikes at {1}").format(defender, attacker)
        clauses += [f"in return {told}", *[f"{attacker} {each}" for each in _suffered(answer)]]
    if facts.get("actor_status") in DOWN and answer.get("outcome") != AttackResult.HIT:
        clauses.append(f"{attacker} {DOWN[facts['actor_status']]}")
    return clauses


def _suffered(facts: Record) -> list[str]:
    """Say in what state a strike leaves its target, if it did anything to it."""
    effects = [SUFFERED[each] for each in facts.get("effects") or () if each in SUFFERED]
    if SUFFERED[words.OpposedEffect.KNOCKED_OUT] in effects:
        return effects
    if facts.get("outcome") != AttackResult.HIT and not effects:
        return []
    if facts.get("target_status") in DOWN:
        return [*effects, DOWN[facts["target_status"]]]
    return [*effects, "is stunned"] if facts.get("stunned") else effects
