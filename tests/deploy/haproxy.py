"""The configuration of HAProxy in `deploy/`, run on ports and with a certificate of a test, where it is installed."""

import re
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tests.architecture.source import ROOT
from tests.patience import PATIENCE

CONFIGURATION: Final = ROOT / "deploy" / "haproxy.cfg"
PROGRAM: Final = shutil.which("haproxy", path="/usr/sbin:/usr/local/sbin:/usr/bin:/usr/local/bin")
ABSENT: Final = "haproxy is not installed: its configuration was not run"
CERTIFICATE: Final = ROOT / "tests" / "encounters" / "hooks_example.pem"
INSTANCES: Final = re.compile(r"server-template umpire 8 service:8000 resolvers docker init-addr none")


@dataclass(frozen=True)
class Running:
    """The proxy, and its two ports."""

    plain: int
    encrypted: int


def free_port() -> int:
    """Return a port that is free now."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port: int = listener.getsockname()[1]
        return port


def written(folder: Path, service: int, ports: Running) -> Path:
    """Write the configuration with its ports, its certificate and the place of its one instance replaced."""
    text = CONFIGURATION.read_text(encoding="utf-8")
    for old, new in (
        ("bind :8080", f"bind 127.0.0.1:{ports.plain}"),
        ("bind :8443", f"bind 127.0.0.1:{ports.encrypted}"),
        ("/etc/umpire/tls/umpire.pem", str(CERTIFICATE)),
    ):
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    text, count = INSTANCES.subn(f"server umpire1 127.0.0.1:{service}", text)
    assert count == 2
    file = folder / "haproxy.cfg"
    file.write_text(text, encoding="utf-8")
    return file


@contextmanager
def running(program: str, folder: Path, service: int) -> Iterator[Running]:
    """Run the proxy before a service."""
    ports = Running(free_port(), free_port())
    file = written(folder, service, ports)
    subprocess.run([program, "-c", "-f", str(file)], check=True, timeout=PATIENCE, stdout=subprocess.DEVNULL)
    with (folder / "log").open("w") as log, subprocess.Popen([program, "-f", str(file)], stdout=log) as process:
        try:
            _wait_for(ports.plain)
            yield ports
        finally:
            process.kill()


def _wait_for(port: int) -> None:
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        with suppress(OSError), socket.create_connection(("127.0.0.1", port)):
            return
        time.sleep(0.05)
