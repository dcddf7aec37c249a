"""Fields and path entries that tests of plan-move share."""

from typing import Any, Final

import pytest

from service.errors import UmpireError
from service.rules.tactical.book.options import TacticalRulings
from service.rules.tactical.book.words import TacticalManeuver
from service.rules.tactical.figures.field import Field
from tests.rules.tactical.moves import moved
from tests.rules.tactical.scenes import OPEN, field, figure, foe

ATTACK: Final = TacticalManeuver.ATTACK
CHARGE: Final = TacticalManeuver.ALL_OUT_ATTACK
GUARD: Final = TacticalManeuver.ALL_OUT_DEFENSE
WAIT: Final = TacticalManeuver.WAIT
CHANGE: Final = TacticalManeuver.CHANGE_POSTURE
NORTH: Final[dict[str, Any]] = {"to": [0, -1]}
NORTHER: Final[dict[str, Any]] = {"to": [0, -2]}
EVADE_ORC: Final[dict[str, Any]] = {"follow_ups": [{"foe": "orc", "follow_up": "evade"}]}
SLAM_ORC: Final[dict[str, Any]] = {"follow_ups": [{"foe": "orc", "follow_up": "slam"}]}
STOP_ORC: Final[dict[str, Any]] = {"follow_ups": [{"foe": "orc", "follow_up": "stop"}]}


def by(**facts: Any) -> TacticalRulings:
    """Rulings that differ from the defaults."""
    return OPEN.model_copy(update=facts)


def alone(rulings: TacticalRulings = OPEN, map: dict[str, Any] | None = None, **facts: Any) -> Field:
    """A field with ash only."""
    return field(figure(**facts), rulings=rulings, map=map)


def close(direction: int = 3, **facts: Any) -> Field:
    """Ash in the hex of orc, with its own side in a direction."""
    pair = {"foe": "orc", "hex": [0, 0], "own_side": direction}
    return field(figure(state={"close": [pair]}, **facts), foe(hex=[0, 0]))


def rough(*cells: dict[str, Any], **more: Any) -> dict[str, Any]:
    """A map with cells."""
    return {"cells": cells} | more


Refused = tuple[type[UmpireError], Field, list[dict[str, Any]], dict[str, Any], str, str]
"""A refusal, the field, the path and the rest of the order that it is for, its pointer, and words of its sentence."""


def refuses(case: Refused) -> None:
    """Check that a path is refused so, and that nothing on the field has changed."""
    refusal, here, path, order, pointer, words = case
    before = list(here)
    with pytest.raises(refusal) as refused:
        moved(here, *path, **order)
    assert type(refused.value) is refusal
    assert refused.value.pointer == pointer
    assert words in refused.value.detail
    assert list(here) == before
