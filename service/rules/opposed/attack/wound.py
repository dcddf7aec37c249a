"""Damage, armour, grievous injuries and the other effects of a strike on its target."""

from functools import lru_cache
from typing import Annotated, Final, NamedTuple

from pydantic import Field

from service.dice.model import D100, Bands, Cites, Dice
from service.rules.kernel.figures import Who
from service.rules.opposed.attack import maneuver_effects
from service.rules.opposed.attack.plan import Blow, StrikePlan
from service.rules.opposed.book import rulebook
from service.rules.opposed.book.rulings import Rulings
from service.rules.opposed.book.tables import DAMAGE_POOLS, ENDURANCE, FATIGUE, NO_POOL, RESULTS, ResultRow
from service.rules.opposed.book.words import OpposedEffect, OpposedManeuverKind, OpposedPool, OpposedStatus, Quality
from service.rules.opposed.figures.vitals import Health, Suffering, roll_stay_conscious, suffer
from service.wire import record

POINTS: Final = {FATIGUE: "Fatigue", ENDURANCE: "Endurance"}
NO_MANEUVER: Final = OpposedManeuverKind.NONE
ACTIVE: Final = OpposedStatus.ACTIVE
DAMAGE_CITES: Final[dict[Quality, Cites]] = {
    Quality.AVERAGE: (rulebook.ARMOUR_FT, rulebook.DAMAGE_FATIGUE_POOL, Rulings.FT_EN_DOUBLE_MEANING),
    Quality.BETTER: (rulebook.ARMOUR_FT, rulebook.DAMAGE_FATIGUE_POOL, Rulings.ENHANCED_FATIGUE_NAME),
    Quality.CRUCIAL: (rulebook.ARMOUR_EN, rulebook.DAMAGE_ENDURANCE_POOL, Rulings.FT_EN_DOUBLE_MEANING),
    Quality.DECISIVE: (rulebook.ARMOUR_EN, rulebook.DAMAGE_ENDURANCE_POOL, Rulings.FT_EN_DOUBLE_MEANING),
    Quality.EXCELLENT: (rulebook.ARMOUR_NONE, rulebook.DAMAGE_ENDURANCE_POOL, Rulings.MAXIMUM_DAMAGE),
    Quality.FANTASTIC: (rulebook.ARMOUR_NONE, rulebook.DAMAGE_ENDURANCE_POOL, Rulings.PLUS_TEN_ORDER),
}


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
    conditions: Annotated[tuple[OpposedEffect, ...], Field(description="What else happened to the target.")]


class Harm(NamedTuple):
    """The damage of a strike before anybody suffers it, and its grievous injury."""

    damage: OpposedDamage
    grievous_possible: bool = False
    grievous_roll: int | None = None
    grievous: OpposedGrievous | None = None

    @property
    def fatigue(self) -> int:
        """Points of Fatigue that it takes."""
        return self.damage.applied if self.damage.pool is FATIGUE else 0

    @property
    def endurance(self) -> int:
        """Points of Endurance that it takes, with those of the grievous injury."""
        extra = self.grievous.extra_endurance if self.grievous else 0
        return self.damage.applied - self.fatigue + extra


class Consciousness(NamedTuple):
    """A figure's health after a stay-conscious roll; `conscious` is None where none was rolled."""

    health: Health
    check_due: bool
    conscious: bool | None


HARMLESS: Final = Harm(OpposedDamage(pool=NO_POOL, raw=0, armour=0, applied=0))


def roll_harm(plan: StrikePlan, result: Quality, dice: Dice) -> Harm:
    """Roll the damage and grievous injury of a result.

    Dice: as `strike`, from damage to grievous injury.
    """
    row = RESULTS[result.rank]
    if plan.blow is None or row.pool is NO_POOL:
        return HARMLESS
    damage = _roll_damage(plan, plan.blow, row, dice)
    face, grievous = _roll_grievous(plan, dice) if row.grievous_possible else (None, None)
    return Harm(damage, row.grievous_possible, face, grievous)


def suffer_harm(plan: StrikePlan, harm: Harm, health: Health, dice: Dice) -> Suffering:
    """Take the damage and grievous injury of a strike from its target."""
    if harm is HARMLESS:
        return Suffering(health, 0, check_due=False)
    return suffer(health, harm.fatigue, harm.endurance, plan.rulings, plan.defender, dice, by_strike=True)


def _roll_damage(plan: StrikePlan, blow: Blow, row: ResultRow, dice: Dice) -> OpposedDamage:
    """Roll or maximise the damage of a hit and take the armour of its row from it; damage reduction always counts.

    Dice: D10 for each damage die, unless the row takes the maximum.
    Source: Table 2; Armour Definition.
    """
    armour = blow.damage_reduction
    if row.armour is not NO_POOL:
        armour += blow.armour_ft if row.armour is FATIGUE else blow.armour_en
    bonus = blow.modifier + row.bonus
    if row.maximum:
        roll, face = None, 10 * blow.dice
    else:
        bands = bands_of(blow.dice, armour - bonus)
        roll = dice.roll(rulebook.DAMAGE_ROLL, DAMAGE_POOLS[blow.dice], actor=plan.attacker.id, bands=bands)
        face = roll.total
    raw = face + bonus
    damage = OpposedDamage(pool=row.pool, raw=raw, armour=armour, applied=max(0, raw - armour))
    if not dice.tells:
        return damage
    change = f" {'-' if bonus < 0 else '+'} {abs(bonus)}" if bonus else ""
    text = f"({'maximum ' if row.maximum else ''}{face}{change} damage, armour {armour})."
    if damage.applied:
        text = f"{plan.attacker.name} wounded {plan.defender.name}: {damage.applied} {POINTS[row.pool]} {text}"
    else:
        text = f"{plan.attacker.name} did not get through to {plan.defender.name} {text}"
    cites = _damage_cites(row.quality, reduced=blow.damage_reduction > 0, absorbed=raw < armour)
    if roll is None:
        dice.note(rulebook.DAMAGE_MAXIMUM, text, actor=plan.attacker.id, cites=cites)
    else:
        roll.tell(text, cites=cites)
    return damage


@lru_cache(maxsize=512)
def bands_of(count: int, absorbed: int) -> Bands | None:
    """Return the totals of so many d10 that do different damage: all those that armour absorbs are alike."""
    if absorbed <= count:
        return None
    highest = 10 * count
    return tuple(range(min(absorbed, highest), highest + 1))


@lru_cache(maxsize=64)
def _damage_cites(quality: Quality, *, reduced: bool, absorbed: bool) -> Cites:
    *rules, ruling = DAMAGE_CITES[quality]
    cites: Cites = (*rules, rulebook.ARMOUR_DAMAGE_REDUCTION) if reduced else tuple(rules)
    if absorbed:
        cites += (rulebook.DAMAGE_MINIMUM,)
    cites += (ruling,)
    if reduced and quality.rank >= Quality.EXCELLENT.rank:
        cites += (Rulings.DAMAGE_REDUCTION_SCOPE,)
    return cites


def _roll_grievous(plan: StrikePlan, dice: Dice) -> tuple[int | None, OpposedGrievous | None]:
    """Report a possible grievous injury, or roll for it and read the caller's table, if there is one.

    Dice: D100, with the option grievous_roll.
    """
    attacker, table = plan.attacker, plan.grievous_table
    text = f"{attacker.name} may have done {plan.defender.name} a grievous injury."
    dice.note(rulebook.GRIEVOUS_POSSIBLE, text, actor=attacker.id)
    if not plan.rulings.grievous_roll:
        return None, None
    edges = {100, *(row.highest for row in table), *(row.lowest - 1 for row in table)}
    face = dice.roll(rulebook.GRIEVOUS_ROLL, D100, actor=attacker.id, bands=tuple(sorted(edges - {0})))
    for row in table:
        if row.lowest <= face.total <= row.highest and row.weapon_class in (None, plan.weapon_class):
            text = f"{attacker.name} rolled {face.total}: {row.label}, {row.extra_endurance} more Endurance."
            face.tell(text, cites=(rulebook.ARMOUR_GRIEVOUS_BYPASS, Rulings.GRIEVOUS_TABLE))
            return face.total, OpposedGrievous(
                label=row.label, extra_endurance=row.extra_endurance, conditions=row.conditions
            )
    text = f"{attacker.name} rolled {face.total} for a grievous injury."
    face.tell(text, cites=(Rulings.GRIEVOUS_TABLE, Rulings.MISSING_LINKS))
    return face.total, None


def roll_effects(
    plan: StrikePlan, result: Quality, grievous: OpposedGrievous | None, dice: Dice
) -> tuple[maneuver_effects.OpposedAvoidance | None, tuple[OpposedEffect, ...]]:
    """Apply what a grievous injury and the manoeuvre do to the target, unless it avoids the manoeuvre.

    What the target is under already is not done to it again, and not avoided either.

    Dice: D100 to avoid it, if it can be avoided.
    """
    effects = tuple([each for each in grievous.conditions if each not in plan.suffered]) if grievous else ()
    maneuver = plan.maneuver
    if maneuver is NO_MANEUVER or not maneuver_effects.takes_effect(maneuver, result, plan.rulings):
        return None, effects
    row = maneuver_effects.EFFECTS[maneuver]
    if row.effect in plan.suffered:
        text = f"{plan.defender.name} {maneuver_effects.ALREADY[row.effect]}."
        dice.note(row.rule, text, actor=plan.defender.id)
        return None, effects
    avoid = None
    if plan.avoid_chance is not None and row.avoidable is not None:
        avoided = maneuver_effects.roll_avoid(plan.avoid_chance, row.avoidable, dice, plan.defender)
        avoid = maneuver_effects.OpposedAvoidance(chance=plan.avoid_chance.total, avoided=avoided)
        if avoided:
            return avoid, effects
    text = f"{plan.defender.name} {maneuver_effects.SUFFERED[row.effect]}."
    dice.note(row.rule, text, actor=plan.defender.id, cites=row.cites)
    return avoid, (*[each for each in effects if each is not row.effect], row.effect)


def roll_conscious(
    plan: StrikePlan, suffering: Suffering, effects: tuple[OpposedEffect, ...], dice: Dice
) -> Consciousness:
    """Let a figure that was knocked out fall, and one with little Endurance left roll to stay conscious.

    Dice: as `stay_conscious`, if it is due.
    """
    health = suffering.health
    if OpposedEffect.KNOCKED_OUT in effects and health.status is ACTIVE:
        return Consciousness(health._replace(status=OpposedStatus.UNCONSCIOUS), check_due=False, conscious=None)
    if not suffering.check_due:
        return Consciousness(health, check_due=False, conscious=None)
    return stay_conscious(health, plan, plan.defender, dice)


def stay_conscious(health: Health, plan: StrikePlan, who: Who, dice: Dice) -> Consciousness:
    """Roll a stay-conscious roll that is due, or only report it, as the plan says.

    Dice: D100, if the plan resolves consequences.
    """
    cites = (Rulings.CONSCIOUSNESS_TIMING, Rulings.CONSEQUENCE_DICE)
    if not plan.resolves or health.endurance is None:
        text = f"{who.name} had {health.endurance} Endurance left, and a roll to stay conscious was due."
        dice.note(rulebook.CONSCIOUSNESS_CHECK, text, actor=who.id, cites=cites)
        return Consciousness(health, check_due=True, conscious=None)
    cites_of_roll = (*cites, rulebook.DICE_ORDER)
    conscious = roll_stay_conscious(health.endurance, health.willpower, plan.rulings, dice, who, cites_of_roll)
    status = health.status if conscious else OpposedStatus.UNCONSCIOUS
    return Consciousness(health._replace(status=status), check_due=True, conscious=conscious)
