"""Fights of figures that play by themselves: what they have learned wins more often, a better side loses nothing."""

from collections.abc import Callable
from typing import Any

import pytest

from service.app import FAMILIES
from service.operations.encounters.line_ups.line_up_models import LineUp
from service.operations.encounters.line_ups.lining_up import lined_up
from service.rules.tactical.book.options import TacticalRulings
from service.rules.tactical.rounds.policy import policy
from service.rules.tactical.rounds.records import TacticalSkirmishInput
from service.rules.tactical.rounds.skirmish import fight_of
from service.wire import to_json
from tests.rings import long, many
from tests.rules.fights import ending, untold

FIGHTS = many(200, 10)
[PLAY] = [each.play for each in FAMILIES if each.name == "tactical"]


def skirmish(text: str) -> TacticalSkirmishInput:
    """A skirmish of ready figures."""
    assert PLAY is not None
    state = lined_up("tactical", PLAY, LineUp.model_validate_json(to_json({"text": text}))).state
    return TacticalSkirmishInput.model_validate_json(to_json(state))


def won(text: str) -> float:
    """How many of some fights the first side wins."""
    fight = fight_of(skirmish(text), TacticalRulings())
    return sum([ending(fight, untold(number)).winner == "red" for number in range(FIGHTS)]) / FIGHTS


@pytest.fixture
def without(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Make figures of a side forget a kind of action, by the words of its reason."""

    def forget(why: str) -> None:
        left: Any = tuple([each for each in policy.KINDS if each.why != why])
        assert len(left) == len(policy.KINDS) - 1
        monkeypatch.setattr(policy, "KINDS", left)

    return forget


@long
@pytest.mark.parametrize("text", ["halberdier vs man-at-arms", "halberdier*2 vs orc*2"])
def test_who_waits_for_a_charge_wins_more_often(text: str, without: Callable[[str], None]) -> None:
    """Whose reach is longer wins more often if it waits for who comes on: the others have no use of waiting here."""
    waits = won(text)
    without("a foe comes on, and it waits for him")
    assert waits > won(text)


@long
@pytest.mark.parametrize("text", ["man-at-arms*2 vs bandit*5", "duellist*2 vs bandit*4"])
def test_who_gives_ground_wins_more_often(text: str, without: Callable[[str], None]) -> None:
    """Who has several foes beside it wins more often if it steps aside; the larger side has little use of it here."""
    steps = won(text)
    without("foes are around it, and it steps aside and strikes")
    assert steps > won(text)


@long
@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("halberdier*2 vs orc*2", "halberdier vs orc*2"),
        ("bandit-archer*2, bandit*2 vs bandit*3", "bandit-archer, bandit*2 vs bandit*3"),
        ("knight vs orc", "town-guard vs orc"),
    ],
)
def test_a_better_side_does_not_lose_by_it(better: str, worse: str) -> None:
    """More figures and better arms do not lower the chance to win."""
    assert won(better) >= won(worse)
