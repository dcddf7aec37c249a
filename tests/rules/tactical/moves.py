"""Orders and paths for tests of movement."""

from typing import Any

import orjson

from service.rules.tactical.book.words import TacticalManeuver, TacticalManeuverOption
from service.rules.tactical.figures.field import Field
from service.rules.tactical.movement.paths.path_plan import plan_path
from service.rules.tactical.movement.paths.steps import MovePlan
from service.rules.tactical.movement.records import TacticalMoveOrder

MOVE = TacticalManeuver.MOVE
DODGE = TacticalManeuverOption.DODGE


def order_of(maneuver: TacticalManeuver, *path: dict[str, Any], **facts: Any) -> TacticalMoveOrder:
    """An order with a path of entries as a request writes them."""
    document = {"maneuver": maneuver, "path": path} | facts
    return TacticalMoveOrder.model_validate_json(orjson.dumps(document))


def moved(
    field: Field, *path: dict[str, Any], maneuver: TacticalManeuver = MOVE, spent: int = 0, **facts: Any
) -> MovePlan:
    """The plan of a path for ash."""
    return plan_path(field, field["ash"], order_of(maneuver, *path, **facts), spent=spent)
