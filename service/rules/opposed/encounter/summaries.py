"""Summaries of moves for viewers: what was tried and what came of it, in words and without a number."""

from typing import Any, Final

from service.rules.kernel.family import SeenMove
from service.rules.kernel.telling import (
    UNSEEN_ROUND,
    UNSEEN_TURN,
    all_called,
    at,
    called,
    changes_by,
    ending_seen,
    fight_seen,
    listed,
    order_seen,
    record_at,
    records_at,
    sentence,
    turns_told,
    word_at,
)
from service.rules.kernel.verdict import AttackResult, PursuitResult
from service.rules.opposed.attack.maneuver_effects import SUFFERED
from service.rules.opposed.attack.sentences import DOWN, Told, became_of, clauses_of
from service.rules.opposed.battle.events import DOWN as OUT
from service.rules.opposed.book import words
from service.rules.opposed.figures.changes import ATTACKER, DEFENDER

Record = dict[str, Any]
Names = tuple[str, ...]

DONE: Final[dict[Any, str]] = {
    words.OpposedAction.EVADE: "began to evade, until the next turn",
    words.OpposedAction.PASS: "passed",
    words.OpposedAction.STAND_UP: "stood up",
    words.OpposedAction.OTHER: "did something else",
    words.OpposedAction.NONE: "lost the turn",
}
SUCCEEDED: Final[dict[Any, str]] = {
    (words.OpposedAction.RECOVER_FROM_STUN, True): "shook off the stun",
    (words.OpposedAction.RECOVER_FROM_STUN, False): "stayed stunned",
    (words.OpposedAction.RESTRAIN, True): "restrained {}",
    (words.OpposedAction.RESTRAIN, False): "did not get hold of {}",
    (words.OpposedAction.WITHDRAW, True): "withdrew",
    (words.OpposedAction.WITHDRAW, False): "did not get away",
}


def tell_attack(seen: SeenMove) -> str:
    """Return the sentence on a strike, the riposte it drew, and who was felled."""
    verdict = record_at(seen.outcome, "verdict")
    facts = verdict | {
        "maneuver": at(seen.input, "maneuver"),
        "effects": verdict.get("defender_conditions"),
        "attacker_disarmed": record_at(seen.outcome, "parry").get("attacker_disarmed"),
        "avoid": record_at(seen.outcome, "avoid"),
        "riposte": record_at(seen.outcome, "riposte"),
        "actor_status": verdict.get("attacker_status"),
    }
    names = called(seen, seen.input, "attacker"), called(seen, seen.input, "defender")
    known = (word_at(seen.input, "attacker"), ATTACKER), (word_at(seen.input, "defender"), DEFENDER)
    return sentence("; ".join(clauses_of(_strike(seen, names, known, facts))))


def tell_round(seen: SeenMove) -> str:
    """Return the sentences on the turns of a round that are seen, and whether anybody is left to fight."""
    return _turns_told(seen) or UNSEEN_ROUND


def tell_turn(seen: SeenMove) -> str:
    """Return the sentences on one or more turns, as those on a round, or on their order if none is seen yet."""
    return _turns_told(seen) or order_seen(seen, record_at(seen.outcome, "under_way")) or UNSEEN_TURN


def _turns_told(seen: SeenMove) -> str:
    maneuvers = {each.get("actor"): each.get("maneuver") for each in records_at(seen.input, "orders")}
    events = [each for each in records_at(seen.outcome, "events") if each.get("reason") not in OUT]
    turns = ["; ".join(_turn(seen, each, maneuvers.get(each.get("actor")))) for each in events]
    return " ".join([*turns_told(turns), *ending_seen(seen)])


def tell_pursuit(seen: SeenMove) -> str:
    """Return the sentence on who fled from whom, and whether it was caught."""
    fleeing, verdict = called(seen, seen.input, "fleeing"), record_at(seen.outcome, "verdict")
    pursuers = listed(all_called(seen, seen.input, "pursuers"))
    text = f"{fleeing} fled from {pursuers}" if pursuers else f"{fleeing} fled"
    if verdict.get("outcome") == PursuitResult.ESCAPED:
        return sentence(f"{text} and escaped")
    if verdict.get("outcome") != PursuitResult.CAUGHT:
        return sentence(text)
    by = called(seen, verdict, "by")
    text = f"{text}; {by} caught up"
    if not verdict.get("from_behind"):
        return sentence(text)
    known = (word_at(verdict, "by"),), (word_at(seen.input, "fleeing"),)
    blow = _strike(seen, (by, fleeing), known, record_at(seen.outcome, "free_strike"))
    return sentence("; ".join([f"{text} from behind", *clauses_of(blow)]))


def tell_skirmish(seen: SeenMove) -> str:
    """Return the sentences on who won a skirmish, and whom each side lost."""
    return fight_seen(seen)


def _turn(seen: SeenMove, event: Record, maneuver: Any) -> list[str]:
    """Return the clauses of one figure's turn."""
    actor, action = called(seen, event, "actor"), event.get("action")
    target = called(seen, event, "target")
    if event.get("reason") == words.OpposedReason.REPULSED:
        return [f"{target} repulsed the charge of {actor}"]
    clauses = []
    if event.get("outcome") is not None:
        known = (word_at(event, "actor"),), (word_at(event, "target"),)
        clauses = clauses_of(_strike(seen, (actor, target), known, event | {"maneuver": maneuver}))
    elif action in DONE:
        clauses = [f"{actor} {DONE[action]}"]
    recovers = action == words.OpposedAction.RECOVER_FROM_STUN
    ending = SUCCEEDED.get((action, event.get("recovered" if recovers else "success")))
    if ending is not None:
        clauses.append(f"{actor} {ending.format(target)}")
    return clauses or [f"{actor} acted"]


def _strike(seen: SeenMove, names: tuple[str, str], known: tuple[Names, Names], facts: Record) -> Told:
    """Return a strike as viewers see it; `known` has all that changes may call the two."""
    riposte, status = record_at(facts, "riposte"), facts.get("actor_status")
    answer = None
    if riposte.get("outcome") is not None:
        answer = _strike(seen, names[::-1], known[::-1], riposte)
    felled = status in DOWN and riposte.get("outcome") != AttackResult.HIT
    return Told(
        *names,
        maneuver=word_at(facts, "maneuver"),
        result=word_at(facts, "outcome"),
        suffered=_suffered(seen, known, facts),
        avoided=at(facts, "avoid", "avoided") is True,
        disarmed=facts.get("attacker_disarmed") is True,
        riposte=answer,
        became=DOWN[status] if felled else None,
    )


def _suffered(seen: SeenMove, known: tuple[Names, Names], facts: Record) -> list[str]:
    """Say what a strike did to its target, if it did anything."""
    effects = [SUFFERED[each] for each in facts.get("effects") or () if each in SUFFERED]
    if SUFFERED[words.OpposedEffect.KNOCKED_OUT] in effects or facts.get("outcome") != AttackResult.HIT:
        return effects
    for change in changes_by(seen, known[1], known[0]):
        before, after = record_at(change, "before"), record_at(change, "after")
        became = became_of((before.get("status"), before.get("stunned")), (after.get("status"), after.get("stunned")))
        if became:
            return [*effects, *became]
    return effects
