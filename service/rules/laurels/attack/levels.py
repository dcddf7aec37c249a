"""Damage dice by level."""

from service.rules.laurels.attack.outcomes import LaurelsDiceCount
from service.rules.laurels.book.options import LaurelsRulings
from service.rules.laurels.book.refusals import InvalidLevel
from service.rules.laurels.figures.models import LaurelsLevel


def count_dice(input: LaurelsLevel, rulings: LaurelsRulings) -> LaurelsDiceCount:
    """Count the base damage dice of a level: one, and one more at each odd level from 3 on.

    Raises: InvalidLevel.
    Source: Damage Dice.
    """
    refuse_level(input.level, "/level")
    return LaurelsDiceCount(dice=dice_at(input.level))


def dice_at(level: int) -> int:
    """Return the base damage dice of a level."""
    return (level + 1) // 2


def refuse_level(level: int, pointer: str) -> None:
    """Refuse a level below 1.

    Raises: InvalidLevel.
    """
    if level < 1:
        raise InvalidLevel(f"Levels begin at 1, so level {level} has no damage dice.", pointer=pointer)
