"""What viewers are told of each move: words and names, and no number."""

from typing import Any

import pytest

from service.rules.kernel.family import SeenMove
from tests.rules.seen import hold_summaries, move_of, told_of_goldens

NAMES = {"ash": "Ash", "orc": "the orc", "imp": "Imp", "red": "the Reds", "blue": "the Blues"}
BLOW = {"attacker": "ash", "defender": "orc"}


def told(procedure: str, input: Any, outcome: Any, names: dict[str, str] = NAMES) -> str:
    """What viewers are told of a move."""
    return move_of("opposed", procedure).summary(SeenMove(input, outcome, names))


@pytest.mark.parametrize(
    ("verdict", "text"),
    [
        pytest.param({"outcome": "hit", "stunned": True}, "Ash hits the orc; the orc is stunned.", id="stunned"),
        pytest.param({"outcome": "miss", "stunned": True}, "Ash misses the orc.", id="stunned before"),
        pytest.param({"outcome": "parried"}, "the orc parries Ash.", id="parried"),
        pytest.param(
            {"outcome": "hit", "target_status": "unconscious"}, "Ash hits the orc; the orc is unconscious.", id="down"
        ),
        pytest.param(
            {"outcome": "parried", "attacker_status": "incapacitated"},
            "the orc parries Ash; Ash is incapacitated.",
            id="attacker down",
        ),
        pytest.param({}, "Ash strikes at the orc.", id="nothing known"),
    ],
)
def test_attack(verdict: dict[str, Any], text: str) -> None:
    """An attack is told by its result and the state of whom it struck."""
    assert told("resolve-attack", BLOW, {"verdict": verdict}) == text


def test_hidden_figures() -> None:
    """A figure that viewers do not see is somebody, and a move of which they see nothing is told all the same."""
    assert told("resolve-attack", {"defender": "orc"}, {"verdict": {"outcome": "hit"}}) == "Somebody hits the orc."
    assert told("resolve-attack", None, None, {}) == "Somebody strikes at somebody."
    assert told("resolve-round", None, None) == "A round goes by."
    assert told("resolve-turn", None, None) == "The fight goes on."
    assert told("resolve-turn", {}, {"events": [{"actor": "orc", "action": "pass"}]}) == "the orc passes."
    assert told("pursue", None, None) == "Somebody flees."
    assert told("resolve-skirmish", None, None) == "The fight is over."


def test_attack_goldens() -> None:
    """What was tried, what came of it, and what it left the figures in are told."""
    assert {
        "Ash misses Orc.",
        "Orc blocks Ash.",
        "Ash tries to trip Orc; Ash hits Orc; Orc avoids it.",
        "Ash rushes at Orc with a shield; Ash hits Orc; Orc falls prone.",
        "Ash tries to knock Orc out; Ash hits Orc; Orc is knocked out.",
        "Orc parries Ash and disarms; Ash is unconscious.",
        "defender parries attacker and disarms; in return defender hits attacker.",
    } <= told_of_goldens("opposed", "resolve-attack")


def test_round_goldens() -> None:
    """A round is told turn by turn, and who has won."""
    assert {
        "ash does something else; ash repulses the charge of orc.",
        "ash restrains orc; orc passes.",
        "ash passes; orc stays stunned.",
        "ash does not get away; orc passes.",
        "ash evades; ash parries orc and disarms, in return ash hits orc.",
        "ash hits orc, orc is incapacitated; orc loses the turn; bow loses the turn. red wins.",
    } <= told_of_goldens("opposed", "resolve-round")


def test_pursuit_goldens() -> None:
    """A pursuit is told by who ran, who was caught, and what a strike from behind did."""
    assert {
        "fox flees and escapes.",
        "fox flees from dog and escapes.",
        "fox flees from cur and dog; dog catches up.",
        "fox flees from dog; dog catches up from behind and hits, fox is incapacitated.",
        "fox flees from dog; dog catches up from behind and does not hit.",
    } <= told_of_goldens("opposed", "pursue")


def test_skirmish() -> None:
    """A skirmish is told by its winner, and by who fell and who fled, of many only some."""
    fates = [{"id": "ash", "fate": "standing"}, {"id": "orc", "fate": "down"}, {"id": "imp", "fate": "fled"}]
    verdict = {"winner": "red", "draw": False, "undecided": False, "figures": fates}
    assert told("resolve-skirmish", {}, {"verdict": verdict}) == "the Reds wins. the orc is down. Imp has fled."
    assert told("resolve-skirmish", {}, {"verdict": {"draw": True}}) == "Nobody is left to fight."
    assert told("resolve-skirmish", {}, {"verdict": {"undecided": True}}) == "The fight is undecided."
    many = {str(each): f"M{each}" for each in "abcdefg"}
    fallen = {"winner": "red", "figures": [{"id": each, "fate": "down"} for each in many]}
    text = told("resolve-skirmish", {}, {"verdict": fallen}, many)
    assert text == "Somebody wins. Ma, Mb, Mc, Md, Me and others are down."


def test_many_turns() -> None:
    """Of a long round the first turns are told."""
    events = [{"actor": "ash", "action": "pass"}] * 9
    assert told("resolve-round", {}, {"events": events}).endswith("; others act.")
    assert told("resolve-round", {}, {"events": [{"actor": "orc", "action": "attack"}]}) == "the orc acts."


def test_no_numbers() -> None:
    """Whatever parts viewers see, the summary is a sentence without a number."""
    hold_summaries("opposed")
