"""Operations on listings: the encounters of one referee, found again by a listing token."""

from typing import Annotated, Literal

import orjson
from pydantic import Field

from service.encounters.stored.encounter_store import Store
from service.encounters.stored.listing_store import (
    DEFAULT_TTL,
    LONGEST_TTL,
    MAX_LISTED,
    SHORTEST_TTL,
    Glance,
    Listings,
    listing_of,
)
from service.operations.answering.list_pages import ListingPage, ListingToken, Token
from service.operations.encounters.answers import FamilyName, Id, Ruleset, SecondsKept, Shown, VersionNow
from service.operations.encounters.loading import load_as_referee
from service.operations.encounters.requests import KnownEncounter
from service.store.attempts import depend_on_listing, next_attempt, require_long_key
from service.wire import WHOLE, Frozen, Json, record

ListingLifetime = Annotated[int, Field(ge=SHORTEST_TTL, le=LONGEST_TTL), WHOLE]


class NewListing(Frozen):
    """A new listing to create."""

    ttl: ListingLifetime = Field(default=DEFAULT_TTL, description="Seconds for which it is stored after its last use.")


class KnownListing(Frozen):
    """The token of a listing."""

    token: ListingToken = None


class EncountersPage(ListingPage):
    """A page of the encounters of a listing."""

    over: bool | None = Field(
        default=None, description="Whether their fights are over: only those are listed; null: all encounters."
    )


class ListedEncounter(KnownEncounter):
    """An encounter to add to a listing."""

    listing: Token = Field(min_length=1, description="The token of the listing.")


@record
class ListingCreated:
    """A new listing, and the token that opens it."""

    status: Annotated[Literal["created"], Field(description="The listing is stored.")]
    token: Annotated[str, Field(description="The token to list and to add encounters; shown only in this answer.")]
    ttl: SecondsKept
    limit: Annotated[int, Field(description="How many encounters it takes.")]


@record
class EncounterInListing:
    """An encounter of a listing; its tokens are not known to the listing."""

    id: Id
    family: FamilyName
    ruleset: Ruleset
    version: VersionNow
    reveal: Shown
    ttl: SecondsKept
    expires_in: Annotated[int, Field(description="Seconds after which it expires unless it is used.")]
    meta: Annotated[Json, Field(description="What the client noted on it; null without a note.")]
    over: Annotated[
        bool | None,
        Field(description="Whether its fight is over; null if that is not known, as of encounters of older releases."),
    ]
    winner: Annotated[
        str | None, Field(description="Id of the side that won; null if none did, or viewers see nobody of it.")
    ]


@record
class EncountersListed:
    """A page of a listing, the newest encounter first."""

    status: Annotated[Literal["found"], Field(description="The page was found.")]
    encounters: tuple[EncounterInListing, ...]
    next: Annotated[str | None, Field(description="Cursor of the next page; null if nothing follows.")]
    more: Annotated[bool, Field(description="Whether the listing has more encounters.")]


@record
class ListingDeleted:
    """A listing that was deleted; its encounters are as they were."""

    status: Annotated[Literal["deleted"], Field(description="The listing is deleted, and its token opens nothing.")]


@record
class AddedToListing:
    """An encounter that was added to a listing."""

    status: Annotated[Literal["listed"], Field(description="The listing has the encounter.")]
    id: Id


class ListingService:
    """The operations on listings; all state is in the store."""

    def __init__(self, store: Store, listings: Listings) -> None:
        """Set the stores of encounters and of listings."""
        self._store = store
        self._listings = listings

    async def create(self, request: NewListing) -> ListingCreated:
        """Create a listing, by whose token you find your encounters again.

        Send the token as `listing` when you create an encounter. The listing shows which encounters there are, but has
        none of their tokens.
        """
        attempt = next_attempt()
        require_long_key()
        token = attempt.token("listing")
        await self._listings.create(listing_of(token), request.ttl)
        depend_on_listing(listing_of(token))
        return ListingCreated(status="created", token=token, ttl=request.ttl, limit=MAX_LISTED)

    async def page(self, request: EncountersPage) -> EncountersListed:
        """List the encounters of a listing, the newest first: all, or those whose fight is over, or goes on.

        Encounters that were deleted or have expired are left out; a listed encounter expires as any other does.
        """
        wanted = request.over
        fits = None if wanted is None else lambda glance: glance.over is wanted
        listed = await self._listings.page(listing_of(request.token), request.before, request.limit, fits)
        found = listed.found
        return EncountersListed(
            status="found",
            encounters=tuple([_shown(each) for each in found]),
            next=listed.next,
            more=listed.more,
        )

    async def delete(self, request: KnownListing) -> ListingDeleted:
        """Delete a listing; its encounters stay as they are."""
        await self._listings.delete(listing_of(request.token))
        return ListingDeleted(status="deleted")

    async def add(self, request: ListedEncounter) -> AddedToListing:
        """Add an encounter to a listing, such as a copy, or one that was created without a listing.

        This needs the referee's token of the encounter. An encounter may be in several listings.
        """
        next_attempt()
        encounter = await load_as_referee(self._store, request)
        await self._listings.add(listing_of(request.listing), encounter.id)
        return AddedToListing(status="listed", id=encounter.id)


def _shown(glance: Glance) -> EncounterInListing:
    return EncounterInListing(
        id=glance.id,
        family=glance.family,
        ruleset=glance.ruleset,
        version=glance.version,
        reveal=glance.reveal.value,
        ttl=glance.ttl,
        expires_in=glance.expires_in,
        meta=orjson.Fragment(glance.meta),
        over=glance.over,
        winner=glance.winner,
    )
