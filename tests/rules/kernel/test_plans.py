"""What is remembered of a fight's plans."""

import pytest

from service.rules.kernel import memory as plans


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
    """Equal values have the same number; once too many of them are known, new numbers are given, and none twice."""
    monkeypatch.setattr(plans, "MOST_VALUES", 3)
    numbers, equal = plans.Numbering(), [tuple(range(2)) for _ in range(5)]
    assert equal[0] is not equal[1]
    assert [numbers.of(each) for each in equal + equal] == [0] * 10
    others = [numbers.of((each,)) for each in range(2)]
    assert len({0, *others}) == 3
    assert numbers.of(equal[0]) not in (0, *others)
