"""A turn's record: the orders of a round, the event that a turn leaves, and a turn that is lost."""

from dataclasses import dataclass, fields
from typing import Any, Final

from service.dice.model import Cites, Dice, Rule
from service.rules.opposed.battle.models import OpposedCombatant, OpposedOrder, OpposedReaction
from service.rules.opposed.battle.outcomes import OpposedEvent
from service.rules.opposed.battle.state import Battle
from service.rules.opposed.book import rulebook
from service.rules.opposed.book.options import OpposedRulings
from service.rules.opposed.book.words import OpposedAction, OpposedReason, OpposedStatus
from service.rules.opposed.figures.models import OpposedGrievousRow

Turn = tuple[Battle, OpposedEvent]
"""The battle after a turn, and what happened in it."""


@dataclass(frozen=True, slots=True)
class Command:
    """What is settled before a round's first die: orders and reactions by place, and how strikes are played."""

    orders: tuple[OpposedOrder | None, ...]
    reactions: tuple[OpposedReaction | None, ...]
    rulings: OpposedRulings
    resolves: bool
    grievous_table: tuple[OpposedGrievousRow, ...]


ALWAYS: Final = ("text", "actor", "action", "actor_status")
NOTHING: Final = {each.name: None for each in fields(OpposedEvent) if each.name not in ALWAYS} | {"effects": ()}
"""What an event says of what did not apply."""


def event_of(actor: OpposedCombatant, action: OpposedAction, text: str, **facts: Any) -> OpposedEvent:
    """Write an event, given the actor as the turn leaves it; what is not among the facts did not apply."""
    return OpposedEvent(actor=actor.id, actor_status=actor.status, action=action, text=text, **(NOTHING | facts))


def noted(
    actor: OpposedCombatant,
    action: OpposedAction,
    rule: Rule,
    text: str,
    dice: Dice,
    *,
    cites: Cites = (),
    **facts: Any,
) -> OpposedEvent:
    """Write an event that took no dice, and record it as a step of its rule."""
    dice.note(rule, text, actor=actor.id, cites=cites)
    return event_of(actor, action, text, **facts)


def lost(
    battle: Battle, actor: OpposedCombatant, reason: OpposedReason, why: str, dice: Dice, target: str | None = None
) -> Turn:
    """Lose a turn, and say why."""
    text = f"{actor.id} loses the turn: {why}."
    rule = rulebook.ROUND_LOST_ACTION
    return battle, noted(actor, OpposedAction.NONE, rule, text, dice, reason=reason, target=target)


def lost_to(battle: Battle, actor: OpposedCombatant, target: OpposedCombatant, dice: Dice) -> Turn:
    """Lose a turn, because whom it was aimed at is down or gone."""
    reason, why = absence_of(target)
    return lost(battle, actor, reason, why, dice, target.id)


def absence_of(target: OpposedCombatant) -> tuple[OpposedReason, str]:
    """Say why a target that is down or gone cannot be struck at."""
    if target.status is OpposedStatus.FLED:
        return OpposedReason.TARGET_FLED, f"{target.id} has fled"
    return OpposedReason.TARGET_DOWN, f"{target.id} is already down"
