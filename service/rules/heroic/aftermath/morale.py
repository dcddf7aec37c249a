"""Whether the courage of a unit fails that has lost a third of its strength, and what it does then."""

from dataclasses import replace
from typing import Final, NamedTuple

from service.dice.model import THREE_D6, Bands, Cites, Dice
from service.dice.transcript import Tally
from service.rules.heroic.aftermath.models import HeroicMoraleCheck
from service.rules.heroic.aftermath.morale_causes import (
    Losses,
    Trigger,
    is_cornered,
    losses_of,
    morale_modifiers,
    trigger_of,
)
from service.rules.heroic.aftermath.outcomes import HeroicMoraleOutcome, HeroicMoraleVerdict
from service.rules.heroic.attack.legality import Pointers, refuse_pools
from service.rules.heroic.book import rulebook
from service.rules.heroic.book.options import HeroicBreakResult, HeroicRulings
from service.rules.heroic.book.refusals import PcExempt
from service.rules.heroic.book.rulings import Rulings
from service.rules.heroic.book.tables import MORALE_BREAKS_AT
from service.rules.heroic.book.words import HeroicMoraleResult, HeroicStatus
from service.rules.heroic.figures.models import HeroicMorale, HeroicUnit
from service.rules.heroic.figures.standing import pool_of, spoken_name

BREAKS: Final = frozenset({HeroicMoraleResult.FLEES, HeroicMoraleResult.SURRENDERS, HeroicMoraleResult.CORNERED})
STATUS: Final = {
    HeroicMoraleResult.HOLDS: HeroicStatus.ACTIVE,
    HeroicMoraleResult.CORNERED: HeroicStatus.ACTIVE,
    HeroicMoraleResult.FLEES: HeroicStatus.ROUTED,
    HeroicMoraleResult.SURRENDERS: HeroicStatus.SURRENDERED,
}
BEHIND: Final = {rule.id: rule.behind for rule in rulebook.RULES}


class Checked(NamedTuple):
    """A morale check, rolled: its total, what comes of it, and what is told of that."""

    total: int
    result: HeroicMoraleResult
    told: str


def check_morale(input: HeroicMoraleCheck, rulings: HeroicRulings, dice: Dice) -> HeroicMoraleOutcome:
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
    losses = losses_of(input, rulings)
    trigger = trigger_of(input, losses, rulings)
    if not trigger.due:
        text = f"{spoken_name(unit)}: {trigger.reason} No morale check is due."
        dice.note(rulebook.MORALE_PHASE, text, actor=unit.id, cites=trigger.cites)
        return _unchecked(input, trigger, text)
    outcome = roll_morale(input, losses, trigger, rulings, dice)
    if not outcome.must_retreat_next_round:
        return outcome
    return replace(outcome, summary=f"{outcome.summary} {tell_flight(unit, dice)}")


def tell_flight(unit: HeroicUnit, dice: Dice) -> str:
    """Tell that a unit which has fled must go on retreating, and return that."""
    text = f"{spoken_name(unit)} must retreat next round."
    dice.note(rulebook.MORALE_MUST_RETREAT, text, actor=unit.id)
    return text


def roll_morale(
    input: HeroicMoraleCheck, losses: Losses, trigger: Trigger, rulings: HeroicRulings, dice: Dice
) -> HeroicMoraleOutcome:
    """Make a morale check that is due; that a broken unit must go on retreating is told by `tell_flight`.

    Dice: 3D6.
    """
    modifiers = morale_modifiers(input, losses, rulings)
    total, told = _roll(input, losses, trigger, modifiers, dice)
    result = _result(input, rulings.break_result) if total >= MORALE_BREAKS_AT else HeroicMoraleResult.HOLDS
    told += _tell_result(input, result, dice)
    return _checked(input, losses, trigger, modifiers, Checked(total, result, told))


def _roll(input: HeroicMoraleCheck, losses: Losses, trigger: Trigger, modifiers: Tally, dice: Dice) -> tuple[int, str]:
    """Roll a morale check and return its total, and what is told of it.

    Dice: 3D6.
    """
    unit = input.unit
    roll = dice.roll(rulebook.MORALE_ROLL, THREE_D6, actor=unit.id, target=modifiers, bands=_bands(modifiers.total))
    total = roll.total + modifiers.total
    changes = [f" {'-' if each.value < 0 else '+'} {abs(each.value)} {each.label}" for each in modifiers.terms]
    number = f"{roll.total}{''.join(changes)} = {total}" if changes else f"{total}"
    outcome = "broken" if total >= MORALE_BREAKS_AT else "steady"
    text = f"{spoken_name(unit)}: {trigger.reason} Morale {number}: {outcome} ({MORALE_BREAKS_AT} or more breaks)."
    cites = _cites(input, losses, trigger, modifiers)
    roll.tell(text, margin=MORALE_BREAKS_AT - 1 - total, cites=cites)
    return total, text


def _bands(modifier: int) -> Bands:
    """Return the totals of the dice up to which a unit holds, and breaks."""
    return (min(max(MORALE_BREAKS_AT - 1 - modifier, THREE_D6.count - 1), 18), 18)


def _cites(input: HeroicMoraleCheck, losses: Losses, trigger: Trigger, modifiers: Tally) -> Cites:
    cites = trigger.cites
    for each in dict.fromkeys([each.rule for each in modifiers.terms]):
        cites += BEHIND[each]
    if not losses.full:
        cites = (*cites, Rulings.MORALE_HP_SCOPE)
    if losses.weak:
        cites = (*cites, rulebook.MORALE_COLLAPSE)
    return (*cites, rulebook.MORALE_EXEMPT) if input.unit.is_retainer else cites


def _result(input: HeroicMoraleCheck, rule: HeroicBreakResult) -> HeroicMoraleResult:
    """Return what a broken unit does.

    Ruling: heroic/ruling/flee-or-surrender.
    """
    if rule is HeroicBreakResult.FLEE:
        return HeroicMoraleResult.FLEES
    if rule is HeroicBreakResult.SURRENDER:
        return HeroicMoraleResult.SURRENDERS
    if input.can_retreat and not input.held:
        return HeroicMoraleResult.FLEES
    return HeroicMoraleResult.CORNERED if is_cornered(input) else HeroicMoraleResult.SURRENDERS


def _tell_result(input: HeroicMoraleCheck, result: HeroicMoraleResult, dice: Dice) -> str:
    """Tell what a unit does after a check, and return that."""
    unit = input.unit
    name = spoken_name(unit)
    decided: Cites = (Rulings.FLEE_OR_SURRENDER,)
    if result is HeroicMoraleResult.FLEES:
        text, cites = f"{name} broke and fled.", decided
    elif result is HeroicMoraleResult.SURRENDERS:
        text, cites = f"{name} broke and surrendered.", decided
    elif result is HeroicMoraleResult.CORNERED:
        text, cites = f"{name} broke, but fought on, with nowhere to go and no mercy to hope for.", decided
    elif unit.status is HeroicStatus.ROUTED:
        text = f"{name} rallied."
        cites = (Rulings.ROUT_STICKY,)
    else:
        return ""
    dice.note(rulebook.MORALE_BREAK, text, actor=unit.id, cites=cites)
    return f" {text}"


def _unchecked(input: HeroicMoraleCheck, trigger: Trigger, text: str) -> HeroicMoraleOutcome:
    return HeroicMoraleOutcome(
        summary=text,
        verdict=HeroicMoraleVerdict(result=HeroicMoraleResult.NOT_DUE, breaks=False),
        unit_id=input.unit.id,
        due=False,
        reason=trigger.reason,
        modifiers=None,
        roll=None,
        total=None,
        must_retreat_next_round=input.unit.status is HeroicStatus.ROUTED,
        unit=input.unit,
        parts=input.parts,
    )


def _checked(
    input: HeroicMoraleCheck,
    losses: Losses,
    trigger: Trigger,
    modifiers: Tally,
    checked: Checked,
) -> HeroicMoraleOutcome:
    total, result, told = checked
    return HeroicMoraleOutcome(
        summary=told,
        verdict=HeroicMoraleVerdict(result=result, breaks=result in BREAKS),
        unit_id=input.unit.id,
        due=True,
        reason=trigger.reason,
        modifiers=modifiers,
        roll=total - modifiers.total,
        total=total,
        must_retreat_next_round=result is HeroicMoraleResult.FLEES,
        unit=_after(input.unit, losses, result),
        parts=tuple([_after(part, losses, result) for part in input.parts]),
    )


def _after(unit: HeroicUnit, losses: Losses, result: HeroicMoraleResult) -> HeroicUnit:
    """Return a unit as a check leaves it; who is out of the fight stays so."""
    morale = HeroicMorale(checked=True, casualties_at_last_check=losses.members, hp_at_last_check=pool_of(unit))
    present = unit.status in {HeroicStatus.ACTIVE, HeroicStatus.ROUTED}
    return unit.model_copy(update={"morale": morale, "status": STATUS[result] if present else unit.status})
