"""Those around a line of fire: who is in its way, who is too large to shoot past, and who is met where.

Figures that are dead, and swarms, are in nobody's way; somebody unconscious counts as lying.
Source: Firing Through an Occupied Hex.
Ruling: tactical/ruling/pair-solid, posture-levels, sight-block-target, higher-up.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from service.rules.kernel.hexes import Hex, hex_text
from service.rules.roll_under.words import Posture
from service.rules.tactical.book.options import TacticalBlockVersus, TacticalInTheWay
from service.rules.tactical.book.tables import SIGHT_BLOCKED_LEVEL, SIGHT_BLOCKS, InTheWayRow, is_in_the_way
from service.rules.tactical.figures.field import Field
from service.rules.tactical.figures.models import TacticalFigure
from service.rules.tactical.figures.standing import is_conscious, name_of
from service.rules.tactical.map.lines import Crossed, Segment, items


class Person(NamedTuple):
    """Somebody in a hex: whether it is in the way of the shot at hand, and whether it is too large to shoot past."""

    id: str
    name: str
    hex: Hex
    counts: bool
    closes: bool


Found = list[Person]
"""People whom a line meets."""


class Met(NamedTuple):
    """Those in the way whom a line meets at one distance: whether it runs between two hexes, and how many count."""

    between: bool
    found: Found
    counting: int


class Meeting(NamedTuple):
    """Whom a line meets.

    `met` are those in the way, nearest first. `people` counts the persons among them, or the hexes with persons by the
    option `in_way`; `pairs` the pairs of occupied hexes that the line runs between. `crowd` counts everybody in a hex
    that the line touches, in the way or not. `giant` is the first one who is too large to shoot past.
    """

    met: Sequence[Met] = ()
    people: int = 0
    pairs: int = 0
    crowd: int = 0
    giant: "Blockage | None" = None


NOBODY: Final = Meeting()


class Blockage(NamedTuple):
    """What closes a line: a solid hex, what stands on a hexside of it, or a large figure in it."""

    hex: Hex
    direction: int | None = None
    figure: str | None = None
    name: str = ""

    def __str__(self) -> str:
        """Return a sentence for players."""
        where = f"hex {hex_text(self.hex)}"
        if self.figure is not None:
            return f"{self.name} in {where} is too large to shoot past."
        if self.direction is not None:
            return f"a wall or a closed door stands on hexside {self.direction} of {where}."
        return f"{where} is solid."


class People(dict[Hex, Found]):
    """Those who may be in the way of a shot, by hex; a figure of several hexes is in each of them.

    A hex is looked into when a line first passes it. Nobody is in the shooter's own hexes, nor in those of `off`.
    """

    def __init__(
        self,
        field: Field,
        shooter: TacticalFigure,
        target: TacticalFigure | None,
        rows: tuple[InTheWayRow, ...],
        off: Iterable[Hex] = (),
    ) -> None:
        """Set who shoots at whom on which field; `rows` say which postures are in the way."""
        super().__init__({each: [] for each in (*field.body(shooter), *off)})
        facing = Posture.STANDING if target is None else target.posture
        self.field = field
        self._counting = {each for each in Posture if is_in_the_way(rows, each, shooter.posture, facing)}
        self._least, self._height = shooter.sm, elevation_of(field, shooter)
        if target is not None and field.rulings.block_vs is not TacticalBlockVersus.SHOOTER:
            self._least = max(self._least, target.sm)
        self._apart = (shooter.id, None if target is None else target.id)
        self._met_in: dict[tuple[Hex, ...], Meeting] = {(): NOBODY}

    def __missing__(self, hex: Hex) -> Found:
        """Look into a hex, and remember who is in it."""
        found = self[hex] = [self._person(each, hex) for each in self.field.occupants(hex) if self._stands_there(each)]
        return found

    def met_on(self, segment: Segment) -> Meeting:
        """Return whom a line meets, each figure once; lines that touch the same people meet the same.

        Ruling: tactical/ruling/in-way-unit.
        """
        filled = self.field.filled()
        touched = tuple([here for here in segment.hexes if here in filled and self[here]])
        if segment.between:
            return self._meeting(items(segment), touched)
        found = self._met_in.get(touched)
        if found is None:
            found = self._met_in[touched] = self._meeting([(here,) for here in touched], touched)
        return found

    def _meeting(self, passed: Iterable[Crossed], touched: Iterable[Hex]) -> Meeting:
        together = self.field.rulings.in_way is TacticalInTheWay.HEX
        seen: set[str] = set()
        met: list[Met] = []
        giant: Blockage | None = None
        for between, found in met_by(passed, self):
            new = new_ones(found, seen)
            met.append(Met(between, new, min(len(new), 1) if between or together else len(new)))
            giant = giant or giant_in(found)
        people = sum([each.counting for each in met if not each.between])
        pairs = sum([each.counting for each in met if each.between])
        crowd = {each.id for here in touched for each in self[here]}
        return Meeting(met, people, pairs, len(crowd), giant)

    def _stands_there(self, figure: TacticalFigure) -> bool:
        return not (figure.id in self._apart or figure.swarm or figure.state.dead)

    def _person(self, figure: TacticalFigure, hex: Hex) -> Person:
        posture = figure.posture if is_conscious(figure) else Posture.LYING
        closes = _closes(self.field, figure, posture, self._least, self._height)
        return Person(figure.id, name_of(figure), hex, posture in self._counting or closes, closes)


def _closes(field: Field, figure: TacticalFigure, posture: Posture, least: int, height: int) -> bool:
    """Return whether a figure is too large to shoot past, and no lower than a shooter may shoot over.

    Ruling: tactical/ruling/sight-block-target, higher-up.
    """
    excess = SIGHT_BLOCKS[posture]
    if figure.horizontal:
        excess = max(excess, SIGHT_BLOCKED_LEVEL)
    if figure.sm - least < excess:
        return False
    return height - elevation_of(field, figure) < max(field.rulings.higher_margin, 1)


def elevation_of(field: Field, figure: TacticalFigure) -> int:
    """Return the height of the ground under a figure, in yards."""
    return field.ground.cell(figure.hex).elevation if figure.elevation is None else figure.elevation


def met_by(passed: Iterable[Crossed], people: People) -> Iterator[tuple[bool, Found]]:
    """Yield those in the way in what a line passes, and whether it runs between two hexes there.

    Between two hexes nobody is in the way unless both are occupied; a solid hex counts as occupied.
    Ruling: tactical/ruling/pair-solid.
    """
    ground = people.field.ground
    for item in passed:
        sides = [[each for each in people[here] if each.counts] for here in item]
        between = len(item) > 1
        if between and not all(side or ground.is_solid(here) for side, here in zip(sides, item, strict=True)):
            continue
        found = [each for side in sides for each in side]
        if found:
            yield between, found


def giant_in(found: Found) -> Blockage | None:
    """Return the first one who is too large to shoot past, or None."""
    for person in found:
        if person.closes:
            return Blockage(person.hex, figure=person.id, name=person.name)
    return None


def new_ones(found: Found, met: set[str]) -> Found:
    """Return those who have not been met before, each once, and remember them."""
    new: Found = []
    for person in found:
        if person.id not in met:
            met.add(person.id)
            new.append(person)
    return new
