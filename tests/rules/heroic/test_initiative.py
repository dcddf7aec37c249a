"""Initiative: a die for each side, the best tactician, and ties."""

from fractions import Fraction

import pytest

from service.rules.heroic.battle.initiative import initiative_odds, roll_initiative
from service.rules.heroic.book.refusals import HeroicDuplicateId
from tests.pins import pins
from tests.rules.heroic.battles import encounter, initiative, order, play, roll
from tests.rules.heroic.stat_blocks import BANDIT, SWORDSMAN, Document, rulings
from tests.rules.heroic.stories import refused

LAW: Document = {"id": "law"}
CRIME: Document = {"id": "crime"}
MOB: Document = {"id": "mob"}


def test_highest_total_wins() -> None:
    """The highest die has the initiative and acts first."""
    told = roll(3, 4, sides=[LAW, CRIME])
    assert (told.outcome.verdict.winner, told.outcome.order) == ("crime", ("crime", "law"))
    assert [(each.side, each.roll, each.bonus, each.total) for each in told.outcome.sides] == [
        ("law", 3, 0, 3),
        ("crime", 4, 0, 4),
    ]
    assert told.texts == [
        "Initiative of law: 3.",
        "Initiative of crime: 4.",
        "Crime won the initiative, so the sides acted in this order: crime, law.",
    ]


@pins("tactics-tie")
@pytest.mark.parametrize(
    ("law", "crime", "bonuses"),
    [
        pytest.param({"leader_tactics": 12}, {}, [1, 0], id="the only tactician"),
        pytest.param({"leader_tactics": 12}, {"leader_tactics": 13}, [0, 1], id="the better one"),
        pytest.param({"leader_tactics": 12}, {"leader_tactics": 12}, [0, 0], id="equals"),
        pytest.param({"leader_tactics": 14, "leader_active": False}, {"leader_tactics": 9}, [0, 1], id="leader down"),
        pytest.param({"leader_tactics": 14, "leader_active": False}, {}, [0, 0], id="nobody"),
    ],
)
def test_best_tactician(law: Document, crime: Document, bonuses: list[int]) -> None:
    """The one side led by the best tactician who stands adds 1; equals and nobody add nothing."""
    told = roll(2, 5, sides=[LAW | law, CRIME | crime])
    assert [each.bonus for each in told.outcome.sides] == bonuses
    assert ("initiative/tactics-bonus" in told.cited) is any(bonuses)


@pins("initiative-tie")
def test_ties_are_rolled_again() -> None:
    """Tied sides roll again until one is higher; the first totals stay."""
    told = roll(4, 4, 2, 2, 1, 6, sides=[LAW, CRIME])
    assert told.outcome.verdict.winner == "crime"
    assert [(each.total, each.rerolls) for each in told.outcome.sides] == [(4, (2, 1)), (4, (2, 6))]
    assert "ruling/initiative-tie" in told.cited


def test_tactics_break_ties() -> None:
    """With the option the better tactician wins ties, and only equals roll again."""
    sides = [LAW | {"leader_tactics": 9}, CRIME | {"leader_tactics": 12}, MOB | {"leader_tactics": 12}]
    told = roll(4, 4, 4, 3, 5, sides=sides, options={"initiative_tie": "tactics"})
    assert told.outcome.order == ("mob", "crime", "law")
    led = roll(4, 3, sides=[LAW, CRIME | {"leader_tactics": 9}], options={"initiative_tie": "tactics"})
    assert led.outcome.order == ("crime", "law")
    assert led.texts[-2] == "Tactics 9 decided for crime in the tie between law and crime."


def test_ties_may_stand() -> None:
    """With the option a tie at the top gives nobody the initiative; a lower one only keeps the order listed."""
    options = {"initiative_tie": "none"}
    top = roll(4, 4, 2, sides=[LAW, CRIME, MOB], options=options)
    assert (top.outcome.verdict.winner, top.outcome.order) == (None, ("law", "crime", "mob"))
    assert top.texts[-1] == "Nobody had the initiative; the sides acted in this order: law, crime, mob."
    low = roll(2, 2, 5, sides=[LAW, CRIME, MOB], options=options)
    assert (low.outcome.verdict.winner, low.outcome.order) == ("mob", ("mob", "law", "crime"))


@pins("many-sides")
def test_many_sides() -> None:
    """More than two sides act by their totals, each tie broken by itself; only the first has the initiative."""
    told = roll(4, 2, 4, 2, 6, 5, 1, 3, sides=[LAW, CRIME, MOB, {"id": "beasts"}])
    assert told.outcome.order == ("law", "mob", "beasts", "crime")
    assert "ruling/many-sides" in told.cited


def test_doubles() -> None:
    """Two sides of one name are refused."""
    assert refused(HeroicDuplicateId, roll_initiative, initiative(LAW, LAW)).pointer == "/sides/1/id"


@pins("leader-down")
def test_leader_of_a_battle() -> None:
    """In a battle a leader counts while its unit can act; one without a unit always does."""
    led: Document = {"id": "law", "leader_unit": "swordsman", "leader_tactics": 12}
    orders = [order("swordsman"), order("bandit")]
    battle = encounter(SWORDSMAN, BANDIT, at={"bandit": 50}, sides=[led, CRIME])
    stands = play(battle, orders, 3, 4, 1, 3, 6)
    assert [each.total for each in stands.outcome.initiative.sides] == [4, 4]
    fallen = SWORDSMAN | {"id": "leader", "status": "incapacitated"}
    led |= {"leader_unit": "leader"}
    gone = play(encounter(SWORDSMAN, BANDIT, fallen, at={"bandit": 50}, sides=[led, CRIME]), orders, 3, 4, 6)
    assert [each.total for each in gone.outcome.initiative.sides] == [3, 4]


def chances(*sides: Document, tie: str = "reroll") -> dict[str | None, Fraction]:
    """The odds of each winner."""
    odds = initiative_odds(initiative(*sides), rulings(initiative_tie=tie)).chances
    return {verdict.winner: chance for verdict, chance in odds.items()}


def test_odds() -> None:
    """Odds are exact: rerolls without end are solved, and a bonus of 1 counts in them too."""
    assert chances(LAW, CRIME) == {"law": Fraction(1, 2), "crime": Fraction(1, 2)}
    # Of 36 pairs law, at +1, is higher in 21 and lower in 10, so it wins 21 of 31.
    led = LAW | {"leader_tactics": 12}
    assert chances(led, CRIME) == {"law": Fraction(21, 31), "crime": Fraction(10, 31)}
    assert chances(led, CRIME, tie="none") == {
        "law": Fraction(21, 36),
        "crime": Fraction(10, 36),
        None: Fraction(5, 36),
    }
    assert chances(led, CRIME, tie="tactics") == {"law": Fraction(26, 36), "crime": Fraction(10, 36)}
    assert set(chances(LAW, CRIME, MOB).values()) == {Fraction(1, 3)}
    many = chances(led, *[{"id": str(at)} for at in range(7)])
    assert sum(many.values()) == 1


def test_odds_refuse_doubles() -> None:
    """The odds refuse what rolling refuses."""
    with pytest.raises(HeroicDuplicateId):
        initiative_odds(initiative(LAW, LAW), rulings())
