"""A figure's turn: its stances end, and it loses its action or obeys its order."""

from typing import Final, assert_never

from service.dice.model import Dice
from service.rules.kernel.figures import who_of
from service.rules.kernel.telling import deed_told, sentence
from service.rules.opposed.attack.legality import called, is_able
from service.rules.opposed.attack.maneuver import roll_stun_recovery
from service.rules.opposed.battle import models
from service.rules.opposed.battle.events import Command, Turn, event_of, lost, noted
from service.rules.opposed.battle.judging import FALLEN, NO_WITHDRAWAL, NOT_STUNNED, forced_on, loss_of
from service.rules.opposed.battle.state import Battle
from service.rules.opposed.book import rulebook, words
from service.rules.opposed.book.rulings import Rulings
from service.rules.opposed.rounds.assault import attack, restrain, usual_strike, withdraw
from service.rules.opposed.rounds.policy import order_at

TURN: Final = words.OpposedChangeReason.TURN


def take_turn(battle: Battle, command: Command, place: int, dice: Dice) -> Turn:
    """Let one figure act: end its stances, then lose the action, pass if owed, recover if stunned, or obey.

    Dice: those of its order, or D100 for a stun recovery.
    """
    if not dice.tells:
        struck = usual_strike(battle, command, place, dice)
        if struck is not None:
            return struck, None
    battle = ended_stances(battle, place)
    actor = battle.figures[place]
    if not is_able(actor):
        return lost(battle, actor, FALLEN[actor.status], dice)
    forced = forced_on(actor)
    if forced is words.OpposedAction.PASS:
        text = f"{called(actor)} passed, as owed for the parry."
        dice.note(rulebook.ROUND_LOST_ACTION, text, actor=actor.id, cites=(Rulings.MUST_PASS,))
        event = event_of(actor, words.OpposedAction.PASS, text, reason=words.OpposedReason.MUST_PASS)
        return battle.changed(place, TURN, must_pass_next=False), event
    order = command.orders[place]
    if order is None and place in command.served:
        order = order_at(battle, place)
    if forced is not None:
        return _recover(battle, place, actor, dice, ordered=isinstance(order, models.OpposedRecoverOrder))
    if order is None:
        text = f"{called(actor)} had no order and passed."
        rule, reason = rulebook.ROUND_LOST_ACTION, words.OpposedReason.NO_ORDER
        return battle, noted(actor, words.OpposedAction.PASS, rule, text, dice, reason=reason)
    return _obey(battle, command, place, order, dice)


def ended_stances(battle: Battle, place: int) -> Battle:
    """End a figure's evading and its defensive withdrawal, which last to its own turn."""
    figure = battle.figures[place]
    if not figure.evading and figure.withdrawal is NO_WITHDRAWAL:
        return battle
    return battle.changed(place, TURN, evading=False, withdrawal=NO_WITHDRAWAL)


def _obey(battle: Battle, command: Command, place: int, order: models.OpposedOrder, dice: Dice) -> Turn:
    match order:
        case models.OpposedAttackOrder():
            return attack(battle, command, place, order, dice)
        case models.OpposedWithdrawOrder():
            return withdraw(battle, command, place, order, dice)
        case models.OpposedRestrainOrder():
            return restrain(battle, command, place, order, dice)
        case _:
            return _obey_alone(battle, place, order, dice)


LoneOrder = (
    models.OpposedEvadeOrder
    | models.OpposedPassOrder
    | models.OpposedRecoverOrder
    | models.OpposedStandUpOrder
    | models.OpposedOtherOrder
)


def _obey_alone(battle: Battle, place: int, order: LoneOrder, dice: Dice) -> Turn:
    """Do what concerns nobody else."""
    actor, rule = battle.figures[place], rulebook.ROUND_PHASES
    who = called(actor)
    match order:
        case models.OpposedEvadeOrder():
            text, rule, cites = (
                f"{who} began to evade, until its next turn.",
                rulebook.EVADE_STANCE,
                (rulebook.ROUND_EVADE_DURATION,),
            )
            event = noted(actor, words.OpposedAction.EVADE, rule, text, dice, cites=cites)
            return battle.changed(place, words.OpposedChangeReason.EVADE, evading=True), event
        case models.OpposedStandUpOrder():
            return _stand_up(battle, place, order, dice)
        case models.OpposedPassOrder():
            return battle, noted(actor, words.OpposedAction.PASS, rule, f"{who} passed.", dice)
        case models.OpposedRecoverOrder():
            text, reason = f"{who} had no stun to shake off.", NOT_STUNNED.reason
            return battle, noted(actor, words.OpposedAction.RECOVER_FROM_STUN, rule, text, dice, reason=reason)
        case models.OpposedOtherOrder():
            text = sentence(deed_told(who, order.label))
            return battle, noted(actor, words.OpposedAction.OTHER, rule, text, dice, label=order.label)
        case _:
            assert_never(order)


def _stand_up(battle: Battle, place: int, order: models.OpposedStandUpOrder, dice: Dice) -> Turn:
    """Spend the turn on standing up; a figure that stands already does nothing."""
    actor, action, rule = battle.figures[place], words.OpposedAction.STAND_UP, rulebook.ROUND_STAND_UP
    loss = loss_of(actor, order, None)
    if loss is not None:
        text = f"{called(actor)} was standing already."
        return battle, noted(actor, action, rule, text, dice, reason=loss.reason)
    event = noted(actor, action, rule, f"{called(actor)} stood up.", dice, cites=(Rulings.STANDING_UP,))
    stands = words.OpposedChangeReason.STAND_UP
    return battle.changed(place, stands, posture=words.OpposedPosture.STANDING), event


def _recover(battle: Battle, place: int, actor: models.OpposedCombatant, dice: Dice, *, ordered: bool) -> Turn:
    """Spend the turn on shaking off a stun, whatever was ordered."""
    if not ordered:
        text = f"{called(actor)} was stunned and could only try to recover."
        dice.note(rulebook.ROUND_LOST_ACTION, text, actor=actor.id, cites=(rulebook.STUN_EFFECTS,))
    chance, recovered = roll_stun_recovery(actor.willpower, actor.fatigue or 0, dice, who_of(actor))
    if recovered:
        battle = battle.changed(place, words.OpposedChangeReason.RECOVERY, stunned=False)
    if not dice.tells:
        return battle, None
    text = f"{called(actor)} {'shook off the stun' if recovered else 'stayed stunned'}."
    reason = None if ordered else words.OpposedReason.STUNNED
    action = words.OpposedAction.RECOVER_FROM_STUN
    return battle, event_of(actor, action, text, reason=reason, chance=chance, recovered=recovered)
