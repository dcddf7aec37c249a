"""Requests of the family `heroic` that are shown in the documentation and executed by the tests."""

from typing import Any, Final

from service.rules.kernel.examples import Example

SEEDED: Final = {"kind": "seeded", "seed": "sha256ctr1:table-7"}

SWORDSMAN: Final[dict[str, Any]] = {
    "id": "swordsman",
    "name": "Swordsman",
    "side": "law",
    "st": 12,
    "dx": 11,
    "ht": 11,
    "hp": 12,
    "basic_speed": 5.5,
    "move": 3,
    "encumbrance": "medium",
    "armour": [{"location": "torso", "dr": 4}],
    "shield": {"name": "light medium shield", "db": 2},
    "defenses": {"dodge": 9, "block": 12},
    "attack_modes": [
        {"id": "sword_swing", "weapon": "sword", "kind": "melee", "skill": 14, "damage": "1d+2", "type": "cutting"},
        {"id": "sword_thrust", "weapon": "sword", "kind": "melee", "skill": 14, "damage": "1d+1", "type": "impaling"},
    ],
}
BANDIT: Final[dict[str, Any]] = {
    "id": "bandit",
    "name": "Bandit",
    "side": "crime",
    "st": 13,
    "dx": 12,
    "ht": 11,
    "hp": 13,
    "basic_speed": 6,
    "move": 6,
    "armour": [{"location": "torso", "dr": 3, "flexible": True, "vs": [{"type": "crushing", "delta": -2}]}],
    "defenses": {"dodge": 10},
    "attack_modes": [
        {"id": "sword_thrust", "weapon": "sword", "kind": "melee", "skill": 14, "damage": "1d+2", "type": "impaling"},
        {
            "id": "short_bow",
            "kind": "ranged",
            "skill": 13,
            "damage": "1d",
            "type": "impaling",
            "acc": 1,
            "range_half": 195,
            "range_max": 300,
            "reload_s": 2,
            "bulk": -6,
        },
    ],
}
OGRES: Final[dict[str, Any]] = {
    "id": "ogres",
    "name": "Ogres",
    "side": "hill",
    "count_start": 8,
    "st": 16,
    "dx": 9,
    "ht": 11,
    "hp": 16,
    "sm": 1,
    "move": 6,
    "armour": [{"dr": 2, "flexible": True}],
    "defenses": {"dodge": 8},
    "attack_modes": [
        {"id": "small_mace", "weapon": "mace", "kind": "melee", "skill": 10, "damage": "2d+2", "type": "crushing"},
        {
            "id": "javelin",
            "kind": "ranged",
            "skill": 10,
            "damage": "2d-1",
            "type": "impaling",
            "acc": 3,
            "range_half": 24,
            "range_max": 40,
            "bulk": -4,
            "propulsion": "thrown",
        },
    ],
}
TROGLODYTES: Final[dict[str, Any]] = {
    "id": "troglodytes",
    "name": "Troglodytes",
    "side": "cave",
    "count_start": 10,
    "ht": 11,
    "hp": 12,
    "move": 6,
    "armour": [{"dr": 1, "flexible": True}],
    "defenses": {"dodge": 10},
    "attack_modes": [
        {
            "id": "stone_axe",
            "kind": "melee",
            "skill": 12,
            "damage": "2d-1",
            "type": "cutting",
            "armor_divisor": "half",
        },
        {
            "id": "stone_javelin",
            "kind": "ranged",
            "skill": 14,
            "damage": "1d",
            "type": "impaling",
            "armor_divisor": "half",
            "acc": 3,
            "range_half": 18,
            "range_max": 30,
            "bulk": -4,
            "propulsion": "thrown",
        },
    ],
}
WRESTLER: Final[dict[str, Any]] = {
    "id": "wrestler",
    "name": "Wrestler",
    "side": "crime",
    "st": 14,
    "dx": 12,
    "ht": 12,
    "hp": 14,
    "defenses": {"dodge": 9},
    "attack_modes": [{"id": "grab", "kind": "grapple", "skill": 13, "reach": [0, 1]}],
}
HOLD: Final = {"grappler": "wrestler", "victim": "swordsman"}
THRUST: Final = {"attacker": BANDIT, "target": SWORDSMAN, "attack": {"mode": "sword_thrust"}}
ARROWS: Final = {
    "attacker": BANDIT,
    "target": SWORDSMAN,
    "attack": {"mode": "short_bow", "shots_each": 3, "defense": {"kind": "dodge"}},
    "attacker_tactic": "offensive",
    "target_tactic": "offensive",
    "distance": 15,
    "has_initiative": True,
}
JAVELINS: Final = {
    "attacker": OGRES,
    "target": TROGLODYTES,
    "attack": {"mode": "javelin"},
    "attacker_tactic": "defensive",
    "target_tactic": "offensive",
    "distance": 10,
    "has_initiative": True,
}
DUEL: Final[dict[str, Any]] = {
    "sides": [{"id": "law", "name": "The Watch"}, {"id": "crime", "name": "The Robbers"}],
    "units": [SWORDSMAN, BANDIT],
    "positions": [{"unit": "bandit", "x": 15}],
}
DUEL_ORDERS: Final = [
    {
        "unit": "swordsman",
        "tactic": "offensive",
        "move": {"mode": "toward", "ref": "bandit"},
        "melee": [{"target": "bandit", "mode": "sword_thrust"}],
    },
    {
        "unit": "bandit",
        "tactic": "offensive",
        "ranged": [{"target": "swordsman", "mode": "short_bow", "shots_each": 3}],
        "melee": [{"target": "swordsman", "mode": "sword_thrust"}],
    },
]
GROUPS: Final[dict[str, Any]] = {
    "sides": [{"id": "cave", "name": "The Cave"}, {"id": "hill", "name": "The Hill"}],
    "units": [TROGLODYTES, OGRES],
    "positions": [{"unit": "ogres", "x": 10}],
}
GROUP_ORDERS: Final = [
    {
        "unit": "troglodytes",
        "tactic": "offensive",
        "ranged": [{"target": "ogres", "mode": "stone_javelin"}],
        "move": {"mode": "toward", "ref": "ogres"},
        "melee": [{"target": "ogres", "mode": "stone_axe"}],
    },
    {
        "unit": "ogres",
        "tactic": "defensive",
        "ranged": [{"target": "troglodytes", "mode": "javelin"}],
        "move": {"mode": "toward", "ref": "troglodytes"},
        "melee": [{"target": "troglodytes", "mode": "small_mace"}],
    },
]

ATTACKS: Final = (
    Example("a thrust with a sword", {"input": THRUST, "dice": SEEDED}),
    Example(
        "three arrows, with dice rolled at the table",
        {"input": ARROWS, "dice": {"kind": "supplied", "faces": [4, 4, 3, 3, 3, 2, 5, 2, 3, 3]}},
    ),
    Example("eight javelins at ten troglodytes", {"input": JAVELINS, "dice": SEEDED}),
)
ATTACKS_WITHOUT_DICE: Final = tuple(Example(each.title, {"input": each.request["input"]}) for each in ATTACKS)
GRAPPLES: Final = (
    Example(
        "a takedown and a pin",
        {
            "input": {
                "attacker": WRESTLER,
                "target": SWORDSMAN,
                "attack": {"mode": "grab", "grapple_spend": [{"type": "takedown"}, {"type": "pin"}]},
            },
            "dice": SEEDED,
        },
    ),
)
BREAKS: Final = (
    Example(
        "a swordsman wrestles himself free",
        {"input": {"victim": SWORDSMAN, "holder": WRESTLER, "hold": HOLD}, "dice": SEEDED},
    ),
)
INJURIES: Final = (
    Example(
        "both duellists are hurt",
        {
            "input": {
                "units": [SWORDSMAN, BANDIT],
                "pending": [
                    {"unit": "swordsman", "source": "a thrust", "hits": 2, "injury": 16},
                    {"unit": "bandit", "source": "a thrust", "hits": 2, "injury": 4},
                ],
                "winner": "crime",
            },
            "dice": SEEDED,
        },
    ),
)
ORDERS: Final = (Example("a duel's orders", {"input": {"encounter": DUEL, "orders": DUEL_ORDERS}}),)
MOVES: Final = (
    Example(
        "the swordsman charges",
        {"input": {"encounter": DUEL, "unit": "swordsman", "orders": DUEL_ORDERS}, "dice": SEEDED},
    ),
)
WAITS: Final = (
    Example(
        "the swordsman waits for the bandit to come",
        {
            "input": {
                "waiter": SWORDSMAN,
                "wait": {"trigger": {"event": "approaches"}, "attack": {"mode": "sword_thrust"}},
                "interrupted": BANDIT,
                "interruption": {"tactic": "offensive", "attack": {"mode": "sword_thrust"}},
            },
            "dice": SEEDED,
        },
    ),
)
ROUNDS: Final = (
    Example("the first round of a duel", {"input": {"encounter": DUEL, "orders": DUEL_ORDERS}, "dice": SEEDED}),
    Example(
        "ten troglodytes meet eight ogres",
        {"input": {"encounter": GROUPS, "orders": GROUP_ORDERS}, "dice": SEEDED},
    ),
)
SKIRMISHES: Final = (
    Example(
        "a duel to the end",
        {"input": {"encounter": DUEL, "pursue": True, "aftermath": True}, "dice": SEEDED},
    ),
)
INITIATIVES: Final = (
    Example(
        "one side is led by a tactician",
        {"input": {"sides": [GROUPS["sides"][0], {**GROUPS["sides"][1], "leader_tactics": 12}]}, "dice": SEEDED},
    ),
)
MORALES: Final = (
    Example(
        "nine of ten have fallen",
        {"input": {"unit": {**TROGLODYTES, "hp_pool": 8}, "enemy_numbers": 8}, "dice": SEEDED},
    ),
)
FATIGUES: Final = (
    Example(
        "the end of a march in armour",
        {
            "input": {
                "units": [
                    {"id": "knights", "name": "Knights", "fp": 12, "encumbrance": "heavy"},
                    {"id": "archers", "name": "Archers", "fp": 11, "fp_current": 4},
                ]
            },
            "dice": {"kind": "supplied", "faces": [2]},
        },
    ),
)
ENDS: Final = (
    Example(
        "one side has run",
        {"input": {"encounter": {**DUEL, "units": [SWORDSMAN, {**BANDIT, "status": "routed"}]}}},
    ),
)
PURSUITS: Final = (
    Example(
        "eight ogres after ten troglodytes",
        {
            "input": {
                "pursuers": {"count": 8, "dx": 9, "top_speed": 6},
                "pursued": {"count": 10, "dx": 12, "top_speed": 6},
            },
            "dice": SEEDED,
        },
    ),
    Example(
        "riders capture who hides in the woods",
        {
            "input": {
                "pursuers": {"count": 4, "travel": "riding", "skill": 13, "top_speed": 8, "complementary": 11},
                "pursued": {"count": 3, "stealth": 12, "top_speed": 5},
                "terrain_open": False,
                "visibility": -2,
                "intent": "capture",
                "capture_equipment": True,
            },
            "dice": SEEDED,
        },
    ),
)
CASUALTIES: Final = (
    Example(
        "a hero and nine orcs lie on the field",
        {
            "input": {
                "fallen": [
                    {"unit": "hero", "name": "Hero", "hp": 13, "important": True},
                    {"unit": "orcs", "name": "Orcs", "hp": 12, "members": 9},
                ]
            },
            "dice": SEEDED,
        },
    ),
)
