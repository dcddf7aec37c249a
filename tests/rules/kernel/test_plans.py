"""What is remembered of a fight's plans."""

import pytest

from service.rules.kernel import plans


def test_plans_are_not_kept_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """A memory that is full forgets all that it held, and keeps the next one."""
    monkeypatch.setattr(plans, "MOST_PLANS", 2)
    memory: plans.Memory[int] = plans.Memory()
    for key in range(2):
        assert memory.keep(key, 10 * key) == 10 * key
    assert [memory.find(key) for key in range(3)] == [0, 10, None]
    memory.keep(2, 20)
    assert [memory.find(key) for key in range(3)] == [None, None, 20]
