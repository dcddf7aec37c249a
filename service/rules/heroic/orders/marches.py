"""Orders to move: who may leave, how far, where the walk leads, and what the rules forbid of it."""

from collections.abc import Iterator
from typing import Final

from service.errors import RulesRefuse
from service.rules.heroic.attack.models import HeroicMoveOrder, HeroicOrder
from service.rules.heroic.battle.state import Battle, distance_between, enemies_of, partners
from service.rules.heroic.book import rulebook
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
from service.rules.heroic.book.words import RETREAT, HeroicMoveMode
from service.rules.heroic.figures.changes import MOVED
from service.rules.heroic.figures.standing import reach_of, spoken_name
from service.rules.heroic.orders.best_weapons import best_melee, reach_with
from service.rules.heroic.orders.divisions import is_held
from service.rules.heroic.orders.other_actions import Budget
from service.rules.heroic.orders.paths import CONTACT, SAFE, Walk, away, leads_away, passed_by, to_point, toward
from service.rules.kernel.turns.unread import Unread, unread_in

STILL: Final = HeroicMoveMode.NONE
TOWARD: Final = HeroicMoveMode.TOWARD
TO: Final = HeroicMoveMode.TO
AWAY: Final = HeroicMoveMode.AWAY
HALVED: Final = HeroicKitingLimit.HALF
ENOUGH: Final = 1e-6


UNREAD: Final = {
    STILL: Unread(
        frozenset({"ref", "to", "yards", "stop_at", "cost_per_yard", "free_attackers"}),
        "a unit that does not move",
        "another mode of movement",
        rulebook.MOVE_ALLOWANCE,
    ),
    TOWARD: Unread(frozenset({"to"}), "a move of mode 'toward'", "one of mode 'to'", rulebook.MOVE_ALLOWANCE),
    AWAY: Unread(
        frozenset({"to", "stop_at"}), "a move of mode 'away'", "one to a place or a unit", rulebook.MOVE_ALLOWANCE
    ),
    TO: Unread(frozenset({"ref", "stop_at"}), "a move of mode 'to'", "one of mode 'toward'", rulebook.MOVE_ALLOWANCE),
}
"""The fields of a movement that are not read, by its mode."""
STAYS_UNREAD: Final = Unread(
    frozenset({"free_attackers"}), "a move that is no retreat", "a retreat", rulebook.TACTIC_RETREAT
)


def unread_faults(order: HeroicOrder, at: str) -> Iterator[RulesRefuse]:
    """Yield what is given of a movement and not read; `at` points to the order."""
    yield from unread_in(order.move, UNREAD[order.move.mode], f"{at}/move")
    if order.move.mode is not STILL and order.tactic is not RETREAT:
        yield from unread_in(order.move, STAYS_UNREAD, f"{at}/move")


def wants_to_move(move: HeroicMoveOrder) -> bool:
    """Return whether an order moves its unit at all."""
    return move.mode is not STILL and move.yards != 0


def is_leaving(order: HeroicOrder) -> bool:
    """Return whether a unit leaves its locks: by a retreat or a withdrawal."""
    return order.withdraw or order.tactic is RETREAT


def is_at_goal(battle: Battle, place: int, order: HeroicOrder) -> bool:
    """Return whether a unit is as close as it is to come to the one that its order names, so that it walks nowhere."""
    move = order.move
    if move.mode is not TOWARD or move.ref is None or move.stop_at is None:
        return False
    return distance_between(battle, place, battle.places[move.ref]) <= move.stop_at


def walk_of(battle: Battle, place: int, order: HeroicOrder, budget: Budget) -> Walk:
    """Return where a unit's order leads it; the order names what it needs."""
    walk = walk_within(battle, place, order, _limit(order.move, budget.left))
    if battle.rulings.kiting_limit is HALVED and flees_its_targets(battle, place, walk):
        half = min(budget.left, budget.allowance / 2)
        return walk_within(battle, place, order, _limit(order.move, half))
    return walk


def flees_its_targets(battle: Battle, place: int, walk: Walk) -> bool:
    """Return whether a walk leads away from somebody the unit has shot at this round.

    Ruling: heroic/ruling/kiting.
    """
    after = battle.with_position(place, walk.end, MOVED)._replace(distances=walk.distances)
    return any(
        distance_between(after, place, foe) > distance_between(battle, place, foe)
        for foe in battle.records[place].shot_at
    )


def _limit(move: HeroicMoveOrder, left: float) -> float:
    """Return how many yards of this ground a unit walks at most."""
    yards = left / move.cost_per_yard
    return yards if move.yards is None else min(move.yards, yards)


def walk_within(battle: Battle, place: int, order: HeroicOrder, limit: float) -> Walk:
    """Return where an order leads a unit within so many yards."""
    move = order.move
    if move.mode is AWAY:
        return _away(battle, place, order, limit)
    if move.mode is TO and move.to is not None:
        walk = to_point(battle, place, (move.to.x, move.to.y), limit)
        stays = is_leaving(order) and not leads_off(battle, place, order, walk)
        return Walk(0.0, battle.positions[place], battle.distances, "no way to get away there") if stays else walk
    goal = battle.places[move.ref or order.charge_target or ""]
    stop_at = stopping_distance(battle, place, goal, order) if move.stop_at is None else move.stop_at
    return toward(battle, place, goal, stop_at, limit)


def leads_off(battle: Battle, place: int, order: HeroicOrder, walk: Walk) -> bool:
    """Return whether a walk leads away as a retreat or withdrawal has to.

    Ruling: heroic/ruling/away-direction.
    """
    locked = sorted(partners(battle, place))
    return leads_away(battle, place, walk.end, locked, shunned_by(battle, place, order, locked))


def passed_on(battle: Battle, place: int, order: HeroicOrder, walk: Walk) -> int | None:
    """Return an enemy that a retreat passes too closely; None if there is none."""
    locked = sorted(partners(battle, place))
    return passed_by(battle, place, walk.end, shunned_by(battle, place, order, locked))


def shunned_by(battle: Battle, place: int, order: HeroicOrder, foes: list[int]) -> list[int]:
    """Return the enemies that a retreat from some foes keeps clear of; other moves keep clear of nobody."""
    if order.tactic is not RETREAT:
        return []
    return [at for at in enemies_of(battle, place) if at not in foes]


def _away(battle: Battle, place: int, order: HeroicOrder, limit: float) -> Walk:
    """Walk away from those a unit is locked with, or else from one enemy; a retreat keeps clear of all others."""
    foes = sorted(partners(battle, place)) if is_leaving(order) else []
    enemies = enemies_of(battle, place)
    if not foes:
        shunned = None if order.move.ref is None else battle.places[order.move.ref]
        foes = [shunned] if shunned is not None else nearest_of(battle, place, enemies)[:1]
    return away(battle, place, foes, shunned_by(battle, place, order, foes), limit)


def nearest_of(battle: Battle, place: int, foes: list[int]) -> list[int]:
    """Return places by distance, equal ones in the order listed."""
    return sorted(foes, key=lambda foe: distance_between(battle, place, foe))


def stopping_distance(battle: Battle, place: int, goal: int, order: HeroicOrder) -> float:
    """Return the yards from another unit at which a walk toward it ends: the reach of the attack meant for it."""
    unit, other = battle.units[place], battle.units[goal]
    if unit.side == other.side:
        return CONTACT
    for choice in order.melee:
        if choice.target == other.id:
            reach = reach_with(unit, choice)
            return CONTACT if reach is None else float(reach)
    mode = best_melee(unit, other)
    return CONTACT if mode is None else float(reach_of(mode))


def exceeds(order: HeroicOrder, budget: Budget) -> bool:
    """Return whether an order names more yards than are left."""
    move = order.move
    return move.yards is not None and move.yards * move.cost_per_yard > budget.left + ENOUGH


Faults = Iterator[RulesRefuse]


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
            pointer = f"{at}/move/free_attackers/{position}"
            yield HeroicUnknownUnit(f"There is no unit {name!r}.", name, battle.places, pointer=pointer)
    if move.mode is TO and move.to is None:
        yield UnknownPlace(f"The move of {own!r} needs a place, but none is named.", pointer=f"{at}/move/to")
    if move.ref is not None and move.ref not in battle.places:
        yield HeroicUnknownUnit(f"There is no unit {move.ref!r}.", move.ref, battle.places, pointer=f"{at}/move/ref")
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
    if move.mode is TO and move.to is not None:
        walk = to_point(battle, place, (move.to.x, move.to.y), budget.left / move.cost_per_yard)
        if leads_off(battle, place, order, walk):
            return
        passed = passed_on(battle, place, order, walk)
        if passed is not None:
            message = (
                f"The retreat of {spoken_name(battle.units[place])} to {move.to.x:g}, {move.to.y:g} passes within "
                f"{SAFE:g} yards of {spoken_name(battle.units[passed])}."
            )
            yield WrongDirection(message, pointer=f"{at}/move", rule=Rulings.AWAY_DIRECTION)
            return
    doing = "withdrawal" if order.withdraw else "retreat"
    message = f"The {doing} of {spoken_name(battle.units[place])} does not lead away; the move is {move.mode.value!r}."
    yield WrongDirection(message, pointer=f"{at}/move")


def _kiting_faults(battle: Battle, place: int, order: HeroicOrder, budget: Budget, at: str) -> Faults:
    """Yield that a unit is to move away too far from whom it shoots at.

    Ruling: heroic/ruling/kiting.
    """
    yards, half = order.move.yards, budget.allowance / 2
    limited = battle.rulings.kiting_limit is HALVED and order.ranged
    if not limited or yards is None or yards * order.move.cost_per_yard <= half:
        return
    shot_at = frozenset([battle.places[each.target] for each in order.ranged if each.target in battle.places])
    shot = battle.with_record(place, battle.records[place]._replace(shot_at=shot_at))
    if flees_its_targets(shot, place, walk_within(battle, place, order, yards)):
        message = (
            f"After shooting {spoken_name(battle.units[place])} can move away {half:g} yards at most, not {yards:g}."
        )
        yield MovementExceeded(message, pointer=f"{at}/move/yards", rule=Rulings.KITING)
