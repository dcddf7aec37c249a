"""Answer records of campaigns, and how they are made of what was counted."""

from typing import Annotated, Any, Literal

from pydantic import Field

from service.forecasts.campaigns.campaign import CellRun
from service.forecasts.campaigns.campaign_store import CampaignStatus
from service.forecasts.counting.intervals import wilson
from service.forecasts.counting.tally import Kind, Tally
from service.forecasts.reading import Forecast, Method, MethodKind
from service.operations.forecasts.records import ODDS, ForecastChance, SideChance
from service.operations.procedure import named_record
from service.wire import Json, record


@record
class SideLosses:
    """How many members of a side a fight costs on average."""

    side: Annotated[str, Field(description="Id of the side.")]
    members: Annotated[float, Field(description="Members of it that stood before the first round.")]
    mean: Annotated[
        float,
        Field(
            description="Members that the fight cost, on average; members that fled or were driven off are not lost."
        ),
    ]
    low: Annotated[float, Field(description="The lower bound at the level of the campaign.")]
    high: Annotated[float, Field(description="The upper bound.")]


@record
class CampaignCell:
    """The results of the fights of one cell."""

    cell: Annotated[int, Field(description="Its number, from 0; the last axis changes fastest.")]
    labels: Annotated[tuple[str, ...], Field(description="The names of its values, one for each axis.")]
    fights: Annotated[int, Field(description="Fights that are counted.")]
    stopped: Annotated[
        str | None,
        Field(
            description="Why it is finished: half_width, max_fights, or dropped by halving; null if it is not finished."
        ),
    ]
    winner: Annotated[tuple[SideChance, ...], Field(description="Each side's chance to win, by id.")]
    draw: Annotated[ForecastChance, Field(description="The chance of a draw: no side wins, and none can any more.")]
    undecided: Annotated[ForecastChance, Field(description="The chance that it goes on after the last round allowed.")]
    stalemate: Annotated[ForecastChance, Field(description="The chance that it can neither end nor change any more.")]
    mean_rounds: Annotated[float | None, Field(description="The mean number of rounds; null without fights.")]
    losses: Annotated[tuple[SideLosses, ...], Field(description="What the fights cost each side, by id.")]


@record
class Campaign:
    """A campaign, and the results of its cells so far."""

    status: Annotated[CampaignStatus, Field(description="Whether it runs, waits or has ended, and how.")]
    id: Annotated[str, Field(description="Its id.")]
    version: Annotated[int, Field(description="Its version, which each checkpoint raises.")]
    operation: Annotated[str, Field(description="The skirmish that is played.")]
    ruleset: Annotated[str, Field(description="Family and version of the rules applied.")]
    share: Annotated[float, Field(description="The share that is done, 0 to 1, if no cell ends sooner.")]
    fights: Annotated[int, Field(description="Fights that are counted.")]
    cells: Annotated[int, Field(description="Number of cells.")]
    level: Annotated[float, Field(description="The confidence level of the intervals.")]
    seconds_left: Annotated[
        int | None,
        Field(description="Seconds until it ends at the latest, by its speed so far; null if that is not known."),
    ]
    workers: Annotated[
        int | None, Field(description="Processes that play campaigns now, of all instances; null if that is not known.")
    ]
    problem: Annotated[str | None, Field(description="Why it failed, or why it waits; null if it does neither.")]
    results: Annotated[
        tuple[CampaignCell, ...],
        Field(description="The cells that have fights; in a feed, those that changed since the event before."),
    ]


@record
class CampaignInListing:
    """A campaign of a listing, or of an API key; its token is not known to the listing."""

    id: Annotated[str, Field(description="Its id.")]
    operation: Annotated[str, Field(description="The skirmish that is played.")]
    ruleset: Annotated[str, Field(description="Family and version of the rules applied.")]
    cells: Annotated[int, Field(description="Number of cells.")]
    status: Annotated[CampaignStatus, Field(description="Whether it runs, waits or has ended, and how.")]
    version: Annotated[int, Field(description="Its version, which each checkpoint raises.")]
    fights: Annotated[int, Field(description="Fights that are counted.")]
    share: Annotated[float, Field(description="The share that is done, 0 to 1, if no cell ends sooner.")]
    problem: Annotated[str | None, Field(description="Why it failed, or why it waits; null if it does neither.")]
    expires_in: Annotated[int, Field(description="Seconds after which it expires unless it changes.")]


@record
class CampaignsListed:
    """A page of campaigns, the newest first."""

    status: Annotated[Literal["found"], Field(description="The page was found.")]
    campaigns: tuple[CampaignInListing, ...]
    next: Annotated[str | None, Field(description="Cursor of the next page; null if nothing follows.")]
    more: Annotated[bool, Field(description="Whether there are more campaigns.")]


@record
class CampaignFight:
    """A fight of a campaign, to be shown in full."""

    status: Annotated[Literal["found"], Field(description="The campaign has this fight.")]
    operation: Annotated[str, Field(description="The operation to post the request to.")]
    request: Annotated[Json, Field(description="The request, with the seed of the fight.")]


def cell_of(number: int, labels: tuple[str, ...], counted: CellRun, level: float) -> CampaignCell:
    """Return what the counted fights of a cell came to."""
    tally = counted.tally
    sides = sorted({side for _, _, side, _ in tally.survivors})
    return CampaignCell(
        cell=number,
        labels=labels,
        fights=int(tally.fights),
        stopped=None if counted.stopped is None else counted.stopped.value,
        winner=tuple([SideChance(side=side, chance=_chance(tally, Kind.WON, level, side)) for side in sides]),
        draw=_chance(tally, Kind.DRAW, level),
        undecided=_chance(tally, Kind.UNDECIDED, level),
        stalemate=_chance(tally, Kind.STALEMATE, level),
        mean_rounds=_mean_rounds(tally),
        losses=tuple([_losses(tally, side, level) for side in sides]),
    )


def _chance(tally: Tally, kind: Kind, level: float, side: str | None = None) -> ForecastChance:
    hits, fights = int(tally.weight_of(kind, side)), int(tally.fights)
    interval = wilson(hits, fights, level)
    return ForecastChance(
        decimal=hits / fights if fights else 0.0,
        low=interval.low,
        high=interval.high,
        numerator=None,
        denominator=None,
    )


def _losses(tally: Tally, side: str, level: float) -> SideLosses:
    """Return what fights cost a side.

    The bounds are those of a chance, stretched: a number from 0 to m varies at most as much as one that is 0 or m.
    """
    counted = {lost: int(weight) for (whose, lost), weight in tally.losses.items() if whose == side}
    members = float(tally.members(side))
    most, fights = max([members, *counted]), sum(counted.values())
    mean = sum([lost * weight for lost, weight in counted.items()]) / fights if fights else 0.0
    interval = wilson(fights * mean / most if most else 0.0, fights, level)
    return SideLosses(side=side, members=members, mean=mean, low=most * interval.low, high=most * interval.high)


def _mean_rounds(tally: Tally) -> float | None:
    if not tally.fights:
        return None
    return float(sum([rounds * weight for (_, _, rounds), weight in tally.endings.items()]) / tally.fights)


CampaignCellOdds: Any = named_record(
    "CampaignCellOdds",
    "The odds of one cell of a campaign, by the fights that are counted.",
    [
        ("status", Annotated[Literal["found"], Field(description="The cell has fights.")]),
        ("id", Annotated[str, Field(description="Id of the campaign.")]),
        ("cell", Annotated[int, Field(description="Number of the cell, from 0.")]),
        ("labels", Annotated[tuple[str, ...], Field(description="The names of its values, one for each axis.")]),
        *ODDS,
    ],
)


def forecast_of(counted: CellRun, level: float, seed: str) -> Forecast:
    """Return the forecast that the counted fights of a cell are."""
    tally = counted.tally
    looks = counted.counted.bit_length()
    fights = int(tally.fights)
    method = Method(MethodKind.SAMPLED, counted.stopped, fights=fights, seed=seed, level=level, looks=looks)
    sides = tuple(dict.fromkeys([side for _, _, side, _ in tally.survivors]))
    figures = tuple(dict.fromkeys([figure for figure, _ in tally.fates]))
    return Forecast(tally, method, tally, sides, figures)
