"""The printed tables, in the source's row order; modifiers are percentage points, or points on the strike die."""

from typing import Final

from service.dice.model import Rule
from service.dice.transcript import Term
from service.rules.kernel.tally import term
from service.rules.opposed.book import rulebook
from service.rules.opposed.book.words import OpposedParryResult, OpposedPool, OpposedVisibility, Quality
from service.wire import record


@record
class QualityRow:
    """A line of Table 1: the threshold is a percentage, rounded up, of the chance less something."""

    quality: Quality
    letter: str
    rule: Rule
    percent: int
    less: int


@record
class ResultRow:
    """A line of Table 2: what a strike of this result quality does."""

    quality: Quality
    rule: Rule
    pool: OpposedPool
    maximum: bool
    bonus: int
    armour: OpposedPool
    grievous_possible: bool


@record
class ParryRow:
    """A line of the parry result: what a total up to this one achieves."""

    highest: int | None
    result: OpposedParryResult
    rule: Rule


@record
class RowOne:
    """A cell of row 1 of the printed quality table that differs from the text."""

    chance: int
    quality: Quality


@record
class VisibilityRow:
    """A degree of darkness and its modifier."""

    visibility: OpposedVisibility
    modifier: Term


QUALITIES: Final = (  # Table 1; a rank is a position here
    QualityRow(quality=Quality.POOR, letter="P", rule=rulebook.QUALITY_POOR, percent=0, less=0),
    QualityRow(quality=Quality.AVERAGE, letter="A", rule=rulebook.QUALITY_AVERAGE, percent=100, less=0),
    QualityRow(quality=Quality.BETTER, letter="B", rule=rulebook.QUALITY_BETTER, percent=40, less=0),
    QualityRow(quality=Quality.CRUCIAL, letter="C", rule=rulebook.QUALITY_CRUCIAL, percent=20, less=0),
    QualityRow(quality=Quality.DECISIVE, letter="D", rule=rulebook.QUALITY_DECISIVE, percent=10, less=0),
    QualityRow(quality=Quality.EXCELLENT, letter="E", rule=rulebook.QUALITY_EXCELLENT, percent=10, less=100),
    QualityRow(quality=Quality.FANTASTIC, letter="F", rule=rulebook.QUALITY_FANTASTIC, percent=10, less=200),
)

PRINTED_ROW_ONE: Final = (  # 57.4, where a roll of 1 is printed lower than the text grades it
    RowOne(chance=1, quality=Quality.AVERAGE),
    RowOne(chance=2, quality=Quality.BETTER),
    RowOne(chance=3, quality=Quality.CRUCIAL),
    RowOne(chance=4, quality=Quality.CRUCIAL),
)
HIGHEST_PRINTED_CHANCE: Final = 300  # 57.4 prints no quality whose lowest chance lies above

RESULTS: Final = (  # Table 2; a rank is a position here
    ResultRow(
        quality=Quality.POOR,
        rule=rulebook.RESULT_BLOCKED,
        pool=OpposedPool.NONE,
        maximum=False,
        bonus=0,
        armour=OpposedPool.NONE,
        grievous_possible=False,
    ),
    ResultRow(
        quality=Quality.AVERAGE,
        rule=rulebook.RESULT_FATIGUE,
        pool=OpposedPool.FATIGUE,
        maximum=False,
        bonus=0,
        armour=OpposedPool.FATIGUE,
        grievous_possible=False,
    ),
    ResultRow(
        quality=Quality.BETTER,
        rule=rulebook.RESULT_MAXIMUM_FATIGUE,
        pool=OpposedPool.FATIGUE,
        maximum=True,
        bonus=0,
        armour=OpposedPool.FATIGUE,
        grievous_possible=False,
    ),
    ResultRow(
        quality=Quality.CRUCIAL,
        rule=rulebook.RESULT_ENDURANCE,
        pool=OpposedPool.ENDURANCE,
        maximum=False,
        bonus=0,
        armour=OpposedPool.ENDURANCE,
        grievous_possible=False,
    ),
    ResultRow(
        quality=Quality.DECISIVE,
        rule=rulebook.RESULT_ENDURANCE_GRIEVOUS,
        pool=OpposedPool.ENDURANCE,
        maximum=False,
        bonus=0,
        armour=OpposedPool.ENDURANCE,
        grievous_possible=True,
    ),
    ResultRow(
        quality=Quality.EXCELLENT,
        rule=rulebook.RESULT_MAXIMUM_ENDURANCE,
        pool=OpposedPool.ENDURANCE,
        maximum=True,
        bonus=0,
        armour=OpposedPool.NONE,
        grievous_possible=True,
    ),
    ResultRow(
        quality=Quality.FANTASTIC,
        rule=rulebook.RESULT_MAXIMUM_ENDURANCE_PLUS_TEN,
        pool=OpposedPool.ENDURANCE,
        maximum=True,
        bonus=10,
        armour=OpposedPool.NONE,
        grievous_possible=True,
    ),
)

# 57.1 Strike Chance Modifiers Summary

STRIKE_CLOSE_STRENGTH: Final = Term(
    rule=rulebook.STRIKE_CLOSE_STRENGTH.id, label="Physical Strength, per point", value=+1
)
STRIKE_CLOSE_NO_FATIGUE: Final = term(rulebook.STRIKE_CLOSE_NO_FATIGUE, -20)
STRIKE_MELEE_NO_FATIGUE: Final = term(rulebook.STRIKE_MELEE_NO_FATIGUE, -10)
STRIKE_OFFENSIVE_WITHDRAWAL: Final = term(rulebook.STRIKE_OFFENSIVE_WITHDRAWAL, -20)
STRIKE_CHARGE_POLE_OR_SHIELD: Final = term(rulebook.STRIKE_CHARGE_POLE_OR_SHIELD, +20)
STRIKE_CHARGE_OTHER: Final = term(rulebook.STRIKE_CHARGE_OTHER, -15)
STRIKE_MELEE_FLANK: Final = term(rulebook.STRIKE_MELEE_FLANK, +10)
STRIKE_MELEE_REAR: Final = term(rulebook.STRIKE_MELEE_REAR, +30)
STRIKE_MELEE_LOW_DEFENDER: Final = term(rulebook.STRIKE_MELEE_LOW_DEFENDER, +20)
STRIKE_RANGED_FLANK: Final = term(rulebook.STRIKE_RANGED_FLANK, +10)
STRIKE_RANGED_REAR: Final = term(rulebook.STRIKE_RANGED_REAR, +20)
STRIKE_RANGED_KNEELING: Final = term(rulebook.STRIKE_RANGED_KNEELING, +10)
STRIKE_AIM: Final = term(rulebook.STRIKE_AIM, +20)
STRIKE_SNAPSHOT: Final = term(rulebook.STRIKE_SNAPSHOT, -15)
STRIKE_THROWN_DISTANCE: Final = Term(
    rule=rulebook.STRIKE_THROWN_DISTANCE.id, label="Thrown distance, per hex", value=-3
)
STRIKE_MISSILE_DISTANCE: Final = Term(
    rule=rulebook.STRIKE_MISSILE_DISTANCE.id, label="Missile distance, per 5 hexes or part after the first 5", value=-3
)
STRIKE_VISIBILITY_STARRY: Final = term(rulebook.STRIKE_VISIBILITY_STARRY, -10)
STRIKE_VISIBILITY_CLOUDY: Final = term(rulebook.STRIKE_VISIBILITY_CLOUDY, -20)
STRIKE_VISIBILITY_UNLIT: Final = term(rulebook.STRIKE_VISIBILITY_UNLIT, -30)
STRIKE_VISIBILITY_PITCH_BLACK: Final = term(rulebook.STRIKE_VISIBILITY_PITCH_BLACK, -40)
STRIKE_VISIBILITY_UNSEEN: Final = term(rulebook.STRIKE_VISIBILITY_UNSEEN, -50)
STRIKE_SECONDARY_HAND: Final = term(rulebook.STRIKE_SECONDARY_HAND, -20)
STRIKE_MULTIPLE_STRIKE: Final = term(rulebook.STRIKE_MULTIPLE_STRIKE, -10)
STRIKE_MULTI_HEX_STRIKE: Final = term(rulebook.STRIKE_MULTI_HEX_STRIKE, -20)
STRIKE_AIRBORNE_ATTACKER: Final = term(rulebook.STRIKE_AIRBORNE_ATTACKER, -10)

STRIKE_MODIFIERS: Final = (
    STRIKE_CLOSE_STRENGTH,
    STRIKE_CLOSE_NO_FATIGUE,
    STRIKE_MELEE_NO_FATIGUE,
    STRIKE_OFFENSIVE_WITHDRAWAL,
    STRIKE_CHARGE_POLE_OR_SHIELD,
    STRIKE_CHARGE_OTHER,
    STRIKE_MELEE_FLANK,
    STRIKE_MELEE_REAR,
    STRIKE_MELEE_LOW_DEFENDER,
    STRIKE_RANGED_FLANK,
    STRIKE_RANGED_REAR,
    STRIKE_RANGED_KNEELING,
    STRIKE_AIM,
    STRIKE_SNAPSHOT,
    STRIKE_THROWN_DISTANCE,
    STRIKE_MISSILE_DISTANCE,
    STRIKE_VISIBILITY_STARRY,
    STRIKE_VISIBILITY_CLOUDY,
    STRIKE_VISIBILITY_UNLIT,
    STRIKE_VISIBILITY_PITCH_BLACK,
    STRIKE_VISIBILITY_UNSEEN,
    STRIKE_SECONDARY_HAND,
    STRIKE_MULTIPLE_STRIKE,
    STRIKE_MULTI_HEX_STRIKE,
    STRIKE_AIRBORNE_ATTACKER,
)

# 57.2 Defence Modifiers Summary

DEFENCE_CLOSE_STRENGTH: Final = Term(
    rule=rulebook.DEFENCE_CLOSE_STRENGTH.id, label="Physical Strength, per point", value=+1
)
DEFENCE_CLOSE_NO_FATIGUE: Final = term(rulebook.DEFENCE_CLOSE_NO_FATIGUE, -20)
DEFENCE_CLOSE_STUNNED: Final = term(rulebook.DEFENCE_CLOSE_STUNNED, -20)
DEFENCE_MELEE_NO_FATIGUE: Final = term(rulebook.DEFENCE_MELEE_NO_FATIGUE, -10)
DEFENCE_MELEE_STUNNED: Final = term(rulebook.DEFENCE_MELEE_STUNNED, -15)
DEFENCE_DEFENSIVE_WITHDRAWAL: Final = term(rulebook.DEFENCE_DEFENSIVE_WITHDRAWAL, +20)
DEFENCE_MELEE_EVADING: Final = term(rulebook.DEFENCE_MELEE_EVADING, +10)
DEFENCE_MELEE_EVADING_RANK: Final = Term(
    rule=rulebook.DEFENCE_MELEE_EVADING_RANK.id, label="Evading with a ranked weapon, per Rank", value=+4
)
DEFENCE_RANGED_STUNNED: Final = term(rulebook.DEFENCE_RANGED_STUNNED, -10)
DEFENCE_RANGED_MOVING: Final = term(rulebook.DEFENCE_RANGED_MOVING, +5)
DEFENCE_RANGED_LOW: Final = term(rulebook.DEFENCE_RANGED_LOW, +10)
DEFENCE_RANGED_EVADING: Final = term(rulebook.DEFENCE_RANGED_EVADING, +20)
DEFENCE_RANGED_SHELTERED: Final = term(rulebook.DEFENCE_RANGED_SHELTERED, +20)
DEFENCE_AIRBORNE: Final = term(rulebook.DEFENCE_AIRBORNE, +20)

DEFENCE_MODIFIERS: Final = (
    DEFENCE_CLOSE_STRENGTH,
    DEFENCE_CLOSE_NO_FATIGUE,
    DEFENCE_CLOSE_STUNNED,
    DEFENCE_MELEE_NO_FATIGUE,
    DEFENCE_MELEE_STUNNED,
    DEFENCE_DEFENSIVE_WITHDRAWAL,
    DEFENCE_MELEE_EVADING,
    DEFENCE_MELEE_EVADING_RANK,
    DEFENCE_RANGED_STUNNED,
    DEFENCE_RANGED_MOVING,
    DEFENCE_RANGED_LOW,
    DEFENCE_RANGED_EVADING,
    DEFENCE_RANGED_SHELTERED,
    DEFENCE_AIRBORNE,
)

# Ranged and Assassin: what is added to the strike die

DIE_AIM: Final = term(rulebook.DIE_AIM, -5)
DIE_ASSASSIN_SURPRISE: Final = Term(
    rule=rulebook.DIE_ASSASSIN_SURPRISE.id, label="Assassin, from surprise, per Rank", value=-2
)
DIE_ASSASSIN_BEHIND: Final = Term(
    rule=rulebook.DIE_ASSASSIN_BEHIND.id, label="Assassin, from behind, per Rank", value=-1
)
DIE_ASSASSIN_FRONT: Final = Term(
    rule=rulebook.DIE_ASSASSIN_FRONT.id, label="Assassin, from in front, per 3 Ranks", value=-1
)

DICE_MODIFIERS: Final = (
    DIE_AIM,
    DIE_ASSASSIN_SURPRISE,
    DIE_ASSASSIN_BEHIND,
    DIE_ASSASSIN_FRONT,
)

VISIBILITY: Final = (  # 57.1 Visibility Condition Modifiers
    VisibilityRow(visibility=OpposedVisibility.STARRY_OR_SHADOWY, modifier=STRIKE_VISIBILITY_STARRY),
    VisibilityRow(visibility=OpposedVisibility.CLOUDY_NIGHT, modifier=STRIKE_VISIBILITY_CLOUDY),
    VisibilityRow(visibility=OpposedVisibility.UNLIT_INTERIOR, modifier=STRIKE_VISIBILITY_UNLIT),
    VisibilityRow(visibility=OpposedVisibility.PITCH_BLACK, modifier=STRIKE_VISIBILITY_PITCH_BLACK),
)

PARRIES: Final = (  # 57.3 Parry result; null is without end
    ParryRow(highest=3, result=OpposedParryResult.PARRIED, rule=rulebook.EVADE_PARRY_SUCCESS),
    ParryRow(highest=7, result=OpposedParryResult.DISARM, rule=rulebook.EVADE_PARRY_DISARM),
    ParryRow(highest=None, result=OpposedParryResult.DISARM_AND_RIPOSTE, rule=rulebook.EVADE_PARRY_RIPOSTE),
)
