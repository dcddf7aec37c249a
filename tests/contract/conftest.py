"""The service under test: `umpire serve` in a process of its own, with its own store, over real HTTP."""

import os
import subprocess
import sys
from collections.abc import Iterator

import pytest

from tests.contract.address import ADDRESS, PORT
from tests.contract.reporting import reported
from tests.encounters.live import NO_QUOTAS
from tests.once import one_for_all
from tests.patience import PATIENCE


@pytest.fixture(scope="package", autouse=True)
def _service() -> Iterator[None]:
    """Start the service once for all processes that know its port; what it logs goes to nobody."""
    with one_for_all(f"contract-{PORT}", _started) as pid, reported(pid, ADDRESS):
        yield


def _started() -> int:
    """Start the service, and return the id of its process once it listens."""
    environment = {key: value for key, value in os.environ.items() if not key.startswith("UMPIRE_")} | NO_QUOTAS
    environment |= {"UMPIRE_STORE_TIMEOUT": str(PATIENCE), "UMPIRE_WORK_SECONDS": "600"}  # machines may be slow
    environment["PYTHONHASHSEED"] = "2"  # test_same_bytes compares it with a process that has another
    environment["MALLOC_TRIM_THRESHOLD_"] = "1048576"  # as in the image
    command = [sys.executable, "-m", "service", "serve", "--port", str(PORT)]
    process = subprocess.Popen(command, env=environment, text=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    assert process.stdout is not None
    with process.stdout as said:
        assert str(PORT) in said.readline()
    process.returncode = 0  # nobody waits for it: another process may end it
    return process.pid
