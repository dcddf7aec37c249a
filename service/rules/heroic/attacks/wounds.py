"""The damage of hits: rolled once for all of them, or for each, and turned into injury."""

from functools import lru_cache
from typing import Final

from service.dice.exact import Distribution, ExactDice
from service.dice.model import Cites, Dice
from service.rules.heroic import contest_rulings, injury_rulings, ranged_rulings, rulebook
from service.rules.heroic import rulebook_reference as reference
from service.rules.kernel.sums import multiple_of, sum_of_equals
from service.rules.kernel.value import value
from service.rules.roll_under.damage import Blow

ONCE: Final[Cites] = (
    rulebook.INJURY_FORMULA.id,
    rulebook.INJURY_LOCATION.id,
    reference.REF_WOUNDING.id,
    reference.REF_DAMAGE_ROLL.id,
)
WHOLE: Final = 2
ROUNDED: Final[Cites] = (rulebook.DICE_ROUNDING.id, injury_rulings.WOUNDING_ROUNDING.id)


@value
class Victim:
    """Who is hit, by whom and with what, in a player's words; the attacker's id."""

    attacker: str
    name: str
    weapon: str


@value
class Wound:
    """Hits of one mode: basic damage, what passed the armour and the injury of one hit, for each damage roll."""

    hits: int
    damages: tuple[int, ...]
    penetrating: tuple[int, ...]
    injuries: tuple[int, ...]
    injury: int


def roll_wound(blow: Blow, hits: int, victim: Victim, dice: Dice, *, per_hit: bool) -> Wound:
    """Roll the damage of some hits.

    Dice: the mode's damage dice, once or for each hit.
    Ruling: heroic/ruling/damage-rolls, heroic/ruling/multi-damage.
    """
    if not per_hit:
        damage = _roll_damage(blow, hits, victim, dice)
        injury = blow.injury(damage)
        return Wound(hits, (damage,), (blow.penetrating(damage),), (injury,), injury * hits)
    damages = tuple([_roll_damage(blow, 1, victim, dice) for _ in range(hits)])
    injuries = tuple([blow.injury(damage) for damage in damages])
    return Wound(hits, damages, tuple([blow.penetrating(damage) for damage in damages]), injuries, sum(injuries))


def _roll_damage(blow: Blow, times: int, victim: Victim, dice: Dice) -> int:
    pool = blow.damage.pool
    if pool is None:
        damage = blow.basic(0)
        text = told(blow, 0, times, victim)
        dice.note(rulebook.INJURY_DAMAGE_ONCE, text, actor=victim.attacker, cites=cites_of(blow, damage, times))
        return damage
    roll = dice.roll(rulebook.INJURY_DAMAGE_ONCE, pool, actor=victim.attacker)
    damage = blow.basic(roll.total)
    roll.tell(told(blow, roll.total, times, victim), cites=cites_of(blow, damage, times))
    return damage


def told(blow: Blow, total: int, times: int, victim: Victim) -> str:
    """Say what a total of the damage dice does."""
    damage = blow.basic(total)
    injury = blow.injury(damage)
    aside = ", the least there is," if blow.is_raised(total) else ""
    aside = ", halved by the distance," if blow.halved else aside
    text = f"{victim.name} took {damage} damage{aside} from {victim.weapon}"
    if blow.dr:
        text += f", {blow.penetrating(damage) or 'none'} of it past DR {blow.dr}"
    if not injury:
        return f"{text}: no injury."
    if blow.wounding != WHOLE:
        text += f", × {blow.wounding / 2:g} for {blow.type.value.replace('_', ' ')}"
    rounded_up = 2 * injury > blow.penetrating(damage) * blow.wounding
    text += f": {injury} injury{' (the least there is)' if rounded_up else ''}"
    return f"{text} × {times} hits = {injury * times}." if times > 1 else f"{text}."


def cites_of(blow: Blow, damage: int, times: int) -> Cites:
    """Return the ids behind the injury of one damage roll."""
    cites = ONCE
    if times > 1:
        cites = (*cites, contest_rulings.DAMAGE_ROLLS.id)
    if blow.halved:
        cites = (*cites, ranged_rulings.HALF_DAMAGE.id)
    if blow.penetrating(damage) * blow.wounding % 2:
        cites += ROUNDED
    return cites


@lru_cache(maxsize=1024)
def injury_chances(blow: Blow, hits: int, *, per_hit: bool) -> Distribution[int]:
    """Return the chances of each injury that some hits do in all; separate rolls are added up, not enumerated.

    Raises: OddsTooLarge, if separate rolls have too many different sums.
    """
    victim = Victim("", "", "")

    def injury(dice: ExactDice) -> int:
        return roll_wound(blow, 1, victim, dice, per_hit=False).injury

    one = Distribution.of(injury)
    return sum_of_equals(one, hits, rulebook.INJURY_DAMAGE_ONCE) if per_hit else multiple_of(one, hits)
