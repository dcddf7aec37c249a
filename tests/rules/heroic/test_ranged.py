"""Ranged attacks: range, numbers, shots and ammunition, singling out, and shooting into melees."""

from typing import Any

import pytest

from service.rules.heroic.attack.attack import resolve_attack
from service.rules.heroic.book import refusals
from tests.pins import pins
from tests.rules.heroic.stat_blocks import BANDIT, OGRES, SWORDSMAN, TROGLODYTES, Document, armed, attack, changed
from tests.rules.heroic.stories import refused, strike

BOW = {"mode": "short_bow"}
MISS = (6, 6, 6, 1, 1, 1)
ARCHER = changed(BANDIT, attack_modes=[BANDIT["attack_modes"][2] | {"fast_draw": 12}])
MARKSMAN = armed(ARCHER, skill=25)
PISTOL = {
    "id": "pistol",
    "kind": "ranged",
    "skill": 13,
    "damage": "2d",
    "type": "piercing",
    "acc": 2,
    "bulk": -2,
    "rof": 10,
    "magazine": 15,
    "reload_s": 3,
    "propulsion": "firearm",
}
GUNMAN = changed(BANDIT, attack_modes=[PISTOL])
LOCKED: Document = {"locks": [{"one": "swordsman", "other": "ally"}], "distance": 10}
AIMED: Document = {"attacker_tactic": "aimed_shooting"}


def terms_of(told: Any) -> dict[str, int]:
    """What made the skill, by label."""
    return {term.label: term.value for term in told.outcome.attack.skill.terms}


def shot(choice: Document, *faces: int, archer: Document = BANDIT, target: Document = SWORDSMAN, **more: Any) -> Any:
    """One ranged attack, missing unless faces are given."""
    return strike(archer, target, choice, *(faces or MISS), **({"distance": 10} | more))


@pytest.mark.parametrize(
    ("distance", "modifier"),
    [(2.5, -3), (3, -3), (20, -3), (20.1, -7), (21, -7), (100, -7), (101, -11), (300, -11)],
)
def test_range_bands(distance: float, modifier: int) -> None:
    """Distance counts in bands, fractions rounded up."""
    terms = shot(BOW, distance=distance, archer=MARKSMAN).outcome.attack.skill.terms
    assert [term.value for term in terms] == [modifier]
    assert terms[0].rule == "heroic/ranged/range-bands"


def test_extreme_range() -> None:
    """Beyond 500 yards the band is the last one."""
    far = armed(MARKSMAN, range_max=2000)
    assert shot(BOW, archer=far, distance=501).outcome.attack.skill.terms[0].value == -15


@pytest.mark.parametrize("distance", [0, 1, 1.5, 2])
def test_bulk(distance: float) -> None:
    """Up to two yards there is no range penalty, but Bulk."""
    assert terms_of(shot(BOW, distance=distance)) == {"Bulk": -6}


@pytest.mark.parametrize(
    ("members", "bonus"),
    [(1, 0), (4, 0), (5, 1), (8, 1), (9, 2), (12, 2), (13, 3), (16, 3), (17, 4), (200, 4)],
)
def test_group_target(members: int, bonus: int) -> None:
    """Shooting at a group is easier the more of it stand."""
    told = shot(BOW, target=changed(OGRES, count_start=200, hp_pool=members * 16 - 5, sm=0))
    assert terms_of(told).get("Group as a target", 0) == bonus


def test_size_and_posture_and_cover() -> None:
    """The target's size, its low posture for low locations, and cover count for shots."""
    lying = changed(OGRES, count_start=1, hp_pool=16, posture="kneeling")
    assert terms_of(shot(BOW | {"cover": "half_exposed"}, target=lying)) == {
        "Short range": -3,
        "Target's size": 1,
        "Target kneeling": -2,
        "Cover": -3,
    }
    assert terms_of(shot(BOW | {"location": "neck"}, target=lying)) == {
        "Short range": -3,
        "Target's size": 1,
        "Neck": -5,
    }


@pytest.mark.parametrize(
    ("single", "penalty"),
    [
        ({"interposing": 0, "front_row": True}, 0),
        ({"interposing": 2}, -8),
        ({"interposing": 2, "front_row": True}, 0),
        ({"interposing": 2, "sm": 1}, 0),
        ({"interposing": 2, "sm": 1, "interposing_sm": 1}, -8),
        ({"interposing": 3, "sm": -1, "interposing_sm": -2}, 0),
    ],
)
def test_single_out(single: Document, penalty: int) -> None:
    """A commander among twenty orcs costs 4 for each figure in the way, unless in front or taller; no group bonus."""
    orcs = changed(OGRES, count_start=20, hp_pool=320, sm=0)
    terms = terms_of(shot(BOW | {"single_out": {"member": "commander"} | single}, archer=MARKSMAN, target=orcs))
    assert terms.get("Figures in the way", 0) == penalty
    assert "Group as a target" not in terms


@pytest.mark.parametrize(("ht", "applied"), [((1, 1, 1), 16), ((6, 6, 6), 16)])
def test_single_out_limit(ht: tuple[int, int, int], applied: int) -> None:
    """A figure singled out of a group loses its own hit points and nobody else's."""
    orcs = changed(OGRES, count_start=20, hp_pool=320, sm=0, armour=[])
    choice = {"mode": "javelin", "single_out": {"member": "commander", "front_row": True}}
    told = strike(
        OGRES | {"id": "throwers", "side": "cave"},
        orcs,
        choice,
        *(1, 1, 1),
        *(6, 6, 6),
        *(6, 6),
        *ht,
        distance=10,
        settle=True,
    )
    assert told.outcome.attack.numbers.defenders == 1
    assert told.outcome.verdict.injury > 100
    assert (told.outcome.verdict.applied, told.outcome.verdict.casualties) == (applied, 1)


def test_aiming() -> None:
    """Aimed Shooting adds 2 and Accuracy."""
    assert terms_of(shot(BOW, **AIMED)) == {"Aimed Shooting": 2, "Short range": -3, "Accuracy": 1}


@pytest.mark.parametrize(
    ("tactic", "most"),
    [
        ("all_out_offensive", 1),
        ("offensive", 3),
        ("neutral", 3),
        ("defensive", 3),
        ("all_out_defensive", 3),
        ("aimed_shooting", 2),
        ("hold_ground", 2),
    ],
)
def test_low_tech_shots(tactic: str, most: int) -> None:
    """A bow shoots up to three times, twice if aimed, once in a charge, and no more than movement is left for."""
    situation: Document = {"attacker_tactic": tactic, "charge_target": "swordsman", "distance": 10}
    told = shot(BOW | {"shots_each": most}, **situation)
    assert told.outcome.attack.shots.move_cost == most - 1
    given = attack(BANDIT, SWORDSMAN, BOW | {"shots_each": most + 1}, **situation)
    assert refused(refusals.TooManyShots, resolve_attack, given).pointer == "/attack/shots_each"


def test_shots_and_movement() -> None:
    """Movement that is spent is not there for shots."""
    shot(BOW | {"shots_each": 2}, allowance_spent=4)
    given = attack(BANDIT, SWORDSMAN, BOW | {"shots_each": 3}, allowance_spent=4, distance=10)
    refused(refusals.TooManyShots, resolve_attack, given)
    given = attack(BANDIT, SWORDSMAN, BOW | {"shots_each": 2}, allowance_spent=4.5, distance=10)
    refused(refusals.TooManyShots, resolve_attack, given)


@pins("aoo-only-once")
def test_charging_option() -> None:
    """With the option a charge shoots as often as any other attack."""
    charge: Document = {"attacker_tactic": "all_out_offensive", "charge_target": "swordsman"}
    options = {"aoo_once": "one_attack"}
    assert shot(BOW | {"shots_each": 3}, options=options, **charge).outcome.attack.shots.shots == 3
    told = shot(BOW | {"fast_draw": True}, *(1, 1, 1), *MISS, archer=ARCHER, options=options, **charge)
    assert told.outcome.attack.shots.shots == 2


@pytest.mark.parametrize(
    ("tactic", "shots", "drawn", "each", "multiplier"),
    [
        ("offensive", 3, (3, 4, 5), 4, 2.0),
        ("offensive", 3, (3, 4, 6), 3, 1.5),
        ("aimed_shooting", 2, (3, 4, 5), 3, 1.5),
    ],
)
def test_fast_draw(tactic: str, shots: int, drawn: tuple[int, int, int], each: int, multiplier: float) -> None:
    """A fast-drawing archer shoots once more than the maximum, for no movement."""
    choice = BOW | {"shots_each": shots, "fast_draw": True}
    told = shot(choice, *drawn, *MISS, archer=ARCHER, attacker_tactic=tactic)
    report = told.outcome.attack
    assert (report.shots.shots_each, report.numbers.multiplier) == (each, multiplier)
    assert (report.shots.fast_draw, report.shots.move_cost) == (each > shots, shots - 1)
    assert "ranged/fast-draw" in told.cited
    assert "Rapid fire" not in terms_of(told)


def test_fast_draw_refused() -> None:
    """Fast-Draw needs the skill and a bow or the like, and helps nobody who charges."""
    choice = BOW | {"fast_draw": True}
    charge: Document = {"attacker_tactic": "all_out_offensive", "charge_target": "swordsman", "distance": 10}
    for archer, mode, situation in (
        (BANDIT, choice, {"distance": 10}),
        (armed(GUNMAN, fast_draw=15), {"mode": "pistol", "fast_draw": True}, {"distance": 10}),
        (ARCHER, choice, charge),
    ):
        given = attack(archer, SWORDSMAN, mode, **situation)
        assert refused(refusals.FastDrawUnavailable, resolve_attack, given).pointer == "/attack/fast_draw"


def test_rapid_fire() -> None:
    """A burst adds its bonus, is counted once a round, and hits no more often than it has projectiles."""
    told = shot({"mode": "pistol", "shots_each": 10}, *(1, 1, 1), *(6, 6, 6), *(6, 6), archer=GUNMAN)
    assert terms_of(told) == {"Short range": -3, "Rapid fire": 2}
    assert (told.outcome.attack.hits, told.outcome.attack.numbers.multiplier) == (10, 4.0)
    assert told.outcome.units[0].loaded[0].shots == 5
    assert {"ranged/shots-rof", "ranged/hits-cap", "ranged/ammo"} <= told.cited
    refused(
        refusals.TooManyShots,
        resolve_attack,
        attack(GUNMAN, SWORDSMAN, {"mode": "pistol", "shots_each": 11}, distance=10),
    )


def test_pellets() -> None:
    """Each shot of a shotgun throws many pellets: they make the bonus and the limit, the shots the multiplier."""
    gun = armed(GUNMAN, rof=2, projectiles_per_shot=9)
    told = shot({"mode": "pistol", "shots_each": 2}, archer=gun)
    assert terms_of(told)["Rapid fire"] == 4
    assert (told.outcome.attack.shots.projectiles, told.outcome.attack.numbers.multiplier) == (18, 1.0)


@pytest.mark.parametrize(
    ("state", "left"),
    [({"loaded": [{"mode": "pistol", "shots": 2}]}, 2), ({"ammo": [{"mode": "pistol", "left": 1}]}, 1)],
)
def test_no_ammunition(state: Document, left: int) -> None:
    """Nobody shoots more than is loaded and carried."""
    given = attack(changed(GUNMAN, **state), SWORDSMAN, {"mode": "pistol", "shots_each": 3}, distance=10)
    refusal = refused(refusals.NoAmmo, resolve_attack, given)
    assert f"has {left} left." in refusal.detail


def test_ammunition_left() -> None:
    """Arrows are counted down; the shot of a Fast-Draw is lost without one."""
    archer = changed(ARCHER, ammo=[{"mode": "short_bow", "left": 3}, {"mode": "other", "left": 9}])
    told = shot(BOW | {"shots_each": 3, "fast_draw": True}, *(1, 1, 1), *MISS, archer=archer)
    assert (told.outcome.attack.shots.shots_each, told.outcome.attack.shots.ammo_left) == (3, 0)
    assert [(each.mode, each.left) for each in told.outcome.units[0].ammo] == [("other", 9), ("short_bow", 0)]


@pins("half-damage")
def test_range_limits() -> None:
    """A javelin carries 40 yards, and beyond 24 does half damage."""
    given = attack(OGRES, TROGLODYTES, {"mode": "javelin"}, distance=70)
    assert refused(refusals.OutOfRange, resolve_attack, given).pointer == "/attack/mode"
    told = strike(OGRES, TROGLODYTES, {"mode": "javelin"}, *(1, 1, 1), *(6, 6, 6), *(6, 4), distance=25)
    (wound,) = told.outcome.attack.wounds
    assert (wound.damage, wound.penetrating, wound.injury_per_hit) == ((4,), (3,), (6,))


@pins("valid-defenses")
@pytest.mark.parametrize(
    ("propulsion", "options", "kinds"),
    [
        ("muscle", {}, {"dodge", "block"}),
        ("thrown", {}, {"dodge", "parry", "block"}),
        ("firearm", {}, {"dodge"}),
        ("beam", {}, {"dodge"}),
        ("other", {}, {"dodge"}),
        ("thrown", {"valid_defenses": "dodge_only_ranged"}, {"dodge"}),
        ("firearm", {"valid_defenses": "any"}, {"dodge", "parry", "block"}),
    ],
)
def test_valid_defenses(propulsion: str, options: Document, kinds: set[str]) -> None:
    """Everything can be dodged; arrows and what is thrown blocked; only what is thrown parried."""
    target = changed(SWORDSMAN, defenses={"dodge": 9, "block": 12, "parries": [{"name": "sword", "value": 10}]})
    archer = armed(ARCHER, propulsion=propulsion)
    for kind in ("dodge", "parry", "block"):
        choice = BOW | {"defense": {"kind": kind}}
        if kind in kinds:
            told = shot(choice, archer=archer, target=target, options=options)
            assert told.outcome.attack.defense.kind.value == kind
        else:
            refused(refusals.InvalidDefense, resolve_attack, attack(archer, target, choice, distance=10), options)


def test_default_defense() -> None:
    """Without a choice the best legal defence is used, the first of equal ones."""
    target = changed(SWORDSMAN, defenses={"dodge": 10, "block": 10, "parries": [{"name": "sword", "value": 12}]})
    assert shot(BOW, target=target).outcome.attack.defense.kind.value == "dodge"
    told = strike(BANDIT, target, {"mode": "sword_thrust"}, *MISS)
    assert (told.outcome.attack.defense.kind.value, told.outcome.attack.defense.name) == ("parry", "sword")


@pins("locked-shooter")
def test_locked_target() -> None:
    """Shooting into a melee costs 4; a shooter in it alone with the target may be exempt."""
    assert terms_of(shot(BOW, **LOCKED))["Target in melee"] == -4
    alone: Document = {"locks": [{"one": "bandit", "other": "swordsman"}], "distance": 1}
    assert terms_of(shot(BOW, **alone)) == {"Bulk": -6, "Target in melee": -4}
    assert terms_of(shot(BOW, options={"locked_shooter": "exempt"}, **alone)) == {"Bulk": -6}
    assert "Target in melee" not in terms_of(shot(BOW, locks=[{"one": "bandit", "other": "ally"}]))
    third = [{"one": "bandit", "other": "swordsman"}, {"one": "ally", "other": "swordsman"}]
    assert "Target in melee" in terms_of(shot(BOW, locks=third, distance=1, options={"locked_shooter": "exempt"}))


@pins("opportunity-area")
@pytest.mark.parametrize(
    ("watch", "terms"),
    [
        ({"watch_radius": 1}, {"Aimed Shooting": 2, "Accuracy": 1}),
        ({"watch_radius": 2}, {"Area watched": -1}),
        ({"watch_radius": 4}, {"Area watched": -2}),
        ({"watch_radius": 12, "discriminating": True}, {"Area watched": -5, "Telling friend from foe": -2}),
        ({"watch_line": True}, {"Area watched": -2}),
    ],
)
def test_opportunity_fire(watch: Document, terms: dict[str, int]) -> None:
    """The more ground is watched the worse the shot; aiming helps on one yard only, and along no line."""
    found = terms_of(shot(BOW, **AIMED, **watch))
    assert {label: value for label, value in found.items() if value and label != "Short range"} == terms


def test_low_tech_weapons() -> None:
    """A weapon may be said to shoot three times, or not to, whatever drives it."""
    bow = armed(ARCHER, low_tech=False, fast_draw=None)
    refused(refusals.TooManyShots, resolve_attack, attack(bow, SWORDSMAN, BOW | {"shots_each": 2}, distance=10))
    told = shot({"mode": "pistol", "shots_each": 3}, archer=armed(GUNMAN, low_tech=True))
    assert told.outcome.attack.shots.move_cost == 2


def test_single_out_refused() -> None:
    """The referee may rule that a figure cannot be picked out."""
    choice = BOW | {"single_out": {"member": "king", "impossible": True}}
    given = attack(BANDIT, OGRES, choice, distance=10)
    assert refused(refusals.SingleOutImpossible, resolve_attack, given).pointer == "/attack/single_out"
