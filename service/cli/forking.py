"""The fork server of a command that starts worker processes itself."""

from service.app import rolling
from service.cli import PRELOADED
from service.operations.work.fork_server import FORK_SERVER


def fork_fork_server() -> None:
    """Import everything, and fork the fork server before this process has threads and sockets."""
    rolling()
    FORK_SERVER.fork_from_here(PRELOADED)
