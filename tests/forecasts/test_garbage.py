"""Garbage collection while fights are played."""

import gc

import pytest

from service.forecasts.garbage import NEVER, full_collections_paused


@full_collections_paused()
def refused() -> None:
    """Fail while old objects are left alone."""
    assert gc.get_threshold()[2] == NEVER
    raise ZeroDivisionError


def test_full_collections_pause_and_go_on_as_before() -> None:
    """Young objects are collected inside as before, and outside all are, even if what was done inside has failed."""
    before = gc.get_threshold()
    with full_collections_paused():
        assert gc.get_threshold() == (*before[:2], NEVER)
    with pytest.raises(ZeroDivisionError):
        refused()
    assert gc.get_threshold() == before
