"""Orders, found by unit and checked before any die: whatever is illegal is listed with its reason and rule."""

from collections.abc import Iterator, Sequence
from math import floor
from typing import NamedTuple

from service.errors import Fault, RulesRefuse
from service.rules.heroic.attack.orders import HeroicOrder
from service.rules.heroic.attack.weapons import TACTIC_ROWS
from service.rules.heroic.battle.models import HeroicOrdersCheck
from service.rules.heroic.battle.muster import muster
from service.rules.heroic.battle.outcomes import HeroicOrderFinding, HeroicOrdersOutcome
from service.rules.heroic.battle.state import Battle, active_members, is_awake
from service.rules.heroic.book.options import HeroicAooOnce, HeroicRulings
from service.rules.heroic.book.refusals import AttackerInactive, HeroicDuplicateId, HeroicUnknownUnit
from service.rules.heroic.book.words import HeroicTactic
from service.rules.heroic.figures.models import HeroicUnit
from service.rules.heroic.figures.standing import spoken_name
from service.rules.heroic.orders.allowance import Budget, budget_of, deeds_cost, factor_of, ordered_shots
from service.rules.heroic.orders.marches import is_leaving, wants_to_move
from service.rules.heroic.orders.order_attacks import attack_faults
from service.rules.heroic.orders.order_moves import move_faults
from service.rules.heroic.orders.order_tactics import tactic_faults
from service.rules.heroic.orders.order_waits import wait_faults
from service.rules.heroic.orders.other_actions import deed_faults

UNKNOWN = Budget(0.0, 0.0, 0.0, 0.0)


class Ordered(NamedTuple):
    """One order: whose it is, as far as that is known, its movement, and everything that forbids it."""

    order: HeroicOrder
    place: int | None
    budget: Budget
    refusals: tuple[RulesRefuse, ...]


def validate_orders(input: HeroicOrdersCheck, rulings: HeroicRulings) -> HeroicOrdersOutcome:
    """Check orders without rolling anything, and list everything that is illegal, each with its rule.

    What only the round decides is not checked: whether a target will be in reach, or a member still stand.

    Raises: HeroicDuplicateId, HeroicUnknownSide, HeroicUnknownUnit, SameSideTarget, PoolMismatch, if the battle itself
    does not fit together.
    Source: Orders Phase; Combat Tactics; Other Actions.
    """
    battle = muster(input.encounter, rulings)
    ordered = check_orders(battle, input.orders)
    missing = unordered(battle, [each.place for each in ordered])
    findings = tuple([_finding(each, rulings.aoo_once) for each in ordered])
    return HeroicOrdersOutcome(
        ok=not missing and all(each.ok for each in findings),
        orders=findings,
        missing=tuple([battle.units[place].id for place in missing]),
    )


def check_orders(battle: Battle, orders: Sequence[HeroicOrder]) -> tuple[Ordered, ...]:
    """Check each order by itself, but for who leaves whose locks; the orders of the battle do not matter."""
    places = battle.places
    leavers = frozenset([places[each.unit] for each in orders if each.unit in places and is_leaving(each)])
    by_unit = {each.unit: each for each in orders}
    battle = battle._replace(orders=tuple([by_unit.get(unit.id) for unit in battle.units]))
    seen: set[int] = set()
    checked = []
    for position, order in enumerate(orders):
        place = places.get(order.unit)
        at = f"/orders/{position}"
        if place is None:
            refused = HeroicUnknownUnit(f"There is no unit {order.unit!r}.", pointer=f"{at}/unit")
            checked.append(Ordered(order, None, UNKNOWN, (refused,)))
            continue
        unit = battle.units[place]
        budget = budget_of(unit, order, ordered_shots(unit, order), battle.rulings.fp_effects)
        faults = list(_unit_faults(unit, at)) or list(_faults(battle, place, order, budget, leavers, at))
        if place in seen:
            message = f"There is a second order for {spoken_name(unit)}."
            faults.insert(0, HeroicDuplicateId(message, pointer=f"{at}/unit"))
        seen.add(place)
        checked.append(Ordered(order, place, budget, tuple(faults)))
    return tuple(checked)


def _faults(
    battle: Battle, place: int, order: HeroicOrder, budget: Budget, leavers: frozenset[int], at: str
) -> Iterator[RulesRefuse]:
    """Yield everything that forbids an order of a unit that can be ordered; `at` points to the order.

    `leavers` are the places of those who are ordered to leave their locks.
    """
    yield from tactic_faults(battle, place, order, at)
    if wants_to_move(order.move):
        yield from move_faults(battle, place, order, budget, leavers, at)
    if order.actions:
        yield from deed_faults(battle.units[place], order, at)
    if order.wait is not None:
        yield from wait_faults(battle, place, order, order.wait, at)
    charges_nobody = order.tactic is HeroicTactic.ALL_OUT_OFFENSIVE and order.charge_target is None
    if not charges_nobody and not is_leaving(order):
        if battle.orders[place] is not order:
            battle = battle.with_order(place, order)
        yield from attack_faults(battle, place, order, at)


def refuse_orders(checked: Sequence[Ordered]) -> None:
    """Refuse orders of which any is illegal, naming every fault there is.

    Raises: the refusal of the first fault.
    """
    refusals = [refused for each in checked for refused in each.refusals]
    if refusals:
        first = refusals[0]
        faults = tuple([fault for each in refusals for fault in each.faults])
        raise type(first)(first.detail, pointer=first.pointer, faults=faults)


def unordered(battle: Battle, places: Sequence[int | None]) -> list[int]:
    """Return the places of the active units that are not among those ordered."""
    known = set(places)
    return [place for place in range(len(battle.units)) if place not in known and active_members(battle, place)]


def _unit_faults(unit: HeroicUnit, at: str) -> Iterator[RulesRefuse]:
    if not is_awake(unit):
        state = unit.status.value if unit.status.value != "active" else "unconscious"
        yield AttackerInactive(f"{spoken_name(unit)} cannot take orders; the state is {state!r}.", pointer=f"{at}/unit")


def most_shots(order: HeroicOrder, once: HeroicAooOnce) -> int:
    """Return the most shots of a low-tech weapon that an order leaves time and movement for."""
    row = TACTIC_ROWS[order.tactic]
    if not row.attacks or order.withdraw:
        return 0
    most = row.max_shots
    if order.tactic is HeroicTactic.ALL_OUT_OFFENSIVE and once is HeroicAooOnce.ONE_ATTACK:
        most = TACTIC_ROWS[HeroicTactic.OFFENSIVE].max_shots
    return max(min(most, 1 + floor(factor_of(order) - deeds_cost(order))), 1)


def _finding(ordered: Ordered, once: HeroicAooOnce) -> HeroicOrderFinding:
    order, budget = ordered.order, ordered.budget
    faults: tuple[Fault, ...] = tuple([fault for each in ordered.refusals for fault in each.faults])
    return HeroicOrderFinding(
        unit=order.unit,
        ok=not faults,
        factor=factor_of(order),
        allowance=budget.allowance,
        max_shots=most_shots(order, once),
        allowance_left=budget.left,
        faults=faults,
    )
