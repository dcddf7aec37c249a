"""Live feeds: follow an encounter's log, past and new entries, as far as the token lets its holder see them."""

from collections.abc import Iterator
from functools import partial
from typing import Final

from pydantic import Field

from service.encounters.notices.feed import Feed
from service.encounters.reveal import Sight
from service.encounters.stored.encounter_store import Store
from service.encounters.stored.log_reader import LogReader, StoredEntry
from service.encounters.tokens import Role, rights_of
from service.errors import NotFound, StoreAway, TokenMissing, TokenUnknown, UnknownEncounter
from service.operations.answering.feeds import AtVersion, FeedEnded, OpenFeed
from service.operations.encounters.answers import EncounterEntry
from service.operations.encounters.loading import entry_record, load_with_role
from service.operations.encounters.move_index import MoveIndex
from service.operations.encounters.requests import KnownEncounter
from service.operations.registry import Effect, Http, Operation, operation_of
from service.store.connection import Connection
from service.store.missing import unknown_encounter
from service.store.notifications import Notifications

PARTS: Final = {Role.VIEWER: StoredEntry.for_viewers}
"""What waits of an entry for the followers of a role, if it is not the whole entry."""


class FollowEncounter(KnownEncounter):
    """An encounter to follow, and the versions to start and end after."""

    after: AtVersion | None = Field(
        default=None, description="The last version that the client has; null: only new entries."
    )
    until: AtVersion = Field(default=0, description="End after this version; 0: do not end.")


class EncounterFeeds:
    """The feeds of encounters in this process."""

    def __init__(self, connection: Connection, notifications: Notifications, moves: MoveIndex) -> None:
        """Set the connection to the store, its notifications, and the families' moves."""
        self._store = Store(connection)
        self._feed: Feed[StoredEntry] = Feed(notifications, LogReader(connection))
        self._moves = moves

    async def follow(self, request: FollowEncounter) -> OpenFeed:
        """Follow an encounter live: each entry of its log once and in order, as far as the token lets its holder see.

        Over REST these are Server-Sent Events: `entry`, whose id is its version, and at last `end` with a reason.
        A client that reconnects sends the last id as `Last-Event-ID` and misses no entry.
        """
        encounter, role = await load_with_role(self._store, request)
        view = partial(_view_of, role, self._moves.sight_of(encounter.family))
        after = encounter.version if request.after is None else request.after
        try:
            rights, part = rights_of(encounter.referee, encounter.viewer), PARTS.get(role)
            subscription = self._feed.follow(request.id, after, rights, part)
            return await OpenFeed.opened(subscription, after, request.until, view)
        except NotFound:
            raise unknown_encounter(request.id) from None

    def view(self, role: Role, family: str, entry: StoredEntry) -> EncounterEntry:
        """Return an entry of a family's encounter as the holder of a role's token sees it."""
        return _view_of(role, self._moves.sight_of(family), entry)


def _view_of(role: Role, sight: Sight, entry: StoredEntry) -> EncounterEntry:
    """Return an entry as the holder of a token sees it; the view is cached for all followers with the same role."""
    view: EncounterEntry | None = entry.views.get(role)
    if view is None:
        view = entry.views[role] = entry_record(entry.row, role, entry.shown, sight)
    return view


def follow_operation(feeds: EncounterFeeds) -> Iterator[Operation]:
    """Declare the operation that follows an encounter."""
    yield operation_of(
        "encounters/follow",
        "/v1/encounters/{id}/stream",
        feeds.follow,
        effect=Effect.FOLLOW,
        answers=(EncounterEntry, FeedEnded),
        errors=(UnknownEncounter, TokenMissing, TokenUnknown, StoreAway),
        http=Http(request_headers={"token": "Authorization", "after": "Last-Event-ID"}),
    )
