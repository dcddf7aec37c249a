"""The exact odds of a grapple: its contest, then each follow-up with equal grips merged, then the injury step."""

from fractions import Fraction
from functools import partial

from service.dice.exact import Distribution, ExactDice
from service.rules.heroic.attack.attack import Fate, fate_of, winner_of
from service.rules.heroic.attack.injury import settle
from service.rules.heroic.attack.models import HeroicGrapple
from service.rules.heroic.attack.odds import landings_of
from service.rules.heroic.attack.outcomes import HeroicGrappleVerdict
from service.rules.heroic.attack.situation import situation_of
from service.rules.heroic.book.options import HeroicRulings
from service.rules.heroic.grapple.grapple import GrapplePlan, fresh, pending_of, plan_grapple, units_after, verdict_of
from service.rules.heroic.grapple.grapple_legality import refuse_grapple
from service.rules.heroic.grapple.spends import Grip, spend_chances

Ends = dict[tuple[int, Grip], Fraction]


def grapple_odds(input: HeroicGrapple, rulings: HeroicRulings) -> Distribution[HeroicGrappleVerdict]:
    """Return the exact chances of each verdict of a grapple.

    Raises: the refusals of attacks and of grapples; OddsTooLarge, if too many different injuries are possible.
    """
    situation = situation_of(input, rulings)
    aims = refuse_grapple(situation, input.attack, rulings)
    plan = plan_grapple(situation, input.attack, aims, rulings, "/attack")
    winner = winner_of(input)

    def fate(grip: Grip, dice: ExactDice) -> Fate:
        units = units_after(fresh(situation, input), plan, grip)
        settled = settle(units, pending_of(plan, grip), winner, rulings, dice)
        return fate_of(plan.pair.target, settled.injuries, settled.units[1])

    chances: dict[HeroicGrappleVerdict, Fraction] = {}
    for (hits, grip), chance in _ends(plan).items():
        fates = Distribution.of(partial(fate, grip)).chances if input.settle else {None: Fraction(1)}
        for after, likely in fates.items():
            verdict = verdict_of(plan, hits, grip, after)
            chances[verdict] = chances.get(verdict, Fraction(0)) + chance * likely
    return Distribution(chances)


def _ends(plan: GrapplePlan) -> Ends:
    """Return the chances of each number of hits with the grip at the end."""
    ends: Ends = {}
    for landing, chance in landings_of(plan.attack).chances.items():
        grips = Distribution({plan.grip(landing.hits): Fraction(1)})
        for follow in plan.follow_ups if landing.hits else ():
            after: dict[Grip, Fraction] = {}
            for grip, so_far in grips.chances.items():
                for then, likely in spend_chances(grip, follow).chances.items():
                    after[then] = after.get(then, Fraction(0)) + so_far * likely
            grips = Distribution(after)
        for grip, likely in grips.chances.items():
            ends[landing.hits, grip] = ends.get((landing.hits, grip), Fraction(0)) + chance * likely
    return ends
