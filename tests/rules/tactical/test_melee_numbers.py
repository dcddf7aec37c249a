"""Effective skills of melee: what each modifier adds and when, the worst of those for haste and darkness, and caps."""

from typing import Any, Final

import pytest

from service.rules.tactical.attack.records import TacticalSecondBlow
from service.rules.tactical.attack.situation.legality import second_conduct, second_order
from service.rules.tactical.attack.situation.situation import Conduct
from service.rules.tactical.figures.field import Field
from tests.pins import pins
from tests.rules.tactical.attacks import (
    DETERMINED,
    DOUBLE,
    RUN,
    armed,
    attack,
    blade,
    close_state,
    gun,
    ids,
    melee,
    order,
    shots,
    terms,
)
from tests.rules.tactical.scenes import OPEN, field, figure, foe, sword

HELD: Final = {"grappled_by": ["orc"]}


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
        {"Move and Attack": -4, "Capped at 9": -1},
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
        {"Wild Swing": -5, "Song": 2, "Capped at 9": -3},
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


@pins("shield-first")
@pytest.mark.parametrize(("ground", "request_", "conduct", "expected"), MELEE.values(), ids=MELEE)
def test_melee_modifiers(ground: Field, request_: dict[str, Any], conduct: Conduct, expected: dict[str, int]) -> None:
    """Each modifier of melee counts when its fact holds, and only then."""
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


@pins("locations-in-use")
def test_locations_that_are_not_in_use_make_every_attack_one_at_the_torso() -> None:
    """Without the option for locations a location that is named costs nothing, and dice never say one."""
    off = OPEN.model_copy(update={"locations": False})
    ground = field(figure(), foe(), rulings=off)
    for said in ({"location": "neck"}, {"random_location": True}):
        plan = attack(ground, **said)
        assert (plan.location, plan.number.total) == ("torso", 12)
        assert "tactical/ruling/locations-in-use" in ids(plan)


def test_dice_say_where_wild_swings_and_blind_shots_hit() -> None:
    """A wild swing and a blind shot aim nowhere; an ordinary attack aims at the torso unless told otherwise."""
    assert attack(melee({"hex": [0, 1]})).location is None
    assert attack(shots(**armed(gun(level=20))), blind=True).location is None
    assert attack(melee()).location == "torso"
    assert attack(melee(), random_location=True).location is None


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
    assert first.second is not None
    again = second_order(first, first.second)
    assert (again.target, again.weapon, again.mode, again.reach, again.deceptive) == ("orc", "sword", "swing", 1, 0)
    assert (again.location, again.second, again.defense) == ("neck", None, first.defense)
    other = second_order(order(weapon="sword", mode="swing", reach=1), TacticalSecondBlow(weapon="axe", target="orc"))
    assert (other.weapon, other.mode, other.reach) == ("axe", None, None)
    elsewhere = second_order(first, TacticalSecondBlow(target="elk"))
    assert elsewhere.defense == first.defenses[0].defense
    assert second_conduct(Conduct()).rapid
    assert not second_conduct(DOUBLE).rapid


def test_a_number_of_three_may_be_tried() -> None:
    """An effective skill of 3 may be tried, and cites the rule that forbids less."""
    plan = attack(melee(weapons=[sword(level=10)]), location="skull")
    assert plan.number.total == 3
    assert "tactical/core/minimum-number" in ids(plan)
