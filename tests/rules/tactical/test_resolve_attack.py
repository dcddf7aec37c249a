"""Attacks, feints and second blows as requests resolve them: what they leave behind, and what players read."""

from typing import Any, Final

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from service.dice.seeded import SeededDice
from service.errors import RulesRefuse
from service.rules.kernel.verdict import AttackResult
from service.rules.roll_under.words import DamageType
from service.rules.tactical.attack.attack import resolve_attack
from service.rules.tactical.attack.exchange import roll_attack
from service.rules.tactical.attack.hits import Impact, hit_of
from service.rules.tactical.attack.odds import attack_odds
from service.rules.tactical.attack.outcomes import TacticalAttackOutcome
from service.rules.tactical.attack.plan import Conduct, plan_attack
from service.rules.tactical.book.options import TacticalDiscriminate
from service.rules.tactical.book.refusals import ManeuverConflict
from service.rules.tactical.book.words import TacticalLocation, TacticalManeuver, TacticalStatus
from service.rules.tactical.figures.models import TacticalFigure
from service.rules.tactical.figures.standing import hp_max_of, hp_of
from service.rules.tactical.rounds.shots import believes_foe
from tests.rules.announced import TruthfulDice
from tests.rules.enumeration import Document
from tests.rules.tactical.attack_proofs import attacks, maneuvers
from tests.rules.tactical.scenes import OPEN, bow, field, figure, foe, sword
from tests.rules.tactical.strikes import NO_DEFENSE, after, asked, chosen, defends, faces, strike
from tests.rules.tactical.test_attack_odds import read

HIT: Final = (3, 3, 3)
MISS: Final = (5, 5, 5)
FUMBLE: Final = (6, 6, 6)
UP: Final = (1, 1, 2)
GOOD: Final = (3, 3, 4)


def rules_of(*dice: int, people: tuple[TacticalFigure, ...] | None = None, **facts: Any) -> set[str]:
    """The ids of all rules and rulings that the steps of an attack name."""
    rolled = faces(*dice)
    resolve_attack(asked(people or (figure(), foe()), **facts), OPEN, rolled)
    terms = {each.rule for step in rolled.steps if step.target for each in step.target.terms}
    return terms | {step.rule for step in rolled.steps} | {each for step in rolled.steps for each in step.cites}


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


# Feints


def feint(*dice: int, target: TacticalFigure | None = None, **facts: Any) -> TacticalAttackOutcome:
    """A feint at the orc, who holds a sword at 12."""
    return strike([figure(), target or foe()], *dice, **({"maneuver": "feint"} | facts))


@pytest.mark.parametrize(
    ("dice", "penalty"),
    [
        ((*HIT, *MISS), 3),
        ((*HIT, 3, 4, 4), 2),
        ((*HIT, 3, 3, 3), 0),
        ((*HIT, 3, 3, 2), 0),
        ((*MISS, *FUMBLE), 0),
        ((4, 4, 4, *MISS), 0),
    ],
)
def test_feints(dice: tuple[int, ...], penalty: int) -> None:
    """A success by more lowers defenses by the margin, or by the difference if the target succeeds as well."""
    outcome = feint(*dice)
    assert outcome.feint is not None
    assert (outcome.feint.penalty, outcome.verdict.feint, outcome.verdict.outcome) == (penalty, penalty, None)
    assert after(outcome, "ash").state.maneuver is TacticalManeuver.FEINT
    fooled = [each.state.feint for each in outcome.figures if each.id == "orc"]
    assert fooled == ([] if not penalty else [fooled[0]])
    assert all((each[0].by, each[0].penalty, each[0].turns) == ("ash", penalty, 1) for each in fooled)


def test_a_feint_replaces_an_earlier_one() -> None:
    """A figure falls for the latest feint of each foe."""
    known = [{"by": "ash", "penalty": 1}, {"by": "elf", "penalty": 2}]
    outcome = feint(*HIT, *MISS, target=foe(state={"feint": known}))
    assert [(each.by, each.penalty) for each in after(outcome, "orc").state.feint] == [("elf", 2), ("ash", 3)]


def test_numbers_of_a_feint() -> None:
    """The attacker has its weapon skill, study and pain; the target its best of weapon, shield and DX."""
    state = {"shock": -2, "evaluate": {"foe": "orc", "bonus": 3}}
    shield = {"db": 1, "level": 15}
    outcome = strike([figure(state=state), foe(shield=shield)], *HIT, *HIT, maneuver="feint")
    assert outcome.feint is not None
    assert (outcome.feint.number.total, outcome.feint.target_number.total) == (13, 15)
    slung = foe(shield=shield | {"ready": False}, dx=14)
    other = feint(*HIT, *HIT, target=slung).feint
    assert other is not None
    assert other.target_number.total == 14


def test_a_feint_needs_a_foe_and_a_melee_weapon() -> None:
    """A feint at an empty hex, or with a bow, is refused."""
    with pytest.raises(ManeuverConflict, match="an empty hex"):
        strike([figure(), foe()], maneuver="feint", hex=[1, -1], defense=None)
    archer = figure(weapons=[bow()], ready={"both": "bow"})
    with pytest.raises(ManeuverConflict, match="a ranged weapon"):
        strike([archer, foe(hex=[0, -2])], maneuver="feint")


def test_an_all_out_feint_lowers_the_defense_at_once() -> None:
    """The attack that follows a feint in one maneuver meets the lowered defense."""
    facts: dict[str, Any] = {"maneuver": "all_out_attack", "option": "feint", "defense": chosen("dodge")}
    outcome = strike([figure(), foe()], *HIT, *MISS, *HIT, 2, 2, 2, 1, **facts)
    assert outcome.attacks[0].defenses[0].number.total == 5
    assert outcome.verdict.hits == 1
    assert after(outcome, "orc").state.feint[0].turns == 0
    plain = strike([figure(), foe()], *MISS, *MISS, *HIT, 2, 2, 2, **facts)
    assert plain.attacks[0].defenses[0].number.total == 8
    assert plain.summary == "ash feinted, but orc was not deceived. ash attacked orc, who dodged."


# Second blows


def twice(
    *dice: int, attacker: TacticalFigure | None = None, target: TacticalFigure | None = None, **facts: Any
) -> TacticalAttackOutcome:
    """Two blows of an All-Out Attack (Double)."""
    plain: dict[str, Any] = {"maneuver": "all_out_attack", "option": "double", "second": {}}
    return strike([attacker or figure(), target or foe(hp_max=100)], *dice, **(plain | facts))


def test_two_blows() -> None:
    """Both blows of a double attack are rolled, each to its wound."""
    outcome = twice(*HIT, 1, *HIT, 2)
    assert (len(outcome.attacks), outcome.verdict.hits, outcome.verdict.injury) == (2, 2, 7)
    mixed = twice(*HIT, 1, *MISS)
    assert (mixed.verdict.outcome, mixed.verdict.hits) == (AttackResult.HIT, 1)
    none = twice(*MISS, *MISS)
    assert none.verdict.outcome is AttackResult.MISS


def test_a_rapid_strike_is_harder() -> None:
    """Two blows of one attack are at -6 each, and the second parry at -4."""
    guard = foe(hp_max=100, **defends("parry", 12))
    attacker = figure(weapons=[sword(level=18)])
    outcome = strike([attacker, guard], *HIT, *HIT, *HIT, *HIT, 1, second={}, defense=chosen("parry"))
    assert [each.number.total for each in outcome.attacks] == [12, 12]
    assert [each.defenses[0].number.total for each in outcome.attacks] == [12, 8]


def test_no_second_blow_after_a_bad_one() -> None:
    """Who loses balance or weapon, or is knocked out, strikes no second time; nor at the dead."""
    assert len(twice(*FUMBLE, 2, 2, 3).attacks) == 1
    assert len(twice(*FUMBLE, 3, 3, 3).attacks) == 1
    assert "tactical/attack/rapid-strike" in rules_of(
        *FUMBLE, 2, 2, 3, people=(figure(weapons=[sword(level=18)]), foe()), second={}
    )
    dead = twice(*HIT, 6, target=foe(hp_max=10, hp=-48))
    assert (len(dead.attacks), dead.verdict.target_status) == (1, TacticalStatus.DEAD)
    fist = {"id": "fist", "skill": "Brawling", "level": 12, "kind": "natural", "hands": 0}
    brawler = figure(weapons=[fist | {"modes": sword()["modes"]}], ready={})
    out = twice(*FUMBLE, 1, 1, 1, attacker=brawler)
    assert (len(out.attacks), out.verdict.attacker_status) == (1, TacticalStatus.UNCONSCIOUS)
    assert len(twice(*FUMBLE, 6, 4, 3, *MISS, attacker=brawler).attacks) == 2


def test_a_foe_who_retreats_is_struck_again() -> None:
    """The second blow counts although the target has stepped out of reach; one who is knocked away is not struck."""
    guard = {"preferences": [{"kind": "dodge", "retreat": {}}], "forced": True}
    outcome = twice(*HIT, *HIT, *HIT, *MISS, 1, defense=guard)
    assert len(outcome.attacks) == 2
    assert [each.number.total for each in (outcome.attacks[1].defenses)] == [11]
    mace = sword(modes=[{"name": "swing", "damage": "3d", "type": "crushing"}])
    away = twice(*HIT, 3, 3, 3, *GOOD, attacker=figure(weapons=[mace]))
    assert len(away.attacks) == 1


def test_a_second_blow_at_somebody_else() -> None:
    """A Rapid Strike may go at two foes; the verdict counts the hits on both."""
    attacker = figure(weapons=[sword(level=18)])
    people = [attacker, foe(hp_max=100), foe("elf", hex=[1, -1], hp_max=100)]
    facts: dict[str, Any] = {"second": {"target": "elf"}, "defenses": [{"figure": "elf", "defense": NO_DEFENSE}]}
    outcome = strike(people, *HIT, 1, *HIT, 1, **facts)
    assert [each.hit for each in outcome.attacks] == ["orc", "elf"]
    assert outcome.verdict.hits == 2


def test_two_blows_at_an_unseen_hex() -> None:
    """Nobody in a hex means that neither blow hits."""
    outcome = twice(*MISS, *MISS, hex=[1, -1], defense=None, blind=True)
    assert (len(outcome.attacks), outcome.verdict.target_status) == (2, None)


# Sentences


@pytest.mark.parametrize(
    ("dice", "facts", "summary"),
    [
        ((*MISS,), {}, "ash missed orc."),
        ((*HIT, 1), {}, "ash hit orc in the torso for 3 points of injury."),
        ((*HIT, 1), {"armour": [{"dr": 1}]}, "ash hit orc in the torso for 1 point of injury."),
        ((*HIT, 1), {"armour": [{"dr": 5}]}, "ash hit orc in the torso without injury."),
        ((*HIT, 3, *MISS), {}, "ash hit orc in the torso for 6 points of injury; orc fell unconscious."),
        ((*HIT, 3, 4, 4, 4), {}, "ash hit orc in the torso for 6 points of injury; orc is stunned and down."),
        ((*HIT, 3), {"hp": -45}, "ash hit orc in the torso for 6 points of injury; orc died."),
        ((*HIT, 3, 4, 4, 3), {"hp": -5}, "ash hit orc in the torso for 6 points of injury; orc is mortally wounded."),
        ((*FUMBLE, 3, 3, 3), {}, "ash missed orc; ash dropped the weapon."),
        ((*FUMBLE, 2, 2, 1, 1, 1), {}, "ash missed orc; ash hit itself for 3 points of injury."),
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
    assert missed.summary == "ash missed orc and hit elf instead in the torso for 6 points of injury."
    dodged = strike(people, *HIT, *HIT, *HIT, *HIT, 1, **astray, defense=chosen("dodge"))
    assert dodged.summary == "ash attacked orc, who dodged, and hit elf instead in the torso for 6 points of injury."
    assert feint(*HIT, *MISS).summary == "ash feinted, and orc fell for it: -3 to defenses."


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


@settings(
    max_examples=400,
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
    max_examples=25,
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


# Discrimination


@pytest.mark.parametrize("is_foe", [False, True])
def test_what_a_watcher_believes(is_foe: bool) -> None:
    """A Vision roll that succeeds tells the truth; one that fails turns it round, or tells nothing by the option."""
    inverted, unknown = TacticalDiscriminate
    assert believes_foe(inverted, is_foe=is_foe, succeeded=True) is is_foe
    assert believes_foe(inverted, is_foe=is_foe, succeeded=False) is not is_foe
    assert believes_foe(unknown, is_foe=is_foe, succeeded=False) is None
