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
from service.api.server.connections import GuardedHttp
from service.api.server.write_timeouts import PatientSocket
from service.operations.catalogue import BODY_BYTES
from service.settings import Settings
from service.store.quotas import UNLIMITED

BACKLOG: Final = 2048
LOOK_SECONDS: Final = 0.5
SIGN_OF_LIFE_SECONDS: Final = 20
"""Seconds within which a worker must answer uvicorn's health check; a worker that has died is noticed at once."""


def serve(application: str, settings: Settings, note: str) -> None:
    """Listen and answer; `application` names the factory, "module:function", that each process calls.

    The address is printed on standard output, with a note below it.

    Raises: SystemExit, with status 1 if the address is taken, 3 if the application cannot be made or started.
    """
    config = _config_of(application, settings)
    door = _door_of(settings)
    host = f"[{settings.host}]" if ":" in settings.host else settings.host
    address = f"http://{host}:{door.getsockname()[1]}"
    greeting = f"Umpire listens on {address}" + (f" - see {address}/docs" if settings.docs else "")
    greeting += f"\n{note}" if note else ""
    if settings.workers == 1:
        OneProcess(config, greeting).run(sockets=[door])
    else:
        Workers(config, door, greeting).run_and_tell()


def follow_parent() -> None:
    """In a worker, stop when the parent process has ended: otherwise the worker would run on."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_follow, args=(parent,), daemon=True).start()


class OneProcess(Server):
    """A server that prints a greeting when it listens."""

    def __init__(self, config: Config, greeting: str) -> None:
        """Remember what to say."""
        super().__init__(config)
        self._greeting = greeting

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start to listen, and print the greeting."""
        await super().startup(sockets)
        _say(self._greeting)


class Workers(Multiprocess):
    """Several worker processes behind one socket; the parent prints a greeting when the first of them listens."""

    def __init__(self, config: Config, door: socket.socket, greeting: str) -> None:
        """Remember what to say."""
        super().__init__(config, sockets=[door])
        self._greeting = greeting
        self._failed = False

    def init_processes(self) -> None:
        """Start the workers; if the first one ends before it listens, stop, since all others would end as well."""
        super().init_processes()
        first = self.processes[0]
        while not first.wait_until_ready(LOOK_SECONDS):
            if self.signal_queue:
                return
            if not first.process.is_alive():
                self._failed = True
                self.should_exit.set()
                return
        _say(self._greeting)

    def run_and_tell(self) -> None:
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
        http=GuardedHttp,
        ws=PatientSocket,
        ws_max_size=BODY_BYTES,
        limit_concurrency=settings.connections,
        ws_ping_interval=HEARTBEAT_SECONDS,
        ws_ping_timeout=HEARTBEAT_SECONDS,
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=_counts_callers(settings),
        timeout_graceful_shutdown=settings.shutdown_grace,
        timeout_worker_healthcheck=SIGN_OF_LIFE_SECONDS,
    )


def _counts_callers(settings: Settings) -> bool:
    """Return whether a setting counts by client address, so that a proxy's headers have to be read."""
    return (settings.rate_limit, settings.creation_quota, settings.storage_quota) != (None, UNLIMITED, UNLIMITED)


def _door_of(settings: Settings) -> socket.socket:
    """Open the socket before starting processes, so that an address in use is reported at once."""
    address = settings.host, settings.port
    try:
        if ":" in settings.host:
            both = socket.has_dualstack_ipv6()
            door = socket.create_server(address, family=socket.AF_INET6, backlog=BACKLOG, dualstack_ipv6=both)
        else:
            door = socket.create_server(address, backlog=BACKLOG)
    except OSError as error:
        sys.stderr.write(f"umpire: cannot listen on {settings.host} port {settings.port}: {error.strerror}.\n")
        raise SystemExit(1) from None
    door.set_inheritable(True)
    return door


def _say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def _follow(parent: BaseProcess) -> None:
    parent.join()
    os.kill(os.getpid(), signal.SIGTERM)
