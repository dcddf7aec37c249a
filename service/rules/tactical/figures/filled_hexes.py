"""The hexes that a figure fills, by its shape and how it holds itself, and changes of that."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from service.rules.kernel.hexes import Hex, distance, neighbour
from service.rules.tactical.book.options import TacticalCrawlHexes, TacticalRulings
from service.rules.tactical.book.words import TacticalChangeReason, TacticalShape
from service.rules.tactical.figures.models import TacticalFigure
from service.rules.tactical.figures.standing import CRAWLING, LYING
from service.rules.tactical.map.footprints import footprint

SINGLE: Final = TacticalShape.SINGLE
CUSTOM: Final = TacticalShape.CUSTOM


def size_of(figure: TacticalFigure) -> int:
    """Return how many hexes a figure fills when it stands."""
    if figure.shape is CUSTOM:
        return len(figure.body)
    return 2 if figure.horizontal and figure.shape is SINGLE else len(footprint((0, 0), 0, figure.shape))


def is_stretched(figure: TacticalFigure, rulings: TacticalRulings) -> bool:
    """Return whether a figure of one hex fills a second one because it lies or crawls."""
    if figure.shape is not SINGLE or figure.horizontal or figure.sm < 0 or figure.state.huddled:
        return False
    if figure.posture is CRAWLING:
        return rulings.crawl_hexes is TacticalCrawlHexes.TWO
    return figure.posture is LYING


def axis_of(figure: TacticalFigure) -> int:
    """Return the direction from a lying figure's feet to its head."""
    return figure.facing if figure.upper_direction is None else figure.upper_direction


def body_at(figure: TacticalFigure, head: Hex, facing: int, rulings: TacticalRulings) -> tuple[Hex, ...]:
    """Return the hexes that a figure would fill with its head in a hex, head first."""
    if figure.shape is CUSTOM:
        return footprint(head, facing, figure.body)
    if figure.shape is not SINGLE:
        return footprint(head, facing, figure.shape)
    if figure.horizontal:
        return footprint(head, facing, TacticalShape.LINE2)
    if is_stretched(figure, rulings):
        direction = axis_of(figure) if head == figure.hex else facing
        return head, neighbour(head, (direction + 3) % 6)
    return (head,)


def apart(one: Sequence[Hex], other: Sequence[Hex]) -> int:
    """Return the hexes between the nearest parts of two bodies; 0 in one hex."""
    if len(one) == len(other) == 1:
        return distance(one[0], other[0])
    return min([distance(here, there) for here in one for there in other])


class Placed(NamedTuple):
    """A figure that has been placed otherwise: as it was, as it is, why, and whose deed it came of, if it was one."""

    before: TacticalFigure
    after: TacticalFigure
    why: TacticalChangeReason
    by: str | None


def is_placed_alike(one: TacticalFigure, other: TacticalFigure) -> bool:
    """Return whether all is equal that decides which hexes a figure fills."""
    return (
        one.hex == other.hex
        and one.facing == other.facing
        and one.posture is other.posture
        and one.upper_direction == other.upper_direction
        and one.state.huddled is other.state.huddled
        and one.shape is other.shape
        and one.horizontal is other.horizontal
    )
