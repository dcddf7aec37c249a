"""Moves in words for those who watch: who tried what on whom and what came of it, in a sentence or two without numbers.

A move is told by what viewers see of it. Whatever they do not see is missing there, so nothing is taken for granted: a
missing name is somebody, and a missing fact is not told.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from service.rules.heroic.book.words import (
    HeroicCondition,
    HeroicFollowUp,
    HeroicIntent,
    HeroicMoraleResult,
    HeroicStatus,
    HeroicTactic,
    HeroicWaitOrder,
)
from service.rules.kernel.family import SOMEBODY, SeenMove
from service.rules.kernel.telling import (
    UNSEEN_ROUND,
    all_called,
    at,
    called,
    ending_seen,
    fight_seen,
    ids_at,
    joined,
    listed,
    records_at,
    sentence,
    word_at,
)
from service.rules.kernel.verdict import AttackResult, PursuitResult

MOST_CLAUSES: Final = 6
"""How many events a sentence tells of one by one."""

STOPPED: Final = frozenset({AttackResult.DODGED, AttackResult.PARRIED, AttackResult.BLOCKED})
COURAGE: Final[Mapping[str, str]] = {
    HeroicMoraleResult.NOT_DUE: "had no cause for fear",
    HeroicMoraleResult.HOLDS: "held firm",
    HeroicMoraleResult.FLEES: "broke and fled",
    HeroicMoraleResult.SURRENDERS: "broke and surrendered",
    HeroicMoraleResult.CORNERED: "broke, but fought on with nowhere to go",
}
HOLDS: Final[Mapping[str, str]] = {
    HeroicFollowUp.TAKEDOWN: "brought them down",
    HeroicFollowUp.PIN: "pinned them",
    HeroicFollowUp.CHOKE: "choked them",
    HeroicFollowUp.CHOKE_HOLD: "took them in a choke hold",
    HeroicFollowUp.ARM_LOCK: "locked an arm",
    HeroicFollowUp.NECK_SNAP: "wrenched the neck",
    HeroicFollowUp.WRENCH_LIMB: "wrenched a limb",
}
ORDERS: Final[Mapping[str, str]] = {
    HeroicWaitOrder.WAITER_FIRST: "acted first",
    HeroicWaitOrder.SIMULTANEOUS: "acted at the same moment",
    HeroicWaitOrder.WAITER_LAST: "acted last",
}
CHASES: Final[Mapping[str, str]] = {
    PursuitResult.ESCAPED: "those who fled escaped",
    PursuitResult.CAUGHT: "all who fled were caught",
    PursuitResult.SOME_CAUGHT: "some of those who fled were caught, and the others escaped",
}
CAUGHT: Final = frozenset({PursuitResult.CAUGHT, PursuitResult.SOME_CAUGHT})


def round_told(seen: SeenMove) -> str:
    """Return the sentences on a round: who had the initiative, what attacks did, who fell, broke, fled and won."""
    outcome = seen.outcome
    leader = at(outcome, "verdict", "initiative")
    opening = [] if leader is None else [f"{called(seen, outcome, 'verdict', 'initiative')} had the initiative"]
    fought = _attacks(seen, outcome)
    changed = [each for phase in ("ranged", "movement", "melee") for each in _fallen(seen, at(outcome, phase))]
    checked = [_courage(seen, each) for each in records_at(outcome, "morale")]
    tired = _exhausted(seen, records_at(outcome, "fatigue", "units"))
    told = _sentences([*opening, *fought], [*changed, *checked, *tired])
    return " ".join([*([told] if told else []), *ending_seen(seen)]) or UNSEEN_ROUND


def initiative_told(seen: SeenMove) -> str:
    """Return the sentence on the initiative: who won it, or only that it was rolled if no winner is seen."""
    if at(seen.outcome, "verdict", "winner") is None:
        return "The initiative was rolled."
    return _sentences([f"{called(seen, seen.outcome, 'verdict', 'winner')} won the initiative"])


def attack_told(seen: SeenMove) -> str:
    """Return the sentences on an attack: who attacked whom, whether it hit or what stopped it, and who fell."""
    attacker, target = _pair(seen, "attacker", "target")
    text = f"{attacker} {_struck(word_at(seen.outcome, 'verdict', 'outcome'), target)}"
    stray = at(seen.outcome, "attack", "stray")
    hit = at(stray, "contest", "won") is True
    instead = [f"the shot went astray and hit {called(seen, stray, 'unit')}"] if hit else []
    return _sentences([text, *instead], _fallen(seen, seen.outcome))


def grapple_told(seen: SeenMove) -> str:
    """Return the sentences on an attempt to grapple: whether it took hold, what the hold was used for, and who fell."""
    attacker, target = _pair(seen, "attacker", "target")
    result = word_at(seen.outcome, "verdict", "outcome")
    if result != AttackResult.HIT:
        return _sentences([f"{attacker} tried to grapple {target}{_stopped(result)}"])
    spent = [each for each in records_at(seen.outcome, "grapple", "spent") if at(each, "won") is True]
    deeds = [HOLDS[word_at(each, "type")] for each in spent if word_at(each, "type") in HOLDS]
    fell = ["fell in a takedown that failed"] if at(seen.outcome, "verdict", "backfired") is True else []
    air = [f"{target} could not breathe"] if at(seen.outcome, "verdict", "suffocating") is True else []
    text = f"{attacker} {joined([f'grappled {target}', *deeds, *fell])}"
    return _sentences([text], [*air, *_fallen(seen, seen.outcome)])


def break_told(seen: SeenMove) -> str:
    """Return whether somebody broke free of whom."""
    victim, holder = _pair(seen, "victim", "holder")
    did = "broke free of" if at(seen.outcome, "verdict", "freed") is True else "could not break free of"
    return _sentences([f"{victim} {did} {holder}"])


def move_told(seen: SeenMove) -> str:
    """Return the sentences on a move: how it was made, who took a free attack, who fell, and who is in melee now."""
    unit = at(seen.outcome, "moved", "unit")
    orders = [each for each in records_at(seen.input, "orders") if unit is not None and at(each, "unit") == unit]
    moved = at(seen.outcome, "verdict", "moved") is True
    whither = _whither(seen, orders[0] if orders else None) if moved else "did not move"
    attacks = [_attack(seen, each) for each in records_at(seen.outcome, "free_attacks")]
    attacks += [_attack(seen, at(each, "attack"), "grappled") for each in records_at(seen.outcome, "free_grapples")]
    made = [_other(seen, each, unit) for each in records_at(seen.outcome, "locks_made")]
    left = [_other(seen, each, unit) for each in records_at(seen.outcome, "locks_ended")]
    who = called(seen, seen.outcome, "moved", "unit")
    away = [f"{who} got away from {_listed(left)}"] if left else []
    met = [f"{who} met {_listed(made)} in melee"] if made else []
    return _sentences([f"{who} {whither}", *attacks], [*_fallen(seen, seen.outcome), *away, *met])


def wait_told(seen: SeenMove) -> str:
    """Return the sentences on a wait whose trigger came: who acted when, what came of both attacks, and who fell."""
    waiter, interrupted = _pair(seen, "waiter", "interrupted")
    order = word_at(seen.outcome, "verdict", "order")
    did = f" and {ORDERS[order]}" if order in ORDERS else ""
    results = {who: word_at(seen.outcome, "verdict", f"{who}_outcome") for who in ("waiter", "interrupted")}
    blows = {
        "waiter": f"{waiter} {_struck(results['waiter'], interrupted)}",
        "interrupted": f"{interrupted} {_struck(results['interrupted'], waiter)}",
    }
    turns = ("interrupted", "waiter") if order == HeroicWaitOrder.WAITER_LAST else ("waiter", "interrupted")
    made = [blows[who] for who in turns if results[who]]
    return _sentences([f"{waiter} had waited for {interrupted}{did}", *made], _fallen(seen, seen.outcome))


def injury_told(seen: SeenMove) -> str:
    """Return the sentences on who was injured, and who fell; not that nobody was: somebody hidden may have been."""
    hurt = [called(seen, each, "unit") for each in records_at(seen.outcome, "injuries")]
    text = f"{_listed(hurt)} suffered injury" if hurt else "the injuries were worked out"
    return _sentences([text], _fallen(seen, seen.outcome))


def courage_told(seen: SeenMove) -> str:
    """Return the sentences on what came of a morale check."""
    return _sentences([_courage(seen, seen.outcome)])


def fatigue_told(seen: SeenMove) -> str:
    """Return whether the fight tires those in it, and who collapses."""
    due = at(seen.outcome, "verdict", "due") is True
    asleep = _exhausted(seen, records_at(seen.outcome, "units"))
    return _sentences(["the fight tired those in it" if due else "the fight tired nobody"], asleep)


def pursuit_told(seen: SeenMove) -> str:
    """Return the sentences on who pursued whom, and whether they escaped."""
    hunters = all_called(seen, seen.input, "pursuers", "units")
    runners = all_called(seen, seen.input, "pursued", "units")
    result = word_at(seen.outcome, "verdict", "outcome")
    ends = [CHASES[result]] if result in CHASES else []
    spared = at(seen.outcome, "intent") == HeroicIntent.CAPTURE
    lot = [f"those caught were {'taken prisoner' if spared else 'slain'}"] if result in CAUGHT else []
    return _sentences([f"{_listed(hunters)} pursued {_listed(runners)}"], [*ends, *lot])


def aftermath_told(seen: SeenMove) -> str:
    """Return the sentences on whose fallen were counted."""
    units = all_called(seen, seen.input, "units")
    return _sentences([f"the fallen{f' of {_listed(units)}' if units else ''} were counted"])


def skirmish_told(seen: SeenMove) -> str:
    """Return the sentences on a whole skirmish: who won, and whom each side lost."""
    return fight_seen(seen)


def _attacks(seen: SeenMove, outcome: Any) -> list[str]:
    """Say what came of every attack of a round, in the order of its phases."""
    shots, strikes = records_at(outcome, "ranged", "attacks"), records_at(outcome, "melee", "attacks")
    told = [_attack(seen, each) for each in [*shots, *records_at(outcome, "movement", "free_attacks"), *strikes]]
    grapples = [*records_at(outcome, "movement", "free_grapples"), *records_at(outcome, "melee", "grapples")]
    holds = [at(each, "attack") for each in grapples]
    return told + [_attack(seen, each, "grappled") for each in holds]


def _attack(seen: SeenMove, report: Any, hit: str = "hit") -> str:
    target = called(seen, report, "target")
    return f"{called(seen, report, 'attacker')} {_struck(word_at(report, 'outcome'), target, hit)}"


def _struck(result: str, target: str, hit: str = "hit") -> str:
    """Say what came of an attack on a target, to go on after the attacker's name."""
    if result == AttackResult.HIT:
        return f"{hit} {target}"
    return f"missed {target}" if result == AttackResult.MISS else f"attacked {target}{_stopped(result)}"


def _stopped(result: str) -> str:
    return f", who {result}" if result in STOPPED else ""


def _fallen(seen: SeenMove, part: Any) -> list[str]:
    """Say who of those who were injured fell, or fled before, or fainted."""
    told = []
    for each in records_at(part, "injuries"):
        if at(each, "status") == HeroicStatus.INCAPACITATED:
            told.append(f"{called(seen, each, 'unit')} dropped out of the fight")
        elif at(each, "stays_conscious") is False:
            told.append(_collapse(seen, each))
    return told


def _exhausted(seen: SeenMove, tired: Sequence[Any]) -> list[str]:
    """Say who of those who are tired fell unconscious, as their changes tell: low fatigue points may only count."""
    told = []
    for record in tired:
        changes = [each for each in records_at(seen.outcome, "changes") if each.get("figure") == at(record, "unit")]
        if at(record, "stays_conscious") is False or any(_falls_asleep(each) for each in changes):
            told.append(_collapse(seen, record))
    return told


def _falls_asleep(change: Mapping[str, Any]) -> bool:
    asleep = HeroicCondition.UNCONSCIOUS
    return asleep in ids_at(change, "after", "conditions") and asleep not in ids_at(change, "before", "conditions")


def _collapse(seen: SeenMove, record: Any) -> str:
    return f"{called(seen, record, 'unit')} fell unconscious"


def _courage(seen: SeenMove, outcome: Any) -> str:
    did = COURAGE.get(word_at(outcome, "verdict", "result"), "faced a test of courage")
    return f"{called(seen, outcome, 'unit_id')} {did}"


def _whither(seen: SeenMove, order: Any) -> str:
    """Say how an order has led a unit, to go on after its name."""
    if at(order, "tactic") == HeroicTactic.RETREAT:
        return "retreated"
    if at(order, "withdraw") is True:
        return "withdrew"
    is_charge = at(order, "charge_target") is not None
    return f"charged at {called(seen, order, 'charge_target')}" if is_charge else "moved"


def _other(seen: SeenMove, lock: Any, unit: Any) -> str:
    """Return the name of whom a lock binds a unit to."""
    return called(seen, lock, "other" if at(lock, "one") == unit else "one")


def _pair(seen: SeenMove, one: str, other: str) -> tuple[str, str]:
    """Return the names of two whom the input names."""
    return called(seen, seen.input, one), called(seen, seen.input, other)


def _listed(names: Sequence[str]) -> str:
    """List names, not more than fit a sentence; nobody's are somebody's."""
    return listed(names, MOST_CLAUSES, MOST_CLAUSES) or SOMEBODY


def _sentences(*groups: Sequence[str]) -> str:
    """Write each group of clauses as a sentence, not more of them than one can read."""
    told = []
    for clauses in groups:
        if clauses:
            more = ["more happened"] if len(clauses) > MOST_CLAUSES else []
            told.append(sentence("; ".join([*clauses[:MOST_CLAUSES], *more])))
    return " ".join(told)
