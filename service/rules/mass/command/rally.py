"""Rally: a Charisma check whose margin gives units the use of their powers again."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Final

from pydantic import Field

from service.dice.model import D20, Cites, Dice, Expected
from service.dice.transcript import Tally
from service.rules.kernel.figures import Called, Who, refuse_doubles
from service.rules.kernel.tally import counted, spoken, tally
from service.rules.kernel.telling import joined, sentence
from service.rules.mass.book import rulebook
from service.rules.mass.book.modifiers import RALLY_ROWS, MassFact
from service.rules.mass.book.options import MassRallyCost, MassRulings
from service.rules.mass.book.refusals import MassDuplicateId
from service.rules.mass.book.rulings import Rulings
from service.rules.mass.book.words import MassReason
from service.rules.mass.figures.models import MAX_UNITS, Charisma, CharismaModifier, MassTroop, RatedMorale
from service.rules.mass.figures.presence import refuse_inactive
from service.rules.mass.figures.standing import MassUnitState
from service.rules.mass.figures.text import called, morale
from service.wire import Frozen, record


class MassRallyUnit(MassTroop):
    """A unit to be rallied."""

    morale_max: RatedMorale = Field(description="Rated Morale Points.")


class MassRally(Frozen):
    """A commander's attempt to rally units."""

    charisma: Charisma = Field(description="The commander's Charisma.")
    modifier: CharismaModifier = Field(default=0, description="Added to Charisma.")
    units: Annotated[tuple[MassRallyUnit, ...], Field(min_length=1, max_length=MAX_UNITS)] = Field(
        description="The units, the most wanted first."
    )


@record
class MassLeftOut:
    """A unit that was not rallied, and why."""

    unit: Annotated[str, Field(description="The unit's id.")]
    reason: Annotated[MassReason, Field(description="Why not.")]


@record
class MassRallyVerdict:
    """The result of a rally."""

    success: Annotated[bool, Field(description="Whether the check succeeded.")]
    margin: Annotated[int, Field(description="The margin of success; 0 if it failed.")]
    rallied: Annotated[int, Field(description="How many units have their power again.")]


@record
class MassRallyOutcome:
    """The outcome of a rally."""

    summary: Annotated[str, Field(description="The rally in a sentence.")]
    success: Annotated[bool, Field(description="Whether the check succeeded.")]
    margin: Annotated[int, Field(description="The margin of success; 0 if it failed.")]
    check: Annotated[Tally, Field(description="The number to roll at or under.")]
    rallied: Annotated[tuple[str, ...], Field(description="Ids of the units that have their power again.")]
    refused: Annotated[tuple[MassLeftOut, ...], Field(description="The units that were not rallied.")]
    unspent: Annotated[int, Field(description="What is left of the margin.")]
    verdict: Annotated[MassRallyVerdict, Field(description="What it achieved.")]


THE_COMMANDER: Final = Who(None, "the commander")
"""Who rallies where no commander is named."""


def rally(input: MassRally, rulings: MassRulings, dice: Dice) -> MassRallyOutcome:
    """Roll a Charisma check and give units whose Morale Points fit its margin the use of their powers again.

    Units are taken in the order given, each that still fits.

    Dice: D20.
    Raises: UnitNotActive, MassDuplicateId.
    Ruling: mass/ruling/rally-check, rally-zero-margin, rally-cost.
    Source: Rally Troops.
    """
    refuse_doubles(input.units, "/units", MassDuplicateId)
    for position, unit in enumerate(input.units):
        refuse_inactive(unit, f"/units/{position}")
    return roll_rally(THE_COMMANDER, input.charisma, input.modifier, input.units, rulings, dice)


def roll_rally(
    commander: Who,
    charisma: int,
    modifier: int,
    units: Sequence[MassRallyUnit | MassUnitState],
    rulings: MassRulings,
    dice: Dice,
) -> MassRallyOutcome:
    """Roll the check, and spend its margin on the units in their order."""
    check = tally(charisma, counted(RALLY_ROWS, {MassFact.CHARISMA_MODIFIER: modifier}))
    dice.expect(lambda: [rally_expected(commander.id, units)])
    roll = dice.roll(rulebook.RALLY_CHECK, D20, actor=commander.id, target=check)
    success = roll.total <= check.total
    margin = check.total - roll.total if success else 0
    who, names = commander.name, {unit.id: called(unit) for unit in units}
    came = f"a margin of {margin}" if success else "too high, nobody rallied"
    cites: Cites = (rulebook.RALLY_NOT_AN_ACTION,)
    if success and not margin:
        cites += (Rulings.RALLY_ZERO_MARGIN,)
    if roll.total == D20.sides:
        cites += (Rulings.RALLY_NATURAL_TWENTY,)
    text = f"{who} rolled {roll.total} to rally, against a Charisma of {spoken(check)}: {came}."
    roll.tell(text, margin=margin, cites=cites)
    rallied, refused, unspent = _spent(units, margin if success else None, rulings)
    if success:
        _note_rallied({name: names[name] for name in rallied}, margin, dice)
    whom = joined([names[name] for name in rallied]) if rallied else "nobody"
    return MassRallyOutcome(
        summary=sentence(f"{who} rallied {whom}: {came}" if success else f"{who} failed to rally anybody"),
        success=success,
        margin=margin,
        check=check,
        rallied=rallied,
        refused=refused,
        unspent=unspent,
        verdict=MassRallyVerdict(success=success, margin=margin, rallied=len(rallied)),
    )


def rally_expected(commander: str | None, units: Sequence[Called]) -> Expected:
    """Announce the check of a commander, whose name in the encounter or the request is given, to rally units."""
    whom = f" to rally {joined([called(unit) for unit in units])}" if units else ""
    return Expected(rulebook.RALLY_CHECK, D20, commander, f"Charisma check{whom}")


def _spent(
    units: Sequence[MassRallyUnit | MassUnitState], margin: int | None, rulings: MassRulings
) -> tuple[tuple[str, ...], tuple[MassLeftOut, ...], int]:
    rallied: list[str] = []
    refused: list[MassLeftOut] = []
    left = margin or 0
    for unit in units:
        cost = unit.morale_max if unit.morale is None or rulings.rally_cost is MassRallyCost.RATED else unit.morale
        if margin is None:
            refused.append(MassLeftOut(unit=unit.id, reason=MassReason.CHECK_FAILED))
        elif not unit.power_expended:
            refused.append(MassLeftOut(unit=unit.id, reason=MassReason.NOT_EXPENDED))
        elif cost > left:
            refused.append(MassLeftOut(unit=unit.id, reason=MassReason.INSUFFICIENT_MARGIN))
        else:
            left -= cost
            rallied.append(unit.id)
    return tuple(rallied), tuple(refused), left


def _note_rallied(rallied: Mapping[str, str], margin: int, dice: Dice) -> None:
    whom = joined(list(rallied.values())) if rallied else "none of the units"
    text = f"The margin was enough for units of {morale(margin)}: {whom} rallied."
    dice.note(rulebook.RALLY_MARGIN_BUDGET, text, cites=(rulebook.RALLY_ELIGIBLE,))
    for unit, name in rallied.items():
        text = f"{name} regained the use of the Encounter Power."
        dice.note(rulebook.RALLY_EFFECT, text, actor=unit, cites=(Rulings.RALLY_NAME, Rulings.RALLY_REPEAT))
