"""Serving: runs the application under uvicorn until a signal stops it, and prints once where it listens."""

import multiprocessing
import os
import signal
import socket
import sys
import threading
from multiprocessing.process import BaseProcess
from typing import Final

from uvicorn.config import STARTUP_FAILURE, Config
from uvicorn.server import Server
from uvicorn.supervisors import Multiprocess

from service.api.rest.streams import HEARTBEAT_SECONDS
from service.api.server.connections import HttpWithLimits
from service.api.server.write_timeouts import WebSocketWithWriteTimeout
from service.operations.registry import BODY_BYTES
from service.settings import Settings
from service.store.quotas import UNLIMITED

BACKLOG: Final = 2048
CHECK_SECONDS: Final = 0.5
WORKER_HEALTH_SECONDS: Final = 20
"""Seconds within which a worker must answer uvicorn's health check; a worker that has died is noticed at once."""


def serve(application: str, settings: Settings, note: str) -> None:
    """Listen and answer; `application` names the factory, "module:function", that each process calls.

    The address is printed on standard output, with a note below it.

    Raises: SystemExit, with status 1 if the address is taken, 3 if the application cannot be made or started.
    """
    config = _config_of(application, settings)
    listener = _listening_socket(settings)
    host = f"[{settings.host}]" if ":" in settings.host else settings.host
    address = f"http://{host}:{listener.getsockname()[1]}"
    banner = f"Umpire listens on {address}" + (f" - see {address}/docs" if settings.docs else "")
    banner += f"\n{note}" if note else ""
    if settings.workers == 1:
        SingleProcess(config, banner).run(sockets=[listener])
    else:
        WorkerProcesses(config, listener, banner).run_or_fail()


def follow_parent() -> None:
    """In a worker, stop when the parent process has ended: otherwise the worker would run on."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_follow, args=(parent,), daemon=True).start()


class SingleProcess(Server):
    """A server that prints a greeting when it listens."""

    def __init__(self, config: Config, banner: str) -> None:
        """Remember what to say."""
        super().__init__(config)
        self._banner = banner

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start to listen, and print the greeting."""
        await super().startup(sockets)
        _print(self._banner)


class WorkerProcesses(Multiprocess):
    """Several worker processes behind one socket; the parent prints a greeting when the first of them listens."""

    def __init__(self, config: Config, listener: socket.socket, banner: str) -> None:
        """Remember what to say."""
        super().__init__(config, sockets=[listener])
        self._banner = banner
        self._failed = False

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
        http=HttpWithLimits,
        ws=WebSocketWithWriteTimeout,
        ws_max_size=BODY_BYTES,
        limit_concurrency=settings.connections,
        ws_ping_interval=HEARTBEAT_SECONDS,
        ws_ping_timeout=HEARTBEAT_SECONDS,
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=_needs_client_address(settings),
        timeout_graceful_shutdown=settings.shutdown_grace,
        timeout_worker_healthcheck=WORKER_HEALTH_SECONDS,
    )


def _needs_client_address(settings: Settings) -> bool:
    """Return whether a setting counts by client address, so that a proxy's headers have to be read."""
    return (settings.rate_limit, settings.creation_quota, settings.storage_quota) != (None, UNLIMITED, UNLIMITED)


def _listening_socket(settings: Settings) -> socket.socket:
    """Open the socket before starting processes, so that an address in use is reported at once."""
    address = settings.host, settings.port
    try:
        if ":" in settings.host:
            both = socket.has_dualstack_ipv6()
            listener = socket.create_server(address, family=socket.AF_INET6, backlog=BACKLOG, dualstack_ipv6=both)
        else:
            listener = socket.create_server(address, backlog=BACKLOG)
    except OSError as error:
        sys.stderr.write(f"umpire: cannot listen on {settings.host} port {settings.port}: {error.strerror}.\n")
        raise SystemExit(1) from None
    listener.set_inheritable(True)
    return listener


def _print(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def _follow(parent: BaseProcess) -> None:
    parent.join()
    os.kill(os.getpid(), signal.SIGTERM)
