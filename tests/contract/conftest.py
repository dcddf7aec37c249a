"""The service under test: `umpire serve` in a process of its own, with its own store, over real HTTP."""

import os
import subprocess
import sys
from collections.abc import Iterator

import pytest

from tests.contract.address import ADDRESS, PORT
from tests.contract.reporting import reported
from tests.encounters.live import NO_QUOTAS
from tests.patience import PATIENCE


@pytest.fixture(scope="package", autouse=True)
def _service() -> Iterator[None]:
    """Start the service once for each process that runs tests; what it logs goes to nobody."""
    environment = {key: value for key, value in os.environ.items() if not key.startswith("UMPIRE_")} | NO_QUOTAS
    environment |= {"UMPIRE_STORE_TIMEOUT": str(PATIENCE), "UMPIRE_WORK_SECONDS": "600"}  # machines may be slow
    environment["PYTHONHASHSEED"] = "2"  # test_same_bytes compares it with a process that has another
    environment["MALLOC_TRIM_THRESHOLD_"] = "1048576"  # as in the image
    command = [sys.executable, "-m", "service", "serve", "--port", str(PORT)]
    out, err = subprocess.PIPE, subprocess.DEVNULL
    with subprocess.Popen(command, env=environment, text=True, stdout=out, stderr=err) as process:
        assert process.stdout is not None
        assert str(PORT) in process.stdout.readline()
        with reported(process.pid, ADDRESS):
            yield
        process.terminate()
