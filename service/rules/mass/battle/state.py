"""A battle as it stands: the units, where they are and what has happened; and what does not change in it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Self

from service.rules.kernel.hexes import Hex, neighbours
from service.rules.mass.battle.events import MassEvent
from service.rules.mass.battle.terrain import Ground
from service.rules.mass.book.options import MassRulings
from service.rules.mass.book.powers import MassPower
from service.rules.mass.book.words import MassStatus
from service.rules.mass.figures.models import MassCommander
from service.rules.mass.figures.standing import MassUnitState


@dataclass(frozen=True, slots=True)
class Scene:
    """What does not change in a battle: the map, the powers, the commanders and the rulings.

    `complete` says whether these commanders are all that there are; a single operation knows only its own.
    """

    ground: Ground
    powers: Mapping[str, MassPower]
    commanders: Mapping[str, MassCommander]
    complete: bool
    rulings: MassRulings


@dataclass(frozen=True, slots=True)
class Battle:
    """Units by id, in the order of the request, and who holds which hex; every change makes another battle."""

    units: Mapping[str, MassUnitState]
    ranks: Mapping[str, int]
    held: Mapping[Hex, str]
    events: tuple[MassEvent, ...]

    @classmethod
    def of(cls, units: Iterable[MassUnitState]) -> Self:
        """Begin a battle in which nothing has happened."""
        by_id = {unit.id: unit for unit in units}
        return cls(
            units=by_id,
            ranks={unit: rank for rank, unit in enumerate(by_id)},
            held={unit.hex: unit.id for unit in by_id.values() if unit.status is MassStatus.ACTIVE},
            events=(),
        )

    def changed(self, *changed: MassUnitState) -> "Battle":
        """Put units in the place of those with the same ids."""
        units = dict(self.units)
        moved = []
        for unit in changed:
            before = units[unit.id]
            units[unit.id] = unit
            if before.hex != unit.hex or before.status is not unit.status:
                moved.append((before, unit))
        return Battle(units, self.ranks, self._held_after(moved) if moved else self.held, self.events)

    def joined(self, unit: MassUnitState) -> "Battle":
        """Add an active unit after all others."""
        return Battle(
            units={**self.units, unit.id: unit},
            ranks={**self.ranks, unit.id: len(self.ranks)},
            held={**self.held, unit.hex: unit.id},
            events=self.events,
        )

    def told(self, *events: MassEvent) -> "Battle":
        """Add what happened."""
        return Battle(self.units, self.ranks, self.held, self.events + events)

    def silent(self) -> "Battle":
        """Forget what happened."""
        return Battle(self.units, self.ranks, self.held, ())

    def foes_beside(self, unit: MassUnitState, here: Hex) -> list[str]:
        """Return the enemies next to a hex, in the order of the units."""
        held = self.held
        beside = [held[each] for each in neighbours(here) if each in held]
        return sorted([each for each in beside if self.units[each].side != unit.side], key=self.ranks.__getitem__)

    def active(self) -> list[MassUnitState]:
        """Return the units in the battle, in their order."""
        return [unit for unit in self.units.values() if unit.status is MassStatus.ACTIVE]

    def _held_after(self, moved: Iterable[tuple[MassUnitState, MassUnitState]]) -> Mapping[Hex, str]:
        held = dict(self.held)
        for before, _ in moved:
            if held.get(before.hex) == before.id:
                del held[before.hex]
        held.update((unit.hex, unit.id) for _, unit in moved if unit.status is MassStatus.ACTIVE)
        return held
