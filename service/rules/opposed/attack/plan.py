"""The plan of a strike: everything its dice depend on, worked out before the first of them is rolled."""

from typing import Final, NamedTuple

from service.dice.model import Cites
from service.dice.transcript import Tally
from service.rules.opposed.attack import maneuver_effects
from service.rules.opposed.attack.legality import is_able
from service.rules.opposed.attack.modifiers import defence_of, dice_modifier_of, strike_chance_of
from service.rules.opposed.attack.quality import Grading, grading_of
from service.rules.opposed.book.options import OpposedRulings
from service.rules.opposed.book.words import OpposedEffect, OpposedManeuverKind, OpposedMode, OpposedWeaponClass
from service.rules.opposed.figures.models import OpposedFigure, OpposedGrievousRow, OpposedStrike
from service.rules.opposed.figures.vitals import Health, health_of

MELEE: Final = OpposedMode.MELEE
NO_MANEUVER: Final = OpposedManeuverKind.NONE


class Blow(NamedTuple):
    """What the damage of a strike depends on besides its result quality."""

    dice: int
    modifier: int
    armour_ft: int
    armour_en: int
    damage_reduction: int


class ParryPlan(NamedTuple):
    """What an evading defender's parry depends on."""

    evader_rank: int
    attacker_rank: int
    attacker_unarmed: bool


class StrikePlan(NamedTuple):
    """One strike, ready to be rolled; equal figures under equal rulings make equal plans.

    What is None cannot happen: damage from a harmless manoeuvre, avoiding what needs no avoiding, a parry.
    """

    attacker: str
    defender: str
    strike_chance: Tally
    defence: Tally
    dice_modifier: Tally
    attack_grading: Grading
    defence_grading: Grading
    attack_cites: Cites
    defence_cites: Cites
    blow: Blow | None
    weapon_class: OpposedWeaponClass | None
    grievous_table: tuple[OpposedGrievousRow, ...]
    maneuver: OpposedManeuverKind
    avoid_chance: Tally | None
    suffered: tuple[OpposedEffect, ...]
    initiative: int
    attacker_health: Health
    defender_health: Health
    parry: ParryPlan | None
    resolves: bool
    rulings: OpposedRulings


class StrikeTerms(NamedTuple):
    """What surrounds a strike.

    `resolves` says whether fumbles and stay-conscious rolls are rolled or only reported; `initiative_lost` is what an
    earlier fumble of the round took from the attacker's initiative; `attacker` and `defender` name figures without id.
    """

    resolves: bool
    parry: bool = True
    grievous_table: tuple[OpposedGrievousRow, ...] = ()
    initiative_lost: int = 0
    attacker: str = "Attacker"
    defender: str = "Defender"


def plan_strike(
    attacker: OpposedFigure, defender: OpposedFigure, order: OpposedStrike, rulings: OpposedRulings, terms: StrikeTerms
) -> StrikePlan:
    """Work out one strike of one figure at another; refuses nothing (see `legality`)."""
    chance = strike_chance_of(attacker, defender, order, rulings)
    defence = defence_of(defender, order, rulings)
    modifier = dice_modifier_of(attacker, order.situation, rulings)
    maneuver = order.maneuver
    avoidable = None if maneuver is NO_MANEUVER else maneuver_effects.EFFECTS[maneuver].avoidable
    natural_01 = rulings.natural_01
    return StrikePlan(
        attacker.id or terms.attacker,
        defender.id or terms.defender,
        chance.tally,
        defence.tally,
        modifier.tally,
        grading_of(chance.tally.total, modifier.tally.total, natural_01, rulings.fumble_from),
        grading_of(defence.tally.total, 0, natural_01),
        chance.cites + modifier.cites,
        defence.cites,
        _blow_of(attacker, defender, maneuver) if maneuver_effects.deals_damage(maneuver, rulings) else None,
        attacker.weapon.weapon_class,
        terms.grievous_table,
        maneuver,
        maneuver_effects.avoid_chance_of(defender, avoidable, rulings) if avoidable and is_able(defender) else None,
        maneuver_effects.suffered_by(defender) if maneuver is not NO_MANEUVER or terms.grievous_table else (),
        initiative_of(attacker) - terms.initiative_lost,
        health_of(attacker),
        health_of(defender),
        _parry_of(attacker, defender) if terms.parry and defender.evading and order.mode is MELEE else None,
        terms.resolves,
        rulings,
    )


def initiative_of(figure: OpposedFigure) -> int:
    """Return a figure's engaged initiative."""
    return figure.perception + figure.agility + figure.weapon.rank + figure.warrior_rank


def _parry_of(attacker: OpposedFigure, evader: OpposedFigure) -> ParryPlan | None:
    """Return what a parry depends on, if the evading figure is able to make one."""
    if not is_able(evader):
        return None
    return ParryPlan(evader.weapon.rank, attacker.weapon.rank, maneuver_effects.is_unarmed(attacker))


def _blow_of(attacker: OpposedFigure, defender: OpposedFigure, maneuver: OpposedManeuverKind) -> Blow:
    weapon = attacker.weapon
    dice, modifier = weapon.damage_dice, weapon.damage_modifier
    if maneuver is maneuver_effects.TRIP:
        dice, modifier = 1, 0
    elif maneuver is maneuver_effects.TRAMPLE:
        dice, modifier = 1, attacker.size_hexes
    return Blow(dice, modifier, defender.armour_ft, defender.armour_en, defender.damage_reduction)
