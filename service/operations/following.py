"""Follow an encounter: what happened since a version, and whatever happens, as far as the token lets its holder see."""

from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack
from dataclasses import dataclass
from typing import Annotated, Final, Literal

from pydantic import Field

from service.encounters.connection import Connection
from service.encounters.feed import End, Feed, Follower
from service.encounters.nudges import Nudges
from service.encounters.reveal import entry_for_viewers
from service.encounters.store import Store
from service.encounters.telling import Telling, Told
from service.encounters.tokens import Role, role_of
from service.errors import NotFound, StoreAway, TokenMissing, TokenUnknown, UnknownEncounter
from service.operations.encounter_answers import EncounterEntry, entry_record
from service.operations.encounter_requests import KnownEncounter
from service.operations.playbook import Playbook
from service.operations.registry import Effect, Http, Operation
from service.wire import WHOLE, record

AtVersion = Annotated[int, Field(ge=0, le=1_000_000), WHOLE]


class FollowEncounter(KnownEncounter):
    """An encounter to follow, and from where to where."""

    after: AtVersion | None = Field(
        default=None, description="The last version that is known; null: nothing of the past, only what comes."
    )
    until: AtVersion = Field(default=0, description="End after this version; 0: go on for as long as there is more.")


@record
class FeedEnded:
    """The last thing a feed says, if it can: why it ends. Follow again after the last version seen to go on."""

    status: Annotated[Literal["ended"], Field(description="Nothing more comes.")]
    reason: Annotated[
        str, Field(description="gone, rewound, stopping, tokens_changed, too_slow, or until (what was asked for).")
    ]
    text: Annotated[str, Field(description="The reason as a sentence.")]


Event = EncounterEntry | FeedEnded

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
    """A feed that has been opened: iterate over it, and close it."""

    follower: Follower[Told]
    resources: AsyncExitStack
    role: Role
    visible: frozenset[str]
    after: int
    until: int

    async def __aiter__(self) -> AsyncIterator[Event]:
        """Yield the entries, and then why there are no more."""
        reached = self.until and self.after >= self.until
        while not reached:
            told = await anext(self.follower, None)
            if told is None:
                break
            yield self._seen(told)
            reached = self.until and told.version >= self.until
        reason = End.UNTIL if reached else self.follower.ended or End.GONE
        yield FeedEnded(status="ended", reason=reason.value, text=TEXTS[reason])

    def stop(self) -> None:
        """Let the feed end, because the service stops."""
        self.follower.end(End.STOPPING)

    async def close(self) -> None:
        """Stop following."""
        await self.resources.aclose()

    def _seen(self, told: Told) -> EncounterEntry:
        """Return an entry as the token's holder sees it, made once for all who see it alike."""
        view = told.views.get(self.role)
        if view is None:
            seen = told.entry
            if self.role is Role.VIEWER:
                seen = entry_for_viewers(told.entry, told.shown, self.visible)
            view = told.views[self.role] = entry_record(dict(seen))
        made: EncounterEntry = view
        return made


class Followed:
    """The encounters that are followed in this process."""

    def __init__(self, connection: Connection, nudges: Nudges, book: Playbook) -> None:
        """Follow encounters in the store that a connection leads to."""
        self._store = Store(connection)
        self._feed: Feed[Told] = Feed(nudges, Telling(connection))
        self._book = book

    async def follow(self, request: FollowEncounter) -> Following:
        """Follow an encounter live: each entry of its log once and in order, as far as the token lets one see.

        Over REST these are Server-Sent Events: `entry`, whose id is its version, and at last `end` with a reason.
        Whoever comes back sends the last id as `Last-Event-ID` and misses nothing.
        """
        encounter = await self._store.load(request.id)
        role = role_of(encounter, request.token)
        resources = AsyncExitStack()
        try:
            follower = await resources.enter_async_context(self._feed.follow(request.id, request.after))
        except NotFound:
            raise UnknownEncounter(f"There is no encounter {request.id!r}; it was deleted or has expired.") from None
        visible = frozenset(self._book.plays[encounter.family].visible)
        return Following(follower, resources, role, visible, request.after or 0, request.until)


def following_of(followed: Followed) -> Iterator[Operation]:
    """Declare what can be followed."""
    summary, _, rest = (Followed.follow.__doc__ or "").partition("\n\n")
    yield Operation(
        name="encounters/follow",
        summary=" ".join(summary.split()),
        description=" ".join(rest.split()),
        effect=Effect.FOLLOW,
        path="/v1/encounters/{id}/stream",
        request=FollowEncounter,
        answers=(EncounterEntry, FeedEnded),
        run=followed.follow,
        errors=(UnknownEncounter, TokenMissing, TokenUnknown, StoreAway),
        http=Http(takes={"token": "Authorization", "after": "Last-Event-ID"}),
    )
