"""An attack under way: what its dice have come to so far."""

from dataclasses import dataclass, field
from typing import Final, NamedTuple

from service.dice.model import Cites
from service.dice.transcript import Tally
from service.rules.kernel.verdict import AttackResult
from service.rules.roll_under.rolls import SuccessGrade
from service.rules.tactical.attack.defense import PlannedDefense
from service.rules.tactical.attack.hits import Hit
from service.rules.tactical.attack.mishaps import Mishap
from service.rules.tactical.attack.outcomes import TacticalDefenseUsed, TacticalStray
from service.rules.tactical.attack.plan import AttackPlan
from service.rules.tactical.book.critical_results import TacticalCriticalHit
from service.rules.tactical.book.words import TacticalDefenseKind, TacticalLocation, TacticalSide

Groups = tuple[tuple[str, ...], ...]
"""Ids of candidates: group by group, the nearest first; who of a group comes first is a matter of chance."""
NOBODY: Final[Groups] = ()


class StrayNumber(NamedTuple):
    """A candidate, what it takes to hit him astray, and the rules behind that."""

    id: str
    number: Tally
    cites: Cites


@dataclass(slots=True, unsafe_hash=True)
class Tried:
    """A defense that has been rolled, as it was planned, and how it went."""

    figure: str
    kind: TacticalDefenseKind
    hand: TacticalSide | None
    planned: PlannedDefense = field(compare=False)
    roll: int = field(compare=False)
    grade: SuccessGrade = field(compare=False)

    def used(self) -> TacticalDefenseUsed:
        """Return the defense as it is reported."""
        planned = self.planned
        return TacticalDefenseUsed(
            figure=self.figure,
            kind=self.kind,
            hand=self.hand,
            number=planned.number,
            roll=self.roll,
            grade=self.grade,
            retreat=planned.retreat,
            dropped=planned.drop,
        )


@dataclass(slots=True, unsafe_hash=True)
class Struck:
    """An attack under way. Two are equal if what is still to come is equally likely, and does the same.

    `hits` are those that are not stopped; `victim` is whom they strike, the target or somebody else. `left` are those
    whom a miss may still hit. `places` are the locations of the hits; `critical` is what a critical hit does to the
    first of them, of the table for the head if `head` is set. `wounds` are the hits whose damage is rolled. `numbers`
    are those to hit others astray that have been worked out.
    """

    plan: AttackPlan = field(compare=False)
    grade: SuccessGrade = SuccessGrade.FAILURE
    hits: int = 0
    outcome: AttackResult = AttackResult.MISS
    victim: str | None = None
    tried: tuple[Tried, ...] = ()
    mishaps: tuple[Mishap, ...] = ()
    left: Groups = NOBODY
    places: tuple[TacticalLocation, ...] = ()
    critical: TacticalCriticalHit | None = None
    head: bool = False
    wounds: tuple[Hit, ...] = ()
    roll: int = field(compare=False, default=0)
    critical_roll: int | None = field(compare=False, default=None)
    strays: tuple[TacticalStray, ...] = field(compare=False, default=())
    numbers: dict[str, StrayNumber] = field(compare=False, default_factory=dict)
