"""Paths that plan-move refuses, each with its place and a sentence that says what is needed."""

from typing import Any, Final

import pytest

from service.rules.tactical.book import refusals
from service.rules.tactical.book.words import TacticalManeuver
from tests.rules.tactical.path_builders import ATTACK, CHARGE, NORTH, NORTHER, Refused, alone, by, refuses, rough
from tests.rules.tactical.scenes import field, figure

SOUTH_FIRST: Final[list[dict[str, Any]]] = [{"turn": 3}, {"to": [0, 1]}]
REFUSED: Final[dict[str, Refused]] = {
    # what: refusal, field, path, order, pointer, words of the sentence
    "not adjacent": (refusals.NotAdjacent, alone(), [{"to": [2, 0]}], {}, "/path/0", "[2, 0] is not adjacent"),
    "same hex": (refusals.NotAdjacent, alone(), [{"to": [0, 0]}], {}, "/path/0", "not adjacent"),
    "to the side": (refusals.NotAFrontHex, alone(), [{"to": [1, 0]}], {}, "/path/0", "does not lead into a front hex"),
    "sidestep back": (
        refusals.WrongMode,
        alone(),
        [{"to": [0, 1], "mode": "sidestep"}],
        {},
        "/path/0",
        "by backward, not sidestep",
    ),
    "backward ahead": (
        refusals.WrongMode,
        alone(),
        [NORTH, {"to": [0, -2], "mode": "backward"}],
        {},
        "/path/1",
        "by forward or sidestep, not backward",
    ),
    "two things in an entry": (
        refusals.WrongMode,
        alone(),
        [{"to": [0, -1], "turn": 1}],
        {},
        "/path/0",
        "has 2 of to, turn, jump_to and posture",
    ),
    "nothing in an entry": (refusals.WrongMode, alone(), [{}], {}, "/path/0", "has 0 of"),
    "points": (
        refusals.NotEnoughPoints,
        alone(basic_move=2),
        [NORTH, NORTHER, {"to": [0, -3]}],
        {},
        "/path/2",
        "needs 1 movement point for hex [0, -3], and has 0 of 2 left",
    ),
    "half points": (
        refusals.NotEnoughPoints,
        alone(basic_move=2, posture="crouching"),
        [NORTH, NORTHER],
        {},
        "/path/1",
        "needs 1.5 movement points for hex [0, -2], and has 0.5 of 2 left",
    ),
    "points of a turn": (
        refusals.NotEnoughPoints,
        alone(basic_move=2),
        [{"turn": -3}],
        {},
        "/path/0",
        "needs 3 movement points to turn by 3 hexsides, and has 2 of 2 left",
    ),
    "no move at all": (refusals.NotEnoughPoints, alone(basic_move=0), [NORTH], {}, "/path/0", "has 0 of 0 left"),
    "no charge without a move": (
        refusals.NotEnoughPoints,
        alone(basic_move=0),
        [NORTH],
        {"maneuver": CHARGE},
        "/path/0",
        "has 0 of 0 left",
    ),
    "deep water after a turn": (
        refusals.NeedsAllPoints,
        alone(map=rough({"hex": [0, 1], "water": 12}), rulings=by(guarantee_after_turn=True)),
        SOUTH_FIRST,
        {},
        "/path/1",
        "needs all of its 5 movement points for hex [0, 1], and has 2 left",
    ),
    "lying twice": (
        refusals.NeedsAllPoints,
        alone(posture="lying", facing=0),
        [NORTH, NORTHER],
        {},
        "/path/1",
        "has 0 left",
    ),
    "solid": (
        refusals.BlockedByBarrier,
        alone(map=rough({"hex": [0, -1], "solid": True})),
        [NORTH],
        {},
        "/path/0",
        "hex [0, -1] is solid",
    ),
    "unusable": (
        refusals.HexUnusable,
        alone(map=rough({"hex": [0, -1], "usable": False})),
        [NORTH],
        {},
        "/path/0",
        "unusable",
    ),
    "off the map": (
        refusals.OffMap,
        alone(map={"bounds": {"kind": "limits", "q_min": 0, "q_max": 1, "r_min": 0, "r_max": 1}}),
        [NORTH],
        {},
        "/path/0",
        "hex [0, -1] is off the map",
    ),
    "window": (
        refusals.BlockedByBarrier,
        alone(map={"edges": [{"hex": [0, -1], "direction": 3, "kind": "window"}]}),
        [NORTH],
        {},
        "/path/0",
        "A window stands between hex [0, 0] and hex [0, -1]",
    ),
    "closed door in a step": (
        refusals.BlockedByBarrier,
        alone(map={"edges": [{"hex": [0, 0], "direction": 0, "kind": "closed_door"}]}),
        [NORTH],
        {"maneuver": ATTACK},
        "/path/0",
        "A closed door stands",
    ),
    "severe in a step": (
        refusals.SevereObstruction,
        alone(map=rough({"hex": [0, -1], "obstruction": "severe"})),
        [NORTH],
        {"maneuver": ATTACK},
        "/path/0",
        "a severe obstruction is in hex [0, -1]",
    ),
    "three bodies": (
        refusals.SevereObstruction,
        alone(map=rough({"hex": [0, -1], "bodies": 3})),
        [NORTH],
        {},
        "/path/0",
        "3 bodies lie in hex [0, -1]",
    ),
    "friend in a step": (
        refusals.HexOccupied,
        field(figure(), figure("oak", hex=[0, -1])),
        [NORTH],
        {"maneuver": ATTACK},
        "/path/0",
        "cannot rest in hex [0, -1]: 'oak' fills it",
    ),
    "fifth in a crowd": (
        refusals.HexOvercrowded,
        field(
            figure(fighting=False),
            *[figure(f"f{n}", hex=[0, -1], fighting=False) for n in range(4)],
        ),
        [NORTH],
        {},
        "/path/0",
        "at most 4",
    ),
    "step too long": (
        refusals.StepTooLong,
        alone(basic_move=11),
        [NORTH, NORTHER, {"to": [0, -3]}],
        {"maneuver": TacticalManeuver.READY},
        "/path/2",
        "it may step 2 hexes, and 0 are left",
    ),
    "lying step of two": (
        refusals.StepTooLong,
        alone(basic_move=20, posture="lying"),
        [NORTH, NORTHER],
        {"maneuver": ATTACK},
        "/path/1",
        "it may step 1 hex, and 0 are left",
    ),
    "sitting step": (
        refusals.SittingCannotMove,
        alone(posture="sitting"),
        [NORTH],
        {"maneuver": ATTACK},
        "/path/0",
        "ash is sitting",
    ),
    "sitting with the option for steps": (
        refusals.SittingCannotMove,
        alone(posture="sitting", rulings=by(sitting_step=True)),
        [NORTH],
        {},
        "/path/0",
        "ash is sitting",
    ),
}


@pytest.mark.parametrize("what", REFUSED)
def test_what_no_path_may_do(what: str) -> None:
    """The first illegal entry is refused, with its place and what is needed."""
    refuses(REFUSED[what])
