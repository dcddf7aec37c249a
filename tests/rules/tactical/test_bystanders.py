"""Who is in the way of shots, who closes lines, who is hit astray, by posture, size and option; lines of one's own."""

from typing import Any, Final

import pytest

from service.rules.kernel.hexes import Hex
from service.rules.tactical.attack.records import TacticalLine
from service.rules.tactical.attack.sight.bystanders import Blockage
from service.rules.tactical.attack.sight.line_models import TacticalInTheWayOf
from service.rules.tactical.attack.sight.sight import Shot, best_line, people_on, sees
from service.rules.tactical.book.options import (
    TacticalBlockVersus,
    TacticalInTheWay,
    TacticalPostureRule,
    TacticalStrayExtent,
)
from service.rules.tactical.book.refusals import BadAnchor
from service.rules.tactical.book.words import TacticalLineChoice
from service.rules.tactical.figures.models import TacticalFigure
from service.rules.tactical.map.lines import TacticalAnchor, segment_between
from tests.rules.tactical.grids import ORIGIN
from tests.rules.tactical.scenes import OPEN, field, figure, foe

CENTRED: Final = TacticalLine.model_validate_json('{"choice": "centre"}')


def solid_map(*solid: Hex) -> dict[str, Any]:
    """A map with solid hexes."""
    return {"cells": [{"hex": list(each), "solid": True} for each in solid]}


def along(
    *others: TacticalFigure,
    shooter: dict[str, Any] | None = None,
    target: dict[str, Any] | None = None,
    options: dict[str, Any] | None = None,
) -> Shot:
    """The line from [0, 0] six hexes north, from centre to centre."""
    ends = figure("ash", **(shooter or {})), foe("orc", hex=[0, -6], **(target or {}))
    scene = field(*ends, *others, rulings=OPEN.model_copy(update=options or {}))
    return best_line(scene, scene["ash"], scene["orc"], CENTRED)


def place(id: str, hex: Hex, penalty: int) -> TacticalInTheWayOf:
    """Somebody in the way."""
    return TacticalInTheWayOf(id=id, hex=hex, penalty=penalty)


def crowd(*ids: str) -> list[TacticalFigure]:
    """Friends who do not fight, all in [0, -3]."""
    return [figure(each, hex=[0, -3], fighting=False) for each in ids]


def test_people_in_one_hex() -> None:
    """Each person in a hex is in the way, or by the option each hex with persons."""
    assert along(*crowd("a", "b", "c")).in_way == tuple([place(each, (0, -3), -4) for each in "abc"])
    shot = along(*crowd("a", "b", "c"), options={"in_way": TacticalInTheWay.HEX})
    assert (shot.penalty, shot.in_way[1]) == (-4, place("b", (0, -3), 0))


@pytest.mark.parametrize(
    ("other", "shooter", "target", "split", "unified"),
    [
        ("kneeling", "standing", "kneeling", 1, 1),
        ("kneeling", "standing", "lying", 0, 1),
        ("kneeling", "crawling", "standing", 0, 1),
        ("sitting", "kneeling", "standing", 1, 1),
        ("lying", "kneeling", "lying", 0, 0),
        ("crawling", "lying", "standing", 1, 1),
        ("crouching", "standing", "standing", 1, 1),
    ],
)
def test_postures_in_the_way(other: str, shooter: str, target: str, split: int, unified: int) -> None:
    """A low figure is in the way at some postures of shooter and target, by the option at more."""
    there = foe("imp", hex=[0, -3], posture=other, facing=1)
    low = {"posture": shooter}, {"posture": target}
    for rule, people in ((TacticalPostureRule.SPLIT, split), (TacticalPostureRule.UNIFIED, unified)):
        assert along(there, shooter=low[0], target=low[1], options={"posture_rule": rule}).people == people


@pytest.mark.parametrize(
    ("state", "facts", "people"),
    [
        ({}, {"swarm": True}, 0),
        ({"dead": True}, {}, 0),
        ({"unconscious": True}, {}, 0),
        ({}, {}, 1),
    ],
)
def test_who_is_a_person(state: dict[str, bool], facts: dict[str, Any], people: int) -> None:
    """The dead, the unconscious and swarms are in nobody's way who stands."""
    assert along(foe("imp", hex=[0, -3], state=state, **facts)).people == people


def test_a_body_before_a_shooter_on_the_ground() -> None:
    """Somebody unconscious is in the way of a shooter on the ground, as somebody who lies."""
    body = foe("imp", hex=[0, -3], state={"unconscious": True})
    assert along(body, shooter={"posture": "lying", "facing": 0}).people == 1


@pytest.mark.parametrize(
    ("giant", "shooter", "target", "options", "closed"),
    [
        ({"sm": 2}, {}, {}, {}, True),
        ({"sm": 1}, {}, {}, {}, False),
        ({"sm": 2, "posture": "sitting"}, {}, {}, {}, False),
        ({"sm": 3, "posture": "sitting"}, {}, {}, {}, True),
        ({"sm": 3, "posture": "crawling", "facing": 1}, {}, {}, {}, False),
        ({"sm": 2, "horizontal": True, "facing": 1}, {}, {}, {}, False),
        ({"sm": 3, "horizontal": True, "facing": 1}, {}, {}, {}, True),
        ({"sm": 2}, {"elevation": 1}, {}, {}, False),
        ({"sm": 2}, {"elevation": 1}, {}, {"higher_margin": 2}, True),
        ({"sm": 2}, {"elevation": 2}, {}, {"higher_margin": 2}, False),
        ({"sm": 2}, {}, {"sm": 1}, {}, True),
        ({"sm": 2}, {}, {"sm": 1}, {"block_vs": TacticalBlockVersus.BOTH}, False),
        ({"sm": 3}, {}, {"sm": 1}, {"block_vs": TacticalBlockVersus.BOTH}, True),
        ({"sm": 2, "state": {"dead": True}}, {}, {}, {}, False),
    ],
)
def test_who_is_too_large_to_shoot_past(
    giant: dict[str, Any], shooter: dict[str, Any], target: dict[str, Any], options: dict[str, Any], closed: bool
) -> None:
    """A figure two sizes above the shooter closes a line, a low one later, unless the shooter is higher up."""
    shot = along(foe("giant", hex=[0, -3], **giant), shooter=shooter, target=target, options=options)
    assert shot.blocked == (Blockage((0, -3), None, "giant", "giant") if closed else None)


def test_a_giant_beside_a_line_between_hexes() -> None:
    """Between two hexes a giant closes the line only if the other hex is occupied, too."""
    ends = figure("ash"), foe("orc", hex=[1, -2])
    giant = foe("giant", hex=[0, -1], sm=3)
    alone = field(*ends, giant)
    assert best_line(alone, alone["ash"], alone["orc"], CENTRED).blocked is None
    with_imp = field(*ends, giant, foe("imp", hex=[1, -1]))
    assert best_line(with_imp, with_imp["ash"], with_imp["orc"], CENTRED).blocked == ((0, -1), None, "giant", "giant")
    assert sees(with_imp, with_imp["ash"], with_imp["orc"])


def test_a_figure_counts_once() -> None:
    """A figure that fills several hexes of a line is in the way once; so are two beside it for several pairs."""
    horse = foe("horse", hex=[0, -3], facing=0, shape="line3", sm=1)
    assert along(horse).in_way == (place("horse", (0, -1), -4),)
    ends = figure("ash"), foe("orc", hex=[3, -6])
    pair = (
        foe("long", hex=[0, -1], facing=3, shape="custom", body=[[0, 0], [-1, 2], [0, 1], [-1, 1]]),
        foe("imp", hex=[1, -1]),
    )
    scene = field(*ends, *pair)
    assert best_line(scene, scene["ash"], scene["orc"], CENTRED).pairs == 1


def test_the_nearest_hex_of_a_large_target() -> None:
    """The best line leads to the nearest hex of a large target, and to one in the arc of vision if any is."""
    ends = figure("ash"), foe("horse", hex=[0, -6], facing=0, shape="line3", sm=1)
    scene = field(*ends)
    assert best_line(scene, scene["ash"], scene["horse"]).segment.goal == (0, -4)
    flank = field(figure("ash"), foe("horse", hex=[3, -3], facing=0, shape="line3", sm=1))
    assert best_line(flank, flank["ash"], flank["horse"]).segment.goal == (3, -3)
    behind = field(figure("ash", facing=3), foe("horse", hex=[0, -6], facing=0, shape="line3", sm=1))
    assert best_line(behind, behind["ash"], behind["horse"]).segment.goal == (0, -4)


# Lines of one's own


def ordered(start: dict[str, Any], end: dict[str, Any]) -> TacticalLine:
    """A line that a request gives."""
    return TacticalLine.model_validate({"choice": TacticalLineChoice.EXPLICIT, "start": start, "end": end})


def test_a_line_of_ones_own() -> None:
    """A line may begin and end at anchors or points of the request's own."""
    scene = field(figure("ash"), foe("orc", hex=[0, -2]))
    line = ordered({"anchor": TacticalAnchor.CORNER_1}, {"point": (1, -24)})
    shot = best_line(scene, scene["ash"], scene["orc"], line)
    assert (shot.anchors, shot.segment.from_point, shot.segment.to_point) == (
        (TacticalAnchor.CORNER_1, None),
        (6, -3),
        (1, -24),
    )


def test_a_point_in_any_hex_of_a_large_target() -> None:
    """The end of a line of one's own may be in any hex of a large target."""
    scene = field(figure("ash"), foe("horse", hex=[0, -6], facing=0, shape="line3", sm=1))
    shot = best_line(scene, scene["ash"], scene["horse"], ordered({"point": (0, 0)}, {"point": (0, -59)}))
    assert (shot.segment.goal, shot.anchors) == ((0, -5), (None, None))


@pytest.mark.parametrize(
    ("line", "pointer", "message"),
    [
        (
            ordered({"point": (12, -12)}, {}),
            "/line/start/point",
            "Point [12, -12] is not inside hex [0, 0], whose centre is [0, 0].",
        ),
        (
            ordered({}, {"point": (0, -12)}),
            "/line/end/point",
            "Point [0, -12] is not inside hex [0, -2] or [0, -3], whose centre is [0, -24].",
        ),
    ],
)
def test_points_outside_their_hexes(line: TacticalLine, pointer: str, message: str) -> None:
    """A point that is not strictly inside its hex is refused."""
    scene = field(figure("ash"), foe("lion", hex=[0, -3], facing=0, shape="line2"))
    with pytest.raises(BadAnchor, match="is not inside") as refusal:
        best_line(scene, scene["ash"], scene["lion"], line)
    assert (refusal.value.pointer, refusal.value.detail) == (pointer, message)


# Who sees whom


@pytest.mark.parametrize(
    ("facts", "ground", "seen"),
    [
        ({}, {}, True),
        ({"facing": 3}, {}, False),
        ({"facing": 3, "vision": "360"}, {}, True),
        ({"vision": "blind"}, {}, False),
        ({}, {"visibility": -9}, True),
        ({}, {"visibility": -10}, False),
        ({}, {"visibility": -10, "cells": [{"hex": [0, -4], "visibility": 0}]}, True),
        ({}, {"cells": [{"hex": [0, -4], "visibility": -10}]}, False),
        ({}, {"cells": [{"hex": [0, -2], "solid": True}]}, False),
        ({}, {"cells": [{"hex": [5, -2], "solid": True}]}, True),
    ],
)
def test_who_is_seen(facts: dict[str, Any], ground: dict[str, Any], seen: bool) -> None:
    """Somebody is seen in the arc of vision, on a clear line, and in more light than total darkness."""
    scene = field(figure("ash", **facts), foe("orc", hex=[0, -4]), map=ground)
    assert sees(scene, scene["ash"], scene["orc"]) == seen
    assert sees(scene, scene["ash"], (0, -4)) == seen


def test_giants_hide_others() -> None:
    """Nobody is seen behind somebody who is too large to look past, unless that one is in the same hex."""
    giants = foe("giant", hex=[0, -1], sm=3), foe("ogre", hex=[1, -2], sm=3), foe("troll", hex=[-1, -1], sm=3)
    scene = field(figure("ash"), *giants, foe("orc", hex=[0, -3]))
    assert not sees(scene, scene["ash"], scene["orc"])
    assert sees(scene, scene["ash"], scene["giant"])


# Strays


def strays(
    *others: TacticalFigure,
    dodged: bool = False,
    reach: int = 150,
    map: dict[str, Any] | None = None,
    options: dict[str, Any] | None = None,
    posture: str = "standing",
    goal: Hex = (0, -3),
) -> tuple[tuple[str, ...], ...]:
    """Whom a shot from [0, 0] at somebody may hit instead, along the line between the centres."""
    ends = figure("ash", posture=posture, facing=0), foe("orc", hex=list(goal))
    scene = field(*ends, *others, map=map, rulings=OPEN.model_copy(update=options or {}))
    line = segment_between(ORIGIN, goal)
    return people_on(scene, scene["ash"], scene["orc"], line, reach, dodged=dodged)


def test_strays_are_met_nearest_first() -> None:
    """A shot that misses meets those on its line, nearest first, before the target and behind; a dodged one behind."""
    others = foe("far", hex=[0, -7]), figure("near", hex=[0, -1]), foe("behind", hex=[0, -4]), foe("aside", hex=[1, -2])
    assert strays(*others) == (("near",), ("behind",), ("far",))
    assert strays(*others, dodged=True) == (("behind",), ("far",))
    assert strays() == strays(figure("cid", hex=[0, 1])) == ()


def test_how_far_strays_fly() -> None:
    """A shot flies on to its range or an obstacle; by the option one that misses ends with its target."""
    others = foe("near", hex=[0, -1]), foe("behind", hex=[0, -4]), foe("far", hex=[0, -7])
    assert strays(*others, reach=6) == (("near",), ("behind",))
    assert strays(*others, map=solid_map((0, -5))) == (("near",), ("behind",))
    assert strays(*others, options={"stray_extent": TacticalStrayExtent.TARGET}) == (("near",),)
    assert strays(*others, options={"stray_extent": TacticalStrayExtent.TARGET}, dodged=True) == (("behind",), ("far",))


def test_several_at_one_distance() -> None:
    """Several in a hex, and both beside a line between two hexes, are met together; a lone one beside it is not met."""
    assert strays(*[each.model_copy(update={"hex": (0, -2)}) for each in crowd("a", "b")]) == (("a", "b"),)
    pair = foe("a", hex=[0, -1]), foe("b", hex=[1, -1])
    assert strays(*pair, goal=(2, -4)) == (("a", "b"),)
    assert strays(pair[0], goal=(2, -4)) == ()
    assert strays(pair[0], goal=(2, -4), map=solid_map((1, -1))) == (("a",),)


def test_strays_in_the_hex_of_the_target() -> None:
    """Others in the target's hex are met at its distance by a shot that misses, and not by one that is dodged."""
    bat = foe("bat", hex=[0, -3], swarm=True), figure("cid", hex=[0, -3])
    assert strays(*bat, foe("near", hex=[0, -1])) == (("near",), ("cid",))
    assert strays(*bat, dodged=True) == ()


def test_a_large_stray_is_met_once() -> None:
    """A figure that the line meets in several hexes is a candidate once."""
    assert strays(foe("horse", hex=[0, -4], facing=3, shape="line3", sm=1)) == (("horse",),)


@pytest.mark.parametrize(
    ("posture", "shooter", "options", "met"),
    [
        ("kneeling", "standing", {}, False),
        ("kneeling", "sitting", {}, True),
        ("lying", "standing", {}, False),
        ("lying", "lying", {}, True),
        ("kneeling", "lying", {}, False),
        ("kneeling", "lying", {"posture_rule": TacticalPostureRule.UNIFIED}, True),
    ],
)
def test_low_strays(posture: str, shooter: str, options: dict[str, Any], met: bool) -> None:
    """Low figures are met by shots from their level, or by the option from a lower one."""
    low = foe("low", hex=[0, -1], posture=posture, facing=1)
    assert strays(low, posture=shooter, options=options) == ((("low",),) if met else ())


def test_a_giant_is_met_in_any_posture() -> None:
    """Somebody who is too large to shoot past is met even if it kneels."""
    assert strays(foe("giant", hex=[0, -1], posture="kneeling", sm=3)) == (("giant",),)
