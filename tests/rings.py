"""The two rings: `make test` leaves out what is marked `long`, and tries fewer examples where tests say so."""

import os
from collections.abc import Iterable
from typing import Any, Final

import pytest
from _pytest.mark.structures import ParameterSet

IS_LONG: Final = os.environ.get("UMPIRE_RING") == "long"
"""Whether the tests are run by `make test-all`."""
long: Final = pytest.mark.long
"""Marks what only `make test-all` runs: the same as another test at more places, or what takes minutes."""


def many(examples: int, quick: int | None = None) -> int:
    """Return how many examples are tried: all of them by `make test-all`, by `make test` few, or a quarter."""
    return examples if IS_LONG else max(examples // 4, min(examples, 10)) if quick is None else quick


def thinned(cases: Iterable[Any], every: int) -> list[Any]:
    """Return the cases of a parametrized test; all but each `every`-th, beginning with the first, are marked `long`.

    A tuple has the values of several arguments.
    """
    return [case if not number % every else _long(case) for number, case in enumerate(cases)]


def in_few(cases: Iterable[Any], *quick: str) -> list[Any]:
    """Return the cases of a test that does alike for each family; `make test` runs those that are named."""
    return [case if case in quick else _long(case) for case in cases]


def _long(case: Any) -> Any:
    if isinstance(case, ParameterSet):
        return pytest.param(*case.values, marks=[*case.marks, long], id=case.id)
    return pytest.param(*(case if isinstance(case, tuple) else (case,)), marks=long)
