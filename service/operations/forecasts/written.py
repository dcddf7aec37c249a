"""A forecast, written as records."""

from collections.abc import Callable
from dataclasses import asdict
from typing import Any

from service.forecasts.counting.tally import Kind
from service.forecasts.reading import Chance, Example, Forecast, Given, Spread
from service.operations.forecasts.records import (
    READABLE_DENOMINATOR,
    ROUNDS_LISTED,
    TINY,
    FateChance,
    FigureForecast,
    ForecastChance,
    ForecastExample,
    ForecastExamples,
    ForecastMethod,
    ForecastRounds,
    NumberSpread,
    RaceAfterRound,
    RoundsChance,
    SideChance,
    SideRace,
    SideSurvivors,
    StandingChance,
)

Shown = Callable[[int], Any]
"""Returns the body that plays a fight of the sample, by its number."""


def written(forecast: Forecast, shown: Shown) -> dict[str, Any]:
    """Return the parts of an answer that a forecast fills."""
    return {
        "method": _method(forecast),
        "winner": tuple([SideChance(side=side, chance=chance(forecast.wins(side))) for side in forecast.sides]),
        "draw": chance(forecast.ends(Kind.DRAW)),
        "undecided": chance(forecast.ends(Kind.UNDECIDED)),
        "stalemate": chance(forecast.ends(Kind.STALEMATE)),
        "rounds": ForecastRounds(
            spread=_spread(forecast.rounds_spread()),
            distribution=tuple(
                [
                    RoundsChance(rounds=many, chance=chance(each))
                    for many, each in forecast.rounds()
                    if each.high >= TINY
                ]
            ),
        ),
        "survivors": tuple([_survivors(forecast, side, given) for side in forecast.sides for given in Given]),
        "figures": tuple([_figure(forecast, figure) for figure in forecast.figures]),
        "race": _race(forecast),
        "examples": ForecastExamples(
            typical=_example(forecast.typical(), shown),
            longest=_example(forecast.longest(), shown),
            upset=_example(forecast.upset(), shown),
        ),
    }


def chance(known: Chance) -> ForecastChance:
    """Write a chance: as a fraction, too, if it is exact and short enough to be read."""
    value = known.value
    fraction = None
    if not isinstance(value, float) and known.low == known.high == value and value.denominator < READABLE_DENOMINATOR:
        fraction = value
    return ForecastChance(
        decimal=float(value),
        low=float(known.low),
        high=float(known.high),
        numerator=None if fraction is None else str(fraction.numerator),
        denominator=None if fraction is None else str(fraction.denominator),
    )


def _method(forecast: Forecast) -> ForecastMethod:
    facts = asdict(forecast.method)
    unresolved = facts.pop("unresolved")
    return ForecastMethod(unresolved=None if unresolved is None else float(unresolved), **facts)


def _spread(spread: Spread | None) -> NumberSpread | None:
    return None if spread is None else NumberSpread(mean=spread.mean, **spread.quantiles)


def _survivors(forecast: Forecast, side: str, given: Given) -> SideSurvivors:
    return SideSurvivors(
        side=side,
        given=given,
        spread=_spread(forecast.survivors_spread(side, given)),
        distribution=tuple(
            [StandingChance(standing=many, chance=chance(each)) for many, each in forecast.survivors(side, given)]
        ),
    )


def _figure(forecast: Forecast, figure: str) -> FigureForecast:
    return FigureForecast(
        id=figure,
        stands=chance(forecast.survives(figure)),
        fates=tuple([FateChance(fate=fate, chance=chance(each)) for fate, each in forecast.fates(figure).items()]),
        left=_spread(forecast.left(figure)),
    )


def _race(forecast: Forecast) -> tuple[RaceAfterRound, ...]:
    """Write the rounds up to the first after which hardly any fight goes on."""
    points = forecast.race()[: ROUNDS_LISTED + 1]
    going_on = len([point for point in points if point.decided.low < 1 - TINY])
    return tuple(
        [
            RaceAfterRound(
                round=point.round,
                decided=chance(point.decided),
                sides=tuple(
                    [
                        SideRace(side=side, standing=point.standing.get(side, 0.0), left=point.left.get(side))
                        for side in forecast.sides
                    ]
                ),
            )
            for point in points[: going_on + 1]
        ]
    )


def _example(example: Example | None, shown: Shown) -> ForecastExample | None:
    if example is None:
        return None
    return ForecastExample(
        fight=example.fight, winner=example.winner, rounds=example.rounds, request=shown(example.fight)
    )
