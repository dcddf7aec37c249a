"""A turn's record: the orders of a round, the event that a turn leaves, and a turn that is lost."""

from dataclasses import dataclass
from typing import Any, Final

from service.dice.model import Cites, Dice, Rule
from service.rules.laurels.battle.models import LaurelsCombatant, LaurelsOrder
from service.rules.laurels.battle.outcomes import LaurelsEvent
from service.rules.laurels.battle.state import Battle
from service.rules.laurels.book import rulebook
from service.rules.laurels.book.options import LaurelsRulings
from service.rules.laurels.book.words import LaurelsAction, LaurelsReason

Turn = tuple[Battle, LaurelsEvent]
"""The battle after a turn, and what happened in it."""


@dataclass(frozen=True, slots=True)
class Command:
    """What is settled before a round's first die: orders by place, and the rulings."""

    orders: tuple[LaurelsOrder | None, ...]
    rulings: LaurelsRulings


UNTOLD: Final[dict[str, Any]] = {
    "target": None,
    "reason": None,
    "label": None,
    "moved_ft": 0,
    "rolled": None,
    "gross": None,
    "net": None,
    "applied": None,
    "damage_type": None,
    "target_status": None,
    "parry": None,
    "stamina_cost": None,
    "weapon_broken": None,
    "sneak_foiled": None,
    "effects": (),
}


def event_of(actor: str, action: LaurelsAction, text: str, **facts: Any) -> LaurelsEvent:
    """Write an event; what is not among the facts did not apply."""
    return LaurelsEvent(actor=actor, action=action, text=text, **(UNTOLD | facts))


def noted(
    actor: str, action: LaurelsAction, rule: Rule, text: str, dice: Dice, *, cites: Cites = (), **facts: Any
) -> LaurelsEvent:
    """Write an event that took no dice, and record it as a step of its rule."""
    dice.note(rule, text, actor=actor, cites=cites)
    return event_of(actor, action, text, **facts)


def lost(actor: LaurelsCombatant, reason: LaurelsReason, why: str, dice: Dice, *, cites: Cites = ()) -> LaurelsEvent:
    """Lose a whole turn, and say why."""
    rule = rulebook.SURPRISE_SURPRISED_LOSE_TURN if reason is LaurelsReason.SURPRISED else rulebook.ROUND_LOST_TURN
    text = f"{actor.id} {why} and takes no turn."
    return noted(actor.id, LaurelsAction.NONE, rule, text, dice, cites=cites, reason=reason)
