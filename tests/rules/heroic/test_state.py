"""How units stand, and attacks planned for a round: counted once, with the best defence where the choice is gone."""

import pytest

from service.rules.heroic.attack.models import HeroicAttackChoice
from service.rules.heroic.attack.plan import plan_attack
from service.rules.heroic.attack.situation.situation import situate
from service.rules.heroic.attack.situation.weapons import aims_of
from service.rules.heroic.book.options import HeroicAssignment, HeroicFpEffects
from service.rules.heroic.book.words import HeroicDefense
from service.rules.heroic.figures.standing import basic_move_of, cluster_of, fp_left, fp_of, move_of, partners_of, weary
from service.wire import to_json
from tests.rules.heroic.stat_blocks import (
    BANDIT,
    OGRES,
    SWORDSMAN,
    TROGLODYTES,
    Document,
    attack,
    changed,
    rulings,
    unit,
)
from tests.rules.heroic.stories import report


@pytest.mark.parametrize(
    ("changes", "basic", "move"),
    [
        ({}, 5, 3.0),
        ({"move": None}, 5, 5.0),
        ({"move": None, "basic_speed": None}, 5, 5.0),
        ({"basic_move": 7, "move": 2.5}, 7, 2.5),
        ({"basic_move": 7, "top_speed": 7}, 7, 3.0),
        ({"basic_move": 7, "top_speed": 14}, 7, 14.0),
        ({"move": 6}, 6, 6.0),
        ({"move": 5.5}, 6, 5.5),
        ({"move": 8, "top_speed": 7}, 8, 8.0),
        ({"basic_move": 4, "move": 6}, 4, 6.0),
    ],
)
def test_move(changes: Document, basic: int, move: float) -> None:
    """Move is what is printed, or Basic Move, or Top Speed above that; Basic Move defaults to no less than Move."""
    figure = unit(changed(SWORDSMAN, **changes))
    assert (basic_move_of(figure), move_of(figure)) == (basic, move)


def test_weary_units_keep_their_basic_move() -> None:
    """Whose Move is halved by fatigue is as fast as before where Basic Move is compared."""
    tired = weary(unit(changed(SWORDSMAN, move=8, fp_current=1)), HeroicFpEffects.APPLY)
    assert (basic_move_of(tired), move_of(tired)) == (8, 4.0)


def test_fatigue_points() -> None:
    """Fatigue points are HT unless printed, and all there unless said."""
    assert [fp_of(unit(changed(SWORDSMAN, fp=fp))) for fp in (None, 9)] == [11, 9]
    assert [fp_left(unit(changed(SWORDSMAN, fp_current=fp))) for fp in (None, -2)] == [11, -2]


def test_clusters() -> None:
    """A melee is everybody whom locks connect."""
    locks = attack(
        BANDIT,
        SWORDSMAN,
        {},
        locks=[{"one": "a", "other": "b"}, {"one": "c", "other": "b"}, {"one": "d", "other": "e"}],
    ).locks
    assert cluster_of("a", locks) == {"a", "b", "c"}
    assert cluster_of("f", locks) == {"f"}
    assert partners_of("b", locks) == {"a", "c"}


def test_situate() -> None:
    """A situation counts its members: who can act, who can defend, who stands."""
    holds = attack(
        BANDIT, SWORDSMAN, {}, grapples=[{"grappler": "x", "victim": "ogres", "state": "pinned", "members": 3}]
    ).grapples
    situation = situate(unit(TROGLODYTES), unit(OGRES), holds, HeroicAssignment.CONCENTRATE)
    assert (situation.active, situation.able, situation.standing) == (10, 5, 8)


def test_defense_that_is_gone() -> None:
    """In a round a chosen defence that is no longer legal gives way to the best one."""
    given = attack(BANDIT, SWORDSMAN, {"mode": "sword_thrust", "defense": {"kind": "parry"}})
    situation = situate(given.attacker, given.target, (), HeroicAssignment.CONCENTRATE)
    choice = HeroicAttackChoice.model_validate_json(to_json(given.attack))
    plan = plan_attack(situation, choice, aims_of(given.attacker, choice), rulings())
    assert plan.defense.kind is HeroicDefense.BLOCK


def test_twenty_thousand() -> None:
    """A multiplier beyond the printed rows goes on along the progression."""
    horde = changed(TROGLODYTES, count_start=20_000, hp_pool=240_000)
    told = report(horde, SWORDSMAN, {"mode": "stone_axe"}, options={"engagement": "unlimited"})
    assert (told.numbers.multiplier, told.numbers.ratio_bonus) == (24.0, 16)
