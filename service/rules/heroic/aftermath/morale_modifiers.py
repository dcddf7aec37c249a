"""What is added to the dice of a morale check."""

from typing import Final

from service.dice.model import Rule
from service.dice.transcript import Tally, Term
from service.rules.heroic.aftermath.models import HeroicMoraleCheck
from service.rules.heroic.aftermath.morale_causes import Losses
from service.rules.heroic.book import rulebook
from service.rules.heroic.book.options import HeroicMoraleSteps, HeroicRulings
from service.rules.heroic.book.tables_reference import COWARDICE
from service.rules.kernel.tally import tally, term

SMALL_STEP: Final = 2
LARGE_STEP: Final = 5
CORNERED: Final = -5
COWARD: Final = {row.self_control: -row.penalty for row in COWARDICE}


def morale_modifiers(input: HeroicMoraleCheck, losses: Losses, rulings: HeroicRulings) -> Tally:
    """Return everything that is added to the three dice.

    Ruling: heroic/ruling/morale-steps-replace, heroic/ruling/morale-hp-scope, heroic/ruling/morale-outnumber.
    """
    unit = input.unit
    steps = rulings.morale_steps
    terms = (
        *_steps(rulebook.MORALE_MOD_HP, _part_lost(losses.hp, losses.full), +1, steps),
        *_steps(rulebook.MORALE_MOD_NUMBERS, _superiority(input, losses), -1, steps),
        *_steps(rulebook.MORALE_MOD_LOSSES, _part_lost(losses.members, losses.start), +1, steps),
    )
    values = (
        (rulebook.MORALE_MOD_CORNERED, CORNERED if is_cornered(input) else 0),
        (rulebook.MORALE_MOD_FEARLESSNESS, -unit.fearlessness),
        (rulebook.MORALE_MOD_COWARDICE, 0 if unit.cowardice is None else COWARD[unit.cowardice]),
    )
    return tally(0, (*terms, *[term(rule, value) for rule, value in values if value]))


def is_cornered(input: HeroicMoraleCheck) -> bool:
    """Tell whether a unit can neither flee nor surrender; who is held cannot flee."""
    return (input.held or not input.can_retreat) and not input.enemy_accepts_surrender


def _part_lost(lost: int, start: int) -> int:
    """Return which step a loss reaches: 1 at a half, 2 at two thirds."""
    if 2 * lost < start or not start:
        return 0
    return 2 if 3 * lost >= 2 * start else 1


def _superiority(input: HeroicMoraleCheck, losses: Losses) -> int:
    """Return which step its numbers reach: 1 if it outnumbers the enemy, 2 if by two to one."""
    own = losses.standing if input.own_numbers is None else input.own_numbers
    if own <= input.enemy_numbers:
        return 0
    return 2 if own >= 2 * input.enemy_numbers else 1


def _steps(rule: Rule, reached: int, sign: int, steps: HeroicMoraleSteps) -> tuple[Term, ...]:
    """Return the modifiers of a pair of steps.

    Ruling: heroic/ruling/morale-steps-replace.
    """
    values = (SMALL_STEP, LARGE_STEP)[:reached]
    counted = values if steps is HeroicMoraleSteps.STACK else values[-1:]
    return tuple([term(rule, sign * value) for value in counted])
