"""Live feeds: follow an encounter's log, past and new entries, as far as the token lets its holder see them."""

from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractAsyncContextManager, AsyncExitStack
from dataclasses import dataclass
from functools import partial
from typing import Annotated, Any, Final, Literal

from pydantic import Field

from service.encounters.feed import End, Feed, Follower
from service.encounters.log_reader import Telling, Told
from service.encounters.reveal import entry_for_viewers
from service.encounters.store import Store
from service.encounters.tokens import Role, rights_of, role_of
from service.errors import NotFound, StoreAway, TokenMissing, TokenUnknown, UnknownEncounter
from service.operations.encounters.answers import EncounterEntry, entry_record
from service.operations.encounters.move_index import MoveIndex
from service.operations.encounters.requests import KnownEncounter
from service.operations.registry import Effect, Http, Operation, told_by
from service.store.connection import Connection
from service.store.notifications import Notifications
from service.wire import WHOLE, record

Opening = AbstractAsyncContextManager[Follower[Any]]

AtVersion = Annotated[int, Field(ge=0, le=1_000_000), WHOLE]


class FollowEncounter(KnownEncounter):
    """An encounter to follow, and the versions to start and end after."""

    after: AtVersion | None = Field(
        default=None, description="The last version that is known; null: nothing of the past, only what comes."
    )
    until: AtVersion = Field(default=0, description="End after this version; 0: go on for as long as there is more.")


@record
class FeedEnded:
    """The last event of a feed: the reason why it ends. To go on, follow again after the last version seen."""

    status: Annotated[Literal["ended"], Field(description="Nothing more comes.")]
    reason: Annotated[
        str, Field(description="gone, rewound, stopping, tokens_changed, too_slow, or until (what was asked for).")
    ]
    text: Annotated[str, Field(description="The reason as a sentence.")]


TEXTS: Final = {
    End.GONE: "The encounter was deleted or has expired.",
    End.REWOUND: "The store has lost versions that were told; read the encounter again.",
    End.STOPPING: "The service stops; follow again after the last version seen.",
    End.TOKENS_CHANGED: "The encounter's tokens were changed; follow again with one that counts.",
    End.TOO_SLOW: "Too much was waiting to be read; follow again after the last version seen.",
    End.UNTIL: "The version that was asked for has been told.",
}


@dataclass(frozen=True, slots=True)
class Following:
    """An open feed: iterate over it, then close it."""

    follower: Follower[Any]
    resources: AsyncExitStack
    seen: Callable[[Any], Any]
    after: int
    until: int

    @classmethod
    async def begun(cls, opening: Opening, after: int | None, until: int, seen: Callable[[Any], Any]) -> "Following":
        """Open a feed; `seen` turns each log entry into the event that the follower receives.

        Raises: NotFound, StoreAway.
        """
        resources = AsyncExitStack()
        follower = await resources.enter_async_context(opening)
        return cls(follower, resources, seen, after or 0, until)

    async def __aiter__(self) -> AsyncIterator[Any]:
        """Yield the events of the entries, and then the reason why the feed ends."""
        reached = self.until and self.after >= self.until
        while not reached:
            told = await anext(self.follower, None)
            if told is None:
                break
            yield self.seen(told)
            reached = self.until and told.version >= self.until
        reason = End.UNTIL if reached else self.follower.ended or End.GONE
        yield FeedEnded(status="ended", reason=reason.value, text=TEXTS[reason])

    def stop(self) -> None:
        """End the feed, because the service stops."""
        self.follower.end(End.STOPPING)

    async def close(self) -> None:
        """Stop following."""
        await self.resources.aclose()


class Followed:
    """The feeds of encounters in this process."""

    def __init__(self, connection: Connection, notifications: Notifications, book: MoveIndex) -> None:
        """Set the connection to the store, its notifications, and the families' moves."""
        self._store = Store(connection)
        self._feed: Feed[Told] = Feed(notifications, Telling(connection))
        self._book = book

    async def follow(self, request: FollowEncounter) -> Following:
        """Follow an encounter live: each entry of its log once and in order, as far as the token lets its holder see.

        Over REST these are Server-Sent Events: `entry`, whose id is its version, and at last `end` with a reason.
        A client that reconnects sends the last id as `Last-Event-ID` and misses no entry.
        """
        encounter = await self._store.load(request.id)
        role = role_of(encounter, request.token)
        seen = partial(_seen, role, self._book.visible_of(encounter.family))
        try:
            opening = self._feed.follow(request.id, request.after, rights_of(encounter.referee, encounter.viewer))
            return await Following.begun(opening, request.after, request.until, seen)
        except NotFound:
            raise UnknownEncounter(f"There is no encounter {request.id!r}; it was deleted or has expired.") from None


def _seen(role: Role, visible: frozenset[str], told: Told) -> EncounterEntry:
    """Return an entry as the holder of a token sees it; the view is cached for all followers with the same role."""
    view: EncounterEntry | None = told.views.get(role)
    if view is None:
        seen = entry_for_viewers(told.entry, told.shown, visible) if role is Role.VIEWER else told.entry
        view = told.views[role] = entry_record(dict(seen))
    return view


def following_of(followed: Followed) -> Iterator[Operation]:
    """Declare the operation that follows an encounter."""
    summary, description = told_by(Followed.follow)
    yield Operation(
        name="encounters/follow",
        summary=summary,
        description=description,
        effect=Effect.FOLLOW,
        path="/v1/encounters/{id}/stream",
        request=FollowEncounter,
        answers=(EncounterEntry, FeedEnded),
        run=followed.follow,
        errors=(UnknownEncounter, TokenMissing, TokenUnknown, StoreAway),
        http=Http(takes={"token": "Authorization", "after": "Last-Event-ID"}),
    )
