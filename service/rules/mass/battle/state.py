"""State of a battle: the map, the units and where they are, and the events so far."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields
from typing import Annotated, Any, Final, Self

from pydantic import Field

from service.dice.model import Dice
from service.rules.kernel.hexes import CONVENTION_IN_SHORT, FARTHEST, Hex, Way, distance, neighbours
from service.rules.kernel.telling import joined
from service.rules.mass.book.options import MassRulings
from service.rules.mass.book.powers import MassPower
from service.rules.mass.book.refusals import MassDuplicateId
from service.rules.mass.book.words import ACTIVE, CLEAR, MassEventKind, MassReason, MassStatus, MassStop, MassTerrain
from service.rules.mass.figures.changes import Cause, MassChange, came_into_being, changes_between, placing_of
from service.rules.mass.figures.models import MassCommander, MassMap, MassWithinHexes, MassWithinRadius
from service.rules.mass.figures.standing import MassHit, MassUnitState
from service.rules.mass.figures.text import called
from service.wire import record, value_class


@record
class MassEvent:
    """One thing that happened in a round; what does not apply is null or empty."""

    commander: Annotated[str | None, Field(description="Id of the commander on whose count it happened.")]
    what: Annotated[MassEventKind, Field(description="What happened.")]
    unit: Annotated[str | None, Field(description="Id of the unit it happened to, or who did it.")]
    foe: Annotated[str | None, Field(description="Id of the enemy that a unit is engaged with.")]
    moved: Annotated[int | None, Field(description="Hexes moved.")]
    stopped_by: Annotated[MassStop | None, Field(description="Why the move ended.")]
    hexsides: Annotated[int | None, Field(description="Hexsides wheeled.")]
    power: Annotated[str | None, Field(description="The power used.")]
    hits: Annotated[tuple[MassHit, ...], Field(description="The units that a power or spell struck.")]
    line: Annotated[tuple[Hex, ...], Field(description=f"The hexes that a power struck along. {CONVENTION_IN_SHORT}")]
    margin: Annotated[int | None, Field(description="Margin of a rally's check; 0 if it failed.")]
    rallied: Annotated[tuple[str, ...], Field(description="Ids of the units rallied.")]
    reason: Annotated[MassReason | None, Field(description="Why a unit was refused.")]
    label: Annotated[str | None, Field(description="A custom command, spell or other action in a player's words.")]


NO_DETAILS: Final[Mapping[str, Any]] = {
    **dict.fromkeys([each.name for each in fields(MassEvent)]),
    **dict.fromkeys(("hits", "line", "rallied"), ()),
}
"""What an event says where a detail does not apply."""


@value_class
class Ground:
    """A map of hexes."""

    terrain: Mapping[Hex, MassTerrain]
    hexes: frozenset[Hex] | None
    circle: MassWithinRadius | None

    def terrain_of(self, here: Hex) -> MassTerrain:
        """Return what a hex is like; off the map everything is impassable."""
        q, r = here
        is_far = not (-FARTHEST <= q <= FARTHEST and -FARTHEST <= r <= FARTHEST)
        if is_far or (self.hexes is not None and here not in self.hexes):
            return MassTerrain.IMPASSABLE
        if self.circle is not None and distance(self.circle.centre, here) > self.circle.radius:
            return MassTerrain.IMPASSABLE
        return self.terrain.get(here, CLEAR)


def ground_of(field: MassMap) -> Ground:
    """Return the map of a request."""
    terrain: dict[Hex, MassTerrain] = {}
    for position, each in enumerate(field.terrain):
        if each.hex in terrain:
            message = f"The terrain of hex {list(each.hex)} is given twice."
            raise MassDuplicateId(message, pointer=f"/terrain/{position}/hex")
        terrain[each.hex] = each.terrain
    bounds = field.bounds
    return Ground(
        terrain=terrain,
        hexes=frozenset(bounds.hexes) if isinstance(bounds, MassWithinHexes) else None,
        circle=bounds if isinstance(bounds, MassWithinRadius) else None,
    )


Ways = Mapping[Hex, Way]
"""A way to each hex that a unit can reach."""


@value_class
class Scene:
    """The constants of a battle: the map, the powers, the commanders and the rulings.

    `complete` says whether these commanders are all that there are; a single operation knows only its own.
    """

    ground: Ground
    powers: Mapping[str, MassPower]
    commanders: Mapping[str, MassCommander]
    complete: bool
    rulings: MassRulings


@dataclass(slots=True)
class Battle:
    """A battle as it stands: the scene, units by id in the order of the request, who holds which hex, and the events.

    Every change makes another battle. It is not frozen, because that would triple the cost of making one. `changes` are
    all changes of where and how units are, None where nobody reads them; only `changed` and `joined` put other units.
    `ways` are those of units, by their ids, that have been worked out (`command/march.py`).
    """

    scene: Scene
    units: Mapping[str, MassUnitState]
    ranks: Mapping[str, int]
    held: Mapping[Hex, str]
    events: tuple[MassEvent, ...]
    changes: tuple[MassChange, ...] | None = None
    ways: dict[str, Ways] = field(default_factory=dict)

    @classmethod
    def of(cls, scene: Scene, units: Iterable[MassUnitState]) -> Self:
        """Begin a battle in which nothing has happened."""
        by_id = {unit.id: unit for unit in units}
        held = {unit.hex: unit.id for unit in by_id.values() if unit.status is ACTIVE}
        return cls(scene, by_id, {unit: rank for rank, unit in enumerate(by_id)}, held, ())

    def told(self) -> "Battle":
        """Keep the changes of units from now on: somebody reads them."""
        return Battle(self.scene, self.units, self.ranks, self.held, self.events, ())

    def changed(self, cause: Cause, *changed: MassUnitState) -> "Battle":
        """Put units in the place of those with the same ids, for a cause."""
        units, changes = dict(self.units), self.changes
        moved = []
        for unit in changed:
            before = units[unit.id]
            units[unit.id] = unit
            if before.hex != unit.hex or before.status is not unit.status:
                moved.append((before, unit))
            if changes is not None:
                changes += changes_between(unit.id, placing_of(before), placing_of(unit), cause)
        held = self._held_after(moved) if moved else self.held
        return Battle(self.scene, units, self.ranks, held, self.events, changes)

    def joined(self, unit: MassUnitState, cause: Cause) -> "Battle":
        """Add an active unit after all others, for a cause."""
        changes = None if self.changes is None else (*self.changes, came_into_being(unit, cause))
        units, ranks = {**self.units, unit.id: unit}, {**self.ranks, unit.id: len(self.ranks)}
        return Battle(self.scene, units, ranks, {**self.held, unit.hex: unit.id}, self.events, changes)

    def recorded(self, dice: Dice, commander: str | None, what: MassEventKind, **details: Any) -> "Battle":
        """Add an event if the dice tell; `details` are fields of `MassEvent`, and what is left out does not apply."""
        if not dice.tells:
            return self
        event = MassEvent(**{**NO_DETAILS, "commander": commander, "what": what, **details})
        return Battle(self.scene, self.units, self.ranks, self.held, (*self.events, event), self.changes)

    def without_events(self) -> "Battle":
        """Begin a new list of events."""
        return Battle(self.scene, self.units, self.ranks, self.held, (), self.changes)

    def name_of(self, unit: str) -> str:
        """Return what players call the unit of an id."""
        return called(self.units[unit])

    def names_of(self, units: Iterable[str]) -> str:
        """List what players call the units of some ids."""
        return joined([called(self.units[each]) for each in units])

    def foes_beside(self, unit: MassUnitState, here: Hex) -> list[str]:
        """Return the enemies next to a hex, in the order of the units."""
        held, units, side = self.held, self.units, unit.side
        foes = [held[each] for each in neighbours(here) if each in held and units[held[each]].side != side]
        if len(foes) > 1:
            foes.sort(key=self.ranks.__getitem__)
        return foes

    def active(self) -> list[MassUnitState]:
        """Return the units in the battle, in their order."""
        return [unit for unit in self.units.values() if unit.status is ACTIVE]

    def states(self) -> tuple[MassUnitState, ...]:
        """Return all units, in their order."""
        return tuple(self.units.values())

    def number(self, *statuses: MassStatus) -> int:
        """Count the units with one of some statuses."""
        return sum([unit.status in statuses for unit in self.units.values()])

    def sides(self) -> set[str]:
        """Return the sides with a unit in the battle."""
        return {unit.side for unit in self.units.values() if unit.status is ACTIVE}

    def _held_after(self, moved: Iterable[tuple[MassUnitState, MassUnitState]]) -> Mapping[Hex, str]:
        held = dict(self.held)
        for before, _ in moved:
            if held.get(before.hex) == before.id:
                del held[before.hex]
        for _, unit in moved:
            if unit.status is ACTIVE:
                held[unit.hex] = unit.id
        return held
