"""What an attack would be rolled with: both numbers, who counts, the shots, and the chances of its hits."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Annotated

from pydantic import Field

from service.dice.model import ids_of
from service.dice.transcript import Tally
from service.rules.heroic.attack.attack import KINDS, defense_used, numbers_of, shots_of
from service.rules.heroic.attack.damage import share_chances
from service.rules.heroic.attack.exchange import hits_on_target, roll_contest, roll_fast_draw
from service.rules.heroic.attack.legality import refuse_attack
from service.rules.heroic.attack.models import HeroicAttack
from service.rules.heroic.attack.odds import landed_chances
from service.rules.heroic.attack.outcomes import HeroicDefenseUsed, HeroicNumbers, HeroicShots
from service.rules.heroic.attack.plan import AttackPlan, Salvo, plan_attack
from service.rules.heroic.attack.situation import situation_of
from service.rules.heroic.book.options import HeroicRulings
from service.rules.kernel.sums import Effort
from service.rules.roll_under.damage import expected_injury
from service.rules.roll_under.words import DamageType, HitLocation
from service.wire import record


@record
class HeroicFraction:
    """An exact number, and the nearest decimal for display."""

    numerator: Annotated[str, Field(description="Numerator in lowest terms, in decimal digits.")]
    denominator: Annotated[str, Field(description="Denominator in lowest terms, in decimal digits.")]
    decimal: Annotated[float, Field(description="The nearest double.")]


@record
class HeroicHitsChance:
    """How likely a number of hits on the target is."""

    hits: Annotated[int, Field(description="Hits.")]
    chance: Annotated[HeroicFraction, Field(description="How likely exactly so many are.")]


@record
class HeroicBlowChance:
    """What one hit of a mode does."""

    mode: Annotated[str, Field(description="The attack mode.")]
    location: Annotated[HitLocation, Field(description="Where it is aimed.")]
    type: Annotated[DamageType, Field(description="Type of damage.")]
    dr: Annotated[int, Field(description="Effective DR.")]
    wounding: Annotated[float, Field(description="Wounding multiplier.")]
    injury_per_hit: Annotated[HeroicFraction, Field(description="Mean injury of one hit.")]


@record
class HeroicChances:
    """What an attack would be rolled with."""

    skill: Annotated[Tally, Field(description="Effective skill.")]
    skill_if_drawn: Annotated[Tally | None, Field(description="The same after a Fast-Draw; null if none is tried.")]
    defense: HeroicDefenseUsed
    numbers: HeroicNumbers
    speed_factor: Annotated[int, Field(description="Points of margin that buy a further base hit.")]
    shots: Annotated[HeroicShots | None, Field(description="The shooting; null in melee.")]
    shots_if_drawn: Annotated[HeroicShots | None, Field(description="The same after a Fast-Draw; null without one.")]
    blows: Annotated[tuple[HeroicBlowChance, ...], Field(description="What one hit of each mode does.")]
    hits: Annotated[tuple[HeroicHitsChance, ...], Field(description="Every number of hits on the target, ascending.")]
    mean_injury: Annotated[HeroicFraction, Field(description="Mean injury to the target before its HT roll.")]
    cites: Annotated[tuple[str, ...], Field(description="Ids of the rules behind all that.")]


def compute_chances(input: HeroicAttack, rulings: HeroicRulings) -> HeroicChances:
    """Work out effective skill, defence and numbers of an attack, and the exact chances of its hits, without rolling.

    Raises: the refusals of attacks; OddsTooLarge, if too many attacks are declared as one.
    Source: Ranged Combat Phase and Melee Combat Phase, procedure.
    """
    situation = situation_of(input, rulings)
    aims = refuse_attack(situation, input.attack, KINDS, rulings)
    plan = plan_attack(situation, input.attack, aims, rulings, "/attack")
    hits, injury = _hits_and_injury(plan)
    plain, drawn = plan.strength.plain, plan.strength.drawn
    return HeroicChances(
        skill=plain.skill,
        skill_if_drawn=None if drawn is None else drawn.skill,
        defense=defense_used(plan.defense),
        numbers=numbers_of(plan, plain),
        speed_factor=plan.speed_factor,
        shots=shots_of(plain, drawn=None if drawn is None else False),
        shots_if_drawn=_shots_if_drawn(drawn),
        blows=_blows(plan),
        hits=_hits(hits),
        mean_injury=_written(injury),
        cites=ids_of((*plan.attack_cites, *plan.defense_cites, *plan.hit_cites)),
    )


def _hits_and_injury(plan: AttackPlan) -> tuple[dict[int, Fraction], Fraction]:
    """Return the chances of each number of hits, and the mean injury."""
    means = [expected_injury(blow) for blow in plan.blows]
    hits: dict[int, Fraction] = {}
    injury = Fraction(0)
    for landed, chance in landed_chances(plan, (roll_fast_draw, roll_contest)).chances.items():
        hits[landed.hits] = hits.get(landed.hits, Fraction(0)) + chance
        for shares, often in share_chances(hits_on_target(plan, landed), Effort()).items():
            injury += chance * often * sum([many * mean for many, mean in zip(shares, means, strict=True)])
    return hits, injury


def _shots_if_drawn(drawn: Salvo | None) -> HeroicShots | None:
    return None if drawn is None else shots_of(drawn, drawn=True)


def _blows(plan: AttackPlan) -> tuple[HeroicBlowChance, ...]:
    return tuple(
        [
            HeroicBlowChance(
                mode=aim.mode.id,
                location=aim.location,
                type=blow.type,
                dr=blow.dr,
                wounding=blow.wounding / 2,
                injury_per_hit=_written(expected_injury(blow)),
            )
            for aim, blow in zip(plan.aims, plan.blows, strict=True)
        ]
    )


def _hits(chances: Mapping[int, Fraction]) -> tuple[HeroicHitsChance, ...]:
    return tuple([HeroicHitsChance(hits=hits, chance=_written(chances[hits])) for hits in sorted(chances)])


def _written(number: Fraction) -> HeroicFraction:
    return HeroicFraction(numerator=str(number.numerator), denominator=str(number.denominator), decimal=float(number))
