"""What the rules forbid of an order's tactic."""

from collections.abc import Iterator
from typing import Final

from service.errors import RulesRefuse
from service.rules.heroic.attack.orders import HeroicOrder
from service.rules.heroic.battle.state import GONE, Battle, partners, untied_members
from service.rules.heroic.book import attack_rules
from service.rules.heroic.book.refusals import (
    ChargeTargetRequired,
    HeroicUnknownUnit,
    HoldGroundWhileLocked,
    NotGrappled,
    RetreatRequired,
    SameSideTarget,
    TacticForbidsAttack,
    TargetIncapacitated,
    WithdrawNeedsAllOutDefensive,
    WithdrawNotLocked,
    WrongChargeTarget,
    WrongDirection,
)
from service.rules.heroic.book.words import HeroicMoveMode, HeroicStatus, HeroicTactic
from service.rules.heroic.figures.models import HeroicUnit
from service.rules.heroic.figures.standing import spoken_name
from service.rules.heroic.orders.marches import is_leaving, wants_to_move
from service.rules.heroic.orders.other_actions import makes_attacks

Faults = Iterator[RulesRefuse]
TOWARD: Final = HeroicMoveMode.TOWARD


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


def _withdrawal_faults(battle: Battle, place: int, order: HeroicOrder, at: str) -> Faults:
    name, tactic = spoken_name(battle.units[place]), order.tactic
    if tactic is not HeroicTactic.ALL_OUT_DEFENSIVE:
        message = f"{name} cannot withdraw with the tactic {tactic.value!r}; only 'all_out_defensive' allows it."
        yield WithdrawNeedsAllOutDefensive(message, pointer=f"{at}/withdraw")
    if not partners(battle, place):
        yield WithdrawNotLocked(f"Locked with nobody, {name} cannot withdraw.", pointer=f"{at}/withdraw")


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
        yield TacticForbidsAttack(message + others, pointer=f"{at}/melee", rule=attack_rules.GRAPPLE_BREAK_FREE.id)


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
    if foe is None:
        yield HeroicUnknownUnit(f"There is no unit {target!r}.", pointer=pointer)
    elif battle.units[foe].side == unit.side:
        yield SameSideTarget(f"{name} cannot charge {target!r} of the same side.", pointer=pointer)
    elif battle.units[foe].status in GONE:
        yield TargetIncapacitated(f"{name} cannot charge {target!r}, who is out of the fight.", pointer=pointer)
    elif partners(battle, place) and foe not in partners(battle, place):
        message = f"{name} cannot charge {target!r} while locked in melee with others."
        yield WrongChargeTarget(message, pointer=pointer)
    if wants_to_move(order.move) and (order.move.mode is not TOWARD or order.move.ref not in {None, target}):
        message = f"{name} must move straight toward {target!r} to charge; the move is {order.move.mode.value!r}."
        yield WrongDirection(message, pointer=f"{at}/move")
