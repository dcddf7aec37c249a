"""Words that the sentences of steps share: counts, places and powers as players say them.

Events stand in the past tense, because there verbs agree with the names of one and of many ("knights", "a levy").
"""

from typing import Final

from service.rules.kernel.figures import Called
from service.rules.kernel.hexes import Hex
from service.rules.mass.book.tables import POWER_RULES

MOST_TOLD: Final = 5
"""How many units a summary tells of one by one."""


def called(figure: Called) -> str:
    """Return what players call a unit or a commander."""
    return figure.name or str(figure.id)


def counted(number: int, thing: str, things: str) -> str:
    """Count things: "1 hex", "2 hexes"."""
    return f"{number} {thing if number == 1 else things}"


def hexes(number: int) -> str:
    """Count hexes."""
    return counted(number, "hex", "hexes")


def morale(points: int) -> str:
    """Count Morale Points."""
    return counted(points, "Morale Point", "Morale Points")


def place(here: Hex) -> str:
    """Name a hex: "hex (4, -1)"."""
    return f"hex ({here[0]}, {here[1]})"


def power_named(power_id: str) -> str:
    """Name a power as players do: one of the nine by its title, any other by its id without hyphens."""
    rule = POWER_RULES.get(power_id)
    return power_id.replace("-", " ") if rule is None else rule.title


def lost(unit: str, points: int, left: int) -> str:
    """Return the sentence that says what a unit lost, and whether it routed."""
    return f"{lost_in_short(unit, points, left)}."


def lost_in_short(unit: str, points: int, left: int) -> str:
    """Say what a unit lost, and whether it routed, as a part of a sentence."""
    text = f"{unit} lost {morale(points)}"
    return f"{text}, {left} left" if left else f"{text} and routed"
