"""What the operations on deciding numbers share: how many fights, how sure, how long; and differences as records."""

from typing import Annotated, Any, Final

from pydantic import Field

from service.forecasts.counting.intervals import wilson
from service.forecasts.counting.paired import Pairs
from service.forecasts.reading import Chance
from service.operations.answering.dice_source import Seed
from service.operations.forecasts.records import ForecastChance
from service.operations.forecasts.seeds import NULL
from service.operations.forecasts.written import chance
from service.wire import Frozen, record

USUAL_LEVEL: Final = 0.95

SideId = Annotated[str, Field(min_length=1, max_length=200)]


class Sampling(Frozen):
    """How sure intervals are, how long fights are played, and with which dice."""

    level: Annotated[float, Field(ge=0.5, le=0.9999)] = Field(
        default=USUAL_LEVEL, description="The share of such intervals that hold the true number."
    )
    seed: Seed | None = Field(
        default=None,
        description=(
            f"Fight number i has the dice of this seed and /i, in all variants: the same body, the same answer. {NULL}."
        ),
    )
    max_seconds: Annotated[float, Field(gt=0, le=10.0)] | None = Field(
        default=5.0,
        description="Seconds of processor time after which no more fights are begun; null: the service's own deadline.",
    )


@record
class ChanceDifference:
    """The difference of two chances, paired by their dice, with its interval."""

    decimal: Annotated[float, Field(description="The difference, from -1 to 1.")]
    low: Annotated[float, Field(description="The lower bound (Tango's score interval for matched pairs).")]
    high: Annotated[float, Field(description="The upper bound.")]


def difference_of(pairs: Pairs, level: float) -> ChanceDifference:
    """Write the difference of the chances of paired fights."""
    interval = pairs.interval(level)
    return ChanceDifference(decimal=pairs.difference, low=interval.low, high=interval.high)


def share_of(wins: int, fights: int, level: float) -> ForecastChance:
    """Write the share of fights that were won as a chance with Wilson's interval."""
    interval = wilson(wins, fights, level)
    return chance(Chance(wins / fights if fights else 0.0, interval.low, interval.high))


def described(kind: Any, description: str) -> Any:
    """Return the type of a field with its description."""
    return Annotated[kind, Field(description=description)]
