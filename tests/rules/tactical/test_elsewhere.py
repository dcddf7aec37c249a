"""The whole map turned and shifted: no answer about paths, arcs, lines of fire and attacks has another number."""

from collections.abc import Iterable
from typing import Any, Final

import orjson
from hypothesis import given, settings
from hypothesis import strategies as st

from service.dice.seeded import SeededDice
from service.errors import RulesRefuse
from service.rules.kernel.hexes import Hex, ahead, neighbour
from service.rules.tactical.attack.attack import resolve_attack
from service.rules.tactical.attack.records import TacticalAttackInput
from service.rules.tactical.attack.sight.line_models import TacticalLineInput
from service.rules.tactical.attack.sight.line_of_fire import line_of_fire
from service.rules.tactical.book.options import TacticalArcWidth
from service.rules.tactical.book.words import TacticalShape, TacticalVision
from service.rules.tactical.map.lines import TacticalAnchor
from service.rules.tactical.movement.arcs import list_arcs
from service.rules.tactical.movement.plan_move import plan_move
from service.rules.tactical.movement.records import TacticalArcsInput, TacticalMoveInput
from tests.rings import many
from tests.rules.tactical.grids import FACINGS, HEXES, JOURNEYS, ORIGIN, Journey, all_carried, carried
from tests.rules.tactical.moves import order_of
from tests.rules.tactical.scenes import OPEN, foe, scene
from tests.rules.tactical.test_attack_properties import fighters
from tests.rules.tactical.test_reachable import BIG_MOVER, ORDERS
from tests.rules.tactical.test_sight import Around, barriers, field_of, surroundings
from tests.rules.tactical.worlds import World, carried_facts, worlds

STAYING: Final = (0, ORIGIN)
WALKED: Final = st.lists(
    st.one_of(
        st.tuples(st.just("to"), FACINGS, st.sampled_from(["forward", "forward", "sidestep", "backward"])),
        st.tuples(st.just("jump_to"), FACINGS, st.integers(2, 3)),
        st.tuples(st.just("turn"), st.integers(-3, 3), st.none()),
        st.tuples(st.just("posture"), st.sampled_from(["crouching", "kneeling", "lying"]), st.none()),
    ),
    min_size=1,
    max_size=5,
)
CORNERS: Final = st.none() | FACINGS
SEEDS: Final = st.integers(0, 1000).map(str)


def path_of(walked: list[Any]) -> list[dict[str, Any]]:
    """A path from [0, 0] as a request writes it."""
    here, path = ORIGIN, []
    for kind, what, how in walked:
        if kind == "to":
            here = neighbour(here, what)
            path.append({"to": list(here), "mode": how})
        elif kind == "jump_to":
            here = ahead(here, what, how)[-1]
            path.append({"jump_to": list(here)})
        else:
            path.append({kind: what})
    return path


def planned(world: World, order: Any, path: list[dict[str, Any]], journey: Journey) -> Any:
    """What plan-move answers elsewhere, or its refusal, all hexes and facings carried there from where they were."""
    there = world.elsewhere(journey)
    entries = [carried_facts(each, journey) for each in path]
    ground = {"cells": there.cells, "edges": there.edges}
    asked = scene(*there.people(), map=ground)
    try:
        told = plan_move(
            TacticalMoveInput(
                map=asked.map, figures=asked.figures, figure="ash", order=order_of(order[0], *entries, option=order[1])
            ),
            OPEN,
        )
    except RulesRefuse as refusal:
        return refusal.code(), refusal.pointer
    back = journey[0]
    verdict, entered = told.verdict, told.entries
    costs = [(each.cost, each.spent, each.terms, each.contacts, each.exits, each.sweeps, each.roll) for each in entered]
    facings = [(each - back) % 6 for each in (*[entry.facing for entry in entered], verdict.facing)]
    axis = None if told.upper_direction is None else (told.upper_direction - back) % 6
    numbers = (verdict.spent, verdict.points, verdict.evades, verdict.slams, told.posture, told.cites)
    return costs, facings, axis, numbers, [each.hex for each in entered], told.footprint


@given(worlds(BIG_MOVER), ORDERS, WALKED, JOURNEYS)
@settings(max_examples=many(150))
def test_a_path_costs_the_same_elsewhere(world: World, order: Any, walked: list[Any], journey: Journey) -> None:
    """Plan-move answers the same, or refuses the same entry, and the cost of a legal path is the sum of its entries."""
    path = path_of(walked)
    here, there = planned(world, order, path, STAYING), planned(world, order, path, journey)
    if isinstance(here[0], str):
        assert there == here
        return
    assert there[:4] == here[:4]
    for hexes, carried_hexes in zip(here[4:], there[4:], strict=True):
        assert all_carried(hexes, journey) == list(carried_hexes)
    costs, _, _, (spent, *_), *_ = here
    assert spent == sum(each[0] for each in costs)
    assert all(cost == sum(part.points for part in terms) for cost, _, terms, *_ in costs)


@given(
    HEXES,
    FACINGS,
    st.sampled_from(TacticalVision),
    st.sampled_from(TacticalShape),
    st.sampled_from(TacticalArcWidth),
    JOURNEYS,
)
@settings(max_examples=many(60))
def test_arcs_lie_the_same_elsewhere(
    here: Hex, facing: int, vision: TacticalVision, shape: TacticalShape, width: TacticalArcWidth, journey: Journey
) -> None:
    """The sectors, the arc of vision and the reach turn and shift with the figure."""
    body = (ORIGIN, (0, 1), (1, 1)) if shape is TacticalShape.CUSTOM else ()
    rulings = OPEN.model_copy(update={"arc": width})
    asked = TacticalArcsInput(hex=here, facing=facing, vision=vision, shape=shape, body=body, radius=4)
    moved = {"hex": carried(here, journey), "facing": (facing + journey[0]) % 6}
    one, other = list_arcs(asked, rulings), list_arcs(asked.model_copy(update=moved), rulings)
    assert (one.verdict, one.cites) == (other.verdict, other.cites)
    for name in ("footprint", "front", "right", "left", "back", "sight"):
        assert set(all_carried(getattr(one, name), journey)) == set(getattr(other, name))
    fans = [(each.reach, all_carried(each.hexes, journey)) for each in one.reach]
    assert fans == [(each.reach, list(each.hexes)) for each in other.reach]


def lined(around: Around, journey: Journey, corners: tuple[int | None, int | None] | None) -> Any:
    """What line-of-fire answers elsewhere, for the best line or for one between two anchors."""
    turn = journey[0]
    walls = [(carried(here, journey), (way + turn) % 6) for here, way in around.walls]
    ground = scene(foe(), map=barriers(all_carried(around.solid, journey), walls))
    figures = [
        each.model_copy(update={"hex": carried(each.hex, journey), "facing": (each.facing + turn) % 6})
        for each in field_of(around)
    ]
    line: dict[str, Any] = {"choice": "best"}
    if corners is not None:
        names = [TacticalAnchor.CENTRE if each is None else f"corner_{(each + turn) % 6}" for each in corners]
        line = {"choice": "explicit", "start": {"anchor": names[0]}, "end": {"anchor": names[1]}}
    document = {
        "shooter": {"kind": "figure", "figure": "ash"},
        "target": {"kind": "figure", "figure": "orc"},
        "line": line,
    }
    rest = TacticalLineInput.model_validate_json(orjson.dumps(document))
    return line_of_fire(rest.model_copy(update={"map": ground.map, "figures": tuple(figures)}), OPEN)


def sets(groups: Iterable[Any]) -> list[set[str]]:
    """Those who may be hit astray, whatever order those at one distance are in."""
    return [set(each.figures) for each in groups]


@given(surroundings(), JOURNEYS, CORNERS, CORNERS)
@settings(max_examples=many(60))
def test_lines_are_as_good_elsewhere(around: Around, journey: Journey, start: int | None, end: int | None) -> None:
    """The best line has the same numbers, and a line between two anchors passes the same hexes and people."""
    one, other = lined(around, STAYING, None), lined(around, journey, None)
    for name in ("clear", "penalty", "range", "in_range", "sector", "in_arc", "seen", "alternatives"):
        assert getattr(one, name) == getattr(other, name)
    one, other = lined(around, STAYING, (start, end)), lined(around, journey, (start, end))
    assert (one.clear, one.penalty, one.range, one.seen) == (other.clear, other.penalty, other.range, other.seen)
    assert [set(all_carried(each.hexes, journey)) for each in one.passes] == [set(each.hexes) for each in other.passes]
    assert {each.id for each in one.in_way} == {each.id for each in other.in_way}
    assert sets(one.strays) == sets(other.strays)
    assert sets(one.overshoots) == sets(other.overshoots)


def struck(figures: list[dict[str, Any]], around: Around, journey: Journey, seed: str) -> Any:
    """The numbers that an attack elsewhere is rolled against, with what is rolled, or its refusal."""
    turn = journey[0]
    walls = [(carried(here, journey), (way + turn) % 6) for here, way in around.walls]
    document = {
        "map": barriers(all_carried(around.solid, journey), walls),
        "figures": [{"id": "ash", "side": "red"} | carried_facts(each, journey) for each in figures],
        "attacker": "ash",
        "target": "orc",
    }
    dice = SeededDice(f"sha256ctr1:{seed}")
    try:
        resolve_attack(TacticalAttackInput.model_validate_json(orjson.dumps(document)), OPEN, dice)
    except RulesRefuse as refusal:
        return refusal.code(), refusal.pointer
    return [(step.rule, step.actor, step.faces, step.target, step.margin) for step in dice.steps]


@given(fighters(), surroundings(), JOURNEYS, SEEDS)
@settings(max_examples=many(120))
def test_an_attack_has_the_same_numbers_elsewhere(
    figures: list[dict[str, Any]], around: Around, journey: Journey, seed: str
) -> None:
    """Among walls and solid hexes an attack is rolled against the same numbers, with the same dice, or refused."""
    assert struck(figures, around, journey, seed) == struck(figures, around, STAYING, seed)
