"""What viewers are told of moves: sentences of names and words, made of what they see and of nothing else."""

from typing import Any

import pytest

from service.rules.kernel.family import SeenMove
from tests.rules.seen import hold_summaries, move_of, play_of, told_of_goldens

NAMES = {name: name.title() for name in ("ash", "elm", "gort", "mag", "watch", "robbers")}
Record = dict[str, Any]


def told(procedure: str, input: Any, outcome: Any) -> str:
    """What viewers are told of a move of which they see this."""
    return move_of("tactical", procedure).summary(SeenMove(input, outcome, NAMES))


def blow(outcome: str | None, **details: Any) -> Record:
    """An attack of Ash on Gort, as viewers see it."""
    struck: Record = {"hit": "gort", "wounds": [wound()]} if outcome == "hit" else {"hit": None, "wounds": []}
    return {"attacker": "ash", "target": "gort", "outcome": outcome, **struck, "mishaps": []} | details


def wound(figure: str = "gort", **details: Any) -> Record:
    """A wound, as viewers see it."""
    return {"figure": figure, "location": "torso", "dead": False, "knockdown": "none"} | details


BLOWS: dict[str, tuple[Record, str]] = {
    "a hit": (blow("hit"), "Ash hit Gort."),
    "a hit somewhere": (blow("hit", wounds=[wound(location="left_arm")]), "Ash hit Gort in the left arm."),
    "a critical hit": (blow("hit", attack="critical_success"), "Ash hit Gort with a critical hit."),
    "a hold": (blow("hit", wounds=[]), "Ash took hold of Gort."),
    "a miss": (blow("miss"), "Ash missed Gort."),
    "a parry": (blow("parried"), "Ash attacked Gort, who parried."),
    "nothing seen": (blow(None), "Ash attacked Gort."),
    "a stray shot": (blow("miss", hit="elm"), "Ash missed Gort; Elm was hit instead."),
    "a mishap": (
        blow("miss", mishaps=[{"figure": "ash", "wounds": [wound("ash", knockdown="stunned_prone")]}]),
        "Ash missed Gort; Ash had a mishap; Ash fell, stunned.",
    ),
    "a knockout": (
        blow("hit", wounds=[wound(knockdown="unconscious"), wound()]),
        "Ash hit Gort; Gort fell unconscious.",
    ),
    "a death": (
        blow("hit", wounds=[wound(knockdown="stunned_prone"), wound(dead=True)]),
        "Ash hit Gort; Gort died.",
    ),
    "a hidden target": (blow("hit", target=None, hit=None), "Ash hit somebody."),
}


@pytest.mark.parametrize(("report", "words"), BLOWS.values(), ids=BLOWS)
def test_attacks(report: Record, words: str) -> None:
    """An attack is told by what came of it, where it hit, who was hit instead, and who fell of it."""
    assert told("resolve-attack", {"attacker": "ash", "target": "gort"}, {"attacks": [report]}) == words


def test_feints() -> None:
    """A feint, and an attack of which nothing is seen, are told by who made them."""
    asked = {"attacker": "ash", "target": "gort"}
    assert told("resolve-attack", asked | {"maneuver": "feint"}, {"attacks": []}) == "Ash feinted at Gort."
    assert told("resolve-attack", asked, {}) == "Ash attacked Gort."


TURNS: dict[str, tuple[Record, str]] = {
    "kneeling down": ({"figure": "ash", "maneuver": "change_posture", "posture": "kneeling"}, "Ash knelt."),
    "a posture that is not seen": ({"figure": "ash", "maneuver": "change_posture"}, "Ash changed posture."),
    "nothing": ({"figure": "ash", "maneuver": "do_nothing"}, "Ash did nothing."),
    "a wait": ({"figure": "ash", "maneuver": "wait"}, "Ash waited."),
    "a maneuver that is not seen": ({"figure": "ash"}, "Ash acted."),
    "a grapple": ({"figure": "ash", "maneuver": "attack", "contest": {"winner": "first"}}, "Ash wrestled."),
    "an attack": ({"figure": "ash", "maneuver": "attack", "attacks": [blow("miss")]}, "Ash missed Gort."),
    "a move in place": ({"figure": "ash", "maneuver": "move", "changes": []}, "Ash stayed in place."),
    "who faints as the turn begins": (
        {
            "figure": "ash",
            "maneuver": "attack",
            "changes": [{"figure": "ash", "reason": "collapse", "by": None}, {"figure": "gort", "reason": "fall"}],
        },
        "Ash fell unconscious.",
    ),
    "somebody out of action": ({"figure": "ash", "skipped": True}, "A round went by."),
    "an answer": (
        {
            "figure": "ash",
            "maneuver": "move",
            "interrupts": [{"figure": "gort", "attacks": [blow("dodged", attacker="gort", target="ash")]}],
        },
        "Gort attacked Ash, who dodged; Ash moved.",
    ),
    "a way past foes": (
        {
            "figure": "ash",
            "maneuver": "move",
            "evades": [{"foe": "gort", "passed": True}, {"foe": "mag", "passed": False}],
        },
        "Ash got past Gort; Ash did not get past Mag.",
    ),
}


@pytest.mark.parametrize(("turn", "words"), TURNS.values(), ids=TURNS)
def test_turns(turn: Record, words: str) -> None:
    """A turn is told by whom it struck or passed, else by its maneuver."""
    assert told("resolve-round", {}, {"turns": [turn]}) == words


def test_rounds() -> None:
    """A round ends with those who were put out of action, and with who has won."""
    outcome = {
        "turns": [{"figure": "ash", "maneuver": "attack", "attacks": [blow("hit")]}],
        "verdict": {"over": True, "winner": "watch", "fallen": ["gort", "mag"]},
    }
    words = "Ash hit Gort. Gort and Mag fell. The fight is over: victory for Watch."
    assert told("resolve-round", {}, outcome) == words
    assert told("resolve-round", {}, {"verdict": {"fallen": ["mag"]}}) == "Mag fell."
    fainted = {"figure": "ash", "maneuver": "wait", "changes": [{"figure": "ash", "reason": "collapse", "by": None}]}
    told_once = told("resolve-turn", {}, {"turns": [fainted], "verdict": {"fallen": ["ash", "mag"]}})
    assert told_once == "Ash fell unconscious. Mag fell."


def test_orders_of_turns() -> None:
    """Where nobody has had a turn, the order of turns is told, of those who are seen."""
    assert told("resolve-turn", {}, {"turns": [], "order": ["mag", "ash"], "waiting": ["mag", "ash"]}) == (
        "Turn order: Mag, Ash."
    )
    assert told("resolve-turn", {}, {"turns": [], "order": ["mag", "ash"], "waiting": ["ash"]}) == "The fight went on."


RAN: Record = {"target": "gort", "result": "hit", "attack": {"wounds": []}, "wound_back": None, "fell": ["gort"]}


@pytest.mark.parametrize(
    ("procedure", "input", "outcome", "words"),
    [
        pytest.param(
            "opportunity-fire",
            {"mover": "mag"},
            {
                "shots": [
                    {
                        "figure": "elm",
                        "result": "fired",
                        "attack": blow("hit", attacker="elm", target="mag", hit="mag"),
                    },
                    {"figure": "ash", "result": "held_fire", "attack": None},
                    {"figure": "gort", "result": "no_shot", "attack": None},
                ],
                "verdict": {"stopped": True},
            },
            "Mag came into view. Elm hit Mag; Ash held fire; Gort had no shot; Mag could not go on.",
            id="opportunity fire",
        ),
        pytest.param(
            "popup-attack",
            {"attacker": "ash"},
            {"opportunity": [], "attacks": [blow("miss")], "verdict": {"in_cover": True}},
            "Ash came out of cover. Ash missed Gort; Ash was back in cover.",
            id="a pop-up attack",
        ),
        pytest.param(
            "popup-attack",
            {"attacker": "ash"},
            {"attacks": [], "verdict": {"in_cover": False}},
            "Ash came out of cover. Ash stayed in the open.",
            id="a pop-up attack that did not come to it",
        ),
        pytest.param(
            "resolve-close-combat",
            {"action": "takedown", "actor": "ash", "target": "gort"},
            {"verdict": {"succeeded": True}},
            "Ash brought Gort down.",
            id="a takedown",
        ),
        pytest.param(
            "resolve-close-combat",
            {"action": "pin", "actor": "ash", "target": "gort"},
            {"verdict": {"succeeded": False}},
            "Ash tried to pin Gort.",
            id="a pin that failed",
        ),
        pytest.param(
            "resolve-close-combat",
            {"action": "attack", "actor": "ash", "target": "gort"},
            {"attacks": [blow("hit")]},
            "Ash hit Gort.",
            id="a blow in close combat",
        ),
        pytest.param(
            "resolve-close-combat",
            {"action": "attack", "actor": "ash", "target": "gort"},
            {},
            "Ash fought hand to hand.",
            id="a blow that is not seen",
        ),
        pytest.param("resolve-slam", {"actor": "ash"}, {"slams": [RAN]}, "Ash ran into Gort; Gort fell.", id="a slam"),
        pytest.param(
            "resolve-slam",
            {"actor": "ash"},
            {"slams": [RAN | {"result": "dodged", "fell": []}, RAN | {"result": "miss", "fell": []}]},
            "Ash tried to run into Gort, who dodged; Ash tried to run into Gort.",
            id="slams that failed",
        ),
        pytest.param(
            "resolve-slam",
            {"actor": "ash"},
            {"slams": [RAN | {"wound_back": wound("ash", knockdown="unconscious")}]},
            "Ash ran into Gort; Gort fell; Ash fell unconscious.",
            id="a slam that hurt",
        ),
        pytest.param("resolve-slam", {"actor": "ash"}, {}, "Ash charged.", id="a slam that is not seen"),
        pytest.param(
            "resolve-contest", {}, {"verdict": {"winner": "second"}}, "The second side won a contest.", id="a contest"
        ),
        pytest.param(
            "pursue",
            {"quarry": ["mag"], "pursuers": ["ash", "elm"]},
            {"rounds": [{"attacks": [blow("miss", target="mag")]}], "verdict": {"outcome": "escaped"}},
            "Ash and Elm pursued Mag. Ash missed Mag. All who fled escaped.",
            id="a pursuit",
        ),
        pytest.param(
            "resolve-skirmish",
            {},
            {
                "verdict": {
                    "winner": "watch",
                    "figures": [
                        {"id": "ash", "fate": "standing"},
                        {"id": "gort", "fate": "dead"},
                        {"id": "mag", "fate": "fled"},
                    ],
                }
            },
            "The fight is over: victory for Watch. Somebody lost Gort (dead), Mag (fled).",
            id="a skirmish",
        ),
        pytest.param(
            "resolve-skirmish", {}, {"verdict": {"undecided": True}}, "The fight was undecided.", id="undecided"
        ),
        pytest.param(
            "resolve-skirmish",
            {},
            {"verdict": {"draw": True}},
            ("The fight is over: a draw, for nobody fights on."),
            id="a draw",
        ),
    ],
)
def test_moves(procedure: str, input: Any, outcome: Any, words: str) -> None:
    """Each move is told by what players call those who took part, and by what came of it."""
    assert told(procedure, input, outcome) == words


def test_long_moves() -> None:
    """Of many attacks the first are told, and that more happened."""
    many = [blow("miss")] * 10
    words = "; ".join(["Ash missed Gort"] * 8)
    assert told("resolve-attack", {}, {"attacks": many}) == f"{words}; more happened."


@pytest.mark.untraced
@pytest.mark.parametrize("procedure", [move.procedure for move in play_of("tactical").moves])
def test_goldens_are_told_briefly(procedure: str) -> None:
    """Whatever happens is told in a few sentences."""
    told_of = told_of_goldens("tactical", procedure)
    assert told_of
    assert [text for text in told_of if text.count(". ") > 5] == []


@pytest.mark.untraced
def test_goldens_are_told() -> None:
    """Whatever happens, and whatever viewers see of it, is told in sentences without a number."""
    hold_summaries("tactical")
