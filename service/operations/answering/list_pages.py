"""Tokens and pages of lists, whatever they list."""

from typing import Annotated

from pydantic import Field

from service.encounters.log import LONGEST_PAGE, USUAL_PAGE, version_at
from service.wire import WHOLE, Form, Frozen

Token = Annotated[str, Field(max_length=4096)]
ListingToken = Annotated[Token | None, Field(description="The token of the listing.")]

Place = Annotated[
    str,
    Field(pattern=r"^[0-9a-f]{8}$", max_length=8),
    Form("8 digits 0-9 and a-f, as `next` of a page has them"),
]


class ListingPage(Frozen):
    """A page of a listing."""

    token: ListingToken = None
    after: Place | None = Field(default=None, description="The `next` of the page before; null: from the beginning.")
    limit: Annotated[int, Field(ge=1, le=LONGEST_PAGE), WHOLE] = Field(
        default=USUAL_PAGE, description="How many entries at most."
    )

    @property
    def before(self) -> int | None:
        """The number before which the page begins; None: at the newest."""
        return version_at(self.after) if self.after else None
