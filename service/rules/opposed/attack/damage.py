"""What a hit does: the row of Table 2, the damage, the armour it meets, and grievous injuries."""

from functools import lru_cache
from typing import Annotated, Final, NamedTuple

from pydantic import Field

from service.dice.model import D100, Bands, Cites, Dice, DicePool, Rule
from service.rules.opposed.book import rulebook
from service.rules.opposed.book.rulings import Rulings
from service.rules.opposed.book.tables import ResultRow
from service.rules.opposed.book.words import OpposedEffect, OpposedPool, OpposedWeaponClass, Quality
from service.rules.opposed.figures.models import OpposedGrievousRow
from service.wire import record

FATIGUE: Final = OpposedPool.FATIGUE
ENDURANCE: Final = OpposedPool.ENDURANCE
POOLS: Final = tuple(DicePool(count, 10) for count in range(6))
"""The damage dice by their number."""

EVERY_FACE: Final = (100,)
SPOKEN: Final = {FATIGUE: "Fatigue", ENDURANCE: "Endurance"}


@record
class OpposedDamage:
    """The damage of one strike."""

    pool: Annotated[OpposedPool, Field(description="Which points it takes.")]
    raw: Annotated[int, Field(description="Points before armour.")]
    armour: Annotated[int, Field(description="Points of armour and damage reduction that counted.")]
    applied: Annotated[int, Field(description="Points after armour.")]


@record
class OpposedGrievous:
    """The row of the caller's table that the grievous roll hit."""

    label: Annotated[str, Field(description="The injury.")]
    extra_endurance: Annotated[int, Field(description="Further Endurance lost, reduced by nothing.")]
    conditions: Annotated[tuple[OpposedEffect, ...], Field(description="What else befell the target.")]


NO_DAMAGE: Final = OpposedDamage(pool=OpposedPool.NONE, raw=0, armour=0, applied=0)


class Blow(NamedTuple):
    """What the damage of a strike depends on besides its result quality."""

    dice: int
    modifier: int
    armour_ft: int
    armour_en: int
    damage_reduction: int


def roll_damage(blow: Blow, row: ResultRow, attacker: str, defender: str, dice: Dice) -> OpposedDamage:
    """Roll or maximise the damage of a hit and take the armour of its row from it.

    Dice: D10 for each damage die, unless the row takes the maximum.
    Source: Table 2; Armour Definition.
    """
    armour = _armour_of(blow, row)
    bonus = blow.modifier + row.bonus
    roll = (
        None
        if row.maximum
        else dice.roll(
            rulebook.DAMAGE_ROLL, POOLS[blow.dice], actor=attacker, bands=bands_of(blow.dice, armour - bonus)
        )
    )
    face = 10 * blow.dice if roll is None else roll.total
    raw = face + bonus
    damage = OpposedDamage(pool=row.pool, raw=raw, armour=armour, applied=max(0, raw - armour))
    text = _sentence(damage, f"maximum {face}" if row.maximum else face, bonus, attacker, defender)
    cites = _cites_of(row.quality, reduced=blow.damage_reduction > 0, absorbed=raw < armour)
    if roll is None:
        dice.note(rulebook.DAMAGE_MAXIMUM, text, actor=attacker, cites=cites)
    else:
        roll.tell(text, cites=cites)
    return damage


def _armour_of(blow: Blow, row: ResultRow) -> int:
    """Return the points that count against a row of Table 2; damage reduction always does."""
    if row.armour is FATIGUE:
        return blow.armour_ft + blow.damage_reduction
    if row.armour is ENDURANCE:
        return blow.armour_en + blow.damage_reduction
    return blow.damage_reduction


@lru_cache(maxsize=512)
def bands_of(count: int, absorbed: int) -> Bands | None:
    """Return the totals of so many d10 that do different damage: all those that armour absorbs are alike."""
    if absorbed <= count:
        return None
    highest = 10 * count
    return tuple(range(min(absorbed, highest), highest + 1))


def _sentence(damage: OpposedDamage, face: int | str, bonus: int, attacker: str, defender: str) -> str:
    change = f" {'-' if bonus < 0 else '+'} {abs(bonus)}" if bonus else ""
    made = f"({face}{change} damage, armour {damage.armour})"
    if not damage.applied:
        return f"{attacker} does not get through to {defender} {made}."
    return f"{attacker} wounds {defender}: {damage.applied} {SPOKEN[damage.pool]} {made}."


@lru_cache(maxsize=64)
def _cites_of(quality: Quality, *, reduced: bool, absorbed: bool) -> Cites:
    rules: list[Rule] = [ARMOUR_OF[quality], POOL_OF[quality]]
    if reduced:
        rules.append(rulebook.ARMOUR_DAMAGE_REDUCTION)
    if absorbed:
        rules.append(rulebook.DAMAGE_MINIMUM)
    rulings = [RULINGS_OF[quality]]
    if reduced and quality in (Quality.EXCELLENT, Quality.FANTASTIC):
        rulings.append(Rulings.DAMAGE_REDUCTION_SCOPE)
    if absorbed:
        rulings.append(Rulings.MINIMUM_DAMAGE)
    return (*rules, *rulings)


ARMOUR_OF: Final = {
    Quality.AVERAGE: rulebook.ARMOUR_FT,
    Quality.BETTER: rulebook.ARMOUR_FT,
    Quality.CRUCIAL: rulebook.ARMOUR_EN,
    Quality.DECISIVE: rulebook.ARMOUR_EN,
    Quality.EXCELLENT: rulebook.ARMOUR_NONE,
    Quality.FANTASTIC: rulebook.ARMOUR_NONE,
}
POOL_OF: Final = {
    Quality.AVERAGE: rulebook.DAMAGE_FATIGUE_POOL,
    Quality.BETTER: rulebook.DAMAGE_FATIGUE_POOL,
    Quality.CRUCIAL: rulebook.DAMAGE_ENDURANCE_POOL,
    Quality.DECISIVE: rulebook.DAMAGE_ENDURANCE_POOL,
    Quality.EXCELLENT: rulebook.DAMAGE_ENDURANCE_POOL,
    Quality.FANTASTIC: rulebook.DAMAGE_ENDURANCE_POOL,
}
RULINGS_OF: Final = {
    Quality.AVERAGE: Rulings.FT_EN_DOUBLE_MEANING,
    Quality.BETTER: Rulings.ENHANCED_FATIGUE_NAME,
    Quality.CRUCIAL: Rulings.FT_EN_DOUBLE_MEANING,
    Quality.DECISIVE: Rulings.FT_EN_DOUBLE_MEANING,
    Quality.EXCELLENT: Rulings.MAXIMUM_DAMAGE,
    Quality.FANTASTIC: Rulings.PLUS_TEN_ORDER,
}


def roll_grievous(
    attacker: str, table: tuple[OpposedGrievousRow, ...], weapon_class: OpposedWeaponClass | None, dice: Dice
) -> tuple[int, OpposedGrievous | None]:
    """Roll for a grievous injury and read the caller's table, if there is one.

    Dice: D100.
    """
    bands = _table_bands(table) if table else EVERY_FACE
    roll = dice.roll(rulebook.GRIEVOUS_ROLL, D100, actor=attacker, bands=bands)
    for row in table:
        if row.lowest <= roll.total <= row.highest and row.weapon_class in (None, weapon_class):
            text = f"{attacker} rolls {roll.total}: {row.label}, {row.extra_endurance} more Endurance."
            roll.tell(text, cites=(rulebook.ARMOUR_GRIEVOUS_BYPASS, Rulings.GRIEVOUS_TABLE))
            return roll.total, OpposedGrievous(
                label=row.label, extra_endurance=row.extra_endurance, conditions=row.conditions
            )
    text = f"{attacker} rolls {roll.total} for a grievous injury."
    roll.tell(text, cites=(Rulings.GRIEVOUS_TABLE, Rulings.MISSING_LINKS))
    return roll.total, None


def _table_bands(table: tuple[OpposedGrievousRow, ...]) -> Bands:
    edges = {100, *(row.highest for row in table), *(row.lowest - 1 for row in table)}
    return tuple(sorted(edges - {0}))
