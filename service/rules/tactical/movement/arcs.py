"""The procedure arcs: the hexes around a figure by sector, its reach, and its arc of vision."""

from collections.abc import Iterable
from typing import Final

from service.dice.model import Cites, ids_of
from service.rules.kernel.hexes import Hex, neighbours
from service.rules.tactical.book import attack_rules, rulebook
from service.rules.tactical.book import movement_rules as rules
from service.rules.tactical.book.options import TacticalRulings
from service.rules.tactical.book.refusals import BadFootprint
from service.rules.tactical.book.words import TacticalSector, TacticalShape, TacticalVision
from service.rules.tactical.figures.filled_hexes import body_at
from service.rules.tactical.figures.models import TacticalFigure
from service.rules.tactical.map.footprints import BEST_FIRST, FORM, is_footprint, surround
from service.rules.tactical.map.ground import Ground
from service.rules.tactical.map.models import TacticalMap
from service.rules.tactical.map.sectors import arc_sector, can_see, reach_hexes, ring
from service.rules.tactical.movement.records import (
    TacticalArcsInput,
    TacticalArcsOutcome,
    TacticalArcsVerdict,
    TacticalReachFan,
)

FRONT, RIGHT, LEFT, BACK = BEST_FIRST
WORDS: Final = ((FRONT, "to the front"), (RIGHT, "to the right"), (LEFT, "to the left"), (BACK, "behind"))
REACHES: Final = (1, 2, 3)
SIGHT_RULES: Final = {
    TacticalVision.NORMAL: rules.SIGHT_ARC_NORMAL,
    TacticalVision.PERIPHERAL: rules.SIGHT_ARC_PERIPHERAL,
    TacticalVision.ALL_AROUND: rules.SIGHT_ARC_360,
    TacticalVision.NO_PERIPHERAL: rules.SIGHT_ARC_RESTRICTED,
    TacticalVision.TUNNEL: rules.SIGHT_ARC_RESTRICTED,
    TacticalVision.BLIND: rules.SIGHT_SEEN,
}


def list_arcs(input: TacticalArcsInput, rulings: TacticalRulings) -> TacticalArcsOutcome:
    """List the hexes around a figure by the side that an attack from there comes from, its reach and its sight.

    Those of a large figure depend on the hex around its body that is nearest. Nothing that stands between is looked
    at; hexes that the figure fills are in no sector.
    Raises: BadFootprint.
    Source: Facing; Arc of Vision; Reach of a Weapon; Multi-Hex Figures, Front, Side and Back.
    Ruling: tactical/ruling/arc-width, fan-vs-arc.
    """
    figure = input.figure or _figure_of(input)
    if figure.shape is TacticalShape.CUSTOM and not is_footprint(figure.body):
        raise BadFootprint(FORM, pointer="/body" if input.figure is None else "/figure/body")
    head, facing, vision = figure.hex, figure.facing, figure.vision
    ground = Ground.of(TacticalMap(bounds=input.bounds))
    body = body_at(figure, head, facing, rulings)
    around = [each for radius in range(1, input.radius + 1) for each in ring(head, radius) if ground.contains(each)]
    if len(body) == 1:
        sectors = {each: arc_sector(head, facing, each, vision, rulings.arc) for each in around}
    else:
        sectors = _sectors_of_body(body, facing, around)
    sides = {sector: tuple([each for each in around if sectors[each] is sector]) for sector in BEST_FIRST}
    sight = tuple([each for each in around if can_see(head, facing, each, vision, rulings.arc)])
    fans = [(reach, reach_hexes(head, facing, reach)) for reach in REACHES]
    counts = {sector: len(hexes) for sector, hexes in sides.items()}
    said = ", ".join([f"{counts[sector]} {word}" for sector, word in WORDS])
    return TacticalArcsOutcome(
        summary=f"Of {len(around)} hexes around, {said}; {len(sight)} are in sight.",
        verdict=TacticalArcsVerdict(
            front=counts[FRONT], right=counts[RIGHT], left=counts[LEFT], back=counts[BACK], sight=len(sight)
        ),
        footprint=body,
        front=sides[FRONT],
        right=sides[RIGHT],
        left=sides[LEFT],
        back=sides[BACK],
        reach=tuple(
            [
                TacticalReachFan(reach=reach, hexes=tuple([each for each in hexes if ground.contains(each)]))
                for reach, hexes in fans
            ]
        ),
        sight=sight,
        weapon_side=figure.handedness,
        cites=ids_of(_cites(figure, body)),
    )


def _figure_of(input: TacticalArcsInput) -> TacticalFigure:
    """Return a plain figure in the hex that a request gives."""
    return TacticalFigure(
        id="figure",
        side="side",
        hex=input.hex,
        facing=input.facing,
        vision=input.vision,
        shape=input.shape,
        body=input.body,
    )


def _sectors_of_body(body: tuple[Hex, ...], facing: int, hexes: Iterable[Hex]) -> dict[Hex, TacticalSector]:
    """Return the sector of each hex around a body: that of the nearest hex beside it, the best for it of several.

    Sectors spread from the hexes beside the body, a hex farther with each round, so that no hex is measured twice.
    """
    ranks = {each: BEST_FIRST.index(sector) for each, sector in surround(body, facing).items()}
    missing = set(hexes).difference(body, ranks)
    edge = dict(ranks)
    while missing:
        farther: dict[Hex, int] = {}
        for here, rank in edge.items():
            for there in neighbours(here):
                if there not in ranks:
                    farther[there] = min(rank, farther.get(there, rank))
        ranks |= farther
        missing.difference_update(farther)
        edge = farther
    return {each: BEST_FIRST[rank] for each, rank in ranks.items()} | dict.fromkeys(body, TacticalSector.OWN)


def _cites(figure: TacticalFigure, body: tuple[Hex, ...]) -> Cites:
    """Return the rules of sectors, reach and sight that a figure follows."""
    reaches = (attack_rules.MELEE_REACH_1, attack_rules.MELEE_REACH_2, attack_rules.MELEE_REACH_3)
    found: Cites = (rules.FACING_NEIGHBOURS, rules.FACING_WEAPON_SIDE, *reaches, SIGHT_RULES[figure.vision])
    if len(body) == 1:
        return found
    return (
        *found,
        rulebook.MULTIHEX_SIGHT,
        rulebook.MULTIHEX_FRONT_SIDE_BACK,
        rulebook.MULTIHEX_DEFENSE_ARC,
        rulebook.MULTIHEX_ATTACK_ORIGIN,
    )
