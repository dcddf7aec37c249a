"""The printed tables, in the source's row order; modifiers are percentage points, or points on the strike die."""

from dataclasses import field
from typing import Final

from service.dice.model import DicePool, Rule
from service.rules.opposed.book import rulebook
from service.rules.opposed.book.words import OpposedParryResult, OpposedPool, Quality
from service.wire import value_class


@value_class
class QualityRow:
    """A line of Table 1: the threshold is a percentage, rounded up, of the chance less something."""

    quality: Quality
    letter: str
    rule: Rule
    percent: int
    less: int


@value_class
class ResultRow:
    """A line of Table 2: what a strike of this result quality does."""

    quality: Quality
    rule: Rule
    pool: OpposedPool
    maximum: bool = field(default=False, kw_only=True)
    bonus: int = field(default=0, kw_only=True)
    armour: OpposedPool
    grievous_possible: bool = field(default=False, kw_only=True)


DAMAGE_POOLS: Final = tuple(DicePool(count, 10) for count in range(6))
"""The damage dice by their number."""


@value_class
class ParryRow:
    """A line of the parry result: what a total up to this one achieves."""

    highest: int | None
    result: OpposedParryResult
    rule: Rule


@value_class
class RowOne:
    """A cell of row 1 of the printed quality table that differs from the text."""

    chance: int
    quality: Quality


QUALITIES: Final = (  # Table 1; a rank is a position here
    QualityRow(Quality.POOR, "P", rulebook.QUALITY_POOR, 0, 0),
    QualityRow(Quality.AVERAGE, "A", rulebook.QUALITY_AVERAGE, 100, 0),
    QualityRow(Quality.BETTER, "B", rulebook.QUALITY_BETTER, 40, 0),
    QualityRow(Quality.CRUCIAL, "C", rulebook.QUALITY_CRUCIAL, 20, 0),
    QualityRow(Quality.DECISIVE, "D", rulebook.QUALITY_DECISIVE, 10, 0),
    QualityRow(Quality.EXCELLENT, "E", rulebook.QUALITY_EXCELLENT, 10, 100),
    QualityRow(Quality.FANTASTIC, "F", rulebook.QUALITY_FANTASTIC, 10, 200),
)

PRINTED_ROW_ONE: Final = (  # 57.4, where a roll of 1 is printed lower than the text grades it
    RowOne(1, Quality.AVERAGE),
    RowOne(2, Quality.BETTER),
    RowOne(3, Quality.CRUCIAL),
    RowOne(4, Quality.CRUCIAL),
)
HIGHEST_PRINTED_CHANCE: Final = 300  # 57.4 prints no quality whose lowest chance lies above

NO_POOL, FATIGUE, ENDURANCE = OpposedPool

RESULTS: Final = (  # Table 2; a rank is a position here
    ResultRow(Quality.POOR, rulebook.RESULT_BLOCKED, NO_POOL, NO_POOL),
    ResultRow(Quality.AVERAGE, rulebook.RESULT_FATIGUE, FATIGUE, FATIGUE),
    ResultRow(Quality.BETTER, rulebook.RESULT_MAXIMUM_FATIGUE, FATIGUE, FATIGUE, maximum=True),
    ResultRow(Quality.CRUCIAL, rulebook.RESULT_ENDURANCE, ENDURANCE, ENDURANCE),
    ResultRow(Quality.DECISIVE, rulebook.RESULT_ENDURANCE_GRIEVOUS, ENDURANCE, ENDURANCE, grievous_possible=True),
    ResultRow(
        Quality.EXCELLENT, rulebook.RESULT_MAXIMUM_ENDURANCE, ENDURANCE, NO_POOL, maximum=True, grievous_possible=True
    ),
    ResultRow(
        Quality.FANTASTIC,
        rulebook.RESULT_MAXIMUM_ENDURANCE_PLUS_TEN,
        ENDURANCE,
        NO_POOL,
        maximum=True,
        bonus=10,
        grievous_possible=True,
    ),
)

# Ranged and Assassin: what is added to the strike die

PARRIES: Final = (  # 57.3 Parry result; null is without end
    ParryRow(3, OpposedParryResult.PARRIED, rulebook.EVADE_PARRY_SUCCESS),
    ParryRow(7, OpposedParryResult.DISARM, rulebook.EVADE_PARRY_DISARM),
    ParryRow(None, OpposedParryResult.DISARM_AND_RIPOSTE, rulebook.EVADE_PARRY_RIPOSTE),
)
