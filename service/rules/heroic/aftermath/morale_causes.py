"""What a unit has lost, whether that tries its courage, and what is added to the dice of a morale check."""

from typing import Final, NamedTuple

from service.dice.model import Cites
from service.dice.transcript import Tally
from service.rules.heroic.aftermath.models import HeroicMoraleCheck
from service.rules.heroic.book import rulebook
from service.rules.heroic.book.modifiers import MORALE, MoraleFact
from service.rules.heroic.book.options import (
    HeroicAssignment,
    HeroicMoraleScope,
    HeroicMoraleSteps,
    HeroicRally,
    HeroicRulings,
)
from service.rules.heroic.book.rulings import Rulings
from service.rules.heroic.book.tables import COWARDICE
from service.rules.heroic.book.words import HeroicStatus
from service.rules.heroic.figures.standing import count_of, is_solitary, pool_of
from service.rules.kernel.modifiers import counted
from service.rules.kernel.tally import tally
from service.rules.kernel.words import Fact

ROUTED: Final[Cites] = (Rulings.ROUT_STICKY,)
HP_STEPS: Final = (MoraleFact.HALF_HP, MoraleFact.MOST_HP)
NUMBER_STEPS: Final = (MoraleFact.OUTNUMBERS, MoraleFact.DOUBLES)
LOSS_STEPS: Final = (MoraleFact.HALF_LOST, MoraleFact.MOST_LOST)


class Losses(NamedTuple):
    """Members lost of so many at the start; hit points lost of so many, which are 0 for a group.

    `standing` members of the unit are left; `alone` says whether its own hit points decide that a check is due, `weak`
    whether somebody stands with a third of the hit points or less.
    """

    members: int
    start: int
    standing: int
    hp: int
    full: int
    alone: bool
    weak: bool


class Trigger(NamedTuple):
    """Whether a morale check is due, why in a player's words, and the rules behind that."""

    due: bool
    reason: str
    cites: Cites


def losses_of(input: HeroicMoraleCheck, rulings: HeroicRulings) -> Losses:
    """Count what a unit has lost, with the other parts of a divided unit, or with its whole side.

    Ruling: heroic/ruling/morale-mixed.
    """
    unit, assignment = input.unit, rulings.assignment
    everybody = (unit, *input.parts)
    start = sum([each.count_start for each in everybody])
    members = sum([each.count_start - count_of(each, assignment) for each in everybody])
    standing = start - members
    solitary = start == 1 and is_solitary(unit)
    hp = unit.hp - pool_of(unit)
    if rulings.morale_scope is HeroicMoraleScope.SIDE:
        start = start if input.side_start is None else input.side_start
        members = members if input.side_casualties is None else input.side_casualties
    return Losses(
        members,
        start,
        standing,
        hp if solitary else 0,
        unit.hp if solitary else 0,
        alone=solitary and rulings.morale_scope is HeroicMoraleScope.UNIT,
        weak=_is_weak(input, assignment),
    )


def _is_weak(input: HeroicMoraleCheck, assignment: HeroicAssignment) -> bool:
    """Tell whether somebody is on the feet with no more than a third of the hit points."""
    unit = input.unit
    count = count_of(unit, assignment)
    left = pool_of(unit) - (count - 1) * unit.hp
    return count > 0 and 0 < 3 * left <= unit.hp


def trigger_of(input: HeroicMoraleCheck, losses: Losses, rulings: HeroicRulings) -> Trigger:
    """Tell whether a check is due: at a third lost, and whenever more is lost afterwards."""
    barred = _barred(input, losses, rulings)
    if barred is not None:
        return barred
    if input.unit.status is HeroicStatus.ROUTED:
        return Trigger(due=True, reason="routed, but may rally.", cites=ROUTED)
    trigger = _of_one(input, losses) if losses.alone else _of_group(input, losses)
    if input.force and not trigger.due:
        return trigger._replace(due=True, reason=f"{trigger.reason[:-1]}, but the check is forced.")
    return trigger


def _barred(input: HeroicMoraleCheck, losses: Losses, rulings: HeroicRulings) -> Trigger | None:
    """Say why no check can be due, whatever is lost; None if one may be.

    Ruling: heroic/ruling/rout-sticky.
    """
    unit = input.unit
    if unit.mindless:
        return Trigger(due=False, reason="mindless, so without fear.", cites=(rulebook.MORALE_EXEMPT,))
    if unit.status is HeroicStatus.ROUTED:
        sticky = rulings.rally is HeroicRally.NEVER
        return Trigger(due=False, reason="routed already.", cites=ROUTED) if sticky else None
    if unit.status is not HeroicStatus.ACTIVE:
        return Trigger(due=False, reason=f"{unit.status.value}.", cites=())
    return None if losses.standing else Trigger(due=False, reason="nobody left standing.", cites=())


def _of_one(input: HeroicMoraleCheck, losses: Losses) -> Trigger:
    """Tell whether a check of one alone is due."""
    cites: Cites = (rulebook.MORALE_TRIGGER_SOLITARY,)
    lost, full, morale = losses.hp, losses.full, input.unit.morale
    told = f"{lost} of {full} hit points lost"
    if 3 * lost < full:
        return Trigger(due=False, reason=f"{told}, less than a third.", cites=cites)
    if not morale.checked:
        return Trigger(due=True, reason=f"{told}.", cites=cites)
    before = full if morale.hp_at_last_check is None else morale.hp_at_last_check
    if full - lost < before:
        return Trigger(due=True, reason=f"{told}, more than at the last check.", cites=cites)
    return Trigger(due=False, reason=f"{told}, no more than at the last check.", cites=cites)


def _of_group(input: HeroicMoraleCheck, losses: Losses) -> Trigger:
    """Tell whether a check of a group, or of a whole side, is due."""
    cites: Cites = (rulebook.MORALE_TRIGGER_GROUP,)
    if input.parts:
        cites = (*cites, rulebook.UNIT_PARTIAL_EFFECT)
    if losses.start != input.unit.count_start:
        cites = (*cites, Rulings.MORALE_MIXED)
    lost, start, morale = losses.members, losses.start, input.unit.morale
    told = f"{lost} of {start} members lost"
    if 3 * lost < start:
        return Trigger(due=False, reason=f"{told}, less than a third.", cites=cites)
    if not morale.checked:
        return Trigger(due=True, reason=f"{told}.", cites=cites)
    if lost > morale.casualties_at_last_check:
        return Trigger(due=True, reason=f"{told}, more than at the last check.", cites=cites)
    return Trigger(due=False, reason=f"{told}, no more than at the last check.", cites=cites)


def morale_modifiers(input: HeroicMoraleCheck, losses: Losses, rulings: HeroicRulings) -> Tally:
    """Return everything that is added to the three dice; the larger step of a pair replaces the smaller, or adds to it.

    Ruling: heroic/ruling/morale-steps-replace, heroic/ruling/morale-hp-scope, heroic/ruling/morale-outnumber.
    """
    unit = input.unit
    stacks = rulings.morale_steps is HeroicMoraleSteps.STACK
    facts: dict[Fact, int] = {
        MoraleFact.CORNERED: is_cornered(input),
        MoraleFact.FEARLESSNESS: unit.fearlessness,
        MoraleFact.COWARDICE: 0 if unit.cowardice is None else -COWARDICE[unit.cowardice],
    }
    for steps, reached in (
        (HP_STEPS, _part_lost(losses.hp, losses.full)),
        (NUMBER_STEPS, _superiority(input, losses)),
        (LOSS_STEPS, _part_lost(losses.members, losses.start)),
    ):
        facts |= dict.fromkeys(steps[:reached] if stacks else steps[:reached][-1:], 1)
    return tally(0, counted(MORALE, facts))


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
