"""Turns that leave a fight: with a strike, guarding oneself, or out of a hex shared with foes."""

from service.dice.model import Dice
from service.rules.opposed.attack.legality import is_able
from service.rules.opposed.attack.maneuver import roll_withdrawal
from service.rules.opposed.battle.events import facts_of_exchange, sentences_of
from service.rules.opposed.battle.models import OpposedCombatant, OpposedWithdrawOrder, strike_of
from service.rules.opposed.battle.state import Battle
from service.rules.opposed.book import rulebook, words
from service.rules.opposed.rounds.assault import leave, leave_after_strike, strike_at
from service.rules.opposed.rounds.turn import Command, Turn, absence_of, event_of, lost, noted


def withdraw(battle: Battle, command: Command, place: int, order: OpposedWithdrawOrder, dice: Dice) -> Turn:
    """Leave everyone a figure is engaged with; a figure that is engaged with nobody has nothing to leave.

    Dice: those of the strike, if offensive; D10, if out of close combat; else none.
    """
    actor = battle.figures[place]
    if not actor.engaged_with:
        return lost(battle, actor, words.OpposedReason.NOT_ENGAGED, "it is engaged with nobody", dice)
    if order.kind is words.OpposedWithdrawKind.DEFENSIVE:
        return _withdraw_defensively(battle, place, actor, dice)
    if order.kind is words.OpposedWithdrawKind.CLOSE or order.target is None:
        return _withdraw_from_close_combat(battle, place, actor, dice)
    return _withdraw_offensively(battle, command, place, order.target, order, dice)


def _withdraw_offensively(
    battle: Battle, command: Command, place: int, foe: str, order: OpposedWithdrawOrder, dice: Dice
) -> Turn:
    """Strike at -20, then leave; if the target is down or gone by now, just leave."""
    actor, target = battle.figures[place], battle.figure(foe)
    if not is_able(target):
        reason, why = absence_of(target)
        text = f"{actor.id} withdraws without a strike: {why}."
        rule, action = rulebook.WITHDRAW_OFFENSIVE, words.OpposedAction.WITHDRAW
        event = noted(actor, action, rule, text, dice, target=foe, reason=reason, success=True)
        return leave(battle, place, dice), event
    battle, done = strike_at(battle, command, place, foe, strike_of(order), dice)
    stands, facts = is_able(battle.figures[place]), facts_of_exchange(done)
    text = f"{sentences_of(done)} {actor.id} withdraws." if stands else sentences_of(done)
    event = event_of(done.attacker, words.OpposedAction.WITHDRAW, text, target=foe, success=stands, **facts)
    return leave_after_strike(battle, place, dice), event


def _withdraw_defensively(battle: Battle, place: int, actor: OpposedCombatant, dice: Dice) -> Turn:
    rule, text = rulebook.WITHDRAW_DEFENSIVE, f"{actor.id} withdraws, guarding itself."
    event = noted(actor, words.OpposedAction.WITHDRAW, rule, text, dice, success=True)
    return leave(battle, place, dice).changed(place, withdrawal=words.OpposedWithdrawal.DEFENSIVE), event


def _withdraw_from_close_combat(battle: Battle, place: int, actor: OpposedCombatant, dice: Dice) -> Turn:
    """Try to leave; the hex is taken to hold the foes the figure is engaged with and all friends these fight."""
    foes = [battle.figure(name) for name in actor.engaged_with]
    engaged = {name for foe in foes for name in foe.engaged_with}
    friends = [each for each in battle.figures if each.id in engaged and each.side == actor.side]
    total, success = roll_withdrawal(
        [each.physical_strength for each in friends], [each.physical_strength for each in foes], dice, actor.id
    )
    text = f"{actor.id} {'withdraws from' if success else 'stays in'} close combat."
    event = event_of(actor, words.OpposedAction.WITHDRAW, text, total=total, success=success)
    return leave(battle, place, dice) if success else battle, event
