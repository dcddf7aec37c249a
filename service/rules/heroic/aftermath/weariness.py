"""What fatigue takes from units in a battle: points, hit points and consciousness."""

from collections.abc import Sequence

from service.rules.heroic.aftermath.models import HeroicTiring
from service.rules.heroic.aftermath.outcomes import HeroicTired
from service.rules.heroic.attack.pools import fall_of
from service.rules.heroic.book.options import HeroicAssignment, HeroicFpEffects, HeroicRulings
from service.rules.heroic.book.words import HeroicCondition, HeroicStatus
from service.rules.heroic.figures.models import HeroicUnit
from service.rules.heroic.figures.standing import count_of, fp_left, fp_of, pool_of


def tiring_of(unit: HeroicUnit, *, active: bool, moved: bool, rolled: bool) -> HeroicTiring:
    """Return what counts for a unit's fatigue."""
    return HeroicTiring(
        id=unit.id,
        name=unit.name,
        fp=fp_of(unit),
        fp_current=fp_left(unit),
        will=unit.will,
        encumbrance=unit.encumbrance,
        hot_weather_fp=unit.hot_weather_fp,
        active=active,
        moved=moved,
        rolled=rolled,
    )


def tired_units(
    units: tuple[HeroicUnit, ...], tired: Sequence[HeroicTired], rulings: HeroicRulings
) -> tuple[HeroicUnit, ...]:
    """Return units as fatigue leaves them; only if it takes effect does it cost hit points and consciousness.

    Ruling: heroic/ruling/fp-effects.
    """
    by_unit = {each.unit: each for each in tired}
    return tuple([_after(unit, by_unit[unit.id], rulings) if unit.id in by_unit else unit for unit in units])


def _after(unit: HeroicUnit, tired: HeroicTired, rulings: HeroicRulings) -> HeroicUnit:
    changes: dict[str, object] = {"fp_current": tired.fp_after}
    if rulings.fp_effects is HeroicFpEffects.APPLY:
        changes |= _effects(unit, tired, rulings.assignment)
    return unit.model_copy(update=changes)


def _effects(unit: HeroicUnit, tired: HeroicTired, assignment: HeroicAssignment) -> dict[str, object]:
    """Return what the lack of fatigue points does to every member who stands."""
    changes: dict[str, object] = {}
    if tired.hp_loss:
        members = count_of(unit, assignment)
        fall = fall_of(unit, pool_of(unit) - tired.hp_loss * members, 0, assignment)
        changes["hp_pool"] = fall.pool_after
        if not fall.count_after:
            changes["status"] = HeroicStatus.INCAPACITATED
    collapses = tired.unconscious or tired.stays_conscious is False
    if collapses and HeroicCondition.UNCONSCIOUS not in unit.conditions:
        changes["conditions"] = (*unit.conditions, HeroicCondition.UNCONSCIOUS)
    return changes
