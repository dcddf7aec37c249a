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
        pytest.param({"verdict": {"outcome": "hit", "target_status": "active"}}, "Elf hits the orc.", id="a hit"),
        pytest.param(
            {"verdict": {"outcome": "hit", "target_status": "dead"}}, "Elf hits the orc; the orc is dead.", id="dead"
        ),
        pytest.param(
            {"verdict": {"outcome": "defended", "target_status": "exhausted"}},
            "Elf does not get through to the orc.",
            id="armor",
        ),
        pytest.param(
            {"verdict": {"outcome": "parried", "weapon_shattered": True}},
            "the orc parries Elf; the weapon of the orc shatters.",
            id="parried",
        ),
        pytest.param(
            {"verdict": {"outcome": "hit", "shield_destroyed": True, "attacker_exhausted": True}},
            "Elf hits the orc; the shield of the orc is destroyed; Elf is at the end of its strength.",
            id="losses",
        ),
        pytest.param(
            {"verdict": {"outcome": "hit"}, "attacker_weapon_broken": True},
            "Elf hits the orc; the weapon of Elf breaks.",
            id="a power attack",
        ),
        pytest.param({}, "Elf attacks the orc.", id="nothing known"),
    ],
)
def test_attack(outcome: dict[str, Any], text: str) -> None:
    """An attack is told by its result, by the state of its target, and by what broke."""
    assert told("resolve-attack", BLOW, outcome) == text


def test_sneak_attack() -> None:
    """A sneak attack that is noticed is told so."""
    text = told("resolve-sneak-attack", BLOW, {"verdict": {"outcome": "miss", "foiled": True}})
    assert text == "the orc notices Elf, and nothing comes of the sneak attack."


def test_hidden_participants() -> None:
    """Whom viewers do not see is somebody, and a move of which they see nothing is told all the same."""
    assert told("resolve-attack", {"target": "orc"}, {"verdict": {"outcome": "hit"}}) == "Somebody hits the orc."
    assert told("resolve-attack", None, None, {}) == "Somebody attacks somebody."
    assert told("resolve-round", None, None) == "A round goes by."
    assert told("resolve-turn", None, None) == "The fight goes on."
    assert told("pursue", None, None) == "Somebody flees."
    assert told("resolve-skirmish", None, None) == "The fight is over."


def test_round() -> None:
    """A round is told by who acted first, turn by turn, and by who has won."""
    assert {
        (
            "The party acts first. tombril hits bandit, bandit is dead; cedryk can do nothing; bandit loses the turn. "
            "The party wins."
        ),
        "The party acts first. tombril retreats; giant passes. The opponents win.",
        "The opponents act first. tombril parries giant; tombril passes.",
    } <= told_of_goldens("laurels", "resolve-round")
    events = [{"actor": "elf", "action": "pass"}] * 9
    text = told("resolve-round", {}, {"verdict": {"first": "party", "surprised": "opponents"}, "events": events})
    assert text.startswith("The party acts first, and the opponents are surprised. Elf passes;")
    assert text.endswith("; others act.")
    effects = [{"target": "orc", "target_status": "dead"}, {"target": "imp", "target_status": "active"}]
    broken = {"actor": "elf", "action": "attack", "target": "imp", "outcome": "hit", "weapon_broken": True}
    done = [{"actor": "elf", "action": "other", "effects": effects}, broken]
    text = told("resolve-round", {}, {"verdict": {"draw": True}, "events": done})
    assert text == (
        "Elf does something else, the orc is dead; Elf hits Imp, the weapon of Elf breaks. Nobody is left to fight."
    )


def test_turns() -> None:
    """Single turns are told as those of a round; who acts first is told where it was rolled with them."""
    events = [{"actor": "elf", "action": "pass"}]
    outcome = {"verdict": {"first": "party"}, "events": events}
    assert told("resolve-turn", {}, outcome) == "Elf passes."
    rolled = {**outcome, "initiative": {"first": "opponents", "surprised": "party"}}
    assert told("resolve-turn", {}, rolled) == ("The opponents act first, and the party is surprised. Elf passes.")


def test_pursuit() -> None:
    """A pursuit is told by who ran from whom, and by what became of each."""
    asked = {"fleeing": ["elf", "orc"], "pursuers": ["imp"]}
    ends = [{"id": "elf", "outcome": "caught"}, {"id": "orc", "outcome": "caught"}]
    assert told("pursue", asked, {"outcomes": ends}) == "Elf and the orc flee from Imp. Elf and the orc are caught."
    ends = [{"id": "elf", "outcome": "escaped"}, {"id": "orc", "outcome": "casualties"}]
    assert told("pursue", asked, {"outcomes": ends}) == "Elf and the orc flee from Imp. Elf escapes. the orc dies."


def test_skirmish() -> None:
    """A skirmish is told by its winner, and by who died and who fled."""
    fates = [{"id": "elf", "fate": "dead"}, {"id": "orc", "fate": "fled"}, {"id": "imp", "fate": "fled"}]
    text = told("resolve-skirmish", {}, {"verdict": {"winner": "opponents", "figures": fates}})
    assert text == "The opponents win. Elf is dead. the orc and Imp have fled."
    assert told("resolve-skirmish", {}, {"verdict": {"undecided": True}}) == "The fight is undecided."


@pytest.mark.untraced
def test_no_numbers() -> None:
    """Whatever parts viewers see, the summary is a sentence without a number."""
    hold_summaries("laurels")
