"""One participant's turn: its stance ends, it moves, and it carries out its order."""

from dataclasses import replace
from types import MappingProxyType
from typing import Final, assert_never

from service.dice.model import Cited, Cites, Dice
from service.rules.laurels.attack.legality import called
from service.rules.laurels.attack.parry import stance_ended
from service.rules.laurels.battle import models
from service.rules.laurels.battle.muster import Orders
from service.rules.laurels.battle.outcomes import LaurelsEvent
from service.rules.laurels.battle.state import OUT, Battle, is_in
from service.rules.laurels.book import rulebook
from service.rules.laurels.book.options import LaurelsRulings
from service.rules.laurels.book.rulings import Rulings
from service.rules.laurels.book.tables import FREE_ACT_RULES
from service.rules.laurels.book.words import (
    LaurelsAction,
    LaurelsChangeReason,
    LaurelsFreeAct,
    LaurelsReason,
    LaurelsRole,
    LaurelsStatus,
)
from service.rules.laurels.figures.models import LaurelsInitiative
from service.rules.laurels.rounds.actions import Blow, Turn, attack, noted, other, parry, planned_attack, sneak_attack
from service.rules.laurels.rounds.order import has_turn
from service.rules.laurels.rounds.policy import order_at
from service.wire import value_class


@value_class
class Command:
    """What is known before a round's first die: how initiative is rolled, orders by place, and the rulings.

    `served` are the places of those for whom the service chooses as their turns begin, if they have no order, or, if
    it `retargets`, one to strike somebody who is out of the fight by then.
    """

    initiative: LaurelsInitiative
    turn_order: models.LaurelsTurnOrder | None
    orders: Orders
    rulings: LaurelsRulings
    served: frozenset[int] = frozenset()
    retargets: bool = False

    def order_of(self, battle: Battle, place: int) -> models.LaurelsOrder | None:
        """Return what a participant is ordered to do as its turn begins; None: nothing."""
        order = self.orders[place]
        if place not in self.served:
            return order
        lost = self.retargets and isinstance(order, STRIKES) and battle.figure(order.target).status in OUT
        return order_at(battle, place, self.rulings) if order is None or lost else order


STRIKES: Final = (models.LaurelsAttackOrder, models.LaurelsSneakOrder)
"""The orders that are lost with their target."""


def take_turn(battle: Battle, command: Command, place: int, surprised: LaurelsRole | None, dice: Dice) -> Turn:
    """Play a turn: it is lost if the participant is dead or surprised; otherwise the participant moves and acts.

    Dice: those of its order.
    """
    actor = battle.figures[place]
    if not is_in(actor):
        return battle, _lost(actor, LaurelsReason.DEAD, dice, cites=(Rulings.SIMULTANEITY,))
    if actor.role is surprised:
        if not actor.cannot_be_surprised:
            return battle, _lost(actor, LaurelsReason.SURPRISED, dice)
        text = f"{called(actor)} could not be surprised and took its turn."
        dice.note(rulebook.SURPRISE_IMMUNITY, text, actor=actor.id)
    if actor.parry is not None:
        if dice.tells:
            dice.note(rulebook.PARRY_DURATION, f"{called(actor)} stopped parrying as its turn began.", actor=actor.id)
        battle = battle.changed(place, LaurelsChangeReason.TURN, **stance_ended(actor.parry))
    return _obey(battle, command, place, command.order_of(battle, place), dice)


def _obey(battle: Battle, command: Command, place: int, order: models.LaurelsOrder | None, dice: Dice) -> Turn:
    """Move and act as ordered, or pass without an order."""
    actor = battle.figures[place]
    if order is None:
        return battle, _without_action(actor, LaurelsAction.PASS, "had no order and passed", dice)
    if dice.tells:
        _note_what_is_free(actor, order, dice)
    battle, event = _act(battle, command, place, order, dice)
    moved = order.move_before_ft + order.move_after_ft
    return battle, replace(event, moved_ft=moved) if moved else event


def is_idle(battle: Battle, command: Command, place: int, surprised: LaurelsRole | None) -> bool:
    """Return whether a turn changes nothing: it is lost, or a pass, and no stance ends."""
    actor = battle.figures[place]
    if not has_turn(actor, surprised):
        return True
    return actor.parry is None and isinstance(command.order_of(battle, place), models.LaurelsPassOrder)


def blow_of(battle: Battle, command: Command, place: int, surprised: LaurelsRole | None) -> Blow | None:
    """Return the attack that is all of a turn, planned; None if the turn is another one."""
    actor = battle.figures[place]
    if actor.parry or not has_turn(actor, surprised):
        return None
    order = command.order_of(battle, place)
    if isinstance(order, models.LaurelsAttackOrder):
        return planned_attack(battle, place, order, command.rulings)
    return None


def _lost(actor: models.LaurelsCombatant, reason: LaurelsReason, dice: Dice, *, cites: Cites = ()) -> LaurelsEvent:
    """Return the event of a lost turn."""
    rule = rulebook.SURPRISE_SURPRISED_LOSE_TURN if reason is LaurelsReason.SURPRISED else rulebook.ROUND_LOST_TURN
    text = f"{called(actor)} was {reason.value} and took no turn."
    return noted(actor.id, LaurelsAction.NONE, rule, text, dice, cites=cites, reason=reason)


def _note_what_is_free(actor: models.LaurelsCombatant, order: models.LaurelsOrder, dice: Dice) -> None:
    """Record how an actor moves, and what it does besides its action."""
    _note_movement(actor, order, dice)
    for act in order.free:
        dice.note(FREE_ACT_RULES[act], f"{called(actor)} {FREE_ACTS[act]}, at no cost.", actor=order.actor)


def _note_movement(actor: models.LaurelsCombatant, order: models.LaurelsOrder, dice: Dice) -> None:
    before, after = order.move_before_ft, order.move_after_ft
    if not before + after:
        return
    parts = [f"{feet} feet {when} the action" for feet, when in ((before, "before"), (after, "after")) if feet]
    cites: list[Cited] = [rulebook.MOVE_SPLIT] if before and after else []
    if order.bonus_move_ft:
        cites.append(rulebook.MOVE_BONUS)
    if isinstance(order, models.LaurelsParryOrder):
        cites.append(Rulings.PARRY_MOVEMENT)
    text = f"{called(actor)} moved {' and '.join(parts)} ({actor.move_ft + order.bonus_move_ft} allowed)."
    dice.note(rulebook.MOVE_ALLOWANCE, text, actor=actor.id, cites=tuple(cites))


FREE_ACTS: Final = MappingProxyType(
    {
        LaurelsFreeAct.DRAW: "drew something at hand",
        LaurelsFreeAct.DROP_AND_DRAW: "dropped what was in hand and drew something else",
        LaurelsFreeAct.SPEAK: "whispered or shouted a sentence",
        LaurelsFreeAct.POINT: "pointed with a free hand",
    }
)


def _act(battle: Battle, command: Command, place: int, order: models.LaurelsOrder, dice: Dice) -> Turn:
    actor, rulings = battle.figures[place], command.rulings
    match order:
        case models.LaurelsAttackOrder():
            return attack(battle, place, order, rulings, dice)
        case models.LaurelsSneakOrder():
            return sneak_attack(battle, place, order, rulings, dice)
        case models.LaurelsParryOrder():
            return parry(battle, place, order, dice)
        case models.LaurelsRetreatOrder():
            event = _without_action(actor, LaurelsAction.RETREAT, "retreated", dice, cites=(Rulings.RETREAT,))
            return battle.changed(place, LaurelsChangeReason.RETREAT, status=LaurelsStatus.FLED), event
        case models.LaurelsPassOrder():
            return battle, _without_action(actor, LaurelsAction.PASS, "passed", dice)
        case models.LaurelsOtherOrder():
            return other(battle, order, rulings, dice)
        case _:
            assert_never(order)


def _without_action(
    actor: models.LaurelsCombatant, action: LaurelsAction, does: str, dice: Dice, *, cites: Cites = ()
) -> LaurelsEvent:
    return noted(actor.id, action, rulebook.TURN_PARTS, f"{called(actor)} {does}.", dice, cites=cites)
