"""Plan-move: where paths lead, whom they meet, and what the procedure answers, for figures of one hex."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.errors import UmpireError
from service.rules.tactical.book import refusals
from service.rules.tactical.book.options import TacticalRulings
from service.rules.tactical.book.words import TacticalFollowUp, TacticalManeuver, TacticalManeuverOption
from service.rules.tactical.movement.paths.walk import runs_straight
from service.rules.tactical.movement.plan_move import plan_move
from service.rules.tactical.movement.records import TacticalMoveInput, TacticalMoveOrder
from tests.pins import pins
from tests.rules.tactical.moves import moved, order_of
from tests.rules.tactical.path_builders import (
    ATTACK,
    CHARGE,
    EVADE_ORC,
    GUARD,
    NORTH,
    NORTHER,
    SLAM_ORC,
    WAIT,
    alone,
    by,
    close,
)
from tests.rules.tactical.scenes import OPEN, field, figure, foe, scene


@pins("entry-sideways")
def test_facing_follows_the_way_into_a_hex() -> None:
    """Forward diagonally turns, steps keep the facing, and a foe's hex is entered facing the foe, but not backward."""
    here = field(figure(), foe(hex=[1, 0]), foe("imp", hex=[0, 1]), foe("elf", hex=[1, -1]))
    assert moved(here, {"to": [1, -1]}).facing == 1
    assert moved(here, {"to": [1, -1]}, maneuver=ATTACK).facing == 0
    assert moved(here, {"to": [1, 0], "mode": "sidestep"}).facing == 2
    assert moved(here, {"to": [0, 1], "mode": "backward"}).facing == 0
    assert moved(here, {"to": [1, 0]}, maneuver=ATTACK, end_facing=5).facing == 5


@pins("end-turn-timing", "aod-end-turn", "aoa-turn")
def test_the_last_turn_is_told_apart_from_the_path() -> None:
    """The plan has the facing after the turn at the end, and how far that turn is."""
    plan = moved(alone(), NORTH, end_facing=4)
    assert (plan.facing, plan.end_turn, plan.steps[-1].facing) == (4, -2, 0)
    assert moved(alone(), end_facing=3).end_turn == 3
    assert moved(alone(), maneuver=CHARGE, end_facing=3).facing == 3
    assert moved(alone(), maneuver=WAIT, end_facing=5).facing == 5
    assert moved(alone(), {"turn": 2}, maneuver=WAIT).facing == 2
    dodging = moved(
        alone(), {"to": [0, -1]}, NORTHER, maneuver=GUARD, option=TacticalManeuverOption.DODGE, end_facing=3
    )
    assert dodging.facing == 3


def test_a_movement_that_is_continued_has_no_guarantee_and_less_points() -> None:
    """After an interruption, what was spent counts, and so do the hexes entered before."""
    here = alone(posture="kneeling", basic_move=5, state={"moved_hexes": 1, "mp_spent": 3})
    with pytest.raises(refusals.NotEnoughPoints):
        moved(here, NORTH, spent=6)
    assert moved(alone(state={"moved_hexes": 2}), NORTH, spent=4).spent == 6
    with pytest.raises(refusals.AoaTurnOnlyWhenStationary):
        moved(alone(state={"moved_hexes": 1}), {"turn": 1}, maneuver=CHARGE, spent=2)
    with pytest.raises(refusals.EndTurnTooBig):
        moved(alone(state={"moved_hexes": 3}), spent=6, end_facing=3)


# Foes on the way


def test_a_path_through_a_foe_evades_it() -> None:
    """Where the path goes on, the foe is evaded; where it ends, the mover stops; and an order may slam."""
    here = field(figure(), foe())
    plan = moved(here, NORTH, NORTHER)
    assert (plan.evades, plan.steps[0].foe, plan.steps[0].follow_up) == (("orc",), "orc", TacticalFollowUp.EVADE)
    assert (plan.steps[1].foe, plan.steps[1].follow_up) == (None, None)
    assert moved(here, NORTH).steps[0].follow_up is TacticalFollowUp.STOP
    assert moved(here, NORTH, NORTHER, **EVADE_ORC).evades == ("orc",)
    slam = moved(here, NORTH, maneuver=ATTACK, **SLAM_ORC)
    assert (slam.slams, slam.evades) == (("orc",), ())
    turned = moved(here, NORTH, {"turn": 1}, {"to": [1, -2]})
    assert (turned.spent, turned.evades) == (6, ("orc",))


def test_every_foe_in_a_hex_is_met() -> None:
    """Two foes in one hex are both evaded, each as the order says."""
    here = field(figure(), foe(), foe("imp"), figure("oak", hex=[0, -1]))
    assert moved(here, NORTH, NORTHER).evades == ("orc", "imp")
    both: dict[str, Any] = {"follow_ups": [{"foe": "imp", "follow_up": "slam"}]}
    mixed = moved(here, NORTH, NORTHER, maneuver=TacticalManeuver.MOVE_AND_ATTACK, **both)
    assert (mixed.evades, mixed.slams) == (("orc",), ("imp",))


def test_close_combat_is_left_by_ones_own_side_or_with_an_evade() -> None:
    """The three own hexes are free; through the foe's side it takes an evade first, and a charge needs a front hex."""
    out = moved(close(), {"to": [0, 1], "mode": "backward"})
    assert (out.spent, out.evades) == (4, ())
    evading = moved(close(), NORTH, **EVADE_ORC)
    assert (evading.evades, evading.steps[0].exits) == (("orc",), ("orc",))
    assert moved(close(), {"to": [0, 1]}, maneuver=ATTACK).hex == (0, 1)
    with pytest.raises(refusals.AoaForwardOnly):
        moved(close(), {"to": [0, 1], "mode": "backward"}, maneuver=CHARGE)
    assert moved(close(0), NORTH, maneuver=CHARGE).hex == (0, -1)


def test_of_several_opponents_each_bars_its_own_side() -> None:
    """Only the hexes on one's own side of every pair are free; others take an evade of those concerned."""
    pairs = [{"foe": "orc", "hex": [0, 0], "own_side": 3}, {"foe": "imp", "hex": [0, 0], "own_side": 1}]
    here = field(figure(facing=2, state={"close": pairs}), foe(hex=[0, 0]), foe("imp", hex=[0, 0]))
    assert moved(here, {"to": [1, 0]}).evades == ()
    with pytest.raises(refusals.LeaveWrongSide, match="'imp'"):
        moved(here, {"to": [0, 1]})


def test_a_declared_adjacent_foe_may_be_entered() -> None:
    """Who has declared close combat from the next hex may go into the foe's hex, and bars no hex behind."""
    pair = {"foe": "orc", "hex": [0, -1], "own_side": 3, "adjacent": True}
    here = field(figure(state={"close": [pair]}), foe())
    assert moved(here, NORTH).steps[0].foe == "orc"
    with pytest.raises(refusals.LeaveWrongSide):
        moved(here, {"to": [1, -1]})


@pins("ally-stop")
def test_a_crowd_and_swarms_share_hexes() -> None:
    """A peaceful figure joins three others, a swarm goes anywhere, and a fighter keeps out."""
    three = [figure(f"f{n}", hex=[0, -1], fighting=False) for n in range(3)]
    plan = moved(field(figure(fighting=False), *three), NORTH)
    assert plan.hex == (0, -1)
    assert "tactical/figures/crowding" in [each.id for each in plan.cites]
    with pytest.raises(refusals.HexOccupied):
        moved(field(figure(), figure("oak", hex=[0, -1])), NORTH)
    swarm = moved(field(figure(swarm=True), figure("oak", hex=[0, -1])), NORTH)
    assert "tactical/figures/swarm" in [each.id for each in swarm.cites]


# Sprints


@pins("sprint")
def test_a_sprint_is_straight_and_follows_a_run() -> None:
    """A fifth of the Move, at least 1, is added to a Move straight ahead after a run that way, and to no other."""
    run = {"sprinting": 1, "velocity": {"direction": 0, "yards": 5}}
    fast = by(sprint=True)
    straight = [{"to": [0, -n]} for n in range(1, 7)]
    assert moved(alone(rulings=fast, state=run), *straight).points == 12
    others: list[dict[str, Any]] = [{"state": {}}, {"state": run | {"sprinting": 0}}, {"state": run, "facing": 3}]
    for facts in others:
        with pytest.raises((refusals.NotEnoughPoints, refusals.NotAFrontHex)):
            moved(alone(rulings=fast, **facts), *straight)
    with pytest.raises(refusals.NotEnoughPoints):
        moved(alone(state=run), *straight)
    bent = [*straight[:5], {"to": [1, -6]}]
    with pytest.raises(refusals.NotEnoughPoints):
        moved(alone(rulings=fast, state=run), *bent)


def test_only_a_move_ahead_is_straight() -> None:
    """Turns, sidesteps, other maneuvers and no path at all are no straight run."""
    ash = figure()
    assert runs_straight(ash, order_of(TacticalManeuver.MOVE, NORTH, NORTHER))
    assert not runs_straight(ash, order_of(TacticalManeuver.MOVE))
    assert not runs_straight(ash, order_of(TacticalManeuver.MOVE_AND_ATTACK, NORTH))
    assert not runs_straight(ash, order_of(TacticalManeuver.MOVE, {"turn": 1}))
    assert not runs_straight(ash, order_of(TacticalManeuver.MOVE, {"to": [0, -1], "mode": "sidestep"}))


# The procedure


def answer(*people: Any, order: TacticalMoveOrder, rulings: TacticalRulings = OPEN) -> Any:
    """What plan-move answers for ash."""
    return plan_move(TacticalMoveInput(figures=people, figure="ash", order=order), rulings)


def test_plan_move_tells_each_entry() -> None:
    """The answer has the costs in points, the terms with their rules, where it leads, and a sentence."""
    told = answer(
        figure(posture="crouching"), order=order_of(TacticalManeuver.MOVE, NORTH, {"to": [1, -2]}, end_facing=2)
    )
    assert told.summary == "Ash ends in hex [1, -2], facing south-east, for 3 of 5 movement points."
    assert (told.verdict.spent, told.verdict.points) == (3.0, 5.0)
    assert [(each.cost, each.spent, each.facing) for each in told.entries] == [(1.5, 1.5, 0), (1.5, 3.0, 1)]
    assert [(each.rule, each.label, each.points) for each in told.entries[0].terms] == [
        ("tactical/movement/forward", "Forward", 1.0),
        ("tactical/movement/posture-cost", "Posture", 0.5),
    ]
    assert told.footprint == ((1, -2),)
    assert "tactical/movement/turn-at-end" in told.cites


def test_plan_move_tells_whom_it_meets() -> None:
    """Contacts, evades and slams are in the answer, and in its sentence."""
    told = answer(figure(), foe(), order=order_of(TacticalManeuver.MOVE, NORTH, NORTHER))
    assert told.summary.endswith("for 2 of 5 movement points; it evades orc on the way.")
    assert [(each.foe, each.follow_up) for each in told.entries[0].contacts] == [("orc", TacticalFollowUp.EVADE)]
    step = answer(figure(), foe(), order=order_of(ATTACK, NORTH, **SLAM_ORC))
    assert (
        step.summary
        == "Ash ends in hex [0, -1], facing north, for 1 of 1 hexes of its step; it slams into orc on the way."
    )


def test_plan_move_points_to_what_is_wrong() -> None:
    """Pointers lead from the input: to the figure, to the entry of the path, to a follow-up."""
    with pytest.raises(refusals.NotAdjacent) as refused:
        answer(figure(), order=order_of(TacticalManeuver.MOVE, {"to": [5, 5]}))
    assert refused.value.pointer == "/order/path/0"
    assert refused.value.faults[0].pointer == "/order/path/0"
    with pytest.raises(refusals.TacticalUnknownFigure) as unknown:
        answer(figure(), order=order_of(TacticalManeuver.MOVE, **EVADE_ORC))
    assert unknown.value.pointer == "/order/follow_ups/0/foe"


@pins("open-plain")
def test_without_a_map_nobody_moves_unless_the_plain_is_open() -> None:
    """A request without a map is refused; by the option it plays on an endless plain."""
    order = order_of(TacticalManeuver.MOVE, NORTH)
    with pytest.raises(refusals.MapRequired):
        answer(figure(), order=order, rulings=TacticalRulings())
    assert answer(figure(), order=order, rulings=OPEN).verdict.hex == (0, -1)


@pytest.mark.parametrize(
    ("state", "maneuver", "words"),
    [
        ({"dead": True}, "do_nothing", "ash is dead"),
        ({"unconscious": True}, "move", "ash is unconscious"),
        ({"pinned_by": ["orc"]}, "do_nothing", "ash is pinned"),
        ({"stunned": True}, "move", "ash is stunned: its only maneuver is do_nothing, not move"),
        ({"must_do_nothing": True}, "attack", "ash must do nothing"),
    ],
)
def test_who_cannot_act_does_not_move(state: dict[str, Any], maneuver: str, words: str) -> None:
    """The dead, the unconscious, the pinned and the stunned are refused."""
    people = (figure(posture="lying", state=state), foe(hex=[0, 0]))
    with pytest.raises(refusals.FigureUnable, match=words) as refused:
        answer(*people, order=order_of(TacticalManeuver(maneuver)))
    assert refused.value.pointer == "/figure"


def test_who_is_stunned_does_nothing_and_moves_again_when_the_stun_ends() -> None:
    """Do nothing is always open, and a stun that ends leaves the turn free."""
    stunned = figure(state={"stunned": True, "must_do_nothing": True})
    assert answer(stunned, order=order_of(TacticalManeuver.DO_NOTHING)).verdict.spent == 0
    waking = figure(state={"stunned": True, "stun_ending": True})
    assert answer(waking, order=order_of(TacticalManeuver.MOVE, NORTH)).verdict.hex == (0, -1)


def test_injury_is_named_where_it_halves_the_points() -> None:
    """A badly hurt figure has half its Move, rounded up."""
    told = answer(figure(hp=3, hp_max=10), order=order_of(TacticalManeuver.MOVE))
    assert told.verdict.points == 3
    assert "tactical/movement/injury-halves" in told.cites


@given(st.lists(st.sampled_from([NORTH, NORTHER, {"turn": 1}, {"to": [1, -1]}, {"posture": "crouching"}]), max_size=5))
def test_a_path_costs_the_sum_of_its_entries_and_changes_nothing(path: list[dict[str, Any]]) -> None:
    """Of any legal path the costs add up, entry by entry, and the field stays as it was."""
    here = alone(basic_move=6)
    try:
        plan = moved(here, *path)
    except UmpireError:
        return
    spent = 0
    for step in plan.steps:
        spent += step.cost
        assert step.spent == spent == sum(sum(each.value for each in one.terms) for one in plan.steps[: step.index + 1])
    assert plan.spent == spent <= plan.points
    assert here.changed() == ()
    assert scene(*here) == scene(figure(basic_move=6))
