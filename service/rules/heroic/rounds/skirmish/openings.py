"""The opening of a round: orders, initiative, and all that comes after them before the next die.

Who fights on in the same situation does the same again: only the initiative is rolled anew.
"""

from service.dice.model import Dice
from service.rules.heroic.battle.contenders import contenders_of
from service.rules.heroic.battle.initiative import Ranking, contest_of, outcome_of, ranking_of
from service.rules.heroic.battle.state import Battle
from service.rules.heroic.figures.changes import INJURED
from service.rules.heroic.figures.models import HeroicUnit
from service.rules.heroic.rounds import phases
from service.rules.heroic.rounds.phases import RoundState


class Opening:
    """How a round opens in one situation, for dice that do not tell, and for units that differ in their health alone.

    `ordered` is a battle in the situation, with everybody's orders.
    """

    __slots__ = ("_contest", "_rounds", "_sides", "ordered")

    def __init__(self, ordered: Battle) -> None:
        """Remember no round yet."""
        self.ordered = ordered
        self._sides = contenders_of(ordered)
        self._contest = contest_of(self._sides, ordered.rulings.initiative_tie)
        self._rounds: dict[Ranking, RoundState] = {}

    def played(self, units: tuple[HeroicUnit, ...], dice: Dice) -> RoundState:
        """Return the round of these units after its opening.

        One that changes any of them is not remembered, nor one that is past the fighting: health decides what follows.

        Dice: as `roll_initiative`.
        """
        ranking = ranking_of(self._contest, dice)
        known = self._rounds.get(ranking)
        if known is not None:
            return known._replace(battle=known.battle.changed(INJURED, units=units))
        begun = phases.begun(self.ordered.changed(INJURED, units=units))
        opened = phases.opened(begun, outcome_of(self._sides, ranking, dice), dice)
        after = phases.unrolled(phases.counted(begun, opened), dice)
        if after.battle.units is units and after.phases <= len(phases.FIGHTING):
            self._rounds[ranking] = after
        return after
