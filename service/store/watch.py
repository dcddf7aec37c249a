"""A private store that is watched: if its server dies it is started again, and if it cannot be, the service ends."""

import threading
import time
from collections import deque
from collections.abc import Callable
from types import TracebackType
from typing import Final, Self

import structlog

from service.store.server import PrivateStore, StoreDidNotStart

MOST_DEATHS: Final = 5
"""Deaths within `DEATH_SECONDS` after which a server is not started again."""
DEATH_SECONDS: Final = 60.0

log = structlog.get_logger("umpire.store")


class WatchedStore:
    """A running private store, for the length of a block; its end raises what has ended the store for good, if it has.

    `ends` is called, from another thread, as soon as there is no store any more: it has to end the block.
    """

    def __init__(self, store: PrivateStore, ends: Callable[[], None], *, keeps: bool) -> None:
        """Watch a store that has not been started yet; what it holds outlives its server if it keeps it."""
        self._store = store
        self._ends = ends
        self._keeps = keeps
        self._failure: StoreDidNotStart | None = None
        self._changing = threading.Lock()
        self._is_stopped = False
        self._deaths: deque[float] = deque()

    @property
    def url(self) -> str:
        """The server's address, the same before and after it has died."""
        return self._store.url

    def __enter__(self) -> Self:
        """Start the server, and watch it."""
        self._store.start()
        threading.Thread(target=self._watch, name="umpire-store", daemon=True).start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        """Stop the server.

        Raises: StoreDidNotStart, if there was none any more.
        """
        with self._changing:
            self._is_stopped = True
            self._store.stop()
        if self._failure is not None:
            raise self._failure

    def _watch(self) -> None:
        while True:
            self._store.wait()
            with self._changing:
                if self._is_stopped:
                    return
                self._failure = self._failed_to_start_again()
            if self._failure is not None:
                log.error("private store lost", reason=str(self._failure))
                self._ends()
                return
            log.error("private store died and was started again", kept="everything" if self._keeps else "nothing")

    def _failed_to_start_again(self) -> StoreDidNotStart | None:
        """Start the server again, unless it dies all the time; return what is in the way."""
        now = time.monotonic()
        self._deaths.append(now)
        while self._deaths[0] < now - DEATH_SECONDS:
            self._deaths.popleft()
        if len(self._deaths) > MOST_DEATHS:
            times = len(self._deaths)
            return StoreDidNotStart(f"The private store died {times} times within {DEATH_SECONDS:g} seconds.")
        try:
            self._store.restart()
        except StoreDidNotStart as failure:
            return failure
        except OSError as error:
            return StoreDidNotStart(f"The private store could not be started again: {error}.")
        return None
