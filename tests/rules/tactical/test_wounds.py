"""What hits do to bodies: armour, crippling, shock, death checks, knockdown, knockback and aim."""

from typing import Any, Final

import orjson
import pytest
from pydantic import ValidationError

from service.rules.roll_under.damage import divided_dr, dr_over
from service.rules.roll_under.words import ArmorDivisor, DamageType, Posture
from service.rules.tactical.attack.wounds.hits import Impact, dr_at, hit_of
from service.rules.tactical.attack.wounds.injury import shock_of, wound
from service.rules.tactical.book.words import TacticalKnockdown, TacticalLocation
from service.rules.tactical.figures.equipment import TacticalMode
from service.rules.tactical.figures.pairs import seize, settle_pairs
from service.rules.tactical.figures.standing import hp_of
from tests.rules.tactical.scenes import bow, field, figure, foe, sword
from tests.rules.tactical.strikes import UP, faces, hit, wounded

Part = TacticalLocation
DOWN: Final = (4, 4, 4)
OUT: Final = (5, 5, 6)


# Before the dice


def test_armour_at_a_location_and_everywhere_else() -> None:
    """A location has its own armour, else that of everywhere else; the skull has 2 of its own."""
    clad = figure(armour=[{"dr": 1}, {"location": "skull", "dr": 4}, {"location": "left_arm", "dr": 0}])
    expected = {"torso": 1, "skull": 6, "left_arm": 0, "face": 1}
    assert {name: dr_at(clad, Part(name)) for name in expected} == expected
    assert dr_at(figure(), Part.SKULL) == 2


def test_armour_divisors() -> None:
    """Armour is divided and rounded down before it counts."""
    clad = figure(armour=[{"dr": 5}])
    halved = hit_of(clad, Part.TORSO, Impact(6, DamageType.PIERCING, 2))
    assert (halved.dr, halved.penetrating) == (2, 4)


@pytest.mark.parametrize(
    ("divisor", "dr", "left"),
    [
        (1, 5, 5),
        (1.5, 5, 3),
        (4, 11, 2),
        (0.5, 2, 4),
        (0.2, 3, 15),
        (0.1, 3, 30),
        (0.1, 0, 1),
        (3, 0, 0),
        (1e6, 999, 0),
    ],
)
def test_an_armour_divisor_is_a_number(divisor: float, dr: int, left: int) -> None:
    """Any number divides armour, rounded down; a tenth is exactly a tenth, and against it no armour counts as 1."""
    [mode] = sword()["modes"]
    asked = TacticalMode.model_validate_json(orjson.dumps(mode | {"armor_divisor": divisor}))
    clad = figure(armour=[{"dr": dr}])
    assert hit_of(clad, Part.TORSO, Impact(6, DamageType.PIERCING, asked.armor_divisor)).dr == left


@pytest.mark.parametrize("word", list(ArmorDivisor))
def test_the_words_of_armour_divisors_are_read_as_numbers(word: ArmorDivisor) -> None:
    """Documents with a word for an armour divisor mean the number that leaves as much of all armour."""
    [mode] = sword()["modes"]
    asked = TacticalMode.model_validate_json(orjson.dumps(mode | {"armor_divisor": word.value}))
    assert isinstance(asked.armor_divisor, float)
    assert [dr_over(dr, asked.armor_divisor) for dr in range(20)] == [divided_dr(dr, word) for dr in range(20)]


@pytest.mark.parametrize("value", [0, -1, 0.001, 1_000_001, "four", True, None])
def test_what_is_no_armour_divisor(value: object) -> None:
    """Numbers outside the bounds and other words are refused."""
    [mode] = sword()["modes"]
    with pytest.raises(ValidationError, match="armor_divisor"):
        TacticalMode.model_validate_json(orjson.dumps(mode | {"armor_divisor": value}))


@pytest.mark.parametrize(
    ("location", "type", "basic", "injury"),
    [
        ("torso", DamageType.SMALL_PIERCING, 1, 1),
        ("torso", DamageType.IMPALING, 3, 6),
        ("vitals", DamageType.IMPALING, 3, 9),
        ("neck", DamageType.CRUSHING, 3, 4),
        ("neck", DamageType.CUTTING, 3, 6),
        ("eye", DamageType.TOXIC, 3, 3),
        ("eye", DamageType.IMPALING, 1, 4),
        ("right_arm", DamageType.IMPALING, 5, 5),
        ("right_arm", DamageType.IMPALING, 9, 6),
        ("left_hand", DamageType.HUGE_PIERCING, 9, 4),
        ("left_foot", DamageType.BURNING, 3, 3),
    ],
)
def test_wounding(location: str, type: DamageType, basic: int, injury: int) -> None:
    """Injury is penetrating damage times the multiplier of its type there; a crippled limb loses no more."""
    assert hit(figure(hp_max=10), basic, location, type).injury == injury


@pytest.mark.parametrize(
    ("location", "injury", "crippled"),
    [
        ("right_leg", 5, False),
        ("right_leg", 6, True),
        ("right_hand", 3, False),
        ("right_hand", 4, True),
        ("eye", 9, False),
    ],
)
def test_crippling(location: str, injury: int, crippled: bool) -> None:
    """More than half the hit points cripple a limb, more than a third a hand or foot."""
    done = hit(figure(hp_max=10), injury, location, DamageType.PIERCING)
    assert (done.crippled, done.major or not crippled) == (crippled, True)


@pytest.mark.parametrize(
    ("facts", "injury", "shock"),
    [
        ({}, 1, -1),
        ({}, 9, -4),
        ({"hp_max": 19}, 3, -3),
        ({"hp_max": 20}, 3, -1),
        ({"hp_max": 35}, 5, -1),
        ({"hp_max": 40}, 40, -4),
        ({"pain": "high"}, 9, 0),
        ({"pain": "low"}, 1, -2),
        ({"pain": "low"}, 9, -8),
    ],
)
def test_shock(facts: dict[str, Any], injury: int, shock: int) -> None:
    """Shock is a point for each hit point, or each tenth of 20 and more, up to 4; pain cancels or doubles it."""
    assert shock_of(figure(**facts), injury) == shock


# Hit points and death


def test_a_hit_that_does_nothing_changes_nothing() -> None:
    """Damage that armour stops leaves the figure as it is."""
    victim = figure(armour=[{"dr": 5}])
    done, after = wounded(victim, hit(victim, 5, type=DamageType.PIERCING))
    assert (done.injury, done.shock) == (0, 0)
    assert after is victim


def test_shock_adds_up_within_a_turn() -> None:
    """Two wounds before the victim's turn cost no more than -4 together."""
    victim = figure(hp_max=18, state={"shock": -3})
    assert wounded(victim, hit(victim, 2))[1].state.shock == -4
    worse = figure(hp_max=18, state={"shock": -6})
    assert wounded(worse, hit(worse, 2))[1].state.shock == -6


@pytest.mark.parametrize(
    ("hp", "injury", "dice", "rolls", "mortal", "dead"),
    [
        (10, 19, UP, (), False, False),
        (10, 20, (*UP, *UP), (4,), False, False),
        (10, 20, (4, 4, 3), (11,), True, False),
        (10, 20, (4, 4, 4), (12,), True, False),
        (10, 20, (4, 4, 5), (13,), False, True),
        (10, 20, (5, 6, 6), (17,), False, True),
        (10, 30, (*UP, *UP, *UP), (4, 4), False, False),
        (10, 40, (*UP, *UP, *UP, *UP), (4, 4, 4), False, False),
        (10, 50, (*UP, *UP, *UP, *UP, *UP), (4, 4, 4, 4), False, False),
        (10, 40, (4, 4, 3, *UP, *UP), (11, 4, 4), True, False),
        (10, 40, (*UP, 4, 4, 5), (4, 13), False, True),
        (10, 60, (), (), False, True),
        (-10, 5, UP, (), False, False),
        (-10, 10, (*UP, *UP), (4,), False, False),
        (-45, 5, (), (), False, True),
    ],
)
def test_death_checks(
    hp: int, injury: int, dice: tuple[int, ...], rolls: tuple[int, ...], mortal: bool, dead: bool
) -> None:
    """Each multiple of full hit points below zero, newly reached, is a check; a failure by 1 or 2 is a mortal wound."""
    victim = figure(hp_max=10, hp=hp)
    major = injury > 5
    done, after = wounded(victim, hit(victim, injury, type=DamageType.PIERCING), *(dice if major else dice[3:]))
    assert (done.death_checks, done.mortal, done.dead, done.hp) == (rolls, mortal, dead, hp - injury)
    assert (after.state.dead, after.state.mortal) == (dead, mortal)
    assert after.state.unconscious is (mortal or dead)


@pytest.mark.parametrize(("total", "dice"), [("mortal", (6, 6, 5)), ("dead", (6, 6, 6))])
def test_the_healthiest_die_only_of_the_worst_roll(total: str, dice: tuple[int, int, int]) -> None:
    """At HT 16 a 17 fails by little, and an 18 is a critical failure."""
    victim = figure(hp_max=10, ht=16)
    done, _ = wounded(victim, hit(victim, 20, type=DamageType.PIERCING), *dice)
    assert ("mortal" if done.mortal else "dead" if done.dead else "") == total


def test_who_dies_of_a_later_wound_was_mortally_wounded() -> None:
    """A mortal wound stays one whatever follows it, also if the next one kills."""
    dying = figure(hp=-10, hp_max=10, state={"unconscious": True, "mortal": True})
    done, after = wounded(dying, hit(dying, 50))
    assert (done.mortal, done.dead) == (False, True)
    assert (after.state.mortal, after.state.dead) == (True, True)


def test_the_dead_and_the_unconscious_roll_for_little() -> None:
    """Who is unconscious is not knocked down, and who is dead does not die again."""
    out = figure(hp=-5, hp_max=10, state={"unconscious": True})
    assert wounded(out, hit(out, 3))[0].knockdown is TacticalKnockdown.NONE
    dead = figure(hp=-55, hp_max=10, state={"dead": True})
    assert wounded(dead, hit(dead, 40))[1].state.dead


def test_hit_points_have_a_bottom() -> None:
    """No injury takes hit points below what a request may send."""
    victim = figure(hp_max=10_000, hp=-49_000, state={"dead": True})
    assert hp_of(wounded(victim, hit(victim, 5_000))[1]) == -50_000


# Knockdown


@pytest.mark.parametrize(
    ("facts", "location", "basic", "target"),
    [
        ({}, "torso", 6, 10),
        ({"pain": "high"}, "torso", 6, 13),
        ({"pain": "low"}, "torso", 6, 6),
        ({}, "face", 6, 5),
        ({}, "vitals", 6, 5),
        ({}, "skull", 6, 0),
        ({}, "eye", 2, 0),
        ({}, "face", 3, 10),
        ({"hp_max": 12}, "skull", 3, 10),
        ({"pain": "low"}, "face", 3, 6),
        ({}, "vitals", 1, 10),
    ],
)
def test_numbers_of_knockdown(facts: dict[str, Any], location: str, basic: int, target: int) -> None:
    """Major wounds to the head or the vitals are harder to bear, and pain thresholds count; shock alone is at HT."""
    victim = figure(**({"hp_max": 10} | facts))
    there, rolled = field(victim), faces(*UP)
    wound(there, hit(victim, basic, location, DamageType.PIERCING), rolled)
    step = next(each for each in rolled.steps if "knockdown" in each.rule or "head-shock" in each.rule)
    assert step.target is not None
    assert step.target.total == target


def test_shock_in_the_vitals() -> None:
    """Shock alone knocks down from the vitals as from the head, by its own rule, and not from the torso."""
    victim = figure(hp_max=10)
    scratched, _ = wounded(victim, hit(victim, 1, "vitals", DamageType.PIERCING), *DOWN)
    assert (scratched.shock, scratched.knockdown) == (-3, TacticalKnockdown.STUNNED_PRONE)
    dice = faces(*UP)
    wound(field(victim), hit(victim, 1, "vitals", DamageType.PIERCING), dice)
    assert "tactical/injury/head-shock" in [step.rule for step in dice.steps]
    assert wounded(victim, hit(victim, 3, "torso", DamageType.PIERCING))[0].knockdown_roll is None


@pytest.mark.parametrize(
    ("armour", "dr"),
    [
        ([{"dr": 2}], 2),
        ([{"location": "torso", "dr": 5}], 5),
        ([{"dr": 2}, {"location": "torso", "dr": 5}], 5),
        ([{"location": "torso", "dr": 5}, {"location": "vitals", "dr": 1}], 1),
        ([{"location": "skull", "dr": 5}], 0),
    ],
)
def test_armour_of_the_vitals(armour: list[dict[str, Any]], dr: int) -> None:
    """The armour of the torso covers the vitals, unless armour is named for them."""
    assert dr_at(figure(armour=armour), TacticalLocation.VITALS) == dr


def test_no_knockdown_without_shock() -> None:
    """A scratch in the face of somebody who feels no pain knocks nobody down."""
    victim = figure(pain="high")
    assert wounded(victim, hit(victim, 3, "face"))[0].knockdown_roll is None


@pytest.mark.parametrize(
    ("dice", "result"),
    [
        ((3, 3, 4), TacticalKnockdown.NONE),
        ((3, 4, 4), TacticalKnockdown.STUNNED_PRONE),
        ((4, 5, 5), TacticalKnockdown.STUNNED_PRONE),
        ((5, 5, 5), TacticalKnockdown.UNCONSCIOUS),
        ((5, 6, 6), TacticalKnockdown.UNCONSCIOUS),
    ],
)
def test_results_of_knockdown(dice: tuple[int, int, int], result: TacticalKnockdown) -> None:
    """A failure stuns and fells, one by 5 or a critical one knocks out; whoever falls drops everything."""
    victim = figure(weapons=[sword(), bow()], ready={"right": "sword", "left": "bow"}, state={"stun_ending": True})
    done, after = wounded(victim, hit(victim, 6, type=DamageType.PIERCING), *dice)
    down = result is not TacticalKnockdown.NONE
    assert done.knockdown is result
    assert after.state.stunned is (result is TacticalKnockdown.STUNNED_PRONE)
    assert after.state.unconscious is (result is TacticalKnockdown.UNCONSCIOUS)
    assert (after.posture is Posture.LYING) is down
    assert after.state.dropped == (("sword", "bow") if down else ())
    assert after.state.stun_ending is (result is not TacticalKnockdown.STUNNED_PRONE)
    assert after.hex == ((0, 1) if down else (0, 0))


def test_bare_hands_and_shields_are_not_dropped() -> None:
    """A body keeps its own weapons, and a shield stays on the arm."""
    fist = {"id": "fist", "skill": "Brawling", "kind": "natural", "hands": 0, "modes": sword()["modes"]}
    shield = {"db": 1, "level": 10}
    victim = figure(weapons=[fist], ready={"right": "fist"}, shield=shield)
    _, after = wounded(victim, hit(victim, 6, type=DamageType.PIERCING), *DOWN)
    assert (after.state.dropped, after.ready.right, after.shield) == ((), "fist", victim.shield)


def test_who_falls_lets_go_and_leaves_close_combat_if_out() -> None:
    """The stunned end their holds; the unconscious their close combats as well."""
    for dice, pairs in ((DOWN, 1), (OUT, 0)):
        ground = field(figure(hex=[0, -1]), foe())
        settle_pairs(ground)
        seize(ground, "ash", "orc", 1)
        victim = ground["ash"]
        _, after = wounded(victim, hit(victim, 6, type=DamageType.PIERCING), *dice, ground=ground)
        assert after.state.grapples == ()
        assert ground["orc"].state.grappled_by == ()
        assert len(after.state.close) == pairs


def test_crippled_limbs() -> None:
    """A crippled leg fells, a crippled hand drops what it held, and a weapon in both hands with it."""
    victim = figure(hp_max=10)
    leg = wounded(victim, hit(victim, 6, "left_leg", DamageType.PIERCING), *UP)[1]
    assert (leg.posture, leg.state.crippled) == (Posture.LYING, (Part.LEFT_LEG,))
    assert leg.ready.right == "sword"
    arm = wounded(victim, hit(victim, 4, "right_hand", DamageType.PIERCING), *UP)[1]
    assert (arm.ready.right, arm.posture) == (None, Posture.STANDING)
    again = wounded(arm, hit(arm, 4, "right_hand", DamageType.PIERCING), *UP)[1]
    assert again.state.crippled == (Part.RIGHT_HAND,)
    archer = figure(weapons=[bow()], ready={"both": "bow"})
    assert wounded(archer, hit(archer, 6, "left_arm", DamageType.PIERCING), *UP)[1].ready.both is None
    other = wounded(victim, hit(victim, 4, "left_hand", DamageType.PIERCING), *UP)[1]
    assert other.ready.right == "sword"
    lying = figure(posture="lying")
    assert wounded(lying, hit(lying, 6, "left_leg", DamageType.PIERCING), *UP)[1].posture is Posture.LYING


def test_where_the_fallen_come_to_lie() -> None:
    """The head goes straight away from the blow, else clockwise to a free hex, then an occupied one, then nowhere."""
    around: list[list[int]] = [[0, 1], [-1, 1], [-1, 0], [0, -1], [1, -1], [1, 0]]
    for many, head in ((1, (-1, 1)), (5, (1, 0)), (6, (0, 1))):
        crowd = [foe(f"elf{at}", hex=here) for at, here in enumerate(around[:many])]
        victim = figure()
        ground = field(victim, *crowd)
        assert wounded(victim, hit(victim, 6, type=DamageType.PIERCING), *DOWN, ground=ground)[1].hex == head
    walls = {"edges": [{"hex": [0, 0], "direction": each, "kind": "wall"} for each in range(6)]}
    cell = figure()
    _, after = wounded(cell, hit(cell, 6, type=DamageType.PIERCING), *DOWN, ground=field(cell, map=walls))
    assert (after.hex, after.state.huddled) == ((0, 0), True)


# Aim and fatigue


def test_injury_disturbs_aim() -> None:
    """Who is hurt while aiming rolls Will or loses the aim; who is stunned loses it at once."""
    aiming: dict[str, Any] = {
        "state": {"aim": {"target": "orc", "weapon": "sword", "seconds": 1}},
        "hp_max": 12,
        "will": 10,
    }
    victim = figure(**aiming)
    kept, after = wounded(victim, hit(victim, 2, type=DamageType.PIERCING), 3, 3, 4)
    assert (kept.aim_kept, after.state.aim) == (True, victim.state.aim)
    lost, after = wounded(victim, hit(victim, 2, type=DamageType.PIERCING), 3, 4, 4)
    assert (lost.aim_kept, after.state.aim) == (False, None)
    stunned, after = wounded(victim, hit(victim, 8, type=DamageType.PIERCING), *DOWN)
    assert (stunned.aim_kept, after.state.aim) == (None, None)
    unhurt = figure(**aiming, armour=[{"dr": 9}])
    assert wounded(unhurt, hit(unhurt, 2, type=DamageType.PIERCING))[0].aim_kept is None


def test_fatigue_damage() -> None:
    """Damage of that type takes fatigue points, and no hit points."""
    victim = figure(ht=10, armour=[{"dr": 2}])
    done, after = wounded(victim, hit(victim, 6, type=DamageType.FATIGUE))
    assert (done.injury, done.hp, after.fp, after.hp) == (4, 10, 6, None)
    assert wounded(victim, hit(victim, 2, type=DamageType.FATIGUE))[1] is victim
