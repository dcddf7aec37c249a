"""The fork server: a process that has imported everything, from which worker processes are forked within milliseconds.

The service as it runs must not be forked: its loop has threads, sockets and timers. So the fork server is made before:
by `fork_from_here`, while the service has imported everything and has no thread yet, or by `start`, which runs a new
interpreter that imports everything once more.

The two have a pair of sockets. A request is one end of a pipe and the name of the function that does the work; the
answer is the id of the worker process. The fork server ends when the service has ended, which closes its socket.
"""

import atexit
import gc
import os
import signal
import sys
from collections.abc import Callable
from importlib import import_module
from multiprocessing.connection import Connection
from socket import recv_fds, send_fds, socket, socketpair
from threading import Lock, active_count
from typing import Final, NoReturn

import structlog

log = structlog.get_logger("umpire.work")

LENGTH_OF_NAME: Final = 1_024
LENGTH_OF_PID: Final = 8
CONTROL_FD: Final = 3
"""The descriptor of the socket in a fork server that is a new interpreter."""
RUN: Final = "import sys; from service.operations.work.fork_server import run; run(sys.argv[1])"

MAIN: Final = "service.operations.work.process"
"""The module whose `main` a worker process calls, with the pipe and the name of the request."""


class ForkServer:
    """The fork server of this process. `fork` may be called from any thread."""

    def __init__(self) -> None:
        """Start without a process."""
        self._lock = Lock()
        self._control: socket | None = None

    def fork_from_here(self, preload: str) -> None:
        """Fork the fork server from this process, if it does not run; there it imports the module `preload`.

        What this process has imported need not be imported again, and its memory is shared.

        Raises: RuntimeError, if this process has more than one thread: locks that others hold would never be released.
        """
        if self._control is not None:
            return
        if active_count() > 1:
            message = "the fork server is to be forked before there are threads"
            raise RuntimeError(message)
        ours, theirs = socketpair()
        gc.freeze()  # a collection would write to every object, and so copy the shared memory
        if os.fork() == 0:
            ours.close()
            _run(theirs, preload)
        theirs.close()
        self._control = _closed_at_exit(ours)

    def start(self, preload: str) -> None:
        """Start the fork server as a new interpreter, if it does not run; it imports the module `preload`."""
        with self._lock:
            if self._control is None:
                self._control = _started(preload)

    def fork(self, connection: Connection, perform: str) -> int:
        """Fork a worker process, and return its id.

        `perform` names the function, "module:function", that does its work, and `connection` is its end of a pipe.

        Raises: OSError, if the fork server has ended; the next `start` starts another one.
        """
        with self._lock:
            control = self._control
            if control is None:
                message = "the fork server does not run"
                raise OSError(message)
            try:
                send_fds(control, [perform.encode()], [connection.fileno()])
                answer = control.recv(LENGTH_OF_PID)
            except OSError:
                answer = b""
            if not answer:
                control.close()
                self._control = None
                message = "the fork server has ended"
                raise OSError(message)
        return int.from_bytes(answer, sys.byteorder)


FORK_SERVER: Final = ForkServer()


def run(preload: str) -> NoReturn:
    """Be a fork server that is a new interpreter; without garbage collection, importing takes a third less time."""
    gc.disable()
    _run(socket(fileno=CONTROL_FD), preload)


def _started(preload: str) -> socket:
    """Run a new interpreter as the fork server, and return the socket to it."""
    ours, theirs = socketpair()
    with theirs:
        actions = [(os.POSIX_SPAWN_DUP2, theirs.fileno(), CONTROL_FD)]
        os.posix_spawn(sys.executable, [sys.executable, "-c", RUN, preload], os.environ, file_actions=actions)
    return _closed_at_exit(ours)


def _closed_at_exit(control: socket) -> socket:
    atexit.register(control.close)
    return control


def _run(control: socket, preload: str) -> NoReturn:
    """Import the module and fork worker processes until the service has ended; end this process then."""
    status = 1
    try:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches the whole group; the service stops its processes
        signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # a worker process that has ended leaves no zombie
        main = import_module(MAIN).main
        import_module(preload)
        _answer_requests(control, main)
        status = 0
    except ConnectionError:  # the service was killed
        status = 0
    except Exception:
        log.exception("fork server failed")
    finally:
        os._exit(status)  # nothing that the service is to do at its end is done here


def _answer_requests(control: socket, main: Callable[[Connection, str], None]) -> None:
    """Fork a worker process for each request; return when this process, fork server or worker process, is to end."""
    while True:
        name, descriptors, _, _ = recv_fds(control, LENGTH_OF_NAME, 1)
        if not name:
            return
        with Connection(descriptors[0]) as connection:
            pid = os.fork()
            if pid == 0:
                control.close()
                signal.signal(signal.SIGCHLD, signal.SIG_DFL)
                main(connection, name.decode())
                return
        control.sendall(pid.to_bytes(LENGTH_OF_PID, sys.byteorder))
