"""Supervision of the private store: a server that dies is restarted; if that fails, the service ends."""

import threading
import time
from collections import deque
from collections.abc import Callable
from types import TracebackType
from typing import Final, Self

import structlog

from service.store.private import disk
from service.store.private.server import PrivateStore, StoreDidNotStart

MAX_DEATHS: Final = 5
"""Deaths within `DEATH_SECONDS` after which a server is not started again."""
DEATH_SECONDS: Final = 60.0

log = structlog.get_logger("umpire.store")


class WatchedStore:
    """A supervised private store, for the length of a `with` block.

    If the store cannot be restarted, `ends` is called from another thread. It has to end the block, which then raises
    the reason.
    """

    def __init__(self, store: PrivateStore, ends: Callable[[], None], *, keeps: bool) -> None:
        """Set a store that has not been started yet; `keeps`: its data outlives its server."""
        self._store = store
        self._ends = ends
        self._keeps = keeps
        self._failure: StoreDidNotStart | None = None
        self._changing = threading.Lock()
        self._is_stopped = False
        self._deaths: deque[float] = deque()

    @property
    def url(self) -> str:
        """The server's address, the same before and after a restart."""
        return self._store.url

    def __enter__(self) -> Self:
        """Start the server and its supervision."""
        self._store.start()
        threading.Thread(target=self._watch, name="umpire-store", daemon=True).start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        """Stop the server.

        Raises: StoreDidNotStart, if the server had ended and could not be restarted.
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
            log.error(
                "private store died and was started again",
                kept="everything" if self._keeps else "nothing",
                disk="full" if disk.is_full(self._store.data) else None,
            )

    def _failed_to_start_again(self) -> StoreDidNotStart | None:
        """Restart the server, unless it has died too often; return the reason if it does not run."""
        now = time.monotonic()
        self._deaths.append(now)
        while self._deaths[0] < now - DEATH_SECONDS:
            self._deaths.popleft()
        if len(self._deaths) > MAX_DEATHS:
            why = f" {disk.FULL}: {self._store.data}." if disk.is_full(self._store.data) else ""
            return StoreDidNotStart(
                f"The private store died {len(self._deaths)} times within {DEATH_SECONDS:g} seconds.{why}"
            )
        try:
            self._store.restart()
        except StoreDidNotStart as failure:
            return failure
        except OSError as error:
            return StoreDidNotStart(f"The private store could not be started again: {error}.")
        return None
