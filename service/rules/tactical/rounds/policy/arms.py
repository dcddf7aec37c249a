"""What a figure that plays by itself can strike and shoot with: its blows, what they are worth, and its missiles."""

from collections.abc import Hashable
from operator import itemgetter
from typing import Final, NamedTuple

from service.rules.kernel.memory import Memory, Numbering
from service.rules.roll_under.damage import CRUSHING, WOUNDING, damage_of, dr_over
from service.rules.tactical.attack.number import TORSO
from service.rules.tactical.attack.wounds.hits import dr_at
from service.rules.tactical.book.words import TacticalLocation
from service.rules.tactical.figures import standing
from service.rules.tactical.figures.equipment import TacticalMode, TacticalWeapon
from service.rules.tactical.figures.models import TacticalFigure

ELSEWHERE: Final = (
    TacticalLocation.RIGHT_LEG,
    TacticalLocation.LEFT_LEG,
    TacticalLocation.RIGHT_ARM,
    TacticalLocation.LEFT_ARM,
    TacticalLocation.NECK,
    TacticalLocation.FACE,
    TacticalLocation.EYE,
)
"""Where a blow goes that cannot get through the armour of the torso, in this order."""


class Blow(NamedTuple):
    """A way to strike: a weapon in its mode, the reaches that it has now, in hexes, and what it does on average."""

    weapon: TacticalWeapon
    mode: TacticalMode
    reaches: tuple[int, ...]
    worth: int


Aimed = tuple[Blow, TacticalLocation | None]
"""A blow and where it goes; null is the torso."""


class Arms(NamedTuple):
    """What a figure can use now: the ways to strike, the best first, and ranged weapons, loaded or not.

    `is_unarmed` says that it can strike with nothing but its body.
    """

    blows: tuple[Blow, ...]
    missiles: tuple[TacticalWeapon, ...]
    is_unarmed: bool


_of_hands: Final = itemgetter("right", "left", "both")
_of_state: Final = itemgetter("unready", "crippled", "disabled", "weapon_reach")
_known: Final[Memory[Arms]] = Memory()
_weapons: Final = Numbering()


def arms_of(figure: TacticalFigure) -> Arms:
    """Return what a figure can use now; figures that are alike use alike, so it is remembered."""
    key = _facts_of(figure)
    return _known.find(key) or _known.keep(key, _arms(figure))


def _facts_of(figure: TacticalFigure) -> Hashable:
    """Return all that the arms of a figure depend on."""
    hands, state = _of_hands(figure.ready.__dict__), _of_state(figure.state.__dict__)
    return _weapons.of(figure.weapons), figure.sm, figure.posture is standing.CRAWLING, hands, state


def _arms(figure: TacticalFigure) -> Arms:
    usable = _usable(figure)
    melee = [each for each in usable if not standing.is_ranged(each)]
    blows = [blow_of(figure, weapon, mode) for weapon in melee for mode in weapon.modes]
    best_first = sorted([each for each in blows if each.reaches], key=lambda each: -each.worth)
    missiles = tuple([each for each in usable if standing.is_ranged(each)])
    return Arms(tuple(best_first), missiles, all(each.weapon.kind is standing.NATURAL for each in best_first))


def _usable(figure: TacticalFigure) -> list[TacticalWeapon]:
    """Return the weapons that a figure can use now."""
    if not (figure.state.crippled or figure.state.disabled):
        return standing.ready_weapons(figure)
    arms = {
        weapon.id: (standing.RIGHT, standing.LEFT) if hand is None else (hand,)
        for weapon, hand in standing.holds(figure)
    }
    lame = [weapon for weapon, hands in arms.items() if any(standing.is_lame(figure, hand) for hand in hands)]
    return [each for each in standing.ready_weapons(figure) if each.id not in lame]


def blow_of(figure: TacticalFigure, weapon: TacticalWeapon, mode: TacticalMode) -> Blow:
    """Return a way to strike; its worth is the mean of the dice, by what the type of damage does to a body."""
    damage = damage_of(mode.damage)
    dice = 0 if damage.pool is None else damage.pool.count
    worth = max(7 * dice + 2 * damage.adds, 1) * WOUNDING[mode.type]
    return Blow(weapon, mode, standing.reaches_now(figure, weapon, mode.name), worth)


def aimed(blow: Blow, target: TacticalFigure, *, locations: bool) -> Aimed | None:
    """Return a blow with the first location whose armour it can get through, or None if there is none."""
    damage = damage_of(blow.mode.damage)
    most = (0 if damage.pool is None else 6 * damage.pool.count) + damage.adds
    most = max(most, 0 if blow.mode.type is CRUSHING else 1)
    places = (None, *ELSEWHERE) if locations else (None,)
    for place in places:
        if most > dr_over(dr_at(target, place or TORSO), blow.mode.armor_divisor):
            return blow, place
    return None
