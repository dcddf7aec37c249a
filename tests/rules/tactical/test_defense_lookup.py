"""The best defense is looked up by what it depends on: whatever of a situation is not asked for changes nothing."""

from collections.abc import Iterator
from itertools import product
from typing import Any, Final

import pytest

from service.rules.kernel.plans import Memory
from service.rules.tactical.attack import defense
from service.rules.tactical.attack.defense import PlannedDefense, plan_defenses
from service.rules.tactical.attack.threat import Threat, exposure_of
from service.rules.tactical.book.options import TacticalRulings
from service.rules.tactical.book.words import TacticalRangedClass
from service.rules.tactical.figures.condition import TacticalState
from service.rules.tactical.figures.field import Field
from service.rules.tactical.figures.models import TacticalFigure
from tests.rules.tactical.attacks import armed, blade
from tests.rules.tactical.defenders import SHIELD
from tests.rules.tactical.scenes import OPEN, field, figure, foe

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
    "sm": [1],
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
    "weapon_reach": [[{"weapon": "blade", "reach": 1}]],
}
"""Other values of each field of what a figure remembers."""
THREATS: Final = [
    Threat("orc", (0, -1)),
    Threat("elk", (0, -1)),
    Threat("orc", (1, -1)),
    *[Threat("orc", (0, -3), each) for each in TacticalRangedClass],
    Threat("orc", (0, -3), TacticalRangedClass.THROWN, small=True),
    *[Threat("orc", (0, -1), thrust=True), Threat("orc", (0, -1), small=True), Threat("orc", (0, -1), close=True)],
    *[Threat("orc", (0, -1), strike_into=True), Threat("orc", (0, -1), dodge_only=True)],
    *[Threat("orc", (0, -1), runaround=each) for each in (True, False)],
    Threat("orc", (0, -1), armed=False),
    Threat("orc", (0, -1), deceptive=2),
    Threat("orc", (0, -1), unseen=True),
]
RULINGS: Final = [
    OPEN,
    TacticalRulings(open_plain=True, db_everywhere=True),
    TacticalRulings(open_plain=True, flexible_side_block=True),
]
PLAIN: Final[dict[str, Any]] = armed(SWORD)
SHIELDED: Final = PLAIN | {"shield": SHIELD}
BASES: Final = [
    PLAIN,
    SHIELDED,
    armed(FLAIL),
    {"weapons": [FIST], "ready": {}},
    PLAIN | {"weapons": [SWORD, AXE]},
    SHIELDED | {"vision": "peripheral", "facing": 2},
]
DEFENDS: Final = {"maneuver": "all_out_defense"}


def defenders() -> Iterator[dict[str, Any]]:
    """Figures that differ from two others in one field of their own, or of what they remember."""
    for base in BASES:
        yield base
        for name, values in FIGURE.items():
            yield from [base | {name: each} for each in values if name != "ready" or len(base["weapons"]) > 1]
        for name, values in STATE.items():
            yield from [base | {"state": (DEFENDS if name == "option" else {}) | {name: each}} for each in values]


def test_every_field_of_a_figure_is_changed() -> None:
    """The figures below differ in every field that there is: a new one has to be listed."""
    assert FIGURE.keys() == TacticalFigure.model_fields.keys()
    assert STATE.keys() == TacticalState.model_fields.keys()


@pytest.mark.untraced
def test_a_remembered_defense_is_the_one_that_is_worked_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever was looked at before, a figure has the defense that it has by itself, against every threat."""
    known: Memory[PlannedDefense] = Memory()
    for rulings, facts in product(RULINGS, defenders()):
        ground = grounds(facts, rulings)
        for threat in THREATS:
            exposed = exposure_of(ground, ground["ash"], threat)
            monkeypatch.setattr(defense, "_known", known)
            remembered = plan_defenses(exposed, None)
            monkeypatch.setattr(defense, "_known", Memory())
            assert remembered == plan_defenses(exposed, None)


def grounds(facts: dict[str, Any], rulings: TacticalRulings) -> Field:
    """A figure with two foes, and a friend in the way of a retreat from one side."""
    others = foe(), foe(id="elk", hex=[1, 0]), figure(id="elm", hex=[-1, 1])
    return field(figure(**facts), *others, rulings=rulings)
