"""The operations that draw odds and sensitivities as SVG files, for people."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Annotated, Any, Final, cast

from pydantic import Field, create_model

from service.forecasts.forecast import forecast
from service.forecasts.problems import PartsDisagree
from service.operations.forecasts.chart import DrawnChart
from service.operations.forecasts.declared import fight_in, of_fights
from service.operations.forecasts.odds_chart import odds_chart
from service.operations.forecasts.requests import options_of, with_forecast
from service.operations.forecasts.sensitivity import SensitivityOptions, sensitivity
from service.operations.forecasts.tornado_chart import tornado_chart
from service.operations.forecasts.written import written
from service.operations.maps.declared import SVG
from service.operations.procedure import BoundProcedure, http_of
from service.operations.registry import Operation, pascal
from service.rules.kernel.examples import examples_of
from service.wire import Frozen

FILE: Final = """\
The file fits light and dark screens and can be read in grey. It has a title and a description in words, and neither
scripts nor links. `dice`, `keep` and `keep_with` are ignored."""

Title = Annotated[str, Field(min_length=1, max_length=100)]
Draw = Callable[[BoundProcedure, Any], str]


class ChartOptions(Frozen):
    """What is written above a chart."""

    title: Title | None = Field(default=None, description="The title of the chart; null: what it shows.")


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture of an operation's answer: the operation, what it is called, and how a request is drawn."""

    of: str
    heading: str
    summary: str
    draw: Draw


def pictures_of(bound_procedures: Mapping[str, BoundProcedure]) -> Iterator[Operation]:
    """Yield the operations that draw the odds, and what decides them, of each procedure that plays a fight."""
    for name, bound in bound_procedures.items():
        if bound.procedure.fight is not None:
            yield _operation(name, ODDS, bound, with_forecast(bound))
            sensitive: Any = create_model("Sensitive", __base__=(SensitivityOptions, bound.request))
            yield _operation(name, TORNADO, bound, cast("type[Frozen]", sensitive))


def _operation(of: str, picture: Picture, bound: BoundProcedure, base: type[Frozen]) -> Operation:
    async def run(request: Any) -> DrawnChart:
        return DrawnChart(status="drawn", svg=picture.draw(bound, request))

    answered = f"{of}/{picture.of}"
    name = f"{answered}-picture"
    doc = f"A request of {name}."
    request: Any = create_model(f"{pascal(name)}Request", __base__=(ChartOptions, base), __doc__=doc)
    return of_fights(
        name,
        bound,
        PartsDisagree,
        heading=f"{picture.heading} ({bound.family.name})",
        summary=picture.summary,
        description=f"The body is that of {answered}, and may have a `title`. {FILE}",
        path=f"/v1/{answered}.svg",
        request=cast("type[Frozen]", request),
        answers=(DrawnChart,),
        run=run,
        examples=examples_of(name) or examples_of(answered),
        http=replace(http_of(bound.family), media=SVG),
    )


def _draw_odds(bound: BoundProcedure, request: Any) -> str:
    odds = written(forecast(fight_in(bound, request), options_of(bound, request)), lambda _: None)
    return odds_chart(odds, request.title or f"Odds of the fight ({bound.family.name})")


def _draw_sensitivity(bound: BoundProcedure, request: Any) -> str:
    return tornado_chart(sensitivity(bound, request), request.title or f"What decides the fight ({bound.family.name})")


ODDS: Final = Picture(
    "odds",
    "Picture of the odds",
    "Draw the odds of a fight as an SVG file: who wins with which bounds, and after how many rounds.",
    _draw_odds,
)
TORNADO: Final = Picture(
    "sensitivity",
    "Picture of the sensitivity",
    "Draw what one point more or less of each number is worth as an SVG file: a tornado chart.",
    _draw_sensitivity,
)
