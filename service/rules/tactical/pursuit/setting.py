"""Setting off: who pursues whom and from how far behind, what is refused, and where all are put on a map again."""

from typing import Final

from service.rules.kernel.figures import found, refuse_doubles
from service.rules.kernel.hexes import Hex, distance
from service.rules.tactical.book.options import TacticalRulings
from service.rules.tactical.book.refusals import (
    BadBand,
    NoPursuer,
    NoQuarry,
    TacticalDuplicateId,
    TacticalUnknownFigure,
)
from service.rules.tactical.book.tables import BANDS, band_of
from service.rules.tactical.book.words import TacticalBand
from service.rules.tactical.figures.field import refuse_figure
from service.rules.tactical.figures.filled_hexes import body_at
from service.rules.tactical.figures.models import TacticalFigure
from service.rules.tactical.figures.standing import can_run, is_conscious
from service.rules.tactical.map.sectors import ring
from service.rules.tactical.pursuit.attacks import refuse_attack
from service.rules.tactical.pursuit.models import WIDEST_GAP, TacticalPursuit
from service.rules.tactical.pursuit.outcomes import TacticalPlacement

PLACED: Final = {row.band: row.placed for row in BANDS}
"""How many hexes behind a pursuer is put on a map; None if it is out of sight."""
NORTH: Final = 0


def refuse_pursuit(input: TacticalPursuit) -> None:
    """Refuse a pursuit without runners, with doubles, with names of nobody, or with attacks that cannot be made."""
    refuse_doubles(input.quarry, "/quarry", TacticalDuplicateId)
    refuse_doubles(input.pursuers, "/pursuers", TacticalDuplicateId, taken=[each.id for each in input.quarry])
    for group, runners in (("quarry", input.quarry), ("pursuers", input.pursuers)):
        for place, each in enumerate(runners):
            refuse_figure(each, f"/{group}/{place}")
    if not any(is_conscious(each) for each in input.quarry):
        raise NoQuarry(f"{_nobody(input.quarry)} to pursue.", pointer="/quarry")
    if not any(is_conscious(each) for each in input.pursuers):
        raise NoPursuer(f"{_nobody(input.pursuers)} to pursue anybody.", pointer="/pursuers")
    begins_at(input)
    _refuse_names(input)
    for place, attack in enumerate(input.attacks):
        attacker = next(each for each in input.pursuers if each.id == attack.figure)
        refuse_attack(attacker, attack.attack, f"/attacks/{place}/attack")


def _nobody(figures: tuple[TacticalFigure, ...]) -> str:
    if not figures:
        return "There is nobody"
    return f"None of {', '.join([repr(each.id) for each in figures])} is conscious, so there is nobody"


def _refuse_names(input: TacticalPursuit) -> None:
    """Refuse what names somebody who does not run, or the same one twice."""
    runners = (*input.quarry, *input.pursuers)
    quarry, pursuers = (input.quarry, "among the quarry"), (input.pursuers, "among the pursuers")
    targets = [(place, each.attack.target) for place, each in enumerate(input.attacks)]
    named = [
        *[(f"/chases/{place}/pursuer", each.pursuer, pursuers) for place, each in enumerate(input.chases)],
        *[(f"/chases/{place}/quarry", each.quarry, quarry) for place, each in enumerate(input.chases)],
        *[(f"/turning/{place}", each, quarry) for place, each in enumerate(input.turning)],
        *[(f"/attacks/{place}/figure", each.figure, pursuers) for place, each in enumerate(input.attacks)],
        *[(f"/attacks/{place}/attack/target", each, quarry) for place, each in targets if each is not None],
    ]
    for pointer, name, (among, where) in named:
        found(among, name, pointer, TacticalUnknownFigure, where)
    for place, modifier in enumerate(input.modifiers):
        found(runners, modifier.figure, f"/modifiers/{place}/figure", TacticalUnknownFigure, "among the runners")
    _refuse_twice([each.pursuer for each in input.chases], "/chases/{}/pursuer")
    _refuse_twice([each.figure for each in input.attacks], "/attacks/{}/figure")


def _refuse_twice(names: list[str], pointer: str) -> None:
    for place, name in enumerate(names):
        if name in names[:place]:
            raise TacticalDuplicateId(f"{name!r} is named twice.", pointer=pointer.format(place))


def begins_at(input: TacticalPursuit) -> TacticalBand:
    """Return how far behind the pursuers are when the pursuit begins."""
    band, gap = input.band, input.gap
    if (band is None) == (gap is None):
        given = "neither is" if band is None else "both are"
        raise BadBand(f"A pursuit begins with either a band or a gap; {given} given.", pointer="/band")
    if gap is not None and gap > WIDEST_GAP:
        message = f"At a gap of {gap} hexes the quarry is lost; {WIDEST_GAP} is the most."
        raise BadBand(message, pointer="/gap")
    if band is TacticalBand.LOST:
        raise BadBand("At band 'lost' the quarry is lost already; close to extreme are possible.", pointer="/band")
    return band_of(gap or 0) if band is None else band


def gap_of(input: TacticalPursuit) -> int:
    """Return the hexes between pursuers and quarry on open ground: of a band those at which it is put on a map."""
    gap = input.gap if input.band is None else PLACED[input.band]
    if gap is None:
        message = f"Open ground needs a gap in hexes instead of the band {begins_at(input).value!r}."
        raise BadBand(message, pointer="/band")
    return gap


def prey_of(input: TacticalPursuit) -> tuple[int, ...]:
    """Return whom of a scattered quarry each pursuer goes after; pursuers without an order spread evenly."""
    ids = [each.id for each in input.quarry]
    ordered = {each.pursuer: ids.index(each.quarry) for each in input.chases}
    able = [place for place, each in enumerate(input.quarry) if can_run(each)] or [0]
    many = dict.fromkeys(range(len(ids)), 0)
    for each in input.pursuers:
        if each.id in ordered:
            many[ordered[each.id]] += 1
    prey = []
    for each in input.pursuers:
        place = ordered.get(each.id)
        if place is None:
            place = min(able, key=lambda at: (many[at], at))
            many[place] += 1
        prey.append(place)
    return tuple(prey)


# Back to the map


class Board:
    """A map on which runners are put again, the first of the quarry in the middle; all run north."""

    def __init__(self, rulings: TacticalRulings) -> None:
        """Begin with an empty plain."""
        self._rulings = rulings
        self._taken: set[Hex] = set()
        self.placements: list[TacticalPlacement] = []

    def put_quarry(self, figure: TacticalFigure) -> Hex:
        """Put somebody who flees abreast of the others, and return the hex."""
        column = 0
        while not self._fits(figure, (column, -(column // 2))):
            column = -column if column > 0 else 1 - column
        return self._put(figure, (column, -(column // 2)), None, 0)

    def put_pursuer(self, figure: TacticalFigure, ahead: TacticalFigure, there: Hex, hexes: int) -> None:
        """Put a pursuer so many hexes behind a hex, as straight as it fits, or farther away if there is no room."""
        while True:
            straight = there[0], there[1] + hexes
            around = sorted(ring(there, hexes), key=lambda each: (distance(each, straight), each))
            free = next((each for each in around if self._fits(figure, each)), None)
            if free is not None:
                self._put(figure, free, ahead.id, hexes)
                return
            hexes += 1

    def _body(self, figure: TacticalFigure, hex: Hex) -> tuple[Hex, ...]:
        placed = figure.model_copy(update={"hex": hex, "facing": NORTH, "upper_direction": None})
        return (*body_at(placed, hex, NORTH, self._rulings), hex)

    def _fits(self, figure: TacticalFigure, hex: Hex) -> bool:
        return self._taken.isdisjoint(self._body(figure, hex))

    def _put(self, figure: TacticalFigure, hex: Hex, behind: str | None, hexes: int) -> Hex:
        self._taken.update(self._body(figure, hex))
        self.placements.append(TacticalPlacement(figure=figure.id, behind=behind, hexes=hexes, hex=hex, facing=NORTH))
        return hex
