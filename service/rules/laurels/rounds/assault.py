"""Attacks inside a fight: ordinary ones and sneak attacks, with everybody as they are when their turn comes."""

from typing import Any, Final

from service.dice.model import Cites, Dice
from service.rules.laurels.attack.changes import attacker_after, target_after
from service.rules.laurels.attack.parry import has_met
from service.rules.laurels.attack.plan import OPEN, Approach, Plan, mode_of, plan_attack
from service.rules.laurels.attack.sneak import roll_ambush, warn_of_distraction
from service.rules.laurels.attack.strike import Struck, strike
from service.rules.laurels.battle.models import LaurelsAttackOrder, LaurelsCombatant, LaurelsSneakOrder
from service.rules.laurels.battle.state import Battle, is_in
from service.rules.laurels.book import rulebook
from service.rules.laurels.book.options import LaurelsLeave, LaurelsRulings
from service.rules.laurels.book.rulings import Rulings
from service.rules.laurels.book.words import LaurelsAction, LaurelsDamageType, LaurelsMode, LaurelsReason, LaurelsStatus
from service.rules.laurels.rounds.turn import Turn, event_of, noted

Order = LaurelsAttackOrder | LaurelsSneakOrder
DEAD: Final = LaurelsStatus.DEAD


def attack(battle: Battle, place: int, order: LaurelsAttackOrder, rulings: LaurelsRulings, dice: Dice) -> Turn:
    """Attack a foe, if that can still be done.

    Dice: those of `resolve-attack`.
    """
    hindrance = _hindrance(battle, place, order, rulings)
    if hindrance is not None:
        return battle, _lost(order, LaurelsAction.ATTACK, *hindrance, dice)
    return _strike(battle, place, order, OPEN, rulings, dice)


def sneak_attack(battle: Battle, place: int, order: LaurelsSneakOrder, rulings: LaurelsRulings, dice: Dice) -> Turn:
    """Attack a foe from concealment or while it is distracted, if that can still be done.

    Dice: those of `resolve-sneak-attack`.
    """
    hindrance = _hindrance(battle, place, order, rulings)
    if hindrance is not None:
        return battle, _lost(order, LaurelsAction.SNEAK_ATTACK, *hindrance, dice)
    actor = battle.figures[place]
    warn_of_distraction(order.sneak, dice)
    ambush = roll_ambush(actor, battle.figure(order.target), order.sneak, mode_of(actor, order.mode), dice)
    if ambush.approach is None:
        text = f"{actor.id}'s sneak attack on {order.target} is noticed and comes to nothing."
        facts = {"target": order.target, "sneak_foiled": True}
        return battle, event_of(actor.id, LaurelsAction.SNEAK_ATTACK, text, **facts)
    return _strike(battle, place, order, ambush.approach, rulings, dice)


def _strike(battle: Battle, place: int, order: Order, approach: Approach, rulings: LaurelsRulings, dice: Dice) -> Turn:
    actor, target = battle.figures[place], battle.figure(order.target)
    plan = plan_attack(actor, target, order, mode_of(actor, order.mode), rulings, approach)
    struck = strike(plan, dice)
    battle = battle.with_figure(place, attacker_after(actor, plan, struck))
    battle = battle.with_figure(battle.places[order.target], target_after(target, struck))
    action = LaurelsAction.SNEAK_ATTACK if approach.sneak else LaurelsAction.ATTACK
    text = _sentence(actor, target, plan, struck)
    return battle.with_attack(place, target.id), event_of(actor.id, action, text, **_facts(target, plan, struck))


def _sentence(actor: LaurelsCombatant, target: LaurelsCombatant, plan: Plan, struck: Struck) -> str:
    manner = "sneaks up on" if plan.approach.sneak else "attacks"
    damage = f"{struck.applied} damage" if struck.applied else "no damage"
    stopped = " (parried)" if struck.parry is not None and has_met(struck.parry) else ""
    dead = f" and {target.id} is dead" if struck.wound.status is DEAD else ""
    spent = f" The exertion kills {actor.id}." if attacker_after(actor, plan, struck).status is DEAD else ""
    return f"{actor.id} {manner} {target.id}: {damage}{stopped}{dead}.{spent}"


def _facts(target: LaurelsCombatant, plan: Plan, struck: Struck) -> dict[str, Any]:
    return {
        "target": target.id,
        "rolled": struck.rolled,
        "gross": struck.gross,
        "net": struck.net,
        "applied": struck.applied,
        "damage_type": LaurelsDamageType.DIRECT if plan.direct else LaurelsDamageType.STAMINA,
        "target_status": struck.wound.status,
        "parry": struck.parry,
        "stamina_cost": struck.cost,
        "weapon_broken": plan.breaks,
        "sneak_foiled": False if plan.approach.sneak else None,
    }


def _hindrance(
    battle: Battle, place: int, order: Order, rulings: LaurelsRulings
) -> tuple[LaurelsReason, str, Cites] | None:
    """Return what has come between an attack and its turn, if anything has."""
    actor, target = battle.figures[place], battle.figure(order.target)
    if not is_in(target):
        fate = "is dead" if target.status is DEAD else "has fled"
        return LaurelsReason.TARGET_GONE, f"{target.id} {fate}", (Rulings.SIMULTANEITY,)
    if actor.weapon.broken:
        return LaurelsReason.WEAPON_BROKEN, "the weapon is broken", (rulebook.PARRY_AFTER_SHATTER,)
    spent = mode_of(actor, order.mode) is LaurelsMode.RANGED and not actor.stamina
    if spent and rulings.ranged_at_zero_stamina is LaurelsLeave.REFUSE:
        return LaurelsReason.STAMINA_SPENT, "no stamina is left for a shot", SPENT
    return None


SPENT: Final[Cites] = (rulebook.RANGED_STAMINA_COST_UNTRAINED,)


def _lost(order: Order, action: LaurelsAction, reason: LaurelsReason, why: str, cites: Cites, dice: Dice) -> Any:
    text = f"{order.actor}'s attack on {order.target} is lost: {why}."
    facts = {"target": order.target, "reason": reason}
    return noted(order.actor, action, rulebook.ROUND_LOST_TURN, text, dice, cites=cites, **facts)
