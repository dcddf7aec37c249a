"""Summaries for the table: who did what to whom, what came of it, and what stopped it."""

import pytest

from service.rules.heroic.aftermath.casualties import resolve_casualties
from service.rules.heroic.aftermath.fatigue import check_fatigue
from service.rules.heroic.aftermath.models import HeroicAftermath, HeroicFatigueCheck, HeroicPursuit
from service.rules.heroic.aftermath.pursuit import pursue
from service.rules.heroic.grapple.grapple import resolve_grapple
from service.rules.kernel.verdict import AttackResult
from service.wire import to_json
from tests.rules.heroic.battles import FOE, MAN, blow, encounter, men, order, play
from tests.rules.heroic.stat_blocks import OGRES, SWORDSMAN, WRESTLER, Document, changed, grapple
from tests.rules.heroic.stories import strike, tell
from tests.rules.heroic.test_grapple import TAKEDOWN, spend
from tests.rules.heroic.test_ranged import ARCHER, BOW, LOCKED
from tests.rules.heroic.test_stray import ALLY

SWORD: Document = {"mode": "sword"}
STOPPED = (3, 3, 4, 1, 1, 1)
"""10 against 12 would hit, but 3 against any defence has the better margin."""
SLIPPED = (6, 6, 6, 1, 1, 1)


@pytest.mark.parametrize(
    ("defenses", "outcome", "summary"),
    [
        ({"dodge": 8}, AttackResult.DODGED, "Man attacked foe, who dodged."),
        (
            {"dodge": 3, "parries": [{"name": "sword", "value": 9}]},
            AttackResult.PARRIED,
            "Man attacked foe, who parried.",
        ),
        ({"dodge": 3, "block": 9}, AttackResult.BLOCKED, "Man attacked foe, who blocked."),
    ],
)
def test_defended(defenses: Document, outcome: AttackResult, summary: str) -> None:
    """A defence that stops an attack is told by its name; an attack that was bad by itself has missed."""
    told = strike(MAN, FOE | {"defenses": defenses}, SWORD, *STOPPED)
    assert (told.outcome.verdict.outcome, told.outcome.attack.outcome, told.outcome.summary) == (
        outcome,
        outcome,
        summary,
    )
    missed = strike(MAN, FOE | {"defenses": defenses}, SWORD, *SLIPPED)
    assert (missed.outcome.verdict.outcome, missed.outcome.summary) == (AttackResult.MISS, "Man missed foe.")


def test_nothing_to_stop_it() -> None:
    """An attack without defence hits or misses; so does one that is too hard to be tried."""
    asleep = FOE | {"conditions": ["unconscious"]}
    assert strike(MAN, asleep, SWORD, 6, 6, 6).outcome.verdict.outcome is AttackResult.MISS
    assert strike(MAN, asleep, SWORD, 3, 3, 3, 1).outcome.verdict.outcome is AttackResult.HIT
    hard = SWORD | {"extra_modifiers": [{"label": "Dark", "value": -10}]}
    assert strike(MAN, FOE, hard).outcome.verdict.outcome is AttackResult.MISS


@pytest.mark.parametrize(
    ("dr", "settle", "faces", "summary"),
    [
        (0, False, (4,), "Man hit foe once for 6 points of injury, kept until the end of the phase."),
        (3, False, (4,), "Man hit foe once for 1 point of injury, kept until the end of the phase."),
        (6, False, (4,), "Man hit foe once without injury."),
        (6, True, (4,), "Man hit foe once without injury."),
        (0, True, (4, 6, 6, 6), "Man hit foe once for 6 points of injury."),
        (0, True, (4, 1, 1, 1), "Man hit foe once for 6 points of injury, 3 of which counted."),
    ],
)
def test_hits(dr: int, settle: bool, faces: tuple[int, ...], summary: str) -> None:
    """A hit is told with its injury, and with what became of that."""
    told = strike(MAN, FOE | {"armour": [{"dr": dr}]}, SWORD, 4, 4, 4, 3, 3, 4, *faces, settle=settle)
    assert told.outcome.summary == summary


def test_who_is_hit_instead() -> None:
    """A shot that is dodged and goes astray is told with whom it hit instead, and with who fell."""
    target = changed(SWORDSMAN, defenses={"dodge": 9})
    ally = changed(ALLY, hp=1)
    faces = (1, 1, 1, 1, 1, 1, *(1, 1, 1), *(2, 2, 2), *(6, 6, 6), *(4, 4, 4), 6)
    situation: Document = {"others": [{"unit": ally}]} | LOCKED
    told = strike(ARCHER, target, BOW, *faces, 6, 6, 6, settle=True, **situation)
    assert told.outcome.verdict.outcome is AttackResult.DODGED
    assert told.outcome.summary.startswith("Bandit attacked swordsman, who dodged, and hit Ally instead for ")
    assert told.outcome.summary.endswith("; 1 member fell.")
    situation["others"] = [{"unit": changed(ally, armour=[{"dr": 20}])}]
    safe = strike(ARCHER, target, BOW, *faces, settle=True, **situation)
    assert safe.outcome.summary == "Bandit attacked swordsman, who dodged, and hit Ally instead without injury."


def test_grapples() -> None:
    """A grapple that is dodged says so, and a takedown that fails says who fell."""
    told = tell(resolve_grapple, grapple(WRESTLER, changed(SWORDSMAN, defenses={"dodge": 9}), {}), 3, 3, 4, 1, 1, 1)
    assert (told.outcome.verdict.outcome, told.outcome.summary) == (
        AttackResult.DODGED,
        "Wrestler failed to grapple swordsman, who dodged.",
    )
    held = grapple(WRESTLER, changed(SWORDSMAN, conditions=["stunned"]), spend(TAKEDOWN))
    fell = tell(resolve_grapple, held, 3, 3, 3, 6, 6, 6, 6, 6, 6, 1, 1, 1)
    assert fell.outcome.summary == "Wrestler grappled swordsman and fell in a takedown that failed."


def test_rounds() -> None:
    """A round tells each attack, as far as they are not many."""
    battle = encounter(MAN, *men(5, "blue"), at={f"blue {number}": 1 for number in range(1, 6)})
    orders = [order("man"), *[order(f"blue {number}", melee=[blow("man")]) for number in range(1, 6)]]
    hit, miss, steady = (3, 3, 3, 6, 6, 6, 1), (6, 6, 6, 1, 1, 1), (6, 6, 6, 1, 1, 1)
    told = play(battle, orders, 6, 1, *hit, *miss, *miss, *miss, *miss, *steady, 6)
    assert told.outcome.summary == (
        "The initiative went to red. Blue 1 hit man four times for 4 points of injury; blue 2 missed "
        "man; blue 3 missed man; blue 4 missed man; blue 5 missed man. Man lost 4 hit points."
    )


def test_fatigue() -> None:
    """The end of a round tells whom fatigue cost how much, and who fell unconscious; of many it tells some."""
    weak = {"id": "weak", "fp": 10, "fp_current": 0}
    given = HeroicFatigueCheck.model_validate_json(to_json({"units": [weak]}))
    told = tell(check_fatigue, given, 6, 6, 6, 6, options={"fp_effects": "apply"})
    assert told.outcome.summary == (
        "The fatigue die showed 6: no fatigue (1 or 2 tires). Weak lost no fatigue points, 0 of 10 "
        "left, and fell unconscious."
    )
    crowd = HeroicFatigueCheck.model_validate_json(to_json({"units": [{"id": f"{at}", "fp": 9} for at in range(7)]}))
    assert tell(check_fatigue, crowd, 1).outcome.summary.endswith("; 2 more were tired.")


def test_pursuit() -> None:
    """If some are caught it is told of which units."""
    flight = {"count": 5, "top_speed": 5, "units": [{"unit": "orcs", "count": 2}, {"unit": "chiefs", "count": 3}]}
    document = {"pursuers": {"count": 3, "top_speed": 5}, "pursued": flight}
    told = tell(pursue, HeroicPursuit.model_validate_json(to_json(document)), 3, 3, 3, 4, 4, 4)
    assert told.outcome.summary == ("The pursuers caught 3 of 5: 3 slain (2 of orcs, 1 of chiefs), 2 escaped.")


def test_fallen() -> None:
    """The fallen are told by their units; of many units some are named."""
    fallen = [{"unit": name, "hp": 10, "members": 2} for name in ("one", "two", "three", "four", "five")]
    told = tell(resolve_casualties, HeroicAftermath.model_validate_json(to_json({"fallen": fallen})))
    assert told.outcome.summary == "One, two, three and 2 more: 5 dead, 5 alive."


def test_groups() -> None:
    """Of a group one member is held, not all."""
    held = grapple(WRESTLER, changed(OGRES, side="law", conditions=["stunned"]), spend(TAKEDOWN))
    told = tell(resolve_grapple, held, 1, 1, 1, 6, 6, 6, 1, 1, 1, 6, 6, 6)
    assert told.outcome.summary == "Wrestler grappled ogres and brought one down."
