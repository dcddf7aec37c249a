"""A container engine of this machine, and images for it: pulled, or stand-ins where none can be pulled.

Docker is used as it is set up; if its daemon does not run, one is started with a folder of its own, which takes root. A
stand-in is a Debian made by `debootstrap` with this machine's Python below /usr/local, as the base image has it, and
Debian's proxy; its store is the server that the service embeds.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from service.store.private.server import program_found
from tests.patience import PATIENCE

STAND_IN: Final = "umpire-stand-in"
PULL_SECONDS: Final = 60
PACKAGES: Final = (
    "ca-certificates,haproxy,libbz2-1.0,libffi8,liblzma5,libreadline8,libsqlite3-0,libssl3,libuuid1,redis-tools,zlib1g"
)
STORE_USER: Final = (999, 1000)
LEFT_OUT: Final = ("__pycache__", "site-packages", "test", "idlelib", "tkinter", "config-*")
"""What the stand-in has not of this machine's Python; compiled modules are left out as in the base image."""


class NoEngine(Exception):
    """No container engine can be used; the message says why."""


@dataclass
class Engine:
    """A running container engine."""

    environment: dict[str, str]
    daemon: subprocess.Popen[bytes] | None = None
    folder: Path | None = None

    def __call__(self, *words: str | Path, check: bool = True, given: bytes = b"", seconds: float = 900) -> str:
        """Give a docker command, and return what it printed.

        Raises: AssertionError with all that it said, if it must end well and does not.
        """
        run = [program("docker"), *map(str, words)]
        done = subprocess.run(run, input=given, env=self.environment, capture_output=True, timeout=seconds, check=False)
        said = (done.stdout + done.stderr).decode(errors="replace")
        assert done.returncode == 0 or not check, f"{' '.join(run)}\n{said}"
        return done.stdout.decode(errors="replace").strip()

    def inspect(self, name: str) -> Any:
        """Return what the engine knows of a container."""
        return json.loads(self("inspect", name))[0]

    def restart(self) -> bool:
        """End the daemon as an administrator does, and start it again; False, if it is not ours to restart."""
        if self.daemon is None or self.folder is None:
            return False
        self.daemon.terminate()
        self.daemon.wait(PATIENCE)
        self.daemon = _daemon_in(self.folder, self.environment)
        return True


def program(name: str) -> str:
    """Return where a program of this machine is.

    Raises: NoEngine, if it is not installed.
    """
    found = shutil.which(name)
    if found is None:
        raise NoEngine(f"there is no program `{name}`")
    return found


@contextmanager
def engine() -> Iterator[Engine]:
    """Find a container engine, or start one for as long as it is used.

    Raises: NoEngine.
    """
    if _answers(dict(os.environ)):
        yield Engine(dict(os.environ))
        return
    if shutil.which("dockerd") is None or os.geteuid() != 0:
        raise NoEngine("its daemon does not answer, and can be started only by root where `dockerd` is installed")
    folder = Path(tempfile.mkdtemp(prefix="umpire-engine-"))
    own = Engine({**os.environ, "DOCKER_HOST": f"unix://{folder}/docker.sock"}, folder=folder)
    own.daemon = _daemon_in(folder, own.environment)
    try:
        yield own
    finally:
        own.daemon.terminate()
        own.daemon.wait(PATIENCE)
        shutil.rmtree(folder, ignore_errors=True)


def _daemon_in(folder: Path, environment: dict[str, str]) -> subprocess.Popen[bytes]:
    places = {"--data-root": "data", "--exec-root": "run", "--pidfile": "pid"}
    words = [word for name, place in places.items() for word in (name, str(folder / place))]
    with (folder / "log").open("ab") as log:
        daemon = subprocess.Popen(
            [program("dockerd"), *words, "--host", environment["DOCKER_HOST"]], stdout=log, stderr=subprocess.STDOUT
        )
    until = time.monotonic() + PATIENCE
    while not _answers(environment):
        if daemon.poll() is not None or time.monotonic() > until:
            daemon.kill()
            raise NoEngine(f"its daemon does not start: {(folder / 'log').read_text()[-400:]}")
        time.sleep(0.2)
    return daemon


def _answers(environment: dict[str, str]) -> bool:
    asked = subprocess.run([program("docker"), "version"], env=environment, capture_output=True, check=False)
    return asked.returncode == 0


def available(docker: Engine, image: str) -> str:
    """Return an image of this name, pulled if it can be, or the stand-in.

    Raises: NoEngine, if neither can be had.
    """
    if docker("image", "inspect", image, check=False) not in {"", "[]"}:
        return image
    try:
        docker("pull", "--quiet", image, seconds=PULL_SECONDS)
    except (AssertionError, subprocess.TimeoutExpired):
        return stand_in(docker)
    return image


def stand_in(docker: Engine) -> str:
    """Make the stand-in, once an engine."""
    if docker("images", "--quiet", STAND_IN):
        return STAND_IN
    if shutil.which("debootstrap") is None or os.geteuid() != 0:
        raise NoEngine("no image can be pulled, and a stand-in takes root and `debootstrap`")
    with tempfile.TemporaryDirectory(prefix="umpire-base-") as name:
        root = Path(name) / "root"
        run = [
            program("debootstrap"),
            "--variant=minbase",
            f"--include={PACKAGES}",
            "stable" if _is_new() else "bookworm",
            root,
        ]
        subprocess.run([str(word) for word in run], check=True, stdout=subprocess.DEVNULL)
        _put_python_into(root / "usr" / "local")
        _put_servers_into(root / "usr" / "local")
        subprocess.run([program("chroot"), str(root), "/sbin/ldconfig"], check=True)
        packed = subprocess.run(
            [program("tar"), "--create", "--directory", str(root), "."], check=True, capture_output=True
        )
        docker("import", "-", STAND_IN, given=packed.stdout)
    return STAND_IN


def _is_new() -> bool:
    """Whether this machine's C library is newer than that of Debian 12, for which its Python may then not be made."""
    return os.confstr("CS_GNU_LIBC_VERSION") not in {"glibc 2.31", "glibc 2.35", "glibc 2.36"}


def _put_python_into(local: Path) -> None:
    """Copy this machine's Python with pip, as the base image has it: without compiled modules."""
    here, name = Path(sys.base_prefix), f"python{sys.version_info.major}.{sys.version_info.minor}"
    for folder in ("bin", "lib"):
        (local / folder).mkdir(parents=True, exist_ok=True)
    shutil.copy2(here / "bin" / name, local / "bin" / name)
    for link in ("python3", "python"):
        (local / "bin" / link).symlink_to(name)
    for library in (here / "lib").glob("libpython*.so*"):
        shutil.copy2(library, local / "lib" / library.name)
    shutil.copytree(here / "lib" / name, local / "lib" / name, ignore=shutil.ignore_patterns(*LEFT_OUT))
    packages = local / "lib" / name / "site-packages"
    packages.mkdir()
    for each in ("pip", "setuptools", "_distutils_hack", "pkg_resources"):
        for found in (here / "lib" / name / "site-packages").glob(f"{each}*"):
            if found.is_dir():
                shutil.copytree(found, packages / found.name, ignore=shutil.ignore_patterns("__pycache__"))


def _put_servers_into(local: Path) -> None:
    """Have the store under the names of its image, and the folder of its volume, which belongs to its user."""
    shutil.copy2(program_found(), local / "bin" / "valkey-server")
    (local / "bin" / "valkey-cli").symlink_to("/usr/bin/redis-cli")
    data = local.parent.parent / "data"
    data.mkdir()
    os.chown(data, *STORE_USER)


def words_of(options: Sequence[tuple[str, Any]]) -> list[str]:
    """Return the words of a command's options; those that are None are left out."""
    return [word for name, value in options if value is not None for word in (name, str(value))]
