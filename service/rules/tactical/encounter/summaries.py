"""Moves in words for those who watch: a few sentences for each move, without any number.

What viewers do not see is missing from a seen move, so nothing here is taken for granted: a missing name is somebody, a
missing fact is not told. All is told in the past tense, because there verbs agree with the names of one and of many.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from service.rules.kernel.family import SOMEBODY, SeenMove
from service.rules.kernel.telling import (
    UNSEEN_ROUND,
    UNSEEN_TURN,
    all_called,
    at,
    called,
    ending_seen,
    fight_seen,
    ids_at,
    listed,
    order_seen,
    record_at,
    records_at,
    sentence,
    turns_told,
    word_at,
)
from service.rules.kernel.verdict import AttackResult, PursuitResult
from service.rules.roll_under.rolls import SuccessGrade
from service.rules.roll_under.words import Posture
from service.rules.tactical.book.maneuvers import KINDS, STAYED
from service.rules.tactical.book.words import (
    TacticalChangeReason,
    TacticalCloseAction,
    TacticalKnockdown,
    TacticalLocation,
    TacticalManeuver,
)
from service.rules.tactical.close.contest import TacticalContestWinner
from service.rules.tactical.rounds.turn.events import TAKES
from service.rules.tactical.rounds.waiting.shot_models import TacticalWatchResult

Record = Mapping[str, Any]

MOST_CLAUSES: Final = 8
"""How many clauses a sentence has at most."""

STOPPED: Final = frozenset({AttackResult.PARRIED, AttackResult.BLOCKED, AttackResult.DODGED, AttackResult.DEFENDED})
KNOCKED: Final[Mapping[str, str]] = {
    TacticalKnockdown.STUNNED_PRONE: "fell, stunned",
    TacticalKnockdown.UNCONSCIOUS: "fell unconscious",
}
QUIET: Final[Mapping[str, str]] = {maneuver: kind.says for maneuver, kind in KINDS.items()}
"""What a turn of each maneuver is if nobody is attacked in it."""
CONTESTED: Final[Mapping[str, tuple[str, str]]] = {
    TacticalCloseAction.ENTER: ("closed with {}", "did not get to {}"),
    TacticalCloseAction.EVADE: ("got past {}", "did not get past {}"),
    TacticalCloseAction.LEAVE: ("left the close combat", "could not leave the close combat"),
    TacticalCloseAction.GRAB: ("grabbed {}", "tried to grab {}"),
    TacticalCloseAction.TAKEDOWN: ("brought {} down", "tried to bring {} down"),
    TacticalCloseAction.PIN: ("pinned {}", "tried to pin {}"),
    TacticalCloseAction.BREAK_FREE: ("broke free of {}", "could not break free of {}"),
    TacticalCloseAction.RELEASE: ("let go of {}", "did not let go of {}"),
    TacticalCloseAction.READY: ("readied a weapon", "tried to ready a weapon"),
    TacticalCloseAction.DROP_SHIELD: ("dropped the shield", "did not drop the shield"),
    TacticalCloseAction.DECLARE_ADJACENT: ("began close combat with {}", "did not get at {}"),
}
"""What an action in close combat is if it succeeds, and if it fails; attacks are told as such."""
CHASES: Final[Mapping[str, str]] = {
    PursuitResult.ESCAPED: "All who fled escaped.",
    PursuitResult.CAUGHT: "All who fled were caught.",
    PursuitResult.SOME_CAUGHT: "Some of those who fled were caught, and the others escaped.",
    PursuitResult.UNDECIDED: "The pursuit went on.",
}
CONTESTS: Final[Mapping[str, str]] = {
    TacticalContestWinner.FIRST: "The first side won a contest.",
    TacticalContestWinner.SECOND: "The second side won a contest.",
    TacticalContestWinner.TIE: "Nobody won a contest.",
}


def attack_told(seen: SeenMove) -> str:
    """Return the sentences on one or two attacks, or a feint: who attacked whom, what came of it, and who fell."""
    blows = _attacks(seen, seen.outcome)
    if blows:
        return _sentences(blows)
    does = "feinted at" if at(seen.input, "maneuver") == TacticalManeuver.FEINT else "attacked"
    return _sentences([f"{called(seen, seen.input, 'attacker')} {does} {called(seen, seen.input, 'target')}"])


def opportunity_told(seen: SeenMove) -> str:
    """Return the sentences on opportunity fire: who moved, who shot at them, and what came of it."""
    mover = called(seen, seen.input, "mover")
    stopped = [f"{mover} could not go on"] if at(seen.outcome, "verdict", "stopped") is True else []
    shots = _watchers(seen, records_at(seen.outcome, "shots"))
    return _sentences([f"{mover} came into view"], [*shots, *stopped])


def popup_told(seen: SeenMove) -> str:
    """Return the sentences on a pop-up attack: who came out of cover, who shot at them first, what came of the shot."""
    attacker = called(seen, seen.input, "attacker")
    first = _watchers(seen, records_at(seen.outcome, "opportunity"))
    cover = at(seen.outcome, "verdict", "in_cover")
    back = {True: [f"{attacker} was back in cover"], False: [f"{attacker} stayed in the open"]}
    return _sentences(
        [f"{attacker} came out of cover", *first],
        [*_attacks(seen, seen.outcome), *(back[cover] if isinstance(cover, bool) else [])],
    )


def close_told(seen: SeenMove) -> str:
    """Return the sentences on an action in close combat: an attack as such, anything else by whether it succeeded."""
    actor, target = called(seen, seen.input, "actor"), called(seen, seen.input, "target")
    blows, words = _attacks(seen, seen.outcome), CONTESTED.get(word_at(seen.input, "action"))
    if words is None:
        return _sentences(blows or [f"{actor} fought hand to hand"])
    succeeded = at(seen.outcome, "verdict", "succeeded") is True
    return _sentences([f"{actor} {words[not succeeded].format(target)}"], _consequences(seen, _wounds(seen.outcome)))


def slam_told(seen: SeenMove) -> str:
    """Return the sentences on one or more slams: who ran into whom, and who fell."""
    actor = called(seen, seen.input, "actor")
    told = _slams(seen, actor, seen.outcome)
    return _sentences([*_evades(seen, actor, seen.outcome), *told] or [f"{actor} charged"])


def contest_told(seen: SeenMove) -> str:
    """Return the sentences on which side won a contest."""
    return CONTESTS.get(word_at(seen.outcome, "verdict", "winner"), "A contest was rolled.")


def pursuit_told(seen: SeenMove) -> str:
    """Return the sentences on who pursued whom, and whether they escaped."""
    quarry = listed(all_called(seen, seen.input, "quarry")) or SOMEBODY
    pursuers = listed(all_called(seen, seen.input, "pursuers")) or SOMEBODY
    blows = [each for phase in records_at(seen.outcome, "rounds") for each in _attacks(seen, phase)]
    ending = CHASES.get(word_at(seen.outcome, "verdict", "outcome"))
    told = _sentences([f"{pursuers} pursued {quarry}"], blows)
    return " ".join([told, *([] if ending is None else [ending])])


def round_told(seen: SeenMove) -> str:
    """Return the sentences on a round: what each did in turn, who was put out of action, and who has won."""
    return _turns_told(seen) or UNSEEN_ROUND


def turn_told(seen: SeenMove) -> str:
    """Return the sentences on one or more turns, as those on a round, or on their order if none is seen yet."""
    return _turns_told(seen) or order_seen(seen, seen.outcome) or UNSEEN_TURN


def _turns_told(seen: SeenMove) -> str:
    reports = records_at(seen.outcome, "turns")
    turns = ["; ".join(_turn(seen, each)[:MOST_CLAUSES]) for each in reports]
    fainted = {called(seen, each, "figure") for each in reports if _has_fainted(each)}
    fallen = [each for each in all_called(seen, seen.outcome, "verdict", "fallen") if each not in fainted]
    lost = [sentence(f"{listed(fallen)} fell")] if fallen else []
    return " ".join([*turns_told([each for each in turns if each]), *lost, *ending_seen(seen)])


def skirmish_told(seen: SeenMove) -> str:
    """Return the sentences on a whole fight: who won, and whom each side lost."""
    return fight_seen(seen)


# Parts of what happened


def _turn(seen: SeenMove, turn: Record) -> list[str]:
    """Return the clauses of one figure's turn; none of one that was out of action, or that is not seen."""
    if turn.get("skipped") is True or "figure" not in turn:
        return []
    who = called(seen, turn, "figure")
    deeds = [*_evades(seen, who, turn), *_slams(seen, who, turn), *_attacks(seen, turn)]
    answers = [each for answer in records_at(turn, "interrupts") for each in _attacks(seen, answer)]
    return [*answers, *(deeds or [f"{who} {_quiet(turn)}"])]


def _quiet(turn: Record) -> str:
    """Say what a turn was in which nobody is attacked."""
    if _has_fainted(turn):
        return KNOCKED[TacticalKnockdown.UNCONSCIOUS]
    if record_at(turn, "contest"):
        return "wrestled"
    maneuver = word_at(turn, "maneuver")
    if maneuver == TacticalManeuver.CHANGE_POSTURE and word_at(turn, "posture") in TAKES:
        return TAKES[Posture(word_at(turn, "posture"))]
    if maneuver == TacticalManeuver.MOVE and "changes" in turn and not records_at(turn, "changes"):
        return STAYED
    return QUIET.get(maneuver, "acted")


def _has_fainted(turn: Record) -> bool:
    """Return whether a figure has fallen unconscious in its turn of wounds that it had before, and did nothing else."""
    own = [each for each in records_at(turn, "changes") if each.get("figure") == turn.get("figure")]
    return not records_at(turn, "attacks") and any(
        each.get("reason") == TacticalChangeReason.COLLAPSE and each.get("by") is None for each in own
    )


def _attacks(seen: SeenMove, part: Any) -> list[str]:
    """Say what came of each attack."""
    return [each for report in records_at(part, "attacks") for each in _attack(seen, report)]


def _attack(seen: SeenMove, report: Record) -> list[str]:
    """Say what came of an attack: whom it struck and where, who was struck instead, and who fell.

    A hit that does no wound is a grab.
    """
    attacker, target = called(seen, report, "attacker"), called(seen, report, "target")
    result, hit = word_at(report, "outcome"), report.get("hit")
    wounds = records_at(report, "wounds")
    seized = result == AttackResult.HIT and isinstance(hit, str) and not wounds
    told = [f"{attacker} {f'took hold of {target}' if seized else _struck(result, target, wounds)}"]
    if report.get("attack") == SuccessGrade.CRITICAL_SUCCESS and result == AttackResult.HIT:
        told = [f"{told[0]} with a critical hit"]
    if isinstance(hit, str) and hit != report.get("target"):
        told.append(f"{seen.name(hit)} was hit instead")
    mishaps = records_at(report, "mishaps")
    told += [f"{called(seen, each, 'figure')} had a mishap" for each in mishaps]
    return [
        *told,
        *_consequences(seen, [*wounds, *[wound for each in mishaps for wound in records_at(each, "wounds")]]),
    ]


def _struck(result: str, target: str, wounds: Sequence[Record]) -> str:
    """Say what came of an attack on a target, to go on after the attacker's name."""
    if result == AttackResult.HIT:
        where = word_at(wounds[0], "location") if wounds else ""
        part = "" if where in ("", TacticalLocation.TORSO) else f" in the {where.replace('_', ' ')}"
        return f"hit {target}{part}"
    if result == AttackResult.MISS:
        return f"missed {target}"
    return f"attacked {target}, who {result}" if result in STOPPED else f"attacked {target}"


def _wounds(part: Any) -> list[dict[str, Any]]:
    return [wound for report in records_at(part, "attacks") for wound in records_at(report, "wounds")]


def _consequences(seen: SeenMove, wounds: Iterable[Record]) -> list[str]:
    """Say who died or fell of wounds, each of them once."""
    told: dict[str, str] = {}
    for wound in wounds:
        who = called(seen, wound, "figure")
        if wound.get("dead") is True:
            told[who] = f"{who} died"
        elif wound.get("knockdown") in KNOCKED:
            told.setdefault(who, f"{who} {KNOCKED[wound['knockdown']]}")
    return [*told.values()]


def _evades(seen: SeenMove, who: str, part: Any) -> list[str]:
    """Say past whom a figure got, and past whom it did not."""
    return [
        f"{who} {'got' if each.get('passed') is True else 'did not get'} past {called(seen, each, 'foe')}"
        for each in records_at(part, "evades")
    ]


def _slams(seen: SeenMove, who: str, part: Any) -> list[str]:
    """Say into whom a figure ran, and who fell."""
    told = []
    for each in records_at(part, "slams"):
        told.append(f"{who} {_rammed(word_at(each, 'result'), called(seen, each, 'target'))}")
        told += [f"{seen.name(name)} fell" for name in ids_at(each, "fell")]
        back = [each["wound_back"]] if isinstance(each.get("wound_back"), dict) else []
        told += _consequences(seen, [*records_at(each, "attack", "wounds"), *back])
    return told


def _rammed(result: str, target: str) -> str:
    if result == AttackResult.HIT:
        return f"ran into {target}"
    return f"tried to run into {target}{f', who {result}' if result in STOPPED else ''}"


def _watchers(seen: SeenMove, shots: Iterable[Record]) -> list[str]:
    """Say what each watcher did."""
    told = []
    for each in shots:
        who = called(seen, each, "figure")
        if isinstance(each.get("attack"), dict):
            told += _attack(seen, each["attack"])
        elif each.get("result") == TacticalWatchResult.HELD_FIRE:
            told.append(f"{who} held fire")
        else:
            told.append(f"{who} had no shot")
    return told


def _sentences(*groups: Sequence[str]) -> str:
    """Write each group of clauses as a sentence, not more of them than one can read."""
    told = []
    for clauses in groups:
        if clauses:
            more = ["more happened"] if len(clauses) > MOST_CLAUSES else []
            told.append(sentence("; ".join([*clauses[:MOST_CLAUSES], *more])))
    return " ".join(told)
