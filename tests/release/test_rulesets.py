"""A ruleset has one number for one set of answers: it rises where a released answer changes."""

from dataclasses import replace

from service.app import FAMILIES
from tests.golden import goldens
from tests.release.rulesets import changed, hashes_of, proved, read

NOW = {family.name: family.ruleset for family in FAMILIES}


def test_a_released_ruleset_answers_as_before() -> None:
    """Where an answer of a released ruleset changes, the number in the family's `family.py` rises."""
    assert changed(read(), NOW, goldens()) == [], (
        "raise the number of the ruleset in family.py, then: make golden contract"
    )


def test_numbers_only_rise() -> None:
    """Each family has the number that was released, or the next."""
    numbers = {family: int(ruleset.partition("@")[2]) for family, ruleset in NOW.items()}
    released = {family: int(each["ruleset"].partition("@")[2]) for family, each in read().items()}
    assert [name for name in released if numbers.get(name) not in {released[name], released[name] + 1}] == []


def test_a_changed_answer_is_found() -> None:
    """Another answer to a request that was released is found by its golden; another request is not compared."""
    golden = next(proved(goldens("opposed/resolve-attack")))
    asked, answered = hashes_of(golden)
    released = {"opposed": {"ruleset": NOW["opposed"], "answers": {asked: answered}}}
    other = replace(golden, written={**golden.written, "sha256": "0" * 64})
    assert changed(released, NOW, [golden]) == []
    assert changed(released, NOW, [other]) == [f"opposed/resolve-attack/{golden.id}"]
    assert changed(released, NOW, [replace(other, request={**other.request, "input": {}})]) == []
    assert changed({"opposed": {**released["opposed"], "ruleset": "opposed@1"}}, NOW, [other]) == []
