"""What paths cost, entry by entry and reason by reason."""

from typing import Any, Final

import pytest

from service.rules.tactical.book.options import TacticalAllOutFloor, TacticalAllOutTurn
from service.rules.tactical.book.words import TacticalManeuver, TacticalManeuverOption
from service.rules.tactical.figures.field import Field
from service.rules.tactical.figures.standing import step_length
from service.rules.tactical.movement.allowance import end_turn_limit, has_step, points_of
from tests.pins import pins
from tests.rules.tactical.moves import moved
from tests.rules.tactical.path_builders import ATTACK, CHARGE, NORTH, NORTHER, alone, by, rough
from tests.rules.tactical.scenes import field, figure, foe

COSTS: Final[dict[str, tuple[Field, list[dict[str, Any]], dict[str, Any], float, dict[str, float]]]] = {
    # what: field, path, order, spent, the terms of the last entry by rule
    "straight sidestep": (
        alone(),
        [{"to": [0, -1], "mode": "sidestep"}],
        {},
        1,
        {"movement/sidestep-front": 1},
    ),
    "low wall": (
        alone(map={"edges": [{"hex": [0, 0], "direction": 0, "kind": "low_wall"}]}),
        [NORTH],
        {},
        2,
        {"movement/forward": 1, "movement/minor-obstruction": 1},
    ),
    "step over a low wall": (
        alone(map={"edges": [{"hex": [0, 0], "direction": 0, "kind": "low_wall"}]}),
        [NORTH],
        {"maneuver": ATTACK},
        1,
        {"step/any-direction": 1},
    ),
    "everything at once": (
        field(
            figure(posture="kneeling", basic_move=13),
            figure("oak", hex=[0, -1]),
            foe(hex=[0, -1], state={"dead": True}),
            map=rough({"hex": [0, -1], "bodies": 1, "footing": 2, "stairs": True, "water": 5}),
        ),
        [NORTH, NORTHER],
        {},
        13,
        {"movement/forward": 1, "movement/posture-cost": 2},
    ),
    "neutral": (
        field(
            figure(),
            figure("sam", side="green", hex=[0, -1]),
            map={"relations": [{"sides": ["red", "green"], "relation": "neutral"}]},
        ),
        [NORTH, NORTHER],
        {},
        3,
        {"movement/forward": 1},
    ),
    "swarm": (field(figure(swarm=True), figure("oak", hex=[0, -1])), [NORTH], {}, 1, {"movement/forward": 1}),
    "through a swarm": (field(figure(), foe(swarm=True)), [NORTH], {}, 1, {"movement/forward": 1}),
    "flier": (
        alone(
            grounded=False,
            map=rough(
                {"hex": [0, -1], "obstruction": "severe", "water": 90, "footing": 3},
                edges=[{"hex": [0, 0], "direction": 0, "kind": "low_wall"}],
            ),
        ),
        [NORTH],
        {},
        1,
        {"movement/forward": 1},
    ),
    "deep water first": (
        alone(map=rough({"hex": [0, -1], "water": 12})),
        [NORTH],
        {},
        5,
        {"movement/deep-water": 5},
    ),
    "guarantee": (
        alone(posture="kneeling", basic_move=2),
        [NORTH],
        {},
        2,
        {"movement/forward": 1, "movement/posture-cost": 2, "movement/one-hex-guarantee": -1},
    ),
    "guarantee after a turn": (
        alone(posture="kneeling", basic_move=2, rulings=by(guarantee_after_turn=True)),
        [{"turn": 1}, {"to": [1, -1]}],
        {},
        2,
        {"movement/forward": 1, "movement/posture-cost": 2, "movement/one-hex-guarantee": -2},
    ),
    "two hexes of a charge": (
        alone(posture="kneeling", basic_move=2, rulings=by(aoa_floor=TacticalAllOutFloor.HEXES)),
        [NORTH, NORTHER],
        {"maneuver": CHARGE},
        1,
        {"movement/forward": 1, "movement/posture-cost": 2, "maneuver/all-out-attack-move": -3},
    ),
    "turn in place in a charge": (
        alone(rulings=by(aoa_turn_cost=TacticalAllOutTurn.POINTS)),
        [{"turn": 2}],
        {"maneuver": CHARGE},
        2,
        {"movement/turn-before-during": 2},
    ),
    "no turn": (alone(), [{"turn": 0}], {}, 0, {}),
    "foe's hex at a surcharge": (
        field(figure(), foe(), rulings=by(evade_surcharge=1)),
        [NORTH],
        {},
        2,
        {"movement/forward": 1, "movement/enemy-hex": 1},
    ),
    "kneeling instead of a step": (
        alone(basic_move=20),
        [{"posture": "kneeling"}],
        {"maneuver": ATTACK},
        2,
        {"maneuver/kneel-as-step": 2},
    ),
    "free crouch": (
        alone(),
        [{"posture": "crouching"}, NORTH],
        {},
        1.5,
        {"movement/forward": 1, "movement/posture-cost": 0.5},
    ),
    "crouch after a step": (alone(), [NORTH, {"posture": "crouching"}], {"maneuver": ATTACK}, 1, {}),
    "sitting step": (
        alone(posture="sitting", rulings=by(sitting_step=True)),
        [NORTH],
        {"maneuver": ATTACK},
        1,
        {"step/any-direction": 1},
    ),
    "two bodies where five are severe": (
        alone(map=rough({"hex": [0, -1], "bodies": 4}), rulings=by(severe_bodies=5)),
        [NORTH],
        {},
        5,
        {"movement/forward": 1, "movement/minor-obstruction": 4},
    ),
    "a strong victim drags its holder": (
        field(figure(st=21, state={"grappled_by": ["orc"]}), foe(st=10)),
        [{"to": [0, 1], "mode": "backward"}],
        {},
        2,
        {"movement/backward": 2},
    ),
}


@pytest.mark.parametrize("what", COSTS)
@pins("severe-threshold", "enemy-hex-cost", "unconscious-foe", "lying-step", "aoa-floor", "sitting-step")
def test_what_a_path_costs(what: str) -> None:
    """Each entry has its cost with reasons, and the path costs their sum."""
    here, path, order, spent, terms = COSTS[what]
    plan = moved(here, *path, **order)
    assert plan.spent / 2 == sum(step.cost for step in plan.steps) / 2 == spent
    assert {each.rule.removeprefix("tactical/"): each.value / 2 for each in plan.steps[-1].terms} == terms
    assert all(sum(each.value for each in step.terms) == step.cost for step in plan.steps)


def test_everybody_in_a_hex_is_an_obstruction() -> None:
    """A friend, a dead foe and another body are 1 each, on top of footing, stairs and water."""
    here = COSTS["everything at once"][0]
    first = moved(here, NORTH, NORTHER).steps[0]
    assert {each.label: each.value / 2 for each in first.terms} == {
        "Forward": 1,
        "Posture": 2,
        "Minor obstruction": 2,
        "Through a friend's hex": 1,
        "Bad footing": 2,
        "Stairs": 1,
        "Shallow water": 1,
    }


@pytest.mark.parametrize(
    ("maneuver", "option", "spent", "hexsides"),
    [
        ("move", None, 4, 3),
        ("move", None, 5, 3),
        ("move", None, 6, 1),
        ("all_out_attack", None, 0, 3),
        ("all_out_attack", None, 2, 0),
        ("all_out_defense", "dodge", 10, 3),
        ("attack", None, 2, 3),
        ("wait", None, 0, 3),
        ("do_nothing", None, 0, 0),
    ],
)
def test_how_far_the_last_turn_goes(maneuver: str, option: str | None, spent: int, hexsides: int) -> None:
    """Of 10 half points 5 are no more than half; other maneuvers have limits of their own."""
    way = None if option is None else TacticalManeuverOption(option)
    assert end_turn_limit(TacticalManeuver(maneuver), way, 10, spent) == hexsides


def test_which_maneuvers_have_a_step() -> None:
    """Those that act without movement points step; an Increased Dodge moves for points instead."""
    stepping = [each.value for each in TacticalManeuver if has_step(each, None)]
    assert stepping == ["aim", "evaluate", "attack", "feint", "all_out_defense", "concentrate", "ready"]
    assert not has_step(TacticalManeuver.ALL_OUT_DEFENSE, TacticalManeuverOption.DODGE)
    assert has_step(TacticalManeuver.ALL_OUT_DEFENSE, TacticalManeuverOption.PARRY)


@pins("step-length")
def test_how_long_a_step_is() -> None:
    """A tenth of the current Move, rounded up; encumbrance and injury count, and an option sets it."""
    assert [step_length(figure(basic_move=move), by()) for move in (0, 1, 10, 11, 20, 21)] == [1, 1, 1, 2, 2, 3]
    assert step_length(figure(basic_move=20, encumbrance=3), by()) == 1
    assert step_length(figure(basic_move=20, hp=1), by()) == 1
    assert step_length(figure(), by(step_hexes=4)) == 4


@pins("aoa-floor")
def test_the_points_of_a_charge() -> None:
    """Half the Move, rounded up and at least 2 by default; without a Move none."""
    moves = (0, 1, 2, 3, 4, 5)
    charge = TacticalManeuver.ALL_OUT_ATTACK
    assert [points_of(figure(basic_move=move), charge, None, by()) / 2 for move in moves] == [0, 2, 2, 2, 2, 3]
    bare = by(aoa_floor=TacticalAllOutFloor.NONE)
    assert [points_of(figure(basic_move=move), charge, None, bare) / 2 for move in moves] == [0, 1, 1, 2, 2, 3]
