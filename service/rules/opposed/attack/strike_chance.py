"""What a strike is rolled against, and what is added to its die."""

from functools import lru_cache
from typing import Final

from service.dice.model import Rule
from service.dice.transcript import Tally, Term
from service.rules.kernel.tally import tally, term
from service.rules.opposed.book import rulebook, tables
from service.rules.opposed.book.options import (
    OpposedFraction,
    OpposedRulings,
    OpposedTripBaseChance,
    OpposedVisibilityStacking,
)
from service.rules.opposed.book.words import (
    OpposedAssassin,
    OpposedAttackHex,
    OpposedFlight,
    OpposedManeuverKind,
    OpposedMode,
    OpposedPosture,
    OpposedStrikeWithdrawal,
    OpposedVisibility,
    OpposedWithdrawal,
)
from service.rules.opposed.figures.models import OpposedFigure, OpposedSituation, OpposedStrike

MELEE: Final = OpposedMode.MELEE
RANGED: Final = OpposedMode.RANGED
FRONT: Final = OpposedAttackHex.FRONT
STANDING: Final = OpposedPosture.STANDING
NORMAL: Final = OpposedVisibility.NORMAL
DISARMING: Final = OpposedManeuverKind.DISARM
NO_ASSASSIN: Final = OpposedAssassin.NONE
WITHDRAWS: Final = OpposedStrikeWithdrawal.OFFENSIVE
IS_WITHDRAWING: Final = OpposedWithdrawal.OFFENSIVE
LOWERED_BASE_CHANCE: Final = 40
DISARM: Final = term(rulebook.MANEUVER_DISARM, -20)
DARKNESS: Final = {row.visibility: row.modifier for row in tables.VISIBILITY}
MELEE_HEXES: Final = {
    OpposedAttackHex.FLANK: tables.STRIKE_MELEE_FLANK,
    OpposedAttackHex.REAR: tables.STRIKE_MELEE_REAR,
}
RANGED_HEXES: Final = {
    OpposedAttackHex.FLANK: tables.STRIKE_RANGED_FLANK,
    OpposedAttackHex.REAR: tables.STRIKE_RANGED_REAR,
}
RANKED_MANEUVERS: Final = (OpposedManeuverKind.TRIP, OpposedManeuverKind.TRAMPLE)


def strike_chance_of(
    attacker: OpposedFigure, defender: OpposedFigure, order: OpposedStrike, rulings: OpposedRulings
) -> Tally:
    """Add up a Strike Chance, in percentage points."""
    situation, maneuver = order.situation, order.maneuver
    terms = _weapon_terms(attacker, maneuver, rulings)
    if order.mode is MELEE:
        terms += _melee_rows(attacker, defender, situation)
    elif order.mode is RANGED:
        terms += _ranged_rows(attacker, situation)
    else:
        terms += _close_rows(attacker)
    terms += _other_rows(attacker, situation, rulings)
    if maneuver is DISARMING:
        terms.append(DISARM)
    return tally(attacker.weapon.base_chance, terms)


def _weapon_terms(attacker: OpposedFigure, maneuver: OpposedManeuverKind, rulings: OpposedRulings) -> list[Term]:
    """Return what magic, Manual Dexterity, Rank and manoeuvre add to the weapon's Base Chance."""
    weapon = attacker.weapon
    terms = []
    if maneuver in RANKED_MANEUVERS:
        terms += _lowered(weapon.base_chance, maneuver, rulings)
    elif not weapon.ranked:
        return _magic(rulebook.CHANCE_UNRANKED_WEAPON, attacker)
    rule = rulebook.CHANCE_RANKED_WEAPON
    if attacker.manual_dexterity:
        terms.append(own_term(rule, "Manual Dexterity", attacker.manual_dexterity))
    if weapon.rank:
        terms.append(own_term(rule, "Rank", 4 * weapon.rank))
    return terms + _magic(rule, attacker)


def _magic(rule: Rule, attacker: OpposedFigure) -> list[Term]:
    return [own_term(rule, "Magic", attacker.strike_magic)] if attacker.strike_magic else []


@lru_cache(maxsize=4096)
def own_term(rule: Rule, label: str, value: int) -> Term:
    """Return what a figure's own value adds to a tally."""
    return Term(rule=rule.id, label=label, value=value)


def _lowered(base_chance: int, maneuver: OpposedManeuverKind, rulings: OpposedRulings) -> list[Term]:
    """Return how tripping or trampling changes a weapon's Base Chance."""
    if maneuver is OpposedManeuverKind.TRIP:
        row = term(rulebook.MANEUVER_TRIP, _tripping(base_chance, rulings) - base_chance)
    else:
        row = term(rulebook.MANEUVER_TRAMPLE, LOWERED_BASE_CHANCE - base_chance)
    return [row] if row.value else []


def _tripping(base_chance: int, rulings: OpposedRulings) -> int:
    """Return the Base Chance that tripping leaves."""
    if rulings.trip_base_chance is OpposedTripBaseChance.CAP_40:
        return min(base_chance, LOWERED_BASE_CHANCE)
    if rulings.trip_base_chance is OpposedTripBaseChance.SET_40:
        return LOWERED_BASE_CHANCE
    return -(-LOWERED_BASE_CHANCE * base_chance // 100)


def _close_rows(attacker: OpposedFigure) -> list[Term]:
    rows = []
    if attacker.physical_strength:
        value = tables.STRIKE_CLOSE_STRENGTH.value * attacker.physical_strength
        rows.append(term(rulebook.STRIKE_CLOSE_STRENGTH, value))
    if attacker.fatigue == 0:
        rows.append(tables.STRIKE_CLOSE_NO_FATIGUE)
    return rows


def _melee_rows(attacker: OpposedFigure, defender: OpposedFigure, situation: OpposedSituation) -> list[Term]:
    rows = []
    if attacker.fatigue == 0:
        rows.append(tables.STRIKE_MELEE_NO_FATIGUE)
    if is_withdrawing(attacker, situation):
        rows.append(tables.STRIKE_OFFENSIVE_WITHDRAWAL)
    if situation.charging:
        fits = attacker.weapon.pole or attacker.weapon.shield
        rows.append(tables.STRIKE_CHARGE_POLE_OR_SHIELD if fits else tables.STRIKE_CHARGE_OTHER)
    if situation.attack_hex is not FRONT:
        rows.append(MELEE_HEXES[situation.attack_hex])
    if defender.posture is not STANDING:
        rows.append(tables.STRIKE_MELEE_LOW_DEFENDER)
    return rows


def is_withdrawing(attacker: OpposedFigure, situation: OpposedSituation) -> bool:
    """Tell whether a strike is made as an offensive withdrawal."""
    return situation.withdrawal is WITHDRAWS or attacker.withdrawal is IS_WITHDRAWING


def _ranged_rows(attacker: OpposedFigure, situation: OpposedSituation) -> list[Term]:
    rows = []
    if situation.attack_hex is not FRONT:
        rows.append(RANGED_HEXES[situation.attack_hex])
    if attacker.posture is OpposedPosture.KNEELING:
        rows.append(tables.STRIKE_RANGED_KNEELING)
    if situation.aim:
        rows.append(tables.STRIKE_AIM)
    if situation.snapshot:
        rows.append(tables.STRIKE_SNAPSHOT)
    if distance := _distance_row(situation):
        rows.append(distance)
    return rows


def _distance_row(situation: OpposedSituation) -> Term | None:
    hexes = situation.distance_hexes
    if situation.flight is OpposedFlight.THROWN:
        return term(rulebook.STRIKE_THROWN_DISTANCE, tables.STRIKE_THROWN_DISTANCE.value * hexes) if hexes else None
    fives = -(-max(0, hexes - 5) // 5)
    return term(rulebook.STRIKE_MISSILE_DISTANCE, tables.STRIKE_MISSILE_DISTANCE.value * fives) if fives else None


def _other_rows(attacker: OpposedFigure, situation: OpposedSituation, rulings: OpposedRulings) -> list[Term]:
    rows = []
    if situation.visibility is not NORMAL or situation.defender_unseen:
        rows += _visibility_rows(situation, rulings)
    if situation.secondary_hand:
        rows.append(tables.STRIKE_SECONDARY_HAND)
    if situation.multiple_strike:
        rows.append(tables.STRIKE_MULTIPLE_STRIKE)
    if situation.multi_hex_strike:
        rows.append(tables.STRIKE_MULTI_HEX_STRIKE)
    if attacker.airborne:
        rows.append(tables.STRIKE_AIRBORNE_ATTACKER)
    if situation.custom_strike:
        rows.append(game_master(rulebook.STRIKE_CUMULATIVE, situation.custom_strike))
    return rows


def _visibility_rows(situation: OpposedSituation, rulings: OpposedRulings) -> list[Term]:
    """Return the worst visibility row, or all that apply; an unseen target is worse than any darkness."""
    rows = [DARKNESS[situation.visibility]] if situation.visibility in DARKNESS else []
    if not situation.defender_unseen:
        return rows
    if rulings.visibility_stacking is OpposedVisibilityStacking.WORST_SINGLE:
        return [tables.STRIKE_VISIBILITY_UNSEEN]
    return [*rows, tables.STRIKE_VISIBILITY_UNSEEN]


def dice_modifier_of(attacker: OpposedFigure, situation: OpposedSituation, rulings: OpposedRulings) -> Tally:
    """Add up what is added to the face of the strike die; negative is better."""
    terms = []
    if situation.aim:
        terms.append(tables.DIE_AIM)
    if situation.assassin is not NO_ASSASSIN:
        terms.append(_assassin_row(attacker.assassin_rank, situation.assassin, rulings))
    if situation.custom_dice:
        terms.append(game_master(rulebook.DIE_STACKING, situation.custom_dice))
    return tally(0, terms) if terms else UNMODIFIED


UNMODIFIED: Final = tally(0)


def _assassin_row(rank: int, assassin: OpposedAssassin, rulings: OpposedRulings) -> Term:
    if assassin is OpposedAssassin.SURPRISE:
        return term(rulebook.DIE_ASSASSIN_SURPRISE, tables.DIE_ASSASSIN_SURPRISE.value * rank)
    if assassin is OpposedAssassin.BEHIND:
        return term(rulebook.DIE_ASSASSIN_BEHIND, tables.DIE_ASSASSIN_BEHIND.value * rank)
    rounded_up = rulings.assassin_front_rounding is OpposedFraction.CEIL
    threes = -(-rank // 3) if rounded_up else rank // 3
    return term(rulebook.DIE_ASSASSIN_FRONT, tables.DIE_ASSASSIN_FRONT.value * threes)


def game_master(rule: Rule, value: int) -> Term:
    """Return the game master's own modifier as a row of a tally."""
    return Term(rule=rule.id, label="Game master", value=value)
