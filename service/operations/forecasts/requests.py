"""Requests of the odds of fights: the request that plays the fight, and how its forecast is to be made."""

from typing import Annotated, Any, Final, cast

from pydantic import Field, create_model

from service.forecasts.forecast import Choice, Options
from service.operations.answering.dice_source import Seed
from service.operations.forecasts.seeds import NULL, seed_of_fight
from service.operations.procedure import BoundProcedure
from service.operations.registry import pascal
from service.wire import WHOLE, Frozen

MOST_FIGHTS: Final = 1_000_000
MOST_TIME: Final = 2.0
"""Seconds of processor time."""
MOST_PATHS: Final = 200_000

USUAL: Final = Options()


class ForecastOptions(Frozen):
    """How the odds of a fight are worked out, and when they are good enough."""

    method: Choice = Field(
        default=USUAL.method,
        description=(
            "exact: every path of the dice is enumerated, as far as `max_paths` goes. sampled: fights are played. "
            "auto: 64 fights are played; if they pass through few states, the odds are enumerated, else more are "
            "played."
        ),
    )
    half_width: Annotated[float, Field(gt=0, le=0.5)] = Field(
        default=USUAL.half_width,
        description="Fights end when the interval of each outcome's chance has this half width.",
    )
    level: Annotated[float, Field(ge=0.5, le=0.9999)] = Field(
        default=USUAL.level, description="The share of such intervals that hold the true chance."
    )
    max_fights: Annotated[int, Field(ge=1, le=MOST_FIGHTS), WHOLE] = Field(
        default=USUAL.max_fights, description="The most fights that are played; checked after 64, 128, 256 and so on."
    )
    max_seconds: Annotated[float, Field(gt=0, le=MOST_TIME)] | None = Field(
        default=USUAL.max_seconds,
        description=(
            "Seconds of processor time after which no more fights are played and no more paths run; null: only the "
            "service's own deadline ends the work before `max_fights` and `max_paths` do. Campaigns have more time."
        ),
    )
    max_paths: Annotated[int, Field(ge=1, le=MOST_PATHS), WHOLE] = Field(
        default=USUAL.max_paths, description="The most paths of the dice that are run to enumerate the odds."
    )
    seed: Seed | None = Field(
        default=None,
        description=(
            "Fight number i has the dice of this seed and /i. The same body has the same odds; two bodies with one "
            "seed have the same dice, so that their difference needs far fewer fights; bodies without a seed have "
            f"different dice. {NULL}."
        ),
    )


def options_of(bound: BoundProcedure, request: Any) -> Options:
    """Return how the odds of a request are worked out, with its seed or one that is derived from its fight."""
    asked = request.forecast
    return Options(**{**dict(asked), "seed": asked.seed or seed_of_fight(bound, request)})


def with_forecast(bound: BoundProcedure) -> type[Frozen]:
    """Return the model of the request for the odds of a fight: that of the fight, and `forecast`."""
    name = f"{bound.family.name}/{bound.procedure.name}"
    options = Field(default=ForecastOptions(), description="How the odds are worked out.")
    fields: dict[str, Any] = {"forecast": (ForecastOptions, options)}
    doc = f"A request of the odds of {name}."
    made: Any = create_model(f"{pascal(name)}OddsRequest", __base__=bound.request, __doc__=doc, **fields)
    return cast("type[Frozen]", made)
