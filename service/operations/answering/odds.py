"""Exact odds as an answer: the chance of each verdict, of each headline event, and the means."""

from collections.abc import Mapping
from dataclasses import fields
from enum import Enum
from fractions import Fraction
from typing import Annotated, Any

from pydantic import Field

from service.dice.ways import EXPLOSIONS_FOLLOWED
from service.rules.kernel.family import Harm
from service.wire import record


@record
class Chance:
    """A probability as an exact fraction, and as a decimal for display."""

    numerator: Annotated[str, Field(description="Numerator in lowest terms, in decimal digits.")]
    denominator: Annotated[str, Field(description="Denominator in lowest terms, in decimal digits.")]
    decimal: Annotated[float, Field(description="The nearest double, from 0 to 1.")]


RESIDUAL = (
    "Chance of outcomes that are not enumerated, 1 less all other chances; 0 if the odds are complete. Exploding dice "
    f"are followed for {EXPLOSIONS_FOLLOWED} added dice a roll."
)


@record
class EventChance:
    """The chance of one event of the verdict."""

    event: Annotated[str, Field(description="A fact of the verdict (stunned), or a fact and its value (outcome=hit).")]
    chance: Chance


@record
class Mean:
    """The expected value of a number of the verdict, over the outcomes that have it."""

    number: Annotated[str, Field(description="Name of the verdict's field.")]
    numerator: Annotated[str, Field(description="Numerator in lowest terms, in decimal digits.")]
    denominator: Annotated[str, Field(description="Denominator in lowest terms, in decimal digits.")]
    decimal: Annotated[float, Field(description="The nearest double.")]


@record
class AmountChance:
    """The chance of one amount of harm."""

    amount: Annotated[int, Field(description="How much harm is done.")]
    chance: Chance


@record
class HarmOdds:
    """How much harm an attack does to its target, and whether the target falls."""

    number: Annotated[str, Field(description="Name of the verdict's field that says how much harm is done.")]
    amounts: Annotated[
        tuple[AmountChance, ...],
        Field(description="The chance of each amount, the least first; 0: no harm. They sum to 1 less `residual`."),
    ]
    falls: Annotated[Chance, Field(description="The chance that the target fights on no longer.")]


def harm_in(harm: Harm, chances: Mapping[Any, Fraction]) -> HarmOdds:
    """Sum the chances of every amount of harm, and of those verdicts after which the target is out of the fight."""
    amounts: dict[int, Fraction] = {}
    falls = Fraction(0)
    for verdict, chance in chances.items():
        amount = getattr(verdict, harm.number)
        amounts[amount] = amounts.get(amount, Fraction(0)) + chance
        if verdict.target_status is not None and verdict.target_status not in harm.standing:
            falls += chance
    told = [AmountChance(amount=amount, chance=chance_of(amounts[amount])) for amount in sorted(amounts)]
    return HarmOdds(number=harm.number, amounts=tuple(told), falls=chance_of(falls))


def chance_of(fraction: Fraction) -> Chance:
    """Write a probability for the wire."""
    return Chance(numerator=str(fraction.numerator), denominator=str(fraction.denominator), decimal=float(fraction))


def events_in(chances: Mapping[Any, Fraction]) -> tuple[EventChance, ...]:
    """Sum the chances of every true fact and every enumerated value, in the verdict's order, the likeliest first."""
    totals: dict[tuple[int, str], Fraction] = {}
    for verdict, chance in chances.items():
        for place, name in enumerate(_names(verdict)):
            value = getattr(verdict, name)
            if isinstance(value, bool):
                totals[place, name] = totals.get((place, name), Fraction(0)) + (chance if value else 0)
            elif isinstance(value, Enum):
                event = (place, f"{name}={value.value}")
                totals[event] = totals.get(event, Fraction(0)) + chance
    ordered = sorted(totals.items(), key=lambda item: (item[0][0], -item[1], item[0][1]))
    return tuple(EventChance(event=event, chance=chance_of(total)) for (_, event), total in ordered)


def means_in(chances: Mapping[Any, Fraction]) -> tuple[Mean, ...]:
    """Average every number of the verdicts, over the chance that it exists."""
    sums: dict[str, tuple[Fraction, Fraction]] = {}
    for verdict, chance in chances.items():
        for name in _names(verdict):
            value = getattr(verdict, name)
            if isinstance(value, int) and not isinstance(value, bool):
                total, mass = sums.get(name, (Fraction(0), Fraction(0)))
                sums[name] = (total + value * chance, mass + chance)
    return tuple(_mean(name, total / mass) for name, (total, mass) in sums.items() if mass)


def _mean(name: str, value: Fraction) -> Mean:
    return Mean(number=name, numerator=str(value.numerator), denominator=str(value.denominator), decimal=float(value))


def _names(verdict: Any) -> tuple[str, ...]:
    return tuple(field.name for field in fields(verdict))
