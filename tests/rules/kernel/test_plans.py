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


def test_equal_values_have_one_number(monkeypatch: pytest.MonkeyPatch) -> None:
    """Equal values have the same number; after too many of them, new numbers are given, and none twice."""
    monkeypatch.setattr(plans, "MOST_VALUES", 3)
    numbers, values = plans.Numbering(), [(1, 2), tuple(range(1, 3)), (3,)]
    assert values[0] is not values[1]
    assert [numbers.of(each) for each in values] == [0, 0, 2]
    assert [numbers.of(each) for each in values] == [0, 0, 2]
    assert numbers.of((4,)) == 3
    assert numbers.of(values[1]) == 4
