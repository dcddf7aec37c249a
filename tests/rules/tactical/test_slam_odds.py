"""The odds of slams: those of every fall of the dice."""

from fractions import Fraction

import pytest

from service.errors import OddsTooLarge
from service.rules.kernel.verdict import AttackResult
from service.rules.tactical.close import odds
from service.rules.tactical.close.outcomes import TacticalSlamResult
from service.rules.tactical.close.overrun import plan_slams
from service.rules.tactical.figures.pairs import join
from tests.rings import in_few
from tests.rules.tactical.closing import UNDEFENDED, north, slam_input
from tests.rules.tactical.falls import falling
from tests.rules.tactical.scenes import OPEN, figure, foe


def test_too_many_paths(monkeypatch: pytest.MonkeyPatch) -> None:
    """Odds that would take too long are refused, and the refusal says how many paths there may be."""
    monkeypatch.setattr(odds, "MOST_TAKEN", 3)
    asked = slam_input(figure(), foe(hex=[0, -4]), path=north(4))
    with pytest.raises(OddsTooLarge, match="more than 3 paths"):
        odds.slam_odds(asked, OPEN)


def test_two_victims_of_three_dice() -> None:
    """Two may be run over with large damage: the chances of the first do not depend on the second."""
    elephant = figure(shape="line2", st=40, hp_max=40, basic_move=8, weapons=[], ready={})
    bare = [{"figure": name, "defense": UNDEFENDED} for name in ("orc", "imp")]
    two = {"target": None, "maneuver": "move", "path": north(5), "defenses": bare}
    both = odds.slam_odds(slam_input(elephant, foe(hex=[0, -3]), foe("imp", hex=[0, -5]), **two), OPEN)
    alone = odds.slam_odds(slam_input(elephant, foe(hex=[0, -3]), **two | {"defenses": bare[:1]}), OPEN)
    assert sum(both.chances.values()) == 1
    firsts: dict[TacticalSlamResult, Fraction] = {}
    for verdict, chance in both.chances.items():
        firsts[verdict.slams[0]] = firsts.get(verdict.slams[0], Fraction(0)) + chance
    expected: dict[TacticalSlamResult, Fraction] = {}
    for verdict, chance in alone.chances.items():
        expected[verdict.slams[0]] = expected.get(verdict.slams[0], Fraction(0)) + chance
    assert firsts == expected


def test_a_kernel_may_be_played() -> None:
    """What the odds of a slam are made of can be rolled as well, with the same result."""
    asked = slam_input(figure(), foe(hex=[0, -1]))
    made = odds.SlamOdds(plan_slams(asked, OPEN))
    with falling(6, 6, 4) as dice:
        passage = odds.MergedPassage(made, odds.State(), dice)
        join(passage.field, "ash", "orc", (0, -1), 0)
        assert passage.roll_slam(passage.plan_slam("orc", 1)).struck.outcome is AttackResult.MISS


ELEPHANT = figure(shape="line2", st=40, hp_max=40, basic_move=8, weapons=[], ready={})
BOTH = {"target": None, "maneuver": "move", "path": north(5)}
SLAMS = {
    "one": slam_input(figure(), foe(hex=[0, -4]), path=north(4)),
    "run past": slam_input(figure(), foe(hex=[0, -2]), foe("imp", hex=[0, -4]), path=north(2)),
    "overrun": slam_input(ELEPHANT, foe(hex=[0, -3]), foe("imp", hex=[0, -5]), **BOTH),
}


@pytest.mark.parametrize("name", in_few(SLAMS, "one", "run past"))
def test_steps_up_to_a_slam_are_taken_once(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A step that is taken once up to its slam has the odds of one that is taken again for each outcome."""
    asked = SLAMS[name]
    once = odds.slam_odds(asked, OPEN)
    monkeypatch.setattr(odds.MergedPassage, "only_slams", lambda _passage, _step: False)
    again = odds.slam_odds(asked, OPEN)
    assert list(once.chances.items()) == list(again.chances.items())
    assert len(once.chances) > 1
