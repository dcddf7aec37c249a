"""Effective skills of ranged attacks: what each modifier adds and when, and what it takes to hit somebody astray."""

from typing import Any, Final

import pytest

from service.rules.tactical.attack.plan import stray_number
from service.rules.tactical.attack.situation.situation import Conduct
from service.rules.tactical.book.options import TacticalStrikingPosture
from service.rules.tactical.figures.field import Field
from tests.pins import pins
from tests.rules.tactical.attacks import (
    DETERMINED,
    RUN,
    armed,
    attack,
    blade,
    close_state,
    gun,
    ids,
    melee,
    shots,
    terms,
)
from tests.rules.tactical.scenes import OPEN, field, figure, foe, sword

ALL, RANGED_ONLY = TacticalStrikingPosture


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
        {"Shooting blind": -10, "Capped at 9": -2},
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


@pins("accuracy-beyond-half")
def test_accuracy_counts_beyond_half_range_unless_an_option_says_otherwise() -> None:
    """Beyond half range the damage is halved; Accuracy counts there or not, by the option."""
    weapon = armed(gun(acc=4, half_range=5, level=15))
    aim = {"aim": {"target": "orc", "weapon": "gun", "seconds": 3}}
    figures = figure(**weapon, state=aim), foe(hex=[0, -6])
    accurate = attack(field(*figures))
    blunt = attack(field(*figures, rulings=OPEN.model_copy(update={"acc_beyond_half": False})))
    assert (accurate.way.halved, terms(accurate)["Aim"], terms(blunt)["Aim"]) == (True, 6, 2)
    near = field(figures[0], foe(hex=[0, -5]))
    assert not attack(near).way.halved
    assert "tactical/attack/range-limits" in ids(accurate)


def strike(target: dict[str, Any], option: TacticalStrikingPosture, **facts: Any) -> Field:
    """The orc in close combat with a friend, and a figure that strikes into it."""
    theirs = {"close": [{"foe": "elm", "hex": [0, -1], "own_side": 3}], "huddled": True}
    friend = figure("elm", hex=[0, -1], state={"close": [{"foe": "orc", "hex": [0, -1], "own_side": 0}]}, sm=1)
    rulings = OPEN.model_copy(update={"striking_posture": option})
    return field(figure(**facts), foe(**({"state": theirs} | target)), friend, rulings=rulings)


@pins("striking-posture", "striking-ranged")
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
    assert plan.conduct.striking_into
    number, cites = stray_number(ground, plan, "elm")
    assert {each.label: each.value for each in number.terms} == {
        "Into close combat": -2,
        "Target's size": 1,
        "Capped at 9": -2,
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


def test_what_drives_a_ranged_weapon_follows_from_its_kind() -> None:
    """A thrown weapon that does not say its class is thrown, another ranged one is of no class and only dodged."""
    thrown = attack(shots(**armed(gun(kind="thrown", ranged_class=None))))
    other = attack(shots(**armed(gun(ranged_class=None))))
    assert (thrown.threat.ranged, other.threat.ranged) == ("thrown", "other")


def test_a_large_shooter_sees_with_its_head() -> None:
    """The arc of vision of a figure of several hexes is that of its head, which its rule says."""
    assert "tactical/multihex/sight" in ids(attack(shots(shape="line3")))
    assert "tactical/multihex/sight" not in ids(attack(shots()))
