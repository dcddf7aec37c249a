"""Who is left in a battle between two rounds: its end for all families alike, and its situation."""

from functools import partial
from typing import Final

from service.rules.heroic.battle.state import Battle, is_awake
from service.rules.heroic.book import rulebook
from service.rules.heroic.book.words import ROUTED, UNCONSCIOUS, HeroicStatus
from service.rules.heroic.figures.models import HeroicUnit
from service.rules.heroic.figures.standing import spoken_name
from service.rules.heroic.orders.divisions import is_pinned_down
from service.rules.heroic.rounds.closing import fights_on, side_name
from service.rules.kernel.turns.situations import Fighter, Turn, ending_of, refuse_ended, situation_of
from service.rules.kernel.verdict import Ending, Fate, Situation

FATES: Final = {
    HeroicStatus.ACTIVE: Fate.STANDING,
    HeroicStatus.INCAPACITATED: Fate.DOWN,
    HeroicStatus.ROUTED: Fate.ROUTED,
    HeroicStatus.SURRENDERED: Fate.CAPTURED,
    HeroicStatus.FLED: Fate.FLED,
}

RETREATS: Final = "retreat"
"""What a routed unit must do without an order."""
BREAKS_FREE: Final = "break_free"
"""What is left to a unit of which everybody is pinned."""


def condition_of(unit: HeroicUnit) -> Fate:
    """Return what has become of a unit; one that is unconscious is down, whatever its status."""
    return Fate.DOWN if UNCONSCIOUS in unit.conditions else FATES[unit.status]


def end_in(battle: Battle, known: Ending | None = None) -> Ending:
    """Return whether a battle is over: fewer than two sides have a unit that fights on."""
    return ending_of(
        [
            Fighter(unit.side, spoken_name(unit), condition_of(unit), fights_on(battle, place))
            for place, unit in enumerate(battle.units)
            if known is None or not unit.hidden
        ],
        partial(side_name, battle.sides),
        known=known,
    )


def end_text(battle: Battle) -> str | None:
    """Say how a battle has ended, if it has, and what has become of those whom viewers see."""
    ending = end_in(battle)
    return end_in(battle, ending).text if ending.over else None


def refuse_over(battle: Battle) -> None:
    """Refuse a round of a battle that is over."""
    refuse_ended(end_in(battle), rulebook.BATTLE_END, "/encounter/units")


def forced_on(battle: Battle, place: int) -> str | None:
    """Return what the rules make a unit do, or None if it may choose."""
    if battle.units[place].status is ROUTED:
        return RETREATS if fights_on(battle, place) else None
    return BREAKS_FREE if is_awake(battle.units[place]) and is_pinned_down(battle, place) else None


def situation_in(battle: Battle, number: int, known: Ending | None = None) -> Situation:
    """Return the situation of a battle between two rounds, before the round of a number."""
    turns = []
    for place, unit in enumerate(battle.units):
        fate = condition_of(unit)
        turns.append(
            Turn(
                id=unit.id,
                side=unit.side,
                name=spoken_name(unit),
                fate=fate,
                chooses=fate is Fate.STANDING,
                has_player=unit.is_pc,
                forced=forced_on(battle, place),
            )
        )
    return situation_of(turns, end_in(battle, known), number=number)
