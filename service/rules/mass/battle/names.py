"""Validation of names in orders: every unit and commander named exists, and no name is repeated."""

from collections.abc import Collection, Sequence
from typing import Final, assert_never

from service.errors.spelling import meant
from service.rules.kernel.turns.unread import Unread, refuse_unread
from service.rules.mass.battle.muster import refuse_unknown_power
from service.rules.mass.battle.state import Scene
from service.rules.mass.book import refusals, rulebook
from service.rules.mass.figures import orders
from service.rules.mass.figures.models import MAX_UNITS
from service.rules.mass.figures.presence import refuse_inactive

MOST_ACTIONS = 2
HALF_AREAS: Final = {
    missing: Unread(
        frozenset({given}), f"a spell without {missing}", "one with both areas", rulebook.SPELL_AREA_THRESHOLD
    )
    for given, missing in (("spell_area", "unit_area"), ("unit_area", "spell_area"))
}
"""The area that a spell does not read, by the one that is missing."""


def refuse_order_names(given: Sequence[orders.MassOrders], units: Collection[str], scene: Scene) -> None:
    """Refuse orders that name what is not there, or declare too much."""
    declared: set[str] = set()
    created = set(units)
    for position, order in enumerate(given):
        pointer = f"/orders/{position}"
        if order.commander not in scene.commanders:
            message = f"There is no commander {order.commander!r}."
            raise refusals.UnknownCommander(message, order.commander, scene.commanders, pointer=f"{pointer}/commander")
        _refuse_again(order.commander, declared, f"{pointer}/commander")
        if len(order.actions) > MOST_ACTIONS:
            message = f"{order.commander} declares {len(order.actions)} actions; one, and one for a joker, are allowed."
            raise refusals.TooManyActions(message, pointer=f"{pointer}/actions")
        for number, action in enumerate(order.actions):
            _refuse_action(action, units, created, scene, f"{pointer}/actions/{number}")


def _refuse_half_areas(spell: orders.MassSpellOrder, pointer: str) -> None:
    """Refuse one of the two areas that a spell compares, without the other."""
    for missing, unread in HALF_AREAS.items():
        if getattr(spell, missing) is None:
            refuse_unread(spell, unread, pointer)


def _refuse_again(name: str, known: set[str], pointer: str) -> None:
    """Refuse a name that is known already, and remember it."""
    if name in known:
        raise refusals.MassDuplicateId(f"{name!r} is named twice.", pointer=pointer)
    known.add(name)


def _refuse_action(
    action: orders.MassAction, names: Collection[str], created: set[str], scene: Scene, pointer: str
) -> None:
    match action:
        case orders.MassMoveOrder():
            refuse_move_names(action, names, pointer)
        case orders.MassPowerOrder():
            refuse_power_names(action, names, scene, pointer)
        case orders.MassRallyOrder():
            _refuse_unknown(action.units, names, f"{pointer}/units")
        case orders.MassSpellOrder():
            struck = [effect.unit for effect in action.effects if not isinstance(effect, orders.MassCreateUnit)]
            _refuse_unknown(struck, names, f"{pointer}/effects")
            _refuse_created(action, created, scene, pointer)
            _refuse_half_areas(action, pointer)
        case orders.MassOtherOrder():
            pass
        case _:
            assert_never(action)


def _refuse_unknown(units: Sequence[str], names: Collection[str], pointer: str) -> None:
    for position, name in enumerate(units):
        if name not in names:
            message = f"There is no unit {name!r}."
            raise refusals.MassUnknownUnit(message, name, names, pointer=f"{pointer}/{position}")


def refuse_move_names(order: orders.MassMoveOrder, names: Collection[str], pointer: str) -> None:
    """Refuse a command that names what is not there or is two commands."""
    _refuse_unknown(order.units, names, f"{pointer}/units")
    command = order.command
    if isinstance(command, orders.MassAdvance) and command.hexes is not None and command.feet is not None:
        message = f"Advance {command.hexes} hexes and advance {command.feet} feet are two commands."
        raise refusals.OneCommandPerAction(message, pointer=f"{pointer}/command/feet")
    if isinstance(command, orders.MassCustomCommand):
        with_path: set[str] = set()
        for position, path in enumerate(command.paths):
            here = f"{pointer}/command/paths/{position}/unit"
            if path.unit not in order.units:
                message = f"{path.unit} has a path and is not commanded.{meant(path.unit, order.units)}"
                raise refusals.PathBroken(message, pointer=here)
            _refuse_again(path.unit, with_path, here)


def refuse_power_names(order: orders.MassPowerOrder, names: Collection[str], scene: Scene, pointer: str) -> None:
    """Refuse an order to use a power that names what is not there."""
    if order.power not in scene.powers:
        message = f"There is no power {order.power!r}."
        raise refusals.UnknownPower(message, order.power, scene.powers, pointer=f"{pointer}/power")
    users: set[str] = set()
    for position, use in enumerate(order.units):
        here = f"{pointer}/units/{position}"
        for field, name in (("unit", use.unit), ("target", use.target)):
            if name is not None and name not in names:
                message = f"There is no unit {name!r}."
                raise refusals.MassUnknownUnit(message, name, names, pointer=f"{here}/{field}")
        _refuse_again(use.unit, users, f"{here}/unit")


def _refuse_created(order: orders.MassSpellOrder, created: set[str], scene: Scene, pointer: str) -> None:
    for position, effect in enumerate(order.effects):
        if isinstance(effect, orders.MassCreateUnit):
            unit, here = effect.unit, f"{pointer}/effects/{position}/unit"
            if len(created) == MAX_UNITS:
                message = f"{unit.id} would be unit {MAX_UNITS + 1}; a battle has up to {MAX_UNITS}."
                raise refusals.TooManyUnits(message, pointer=here)
            _refuse_again(unit.id, created, f"{here}/id")
            refuse_unknown_power(unit, scene, f"{here}/power")
            refuse_inactive(unit, here)
