"""What figures of encounters still have, in every family: members that stand, and points that they can lose."""

from copy import deepcopy
from typing import Any, Final

import pytest

from service.app import FAMILIES
from service.rules.examples import examples_of
from service.rules.kernel.figures import Strength

LISTS: Final = {
    "heroic": "units",
    "laurels": "participants",
    "mass": "units",
    "opposed": "participants",
    "tactical": "figures",
}


def strengths(family: str, change: dict[str, Any], state: dict[str, Any] | None = None) -> tuple[Strength, Strength]:
    """What the first figure of a family's example has, as it is and with a change to it or to the state."""
    known = next(each for each in FAMILIES if each.name == family)
    assert known.play is not None
    begun = deepcopy(dict(examples_of(f"encounters/{family}/create")[0].request["state"]))
    changed = deepcopy(begun) | (state or {})
    changed[LISTS[family]][0] |= change
    was, now = [
        tuple(known.play.strength(known.play.state.model_validate(each, strict=False), known.rulings()))
        for each in (begun, changed)
    ]
    assert was[1:] == now[1:]
    assert len(was) == len(begun[LISTS[family]])
    return was[0], now[0]


def first(family: str) -> dict[str, Any]:
    """The first figure of a family's example."""
    figure: dict[str, Any] = examples_of(f"encounters/{family}/create")[0].request["state"][LISTS[family]][0]
    return figure


@pytest.mark.parametrize(
    ("family", "change", "standing", "points"),
    [
        ("opposed", {"fatigue": 3, "endurance": 4}, 1, 7),
        ("opposed", {"fatigue": 0, "endurance": 0}, 0, 0),
        ("opposed", {"fatigue": None, "endurance": None}, 1, 0),
        ("opposed", {"fatigue": 3, "endurance": 4, "status": "fled"}, 0, 7),
        ("laurels", {"stamina": 9, "injury_slots": 6, "injuries": 2}, 1, 13),
        ("laurels", {"stamina": 9, "injury_slots": None, "injuries": 0, "status": "fled"}, 0, 9),
        ("mass", {"morale": 1}, 1, 1),
        ("mass", {"morale": 1, "status": "pursuing"}, 1, 1),
        ("mass", {"morale": 0, "status": "routed"}, 0, 0),
        ("heroic", {"status": "routed", "hp_pool": 4}, 0, 4),
        ("heroic", {"conditions": ["unconscious"], "hp_pool": 4}, 0, 4),
        ("tactical", {"hp": 2}, 1, 2),
        ("tactical", {"hp": -3, "state": {"unconscious": True}}, 0, -3),
    ],
)
def test_what_is_left(family: str, change: dict[str, Any], standing: int, points: int) -> None:
    """Who is down, gone or out of the battle does not stand; points are all that damage can take."""
    was, now = strengths(family, change)
    assert (now.standing, now.points) == (standing, points)
    assert was.side == now.side
    assert was.standing > 0


def test_rated_morale_counts_where_none_was_lost() -> None:
    """A unit that says nothing of its morale has all of it."""
    assert strengths("mass", {"morale": None, "morale_max": 3})[1].points == 3


def test_pending_injury_is_lost_already() -> None:
    """What a blow of `heroic` has done counts with the blow, and not with the injury step that applies it."""
    name = first("heroic")["id"]
    pending = [{"unit": name, "source": "a sword", "injury": each} for each in (2, 3)]
    was, now = strengths("heroic", {}, {"pending": pending})
    assert (now.standing, now.points) == (was.standing, was.points - 5)


def test_who_has_got_away_fights_no_more() -> None:
    """A figure of `tactical` that has left the map has its hit points, and does not stand."""
    was, now = strengths("tactical", {}, {"away": [first("tactical")["id"]]})
    assert (now.standing, now.points) == (0, was.points)
