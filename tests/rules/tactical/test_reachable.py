"""What a figure can reach: the search against brute force, against plan-move, and where it ends."""

from typing import Any, Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from service.errors import UmpireError
from service.rules.kernel.hexes import Hex, distance, neighbour
from service.rules.tactical.book import refusals
from service.rules.tactical.book.options import (
    TacticalAllOutFloor,
    TacticalAllOutTurn,
    TacticalCrawlHexes,
    TacticalRulings,
)
from service.rules.tactical.book.words import TacticalManeuver, TacticalManeuverOption, TacticalMoveMode
from service.rules.tactical.figures.field import Field, fills, misplaced
from service.rules.tactical.movement.allowance import points_of
from service.rules.tactical.movement.paths.path_plan import plan_path
from service.rules.tactical.movement.paths.steps import MovePlan
from service.rules.tactical.movement.reachable import list_reachable
from service.rules.tactical.movement.records import TacticalMoveOrder, TacticalPathEntry, TacticalReachInput
from service.rules.tactical.movement.search.search import Goal, Reached, Search
from tests.pins import pins
from tests.rings import many
from tests.rules.tactical.grids import JOURNEYS, Journey, carried
from tests.rules.tactical.scenes import OPEN, evading, field, figure, foe, scene
from tests.rules.tactical.worlds import BruteForce, World, worlds

MOVE: Final = (TacticalManeuver.MOVE, None)
STEP: Final = (TacticalManeuver.ATTACK, None)
DODGE: Final = (TacticalManeuver.ALL_OUT_DEFENSE, TacticalManeuverOption.DODGE)
CHARGE: Final = (TacticalManeuver.ALL_OUT_ATTACK, None)
ORDERS: Final = st.sampled_from([MOVE, MOVE, STEP, DODGE, CHARGE, (TacticalManeuver.MOVE_AND_ATTACK, None)])
UPRIGHT: Final = {"standing": 0, "crouching": 1, "kneeling": 4, "crawling": 4}
SMALL_MOVER: Final = st.fixed_dictionaries(
    {
        "facing": st.just(0),
        "basic_move": st.integers(0, 4),
        "posture": st.sampled_from(list(UPRIGHT)),
        "sm": st.just(-1),
    }
)
BIG_MOVER: Final = st.fixed_dictionaries(
    {
        "facing": st.integers(0, 5),
        "basic_move": st.integers(1, 4),
        "posture": st.sampled_from(["standing", "standing", "crawling", "lying", "sitting"]),
        "shape": st.sampled_from(["single", "single", "line2", "line3", "diamond4"]),
        "grounded": st.booleans(),
        "fighting": st.booleans(),
    }
)
RULINGS: Final = st.builds(
    TacticalRulings,
    open_plain=st.just(value=True),
    guarantee_after_turn=st.booleans(),
    sitting_step=st.booleans(),
    step_hexes=st.sampled_from([None, 2]),
    evade_surcharge=st.integers(0, 1),
    wall_overlap=st.integers(0, 1),
    aoa_floor=st.sampled_from(TacticalAllOutFloor),
    aoa_turn_cost=st.sampled_from(TacticalAllOutTurn),
    crawl_hexes=st.sampled_from(TacticalCrawlHexes),
)


def search_of(here: Field, order: tuple[TacticalManeuver, TacticalManeuverOption | None], **facts: Any) -> Search:
    """The search for ash."""
    return Search(here, here["ash"], *order, **facts)


def plain(states: list[Reached]) -> dict[tuple[Hex, int], int]:
    """The half points of each hex and facing, the least of those with several axes."""
    found: dict[tuple[Hex, int], int] = {}
    for each in states:
        found.setdefault((each.hex, each.facing), each.spent)
    return found


@given(worlds(SMALL_MOVER), st.sampled_from([MOVE, DODGE, STEP]), st.sampled_from([None, 2]))
@settings(max_examples=many(120))
def test_the_search_finds_what_brute_force_finds(world: World, order: Any, step: int | None) -> None:
    """For a figure of one hex, the states and their least costs are those of all ways that there are."""
    rulings = TacticalRulings(step_hexes=step)
    here = world.field(rulings)
    if here is None:
        return
    ash = here["ash"]
    points = points_of(ash, order[0], order[1], rulings)
    posture = UPRIGHT[ash.posture]
    expected = BruteForce(world, points, posture, step=order is STEP).least()
    assert plain(search_of(here, order).run()) == expected


@pytest.mark.untraced
@given(worlds(BIG_MOVER), ORDERS, RULINGS, st.booleans())
@settings(max_examples=many(120))
def test_every_listed_state_has_a_legal_path_of_its_cost(
    world: World, order: Any, rulings: TacticalRulings, through: bool
) -> None:
    """Plan-move takes the path to each state, for the same points, and ends in each of its end facings and no other."""
    here = world.field(rulings)
    if here is None:
        return
    search = search_of(here, order, through_foes=through)
    for state in search.run():
        path = search.path_to(state)
        accepted = [turn for turn in range(6) if _ends(here, order, path, turn, state)]
        assert accepted == list(state.end_facings)


@given(
    worlds(BIG_MOVER),
    ORDERS,
    RULINGS,
    st.booleans(),
    st.tuples(st.integers(-3, 3), st.integers(-3, 3)),
    st.integers(0, 2),
)
@settings(max_examples=many(120))
def test_with_a_goal_the_search_finds_the_same_states_near_it(
    world: World, order: Any, rulings: TacticalRulings, through: bool, there: Hex, within: int
) -> None:
    """A search with a goal finds what a search of everything finds within it, in that order and by the same ways."""
    here = world.field(rulings)
    if here is None:
        return
    goal = Goal((there, neighbour(there, 2)), within)
    whole, near = search_of(here, order, through_foes=through), search_of(here, order, through_foes=through, goal=goal)
    expected = [each for each in whole.run() if not goal.gap(each.hex)]
    found = [each for each in near.run() if not goal.gap(each.hex)]
    assert found == expected
    assert [near.path_to(each) for each in found] == [whole.path_to(each) for each in expected]
    for most in range(near.points + 1):
        cheap = whole.near(goal, most)
        reached = [each for each in cheap.run() if not goal.gap(each.hex)]
        cheapest = [each for each in expected if each.spent <= most]
        assert reached == cheapest
        assert [cheap.path_to(each) for each in reached] == [whole.path_to(each) for each in cheapest]


@given(worlds(BIG_MOVER), ORDERS, RULINGS, st.tuples(st.integers(-3, 3), st.integers(-3, 3)))
@settings(max_examples=many(120))
def test_a_goal_that_narrows_leads_to_the_nearest_state(
    world: World, order: Any, rulings: TacticalRulings, there: Hex
) -> None:
    """A search whose goal narrows to what is nearer than the last state ends with the cheapest of the nearest ones."""
    here = world.field(rulings)
    if here is None:
        return
    whole, best = search_of(here, order), None
    expected = min([(distance(each.hex, there), each) for each in whole.run()], default=None)
    near = whole.near(Goal((there,), 10))
    for each in near.states():
        gap = distance(each.hex, there)
        if best is None or gap < best[0]:
            best = gap, each
            near.narrow(gap - 1)
    assert best == expected
    if best is not None:
        assert near.path_to(best[1]) == whole.path_to(best[1])


def _ends(here: Field, order: Any, path: tuple[TacticalPathEntry, ...], facing: int, state: Reached) -> bool:
    """Whether plan-move lets a path end in a facing; the foes in close combat are evaded on the way out."""
    going: dict[str, Any] = {"path": path, "end_facing": facing, "follow_ups": evading(here["ash"])}
    try:
        plan = plan_path(here, here["ash"], TacticalMoveOrder(maneuver=order[0], option=order[1], **going))
    except (
        refusals.EndTurnTooBig,
        refusals.AoaNoEndTurn,
        refusals.NoMovementAllowed,
        refusals.TooNarrow,
        refusals.HexOccupied,
        refusals.BlockedByBarrier,
        refusals.HexUnusable,
        refusals.OffMap,
    ):
        assert facing != state.facing
        return False
    assert (plan.spent, plan.hex, plan.facing) == (state.spent, state.hex, facing)
    assert misplaced(here, here["ash"], plan.body) is None
    shared = [other for each in plan.body for other in here.occupants(each) if other.id != "ash" and fills(other)]
    assert not path or any(here.is_foe(here["ash"], other) or not other.fighting for other in shared) or not shared
    return True


ENTRIES: Final = st.one_of(
    st.tuples(st.integers(0, 5), st.sampled_from(["forward", "sidestep", "backward"])),
    st.integers(-3, 3),
)


@pytest.mark.untraced
@given(worlds(BIG_MOVER), ORDERS, RULINGS, st.lists(ENTRIES, min_size=1, max_size=6))
@settings(max_examples=many(250))
def test_whatever_a_legal_path_reaches_is_listed(
    world: World, order: Any, rulings: TacticalRulings, entries: list[Any]
) -> None:
    """Where plan-move lets a path end that meets no foe on its way, the search lists a way that costs no more."""
    here = world.field(rulings)
    if here is None:
        return
    plan = _walked(here, order, entries)
    if plan is None or plan.evades or plan.slams:
        return
    listed = {(each.hex, each.facing): each for each in reversed(search_of(here, order).run())}
    if order[0] is TacticalManeuver.ATTACK or (order == CHARGE and rulings.aoa_turn_cost is TacticalAllOutTurn.FREE):
        assert any(each.hex == plan.hex and plan.facing in each.end_facings for each in listed.values())
    else:
        assert listed[plan.hex, plan.facing].spent <= plan.spent


def _walked(here: Field, order: Any, entries: list[Any]) -> MovePlan | None:
    """The plan of as many of some entries as are legal one after the other, or None where no plan is."""
    path: list[TacticalPathEntry] = []
    best = None
    for each in entries:
        last = here["ash"].hex if best is None else best.hex
        if isinstance(each, int):
            path.append(TacticalPathEntry(turn=each))
        else:
            path.append(TacticalPathEntry(to=neighbour(last, each[0]), mode=TacticalMoveMode(each[1])))
        try:
            best = plan_path(here, here["ash"], TacticalMoveOrder(maneuver=order[0], option=order[1], path=tuple(path)))
        except UmpireError:
            path.pop()
    return best


@given(worlds(BIG_MOVER), ORDERS, JOURNEYS)
@settings(max_examples=many(60))
def test_the_search_is_the_same_elsewhere(world: World, order: Any, journey: Journey) -> None:
    """A map that is turned and shifted has the same states at the same costs, turned and shifted."""
    here, there = world.field(OPEN), world.elsewhere(journey).field(OPEN, bounds=False)
    inside = world.field(OPEN, bounds=False)
    if here is None or there is None or inside is None:
        return
    turn = journey[0]
    expected = [
        (
            each.spent,
            carried(each.hex, journey),
            (each.facing + turn) % 6,
            each.axis if each.axis < 0 else (each.axis + turn) % 6,
            tuple(sorted((facing + turn) % 6 for facing in each.end_facings)),
        )
        for each in search_of(inside, order).run()
    ]
    assert [each[:5] for each in search_of(there, order).run()] == sorted(expected)


# Where the search ends, and what it leaves out


def states_of(here: Field, order: Any = MOVE, **facts: Any) -> dict[Hex, set[int]]:
    """The facings of each hex in reach."""
    found: dict[Hex, set[int]] = {}
    for each in search_of(here, order, **facts).run():
        found.setdefault(each.hex, set()).add(each.facing)
    return found


def test_who_cannot_move_is_listed_where_it_is() -> None:
    """Without movement, while sitting and in a hold there is one hex; what turns, turns there."""
    held = figure(state={"grappled_by": ["orc"]})
    assert states_of(field(figure()), (TacticalManeuver.DO_NOTHING, None)) == {(0, 0): {0}}
    assert states_of(field(figure(posture="sitting"))) == {(0, 0): {0, 1, 2, 3, 4, 5}}
    assert states_of(field(held, foe(hex=[0, 0], st=10))) == {(0, 0): {0, 1, 2, 3, 4, 5}}
    waiting = search_of(field(figure()), (TacticalManeuver.WAIT, None)).run()
    assert [(each.spent, each.end_facings) for each in waiting] == [(0, (0, 1, 2, 3, 4, 5))]


@pins("one-hex-guarantee")
def test_the_first_hex_is_affordable_and_with_an_option_after_a_turn_too() -> None:
    """A kneeling figure of Move 1 enters any hex around it, and turns first only by the option."""
    kneeling = figure(basic_move=1, posture="kneeling")
    assert states_of(field(kneeling))[0, 1] == {0}
    assert states_of(field(kneeling, rulings=OPEN.model_copy(update={"guarantee_after_turn": True})))[1, 0] == {
        0,
        1,
        2,
        5,
    }


def test_a_search_goes_on_from_a_foe_only_if_it_is_to() -> None:
    """Behind a foe in a corridor nothing is in reach unless ways through foes are asked for."""
    corridor = {"bounds": {"kind": "hexes", "hexes": [[0, 0], [0, -1], [0, -2], [0, -3]]}}
    here = field(figure(basic_move=3), foe(), map=corridor)
    assert set(states_of(here)) == {(0, 0), (0, -1)}
    assert states_of(here)[0, -1] == {0}
    through = states_of(here, through_foes=True)
    assert set(through) == {(0, 0), (0, -1), (0, -2), (0, -3)}
    assert through[0, -1] == {0}


def test_close_combat_is_left_on_ones_own_side() -> None:
    """Who shares a hex with a foe reaches its own three hexes first; with evades all six."""
    pair = {"foe": "orc", "hex": [0, 0], "own_side": 3}
    here = field(figure(basic_move=2, state={"close": [pair]}), foe(hex=[0, 0]))
    assert {each for each in states_of(here) if distance(each, (0, 0)) == 1} == {(1, 0), (0, 1), (-1, 1)}
    assert len([each for each in states_of(here, through_foes=True) if distance(each, (0, 0)) == 1]) == 6
    assert set(states_of(here, STEP, through_foes=True)) == {(0, 0), (1, 0), (0, 1), (-1, 1)}


@pins("sprint")
def test_a_sprint_reaches_farther_straight_ahead() -> None:
    """From the second second of running on a Move of 10 goes 12 hexes straight ahead, and no farther elsewhere."""
    running = {"sprinting": 1, "velocity": {"direction": 0, "yards": 10}}
    quick = OPEN.model_copy(update={"sprint": True})
    runner = field(figure(basic_move=10, state=running), rulings=quick)
    found = {each.hex: each for each in search_of(runner, MOVE).run()}
    assert (0, -12) in found
    assert found[0, -12].end_facings == (0, 1, 5)
    assert not [each for each in found if distance(each, (0, 0)) > 10 and each[0]]
    assert search_of(runner, MOVE).path_to(found[0, -12])[-1].to == (0, -12)
    slow = field(figure(basic_move=10, state=running))
    assert max(distance(each, (0, 0)) for each in states_of(slow)) == 10
    friend = figure("oak", hex=[0, -11])
    past = field(figure(basic_move=10, state=running), friend, rulings=quick)
    assert (0, -11) not in states_of(past)
    assert not [each for each in states_of(past) if distance(each, (0, 0)) > 10]
    charging = field(figure(basic_move=10, state=running), foe(hex=[0, -11]), rulings=quick)
    assert {each.hex: each.end_facings for each in search_of(charging, MOVE).run()}[0, -11] == (0,)
    muddy = field(figure(basic_move=10, state=running), map={"cells": [{"hex": [0, -1], "footing": 9}]}, rulings=quick)
    assert {(each.hex, each.facing): each.spent / 2 for each in search_of(muddy, MOVE).run()}[(0, -2), 0] == 4
    lancer = figure(basic_move=10, shape="line2", state=running)
    assert (0, -12) in states_of(field(lancer, rulings=quick))


# The procedure


def answer(*people: Any, **facts: Any) -> Any:
    """What reachable answers for ash."""
    given = {"figure": "ash", "maneuver": TacticalManeuver.MOVE} | facts
    return list_reachable(TacticalReachInput(figures=people, **given), OPEN)


def test_reachable_lists_states_with_their_costs() -> None:
    """Move 3 reaches 29 hexes in 81 states; each has its cost and the facings that it may end with."""
    told = answer(figure(basic_move=3))
    assert (told.verdict.hexes, told.verdict.states, told.truncated) == (29, 81, False)
    assert told.summary == "Ash can reach 81 states in 29 hexes with 3 movement points."
    first = told.states[0]
    assert (first.hex, first.facing, first.spent, first.end_facings) == ((0, 0), 0, 0.0, (0, 1, 2, 3, 4, 5))
    assert told.states == tuple(sorted(told.states, key=lambda each: (each.spent, each.hex, each.facing)))
    assert told.path is None
    assert told.cites[:2] == ("tactical/movement/reachable", "tactical/movement/half-test")


def test_reachable_is_cut_off_after_so_many_states() -> None:
    """The cheapest states come first, and the answer says that there are more."""
    few = answer(figure(basic_move=1000), max_results=5)
    assert (len(few.states), few.truncated) == (5, True)
    assert few.summary == "Ash can reach the first 5 states in 3 hexes with 1000 movement points."
    assert answer(figure(basic_move=1), max_results=11).truncated is False
    assert answer(figure(basic_move=1), max_results=10).truncated is True


def test_reachable_tells_a_cheapest_path() -> None:
    """The way to a hex comes as a path that plan-move takes, with turns of several hexsides in one entry."""
    told = answer(figure(basic_move=7), to=(0, 2))
    assert [each.model_dump(exclude_defaults=True, mode="json") for each in told.path] == [
        {"to": [0, 1], "mode": "backward"},
        {"to": [0, 2], "mode": "backward"},
    ]
    corridor = {"bounds": {"kind": "hexes", "hexes": [[0, place] for place in range(6)]}}
    south = answer(figure(basic_move=9), to=(0, 5), map=scene(figure(), map=corridor).map)
    assert (abs(south.path[0].turn), len(south.path)) == (2, 6)
    assert answer(figure(basic_move=1), to=(0, 9)).path is None


def test_reachable_cites_what_shapes_it() -> None:
    """Steps, injury and sprints are named where they count."""
    assert "tactical/step/facing-free" in answer(figure(), maneuver=TacticalManeuver.READY).cites
    assert "tactical/movement/injury-halves" in answer(figure(hp=1)).cites
    running = {"sprinting": 1, "velocity": {"direction": 0, "yards": 10}}
    fast = TacticalReachInput(figures=(figure(state=running),), figure="ash", maneuver=TacticalManeuver.MOVE)
    assert "tactical/movement/sprint" in list_reachable(fast, OPEN.model_copy(update={"sprint": True})).cites


@pytest.mark.parametrize(
    ("facts", "order", "refusal"),
    [
        ({"state": {"dead": True}}, {}, refusals.FigureUnable),
        ({}, {"figure": "elm"}, refusals.TacticalUnknownFigure),
        ({}, {"option": TacticalManeuverOption.STRONG}, refusals.ManeuverConflict),
        ({}, {"maneuver": TacticalManeuver.ALL_OUT_DEFENSE}, refusals.ManeuverConflict),
    ],
)
def test_reachable_refuses_what_plan_move_refuses(facts: Any, order: Any, refusal: type[UmpireError]) -> None:
    """Who cannot act, is not there, or has a wrong option is refused."""
    with pytest.raises(refusal):
        answer(figure(**facts), **order)
