"""The operations that draw the odds of fights as SVG files, for people."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Annotated, Any, Final, cast

from pydantic import Field, create_model

from service.forecasts.forecast import forecast
from service.forecasts.problems import PartsDisagree
from service.operations.forecasts.charts.chart import DrawnChart
from service.operations.forecasts.charts.odds_chart import odds_chart
from service.operations.forecasts.declared import fight_in, fights_of, of_fights
from service.operations.forecasts.requests import options_of, with_forecast
from service.operations.forecasts.written import written
from service.operations.maps.declared import SVG
from service.operations.procedure import BoundProcedure, http_of
from service.operations.registry import Operation, pascal
from service.rules.examples import examples_of
from service.wire import Frozen

FILE: Final = """\
The file fits light and dark screens and can be read in grey. It has a title and a description in words, and neither
scripts nor links. `dice`, `keep` and `keep_with` are ignored."""

Title = Annotated[str, Field(min_length=1, max_length=100)]


class ChartOptions(Frozen):
    """What is written above a chart."""

    title: Title | None = Field(default=None, description="The title of the chart; null: what it shows.")


def pictures_of(bound_procedures: Mapping[str, BoundProcedure]) -> Iterator[Operation]:
    """Yield the operation that draws the odds of each procedure that plays a fight."""
    for name, bound in fights_of(bound_procedures):
        yield _picture_of(f"{name}/odds", bound)


def _picture_of(answered: str, bound: BoundProcedure) -> Operation:
    async def run(request: Any) -> DrawnChart:
        odds = written(forecast(fight_in(bound, request), options_of(bound, request)), lambda _: None)
        title = request.title or f"Odds of the fight ({bound.family.name})"
        return DrawnChart(status="drawn", svg=odds_chart(odds, title))

    name = f"{answered}-picture"
    doc = f"A request of {name}."
    request: Any = create_model(f"{pascal(name)}Request", __base__=(ChartOptions, with_forecast(bound)), __doc__=doc)
    return of_fights(
        name,
        bound,
        PartsDisagree,
        heading=f"Picture of the odds ({bound.family.name})",
        summary="Draw the odds of a fight as an SVG file: who wins with which bounds, and after how many rounds.",
        description=f"The body is that of {answered}, and may have a `title`. {FILE}",
        path=f"/v1/{answered}.svg",
        request=cast("type[Frozen]", request),
        answers=(DrawnChart,),
        run=run,
        examples=examples_of(name) or examples_of(answered),
        http=replace(http_of(bound.family), media=SVG),
    )
