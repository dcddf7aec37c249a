"""What viewers are told of each move: words and names, and no number."""

from typing import Any

import pytest

from service.rules.kernel.family import SeenMove
from tests.rules.seen import hold_summaries, move_of, told_of_goldens

NAMES = {"elf": "Elf", "orc": "the orc", "imp": "Imp"}
BLOW = {"attacker": "elf", "target": "orc"}


def told(procedure: str, input: Any, outcome: Any, names: dict[str, str] = NAMES) -> str:
    """What viewers are told of a move."""
    return move_of("laurels", procedure).summary(SeenMove(input, outcome, names))


@pytest.mark.parametrize(
    ("outcome", "text"),
    [
        pytest.param({"verdict": {"outcome": "hit", "target_status": "active"}}, "Elf hit the orc.", id="a hit"),
        pytest.param(
            {"verdict": {"outcome": "hit", "target_status": "dead"}}, "Elf hit the orc; the orc died.", id="dead"
        ),
        pytest.param(
            {"verdict": {"outcome": "defended", "target_status": "exhausted"}},
            "Elf did not get through to the orc.",
            id="armor",
        ),
        pytest.param(
            {"verdict": {"outcome": "parried", "weapon_shattered": True}},
            "The orc parried Elf; the weapon of the orc shattered.",
            id="parried",
        ),
        pytest.param(
            {"verdict": {"outcome": "hit", "shield_destroyed": True, "attacker_exhausted": True}},
            "Elf hit the orc; the shield of the orc was destroyed; Elf was exhausted.",
            id="losses",
        ),
        pytest.param(
            {"verdict": {"outcome": "hit"}, "attacker_weapon_broken": True},
            "Elf hit the orc; the weapon of Elf broke.",
            id="a power attack",
        ),
        pytest.param({}, "Elf attacked the orc.", id="nothing known"),
    ],
)
def test_attack(outcome: dict[str, Any], text: str) -> None:
    """An attack is told by its result, by the state of its target, and by what broke."""
    assert told("resolve-attack", BLOW, outcome) == text


def test_sneak_attack() -> None:
    """A sneak attack that is noticed is told so."""
    text = told("resolve-sneak-attack", BLOW, {"verdict": {"outcome": "miss", "foiled": True}})
    assert text == "The orc noticed Elf, and nothing came of the sneak attack."


def test_hidden_participants() -> None:
    """Whom viewers do not see is somebody, and a move of which they see nothing is told all the same."""
    assert told("resolve-attack", {"target": "orc"}, {"verdict": {"outcome": "hit"}}) == "Somebody hit the orc."
    assert told("resolve-attack", None, None, {}) == "Somebody attacked somebody."
    assert told("resolve-round", None, None) == "A round went by."
    assert told("resolve-turn", None, None) == "The fight went on."
    assert told("pursue", None, None) == "Somebody fled."
    assert told("resolve-skirmish", None, None) == "The fight is over."


def test_round() -> None:
    """A round is told by who won the initiative, turn by turn, and by who has won."""
    assert {
        (
            "The party won the initiative. Tombril hit bandit; bandit died. Cedryk could do nothing. "
            "The fight is over: victory for the party."
        ),
        (
            "The party won the initiative. Tombril retreated. Giant passed. The fight is over: victory "
            "for the opponents."
        ),
        "The opponents won the initiative. Tombril parried giant. Tombril passed.",
    } <= told_of_goldens("laurels", "resolve-round")
    events = [{"actor": "elf", "action": "pass"}] * 9
    text = told("resolve-round", {}, {"verdict": {"first": "party", "surprised": "opponents"}, "events": events})
    surprised = [{"actor": each, "action": "none", "reason": "surprised"} for each in ("orc", "imp")]
    dead = {"actor": "elf", "action": "none", "reason": "dead"}
    assert told("resolve-round", {}, {"verdict": {}, "events": [*surprised, dead]}) == (
        "The orc and Imp were surprised and took no turn."
    )
    assert text.startswith("The party won the initiative, and the opponents were surprised. Elf passed. ")
    assert text.endswith(" Others acted.")
    effects = [{"target": "orc", "target_status": "dead"}, {"target": "imp", "target_status": "active"}]
    broken = {"actor": "elf", "action": "attack", "target": "imp", "outcome": "hit", "weapon_broken": True}
    done = [{"actor": "elf", "action": "other", "effects": effects}, broken]
    text = told("resolve-round", {}, {"verdict": {"draw": True}, "events": done})
    assert text == (
        "Elf did something else; the orc died. Elf hit Imp; the weapon of Elf broke. "
        "The fight is over: a draw, for nobody fights on."
    )


def test_turns() -> None:
    """Single turns are told as those of a round; the initiative is told where it was rolled with them."""
    events = [{"actor": "elf", "action": "pass"}]
    outcome = {"verdict": {"first": "party"}, "events": events}
    assert told("resolve-turn", {}, outcome) == "Elf passed."
    rolled = {**outcome, "initiative": {"first": "opponents", "surprised": "party"}}
    assert told("resolve-turn", {}, rolled) == (
        "The opponents won the initiative, and the party was surprised. Elf passed."
    )


def test_pursuit() -> None:
    """A pursuit is told by who ran from whom, and by what became of each."""
    asked = {"fleeing": ["elf", "orc"], "pursuers": ["imp"]}
    ends = [{"id": "elf", "outcome": "caught"}, {"id": "orc", "outcome": "caught"}]
    assert told("pursue", asked, {"outcomes": ends}) == ("Elf and the orc fled from Imp. Elf and the orc were caught.")
    ends = [{"id": "elf", "outcome": "escaped"}, {"id": "orc", "outcome": "casualties"}]
    assert told("pursue", asked, {"outcomes": ends}) == ("Elf and the orc fled from Imp. Elf escaped. The orc died.")


def test_skirmish() -> None:
    """A skirmish is told by its winner, and by who died and who fled."""
    fates = [{"id": "elf", "fate": "dead"}, {"id": "orc", "fate": "fled"}, {"id": "imp", "fate": "fled"}]
    text = told("resolve-skirmish", {}, {"verdict": {"winner": "opponents", "figures": fates}})
    assert text == ("The fight is over: victory for the opponents. Somebody lost Elf (dead), the orc and Imp (fled).")
    assert told("resolve-skirmish", {}, {"verdict": {"undecided": True}}) == "The fight was undecided."


@pytest.mark.untraced
def test_no_numbers() -> None:
    """Whatever parts viewers see, the summary is a sentence without a number."""
    hold_summaries("laurels")
