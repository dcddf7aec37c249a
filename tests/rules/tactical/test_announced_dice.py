"""Announced rolls of fights on the map: every one of them comes, in its order, and each is said to be for something."""

from typing import Any

import pytest
from hypothesis import strategies as st

from service.errors import RulesRefuse
from service.rules.tactical.book.words import TacticalCloseAction
from tests.golden import Golden
from tests.rules.announced import dice_of, hold_announcements, play_of, requests_of, rolled_goldens, told_of_golden
from tests.rules.tactical.odds_inputs import PROOFS
from tests.rules.tactical.scenes import sword


@pytest.mark.parametrize(
    "golden", [pytest.param(each, id=f"{each.operation}/{each.id}") for each in rolled_goldens("tactical")]
)
def test_goldens_announce_what_comes(golden: Golden) -> None:
    """With the faces of any golden every announcement comes true, and asking step by step leads to the same outcome."""
    found = requests_of(play_of(golden.operation, golden.request), *dice_of(golden))
    assert found.outcome == told_of_golden(golden).outcome


@pytest.mark.untraced
@pytest.mark.parametrize("name", sorted(PROOFS))
def test_procedures_announce_what_comes(name: str) -> None:
    """Whatever a small request and the dice are, every announcement of the procedure comes true."""
    hold_announcements(name, PROOFS[name].bodies, 60, (RulesRefuse,))


LYING = {"posture": "lying"}
SHIELD = {"shield": {"db": 2, "level": 12}}
SKILLED = {"skills": [{"name": "Fast-Draw", "level": 12}]}
HELD = {"grapples": [{"foe": "ash", "hands": 2}]}
ACTIONS: dict[str, tuple[dict[str, Any], dict[str, Any], dict[str, Any]]] = {
    "enter": ({}, {"hex": [0, -1]}, {}),
    "evade": ({}, {}, {"exit_direction": 0}),
    "leave": ({}, {}, {"exit_direction": 3}),
    "attack": ({"ready": {"right": "knife"}}, {}, {}),
    "grab": ({}, {}, {}),
    "takedown": ({}, {}, {"helpers": ["elm"]}),
    "pin": ({}, LYING, {"helpers": ["elm"]}),
    "break_free": ({"state": {"grappled_by": ["orc"]}}, {"state": HELD}, {}),
    "release": ({"state": {"grapples": [{"foe": "orc", "hands": 1}]}}, {}, {}),
    "ready": (SKILLED, {}, {"weapon": "knife", "fast_draw": True}),
    "drop_shield": (SHIELD, {}, {}),
    "declare_adjacent": ({}, {"hex": [0, -1]}, {}),
    "strike_into": ({"hex": [0, 1], "ready": {"right": "sword"}}, {}, {"attack": {"weapon": "sword"}}),
}
"""The actions in close combat: what is said of ash, of the orc, and of the action."""


@st.composite
def close_combats(draw: st.DrawFn, action: str) -> dict[str, Any]:
    """An action of ash against the orc, whom elm fights in the same hex."""
    own, others, facts = ACTIONS[action]
    knife = {"name": "stab", "kind": "thrust", "damage": "1d", "type": "impaling", "reaches": [0, 1]}
    weapons = [sword(), sword(id="knife", modes=[knife])]
    hurt = {"hp": draw(st.integers(1, 10)), "dx": draw(st.integers(8, 13))}
    fighters = [
        {"id": "ash", "side": "red", "hex": [0, 0], "facing": 0, "weapons": weapons, **hurt, **own},
        {"id": "elm", "side": "red", "hex": [0, 0], "facing": 0},
        {"id": "orc", "side": "blue", "hex": [0, 0], "facing": 3, "st": draw(st.integers(8, 12)), **others},
    ]
    if action in ("enter", "declare_adjacent"):
        fighters[1]["hex"] = [0, -1]
    asked = {"figures": fighters, "action": action, "actor": "ash", "target": "orc", **facts}
    return {"input": asked, "rulings": {"open_plain": True}}


@pytest.mark.parametrize("action", TacticalCloseAction)
def test_close_combat_announces_what_comes(action: TacticalCloseAction) -> None:
    """Whatever the action in close combat and the dice are, every announcement comes true."""
    hold_announcements("tactical/resolve-close-combat", close_combats(action.value), 25)
