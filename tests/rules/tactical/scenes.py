"""Figures and scenes for tests, with everything that a test does not care about at a plain value."""

from typing import Any

import orjson

from service.rules.tactical.book.options import TacticalRulings
from service.rules.tactical.book.words import TacticalFollowUp
from service.rules.tactical.figures.equipment import TacticalWeapon
from service.rules.tactical.figures.field import Field
from service.rules.tactical.figures.models import TacticalFigure, TacticalScene
from service.rules.tactical.map.models import TacticalMap
from service.rules.tactical.movement.records import TacticalFoeFollowUp

OPEN = TacticalRulings(open_plain=True)


def sword(**facts: Any) -> dict[str, Any]:
    """A broadsword, swung for 1d+1 cutting at reach 1, skill 12."""
    mode = {"name": "swing", "kind": "swing", "damage": "1d+1", "type": "cutting", "reaches": [1]}
    return {"id": "sword", "skill": "Broadsword", "level": 12, "kind": "melee", "modes": [mode]} | facts


def bow(**facts: Any) -> dict[str, Any]:
    """A bow for 1d+2 impaling, skill 12, Acc 2, range 100/150."""
    mode = {"name": "shot", "kind": "thrust", "damage": "1d+2", "type": "impaling", "reaches": []}
    return {
        "id": "bow",
        "skill": "Bow",
        "level": 12,
        "kind": "ranged",
        "ranged_class": "bow",
        "hands": 2,
        "acc": 2,
        "bulk": -6,
        "half_range": 100,
        "max_range": 150,
        "modes": [mode],
    } | facts


def figure(id: str = "ash", **facts: Any) -> TacticalFigure:
    """A figure at [0, 0] that faces north and holds a sword, unless told otherwise."""
    plain: dict[str, Any] = {
        "id": id,
        "side": "red",
        "hex": [0, 0],
        "facing": 0,
        "weapons": [sword()],
        "ready": {"right": "sword"},
    }
    return TacticalFigure.model_validate_json(orjson.dumps(plain | facts))


def foe(id: str = "orc", **facts: Any) -> TacticalFigure:
    """A figure of the other side, one hex north of [0, 0], facing south."""
    return figure(id, **({"side": "blue", "hex": [0, -1], "facing": 3} | facts))


def evading(figure: TacticalFigure) -> tuple[TacticalFoeFollowUp, ...]:
    """What a figure does that leaves its close combats on any side: it evades each opponent."""
    return tuple(TacticalFoeFollowUp(foe=each.foe, follow_up=TacticalFollowUp.EVADE) for each in figure.state.close)


def scene(*figures: TacticalFigure, map: dict[str, Any] | None = None) -> TacticalScene:
    """A scene of figures; without a map it needs the option `open_plain`."""
    ground = None if map is None else TacticalMap.model_validate_json(orjson.dumps(map))
    return TacticalScene(map=ground, figures=figures)


def field(*figures: TacticalFigure, map: dict[str, Any] | None = None, rulings: TacticalRulings = OPEN) -> Field:
    """The field of some figures."""
    return Field.of(scene(*figures, map=map), rulings)


def weapon(document: dict[str, Any]) -> TacticalWeapon:
    """A weapon of a request."""
    return TacticalWeapon.model_validate_json(orjson.dumps(document))
