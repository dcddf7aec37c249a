"""Movement with foes' hexes on the way: running in, evading, and leaving close combat, step by step.

A path is planned before the first die; here its steps are taken one by one, and an evade that fails ends it.
"""

from typing import Final, NamedTuple

from service.dice.model import Dice
from service.rules.kernel.hexes import Hex, direction_of, turned
from service.rules.tactical.book import rulebook
from service.rules.tactical.book.words import TacticalFollowUp, TacticalManeuver, TacticalMoveMode, TacticalSector
from service.rules.tactical.close.evade import evade
from service.rules.tactical.close.outcomes import TacticalEvade
from service.rules.tactical.figures.field import Field
from service.rules.tactical.figures.models import TacticalFigure
from service.rules.tactical.figures.pairs import (
    dragged_by,
    in_the_way_out,
    join,
    let_go,
    part,
    sector_of_opponent,
)
from service.rules.tactical.figures.standing import changed, close_with, name_of, speed_of, with_state
from service.rules.tactical.map.footprints import body_arc
from service.rules.tactical.movement.advance import has_step, take, turn_to
from service.rules.tactical.movement.plan import MovePlan, MoveStep

FRONT: Final = frozenset({5, 0, 1})
BACKWARD: Final = 3


class Walk(NamedTuple):
    """A path as it was walked: the evades on the way, the foes run in on, and whether it was walked to its end."""

    evades: tuple[TacticalEvade, ...]
    entered: tuple[str, ...]
    finished: bool


def mode_to(figure: TacticalFigure, direction: int) -> TacticalMoveMode:
    """Return how a figure enters the next hex in a direction without turning first."""
    relative = turned(direction, -figure.facing)
    if relative in FRONT:
        return TacticalMoveMode.FORWARD
    return TacticalMoveMode.BACKWARD if relative == BACKWARD else TacticalMoveMode.SIDESTEP


def approach_of(field: Field, foe: TacticalFigure, origin: Hex) -> TacticalSector:
    """Return the side of a foe that a figure comes from."""
    sector = body_arc(field.body(foe), foe.facing, origin)
    return TacticalSector.FRONT if sector is TacticalSector.OWN else sector


def walk(field: Field, mover_id: str, plan: MovePlan, dice: Dice, *, let_pass: frozenset[str] = frozenset()) -> Walk:
    """Take the steps of a planned path, evading and stopping as they say.

    Nobody but foes in the way is met: waits of others are not asked.

    Dice: for each evade 3D6 mover, 3D6 foe.
    """
    evades: list[TacticalEvade] = []
    entered: list[str] = []
    for step in plan.steps:
        out = leave_by(field, mover_id, step, dice, let_pass)
        evades += out
        if not all(each.passed for each in out):
            return Walk(tuple(evades), tuple(entered), finished=False)
        origin = field[mover_id].hex
        take(field, mover_id, step)
        leave_behind(field, mover_id, dice)
        if step.foe is None:
            continue
        meeting = meet(field, mover_id, step, origin, dice, let_pass)
        if meeting is not None:
            evades.append(meeting)
        if meeting is None or not meeting.passed:
            run_in(field, mover_id, step.foe, origin, plan.maneuver, dice)
            entered.append(step.foe)
            finished = step is plan.steps[-1] and meeting is None
            if finished and has_step(plan.maneuver, plan.option):
                turn_to(field, mover_id, plan.facing)
            return Walk(tuple(evades), tuple(entered), finished=finished)
    turn_to(field, mover_id, plan.facing)
    return Walk(tuple(evades), tuple(entered), finished=True)
