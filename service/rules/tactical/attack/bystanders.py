"""Those around a line of fire: who is in its way, who is too large to shoot past, and who is met where.

Figures that are dead, and swarms, are in nobody's way; somebody unconscious counts as lying.
Source: Firing Through an Occupied Hex.
Ruling: tactical/ruling/pair-solid, posture-levels, sight-block-target, higher-up.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from service.rules.kernel.hexes import Hex, hex_text
from service.rules.roll_under.words import Posture
from service.rules.tactical.book.options import TacticalBlockVersus
from service.rules.tactical.book.tables import SIGHT_BLOCKED_LEVEL, SIGHT_BLOCKS, InTheWayRow, is_in_the_way
from service.rules.tactical.figures.field import Field
from service.rules.tactical.figures.models import TacticalFigure
from service.rules.tactical.figures.standing import is_conscious, name_of
from service.rules.tactical.map.ground import Ground
from service.rules.tactical.map.lines import Crossed, Segment, items


class Person(NamedTuple):
    """Somebody in a hex: whether it is in the way of the shot at hand, and whether it is too large to shoot past."""

    id: str
    name: str
    counts: bool
    closes: bool


People = dict[Hex, list[Person]]
"""Those who may be in the way, by hex; a figure of several hexes is in each of them."""

Found = list[tuple[Person, Hex]]
"""People whom a line meets, and where."""


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


def people_around(
    field: Field, shooter: TacticalFigure, target: TacticalFigure | None, rows: tuple[InTheWayRow, ...]
) -> People:
    """Return those on the field who may be in the way of a shot, by hex; nobody in the shooter's own hexes is.

    `rows` say which postures are in the way.
    """
    facing = Posture.STANDING if target is None else target.posture
    counting = {each for each in Posture if is_in_the_way(rows, each, shooter.posture, facing)}
    least, height = shooter.sm, elevation_of(field, shooter)
    if target is not None and field.rulings.block_vs is not TacticalBlockVersus.SHOOTER:
        least = max(least, target.sm)
    apart = (shooter.id, None if target is None else target.id)
    people: People = {}
    for figure in field:
        if figure.id in apart or figure.swarm or figure.state.dead:
            continue
        posture = figure.posture if is_conscious(figure) else Posture.LYING
        closes = _closes(field, figure, posture, least, height)
        person = Person(figure.id, name_of(figure), posture in counting or closes, closes)
        for each in field.body(figure):
            people.setdefault(each, []).append(person)
    for each in field.body(shooter):
        people.pop(each, None)
    return people


def _closes(field: Field, figure: TacticalFigure, posture: Posture, least: int, height: int) -> bool:
    """Tell whether a figure is too large to shoot past, and no lower than a shooter may shoot over.

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


def occupied(segment: Segment, people: People) -> Iterable[Crossed]:
    """Return what a line passes, without empty hexes unless it runs between hexes."""
    return items(segment) if segment.between else [(here,) for here in segment.hexes if here in people]


def met_by(passed: Iterable[Crossed], people: People, ground: Ground) -> Iterator[tuple[bool, Found]]:
    """Yield those in the way in what a line passes, and whether it runs between two hexes there.

    Between two hexes nobody is in the way unless both are occupied; a solid hex counts as occupied.
    Ruling: tactical/ruling/pair-solid.
    """
    for item in passed:
        sides = [[(each, here) for each in people.get(here, ()) if each.counts] for here in item]
        between = len(item) > 1
        if between and not all(side or ground.is_solid(here) for side, here in zip(sides, item, strict=True)):
            continue
        found = [each for side in sides for each in side]
        if found:
            yield between, found


def giant_in(found: Found) -> Blockage | None:
    """Return the first one who is too large to shoot past, or None."""
    for person, here in found:
        if person.closes:
            return Blockage(here, figure=person.id, name=person.name)
    return None


def new_ones(found: Found, met: set[str]) -> Found:
    """Return those who have not been met before, each once, and remember them."""
    new: Found = []
    for person, here in found:
        if person.id not in met:
            met.add(person.id)
            new.append((person, here))
    return new
