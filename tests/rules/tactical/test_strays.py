"""Whom an attack hits that was meant for somebody else: shots that miss or are dodged, blows into close combat."""

from typing import Any, Final

from service.rules.kernel.verdict import AttackResult
from service.rules.tactical.attack.records import TacticalAttackOutcome
from service.rules.tactical.book.options import TacticalRulings
from service.rules.tactical.figures.models import TacticalFigure
from tests.rules.tactical.scenes import bow, figure, foe, sword
from tests.rules.tactical.strikes import NO_DEFENSE, after, chosen, defends, strike

MISS: Final = (5, 5, 5)
HIT: Final = (3, 3, 3)
BADLY: Final = (6, 6, 6)
TORSO: Final = (3, 3, 3)
SCRATCH: Final = (1,)
"""The die of an arrow that does 3 points of damage, impaling for 6."""


def archer(level: int = 12, **facts: Any) -> TacticalFigure:
    """A figure with a bow at [0, 0]; it is so large that nobody is too large to shoot past."""
    weapon = bow(level=level, max_range=facts.pop("max_range", 150), half_range=facts.pop("half_range", None))
    plain: dict[str, Any] = {"weapons": [weapon], "ready": {"both": "bow"}, "sm": 20}
    return figure(**(plain | facts))


def elf(id: str = "elf", **facts: Any) -> TacticalFigure:
    """Somebody who may be hit astray, with enough hit points to stand it."""
    return foe(id, **({"hp_max": 100, "hex": [0, -3], "sm": 3} | facts))


def orc(**facts: Any) -> TacticalFigure:
    """The target, two hexes away."""
    return foe(**({"hex": [0, -2]} | facts))


def shoot(
    people: list[TacticalFigure], *dice: int, rulings: TacticalRulings | None = None, **facts: Any
) -> TacticalAttackOutcome:
    """A shot at the orc; nobody defends himself unless a test says so."""
    ids = [each.id for each in people if each.id not in ("ash", "orc")]
    plain: dict[str, Any] = {"defenses": [{"figure": each, "defense": NO_DEFENSE} for each in ids]}
    known = TacticalRulings(open_plain=True) if rulings is None else rulings
    return strike(people, *dice, rulings=known, **(plain | facts))


def tried(outcome: TacticalAttackOutcome) -> list[str]:
    """Who may have been hit, in order."""
    return [each.figure for each in outcome.attacks[0].strays]


def options(**chosen_options: Any) -> TacticalRulings:
    """Rulings for an endless plain."""
    return TacticalRulings(open_plain=True).model_copy(update=chosen_options)


# Shots


def test_a_shot_in_close_combat_has_no_line() -> None:
    """A shot at a foe in one's own hex may hit another one there if it misses, and nobody if it is dodged."""
    pistol = bow(ranged_class="firearm", hands=1, bulk=-2)
    shooter = figure(weapons=[pistol], ready={"right": "bow"}, hex=[0, -1])
    people = [shooter, orc(hex=[0, -1], basic_speed=8), elf(hex=[0, -1])]
    assert shoot(people, *MISS, *HIT, *TORSO, *SCRATCH).attacks[0].hit == "elf"
    dodged = shoot(people, *HIT, *HIT, defense=chosen("dodge"))
    assert (tried(dodged), dodged.verdict.outcome) == ([], AttackResult.DODGED)


def test_a_stray_hit_rolls_a_location_and_damage() -> None:
    """Somebody hit astray is hit anywhere; without locations in the torso."""
    outcome = shoot([archer(), orc(), elf()], *MISS, *HIT, *TORSO, *SCRATCH)
    report = outcome.attacks[0]
    assert (report.outcome, report.hit, report.hits) == (AttackResult.MISS, "elf", 1)
    assert report.strays[0].number.total <= 9
    assert (outcome.verdict.hits, outcome.verdict.stray, outcome.verdict.stray_injury) == (0, "elf", 6)
    plain = shoot([archer(), orc(), elf()], *MISS, *HIT, *SCRATCH, rulings=options(locations=False))
    assert plain.verdict.stray == "elf"


def test_three_and_four_allow_no_defense_and_seventeen_just_misses() -> None:
    """A stray roll has no critical miss, and its best rolls no defense and no critical hit."""
    guarded: dict[str, Any] = {"defenses": [{"figure": "elf", "defense": chosen("dodge")}]}
    people = [archer(), orc(), elf(basic_speed=8)]
    assert shoot(people, *MISS, 1, 1, 2, *TORSO, *SCRATCH, **guarded).verdict.stray == "elf"
    assert shoot(people, *MISS, *BADLY, **guarded).verdict.stray is None
    dodged = shoot(people, *MISS, *HIT, *HIT, **guarded)
    assert (tried(dodged), dodged.verdict.stray) == (["elf"], None)


def test_several_at_one_distance_come_in_random_order() -> None:
    """A die picks who comes first; the others come after him."""
    twins = [elf("elf", fighting=False), elf("imp", fighting=False)]
    outcome = shoot([archer(), orc(), *twins], *MISS, 6, *MISS, *HIT, *TORSO, *SCRATCH)
    assert tried(outcome) == ["imp", "elf"]
    assert outcome.verdict.stray == "elf"


def test_who_cannot_be_hit_is_passed_over() -> None:
    """A number below 3 is not rolled."""
    outcome = shoot([archer(), orc(), elf(sm=-10)], *MISS)
    assert tried(outcome) == []


def test_nearer_ones_come_before_the_target_and_the_far_ones_after() -> None:
    """Those before the target come first, then others in its hex, then those beyond."""
    near = elf("near", hex=[0, -1])
    beside = elf("beside", fighting=False)
    people = [archer(18), orc(hex=[0, -3], fighting=False), near, beside, elf("far", hex=[0, -5])]
    outcome = shoot(people, *MISS, *MISS, *MISS, *MISS)
    assert tried(outcome) == ["near", "beside", "far"]


def test_a_dodged_shot_hits_only_those_beyond() -> None:
    """Nobody before the target is checked after a dodge, and nobody in its hex."""
    people = [archer(18), orc(hex=[0, -3], basic_speed=8), elf("near", hex=[0, -1]), elf("far", hex=[0, -5])]
    outcome = shoot(people, *HIT, *HIT, *MISS, defense=chosen("dodge"))
    assert outcome.verdict.outcome is AttackResult.DODGED
    assert tried(outcome) == ["far"]


def test_a_blocked_shot_hits_nobody() -> None:
    """What is blocked ends on the ground."""
    people = [archer(), orc(**defends("block", 12)), elf()]
    outcome = shoot(people, *HIT, *HIT, defense=chosen("block"))
    assert (outcome.verdict.outcome, tried(outcome)) == (AttackResult.BLOCKED, [])


def test_a_block_ends_a_stray_shot() -> None:
    """Who blocks a stray shot stops it; those behind him are not checked."""
    people = [archer(), orc(), elf(**defends("block", 12)), elf("far", hex=[0, -5])]
    guarded: dict[str, Any] = {
        "defenses": [{"figure": "elf", "defense": chosen("block")}, {"figure": "far", "defense": NO_DEFENSE}]
    }
    outcome = shoot(people, *MISS, *HIT, *HIT, **guarded)
    assert tried(outcome) == ["elf"]
    assert after(outcome, "elf").state.blocked


def test_a_defense_against_a_stray_shot_is_not_refused() -> None:
    """A forced defense that is not possible against a shot is no defense."""
    guarded: dict[str, Any] = {"defenses": [{"figure": "elf", "defense": chosen("parry")}]}
    outcome = shoot([archer(), orc(), elf()], *MISS, *HIT, *TORSO, *SCRATCH, **guarded)
    assert outcome.verdict.stray == "elf"


def test_a_shot_flies_as_far_as_the_option_says() -> None:
    """By default it flies on to its maximum range; the option ends it in the target's hex."""
    people = [archer(), orc(), elf()]
    assert tried(shoot(people, *MISS, *MISS)) == ["elf"]
    assert tried(shoot(people, *MISS, rulings=options(stray_extent="target"))) == []
    assert tried(shoot([archer(max_range=2), orc(), elf()], *MISS)) == []


def test_who_is_low_is_hit_astray_as_the_option_says() -> None:
    """By the letter a kneeler counts only if the shooter is as low; the unified rule counts him if the target is."""
    people = [archer(), orc(posture="kneeling"), elf(posture="kneeling")]
    assert tried(shoot(people, 4, 4, 4)) == []
    assert tried(shoot(people, 4, 4, 4, *MISS, rulings=options(posture_rule="unified"))) == ["elf"]
    low = [archer(posture="kneeling"), orc(), elf(posture="kneeling")]
    assert tried(shoot(low, *MISS, *MISS)) == ["elf"]


def test_a_critical_miss_goes_astray_unless_the_weapon_did_not_fire() -> None:
    """A shooter who loses his balance may still hit somebody, one who drops the bow not, and by the option none."""
    people = [archer(), orc(), elf()]
    assert tried(shoot(people, *BADLY, 3, 2, 2, *MISS)) == ["elf"]
    assert tried(shoot(people, *BADLY, 3, 3, 4)) == []
    assert tried(shoot(people, *BADLY, 3, 2, 2, rulings=options(stray_on_critical=False))) == []


def test_damage_beyond_half_range_is_halved_for_each() -> None:
    """A stray shot is halved by the range of the one that it hits."""
    near = shoot([archer(half_range=2), orc(), elf()], *MISS, *HIT, *TORSO, 4)
    assert near.attacks[0].wounds[0].basic == 3
    far = shoot([archer(half_range=3), orc(), elf()], *MISS, *HIT, *TORSO, 4)
    assert far.attacks[0].wounds[0].basic == 6


def test_a_shot_at_an_empty_hex_hits_nobody_there() -> None:
    """A blind shot at an empty hex misses, however well it is rolled, and may hit those around it."""
    people = [archer(22), elf(hex=[0, -4])]
    outcome = shoot(people, *HIT, *MISS, hex=[0, -2], blind=True, defense=None)
    assert (outcome.verdict.outcome, outcome.verdict.target_status) == (AttackResult.MISS, None)
    assert tried(outcome) == ["elf"]
    assert outcome.summary == "Ash missed hex [0, -2]."


def test_rapid_fire_hits_more_often_and_a_dodge_avoids_several() -> None:
    """Each multiple of Recoil in the margin is one more hit, and each point of a dodge stops one more."""
    weapon = bow(level=14, rof=9, rcl=2, shots=20, ranged_class="firearm", half_range=None)
    shooter = figure(weapons=[weapon], ready={"both": "bow"})
    target = orc(hp_max=100, basic_speed=9)
    outcome = strike([shooter, target], *HIT, 4, 4, 2, shots=4, defense=chosen("dodge"))
    assert (outcome.attacks[0].hits, outcome.verdict.outcome) == (0, AttackResult.DODGED)
    hits = strike([shooter, target], *HIT, 4, 4, 4, 1, 1, shots=4, defense=chosen("dodge"))
    assert (hits.attacks[0].hits, hits.verdict.hits) == (2, 2)
    assert after(hits, "ash").weapons[0].shots == 16
    assert "twice for" in hits.summary
    lucky = strike([shooter, target], *HIT, 1, 1, 1, shots=4, defense=chosen("dodge"))
    assert lucky.verdict.outcome is AttackResult.DODGED


def test_thrown_weapons_leave_the_hand() -> None:
    """What is thrown lies on the ground afterwards."""
    knife = bow(id="knife", kind="thrown", ranged_class="thrown", hands=1, max_range=10, half_range=None)
    outcome = strike([figure(weapons=[knife], ready={"right": "knife"}), orc()], *MISS)
    thrower = after(outcome, "ash")
    assert (thrower.ready.right, thrower.state.dropped) == (None, ("knife",))
    broken = strike([figure(weapons=[knife], ready={"right": "knife"}), orc()], *BADLY, 1, 1, 1)
    assert after(broken, "ash").state.dropped == ()
    assert after(broken, "ash").state.broken == ("knife",)


# Blows into close combat


def brawl(*more: TacticalFigure, **facts: Any) -> list[TacticalFigure]:
    """The ash beside the orc and a friend, who are in close combat."""
    friend = figure("elf", hex=[0, -1], facing=3, hp_max=100, **facts)
    return [figure(weapons=[sword(level=14)]), foe(**defends("parry", 12)), friend, *more]


def test_a_blow_that_misses_may_hit_a_friend() -> None:
    """Others in the hex are checked after a miss, at 9 or worse, and hit anywhere."""
    outcome = shoot(brawl(), *MISS, *HIT, *TORSO, 3)
    report = outcome.attacks[0]
    assert (report.outcome, report.hit, report.strays[0].number.total) == (AttackResult.MISS, "elf", 9)
    assert "tactical/striking/wrong-number" in {each.rule for each in report.strays[0].number.terms}


def test_others_in_the_brawl_come_in_random_order() -> None:
    """A die says who comes first."""
    people = brawl(figure("imp", hex=[0, -1], facing=3))
    outcome = shoot(people, *MISS, 5, *MISS, *MISS)
    assert tried(outcome) == ["imp", "elf"]


def test_a_parry_ends_a_blow_unless_the_option_says_otherwise() -> None:
    """By default nobody else is hit after a parry, neither of the target nor of somebody else."""
    parrying: dict[str, Any] = {"defense": chosen("parry")}
    assert tried(shoot(brawl(), *HIT, *HIT, **parrying)) == []
    loose = options(striking_parry_stops=False)
    assert tried(shoot(brawl(), *HIT, *HIT, *MISS, rulings=loose, **parrying)) == ["elf"]
    guarded: dict[str, Any] = {"defenses": [{"figure": "elf", "defense": chosen("parry")}]}
    people = brawl(**defends("parry", 12))
    assert tried(shoot(people, *MISS, *HIT, *HIT, **guarded)) == ["elf"]
    assert tried(shoot(people, *MISS, *HIT, *HIT, rulings=loose, **guarded)) == ["elf"]


def test_a_dodged_blow_goes_on() -> None:
    """After a dodge others in the hex are checked; their own dodges lead on as well."""
    guarded: dict[str, Any] = {"defenses": [{"figure": "elf", "defense": chosen("dodge")}], "defense": chosen("dodge")}
    people = brawl(basic_speed=8)
    outcome = shoot(people, *HIT, 1, 1, 2, *three_misses(), *HIT, *HIT, **guarded)
    assert tried(outcome) == ["elf"]


def three_misses() -> tuple[int, int, int]:
    """The critical miss that a critical dodge brings: the weapon is unready."""
    return (2, 3, 3)


def test_a_shot_into_close_combat_goes_on_past_it() -> None:
    """After a dodge others in the brawl come first, then those beyond."""
    friend = figure("elf", hex=[0, -2], facing=3, hp_max=100)
    people = [archer(18), orc(basic_speed=8), friend, elf("far", hex=[0, -5])]
    outcome = shoot(people, *HIT, *HIT, *MISS, *MISS, defense=chosen("dodge"))
    assert tried(outcome) == ["elf", "far"]


def test_a_blow_in_close_combat_hits_nobody_else() -> None:
    """Who is in close combat itself does not strike into it; a miss is a miss."""
    dagger = sword(id="dagger", modes=[{"name": "stab", "damage": "1d", "type": "cutting", "reaches": [0]}])
    people = [figure(weapons=[dagger], ready={"right": "dagger"}, hex=[0, -1]), foe(), figure("elf", hex=[0, -1])]
    assert tried(strike(people, *MISS)) == []


def test_candidates_are_the_living() -> None:
    """The dead are nobody's wrong target."""
    assert tried(shoot(brawl(state={"dead": True}), *MISS)) == []
