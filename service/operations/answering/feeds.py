"""Live feeds, whatever they tell of: the entries of a follower, and at last the reason why the feed ends."""

from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractAsyncContextManager, AsyncExitStack, contextmanager
from dataclasses import dataclass
from typing import Annotated, Any, Final, Literal

from pydantic import Field

from service.encounters.notices.feed import End, Follower
from service.errors import TooManyRequests
from service.settings.access.proxies import network_of
from service.settings.access.scopes import current_caller, key_name
from service.wire import WHOLE, record


class TooManyFeeds(TooManyRequests, title="Too many live feeds"):
    """The caller has as many live feeds open as it may; `Retry-After` gives the seconds to wait."""


Subscription = AbstractAsyncContextManager[Follower[Any]]

AtVersion = Annotated[int, Field(ge=0, le=1_000_000), WHOLE]


@record
class FeedEnded:
    """The last event of a feed: the reason why it ends. To go on, follow again after the last version seen."""

    status: Annotated[Literal["ended"], Field(description="The feed has ended.")]
    reason: Annotated[
        str, Field(description="gone, rewound, stopping, tokens_changed, too_slow, or until (the requested end).")
    ]
    text: Annotated[str, Field(description="The reason as a sentence.")]


TEXTS: Final = {
    End.GONE: "The encounter was deleted or has expired.",
    End.REWOUND: "The store has lost versions that were sent; read the encounter again.",
    End.STOPPING: "The service stops; follow again after the last version seen.",
    End.TOKENS_CHANGED: "The encounter's tokens were changed; follow again with a valid token.",
    End.TOO_SLOW: "The client reads too slowly; follow again after the last version seen.",
    End.UNTIL: "The requested version was sent.",
}


class OpenFeeds:
    """The open feeds of this process by caller, and by IPv6 network of 48 bits; `most` is what one caller may have."""

    def __init__(self, most: int) -> None:
        """Begin without open feeds."""
        self.most = most
        self._open: Counter[str] = Counter()

    @contextmanager
    def taken(self) -> Iterator[None]:
        """Count a feed of the current caller for the length of a block; feeds without a caller are not counted.

        Raises: TooManyFeeds, if the caller has as many as it may.
        """
        caller = current_caller.get()
        network = None if caller is None else network_of(caller)
        counted = {each: most for each, most in ((caller, self.most), (network, self.most * NETWORK_FEEDS)) if each}
        for each, most in counted.items():
            if self._open[each] >= most:
                who = "One key" if key_name(caller) else "One IPv6 network" if each == network else "One address"
                raise TooManyFeeds(
                    f"{who} may have {most} live feeds open at a time in each process of this service, "
                    "and has that number open: close one first.",
                    wait=_RETRY,
                )
        self._open.update(counted.keys())
        try:
            yield
        finally:
            self._open.subtract(counted.keys())
            self._open = +self._open


USUAL_FEEDS: Final = 100
"""Feeds that one caller may have open in a process, unless a setting says otherwise."""
NETWORK_FEEDS: Final = 4
"""How many callers' feeds one IPv6 network of 48 bits may have open."""
_RETRY: Final = 10

open_feeds: Final = OpenFeeds(USUAL_FEEDS)


@dataclass(frozen=True, slots=True)
class OpenFeed:
    """An open feed: iterate over it, then close it."""

    follower: Follower[Any]
    resources: AsyncExitStack
    view: Callable[[Any], Any]
    after: int
    until: int

    @classmethod
    async def opened(cls, subscription: Subscription, after: int, until: int, view: Callable[[Any], Any]) -> "OpenFeed":
        """Open a feed; `view` turns each log entry into the event that the follower receives.

        Raises: NotFound, StoreAway.
        """
        resources = AsyncExitStack()
        follower = await resources.enter_async_context(subscription)
        return cls(follower, resources, view, after, until)

    async def __aiter__(self) -> AsyncIterator[Any]:
        """Yield the events of the entries, and then the reason why the feed ends."""
        reached = self.until and self.after >= self.until
        while not reached:
            entry = await anext(self.follower, None)
            if entry is None:
                break
            yield self.view(entry)
            reached = self.until and entry.version >= self.until
        reason = End.UNTIL if reached else self.follower.ended or End.GONE
        yield FeedEnded(status="ended", reason=reason.value, text=TEXTS[reason])

    def stop(self) -> None:
        """End the feed, because the service stops."""
        self.follower.end(End.STOPPING)

    async def close(self) -> None:
        """Stop following."""
        await self.resources.aclose()
