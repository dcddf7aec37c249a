"""Lines of fire past figures: the inventory's cases, brute force over all lines, turned maps, options and strays."""

from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import Any, Final, NamedTuple

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from service.rules.kernel.hexes import Hex
from service.rules.roll_under.words import Posture
from service.rules.tactical.attack.records import TacticalLine
from service.rules.tactical.attack.sight.sight import Shot, best_line, people_on, sees
from service.rules.tactical.book.tables import IN_THE_WAY, is_in_the_way
from service.rules.tactical.figures.field import Field
from service.rules.tactical.map.lines import CENTRE, segment_between
from tests.rings import many
from tests.rules.tactical import reference
from tests.rules.tactical.grids import JOURNEYS, ORIGIN, Journey, Wall, carried, within
from tests.rules.tactical.scenes import OPEN, field, figure, foe

FILE: Final = Path(__file__).parent / "inventory" / "sight.yaml"
CASES: Final = yaml.load(FILE.read_text(encoding="utf-8"), Loader=yaml.CSafeLoader)
CENTRED: Final = TacticalLine.model_validate_json('{"choice": "centre"}')
SLOW: Final = settings(max_examples=many(40))


def barriers(solid: Any = (), walls: Any = ()) -> dict[str, Any]:
    """A map of solid hexes and walls."""
    return {
        "cells": [{"hex": list(each), "solid": True} for each in solid],
        "edges": [{"hex": list(here), "direction": direction, "kind": "wall"} for here, direction in walls],
    }


# The cases of the inventory


def case_field(case: dict[str, Any]) -> Field:
    """The field of a case: a shooter, a target and others."""
    others = [foe(each["id"], hex=each["hexes"][0]) for each in case.get("others", ())]
    ends = figure("shooter", hex=case["shooter"]), foe("target", hex=case["target"])
    return field(*ends, *others, map=barriers(case.get("solid", ()), case.get("walls", ())))


def shot_of(case: dict[str, Any], line: TacticalLine) -> Shot:
    """The line of a case."""
    scene = case_field(case)
    return best_line(scene, scene["shooter"], scene["target"], line)


def written(shot: Shot) -> dict[str, Any]:
    """A line as the inventory writes it; a blocked one has nothing else to say."""
    if shot.blocked is not None:
        return {"blocked": True}
    return {"blocked": False, "in_way": [each.id for each in shot.in_way], "penalty": shot.penalty}


def with_anchors(case: dict[str, Any]) -> dict[str, Any]:
    """The best line with its anchors: corners by number, the centre as c."""
    shot = shot_of(case, TacticalLine())
    start, end = ("c" if each is CENTRE else each.rank - 1 for each in shot.anchors if each is not None)
    return written(shot) if shot.blocked is not None else {"from": start, "to": end, **written(shot)}


def counts(case: dict[str, Any]) -> bool:
    """Whether somebody in a posture, half-way between shooter and target, is in the way."""
    ends = figure("shooter", posture=case["shooter"]), foe("target", hex=[0, -6], posture=case["target"])
    scene = field(*ends, foe("other", hex=[0, -3], posture=case["other"], facing=1))
    return bool(best_line(scene, scene["shooter"], scene["target"], CENTRED).in_way)


def blocks(case: dict[str, Any]) -> bool:
    """Whether somebody of a size closes the line."""
    height = 1 if case.get("higher") else 0
    giant = foe("giant", hex=[0, -3], sm=case["blocker_sm"], posture=case.get("posture", "standing"), facing=1)
    scene = field(figure("shooter", sm=case["shooter_sm"], elevation=height), giant, foe("target", hex=[0, -6]))
    return best_line(scene, scene["shooter"], scene["target"], CENTRED).blocked is not None


def overshoots(case: dict[str, Any]) -> list[list[str]]:
    """Whom a shot meets behind its target."""
    others = [foe(each["id"], hex=each["hex"]) for each in case["figures"]]
    scene = field(figure("shooter", hex=case["line_from"]), foe("target", hex=case["line_to"]), *others)
    start, goal = scene["shooter"], scene["target"]
    line = segment_between(start.hex, goal.hex)
    return [list(each) for each in people_on(scene, start, goal, line, case["max_range"], dodged=True)]


CALLS: Final[dict[str, Callable[[dict[str, Any]], object]]] = {
    "fire_line": lambda case: written(shot_of(case, CENTRED)),
    "best_line": with_anchors,
    "counts_in_way": counts,
    "blocks_sight": blocks,
    "overshoot_order": overshoots,
}


@pytest.mark.parametrize("case", [pytest.param(case, id=case["id"]) for case in CASES])
def test_the_cases_of_the_inventory(case: dict[str, Any]) -> None:
    """Each case has exactly the result of the inventory."""
    assert CALLS[case["call"]](case["in"]) == case["out"]


# Brute force


class Around(NamedTuple):
    """A random small map: the target, barriers, and others of several sizes and postures."""

    goal: Hex
    solid: list[Hex]
    walls: list[Wall]
    others: list[tuple[Hex, int, str]]


NEAR: Final = [each for each in within(4) if each != ORIGIN]
POSTURES: Final = st.sampled_from(["standing", "standing", "kneeling", "sitting", "crouching"])


@st.composite
def surroundings(draw: st.DrawFn) -> Around:
    """A small map with nobody in the hexes of shooter and target."""
    goal = draw(st.sampled_from(NEAR))
    free = [each for each in NEAR if each != goal]
    solid = draw(st.lists(st.sampled_from(free), max_size=4, unique=True))
    walls = draw(st.lists(st.tuples(st.sampled_from(free), st.integers(0, 2)), max_size=4, unique=True))
    places = draw(st.lists(st.sampled_from([each for each in free if each not in solid]), max_size=6, unique=True))
    return Around(goal, solid, walls, [(each, draw(st.integers(0, 3)), draw(POSTURES)) for each in places])


def field_of(around: Around, posture: str = "standing") -> Field:
    """The field of a random small map; everybody sees all around."""
    others = [
        foe(f"f{place}", hex=list(here), sm=size, posture=held)
        for place, (here, size, held) in enumerate(around.others)
    ]
    ends = figure("ash", posture=posture, vision="360"), foe("orc", hex=list(around.goal), vision="360")
    return field(*ends, *others, map=barriers(around.solid, around.walls))


def measured(around: Around, from_k: int | None, to_k: int | None, posture: Posture) -> tuple[bool, int, int]:
    """Whether a line is blocked, minus its penalty, and how many people it touches, by the inventory's functions."""
    start, end = reference.anchor(ORIGIN, from_k), reference.anchor(around.goal, to_k)
    blocked = reference.is_blocked(start, end, around.solid, around.walls)
    rows = IN_THE_WAY[OPEN.posture_rule]
    there = {here: (size, Posture(held)) for here, size, held in around.others}
    bars = {
        here: size >= (2 if held in (Posture.STANDING, Posture.CROUCHING) else 3)
        for here, (size, held) in there.items()
    }
    counting = {
        here for here, (_, held) in there.items() if bars[here] or is_in_the_way(rows, held, posture, Posture.STANDING)
    }
    penalty = 0
    passed = reference.trace(start, end)
    for item in passed:
        met = [each for each in item if each in counting]
        if not met or any(each not in counting and each not in around.solid for each in item):
            continue
        penalty += 4
        blocked = blocked or any(bars[each] for each in met)
    return blocked, penalty, len({each for item in passed for each in item if each in there})


@pytest.mark.untraced
@SLOW
@given(surroundings(), st.sampled_from(["standing", "kneeling"]))
def test_the_best_of_all_lines(around: Around, posture: str) -> None:
    """The best line is the first clear one of all 49 with the least penalty and the fewest people."""
    scene = field_of(around, posture)
    shot = best_line(scene, scene["ash"], scene["orc"])
    ends = (None, 0, 1, 2, 3, 4, 5)
    found = [(*measured(around, one, other, Posture(posture)), one, other) for one, other in product(ends, repeat=2)]
    blocked, penalty, crowd, from_k, to_k = min(found, key=lambda each: each[:3])
    assert (shot.blocked is not None, -shot.penalty, shot.crowd) == (blocked, penalty, crowd)
    ranks = tuple([0 if each is None else each + 1 for each in (from_k, to_k)])
    assert tuple([each.rank for each in shot.anchors if each is not None]) == ranks
    assert sum([each.penalty for each in shot.in_way]) == shot.penalty


@pytest.mark.untraced
@SLOW
@given(surroundings())
def test_sight_needs_a_clear_line(around: Around) -> None:
    """Who sees all around sees somebody if and only if one of the 49 lines is clear."""
    scene = field_of(around)
    ends = (None, 0, 1, 2, 3, 4, 5)
    clear = [not measured(around, one, other, Posture.STANDING)[0] for one, other in product(ends, repeat=2)]
    assert sees(scene, scene["ash"], scene["orc"]) == any(clear)


@SLOW
@given(surroundings())
def test_lines_are_as_good_both_ways(around: Around) -> None:
    """Between two who stand and are of one size a line is as good from one end as from the other."""
    scene = field_of(around)
    there, back = (best_line(scene, scene[one], scene[other]) for one, other in (("ash", "orc"), ("orc", "ash")))
    assert (there.penalty, there.crowd, there.blocked is None) == (back.penalty, back.crowd, back.blocked is None)
    assert sees(scene, scene["ash"], scene["orc"]) == sees(scene, scene["orc"], scene["ash"])


@SLOW
@given(surroundings(), JOURNEYS)
def test_sight_turns_with_the_map(around: Around, journey: Journey) -> None:
    """Turning and shifting the whole map changes no number of a line."""
    scene = field_of(around)
    turn = journey[0]
    there = [
        each.model_copy(update={"hex": carried(each.hex, journey), "facing": (each.facing + turn) % 6})
        for each in scene
    ]
    moved = [(carried(here, journey), (way + turn) % 6) for here, way in around.walls]
    elsewhere = field(*there, map=barriers([carried(each, journey) for each in around.solid], moved))
    one, other = best_line(scene, scene["ash"], scene["orc"]), best_line(elsewhere, elsewhere["ash"], elsewhere["orc"])
    assert (one.penalty, one.crowd, one.blocked is None) == (other.penalty, other.crowd, other.blocked is None)
    assert sees(scene, scene["ash"], scene["orc"]) == sees(elsewhere, elsewhere["ash"], elsewhere["orc"])
