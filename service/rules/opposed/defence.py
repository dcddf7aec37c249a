"""What a defence is rolled against."""

from service.dice.transcript import Tally, Term
from service.rules.kernel.tally import tally, term
from service.rules.opposed import rulebook, tables
from service.rules.opposed.models import (
    OpposedFigure,
    OpposedRulings,
    OpposedSituation,
    OpposedStrike,
)
from service.rules.opposed.strike_chance import game_master
from service.rules.opposed.words import (
    OpposedAttackHex,
    OpposedMode,
    OpposedPosture,
    OpposedWithdrawal,
)


def defence_of(defender: OpposedFigure, order: OpposedStrike, rulings: OpposedRulings) -> Tally:
    """Add up a Defence, in percentage points."""
    situation, mode = order.situation, order.mode
    terms = _own_defence(defender, situation, rulings)
    if mode is OpposedMode.MELEE:
        terms += _melee_defence_rows(defender)
    elif mode is OpposedMode.RANGED:
        terms += _ranged_defence_rows(defender)
    else:
        terms += _close_defence_rows(defender)
    if defender.airborne:
        terms.append(tables.DEFENCE_AIRBORNE)
    if situation.custom_defence:
        terms.append(game_master(rulebook.DEFENCE_CUMULATIVE.id, situation.custom_defence))
    return tally(0 if defender.stunned else defender.agility, terms)


def _own_defence(defender: OpposedFigure, situation: OpposedSituation, rulings: OpposedRulings) -> list[Term]:
    terms = []
    rule = rulebook.DEFENCE_STUNNED if defender.stunned else rulebook.DEFENCE_FLANK_REAR
    if not defender.stunned and situation.attack_hex is OpposedAttackHex.FRONT:
        rule = rulebook.DEFENCE_FRONT
        if rulings.front_defence_includes_perception and defender.perception:
            terms.append(Term(rule=rule.id, label="Perception", value=defender.perception))
        if defender.shield_defence:
            terms.append(Term(rule=rule.id, label="Shield", value=defender.shield_defence))
    if defender.magic_defence:
        terms.append(Term(rule=rule.id, label="Magic", value=defender.magic_defence))
    return terms


def _close_defence_rows(defender: OpposedFigure) -> list[Term]:
    rows = []
    if defender.physical_strength:
        value = tables.DEFENCE_CLOSE_STRENGTH.value * defender.physical_strength
        rows.append(term(rulebook.DEFENCE_CLOSE_STRENGTH, value))
    if defender.fatigue == 0:
        rows.append(tables.DEFENCE_CLOSE_NO_FATIGUE)
    if defender.stunned:
        rows.append(tables.DEFENCE_CLOSE_STUNNED)
    return rows


def _melee_defence_rows(defender: OpposedFigure) -> list[Term]:
    rows = [
        row
        for row, applies in (
            (tables.DEFENCE_MELEE_NO_FATIGUE, defender.fatigue == 0),
            (tables.DEFENCE_MELEE_STUNNED, defender.stunned),
            (tables.DEFENCE_DEFENSIVE_WITHDRAWAL, defender.withdrawal is OpposedWithdrawal.DEFENSIVE),
            (tables.DEFENCE_MELEE_EVADING, defender.evading),
        )
        if applies
    ]
    if defender.evading and defender.weapon.rank:
        value = tables.DEFENCE_MELEE_EVADING_RANK.value * defender.weapon.rank
        rows.append(term(rulebook.DEFENCE_MELEE_EVADING_RANK, value))
    return rows


def _ranged_defence_rows(defender: OpposedFigure) -> list[Term]:
    return [
        row
        for row, applies in (
            (tables.DEFENCE_RANGED_STUNNED, defender.stunned),
            (tables.DEFENCE_RANGED_MOVING, defender.moving),
            (tables.DEFENCE_RANGED_LOW, defender.posture is not OpposedPosture.STANDING),
            (tables.DEFENCE_RANGED_EVADING, defender.evading),
            (tables.DEFENCE_RANGED_SHELTERED, defender.sheltered),
        )
        if applies
    ]
