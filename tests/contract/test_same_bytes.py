"""Same body, same seed, same bytes: on the command line and over HTTP, in processes that hash differently."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Final

import httpx2
import pytest

from service.app import registry
from service.operations.registry import Effect, Operation
from service.wire import to_json
from tests.contract.address import ADDRESS
from tests.patience import PATIENCE

ROLLED: Final = [each for each in registry() if each.effect is Effect.ROLL and each.examples]
PROGRAM: Final = """
import sys
from service.cli import main
sys.exit(max([main([*name.split("/"), "--file", file]) for name, file in zip(sys.argv[1::2], sys.argv[2::2])]))
"""
"""The command line, once for each operation and file that follow; every answer is a line."""


@pytest.fixture(scope="module")
def piped(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """The answers of the command line to all bodies, by operation; the service hashes with another seed."""
    folder: Path = tmp_path_factory.mktemp("bodies")
    words = []
    for number, operation in enumerate(ROLLED):
        file = folder / f"{number}.json"
        file.write_bytes(to_json(operation.examples[0].request))
        words += [operation.name, str(file)]
    environment = {**os.environ, "PYTHONHASHSEED": "1"}
    done = subprocess.run([sys.executable, "-c", PROGRAM, *words], env=environment, capture_output=True, check=True)
    return dict(zip([each.name for each in ROLLED], done.stdout.splitlines(), strict=True))


@pytest.mark.parametrize("operation", ROLLED, ids=lambda operation: operation.name)
def test_same_bytes(piped: dict[str, bytes], operation: Operation) -> None:
    """Nothing but the body decides the answer's bytes."""
    body = to_json(operation.examples[0].request)
    headers = {"content-type": "application/json"}
    told = httpx2.post(f"{ADDRESS}{operation.path}", content=body, headers=headers, timeout=PATIENCE)
    assert piped[operation.name] == told.content
