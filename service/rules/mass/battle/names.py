"""Names in orders: every unit and commander that is named must be there, and once where once is meant."""

from collections.abc import Collection, Sequence
from typing import assert_never

from service.rules.mass.attack.attack import refuse_inactive
from service.rules.mass.battle.state import Scene
from service.rules.mass.book.refusals import (
    MassDuplicateId,
    MassUnknownUnit,
    OneCommandPerAction,
    PathBroken,
    TooManyActions,
    TooManyUnits,
    UnknownCommander,
    UnknownPower,
)
from service.rules.mass.figures.models import MAX_UNITS
from service.rules.mass.figures.orders import (
    MassAction,
    MassAdvance,
    MassCreateUnit,
    MassCustomCommand,
    MassMoveOrder,
    MassOrders,
    MassOtherOrder,
    MassPowerOrder,
    MassRallyOrder,
    MassSpellOrder,
)

MOST_ACTIONS = 2


def refuse_order_names(orders: Sequence[MassOrders], units: Collection[str], scene: Scene) -> None:
    """Refuse orders that name what is not there, or declare too much.

    Raises: UnknownCommander, MassDuplicateId, TooManyActions, MassUnknownUnit, UnknownPower, OneCommandPerAction,
    PathBroken.
    """
    declared: set[str] = set()
    created = set(units)
    for position, order in enumerate(orders):
        pointer = f"/orders/{position}"
        if order.commander not in scene.commanders:
            raise UnknownCommander(f"There is no commander {order.commander!r}.", pointer=f"{pointer}/commander")
        if order.commander in declared:
            raise MassDuplicateId(f"{order.commander} declares twice.", pointer=f"{pointer}/commander")
        declared.add(order.commander)
        if len(order.actions) > MOST_ACTIONS:
            message = f"{order.commander} declares {len(order.actions)} actions; one, and one for a joker, are allowed."
            raise TooManyActions(message, pointer=f"{pointer}/actions")
        for number, action in enumerate(order.actions):
            here = f"{pointer}/actions/{number}"
            _refuse_action(action, units, scene, here)
            if isinstance(action, MassSpellOrder):
                _refuse_created(action, created, scene, here)


def _refuse_action(action: MassAction, names: Collection[str], scene: Scene, pointer: str) -> None:
    match action:
        case MassMoveOrder():
            refuse_move_names(action, names, pointer)
        case MassPowerOrder():
            refuse_power_names(action, names, scene, pointer)
        case MassRallyOrder():
            refuse_unknown(action.units, names, f"{pointer}/units")
        case MassSpellOrder():
            struck = [effect.unit for effect in action.effects if not isinstance(effect, MassCreateUnit)]
            refuse_unknown(struck, names, f"{pointer}/effects")
        case MassOtherOrder():
            pass
        case _:
            assert_never(action)


def refuse_unknown(units: Sequence[str], names: Collection[str], pointer: str) -> None:
    """Refuse a unit that is not there.

    Raises: MassUnknownUnit.
    """
    for position, name in enumerate(units):
        if name not in names:
            raise MassUnknownUnit(f"There is no unit {name!r}.", pointer=f"{pointer}/{position}")


def refuse_move_names(order: MassMoveOrder, names: Collection[str], pointer: str) -> None:
    """Refuse a command that names what is not there or is two commands.

    Raises: MassUnknownUnit, OneCommandPerAction, PathBroken, MassDuplicateId.
    """
    refuse_unknown(order.units, names, f"{pointer}/units")
    command = order.command
    if isinstance(command, MassAdvance) and command.hexes is not None and command.feet is not None:
        message = f"Advance {command.hexes} hexes and advance {command.feet} feet are two commands."
        raise OneCommandPerAction(message, pointer=f"{pointer}/command/feet")
    if isinstance(command, MassCustomCommand):
        told: set[str] = set()
        for position, path in enumerate(command.paths):
            here = f"{pointer}/command/paths/{position}/unit"
            if path.unit not in order.units:
                raise PathBroken(f"{path.unit} has a path and is not commanded.", pointer=here)
            if path.unit in told:
                raise MassDuplicateId(f"{path.unit} has two paths.", pointer=here)
            told.add(path.unit)


def refuse_power_names(order: MassPowerOrder, names: Collection[str], scene: Scene, pointer: str) -> None:
    """Refuse an order to use a power that names what is not there.

    Raises: UnknownPower, MassUnknownUnit, MassDuplicateId.
    """
    if order.power not in scene.powers:
        raise UnknownPower(f"There is no power {order.power!r}.", pointer=f"{pointer}/power")
    told: set[str] = set()
    for position, use in enumerate(order.units):
        here = f"{pointer}/units/{position}"
        for field, name in (("unit", use.unit), ("target", use.target)):
            if name is not None and name not in names:
                raise MassUnknownUnit(f"There is no unit {name!r}.", pointer=f"{here}/{field}")
        if use.unit in told:
            raise MassDuplicateId(f"{use.unit} is named twice.", pointer=f"{here}/unit")
        told.add(use.unit)


def _refuse_created(order: MassSpellOrder, created: set[str], scene: Scene, pointer: str) -> None:
    for position, effect in enumerate(order.effects):
        if isinstance(effect, MassCreateUnit):
            unit, here = effect.unit, f"{pointer}/effects/{position}/unit"
            if len(created) == MAX_UNITS:
                message = f"{unit.id} would be unit {MAX_UNITS + 1}; a battle has up to {MAX_UNITS}."
                raise TooManyUnits(message, pointer=here)
            if unit.id in created:
                raise MassDuplicateId(f"There is a unit {unit.id!r} already.", pointer=f"{here}/id")
            if unit.power is not None and unit.power not in scene.powers:
                raise UnknownPower(f"{unit.id} has the unknown power {unit.power!r}.", pointer=f"{here}/power")
            refuse_inactive(unit, here)
            created.add(unit.id)
