"""Changes as viewers see them: those of each figure that they see lead from how it was to how it is."""

from random import Random
from typing import Any

import pytest
from orjson import loads

from service.encounters.reveal import Hidden, View
from service.wire import to_json
from tests.encounters.plays import PLAYS
from tests.encounters.test_no_trace import sight_of
from tests.rings import many
from tests.rules.folding import acts

Changes = list[dict[str, Any]]


def changes_in(outcome: Any) -> Changes:
    """All changes of an outcome as JSON, those of its turns in order."""
    parts = [outcome, *[each for each in outcome.get("turns") or () if isinstance(each, dict)]]
    return [each for part in parts for each in part.get("changes") or ()]


def assert_leads(changes: Changes, seen: Changes, view: View) -> int:
    """Assert that the changes of one figure which are seen begin and end as all do; return how many there are."""
    place = view.of(changes[0]["before"]) if changes else None
    for each in seen:
        assert each["before"] == place != each["after"], each
        place = each["after"]
    assert place == (view.of(changes[-1]["after"]) if changes else None)
    return len(seen)


@pytest.mark.parametrize("family", sorted(PLAYS))
def test_each_change_of_a_seen_figure_is_seen(family: str) -> None:
    """In random fights in which some are hidden, no change of the others is missing, and none names who is hidden."""
    told = of_hidden = 0
    for number, act in enumerate(acts(family, many(60, 7), 8, "hidden acts")):
        outcome = loads(to_json(act.outcome))
        changes = changes_in(outcome)
        figures = sorted({each["figure"] for each in changes} | {each["by"] for each in changes if each["by"]})
        random = Random(f"{family} {number}")
        hidden = frozenset(random.sample(figures, random.randint(0, len(figures))))
        for whole in (False, True):
            view = View(sight_of(family), Hidden(hidden), whole=whole)
            seen = changes_in(view.of(outcome))
            assert not any(hidden & {each.get("figure"), each.get("by"), each.get("foe")} for each in seen)
            for figure in set(figures) - hidden:
                own = [each for each in changes if each["figure"] == figure]
                told += assert_leads(own, [each for each in seen if each["figure"] == figure], view)
                of_hidden += sum([each["by"] in hidden for each in own])
    assert told > 50
    assert of_hidden
