"""Same body, same seed, same bytes: in two processes that hash differently, and over HTTP."""

import os
import subprocess
import sys

import httpx2
import pytest

from service.app import registry
from service.operations.registry import Effect, Operation
from service.wire import to_json
from tests.contract.address import ADDRESS
from tests.patience import PATIENCE

ROLLED = [each for each in registry() if each.effect is Effect.ROLL and each.examples]


def piped(operation: Operation, body: bytes, hash_seed: str) -> bytes:
    """Answer a body on the command line, in a process of its own."""
    command = [sys.executable, "-m", "service", *operation.name.split("/")]
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
    return subprocess.run(command, input=body, env=environment, capture_output=True, check=True).stdout.strip()


@pytest.mark.parametrize("operation", ROLLED, ids=lambda operation: operation.name)
def test_same_bytes(operation: Operation) -> None:
    """Nothing but the body decides the answer's bytes."""
    body = to_json(operation.examples[0].request)
    first, second = piped(operation, body, "1"), piped(operation, body, "2")
    headers = {"content-type": "application/json"}
    told = httpx2.post(f"{ADDRESS}{operation.path}", content=body, headers=headers, timeout=PATIENCE)
    assert first == second == told.content
