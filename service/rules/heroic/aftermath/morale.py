"""Morale: what a unit has lost, whether that tries its courage, the check, and what a broken unit does."""

from dataclasses import replace
from functools import lru_cache
from typing import Final, NamedTuple

from service.dice.model import THREE_D6, Bands, Cites, Dice, Expected
from service.dice.transcript import Tally, capital
from service.rules.heroic.aftermath.models import HeroicMoraleCheck
from service.rules.heroic.aftermath.outcomes import HeroicMoraleChecked, HeroicMoraleOutcome, HeroicMoraleVerdict
from service.rules.heroic.aftermath.trial import Trial, checked_alone, trial_of
from service.rules.heroic.attack.situation.legality import Pointers, refuse_pools
from service.rules.heroic.book import rulebook
from service.rules.heroic.book.modifiers import MORALE, MoraleFact
from service.rules.heroic.book.options import (
    HeroicAssignment,
    HeroicBreakResult,
    HeroicMoraleScope,
    HeroicMoraleSteps,
    HeroicRally,
    HeroicRulings,
)
from service.rules.heroic.book.refusals import PcExempt
from service.rules.heroic.book.rulings import Rulings
from service.rules.heroic.book.tables import COWARDICE, MORALE_BREAKS_AT
from service.rules.heroic.book.words import ACTIVE, ROUTED, HeroicMoraleResult, HeroicStatus
from service.rules.heroic.figures.models import HeroicMorale, HeroicUnit
from service.rules.heroic.figures.standing import PRESENT, count_of, is_solitary, pool_of, spoken_name
from service.rules.kernel.book import Fact
from service.rules.kernel.tally import counted, tally

BY_SIDE: Final = HeroicMoraleScope.SIDE
BY_UNIT: Final = HeroicMoraleScope.UNIT
STICKY: Final[Cites] = (Rulings.ROUT_STICKY,)
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


def losses_of(trial: Trial, rulings: HeroicRulings) -> Losses:
    """Count what a unit has lost, with the other parts of a divided unit, or with its whole side.

    Ruling: heroic/ruling/morale-mixed.
    """
    unit, assignment = trial.unit, rulings.assignment
    everybody = (unit, *trial.parts)
    start = sum([each.count_start for each in everybody])
    members = sum([each.count_start - count_of(each, assignment) for each in everybody])
    standing = start - members
    solitary = start == 1 and is_solitary(unit)
    hp = unit.hp - pool_of(unit)
    if rulings.morale_scope is BY_SIDE:
        start = start if trial.side_start is None else trial.side_start
        members = members if trial.side_casualties is None else trial.side_casualties
    return Losses(
        members,
        start,
        standing,
        hp if solitary else 0,
        unit.hp if solitary else 0,
        alone=solitary and rulings.morale_scope is BY_UNIT,
        weak=_is_weak(trial, assignment),
    )


def _is_weak(trial: Trial, assignment: HeroicAssignment) -> bool:
    """Return whether somebody is on the feet with no more than a third of the hit points."""
    unit = trial.unit
    count = count_of(unit, assignment)
    left = pool_of(unit) - (count - 1) * unit.hp
    return count > 0 and 0 < 3 * left <= unit.hp


def trigger_of(trial: Trial, losses: Losses, rulings: HeroicRulings) -> Trigger:
    """Return whether a check is due: at a third lost, and whenever more is lost afterwards."""
    barred = _barred(trial, losses, rulings)
    if barred is not None:
        return barred
    if trial.unit.status is ROUTED:
        return Trigger(due=True, reason="routed, but may rally.", cites=STICKY)
    trigger = _of_one(trial, losses) if losses.alone else _of_group(trial, losses)
    if trial.force and not trigger.due:
        return trigger._replace(due=True, reason=f"{trigger.reason[:-1]}, but the check was forced.")
    return trigger


def _barred(trial: Trial, losses: Losses, rulings: HeroicRulings) -> Trigger | None:
    """Say why no check can be due, whatever is lost; None if one may be.

    Ruling: heroic/ruling/rout-sticky.
    """
    unit = trial.unit
    if unit.mindless:
        return Trigger(due=False, reason="mindless, so without fear.", cites=(rulebook.MORALE_EXEMPT,))
    if unit.status is ROUTED:
        sticky = rulings.rally is HeroicRally.NEVER
        return Trigger(due=False, reason="routed already.", cites=STICKY) if sticky else None
    if unit.status is not ACTIVE:
        return Trigger(due=False, reason=f"{unit.status.value}.", cites=())
    return None if losses.standing else Trigger(due=False, reason="nobody left standing.", cites=())


def _of_one(trial: Trial, losses: Losses) -> Trigger:
    """Return whether a check of one alone is due."""
    lost, full, last = losses.hp, losses.full, trial.unit.morale.hp_at_last_check
    told = f"{lost} of {full} hit points lost"
    more = full - lost < (full if last is None else last)
    return _lost_trigger(trial, told, (rulebook.MORALE_TRIGGER_SOLITARY,), third=3 * lost >= full, more=more)


def _of_group(trial: Trial, losses: Losses) -> Trigger:
    """Return whether a check of a group, or of a whole side, is due."""
    cites: Cites = (rulebook.MORALE_TRIGGER_GROUP,)
    if trial.parts:
        cites = (*cites, rulebook.UNIT_PARTIAL_EFFECT)
    if losses.start != trial.unit.count_start:
        cites = (*cites, Rulings.MORALE_MIXED)
    lost, start = losses.members, losses.start
    more = lost > trial.unit.morale.casualties_at_last_check
    return _lost_trigger(trial, f"{lost} of {start} members lost", cites, third=3 * lost >= start, more=more)


def _lost_trigger(trial: Trial, told: str, cites: Cites, *, third: bool, more: bool) -> Trigger:
    """Return whether a loss tries a unit: a third of everything, and `more` than at the last check if there was one."""
    if not third:
        return Trigger(due=False, reason=f"{told}, less than a third.", cites=cites)
    if not trial.unit.morale.checked:
        return Trigger(due=True, reason=f"{told}.", cites=cites)
    return Trigger(due=more, reason=f"{told}, {'more' if more else 'no more'} than at the last check.", cites=cites)


def morale_modifiers(trial: Trial, losses: Losses, rulings: HeroicRulings) -> Tally:
    """Return everything that is added to the three dice; the larger step of a pair replaces the smaller, or adds to it.

    Ruling: heroic/ruling/morale-steps-replace, heroic/ruling/morale-hp-scope, heroic/ruling/morale-outnumber.
    """
    unit = trial.unit
    steps = (
        _part_lost(losses.hp, losses.full),
        _superiority(trial, losses),
        _part_lost(losses.members, losses.start),
    )
    stacks = rulings.morale_steps is HeroicMoraleSteps.STACK
    return _modifiers(unit.fearlessness, unit.cowardice, steps, cornered=is_cornered(trial), stacks=stacks)


@lru_cache(maxsize=1024)
def _modifiers(
    fearlessness: int, cowardice: int | None, steps: tuple[int, int, int], *, cornered: bool, stacks: bool
) -> Tally:
    """Return what is added to the dice for one who has come so many steps: in hit points, numbers and losses."""
    facts: dict[Fact, int] = {
        MoraleFact.CORNERED: cornered,
        MoraleFact.FEARLESSNESS: fearlessness,
        MoraleFact.COWARDICE: 0 if cowardice is None else -COWARDICE[cowardice],
    }
    for rows, reached in zip((HP_STEPS, NUMBER_STEPS, LOSS_STEPS), steps, strict=True):
        facts |= dict.fromkeys(rows[:reached] if stacks else rows[:reached][-1:], 1)
    return tally(0, counted(MORALE, facts))


def is_cornered(trial: Trial) -> bool:
    """Return whether a unit can neither flee nor surrender; who is held cannot flee."""
    return (trial.held or not trial.can_retreat) and not trial.enemy_accepts_surrender


def _part_lost(lost: int, start: int) -> int:
    """Return which step a loss reaches: 1 at a half, 2 at two thirds."""
    if 2 * lost < start or not start:
        return 0
    return 2 if 3 * lost >= 2 * start else 1


def _superiority(trial: Trial, losses: Losses) -> int:
    """Return which step its numbers reach: 1 if it outnumbers the enemy, 2 if by two to one."""
    own = losses.standing if trial.own_numbers is None else trial.own_numbers
    if own <= trial.enemy_numbers:
        return 0
    return 2 if own >= 2 * trial.enemy_numbers else 1


BREAKS: Final = frozenset({HeroicMoraleResult.FLEES, HeroicMoraleResult.SURRENDERS, HeroicMoraleResult.CORNERED})
STATUS: Final = {
    HeroicMoraleResult.HOLDS: HeroicStatus.ACTIVE,
    HeroicMoraleResult.CORNERED: HeroicStatus.ACTIVE,
    HeroicMoraleResult.FLEES: HeroicStatus.ROUTED,
    HeroicMoraleResult.SURRENDERS: HeroicStatus.SURRENDERED,
}
BEHIND: Final = {rule.id: rule.behind for rule in rulebook.RULES}


class Checked(NamedTuple):
    """A morale check, rolled: what was added to the dice, the total, what comes of it, and what is told of that."""

    modifiers: Tally
    total: int
    result: HeroicMoraleResult
    told: str


def check_morale(input: HeroicMoraleCheck, rulings: HeroicRulings, dice: Dice) -> HeroicMoraleChecked:
    """Roll whether a unit breaks that has lost a third of its members, or alone a third of its hit points.

    The roll is the enemy's reaction: modifiers are added to three dice, and 13 or more breaks the unit, which flees if
    it can, or else surrenders if the enemy spares it, or else fights on. When no check is due nothing is rolled.

    Dice: 3D6 if a check is due or forced.
    Raises: PcExempt, if a person plays the unit and the check is not forced; PoolMismatch, HeroicDuplicateId.
    Source: Morale Phase.
    """
    unit = input.unit
    refuse_pools((unit, *input.parts), Pointers("/unit", "/parts", ""))
    if unit.is_pc and not input.force:
        message = f"Morale is not checked for {spoken_name(unit)}, played by a person (is_pc is true)."
        raise PcExempt(message, pointer="/unit/is_pc")
    trial = trial_of(input)
    losses = losses_of(trial, rulings)
    trigger = trigger_of(trial, losses, rulings)
    if not trigger.due:
        text = f"{spoken_name(unit)}: {trigger.reason} No morale check was due."
        dice.note(rulebook.MORALE_PHASE, text, actor=unit.id, cites=trigger.cites)
        return checked_alone(input, _unchecked(trial, trigger, text))
    outcome = morale_outcome(trial, losses, trigger, roll_courage(trial, losses, trigger, rulings, dice))
    if not outcome.must_retreat_next_round:
        return checked_alone(input, outcome)
    return checked_alone(input, replace(outcome, summary=f"{outcome.summary} {tell_flight(unit, dice)}"))


def tell_flight(unit: HeroicUnit, dice: Dice) -> str:
    """Note that a unit which has fled must go on retreating, and return the sentence."""
    text = capital(f"{spoken_name(unit)} must retreat next round.")
    dice.note(rulebook.MORALE_MUST_RETREAT, text, actor=unit.id)
    return text


def roll_courage(trial: Trial, losses: Losses, trigger: Trigger, rulings: HeroicRulings, dice: Dice) -> Checked:
    """Make a morale check that is due; that a broken unit must go on retreating is told by `tell_flight`.

    Dice: 3D6.
    """
    modifiers = morale_modifiers(trial, losses, rulings)
    total, told = _roll(trial, losses, trigger, modifiers, dice)
    result = _result(trial, rulings.break_result) if total >= MORALE_BREAKS_AT else HeroicMoraleResult.HOLDS
    told += _tell_result(trial, result, dice)
    return Checked(modifiers, total, result, told)


def morale_roll(unit: HeroicUnit) -> Expected:
    """Return the roll of a morale check, as it is announced."""
    return Expected(rulebook.MORALE_ROLL, THREE_D6, unit.id, f"morale of {spoken_name(unit)}")


def _roll(trial: Trial, losses: Losses, trigger: Trigger, modifiers: Tally, dice: Dice) -> tuple[int, str]:
    """Roll a morale check and return its total, and what is told of it.

    Dice: 3D6.
    """
    unit = trial.unit
    dice.expect(lambda: [morale_roll(unit)])
    roll = dice.roll(rulebook.MORALE_ROLL, THREE_D6, actor=unit.id, target=modifiers, bands=_bands(modifiers.total))
    total = roll.total + modifiers.total
    if not dice.tells:
        return total, ""
    changes = [f" {'-' if each.value < 0 else '+'} {abs(each.value)} {each.label}" for each in modifiers.terms]
    number = f"{roll.total}{''.join(changes)} = {total}" if changes else f"{total}"
    outcome = "broken" if total >= MORALE_BREAKS_AT else "steady"
    text = f"{spoken_name(unit)}: {trigger.reason} Morale {number}: {outcome} ({MORALE_BREAKS_AT} or more breaks)."
    cites = _cites(trial, losses, trigger, modifiers)
    roll.tell(text, margin=MORALE_BREAKS_AT - 1 - total, cites=cites)
    return total, text


def _bands(modifier: int) -> Bands:
    """Return the totals of the dice up to which a unit holds, and breaks."""
    return (min(max(MORALE_BREAKS_AT - 1 - modifier, THREE_D6.count - 1), 18), 18)


def _cites(trial: Trial, losses: Losses, trigger: Trigger, modifiers: Tally) -> Cites:
    cites = trigger.cites
    for each in dict.fromkeys([each.rule for each in modifiers.terms]):
        cites += BEHIND[each]
    if not losses.full:
        cites = (*cites, Rulings.MORALE_HP_SCOPE)
    if losses.weak:
        cites = (*cites, rulebook.MORALE_COLLAPSE)
    return (*cites, rulebook.MORALE_EXEMPT) if trial.unit.is_retainer else cites


def _result(trial: Trial, rule: HeroicBreakResult) -> HeroicMoraleResult:
    """Return what a broken unit does.

    Ruling: heroic/ruling/flee-or-surrender.
    """
    if rule is HeroicBreakResult.FLEE:
        return HeroicMoraleResult.FLEES
    if rule is HeroicBreakResult.SURRENDER:
        return HeroicMoraleResult.SURRENDERS
    if trial.can_retreat and not trial.held:
        return HeroicMoraleResult.FLEES
    return HeroicMoraleResult.CORNERED if is_cornered(trial) else HeroicMoraleResult.SURRENDERS


def _tell_result(trial: Trial, result: HeroicMoraleResult, dice: Dice) -> str:
    """Note what a unit does after a check, and return the sentence."""
    if not dice.tells:
        return ""
    unit = trial.unit
    name = spoken_name(unit)
    decided: Cites = (Rulings.FLEE_OR_SURRENDER,)
    if result is HeroicMoraleResult.FLEES:
        text, cites = f"{name} broke and fled.", decided
    elif result is HeroicMoraleResult.SURRENDERS:
        text, cites = f"{name} broke and surrendered.", decided
    elif result is HeroicMoraleResult.CORNERED:
        text, cites = f"{name} broke, but fought on, with nowhere to go and no mercy to hope for.", decided
    elif unit.status is ROUTED:
        text = f"{name} rallied."
        cites = (Rulings.ROUT_STICKY,)
    else:
        return ""
    dice.note(rulebook.MORALE_BREAK, text, actor=unit.id, cites=cites)
    return f" {capital(text)}"


def _unchecked(trial: Trial, trigger: Trigger, text: str) -> HeroicMoraleOutcome:
    return HeroicMoraleOutcome(
        summary=capital(text),
        verdict=HeroicMoraleVerdict(result=HeroicMoraleResult.NOT_DUE, breaks=False),
        unit_id=trial.unit.id,
        due=False,
        reason=trigger.reason,
        modifiers=None,
        roll=None,
        total=None,
        must_retreat_next_round=trial.unit.status is ROUTED,
        unit=trial.unit,
        parts=trial.parts,
    )


def morale_outcome(trial: Trial, losses: Losses, trigger: Trigger, checked: Checked) -> HeroicMoraleOutcome:
    """Return all that came of a morale check that was due."""
    modifiers, total, result, told = checked
    unit, *parts = units_after(trial, losses, checked)
    return HeroicMoraleOutcome(
        summary=capital(told),
        verdict=HeroicMoraleVerdict(result=result, breaks=result in BREAKS),
        unit_id=trial.unit.id,
        due=True,
        reason=trigger.reason,
        modifiers=modifiers,
        roll=total - modifiers.total,
        total=total,
        must_retreat_next_round=result is HeroicMoraleResult.FLEES,
        unit=unit,
        parts=tuple(parts),
    )


def units_after(trial: Trial, losses: Losses, checked: Checked) -> tuple[HeroicUnit, ...]:
    """Return a unit and its other parts as a check leaves them."""
    return tuple([_after(each, losses, checked.result) for each in (trial.unit, *trial.parts)])


def _after(unit: HeroicUnit, losses: Losses, result: HeroicMoraleResult) -> HeroicUnit:
    """Return a unit as a check leaves it; who is out of the fight stays so."""
    present = unit.status in PRESENT
    morale = _morale_after(losses.members, pool_of(unit))
    return unit.model_copy(update={"morale": morale, "status": STATUS[result] if present else unit.status})


@lru_cache(maxsize=4096)
def _morale_after(members: int, pool: int) -> HeroicMorale:
    """Return what is remembered of a check when so many members are lost, and so many hit points left."""
    return HeroicMorale(checked=True, casualties_at_last_check=members, hp_at_last_check=pool)
