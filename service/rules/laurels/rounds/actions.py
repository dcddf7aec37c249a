"""One participant's turn: its stance ends, it moves, and it obeys its order."""

from dataclasses import replace
from typing import Final, assert_never

from service.dice.model import Cited, Cites, Dice
from service.rules.laurels.attack.parry import has_whole_weapon, readied, shield_strength_of, stance_ended
from service.rules.laurels.battle.models import (
    LaurelsAttackOrder,
    LaurelsCombatant,
    LaurelsOrder,
    LaurelsOtherOrder,
    LaurelsParryOrder,
    LaurelsPassOrder,
    LaurelsRetreatOrder,
    LaurelsSneakOrder,
)
from service.rules.laurels.battle.state import Battle, is_in
from service.rules.laurels.book import rulebook
from service.rules.laurels.book.rulings import Rulings
from service.rules.laurels.book.tables import FREE_ACT_RULES
from service.rules.laurels.book.words import LaurelsAction, LaurelsEquipment, LaurelsReason, LaurelsRole, LaurelsStatus
from service.rules.laurels.rounds.assault import attack, sneak_attack
from service.rules.laurels.rounds.free_actions import other
from service.rules.laurels.rounds.turn import Command, Turn, lost, noted


def take_turn(battle: Battle, command: Command, place: int, surprised: LaurelsRole | None, dice: Dice) -> Turn:
    """Let one participant act: lose the turn if it has died or is surprised; else move and obey.

    Dice: those of its order.
    """
    actor = battle.figures[place]
    if not is_in(actor):
        return battle, lost(actor, LaurelsReason.DEAD, "is dead", dice, cites=SEQUENCE)
    if actor.role is surprised:
        if not actor.cannot_be_surprised:
            return battle, lost(actor, LaurelsReason.SURPRISED, "is surprised", dice, cites=SURPRISED)
        text = f"{actor.id} cannot be surprised and takes its turn."
        dice.note(rulebook.SURPRISE_IMMUNITY, text, actor=actor.id, cites=IMMUNE)
    battle = _ended_stance(battle, place, dice)
    order = command.orders[place]
    if order is None:
        text = f"{actor.id} has no order and passes."
        return battle, noted(actor.id, LaurelsAction.PASS, rulebook.TURN_PARTS, text, dice)
    _note_movement(actor, order, dice)
    _note_free_acts(order, dice)
    battle, event = _obey(battle, command, place, order, dice)
    return battle, replace(event, moved_ft=order.move_before_ft + order.move_after_ft)


SEQUENCE: Final[Cites] = (Rulings.SIMULTANEITY,)
SURPRISED: Final[Cites] = (Rulings.SURPRISE_AND_PARRY,)
IMMUNE: Final[Cites] = (Rulings.IMMUNE_MEMBER_ORDER,)


def _ended_stance(battle: Battle, place: int, dice: Dice) -> Battle:
    """End a parry, which lasts to the start of one's next turn."""
    actor = battle.figures[place]
    if actor.parry is None:
        return battle
    dice.note(rulebook.PARRY_DURATION, f"{actor.id} stops parrying as its turn begins.", actor=actor.id)
    return battle.changed(place, **stance_ended(actor.parry))


def _note_movement(actor: LaurelsCombatant, order: LaurelsOrder, dice: Dice) -> None:
    before, after = order.move_before_ft, order.move_after_ft
    if not before + after:
        return
    parts = [f"{feet} feet {when} the action" for feet, when in ((before, "before"), (after, "after")) if feet]
    cites: list[Cited] = [rulebook.TURN_PARTS]
    if before and after:
        cites.append(rulebook.MOVE_SPLIT)
    if order.bonus_move_ft:
        cites.append(rulebook.MOVE_BONUS)
    if isinstance(order, LaurelsParryOrder):
        cites.append(Rulings.PARRY_MOVEMENT)
    allowed = actor.move_ft + order.bonus_move_ft
    text = f"{actor.id} moves {' and '.join(parts)} ({allowed} allowed)."
    dice.note(rulebook.MOVE_ALLOWANCE, text, actor=actor.id, cites=tuple(cites))


def _note_free_acts(order: LaurelsOrder, dice: Dice) -> None:
    for act in order.free:
        dice.note(FREE_ACT_RULES[act], f"{order.actor} {FREE_ACTS[act.value]}.", actor=order.actor)


FREE_ACTS: Final = {
    "draw": "draws something at hand, at no cost",
    "drop_and_draw": "drops what is in hand and draws something else, at no cost",
    "speak": "whispers or shouts a sentence, at no cost",
    "point": "points with a free hand, at no cost",
}


def _obey(battle: Battle, command: Command, place: int, order: LaurelsOrder, dice: Dice) -> Turn:
    who, rulings = order.actor, command.rulings
    match order:
        case LaurelsAttackOrder():
            return attack(battle, place, order, rulings, dice)
        case LaurelsSneakOrder():
            return sneak_attack(battle, place, order, rulings, dice)
        case LaurelsParryOrder():
            return _parry(battle, place, order, dice)
        case LaurelsRetreatOrder():
            text = f"{who} retreats."
            event = noted(who, LaurelsAction.RETREAT, rulebook.TURN_PARTS, text, dice, cites=RETREAT)
            return battle.changed(place, status=LaurelsStatus.FLED), event
        case LaurelsPassOrder():
            return battle, noted(who, LaurelsAction.PASS, rulebook.TURN_PARTS, f"{who} passes.", dice)
        case LaurelsOtherOrder():
            return other(battle, order, rulings, dice)
        case _:
            assert_never(order)


RETREAT: Final[Cites] = (Rulings.RETREAT,)
PARRY: Final[Cites] = (rulebook.PARRY_EQUIPMENT, rulebook.PARRY_DURATION, rulebook.ACTION_ONE_PER_TURN)


def _parry(battle: Battle, place: int, order: LaurelsParryOrder, dice: Dice) -> Turn:
    """Begin a parry, with weapon and shield as blows have left them."""
    who, figure = order.actor, battle.figures[place]
    stance = readied(order.parry, figure)
    broken = figure.weapon.broken and stance.equipment is not LaurelsEquipment.SHIELD
    durability = stance.shield_durability
    if figure.shield_durability is not None:
        durability = min(durability, figure.shield_durability)
    stance = stance.model_copy(update={"weapon_shattered": broken, "shield_durability": durability})
    if not has_whole_weapon(stance) and not shield_strength_of(stance):
        text = f"{who} has nothing left to parry with."
        reason = LaurelsReason.NOTHING_TO_PARRY_WITH
        return battle, noted(who, LaurelsAction.PARRY, rulebook.PARRY_EQUIPMENT, text, dice, reason=reason)
    text = f"{who} parries with {EQUIPMENT[stance.equipment]} until its next turn."
    event = noted(who, LaurelsAction.PARRY, rulebook.PARRY_DECLARE, text, dice, cites=PARRY)
    return battle.changed(place, parry=stance), event


EQUIPMENT: Final = {
    LaurelsEquipment.WEAPON: "its weapon",
    LaurelsEquipment.SHIELD: "its shield",
    LaurelsEquipment.BOTH: "weapon and shield",
}
