"""Attacks, feints and second blows as requests resolve them: what they leave behind, and what players read."""

from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from service.dice.seeded import SeededDice
from service.errors import RulesRefuse
from service.rules.kernel.verdict import AttackResult
from service.rules.roll_under.words import DamageType
from service.rules.tactical.attack.attack import resolve_attack
from service.rules.tactical.attack.exchange.exchange import roll_attack
from service.rules.tactical.attack.odds import attack_odds
from service.rules.tactical.attack.plan import plan_attack
from service.rules.tactical.attack.records import TacticalAttackOutcome
from service.rules.tactical.attack.situation.situation import Conduct
from service.rules.tactical.attack.wounds.hits import Impact, hit_of
from service.rules.tactical.book.words import TacticalLocation, TacticalManeuver
from service.rules.tactical.figures.models import TacticalFigure
from service.rules.tactical.figures.standing import hp_max_of, hp_of
from tests.rings import many
from tests.rules.announced import TruthfulDice
from tests.rules.enumeration import Document
from tests.rules.tactical.attack_proofs import attacks, maneuvers
from tests.rules.tactical.battles import fists
from tests.rules.tactical.scenes import OPEN, bow, field, figure, foe, sword
from tests.rules.tactical.strikes import (
    FUMBLE,
    GOOD,
    HIT,
    MISS,
    NO_DEFENSE,
    UP,
    after,
    asked,
    chosen,
    defends,
    faces,
    feint,
    rules_of,
    strike,
)
from tests.rules.tactical.test_attack_odds import read

# What an attack leaves behind


def test_an_attack_marks_maneuver_and_weapon() -> None:
    """The attacker remembers its maneuver and weapon, and has no use any more of aim and study."""
    state = {
        "evaluate": {"foe": "orc", "bonus": 2},
        "aim": {"target": "orc", "weapon": "sword", "seconds": 1},
        "attacked_with": ["sword"],
    }
    outcome = strike([figure(state=state), foe()], 6, 6, 5, maneuver="all_out_attack", option="determined")
    left = after(outcome, "ash").state
    assert (left.maneuver, left.option) == (TacticalManeuver.ALL_OUT_ATTACK, "determined")
    assert (left.attacked_with, left.aim, left.evaluate) == (("sword",), None, None)


@pytest.mark.parametrize(("posture", "falls"), [("standing", True), ("lying", False)])
def test_a_fall_is_told_of_who_stood(posture: str, falls: bool) -> None:
    """Who knocks itself out with its own blow falls, unless it lies on the ground."""
    rolled = faces(6, 6, 6, 1, 1, 1)
    attacker = figure(weapons=[fists()], ready={}, posture=posture)
    outcome = resolve_attack(asked([attacker, foe()]), OPEN, rolled)
    assert after(outcome, "ash").state.unconscious
    assert any(step.text.endswith("fell.") for step in rolled.steps) is falls


def test_shots_are_counted() -> None:
    """A weapon with shots has fewer of them afterwards; one that never runs out is left as it is."""
    pistol = bow(shots=3, rof=3, ranged_class="firearm")
    outcome = strike([figure(weapons=[sword(), pistol], ready={"both": "bow"}), foe(hex=[0, -2])], *MISS, shots=2)
    assert [each.shots for each in after(outcome, "ash").weapons] == [None, 1]


def test_strong_blows_and_stop_thrusts() -> None:
    """An All-Out Attack (Strong) adds 2, or a point for each die if that is more."""
    for damage, basic in (("1d", 5), ("3d", 12), ("4", 6)):
        mode = {"name": "swing", "damage": damage if "d" in damage else "0d+4", "type": "cutting"}
        attacker = figure(weapons=[sword(modes=[mode])])
        dice = {"1d": (3,), "3d": (3, 3, 3), "4": ()}[damage]
        major = () if basic * 3 // 2 <= 15 else UP
        outcome = strike([attacker, foe(hp_max=30)], *HIT, *dice, *major, maneuver="all_out_attack", option="strong")
        assert outcome.attacks[0].wounds[0].basic == basic


def test_a_stop_thrust_adds_to_damage() -> None:
    """The bonus of a stop thrust is part of the damage, and is named."""
    ground, dice = field(figure(), foe(hp_max=30)), faces(*HIT, 3)
    conduct = Conduct(stop_thrust=2)
    struck = roll_attack(ground, plan_attack(ground, "ash", asked([figure(), foe()]), conduct), dice)
    assert struck.wounds[0].basic == 6
    assert "tactical/wait/stop-thrust" in dice.steps[-1].cites


def test_the_least_damage_of_a_hit() -> None:
    """A hit does at least 1, a crushing one at least nothing."""
    for kind, basic in (("cutting", 1), ("crushing", 0)):
        mode = {"name": "swing", "damage": "1d-5", "type": kind}
        outcome = strike([figure(weapons=[sword(modes=[mode])]), foe()], *HIT, 2)
        assert outcome.attacks[0].wounds[0].basic == basic


def test_two_defenses() -> None:
    """A figure with a double defense tries a second one if the first fails."""
    guards = defends("parry", 9) | {"basic_speed": 6}
    target = foe(**guards, state={"maneuver": "all_out_defense", "option": "double_defense"})
    choice = {"preferences": [{"kind": "parry", "hand": "right"}, {"kind": "dodge"}]}
    outcome = strike([figure(), target], *HIT, 4, 4, 4, *HIT, defense=choice)
    assert [each.kind for each in outcome.attacks[0].defenses] == ["parry", "dodge"]
    assert outcome.verdict.outcome is AttackResult.DODGED
    assert len(after(outcome, "orc").state.parries) == 1


def test_who_has_no_defense_is_told() -> None:
    """An attack from behind says why nobody defends himself."""
    assert "tactical/defense/back-none" in rules_of(*HIT, 1, people=(figure(), foe(facing=0)), defense=None)


def test_a_retreat_is_told_and_moves_the_defender() -> None:
    """A defender who retreats stands a hex away, hit or not."""
    choice = {"preferences": [{"kind": "dodge", "retreat": {}}]}
    outcome = strike([figure(), foe()], *HIT, *HIT, defense=choice)
    assert after(outcome, "orc").hex == (0, -2)
    assert outcome.attacks[0].defenses[0].retreat == (0, -2)


def test_a_dropped_defender_lies() -> None:
    """A dodge and drop ends on the ground."""
    choice = {"preferences": [{"kind": "dodge", "drop": True}], "forced": True}
    shooter = figure(weapons=[bow()], ready={"both": "bow"})
    outcome = strike([shooter, foe(hex=[0, -2])], *HIT, *HIT, defense=choice)
    assert outcome.verdict.prone


def test_a_large_figure_without_room_to_turn_stumbles_on_the_spot() -> None:
    """A body that cannot turn stays as it is; with room it turns its back to the foe."""
    blow = sword()["modes"][0] | {"reaches": [0, 1]}
    fist = {"id": "fist", "skill": "Brawling", "level": 3, "kind": "natural", "hands": 0, "modes": [blow]}
    people = [figure(weapons=[fist], ready={}, shape="line2"), foe(hex=[1, -1])]
    for crowd, facing in (((), 1), ((foe("elf", hex=[-1, 1]),), 0)):
        stumbled = after(strike([*people, *crowd], *FUMBLE, 2, 2, 3), "ash")
        assert (stumbled.hex, stumbled.facing) == ((0, 0), facing)


# Random locations


@pytest.mark.parametrize(
    ("dice", "location"),
    [
        ((1, 1, 1), "skull"),
        ((1, 2, 2), "face"),
        ((2, 2, 2), "right_leg"),
        ((2, 3, 3), "right_arm"),
        ((3, 3, 3), "torso"),
        ((3, 4, 4), "groin"),
        ((4, 4, 4), "left_arm"),
        ((4, 4, 5), "left_leg"),
        ((5, 5, 5, 3), "right_hand"),
        ((5, 5, 5, 4), "left_hand"),
        ((5, 5, 6, 1), "right_foot"),
        ((5, 5, 6, 6), "left_foot"),
        ((6, 6, 6), "neck"),
    ],
)
def test_random_locations(dice: tuple[int, ...], location: str) -> None:
    """Three dice say where a hit is, and one more which hand or foot."""
    outcome = strike([figure(), foe(hp_max=200, armour=[{"dr": 50}])], *HIT, *dice, 1, random_location=True)
    assert outcome.attacks[0].wounds[0].location == location


# Sentences


@pytest.mark.parametrize(
    ("dice", "facts", "summary"),
    [
        ((*MISS,), {}, "Ash missed orc."),
        ((*HIT, 1), {}, "Ash hit orc in the torso for 3 points of injury."),
        ((*HIT, 1), {"armour": [{"dr": 1}]}, "Ash hit orc in the torso for 1 point of injury."),
        ((*HIT, 1), {"armour": [{"dr": 5}]}, "Ash hit orc in the torso without injury."),
        ((*HIT, 3, *MISS), {}, "Ash hit orc in the torso for 6 points of injury; orc fell unconscious."),
        ((*HIT, 3, 4, 4, 4), {}, "Ash hit orc in the torso for 6 points of injury; orc fell, stunned."),
        ((*HIT, 3), {"hp": -45}, "Ash hit orc in the torso for 6 points of injury; orc died."),
        (
            (*HIT, 3, 4, 4, 3),
            {"hp": -5},
            ("Ash hit orc in the torso for 6 points of injury; orc was mortally wounded."),
        ),
        ((*FUMBLE, 3, 3, 3), {}, "Ash missed orc; ash dropped the weapon."),
        ((*FUMBLE, 2, 2, 1, 1, 1), {}, "Ash missed orc; ash hit itself for 3 points of injury."),
    ],
)
def test_summaries(dice: tuple[int, ...], facts: dict[str, Any], summary: str) -> None:
    """A sentence says what an attack came to for everybody."""
    assert strike([figure(), foe(**facts)], *dice).summary == summary


def test_summaries_of_knockback() -> None:
    """Who is knocked back is said to be, with the yards."""
    mace = sword(modes=[{"name": "swing", "damage": "2d", "type": "crushing"}])
    people = [figure(weapons=[mace]), foe(armour=[{"dr": 20}])]
    assert strike(people, *HIT, 4, 4, *GOOD).summary.endswith("without injury; orc was knocked back 1 yard.")
    assert strike(people, *HIT, 4, 4, *MISS).summary.endswith("; orc was knocked back 1 yard and fell.")
    crowd = [*people, foe("elf", hex=[0, -2])]
    assert strike(crowd, *HIT, 4, 4, *MISS).summary.endswith("without injury; orc fell.")
    big = strike([figure(weapons=[mace]), foe(st=7, hp_max=99, armour=[{"dr": 20}])], *HIT, 6, 5, *HIT)
    assert big.summary.endswith("knocked back 2 yards.")


def test_summaries_of_strays_and_feints() -> None:
    """Whom a shot hit instead is named, after a dodge with a comma; a feint is told first."""
    shooter = figure(weapons=[bow()], ready={"both": "bow"}, sm=20)
    people = [shooter, foe(hex=[0, -2], basic_speed=8), foe("elf", hex=[0, -3], hp_max=100, sm=3)]
    astray: dict[str, Any] = {"defenses": [{"figure": "elf", "defense": NO_DEFENSE}]}
    missed = strike(people, *MISS, *HIT, *HIT, 1, **astray)
    assert missed.summary == "Ash missed orc and hit elf instead in the torso for 6 points of injury."
    dodged = strike(people, *HIT, *HIT, *HIT, *HIT, 1, **astray, defense=chosen("dodge"))
    assert dodged.summary == ("Ash attacked orc, who dodged, and hit elf instead in the torso for 6 points of injury.")
    assert feint(*HIT, *MISS).summary == "Ash feinted, and orc fell for it: -3 to defenses."


# Laws


def play(body: Document, seed: int) -> tuple[TacticalAttackOutcome, list[TacticalFigure]] | None:
    """A random attack with seeded dice, each of which has been announced; None if it is refused."""
    one, rulings = read(body)
    rolled = SeededDice(f"sha256ctr1:{seed}")
    try:
        outcome = resolve_attack(one, rulings, rolled)
    except RulesRefuse:
        return None
    truthful = TruthfulDice(rolled.faces)
    assert resolve_attack(one, rulings, truthful) == outcome
    truthful.refuse_left_overs(None)
    assert not truthful.expected
    return outcome, list(one.figures)


@pytest.mark.untraced
@settings(
    max_examples=many(400),
    deadline=None,
    derandomize=True,
    database=None,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)
@given(body=st.one_of(attacks(), maneuvers()), seed=st.integers(0, 10**6))
def test_laws_of_attacks(body: Document, seed: int) -> None:
    """Every roll is announced; hit points never rise; the verdict counts what the reports say."""
    played = play(body, seed)
    if played is None:
        return
    outcome, before = played
    healthy = {each.id: each for each in before}
    for each in outcome.figures:
        assert hp_of(each) <= hp_of(healthy[each.id])
        assert each.state.dead or hp_of(each) > -5 * hp_max_of(each)
    wounds = [wound for report in outcome.attacks for wound in report.wounds]
    assert outcome.verdict.injury + outcome.verdict.stray_injury == sum([each.injury for each in wounds])
    assert outcome.verdict.hits == sum([each.hits for each in outcome.attacks if each.hit == each.target])
    assert all(each.hits == len(each.wounds) for each in outcome.attacks)
    assert outcome.summary.endswith(".")


@settings(
    max_examples=many(25),
    deadline=None,
    derandomize=True,
    database=None,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)
@given(body=attacks(), seed=st.integers(0, 10**6))
def test_whatever_is_played_has_a_chance(body: Document, seed: int) -> None:
    """Every verdict that comes up in play is among the exact odds."""
    played = play(body, seed)
    if played is not None:
        one, rulings = read(body)
        odds = attack_odds(one, rulings)
        assert odds.chances[played[0].verdict] > 0
        assert sum(odds.chances.values()) == 1


@given(
    basic=st.integers(0, 60),
    dr=st.integers(0, 20),
    location=st.sampled_from(TacticalLocation),
    type=st.sampled_from(DamageType),
    full=st.integers(1, 60),
)
def test_injury_of_limbs_is_capped(
    basic: int, dr: int, location: TacticalLocation, type: DamageType, full: int
) -> None:
    """A limb never costs more than half the hit points and one, a hand or foot than a third and one."""
    done = hit_of(figure(hp_max=full, armour=[{"dr": dr}]), location, Impact(basic, type))
    share = {"arm": 2, "leg": 2, "hand": 3, "foot": 3}.get(location.value.rsplit("_", 1)[-1])
    assert done.injury >= (1 if basic > done.dr else 0)
    assert share is None or done.injury <= full // share + 1
    assert done.penetrating == max(basic - done.dr, 0)
