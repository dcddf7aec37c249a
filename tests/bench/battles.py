"""Battles of a size to be measured."""

from typing import Any

SEEDED = {"kind": "seeded", "seed": "sha256ctr1:bench"}


def mass_round(a_side: int) -> dict[str, Any]:
    """Two lines of units that advance upon each other: a round of contacts and clashes."""
    lines = [("red", 0, 0), ("blue", 3, 3)]
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
