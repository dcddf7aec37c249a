"""How far melee weapons strike in a figure's hands, and into which hexes."""

from functools import lru_cache

from service.rules.kernel.hexes import Hex
from service.rules.tactical.book.tables import reach_added
from service.rules.tactical.figures.equipment import TacticalWeapon
from service.rules.tactical.figures.models import TacticalFigure
from service.rules.tactical.figures.standing import CRAWLING, mode_of, ready_weapons
from service.rules.tactical.map.footprints import rotated
from service.rules.tactical.map.sectors import reach_hexes


@lru_cache(maxsize=256)
def reach_with_size(reaches: tuple[int, ...], sm: int) -> tuple[int, ...]:
    """Return the reaches of a weapon in the hands of a figure of a Size Modifier, in hexes, shortest first.

    Every reach stays; the longest one grows with size, and the gap is filled.
    Source: Reach of a Weapon.
    """
    if sm <= 0 or not reaches:
        return tuple(sorted(reaches))
    top = max(reaches)
    return tuple(sorted({*reaches, *range(top, max(top + reach_added(sm), 1) + 1)}))


def held_reach(figure: TacticalFigure, weapon: TacticalWeapon, reaches: tuple[int, ...]) -> int:
    """Return the reach at which a weapon is held: its lowest one unless the state says another."""
    return next((each.reach for each in figure.state.weapon_reach if each.weapon == weapon.id), reaches[0])


def reaches_now(figure: TacticalFigure, weapon: TacticalWeapon, mode: str | None = None) -> tuple[int, ...]:
    """Return the reaches at which a figure can strike with a weapon without changing its grip; 0 is close combat.

    A crawling figure strikes at reach 0 only. A mode that the weapon does not have, and a ranged one, have none.
    """
    known = mode_of(weapon, mode)
    reaches = () if known is None else reach_with_size(known.reaches, figure.sm)
    if reaches and weapon.grip_ready:
        reaches = (held_reach(figure, weapon, reaches),)
    return tuple([each for each in reaches if each == 0]) if figure.posture is CRAWLING else reaches


def origin_of(figure: TacticalFigure, weapon: TacticalWeapon) -> Hex:
    """Return the hex that a figure strikes from: its head's, or another one of a large body that the weapon names.

    Ruling: tactical/ruling/attack-origin.
    """
    if weapon.origin is None:
        return figure.hex
    q, r = rotated(weapon.origin, figure.facing)
    return figure.hex[0] + q, figure.hex[1] + r


def threatened_hexes(figure: TacticalFigure, weapon: str | None = None, mode: str | None = None) -> frozenset[Hex]:
    """Return the hexes that a figure can strike into with a weapon as it is held; null: the first one ready.

    They are those of its reach fan at each reach that it has now.
    """
    ready = [each for each in ready_weapons(figure) if weapon in (None, each.id)]
    for each in ready:
        reaches = reaches_now(figure, each, mode)
        if reaches:
            origin = origin_of(figure, each)
            return frozenset().union(*[reach_hexes(origin, figure.facing, reach) for reach in reaches])
    return frozenset()
