"""The damage of an attack as one kernel: how its hits are shared among its modes, and the injury they do in all."""

from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from typing import Final

from service.dice.exact import CountedKernel, Distribution
from service.dice.model import Dice
from service.rules.heroic.attack.weapons import Aim, Victim, Wound, injury_chances, roll_wound
from service.rules.heroic.book import attack_rules
from service.rules.kernel.sums import CERTAIN, Effort, sum_of
from service.rules.roll_under.damage import Blow
from service.rules.roll_under.locations import spoken_location
from service.rules.roll_under.rolls import roll_choice

NEVER: Final = Fraction(0)
SHARE_COST: Final = 10

Shares = tuple[int, ...]
"""How many of the hits each aim has."""


@dataclass(slots=True, unsafe_hash=True)
class Hits:
    """The hits of an attack before their damage is rolled; two are equal if their injury is equally likely.

    `shares` are the hits of each blow; None: each of the base hits is of any of the attacks declared as one. `halves`
    is the multiplier, in halves.
    """

    blows: tuple[Blow, ...]
    shares: Shares | None
    base: int
    hits: int
    halves: int
    per_hit: bool
    aims: tuple[Aim, ...] = field(compare=False)
    attacker: str = field(compare=False)
    target: str = field(compare=False)


@dataclass(slots=True, unsafe_hash=True)
class Injuries:
    """Injury in all, and the wounds that add up to it, each with its position among the blows."""

    injury: int
    wounds: tuple[tuple[int, Wound], ...] = field(default=(), compare=False)


def roll_damage(hits: Hits, dice: Dice) -> Injuries:
    """Roll the damage of all hits.

    Dice: for several attacks as one a choice for each base hit; damage of each mode that hits, in the order declared.
    """
    shares = roll_shares(hits, dice) if hits.shares is None else hits.shares
    wounds = []
    for at, many in enumerate(shares):
        if many:
            victim = Victim(hits.attacker, hits.target, spoken_weapon(hits.aims[at]))
            wounds.append((at, roll_wound(hits.blows[at], many, victim, dice, per_hit=hits.per_hit)))
    return Injuries(sum([wound.injury for _, wound in wounds]), tuple(wounds))


def damage_chances(hits: Hits) -> Distribution[Injuries]:
    """Return the chances of each injury in all, the damage of equal hits added up instead of enumerated.

    Raises: OddsTooLarge, if too much would have to be added up.
    """
    effort = Effort()
    chances: dict[Injuries, Fraction] = {}
    for shares, chance in share_chances(hits, effort).items():
        total = CERTAIN
        for blow, many in zip(hits.blows, shares, strict=True):
            if many:
                one = injury_chances(blow, many, per_hit=hits.per_hit)
                effort.spend(len(total.chances) * len(one.chances), attack_rules.INJURY_DAMAGE_ONCE)
                total = sum_of(total, one, attack_rules.INJURY_DAMAGE_ONCE)
        for injury, likely in total.chances.items():
            done = Injuries(injury)
            chances[done] = chances.get(done, NEVER) + chance * likely
    return Distribution(chances)


DAMAGE: Final = CountedKernel(roll_damage, damage_chances)


def roll_shares(hits: Hits, dice: Dice) -> Shares:
    """Choose for each base hit which of several attacks lands, and return how many hits each has.

    Dice: for each base hit a choice among the attacks.
    """
    counts = [0] * len(hits.blows)
    for _ in range(hits.base):
        at = roll_choice(
            attack_rules.MULTI_RANDOM_MODE,
            len(counts),
            dice,
            actor=hits.attacker,
            what="the attack that lands",
            told=partial(_spoken_aim, hits.aims),
        )
        counts[at] += 1
    return apportioned(tuple(counts), hits.base, hits.hits, hits.halves)


def share_chances(hits: Hits, effort: Effort) -> dict[Shares, Fraction]:
    """Return the chances of each way in which the hits are shared, any attack being equally likely for each base hit.

    Raises: OddsTooLarge, if there are too many ways.
    """
    if hits.shares is not None:
        return {hits.shares: Fraction(1)}
    attacks = len(hits.blows)
    counts = {(0,) * attacks: Fraction(1)}
    for _ in range(hits.base):
        effort.spend(SHARE_COST * len(counts) * attacks, attack_rules.MULTI_RANDOM_MODE)
        after: dict[Shares, Fraction] = {}
        for before, chance in counts.items():
            for at in range(attacks):
                landed = (*before[:at], before[at] + 1, *before[at + 1 :])
                after[landed] = after.get(landed, NEVER) + chance / attacks
        counts = after
    chances: dict[Shares, Fraction] = {}
    for landed, chance in counts.items():
        shares = apportioned(landed, hits.base, hits.hits, hits.halves)
        chances[shares] = chances.get(shares, NEVER) + chance
    return chances


def apportioned(counts: Shares, base: int, hits: int, halves: int) -> Shares:
    """Return how many hits each attack has of which so many base hits landed.

    Each has its base hits times the multiplier, or its part of the projectiles if they are fewer, rounded down; what
    is left goes to the largest fractions, equal ones in the order declared.
    """
    over, under = (halves, 2) if base * halves // 2 == hits else (hits, base)
    shares = [count * over // under for count in counts]
    by_fraction = sorted(range(len(counts)), key=lambda at: -(counts[at] * over % under))
    for at in by_fraction[: hits - sum(shares)]:
        shares[at] += 1
    return tuple(shares)


def spoken_weapon(aim: Aim) -> str:
    """Say what hits: the weapon and mode as a player would."""
    return aim.mode.id.replace("_", " ")


def _spoken_aim(aims: tuple[Aim, ...], at: int) -> str:
    return f"{spoken_weapon(aims[at])} at the {spoken_location(aims[at].location, None)}"
