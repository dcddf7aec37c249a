"""Live feeds of encounters and shared results: the past entries of a log, then each new entry, each exactly once.

The store publishes a notification on a channel when a log has a new entry. Each process subscribes once to each log
that has followers in this process, reads new entries once, and passes them to all of these followers. Entries are
always read from the log, whose versions have no gaps, so a notification that is lost or repeated changes nothing. The
same holds for changed tokens: entries are read together with the rights of the log (the hashes of its tokens), and a
feed that was opened with other rights ends.
"""

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, Generic, Protocol, TypeVar

from service.errors import NotFound, StoreAway
from service.store.notifications import Notifications, cancel_and_wait

PAGE: Final = 100
CATCH_UP: Final = 16
MAX_QUEUED: Final = 256
MAX_BYTES: Final = 4 * 1024 * 1024
RETRY_SECONDS: Final = 0.2
CHECK_SECONDS: Final = 5.0
"""How long a feed may go on after its token was revoked, if the notification of that is lost."""

GONE_MESSAGE: Final = b"gone"
TOKENS_MESSAGE: Final = b"tokens"


class End(StrEnum):
    """Why a feed ended."""

    GONE = "gone"
    REWOUND = "rewound"
    STOPPING = "stopping"
    TOKENS_CHANGED = "tokens_changed"
    TOO_SLOW = "too_slow"
    UNTIL = "until"


class Entry(Protocol):
    """The attributes of every log entry."""

    @property
    def version(self) -> int:
        """The version that the entry made: one more than the version of the entry before."""
        ...

    @property
    def size(self) -> int:
        """The length of the entry as JSON, in bytes."""
        ...

    @property
    def rights(self) -> bytes:
        """The rights of the log when the entry was read."""
        ...


E = TypeVar("E", bound=Entry)
E_co = TypeVar("E_co", bound=Entry, covariant=True)


@dataclass(frozen=True, slots=True)
class Page(Generic[E_co]):
    """A page of log entries in order, and whether the log has more entries after them."""

    entries: Sequence[E_co]
    more: bool


@dataclass(frozen=True, slots=True)
class Head:
    """The version of a log's last entry, and the log's rights: bytes that change whenever a token is replaced."""

    version: int
    rights: bytes = b""


class Log(Protocol[E_co]):
    """The interface by which a feed reads logs by name."""

    def channel(self, name: str) -> bytes:
        """Return the channel on which the store publishes new entries of the log."""
        ...

    async def head(self, name: str) -> Head | None:
        """Return the last version and the rights of a log, or None if there is no such log."""
        ...

    async def page(self, name: str, after: int, count: int) -> Page[E_co]:
        """Return up to `count` entries after a version, as many as fit one page; empty only if the log has no more."""
        ...


class Feed(Generic[E]):
    """The followed logs of one kind in this process."""

    def __init__(self, notifications: Notifications, log: Log[E]) -> None:
        """Set the source of notifications, and the logs to read."""
        self._notifications = notifications
        self._log = log
        self._hubs: dict[str, _Hub[E]] = {}

    @asynccontextmanager
    async def follow(
        self, name: str, after: int | None = None, rights: bytes = b"", part: Callable[[E], E] | None = None
    ) -> "AsyncIterator[Follower[E]]":
        """Follow a log: iterate over the entries after a version; without a version, over new entries only.

        `rights` are the rights that the follower's token was checked against: the feed ends as soon as they change.
        `part` makes of an entry what waits for this follower, if it is not the whole entry.

        Raises: NotFound, if there is no such log; StoreAway, if the store does not answer.
        """
        head = await self._log.head(name)
        if head is None:
            raise NotFound(f"There is nothing to follow at {name!r}.")
        hub = self._hubs.get(name)
        if hub is None:
            hub = self._hubs[name] = _Hub(name, self._log)
        follower = Follower(hub, after, rights, part)
        hub.followers.add(follower)
        follower.check(head.rights)
        try:
            await hub.open(self._notifications)
            yield follower
        finally:
            hub.followers.discard(follower)
            if not hub.followers and self._hubs.get(name) is hub:
                del self._hubs[name]
                await hub.close(self._notifications)

    def stop(self) -> None:
        """End every feed, because the service stops."""
        for hub in self._hubs.values():
            hub.end(End.STOPPING)


class Follower(Generic[E]):
    """One subscriber of a log, who iterates over its entries; `ended` is the reason why the feed ended."""

    def __init__(self, hub: "_Hub[E]", after: int | None, rights: bytes, part: Callable[[E], E] | None = None) -> None:
        """Start after a version; None: after the newest version when the feed is opened."""
        self.ended: End | None = None
        self._part = part
        self._rights = rights
        self._hub = hub
        self._after = after
        self._waiting: deque[E] = deque()
        self._bytes = 0
        self._is_live = after is None
        self._wakeup = asyncio.Event()

    def __aiter__(self) -> "Follower[E]":
        """Iterate over the entries."""
        return self

    async def __anext__(self) -> E:
        """Wait for the next entry; a cancelled wait loses no entry."""
        while True:
            while self._waiting:
                entry = self._waiting.popleft()
                self._bytes -= entry.size
                if self._after is None or entry.version > self._after:
                    self._after = entry.version
                    return entry
            if self.ended is not None:
                raise StopAsyncIteration
            if self._is_live:
                self._wakeup.clear()
                await self._wakeup.wait()
            else:
                await self._catch_up()

    def push(self, entry: E) -> None:
        """Queue a new entry, or end the feed if the queue is full; a follower of past entries reads it from the log."""
        if not self._is_live or not self.check(entry.rights):
            return
        entry = entry if self._part is None else self._part(entry)
        if len(self._waiting) >= MAX_QUEUED or (self._waiting and self._bytes + entry.size > MAX_BYTES):
            self._waiting.clear()
            self.end(End.TOO_SLOW)
            return
        self._waiting.append(entry)
        self._bytes += entry.size
        self._wakeup.set()

    def check(self, rights: bytes) -> bool:
        """Return whether the feed may go on; end it if the log has other rights than when the feed was opened."""
        if rights != self._rights:
            self.end(End.TOKENS_CHANGED)
        return self.ended is None

    def end(self, reason: End) -> None:
        """End the feed after the entries that are queued."""
        self.ended = self.ended or reason
        self._hub.followers.discard(self)
        self._wakeup.set()

    async def _catch_up(self) -> None:
        """Read a page of past entries; switch to live entries once this follower has seen all that the others have."""
        after = self._after or 0
        try:
            page = await self._hub.page(after, CATCH_UP)
        except StoreAway:
            await asyncio.sleep(RETRY_SECONDS)
            return
        if page.entries and not self.check(page.entries[0].rights):
            return
        parts = page.entries if self._part is None else [self._part(entry) for entry in page.entries]
        self._waiting.extend(parts)
        self._bytes += sum(entry.size for entry in parts)
        newest = page.entries[-1].version if page.entries else after
        self._is_live = not page.more and newest >= self._hub.head
        if not page.entries and not self._is_live:  # the others were passed an entry while the page was read
            await asyncio.sleep(RETRY_SECONDS)


class _Hub(Generic[E]):
    """One log and its followers in this process; `head` is the newest version that was passed to them."""

    def __init__(self, name: str, log: Log[E]) -> None:
        self.followers: set[Follower[E]] = set()
        self.head = 0
        self._name = name
        self._log = log
        self._channel = log.channel(name)
        self._must_check = True
        self._notified = asyncio.Event()
        self._ready = asyncio.Event()
        self._reader: asyncio.Task[None] | None = None

    async def open(self, notifications: Notifications) -> None:
        """Subscribe, and wait until the subscription is active: from then on no entry can be missed.

        Raises: StoreAway, if the subscription is not active in time.
        """
        if self._reader is None:
            self._reader = asyncio.create_task(self._read())
            await notifications.subscribe(self._channel, self._receive)
        try:
            async with asyncio.timeout(1.5 * notifications.seconds):
                await self._ready.wait()
        except TimeoutError:
            raise StoreAway("The store does not report new entries; what needs no store still works.") from None

    async def close(self, notifications: Notifications) -> None:
        """Stop reading."""
        await notifications.unsubscribe(self._channel)
        if self._reader is not None:
            await cancel_and_wait(self._reader)

    def end(self, reason: End) -> None:
        """End the feed of every follower."""
        for follower in list(self.followers):
            follower.end(reason)

    async def page(self, after: int, count: int) -> Page[E]:
        """Read up to `count` entries after a version."""
        return await self._log.page(self._name, after, count)

    def _receive(self, message: bytes) -> None:
        if message == TOKENS_MESSAGE:
            self.end(End.TOKENS_CHANGED)
            return
        self._must_check |= message in {b"", GONE_MESSAGE}
        self._notified.set()

    async def _read(self) -> None:
        while True:
            try:
                async with asyncio.timeout(CHECK_SECONDS):
                    await self._notified.wait()
            except TimeoutError:
                self._must_check = True  # the store publishes nothing when a log expires
            self._notified.clear()
            try:
                await self._advance()
            except StoreAway:
                self._notified.set()
                await asyncio.sleep(RETRY_SECONDS)

    def _check_head(self, found: Head | None) -> None:
        """End all feeds if the log is gone or shorter than before, and the feeds that were opened with other rights."""
        newest = 0 if found is None else found.version
        if found is None or newest < self.head:
            self.end(End.GONE if found is None else End.REWOUND)
        else:
            for follower in list(self.followers):
                follower.check(found.rights)
        if newest < self.head or not self._ready.is_set():
            self.head = newest
            self._ready.set()

    async def _advance(self) -> None:
        """Pass new entries to the followers; if messages may have been lost, check the version and the rights first."""
        if self._must_check:
            found = await self._log.head(self._name)
            self._must_check = False
            self._check_head(found)
        more = True
        while more:
            page = await self.page(self.head, PAGE)
            more = page.more
            for entry in page.entries:
                self.head = entry.version
                for follower in list(self.followers):
                    follower.push(entry)
