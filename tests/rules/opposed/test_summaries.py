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
        pytest.param({"outcome": "hit", "stunned": True}, "Ash hit the orc; the orc was stunned.", id="stunned"),
        pytest.param({"outcome": "miss", "stunned": True}, "Ash missed the orc.", id="missed"),
        pytest.param({"outcome": "parried"}, "The orc parried Ash.", id="parried"),
        pytest.param(
            {"outcome": "hit", "target_status": "unconscious"}, "Ash hit the orc; the orc fell unconscious.", id="down"
        ),
        pytest.param(
            {"outcome": "parried", "attacker_status": "incapacitated"},
            "The orc parried Ash; Ash was incapacitated.",
            id="attacker down",
        ),
        pytest.param({}, "Ash struck at the orc.", id="nothing known"),
    ],
)
def test_attack(verdict: dict[str, Any], text: str) -> None:
    """An attack is told by its result and by what became of whom it struck."""
    after = {"status": verdict.get("target_status", "active"), "stunned": verdict.get("stunned", False)}
    change = {"figure": "orc", "by": "ash", "before": {"status": "active", "stunned": False}, "after": after}
    assert told("resolve-attack", BLOW, {"verdict": verdict, "changes": [change]}) == text


def test_what_was_so_before() -> None:
    """A target that was down or stunned before a blow is not told to fall by it."""
    verdict = {"outcome": "hit", "stunned": True, "target_status": "unconscious"}
    assert told("resolve-attack", BLOW, {"verdict": verdict}) == "Ash hit the orc."


def test_hidden_figures() -> None:
    """A figure that viewers do not see is somebody, and a move of which they see nothing is told all the same."""
    assert told("resolve-attack", {"defender": "orc"}, {"verdict": {"outcome": "hit"}}) == ("Somebody hit the orc.")
    assert told("resolve-attack", None, None, {}) == "Somebody struck at somebody."
    assert told("resolve-round", None, None) == "A round went by."
    assert told("resolve-turn", None, None) == "The fight went on."
    rolled = {"events": [], "under_way": {"order": ["orc", "ash"], "waiting": ["orc", "ash"]}}
    assert told("resolve-turn", {}, rolled) == "Turn order: the orc, Ash."
    begun = {"events": [], "under_way": {"order": ["orc", "ash"], "waiting": ["ash"]}}
    assert told("resolve-turn", {}, begun) == "The fight went on."
    assert told("resolve-turn", {}, {"events": [{"actor": "orc", "action": "pass"}]}) == "The orc passed."
    assert told("pursue", None, None) == "Somebody fled."
    assert told("resolve-skirmish", None, None) == "The fight is over."


def test_attack_goldens() -> None:
    """What was tried, what came of it, and what it left the figures in are told."""
    assert {
        "Ash missed Orc.",
        "Orc blocked Ash.",
        "Ash tried to trip Orc; Ash hit Orc; Orc did not fall.",
        "Ash rushed at Orc with a shield; Ash hit Orc; Orc fell prone.",
        "Ash tried to knock Orc out; Ash hit Orc; Orc was knocked out.",
        "Orc parried Ash and disarmed; Ash fell unconscious.",
        "Defender parried attacker and disarmed; in return defender hit attacker.",
    } <= told_of_goldens("opposed", "resolve-attack")


def test_round_goldens() -> None:
    """A round is told turn by turn, and who has won."""
    assert {
        "Ash did something else. Ash repulsed the charge of orc.",
        "Ash restrained orc. Orc passed.",
        "Ash passed. Orc stayed stunned.",
        "Ash did not get away. Orc passed.",
        "Ash began to evade, until the next turn. Ash parried orc and disarmed; in return ash hit orc.",
        "Ash hit orc; orc was incapacitated. Bow lost the turn. The fight is over: victory for red.",
    } <= told_of_goldens("opposed", "resolve-round")


def test_pursuit_goldens() -> None:
    """A pursuit is told by who ran, who was caught, and what a strike from behind did."""
    assert {
        "Fox fled and escaped.",
        "Fox fled from dog and escaped.",
        "Fox fled from cur and dog; dog caught up.",
        "Fox fled from dog; dog caught up from behind; dog hit fox; fox was incapacitated.",
        "Fox fled from dog; dog caught up from behind; dog missed fox.",
    } <= told_of_goldens("opposed", "pursue")


def test_skirmish() -> None:
    """A skirmish is told by its winner, and by who fell and who fled, of many only some."""
    fates = [{"id": "ash", "fate": "standing"}, {"id": "orc", "fate": "down"}, {"id": "imp", "fate": "fled"}]
    fates = [{**each, "side": "red" if each["id"] == "ash" else "blue"} for each in fates]
    verdict = {"winner": "red", "draw": False, "undecided": False, "figures": fates}
    assert told("resolve-skirmish", {}, {"verdict": verdict}) == (
        "The fight is over: victory for the Reds. The Blues lost the orc (down), Imp (fled)."
    )
    assert told("resolve-skirmish", {}, {"verdict": {"draw": True}}) == (
        "The fight is over: a draw, for nobody fights on."
    )
    assert told("resolve-skirmish", {}, {"verdict": {"undecided": True}}) == "The fight was undecided."
    many = {str(each): f"M{each}" for each in "abcdefg"}
    fallen = {"winner": "red", "figures": [{"id": each, "fate": "down"} for each in many]}
    text = told("resolve-skirmish", {}, {"verdict": fallen}, many)
    assert text == ("The fight is over: victory for somebody. Somebody lost Ma, Mb, Mc, Md, Me, Mf and Mg (down).")


def test_many_turns() -> None:
    """Of a long round the first turns are told."""
    events = [{"actor": "ash", "action": "pass"}] * 9
    assert told("resolve-round", {}, {"events": events}).endswith(" Others acted.")
    assert told("resolve-round", {}, {"events": [{"actor": "orc", "action": "attack"}]}) == "The orc acted."


def test_no_numbers() -> None:
    """Whatever parts viewers see, the summary is a sentence without a number."""
    hold_summaries("opposed")
