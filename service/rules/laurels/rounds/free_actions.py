"""Actions that these rules give no numbers: they do what the caller says."""

from dataclasses import replace
from typing import Final

from service.dice.model import Cites, Dice
from service.rules.laurels.attack.changes import wounded
from service.rules.laurels.attack.parry import meet, note_parry, stance_of
from service.rules.laurels.battle.models import LaurelsEffect, LaurelsOtherOrder
from service.rules.laurels.battle.outcomes import LaurelsEffectOutcome
from service.rules.laurels.battle.state import Battle, is_in
from service.rules.laurels.book import rulebook
from service.rules.laurels.book.options import LaurelsRulings
from service.rules.laurels.book.rulings import Rulings
from service.rules.laurels.book.tables import ACTIVITY_RULES
from service.rules.laurels.book.words import LaurelsAction, LaurelsDamageType
from service.rules.laurels.figures.vitals import note_wound, take, vitals_of
from service.rules.laurels.rounds.turn import Turn, noted


def other(battle: Battle, order: LaurelsOtherOrder, rulings: LaurelsRulings, dice: Dice) -> Turn:
    """Do something that has no numbers, and apply what the caller says it does.

    Dice: none.
    """
    who, text = order.actor, f"{order.actor}: {order.label}."
    rule = ACTIVITY_RULES[order.activity]
    event = noted(who, LaurelsAction.OTHER, rule, text, dice, cites=NUMBERLESS, label=order.label)
    outcomes = []
    for effect in order.effects:
        battle, outcome = _applied(battle, effect, rulings, dice)
        outcomes.append(outcome)
    return battle, replace(event, effects=tuple(outcomes))


NUMBERLESS: Final[Cites] = (
    rulebook.ACTION_CATALOGUE,
    rulebook.ACTION_ONE_PER_TURN,
    Rulings.ACTION_NUMBERS,
)


def _applied(
    battle: Battle, effect: LaurelsEffect, rulings: LaurelsRulings, dice: Dice
) -> tuple[Battle, LaurelsEffectOutcome]:
    """Apply one effect: its damage meets a parry like any other, and being moved costs no movement."""
    place = battle.places[effect.target]
    target = battle.figures[place]
    if effect.forced_move_ft:
        text = f"{target.id} is moved {effect.forced_move_ft} feet."
        dice.note(rulebook.MOVE_FORCED, text, actor=target.id)
    applied, parry = effect.damage if is_in(target) else 0, None
    stance = stance_of(target)
    if applied and stance is not None:
        parry = meet(stance, applied, 0, rulings)
        applied = parry.passed_through
        note_parry(target.id, parry, dice)
    status = target.status
    if effect.damage and is_in(target):
        vitals = vitals_of(target)
        wound = take(vitals, applied, direct=effect.direct_damage, rulings=rulings)
        note_wound(target.id, vitals, wound, dice)
        battle = battle.with_figure(place, wounded(target, wound, parry.stance if parry else target.parry))
        status = wound.status
    kind = LaurelsDamageType.DIRECT if effect.direct_damage else LaurelsDamageType.STAMINA
    outcome = LaurelsEffectOutcome(
        target=target.id,
        applied=applied,
        damage_type=kind,
        parry=parry,
        forced_move_ft=effect.forced_move_ft,
        status=status,
    )
    return battle, outcome
