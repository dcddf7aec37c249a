"""Viewers see the situation of a fight as if hidden figures were not there, but for its end."""

from copy import deepcopy
from typing import Any, Final

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from service.app import FAMILIES, bound_procedures
from service.encounters.encounter import canonical
from service.encounters.reveal import Reveal
from service.operations.encounters.move_index import MoveIndex
from service.operations.encounters.playing.situations import Situations
from service.rules.kernel.verdict import Situation
from service.wire import to_json
from tests.encounters.plays import FIGURES, PLAYS, begun
from tests.encounters.test_no_trace import lurking
from tests.rings import many

EACH: Final = pytest.mark.parametrize("family", sorted(PLAYS))
FALLEN: Final[dict[str, dict[str, Any]]] = {
    "heroic": {"status": "incapacitated"},
    "laurels": {"status": "dead"},
    "mass": {"status": "routed", "engaged_with": [], "commander_id": None},
    "opposed": {"status": "incapacitated", "engaged_with": []},
    "tactical": {"state": {"unconscious": True}},
}
"""A figure that keeps its side in the fight no more."""
CLEAR: Final[dict[str, Any]] = {"heroic": {"grapples": [], "locks": []}}
"""What binds those who fall."""
SHARED: Final = ("over", "winner", "draw", "ended_by")
"""What viewers are told of the whole fight, hidden figures included."""


INDEX: Final = MoveIndex(FAMILIES, bound_procedures())
RULINGS: Final = {family.name: family.rulings.model_validate({}).model_dump_json().encode() for family in FAMILIES}


def seen_in(family: str, state: Any, shown: Reveal | None) -> Situation:
    """The situation in a state, given as JSON, for viewers or for the referee."""
    written = canonical(PLAYS[family].state.model_validate_json(to_json(state)))
    found = Situations(INDEX).here(family, RULINGS[family], written)
    assert found is not None
    return found.shown(shown)


def with_fallen(family: str, state: Any, which: int) -> Any:
    """A state in which some of the figures have fallen."""
    after = {**deepcopy(state), **(CLEAR.get(family, {}) if which else {})}
    for place, figure in enumerate(after[FIGURES[family][0]]):
        figure.update({"engaged_with": []} if "engaged_with" in figure and which else {})
        figure.update(deepcopy(FALLEN[family]) if which >> place & 1 else {})
    return after


@settings(max_examples=many(800, 100), suppress_health_check=list(HealthCheck), deadline=None)
@given(drawn=lurking(), which=st.integers(0, 127), reveal=st.sampled_from(list(Reveal)))
def test_hidden_figures_leave_no_trace(drawn: Any, which: int, reveal: Reveal) -> None:
    """Two states that differ in hidden figures only are one situation to viewers, if their fights end alike."""
    fight, _ = drawn
    states = [with_fallen(fight.family, each, which) for each in (fight.state, fight.other)]
    whole = [seen_in(fight.family, each, None) for each in states]
    seen = [seen_in(fight.family, each, reveal) for each in states]
    if all(getattr(whole[0], name) == getattr(whole[1], name) for name in SHARED):
        assert seen[0] == seen[1]
    for one, other in zip(whole, seen, strict=True):
        assert [getattr(one, name) for name in SHARED] == [getattr(other, name) for name in SHARED]
    if reveal is Reveal.ALL:
        assert seen[0] == whole[0]


@EACH
def test_a_hidden_side(family: str) -> None:
    """While a side of which viewers see nobody fights on, somebody is next; if it wins, the winner is not named."""
    state = begun(family)["state"]
    side = PLAYS[family].side
    figures = state[FIGURES[family][0]]
    lurker = figures[-1][side]
    for each in figures:
        each.update({"engaged_with": []} if "engaged_with" in each else {})
        each.update({"hidden": True} if each[side] == lurker else deepcopy(FALLEN[family]))
    for each in state.get("commanders", ()):
        each["hidden"] = each["side"] == lurker
    state.update(CLEAR.get(family, {}))
    assert seen_in(family, state, None).winner == lurker
    seen = seen_in(family, state, Reveal.ALL)
    assert (seen.over, seen.winner, seen.draw) == (True, None, False)
    assert seen.text.startswith("The fight is over. ")
    assert lurker not in {each.side for each in seen.order}
    figures.append({**deepcopy(figures[0]), "id": "shade", "hidden": True, **STANDING[family]})
    seen = seen_in(family, state, Reveal.ALL)
    assert (seen.over, seen.next) == (False, () if family != "mass" else seen.next)
    assert seen.text.lower().endswith("somebody is next.")


STANDING: Final[dict[str, dict[str, Any]]] = {
    "heroic": {"status": "active"},
    "laurels": {"status": "active"},
    "mass": {"status": "active"},
    "opposed": {"status": "active"},
    "tactical": {"state": {}, "hex": [5, 5]},
}


def forced_on_ash(state: Any, shown: Reveal | None) -> str | None:
    """What the rules make Ash do."""
    return {each.id: each.forced for each in seen_in("tactical", state, shown).order}["ash"]


def test_what_hidden_figures_do_to_others() -> None:
    """Who is pinned by a hidden figure, or is to be hurt by one, looks to viewers as if it were not so."""
    state = begun("tactical")["state"]
    pinning = state["figures"][-1]
    state["figures"][0]["state"] = {"pinned_by": [pinning["id"]]}
    assert forced_on_ash(state, Reveal.ALL) == "break_free"
    pinning["hidden"] = True
    assert forced_on_ash(state, None) == "break_free"
    assert forced_on_ash(state, Reveal.ALL) is None
    state = begun("heroic")["state"]
    state["pending"] = [{"unit": "bandit", "injury": 2, "source": "swordsman"}]
    assert seen_in("heroic", state, Reveal.OUTCOMES).phase == "injury"
    next(each for each in state["units"] if each["id"] == "bandit")["hidden"] = True
    assert seen_in("heroic", state, None).phase == "injury"
    assert seen_in("heroic", state, Reveal.OUTCOMES).phase == "orders"


def test_a_state_that_does_not_fit() -> None:
    """Of a state that does not fit the family's form any more there is no situation, and reading it is no fault."""
    assert Situations(INDEX).here("opposed", RULINGS["opposed"], b"{}") is None
