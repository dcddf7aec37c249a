"""The two rings: `make test` leaves out what is marked `long`, and tries fewer examples where tests say so."""

import os
from typing import Final

import pytest

IS_LONG: Final = os.environ.get("UMPIRE_RING") == "long"
"""Whether the tests are run by `make test-all`."""
long: Final = pytest.mark.long
"""Marks what only `make test-all` runs: the same as another test at more places, or what takes minutes."""


def many(examples: int, quick: int) -> int:
    """Return how many examples are tried: all of them by `make test-all`, few by `make test`."""
    return examples if IS_LONG else quick
