"""Battles of a size to be measured."""

from typing import Any, Final

from service.rules.kernel.examples import examples_of

SEEDED = {"kind": "seeded", "seed": "sha256ctr1:bench"}


def mass_round(a_side: int) -> dict[str, Any]:
    """Two lines of units that advance upon each other: a round of contacts and clashes."""
    lines = [("red", 0, 2), ("blue", 3, 5)]
    return {
        "input": {
            "units": [
                {
                    "id": f"{side} {n}",
                    "side": side,
                    "battle_die": "d8",
                    "speed": 3,
                    "morale_max": 3,
                    "hex": [column, n],
                    "facing": facing,
                }
                for side, column, facing in lines
                for n in range(a_side)
            ],
            "commanders": [{"id": f"{side} leader", "side": side, "thac0": 15, "charisma": 12} for side, _, _ in lines],
            "orders": [
                {
                    "commander": f"{side} leader",
                    "actions": [
                        {
                            "kind": "move",
                            "units": [f"{side} {n}" for n in range(a_side)],
                            "command": {"kind": "advance"},
                        }
                    ],
                }
                for side, _, _ in lines
            ],
        },
        "dice": SEEDED,
    }


FIGHTER: dict[str, Any] = {
    "ht": 11,
    "hp": 12,
    "move": 5,
    "armour": [{"dr": 2}],
    "defenses": {"dodge": 9, "parries": [{"name": "sword", "value": 10}]},
    "attack_modes": [
        {"id": "swing", "weapon": "sword", "kind": "melee", "skill": 13, "damage": "1d+1", "type": "cutting"},
    ],
}


def heroic_round(a_side: int) -> dict[str, Any]:
    """Two lines of single fighters, face to face: everybody strikes the one opposite."""
    lines = [("red", 0), ("blue", 1)]
    names = [(side, n, f"{side} {n}") for side, _ in lines for n in range(a_side)]
    opposite = {"red": "blue", "blue": "red"}
    return {
        "input": {
            "encounter": {
                "sides": [{"id": side} for side, _ in lines],
                "units": [FIGHTER | {"id": name, "side": side} for side, _, name in names],
                "positions": [{"unit": f"{side} {n}", "x": x, "y": 2 * n} for side, x in lines for n in range(a_side)],
            },
            "orders": [
                {"unit": name, "tactic": "neutral", "melee": [{"target": f"{opposite[side]} {n}", "mode": "swing"}]}
                for side, n, name in names
            ],
        },
        "dice": SEEDED,
    }


GROUPS: Final = next(
    each.request["input"]
    for each in examples_of("heroic/resolve-attack")
    if each.request["input"]["target"]["id"] == "troglodytes"
)


def heroic_group_attacks(many: int) -> list[dict[str, Any]]:
    """Attacks of ten on eight, with up to twelve hits, no two of them alike."""
    axe = {"id": "axe", "kind": "melee", "type": "cutting"}
    return [
        {
            "input": {
                "attacker": GROUPS["target"]
                | {"attack_modes": [axe | {"skill": 8 + n % 10, "damage": f"{1 + n % 4}d+{n}"}]},
                "target": GROUPS["attacker"],
                "attack": {"mode": "axe"},
                "attacker_tactic": "offensive",
            }
        }
        for n in range(many)
    ]
