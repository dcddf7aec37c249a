"""Turns that act on others: strikes, charges that may be repulsed, restraining, and withdrawing from a fight."""

from typing import Final

from service.dice.model import Dice
from service.dice.transcript import capital
from service.rules.kernel.figures import who_of
from service.rules.opposed.attack.legality import called, is_able
from service.rules.opposed.attack.maneuver import roll_repulse, roll_restrain, roll_withdrawal
from service.rules.opposed.attack.plan import StrikePlan, StrikeTerms, plan_strike
from service.rules.opposed.attack.sentences import sentences_of
from service.rules.opposed.attack.strike import Exchange, answered_by, exchange, settled, wounded
from service.rules.opposed.battle import events
from service.rules.opposed.battle.judging import absence_of, loss_of
from service.rules.opposed.battle.models import (
    OpposedAttackOrder,
    OpposedCombatant,
    OpposedRestrainOrder,
    OpposedWithdrawOrder,
    strike_of,
)
from service.rules.opposed.battle.state import Battle, engage, part
from service.rules.opposed.book import rulebook, words
from service.rules.opposed.book.rulings import Rulings
from service.rules.opposed.figures.models import USUAL, OpposedStrike
from service.rules.opposed.figures.vitals import FUMBLED

STRIKE: Final = words.OpposedChangeReason.STRIKE
FALL: Final = words.OpposedChangeReason.FALL
WITHDRAW: Final = words.OpposedChangeReason.WITHDRAW


def attack(battle: Battle, command: events.Command, place: int, order: OpposedAttackOrder, dice: Dice) -> events.Turn:
    """Strike a foe; a melee or close strike engages both, whatever comes of it, unless it is made withdrawing.

    Dice: D10 for a repulse, if the foe meets a charge into its hex; then as an exchange of strikes.
    """
    actor, target = battle.figures[place], battle.figure(order.target)
    loss = loss_of(actor, order, target)
    if loss is not None:
        return events.lost(battle, actor, loss, dice, target.id)
    if order.situation.charging and _is_repulsed(battle, command, actor, order, dice):
        text = f"{called(target)} repulsed the charge of {called(actor)}."
        action, reason = words.OpposedAction.ATTACK, words.OpposedReason.REPULSED
        return battle, events.event_of(actor, action, text, target=target.id, reason=reason)
    before, withdraws = battle, order.situation.withdrawal is words.OpposedStrikeWithdrawal.OFFENSIVE
    if order.mode is not words.OpposedMode.RANGED:
        battle = enter(battle, place, battle.places[order.target], dice)
    if not dice.tells:
        is_usual = battle is before and not (withdraws or order.situation.charging)
        battle = strike_untold(battle, command, place, order, dice, is_usual=is_usual)
        return leave_after_strike(battle, place, dice) if withdraws else battle, None
    battle, done = strike_at(battle, command, place, order.target, order, dice)
    if withdraws:
        battle = leave_after_strike(battle, place, dice)
    facts, text = events.facts_of_exchange(done), sentences_of(done)
    return battle, events.event_of(done.attacker, words.OpposedAction.ATTACK, text, target=target.id, **facts)


def restrain(
    battle: Battle, command: events.Command, place: int, order: OpposedRestrainOrder, dice: Dice
) -> events.Turn:
    """Try to hold a foe fast, which engages both.

    Dice: D100.
    """
    actor, target = battle.figures[place], battle.figure(order.target)
    loss = loss_of(actor, order, target)
    if loss is not None:
        return events.lost(battle, actor, loss, dice, target.id)
    at = battle.places[order.target]
    battle = enter(battle, place, at, dice)
    chance, success = roll_restrain(actor, target, dice)
    if success:
        held = dict.fromkeys((*target.conditions, words.OpposedCondition.RESTRAINED))
        reason = words.OpposedChangeReason.RESTRAIN
        battle = battle.changed(at, reason, actor.id, conditions=tuple(held))
    text = f"{called(actor)} {'restrained' if success else 'did not get hold of'} {called(target)}."
    action = words.OpposedAction.RESTRAIN
    return battle, events.event_of(actor, action, text, target=target.id, chance=chance, success=success)


def strike_at(
    battle: Battle, command: events.Command, place: int, foe: str, order: OpposedStrike, dice: Dice
) -> tuple[Battle, Exchange[OpposedCombatant]]:
    """Exchange strikes and leave both figures as the exchange leaves them; who goes down is no longer engaged.

    Dice: as an exchange of strikes.
    """
    plan, at = _plan_of(battle, command, place, foe, order), battle.places[foe]
    attacker, defender, reaction = battle.figures[place], battle.figures[at], command.reactions[at]
    done = exchange(
        plan,
        attacker,
        defender,
        dice,
        riposte=USUAL if reaction is None or reaction.riposte else None,
        defender_initiative_lost=battle.lowered[at],
    )
    battle = battle.with_figure(at, done.defender, STRIKE, attacker.id)
    battle = battle.with_figure(place, done.attacker, answered_by(done), defender.id)
    if done.strike.fumble is not None:
        battle = _lowered(battle, place, done.strike.fumble.reduced_initiative, dice)
    if done.riposte is not None and done.riposte.fumble is not None:
        battle = _lowered(battle, at, done.riposte.fumble.reduced_initiative, dice)
    for each in (place, at):
        if not is_able(battle.figures[each]):
            battle = leave(battle, each, FALL, dice)
    return battle, done


def strike_untold(
    battle: Battle, command: events.Command, place: int, order: OpposedAttackOrder, dice: Dice, *, is_usual: bool
) -> Battle:
    """Exchange strikes as `strike_at` does, for dice that do not tell: a plain strike only changes its target.

    `is_usual` tells that nothing has come before the strike, and nothing will come after it.

    Dice: as an exchange of strikes.
    """
    plan = _plan_of(battle, command, place, order.target, order)
    if not plan.is_plain:
        return strike_at(battle, command, place, order.target, order, dice)[0]
    if is_usual:
        command.plans.usual.keep(command.plans.situation(battle, place, order.target, order), plan)
    return _strike_plainly(battle, command, place, order.target, plan, dice)


def usual_strike(battle: Battle, command: events.Command, place: int, dice: Dice) -> Battle | None:
    """Make the strike that was all of a turn in the same situation before, or return None if there was no such turn.

    What a turn does before its first die depends on its order and its situation alone.

    Dice: as an exchange of strikes.
    """
    order, plans = command.orders[place], command.plans
    if not isinstance(order, OpposedAttackOrder):
        return None
    plan = plans.usual.find(plans.situation(battle, place, order.target, order))
    return None if plan is None else _strike_plainly(battle, command, place, order.target, plan, dice)


def _strike_plainly(
    battle: Battle, command: events.Command, place: int, foe: str, plan: StrikePlan, dice: Dice
) -> Battle:
    """Make a strike that can neither be parried nor do anything but harm.

    Dice: as an exchange of strikes.
    """
    at, rolled = battle.places[foe], settled(plan, dice)
    before = battle.figures[at]
    defender = wounded(plan, rolled, before, command.plans.wounds, dice)
    if rolled.fumble is not None:
        battle = battle.with_lowered(place, -FUMBLED.value)
    if defender is before:
        return battle
    if defender.fatigue and not (rolled.left.endurance or rolled.left.conditions):
        command.plans.latest.carry(at, before, defender)
        return battle.with_figure(at, defender, STRIKE)
    battle = battle.with_figure(at, defender, STRIKE)
    return battle if is_able(defender) else leave(battle, at, FALL, dice)


def _plan_of(battle: Battle, command: events.Command, place: int, foe: str, order: OpposedStrike) -> StrikePlan:
    at, figures, lost = battle.places[foe], battle.figures, battle.lowered[place]
    reaction = command.reactions[at]

    def plan() -> StrikePlan:
        table, parry = command.grievous_table, reaction is None or reaction.parry
        terms = StrikeTerms(command.resolves, parry, table, initiative_lost=lost, settles=True)
        return plan_strike(figures[place], figures[at], order, command.rulings, terms)

    return command.plans.plan(command.plans.situation(battle, place, foe, order), plan)


def enter(battle: Battle, place: int, at: int, dice: Dice) -> Battle:
    """Engage two figures, and say so if they were not."""
    engaged = engage(battle, place, at)
    if engaged is not battle:
        one, other = battle.figures[place], battle.figures[at]
        text = f"{called(one)} engaged {called(other)}."
        dice.note(rulebook.ROUND_ENGAGEMENT, text, actor=one.id)
    return engaged


def leave(battle: Battle, place: int, why: words.OpposedChangeReason, dice: Dice) -> Battle:
    """End all engagements of a figure, and say so if it had any."""
    figure = battle.figures[place]
    if not figure.engaged_with:
        return battle
    dice.note(rulebook.ROUND_ENGAGEMENT, f"{called(figure)} was no longer engaged with anyone.", actor=figure.id)
    return part(battle, place, why)


def leave_after_strike(battle: Battle, place: int, dice: Dice) -> Battle:
    """End an offensive withdrawal: a figure that is still up after its strike leaves everyone it is engaged with."""
    figure = battle.figures[place]
    if not is_able(figure):
        return battle
    dice.note(rulebook.WITHDRAW_OFFENSIVE, f"{called(figure)} withdrew.", actor=figure.id)
    return leave(battle, place, WITHDRAW, dice)


def _is_repulsed(
    battle: Battle, command: events.Command, actor: OpposedCombatant, order: OpposedAttackOrder, dice: Dice
) -> bool:
    """Let the target of a charge repulse it, or say why it does not although it is to.

    Dice: D10, if the charge is into the hex of a target that repulses and is not stunned.
    """
    target = battle.figure(order.target)
    reaction = command.reactions[battle.places[order.target]]
    if reaction is None or not reaction.repulse:
        return False
    if order.mode is not words.OpposedMode.CLOSE:
        text = (
            f"{called(target)} had no charge to repulse: {called(actor)} charged in melee and stayed outside its hex."
        )
        dice.note(rulebook.REPULSE_CHARGE, text, actor=target.id)
        return False
    if target.stunned:
        text = f"{called(target)} was stunned and could not repulse the charge of {called(actor)}."
        dice.note(rulebook.REPULSE_CHARGE, text, actor=target.id, cites=(rulebook.STUN_EFFECTS,))
        return False
    return roll_repulse(target.weapon.rank, command.rulings, dice, who_of(target))


def _lowered(battle: Battle, place: int, initiative: int, dice: Dice) -> Battle:
    figure = battle.figures[place]
    text = f"The initiative of {called(figure)} was {initiative} for the rest of the round."
    dice.note(rulebook.FUMBLE_CHECK, text, actor=figure.id, cites=(Rulings.FUMBLE_INITIATIVE,))
    return battle.with_lowered(place, -FUMBLED.value)


# Withdrawing


def withdraw(
    battle: Battle, command: events.Command, place: int, order: OpposedWithdrawOrder, dice: Dice
) -> events.Turn:
    """Leave everyone a figure is engaged with; a figure that is engaged with nobody has nothing to leave.

    Dice: those of the strike, if offensive; D10, if out of close combat; else none.
    """
    actor = battle.figures[place]
    loss = loss_of(actor, order, None)
    if loss is not None:
        return events.lost(battle, actor, loss, dice)
    if order.kind is words.OpposedWithdrawKind.DEFENSIVE:
        return _withdraw_defensively(battle, place, actor, dice)
    if order.kind is words.OpposedWithdrawKind.CLOSE or order.target is None:
        return _withdraw_from_close_combat(battle, place, actor, dice)
    return _withdraw_offensively(battle, command, place, order.target, order, dice)


def _withdraw_offensively(
    battle: Battle, command: events.Command, place: int, foe: str, order: OpposedWithdrawOrder, dice: Dice
) -> events.Turn:
    """Strike at -20, then leave; if the target is down or gone by now, just leave."""
    actor, target = battle.figures[place], battle.figure(foe)
    if not is_able(target):
        absence = absence_of(target)
        text = f"{called(actor)} withdrew without a strike: {absence.then}."
        rule, action = rulebook.WITHDRAW_OFFENSIVE, words.OpposedAction.WITHDRAW
        event = events.noted(actor, action, rule, text, dice, target=foe, reason=absence.reason, success=True)
        return leave(battle, place, WITHDRAW, dice), event
    battle, done = strike_at(battle, command, place, foe, strike_of(order), dice)
    stands, facts = is_able(battle.figures[place]), events.facts_of_exchange(done)
    text = f"{sentences_of(done)} {capital(called(actor))} withdrew." if stands else sentences_of(done)
    event = events.event_of(done.attacker, words.OpposedAction.WITHDRAW, text, target=foe, success=stands, **facts)
    return leave_after_strike(battle, place, dice), event


def _withdraw_defensively(battle: Battle, place: int, actor: OpposedCombatant, dice: Dice) -> events.Turn:
    rule, text = rulebook.WITHDRAW_DEFENSIVE, f"{called(actor)} withdrew, guarding itself."
    event = events.noted(actor, words.OpposedAction.WITHDRAW, rule, text, dice, success=True)
    battle = leave(battle, place, WITHDRAW, dice)
    return battle.changed(place, WITHDRAW, withdrawal=words.OpposedWithdrawal.DEFENSIVE), event


def _withdraw_from_close_combat(battle: Battle, place: int, actor: OpposedCombatant, dice: Dice) -> events.Turn:
    """Try to leave; the hex is taken to hold the foes the figure is engaged with and all friends these fight."""
    foes = [battle.figure(name) for name in actor.engaged_with]
    engaged = {name for foe in foes for name in foe.engaged_with}
    friends = [each for each in battle.figures if each.id in engaged and each.side == actor.side]
    total, success = roll_withdrawal(
        [each.physical_strength for each in friends], [each.physical_strength for each in foes], dice, who_of(actor)
    )
    text = f"{called(actor)} {'withdrew from' if success else 'stayed in'} close combat."
    event = events.event_of(actor, words.OpposedAction.WITHDRAW, text, total=total, success=success)
    return leave(battle, place, WITHDRAW, dice) if success else battle, event
