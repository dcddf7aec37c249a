"""Dask's executor: the workers of a scheduler, on any number of machines, play the chunks of campaigns.

It needs the extra `cluster`. What can speak to a scheduler can run code in its workers.
"""

from concurrent.futures import Executor
from functools import cache
from importlib import import_module
from logging import CRITICAL, getLogger
from threading import Lock
from typing import Any, Final

import structlog

from service.forecasts.campaigns.executors import ExecutorAway

CONNECT_SECONDS: Final = 10.0
CLOSE_SECONDS: Final = 10.0
"""Seconds that closing may take; what is not closed by then ends with this process."""

RUNNING: Final = "running"
"""Dask's status of a connection that can be used."""

log = structlog.get_logger("umpire.campaigns")


@cache
def library() -> Any:
    """Return the module of Dask; it is imported with the first campaign, since that takes most of a second.

    Dask sets up a log of its own, of which only critical lines are kept: the campaign says what failed.
    """
    found = import_module("distributed")
    for name in ("distributed", "distributed.client"):
        logger = getLogger(name)
        logger.handlers.clear()
        logger.propagate = True
        logger.setLevel(CRITICAL)
    return found


class DaskCluster:
    """The executor of a scheduler, connected with its first work, and connected again when it was lost."""

    def __init__(self, address: str) -> None:
        """Set the address of the scheduler, such as tcp://scheduler:8786; nothing is connected."""
        self._address = address
        self._client: Any = None
        self._lock = Lock()
        self.width = 1

    @property
    def is_open(self) -> bool:
        """Whether there is a connection to the scheduler."""
        return self._client is not None

    def opened(self) -> tuple[Executor, int]:
        """Return the executor, and how many threads the workers have together.

        Raises: ExecutorAway.
        """
        with self._lock:
            if self._client is not None and self._client.status != RUNNING:
                self._drop()
            try:
                if self._client is None:
                    self._client = library().Client(self._address, set_as_default=False, timeout=CONNECT_SECONDS)
                threads: dict[str, int] = self._client.nthreads()
            except (OSError, ValueError) as error:  # timeouts are OSErrors; a closed connection raises ValueError
                self._drop()
                self.width = 0
                raise ExecutorAway(f"{self._address}: {error}") from None
            self.width = sum(threads.values())
            return self._client.get_executor(pure=False), self.width

    def close(self) -> None:
        """Close the connection; calls that have not begun are dropped."""
        with self._lock:
            self._drop()

    def _drop(self) -> None:
        client, self._client = self._client, None
        if client is None:
            return
        try:
            client.close(timeout=CLOSE_SECONDS)
        except Exception:  # whatever it is, the connection is not used any more
            log.warning("cluster not closed in good order", exc_info=True)
