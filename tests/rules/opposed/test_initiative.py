"""Who acts first."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter

from service.dice.exact import Distribution
from service.errors import OddsTooLarge
from service.rules.kernel.figures import Who
from service.rules.opposed.battle import ties
from service.rules.opposed.battle.initiative import roll_initiative
from service.rules.opposed.battle.models import OpposedInitiative
from service.rules.opposed.battle.outcomes import OpposedInitiativeOutcome
from service.rules.opposed.battle.ties import Equals, order_chances, roll_off
from service.rules.opposed.book.refusals import DuplicateParticipant
from service.wire import to_json
from tests.pins import pins
from tests.rules.opposed.fights import seeded
from tests.rules.opposed.figures import rulings
from tests.rules.opposed.stories import Story, tell

INITIATIVE: TypeAdapter[OpposedInitiative] = TypeAdapter(OpposedInitiative)
LAST, SECOND = {"engaged_choice": "last"}, {"unengaged_choice": "second"}
REQUEST_ORDER = {"initiative_ties": "request_order"}
SOMEBODY = Who("a", "a")


def given_figures(*figures: dict[str, Any]) -> OpposedInitiative:
    """Engaged figures."""
    return INITIATIVE.validate_json(to_json({"kind": "engaged", "figures": figures}))


def given_sides(*sides: dict[str, Any]) -> OpposedInitiative:
    """Sides of unengaged figures."""
    return INITIATIVE.validate_json(to_json({"kind": "unengaged", "sides": sides}))


def roll(
    initiative: OpposedInitiative, *faces: int, options: dict[str, Any] | None = None
) -> Story[OpposedInitiativeOutcome]:
    """Roll with these faces."""
    return tell(roll_initiative, initiative, *faces, options=options)


ASH = {"id": "ash", "perception": 12, "agility": 15, "weapon_rank": 6, "warrior_rank": 3}
BEL = {"id": "bel", "perception": 10, "agility": 18, "weapon_rank": 8}
RED = {"id": "red", "perception": 12}
BLUE = {"id": "blue", "perception": 14, "military_scientist_rank": 2}


def test_engaged_values() -> None:
    """Perception, Agility, Rank with the weapon and Rank as a warrior add up, without a die."""
    told = roll(given_figures({**ASH, "agility": 16}, BEL))
    first = told.outcome.values[0]
    assert (first.id, first.value, first.tally.base) == ("ash", 37, 12)
    assert [(term.label, term.value) for term in first.tally.terms] == [
        ("Agility", 16),
        ("Rank with weapon", 6),
        ("Rank as warrior", 3),
    ]
    assert told.texts == ["Order of engaged figures: ash 37, bel 36."]
    assert told.outcome.summary == "Order of action: ash (37), then bel (36)."
    assert (told.outcome.verdict.first, told.outcome.verdict.tied) == ("ash", False)
    assert told.outcome.totals == ()


@pins("initiative-ties")
@pytest.mark.parametrize(
    ("first", "second", "order"),
    [
        pytest.param({"agility": 14, "perception": 11}, {"agility": 15, "perception": 10}, ("b", "a"), id="Agility"),
        pytest.param(
            {"agility": 15, "perception": 10, "weapon_rank": 1},
            {"agility": 15, "perception": 11},
            ("b", "a"),
            id="Perception",
        ),
    ],
)
def test_engaged_ties(first: dict[str, Any], second: dict[str, Any], order: tuple[str, str]) -> None:
    """Equal values are parted by Agility, then by Perception, without dice."""
    told = roll(given_figures({"id": "a", **first}, {"id": "b", **second}))
    assert told.outcome.order == order
    assert told.outcome.verdict.tied
    assert {"initiative/ties", "ruling/initiative-ties"} <= told.cited


EQUALS: list[dict[str, Any]] = [{"id": name, "perception": 10, "agility": 15} for name in ("a", "b", "c", "d")]


@pins("initiative-ties")
def test_equals_roll() -> None:
    """Who is equal in everything rolls a d10, the higher acting first; those with equal faces roll again."""
    told = roll(given_figures(*EQUALS), 4, 9, 4, 9, 2, 3, 8, 8, 6, 1)
    assert told.outcome.order == ("d", "b", "a", "c")
    assert told.texts[:2] == [
        "A rolled 4 for initiative among equals.",
        "B rolled 9 for initiative among equals.",
    ]
    assert told.texts[-1] == "Order of engaged figures: d 25, b 25, a 25, c 25."
    assert told.outcome.verdict.tied
    assert {"initiative/ties", "ruling/initiative-ties"} <= told.cited


def test_only_equals_roll() -> None:
    """Each group of equals rolls for itself, the strongest first; who stands apart rolls no die."""
    low = [{**each, "id": each["id"].upper(), "perception": 1} for each in EQUALS[:2]]
    told = roll(given_figures(*low, ASH, *EQUALS[:2]), 3, 5, 2, 1)
    assert told.outcome.order == ("ash", "b", "a", "A", "B")


def test_order_of_the_request() -> None:
    """An option leaves equals in the order of the request, without dice."""
    assert roll(given_figures(*EQUALS), options=REQUEST_ORDER).outcome.order == ("a", "b", "c", "d")


def test_equal_to_the_end() -> None:
    """After ten equal rolls the order of the request decides."""
    assert roll(given_figures(*EQUALS[:2]), *[7] * 20).outcome.order == ("a", "b")


def test_the_best_of_equals_acts_last() -> None:
    """The choice to act last belongs to whom the die has put first."""
    assert roll(given_figures(*EQUALS[:3]), 3, 9, 5, options=LAST).outcome.order == ("c", "a", "b")


@pytest.mark.parametrize(("many", "rolls"), [(1, 10), (2, 1), (2, 2), (3, 1)])
def test_chances_of_ties(monkeypatch: pytest.MonkeyPatch, many: int, rolls: int) -> None:
    """The chances of each order are those of all faces, up to the last roll."""
    monkeypatch.setattr(ties, "MOST_ROLLS", rolls)
    equals = Equals(many, tuple([Who(each, each) for each in "abc"[:many]]))
    assert order_chances(equals) == Distribution.of(lambda dice: roll_off(equals, dice))


def test_equals_are_even() -> None:
    """All orders of equals are equally likely, but for what is left to the request after ten rolls."""
    chances = order_chances(Equals(4, (SOMEBODY,) * 4)).chances
    assert sum(chances.values()) == 1
    assert len(chances) == 24
    assert max(chances.values()) - min(chances.values()) < Fraction(1, 10**9)


def test_too_many_equals() -> None:
    """Seven equals act in too many orders to count, and the rule is named."""
    with pytest.raises(OddsTooLarge, match="7 are equal in Initiative ties"):
        order_chances(Equals(7, (SOMEBODY,) * 7))


def test_highest_acts_last() -> None:
    """The highest engaged figure may choose to act last."""
    slow = {"id": "slow", "perception": 1}
    told = roll(given_figures(ASH, slow, {**BEL, "agility": 17}), options=LAST)
    assert told.outcome.order == ("bel", "slow", "ash")
    assert "ruling/engaged-initiative-choice" in told.cited
    assert roll(given_figures(ASH), options=LAST).outcome.summary == "Order of action: ash (36)."


@pins("unengaged-per-side")
def test_unengaged_side() -> None:
    """Each side rolls one d10 and adds its leader's Perception and twice its Rank as a military scientist."""
    told = roll(given_sides(RED, BLUE), 8, 3)
    assert told.texts == [
        "Red rolled 8 for initiative: 20 (8 + 12 Perception).",
        "Blue rolled 3 for initiative: 21 (3 + 14 Perception + 4 twice the Rank as military scientist).",
        "Order of sides for unengaged figures: blue 21, red 20.",
    ]
    assert [(each.id, each.total, each.tally.base) for each in told.outcome.totals] == [("blue", 21, 3), ("red", 20, 8)]
    assert told.outcome.values == ()
    assert {"ruling/unengaged-per-side", "ruling/military-scientist"} <= told.cited


@pins("military-scientist")
def test_military_science_is_cited_where_it_counts() -> None:
    """A side without military science is not said to have any."""
    assert "ruling/military-scientist" not in roll(given_sides(RED, {"id": "dun"}), 8, 3).cited


@pytest.mark.parametrize(
    ("faces", "options", "order"),
    [
        pytest.param((6, 2), {}, ("blue", "red"), id="the better leader"),
        pytest.param((10, 2, 10, 4, 7), {}, ("dun", "red", "blue"), id="the higher die"),
        pytest.param((10, 2, 10), REQUEST_ORDER, ("red", "dun", "blue"), id="the side listed first"),
    ],
)
def test_unengaged_ties(faces: tuple[int, ...], options: dict[str, Any], order: tuple[str, ...]) -> None:
    """Equal totals go to the better leader, then to the higher d10, or by option to the side listed first."""
    dun = {"id": "dun", "perception": 12}
    sides = [RED, {"id": "blue", "perception": 16}, dun][: 2 if faces == (6, 2) else 3]
    told = roll(given_sides(*sides), *faces, options=options)
    assert told.outcome.order == order
    assert told.outcome.verdict.tied
    assert "initiative/ties" in told.cited


@pins("unengaged-initiative-choice")
def test_winner_goes_second() -> None:
    """The side that wins may let the next one go before it; the others follow."""
    dun = {"id": "dun", "perception": 1}
    told = roll(given_sides(RED, BLUE, dun), 8, 3, 1, options=SECOND)
    assert told.outcome.order == ("red", "blue", "dun")
    assert told.outcome.verdict.first == "red"
    assert "ruling/unengaged-initiative-choice" in told.cited


@pytest.mark.parametrize(
    ("initiative", "pointer"),
    [
        pytest.param(given_figures(ASH, BEL, ASH), "/figures/2/id", id="figure"),
        pytest.param(given_sides(RED, RED), "/sides/1/id", id="side"),
    ],
)
def test_doubles(initiative: OpposedInitiative, pointer: str) -> None:
    """Nobody is listed twice."""
    with pytest.raises(DuplicateParticipant, match="is listed twice") as refused:
        roll(initiative)
    assert refused.value.pointer == pointer


@given(perceptions=st.lists(st.integers(0, 60), min_size=2, max_size=8), seed=st.integers(0, 999))
def test_order_is_by_total(perceptions: list[int], seed: int) -> None:
    """Sides act in descending order of their totals, each having rolled once, and again only for ties."""
    sides = given_sides(*[{"id": f"side {n}", "perception": value} for n, value in enumerate(perceptions)])
    dice, many = seeded(seed), len(perceptions)
    outcome = roll_initiative(sides, rulings(), dice)
    totals = [each.total for each in outcome.totals]
    assert totals == sorted(totals, reverse=True)
    assert sorted(each.tally.base for each in outcome.totals) == sorted(dice.faces[:many])
