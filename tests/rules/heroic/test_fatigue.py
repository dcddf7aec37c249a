"""Fatigue: one die for the battle, what it costs whom, and what becomes of the exhausted."""

from typing import Any

import pytest

from service.rules.heroic.aftermath.fatigue import check_fatigue, tired_units, tiring_of
from service.rules.heroic.aftermath.models import HeroicFatigueCheck
from service.rules.heroic.aftermath.outcomes import HeroicFatigueOutcome, HeroicTired
from service.rules.heroic.book.refusals import HeroicDuplicateId
from service.rules.heroic.book.words import HeroicCondition, HeroicStatus
from service.rules.heroic.figures.models import HeroicUnit
from service.rules.heroic.figures.standing import weary
from service.wire import to_json
from tests.pins import pins
from tests.rules.heroic.stat_blocks import OGRES, SWORDSMAN, TROGLODYTES, Document, changed, rulings, unit
from tests.rules.heroic.stories import Story, refused, tell

ORC: Document = {"id": "orc", "fp": 11}
APPLY = {"fp_effects": "apply"}


def given(*units: Document) -> HeroicFatigueCheck:
    """The end of a round with these units."""
    return HeroicFatigueCheck.model_validate_json(to_json({"units": units}))


def tire(*units: Document, faces: tuple[int, ...] = (1,), **options: Any) -> Story[HeroicFatigueOutcome]:
    """The end of a round, with these faces; fatigue is due unless they say otherwise."""
    return tell(check_fatigue, given(*units), *faces, options=options)


def one(*faces: int, options: dict[str, Any] | None = None, **orc: Any) -> HeroicTired:
    """What a round costs one orc when fatigue is due."""
    (tired,) = tire(ORC | orc, faces=(1, *faces), **(options or {})).outcome.units
    return tired


@pytest.mark.parametrize(("face", "due"), [(1, True), (2, True), (3, False), (6, False)])
def test_one_die(face: int, due: bool) -> None:
    """One die for the whole battle: 1 and 2 tire both armies, as after the march of the second test battle."""
    units = ({"id": "troglodytes", "fp": 11}, {"id": "ogres", "fp": 11})
    told = tire(*units, faces=(face,))
    assert (told.outcome.verdict.due, told.outcome.roll) == (due, face)
    assert [(each.unit, each.fp_after) for each in told.outcome.units] == (
        [("troglodytes", 10), ("ogres", 10)] if due else []
    )
    assert (
        told.texts[0] == f"The fatigue die showed {face}: {'fatigue was due' if due else 'no fatigue'} (1 or 2 tires)."
    )


@pytest.mark.parametrize(
    ("load", "heat", "cost"),
    [("none", 0, 1), ("light", 0, 2), ("medium", 0, 3), ("heavy", 0, 4), ("x_heavy", 0, 5), ("medium", 2, 5)],
)
def test_cost(load: str, heat: int, cost: int) -> None:
    """A fight costs 1 to 5 fatigue points by encumbrance, and more in heat."""
    tired = one(encumbrance=load, hot_weather_fp=heat)
    assert (tired.cost.total, tired.fp_before, tired.fp_after) == (cost, 11, 11 - cost)


def test_every_due_round_costs() -> None:
    """Fatigue recurs: a second due round costs the full amount again."""
    assert one(fp_current=10).fp_after == 9


@pins("fatigue-participation")
@pytest.mark.parametrize(
    ("scope", "charged"),
    [("present", ["idle", "mover", "fighter"]), ("moved_or_rolled", ["mover", "fighter"]), ("rolled", ["fighter"])],
)
def test_scope(scope: str, charged: list[str]) -> None:
    """Everybody present is charged, or by option only who moved or rolled; never who is out of the fight."""
    units = [
        ORC | {"id": "idle"},
        ORC | {"id": "mover", "moved": True},
        ORC | {"id": "fighter", "rolled": True},
        ORC | {"id": "fallen", "active": False, "moved": True, "rolled": True},
    ]
    assert [each.unit for each in tire(*units, fatigue_scope=scope).outcome.units] == charged


@pytest.mark.parametrize(
    ("left", "after", "tired", "collapsing", "unconscious", "lost"),
    [
        (5, 4, False, False, False, 0),
        (4, 3, True, False, False, 0),
        (1, 0, True, True, False, 0),
        (0, -1, True, True, False, 0),
        (-10, -11, True, True, True, 0),
        (-11, -11, True, True, True, 1),
        (-15, -15, True, True, True, 1),
    ],
)
def test_flags(left: int, after: int, tired: bool, collapsing: bool, unconscious: bool, lost: int) -> None:
    """Under a third is tired, 0 about to collapse, the full score below 0 unconscious; further loss costs HP."""
    outcome = one(fp_current=left)
    assert (outcome.fp_after, outcome.tired, outcome.collapsing) == (after, tired, collapsing)
    assert (outcome.unconscious, outcome.hp_loss, outcome.will_roll) == (unconscious, lost, None)


@pytest.mark.parametrize(
    ("left", "text"),
    [
        (9, "Orc lost 3 fatigue points, 6 of 11 left."),
        (6, "Orc lost 3 fatigue points, 3 of 11 left; tired."),
        (2, "Orc lost 3 fatigue points, -1 of 11 left; about to collapse."),
        (-10, ("Orc lost 3 fatigue points, -11 of 11 left; 2 hit points of each member should go too; unconscious.")),
        (-9, "Orc lost 3 fatigue points, -11 of 11 left; 1 hit point of each member should go too; unconscious."),
    ],
)
def test_told(left: int, text: str) -> None:
    """A player reads what fatigue cost, and what it means."""
    assert tire(ORC | {"fp_current": left, "encumbrance": "medium"}).texts[1] == text


def test_tireless() -> None:
    """A unit without fatigue points, such as a golem, never tires."""
    assert tire(ORC | {"fp": 0}).outcome.units == ()


def test_refused() -> None:
    """Two units of one name are refused."""
    assert refused(HeroicDuplicateId, check_fatigue, given(ORC, ORC)).pointer == "/units/1/id"


@pins("fp-effects")
def test_effects() -> None:
    """If it takes effect, what is lost below 0 costs hit points, and a Will roll decides over collapse."""
    strong = one(3, 3, 4, options=APPLY, fp_current=1, encumbrance="medium")
    assert (strong.fp_after, strong.hp_loss, strong.will_roll, strong.stays_conscious) == (-2, 2, 10, True)
    weak = one(3, 4, 4, options=APPLY, fp_current=0)
    assert (weak.hp_loss, weak.stays_conscious) == (1, False)
    assert one(options=APPLY, fp_current=-10).will_roll is None
    assert one(options=APPLY).hp_loss == 0


def test_effects_every_round() -> None:
    """Who has no fatigue points left rolls against Will in every round, due or not."""
    told = tire(ORC | {"fp_current": 0}, ORC | {"id": "fresh"}, faces=(6, 6, 6, 6), **APPLY)
    (tired,) = told.outcome.units
    assert (tired.unit, tired.cost.total, tired.fp_after, tired.stays_conscious) == ("orc", 0, 0, False)
    assert told.texts[1] == "Orc rolled 18 against Will 10: failure."


def tiring(document: Document) -> HeroicUnit:
    """A unit of these fatigue points after one due round."""
    before = unit(document)
    check = HeroicFatigueCheck(units=(tiring_of(before, active=True, moved=False, rolled=False),))
    outcome = tell(check_fatigue, check, 1, options=APPLY).outcome
    return tired_units((before, unit(OGRES)), outcome.units, rulings(**APPLY))[0]


def test_units_flagged() -> None:
    """By default a unit only loses fatigue points, whatever they mean."""
    before = unit(changed(SWORDSMAN, fp_current=-11))
    check = HeroicFatigueCheck(units=(tiring_of(before, active=True, moved=False, rolled=False),))
    outcome = tell(check_fatigue, check, 1).outcome
    (after,) = tired_units((before,), outcome.units, rulings())
    assert after == before.model_copy(update={"fp_current": -11})


def test_units_affected() -> None:
    """If it takes effect, hit points are lost by every member who stands, and the exhausted fall unconscious."""
    after = tiring(changed(TROGLODYTES, fp_current=-11, hp_pool=61))
    assert (after.fp_current, after.hp_pool, after.conditions) == (-11, 55, (HeroicCondition.UNCONSCIOUS,))
    again = tiring(changed(TROGLODYTES, fp_current=-11, hp_pool=1, conditions=["unconscious"]))
    assert (again.hp_pool, again.status) == (0, HeroicStatus.INCAPACITATED)
    assert again.conditions == (HeroicCondition.UNCONSCIOUS,)
    assert tiring(TROGLODYTES).conditions == ()


def test_weary() -> None:
    """With less than a third left, and only if it takes effect, Move, Dodge and ST are halved, rounded up."""
    tired = unit(changed(SWORDSMAN, fp_current=3, top_speed=7))
    slow = weary(tired, rulings(**APPLY).fp_effects)
    assert (slow.move, slow.top_speed, slow.st, slow.defenses.dodge, slow.defenses.block) == (4, None, 6, 5, 12)
    assert weary(tired, rulings().fp_effects) is tired
    fresh = unit(changed(SWORDSMAN, fp_current=4))
    assert weary(fresh, rulings(**APPLY).fp_effects) is fresh
