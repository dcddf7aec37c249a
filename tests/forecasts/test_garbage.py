"""Garbage collection while fights are played."""

import gc

import pytest

from service.forecasts.collection_pauses import NEVER, YOUNG, full_collections_paused


@full_collections_paused()
def refused() -> None:
    """Fail while old objects are left alone."""
    assert gc.get_threshold()[2] == NEVER
    raise ZeroDivisionError


def test_full_collections_pause_and_go_on_as_before() -> None:
    """Young objects are seldom collected inside, and outside all are as before, even if what was done has failed."""
    before = gc.get_threshold()
    with full_collections_paused():
        assert gc.get_threshold() == (max(before[0], YOUNG), before[1], NEVER)
    with pytest.raises(ZeroDivisionError):
        refused()
    assert gc.get_threshold() == before


@pytest.mark.parametrize(("young", "inside"), [(0, 0), (700, YOUNG), (2 * YOUNG, 2 * YOUNG)])
def test_young_objects_are_never_collected_more_often_than_before(young: int, inside: int) -> None:
    """A process that collects young objects more seldom goes on so, and one that never does never does."""
    before = gc.get_threshold()
    gc.set_threshold(young, *before[1:])
    try:
        with full_collections_paused():
            assert gc.get_threshold()[0] == inside
    finally:
        gc.set_threshold(*before)
