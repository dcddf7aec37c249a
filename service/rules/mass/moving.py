"""How units carry out a command to move."""

from collections.abc import Mapping
from dataclasses import replace
from itertools import pairwise
from typing import Final

from service.dice.model import Cites, Dice, Rule
from service.rules.kernel.hexes import Hex, distance, turned
from service.rules.mass import command_rulings, rulebook
from service.rules.mass.battle import Battle, Scene
from service.rules.mass.contact import meet
from service.rules.mass.events import BLANK
from service.rules.mass.fitness import unfit_to_move
from service.rules.mass.march import FEET_PER_HEX, Choose, Going, March, along, march, straight_ahead, towards
from service.rules.mass.models import MassCommander
from service.rules.mass.obedience import pass_over
from service.rules.mass.orders import (
    MassAdvance,
    MassCommand,
    MassCustomCommand,
    MassMoveOrder,
    MassMoveToward,
    MassWheel,
)
from service.rules.mass.states import MassUnitState, revised
from service.rules.mass.words import MassEventKind, MassReason, MassRounding, MassStop, MassTerrain, MassTurn

DEGREES: Final = 60

COMMAND_CITES: Final = (
    rulebook.COMMAND_SAME_COMMAND.id,
    rulebook.COMMAND_ORDER.id,
    rulebook.COMMAND_NO_FURTHER_ACTION.id,
    command_rulings.MOVEMENT_ORDER.id,
)
TERRAIN_CITES: Final[Mapping[MassTerrain, Cites]] = {
    MassTerrain.CLEAR: (rulebook.TERRAIN_CLEAR.id, command_rulings.START_TERRAIN.id),
    MassTerrain.MODERATE: (rulebook.TERRAIN_MODERATE.id, command_rulings.MODERATE_ROUNDING.id),
    MassTerrain.DIFFICULT: (rulebook.TERRAIN_DIFFICULT.id, command_rulings.MIXED_TERRAIN.id),
}
STOP_CITES: Final[Mapping[MassStop, Cites]] = {
    MassStop.COMPLETE: (),
    MassStop.ALLOWANCE: (rulebook.COMMAND_BEST_EFFORT.id,),
    MassStop.OCCUPIED: (rulebook.COMMAND_BEST_EFFORT.id, rulebook.HEX_STACKING.id, command_rulings.STACKING.id),
    MassStop.IMPASSABLE: (rulebook.COMMAND_BEST_EFFORT.id, rulebook.TERRAIN_IMPASSABLE.id),
    MassStop.ENGAGED: (rulebook.ENGAGEMENT_STOP_ADJACENT.id,),
}
STOPPED: Final[Mapping[MassStop, str]] = {
    MassStop.COMPLETE: "as commanded",
    MassStop.ALLOWANCE: "it can go no farther this round",
    MassStop.OCCUPIED: "the next hex is taken",
    MassStop.IMPASSABLE: "the way is closed",
    MassStop.ENGAGED: "it meets an enemy",
}
ADVANCE_CITES: Final = (rulebook.HEX_SCALE.id, command_rulings.SQUARES_AND_HEXES.id)
STILL_CITES: Final = (command_rulings.SPEED_ZERO.id,)
WHEEL_CITES: Final = (
    rulebook.HEX_FACING.id,
    command_rulings.FACING_COUNT.id,
    command_rulings.WHEEL_DEGREES.id,
    command_rulings.WHEEL_COST.id,
)


def move_units(battle: Battle, scene: Scene, commander: MassCommander, order: MassMoveOrder, dice: Dice) -> Battle:
    """Let units carry out one command, one after the other; who cannot is passed over."""
    count = f"{len(order.units)} unit{'s' if len(order.units) > 1 else ''}"
    command = order.command.kind.replace("_", " ")
    told = f"{commander.id} commands {count}: {command}."
    dice.note(rulebook.COMMAND_ANY_NUMBER, told, actor=commander.id, cites=COMMAND_CITES)
    for name in order.units:
        reason = unfit_for_command(battle.units[name], commander, order.command, scene)
        if reason is None:
            battle = _carry_out(battle, scene, commander.id, battle.units[name], order.command, dice)
        else:
            battle = pass_over(battle, commander.id, name, reason, rulebook.COMMAND_UNENGAGED_ONLY, dice)
    return battle


def unfit_for_command(
    unit: MassUnitState, commander: MassCommander, command: MassCommand, scene: Scene
) -> MassReason | None:
    """Say why a unit cannot carry out a command."""
    reason = unfit_to_move(unit, commander, scene)
    if reason is None and isinstance(command, MassCustomCommand):
        steps = pairwise((unit.hex, *_path_of(unit, command)))
        return None if all(distance(*step) == 1 for step in steps) else MassReason.PATH_BROKEN
    return reason


def _path_of(unit: MassUnitState, command: MassCustomCommand) -> tuple[Hex, ...]:
    return next((path.hexes for path in command.paths if path.unit == unit.id), ())


def _carry_out(
    battle: Battle, scene: Scene, commander: str, unit: MassUnitState, command: MassCommand, dice: Dice
) -> Battle:
    if isinstance(command, MassWheel):
        return _wheel(battle, scene, commander, unit, command, dice)
    going = Going(unit, battle, scene.ground)
    rule, cites, choose = _way(command, going)
    came = march(going, choose, turning=not isinstance(command, MassAdvance))
    _tell(unit.id, came, rule, cites if unit.speed else STILL_CITES, dice)
    label = command.label if isinstance(command, MassCustomCommand) else None
    battle = battle.changed(revised(unit, hex=came.hex, facing=came.facing, commanded=True)).told(
        replace(
            BLANK,
            commander=commander,
            what=MassEventKind.MOVED,
            unit=unit.id,
            moved=came.moved,
            stopped_by=came.stopped_by,
            label=label,
        )
    )
    return meet(battle, scene, unit.id, commander, dice) if came.stopped_by is MassStop.ENGAGED else battle


def _way(command: MassAdvance | MassMoveToward | MassCustomCommand, going: Going) -> tuple[Rule, Cites, Choose]:
    if isinstance(command, MassAdvance):
        hexes = command.hexes if command.feet is None else command.feet // FEET_PER_HEX
        return rulebook.COMMAND_ADVANCE, ADVANCE_CITES, straight_ahead(going.unit, hexes)
    if isinstance(command, MassMoveToward):
        return rulebook.COMMAND_MOVE_TOWARD, (rulebook.HEX_COORDINATES.id,), towards(command.hex, going)
    return rulebook.COMMAND_CUSTOM, (), along(_path_of(going.unit, command))


def _tell(unit: str, came: March, rule: Rule, cites: Cites, dice: Dice) -> None:
    terrains = [each for terrain in dict.fromkeys(came.entered) for each in TERRAIN_CITES[terrain]]
    told = f"{unit} moves {came.moved} hex{'' if came.moved == 1 else 'es'}: {STOPPED[came.stopped_by]}."
    dice.note(rule, told, actor=unit, cites=(*cites, *terrains, *STOP_CITES[came.stopped_by]))


def _wheel(battle: Battle, scene: Scene, commander: str, unit: MassUnitState, command: MassWheel, dice: Dice) -> Battle:
    hexsides = hexsides_of(command.degrees, scene.rulings.wheel_rounding)
    facing = turned(unit.facing, hexsides if command.direction is MassTurn.LEFT else -hexsides)
    told = f"{unit.id} wheels {hexsides * DEGREES} degrees to the {command.direction}."
    dice.note(rulebook.COMMAND_WHEEL, told, actor=unit.id, cites=WHEEL_CITES)
    return battle.changed(revised(unit, facing=facing, commanded=True)).told(
        replace(BLANK, commander=commander, what=MassEventKind.WHEELED, unit=unit.id, hexsides=hexsides)
    )


def hexsides_of(degrees: int, rounding: MassRounding) -> int:
    """Return how many hexsides of 60 degrees a wheel is."""
    return degrees // DEGREES if rounding is MassRounding.DOWN else -(-degrees // DEGREES)
