"""Commands in a shell, without settings of the service and of the tests."""

import os
import subprocess
from collections.abc import Mapping
from pathlib import Path

from tests.patience import PATIENCE


def unset() -> dict[str, str]:
    """Return the environment without settings of the service and of the tests."""
    return {key: value for key, value in os.environ.items() if not key.startswith(("UMPIRE_", "PYTEST_", "PYTHON"))}


def sh(commands: str, folder: Path, environment: Mapping[str, str]) -> str:
    """Carry out commands in a shell, and return what they printed; all must end well."""
    done = subprocess.run(
        ["/bin/sh", "-e", "-c", commands],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout
