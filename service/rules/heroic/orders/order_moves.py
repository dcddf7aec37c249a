"""What the rules forbid of an order's movement."""

from collections.abc import Iterator
from typing import Final

from service.errors import RulesRefuse
from service.rules.heroic.attack.orders import HeroicOrder
from service.rules.heroic.battle.state import Battle, partners
from service.rules.heroic.book.options import HeroicKitingLimit
from service.rules.heroic.book.refusals import (
    HeldFast,
    HeroicUnknownUnit,
    MovementExceeded,
    MovementLocked,
    UnknownPlace,
    WrongDirection,
)
from service.rules.heroic.book.rulings import Rulings
from service.rules.heroic.book.words import HeroicMoveMode
from service.rules.heroic.figures.standing import spoken_name
from service.rules.heroic.orders.allowance import Budget
from service.rules.heroic.orders.divisions import is_held
from service.rules.heroic.orders.marches import (
    exceeds,
    flees_its_targets,
    is_leaving,
    leads_off,
    passed_on,
    walk_within,
)
from service.rules.heroic.orders.paths import SAFE, to_point

Faults = Iterator[RulesRefuse]
AWAY: Final = HeroicMoveMode.AWAY
TOWARD: Final = HeroicMoveMode.TOWARD


def move_faults(
    battle: Battle, place: int, order: HeroicOrder, budget: Budget, leavers: frozenset[int], at: str
) -> Faults:
    """Yield what forbids an order to move; `budget` is what is left after the ordered shots and deeds.

    Who is locked only with `leavers`, who are ordered to leave their locks, may be free to follow them by its turn.
    """
    move, name = order.move, spoken_name(battle.units[place])
    if partners(battle, place) - leavers and not is_leaving(order):
        message = f"Locked in melee, {name} can leave only by a withdrawal or a retreat."
        yield MovementLocked(message, pointer=f"{at}/move")
    if is_held(battle, place):
        yield HeldFast(f"Held fast, {name} must break free before any move.", pointer=f"{at}/move")
    if order.wait is None and exceeds(order, budget):
        spent = f" at {move.cost_per_yard:g} a yard" if move.cost_per_yard > 1 else ""
        left = f"{budget.left:g} of {budget.allowance:g} left"
        message = f"{name} cannot move {move.yards:g} yards{spent}, with {left}."
        yield MovementExceeded(message, pointer=f"{at}/move/yards")
    known = list(_place_faults(battle, place, order, at))
    yield from known
    if not known:
        yield from _direction_faults(battle, place, order, budget, at)
        yield from _kiting_faults(battle, place, order, budget, at)


def _place_faults(battle: Battle, place: int, order: HeroicOrder, at: str) -> Faults:
    """Yield that a move does not say where it leads, or names nobody there."""
    move, own = order.move, battle.units[place].id
    for position, name in enumerate(move.free_attackers):
        if name not in battle.places:
            yield HeroicUnknownUnit(f"There is no unit {name!r}.", pointer=f"{at}/move/free_attackers/{position}")
    if move.mode is HeroicMoveMode.TO and move.to is None:
        yield UnknownPlace(f"The move of {own!r} needs a place, but none is named.", pointer=f"{at}/move/to")
    if move.ref is not None and move.ref not in battle.places:
        yield HeroicUnknownUnit(f"There is no unit {move.ref!r}.", pointer=f"{at}/move/ref")
    named = move.ref if move.ref is not None else order.charge_target
    if move.ref == own or (move.mode is TOWARD and named is None):
        yield UnknownPlace(
            f"The move of {own!r} {move.mode.value!r} needs another unit; ref is {move.ref!r}.",
            pointer=f"{at}/move/ref",
        )


def _direction_faults(battle: Battle, place: int, order: HeroicOrder, budget: Budget, at: str) -> Faults:
    """Yield that a retreat or withdrawal does not lead away."""
    move = order.move
    if move.mode is AWAY or not is_leaving(order):
        return
    if move.mode is HeroicMoveMode.TO and move.to is not None:
        walk = to_point(battle, place, (move.to.x, move.to.y), budget.left / move.cost_per_yard)
        if leads_off(battle, place, order, walk):
            return
        passed = passed_on(battle, place, order, walk)
        if passed is not None:
            message = (
                f"The retreat of {spoken_name(battle.units[place])} to {move.to.x:g}, {move.to.y:g} passes within "
                f"{SAFE:g} yards of {spoken_name(battle.units[passed])}."
            )
            yield WrongDirection(message, pointer=f"{at}/move", rule=Rulings.AWAY_DIRECTION.id)
            return
    doing = "withdrawal" if order.withdraw else "retreat"
    message = f"The {doing} of {spoken_name(battle.units[place])} does not lead away; the move is {move.mode.value!r}."
    yield WrongDirection(message, pointer=f"{at}/move")


def _kiting_faults(battle: Battle, place: int, order: HeroicOrder, budget: Budget, at: str) -> Faults:
    """Yield that a unit is to move away too far from whom it shoots at.

    Ruling: heroic/ruling/kiting.
    """
    yards, half = order.move.yards, budget.allowance / 2
    limited = battle.rulings.kiting_limit is HeroicKitingLimit.HALF and order.ranged
    if not limited or yards is None or yards * order.move.cost_per_yard <= half:
        return
    shot_at = frozenset([battle.places[each.target] for each in order.ranged if each.target in battle.places])
    shot = battle.with_record(place, battle.records[place]._replace(shot_at=shot_at))
    if flees_its_targets(shot, place, walk_within(battle, place, order, yards)):
        message = (
            f"After shooting {spoken_name(battle.units[place])} can move away {half:g} yards at most, not {yards:g}."
        )
        yield MovementExceeded(message, pointer=f"{at}/move/yards", rule=Rulings.KITING.id)
