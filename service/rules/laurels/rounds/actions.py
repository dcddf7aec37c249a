"""The actions of a turn: attacks, sneak attacks, parries and actions without numbers, each with its event."""

from dataclasses import fields, replace
from typing import Any, Final, NamedTuple

from service.dice.model import Cites, Dice, Rule
from service.dice.transcript import capital
from service.rules.kernel.figures import who_of
from service.rules.kernel.telling import deed_told, sentence
from service.rules.kernel.verdict import AttackResult
from service.rules.laurels.attack.legality import called
from service.rules.laurels.attack.parry import (
    meet,
    note_parry,
    stance_of,
    stance_taken,
)
from service.rules.laurels.attack.plan import OPEN, Approach, Plan, mode_of, plan_attack
from service.rules.laurels.attack.sentences import foiled_sentence_of, result_of, summary_of
from service.rules.laurels.attack.sneak import roll_ambush, warn_of_distraction
from service.rules.laurels.attack.strike import ROLL_HARM, Harm, Struck, attacker_after, strike, wounded
from service.rules.laurels.battle import models
from service.rules.laurels.battle.judging import loss_of
from service.rules.laurels.battle.outcomes import LaurelsEffectOutcome, LaurelsEvent
from service.rules.laurels.battle.state import Battle, is_in
from service.rules.laurels.book import rulebook, words
from service.rules.laurels.book.options import LaurelsRulings
from service.rules.laurels.book.rulings import Rulings
from service.rules.laurels.book.tables import ACTIVITY_RULES
from service.rules.laurels.figures.vitals import note_wound, take, vitals_of

Turn = tuple[Battle, LaurelsEvent]
"""The battle after a turn, and what happened in it."""

ATTACK: Final = words.LaurelsAction.ATTACK
REQUIRED: Final = ("text", "actor", "action")
NOTHING: Final[dict[str, Any]] = {
    **{field.name: None for field in fields(LaurelsEvent) if field.name not in REQUIRED},
    "moved_ft": 0,
    "effects": (),
}


UNTOLD: Final = LaurelsEvent(**NOTHING, text="", actor="", action=words.LaurelsAction.NONE)
"""The event of any turn of which nobody reads."""


def event_of(actor: str, action: words.LaurelsAction, text: str, **facts: Any) -> LaurelsEvent:
    """Make an event; fields that are not among the facts are null."""
    return LaurelsEvent(**(NOTHING | facts), actor=actor, action=action, text=capital(text))


def noted(
    actor: str, action: words.LaurelsAction, rule: Rule, text: str, dice: Dice, *, cites: Cites = (), **facts: Any
) -> LaurelsEvent:
    """Make an event without dice, and record it as a step of its rule."""
    if not dice.tells:
        return UNTOLD
    dice.note(rule, text, actor=actor, cites=cites)
    return event_of(actor, action, text, **facts)


class Blow(NamedTuple):
    """An attack that has been planned, the battle before it, and the places of attacker and target."""

    battle: Battle
    place: int
    foe: int
    plan: Plan

    def landed(self, harm: Harm) -> Battle:
        """Return the battle after the attack."""
        place, foe, figures = self.place, self.foe, self.battle.figures
        attacker = attacker_after(figures[place], self.plan, harm)
        return self.battle.struck(place, foe, attacker, wounded(figures[foe], harm))


def planned_attack(
    battle: Battle, place: int, order: models.LaurelsAttackOrder, rulings: LaurelsRulings
) -> Blow | None:
    """Plan an attack on a foe of which nobody reads, or return None if it can no longer be made."""
    loss = loss_of(battle, place, order, rulings)
    return None if loss else _blow(battle, place, order, OPEN, rulings, tells=False)


def attack(battle: Battle, place: int, order: models.LaurelsAttackOrder, rulings: LaurelsRulings, dice: Dice) -> Turn:
    """Attack a foe, if that can still be done.

    Dice: those of `resolve-attack`.
    """
    lost = _lost(battle, place, order, ATTACK, rulings, dice)
    return (battle, lost) if lost else _strike(battle, place, order, OPEN, rulings, dice)


def sneak_attack(
    battle: Battle, place: int, order: models.LaurelsSneakOrder, rulings: LaurelsRulings, dice: Dice
) -> Turn:
    """Attack a foe from concealment or while it is distracted, if that can still be done.

    Dice: those of `resolve-sneak-attack`.
    """
    lost = _lost(battle, place, order, words.LaurelsAction.SNEAK_ATTACK, rulings, dice)
    if lost:
        return battle, lost
    actor = battle.figures[place]
    warn_of_distraction(order.sneak, dice)
    ambush = roll_ambush(actor, battle.figure(order.target), order.sneak, mode_of(actor, order.mode), dice)
    if ambush.approach is None:
        if not dice.tells:
            return battle, UNTOLD
        text = foiled_sentence_of(called(actor), called(battle.figure(order.target)))
        facts = {"target": order.target, "outcome": AttackResult.MISS, "sneak_foiled": True}
        return battle, event_of(actor.id, words.LaurelsAction.SNEAK_ATTACK, text, **facts)
    return _strike(battle, place, order, ambush.approach, rulings, dice)


def _lost(
    battle: Battle,
    place: int,
    order: models.LaurelsStrikeOrder,
    action: words.LaurelsAction,
    rulings: LaurelsRulings,
    dice: Dice,
) -> LaurelsEvent | None:
    """Return the event of an attack that is no longer possible, or None if it is."""
    loss = loss_of(battle, place, order, rulings)
    if loss is None:
        return None
    if not dice.tells:
        return UNTOLD
    actor, target = battle.figures[place], battle.figure(order.target)
    text = f"The attack of {called(actor)} on {called(target)} was lost: {loss.then}."
    facts = {"target": target.id, "reason": loss.reason}
    return noted(actor.id, action, rulebook.ROUND_LOST_TURN, text, dice, cites=loss.cites, **facts)


def _strike(
    battle: Battle,
    place: int,
    order: models.LaurelsStrikeOrder,
    approach: Approach,
    rulings: LaurelsRulings,
    dice: Dice,
) -> Turn:
    blow = _blow(battle, place, order, approach, rulings, tells=dice.tells)
    plan = blow.plan
    if not dice.tells:
        return blow.landed(dice.settle(rulebook.DAMAGE_DICE_BY_LEVEL, ROLL_HARM, plan)), UNTOLD
    struck = strike(plan, dice)
    after = blow.landed(struck.harm)
    actor, target = battle.figures[place], battle.figures[blow.foe]
    action = words.LaurelsAction.SNEAK_ATTACK if approach.sneak else ATTACK
    text = summary_of(called(actor), called(target), plan, struck)
    return after, event_of(actor.id, action, text, **_facts(plan, struck))


def _blow(
    battle: Battle,
    place: int,
    order: models.LaurelsStrikeOrder,
    approach: Approach,
    rulings: LaurelsRulings,
    *,
    tells: bool,
) -> Blow:
    foe = battle.places[order.target]
    actor, target = battle.figures[place], battle.figures[foe]
    plan = plan_attack(actor, target, order, mode_of(actor, order.mode), rulings, approach, tells=tells)
    return Blow(battle, place, foe, plan)


def _facts(plan: Plan, struck: Struck) -> dict[str, Any]:
    return {
        "target": plan.target.id,
        "outcome": result_of(struck),
        "rolled": struck.rolled,
        "gross": struck.gross,
        "net": struck.net,
        "applied": struck.applied,
        "damage_type": words.LaurelsDamageType.DIRECT if plan.direct else words.LaurelsDamageType.STAMINA,
        "target_status": struck.wound.status,
        "parry": struck.parry,
        "stamina_cost": struck.cost,
        "weapon_broken": plan.breaks,
        "sneak_foiled": False if plan.approach.sneak else None,
    }


def parry(battle: Battle, place: int, order: models.LaurelsParryOrder, dice: Dice) -> Turn:
    """Begin a parry, with weapon and shield in their present condition.

    Dice: none.
    """
    who, figure = order.actor, battle.figures[place]
    name = called(figure)
    stance = stance_taken(order.parry, figure)
    if stance is None:
        text = f"{name} had nothing left to parry with."
        reason = words.LaurelsReason.NOTHING_TO_PARRY_WITH
        return battle, noted(who, words.LaurelsAction.PARRY, rulebook.PARRY_EQUIPMENT, text, dice, reason=reason)
    text = f"{name} began to parry with {EQUIPMENT[stance.equipment]}, until its next turn."
    event = noted(who, words.LaurelsAction.PARRY, rulebook.PARRY_DECLARE, text, dice)
    return battle.changed(place, words.LaurelsChangeReason.PARRY, parry=stance), event


EQUIPMENT: Final = {
    words.LaurelsEquipment.WEAPON: "its weapon",
    words.LaurelsEquipment.SHIELD: "its shield",
    words.LaurelsEquipment.BOTH: "weapon and shield",
}


def other(battle: Battle, order: models.LaurelsOtherOrder, rulings: LaurelsRulings, dice: Dice) -> Turn:
    """Do an action without numbers, and apply the effects that the order names.

    Dice: none.
    """
    cites = (rulebook.ACTION_CATALOGUE, rulebook.ACTION_ONE_PER_TURN, Rulings.ACTION_NUMBERS)
    rule, text = ACTIVITY_RULES[order.activity], sentence(deed_told(called(battle.figure(order.actor)), order.label))
    event = noted(order.actor, words.LaurelsAction.OTHER, rule, text, dice, cites=cites, label=order.label)
    outcomes = []
    for effect in order.effects:
        battle, outcome = _applied(battle, effect, order.actor, rulings, dice)
        outcomes.append(outcome)
    return battle, replace(event, effects=tuple(outcomes))


def _applied(
    battle: Battle, effect: models.LaurelsEffect, actor: str, rulings: LaurelsRulings, dice: Dice
) -> tuple[Battle, LaurelsEffectOutcome]:
    """Apply one effect: its damage meets a parry like any other, and being moved costs no movement."""
    place = battle.places[effect.target]
    target = battle.figures[place]
    if effect.forced_move_ft:
        text = f"{called(target)} was moved {effect.forced_move_ft} feet."
        dice.note(rulebook.MOVE_FORCED, text, actor=target.id)
    applied, parried, status = 0, None, target.status
    if effect.damage and is_in(target):
        applied, stance, vitals = effect.damage, stance_of(target), vitals_of(target)
        if stance is not None:
            met = meet(stance, applied, 0, rulings)
            parried, applied = met.outcome, met.outcome.passed_through
            note_parry(who_of(target), met, dice)
        wound = take(vitals, applied, direct=effect.direct_damage, rulings=rulings)
        note_wound(who_of(target), vitals, wound, dice)
        harm = Harm(wound.stamina, wound.injuries, wound.status, None if parried is None else parried.stance)
        battle = battle.with_figure(place, wounded(target, harm), words.LaurelsChangeReason.EFFECT, actor)
        status = wound.status
    outcome = LaurelsEffectOutcome(
        target=target.id,
        applied=applied,
        damage_type=words.LaurelsDamageType.DIRECT if effect.direct_damage else words.LaurelsDamageType.STAMINA,
        parry=parried,
        forced_move_ft=effect.forced_move_ft,
        target_status=status,
    )
    return battle, outcome
