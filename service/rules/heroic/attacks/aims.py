"""Which modes an attack uses, and where each is aimed."""

from typing import Final

from service.rules.heroic.attack_models import HeroicAttackChoice
from service.rules.heroic.models import HeroicAttackMode, HeroicUnit
from service.rules.heroic.state import mode_of
from service.rules.heroic.words import HeroicPropulsion
from service.rules.kernel.value import value
from service.rules.roll_under.words import HitLocation

MUSCLE_POWERED: Final = frozenset({HeroicPropulsion.MUSCLE, HeroicPropulsion.THROWN})


@value
class Aim:
    """One mode, aimed at one location."""

    mode: HeroicAttackMode
    location: HitLocation
    off_hand: bool


def aims_of(unit: HeroicUnit, choice: HeroicAttackChoice) -> tuple[Aim, ...]:
    """Return the attacks declared as one, or the one mode with the further modes that its hits may use.

    Modes that the unit does not have are left out; `legality` refuses them.
    """
    if not (choice.modes or choice.open_modes or choice.hit_modes):
        only = mode_of(unit, choice.mode or "")
        return () if only is None else (Aim(only, choice.location, off_hand=False),)
    if choice.modes:
        declared = [(each.mode, each.location, each.off_hand) for each in choice.modes]
    else:
        names = [choice.mode or "", *choice.open_modes, *choice.hit_modes]
        declared = [(name, choice.location, False) for name in dict.fromkeys(names)]
    found = [(mode_of(unit, name), location, off_hand) for name, location, off_hand in declared]
    return tuple([Aim(mode, location, off_hand) for mode, location, off_hand in found if mode is not None])


def is_low_tech(mode: HeroicAttackMode) -> bool:
    """Tell whether a mode shoots up to three times a round.

    Ruling: heroic/ruling/low-tech-class.
    """
    if mode.low_tech is not None:
        return mode.low_tech
    return mode.rof == 1 and mode.reload_s <= 2 and mode.propulsion in MUSCLE_POWERED
