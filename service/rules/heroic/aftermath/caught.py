"""What becomes of units of which a pursuit catches some or all."""

from collections.abc import Mapping

from service.rules.heroic.aftermath.models import HeroicPursuit
from service.rules.heroic.aftermath.outcomes import HeroicCaught, HeroicPursuitEnded, HeroicPursuitOutcome
from service.rules.heroic.book.words import HeroicChangeReason, HeroicIntent, HeroicStatus
from service.rules.heroic.figures.changes import Cause, changes_of_units
from service.rules.heroic.figures.models import HeroicUnit
from service.rules.heroic.figures.standing import pool_of


def without_caught(unit: HeroicUnit, left: int) -> HeroicUnit:
    """Return a unit of which only so many have got away."""
    if not left:
        return unit.model_copy(update={"hp_pool": 0, "status": HeroicStatus.INCAPACITATED})
    return unit.model_copy(update={"hp_pool": min(pool_of(unit), left * unit.hp)})


def ended_alone(pursuit: HeroicPursuit, outcome: HeroicPursuitOutcome) -> HeroicPursuitEnded:
    """Return what came of a pursuit by itself, with what it changes of the units that fled."""
    caught = {each.unit: each for each in outcome.units}
    roster = tuple([_after(unit, caught, pursuit.intent) for unit in pursuit.roster])
    changes = changes_of_units(pursuit.roster, roster, Cause(HeroicChangeReason.PURSUIT))
    return HeroicPursuitEnded(**vars(outcome), roster=roster, changes=changes)


def _after(unit: HeroicUnit, caught: Mapping[str, HeroicCaught], intent: HeroicIntent) -> HeroicUnit:
    """Return a unit after a pursuit; one that is captured whole has surrendered."""
    own = caught.get(unit.id)
    if own is None:
        return unit
    if not own.escaped and intent is HeroicIntent.CAPTURE:
        return unit.model_copy(update={"status": HeroicStatus.SURRENDERED})
    return without_caught(unit, own.escaped) if own.caught else unit
