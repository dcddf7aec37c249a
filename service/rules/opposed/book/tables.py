"""The printed tables, in the source's row order; modifiers are percentage points, or points on the strike die."""

from dataclasses import dataclass, field
from typing import Final

from service.dice.model import Rule
from service.rules.kernel.modifiers import Modifier
from service.rules.opposed.book import rulebook
from service.rules.opposed.book.words import OpposedAssassin, OpposedFact, OpposedParryResult, OpposedPool, Quality


@dataclass(frozen=True, slots=True)
class QualityRow:
    """A line of Table 1: the threshold is a percentage, rounded up, of the chance less something."""

    quality: Quality
    letter: str
    rule: Rule
    percent: int
    less: int


@dataclass(frozen=True, slots=True)
class ResultRow:
    """A line of Table 2: what a strike of this result quality does."""

    quality: Quality
    rule: Rule
    pool: OpposedPool
    maximum: bool = field(default=False, kw_only=True)
    bonus: int = field(default=0, kw_only=True)
    armour: OpposedPool
    grievous_possible: bool = field(default=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class ParryRow:
    """A line of the parry result: what a total up to this one achieves."""

    highest: int | None
    result: OpposedParryResult
    rule: Rule


@dataclass(frozen=True, slots=True)
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

STRIKE_MODIFIERS: Final = (  # 57.1 Strike Chance Modifiers Summary
    Modifier(rulebook.STRIKE_CLOSE_STRENGTH, +1, OpposedFact.CLOSE_STRENGTH),
    Modifier(rulebook.STRIKE_CLOSE_NO_FATIGUE, -20, OpposedFact.CLOSE_SPENT),
    Modifier(rulebook.STRIKE_MELEE_NO_FATIGUE, -10, OpposedFact.MELEE_SPENT),
    Modifier(rulebook.STRIKE_OFFENSIVE_WITHDRAWAL, -20, OpposedFact.WITHDRAWING),
    Modifier(rulebook.STRIKE_CHARGE_POLE_OR_SHIELD, +20, OpposedFact.CHARGE_WITH_POLE_OR_SHIELD),
    Modifier(rulebook.STRIKE_CHARGE_OTHER, -15, OpposedFact.CHARGE),
    Modifier(rulebook.STRIKE_MELEE_FLANK, +10, OpposedFact.MELEE_FLANK),
    Modifier(rulebook.STRIKE_MELEE_REAR, +30, OpposedFact.MELEE_REAR),
    Modifier(rulebook.STRIKE_MELEE_LOW_DEFENDER, +20, OpposedFact.MELEE_LOW_TARGET),
    Modifier(rulebook.STRIKE_RANGED_FLANK, +10, OpposedFact.RANGED_FLANK),
    Modifier(rulebook.STRIKE_RANGED_REAR, +20, OpposedFact.RANGED_REAR),
    Modifier(rulebook.STRIKE_RANGED_KNEELING, +10, OpposedFact.RANGED_KNEELING),
    Modifier(rulebook.STRIKE_AIM, +20, OpposedFact.AIMED),
    Modifier(rulebook.STRIKE_SNAPSHOT, -15, OpposedFact.SNAPSHOT),
    Modifier(rulebook.STRIKE_THROWN_DISTANCE, -3, OpposedFact.THROWN_HEX),
    Modifier(rulebook.STRIKE_MISSILE_DISTANCE, -3, OpposedFact.MISSILE_HEXES),
    Modifier(rulebook.STRIKE_VISIBILITY_STARRY, -10, OpposedFact.STARRY),
    Modifier(rulebook.STRIKE_VISIBILITY_CLOUDY, -20, OpposedFact.CLOUDY),
    Modifier(rulebook.STRIKE_VISIBILITY_UNLIT, -30, OpposedFact.UNLIT),
    Modifier(rulebook.STRIKE_VISIBILITY_PITCH_BLACK, -40, OpposedFact.PITCH_BLACK),
    Modifier(rulebook.STRIKE_VISIBILITY_UNSEEN, -50, OpposedFact.UNSEEN),
    Modifier(rulebook.STRIKE_SECONDARY_HAND, -20, OpposedFact.SECONDARY_HAND),
    Modifier(rulebook.STRIKE_MULTIPLE_STRIKE, -10, OpposedFact.MULTIPLE_STRIKE),
    Modifier(rulebook.STRIKE_MULTI_HEX_STRIKE, -20, OpposedFact.MULTI_HEX_STRIKE),
    Modifier(rulebook.STRIKE_AIRBORNE_ATTACKER, -10, OpposedFact.ATTACKER_AIRBORNE),
)

DEFENCE_MODIFIERS: Final = (  # 57.2 Defence Modifiers Summary
    Modifier(rulebook.DEFENCE_CLOSE_STRENGTH, +1, OpposedFact.CLOSE_OWN_STRENGTH),
    Modifier(rulebook.DEFENCE_CLOSE_NO_FATIGUE, -20, OpposedFact.CLOSE_DEFENDER_SPENT),
    Modifier(rulebook.DEFENCE_CLOSE_STUNNED, -20, OpposedFact.CLOSE_STUNNED),
    Modifier(rulebook.DEFENCE_MELEE_NO_FATIGUE, -10, OpposedFact.MELEE_DEFENDER_SPENT),
    Modifier(rulebook.DEFENCE_MELEE_STUNNED, -15, OpposedFact.MELEE_STUNNED),
    Modifier(rulebook.DEFENCE_DEFENSIVE_WITHDRAWAL, +20, OpposedFact.DEFENDER_WITHDRAWING),
    Modifier(rulebook.DEFENCE_MELEE_EVADING, +10, OpposedFact.MELEE_EVADING),
    Modifier(rulebook.DEFENCE_MELEE_EVADING_RANK, +4, OpposedFact.MELEE_EVADING_RANK),
    Modifier(rulebook.DEFENCE_RANGED_STUNNED, -10, OpposedFact.RANGED_STUNNED),
    Modifier(rulebook.DEFENCE_RANGED_MOVING, +5, OpposedFact.RANGED_MOVING),
    Modifier(rulebook.DEFENCE_RANGED_LOW, +10, OpposedFact.RANGED_LOW),
    Modifier(rulebook.DEFENCE_RANGED_EVADING, +20, OpposedFact.RANGED_EVADING),
    Modifier(rulebook.DEFENCE_RANGED_SHELTERED, +20, OpposedFact.RANGED_SHELTERED),
    Modifier(rulebook.DEFENCE_AIRBORNE, +20, OpposedFact.DEFENDER_AIRBORNE),
)

# Ranged and Assassin: what is added to the strike die

DIE_AIM: Final = Modifier(rulebook.DIE_AIM, -5, OpposedFact.AIMED)
DIE_ASSASSIN: Final = {
    OpposedAssassin.SURPRISE: Modifier(rulebook.DIE_ASSASSIN_SURPRISE, -2, OpposedFact.ASSASSIN_SURPRISE),
    OpposedAssassin.BEHIND: Modifier(rulebook.DIE_ASSASSIN_BEHIND, -1, OpposedFact.ASSASSIN_BEHIND),
    OpposedAssassin.FRONT: Modifier(rulebook.DIE_ASSASSIN_FRONT, -1, OpposedFact.ASSASSIN_FRONT),
}
DIE_MODIFIERS: Final = (DIE_AIM, *DIE_ASSASSIN.values())

PARRIES: Final = (  # 57.3 Parry result; null is without end
    ParryRow(3, OpposedParryResult.PARRIED, rulebook.EVADE_PARRY_SUCCESS),
    ParryRow(7, OpposedParryResult.DISARM, rulebook.EVADE_PARRY_DISARM),
    ParryRow(None, OpposedParryResult.DISARM_AND_RIPOSTE, rulebook.EVADE_PARRY_RIPOSTE),
)
