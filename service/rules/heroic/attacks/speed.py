"""The Speed Factor: points of margin that buy a further hit."""

from service.dice.model import Cites
from service.rules.heroic import melee_rulings, rulebook
from service.rules.heroic.attacks.aims import Aim
from service.rules.heroic.models import HeroicUnit
from service.rules.heroic.tables import SPEED_FACTOR, SPEED_FACTOR_STEP, UNWIELDY_SPEED_FACTOR

USUAL: Cites = (rulebook.SPEED_DEFAULT.id,)


def speed_factor_of(unit: HeroicUnit, aims: tuple[Aim, ...], *, separate: bool) -> tuple[int, Cites]:
    """Return the Speed Factor of an attack, never below 1, and the rules that made it.

    Levels of Extra Attack and Altered Time Rate count only if every attack uses one weapon; the slowest of several
    weapons counts.

    Ruling: heroic/ruling/sf-order, heroic/ruling/multi-sf, heroic/ruling/extra-attack-vs-multi.
    """
    unwieldy = any(aim.mode.unwieldy for aim in aims)
    quick = unit.extra_attack + unit.altered_time_rate
    slow = unit.decreased_time_rate
    if not (unwieldy or quick or slow or separate):
        return SPEED_FACTOR, USUAL
    cites = [rulebook.SPEED_FORMULA.id, melee_rulings.SF_ORDER.id]
    factor = UNWIELDY_SPEED_FACTOR if unwieldy else SPEED_FACTOR
    if unwieldy:
        cites += [rulebook.SPEED_UNWIELDY.id, rulebook.ACTION_FREE_UNWIELDY.id]
    if separate or len({aim.mode.weapon for aim in aims}) > 1:
        cites += [rulebook.SPEED_DIFFERENT_WEAPONS.id, melee_rulings.EXTRA_ATTACK_VS_MULTI.id]
    elif quick:
        factor -= SPEED_FACTOR_STEP * quick
        cites.append(rulebook.SPEED_EXTRA_ATTACK.id)
    if slow:
        factor += SPEED_FACTOR_STEP * slow
        cites += [rulebook.SPEED_DECREASED_TIME_RATE.id, melee_rulings.DTR_LEVEL.id]
    return max(factor, 1), tuple(cites)
