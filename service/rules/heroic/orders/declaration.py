"""Orders, found by unit and checked before any die: whatever is illegal is listed with its reason and rule."""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from service.errors import Fault, RulesRefuse
from service.rules.heroic.attack.models import HeroicOrder, HeroicWait
from service.rules.heroic.attack.situation.weapons import TACTIC_ROWS, low_tech_shots
from service.rules.heroic.battle.models import HeroicOrdersCheck
from service.rules.heroic.battle.muster import muster
from service.rules.heroic.battle.outcomes import HeroicOrderFinding, HeroicOrdersOutcome
from service.rules.heroic.battle.state import GONE, Battle, active_members, is_awake, partners, untied_members
from service.rules.heroic.book import attack_rules, rulebook
from service.rules.heroic.book.options import HeroicAooOnce, HeroicRulings
from service.rules.heroic.book.refusals import (
    ActionBudgetExceeded,
    ActionForbidden,
    ActionSizeMismatch,
    AttackerInactive,
    ChargeTargetRequired,
    HeroicDuplicateId,
    HeroicUnknownUnit,
    HoldGroundWhileLocked,
    NotGrappled,
    RetreatRequired,
    SameSideTarget,
    TacticForbidsAttack,
    TargetIncapacitated,
    WaitNeedsTrigger,
    WithdrawNeedsAllOutDefensive,
    WithdrawNotLocked,
    WrongChargeTarget,
    WrongDirection,
)
from service.rules.heroic.book.words import HeroicActionSize, HeroicMoveMode, HeroicStatus, HeroicTactic
from service.rules.heroic.figures.models import HeroicUnit
from service.rules.heroic.figures.standing import spoken_name
from service.rules.heroic.orders.marches import is_leaving, move_faults, unread_faults, wants_to_move
from service.rules.heroic.orders.order_attacks import attack_faults
from service.rules.heroic.orders.other_actions import (
    Budget,
    budget_of,
    deed_faults,
    deeds_cost,
    factor_of,
    makes_attacks,
    ordered_shots,
)
from service.rules.kernel.turns.unread import Unread, unread_in

Faults = Iterator[RulesRefuse]


def wait_faults(battle: Battle, place: int, order: HeroicOrder, wait: HeroicWait, at: str) -> Faults:
    """Yield what is wrong with an order to wait."""
    name = spoken_name(battle.units[place])
    if is_leaving(order):
        yield ActionForbidden(f"{name} cannot both leave and wait.", pointer=f"{at}/wait")
    if makes_attacks(order):
        first = "ranged" if order.ranged else "melee" if order.melee else "break_free"
        message = f"{name} cannot both wait and attack; a wait gives up all attacks but its own."
        yield TacticForbidsAttack(message, pointer=f"{at}/{first}", rule=rulebook.WAIT_DECLARE)
    if wants_to_move(order.move):
        message = f"{name} cannot both wait and move."
        yield ActionBudgetExceeded(message, pointer=f"{at}/move", rule=rulebook.ACTION_LONG)
    if any(action.name != "wait" for action in order.actions):
        message = f"{name} cannot wait and do anything else."
        yield ActionBudgetExceeded(message, pointer=f"{at}/actions", rule=rulebook.ACTION_LONG)
    yield from trigger_faults(wait, name, f"{at}/wait")
    unit = None if wait.trigger is None else wait.trigger.unit
    if unit is not None and unit not in battle.places:
        message = f"There is no unit {unit!r}."
        yield HeroicUnknownUnit(message, unit, battle.places, pointer=f"{at}/wait/trigger/unit")


def trigger_faults(wait: HeroicWait, name: str, at: str) -> Faults:
    """Yield that a wait has no trigger, not just one response, or a deed that takes too long; `at` points to it."""
    if wait.trigger is None:
        yield WaitNeedsTrigger(f"The wait of {name} needs a trigger; there is none.", pointer=f"{at}/trigger")
    if (wait.attack is None) is (wait.action is None):
        both = "neither an attack nor a deed" if wait.attack is None else "both an attack and a deed"
        yield WaitNeedsTrigger(f"The wait of {name} needs just one response; there is {both}.", pointer=at)
    yield from _watch_faults(wait, at)
    if wait.action is not None and wait.action.size is not HeroicActionSize.SHORT:
        message = f"{name} cannot answer with a {wait.action.size.value} deed; only a short one is done in response."
        yield ActionSizeMismatch(message, pointer=f"{at}/action/size", rule=rulebook.WAIT_RESPONSE)


UNWATCHED: Final = Unread(
    frozenset({"discriminating"}),
    "a wait that watches no ground",
    "opportunity fire, with watch_radius or watch_line,",
    rulebook.WAIT_DECLARE,
)
WATCHING_DEED: Final = Unread(
    frozenset({"watch_radius", "watch_line", "discriminating"}),
    "a wait for a deed",
    "a wait for a shot",
    rulebook.WAIT_RESPONSE,
)


def _watch_faults(wait: HeroicWait, at: str) -> Faults:
    """Yield what is said of watching by a wait that does not watch."""
    if wait.attack is None:
        yield from unread_in(wait, WATCHING_DEED, at)
    elif wait.watch_radius is None and not wait.watch_line:
        yield from unread_in(wait, UNWATCHED, at)


def tactic_faults(battle: Battle, place: int, order: HeroicOrder, at: str) -> Faults:
    """Yield what forbids an order's tactic."""
    unit = battle.units[place]
    name, tactic = spoken_name(unit), order.tactic
    if unit.status is HeroicStatus.ROUTED and tactic is not HeroicTactic.RETREAT:
        message = f"Routed, {name} must retreat; the tactic is {tactic.value!r}."
        yield RetreatRequired(message, pointer=f"{at}/tactic")
    if tactic is HeroicTactic.HOLD_GROUND and partners(battle, place):
        yield HoldGroundWhileLocked(f"Locked in melee, {name} cannot hold ground.", pointer=f"{at}/tactic")
    if order.withdraw:
        yield from _withdrawal_faults(battle, place, order, at)
    if is_leaving(order):
        yield from _leaving_faults(unit, order, at)
    if order.break_free:
        yield from _break_free_faults(battle, place, order, at)
    if tactic is HeroicTactic.ALL_OUT_OFFENSIVE:
        yield from _charge_faults(battle, place, order, at)
    elif order.charge_target is not None:
        message = f"{name} cannot charge {order.charge_target!r} with the tactic {tactic.value!r}."
        yield WrongChargeTarget(message, pointer=f"{at}/charge_target", rule=rulebook.TACTIC_ALL_OUT_OFFENSIVE)


def _withdrawal_faults(battle: Battle, place: int, order: HeroicOrder, at: str) -> Faults:
    name, tactic = spoken_name(battle.units[place]), order.tactic
    if tactic is not HeroicTactic.ALL_OUT_DEFENSIVE:
        message = f"{name} cannot withdraw with the tactic {tactic.value!r}; only 'all_out_defensive' allows it."
        yield WithdrawNeedsAllOutDefensive(message, pointer=f"{at}/withdraw")
    if not partners(battle, place):
        yield WithdrawNotLocked(f"{name} is not locked in melee and cannot withdraw.", pointer=f"{at}/withdraw")


def _leaving_faults(unit: HeroicUnit, order: HeroicOrder, at: str) -> Faults:
    """Yield that who leaves a melee is to attack; only who is routed may break free, as it has no other tactic.

    Ruling: heroic/ruling/rout-sticky.
    """
    breaks = order.break_free and unit.status is not HeroicStatus.ROUTED
    if order.ranged or order.melee or breaks:
        doing = "withdrawal" if order.withdraw else "retreat"
        first = "ranged" if order.ranged else "melee" if order.melee else "break_free"
        yield TacticForbidsAttack(f"In a {doing} {spoken_name(unit)} cannot attack.", pointer=f"{at}/{first}")


def _break_free_faults(battle: Battle, place: int, order: HeroicOrder, at: str) -> Faults:
    """Yield that nobody is held, or that members are to attack who try to break free.

    Ruling: heroic/ruling/break-free-time.
    """
    unit = battle.units[place]
    if not any(hold.victim == unit.id for hold in battle.grapples):
        yield NotGrappled(f"Nobody holds {spoken_name(unit)}.", pointer=f"{at}/break_free")
    sent = max([each.attackers or 1 for each in order.melee], default=0)
    untied = untied_members(battle, place)
    if sent > untied:
        message = f"{spoken_name(unit)} cannot both break free and attack in melee"
        others = f" with {sent} members; only {untied} are not held." if untied else "."
        yield TacticForbidsAttack(message + others, pointer=f"{at}/melee", rule=attack_rules.GRAPPLE_BREAK_FREE)


def _charge_faults(battle: Battle, place: int, order: HeroicOrder, at: str) -> Faults:
    """Yield what is wrong with whom an All-Out Offensive charges."""
    unit, pointer = battle.units[place], f"{at}/charge_target"
    name, target = spoken_name(unit), order.charge_target
    if target is None:
        if wants_to_move(order.move) or makes_attacks(order) or order.wait is not None:
            yield ChargeTargetRequired(
                f"The All-Out Offensive of {name} needs a target, but charges nobody.", pointer=pointer
            )
        return
    foe = battle.places.get(target)
    who = target if foe is None else spoken_name(battle.units[foe])
    if foe is None:
        yield HeroicUnknownUnit(f"There is no unit {target!r}.", target, battle.places, pointer=pointer)
    elif battle.units[foe].side == unit.side:
        yield SameSideTarget(f"{name} cannot charge {who} of the same side.", pointer=pointer)
    elif battle.units[foe].status in GONE:
        yield TargetIncapacitated(f"{name} cannot charge {who}, who is out of the fight.", pointer=pointer)
    elif partners(battle, place) and foe not in partners(battle, place):
        message = f"{name} cannot charge {who} while locked in melee with others."
        yield WrongChargeTarget(message, pointer=pointer)
    if wants_to_move(order.move) and (
        order.move.mode is not HeroicMoveMode.TOWARD or order.move.ref not in {None, target}
    ):
        message = f"{name} must move straight toward {target!r} to charge; the move is {order.move.mode.value!r}."
        yield WrongDirection(message, pointer=f"{at}/move")


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
    known = [(places[each.unit], each) for each in orders if each.unit in places]
    leavers = frozenset([there for there, each in known if is_leaving(each)])
    ordered: list[HeroicOrder | None] = [None] * len(battle.units)
    for there, each in known:
        ordered[there] = each
    battle = battle._replace(orders=tuple(ordered))
    seen: set[int] = set()
    checked = []
    for position, order in enumerate(orders):
        place = places.get(order.unit)
        at = f"/orders/{position}"
        if place is None:
            refused = HeroicUnknownUnit(f"There is no unit {order.unit!r}.", order.unit, places, pointer=f"{at}/unit")
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
    yield from unread_faults(order, at)
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
    """Refuse orders of which any is illegal, naming every fault there is."""
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
    if not TACTIC_ROWS[order.tactic].attacks or order.withdraw:
        return 0
    return low_tech_shots(order.tactic, factor_of(order) - deeds_cost(order), once)


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
