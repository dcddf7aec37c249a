"""Figures that differ from others in one field: what whatever is remembered of figures has to tell apart."""

from collections.abc import Iterable, Iterator
from typing import Any, Final

from tests.rules.tactical.attacks import blade
from tests.rules.tactical.defenders import SHIELD

SWORD, AXE = blade(level=13), blade(level=16) | {"id": "axe"}
FLAIL: Final = blade(level=15, mode={"parry_unbalanced": True})
FIST: Final = {"id": "fist", "skill": "Boxing", "level": 15, "kind": "natural", "hands": 0, "modes": SWORD["modes"]}
CLOSE: Final = {"foe": "orc", "hex": [0, -1], "own_side": 3, "adjacent": True}
FIGURE: Final[dict[str, list[Any]]] = {
    "id": ["ash"],
    "name": ["Ash"],
    "meta": [{"a": 1}],
    "hidden": [True],
    "side": ["red"],
    "hex": [[0, 0]],
    "facing": [0, 1, 2, 3, 5],
    "st": [8, 14],
    "dx": [14],
    "iq": [8],
    "ht": [14],
    "per": [8],
    "will": [8],
    "hp_max": [20],
    "hp": [2, 0],
    "fp_max": [4],
    "fp": [1],
    "basic_speed": [9],
    "basic_move": [3],
    "encumbrance": [2],
    "sm": [1, 3],
    "height": [80],
    "shape": ["single"],
    "body": [[]],
    "horizontal": [True],
    "posture": ["kneeling", "crawling", "lying"],
    "upper_direction": [0, 3],
    "handedness": ["left"],
    "vision": ["peripheral", "360", "blind", "tunnel"],
    "ambidextrous": [True],
    "flexible_arms": [["left"], ["right"]],
    "double_jointed": [True],
    "combat_reflexes": [True],
    "pain": ["high"],
    "armour": [[{"dr": 4}]],
    "skills": [[{"name": "Karate", "level": 15}], [{"name": "Boxing", "level": 15}], [{"name": "Dancing", "level": 9}]],
    "weapons": [[AXE, SWORD], [SWORD | {"level": 17}, AXE], [SWORD, AXE, FIST]],
    "items": [["gem"]],
    "ready": [{}, {"left": "blade"}, {"both": "axe"}, {"right": "axe"}, {"right": "blade", "left": "axe"}],
    "shield": [SHIELD, SHIELD | {"hand": "right"}, SHIELD | {"ready": False}, SHIELD | {"level": 19}],
    "elevation": [1],
    "grounded": [False],
    "fighting": [False],
    "swarm": [True],
    "state": [{}],
}
"""Other values of each field of a figure."""
STATE: Final[dict[str, list[Any]]] = {
    "maneuver": ["move", "move_and_attack", "concentrate", "all_out_attack"],
    "option": ["dodge", "parry", "block"],
    "attacked_with": [["blade"]],
    "moved_hexes": [3],
    "mp_spent": [2.0],
    "seen_by": [["orc"]],
    "sprinting": [2],
    "turn_start": [{"hex": [0, -1], "facing": 3}],
    "velocity": [{"direction": 2, "yards": 3}],
    "parries": [[{"hand": "right", "count": 2}]],
    "blocked": [True],
    "retreat": [{"foe": "orc"}, {"foe": "elk"}],
    "aim": [{"weapon": "blade", "seconds": 2, "target": "orc"}],
    "evaluate": [{"foe": "orc", "bonus": 2}],
    "feint": [[{"by": "orc", "penalty": 2}], [{"by": "elk", "penalty": 2}]],
    "shock": [-2],
    "stunned": [True],
    "stun_ending": [True],
    "unconscious": [True],
    "dead": [True],
    "mortal": [True],
    "off_balance": [True],
    "huddled": [True],
    "sharing": [True],
    "must_do_nothing": [True],
    "crippled": [["right_arm"], ["left_hand"]],
    "disabled": [[{"location": each, "seconds": 2}] for each in ("right_arm", "left_hand")],
    "grapples": [[{"foe": "orc"}], [{"foe": "orc", "hands": 2}]],
    "grappled_by": [["orc"]],
    "pinned_by": [["orc"]],
    "break_free_tried": [2],
    "close": [[CLOSE]],
    "wait": [{}],
    "unready": [["blade"]],
    "dropped": [["axe"]],
    "broken": [["axe"]],
    "dropped_at": [[{"weapon": "axe", "hex": [0, 1]}]],
    "weapon_reach": [[{"weapon": "blade", "reach": each}] for each in (1, 2)],
}
"""Other values of each field of what a figure remembers."""
DEFENDS: Final = {"maneuver": "all_out_defense"}


def changed_from(bases: Iterable[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Some figures, and others that differ from one of them in one field of their own, or of what they remember."""
    for base in bases:
        yield base
        for name, values in FIGURE.items():
            yield from [base | {name: each} for each in values if name != "ready" or len(base["weapons"]) > 1]
        for name, values in STATE.items():
            yield from [base | {"state": (DEFENDS if name == "option" else {}) | {name: each}} for each in values]
