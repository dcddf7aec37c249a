"""The inventory's cases of movement and of what sets off waits, by the functions of the service."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest
import yaml

from service.errors import UmpireError
from service.rules.kernel.hexes import Hex, neighbour
from service.rules.tactical.book import refusals
from service.rules.tactical.book.options import TacticalRulings
from service.rules.tactical.book.words import TacticalManeuver, TacticalManeuverOption
from service.rules.tactical.figures import standing
from service.rules.tactical.figures.field import Field
from service.rules.tactical.figures.models import TacticalFigure
from service.rules.tactical.movement import allowance, costs, triggers
from service.rules.tactical.movement.paths import jumps
from service.rules.tactical.movement.paths.path_plan import plan_path
from service.rules.tactical.movement.search.search import Reached, Search
from tests.rules.tactical.moves import moved, order_of
from tests.rules.tactical.scenes import OPEN, field, figure, foe, scene
from tests.rules.tactical.test_maneuvers import order
from tests.rules.tactical.turns import ash, error_of, orc

FILE: Final = Path(__file__).parent / "inventory" / "movement.yaml"
CASES: Final = yaml.load(FILE.read_text(encoding="utf-8"), Loader=yaml.CSafeLoader)
WATER: Final = {"shallow": 10, "deep": 40}


def maneuver_of(word: str) -> tuple[TacticalManeuver, TacticalManeuverOption | None]:
    """A maneuver of the file, which writes an All-Out Defense with its option."""
    if word == "all_out_defense_dodge":
        return TacticalManeuver.ALL_OUT_DEFENSE, TacticalManeuverOption.DODGE
    return TacticalManeuver(word), None


def cells(terrain: dict[str, Any]) -> list[dict[str, Any]]:
    """The cells of a case, in the words of the service."""
    found = []
    for place, facts in terrain.items():
        cell: dict[str, Any] = {"hex": [int(each) for each in place.split(",")]}
        for name, value in facts.items():
            if name == "minor":
                cell |= {"obstruction": "minor", "minor_count": value}
            elif name == "severe":
                cell["obstruction"] = "severe"
            else:
                cell[name] = WATER[value] if name == "water" else value
        found.append(cell)
    return found


def case_field(case: dict[str, Any]) -> Field:
    """The field of a case, with its mover called ash."""
    start = case.get("start", [0, 0])
    mover = figure(
        hex=start, facing=case.get("facing", 0), basic_move=case["move"], posture=case.get("posture", "standing")
    )
    others = []
    for place, who in case.get("occupants", {}).items():
        here = [int(each) for each in place.split(",")]
        others.append(foe(hex=here) if who == "enemy" else figure("oak", hex=here))
    return field(mover, *others, map={"cells": cells(case.get("terrain", {}))})


def planned(case: dict[str, Any]) -> dict[str, Any]:
    """What comes of a path, in the words of the file."""
    here = case_field(case)
    maneuver, option = maneuver_of(case["maneuver"])
    order = order_of(maneuver, *case["path"], option=option, end_facing=case.get("end_facing"))
    try:
        plan = plan_path(here, here["ash"], order)
    except UmpireError as error:
        return {"legal": False, "error": error.code()}
    found: dict[str, Any] = {"legal": True, "spent": plan.spent / 2, "points": plan.points / 2}
    found |= {"hex": list(plan.hex), "facing": plan.facing}
    evade = [list(step.hex) for step in plan.steps if step.foe in plan.evades]
    return found | ({"evade": evade} if evade else {})


def searched(case: dict[str, Any]) -> list[Reached]:
    """What is in reach from [0, 0], facing 0."""
    here = field(figure(basic_move=case["move"]))
    return Search(here, here["ash"], *maneuver_of(case["maneuver"])).run()


def counts(case: dict[str, Any]) -> dict[str, int]:
    """How many hexes and states are in reach."""
    found = searched(case)
    return {"hexes": len({each.hex for each in found}), "states": len(found)}


def points(case: dict[str, Any]) -> float:
    """The movement points of a maneuver."""
    maneuver, option = maneuver_of(case["maneuver"])
    return allowance.points_of(figure(basic_move=case["move"]), maneuver, option, OPEN) / 2


def leap(case: dict[str, Any]) -> dict[str, Any]:
    """How far a figure jumps, and whether a path with that jump is legal."""
    can = jumps.leap_of(case["basic_move"])
    over = [{"hex": [0, -1 - n], "obstruction": "severe", "barrier_height": case["height_in"]} for n in range(2)]
    here = field(figure(basic_move=case["basic_move"]), map={"cells": over[: case["hexes"]]})
    plan = moved(here, {"jump_to": [0, -1 - case["hexes"]]})
    return {"broad_ft": can.feet, "high_in": can.inches, "ok": plan.hex == (0, -1 - case["hexes"])}


def picks_up(case: dict[str, Any]) -> bool:
    """Whether an item is in reach."""
    ground = {"items": [{"id": "axe", "hex": case["item"]}]}
    intent = order("ready", item="axe")
    return error_of([ash(hex=case["hex"], ready={}), orc(hex=[5, 5])], intent, map=ground) != "item_out_of_reach"


def state(case: dict[str, Any]) -> dict[str, int]:
    """Move and Dodge of an injured figure."""
    speed = case["dodge"] - 3
    hurt = figure(hp=case["hp"], hp_max=case["hp_max"], basic_move=case["move"], basic_speed=speed)
    return {"move": standing.move_of(hurt), "dodge": standing.dodge_of(hurt)}


def pair(value: list[int]) -> Hex:
    """A hex of the file."""
    q, r = value
    return q, r


def waiting(wait: dict[str, Any], **facts: Any) -> TacticalFigure:
    """A figure that waits."""
    return foe("orc", state={"wait": wait}, **({"hex": [0, 5], "facing": 0} | facts))


def first(case: dict[str, Any], waiter: TacticalFigure) -> int | None:
    """The place in a path whose hex sets off a wait; 0 is the start."""
    path = [pair(each) for each in case["path"]]
    here = field(figure(hex=list(path[0])), waiter)
    parts = [triggers.Passage(place, (path[place - 1],), (path[place],)) for place in range(1, len(path))]
    return triggers.first_trigger(here, waiter, here["ash"], parts)


def first_trigger(case: dict[str, Any]) -> int | None:
    """The entry of a path that sets off opportunity fire."""
    if "line" in case:
        start, end = case["line"]
        zone = {"kind": "line", "start": start, "end": end}
    else:
        zone = {"hexes": case["hexes"]}
    return first(case, waiting({"kind": "opportunity", "zone": zone}))


def enters_reach(case: dict[str, Any]) -> int | None:
    """The entry of a path that comes into the reach of a waiting figure's weapon."""
    mode = {"name": "thrust", "kind": "thrust", "damage": "1d", "type": "impaling", "reaches": [case["reach"]]}
    spear = {"id": "spear", "skill": "Spear", "level": 12, "kind": "melee", "modes": [mode]}
    wait = {"trigger": {"event": "enters_reach"}, "response": {"weapon": "spear"}}
    waiter = waiting(wait, hex=case["origin"], facing=case["facing"], weapons=[spear], ready={"right": "spear"})
    return first(case, waiter)


def lies_down(case: dict[str, Any]) -> dict[str, list[int]]:
    """The two hexes of a figure that lies down."""
    here = field(figure(hex=case["stand"]))
    order = order_of(TacticalManeuver.CHANGE_POSTURE, {"posture": "lying"}, upper_direction=case["upper_dir"])
    upper, lower = plan_path(here, here["ash"], order).body
    return {"lower": list(lower), "upper": list(upper)}


def leaving(case: dict[str, Any]) -> float:
    """What it costs a figure to leave a foe's hex that it has entered moving the way it faces."""
    facing, direction = case["facing"], case["exit_dir"]
    pairs = [{"foe": "orc", "hex": [0, 0], "own_side": (facing + 3) % 6}]
    here = field(figure(facing=facing, state={"close": pairs}), foe(hex=[0, 0]))
    modes = {2: "sidestep", 3: "backward", 4: "sidestep"}
    to = neighbour((0, 0), direction)
    return moved(here, {"to": to, "mode": modes.get((direction - facing) % 6, "forward")}).spent / 2


def crowds(case: dict[str, Any]) -> bool:
    """Whether so many figures may share a hex."""
    everybody = [figure(f"f{place}", fighting=case["any_fighting"]) for place in range(case["n"])]
    try:
        Field.of(scene(*everybody), TacticalRulings(open_plain=True))
    except refusals.HexOvercrowded:
        return False
    return True


CALLS: Final[dict[str, Callable[[dict[str, Any]], object]]] = {
    "plan_move": planned,
    "movement_points": points,
    "step_size": lambda case: standing.step_length(figure(basic_move=case["move"]), OPEN),
    "water": lambda case: "deep" if costs.is_deep(case["depth_in"], case["height_in"]) else "shallow",
    "reachable_count": counts,
    "min_cost": lambda case: next(each.spent for each in searched(case) if each.hex == pair(case["to"])) / 2,
    "end_facing_limit": lambda case: allowance.end_turn_limit(
        TacticalManeuver.MOVE, None, 2 * case["points"], int(2 * case["spent"])
    ),
    "jump_ok": leap,
    "pickup_ok": picks_up,
    "move_state": state,
    "first_trigger": first_trigger,
    "enters_reach": enters_reach,
    "prone_hexes": lies_down,
    "leave_cost": leaving,
    "crowd_ok": crowds,
}


@pytest.mark.parametrize("case", [pytest.param(case, id=case["id"]) for case in CASES])
def test_the_cases_of_the_inventory(case: dict[str, Any]) -> None:
    """Each case has exactly the result of the inventory."""
    assert CALLS[case["call"]](case["in"]) == case["out"]


def test_the_cases_are_complete() -> None:
    """The file has all 38 cases of movement, and those of postures, crowds, leaving and triggers."""
    assert len({case["id"] for case in CASES}) == len(CASES) == 49
    assert {case["call"] for case in CASES} == set(CALLS)
