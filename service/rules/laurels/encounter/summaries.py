"""Summaries of moves for viewers: what was tried and what came of it, in words and without a number."""

from typing import Any, Final

from service.rules.kernel.family import SOMEBODY, SeenMove
from service.rules.kernel.telling import (
    UNSEEN_ROUND,
    UNSEEN_TURN,
    all_called,
    at,
    called,
    changes_by,
    ending_seen,
    fates_told,
    fight_seen,
    listed,
    record_at,
    records_at,
    sentence,
    turns_told,
    word_at,
)
from service.rules.kernel.verdict import AttackResult
from service.rules.laurels.attack.sentences import BECAME, Told, clauses_of
from service.rules.laurels.battle.initiative import SPOKEN, initiative_told, surprise_told
from service.rules.laurels.book import words
from service.rules.laurels.figures.changes import ATTACKER, TARGET
from service.rules.laurels.pursuit.chase import FLED

Record = dict[str, Any]
Names = tuple[str, ...]

RESULTS: Final[dict[str, AttackResult]] = {each.value: each for each in AttackResult}
SIDES: Final[dict[str, str]] = {role.value: name for role, name in SPOKEN.items()}
LOST: Final = frozenset({words.LaurelsReason.DEAD, words.LaurelsReason.SURPRISED})
"""Why turns are lost that are not told one by one."""
DONE: Final[dict[Any, str]] = {
    words.LaurelsAction.PARRY: "began to parry, until the next turn",
    words.LaurelsAction.RETREAT: "retreated",
    words.LaurelsAction.PASS: "passed",
    words.LaurelsAction.OTHER: "did something else",
    words.LaurelsAction.NONE: "lost the turn",
}


def tell_attack(seen: SeenMove) -> str:
    """Return the sentence on an attack, a sneak attack too: what came of it, and what it cost both sides."""
    verdict, outcome = record_at(seen.outcome, "verdict"), seen.outcome
    by, target = (word_at(seen.input, "attacker"), ATTACKER), (word_at(seen.input, "target"), TARGET)
    told = Told(
        called(seen, seen.input, "attacker"),
        called(seen, seen.input, "target"),
        result=RESULTS.get(word_at(verdict, "outcome")),
        sneak=verdict.get("foiled") is not None,
        became=_became(seen, by, verdict, target),
        shattered=verdict.get("weapon_shattered") is True,
        destroyed=verdict.get("shield_destroyed") is True,
        broken=at(outcome, "attacker_weapon_broken") is True,
        spent=verdict.get("attacker_exhausted") is True,
    )
    return sentence("; ".join(clauses_of(told)))


def tell_round(seen: SeenMove) -> str:
    """Return the sentences on who won the initiative, the turns of a round, and who has won."""
    return _turns_told(seen, record_at(seen.outcome, "verdict")) or UNSEEN_ROUND


def tell_turn(seen: SeenMove) -> str:
    """Return the sentences on one or more turns, as those on a round; on the initiative if it was rolled with them."""
    return _turns_told(seen, record_at(seen.outcome, "initiative")) or UNSEEN_TURN


def _turns_told(seen: SeenMove, initiative: Record) -> str:
    events = records_at(seen.outcome, "events")
    turns = ["; ".join(_turn(seen, each)) for each in events if each.get("reason") not in LOST]
    surprised = [called(seen, each, "actor") for each in events if each.get("reason") == words.LaurelsReason.SURPRISED]
    told = [*_order(initiative), *turns_told(turns), *surprise_told(surprised)]
    return " ".join([*told, *ending_seen(seen, _side)])


def _order(initiative: Record) -> list[str]:
    """Say which side won the initiative, and which was surprised."""
    first, surprised = word_at(initiative, "first"), word_at(initiative, "surprised")
    if first not in SIDES:
        return []
    role = words.LaurelsRole(surprised) if surprised in SIDES else None
    return [sentence(initiative_told(words.LaurelsRole(first), role))]


def tell_pursuit(seen: SeenMove) -> str:
    """Return the sentences on who fled from whom, and what became of each."""
    fleeing = listed(all_called(seen, seen.input, "fleeing")) or SOMEBODY
    pursuers = listed(all_called(seen, seen.input, "pursuers"))
    told = sentence(f"{fleeing} fled from {pursuers}" if pursuers else f"{fleeing} fled")
    return " ".join([told, *fates_told(seen, records_at(seen.outcome, "outcomes"), "outcome", FLED)])


def tell_skirmish(seen: SeenMove) -> str:
    """Return the sentences on who won a skirmish, and whom each side lost."""
    return fight_seen(seen, _side)


def _side(role: str) -> str:
    """Return what players call a side."""
    return SIDES.get(role, SOMEBODY)


def _turn(seen: SeenMove, event: Record) -> list[str]:
    """Return the clauses of one participant's turn."""
    actor, action = called(seen, event, "actor"), event.get("action")
    if event.get("outcome") is not None:
        told = Told(
            actor,
            called(seen, event, "target"),
            result=RESULTS.get(word_at(event, "outcome")),
            sneak=action == words.LaurelsAction.SNEAK_ATTACK,
            became=_became(seen, (word_at(event, "actor"),), event, (word_at(event, "target"),)),
            broken=event.get("weapon_broken") is True,
        )
        clauses = clauses_of(told)
    elif event.get("reason") is not None and action != words.LaurelsAction.NONE:
        clauses = [f"{actor} could do nothing"]
    else:
        clauses = [f"{actor} {DONE.get(action, 'acted')}"]
    for effect in records_at(event, "effects"):
        became = _became(seen, (word_at(event, "actor"),), effect, (word_at(effect, "target"),))
        clauses += [f"{called(seen, effect, 'target')} {BECAME[became]}"] if became in BECAME else []
    return clauses


def _became(seen: SeenMove, by: Names, facts: Record, target: Names) -> words.LaurelsStatus | None:
    """Return what became of a target by the deed of another, both by all that they are called in changes."""
    status = facts.get("target_status")
    if status == words.LaurelsStatus.DEAD:
        return words.LaurelsStatus.DEAD
    turned = [each for each in changes_by(seen, target, by) if at(each, "after", "status") == status]
    is_new = any(at(each, "before", "status") != status for each in turned)
    return words.LaurelsStatus.EXHAUSTED if is_new and status == words.LaurelsStatus.EXHAUSTED else None
