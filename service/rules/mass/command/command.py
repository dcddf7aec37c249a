"""Commands to move as an operation of their own: one command, given to any number of units."""

from collections.abc import Iterable
from typing import Annotated

from pydantic import Field

from service.dice.model import Dice
from service.rules.kernel.hexes import Hex
from service.rules.mass.battle.events import MassEvent
from service.rules.mass.battle.legality import refuse
from service.rules.mass.battle.losses import lost_between
from service.rules.mass.battle.muster import set_up, states_of
from service.rules.mass.battle.names import refuse_move_names
from service.rules.mass.battle.state import Battle
from service.rules.mass.book.options import MassRulings
from service.rules.mass.book.words import MassEventKind, MassStop
from service.rules.mass.command.moving import DEGREES, move_units, unfit_for_command
from service.rules.mass.figures.orders import MassIssueCommand
from service.rules.mass.figures.standing import MassUnitState
from service.wire import record


@record
class MassMoved:
    """How one unit carried out a command."""

    unit: Annotated[str, Field(description="The unit's id.")]
    hex: Annotated[Hex, Field(description="Where it stands now, as axial coordinates q and r.")]
    facing: Annotated[int, Field(description="The hexside it faces now.")]
    moved: Annotated[int | None, Field(description="Hexes moved; null for a wheel.")]
    stopped_by: Annotated[MassStop | None, Field(description="Why it stopped; null for a wheel.")]
    engaged_with: Annotated[tuple[str, ...], Field(description="Ids of the enemies it is in contact with now.")]
    hexsides: Annotated[int | None, Field(description="Hexsides wheeled; null for a march.")]
    applied_degrees: Annotated[int | None, Field(description="Degrees wheeled; null for a march.")]


@record
class MassCommandVerdict:
    """What a command achieved."""

    hexes: Annotated[int, Field(description="Hexes moved by all units together.")]
    engaged: Annotated[int, Field(description="How many of the units commanded are now engaged.")]
    lost: Annotated[int, Field(description="How many units of all sides left the battle.")]


@record
class MassCommandOutcome:
    """What came of a command."""

    moves: Annotated[tuple[MassMoved, ...], Field(description="What each unit commanded did, in its order.")]
    events: Annotated[tuple[MassEvent, ...], Field(description="Everything that happened, powers on contact too.")]
    state: Annotated[tuple[MassUnitState, ...], Field(description="Every unit as it now is; post them back.")]
    verdict: Annotated[MassCommandVerdict, Field(description="What it achieved.")]


def issue_command(input: MassIssueCommand, rulings: MassRulings, dice: Dice) -> MassCommandOutcome:
    """Give one command to any number of unengaged units and carry it out, unit by unit.

    A unit that comes beside an enemy stops and is engaged, and powers on contact fire at once. Distances are hexes.

    Dice: none.
    Raises: UnitEngaged, UnitAlreadyCommanded, NotYourUnit, UnitNotActive, OneCommandPerAction, PathBroken,
    MassUnknownUnit, and what a broken map or roster raises.
    Ruling: mass/ruling/movement-order, mixed-terrain, wheel-degrees.
    Source: Command Units to Move; Engaged Units.
    """
    battle, scene = set_up(input, (input.commander,), rulings, dice, complete=False)
    order = input.order
    refuse_move_names(order, battle.units, "/order")
    for position, name in enumerate(order.units):
        reason = unfit_for_command(battle.units[name], input.commander, order.command, scene)
        refuse(reason, f"{name} cannot move on command", f"/order/units/{position}")
    after = move_units(battle, scene, input.commander, order, dice)
    moves = tuple(moves_in(after))
    return MassCommandOutcome(
        moves=moves,
        events=after.events,
        state=states_of(after),
        verdict=MassCommandVerdict(
            hexes=sum([each.moved or 0 for each in moves]),
            engaged=sum([bool(each.engaged_with) for each in moves]),
            lost=lost_between(battle, after),
        ),
    )


def moves_in(battle: Battle) -> Iterable[MassMoved]:
    """Yield what units did under a command."""
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
