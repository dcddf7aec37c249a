"""How figures of several hexes, and low ones in two, move: room, sweeps, and whom they run into."""

from typing import Any, Final

import pytest

from service.rules.tactical.book import refusals
from service.rules.tactical.book.options import TacticalCrawlHexes, TacticalSmaller, TacticalSweep
from service.rules.tactical.book.words import TacticalFollowUp, TacticalManeuver
from service.rules.tactical.movement.paths.steps import take, turn_to
from service.rules.tactical.movement.search.search import Search
from tests.pins import pins
from tests.rules.tactical.moves import moved, order_of
from tests.rules.tactical.path_builders import ATTACK, CHANGE, NORTH, NORTHER, SLAM_ORC, alone, by, rough
from tests.rules.tactical.scenes import field, figure, foe

HORSE: Final[dict[str, Any]] = {"shape": "line3"}
EAST: Final = {"to": [1, -1]}
ASIDE: Final = {"to": [1, -1], "mode": "sidestep"}


def walled(*edges: tuple[list[int], int]) -> dict[str, Any]:
    """A map with walls."""
    return {"edges": [{"hex": here, "direction": side, "kind": "wall"} for here, side in edges]}


# Bodies of several hexes


@pins("body-rigid")
def test_the_body_turns_about_the_head_and_then_follows_it() -> None:
    """A horse that goes forward diagonally turns first; its body trails behind its head."""
    plan = moved(alone(**HORSE), EAST)
    assert (plan.spent, plan.facing, plan.body) == (2, 1, ((1, -1), (0, 0), (-1, 1)))
    assert [each.id for each in plan.steps[0].cites] == [
        "tactical/movement/forward",
        "tactical/multihex/head-moves",
        "tactical/multihex/body-follows",
    ]


@pytest.mark.parametrize(
    ("map", "path"),
    [
        (rough({"hex": [-1, 1], "solid": True}), [{"turn": 1}]),
        (rough({"hex": [-1, 2], "solid": True}), [{"turn": 1}]),
        (rough({"hex": [-2, 2], "usable": False}), [{"turn": 3}]),
        (walled(([0, 1], 5)), [{"turn": 1}]),
        ({"bounds": {"kind": "limits", "q_min": 0, "q_max": 5, "r_min": -5, "r_max": 5}}, [{"turn": 1}]),
        (rough({"hex": [-1, 1], "solid": True}), [EAST]),
        (walled(([0, 1], 1), ([0, 2], 1)), [ASIDE]),
        (
            rough({"hex": [1, 1], "solid": True}),
            [ASIDE],
        ),
        (walled(([0, -1], 3)), [{"to": [0, -1], "mode": "sidestep"}]),
    ],
)
def test_a_body_needs_room_at_every_moment(map: dict[str, Any], path: list[dict[str, Any]]) -> None:
    """Solid hexes, walls and the edge of the map stop a body that turns or is shifted."""
    with pytest.raises(
        (refusals.TooNarrow, refusals.HexUnusable, refusals.OffMap, refusals.BlockedByBarrier)
    ) as refused:
        moved(alone(map=map, **HORSE), *path)
    assert refused.value.pointer == f"/path/{len(path) - 1}"


@pins("wall-overlap")
def test_an_option_lets_a_body_overlap_walls() -> None:
    """One hex of the horse may overlap a wall where the option allows one."""
    wall = walled(([0, 1], 1))
    with pytest.raises(refusals.TooNarrow, match=r"walls stop 1 hex of its body\. At most 0 may"):
        moved(alone(map=wall, **HORSE), ASIDE)
    assert moved(alone(map=wall, rulings=by(wall_overlap=1), **HORSE), ASIDE).hex == (1, -1)


def test_the_last_turn_needs_room_on_one_side() -> None:
    """A half turn at the end may go either way round; a turn without room is refused."""
    blocked = rough({"hex": [-1, 1], "solid": True})
    assert moved(alone(map=blocked, shape="line2"), end_facing=3).facing == 3
    with pytest.raises(refusals.TooNarrow) as refused:
        moved(alone(map=blocked, shape="line2"), end_facing=1)
    assert refused.value.pointer == "/end_facing"
    both = rough({"hex": [-1, 1], "solid": True}, {"hex": [1, 0], "solid": True})
    with pytest.raises(refusals.TooNarrow):
        moved(alone(map=both, shape="line2"), end_facing=3)


@pins("sweep-slam")
def test_a_turning_body_hits_those_it_sweeps_over() -> None:
    """A foe on the way of the tail is slammed into at the yards that the tail travels, once, and nothing else."""
    here = field(figure(**HORSE), foe(hex=[-1, 2]), figure("oak", hex=[-2, 4]))
    turn = moved(here, {"turn": 1})
    assert [(each.foe, each.yards) for each in turn.steps[0].sweeps] == [("orc", 2)]
    assert turn.slams == ("orc",)
    forward = moved(here, EAST)
    assert forward.slams == ("orc",)
    twice = moved(here, {"turn": 1}, {"turn": -1})
    assert [[each.foe for each in step.sweeps] for step in twice.steps] == [["orc"], []]
    assert [(each.foe, each.yards) for each in moved(here, {"turn": 2}).steps[0].sweeps] == [("orc", 4)]
    gentle = field(figure(**HORSE), foe(hex=[-1, 2]), rulings=by(sweep=TacticalSweep.NONE))
    assert moved(gentle, {"turn": 1}).slams == ()


@pins("smaller", "overrun-choice", "overrun-maneuver")
def test_a_large_figure_slams_into_smaller_foes_and_evades_others() -> None:
    """The horse overruns a human with any maneuver, may turn after it, and must evade or stop for another horse."""
    here = field(figure(**HORSE), foe())
    run = moved(here, NORTH, NORTHER, {"to": [0, -3]}, {"to": [0, -4]}, end_facing=1)
    assert (run.slams, run.evades) == (("orc",), ())
    assert [bool(step.contacts) for step in run.steps] == [True, False, False, False]
    stop = moved(here, NORTH, end_facing=0)
    assert (stop.slams, stop.end_turn) == (("orc",), 0)
    with pytest.raises(
        refusals.ManeuverConflict, match="'orc' is smaller than ash, which slams into it and cannot evade"
    ):
        moved(here, NORTH, follow_ups=[{"foe": "orc", "follow_up": "evade"}])
    assert moved(here, NORTH, maneuver=ATTACK, **SLAM_ORC).slams == ("orc",)


def test_another_large_foe_is_evaded_or_stopped_for() -> None:
    """A foe of the same size is met as by a human: the path stops or evades."""
    here = field(figure(**HORSE), foe(hex=[0, -1], facing=3, shape="line3"))
    assert moved(here, NORTH).steps[0].follow_up is TacticalFollowUp.STOP
    sized = field(
        figure(sm=1, **HORSE), foe(hex=[0, -1], facing=3, shape="line3"), rulings=by(smaller=TacticalSmaller.SM)
    )
    assert moved(sized, NORTH).slams == ("orc",)
    assert moved(field(figure(**HORSE), foe(), rulings=by(smaller=TacticalSmaller.SM)), NORTH).slams == ()


def test_a_foe_is_met_once_on_the_way_through_its_body() -> None:
    """A path through several hexes of one foe evades it once."""
    here = field(figure(), foe(facing=3, shape="line3"))
    plan = moved(here, NORTH, NORTHER, {"to": [0, -3]}, {"to": [0, -4]})
    assert plan.evades == ("orc",)
    assert [step.foe for step in plan.steps] == ["orc", None, None, None]


def test_the_search_goes_on_from_smaller_foes_only_if_asked() -> None:
    """A horse stops at a human in a lane, and goes on through it by slams when that is asked for."""
    lane = {"bounds": {"kind": "hexes", "hexes": [[0, place] for place in range(-6, 3)]}}
    here = field(figure(basic_move=4, **HORSE), foe(), map=lane)
    near = Search(here, here["ash"], TacticalManeuver.MOVE, None).run()
    assert [(each.hex, each.end_facings) for each in near] == [((0, 0), (0,)), ((0, -1), (0,))]
    far = Search(here, here["ash"], TacticalManeuver.MOVE, None, through_foes=True).run()
    assert [each.hex for each in far] == [(0, 0), (0, -1), (0, -2), (0, -3), (0, -4)]


def test_a_large_figure_turns_on_after_an_overrun() -> None:
    """Having come upon smaller foes only, a large figure may still turn, for points or in the end."""
    here = field(figure(basic_move=4, shape="line2"), foe())
    search = Search(here, here["ash"], TacticalManeuver.MOVE, None, through_foes=True)
    found = {(each.hex, each.facing): each for each in search.run()}
    assert found[(0, -1), 0].end_facings == (0, 1, 2, 3, 4, 5)
    assert moved(here, NORTH, {"turn": 1}).spent == found[(0, -1), 1].spent == 4


# Low bodies in two hexes


@pins("crawl-hexes")
def test_the_lower_half_follows_into_the_hex_that_the_upper_half_left() -> None:
    """A crawler keeps its facing in a sidestep and drags its legs along; by an option it fills one hex."""
    crawler = alone(posture="crawling", basic_move=8)
    plan = moved(crawler, NORTH, {"to": [1, -1], "mode": "sidestep"})
    assert (plan.body, plan.facing, plan.steps[-1].upper_direction) == (((1, -1), (0, -1)), 0, 2)
    back = moved(crawler, {"to": [0, 1], "mode": "backward"})
    assert (back.body, back.facing) == (((0, 1), (0, 0)), 0)
    one = moved(alone(posture="crawling", rulings=by(crawl_hexes=TacticalCrawlHexes.ONE)), NORTH)
    assert one.body == ((0, -1),)
    turned = moved(crawler, {"turn": 2})
    assert (turned.body, turned.upper_direction) == (((0, 0), (0, 1)), 0)


@pins("prone-facing")
def test_a_lying_figure_faces_where_its_head_points() -> None:
    """Whatever way it is moved, head and facing go together; when it turns, its feet swing."""
    lying = alone(posture="lying", basic_move=8)
    aside = moved(lying, {"to": [1, 0], "mode": "sidestep"})
    assert (aside.facing, aside.upper_direction, aside.body) == (2, 2, ((1, 0), (0, 0)))
    turned = moved(lying, end_facing=2)
    assert (turned.facing, turned.upper_direction, turned.body) == (2, 2, ((0, 0), (-1, 0)))
    with pytest.raises(refusals.HexOccupied) as refused:
        moved(field(figure(posture="lying"), figure("oak", hex=[-1, 0])), end_facing=2)
    assert refused.value.pointer == "/end_facing"
    with pytest.raises(refusals.TooNarrow):
        moved(alone(posture="lying", map=rough({"hex": [-1, 1], "solid": True})), {"turn": 1})


def test_who_lies_with_the_feet_in_a_foes_hex_leaves_in_any_direction() -> None:
    """The half in the hex of the close combat follows the head, wherever that goes."""
    pair = {"foe": "orc", "hex": [0, 1], "own_side": 0}
    here = field(figure(posture="lying", state={"close": [pair]}), foe(hex=[0, 1]))
    assert moved(here, {"to": [1, 0], "mode": "sidestep"}).body == ((1, 0), (0, 0))
    search = Search(here, here["ash"], TacticalManeuver.MOVE, None)
    assert len({each.hex for each in search.run()}) == 7


# Changes of posture


@pins("upper-half")
def test_lying_down_and_rising() -> None:
    """The feet stay when one lies down; one rises in the hex of the feet or in that of the head."""
    plan = moved(alone(), {"posture": "lying"}, maneuver=CHANGE, upper_direction=2)
    assert (plan.body, plan.facing, plan.hex) == (((1, 0), (0, 0)), 2, (1, 0))
    assert moved(alone(), {"posture": "lying"}, maneuver=CHANGE).body == ((0, -1), (0, 0))
    crawl = moved(alone(), {"posture": "crawling"}, maneuver=CHANGE, upper_direction=1)
    assert (crawl.body, crawl.steps[0].posture.value) == (((1, -1), (0, 0)), "crawling")
    lying = alone(posture="lying")
    assert moved(lying, {"posture": "kneeling"}, maneuver=CHANGE).body == ((0, 1),)
    assert moved(lying, {"posture": "kneeling"}, maneuver=CHANGE, rise_in=[0, 0]).body == ((0, 0),)
    assert moved(lying, {"posture": "crawling"}, maneuver=CHANGE).body == ((0, 0), (0, 1))
    assert moved(alone(posture="sitting"), {"posture": "standing"}, maneuver=CHANGE).body == ((0, 0),)
    crowded = field(figure(posture="lying"), foe(hex=[0, 1]))
    assert moved(crowded, {"posture": "kneeling"}, maneuver=CHANGE).hex == (0, 1)


def test_a_posture_taken_by_the_way_counts_from_then_on() -> None:
    """Who rises from a crouch first walks at full pace; the rules of each change are named."""
    here = alone(posture="crouching")
    plan = moved(here, {"posture": "standing"}, NORTH, NORTHER)
    assert plan.spent == 4
    assert [each.id for each in plan.steps[0].cites] == ["tactical/maneuver/crouch-free", "tactical/posture/table"]
    assert moved(alone(), {"posture": "kneeling"}, maneuver=ATTACK, end_facing=3).facing == 3


# On the field


def test_taking_the_steps_of_a_plan_moves_the_figure() -> None:
    """Step by step hex, facing, points, hexes and the straight run change; a turn on the way ends the run."""
    here = alone(basic_move=10)
    plan = moved(here, NORTH, NORTHER, {"to": [1, -3]}, {"turn": 1}, {"to": [2, -3]}, end_facing=5)
    runs = []
    for step in plan.steps:
        state = take(here, "ash", step).state
        runs.append(
            (state.moved_hexes, state.mp_spent, state.velocity and (state.velocity.direction, state.velocity.yards))
        )
    assert runs == [
        (1, 1.0, (0, 1)),
        (2, 2.0, (0, 2)),
        (3, 3.0, (1, 1)),
        (3, 4.0, None),
        (4, 5.0, (2, 1)),
    ]
    assert (here["ash"].hex, here["ash"].facing) == ((2, -3), 2)
    assert turn_to(here, "ash", plan.facing).facing == plan.facing
    assert here["ash"].state.velocity is not None


def test_a_new_turn_begins_a_new_run() -> None:
    """What was run before counts only for hexes of this turn; who was moved aside has no straight run."""
    here = alone(state={"velocity": {"direction": 0, "yards": 5}})
    plan = moved(here, NORTH)
    assert take(here, "ash", plan.steps[0]).state.velocity == plan_velocity(0, 1)
    other = alone(hex=[5, 3])
    assert take(other, "ash", plan.steps[0]).state.velocity is None


def plan_velocity(direction: int, yards: int) -> Any:
    """A straight run."""
    return figure(state={"velocity": {"direction": direction, "yards": yards}}).state.velocity


def test_postures_and_low_bodies_are_put_on_the_field() -> None:
    """A step of posture lays the figure down, and a turn swings the feet of a lying one but not of a crawling one."""
    here = alone()
    plan = moved(here, {"posture": "lying"}, maneuver=CHANGE, upper_direction=2)
    ash = take(here, "ash", plan.steps[0])
    assert here.body(ash) == plan.body
    assert here.body(turn_to(here, "ash", 3)) == ((1, 0), (1, -1))
    crawler = alone(posture="crawling")
    assert crawler.body(turn_to(crawler, "ash", 3)) == ((0, 0), (0, 1))
    assert crawler["ash"].facing == 3


# Jumps


def pit(*hexes: list[int], **facts: Any) -> dict[str, Any]:
    """A map with severe obstructions."""
    return rough(*[{"hex": each, "obstruction": "severe"} | facts for each in hexes])


@pins("jump")
def test_a_jump_crosses_what_cannot_be_walked_through() -> None:
    """It costs a point for each hex, takes a run into account, and by an option a DX roll."""
    here = alone(map=pit([0, -1], [0, -2]))
    plan = moved(here, {"jump_to": [0, -3]})
    assert (plan.hex, plan.spent, plan.steps[0].kind, plan.steps[0].roll) == ((0, -3), 6, "jump", False)
    assert [each.rule for each in plan.steps[0].terms] == ["tactical/movement/jump"]
    rolled = moved(alone(map=pit([0, -1]), rulings=by(jump_roll=True)), {"jump_to": [0, -2]})
    assert rolled.steps[0].roll
    wide = pit([0, -2], [0, -3], [0, -4])
    with pytest.raises(refusals.JumpTooFar, match="that takes 9 feet, and it jumps 7 after 0 yards"):
        moved(alone(basic_move=5, map=pit([0, -1], [0, -2], [0, -3])), {"jump_to": [0, -4]})
    assert moved(alone(basic_move=5, map=wide), NORTH, {"jump_to": [0, -5]}).spent == 10
    with pytest.raises(refusals.JumpTooFar, match="after 0 yards"):
        moved(alone(basic_move=7, map=wide), {"to": [1, -1]}, {"turn": -1}, {"jump_to": [1, -6]})
    assert moved(here, {"turn": 1}, {"jump_to": [2, -2]}).facing == 1
    assert moved(here, {"jump_to": [2, -2]}).facing == 1


@pytest.mark.parametrize(
    ("here", "to", "refusal", "words"),
    [
        (alone(), [0, -1], refusals.JumpTooFar, "goes straight over one hex or more"),
        (alone(), [1, -3], refusals.JumpTooFar, "goes straight"),
        (alone(), [0, 2], refusals.NotAFrontHex, "it faces 0, and a jump goes to the front"),
        (alone(posture="kneeling"), [0, -2], refusals.JumpTooFar, "cannot jump while kneeling"),
        (
            alone(map=pit([0, -1], barrier_height=21)),
            [0, -2],
            refusals.JumpTooFar,
            "is 21 inches high, and it jumps 20",
        ),
        (alone(map=rough({"hex": [0, -1], "solid": True})), [0, -2], refusals.BlockedByBarrier, "cannot jump over it"),
        (alone(map=pit([0, -2])), [0, -2], refusals.SevereObstruction, "hex [0, -2]"),
        (alone(map=walled(([0, -1], 0))), [0, -2], refusals.BlockedByBarrier, "A wall stands"),
        (
            alone(map={"bounds": {"kind": "hexes", "hexes": [[0, 0], [0, -2]]}}),
            [0, -2],
            refusals.OffMap,
            "hex [0, -1] is off the map",
        ),
        (field(figure(), figure("oak", hex=[0, -1])), [0, -2], refusals.HexOccupied, "'oak' is in it and does not lie"),
        (field(figure(), figure("oak", hex=[0, -2])), [0, -2], refusals.HexOccupied, "'oak' fills it"),
        (alone(basic_move=5, encumbrance=4), [0, -2], refusals.NotEnoughPoints, "needs 2 movement points"),
        (
            alone(shape="line2", map=rough({"hex": [0, -3], "solid": True}, {"hex": [-1, 1], "solid": True})),
            [2, -2],
            refusals.TooNarrow,
            "room to turn",
        ),
    ],
)
def test_what_no_jump_may_do(here: Any, to: list[int], refusal: Any, words: str) -> None:
    """A jump is straight ahead, no farther and no higher than the figure can jump, and lands where one can walk."""
    with pytest.raises(refusal) as refused:
        moved(here, {"jump_to": to})
    assert type(refused.value) is refusal
    assert words in refused.value.detail
    assert refused.value.pointer == "/path/0"


def test_one_jumps_over_the_lying_and_into_foes() -> None:
    """A friend on the ground is jumped over, and a foe may be landed on."""
    friend = figure("oak", hex=[0, -1], posture="lying", sm=-1)
    plan = moved(field(figure(), friend, foe(hex=[0, -2])), {"jump_to": [0, -2]})
    assert plan.steps[0].foe == "orc"
    with pytest.raises(refusals.StepTooLong):
        moved(alone(), {"jump_to": [0, -2]}, maneuver=ATTACK)


def test_orders_keep_what_they_say() -> None:
    """An order reads as a request writes it."""
    order = order_of(TacticalManeuver.MOVE, NORTH, {"turn": -2}, end_facing=4)
    assert [entry.model_dump(exclude_unset=True, mode="json") for entry in order.path] == [NORTH, {"turn": -2}]
