"""What attacks are refused for: the code, where it points to, and the rule that it names."""

from typing import Any, Final

import pytest

from service.rules.tactical.attack.situation.situation import Conduct
from service.rules.tactical.book import refusals
from service.rules.tactical.book.words import TacticalManeuver, TacticalManeuverOption
from service.rules.tactical.figures.field import Field
from tests.pins import pins
from tests.rules.tactical.attacks import armed, attack, blade, gun, refused
from tests.rules.tactical.scenes import bow, field, figure, foe, sword

ATTACK, ALL_OUT, RUN = TacticalManeuver.ATTACK, TacticalManeuver.ALL_OUT_ATTACK, TacticalManeuver.MOVE_AND_ATTACK
DETERMINED = Conduct(ALL_OUT, TacticalManeuverOption.DETERMINED)
FEINT = TacticalManeuver.FEINT
DOUBLE = Conduct(ALL_OUT, TacticalManeuverOption.DOUBLE)
STRONG = Conduct(ALL_OUT, TacticalManeuverOption.STRONG)
BEHIND: Final[dict[str, Any]] = {"hex": [0, 1]}
CLOSE: Final[dict[str, Any]] = {"state": {"close": [{"foe": "orc", "hex": [0, 0], "own_side": 3, "turns": 2}]}}
POLEARM: Final[dict[str, Any]] = blade((2, 3), grip_ready=True)
PICK: Final[dict[str, Any]] = blade(mode={"parry_unbalanced": True})


def scene(target: dict[str, Any] | None = None, **facts: Any) -> Field:
    """A figure with a sword, and the orc to the north."""
    return field(figure(**facts), foe(**(target or {})))


def far(yards: int = 5) -> dict[str, Any]:
    """The orc so many yards to the north."""
    return {"hex": [0, -yards]}


CASES: Final = {
    "dead": (scene(state={"dead": True}), {}, Conduct(), refusals.FigureUnable, "/attacker"),
    "unconscious": (scene(state={"unconscious": True}), {}, Conduct(), refusals.FigureUnable, "/attacker"),
    "pinned": (
        scene(state={"pinned_by": ["orc"], "grappled_by": ["orc"]}),
        {},
        Conduct(),
        refusals.FigureUnable,
        "/attacker",
    ),
    "stunned": (scene(state={"stunned": True}), {}, Conduct(), refusals.FigureUnable, "/attacker"),
    "dazed": (scene(state={"must_do_nothing": True}), {}, Conduct(), refusals.FigureUnable, "/attacker"),
    "no attack": (scene(), {}, Conduct(TacticalManeuver.MOVE), refusals.ManeuverConflict, "/maneuver"),
    "option of no all-out attack": (
        scene(),
        {},
        Conduct(ATTACK, TacticalManeuverOption.STRONG),
        refusals.ManeuverConflict,
        "/option",
    ),
    "all-out attack without an option": (scene(), {}, Conduct(ALL_OUT), refusals.ManeuverConflict, "/option"),
    "all-out attack with another's option": (
        scene(),
        {},
        Conduct(ALL_OUT, TacticalManeuverOption.DODGE),
        refusals.ManeuverConflict,
        "/option",
    ),
    "strong shot": (scene(far(), **armed(gun())), {}, STRONG, refusals.ManeuverConflict, "/option"),
    "double without a second blow": (scene(), {}, DOUBLE, refusals.ManeuverConflict, "/second"),
    "second shot": (scene(far(), **armed(gun())), {"second": {}}, Conduct(), refusals.ManeuverConflict, "/second"),
    "second blow on the run": (scene(), {"second": {}}, Conduct(RUN), refusals.ManeuverConflict, "/second"),
    "second blow of a feint": (scene(), {"second": {}}, Conduct(FEINT), refusals.ManeuverConflict, "/second"),
    "feint with an option": (
        scene(),
        {},
        Conduct(FEINT, TacticalManeuverOption.STRONG),
        refusals.ManeuverConflict,
        "/option",
    ),
    "double at two foes": (
        field(figure(), foe(), foe("elk", hex=[1, -1])),
        {"second": {"target": "elk"}},
        DOUBLE,
        refusals.ManeuverConflict,
        "/second/target",
    ),
    "double with an unbalanced weapon": (
        scene(**armed(PICK)),
        {"second": {}},
        DOUBLE,
        refusals.ManeuverConflict,
        "/second/weapon",
    ),
    "second blow with an unknown weapon": (
        scene(),
        {"second": {"weapon": "axe"}},
        Conduct(),
        refusals.UnknownWeapon,
        "/second/weapon",
    ),
    "second blow out of reach": (
        field(figure(), foe(), foe("elk", hex=[0, -3])),
        {"second": {"target": "elk"}},
        Conduct(),
        refusals.TacticalOutOfReach,
        "/second/target",
    ),
    "target and hex": (scene(), {"target": "orc", "hex": [0, -1]}, Conduct(), refusals.ManeuverConflict, "/target"),
    "neither target nor hex": (scene(), {"target": None}, Conduct(), refusals.ManeuverConflict, "/target"),
    "oneself": (scene(), {"target": "ash"}, Conduct(), refusals.ManeuverConflict, "/target"),
    "unknown target": (scene(), {"target": "elf"}, Conduct(), refusals.TacticalUnknownFigure, "/target"),
    "hex off the map": (
        field(figure(), map={"bounds": {"kind": "limits", "q_min": 0, "q_max": 0, "r_min": 0, "r_max": 0}}),
        {"hex": [0, -1]},
        Conduct(),
        refusals.OffMap,
        "/hex",
    ),
    "unknown weapon": (scene(), {"weapon": "sward"}, Conduct(), refusals.UnknownWeapon, "/weapon"),
    "unknown mode": (scene(), {"mode": "stab"}, Conduct(), refusals.TacticalUnknownMode, "/mode"),
    "weapon in no hand": (scene(ready={}), {"weapon": "sword"}, Conduct(), refusals.WeaponNotReady, "/weapon"),
    "no weapon at all": (scene(weapons=[], ready={}), {}, Conduct(), refusals.WeaponNotReady, "/weapon"),
    "weapon to be readied": (
        scene(state={"unready": ["sword"]}),
        {"weapon": "sword"},
        Conduct(),
        refusals.WeaponUnready,
        "/weapon",
    ),
    "crippled arm": (scene(state={"crippled": ["right_arm"]}), {}, Conduct(), refusals.WeaponUnready, "/weapon"),
    "crippled hand of two": (
        scene(weapons=[sword()], ready={"both": "sword"}, state={"crippled": ["left_hand"]}),
        {},
        Conduct(),
        refusals.WeaponUnready,
        "/weapon",
    ),
    "crippled left arm": (
        scene(weapons=[sword()], ready={"left": "sword"}, state={"crippled": ["left_arm"]}),
        {},
        Conduct(),
        refusals.WeaponUnready,
        "/weapon",
    ),
    "several blows as shots": (scene(), {"shots": 2}, Conduct(), refusals.WeaponNotRanged, "/weapon"),
    "pop-up with a sword": (scene(), {}, Conduct(popup=True), refusals.WeaponNotRanged, "/weapon"),
    "pop-up with a bow": (
        scene(far(), weapons=[bow()], ready={"both": "bow"}),
        {},
        Conduct(popup=True),
        refusals.PopupWeapon,
        "/weapon",
    ),
    "deceptive shot": (
        scene(far(), **armed(gun())),
        {"deceptive": 1},
        Conduct(),
        refusals.ManeuverConflict,
        "/deceptive",
    ),
    "technique with a gun": (
        scene(far(), **armed(gun())),
        {"technique": "rear"},
        Conduct(),
        refusals.ManeuverConflict,
        "/technique",
    ),
    "too many shots": (scene(far(), **armed(gun())), {"shots": 2}, Conduct(), refusals.NoAmmunition, "/shots"),
    "out of shots": (scene(far(), **armed(gun(shots=0))), {}, Conduct(), refusals.NoAmmunition, "/shots"),
    "out of reach": (scene(far(2)), {}, Conduct(), refusals.TacticalOutOfReach, "/target"),
    "reach that the weapon has not": (scene(), {"reach": 2}, Conduct(), refusals.ReachNotAvailable, "/reach"),
    "reach that the distance is not": (
        scene(**armed(blade((1, 2)))),
        {"reach": 2},
        Conduct(),
        refusals.TacticalOutOfReach,
        "/reach",
    ),
    "grip": (scene(far(3), **armed(POLEARM)), {}, Conduct(), refusals.GripChangeNeedsReady, "/reach"),
    "weapon without any reach": (
        scene(**armed(blade(()))),
        {},
        Conduct(),
        refusals.TacticalOutOfReach,
        "/target",
    ),
    "long weapon in close combat": (
        scene({"hex": [0, 0]}, **CLOSE),
        {},
        Conduct(),
        refusals.WeaponTooLong,
        "/weapon",
    ),
    "crawling": (scene(posture="crawling"), {}, Conduct(), refusals.CrawlReach, "/reach"),
    "wild swing at a location": (scene(BEHIND), {"location": "neck"}, Conduct(), refusals.WildNoLocation, "/location"),
    "blind shot at a location": (
        scene(far(), **armed(gun(level=20))),
        {"location": "neck", "blind": True},
        Conduct(),
        refusals.WildNoLocation,
        "/location",
    ),
    "determined wild swing": (scene(BEHIND), {}, DETERMINED, refusals.WildDetermined, "/option"),
    "determined blind shot": (
        scene(far(), **armed(gun(level=20))),
        {"blind": True},
        DETERMINED,
        refusals.WildDetermined,
        "/option",
    ),
    "wild thrust": (
        scene({"hex": [0, 2]}, **armed(blade((2,), mode={"kind": "thrust"}))),
        {},
        Conduct(),
        refusals.WildThrustTooFar,
        "/mode",
    ),
    "deceptive below ten": (scene(), {"deceptive": 2}, Conduct(), refusals.DeceptiveBelowTen, "/deceptive"),
    "below three": (
        scene(weapons=[sword(level=9)]),
        {"location": "skull"},
        Conduct(),
        refusals.NumberBelowThree,
        "/target",
    ),
    "outside the arc": (scene({"hex": [0, 5]}, **armed(gun())), {}, Conduct(), refusals.OutsideArc, "/target"),
    "blind shooter": (
        scene(far(), **armed(gun()), vision="blind"),
        {},
        Conduct(),
        refusals.OutsideArc,
        "/blind",
    ),
    "dark": (
        field(figure(**armed(gun())), foe(hex=[0, -5]), map={"visibility": -10}),
        {},
        Conduct(),
        refusals.OutsideArc,
        "/blind",
    ),
    "out of range": (
        scene(far(21), **armed(gun(max_range=20))),
        {},
        Conduct(),
        refusals.TacticalOutOfRange,
        "/target",
    ),
    "line blocked": (
        field(figure(**armed(gun())), foe(hex=[0, -2]), map={"cells": [{"hex": [0, -1], "solid": True}]}),
        {},
        Conduct(),
        refusals.LineBlocked,
        "/target",
    ),
    "melee through a wall": (
        field(figure(), foe(), map={"edges": [{"hex": [0, 0], "direction": 0, "kind": "wall"}]}),
        {},
        Conduct(),
        refusals.LineBlocked,
        "/target",
    ),
    "thrown in close combat": (
        scene({"hex": [0, 0]}, **armed(gun(kind="thrown", ranged_class="thrown")), **CLOSE),
        {},
        Conduct(),
        refusals.WeaponTooLong,
        "/weapon",
    ),
    "into a close combat out of another": (
        field(
            figure(**CLOSE),
            foe(hex=[0, 0]),
            foe("elk", state={"close": [{"foe": "elm", "hex": [0, -1], "own_side": 0}]}),
            figure("elm", hex=[0, -1], state={"close": [{"foe": "elk", "hex": [0, -1], "own_side": 3}]}),
        ),
        {"target": "elk"},
        Conduct(),
        refusals.InCloseCombat,
        "/target",
    ),
}


@pytest.mark.parametrize(("ground", "order", "conduct", "refusal", "pointer"), CASES.values(), ids=CASES)
def test_an_attack_that_the_rules_forbid_is_refused(
    ground: Field, order: dict[str, Any], conduct: Conduct, refusal: type[Exception], pointer: str
) -> None:
    """Each attack that the rules forbid is refused for its reason, and the refusal points to its cause."""
    fault = refused(ground, conduct=conduct, **order)
    assert type(fault) is refusal
    assert fault is not None
    assert fault.pointer == pointer
    assert fault.detail.endswith((".", "?"))


AIMED: Final[dict[str, Any]] = {"aim": {"target": "orc", "weapon": "gun", "seconds": 2}}


@pytest.mark.parametrize(
    ("order", "conduct", "rule"),
    [
        ({"blind": True}, Conduct(), "tactical/ranged/blind-no-aim"),
        ({}, Conduct(popup=True), "tactical/popup/no-aim"),
        ({}, Conduct(watched=2), "tactical/opportunity/modifiers"),
        ({}, Conduct(watched_line=True), "tactical/opportunity/modifiers"),
    ],
)
def test_an_aim_that_does_not_count_is_refused(order: dict[str, Any], conduct: Conduct, rule: str) -> None:
    """A blind shot, a pop-up attack and a watch of several hexes allow no aim, and are possible without it."""
    ground = scene(far(), **armed(gun(level=20, acc=3)), state=AIMED)
    fault = refused(ground, conduct=conduct, **order)
    assert isinstance(fault, refusals.AimNotAllowed)
    assert (fault.pointer, fault.faults[0].rule) == ("/aim", rule)
    assert refused(ground, conduct=conduct, **order, aim=False) is None


@pins("close-aim")
def test_nobody_aims_in_close_combat() -> None:
    """An aim at an opponent in close combat is refused by the ruling about it."""
    state = AIMED | CLOSE["state"]
    fault = refused(scene({"hex": [0, 0]}, **armed(gun(acc=3)), state=state))
    assert isinstance(fault, refusals.AimNotAllowed)
    assert fault.faults[0].rule == "tactical/ruling/close-aim"


def test_two_weapons_or_a_balanced_one_strike_twice_in_an_all_out_attack() -> None:
    """An All-Out Attack (Double) takes two weapons, or one that need not be recovered; neither blow is at -6."""
    hands: dict[str, Any] = {
        "weapons": [PICK, sword()],
        "ready": {"right": "blade", "left": "sword"},
        "ambidextrous": True,
    }
    assert attack(scene(**hands), conduct=DOUBLE, weapon="blade", second={"weapon": "sword"}).number.total == 12
    assert attack(scene(), conduct=DOUBLE, second={"target": "orc"}).number.total == 12


def test_the_weapon_that_is_ready_first_attacks_unless_one_is_named() -> None:
    """Without a weapon in the order it is the first one in hand, else one of the body."""
    bite = blade((0, 1), kind="natural", limb="head", hands=0) | {"id": "bite"}
    assert attack(scene(weapons=[bite, sword()])).weapon.id == "sword"
    assert attack(scene(weapons=[bite, sword()], ready={})).weapon.id == "bite"
    assert attack(scene(weapons=[bite, sword()]), weapon="bite").weapon.id == "bite"


def test_whoever_is_in_the_hex_that_is_attacked_is_the_target() -> None:
    """A hex is attacked blindly: a foe in it is the target before others, and an empty one is attacked as well."""
    friend = figure("elm", hex=[0, -1], fighting=False)
    ground = field(figure(weapons=[sword(level=20)]), friend, foe(hex=[1, -1]))
    assert attack(ground, hex=[0, -1]).target == "elm"
    assert attack(ground, hex=[1, -1]).target == "orc"
    empty = attack(ground, hex=[-1, 0])
    assert (empty.target, empty.defenses, empty.way.swing, empty.number.total) == (None, (), "wild", 9)
