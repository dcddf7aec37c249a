"""Where blows go: past whom, into which hex of a large body, with which reach and what kind of swing."""

from typing import Any, Final

import pytest

from service.rules.tactical.attack.situation.melee import swing_class
from service.rules.tactical.book.options import TacticalMeleeLine
from service.rules.tactical.book.words import TacticalLimb, TacticalSector, TacticalVision
from service.rules.tactical.figures.standing import reach_with_size
from tests.pins import pins
from tests.rules.tactical.attacks import armed, attack, blade, gun, ids, refused
from tests.rules.tactical.scenes import OPEN, field, figure, foe

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


@pins("through-posture")
@pytest.mark.parametrize(("target", "others", "penalty"), PASSED.values(), ids=PASSED)
def test_a_blow_goes_past_people(
    target: tuple[int, int], others: list[tuple[str, int, int, str]], penalty: int
) -> None:
    """Foes and neutrals between attacker and target are -4 each, two beside the line -4 together, friends nothing."""
    reach = blade((2, 3), level=15)
    ground = field(figure(**armed(reach)), foe(hex=target), *people(others), map=RELATIONS)
    assert attack(ground).number.total == 15 + penalty


@pins("through-many")
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
    assert (plan.way.hex, plan.way.yards, plan.number.total) == ((0, -3), 3, 8)
    assert attack(ground, reach=5).way.hex == (0, -5)
    assert attack(ground, reach=5).number.total == 8


@pins("through-line")
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


def test_the_hex_of_a_large_body_is_struck_that_the_weapon_reaches_as_it_is_held() -> None:
    """Of a large target that hex is struck that is in reach, of several the one that is least hindered, the nearest."""
    ground = foe(hex=[0, -1], shape="line3", facing=3)
    held = {"weapon_reach": [{"weapon": "blade", "reach": 2}]}
    assert attack(field(figure(**armed(blade((1, 2)))), ground)).way.hex == (0, -1)
    assert attack(field(figure(**armed(blade((2,)))), ground)).way.hex == (0, -2)
    assert attack(field(figure(**armed(blade((1, 2), grip_ready=True)), state=held), ground)).way.hex == (0, -2)
    beside = foe(hex=[1, -1], shape="line2", facing=0)
    plan = attack(field(figure(**armed(blade((1,)))), beside))
    assert (plan.way.hex, plan.way.zone, plan.way.swing) == ((1, -1), "front", "normal")


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


@pins("fan-vs-arc")
def test_a_hex_in_the_arc_of_vision_but_off_the_fan_is_struck_wildly() -> None:
    """At two yards the arc of vision is wider than the fan of melee: there a blow is wild, and a shot is not."""
    target = foe(hex=[2, -1])
    assert attack(field(figure(**armed(blade((2,)))), target)).way.swing == "wild"
    assert attack(field(figure(**armed(gun())), target)).way.swing == "normal"
