"""Picking things up from the ground: from how far, and in which directions."""

from service.rules.kernel.hexes import distance
from service.rules.tactical.book.refusals import ItemOutOfReach
from service.rules.tactical.figures.field import Field
from service.rules.tactical.figures.models import TacticalFigure
from service.rules.tactical.figures.reaches import reach_with_size
from service.rules.tactical.figures.standing import name_of
from service.rules.tactical.map.footprints import BEST_FIRST
from service.rules.tactical.map.models import TacticalItem
from service.rules.tactical.map.sectors import melee_sector

ARM: tuple[int, ...] = (1,)
FRONT = BEST_FIRST[0]


def arm_reach(figure: TacticalFigure) -> int:
    """Return how far a figure reaches with its arms, in hexes: 1, and more for a large one."""
    return reach_with_size(ARM, figure.sm)[-1]


def refuse_pickup(field: Field, figure: TacticalFigure, item: TacticalItem, at: str = "/item") -> None:
    """Refuse to pick up an item that lies too far away, or not in front where an option asks for that.

    Raises: ItemOutOfReach.
    Source: Maneuvers in Tactical Combat, Ready. Ruling: tactical/ruling/ready-direction.
    """
    reach = arm_reach(figure)
    away = min([distance(each, item.hex) for each in field.body(figure)])
    where = f"{item.id!r} lies in hex [{item.hex[0]}, {item.hex[1]}]"
    if away > reach:
        message = f"{where}, {away} hexes from {name_of(figure)}, whose arms reach {reach}."
        raise ItemOutOfReach(message, pointer=at)
    if away and field.rulings.pickup_front_only and melee_sector(figure.hex, figure.facing, item.hex) is not FRONT:
        raise ItemOutOfReach(f"{where}, which is not in front of {name_of(figure)}.", pointer=at)
