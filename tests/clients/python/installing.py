"""The wheel of the client, and an empty environment that it is installed in."""

import fcntl
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from shutil import copytree, ignore_patterns

from tests.clients.python.generated import FOLDER
from tests.patience import PATIENCE


@dataclass(frozen=True)
class Installed:
    """The wheel, and an environment that has nothing but what the wheel brings."""

    wheel: Path
    python: Path

    def run(self, *words: str | Path, folder: Path) -> str:
        """Run its Python with some words, and return what it printed; it must end well."""
        return ran(self.python, "-I", "-W", "error", *words, folder=folder)

    def check(self, *programs: Path, folder: Path) -> subprocess.CompletedProcess[str]:
        """Check programs by mypy, strictly, with the packages of the environment."""
        (folder / "mypy.ini").write_text("[mypy]\nstrict = True\n")
        options = ("--config-file", "mypy.ini", "--python-executable", self.python, "--no-error-summary")
        command = (sys.executable, "-m", "mypy", *options, *programs)
        return subprocess.run(
            list(map(str, command)), cwd=folder, capture_output=True, text=True, timeout=PATIENCE, check=False
        )


def ran(*command: str | Path, folder: Path) -> str:
    """Run a command, and return what it printed; it must end well."""
    done = subprocess.run(
        list(map(str, command)), cwd=folder, capture_output=True, text=True, timeout=PATIENCE, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def installed_in(common: Path) -> Installed:
    """Return the wheel in an environment of its own; made by whichever process of tests comes first."""
    common.mkdir(exist_ok=True)
    environment, wheels = common / "environment", common / "wheels"
    with (common / "gate").open("w") as gate:
        fcntl.flock(gate, fcntl.LOCK_EX)
        if not wheels.exists():
            source = copytree(FOLDER, common / "source", ignore=ignore_patterns("build", "*.egg-info", "__pycache__"))
            pip = (sys.executable, "-m", "pip", "--quiet")
            ran(sys.executable, "-m", "venv", "--without-pip", environment, folder=common)
            ran(*pip, "wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", "made", source, folder=common)
            wheel = next((common / "made").glob("*.whl"))
            ran(*pip, "--python", environment / "bin" / "python", "install", wheel, folder=common)
            (common / "made").rename(wheels)
    return Installed(next(wheels.glob("*.whl")), environment / "bin" / "python")
