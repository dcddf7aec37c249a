"""Decisions about attacks that no story of its own is told of."""

import pytest

from service.rules.heroic.attack.attack import resolve_attack
from service.rules.heroic.book import refusals
from service.rules.heroic.book.options import HeroicRulings
from service.rules.heroic.book.rulings import Rulings
from service.rules.heroic.grapple.grapple import resolve_grapple
from service.rules.roll_under.words import HitLocation
from tests.pins import pins
from tests.rules.heroic.stat_blocks import (
    BANDIT,
    OGRES,
    SWORDSMAN,
    TROGLODYTES,
    WRESTLER,
    Document,
    attack,
    changed,
    grapple,
)
from tests.rules.heroic.stories import refused, report, strike, tell, terms_of

THRUST: Document = {"mode": "sword_thrust"}
BOW: Document = {"mode": "short_bow"}


@pins("transcript-totals")
def test_faces_not_totals() -> None:
    """Dice are supplied face by face, and every step shows its faces."""
    told = strike(SWORDSMAN, BANDIT, THRUST, *(5, 4, 4), *(4, 3, 3), 3)
    assert [step.faces for step in told.steps if step.faces] == [(5, 4, 4), (4, 3, 3), (3,)]


@pins("group-one-roll")
def test_group_rolls_once() -> None:
    """A group attacks, defends and resists with one roll each."""
    told = strike(OGRES, TROGLODYTES, {"mode": "small_mace"}, *(3, 3, 3), *(6, 6, 5), *(3, 3), *(5, 5, 5), settle=True)
    assert [step.dice for step in told.steps if step.dice] == ["3d6", "3d6", "2d6", "3d6"]
    assert {"ruling/group-one-roll", "unit/group-as-one", "unit/defend-as-unit"} <= told.cited


def test_reload_of_two_seconds() -> None:
    """Reloading up to 2 seconds is part of the attack, and no magazine is counted."""
    told = strike(BANDIT, SWORDSMAN, BOW | {"shots_each": 3}, *(6, 6, 6), *(1, 1, 1), distance=10)
    assert told.outcome.attack.shots
    assert told.outcome.attack.shots.loaded_left is None
    assert "action/free-reload" in told.cited


def test_whole_moves_for_shots() -> None:
    """A part of a Move left is not enough for a shot, but who cannot move at all may still shoot."""
    slow = changed(BANDIT, move=0, basic_move=0)
    assert report(slow, SWORDSMAN, BOW | {"shots_each": 3}, distance=10).shots.move_cost == 2
    given = attack(BANDIT, SWORDSMAN, BOW | {"shots_each": 2}, distance=10, allowance_spent=4.1)
    refused(refusals.TooManyShots, resolve_attack, given)


def test_retreat_defense_counts_once() -> None:
    """Who retreats defends at -4 once, however often the rules say so."""
    told = report(SWORDSMAN, BANDIT, THRUST, target_tactic="retreat")
    assert [(term.rule, term.value) for term in told.defense.value.terms] == [("heroic/tactic/retreat", -4)]


def test_charge_without_moving() -> None:
    """A charge at an enemy in reach needs no movement, in melee or at range."""
    charge: Document = {"attacker_tactic": "all_out_offensive", "charge_target": "swordsman", "distance": 1}
    assert report(BANDIT, SWORDSMAN, THRUST, **charge).skill.total == 18
    assert terms_of(report(BANDIT, SWORDSMAN, BOW, **charge)) == {"Bulk": -6}


def test_ratio_counts_shooters() -> None:
    """Three arrows of one archer are one attacker; ten javelins are ten."""
    assert report(BANDIT, SWORDSMAN, BOW | {"shots_each": 3}, distance=10).numbers.ratio_bonus == 0
    told = report(TROGLODYTES, OGRES, {"mode": "stone_javelin", "shots_each": 2}, distance=10)
    assert (told.numbers.ratio_bonus, told.numbers.multiplier) == (2, 6.0)


@pins("rapid-fire-per-shooter")
def test_rapid_fire_of_one() -> None:
    """Rapid fire counts the shots of each shooter, not those of all."""
    told = report(TROGLODYTES, OGRES, {"mode": "stone_javelin", "shots_each": 3}, distance=10)
    assert "Rapid fire" not in terms_of(told)


@pins("rapid-fire-per-shooter")
@pytest.mark.parametrize(("shooters", "bonus"), [(4, 0), (5, 1), (10, 2)])
def test_rapid_fire_of_all(shooters: int, bonus: int) -> None:
    """If rapid fire counts the shots of all, five javelins at once are rapid fire."""
    choice = {"mode": "stone_javelin", "attackers": shooters}
    told = report(TROGLODYTES, OGRES, choice, {"rapid_fire_basis": "total"}, distance=10)
    assert terms_of(told).get("Rapid fire", 0) == bonus


def test_speed_of_the_target_does_not_count() -> None:
    """Range counts in bands, and the target's speed not at all."""
    fast = changed(SWORDSMAN, move=40, top_speed=80)
    assert terms_of(report(BANDIT, fast, BOW, distance=15)) == {"Short range": -3}


def test_shooting_while_locked() -> None:
    """A locked unit may shoot, at its partner with Bulk or at others."""
    locks = [{"one": "bandit", "other": "ogres"}]
    assert terms_of(report(BANDIT, SWORDSMAN, BOW, distance=15, locks=locks)) == {"Short range": -3}


def test_defenses_do_not_tire() -> None:
    """One defence serves against any number of attacks without penalty."""
    values = {report(BANDIT, SWORDSMAN, THRUST).defense.value.total for _ in range(3)}
    assert values == {12}


def test_shield_bonus_is_printed() -> None:
    """The shield's bonus is in the printed defence, 14/2 + 3 + 2, and is not added again."""
    assert report(BANDIT, SWORDSMAN, THRUST | {"defense": {"kind": "block"}}).defense.value.base == 12


def test_no_answer_without_an_order() -> None:
    """Who is struck strikes back only if it is ordered to."""
    told = strike(SWORDSMAN, BANDIT, THRUST, *(6, 6, 6), *(1, 1, 1))
    assert {step.rule for step in told.steps} == {
        "heroic/attack/contest",
        "heroic/attack/effective-defense",
        "heroic/lock/create",
    }


def test_hits_stay_with_the_target() -> None:
    """Overkill spills over to nobody."""
    given: Document = {"others": [{"unit": changed(BANDIT, id="thief")}], "settle": True}
    told = strike(
        changed(SWORDSMAN, attack_modes=[SWORDSMAN["attack_modes"][1] | {"skill": 30}]),
        BANDIT,
        THRUST,
        *(1, 1, 1),
        *(6, 6, 6),
        6,
        *(6, 6, 6),
        **given,
    )
    assert told.outcome.verdict.injury > 50
    assert told.outcome.units[2].hp_pool is None


def test_location_penalty_in_melee() -> None:
    """A location costs its penalty in melee as at range."""
    assert terms_of(report(SWORDSMAN, BANDIT, THRUST | {"location": "neck"})) == {"Neck": -5}
    assert terms_of(report(BANDIT, SWORDSMAN, BOW | {"location": "leg"}, distance=10)) == {"Short range": -3, "Leg": -2}


@pins("location-effects", "blunt-trauma")
def test_locations_change_nothing_else() -> None:
    """A leg hit in battle costs hit points and cripples nothing; flexible armour lets no blunt trauma through."""
    told = strike(
        SWORDSMAN,
        changed(BANDIT, armour=[{"dr": 9, "flexible": True}]),
        {"mode": "sword_swing", "location": "leg"},
        *(3, 3, 3),
        *(6, 6, 6),
        6,
        settle=True,
    )
    (wound,) = told.outcome.attack.wounds
    assert (wound.location, wound.damage, wound.injury) == (HitLocation.LEG, (8,), 0)
    assert told.outcome.units[1].conditions == ()


def test_hurt_at_the_start() -> None:
    """A unit may come hurt: its members follow from its pool at once, its start number from the caller."""
    told = report(changed(OGRES, hp_pool=100), SWORDSMAN, {"mode": "small_mace"})
    assert told.numbers.attackers == 7


@pytest.mark.parametrize("pool", [1, 11, 12])
def test_last_member_fights_on(pool: int) -> None:
    """The last member fights at full value with however little it has left."""
    told = report(changed(TROGLODYTES, hp_pool=pool), SWORDSMAN, {"mode": "stone_axe"})
    assert (told.numbers.attackers, told.skill.total) == (1, 12)


def test_grapple_sizes() -> None:
    """A larger grappler has the difference as a bonus."""
    given = grapple(changed(WRESTLER, sm=2), changed(SWORDSMAN, sm=-1), {}, settle=False)
    told = tell(resolve_grapple, given, *(6, 6, 6), *(1, 1, 1))
    assert told.outcome.grapple.attack.skill.total == 16


def test_options_are_decided_otherwise() -> None:
    """A ruling that a request may decide otherwise says how, and every option of a request is such a ruling."""
    offered = [each for each in Rulings.RULINGS if each.option is not None]
    assert {each.option for each in offered} == set(HeroicRulings.model_fields)
    assert [each.id for each in offered if not each.alternatives] == []
