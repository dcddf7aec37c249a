"""Who is left in a battle between two rounds: its end, and its situation."""

from collections.abc import Collection, Iterable, Sequence
from typing import Final

from service.rules.kernel.turns.situations import Fighter, Turn, ending_of, refuse_ended, situation_of
from service.rules.kernel.verdict import Ending, Fate, Situation
from service.rules.mass.book import rulebook
from service.rules.mass.book.refusals import TooFewSides
from service.rules.mass.book.words import MassStatus
from service.rules.mass.figures.models import MassCommander, MassUnit
from service.rules.mass.figures.standing import MassUnitState

FATES: Final = {
    MassStatus.ACTIVE: Fate.STANDING,
    MassStatus.PURSUING: Fate.STANDING,
    MassStatus.ROUTED: Fate.ROUTED,
    MassStatus.DESTROYED: Fate.DESTROYED,
}
IN_BATTLE: Final = frozenset({MassStatus.ACTIVE, MassStatus.PURSUING})
"""What units are that keep their side in the battle."""


def end_of(units: Iterable[MassUnit | MassUnitState], known: Ending | None = None) -> Ending:
    """Return whether a battle is over: at most one side has a unit in it, or one that is back from pursuit soon."""
    fates = [(each, FATES[each.status]) for each in units]
    return ending_of(
        [Fighter(each.side, each.name or each.id, fate, fate is Fate.STANDING) for each, fate in fates], known=known
    )


def refuse_over(units: Iterable[MassUnit]) -> None:
    """Refuse a round of a battle that is over."""
    refuse_ended(end_of(units), rulebook.ROUND_END, "/units")


def refuse_lone_side(sides: Collection[str]) -> None:
    """Refuse a round of a battle in which there has only ever been one side."""
    if len(sides) < 2:
        raise TooFewSides(f"All units are of the side {min(sides)!r}; a battle needs two sides.", pointer="/units")


def situation_in(
    units: Sequence[MassUnit], commanders: Sequence[MassCommander], known: Ending | None = None
) -> Situation:
    """Return the situation of a battle between two rounds: the commanders who have units left declare their actions."""
    led = {each.side for each in units if FATES[each.status] is Fate.STANDING}
    turns = [
        Turn(
            id=each.id,
            side=each.side,
            name=each.name or each.id,
            fate=None,
            chooses=each.side in led,
            has_player=each.is_pc,
        )
        for each in commanders
    ]
    return situation_of(turns, end_of(units, known))
