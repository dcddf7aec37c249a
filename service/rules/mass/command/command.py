"""Commands to move: how units carry them out, and the procedure that gives one."""

from collections.abc import Iterable, Mapping
from itertools import pairwise
from typing import Annotated, Final, assert_never

from pydantic import Field

from service.dice.model import Cites, Dice, Rule
from service.rules.kernel.hexes import CONVENTION_IN_SHORT, DIRECTIONS, Hex, distance, turned
from service.rules.kernel.telling import joined, sentence
from service.rules.mass.battle.legality import pass_over, refuse, unfit_to_move
from service.rules.mass.battle.losses import gone_between, lost_between
from service.rules.mass.battle.muster import set_up
from service.rules.mass.battle.names import refuse_move_names
from service.rules.mass.battle.state import Battle, MassEvent, Scene
from service.rules.mass.book import rulebook
from service.rules.mass.book.options import MassRounding, MassRulings
from service.rules.mass.book.rulings import Rulings
from service.rules.mass.book.tables import TERRAIN
from service.rules.mass.book.words import (
    MassChangeReason,
    MassEventKind,
    MassReason,
    MassStop,
    MassTerrain,
    MassTurn,
)
from service.rules.mass.command.march import (
    FEET_PER_HEX,
    Choose,
    Going,
    March,
    along,
    march,
    march_to,
    straight_ahead,
    towards,
)
from service.rules.mass.figures import orders
from service.rules.mass.figures.changes import Cause, Changes
from service.rules.mass.figures.models import MassCommander
from service.rules.mass.figures.standing import MassUnitState, revised
from service.rules.mass.figures.text import MOST_TOLD, called, hexes, place
from service.rules.mass.powers.contact import meet
from service.wire import record

DEGREES: Final = 60
ENGAGED: Final = MassStop.ENGAGED
MARCHED: Final = Cause(MassChangeReason.MOVE)
WHEELED: Final = Cause(MassChangeReason.WHEEL)

Marching = orders.MassAdvance | orders.MassMoveToward | orders.MassCustomCommand
"""A command that leads hex by hex."""

STOP_CITES: Final[Mapping[MassStop, Cites]] = {
    MassStop.COMPLETE: (),
    MassStop.ALLOWANCE: (rulebook.COMMAND_BEST_EFFORT,),
    MassStop.OCCUPIED: (rulebook.COMMAND_BEST_EFFORT, rulebook.HEX_STACKING, Rulings.STACKING),
    MassStop.IMPASSABLE: (rulebook.COMMAND_BEST_EFFORT, rulebook.TERRAIN_IMPASSABLE),
    MassStop.ENGAGED: (rulebook.ENGAGEMENT_STOP_ADJACENT,),
}


def move_units(battle: Battle, commander: MassCommander, order: orders.MassMoveOrder, dice: Dice) -> Battle:
    """Let units carry out one command, one after the other; who cannot is passed over."""
    if dice.tells:
        text = f"{called(commander)} commanded {battle.names_of(order.units)} {_command_in_words(order.command)}."
        cites = (rulebook.COMMAND_SAME_COMMAND, rulebook.COMMAND_ORDER, rulebook.COMMAND_NO_FURTHER_ACTION)
        dice.note(rulebook.COMMAND_ANY_NUMBER, text, actor=commander.id, cites=(*cites, Rulings.MOVEMENT_ORDER))
    for name in order.units:
        reason = unfit_for_command(battle.units[name], commander, order.command, battle.scene)
        if reason is None:
            battle = _carry_out(battle, commander.id, battle.units[name], order.command, dice)
        else:
            deed = f"{battle.name_of(name)} could not move for {called(commander)}"
            battle = pass_over(battle, commander.id, name, reason, deed, dice)
    return battle


def _command_in_words(command: orders.MassCommand) -> str:
    """Return a command in words: "to wheel 60 degrees to the left"."""
    match command:
        case orders.MassAdvance():
            if command.feet is not None:
                return f"to advance {command.feet} feet"
            return "to advance" if command.hexes is None else f"to advance {hexes(command.hexes)}"
        case orders.MassWheel():
            return f"to wheel {command.degrees} degrees to the {command.direction}"
        case orders.MassMoveToward():
            return f"to move toward {place(command.hex)}"
        case orders.MassCustomCommand():
            return f"as follows: {command.label}"
        case _:
            assert_never(command)


def unfit_for_command(
    unit: MassUnitState, commander: MassCommander, command: orders.MassCommand, scene: Scene
) -> MassReason | None:
    """Return why a unit cannot carry out a command."""
    reason = unfit_to_move(unit, commander, scene)
    if reason is None and isinstance(command, orders.MassCustomCommand):
        steps = pairwise((unit.hex, *_path_of(unit, command)))
        return None if all(distance(*step) == 1 for step in steps) else MassReason.PATH_BROKEN
    return reason


def _path_of(unit: MassUnitState, command: orders.MassCustomCommand) -> tuple[Hex, ...]:
    return next((path.hexes for path in command.paths if path.unit == unit.id), ())


def _carry_out(battle: Battle, commander: str, unit: MassUnitState, command: orders.MassCommand, dice: Dice) -> Battle:
    if isinstance(command, orders.MassWheel):
        return _wheel(battle, commander, unit, command, dice)
    going = Going(unit, battle)
    rule, choose = _way(command, going)
    came = _marched(command, going, choose)
    battle = battle.changed(MARCHED, revised(unit, hex=came.hex, facing=came.facing, commanded=True))
    stop = came.stopped_by
    if dice.tells:
        _note_march(going, came, rule, dice)
        label = command.label if isinstance(command, orders.MassCustomCommand) else None
        battle = battle.recorded(
            dice, commander, MassEventKind.MOVED, unit=unit.id, moved=len(came.entered), stopped_by=stop, label=label
        )
    return meet(battle, unit.id, commander, dice) if stop is ENGAGED else battle


def _way(command: Marching, going: Going) -> tuple[Rule, Choose]:
    if isinstance(command, orders.MassAdvance):
        far = command.hexes if command.feet is None else command.feet // FEET_PER_HEX
        return rulebook.COMMAND_ADVANCE, straight_ahead(going.unit, far)
    if isinstance(command, orders.MassMoveToward):
        return rulebook.COMMAND_MOVE_TOWARD, towards(command.hex)
    return rulebook.COMMAND_CUSTOM, along(_path_of(going.unit, command))


def _marched(command: Marching, going: Going, choose: Choose) -> March:
    if isinstance(command, orders.MassMoveToward):
        return march_to(going, command.hex)
    return march(going, choose, turning=not isinstance(command, orders.MassAdvance))


def kept_still(unit: MassUnitState, command: orders.MassCommand, battle: Battle) -> MassStop | None:
    """Return why a unit that can be commanded would neither move nor turn, or None if it does."""
    if isinstance(command, orders.MassWheel):
        turns = hexsides_of(command.degrees, battle.scene.rulings.wheel_rounding) % len(DIRECTIONS)
        return None if turns else MassStop.COMPLETE
    going = Going(unit, battle)
    _, choose = _way(command, going)
    wanted = choose(unit.hex, 0)
    if wanted and not isinstance(going.enter_best(wanted, 0)[1], MassStop):
        return None
    came = _marched(command, going, choose)
    return None if came.entered else came.stopped_by


def _note_march(going: Going, came: March, rule: Rule, dice: Dice) -> None:
    unit = going.unit
    terrain_of = going.battle.scene.ground.terrain_of
    terrains = dict.fromkeys((*map(terrain_of, came.entered), *_barring(going, came)))
    ground = [TERRAIN[each].rule for each in terrains]
    still = (Rulings.SPEED_ZERO,) if came.stopped_by is MassStop.ALLOWANCE and not unit.speed else ()
    moved = f"moved {hexes(len(came.entered))}" if came.entered else "did not move"
    text = f"{called(unit)} {moved}{_stop_in_words(going, came)}."
    dice.note(rule, text, actor=unit.id, cites=(*ground, *still, *STOP_CITES[came.stopped_by]))


def _barring(going: Going, came: March) -> tuple[MassTerrain, ...]:
    """Return the terrain ahead if it is what a unit with speed left could not enter."""
    if came.ahead is None or came.stopped_by is not MassStop.ALLOWANCE or came.spent >= going.unit.speed:
        return ()
    return (going.battle.scene.ground.terrain_of(came.ahead),)


def _stop_in_words(going: Going, came: March) -> str:
    """Return why a unit came no farther: who or what stopped it, and where."""
    ahead = came.ahead
    if came.stopped_by is MassStop.ENGAGED:
        return f" and stopped beside {going.battle.names_of(going.battle.foes_beside(going.unit, came.hex))}"
    if ahead is None:
        return ", as commanded"
    if came.stopped_by is MassStop.OCCUPIED:
        return f": {going.battle.name_of(going.battle.held[ahead])} stood in the way on {place(ahead)}"
    if came.stopped_by is MassStop.IMPASSABLE:
        return f": {place(ahead)} was impassable or off the map"
    for terrain in _barring(going, came):
        return f": {place(ahead)} was {terrain} ground, {BARRED[terrain]}"
    terrain_of = going.battle.scene.ground.terrain_of
    ground = " and the ground" if set(map(terrain_of, came.entered)) - {MassTerrain.CLEAR} else ""
    return f", as far as a speed of {going.unit.speed}{ground} allowed"


BARRED: Final[Mapping[MassTerrain, str]] = {
    MassTerrain.MODERATE: "which takes 2 of the speed",
    MassTerrain.DIFFICULT: "which only a first move can enter",
}


def _wheel(battle: Battle, commander: str, unit: MassUnitState, command: orders.MassWheel, dice: Dice) -> Battle:
    hexsides = hexsides_of(command.degrees, battle.scene.rulings.wheel_rounding)
    facing = turned(unit.facing, -hexsides if command.direction is MassTurn.LEFT else hexsides)
    text = f"{called(unit)} wheeled {hexsides * DEGREES} degrees to the {command.direction}."
    dice.note(rulebook.COMMAND_WHEEL, text, actor=unit.id)
    battle = battle.changed(WHEELED, revised(unit, facing=facing, commanded=True))
    return battle.recorded(dice, commander, MassEventKind.WHEELED, unit=unit.id, hexsides=hexsides)


def hexsides_of(degrees: int, rounding: MassRounding) -> int:
    """Return how many hexsides of 60 degrees a wheel is."""
    return degrees // DEGREES if rounding is MassRounding.DOWN else -(-degrees // DEGREES)


@record
class MassMoved:
    """One unit's execution of a command."""

    unit: Annotated[str, Field(description="The unit's id.")]
    hex: Annotated[Hex, Field(description=f"Where it stands now. {CONVENTION_IN_SHORT}")]
    facing: Annotated[int, Field(description=f"The hexside it faces now. {CONVENTION_IN_SHORT}")]
    moved: Annotated[int | None, Field(description="Hexes moved; null for a wheel.")]
    stopped_by: Annotated[MassStop | None, Field(description="Why it stopped; null for a wheel.")]
    engaged_with: Annotated[tuple[str, ...], Field(description="Ids of the enemies it is in contact with now.")]
    hexsides: Annotated[int | None, Field(description="Hexsides wheeled; null for a march.")]
    applied_degrees: Annotated[int | None, Field(description="Degrees wheeled; null for a march.")]


@record
class MassCommandVerdict:
    """The result of a command."""

    hexes_moved: Annotated[int, Field(description="Hexes moved by all units together.")]
    engaged: Annotated[int, Field(description="How many of the units commanded are now engaged.")]
    lost: Annotated[int, Field(description="How many units of all sides left the battle.")]


@record
class MassCommandOutcome:
    """The outcome of a command."""

    summary: Annotated[str, Field(description="The command in a sentence.")]
    moves: Annotated[tuple[MassMoved, ...], Field(description="What each unit commanded did, in its order.")]
    events: Annotated[tuple[MassEvent, ...], Field(description="Everything that happened, powers on contact too.")]
    changes: Changes
    state: Annotated[tuple[MassUnitState, ...], Field(description="Every unit as it now is; post them back.")]
    verdict: Annotated[MassCommandVerdict, Field(description="What it achieved.")]


def issue_command(input: orders.MassIssueCommand, rulings: MassRulings, dice: Dice) -> MassCommandOutcome:
    """Give one command to any number of unengaged units and carry it out, unit by unit.

    A unit that comes beside an enemy stops and is engaged, and powers on contact fire at once. Distances are hexes.

    Dice: none.
    Raises: UnitEngaged, UnitAlreadyCommanded, NotYourUnit, UnitNotActive, OneCommandPerAction, PathBroken,
    MassUnknownUnit, and what a broken map or roster raises.
    Ruling: mass/ruling/movement-order, mixed-terrain, wheel-degrees.
    Source: Command Units to Move; Engaged Units.
    """
    battle = set_up(input, (input.commander,), rulings, dice, complete=False)
    order = input.order
    refuse_move_names(order, battle.units, "/order")
    for position, name in enumerate(order.units):
        reason = unfit_for_command(battle.units[name], input.commander, order.command, battle.scene)
        refuse(reason, f"{battle.name_of(name)} cannot move on command", f"/order/units/{position}")
    after = move_units(battle, input.commander, order, dice)
    moves = tuple(moves_in(after))
    return MassCommandOutcome(
        summary=_summary_of(battle, after, input.commander),
        moves=moves,
        events=after.events,
        changes=after.changes or (),
        state=after.states(),
        verdict=MassCommandVerdict(
            hexes_moved=sum([each.moved or 0 for each in moves]),
            engaged=sum([bool(each.engaged_with) for each in moves]),
            lost=lost_between(battle, after),
        ),
    )


def _summary_of(before: Battle, after: Battle, commander: MassCommander) -> str:
    """Return a command in a sentence: who moved and met whom, and who left the battle."""
    moves = list(moves_in(after))
    told = [_move_in_words(move, after) for move in moves]
    if len(moves) > MOST_TOLD:
        far = hexes(sum([move.moved or 0 for move in moves]))
        wheeled = all(move.moved is None for move in moves)
        told = [f"{len(moves)} units wheeled" if wheeled else f"{len(moves)} units moved {far} in all"]
    return sentence(f"{called(commander)} gave a command: {'; '.join([*told, *gone_between(before, after)])}")


def _move_in_words(move: MassMoved, after: Battle) -> str:
    name = called(after.units[move.unit])
    if move.applied_degrees is not None:
        return f"{name} wheeled {move.applied_degrees} degrees"
    moved = f"{name} moved {hexes(move.moved)}" if move.moved else f"{name} did not move"
    foes = joined([called(after.units[foe]) for foe in move.engaged_with]) if move.engaged_with else ""
    return f"{moved} and met {foes}" if foes else moved


def moves_in(battle: Battle) -> Iterable[MassMoved]:
    """Yield each unit's execution of a command, in the order of the events."""
    for event in battle.events:
        if event.what in (MassEventKind.MOVED, MassEventKind.WHEELED):
            unit = battle.units[event.unit or ""]
            yield MassMoved(
                unit=unit.id,
                hex=unit.hex,
                facing=unit.facing,
                moved=event.moved,
                stopped_by=event.stopped_by,
                engaged_with=unit.engaged_with,
                hexsides=event.hexsides,
                applied_degrees=None if event.hexsides is None else event.hexsides * DEGREES,
            )
