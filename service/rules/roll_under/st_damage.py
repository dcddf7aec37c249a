"""Damage of bare strength, thrusting and swinging."""

from dataclasses import dataclass
from typing import Final

from service.rules.roll_under.damage import Damage, damage_of


@dataclass(frozen=True, slots=True)
class StrengthRow:
    """ST from which on a thrust and a swing do this damage."""

    st: int
    thrust: str
    swing: str


ST_DAMAGE: Final = (
    StrengthRow(8, "1d-3", "1d-2"),
    StrengthRow(9, "1d-2", "1d-1"),
    StrengthRow(10, "1d-2", "1d"),
    StrengthRow(11, "1d-1", "1d+1"),
    StrengthRow(12, "1d-1", "1d+2"),
    StrengthRow(13, "1d", "2d-1"),
    StrengthRow(14, "1d", "2d"),
    StrengthRow(15, "1d+1", "2d+1"),
    StrengthRow(16, "1d+1", "2d+2"),
    StrengthRow(17, "1d+2", "3d-1"),
    StrengthRow(18, "1d+2", "3d"),
    StrengthRow(19, "2d-1", "3d+1"),
    StrengthRow(20, "2d-1", "3d+2"),
    StrengthRow(21, "2d", "4d-1"),
    StrengthRow(22, "2d", "4d"),
    StrengthRow(23, "2d+1", "4d+1"),
    StrengthRow(24, "2d+1", "4d+2"),
    StrengthRow(25, "2d+2", "5d-1"),
    StrengthRow(26, "2d+2", "5d"),
    StrengthRow(27, "3d-1", "5d+1"),
    StrengthRow(30, "3d", "5d+2"),
)


def swing_of(st: int) -> Damage:
    """Return the damage of a swing; between two lines the lower counts, below the first line the first."""
    rows = [row for row in ST_DAMAGE if row.st <= st] or [ST_DAMAGE[0]]
    return damage_of(rows[-1].swing)
