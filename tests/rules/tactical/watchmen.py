"""Figures that wait and watch, for tests of waits, opportunity fire and pop-up attacks."""

from typing import Any

import orjson

from service.rules.kernel.hexes import Hex
from service.rules.tactical.figures.condition import TacticalTurnStart, TacticalWait, TacticalZone
from service.rules.tactical.figures.field import Field
from service.rules.tactical.figures.models import TacticalFigure
from service.rules.tactical.figures.standing import with_state
from service.rules.tactical.rounds.records import TacticalInterrupt
from service.rules.tactical.rounds.turn.events import Event, EventKind, displaced
from service.rules.tactical.rounds.waiting.waits import Waits
from tests.rules.tactical.attacks import armed, gun
from tests.rules.tactical.scenes import figure, foe

NO_DEFENSE = {"maneuver": "all_out_attack"}
"""The state of somebody who has no defense, so that a test needs no dice for one."""


def zone(*hexes: Hex, **facts: Any) -> TacticalZone:
    """A zone of some hexes, or a line if `start` and `end` are given."""
    plain = {"kind": "line"} if "start" in facts else {"hexes": [list(each) for each in hexes]}
    return TacticalZone.model_validate_json(orjson.dumps(plain | facts))


def waiting(
    event: str = "enters_reach", step_to: Hex | None = None, trigger: Any = None, **response: Any
) -> dict[str, Any]:
    """The state of somebody who waits for a foe with a melee weapon."""
    wait = {"trigger": {"event": event} | (trigger or {}), "response": response, "step_to": step_to}
    return {"maneuver": "wait", "wait": wait}


def watching(*hexes: Hex, **facts: Any) -> dict[str, Any]:
    """The state of somebody who watches hexes, or a line, for opportunity fire."""
    document = orjson.loads(zone(*hexes, **facts).model_dump_json())
    return {"maneuver": "wait", "wait": {"kind": "opportunity", "zone": document}}


def gunman(id: str = "gun", weapon: dict[str, Any] | None = None, **facts: Any) -> TacticalFigure:
    """A figure at [0, 0] that faces north, with a gun, skill 12."""
    return figure(id, **(armed(weapon or gun()) | facts))


def runner(id: str = "orc", **facts: Any) -> TacticalFigure:
    """A foe four hexes north of [0, 0], facing south, without a defense; with 30 hit points and HT 18."""
    plain: dict[str, Any] = {"hex": [0, -4], "hp_max": 30, "ht": 18, "state": NO_DEFENSE}
    return foe(id, **(plain | facts))


def wait_of(document: dict[str, Any]) -> TacticalWait:
    """A wait of a request."""
    return TacticalWait.model_validate_json(orjson.dumps(document))


def begin_turn(field: Field, id: str) -> None:
    """Remember where a figure's turn begins."""
    mover = field[id]
    field.put(with_state(mover, turn_start=TacticalTurnStart(hex=mover.hex, facing=mover.facing)))


def goes(field: Field, waits: Waits, id: str, to: Hex) -> tuple[TacticalInterrupt, ...]:
    """Put a figure into a hex, and let those who wait answer."""
    before = field[id]
    field.put(before.model_copy(update={"hex": to}))
    [event] = displaced(field)
    return waits(event)


def acts(field: Field, waits: Waits, id: str, kind: EventKind) -> tuple[TacticalInterrupt, ...]:
    """Let those who wait answer something that a figure does where it is."""
    return waits(Event(kind, id, field[id]))
