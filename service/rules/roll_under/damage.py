"""Damage dice, and what their total does to a body behind armour."""

from fractions import Fraction
from functools import lru_cache
from typing import Final, NamedTuple

from service.dice.exact import sums_of
from service.dice.model import DicePool
from service.rules.roll_under.words import DamageType
from service.rules.roll_under.wounding import injury_of

CRUSHING: Final = DamageType.CRUSHING


class Damage(NamedTuple):
    """Damage dice; without a pool the damage is fixed."""

    pool: DicePool | None
    adds: int


class Blow(NamedTuple):
    """Everything that turns a total of damage dice into injury.

    `halved` is for hits beyond half range; `wounding` is the multiplier in halves, `dr` what is left of armour.
    """

    damage: Damage
    type: DamageType
    dr: int
    wounding: int
    halved: bool = False

    def basic(self, total: int) -> int:
        """Return the basic damage of a total of the dice: at least 1, for crushing 0."""
        damage = max(total + self.damage.adds, self.least)
        return damage // 2 if self.halved else damage

    @property
    def least(self) -> int:
        """Return the least basic damage of a hit, before it is halved."""
        return 0 if self.type is CRUSHING else 1

    def is_raised(self, total: int) -> bool:
        """Tell whether a total of the dice comes to less than the least damage, and is raised to it."""
        return total + self.damage.adds < self.least

    def penetrating(self, damage: int) -> int:
        """Return the points of basic damage that pass the armour."""
        return max(damage - self.dr, 0)

    def injury(self, damage: int) -> int:
        """Return the injury of one hit with this basic damage."""
        return injury_of(damage - self.dr, self.wounding)


@lru_cache(maxsize=4096)
def damage_of(expression: str) -> Damage:
    """Read damage dice such as "2d-1"; the expression is known to be well-formed."""
    count, _, adds = expression.partition("d")
    return Damage(DicePool(int(count), 6) if int(count) else None, int(adds or 0))


@lru_cache(maxsize=4096)
def expected_injury(blow: Blow) -> Fraction:
    """Return the mean injury of one hit."""
    pool = blow.damage.pool
    if pool is None:
        return Fraction(blow.injury(blow.basic(0)))
    ways = sums_of(pool)
    total = sum(many * blow.injury(blow.basic(at)) for at, many in enumerate(ways, start=pool.count))
    return Fraction(total, pool.sides**pool.count)
