"""The state of a battle between turns."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from service.rules.laurels.battle.models import LaurelsCombatant
from service.rules.laurels.book.words import LaurelsChangeReason, LaurelsRole, LaurelsStatus
from service.rules.laurels.figures.changes import NO_CHANGES, LaurelsChange, changes_from, changes_of_attack
from service.rules.laurels.figures.vitals import rested_status

OUT = (LaurelsStatus.DEAD, LaurelsStatus.FLED)


@dataclass(unsafe_hash=True, slots=True)
class Battle:
    """All participants at one moment of a round, each at its place in the request's list.

    `attacked` lists whom each has attacked so far this round; it is empty where nobody asks for it. `places` finds a
    participant by id; it never changes, so it is not compared. `changes` are all changes of status and stance so far,
    None where nobody reads them; only `with_figure` and `struck` put another figure in its place.
    """

    figures: tuple[LaurelsCombatant, ...]
    attacked: tuple[tuple[str, ...], ...]
    places: Mapping[str, int] = field(compare=False, repr=False)
    changes: tuple[LaurelsChange, ...] | None = field(default=None, compare=False, repr=False)

    def figure(self, name: str) -> LaurelsCombatant:
        """Return a participant by id."""
        return self.figures[self.places[name]]

    def changed(self, place: int, why: LaurelsChangeReason, by: str | None = None, /, **changes: Any) -> "Battle":
        """Return the battle with some fields of one participant changed, for a reason, by whose deed if by one."""
        return self.with_figure(place, self.figures[place].model_copy(update=changes), why, by)

    def with_figure(
        self, place: int, figure: LaurelsCombatant, why: LaurelsChangeReason, by: str | None = None
    ) -> "Battle":
        """Return the battle with another figure at a place, for a reason, by whose deed if by one."""
        changes = self.changes
        if changes is not None:
            changes += changes_from(self.figures[place], figure, why, by)
        figures = (*self.figures[:place], figure, *self.figures[place + 1 :])
        return Battle(figures, self.attacked, self.places, changes)

    def struck(self, place: int, foe: int, attacker: LaurelsCombatant, target: LaurelsCombatant) -> "Battle":
        """Return the battle with attacker and target as an attack leaves them, which is written down."""
        changes = self.changes
        if changes is not None:
            changes += changes_of_attack((self.figures[place], attacker), (self.figures[foe], target))
        figures = list(self.figures)
        figures[place], figures[foe] = attacker, target
        return Battle(tuple(figures), self.attacked, self.places, changes).with_attack(place, target.id)

    def told(self, sent: Iterable[LaurelsCombatant]) -> "Battle":
        """Return the battle of which somebody reads, with what has changed since its participants were as sent."""
        changes = self.changes or NO_CHANGES
        for before, now in zip(sent, self.figures, strict=True):
            changes += changes_from(before, now, LaurelsChangeReason.CONDITION)
        return Battle(self.figures, self.attacked, self.places, changes)

    def with_attack(self, place: int, target: str) -> "Battle":
        """Return the battle with one more attacked by the participant at a place."""
        if not self.attacked or target in self.attacked[place]:
            return self
        targets = (*self.attacked[place], target)
        attacked = (*self.attacked[:place], targets, *self.attacked[place + 1 :])
        return Battle(self.figures, attacked, self.places, self.changes)

    def with_attacks(self, pairs: Iterable[tuple[str, str]]) -> "Battle":
        """Return the battle with who has attacked whom in a round, by ids."""
        attacked: list[dict[str, None]] = [{} for _ in self.figures]
        for attacker, target in pairs:
            attacked[self.places[attacker]][target] = None
        return Battle(self.figures, tuple([tuple(each) for each in attacked]), self.places, self.changes)

    def forgetful(self) -> "Battle":
        """Return the battle without the record of who attacks whom, which decides only who can be ambushed."""
        return Battle(self.figures, (), self.places)

    def ended(self) -> "Battle":
        """Return the battle at the end of a round: who attacked whom is written down, if that is recorded."""
        if not self.attacked:
            return self
        pairs = zip(self.figures, self.attacked, strict=True)
        figures = tuple([figure.model_copy(update={"attacked_last_round": each}) for figure, each in pairs])
        after = begun(figures, self.places)
        return after if self.changes is None else replace(after, changes=self.changes).told(figures)


def begun(figures: tuple[LaurelsCombatant, ...], places: Mapping[str, int]) -> Battle:
    """Return the battle at the beginning of a round; each status follows from stamina and injuries."""
    return Battle(tuple([_rested(figure) for figure in figures]), ((),) * len(figures), places)


def _rested(figure: LaurelsCombatant) -> LaurelsCombatant:
    status = rested_status(figure)
    return figure if status is figure.status else figure.model_copy(update={"status": status})


def is_in(figure: LaurelsCombatant) -> bool:
    """Return whether a participant is still in the fight: neither dead nor fled."""
    return figure.status not in OUT


def is_decided(figures: tuple[LaurelsCombatant, ...]) -> bool:
    """Return whether at most one side has someone in the fight."""
    found = None
    for figure in figures:
        if figure.role is not found and is_in(figure):
            if found is not None:
                return False
            found = figure.role
    return True


def standing(figures: tuple[LaurelsCombatant, ...]) -> set[LaurelsRole]:
    """Return the sides that still have someone in the fight."""
    return {figure.role for figure in figures if is_in(figure)}
