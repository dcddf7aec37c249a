"""The fork server: a process that has imported everything, from which worker processes are forked within milliseconds.

Forking the service itself would not be safe: its loop has threads, sockets and timers. This module imports nothing of
the service, so that the fork server can begin to import while the service still does.
"""

import atexit
import multiprocessing
import os
import shutil
from multiprocessing import forkserver, util
from typing import Final

CONTEXT: Final = multiprocessing.get_context("forkserver")
FOLDER: Final = "UMPIRE_FORK_SERVER_FOLDER"
"""The variable by which the fork server learns of the folder that the socket to it is in."""


def start_fork_server(preload: str) -> None:
    """Start the fork server, if it does not run; `preload` names the module that it imports."""
    os.environ[FOLDER] = util.get_temp_dir()
    CONTEXT.set_forkserver_preload([preload])
    forkserver.ensure_running()


def leave_nothing() -> None:
    """In the fork server, remove its folder in the end: it ends after the service, even after one that was killed."""
    folder = os.environ.get(FOLDER)
    if folder is not None:
        atexit.register(shutil.rmtree, folder, ignore_errors=True)
