"""What a defence is rolled against."""

from typing import Final

from service.dice.transcript import Tally, Term
from service.rules.kernel.tally import tally, term
from service.rules.opposed.attack.legality import is_able
from service.rules.opposed.attack.strike_chance import game_master, own_term
from service.rules.opposed.book import rulebook, tables
from service.rules.opposed.book.options import OpposedRulings
from service.rules.opposed.book.words import OpposedAttackHex, OpposedMode, OpposedPosture, OpposedWithdrawal
from service.rules.opposed.figures.models import OpposedFigure, OpposedSituation, OpposedStrike

MELEE: Final = OpposedMode.MELEE
RANGED: Final = OpposedMode.RANGED
FRONT: Final = OpposedAttackHex.FRONT
DEFENSIVE: Final = OpposedWithdrawal.DEFENSIVE


def defence_of(defender: OpposedFigure, order: OpposedStrike, rulings: OpposedRulings) -> Tally:
    """Add up a Defence, in percentage points; a figure that is down defends as a stunned one.

    Ruling: opposed/ruling/down-defender.
    """
    situation, mode = order.situation, order.mode
    terms = _own_defence(defender, situation, rulings)
    if mode is MELEE:
        terms += _melee_defence_rows(defender)
    elif mode is RANGED:
        terms += _ranged_defence_rows(defender)
    else:
        terms += _close_defence_rows(defender)
    if defender.airborne:
        terms.append(tables.DEFENCE_AIRBORNE)
    if situation.custom_defence:
        terms.append(game_master(rulebook.DEFENCE_CUMULATIVE, situation.custom_defence))
    return tally(0 if is_helpless(defender) else defender.agility, terms)


def is_helpless(defender: OpposedFigure) -> bool:
    """Tell whether a figure defends without Agility, Perception and shield: it is stunned or down."""
    return defender.stunned or not is_able(defender)


def _stunned(defender: OpposedFigure, row: Term) -> list[Term]:
    """Return the row of a stunned defender; one that is down has it under another name."""
    if is_able(defender):
        return [row] if defender.stunned else []
    return [Term(rule=row.rule, label="Down, as if stunned", value=row.value)]


def _own_defence(defender: OpposedFigure, situation: OpposedSituation, rulings: OpposedRulings) -> list[Term]:
    """Return what Perception, shield and magic add to Agility: all from the front, else magic only."""
    terms = []
    helpless = is_helpless(defender)
    rule = rulebook.DEFENCE_STUNNED if helpless else rulebook.DEFENCE_FLANK_REAR
    if not helpless and situation.attack_hex is FRONT:
        rule = rulebook.DEFENCE_FRONT
        if rulings.front_defence_includes_perception and defender.perception:
            terms.append(own_term(rule, "Perception", defender.perception))
        if defender.shield_defence:
            terms.append(own_term(rule, "Shield", defender.shield_defence))
    if defender.magic_defence:
        terms.append(own_term(rule, "Magic", defender.magic_defence))
    return terms


def _close_defence_rows(defender: OpposedFigure) -> list[Term]:
    rows = []
    if defender.physical_strength:
        value = tables.DEFENCE_CLOSE_STRENGTH.value * defender.physical_strength
        rows.append(term(rulebook.DEFENCE_CLOSE_STRENGTH, value))
    if defender.fatigue == 0:
        rows.append(tables.DEFENCE_CLOSE_NO_FATIGUE)
    return rows + _stunned(defender, tables.DEFENCE_CLOSE_STUNNED)


def _melee_defence_rows(defender: OpposedFigure) -> list[Term]:
    rows = []
    if defender.fatigue == 0:
        rows.append(tables.DEFENCE_MELEE_NO_FATIGUE)
    rows += _stunned(defender, tables.DEFENCE_MELEE_STUNNED)
    if not is_able(defender):
        return rows
    if defender.withdrawal is DEFENSIVE:
        rows.append(tables.DEFENCE_DEFENSIVE_WITHDRAWAL)
    if defender.evading:
        rows.append(tables.DEFENCE_MELEE_EVADING)
        if defender.weapon.rank:
            value = tables.DEFENCE_MELEE_EVADING_RANK.value * defender.weapon.rank
            rows.append(term(rulebook.DEFENCE_MELEE_EVADING_RANK, value))
    return rows


def _ranged_defence_rows(defender: OpposedFigure) -> list[Term]:
    rows, able = _stunned(defender, tables.DEFENCE_RANGED_STUNNED), is_able(defender)
    if defender.moving and able:
        rows.append(tables.DEFENCE_RANGED_MOVING)
    if defender.posture is not OpposedPosture.STANDING:
        rows.append(tables.DEFENCE_RANGED_LOW)
    if defender.evading and able:
        rows.append(tables.DEFENCE_RANGED_EVADING)
    if defender.sheltered:
        rows.append(tables.DEFENCE_RANGED_SHELTERED)
    return rows
