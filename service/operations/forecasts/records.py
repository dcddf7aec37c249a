"""The odds of a fight as an answer: every chance says between which bounds it lies, and the answer how it is known."""

from typing import Annotated, Any, Final

from pydantic import Field

from service.forecasts.counting.stopping import Stopped
from service.forecasts.reading import Given, MethodKind
from service.rules.kernel.verdict import Fate
from service.wire import Json, record

ROUNDS_LISTED: Final = 200
TINY: Final = 1e-12
"""Chances of rounds below this are left out."""
READABLE_DENOMINATOR: Final = 10**60
"""Longer fractions are left out: nobody reads them, and they grow with every round."""


@record
class ForecastChance:
    """A chance and its bounds.

    The bounds of exact chances are the chance itself, or a double's rounding apart. Bounded ones lie between the bounds
    for certain, sampled ones at the level of the method (Wilson interval).
    """

    decimal: Annotated[float, Field(description="The chance, or the best estimate of it, from 0 to 1.")]
    low: Annotated[float, Field(description="The lower bound.")]
    high: Annotated[float, Field(description="The upper bound.")]
    numerator: Annotated[
        str | None,
        Field(description="Numerator in lowest terms, if the chance is a fraction of 60 digits at most; else null."),
    ]
    denominator: Annotated[
        str | None,
        Field(description="Denominator in lowest terms, if the chance is a fraction of 60 digits at most; else null."),
    ]


@record
class ForecastMethod:
    """How the odds are known; what does not apply is null."""

    kind: Annotated[
        MethodKind,
        Field(
            description=(
                "exact: all paths of the dice were enumerated. bounded: enumerated but for `unresolved`. sampled: "
                "counted in fights that were played."
            )
        ),
    ]
    stopped: Annotated[
        Stopped | None,
        Field(
            description=(
                "complete, or which limit of the request stopped the work; time: the service had to answer; dropped: "
                "by the halving of a campaign; null: a campaign goes on. Chances that stopped at half_width lean to 0 "
                "or 1, by less than a fifth of it. Where the time was up, fights that were not over do not count, "
                "which favours short ones."
            )
        ),
    ]
    unresolved: Annotated[float | None, Field(description="The chance of everything that was not enumerated.")]
    error: Annotated[float | None, Field(description="The largest error of chances that are no fractions.")]
    states: Annotated[int | None, Field(description="Different states that the fight can pass through.")]
    paths: Annotated[int | None, Field(description="Paths of the dice that were run.")]
    fights: Annotated[int | None, Field(description="Fights that were played and counted.")]
    seed: Annotated[str | None, Field(description="Fight number i has the dice of this seed and /i.")]
    level: Annotated[float | None, Field(description="The level of the intervals.")]
    looks: Annotated[int | None, Field(description="How often the service checked whether the fights were enough.")]


@record
class SideChance:
    """The chance that a side wins."""

    side: Annotated[str, Field(description="Id of the side.")]
    chance: ForecastChance


@record
class NumberSpread:
    """The mean of a number, and how it spreads."""

    mean: Annotated[float, Field(description="The mean.")]
    p5: Annotated[int, Field(description="In 5 % of all fights it is at most this number.")]
    p50: Annotated[int, Field(description="The median: in half of all fights it is at most this number.")]
    p95: Annotated[int, Field(description="In 95 % of all fights it is at most this number.")]


@record
class RoundsChance:
    """The chance that the fight takes this number of rounds."""

    rounds: Annotated[int, Field(description="The number of rounds.")]
    chance: ForecastChance


@record
class ForecastRounds:
    """How many rounds the fight takes."""

    spread: Annotated[NumberSpread | None, Field(description="Mean and quantiles; null if nothing is known.")]
    distribution: Annotated[
        tuple[RoundsChance, ...],
        Field(description="The chance of each number of rounds, ascending; chances below 1e-12 are left out."),
    ]


@record
class StandingChance:
    """The chance that this number of members stands in the end."""

    standing: Annotated[int, Field(description="The number of members.")]
    chance: ForecastChance


@record
class SideSurvivors:
    """How many of a side stand in the end."""

    side: Annotated[str, Field(description="Id of the side.")]
    given: Annotated[
        Given, Field(description="Among which fights: any, those it wins, or those that another side wins.")
    ]
    spread: Annotated[NumberSpread | None, Field(description="Mean and quantiles; null if there is no such fight.")]
    distribution: Annotated[tuple[StandingChance, ...], Field(description="The chance of each number, ascending.")]


@record
class FateChance:
    """The chance that this becomes of a figure."""

    fate: Annotated[Fate, Field(description="What becomes of it.")]
    chance: ForecastChance


@record
class FigureForecast:
    """What becomes of a figure."""

    id: Annotated[str, Field(description="Its id.")]
    stands: Annotated[ForecastChance, Field(description="The chance that it stands in the end.")]
    fates: Annotated[tuple[FateChance, ...], Field(description="The chance of each fate.")]
    left: Annotated[
        NumberSpread | None,
        Field(description="What is left of its hit points, Endurance, stamina or Morale Points; null if not counted."),
    ]


@record
class SideRace:
    """How a side fares by a round."""

    side: Annotated[str, Field(description="Id of the side.")]
    standing: Annotated[float, Field(description="Mean number of its members that stand.")]
    left: Annotated[float | None, Field(description="Mean of what is left of all its figures; null if not counted.")]


@record
class RaceAfterRound:
    """How the fight stands after a round, over all fights; those that are over count as they ended."""

    round: Annotated[int, Field(description="The round; 0 is the start.")]
    decided: Annotated[ForecastChance, Field(description="The chance that the fight is decided by then.")]
    sides: Annotated[tuple[SideRace, ...], Field(description="Each side, in the order of the request.")]


@record
class ForecastExample:
    """A fight of the sample that can be watched."""

    fight: Annotated[int, Field(description="Its number in the sample, from 0.")]
    winner: Annotated[str | None, Field(description="Id of the side that wins it; null if none does.")]
    rounds: Annotated[int, Field(description="Rounds that it takes.")]
    request: Annotated[Json, Field(description="The body that plays it: post it to the procedure.")]


@record
class ForecastExamples:
    """Fights of the sample that can be watched."""

    typical: Annotated[
        ForecastExample | None, Field(description="One that the usual winner wins in a usual number of rounds.")
    ]
    longest: Annotated[ForecastExample | None, Field(description="The one with the most rounds.")]
    upset: Annotated[
        ForecastExample | None, Field(description="The first that the rarest winner wins; null without two winners.")
    ]


def described(kind: Any, description: str) -> Any:
    """Return the type of a field with its description."""
    return Annotated[kind, Field(description=description)]


ODDS: Final[tuple[tuple[str, Any], ...]] = (
    ("method", described(ForecastMethod, "How the odds are known.")),
    ("winner", described(tuple[SideChance, ...], "The chance that each side wins, in the order of the request.")),
    ("draw", described(ForecastChance, "The chance of a draw: the fight is over and no side has won.")),
    ("undecided", described(ForecastChance, "The chance that it still goes on after the last round allowed.")),
    ("stalemate", described(ForecastChance, "The chance that it goes on without anything that can still change.")),
    ("rounds", described(ForecastRounds, "How many rounds it takes.")),
    (
        "survivors",
        described(
            tuple[SideSurvivors, ...],
            "How many of each side stand in the end: in all fights, in those it wins, in those it loses.",
        ),
    ),
    ("figures", described(tuple[FigureForecast, ...], "What becomes of each figure, in the order of the request.")),
    ("race", described(tuple[RaceAfterRound, ...], "How the fight stands after each round, 200 at most.")),
    ("examples", described(ForecastExamples, "Fights of the sample that can be watched.")),
)
"""The fields of an answer that a forecast fills."""
