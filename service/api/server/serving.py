"""Serving: runs the application under uvicorn until a signal stops it, and prints once where it listens."""

import math
import multiprocessing
import os
import signal
import socket
import sys
import threading
import time
from contextlib import suppress
from multiprocessing.process import BaseProcess
from types import FrameType
from typing import Final

from uvicorn.config import STARTUP_FAILURE, Config
from uvicorn.server import Server
from uvicorn.supervisors import Multiprocess

from service.api.http.draining import draining
from service.api.rest.streams import HEARTBEAT_SECONDS
from service.api.server.connections import HttpWithLimits
from service.api.server.write_timeouts import WebSocketWithWriteTimeout
from service.operations.registry import BODY_BYTES
from service.settings.environment import Settings

BACKLOG: Final = 2048
CHECK_SECONDS: Final = 0.5
ADMIN_BIND: Final = "UMPIRE_ADMIN_BIND"
WORKER_HEALTH_SECONDS: Final = 20
"""Seconds within which a worker must answer uvicorn's health check; a worker that has died is noticed at once."""

PAGES: Final = " - play at {0}/play, read {0}/docs"
"""Where a newcomer begins, and then where a developer does."""

DRAIN: Final = signal.SIGURG
"""Tells a worker to drain; a worker that is still starting ignores it."""


def serve(application: str, settings: Settings, note: str) -> None:
    """Listen and answer; `application` names the factory, "module:function", that each process calls.

    The address is printed on standard output, with a note below it.

    Raises: SystemExit, with status 1 if the address is taken, 3 if the application cannot be made or started.
    """
    config = _config_of(application, settings)
    listeners = [_listening_socket(settings.host, settings.port)]
    address = _url_of(settings.host, listeners[0])
    banner = f"Umpire listens on {address}" + (PAGES.format(address) if settings.docs else "")
    if settings.admin_address is not None:
        host, port = settings.admin_address
        listeners.append(_listening_socket(host, port))
        os.environ[ADMIN_BIND] = f"{host}:{listeners[1].getsockname()[1]}"  # for the application, if the port was 0
        banner += f"\nThe administration listens on {_url_of(host, listeners[1])}"
    banner += f"\n{note}" if note else ""
    if settings.workers == 1:
        SingleProcess(config, banner, settings.drain_seconds).run(sockets=listeners)
    else:
        WorkerProcesses(config, listeners, banner, settings.drain_seconds).run_or_fail()


def follow_parent() -> None:
    """In a worker, stop when the parent process has ended, and drain when it says so."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        signal.signal(DRAIN, _drain)
        threading.Thread(target=_follow, args=(parent,), daemon=True).start()


class SingleProcess(Server):
    """A server that prints a greeting when it listens, and drains when it is told to stop."""

    def __init__(self, config: Config, banner: str, drain_seconds: float) -> None:
        """Set the greeting, and the seconds between the signal to stop and the stop."""
        super().__init__(config)
        self._banner = banner
        self._drain_seconds = drain_seconds
        self._stops_at = math.inf

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start to listen, and print the greeting."""
        await super().startup(sockets)
        _print(self._banner)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Drain at the first SIGTERM; stop at any further signal."""
        if sig == signal.SIGTERM and self._drain_seconds and self._stops_at == math.inf:
            self._captured_signals.append(sig)
            self._stops_at = time.monotonic() + self._drain_seconds
            draining.begin()
        else:
            super().handle_exit(sig, frame)

    async def on_tick(self, counter: int) -> bool:
        """Return whether to stop."""
        return await super().on_tick(counter) or time.monotonic() >= self._stops_at


class WorkerProcesses(Multiprocess):
    """Several worker processes behind the same sockets; the parent prints a greeting when the first of them listens."""

    def __init__(self, config: Config, listeners: list[socket.socket], banner: str, drain_seconds: float) -> None:
        """Set the greeting, and the seconds between the signal to stop and the stop."""
        super().__init__(config, sockets=listeners)
        self._banner = banner
        self._drain_seconds = drain_seconds
        self._stops_at = math.inf
        self._failed = False

    def handle_term(self) -> None:
        """Have the workers drain at the first SIGTERM; stop at a further one."""
        if self._drain_seconds and self._stops_at == math.inf:
            self._stops_at = time.monotonic() + self._drain_seconds
            for pid in [process.pid for process in self.processes if process.pid is not None]:
                with suppress(ProcessLookupError):
                    os.kill(pid, DRAIN)
        else:
            super().handle_term()

    def handle_signals(self) -> None:
        """Handle the signals that came, and stop when the workers have drained."""
        super().handle_signals()
        if time.monotonic() >= self._stops_at:
            self.should_exit.set()

    def init_processes(self) -> None:
        """Start the workers; if the first one ends before it listens, stop, since all others would end as well."""
        super().init_processes()
        first = self.processes[0]
        while not first.wait_until_ready(CHECK_SECONDS):
            if self.signal_queue:
                return
            if not first.process.is_alive():
                self._failed = True
                self.should_exit.set()
                return
        _print(self._banner)

    def run_or_fail(self) -> None:
        """Run until a signal ends it.

        Raises: SystemExit, with status 3 if no worker could start.
        """
        self.run()
        if self._failed:
            raise SystemExit(STARTUP_FAILURE)


def _config_of(application: str, settings: Settings) -> Config:
    return Config(
        application,
        factory=True,
        host=settings.host,
        port=settings.port,
        workers=settings.workers,
        loop="uvloop",
        interface="asgi3",  # else uvicorn guesses by whether the application is a coroutine function
        http=HttpWithLimits,
        ws=WebSocketWithWriteTimeout,
        ws_max_size=BODY_BYTES,
        limit_concurrency=settings.connections,
        ws_ping_interval=HEARTBEAT_SECONDS,
        ws_ping_timeout=HEARTBEAT_SECONDS,
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,  # whose headers are believed is the affair of `Access`
        timeout_graceful_shutdown=settings.shutdown_grace,
        timeout_worker_healthcheck=WORKER_HEALTH_SECONDS,
    )


def _url_of(host: str, listener: socket.socket) -> str:
    return f"http://{f'[{host}]' if ':' in host else host}:{listener.getsockname()[1]}"


def _listening_socket(host: str, port: int) -> socket.socket:
    """Open the socket before starting processes, so that an address in use is reported at once."""
    address = host, port
    try:
        if ":" in host:
            both = socket.has_dualstack_ipv6()
            listener = socket.create_server(address, family=socket.AF_INET6, backlog=BACKLOG, dualstack_ipv6=both)
        else:
            listener = socket.create_server(address, backlog=BACKLOG)
    except OSError as error:
        sys.stderr.write(f"umpire: cannot listen on {host} port {port}: {error.strerror}.\n")
        raise SystemExit(1) from None
    listener.set_inheritable(True)
    return listener


def _print(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def _drain(number: int, frame: FrameType | None) -> None:
    draining.begin()


def _follow(parent: BaseProcess) -> None:
    parent.join()
    os.kill(os.getpid(), signal.SIGTERM)
