"""What a strike is rolled against, and what is added to its die."""

from typing import Final

from service.dice.transcript import Tally, Term
from service.rules.kernel.tally import tally, term
from service.rules.opposed import rulebook, tables
from service.rules.opposed.models import (
    OpposedFigure,
    OpposedRulings,
    OpposedSituation,
    OpposedStrike,
)
from service.rules.opposed.words import (
    OpposedAssassin,
    OpposedAttackHex,
    OpposedFlight,
    OpposedFraction,
    OpposedManeuverKind,
    OpposedMode,
    OpposedPosture,
    OpposedStrikeWithdrawal,
    OpposedTripBaseChance,
    OpposedVisibilityStacking,
    OpposedWithdrawal,
)

LOWERED_BASE_CHANCE: Final = 40
DISARM: Final = term(rulebook.MANEUVER_DISARM, -20)
DARKNESS: Final = {row.visibility: row.modifier for row in tables.VISIBILITY}
RANKED_MANEUVERS: Final = (OpposedManeuverKind.TRIP, OpposedManeuverKind.TRAMPLE)


def strike_chance_of(
    attacker: OpposedFigure, defender: OpposedFigure, order: OpposedStrike, rulings: OpposedRulings
) -> Tally:
    """Add up a Strike Chance, in percentage points."""
    situation, maneuver = order.situation, order.maneuver
    terms = _weapon_terms(attacker, maneuver, rulings)
    if order.mode is OpposedMode.MELEE:
        terms += _melee_rows(attacker, defender, situation)
    elif order.mode is OpposedMode.RANGED:
        terms += _ranged_rows(attacker, situation)
    else:
        terms += _close_rows(attacker)
    terms += _other_rows(attacker, situation, rulings)
    if maneuver is OpposedManeuverKind.DISARM:
        terms.append(DISARM)
    return tally(attacker.weapon.base_chance, terms)


def _weapon_terms(attacker: OpposedFigure, maneuver: OpposedManeuverKind, rulings: OpposedRulings) -> list[Term]:
    weapon = attacker.weapon
    terms = []
    if maneuver is OpposedManeuverKind.TRIP:
        terms.append(term(rulebook.MANEUVER_TRIP, _tripping(weapon.base_chance, rulings) - weapon.base_chance))
    elif maneuver is OpposedManeuverKind.TRAMPLE:
        terms.append(term(rulebook.MANEUVER_TRAMPLE, LOWERED_BASE_CHANCE - weapon.base_chance))
    rule = rulebook.CHANCE_UNRANKED_WEAPON
    if weapon.ranked or maneuver in RANKED_MANEUVERS:
        rule = rulebook.CHANCE_RANKED_WEAPON
        terms.append(Term(rule=rule.id, label="Manual Dexterity", value=attacker.manual_dexterity))
        terms.append(Term(rule=rule.id, label="Rank", value=4 * weapon.rank))
    if attacker.strike_magic:
        terms.append(Term(rule=rule.id, label="Magic", value=attacker.strike_magic))
    return [each for each in terms if each.value]


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
    attack_hex, weapon = situation.attack_hex, attacker.weapon
    return [
        row
        for row, applies in (
            (tables.STRIKE_MELEE_NO_FATIGUE, attacker.fatigue == 0),
            (tables.STRIKE_OFFENSIVE_WITHDRAWAL, is_withdrawing(attacker, situation)),
            (tables.STRIKE_CHARGE_POLE_OR_SHIELD, situation.charging and (weapon.pole or weapon.shield)),
            (tables.STRIKE_CHARGE_OTHER, situation.charging and not (weapon.pole or weapon.shield)),
            (tables.STRIKE_MELEE_FLANK, attack_hex is OpposedAttackHex.FLANK),
            (tables.STRIKE_MELEE_REAR, attack_hex is OpposedAttackHex.REAR),
            (tables.STRIKE_MELEE_LOW_DEFENDER, defender.posture is not OpposedPosture.STANDING),
        )
        if applies
    ]


def is_withdrawing(attacker: OpposedFigure, situation: OpposedSituation) -> bool:
    """Tell whether a strike is made as an offensive withdrawal."""
    return (
        situation.withdrawal is OpposedStrikeWithdrawal.OFFENSIVE or attacker.withdrawal is OpposedWithdrawal.OFFENSIVE
    )


def _ranged_rows(attacker: OpposedFigure, situation: OpposedSituation) -> list[Term]:
    attack_hex = situation.attack_hex
    rows = [
        row
        for row, applies in (
            (tables.STRIKE_RANGED_FLANK, attack_hex is OpposedAttackHex.FLANK),
            (tables.STRIKE_RANGED_REAR, attack_hex is OpposedAttackHex.REAR),
            (tables.STRIKE_RANGED_KNEELING, attacker.posture is OpposedPosture.KNEELING),
            (tables.STRIKE_AIM, situation.aim),
            (tables.STRIKE_SNAPSHOT, situation.snapshot),
        )
        if applies
    ]
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
    rows = [
        row
        for row, applies in (
            (tables.STRIKE_SECONDARY_HAND, situation.secondary_hand),
            (tables.STRIKE_MULTIPLE_STRIKE, situation.multiple_strike),
            (tables.STRIKE_MULTI_HEX_STRIKE, situation.multi_hex_strike),
            (tables.STRIKE_AIRBORNE_ATTACKER, attacker.airborne),
        )
        if applies
    ]
    dark = DARKNESS.get(situation.visibility)
    if situation.defender_unseen:
        rows.append(tables.STRIKE_VISIBILITY_UNSEEN)  # worse than any darkness
    if dark and (not situation.defender_unseen or rulings.visibility_stacking is OpposedVisibilityStacking.SUM):
        rows.append(dark)
    if situation.custom_strike:
        rows.append(game_master(rulebook.STRIKE_CUMULATIVE.id, situation.custom_strike))
    return rows


def dice_modifier_of(attacker: OpposedFigure, situation: OpposedSituation, rulings: OpposedRulings) -> Tally:
    """Add up what is added to the face of the strike die; negative is better."""
    terms = []
    if situation.aim:
        terms.append(tables.DIE_AIM)
    if situation.assassin is not OpposedAssassin.NONE:
        terms.append(_assassin_row(attacker.assassin_rank, situation.assassin, rulings))
    if situation.custom_dice:
        terms.append(game_master(rulebook.DIE_STACKING.id, situation.custom_dice))
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


def game_master(rule: str, value: int) -> Term:
    """Return the game master's own modifier as a row of a tally."""
    return Term(rule=rule, label="Game master", value=value)
