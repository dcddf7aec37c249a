"""Request models of campaigns."""

from typing import Annotated, Final, Self

from pydantic import Field

from service.dice.generators import QUICK
from service.forecasts.campaigns.sweep import MAX_AXES, MAX_CELLS, Axis, Combination
from service.forecasts.problems import UnknownCampaign
from service.operations.answering.dice_source import NAME_LENGTH, seed_form, seed_pattern
from service.operations.answering.feeds import AtVersion
from service.operations.answering.list_pages import Token
from service.operations.forecasts.campaigns.campaign_picture import Drawn
from service.operations.forecasts.seeds import NULL, derived_seed
from service.wire import WHOLE, Form, Frozen, Json

MAX_FIGHTS: Final = 1_000_000_000
"""The most fights of one cell."""

LONGEST_SEED: Final = 100
USUAL_SEED: Final = f"{QUICK.name}:campaign"

CampaignSeed = Annotated[
    str,
    Field(pattern=seed_pattern(LONGEST_SEED), max_length=NAME_LENGTH + LONGEST_SEED),
    seed_form(LONGEST_SEED, USUAL_SEED),
]
CampaignId = Annotated[
    str,
    Field(pattern=r"^[0-9a-f]{32}$", max_length=32),
    Form("32 digits 0-9 and a-f, as in the answer to its start", UnknownCampaign.slug()),
]
CellNumber = Annotated[int, Field(ge=0, le=MAX_CELLS - 1), WHOLE]


class Halving(Frozen):
    """Which cell wins most: after 1, 2, 4 ... chunks of each, the worse half of the cells is dropped."""

    side: str = Field(min_length=1, max_length=200, description="Id of the side whose victories are compared.")


class NewCampaign(Frozen):
    """A campaign to start."""

    operation: str = Field(
        min_length=1, max_length=200, description="The skirmish that is played, such as opposed/resolve-skirmish."
    )
    request: dict[str, Json] = Field(
        description="The body that would be posted to it: `input` and `rulings`; anything else in it is ignored."
    )
    axes: Annotated[tuple[Axis, ...], Field(max_length=MAX_AXES)] = Field(
        default=(), description="The values that differ from cell to cell; without axes there is one cell."
    )
    combine: Combination = Field(
        default=Combination.PRODUCT,
        description="product: each value with each of the others; zip: the first ones, the second ones and so on.",
    )
    max_fights: Annotated[int, Field(ge=1, le=MAX_FIGHTS), WHOLE] = Field(
        default=10_000, description="The most fights of each cell."
    )
    half_width: float | None = Field(
        default=None,
        ge=0.0001,
        le=0.5,
        description="A cell ends early when the intervals of all its chances have this half "
        "width. null: every cell plays all its fights.",
    )
    level: float = Field(default=0.95, ge=0.5, le=0.9999, description="The confidence level of intervals.")
    halving: Halving | None = Field(default=None, description="Drop the worse half of the cells again and again.")
    seed: CampaignSeed | None = Field(
        default=None,
        description=(f"Fight n has the dice of `<seed>/<n>` in every cell. Same body, same results. {NULL}."),
    )

    listing: Token | None = Field(
        default=None, description="The token of a listing to add it to, from `POST /v1/listings`; null: none."
    )

    def as_stored(self) -> Self:
        """Return the campaign with a seed, by default derived from its operation, request and axes, and no token."""
        seed = self.seed or derived_seed(self.operation, self.request, self.combine, *self.axes)
        return self.model_copy(update={"seed": seed, "listing": None})

    @property
    def run_seed(self) -> str:
        """The seed of the fights; campaigns without one were started before seeds were derived."""
        return self.seed or USUAL_SEED


class KnownCampaign(Frozen):
    """A campaign."""

    id: CampaignId = Field(description="Id of the campaign.")


class ReadCampaign(KnownCampaign):
    """A campaign to read."""

    cell: CellNumber | None = Field(default=None, description="Number of the only cell to return; null: all cells.")


class CancelCampaign(KnownCampaign):
    """A campaign to cancel."""

    token: Token | None = Field(default=None, description="The token of the campaign, from the answer to its start.")


class OneCell(KnownCampaign):
    """A cell of a campaign."""

    cell: CellNumber = Field(description="Number of the cell, from 0.")


class DrawCampaign(KnownCampaign):
    """A campaign to draw."""

    side: Annotated[str, Field(min_length=1, max_length=64)] | None = Field(
        default=None, description="Id of the side of which it is drawn; null: the first by id."
    )
    of: Drawn = Field(
        default=Drawn.WINS, description="wins: how often the side wins; losses: how many members it loses on average."
    )


class FollowCampaign(KnownCampaign):
    """A campaign to follow, and the version to start after."""

    after: AtVersion = Field(default=0, description="The last version that the client has; 0: all that is counted.")


class ShowFight(KnownCampaign):
    """A fight of a campaign."""

    n: Annotated[int, Field(ge=0, le=MAX_FIGHTS - 1), WHOLE] = Field(description="Number of the fight, from 0.")
    cell: CellNumber = Field(default=0, description="Number of the cell, from 0.")
