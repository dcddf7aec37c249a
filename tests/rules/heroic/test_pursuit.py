"""Pursuits: both skills and what changes them, whom the pursuers take, and what rules a pursuit out."""

from fractions import Fraction
from typing import Any

import pytest

from service.dice.model import THREE_D6
from service.dice.ways import sums_of
from service.errors import RulesRefuse
from service.rules.heroic.aftermath.models import HeroicPursuit
from service.rules.heroic.aftermath.outcomes import HeroicPursuitOutcome, HeroicPursuitVerdict
from service.rules.heroic.aftermath.pursuit import pursue, pursuit_odds, speed_bonus
from service.rules.heroic.book import refusals
from service.rules.heroic.book.options import HeroicPursuitSpeed
from service.rules.kernel.verdict import PursuitResult
from service.wire import to_json
from tests.pins import pins
from tests.rings import long
from tests.rules.heroic.stat_blocks import Document, rulings
from tests.rules.heroic.stories import Story, brute_force, refused, tell

SLOW: Document = {"top_speed": 2}
"""No speed bonus, so that skills are what they seem."""
EVEN = (3, 3, 4, 3, 3, 4)
"""Both sides roll 10."""


def pursuit(pursuers: Document, pursued: Document, **circumstances: Any) -> HeroicPursuit:
    """A pursuit; each side has skill 10, walks at 2 yards a second and counts one, unless said otherwise."""
    sides = {
        "pursuers": {"count": 1, "skill": 10} | SLOW | pursuers,
        "pursued": {"count": 1, "skill": 10} | SLOW | pursued,
    }
    return HeroicPursuit.model_validate_json(to_json(sides | circumstances))


def chase(
    pursuers: Document, pursued: Document, *faces: int, options: dict[str, Any] | None = None, **circumstances: Any
) -> Story[HeroicPursuitOutcome]:
    """A pursuit with these faces."""
    return tell(pursue, pursuit(pursuers, pursued, **circumstances), *faces, options=options)


@pytest.mark.parametrize(
    ("pursuers", "fleeing", "margin", "per_pursuer", "caught"),
    [(8, 10, 3, 1, 8), (4, 10, 7, 2, 8), (4, 10, 10, 3, 10), (4, 10, 0, 0, 0), (4, 10, -1, 0, 0), (9, 10, 4, 1, 9)],
)
def test_caught(pursuers: int, fleeing: int, margin: int, per_pursuer: int, caught: int) -> None:
    """Each pursuer takes one creature and one more for every 5 points, but none on a tie or a loss."""
    told = chase({"count": pursuers, "skill": 20 + margin}, {"count": fleeing, "skill": 20}, *EVEN)
    outcome = told.outcome
    assert (outcome.margin, outcome.per_pursuer, outcome.verdict.caught) == (margin, per_pursuer, caught)
    assert outcome.verdict.escaped == fleeing - caught
    assert outcome.verdict.outcome == ("caught" if caught == fleeing else "some_caught" if caught else "escaped")


@pins("pursuit-move-six")
@pytest.mark.parametrize(
    ("move", "bonus"),
    [
        *[(5, 2), (6, 3), (7, 3), (10, 4), (8, 3), (9, 3), (4, 1), (3, 1), (2, 0), (1, -2), (15, 5)],
        *[(1.5, -1), (6.9, 3), (5.9, 2), (0.7, -3), (1000, 16)],
    ],
)
def test_speed_as_printed(move: float, bonus: int) -> None:
    """A speed between two lines gives the lower bonus, but 6 gives +3 as printed; slow ones give less than nothing."""
    assert speed_bonus(move, HeroicPursuitSpeed.PRINTED) == bonus


@pytest.mark.parametrize(
    ("move", "lower", "upper"), [(6, 2, 3), (6.5, 2, 3), (5, 2, 2), (7, 3, 3), (8, 3, 4), (1.2, -2, -1)]
)
def test_speed_by_option(move: float, lower: int, upper: int) -> None:
    """Option pursuit_speed reads every speed between two lines as the lower, or as the upper one."""
    assert speed_bonus(move, HeroicPursuitSpeed.LOWER) == lower
    assert speed_bonus(move, HeroicPursuitSpeed.UPPER) == upper


def test_modifiers() -> None:
    """Handling, speed and superior numbers add to the skill, on the pursuers' side alone where numbers are."""
    pursuers = {"count": 3, "travel": "riding", "skill": 12, "handling": 1, "top_speed": 10}
    told = chase(pursuers, {"count": 2, "handling": -2, "top_speed": 6}, *EVEN)
    outcome = told.outcome
    assert [(term.label, term.value) for term in outcome.pursuer.terms] == [
        ("Handling", 1),
        ("Speed", 4),
        ("Superior numbers of pursuers", 2),
    ]
    assert [(term.label, term.value) for term in outcome.pursued.terms] == [("Handling", -2), ("Speed", 3)]
    assert (outcome.pursuer.total, outcome.pursued.total, outcome.margin) == (19, 11, 8)
    assert {"ruling/pursuit-ratio-side", "ruling/pursuit-move-six"} <= told.cited
    assert told.texts == [
        "The battle was over, and 3 pursued 2 in flight.",
        "The pursuers rolled 10 against 19 (12 + 1 Handling + 4 Speed + 2 Superior numbers of pursuers): margin 9.",
        "The pursued rolled 10 against 11 (10 - 2 Handling + 3 Speed): margin 1.",
        "The pursuers caught everybody: 2 slain.",
    ]


@pins("pursuit-ratio-side")
def test_outnumbered_pursuers() -> None:
    """Only pursuers have a bonus for numbers: ten who flee from five have none."""
    told = chase({"count": 5}, {"count": 10}, *EVEN)
    assert (told.outcome.pursuer.total, told.outcome.pursued.total) == (10, 10)
    assert told.outcome.verdict.outcome == "escaped"


@pins("pursuit-ratio-side")
@pytest.mark.parametrize(("fleeing", "bonus"), [(5, 0), (10, 4)])
def test_outnumbered_pursuers_by_option(fleeing: int, bonus: int) -> None:
    """If numbers count for both sides, those who flee have a bonus for outnumbering their pursuers."""
    told = chase({"count": 5}, {"count": fleeing}, *EVEN, options={"pursuit_ratio": "both"})
    assert (told.outcome.pursuer.total, told.outcome.pursued.total) == (10, 10 + bonus)
    assert [(term.label, term.value) for term in told.outcome.pursued.terms] == [("Superior numbers", 4)] * bool(bonus)
    assert ("ruling/pursuit-ratio-side" in told.cited) is bool(bonus)


def test_walkers() -> None:
    """Who goes on foot without Running uses DX."""
    told = chase({"skill": None, "dx": 13, "travel": "walking"}, {"skill": None, "dx": 11}, *EVEN)
    assert (told.outcome.pursuer.base, told.outcome.pursued.base) == (13, 11)


def test_complementary() -> None:
    """Both sides' knowledge of the ground is rolled first, the pursuers' before that of the pursued."""
    told = chase({"complementary": 12}, {"complementary": 12}, *(5, 5, 2), *(6, 6, 1), *EVEN)
    outcome = told.outcome
    assert outcome.pursuer_complementary
    assert outcome.pursued_complementary
    first, second = outcome.pursuer_complementary, outcome.pursued_complementary
    assert (first.roll, first.level, first.modifier) == (12, 12, 1)
    assert (second.roll, second.level, second.modifier) == (13, 12, -1)
    assert (outcome.pursuer.total, outcome.pursued.total, outcome.margin) == (11, 9, 2)
    assert outcome.pursuer.terms[-1].rule == "heroic/pursuit/complementary"
    assert [step.actor for step in told.steps[1:5]] == ["Pursuer", "Pursued", "Pursuer", "Pursued"]


@pytest.mark.parametrize(
    ("level", "faces", "modifier"),
    [
        (12, (1, 1, 2), 2),
        (15, (1, 2, 2), 2),
        (14, (1, 2, 2), 1),
        (16, (2, 2, 2), 2),
        (12, (6, 6, 6), -2),
        (15, (6, 6, 5), -2),
        (16, (6, 6, 5), -1),
        (5, (5, 5, 5), -2),
        (6, (5, 5, 5), -1),
    ],
)
def test_complementary_extremes(level: int, faces: tuple[int, ...], modifier: int) -> None:
    """A critical success gives +2 and a critical failure -2, by the natural roll or a failure by 10."""
    told = chase({}, {"complementary": level}, *faces, *EVEN)
    assert told.outcome.pursuer_complementary is None
    assert told.outcome.pursued_complementary
    assert told.outcome.pursued_complementary.modifier == modifier
    assert told.outcome.pursued.total == 10 + modifier


@pins("pursuit-stealth-speed")
def test_hiding() -> None:
    """Away from open terrain Stealth -2 stands for the skill; darkness then hinders pursuers, speed still counts."""
    hidden = {"stealth": 14, "travel": "driving", "skill": None, "top_speed": 5}
    told = chase({}, hidden, *EVEN, terrain_open=False, visibility=-3)
    assert [(term.label, term.value) for term in told.outcome.pursued.terms] == [("Hiding", -2), ("Speed", 2)]
    assert [(term.label, term.value) for term in told.outcome.pursuer.terms] == [("Visibility", -3)]
    assert (told.outcome.pursued.total, told.outcome.pursuer.total) == (14, 7)
    assert "ruling/pursuit-stealth-speed" in told.cited
    lit = chase({}, hidden, *EVEN, terrain_open=False)
    assert lit.outcome.pursuer.total == 10


def test_darkness_hides_nobody_who_runs() -> None:
    """Darkness does not count against those who run in the open."""
    assert chase({}, {}, *EVEN, visibility=-9).outcome.pursuer.total == 10


@pytest.mark.parametrize(
    ("margin", "per_pursuer", "caught"), [(-9, 1, 2), (0, 1, 2), (4, 1, 2), (5, 2, 4), (10, 3, 6), (15, 4, 7)]
)
def test_who_cannot_move(margin: int, per_pursuer: int, caught: int) -> None:
    """Of those who cannot move each pursuer takes one, even on a loss, and one more for each 5 points of margin."""
    told = chase({"count": 2, "skill": 20 + margin}, {"count": 7, "skill": 20, "top_speed": 0}, *EVEN)
    outcome = told.outcome
    assert (outcome.margin, outcome.per_pursuer, outcome.verdict.caught) == (margin, per_pursuer, caught)
    assert outcome.verdict.escaped == 7 - caught
    assert outcome.pursued.total == 20


def test_who_cannot_move_is_contested() -> None:
    """The contest with those who cannot move is rolled like any other, knowledge of the ground first."""
    told = chase({"count": 2, "complementary": 12}, {"count": 7, "top_speed": 0, "complementary": 12}, *EVEN, *EVEN)
    assert told.outcome.pursuer_complementary
    assert (told.outcome.pursuer_roll, told.outcome.pursued_roll) == (10, 10)


def test_lost() -> None:
    """Pursuers who lose take nobody, and there is no second try."""
    told = chase({"count": 3}, {"count": 3, "skill": 11}, *EVEN)
    assert told.outcome.verdict == HeroicPursuitVerdict(outcome=PursuitResult.ESCAPED, caught=0, escaped=3)
    assert told.texts[-1] == "The pursued escaped: 3 got away."


def test_whose_they_are() -> None:
    """Units are caught in the order listed."""
    fled = [{"unit": "orcs", "count": 4}, {"unit": "wargs", "count": 3}, {"unit": "chief"}]
    told = chase({"count": 5, "skill": 12}, {"count": 8, "units": fled}, *EVEN)
    assert [(each.unit, each.caught, each.escaped) for each in told.outcome.units] == [
        ("orcs", 4, 0),
        ("wargs", 1, 2),
        ("chief", 0, 1),
    ]


def test_capture() -> None:
    """Equipped pursuers may capture instead of slaying."""
    told = chase({"skill": 12}, {}, *EVEN, intent="capture", capture_equipment=True)
    assert told.outcome.intent == "capture"
    assert told.outcome.summary == "The pursuers caught everybody: 1 captured."


@pytest.mark.parametrize(
    ("given", "error", "pointer"),
    [
        (pursuit({}, {}, battle_over=False), refusals.BattleNotOver, "/battle_over"),
        (pursuit({}, {}, impossible=True), refusals.PursuitImpossible, "/impossible"),
        (pursuit({"top_speed": 0}, {}), refusals.PursuerImmobile, "/pursuers/top_speed"),
        (pursuit({"travel": "riding", "skill": None}, {}), refusals.MissingSkill, "/pursuers/skill"),
        (pursuit({}, {"travel": "boating", "skill": None}), refusals.MissingSkill, "/pursued/skill"),
        (pursuit({}, {"stealth": 12}), refusals.StealthInOpen, "/pursued/stealth"),
        (pursuit({}, {}, intent="capture"), refusals.CaptureWithoutEquipment, "/capture_equipment"),
    ],
)
def test_refused(given: HeroicPursuit, error: type[RulesRefuse], pointer: str) -> None:
    """What the rules or circumstances rule out is refused before a die is read, and so are its odds."""
    assert refused(error, pursue, given).pointer == pointer
    with pytest.raises(error):
        pursuit_odds(given, rulings())


@pytest.mark.untraced
@pytest.mark.parametrize(
    "given",
    [
        pytest.param(pursuit({"count": 2, "skill": 12}, {"count": 5, "skill": 9}), id="plain", marks=long),
        pytest.param(pursuit({"count": 3}, {"count": 4, "top_speed": 0}), id="immobile", marks=long),
        pytest.param(
            pursuit({"count": 2, "skill": 14}, {"count": 7, "top_speed": 0}), id="immobile and slow-witted", marks=long
        ),
    ],
)
def test_odds_are_brute_force(given: HeroicPursuit) -> None:
    """The odds are those of every way the dice can fall; of smaller dice in `make test` (odds_inputs.py)."""
    assert pursuit_odds(given, rulings()).chances == brute_force(lambda dice: pursue(given, rulings(), dice).verdict)


def test_odds_with_knowledge() -> None:
    """Rolls of equal sides are mirrored, so the pursuers win half of what is no tie, whatever both sides know."""
    knowing = pursuit({"complementary": 12}, {"complementary": 12})
    plain = pursuit({}, {})
    tie = Fraction(sum(many * many for many in sums_of(THREE_D6)), 216**2)  # 4332 / 46656
    caught = {given: Fraction(0) for given in (knowing, plain)}
    for given in caught:
        chances = pursuit_odds(given, rulings()).chances
        assert sum(chances.values()) == 1
        caught[given] = sum([chance for verdict, chance in chances.items() if verdict.caught], Fraction(0))
    assert caught[plain] == (1 - tie) / 2
    assert caught[plain] < caught[knowing] < Fraction(1, 2)
