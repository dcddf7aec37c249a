"""The state of a battle between turns."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from service.rules.laurels.battle.models import LaurelsCombatant
from service.rules.laurels.book.words import LaurelsRole, LaurelsStatus
from service.rules.laurels.figures.vitals import rested_status

OUT = (LaurelsStatus.DEAD, LaurelsStatus.FLED)


@dataclass(unsafe_hash=True, slots=True)
class Battle:
    """All participants at one moment of a round, each at its place in the request's list.

    `attacked` lists whom each has attacked so far this round; it is empty where nobody asks for it. `places` finds a
    participant by id; it never changes, so it is not compared.
    """

    figures: tuple[LaurelsCombatant, ...]
    attacked: tuple[tuple[str, ...], ...]
    places: Mapping[str, int] = field(compare=False, repr=False)

    def figure(self, name: str) -> LaurelsCombatant:
        """Return a participant by id."""
        return self.figures[self.places[name]]

    def changed(self, place: int, **changes: Any) -> "Battle":
        """Return the battle with some fields of one participant changed."""
        return self.with_figure(place, self.figures[place].model_copy(update=changes))

    def with_figure(self, place: int, figure: LaurelsCombatant) -> "Battle":
        """Return the battle with another figure at a place."""
        figures = (*self.figures[:place], figure, *self.figures[place + 1 :])
        return Battle(figures, self.attacked, self.places)

    def with_attack(self, place: int, target: str) -> "Battle":
        """Return the battle with one more attacked by the participant at a place."""
        if not self.attacked or target in self.attacked[place]:
            return self
        targets = (*self.attacked[place], target)
        attacked = (*self.attacked[:place], targets, *self.attacked[place + 1 :])
        return Battle(self.figures, attacked, self.places)

    def with_attacks(self, pairs: Iterable[tuple[str, str]]) -> "Battle":
        """Return the battle with who has attacked whom in a round, by ids."""
        attacked: list[dict[str, None]] = [{} for _ in self.figures]
        for attacker, target in pairs:
            attacked[self.places[attacker]][target] = None
        return Battle(self.figures, tuple([tuple(each) for each in attacked]), self.places)

    def forgetful(self) -> "Battle":
        """Return the battle without the record of who attacks whom, which decides only who can be ambushed."""
        return Battle(self.figures, (), self.places)

    def ended(self) -> "Battle":
        """Return the battle at the end of a round: who attacked whom is written down, if that is recorded."""
        if not self.attacked:
            return self
        pairs = zip(self.figures, self.attacked, strict=True)
        return begun(
            tuple([figure.model_copy(update={"attacked_last_round": each}) for figure, each in pairs]), self.places
        )


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
