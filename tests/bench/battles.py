"""Battles of a size to be measured."""

from collections.abc import Sequence
from typing import Any, Final

from service.rules.examples import examples_of

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


SWORDSMAN: dict[str, Any] = {
    "ht": 11,
    "hp_max": 12,
    "weapons": [
        {
            "id": "sword",
            "skill": "Broadsword",
            "level": 13,
            "kind": "melee",
            "modes": [{"name": "swing", "damage": "1d+1", "type": "cutting"}],
        }
    ],
    "ready": {"right": "sword"},
    "armour": [{"dr": 2}],
}
YARD: dict[str, Any] = {"bounds": {"kind": "limits", "q_min": 0, "q_max": 39, "r_min": 0, "r_max": 39}}


def swordsmen(hexes: Sequence[tuple[int, int]]) -> list[dict[str, Any]]:
    """Fighters in hexes of a yard of 40 by 40 hexes, of two sides in turn, red ones facing north."""
    return [
        SWORDSMAN | {"id": f"f{n}", "side": ("red", "blue")[n % 2], "hex": list(each), "facing": n % 2 * 3}
        for n, each in enumerate(hexes)
    ]


def tactical_line(many: int) -> dict[str, Any]:
    """A line of fire over 50 hexes, with rows of fighters on both sides of it and in its way."""
    crowd = swordsmen([(n % 8 * 2 - 4, n // 8 * 9) for n in range(many)])
    ends = {"shooter": {"kind": "place", "hex": [3, 49]}, "target": {"kind": "hex", "hex": [4, -1]}}
    return {"input": {"map": {}, "figures": crowd, **ends}}


def tactical_reach(move: int) -> dict[str, Any]:
    """Where somebody can go within a second from the middle of an open yard."""
    runner = swordsmen([(20, 20)])[0] | {"basic_move": move}
    return {"input": {"map": YARD, "figures": [runner], "figure": runner["id"], "maneuver": "move"}}


def two_lines(a_side: int, apart: int) -> list[dict[str, Any]]:
    """Two lines of fighters who face each other, so many hexes apart."""
    return swordsmen([(20 + n // 2, 21 - n // 4 - n % 2 * apart) for n in range(2 * a_side)])


def tactical_orders(a_side: int) -> dict[str, Any]:
    """A round of two lines at arm's length by orders: everybody turns about and back, and strikes."""
    figures = two_lines(a_side, 1)
    intents = [
        {
            "figure": each["id"],
            "maneuver": "move_and_attack",
            "path": [{"turn": 1}, {"turn": -1}],
            "attack": {"target": f"f{n + 1 - n % 2 * 2}"},
        }
        for n, each in enumerate(figures)
    ]
    return {"input": {"map": YARD, "figures": figures, "intents": intents}, "dice": SEEDED}


def tactical_fight(a_side: int) -> dict[str, Any]:
    """A round of two lines, three hexes apart, who fight as they like."""
    figures = two_lines(a_side, 3)
    return {"input": {"map": YARD, "figures": figures, "npc": [each["id"] for each in figures]}, "dice": SEEDED}


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
