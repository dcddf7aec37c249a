"""Rally: the check, what its margin pays for, and what it gives back."""

from fractions import Fraction

import pytest

from service.dice.exact import Distribution
from service.rules.mass.command.rally import MassRally, MassRallyOutcome, rally
from tests.pins import pins
from tests.rules.mass.stories import Document, Story, by_id, foes, play, read, rows, rulings, tell, unit

TIRED: Document = {"id": "a", "morale_max": 3, "power_expended": True}


def call(
    face: int, *units: Document, charisma: int = 14, options: Document | None = None, modifier: int = 0
) -> Story[MassRallyOutcome]:
    """A commander rallies units."""
    given = read(MassRally, {"charisma": charisma, "modifier": modifier, "units": units or [TIRED]})
    return tell(rally, given, face, options=options)


def order(*units: str) -> Document:
    """An order to rally."""
    return {"kind": "rally", "units": list(units)}


def test_told() -> None:
    """A rally is told as its check, what it pays for, and who has its power again."""
    told = call(9, TIRED, TIRED | {"id": "b", "morale": 2}, modifier=1)
    assert told.texts == [
        "The commander rolled 9 to rally, against a Charisma of 15 (14 + 1 Modifier): a margin of 6.",
        "The margin was enough for units of 6 Morale Points: a and b rallied.",
        "A regained the use of the Encounter Power.",
        "B regained the use of the Encounter Power.",
    ]
    assert told.outcome.check.total == 15


@pins("rally-check")
@pytest.mark.parametrize(("face", "success", "margin"), [(1, True, 13), (13, True, 1), (14, True, 0), (15, False, 0)])
def test_rally_check(face: int, success: bool, margin: int) -> None:
    """The check is a d20 at or under Charisma; the margin is what is left under it."""
    outcome = call(face).outcome
    assert (outcome.success, outcome.margin) == (success, margin)
    assert outcome.verdict.rallied == (margin >= 3)


@pins("rally-zero-margin")
def test_rally_zero_margin() -> None:
    """A roll equal to the score passes with nothing to spend."""
    told = call(14)
    assert [(each.unit, each.reason) for each in told.outcome.refused] == [("a", "insufficient_margin")]
    assert "The margin was enough for units of 0 Morale Points: none of the units rallied." in told.texts


@pins("rally-natural-twenty")
def test_rally_natural_twenty() -> None:
    """A 20 passes where the score allows it, and a 1 fails where it does not."""
    assert call(20, charisma=25).outcome.success
    assert call(1, charisma=1, modifier=-1).outcome.success is False


@pins("rally-cost")
def test_rally_cost() -> None:
    """A unit costs its current Morale Points, or its rated ones; without current ones it has the rated."""
    worn = TIRED | {"morale": 1}
    assert call(12, worn).outcome.rallied == ("a",)
    assert call(12, worn, options={"rally_cost": "rated"}).outcome.rallied == ()
    assert call(12, TIRED).outcome.rallied == ()


def test_units_in_order() -> None:
    """Units are taken in order, each that still fits; who needs no rally costs nothing."""
    units = [
        TIRED,
        TIRED | {"id": "b"},
        TIRED | {"id": "fresh", "power_expended": False},
        TIRED | {"id": "c", "morale": 2},
    ]
    outcome = call(9, *units).outcome
    assert outcome.rallied == ("a", "c")
    assert [(each.unit, each.reason) for each in outcome.refused] == [
        ("b", "insufficient_margin"),
        ("fresh", "not_expended"),
    ]
    assert outcome.unspent == 0


@pins("rally-name")
def test_rally_name() -> None:
    """A rally gives back the power and no morale, to engaged and commanded units too, and is not their action."""
    tired = unit("guard", "red", 0, 0, morale=1, power="spirited-charge", power_expended=True, commanded=True)
    guard, levy = foes(tired, unit("levy", "blue", 1, 0, facing=5))
    told = play(guard, levy, ana=[order("guard")], faces=(5, 4, 4))
    after = by_id(told.outcome.state)["guard"]
    assert (after.morale, after.power_expended) == (1, False)
    assert {"ruling/rally-name", "rally/not-an-action", "rally/eligible"} <= told.cited


@pins("rally-repeat")
def test_rally_repeat() -> None:
    """A unit may be rallied again, even in one round."""
    archers = unit("archers", "red", 0, 0, power="launch-volley", power_expended=True)
    told = play(archers, unit("levy", "blue", 9, 9), ana=[order("archers")] * 2, cards=("JOKER1", "3S"), faces=(5, 5))
    assert rows(told.outcome.events) == [("rally", None, 9), ("rally", None, 9), ("refused", "archers", "not_expended")]


def test_who_cannot_be_rallied() -> None:
    """Routed units and those of others are passed over after the check, which is rolled all the same."""
    routed = unit("guard", "red", 0, 0, morale=0, status="routed", power_expended=True)
    levy = unit("levy", "blue", 1, 0, power_expended=True)
    told = play(routed, levy, unit("rest", "red", 5, 5), ana=[order("guard", "levy")], faces=(5,))
    assert rows(told.outcome.events) == [
        ("rally", None, 9),
        ("refused", "guard", "routed"),
        ("refused", "levy", "not_own"),
    ]


def test_odds() -> None:
    """The odds of a rally are those of a d20: 11 faces in 20 leave a margin of 3 or more under 14."""
    given = read(MassRally, {"charisma": 14, "units": [TIRED]})
    chances = Distribution.of(lambda dice: rally(given, rulings(), dice).verdict).chances
    assert sum(chance for verdict, chance in chances.items() if verdict.rallied) == Fraction(11, 20)
    assert sum(chance for verdict, chance in chances.items() if not verdict.success) == Fraction(6, 20)
