"""The field of a fight while a procedure runs: the ground, the figures on it, and who fills which hex."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Final

from service.rules.kernel.figures import refuse_doubles
from service.rules.kernel.hexes import Hex, hex_text
from service.rules.tactical.book import refusals
from service.rules.tactical.book.options import TacticalRulings
from service.rules.tactical.book.words import TacticalChangeReason, TacticalRelationKind
from service.rules.tactical.figures.filled_hexes import CUSTOM, Placed, apart, body_at, is_placed_alike
from service.rules.tactical.figures.models import TacticalFigure, TacticalScene
from service.rules.tactical.figures.standing import is_conscious, weapon_ids, with_state
from service.rules.tactical.map.footprints import FORM, is_footprint, walled_hexes
from service.rules.tactical.map.ground import Ground
from service.rules.tactical.map.models import TacticalMap

ALLY, NEUTRAL, FOE = TacticalRelationKind
CROWD: Final = 4
"""How many friendly figures that do not fight may share a hex."""


class Field:
    """The ground and the figures on it; a procedure replaces figures as they change.

    `largest` is the Size Modifier of the largest figure, which no figure outgrows; 0 if there is none. `placed` are all
    changes of place and posture in their order, and `acting` is the figure whose deeds they come of.
    """

    __slots__ = (
        "_bodies",
        "_figures",
        "_heard",
        "_places",
        "_relations",
        "_sent",
        "_sharing",
        "_waiting",
        "acting",
        "ground",
        "largest",
        "placed",
        "rulings",
    )

    def __init__(
        self,
        ground: Ground,
        relations: Mapping[frozenset[str], TacticalRelationKind],
        figures: Iterable[TacticalFigure],
        rulings: TacticalRulings,
    ) -> None:
        """Set the ground, the figures in the order of the request, and how sides stand to each other."""
        self.ground = ground
        self.rulings = rulings
        self._relations = relations
        self._figures = {figure.id: figure for figure in figures}
        self._sent = dict(self._figures)
        self._bodies: dict[str, tuple[Hex, ...]] = {}
        self._places: dict[Hex, tuple[str, ...]] | None = None
        self._sharing: frozenset[str] | None = None
        self._waiting: tuple[str, ...] | None = None
        self.largest = max([each.sm for each in self._figures.values()], default=0)
        self.placed: list[Placed] = []
        self._heard = 0
        self.acting: str | None = None

    @classmethod
    def of(cls, scene: TacticalScene, rulings: TacticalRulings) -> "Field":
        """Make the field of a request."""
        refuse_doubles(scene.figures, "/figures", refusals.TacticalDuplicateId)
        for place, figure in enumerate(scene.figures):
            refuse_figure(figure, f"/figures/{place}")
        if scene.map is None and not rulings.open_plain:
            message = "map is null: supply a map, or set the option open_plain for an endless, empty one."
            raise refusals.MapRequired(message, pointer="/map")
        field = cls(Ground.of(scene.map), relations_of(scene.map), scene.figures, rulings)
        _refuse_places(field)
        return field

    def __getitem__(self, id: str) -> TacticalFigure:
        """Return the figure of an id that is known to be on the field."""
        return self._figures[id]

    def name_of(self, id: str) -> str:
        """Return what players call the figure of an id."""
        figure = self._figures[id]
        return figure.name or id

    def __contains__(self, id: str) -> bool:
        """Return whether a figure of this id is on the field."""
        return id in self._figures

    def __iter__(self) -> Iterator[TacticalFigure]:
        """Yield all figures, in the order of the request."""
        return iter(self.figures())

    def figures(self) -> tuple[TacticalFigure, ...]:
        """Return all figures as they are now, in the order of the request."""
        return tuple(self._figures.values())

    def sent(self) -> tuple[TacticalFigure, ...]:
        """Return all figures as the request sent them."""
        return tuple(self._sent.values())

    def copy(self) -> "Field":
        """Return a field to try something on; what is put on it does not change this one."""
        other = object.__new__(Field)
        other.ground, other.rulings, other._relations = self.ground, self.rulings, self._relations
        other._figures = self._figures.copy()
        other._sent = self._sent
        other.largest = self.largest
        other.placed, other.acting, other._heard = [], self.acting, 0
        other._bodies = self._bodies.copy()
        other._places = None if self._places is None else self._places.copy()
        other._sharing = self._sharing
        other._waiting = self._waiting
        return other

    def alone(self, figure: TacticalFigure) -> "Field":
        """Return the ground with nobody on it but one figure."""
        return Field(self.ground, self._relations, (figure,), self.rulings)

    def without(self, ids: Collection[str]) -> "Field":
        """Return the field without some figures, which have left it; what is put on it does not change this one."""
        left = [each for each in self._figures.values() if each.id not in ids]
        other = Field(self.ground, self._relations, left, self.rulings)
        other._sent = self._sent
        return other

    def find(self, id: str, pointer: str) -> TacticalFigure:
        """Return the figure of an id that a request names."""
        figure = self._figures.get(id)
        if figure is None:
            raise refusals.TacticalUnknownFigure(f"{id!r} is not on the map.", id, self._figures, pointer=pointer)
        return figure

    def put(self, figure: TacticalFigure, why: TacticalChangeReason = TacticalChangeReason.MOVE) -> TacticalFigure:
        """Replace a figure as it is now, and return it; `why` counts if it is placed otherwise than before."""
        before = self._figures[figure.id]
        self._figures[figure.id] = figure
        if before.state.wait is not figure.state.wait:
            self._waiting = None
        if before is not figure and not is_placed_alike(before, figure):
            self._move(before, figure)
            self.placed.append(Placed(before, figure, why, self.acting))
        return figure

    def unheard(self) -> list[Placed]:
        """Return what has been placed otherwise since this was asked last: what those who wait have not answered."""
        heard, self._heard = self._heard, len(self.placed)
        return self.placed[heard:]

    def forget_placed(self) -> None:
        """Forget all changes of place so far, as a turn begins."""
        self.placed, self._heard = [], 0

    def _move(self, before: TacticalFigure, figure: TacticalFigure) -> None:
        """Remember which hexes a figure fills now, and keep those in a hex in the order of the request."""
        left, name, places = self._bodies.pop(figure.id, None), figure.id, self._places
        if places is None:
            return
        meets = False
        for each in left or body_at(before, before.hex, before.facing, self.rulings):
            places[each] = others = tuple([other for other in places[each] if other != name])
            meets = meets or bool(others)
        for each in self.body(figure):
            others = places.get(each, ())
            meets = meets or bool(others)
            here = {*others, name}
            places[each] = tuple([other for other in self._figures if other in here]) if others else (name,)
        if meets:
            self._sharing = None

    def changed(self) -> tuple[TacticalFigure, ...]:
        """Return the figures that are not as the request sent them, in its order.

        Friends who are left in one hex, as when a close combat has ended there, are marked, so that they may be sent
        again.
        """
        self.mark_sharing()
        return tuple([figure for figure in self._figures.values() if figure is not self._sent[figure.id]])

    def mark_sharing(self) -> None:
        """Mark those who share a hex with friends for want of room, and nobody else."""
        sharing = self.sharing()
        for figure in self.figures():
            if figure.state.sharing or figure.id in sharing:
                alone = with_state(figure, sharing=False)
                shares = is_crowded(self, alone, self.body(figure))
                if shares is not figure.state.sharing:
                    self.put(with_state(figure, sharing=shares))

    def body(self, figure: TacticalFigure) -> tuple[Hex, ...]:
        """Return the hexes that a figure on this field fills, its head first."""
        found = self._bodies.get(figure.id)
        if found is None:
            found = self._bodies[figure.id] = body_at(figure, figure.hex, figure.facing, self.rulings)
        return found

    def bodies_of(self, figures: Iterable[TacticalFigure]) -> list[tuple[Hex, ...]]:
        """Return the hexes that each of some figures on this field fills."""
        known = self._bodies
        return [known.get(each.id) or self.body(each) for each in figures]

    def occupants(self, hex: Hex) -> list[TacticalFigure]:
        """Return the figures in a hex, in the order of the request."""
        return [self._figures[each] for each in self.filled().get(hex, ())]

    def is_occupied(self, hex: Hex) -> bool:
        """Return whether any figure is in a hex."""
        return bool(self.filled().get(hex))

    def has_others(self, hex: Hex, id: str) -> bool:
        """Return whether any figure but one is in a hex."""
        here = self.filled().get(hex, ())
        return len(here) > 1 or (len(here) == 1 and here[0] != id)

    def sharing(self) -> frozenset[str]:
        """Return the ids of all figures that share a hex with another one."""
        if self._sharing is None:
            self._sharing = frozenset([each for here in self.filled().values() if len(here) > 1 for each in here])
        return self._sharing

    def waiting(self) -> tuple[str, ...]:
        """Return the ids of the figures that wait, in the order of the request."""
        if self._waiting is None:
            self._waiting = tuple([each.id for each in self._figures.values() if each.state.wait is not None])
        return self._waiting

    def filled(self) -> Mapping[Hex, tuple[str, ...]]:
        """Return the ids of the figures in each hex that is or was occupied, in the order of the request."""
        if self._places is None:
            self._places = {}
            for figure in self._figures.values():
                for each in self.body(figure):
                    self._places[each] = (*self._places.get(each, ()), figure.id)
        return self._places

    def bodies(self, hex: Hex) -> int:
        """Return how many bodies lie in a hex: those of the map, and figures that are out of action."""
        return self.ground.cell(hex).bodies + sum([not is_conscious(each) for each in self.occupants(hex)])

    def is_severe(self, hex: Hex) -> bool:
        """Return whether a hex is severely obstructed, by what the map says or by bodies.

        Ruling: tactical/ruling/severe-threshold.
        """
        ground = self.ground
        if ground.is_bare(hex) and not self.is_occupied(hex):
            return False
        return ground.is_severe(hex) or self.bodies(hex) >= self.rulings.severe_bodies

    def distance(self, one: TacticalFigure, other: TacticalFigure) -> int:
        """Return the hexes between the nearest parts of two figures; 0 in one hex."""
        return apart(*self.bodies_of((one, other)))

    def distances(self, one: TacticalFigure, others: Sequence[TacticalFigure]) -> list[int]:
        """Return the hexes between a figure and each of some others."""
        own = self.body(one)
        return [apart(own, each) for each in self.bodies_of(others)]

    def relation(self, one: TacticalFigure, other: TacticalFigure) -> TacticalRelationKind:
        """Return how two figures stand to each other."""
        if one.side == other.side:
            return ALLY
        return self._relations.get(frozenset((one.side, other.side)), FOE) if self._relations else FOE

    def is_foe(self, one: TacticalFigure, other: TacticalFigure) -> bool:
        """Return whether two figures are foes."""
        return one.side != other.side and (not self._relations or self.relation(one, other) is FOE)

    def foes(self, figure: TacticalFigure) -> list[TacticalFigure]:
        """Return all foes of a figure, whether they can act or not, in the order of the request."""
        side = figure.side
        return [each for each in self._figures.values() if each.side != side and self.is_foe(figure, each)]


def relations_of(map: TacticalMap | None) -> dict[frozenset[str], TacticalRelationKind]:
    """Return how pairs of sides stand to each other; those that are missing are foes."""
    return {} if map is None else {frozenset(each.sides): each.relation for each in map.relations}


def refuse_off_map(field: Field, hex: Hex, pointer: str) -> None:
    """Refuse a hex that is not on the map.

    Raises: OffMap.
    """
    if not field.ground.contains(hex):
        raise refusals.OffMap(f"Hex {hex_text(hex)} is {field.ground.off_map(hex)}", pointer=pointer)


def refuse_figure(figure: TacticalFigure, pointer: str) -> None:
    """Refuse a figure whose own fields disagree: weapons, what it holds, or the hexes of a custom shape."""
    refuse_doubles(figure.weapons, f"{pointer}/weapons", refusals.TacticalDuplicateId)
    _refuse_unknown_weapons(figure, f"{pointer}/ready")
    if figure.shape is CUSTOM and not is_footprint(figure.body):
        raise refusals.BadFootprint(f"{figure.id!r} has a custom shape whose {FORM}", pointer=f"{pointer}/body")


def _refuse_unknown_weapons(figure: TacticalFigure, pointer: str) -> None:
    """Refuse a figure that holds something which it does not have."""
    held = figure.ready
    for hand, weapon in (("right", held.right), ("left", held.left), ("both", held.both)):
        if weapon is not None and all(weapon != each.id for each in figure.weapons) and weapon not in figure.items:
            message = f"{figure.id!r} holds {weapon!r}, which is none of its weapons and items."
            known = [*weapon_ids(figure), *figure.items]
            raise refusals.UnknownWeapon(message, weapon, known, pointer=f"{pointer}/{hand}")


def _refuse_places(field: Field) -> None:
    """Refuse figures that stand where they cannot."""
    figures = field.figures()
    for place, figure in enumerate(figures):
        body = field.body(figure)
        fault = misplaced(field, figure, body)
        if isinstance(fault, refusals.OffMap):
            off = next(each for each in body if not field.ground.contains(each))
            message = f"{figure.id!r} would be at hex {hex_text(off)}, which is {field.ground.off_map(off)}"
            raise refusals.OffMap(message, pointer=f"/figures/{place}/hex")
        if fault is not None:
            raise fault.below(f"/figures/{place}")
    for place, figure in enumerate(figures):
        crowd_fault = crowded(field, figure, field.body(figure))
        if crowd_fault is not None:
            raise crowd_fault.below(f"/figures/{place}")


def misplaced(field: Field, figure: TacticalFigure, body: tuple[Hex, ...]) -> refusals.FieldRefusal | None:
    """Return the refusal of a body that the ground has no room for, or None if it has."""
    ground = field.ground
    for place, each in enumerate(body):
        if ground.is_bare(each):
            continue
        where = f"hex {hex_text(each)}"
        if not ground.contains(each):
            return refusals.OffMap(
                f"{figure.id!r} would be at {where}, which is off the map: {ground.extent}.", pointer="/hex"
            )
        if place == 0 and ground.is_solid(each):
            return refusals.BlockedByBarrier(f"{figure.id!r} would be in {where}, which is solid.", pointer="/hex")
        if not ground.is_usable(each):
            return refusals.HexUnusable(f"{figure.id!r} would be in {where}, which is unusable.", pointer="/hex")
    overlap = walled_hexes(ground, body) if len(body) > 1 else 0
    if overlap > field.rulings.wall_overlap:
        message = f"{figure.id!r} does not fit: {overlap} of its hexes overlap walls or solid hexes."
        return refusals.TooNarrow(f"{message} At most {field.rulings.wall_overlap} may.", pointer="/hex")
    return None


def crowded(field: Field, figure: TacticalFigure, body: tuple[Hex, ...]) -> refusals.FieldRefusal | None:
    """Return the refusal of a figure that would rest in a hex with others whom it cannot share it with, or None."""
    found = _crowd(field, figure, body)
    return None if found is None else _unshared(figure, *found)


def is_crowded(field: Field, figure: TacticalFigure, body: tuple[Hex, ...]) -> bool:
    """Return whether a figure would rest in a hex with others whom it cannot share it with."""
    return _crowd(field, figure, body) is not None


def _crowd(field: Field, figure: TacticalFigure, body: tuple[Hex, ...]) -> tuple[Hex, list[TacticalFigure]] | None:
    """Return the first hex that a figure cannot share, with the others in it, or None."""
    if figure.swarm or not is_conscious(figure):
        return None
    for each in body:
        if field.has_others(each, figure.id):
            others = [other for other in field.occupants(each) if other.id != figure.id and fills(other)]
            if not _can_share(field, figure, others):
                return each, others
    return None


def fills(figure: TacticalFigure) -> bool:
    """Return whether a figure keeps others out of its hex; swarms and bodies on the ground do not."""
    return not figure.swarm and is_conscious(figure)


def _can_share(field: Field, figure: TacticalFigure, others: list[TacticalFigure]) -> bool:
    """Return whether a figure can be in one hex with others who fill it: with a foe, in need, or in a small crowd."""
    if not others or any(field.is_foe(figure, other) for other in others):
        return True
    if figure.state.sharing or (figure.state.close and any(other.state.close for other in others)):
        return True
    return not _has_fighter(figure, others) and len(others) < CROWD


def _has_fighter(figure: TacticalFigure, others: list[TacticalFigure]) -> bool:
    return figure.fighting or any(other.fighting for other in others)


def _unshared(figure: TacticalFigure, hex: Hex, others: list[TacticalFigure]) -> refusals.FieldRefusal:
    """Return the refusal of a figure that cannot share a hex with the others in it."""
    where = f"hex {hex_text(hex)}"
    names = ", ".join([repr(other.id) for other in others])
    if _has_fighter(figure, others):
        return refusals.HexOccupied(f"{figure.id!r} cannot rest in {where}: {names} fills it.", pointer="/hex")
    message = f"{where} would hold {len(others) + 1} figures, {figure.id!r} beside {names}; at most {CROWD}"
    message = f"{message} that do not fight share one."
    return refusals.HexOvercrowded(message, pointer="/hex")
