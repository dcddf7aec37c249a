"""The fork server: a process that has imported everything, from which worker processes are forked within milliseconds.

Forking the service itself would not be safe: its loop has threads, sockets and timers. This module imports nothing of
the service, so that the fork server can begin to import while the service still does.
"""

import multiprocessing
from multiprocessing import forkserver
from typing import Final

CONTEXT: Final = multiprocessing.get_context("forkserver")


def start_fork_server(preload: str) -> None:
    """Start the fork server, if it does not run; `preload` names the module that it imports."""
    CONTEXT.set_forkserver_preload([preload])
    forkserver.ensure_running()
