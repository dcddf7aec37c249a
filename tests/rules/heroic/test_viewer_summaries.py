"""Moves as viewers read of them: in words, of what they see and of nothing else, and without any number."""

from typing import Any, Final

import pytest

from service.rules.kernel.family import SeenMove
from tests.rules.seen import hold_summaries, move_of

Json = Any
NAMES: Final = {"ash": "Ash", "orcs": "the Orcs", "law": "the Law"}


def told(procedure: str, input: Json, outcome: Json) -> str:
    """What viewers read of a move."""
    return move_of("heroic", procedure).summary(SeenMove(input, outcome, NAMES))


def attack(result: str, attacker: str = "ash", target: str = "orcs") -> Json:
    """An attack of a round, as viewers see it."""
    return {"attacker": attacker, "target": target, "outcome": result}


FELL: Final = {"unit": "orcs", "status": "incapacitated"}
PAIR: Final = {"attacker": "ash", "target": "orcs"}


@pytest.mark.parametrize(
    ("procedure", "input", "outcome", "text"),
    [
        ("resolve-attack", PAIR, {"verdict": {"outcome": "hit"}}, "Ash hit the Orcs."),
        (
            "resolve-attack",
            PAIR,
            {"verdict": {"outcome": "hit"}, "injuries": [FELL]},
            "Ash hit the Orcs. The Orcs dropped out of the fight.",
        ),
        ("resolve-attack", PAIR, {"verdict": {"outcome": "parried"}}, "Ash attacked the Orcs, who parried."),
        ("resolve-attack", PAIR, {"verdict": {"outcome": "miss"}}, "Ash missed the Orcs."),
        (
            "resolve-attack",
            {"attacker": "ash", "target": "unseen"},
            {"verdict": {"outcome": "miss"}, "attack": {"stray": {"unit": "orcs", "contest": {"won": True}}}},
            "Ash missed somebody; the shot went astray and hit the Orcs.",
        ),
        ("resolve-attack", {"attacker": None}, {}, "Somebody attacked somebody."),
        ("resolve-grapple", PAIR, {"verdict": {"outcome": "blocked"}}, "Ash tried to grapple the Orcs, who blocked."),
        (
            "resolve-grapple",
            PAIR,
            {
                "verdict": {"outcome": "hit", "backfired": True, "suffocating": True},
                "grapple": {"spent": [{"type": "choke", "won": True}, {"type": "takedown", "won": False}]},
            },
            "Ash grappled the Orcs, choked them and fell in a takedown that failed. The Orcs could not breathe.",
        ),
        (
            "break-free",
            {"victim": "orcs", "holder": "ash"},
            {"verdict": {"freed": True}},
            "The Orcs broke free of Ash.",
        ),
        (
            "break-free",
            {"victim": "ash", "holder": "orcs"},
            {"verdict": {"freed": False}},
            "Ash could not break free of the Orcs.",
        ),
        ("resolve-move", {}, {"verdict": {"moved": False}, "moved": {"unit": "ash"}}, "Ash did not move."),
        (
            "resolve-move",
            {"orders": [{"unit": "ash", "tactic": "all_out_offensive", "charge_target": "orcs"}]},
            {"verdict": {"moved": True}, "moved": {"unit": "ash"}, "locks_made": [{"one": "ash", "other": "orcs"}]},
            "Ash charged at the Orcs. Ash met the Orcs in melee.",
        ),
        (
            "resolve-move",
            {"orders": [{"unit": "ash", "tactic": "retreat"}]},
            {
                "verdict": {"moved": True},
                "moved": {"unit": "ash"},
                "locks_ended": [{"one": "orcs", "other": "ash"}],
                "free_attacks": [attack("dodged", "orcs", "ash")],
            },
            "Ash retreated; the Orcs attacked Ash, who dodged. Ash got away from the Orcs.",
        ),
        (
            "resolve-move",
            {"orders": [{"unit": "ash", "withdraw": True}]},
            {"verdict": {"moved": True}, "moved": {"unit": "ash"}},
            "Ash withdrew.",
        ),
        ("resolve-move", {}, {"verdict": {"moved": True}, "moved": None}, "Somebody moved."),
        (
            "resolve-wait",
            {"waiter": "ash", "interrupted": "orcs"},
            {"verdict": {"order": "waiter_last", "waiter_outcome": "hit", "interrupted_outcome": "miss"}},
            "Ash had waited for the Orcs and acted last; the Orcs missed Ash; Ash hit the Orcs.",
        ),
        (
            "resolve-wait",
            {"waiter": "ash", "interrupted": "orcs"},
            {"verdict": {"order": "waiter_first", "waiter_outcome": None, "interrupted_outcome": None}},
            "Ash had waited for the Orcs and acted first.",
        ),
        ("resolve-wait", {}, {}, "Somebody had waited for somebody."),
        ("resolve-injury", {}, {"injuries": []}, "The injuries were worked out."),
        (
            "resolve-injury",
            {},
            {"injuries": [FELL, {"unit": "ash", "status": "active", "stays_conscious": False}]},
            "The Orcs and Ash suffered injury. The Orcs dropped out of the fight; Ash fell unconscious.",
        ),
        ("check-morale", {}, {"unit_id": "orcs", "verdict": {"result": "flees"}}, "The Orcs broke and fled."),
        ("check-morale", {}, {"unit_id": "orcs"}, "The Orcs faced a test of courage."),
        ("check-fatigue", {}, {"verdict": {"due": False}}, "The fight tired nobody."),
        (
            "check-fatigue",
            {},
            {
                "verdict": {"due": True},
                "units": [{"unit": "ash", "unconscious": True}, {"unit": "orcs", "unconscious": True}],
                "changes": [
                    {"figure": "ash", "before": {"conditions": []}, "after": {"conditions": ["unconscious"]}},
                    {"figure": "orcs", "before": {"conditions": ["stunned"]}, "after": {"conditions": []}},
                ],
            },
            "The fight tired those in it. Ash fell unconscious.",
        ),
        (
            "check-fatigue",
            {},
            {"verdict": {"due": False}, "units": [{"unit": "ash", "stays_conscious": False}]},
            "The fight tired nobody. Ash fell unconscious.",
        ),
        (
            "pursue",
            {"pursuers": {"units": ["ash"]}, "pursued": {"units": ["orcs"]}},
            {"verdict": {"outcome": "some_caught"}, "intent": "capture"},
            (
                "Ash pursued the Orcs. Some of those who fled were caught, and the others escaped; "
                "those caught were taken prisoner."
            ),
        ),
        (
            "pursue",
            {},
            {"verdict": {"outcome": "caught"}, "intent": "slay"},
            "Somebody pursued somebody. All who fled were caught; those caught were slain.",
        ),
        ("pursue", {}, {"verdict": {"outcome": "escaped"}}, "Somebody pursued somebody. Those who fled escaped."),
        ("pursue", {}, {}, "Somebody pursued somebody."),
        ("resolve-casualties", {"units": []}, {}, "The fallen were counted."),
        ("resolve-casualties", {"units": ["orcs"]}, {}, "The fallen of the Orcs were counted."),
        ("roll-initiative", {}, {"verdict": {"winner": "law"}}, "The Law won the initiative."),
        ("roll-initiative", {}, {"verdict": {"winner": None}}, "The initiative was rolled."),
        ("resolve-round", {}, {}, "A round went by."),
        (
            "resolve-round",
            {},
            {
                "verdict": {"initiative": "law", "winner": "law", "over": True},
                "ranged": {"attacks": [attack("miss")], "injuries": []},
                "movement": {"free_attacks": [attack("hit", "orcs", "ash")]},
                "melee": {
                    "attacks": [attack("hit")],
                    "grapples": [{"attack": attack("hit")}],
                    "injuries": [FELL],
                },
                "morale": [{"unit_id": "orcs", "verdict": {"result": "cornered"}}],
                "fatigue": {"units": [{"unit": "ash", "stays_conscious": False}]},
            },
            (
                "The Law had the initiative; Ash missed the Orcs; the Orcs hit Ash; Ash hit the Orcs; "
                "Ash grappled the Orcs. The Orcs dropped out of the fight; the Orcs broke, but fought "
                "on with nowhere to go; Ash fell unconscious. The fight is over: victory for the Law."
            ),
        ),
        ("resolve-round", {}, {"verdict": {"draw": True}}, "The fight is over: a draw, for nobody fights on."),
        (
            "resolve-skirmish",
            {},
            {
                "verdict": {
                    "winner": "law",
                    "figures": [{"id": "orcs", "fate": "dead"}, {"id": "ash", "fate": "standing"}],
                }
            },
            "The fight is over: victory for the Law. Somebody lost the Orcs (dead).",
        ),
        (
            "resolve-skirmish",
            {},
            {"verdict": {"undecided": True, "winner": None}},
            "The fight was undecided.",
        ),
        ("resolve-skirmish", {}, {}, "The fight is over."),
    ],
)
def test_told(procedure: str, input: Json, outcome: Json, text: str) -> None:
    """Each move is told with names, and with what came of it; whoever is not seen is somebody."""
    assert told(procedure, input, outcome) == text


def test_many() -> None:
    """Of many events some are told; of many names some are said."""
    many = {"ranged": {"attacks": [attack("miss")] * 9}}
    assert told("resolve-round", {}, many) == f"{'; '.join(['Ash missed the Orcs'] * 6)}; more happened."
    crowd = told("resolve-injury", {}, {"injuries": [{"unit": "ash", "status": "active"}] * 9})
    assert crowd == f"{', '.join(['Ash'] * 6)} and others suffered injury."
    unseen = told("resolve-injury", {}, {"injuries": [{"unit": "ghost", "status": "active"}] * 3})
    assert unseen == "Somebody, somebody and somebody suffered injury."


@pytest.mark.untraced
def test_goldens_are_told_without_numbers() -> None:
    """Every golden of every move is told in sentences that hold no number, whatever viewers do not see of it."""
    hold_summaries("heroic")
