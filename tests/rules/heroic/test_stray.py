"""Shots that miss into a melee: whom they endanger, how they hit, and when they harm nobody."""

import pytest

from service.rules.roll_under.words import BodySide, HitLocation
from tests.pins import pins
from tests.rules.heroic.stat_blocks import BANDIT, OGRES, SWORDSMAN, armed, changed
from tests.rules.heroic.stories import strike
from tests.rules.heroic.test_ranged import ARCHER, BOW, LOCKED, MISS, shot

ALLY = changed(SWORDSMAN, id="ally", side="crime", name="Ally")


def test_stray_shot() -> None:
    """A miss into a melee may strike somebody else in it: a new contest, a random location, its own injury."""
    told = shot(
        BOW,
        *MISS,
        *(2, 3, 4),
        *(2, 2, 2),
        *(4, 4, 4),
        *(4, 4, 4),
        6,
        *(1, 1, 1),
        others=[{"unit": ALLY, "tactic": "offensive"}],
        settle=True,
        **LOCKED,
    )
    stray = told.outcome.attack.stray
    assert (stray.roll, stray.endangers, stray.unit) == (9, True, "ally")
    assert (stray.skill.total, stray.defense.value.total) == (13 - 3 - 4, 12 - 2)
    assert (stray.location, stray.side, stray.contest.margin) == (HitLocation.ARM, BodySide.LEFT, 2)
    assert (stray.wound.dr, stray.wound.wounding, stray.wound.injury) == (0, 1.0, 6)
    verdict = told.outcome.verdict
    assert (verdict.hits, verdict.stray_hits, verdict.stray_injury, verdict.applied) == (0, 1, 6, 0)
    assert (told.outcome.units[2].hp_pool, verdict.stray_casualties) == (9, 0)
    assert told.outcome.summary == "Bandit missed swordsman and hit Ally instead for 6 points of injury."


@pins("stray-hits")
@pytest.mark.parametrize(
    ("option", "hits"),
    [("margin", 2), ("one", 1), ("full", 3)],
)
def test_stray_hits(option: str, hits: int) -> None:
    """A stray volley hits by its margin without the multiplier, or once, or in full."""
    told = shot(
        BOW | {"shots_each": 3},
        *MISS,
        *(1, 1, 1),
        *(1, 1, 1),
        *(4, 4, 4),
        *(3, 3, 3),
        6,
        archer=armed(ARCHER, skill=15),
        others=[{"unit": ALLY}],
        options={"stray_hits": option},
        **LOCKED,
    )
    assert told.outcome.verdict.stray_hits == hits


@pins("stray-miss")
def test_no_stray_shot() -> None:
    """A miss harms nobody if the dice say so, if nobody else is in the melee, or if the second contest is lost."""
    others = [{"unit": ALLY}]
    told = shot(BOW, *MISS, *(4, 4, 2), others=others, **LOCKED)
    assert (told.outcome.attack.stray.endangers, told.outcome.attack.stray.unit) == (False, None)
    told = shot(BOW, *MISS, *(1, 1, 1), *(6, 6, 6), *(1, 1, 1), others=others, **LOCKED)
    assert (told.outcome.attack.stray.unit, told.outcome.verdict.stray_hits) == ("ally", 0)
    told = shot(BOW, *MISS, **LOCKED)
    assert told.outcome.attack.stray is None
    apart = [{"unit": changed(ALLY, id="elsewhere")}, {"unit": changed(ALLY, hp_pool=0)}]
    assert shot(BOW, *MISS, others=apart, **LOCKED).outcome.attack.stray is None
    assert shot(BOW, *MISS, others=others).outcome.attack.stray is None


def test_stray_shot_below_three() -> None:
    """A stray shot whose skill is too low hits nobody without further dice."""
    small = changed(ALLY, sm=-10)
    told = shot(BOW, *MISS, *(1, 1, 1), others=[{"unit": small}], **LOCKED)
    assert (told.outcome.attack.stray.unit, told.outcome.attack.stray.contest) == ("ally", None)


@pins("stray-candidates")
def test_stray_candidates() -> None:
    """Every member of the melee has one chance: of 8 ogres and an ally, two dice choose."""
    others = [{"unit": ALLY}, {"unit": changed(OGRES, side="law")}]
    locks = [{"one": "swordsman", "other": "ally"}, {"one": "ally", "other": "ogres"}]
    for faces, unit in (((1, 4), "ally"), ((1, 5), "ogres"), ((6, 6), "ogres")):
        told = shot(BOW, *MISS, *(1, 1, 1), *faces, *(6, 6, 6), *(1, 1, 1), others=others, locks=locks)
        assert told.outcome.attack.stray.unit == unit


def test_no_stray_of_what_is_not_tried() -> None:
    """A shot that is not even tried endangers nobody."""
    told = strike(
        BANDIT,
        SWORDSMAN,
        BOW | {"extra_modifiers": [{"label": "Fog", "value": -20}]},
        others=[{"unit": ALLY}],
        **LOCKED,
    )
    assert told.outcome.attack.stray is None
