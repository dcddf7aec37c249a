"""The changes of acts: they lead from the participants before to those after, and each has its reason."""

from typing import Any

from service.rules.laurels.attack.attack import resolve_attack
from service.rules.laurels.book.words import LaurelsChangeReason
from service.rules.laurels.figures.changes import LaurelsChange
from service.rules.laurels.pursuit.pursuit import pursue
from service.rules.laurels.rounds.round import resolve_round
from tests.rings import many
from tests.rules.folding import Placings, acts, tally_of_reasons
from tests.rules.laurels.figures import ARCHER, BANDIT, CEDRYK, GIANT, Document, attack, fight, order, parrying, pursuit
from tests.rules.laurels.stories import tell

RARE = {LaurelsChangeReason.EFFECT, LaurelsChangeReason.EXERTION, LaurelsChangeReason.RUNNING}
"""Reasons of which chance has few; they are tried below."""
FOX: Document = {"id": "fox", "dexterity": 2, "stamina": 1, "injury_slots": 8, "parry": {"equipment": "weapon"}}
DOG: Document = {"id": "dog", "move_ft": 40, "stamina": 9, "parry": {"equipment": "weapon"}}


def placings(state: Any) -> Placings:
    """How participants are, by id."""
    return {
        each.id: {"status": each.status.value, "parry": each.parry and each.parry.equipment.value}
        for each in state.participants
    }


def told(changes: tuple[LaurelsChange, ...]) -> list[tuple[Any, ...]]:
    """Who is how now, why, and by whose deed."""
    return [
        (each.figure, each.after.status.value, each.after.parry and each.after.parry.value, each.reason.value, each.by)
        for each in changes
    ]


def test_changes_lead_from_one_state_to_the_next() -> None:
    """In random fights the changes of rounds, turns, attacks and pursuits are all that happens to participants."""
    reasons = tally_of_reasons(acts("laurels", many(150, 10), 12, "changes"), placings)
    assert {*LaurelsChangeReason} - {*reasons} <= RARE, reasons
    assert {"resolve-round", "resolve-turn", "resolve-attack", "resolve-sneak-attack", "pursue"} <= {*reasons}, reasons


def test_changes_name_who_did_it() -> None:
    """A blow is the attacker's deed, an effect the actor's, and an exertion one's own; they come in their order."""
    trap = {"action": "other", "actor": "bandit", "label": "a trap", "effects": [{"target": "cedryk", "damage": 90}]}
    given = fight(
        [CEDRYK | {"parry": {"equipment": "weapon"}}, ARCHER | {"stamina": 1}, BANDIT, GIANT | {"stamina": 0}],
        order("cedryk", "giant"),
        order("archer", "bandit", distance_ft=10),
        parrying("bandit", "weapon"),
    )
    assert told(tell(resolve_round, given, 6, 1, 1).outcome.changes) == [
        ("giant", "dead", None, "condition", None),
        ("cedryk", "active", None, "turn", None),
        ("bandit", "dead", None, "attack", "archer"),
        ("archer", "exhausted", None, "exertion", None),
    ]
    assert told(tell(resolve_round, fight([CEDRYK, BANDIT], trap), 1).outcome.changes) == [
        ("cedryk", "dead", None, "effect", "bandit")
    ]


def test_an_attack_changes_both() -> None:
    """An attack ends the attacker's own stance, and its exertion may exhaust it; without ids changes name the roles."""
    plain = attack(
        {"id": None, "parry": {"equipment": "shield", "shield_durability": 5}}, {"id": None, "injury_slots": 40}
    )
    assert told(tell(resolve_attack, plain, 5, 5).outcome.changes) == [
        ("Target", "exhausted", None, "attack", "Attacker"),
        ("Attacker", "active", None, "turn", None),
    ]
    shot = attack(ARCHER | {"stamina": 1, "role": "opponents"}, {"injury_slots": 40}, distance_ft=20)
    assert told(tell(resolve_attack, shot, 2, 4).outcome.changes) == [
        ("archer", "exhausted", None, "exertion", None),
    ]


def test_who_runs_does_not_parry() -> None:
    """A pursuit ends stances, and says who has got away or is caught."""
    changes = tell(pursue, pursuit([FOX], [DOG]), 3, 1, 1, 1, 1).outcome.changes
    assert told(changes) == [("fox", "exhausted", None, "caught", None), ("dog", "active", None, "running", None)]
    assert told(tell(pursue, pursuit([FOX], [])).outcome.changes) == [("fox", "fled", "weapon", "escape", None)]
