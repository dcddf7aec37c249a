"""Requests of the family `heroic` that are shown in the documentation and executed by the tests."""

from typing import Any, Final

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
