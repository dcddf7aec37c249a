"""The fallen after a battle: real wounds of those who matter, half dead of the others."""

from typing import Any

import pytest

from service.errors import TooManyDice
from service.rules.heroic.aftermath.casualties import resolve_casualties
from service.rules.heroic.aftermath.models import HeroicAftermath
from service.rules.heroic.aftermath.outcomes import HeroicAftermathOutcome
from service.rules.roll_under.words import BodySide, HitLocation
from service.wire import to_json
from tests.pins import pins
from tests.rules.heroic.stat_blocks import Document
from tests.rules.heroic.stories import Story, tell

HERO: Document = {"unit": "hero", "hp": 13, "important": True}
RIGHT_LEG = (2, 2, 2)
HAND = (5, 5, 5)


def count(*fallen: Document, faces: tuple[int, ...] = (), **options: Any) -> Story[HeroicAftermathOutcome]:
    """The fallen, counted with these faces."""
    given = HeroicAftermath.model_validate_json(to_json({"fallen": fallen}))
    return tell(resolve_casualties, given, *faces, options=options)


@pins("aftermath-limb-excess")
def test_printed_wound() -> None:
    """A hero of 13 hit points takes 8 on the right leg: -8, and the leg is crippled, for 8 is more than 6.5."""
    told = count(HERO, faces=(5, 3, *RIGHT_LEG))
    (wound,) = told.outcome.wounds
    assert (wound.increments, wound.injury, wound.location, wound.side) == (1, 8, HitLocation.LEG, BodySide.RIGHT)
    assert (wound.hp_after, wound.crippled, wound.multiples) == (-8, True, 0)
    assert told.texts == [
        "The real wound of hero: 8 injury, which left -8 of 13 hit points.",
        "The hit on hero is in the right leg (6).",
        "The right leg of hero was crippled: 8 injury of 13 hit points.",
    ]
    assert told.outcome.summary == "Hero at -8 of 13 hit points, crippled in the right leg."
    assert "ruling/aftermath-limb-excess" in told.cited


def test_not_crippled() -> None:
    """Half of the hit points or less cripples no leg."""
    told = count(HERO | {"hp": 16}, faces=(5, 3, *RIGHT_LEG))
    assert told.outcome.wounds[0].crippled is False
    assert told.outcome.verdict.crippled == 0


def test_hand_has_a_side() -> None:
    """A hand or foot takes one more die for its side, and is crippled beyond a third."""
    told = count(HERO, faces=(3, 2, *HAND, 4))
    (wound,) = told.outcome.wounds
    assert (wound.location, wound.side, wound.crippled) == (HitLocation.HAND, BodySide.LEFT, True)


def test_full_tens() -> None:
    """Each full ten of hit points is worth two dice, and multiples of the hit points are reported, not judged."""
    told = count(HERO | {"hp": 29}, faces=(6, 6, 6, 6, 3, 3, 4))
    (wound,) = told.outcome.wounds
    assert (wound.increments, wound.injury, wound.multiples) == (2, 24, 0)
    deep = count(HERO | {"hp": 10}, faces=(6, 5, 3, 3, 4))
    assert (deep.outcome.wounds[0].hp_after, deep.outcome.wounds[0].multiples) == (-11, 1)


@pins("aftermath-small-hp")
def test_no_full_ten() -> None:
    """Who has less than ten hit points is left at 0, without dice."""
    told = count(HERO | {"hp": 9, "members": 2})
    assert told.outcome.wounds == ()
    (left,) = told.outcome.counts
    assert (left.fallen, left.dead, left.survivors, left.survivor_hp) == (2, 0, 2, 0)
    assert told.texts == ["Hero: with less than ten hit points each, 2 fallen, alive at 0."]
    assert "ruling/aftermath-small-hp" in told.cited


def test_each_important_member() -> None:
    """Every important member has its own wound, in the order listed."""
    faces = (1, 1, *RIGHT_LEG) * 2 + (2, 2, 3, 3, 4) * 3
    told = count(HERO | {"members": 2}, HERO | {"unit": "guards", "members": 3}, faces=faces)
    assert [(each.unit, each.member, each.injury) for each in told.outcome.wounds] == [
        ("hero", 1, 2),
        ("hero", 2, 2),
        ("guards", 1, 4),
        ("guards", 2, 4),
        ("guards", 3, 4),
    ]
    assert told.texts[2] == "The real wound of hero 2: 2 injury, which left -2 of 13 hit points."
    assert told.outcome.summary == (
        "Hero at -2 of 13 hit points, wounded in the right leg; hero at -2 of 13 hit points, wounded "
        "in the right leg; guards at -4 of 13 hit points, wounded in the torso, and 2 more wounded."
    )


@pins("aftermath-minus-half")
@pytest.mark.parametrize(
    ("fallen", "hp", "dead", "rest", "rest_hp"),
    [(9, 12, 5, 4, -6), (3, 13, 2, 1, -6), (1, 12, 1, 0, -6), (4, 9, 2, 2, -4)],
)
def test_half_dead(fallen: int, hp: int, dead: int, rest: int, rest_hp: int) -> None:
    """Of the unimportant half are dead, rounded up; the rest lie at half their hit points below 0, rounded down."""
    told = count({"unit": "orcs", "hp": hp, "members": fallen})
    (each,) = told.outcome.counts
    assert (each.dead, each.survivors, each.survivor_hp) == (dead, rest, rest_hp)
    assert (told.outcome.verdict.dead, told.outcome.verdict.survivors) == (dead, rest)


@pins("aftermath-halves-scope")
def test_half_of_the_side() -> None:
    """Option half_dead_scope counts the half over the whole side: three units of one each have two dead, not three."""
    units = [{"unit": name, "hp": 12} for name in ("one", "two", "three")]
    by_unit, by_side = count(*units), count(*units, half_dead_scope="side")
    assert [each.dead for each in by_unit.outcome.counts] == [1, 1, 1]
    assert [each.dead for each in by_side.outcome.counts] == [1, 0, 1]
    assert by_side.outcome.summary == "One, two, three: 2 dead, 1 alive."
    assert by_side.texts[1] == "Two: 1 fallen, 0 dead, 1 alive at -6 hit points."


def test_too_many_wounds() -> None:
    """More dice than one request may roll are refused, naming the rule."""
    with pytest.raises(TooManyDice) as refusal:
        count(HERO | {"hp": 10_000, "members": 100}, faces=(1,) * 20_000)
    assert refusal.value.faults[0].rule in {"heroic/aftermath/exact", "heroic/ref/random-location"}
