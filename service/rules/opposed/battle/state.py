"""The state of a fight between turns: its figures and their engagements."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from service.rules.opposed.attack.legality import is_able
from service.rules.opposed.battle.models import OpposedCombatant
from service.rules.opposed.book.words import OpposedChangeReason
from service.rules.opposed.figures.changes import OpposedChange, changes_from

ENGAGE: Final = OpposedChangeReason.ENGAGE
FALL: Final = OpposedChangeReason.FALL


@dataclass(slots=True, unsafe_hash=True)
class Battle:
    """All figures as they are at one moment of a round, each at its place in the list of participants.

    `lowered` is by how much fumbles have lowered each figure's initiative this round. `places` finds a figure by id
    and never changes, so it does not distinguish states. `changes` are all changes of how figures are so far, None
    where nobody reads them; only `with_figure` puts another figure in its place.
    """

    figures: tuple[OpposedCombatant, ...]
    lowered: tuple[int, ...]
    places: Mapping[str, int] = field(compare=False, repr=False)
    changes: tuple[OpposedChange, ...] | None = field(default=None, compare=False, repr=False)

    def figure(self, name: str) -> OpposedCombatant:
        """Return a figure by id."""
        return self.figures[self.places[name]]

    def changed(self, place: int, why: OpposedChangeReason, by: str | None = None, /, **changes: Any) -> "Battle":
        """Return the battle with some fields of one figure changed, for a reason, by whose deed if by another's."""
        return self.with_figure(place, self.figures[place].model_copy(update=changes), why, by)

    def with_figure(
        self, place: int, figure: OpposedCombatant, why: OpposedChangeReason, by: str | None = None
    ) -> "Battle":
        """Return the battle with another figure at a place, for a reason, by whose deed if by another's."""
        before, changes = self.figures[place], self.changes
        if figure is before:
            return self
        if changes is not None:
            changes += changes_from(before, figure, why, by)
        figures = (*self.figures[:place], figure, *self.figures[place + 1 :])
        return Battle(figures, self.lowered, self.places, changes)

    def told(self) -> "Battle":
        """Return the battle of which somebody reads: its changes from now on are kept."""
        return Battle(self.figures, self.lowered, self.places, ())

    def rested(self) -> "Battle":
        """Return the battle at the end of a round, when fumbles lower no initiative any more."""
        if not any(self.lowered):
            return self
        return Battle(self.figures, (0,) * len(self.figures), self.places, self.changes)

    def with_lowered(self, place: int, points: int) -> "Battle":
        """Return the battle with a figure's initiative lowered for the rest of the round."""
        lowered = (*self.lowered[:place], self.lowered[place] + points, *self.lowered[place + 1 :])
        return replace(self, lowered=lowered)


def engage(battle: Battle, one: int, other: int) -> Battle:
    """Engage two figures with each other."""
    first, second = battle.figures[one], battle.figures[other]
    if second.id in first.engaged_with:
        return battle
    battle = battle.changed(one, ENGAGE, engaged_with=(*first.engaged_with, second.id))
    return battle.changed(other, ENGAGE, first.id, engaged_with=(*second.engaged_with, first.id))


def part(battle: Battle, place: int, why: OpposedChangeReason) -> Battle:
    """End every engagement of a figure."""
    figure = battle.figures[place]
    for name in figure.engaged_with:
        foe = battle.places[name]
        others = tuple([each for each in battle.figures[foe].engaged_with if each != figure.id])
        battle = battle.changed(foe, why, figure.id, engaged_with=others)
    return battle.changed(place, why, engaged_with=()) if figure.engaged_with else battle


def part_the_fallen(battle: Battle) -> Battle:
    """End every engagement of figures that are down or gone."""
    for place, figure in enumerate(battle.figures):
        if figure.engaged_with and not is_able(figure):
            battle = part(battle, place, FALL)
    return battle
