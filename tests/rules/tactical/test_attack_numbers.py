"""Effective skills: what each modifier adds and when, the worst of those for haste and darkness, caps, and strays."""

from typing import Any, Final

import pytest

from service.rules.tactical.attack.melee import reach_with_size, swing_class
from service.rules.tactical.attack.models import TacticalSecondBlow
from service.rules.tactical.attack.plan import Conduct, second_conduct, second_order, stray_number
from service.rules.tactical.book.options import TacticalMeleeLine, TacticalStrikingPosture
from service.rules.tactical.book.words import (
    TacticalLimb,
    TacticalManeuver,
    TacticalManeuverOption,
    TacticalSector,
    TacticalVision,
)
from service.rules.tactical.figures.field import Field
from tests.rules.tactical.attacks import armed, attack, blade, gun, ids, order, refused, terms
from tests.rules.tactical.scenes import OPEN, field, figure, foe, sword

ALL_OUT, RUN = TacticalManeuver.ALL_OUT_ATTACK, TacticalManeuver.MOVE_AND_ATTACK
DETERMINED = Conduct(ALL_OUT, TacticalManeuverOption.DETERMINED)
DOUBLE = Conduct(ALL_OUT, TacticalManeuverOption.DOUBLE)
ALL, RANGED_ONLY = TacticalStrikingPosture
HELD: Final = {"grappled_by": ["orc"]}


def close_state(*, turns: int = 2, entered: bool = False, adjacent: bool = False) -> dict[str, Any]:
    """The state of a figure in close combat with the orc, in the southern half of the hex."""
    where = [0, -1] if adjacent else [0, 0]
    pair = {"foe": "orc", "hex": where, "own_side": 3, "turns": turns, "entered": entered, "adjacent": adjacent}
    return {"close": [pair]}


def melee(target: dict[str, Any] | None = None, map: dict[str, Any] | None = None, **facts: Any) -> Field:
    """A figure with a sword at 12, and the orc before it."""
    return field(figure(**facts), foe(**(target or {})), map=map)


def shots(target: dict[str, Any] | None = None, map: dict[str, Any] | None = None, **facts: Any) -> Field:
    """A figure with a gun at 12, and the orc 2 yards to the north, where range takes nothing."""
    facts = armed(gun(rof=20)) | facts
    return field(figure(**facts), foe(**({"hex": [0, -2]} | (target or {}))), map=map)


MUD: Final = {"cells": [{"hex": [0, 0], "footing": 1}]}
MELEE: Final = {
    "plain": (melee(), {}, Conduct(), {}),
    "large target": (melee({"sm": 1}), {}, Conduct(), {"Target's size": 1}),
    "small target": (melee({"sm": -2}), {}, Conduct(), {"Target's size": -2}),
    "kneeling": (melee(posture="kneeling"), {}, Conduct(), {"Posture": -2}),
    "grappled": (melee({"state": {"grapples": [{"foe": "ash"}]}}, state=HELD), {}, Conduct(), {"Grappled": -4}),
    "grappled by a weakling": (
        melee({"state": {"grapples": [{"foe": "ash"}]}, "st": 4}, state=HELD),
        {},
        Conduct(),
        {},
    ),
    "off hand": (melee(ready={"left": "sword"}), {}, Conduct(), {"Off hand": -4}),
    "off hand of a left-handed figure": (
        melee(handedness="left"),
        {},
        Conduct(),
        {"Off hand": -4},
    ),
    "off hand, ambidextrous": (melee(ready={"left": "sword"}, ambidextrous=True), {}, Conduct(), {}),
    "natural weapon on the left": (
        melee(weapons=[blade(kind="natural", limb="left")], ready={"left": "blade"}),
        {},
        Conduct(),
        {},
    ),
    "too little ST": (melee(weapons=[sword(min_st=13)]), {}, Conduct(), {"Too little ST": -3}),
    "enough ST": (melee(weapons=[sword(min_st=10)]), {}, Conduct(), {}),
    "bad footing": (melee(map=MUD), {}, Conduct(), {"Bad footing": -2}),
    "bad footing below a flier": (melee(map=MUD, grounded=False), {}, Conduct(), {}),
    "large shield": (melee(shield={"db": 3, "level": 12, "large": True}), {}, Conduct(), {"Large shield": -2}),
    "shield": (melee(shield={"db": 2, "level": 12}), {}, Conduct(), {}),
    "evaluated": (melee(state={"evaluate": {"foe": "orc", "bonus": 3}}), {}, Conduct(), {"Evaluate": 3}),
    "another evaluated": (melee(state={"evaluate": {"foe": "elk", "bonus": 3}}), {}, Conduct(), {}),
    "determined": (melee(), {}, DETERMINED, {"Determined": 4}),
    "shock": (melee(state={"shock": -3}), {}, Conduct(), {"Shock": -3}),
    "location": (melee(), {"location": "neck"}, Conduct(), {"Neck": -5}),
    "arm": (melee(), {"location": "left_arm"}, Conduct(), {"Left arm": -2}),
    "shield arm": (
        melee({"shield": {"db": 1, "level": 10}}),
        {"location": "left_arm"},
        Conduct(),
        {"Left arm": -4},
    ),
    "shield hand": (
        melee({"shield": {"db": 1, "level": 10}}, weapons=[sword(level=20)]),
        {"location": "left_hand"},
        Conduct(),
        {"Left hand": -8},
    ),
    "the other hand": (
        melee({"shield": {"db": 1, "level": 10}}),
        {"location": "right_hand"},
        Conduct(),
        {"Right hand": -4},
    ),
    "skull": (melee(), {"location": "skull"}, Conduct(), {"Skull": -7}),
    "skull from behind": (melee({"facing": 0}), {"location": "skull"}, Conduct(), {"Skull": -5}),
    "face from behind": (melee({"facing": 0}), {"location": "face"}, Conduct(), {"Face": -7}),
    "random location": (melee(), {"random_location": True}, Conduct(), {}),
    "deceptive": (melee(), {"deceptive": 1}, Conduct(), {"Deceptive Attack": -2}),
    "rapid strike": (melee(), {"second": {}}, Conduct(), {"Rapid Strike": -6}),
    "second of a rapid strike": (melee(), {}, Conduct(second=True, rapid=True), {"Rapid Strike": -6}),
    "twilight": (melee(map={"visibility": -3}), {}, Conduct(), {"Visibility": -3}),
    "fog around the target": (
        melee(map={"cells": [{"hex": [0, -1], "visibility": -2}]}),
        {},
        Conduct(),
        {"Visibility": -2},
    ),
    "on the run": (melee(), {}, Conduct(RUN), {"Move and Attack": -4}),
    "on the run, at most 9": (
        melee(weapons=[sword(level=14)]),
        {},
        Conduct(RUN),
        {"Move and Attack": -4, "9 at most": -1},
    ),
    "wild": (melee({"hex": [0, 1]}), {}, Conduct(), {"Wild Swing": -5}),
    "wild in the dark": (melee({"hex": [0, 1]}, map={"visibility": -6}), {}, Conduct(), {"Visibility": -6}),
    "wild in the dusk": (melee({"hex": [0, 1]}, map={"visibility": -2}), {}, Conduct(), {"Wild Swing": -5}),
    "wild on the run": (melee({"hex": [0, 1]}), {}, Conduct(RUN), {"Wild Swing": -5}),
    "wild at somebody unseen": (melee(), {"blind": True}, Conduct(), {"Wild Swing": -5}),
    "wild in total darkness": (
        melee(weapons=[sword(level=15)], map={"visibility": -10}),
        {},
        Conduct(),
        {"Visibility": -10},
    ),
    "wild, blind": (melee(vision="blind"), {}, Conduct(), {"Wild Swing": -5}),
    "clumsy": (melee({"hex": [0, 1]}, vision="360"), {}, Conduct(), {"360° Vision": -2}),
    "of the caller": (
        melee(),
        {"modifiers": [{"label": "Rain", "value": -1}, {"label": "Nothing", "value": 0}]},
        Conduct(),
        {"Rain": -1},
    ),
    "of the caller, before a cap": (
        melee({"hex": [0, 1]}, weapons=[sword(level=15)]),
        {"modifiers": [{"label": "Song", "value": 2}]},
        Conduct(),
        {"Wild Swing": -5, "Song": 2, "9 at most": -3},
    ),
    "shield in close combat": (
        melee({"hex": [0, 0]}, **armed(blade((0,))), shield={"db": 2, "level": 9}, state=close_state()),
        {},
        Conduct(),
        {"Hampered by the shield": -2},
    ),
    "shield of who has entered": (
        melee(
            {"hex": [0, 0]},
            **armed(blade((0,))),
            shield={"db": 2, "level": 9},
            state=close_state(turns=1, entered=True),
        ),
        {},
        Conduct(),
        {},
    ),
    "shield of who was entered upon": (
        melee({"hex": [0, 0]}, **armed(blade((0,))), shield={"db": 2, "level": 9}, state=close_state(turns=0)),
        {},
        Conduct(),
        {"Hampered by the shield": -2},
    ),
}


@pytest.mark.parametrize(("ground", "request_", "conduct", "expected"), MELEE.values(), ids=MELEE)
def test_melee_modifiers(ground: Field, request_: dict[str, Any], conduct: Conduct, expected: dict[str, int]) -> None:
    """Each modifier of melee counts when its fact holds, and only then."""
    plan = attack(ground, conduct=conduct, **request_)
    assert terms(plan) == expected
    assert plan.number.total == plan.number.base + sum(expected.values())


RANGED: Final = {
    "plain": (shots(), {}, Conduct(), {}),
    "large target": (shots({"sm": 2}), {}, Conduct(), {"Target's size": 2}),
    "range": (shots({"hex": [0, -7]}), {}, Conduct(), {"Speed and range": -3}),
    "range and speed": (shots({"hex": [0, -7]}), {"target_speed": 8}, Conduct(), {"Speed and range": -5}),
    "range and height": (shots({"hex": [0, -3], "elevation": 4}), {}, Conduct(), {"Speed and range": -2}),
    "height of the ground": (
        shots({"hex": [0, -3]}, map={"cells": [{"hex": [0, -3], "elevation": 4}]}),
        {},
        Conduct(),
        {"Speed and range": -2},
    ),
    "kneeling target": (shots({"posture": "kneeling"}), {}, Conduct(), {"Target's posture": -2}),
    "kneeling target's leg": (
        shots({"posture": "kneeling"}),
        {"location": "left_leg"},
        Conduct(),
        {"Target's posture": -2, "Left leg": -2},
    ),
    "kneeling target's face": (
        shots({"posture": "kneeling"}),
        {"location": "face"},
        Conduct(),
        {"Face": -5},
    ),
    "kneeling shooter": (shots(posture="kneeling"), {}, Conduct(), {}),
    "determined": (shots(), {}, DETERMINED, {"Determined": 1}),
    "pop-up": (shots(), {}, Conduct(popup=True), {"Pop-up attack": -2}),
    "one hex watched": (shots(), {}, Conduct(watched=1), {}),
    "hexes watched": (shots(), {}, Conduct(watched=11), {"Hexes watched": -5}),
    "line watched": (shots(), {}, Conduct(watched=7, watched_line=True), {"Line watched": -2}),
    "discriminating": (shots(), {}, Conduct(watched=1, discriminates=True), {"Telling friend from foe": -2}),
    "five shots": (shots(), {"shots": 5}, Conduct(), {"Rapid fire": 1}),
    "shock": (shots(state={"shock": -2}), {}, Conduct(), {"Shock": -2}),
    "dusk": (shots(map={"visibility": -4}), {}, Conduct(), {"Visibility": -4}),
    "blind": (shots(**armed(gun(level=15))), {"blind": True}, Conduct(), {"Shooting blind": -10}),
    "blind in the dusk": (
        shots(**armed(gun(level=15)), map={"visibility": -4}),
        {"blind": True},
        Conduct(),
        {"Shooting blind": -10},
    ),
    "blind on the run": (
        shots(**armed(gun(level=15, bulk=-3))),
        {"blind": True},
        Conduct(RUN),
        {"Shooting blind": -10},
    ),
    "blind, at most 9": (
        shots(**armed(gun(level=21))),
        {"blind": True},
        Conduct(),
        {"Shooting blind": -10, "9 at most": -2},
    ),
    "behind, blind": (
        shots({"hex": [0, 2]}, **armed(gun(level=15))),
        {"blind": True},
        Conduct(),
        {"Shooting blind": -10},
    ),
    "on the run": (shots(**armed(gun(bulk=-1))), {}, Conduct(RUN), {"Move and Attack": -2}),
    "on the run with a bulky weapon": (
        shots(**armed(gun(bulk=-5))),
        {},
        Conduct(RUN),
        {"Move and Attack: Bulk": -5},
    ),
    "aimed for a second": (
        shots(**armed(gun(acc=4)), state={"aim": {"target": "orc", "weapon": "gun", "seconds": 1}}),
        {},
        Conduct(),
        {"Aim": 4},
    ),
    "aimed for long, braced": (
        shots(**armed(gun(acc=4)), state={"aim": {"target": "orc", "weapon": "gun", "seconds": 9, "braced": True}}),
        {},
        Conduct(),
        {"Aim": 7},
    ),
    "aimed, at most twice Acc": (
        shots(**armed(gun(acc=1)), state={"aim": {"target": "orc", "weapon": "gun", "seconds": 9, "braced": True}}),
        {},
        Conduct(),
        {"Aim": 2},
    ),
    "aimed without Acc": (
        shots(state={"aim": {"target": "orc", "weapon": "gun", "seconds": 9}}),
        {},
        Conduct(),
        {},
    ),
    "aimed with another weapon": (
        shots(**armed(gun(acc=4)), state={"aim": {"target": "orc", "weapon": "bow", "seconds": 1}}),
        {},
        Conduct(),
        {},
    ),
    "aimed at another": (
        shots(**armed(gun(acc=4)), state={"aim": {"target": "elk", "weapon": "gun", "seconds": 1}}),
        {},
        Conduct(),
        {},
    ),
    "aimed at the hex": (
        shots(**armed(gun(acc=4)), state={"aim": {"hex": [0, -2], "weapon": "gun", "seconds": 1}}),
        {},
        Conduct(),
        {"Aim": 4},
    ),
    "aimed at another hex": (
        shots(**armed(gun(acc=4)), state={"aim": {"hex": [0, -3], "weapon": "gun", "seconds": 1}}),
        {},
        Conduct(),
        {},
    ),
    "aimed, then on the run": (
        shots(**armed(gun(acc=4)), state={"aim": {"target": "orc", "weapon": "gun", "seconds": 1}}),
        {},
        Conduct(RUN),
        {"Move and Attack": -2},
    ),
    "watching one hex": (
        shots(**armed(gun(acc=4))),
        {},
        Conduct(watched=1, aim_seconds=2),
        {"Aim and Wait": 5},
    ),
    "watching one hex after aiming": (
        shots(**armed(gun(acc=4)), state={"aim": {"target": "orc", "weapon": "gun", "seconds": 2}}),
        {},
        Conduct(watched=1, aim_seconds=1),
        {"Aim": 6},
    ),
    "in close combat": (
        shots({"hex": [0, 0]}, **armed(gun(bulk=-3)), state=close_state()),
        {},
        Conduct(),
        {"Bulk in close combat": -3},
    ),
    "in close combat without Bulk": (shots({"hex": [0, 0]}, state=close_state()), {}, Conduct(), {}),
    "in close combat with a shield": (
        shots({"hex": [0, 0]}, state=close_state(), shield={"db": 1, "level": 9}),
        {},
        Conduct(),
        {"Hampered by the shield": -1},
    ),
    "in close combat on the run": (
        shots({"hex": [0, 0]}, **armed(gun(bulk=-3)), state=close_state()),
        {},
        Conduct(RUN),
        {"Bulk in close combat": -3},
    ),
    "in close combat on the run with a small weapon": (
        shots({"hex": [0, 0]}, **armed(gun(bulk=-1)), state=close_state()),
        {},
        Conduct(RUN),
        {"Bulk in close combat": -1, "Move and Attack": -1},
    ),
    "thrown in close combat": (
        shots(
            {"hex": [0, 0]},
            **armed(blade((0, 1), kind="thrown", ranged_class="thrown")),
            state=close_state(),
        ),
        {},
        Conduct(),
        {},
    ),
}


@pytest.mark.parametrize(("ground", "request_", "conduct", "expected"), RANGED.values(), ids=RANGED)
def test_ranged_modifiers(ground: Field, request_: dict[str, Any], conduct: Conduct, expected: dict[str, int]) -> None:
    """Each modifier of ranged attacks counts when its fact holds, and only then."""
    plan = attack(ground, conduct=conduct, **request_)
    assert terms(plan) == expected
    assert plan.number.total == plan.number.base + sum(expected.values())


def test_the_level_is_that_of_the_weapon_or_of_the_skill_or_a_default() -> None:
    """A weapon's level comes before the figure's skill; a body strikes with DX without one, a weapon with DX - 5."""
    skilled: dict[str, Any] = {"skills": [{"name": "Broadsword", "level": 14}]}
    assert attack(melee(**skilled)).number.total == 12
    assert attack(melee(weapons=[sword(level=None)], **skilled)).number.total == 14
    assert terms(attack(melee(weapons=[sword(level=None)], dx=13))) == {"Untrained": -5}
    assert attack(melee(**armed(blade(kind="natural", level=None)), dx=13)).number.total == 13


def test_accuracy_counts_beyond_half_range_unless_an_option_says_otherwise() -> None:
    """Beyond half range the damage is halved; Accuracy counts there or not, by the option."""
    weapon = armed(gun(acc=4, half_range=5, level=15))
    aim = {"aim": {"target": "orc", "weapon": "gun", "seconds": 3}}
    figures = figure(**weapon, state=aim), foe(hex=[0, -6])
    accurate = attack(field(*figures))
    blunt = attack(field(*figures, rulings=OPEN.model_copy(update={"acc_beyond_half": False})))
    assert (accurate.halved, terms(accurate)["Aim"], terms(blunt)["Aim"]) == (True, 6, 2)
    near = field(figures[0], foe(hex=[0, -5]))
    assert not attack(near).halved
    assert "tactical/attack/range-limits" in ids(accurate)


def test_locations_that_are_not_in_use_make_every_attack_one_at_the_torso() -> None:
    """Without the option for locations a location that is named costs nothing, and dice never say one."""
    off = OPEN.model_copy(update={"locations": False})
    ground = field(figure(), foe(), rulings=off)
    plan = attack(ground, location="neck", random_location=True)
    assert (plan.location, plan.random_location, plan.number.total) == ("torso", False, 12)
    assert "tactical/ruling/locations-in-use" in ids(plan)


def test_dice_say_where_wild_swings_and_blind_shots_hit() -> None:
    """A wild swing and a blind shot aim nowhere; an ordinary attack aims at the torso unless told otherwise."""
    assert attack(melee({"hex": [0, 1]})).random_location
    assert attack(shots(**armed(gun(level=20))), blind=True).location is None
    assert attack(melee()).location == "torso"
    assert attack(melee(), random_location=True).random_location


def strike(target: dict[str, Any], option: TacticalStrikingPosture, **facts: Any) -> Field:
    """The orc in close combat with a friend, and a figure that strikes into it."""
    theirs = {"close": [{"foe": "elm", "hex": [0, -1], "own_side": 3}], "huddled": True}
    friend = figure("elm", hex=[0, -1], state={"close": [{"foe": "orc", "hex": [0, -1], "own_side": 0}]}, sm=1)
    rulings = OPEN.model_copy(update={"striking_posture": option})
    return field(figure(**facts), foe(**({"state": theirs} | target)), friend, rulings=rulings)


@pytest.mark.parametrize(
    ("option", "weapon", "expected"),
    [
        (ALL, sword(), {"Into close combat": -2, "Target's posture": -2}),
        (RANGED_ONLY, sword(), {"Into close combat": -2}),
        (RANGED_ONLY, gun(), {"Into close combat": -2, "Target's posture": -2}),
    ],
)
def test_striking_into_close_combat(
    option: TacticalStrikingPosture, weapon: dict[str, Any], expected: dict[str, int]
) -> None:
    """A strike into close combat is at -2; the target's posture counts for melee, too, unless the option says not."""
    ground = strike({"posture": "lying"}, option, **armed(weapon))
    plan = attack(ground)
    assert terms(plan) == expected
    assert plan.striking_into
    number, cites = stray_number(ground, plan, "elm")
    assert {each.label: each.value for each in number.terms} == {
        "Into close combat": -2,
        "Target's size": 1,
        "9 at most": -2,
    }
    assert [each.id for each in cites] == ["tactical/striking/wrong-number"]


def test_a_strike_into_close_combat_may_be_announced() -> None:
    """What the state of the target does not say, the caller may: an attack into a close combat is at -2."""
    assert terms(attack(melee(), conduct=Conduct(striking_into=True))) == {"Into close combat": -2}


def test_a_stray_shot_counts_the_bystander_anew() -> None:
    """Aim and darkness stay as for the target; range, size, posture and location are those of the bystander."""
    aim = {"aim": {"target": "orc", "weapon": "gun", "seconds": 1}}
    shooter = figure(**armed(gun(level=10, acc=2)), state=aim)
    low = figure("elm", hex=[0, -7], posture="kneeling", sm=-1)
    ground = field(shooter, foe(hex=[0, -4], sm=1), low, map={"visibility": -1})
    plan = attack(ground, location="right_leg")
    assert terms(plan) == {"Target's size": 1, "Speed and range": -2, "Aim": 2, "Right leg": -2, "Visibility": -1}
    number, _ = stray_number(ground, plan, "elm")
    found = {each.label: each.value for each in number.terms}
    assert found.items() >= {"Target's size": -1, "Speed and range": -3, "Target's posture": -2, "Aim": 2}.items()
    assert "Right leg" not in found


PASSED: Final = {
    "a foe": ((0, -2), [("blue", 0, -1, "standing")], -4),
    "a friend": ((0, -2), [("red", 0, -1, "standing")], 0),
    "a neutral": ((0, -2), [("green", 0, -1, "standing")], -4),
    "two foes in a row": ((0, -3), [("blue", 0, -1, "standing"), ("blue", 0, -2, "standing")], -8),
    "a kneeling foe": ((0, -2), [("blue", 0, -1, "kneeling")], 0),
    "a body": ((0, -2), [("blue", 0, -1, "dead")], 0),
    "a pair of foes": ((1, -2), [("blue", 0, -1, "standing"), ("blue", 1, -1, "standing")], -4),
    "a foe beside nobody": ((1, -2), [("blue", 0, -1, "standing")], 0),
    "a pair of friends": ((1, -2), [("red", 0, -1, "standing"), ("red", 1, -1, "standing")], 0),
}


def people(listed: list[tuple[str, int, int, str]]) -> list[Any]:
    """Figures on the way."""
    return [
        figure(
            f"figure {place}",
            side=side,
            hex=[q, r],
            posture="standing" if posture == "dead" else posture,
            state={"dead": posture == "dead"},
        )
        for place, (side, q, r, posture) in enumerate(listed)
    ]


RELATIONS: Final = {"relations": [{"sides": ["red", "green"], "relation": "neutral"}]}


@pytest.mark.parametrize(("target", "others", "penalty"), PASSED.values(), ids=PASSED)
def test_a_blow_goes_past_people(
    target: tuple[int, int], others: list[tuple[str, int, int, str]], penalty: int
) -> None:
    """Foes and neutrals between attacker and target are -4 each, two beside the line -4 together, friends nothing."""
    reach = blade((2, 3), level=15)
    ground = field(figure(**armed(reach)), foe(hex=target), *people(others), map=RELATIONS)
    assert attack(ground).number.total == 15 + penalty


def test_all_foes_on_the_line_are_minus_four_by_option() -> None:
    """By option two foes on a line of melee are -4 together, in a row or in pairs."""
    once = OPEN.model_copy(update={"through_once": True})
    row = people([("blue", 0, -1, "standing"), ("blue", 0, -2, "standing")])
    long = figure(**armed(blade((3, 4))))
    assert attack(field(long, foe(hex=[0, -3]), *row, rulings=once)).number.total == 8
    sides = [("blue", 0, -1, "standing"), ("blue", 1, -1, "standing")]
    pairs = people([*sides, ("blue", 1, -3, "standing"), ("blue", 2, -3, "standing")])
    assert attack(field(long, foe(hex=[2, -4]), *pairs, rulings=once)).number.total == 8


def test_a_large_foe_on_the_line_counts_once() -> None:
    """A foe whom the line of a blow passes twice counts once, and the body of the target not at all."""
    ground = field(
        figure(**armed(blade((3, 5)))),
        foe("ogre", shape="line2", hex=[0, -1], facing=3),
        foe(hex=[0, -3], shape="line3", facing=3),
    )
    plan = attack(ground)
    assert (plan.hex, plan.range_yards, plan.number.total) == ((0, -3), 3, 8)
    assert attack(ground, reach=5).hex == (0, -5)
    assert attack(ground, reach=5).number.total == 8


def test_the_line_of_a_blow_may_be_the_best_one_by_option() -> None:
    """By option a blow goes past people and walls along the line that is hindered least."""
    best = OPEN.model_copy(update={"melee_line": TacticalMeleeLine.BEST})
    others = people([("blue", 0, -1, "standing")])
    ground = field(figure(**armed(blade((3,)))), foe(hex=[1, -3]), *others, rulings=best)
    centre = field(figure(**armed(blade((3,)))), foe(hex=[1, -3]), *others)
    assert (attack(ground).number.total, attack(centre).number.total) == (12, 8)
    walls = {"edges": [{"hex": [0, 0], "direction": 0, "kind": "wall"}]}
    long = figure(**armed(blade((2,)))), foe(hex=[0, -2])
    assert refused(field(*long, map=walls)) is not None
    assert "tactical/melee/through-solid" in ids(attack(field(*long, map=walls, rulings=best)))


def test_a_second_blow_has_an_order_of_its_own() -> None:
    """A second blow keeps what the first says unless it says otherwise; its target defends itself as the list says."""
    first = order(
        weapon="sword",
        mode="swing",
        reach=1,
        deceptive=1,
        defense={"preferences": [{"kind": "dodge"}]},
        defenses=[{"figure": "elk", "defense": {"preferences": [{"kind": "none"}]}}],
        second={"location": "neck"},
    )
    again = second_order(first)
    assert again is not None
    assert (again.target, again.weapon, again.mode, again.reach, again.deceptive) == ("orc", "sword", "swing", 1, 0)
    assert (again.location, again.second, again.defense) == ("neck", None, first.defense)
    other = second_order(order(weapon="sword", mode="swing", reach=1, second={"weapon": "axe", "target": "orc"}))
    assert other is not None
    assert (other.weapon, other.mode, other.reach) == ("axe", None, None)
    elsewhere = second_order(first.model_copy(update={"second": TacticalSecondBlow(target="elk")}))
    assert elsewhere is not None
    assert elsewhere.defense == first.defenses[0].defense
    assert second_order(order()) is None
    assert second_conduct(Conduct()).rapid
    assert not second_conduct(DOUBLE).rapid


def test_a_number_of_three_may_be_tried() -> None:
    """An effective skill of 3 may be tried, and cites the rule that forbids less."""
    plan = attack(melee(weapons=[sword(level=10)]), location="skull")
    assert plan.number.total == 3
    assert "tactical/core/minimum-number" in ids(plan)


def test_the_hex_of_a_large_body_is_struck_that_the_weapon_reaches_as_it_is_held() -> None:
    """Of a large target that hex is struck that is in reach, of several the one that is least hindered, the nearest."""
    ground = foe(hex=[0, -1], shape="line3", facing=3)
    held = {"weapon_reach": [{"weapon": "blade", "reach": 2}]}
    assert attack(field(figure(**armed(blade((1, 2)))), ground)).hex == (0, -1)
    assert attack(field(figure(**armed(blade((2,)))), ground)).hex == (0, -2)
    assert attack(field(figure(**armed(blade((1, 2), grip_ready=True)), state=held), ground)).hex == (0, -2)
    beside = foe(hex=[1, -1], shape="line2", facing=0)
    plan = attack(field(figure(**armed(blade((1,)))), beside))
    assert (plan.hex, plan.zone, plan.swing) == ((1, -1), "front", "normal")


def test_what_drives_a_ranged_weapon_follows_from_its_kind() -> None:
    """A thrown weapon that does not say its class is thrown, another ranged one is of no class and only dodged."""
    thrown = attack(shots(**armed(gun(kind="thrown", ranged_class=None))))
    other = attack(shots(**armed(gun(ranged_class=None))))
    assert (thrown.threat.ranged, other.threat.ranged) == ("thrown", "other")


def test_a_large_shooter_sees_with_its_head() -> None:
    """The arc of vision of a figure of several hexes is that of its head, which its rule says."""
    assert "tactical/multihex/sight" in ids(attack(shots(shape="line3")))
    assert "tactical/multihex/sight" not in ids(attack(shots()))


CITED: Final = {
    "ordinary": (melee(), {}, Conduct(), ["melee/front-only", "melee/reach-1", "maneuver/attack"]),
    "wild": (melee({"hex": [0, 1]}), {}, Conduct(), ["wild/definition", "wild/no-location", "wild/penalty"]),
    "wild thrust": (
        melee({"hex": [0, 1]}, **armed(blade(mode={"kind": "thrust"}))),
        {},
        Conduct(),
        ["wild/thrust-range"],
    ),
    "wild in an all-out attack": (
        melee({"hex": [0, 1]}),
        {},
        Conduct(ALL_OUT, TacticalManeuverOption.STRONG),
        ["wild/all-out", "maneuver/all-out-attack-options"],
    ),
    "wild on the run": (melee({"hex": [0, 1]}), {}, Conduct(RUN), ["wild/move-and-attack", "maneuver/move-and-attack"]),
    "kick behind": (
        melee({"hex": [0, 1]}, **armed(blade(kind="natural", limb="legs"))),
        {"technique": "rear"},
        Conduct(),
        ["wild/techniques"],
    ),
    "peripheral vision": (melee({"hex": [1, 0]}, vision="peripheral"), {}, Conduct(), ["wild/peripheral"]),
    "360 degrees": (melee({"hex": [1, 0]}, vision="360"), {}, Conduct(), ["wild/360"]),
    "several reaches": (
        melee(**armed(blade((1, 2)))),
        {},
        Conduct(),
        ["melee/reach-sets", "melee/grip-free"],
    ),
    "several grips": (
        melee(**armed(blade((1, 2), grip_ready=True))),
        {},
        Conduct(),
        ["melee/reach-sets", "melee/grip-change"],
    ),
    "long reach": (melee({"hex": [0, -4]}, **armed(blade((4,)))), {}, Conduct(), ["melee/reach-3"]),
    "large attacker": (melee({"hex": [0, -2]}, sm=2), {}, Conduct(), ["melee/size-reach"]),
    "past a friend": (
        field(figure(**armed(blade((2,)))), foe(hex=[0, -2]), figure("elm", hex=[0, -1])),
        {},
        Conduct(),
        ["melee/through-friend", "melee/reach-2"],
    ),
    "large target": (melee({"shape": "line3"}), {}, Conduct(), ["multihex/target"]),
    "lying target": (melee({"posture": "lying"}), {}, Conduct(), ["posture/prone-targeted"]),
    "large body": (melee(shape="line3"), {}, Conduct(), ["multihex/attack-origin"]),
    "close combat": (
        melee({"hex": [0, 0]}, **armed(blade((0,))), state=close_state()),
        {},
        Conduct(),
        ["close/weapons-melee", "melee/reach-c", "close/arc"],
    ),
    "declared close combat": (
        melee(**armed(blade((0,))), state=close_state(adjacent=True)),
        {},
        Conduct(),
        ["close/weapons-melee", "close/adjacent-declare"],
    ),
    "shot": (shots(), {}, Conduct(), ["ranged/arc", "sight/arc-normal", "ranged/line", "ranged/range-hexes"]),
    "shot of peripheral vision": (shots(vision="peripheral"), {}, Conduct(), ["sight/arc-peripheral"]),
    "shot of 360 degrees": (shots({"hex": [0, 3]}, vision="360"), {}, Conduct(), ["sight/arc-360"]),
    "shot of restricted vision": (shots(vision="tunnel"), {}, Conduct(), ["sight/arc-restricted"]),
    "blind shot": (shots(**armed(gun(level=20))), {"blind": True}, Conduct(), ["ranged/blind", "ranged/blind-no-aim"]),
    "pop-up": (shots(), {}, Conduct(popup=True), ["popup/weapons", "popup/no-aim"]),
    "watch": (shots(), {}, Conduct(watched=1), ["opportunity/penalty", "opportunity/modifiers"]),
    "close shot": (shots({"hex": [0, 0]}, state=close_state()), {}, Conduct(), ["close/weapons-ranged"]),
}


@pytest.mark.parametrize(("ground", "request_", "conduct", "rules"), CITED.values(), ids=CITED)
def test_a_plan_names_the_rules_behind_it(
    ground: Field, request_: dict[str, Any], conduct: Conduct, rules: list[str]
) -> None:
    """The number of an attack, or the defense against it, names each rule that has shaped it."""
    plan = attack(ground, conduct=conduct, **request_)
    named = ids(plan) if plan.defense is None else ids(plan) | ids(plan.defense)
    assert named >= {f"tactical/{each}" for each in rules}


def test_a_large_figure_strikes_from_the_hex_that_its_weapon_names() -> None:
    """A weapon may name the hex of the body that it strikes from, which turns with the facing."""
    tail = blade((1,)) | {"origin": [0, 2], "kind": "natural", "limb": "both"}
    assert refused(field(figure(shape="line3", **armed(tail), facing=3), foe(hex=[0, -3]))) is None
    assert refused(field(figure(shape="line3", **armed(tail), facing=3), foe(hex=[0, 1]))) is not None


@pytest.mark.parametrize(
    ("reaches", "sm", "expected"),
    [
        ((1,), 0, (1,)),
        ((2, 1), -1, (1, 2)),
        ((1,), 1, (1,)),
        ((0,), 1, (0, 1)),
        ((0, 1), 2, (0, 1, 2)),
        ((1, 3), 3, (1, 3, 4, 5)),
        ((1,), 4, (1, 2, 3, 4)),
        ((1,), 5, tuple(range(1, 7))),
        ((1,), 6, tuple(range(1, 9))),
        ((), 3, ()),
    ],
)
def test_reach_grows_with_size(reaches: tuple[int, ...], sm: int, expected: tuple[int, ...]) -> None:
    """Every reach stays, the longest one grows with the Size Modifier, and the gap is filled."""
    assert reach_with_size(reaches, sm) == expected


@pytest.mark.parametrize("limb", ["right", "left", "both", "head", "legs"])
@pytest.mark.parametrize(("vision", "zones"), [("normal", "WWW"), ("peripheral", "NNW"), ("360", "NNC")])
def test_swings_by_limb_and_vision(limb: str, vision: str, zones: str) -> None:
    """Blows to the limb's own side are ordinary with wide vision; a head is of neither side, legs are of both."""
    kinds = {"N": "normal", "C": "clumsy", "W": "wild"}
    for zone, kind in zip(("right", "left", "back"), zones, strict=True):
        expected = kinds[kind]
        if limb in {"head", "left" if zone == "right" else "right"} and zone != "back":
            expected = "clumsy" if vision == "360" else "wild"
        found = swing_class(TacticalSector(zone), TacticalLimb(limb), TacticalVision(vision))
        assert found == expected, zone
