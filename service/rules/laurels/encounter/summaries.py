"""Summaries of moves for viewers: what was tried and what came of it, in words and without a number."""

from typing import Any, Final

from service.rules.kernel.family import SOMEBODY, SeenMove
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
from service.rules.kernel.verdict import AttackResult
from service.rules.laurels.battle.initiative import SPOKEN
from service.rules.laurels.book import words

Record = dict[str, Any]

STRUCK: Final[dict[Any, str]] = {
    AttackResult.HIT: "{0} hits {1}",
    AttackResult.PARRIED: "{1} parries {0}",
    AttackResult.DEFENDED: "{0} does not get through to {1}",
    AttackResult.MISS: "{1} notices {0}, and nothing comes of the sneak attack",
}
STATES: Final[dict[Any, str]] = {
    words.LaurelsStatus.EXHAUSTED: "is exhausted",
    words.LaurelsStatus.DEAD: "is dead",
}
DONE: Final[dict[Any, str]] = {
    words.LaurelsAction.PARRY: "parries until the next turn",
    words.LaurelsAction.RETREAT: "retreats",
    words.LaurelsAction.PASS: "passes",
    words.LaurelsAction.OTHER: "does something else",
    words.LaurelsAction.NONE: "loses the turn",
}
FLED: Final[dict[Any, tuple[str, str]]] = {
    words.LaurelsFlight.ESCAPED: ("escapes", "escape"),
    words.LaurelsFlight.CAUGHT: ("is caught", "are caught"),
    words.LaurelsFlight.CASUALTIES: ("dies", "die"),
}


def tell_attack(seen: SeenMove) -> str:
    """Return the sentences on an attack, a sneak attack too: what came of it, and what it cost both sides."""
    attacker, target = called(seen, seen.input, "attacker"), called(seen, seen.input, "target")
    verdict = record_at(seen.outcome, "verdict")
    clauses = _strike(attacker, target, verdict)
    losses = (
        (verdict.get("weapon_shattered"), f"the weapon of {target} shatters"),
        (verdict.get("shield_destroyed"), f"the shield of {target} is destroyed"),
        (at(seen.outcome, "attacker_weapon_broken"), f"the weapon of {attacker} breaks"),
        (verdict.get("attacker_exhausted"), f"{attacker} is at the end of its strength"),
    )
    return sentence("; ".join([*clauses, *[text for holds, text in losses if holds]]))


def tell_round(seen: SeenMove) -> str:
    """Return the sentences on who acted first, the turns of a round, and who has won."""
    return _turns_told(seen, record_at(seen.outcome, "verdict")) or UNSEEN_ROUND


def tell_turn(seen: SeenMove) -> str:
    """Return the sentences on one or more turns, as those on a round; on who acts first if it was rolled with them."""
    return _turns_told(seen, record_at(seen.outcome, "initiative")) or UNSEEN_TURN


def _turns_told(seen: SeenMove, initiative: Record) -> str:
    told = [_order(initiative)] if initiative.get("first") in SPOKEN else []
    turns = [", ".join(_turn(seen, each)) for each in records_at(seen.outcome, "events")]
    return " ".join([*told, *turns_told(turns), *_ending(record_at(seen.outcome, "verdict"))])


def tell_pursuit(seen: SeenMove) -> str:
    """Return the sentences on who fled from whom, and what became of each."""
    fleeing = all_called(seen, seen.input, "fleeing")
    pursuers = listed(all_called(seen, seen.input, "pursuers"))
    text = f"{listed(fleeing) or SOMEBODY} {'flee' if len(fleeing) > 1 else 'flees'}"
    told = sentence(f"{text} from {pursuers}" if pursuers else text)
    return " ".join([told, *fates_told(seen, records_at(seen.outcome, "outcomes"), "outcome", FLED)])


def tell_skirmish(seen: SeenMove) -> str:
    """Return the sentences on who won a skirmish, who died and who fled."""
    verdict = record_at(seen.outcome, "verdict")
    told = ["The fight is undecided."] if verdict.get("undecided") else _ending(verdict) or ["The fight is over."]
    return " ".join([*told, *fates_told(seen, records_at(verdict, "figures"), "fate", FATES)])


def _order(initiative: Record) -> str:
    """Say which side acted first, and which was surprised."""
    first, surprised = initiative["first"], initiative.get("surprised")
    text = f"{SPOKEN[first]} act{'s' if first == words.LaurelsRole.PARTY else ''} first"
    if surprised in SPOKEN:
        text += f", and {SPOKEN[surprised]} {'is' if surprised == words.LaurelsRole.PARTY else 'are'} surprised"
    return f"{text[0].upper()}{text[1:]}."


def _ending(verdict: Record) -> list[str]:
    """Say which side has won, if the fight is over."""
    if verdict.get("draw"):
        return ["Nobody is left to fight."]
    winner = verdict.get("winner")
    return [f"The {winner} {'wins' if winner == words.LaurelsRole.PARTY else 'win'}."] if winner in SPOKEN else []


def _turn(seen: SeenMove, event: Record) -> list[str]:
    """Return the clauses of one participant's turn."""
    actor, action = called(seen, event, "actor"), event.get("action")
    if event.get("outcome") is not None:
        clauses = _strike(actor, called(seen, event, "target"), event)
    elif event.get("reason") is not None and action != words.LaurelsAction.NONE:
        clauses = [f"{actor} can do nothing"]
    else:
        clauses = [f"{actor} {DONE.get(action, 'acts')}"]
    if event.get("weapon_broken"):
        clauses.append(f"the weapon of {actor} breaks")
    for effect in records_at(event, "effects"):
        if effect.get("target_status") in STATES:
            clauses.append(f"{called(seen, effect, 'target')} {STATES[effect['target_status']]}")
    return clauses


def _strike(attacker: str, target: str, facts: Record) -> list[str]:
    """Return the clauses of an attack: what came of it, and in what state it leaves the target."""
    result, status = facts.get("outcome"), facts.get("target_status")
    told = [STRUCK.get(result, "{0} attacks {1}").format(attacker, target)]
    return [*told, f"{target} {STATES[status]}"] if result == AttackResult.HIT and status in STATES else told
