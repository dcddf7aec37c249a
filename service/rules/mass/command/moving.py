"""How units carry out a command to move."""

from collections.abc import Mapping
from dataclasses import replace
from itertools import pairwise
from typing import Final, assert_never

from service.dice.model import Cites, Dice, Rule
from service.rules.kernel.hexes import Hex, distance, turned
from service.rules.mass.battle.events import BLANK
from service.rules.mass.battle.legality import pass_over, unfit_to_move
from service.rules.mass.battle.state import Battle, Scene
from service.rules.mass.book import rulebook
from service.rules.mass.book.options import MassRounding
from service.rules.mass.book.rulings import Rulings
from service.rules.mass.book.tables import TERRAIN
from service.rules.mass.book.words import MassEventKind, MassReason, MassStop, MassTerrain, MassTurn
from service.rules.mass.command.march import FEET_PER_HEX, Choose, Going, March, along, march, straight_ahead, towards
from service.rules.mass.figures.models import MassCommander
from service.rules.mass.figures.orders import (
    MassAdvance,
    MassCommand,
    MassCustomCommand,
    MassMoveOrder,
    MassMoveToward,
    MassWheel,
)
from service.rules.mass.figures.standing import MassUnitState, revised
from service.rules.mass.figures.text import hexes, listed, place
from service.rules.mass.powers.contact import meet

DEGREES: Final = 60

COMMAND_CITES: Final = (
    rulebook.COMMAND_SAME_COMMAND,
    rulebook.COMMAND_ORDER,
    rulebook.COMMAND_NO_FURTHER_ACTION,
    Rulings.MOVEMENT_ORDER,
)
STOP_CITES: Final[Mapping[MassStop, Cites]] = {
    MassStop.COMPLETE: (),
    MassStop.ALLOWANCE: (rulebook.COMMAND_BEST_EFFORT,),
    MassStop.OCCUPIED: (rulebook.COMMAND_BEST_EFFORT, rulebook.HEX_STACKING, Rulings.STACKING),
    MassStop.IMPASSABLE: (rulebook.COMMAND_BEST_EFFORT, rulebook.TERRAIN_IMPASSABLE),
    MassStop.ENGAGED: (rulebook.ENGAGEMENT_STOP_ADJACENT,),
}


def move_units(battle: Battle, scene: Scene, commander: MassCommander, order: MassMoveOrder, dice: Dice) -> Battle:
    """Let units carry out one command, one after the other; who cannot is passed over."""
    told = f"{commander.id} commanded {listed(order.units)} {command_told(order.command)}."
    dice.note(rulebook.COMMAND_ANY_NUMBER, told, actor=commander.id, cites=COMMAND_CITES)
    for name in order.units:
        reason = unfit_for_command(battle.units[name], commander, order.command, scene)
        if reason is None:
            battle = _carry_out(battle, scene, commander.id, battle.units[name], order.command, dice)
        else:
            battle = pass_over(battle, commander.id, name, reason, f"{name} could not move for {commander.id}", dice)
    return battle


def command_told(command: MassCommand) -> str:
    """Say what units are commanded to do."""
    match command:
        case MassAdvance():
            feet = None if command.feet is None else f" {command.feet} feet"
            far = feet or (f" {hexes(command.hexes)}" if command.hexes is not None else "")
            return f"to advance{far}"
        case MassWheel():
            return f"to wheel {command.degrees} degrees to the {command.direction}"
        case MassMoveToward():
            return f"to move toward {place(command.hex)}"
        case MassCustomCommand():
            return f"as follows: {command.label}"
        case _:
            assert_never(command)


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
    rule, choose = _way(command, going)
    came = march(going, choose, turning=not isinstance(command, MassAdvance))
    _tell(going, came, rule, dice)
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


def _way(command: MassAdvance | MassMoveToward | MassCustomCommand, going: Going) -> tuple[Rule, Choose]:
    if isinstance(command, MassAdvance):
        far = command.hexes if command.feet is None else command.feet // FEET_PER_HEX
        return rulebook.COMMAND_ADVANCE, straight_ahead(going.unit, far)
    if isinstance(command, MassMoveToward):
        return rulebook.COMMAND_MOVE_TOWARD, towards(command.hex, going)
    return rulebook.COMMAND_CUSTOM, along(_path_of(going.unit, command))


def _tell(going: Going, came: March, rule: Rule, dice: Dice) -> None:
    unit = going.unit
    terrains = dict.fromkeys((*came.entered, *_barring(going, came)))
    ground = [TERRAIN[each].rule for each in terrains]
    still = (Rulings.SPEED_ZERO,) if came.stopped_by is MassStop.ALLOWANCE and not unit.speed else ()
    moved = f"moved {hexes(came.moved)}" if came.moved else "did not move"
    told = f"{unit.id} {moved}{_stop_told(going, came)}."
    dice.note(rule, told, actor=unit.id, cites=(*ground, *still, *STOP_CITES[came.stopped_by]))


def _barring(going: Going, came: March) -> tuple[MassTerrain, ...]:
    """Return the terrain ahead if it is what a unit with speed left could not enter."""
    if came.ahead is None or came.stopped_by is not MassStop.ALLOWANCE or came.spent >= going.unit.speed:
        return ()
    return (going.ground.terrain_of(came.ahead),)


def _stop_told(going: Going, came: March) -> str:
    """Say why a unit came no farther: who or what stopped it, and where."""
    ahead = came.ahead
    if came.stopped_by is MassStop.ENGAGED:
        return f" and stopped beside {listed(going.battle.foes_beside(going.unit, came.hex))}"
    if ahead is None:
        return ", as commanded"
    if came.stopped_by is MassStop.OCCUPIED:
        return f": {going.battle.held[ahead]} stood in the way on {place(ahead)}"
    if came.stopped_by is MassStop.IMPASSABLE:
        return f": {place(ahead)} is impassable or off the map"
    for terrain in _barring(going, came):
        return f": {place(ahead)} is {terrain} ground, {BARRED[terrain]}"
    ground = " and the ground" if set(came.entered) - {MassTerrain.CLEAR} else ""
    return f", as far as a speed of {going.unit.speed}{ground} allowed"


BARRED: Final[Mapping[MassTerrain, str]] = {
    MassTerrain.MODERATE: "which takes 2 of the speed",
    MassTerrain.DIFFICULT: "which only a first move can enter",
}


def _wheel(battle: Battle, scene: Scene, commander: str, unit: MassUnitState, command: MassWheel, dice: Dice) -> Battle:
    hexsides = hexsides_of(command.degrees, scene.rulings.wheel_rounding)
    facing = turned(unit.facing, hexsides if command.direction is MassTurn.LEFT else -hexsides)
    told = f"{unit.id} wheeled {hexsides * DEGREES} degrees to the {command.direction}."
    dice.note(rulebook.COMMAND_WHEEL, told, actor=unit.id)
    return battle.changed(revised(unit, facing=facing, commanded=True)).told(
        replace(BLANK, commander=commander, what=MassEventKind.WHEELED, unit=unit.id, hexsides=hexsides)
    )


def hexsides_of(degrees: int, rounding: MassRounding) -> int:
    """Return how many hexsides of 60 degrees a wheel is."""
    return degrees // DEGREES if rounding is MassRounding.DOWN else -(-degrees // DEGREES)
