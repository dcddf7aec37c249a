"""The changes of acts: they lead from the figures before to those after, and each has its reason."""

from typing import Any

from orjson import loads

from service.rules.opposed.book.words import OpposedChangeReason
from service.rules.opposed.figures.changes import OpposedChange, placing_of
from service.rules.opposed.pursuit.pursuit import pursue
from service.rules.opposed.rounds.round import opened, prepared
from service.wire import to_json
from tests.rings import many
from tests.rules.fights import untold
from tests.rules.folding import Act, Placings, acts, tally_of_reasons
from tests.rules.opposed.fights import ASH, ORC, attack, duel, fight, order, play, pursuit
from tests.rules.opposed.figures import rulings
from tests.rules.opposed.stories import tell
from tests.rules.opposed.test_pursuit import DOG, FOX

RARE = {OpposedChangeReason(each) for each in ("parry", "riposte", "restrain", "recovery", "fall")}
"""Reasons of which chance has few; they are tried below."""


def placings(state: Any) -> Placings:
    """How figures are, by id."""
    return {each.id: loads(to_json(placing_of(each))) for each in state.participants}


def known(act: Act) -> Placings:
    """Who is no part of a single procedure; an encounter ends its engagements that are not mutual any more."""
    if act.procedure in {"resolve-round", "resolve-turn"}:
        return {}
    named = {act.asked.get(name) for name in ("attacker", "defender", "fleeing")} | {*act.asked.get("pursuers", ())}
    return {name: each for name, each in placings(act.after).items() if name not in named}


def test_changes_lead_from_one_state_to_the_next() -> None:
    """In random fights the changes of rounds, turns, strikes and pursuits are all that happens to figures."""
    reasons = tally_of_reasons(acts("opposed", many(150, 15), 12, "changes"), placings, known)
    assert {*OpposedChangeReason} - {*reasons} <= RARE, reasons
    assert {"resolve-round", "resolve-turn", "resolve-attack", "pursue"} <= {*reasons}, reasons


def told(changes: tuple[OpposedChange, ...]) -> list[tuple[Any, ...]]:
    """Who changed, why, by whose deed, and with whom an engagement began or ended."""
    return [(each.figure, each.reason.value, each.by, each.foe) for each in changes]


def test_changes_name_who_did_it() -> None:
    """A blow is the attacker's deed, a riposte the defender's; each engagement is told for both, one by one."""
    struck = play(fight([ASH, {**ORC, "endurance": 3}], attack("ash", "orc")), 9, 1, 15, 90, 5).outcome
    assert told(struck.changes) == [
        ("ash", "engage", None, "orc"),
        ("orc", "engage", "ash", "ash"),
        ("orc", "strike", "ash", None),
        ("ash", "fall", "orc", "orc"),
        ("orc", "fall", None, "ash"),
    ]
    evading = duel(attack("orc", "ash"), ash={"evading": True}, orc={"endurance": 3, "agility": 30})
    answered = play(evading, 70, 6, 10, 15, 90, 5).outcome
    assert ("orc", "riposte", "ash", None) in told(answered.changes)
    bare = {"reactions": [{"actor": "ash", "riposte": False}]}
    parried = play(duel(attack("orc", "ash"), ash={"evading": True}, orc={"agility": 30}, **bare), 70, 6, 10).outcome
    assert ("orc", "parry", "ash", None) in told(parried.changes)
    held = play(duel(order("restrain", "ash", target="orc")), 15).outcome
    assert told(held.changes) == [("orc", "restrain", "ash", None)]


def test_who_is_caught_is_engaged() -> None:
    """A pursuit ends evading, and engages who is caught with the pursuer who caught it."""
    caught = tell(pursue, pursuit({**FOX, "evading": True}, DOG), 20, 60).outcome
    assert told(caught.changes)[-1] == ("dog", "caught", "fox", "fox")
    struck = tell(pursue, pursuit({**FOX, "endurance": 2}, DOG), 2, 96, 50, 90, 5).outcome
    assert ("fox", "strike", "dog", None) in told(struck.changes)


def test_untold_rounds_record_no_changes() -> None:
    """Where nobody reads, no changes are kept."""
    battle, command = prepared(duel(attack("ash", "orc")), rulings())
    begin, start = opened(battle, command, duel())
    assert begin.chain.play(start, untold(1)).battle.changes is None
