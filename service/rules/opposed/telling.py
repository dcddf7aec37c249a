"""Summaries of fights between many, in sentences."""

from collections.abc import Sequence

from service.dice.model import Dice
from service.rules.opposed.battle_records import OpposedEvent
from service.rules.opposed.models import OpposedGrievousRow, OpposedRulings
from service.rules.opposed.words import OpposedResult

MOST_NAMES = 5


def joined(names: Sequence[str]) -> str:
    """List names as one says them: "ash, orc and imp", and not all of them if they are many."""
    shown = list(names[:MOST_NAMES])
    if len(names) > MOST_NAMES:
        shown.append(f"{len(names) - MOST_NAMES} more")
    return shown[0] if len(shown) == 1 else f"{', '.join(shown[:-1])} and {shown[-1]}"


def warn_if_unread(table: Sequence[OpposedGrievousRow], rulings: OpposedRulings, dice: Dice) -> None:
    """Warn of a table of grievous injuries that no roll will read."""
    if table and not rulings.grievous_roll:
        dice.warn("grievous_table is not read, because the option grievous_roll is false.")


def told_round(events: Sequence[OpposedEvent], fallen: Sequence[str], winner: str | None) -> str:
    """Tell what a round came to: strikes, hits and damage, who fell, and who is left alone."""
    blows = [each for event in events for each in (event, event.riposte) if each is not None and each.outcome]
    hits = [each for each in blows if each.outcome is OpposedResult.HIT]
    if not events:
        text = "Nobody can act"
    elif not blows:
        text = "Nobody strikes"
    else:
        damage = sum([each.applied or 0 for each in hits])
        text = f"{len(hits)} of {len(blows)} strikes hit, for {damage} points of damage"
    if fallen:
        text += f"; {joined(fallen)} {'falls' if len(fallen) == 1 else 'fall'}"
    return f"{text}. Only {winner} can still fight." if winner else f"{text}."
