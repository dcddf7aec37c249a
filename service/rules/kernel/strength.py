"""Strength: what a figure of an encounter still has, as numbers that mean the same in every family."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Strength:
    """What a figure, or a unit of many members, still has: members that stand and fight, and points that it can lose.

    Points are those that damage takes, such as hit points, stamina or Morale Points: all pools of a figure together.
    They may be negative.
    """

    side: str
    standing: int
    points: int
