"""Every row of the four tables of critical hits and misses, and what it does to figures and weapons."""

from typing import Any, Final

import pytest

from service.dice.model import THREE_D6
from service.dice.ways import faces_adding_to
from service.rules.roll_under.words import Posture
from service.rules.tactical.attack.records import TacticalAttackOutcome, TacticalMishap, TacticalWound
from service.rules.tactical.book.critical_results import TacticalCriticalHit, TacticalCriticalMiss
from service.rules.tactical.book.words import TacticalLocation
from service.rules.tactical.figures.models import TacticalFigure
from tests.rules.tactical.scenes import bow, figure, foe, sword
from tests.rules.tactical.strikes import after, defends, strike

Hit = TacticalCriticalHit
Miss = TacticalCriticalMiss
LUCKY: Final = (1, 1, 1)
HOPELESS: Final = (6, 6, 6)
UP: Final = (1, 1, 2)
"""A roll that every check passes."""


def three(total: int) -> tuple[int, ...]:
    """Three faces that add up to a total."""
    return faces_adding_to(total, THREE_D6)


def club(damage: str = "2d", type: str = "crushing", **facts: Any) -> dict[str, Any]:
    """A club, skill 12."""
    mode = {"name": "swing", "kind": "swing", "damage": damage, "type": type, "reaches": [1]}
    return sword(id="club", modes=[mode], **facts)


def fist(limb: str = "right", **facts: Any) -> dict[str, Any]:
    """A part of the body that strikes, skill 12."""
    mode = {"name": "punch", "kind": "thrust", "damage": "1d-3", "type": "crushing", "reaches": [0, 1]}
    plain = {"id": "fist", "skill": "Brawling", "level": 12, "kind": "natural", "hands": 0, "limb": limb}
    return plain | {"modes": [mode]} | facts


# Critical hits


def struck(
    total: int, *dice: int, location: str = "torso", type: str = "crushing", **facts: Any
) -> TacticalAttackOutcome:
    """A critical hit with this roll on the table, against DR 3 and 40 hit points; the victim holds a sword."""
    weapon = club(type=type)
    attacker = figure(weapons=[weapon], ready={"right": "club"})
    plain: dict[str, Any] = {"hp_max": 40, "st": 40, "armour": [{"dr": 3}]}
    victim = foe(**(plain | facts))
    return strike([attacker, victim], *LUCKY, *three(total), *dice, location=location)


BODY: Final = {
    3: (Hit.TRIPLE, 15, 3),
    4: (Hit.HALF_ARMOR, 5, 1),
    5: (Hit.DOUBLE, 10, 3),
    6: (Hit.MAXIMUM, 12, 3),
    7: (Hit.MAJOR, 5, 3),
    8: (Hit.CRIPPLING, 5, 3),
    9: (Hit.NOTHING, 5, 3),
    10: (Hit.NOTHING, 5, 3),
    11: (Hit.NOTHING, 5, 3),
    12: (Hit.DROPS, 5, 3),
    13: (Hit.MAJOR, 5, 3),
    14: (Hit.MAJOR, 5, 3),
    15: (Hit.MAXIMUM, 12, 3),
    16: (Hit.DOUBLE, 10, 3),
    17: (Hit.HALF_ARMOR, 5, 1),
    18: (Hit.TRIPLE, 15, 3),
}
HEAD: Final = {
    3: (Hit.MAXIMUM_THROUGH_ARMOR, 12, 0),
    4: (Hit.HALF_ARMOR_MAJOR, 5, 2),
    5: (Hit.HALF_ARMOR_MAJOR, 5, 2),
    6: (Hit.EYE, 5, 3),
    7: (Hit.EYE, 5, 3),
    8: (Hit.DAZED, 5, 3),
    9: (Hit.NOTHING, 5, 3),
    10: (Hit.NOTHING, 5, 3),
    11: (Hit.NOTHING, 5, 3),
    12: (Hit.SCARRED, 5, 3),
    13: (Hit.SCARRED, 5, 3),
    14: (Hit.DROPS, 5, 3),
    15: (Hit.MAXIMUM, 12, 3),
    16: (Hit.DOUBLE, 10, 3),
    17: (Hit.HALF_ARMOR, 5, 2),
    18: (Hit.TRIPLE, 15, 3),
}


@pytest.mark.parametrize("location", ["torso", "face"])
@pytest.mark.parametrize("total", range(3, 19))
def test_rows_of_critical_hits(total: int, location: str) -> None:
    """Each row multiplies damage, takes armour, or brings its effect; DR is halved up by the table for the head."""
    effect, basic, dr = (BODY if location == "torso" else HEAD)[total]
    damage = () if effect in (Hit.MAXIMUM, Hit.MAXIMUM_THROUGH_ARMOR) else (2, 3)
    majors = (Hit.MAJOR, Hit.HALF_ARMOR_MAJOR)
    needs = effect in majors or (location == "face" and _shocks(basic, dr, effect))
    outcome = struck(total, *damage, *(UP if needs else ()), location=location)
    wound = outcome.attacks[0].wounds[0]
    assert (outcome.attacks[0].critical_roll, wound.critical, wound.basic, wound.dr) == (total, effect, basic, dr)
    assert wound.major is (effect in majors)
    victim = after(outcome, "orc")
    assert (victim.ready.right is None) is (effect is Hit.DROPS)
    assert victim.state.must_do_nothing is (effect is Hit.DAZED)
    assert (wound.location is TacticalLocation.EYE) is (effect is Hit.EYE)


def _shocks(basic: int, dr: int, effect: TacticalCriticalHit) -> bool:
    """Whether 40 hit points feel a shock: at a point for every four, four times as many in an eye."""
    return (basic - dr) * (4 if effect is Hit.EYE else 1) >= 4


def test_a_crippling_critical_hit_numbs_a_limb_and_doubles_shock() -> None:
    """Damage past the armour doubles the shock, up to -8, and disables the limb for 16 - HT seconds, at least 2."""
    outcome = struck(8, 6, 6, location="right_arm", ht=12)
    victim = after(outcome, "orc")
    assert victim.state.shock == -4
    assert [(each.location, each.seconds) for each in victim.state.disabled] == [(TacticalLocation.RIGHT_ARM, 4)]
    assert victim.ready.right is None
    legs = after(struck(8, 6, 6, location="left_leg", ht=15), "orc")
    assert legs.posture is Posture.LYING
    assert legs.state.disabled[0].seconds == 2
    unhurt = struck(8, 1, 1, location="right_arm")
    assert [each.id for each in unhurt.figures] == ["ash"]


def test_double_shock_ends_at_eight() -> None:
    """Twice a shock of 4 is 8, and a later wound does not lessen it."""
    outcome = struck(8, 6, 6, *UP, location="right_arm", hp_max=19, st=18, armour=[])
    assert after(outcome, "orc").state.shock == -8
    assert outcome.attacks[0].wounds[0].shock == -8


# Critical misses with a weapon


def missed(
    total: int, *dice: int, weapon: dict[str, Any] | None = None, **facts: Any
) -> tuple[TacticalFigure, TacticalMishap]:
    """A critical miss with this roll on the table: the attacker afterwards, and the critical miss."""
    held = club("1d+2") if weapon is None else weapon
    hand = {} if held["kind"] == "natural" else {"both" if held.get("hands") == 2 else "right": held["id"]}
    attacker = figure(**({"weapons": [held], "ready": hand} | facts))
    outcome = strike([attacker, foe(hex=[0, -1])], *HOPELESS, *three(total), *dice)
    assert outcome.verdict.hits == 0
    return after(outcome, "ash"), outcome.attacks[0].mishaps[0]


@pytest.mark.parametrize(
    ("total", "dice", "effect"),
    [
        (3, (), Miss.BREAKS),
        (4, (), Miss.BREAKS),
        (5, (3, 4), Miss.HITS_SELF),
        (6, (4, 4), Miss.HITS_SELF_HALF),
        (7, (), Miss.LOSES_BALANCE),
        (8, (), Miss.UNREADY),
        (9, (), Miss.DROPS),
        (10, (), Miss.DROPS),
        (11, (), Miss.DROPS),
        (12, (), Miss.UNREADY),
        (13, (), Miss.LOSES_BALANCE),
        (14, (2, 3), Miss.FLIES),
        (15, (), Miss.STRAINS_ARM),
        (16, (), Miss.FALLS),
        (17, (), Miss.BREAKS),
        (18, (), Miss.BREAKS),
    ],
)
def test_rows_of_critical_misses(total: int, dice: tuple[int, ...], effect: TacticalCriticalMiss) -> None:
    """Each row of the table for weapons does to the attacker and his weapon what it says."""
    attacker, mishap = missed(total, *dice, *(UP if effect is Miss.HITS_SELF else ()))
    state = attacker.state
    assert (mishap.effect, mishap.roll) == (effect, total)
    assert (attacker.ready.right is None) is (effect in (Miss.BREAKS, Miss.DROPS, Miss.FLIES))
    assert state.broken == (("club",) if effect is Miss.BREAKS else ())
    assert state.dropped == (("club",) if effect in (Miss.DROPS, Miss.FLIES) else ())
    assert state.unready == (("club",) if effect in (Miss.UNREADY, Miss.STRAINS_ARM) else ())
    assert state.off_balance is (effect is Miss.LOSES_BALANCE)
    assert (attacker.posture is Posture.LYING) is (effect is Miss.FALLS)
    lame = [(each.location, each.seconds) for each in state.disabled]
    assert lame == ([(TacticalLocation.RIGHT_ARM, 1800)] if effect is Miss.STRAINS_ARM else [])


def test_hitting_oneself() -> None:
    """A low die hits the other arm and a high one the leg, with the weapon's damage or half of it."""
    arm, leg = missed(5, 1, 2)[1].wounds[0], missed(6, 6, 3)[1].wounds[0]
    assert (arm.location, arm.basic) == (TacticalLocation.LEFT_ARM, 4)
    assert (leg.location, leg.basic) == (TacticalLocation.LEFT_LEG, 2)
    fixed = missed(5, 1, weapon=club("0d+4"))[1].wounds[0]
    assert (fixed.location, fixed.basic) == (TacticalLocation.LEFT_ARM, 4)


@pytest.mark.parametrize("total", [5, 6])
def test_piercing_attacks_roll_again_before_hitting_oneself(total: int) -> None:
    """Impaling and ranged attacks roll once more, and hit the attacker only if the table says so again."""
    _, elsewhere = missed(total, *three(9), weapon=club("1d", "impaling"))
    assert elsewhere.effect is Miss.DROPS
    again = missed(total, *three(6), 6, 4, weapon=club("1d", "impaling"))[1]
    assert (again.effect, again.wounds[0].basic) == (Miss.HITS_SELF_HALF, 2)


def test_sturdy_weapons_break_only_if_a_second_roll_says_so() -> None:
    """A sturdy weapon is dropped unless the second roll breaks it, too."""
    assert missed(3, *three(10), weapon=club(sturdy=True))[1].effect is Miss.DROPS
    assert missed(18, *three(17), weapon=club(sturdy=True))[1].effect is Miss.BREAKS


def test_cheap_weapons_break_when_dropped() -> None:
    """A cheap weapon breaks on a roll that would drop a better one."""
    assert missed(10, weapon=club(quality="cheap"))[1].effect is Miss.BREAKS


def test_only_swung_weapons_fly_and_shooters_do_not_fall() -> None:
    """A thrust weapon is dropped instead of flying off; a shooter loses its balance instead of falling."""
    spear = club()
    spear["modes"][0]["kind"] = "thrust"
    assert missed(14, weapon=spear)[1].effect is Miss.DROPS
    shooter, mishap = missed(16, weapon=bow())
    assert (mishap.effect, shooter.posture) == (Miss.LOSES_BALANCE, Posture.STANDING)
    lame, _ = missed(15, weapon=bow())
    assert [each.location for each in lame.state.disabled] == [TacticalLocation.RIGHT_ARM]


def landing(facing: int, *dice: int, **facts: Any) -> tuple[TacticalWound, ...]:
    """A club flies two yards towards the elf, who stands there; the wounds that it does."""
    attacker = figure(weapons=[club("1d+2")], ready={"right": "club"})
    where = [0, -2] if facing == 0 else [0, 2]
    elf = foe("elf", hex=where, **({"dx": 12} | facts))
    forward = (2, 1) if facing == 0 else (2, 6)
    outcome = strike([attacker, foe(), elf], *HOPELESS, *three(14), *forward, *dice)
    return outcome.attacks[0].mishaps[0].wounds


def test_a_flying_weapon_may_hit_somebody() -> None:
    """Whoever stands where it lands, in front or behind, rolls DX or takes half damage; who is out cannot roll."""
    assert landing(0, *three(12)) == ()
    assert [each.basic for each in landing(3, *three(13), 6)] == [4]
    assert [each.basic for each in landing(0, 4, state={"unconscious": True})] == [3]
    assert landing(0, state={"dead": True}) == ()
    shield = {"db": 2, "level": 10}
    pair = {"foe": "imp", "hex": [0, -2], "own_side": 0, "turns": 2}
    attacker = figure(weapons=[club("1d+2")], ready={"right": "club"})
    crowd = [
        foe("elf", hex=[0, -2], dx=12, shield=shield, state={"close": [pair]}),
        figure("imp", hex=[0, -2], dx=18),
    ]
    outcome = strike([attacker, foe(), *crowd], *HOPELESS, *three(14), 2, 1, *three(11), 6, *three(12))
    assert [each.figure for each in outcome.attacks[0].mishaps[0].wounds] == ["elf"]


def test_whoever_is_held_avoids_a_flying_weapon_less_often() -> None:
    """A hold takes 4 from the DX of whoever stands where a weapon lands."""
    held = {"dx": 16, "state": {"grappled_by": ["imp"]}}
    imp = figure("imp", hex=[1, -2])
    attacker = figure(weapons=[club("1d+2")], ready={"right": "club"})
    people = [attacker, foe(), foe("elf", hex=[0, -2], **held), imp]
    assert strike(people, *HOPELESS, *three(14), 2, 1, *three(12)).attacks[0].mishaps[0].wounds == ()
    hurt = strike(people, *HOPELESS, *three(14), 2, 1, *three(13), 6).attacks[0].mishaps[0].wounds
    assert [each.figure for each in hurt] == ["elf"]


# Critical misses without a weapon


@pytest.mark.parametrize(
    ("total", "dice", "effect"),
    [
        (3, (), Miss.KNOCKED_OUT),
        (4, (), Miss.STRAINS_LIMB),
        (5, (6,), Miss.HITS_SOLID),
        (6, (6,), Miss.HITS_SOLID_HALF),
        (7, (), Miss.STUMBLES),
        (8, (), Miss.FALLS),
        (9, (), Miss.LOSES_BALANCE),
        (10, (), Miss.LOSES_BALANCE),
        (11, (), Miss.LOSES_BALANCE),
        (12, (4, 4, 4), Miss.TRIPS),
        (13, (), Miss.EXPOSED),
        (14, (), Miss.STUMBLES),
        (15, (5,), Miss.HURTS_LIMB),
        (16, (6,), Miss.HITS_SOLID),
        (17, (), Miss.STRAINS_LIMB),
        (18, (), Miss.KNOCKED_OUT),
    ],
)
def test_rows_of_unarmed_critical_misses(total: int, dice: tuple[int, ...], effect: TacticalCriticalMiss) -> None:
    """Each row of the table for bare hands does to the attacker what it says."""
    attacker, mishap = missed(total, *dice, weapon=fist(), st=13)
    state = attacker.state
    assert (mishap.effect, mishap.roll) == (effect, total)
    assert state.unconscious is (effect is Miss.KNOCKED_OUT)
    assert (attacker.posture is Posture.LYING) is (effect in (Miss.KNOCKED_OUT, Miss.FALLS, Miss.TRIPS))
    assert state.off_balance is (effect in (Miss.LOSES_BALANCE, Miss.EXPOSED))
    hurt = {Miss.STRAINS_LIMB: 1, Miss.HITS_SOLID: 6, Miss.HITS_SOLID_HALF: 3, Miss.HURTS_LIMB: 2}
    assert [each.injury for each in mishap.wounds] == ([hurt[effect]] if effect in hurt else [])
    assert all(each.location is TacticalLocation.RIGHT_ARM for each in mishap.wounds)
    assert bool(state.disabled) is (effect is Miss.STRAINS_LIMB)
    assert (attacker.hex, attacker.facing) == (
        ((0, -2), 0) if effect is Miss.STUMBLES else (attacker.hex, attacker.facing)
    )


def test_a_torn_muscle_hampers_even_without_injury() -> None:
    """1d-3 that comes to nothing still costs a point of skill next turn; armour does not help against the rest."""
    attacker, mishap = missed(15, 2, weapon=fist(), armour=[{"dr": 9}])
    assert (mishap.wounds[0].injury, attacker.state.shock) == (0, -1)
    assert missed(15, 6, weapon=fist(), armour=[{"dr": 9}])[1].wounds[0].injury == 3


@pytest.mark.parametrize(
    ("limb", "location", "seconds"),
    [
        ("left", TacticalLocation.LEFT_ARM, 1800),
        ("both", TacticalLocation.RIGHT_ARM, 1800),
        ("legs", TacticalLocation.RIGHT_LEG, 1800),
        ("head", TacticalLocation.FACE, None),
    ],
)
def test_the_limb_that_strikes_is_strained(limb: str, location: TacticalLocation, seconds: int | None) -> None:
    """A strain hurts the limb that struck and makes it useless for half an hour; a head is only hurt."""
    attacker, mishap = missed(4, *(UP if limb == "head" else ()), weapon=fist(limb))
    assert mishap.wounds[0].location is location
    assert [each.seconds for each in attacker.state.disabled] == ([] if seconds is None else [seconds])


def test_a_trip_that_is_rolled_well_is_nothing() -> None:
    """A DX roll that succeeds keeps a tripping attacker on its feet; pain of its turn counts."""
    for shock, posture in ((0, Posture.STANDING), (-1, Posture.LYING)):
        attacker, mishap = missed(12, *three(10), weapon=fist(), state={"shock": shock})
        assert (mishap.effect, attacker.posture) == (Miss.TRIPS, posture)


def test_a_stumble_without_room_turns_the_back() -> None:
    """Who has no room behind its foe stays, with its back to him; a lying one cannot stumble."""
    attacker = figure(weapons=[fist()], ready={})
    crowd = [attacker, foe(), foe("elf", hex=[0, -2])]
    outcome = strike(crowd, *HOPELESS, *three(7))
    stumbled = after(outcome, "ash")
    assert (stumbled.hex, stumbled.facing) == ((0, 0), 0)
    low = strike([figure(weapons=[fist()], ready={}, posture="lying", hex=[0, 0]), foe()], *HOPELESS, *three(7))
    assert after(low, "ash").hex == (0, 0)
    empty = strike([attacker, foe(hex=[4, 4])], *HOPELESS, *three(7), hex=[0, -1], defense=None)
    assert after(empty, "ash").posture is Posture.LYING


def test_a_stumble_in_close_combat_leads_through_the_hex() -> None:
    """Out of a shared hex a stumble leads over the foe's half of it, and ends the close combat."""
    attacker = figure(weapons=[fist()], ready={}, hex=[0, -1])
    outcome = strike([attacker, foe()], *HOPELESS, *three(14))
    stumbled = after(outcome, "ash")
    assert (stumbled.hex, stumbled.state.close) == ((0, -2), ())
    assert after(outcome, "orc").state.close == ()


# Defenses that go very well or very badly


def parried(guards: dict[str, Any], kind: str, *dice: int) -> TacticalAttackOutcome:
    """A blow that hits, against somebody who defends himself so."""
    attacker = figure(weapons=[club("1d")], ready={"right": "club"})
    choice = {"preferences": [{"kind": kind}], "forced": True}
    return strike([attacker, foe(**guards)], *three(10), *dice, defense=choice)


def test_a_critical_defense_makes_a_melee_attacker_miss_critically() -> None:
    """The attacker rolls on its table; a shooter does not."""
    outcome = parried(defends("dodge", 9), "dodge", *LUCKY, *three(7))
    assert after(outcome, "ash").state.off_balance
    shooter = figure(weapons=[bow()], ready={"both": "bow"})
    choice = {"preferences": [{"kind": "dodge"}], "forced": True}
    shot = strike([shooter, foe(hex=[0, -2], **defends("dodge", 9))], *three(10), *LUCKY, defense=choice)
    assert shot.attacks[0].mishaps == ()


def test_critical_failures_of_defenses() -> None:
    """A dodge that fails critically ends on the ground, a block with an unready shield, a parry on the table."""
    fallen = parried(defends("dodge", 9), "dodge", *HOPELESS, 1)
    assert after(fallen, "orc").posture is Posture.LYING
    blocked = parried(defends("block", 9), "block", *HOPELESS, 1)
    shield = after(blocked, "orc").shield
    assert shield is not None
    assert not shield.ready
    dropped = parried(defends("parry", 9), "parry", *HOPELESS, *three(9), 1)
    assert after(dropped, "orc").state.dropped == ("guard",)
    bare = {"weapons": [], "ready": {}, "skills": [{"name": "Karate", "level": 14}]}
    stumbled = parried(bare, "parry", *HOPELESS, *three(14), 1)
    assert after(stumbled, "orc").posture is Posture.LYING


def test_who_lies_cannot_fall() -> None:
    """A critical failure of a lying dodger changes nothing more."""
    outcome = parried(defends("dodge", 9) | {"posture": "lying"}, "dodge", *HOPELESS, 1)
    assert after(outcome, "orc").posture is Posture.LYING
