"""Schemathesis as a stranger runs it: its own command on the contract of a running service, with the checks it has.

There are no hooks of ours: what fits the contract has to be accepted, found missing, or refused by a rule, whatever
nobody can know of a service, such as the token of an encounter, its version or a key that was used before.
"""

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory, TemporaryFile
from typing import Final

from service.store.private.server import PrivateStore
from tests.encounters.live import Service
from tests.patience import PATIENCE

COMMAND: Final = (str(Path(sys.executable).with_name("schemathesis")), "--no-color", "run")
SECONDS: Final = 30
"""How long an answer may take, and how long each stream is read that stays open."""
PATIENT: Final = ("--request-timeout", str(SECONDS), "--wait-for-schema", str(PATIENCE))
"""Says nothing of what is checked: machines may be slow."""
FAILURE: Final = '"level":"error"'
"""Stands in each line of the service's log that tells of a failure."""


def main(words: Sequence[str]) -> int:
    """Run the command on the whole contract, with more options if some are given, and return its exit status.

    What the service has logged as a failure is printed at the end: a 500 may depend on dice, and never come again.
    """
    with PrivateStore() as store, TemporaryFile("w+", encoding="utf-8") as log:
        service = Service(store.url, said=log)
        try:
            status = run(f"http://127.0.0.1:{service.port}", *words).returncode
        finally:
            service.stop()
        log.seek(0)
        print(*[line for line in log if FAILURE in line], sep="")
        return status


def run(address: str, *options: str, quiet: bool = False) -> subprocess.CompletedProcess[str]:
    """Run `schemathesis run ADDRESS/openapi.json` with some options, in a folder of its own."""
    with TemporaryDirectory() as folder:
        return subprocess.run(
            [*COMMAND, f"{address}/openapi.json", *PATIENT, *options],
            cwd=folder,
            env={**os.environ, "NO_PROXY": "*"},
            capture_output=quiet,
            text=True,
            check=False,
        )
